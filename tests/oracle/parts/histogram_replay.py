"""Releases of `histogram` from bits: profile release-3.

Noise on a lattice is drawn at once, category by category. A continuous noise is a variable that
keeps its bits: a threshold is compared with each noisy count in turn, and of what is shown the
variables are refined in turn, until all of the output is certain.
"""

from fractions import Fraction

import replay
from boxes import nearest, stochastic
from mpmath import iv
from normal_law import quantile
from params import decay
from parts.histogram_params import of_release, simplified
from parts.histogram_records import counts_of, shown
from parts.replay import floored
from published import Published
from series import Decay
from stream import at_most, at_rising_precision, plus, two_sided_geometric
from values import Unsupported, number, require
from variables import Variable, certain, laplace

ZERO = Fraction(0)


def settle(tape, variables, spans, given):
    """All numbers on the grid: the variables in turn, then that of the rounding; looked at before
    the first bit and after every one.
    """
    grid, random = number(given, "grid"), given.get("rounding", "nearest") == "stochastic"
    variables, turn = [*variables, *([Variable()] if random else [])], 0

    def decide():
        found, v = [], variables[-1].ends() if random else None
        for span in spans:
            where = span()
            if where is None:
                return None
            found.append(stochastic(*where, grid, v) if random else nearest(*where, grid))
            if found[-1] is None:
                return None
        return tuple(found)

    while True:
        outcome = at_rising_precision(decide)
        if outcome is not None:
            return outcome
        variables[turn].refine(tape)
        turn = (turn + 1) % len(variables)


def whole_noise(settings):
    """tape -> K."""
    if settings.noise == "discrete_gaussian":
        s2 = settings.sigma_squared()
        return lambda tape: Published(tape).gaussian(s2)
    share = 1 / settings.sensitivity()
    if settings.ratio is None:
        return two_sided_geometric(Decay(epsilon=settings.budget * share)).draw
    b, power = simplified(settings.ratio, share)  # the power is 1/n
    return two_sided_geometric(Decay(b=b, root=int(1 / power))).draw


class Noisy:
    """count + F^-1(U), as far as U is known."""

    def __init__(self, settings, params, count):
        self.settings, self.count, self.variable = settings, count, Variable()
        self.known = None, None
        self.q = decay(params) if settings.noise == "laplace" else None

    def at(self, u):
        if u in (0, 1):
            return None
        if self.q is not None:
            return laplace(self.q, self.settings.sensitivity(), [u])
        return quantile(self.settings.sigma_squared(), u)

    def ends(self):
        """The ends of the range; None where one is infinite."""
        return [
            None if z is None else plus(self.count, z) for z in map(self.at, self.variable.ends())
        ]

    def span(self):
        """The range of the output of a category that is shown; kept until the next bit."""
        key = self.variable.count, iv.prec
        if self.known[0] != key:
            low, high = self.ends()
            infinite = low is None or high is None
            both = None if infinite else (floored(self.settings, low), floored(self.settings, high))
            self.known = key, both
        return self.known[1]

    def reaches(self, tape):
        """Is it at least the threshold? Refined until that is certain."""
        threshold = self.settings.threshold

        def side(_):
            def decide():
                low, high = self.ends()
                if low is not None and at_most(threshold, low):
                    return 1
                return -1 if high is not None and at_most(high, threshold) else None

            return at_rising_precision(decide)

        return certain(tape, [self.variable], side) > 0


def drawer(name, params, given):
    if given.get("profile") != "release-3":
        raise Unsupported(f"{name} has the profile release-3 only")
    settings, k = of_release(params)
    if "grid" in given or not settings.lattice:
        require(number(given, "grid") > 0, "grid", "the grid must be positive")
    counts = counts_of(k, given)
    if settings.lattice:
        draw = whole_noise(settings)

        def on_lattice(tape):
            noisy = [c + draw(tape) for c in counts]
            values = [Fraction(shown(settings, c, y)) for c, y in zip(counts, noisy)]
            if "grid" not in given:
                return tuple(values)
            return settle(tape, [], [lambda v=v: (v, v) for v in values], given)

        return on_lattice

    def on_a_line(tape):
        noisy = [Noisy(settings, params, c) for c in counts]
        kept = [True] * k
        if settings.threshold is not None:
            reached = [y.reaches(tape) for y in noisy]  # also where there is no record
            kept = [yes and y.count > 0 for y, yes in zip(noisy, reached)]
        spans = [y.span if yes else lambda: (ZERO, ZERO) for y, yes in zip(noisy, kept)]
        return settle(tape, [y.variable for y, yes in zip(noisy, kept) if yes], spans, given)

    return on_a_line


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)
