"""Outcomes from bits once more: primitives, laws and whole releases, from the profiles of
vectors/*.md alone.

`tape(request)` answers a tape vector. Each `*_drawer` returns a function (tape) -> tuple of
rationals. Nothing here has seen the shipped samplers.
"""

import hashlib
from fractions import Fraction
from itertools import product as corners_of

from boxes import greatest, laplace, least, nearest, refine, stochastic
from economical import economical_drawer
from hourglass import Hourglass
from line import Staircase
from means_by_hand import Mean
from params import decay, positive_integer, sensitivity
from plane import Plane
from published import published_drawer
from stream import (
    Tape,
    at_most,
    ball_index,
    categorical,
    gamma_of,
    lattice_law,
    plus,
    product,
    quotient,
    rooted,
    signed_steps,
    two_sided_geometric,
)
from values import Unsupported, number, require

KINDS = {"staircase": Staircase, "hourglass": Hourglass, "staircase2d": Plane}
ZERO, ONE = Fraction(0), Fraction(1)
# beside the one profile of each law and mechanism
OTHERS = {"ddg-1": economical_drawer, "cks-1": published_drawer}


# ---- primitives and lattice laws ----


def bits_drawer(params):
    width = positive_integer(params, "width")

    def one(tape):
        value = 0
        for _ in range(width):
            value = 2 * value + tape.bit()
        return (Fraction(value),)

    return one


def categorical_drawer(params):
    law = categorical([Fraction(w) for w in params["weights"].split(" ")])
    return lambda tape: (Fraction(law.draw(tape)),)


def lattice_drawer(name, params):
    law = lattice_law(name, params)
    step = (
        ONE
        if name in ("discrete_laplace", "discrete_gaussian")
        else sensitivity(params) / positive_integer(params, "m")
    )
    return lambda tape: (law.draw(tape) * step,)


def discrete_hourglass_drawer(params):
    """x from its marginal, then G; x + y = (J + G) D."""
    m, d = positive_integer(params, "m"), sensitivity(params)
    across, along = lattice_law("discrete_staircase", params), two_sided_geometric(decay(params))
    g = gamma_of(params, Hourglass, True)() * m

    def one(tape):
        i = across.draw(tape)
        j = 0 if abs(i) < g else int((abs(i) - g) // m) + 1
        total = ((j if i > 0 else -j) + along.draw(tape)) * d
        return i * d / m, total - i * d / m

    return one


# ---- continuous laws: a discrete part, then uniform variables ----


class Continuous:
    """After the discrete draws: how many uniform variables, corner -> outcome (None: infinite), x +
    y where it is known.
    """

    def __init__(self, count, at, total=None):
        self.count, self.at, self.total = count, at, total


def continuous(name, params, tape):
    """The discrete part of one draw of a continuous law."""
    q, d = decay(params), sensitivity(params)
    if name == "laplace":

        def on_line(corner):
            # at the working precision, like every irrational here
            x = laplace(quotient(q.rate(), d), corner[0])
            return None if x is None else (x,)

        return Continuous(1, on_line)
    gamma = gamma_of(params, KINDS[name])
    if name == "staircase2d":
        k = ball_index(q, gamma).draw(tape)

        def in_ball(corner):
            r, (p, q) = product(plus(Fraction(k), gamma()), d), corner
            # x + y = r (2 U1 - 1), x - y = r (2 U2 - 1)
            return product(r, p + q - 1), product(r, p - q)

        return Continuous(2, in_ball)
    j = signed_steps(q, gamma).draw(tape)
    total = (j + two_sided_geometric(q).draw(tape)) * d if name == "hourglass" else None

    def on_step(corner):
        if j == 0:
            x = product(gamma(), 2 * corner[0] - 1, d)
        elif j > 0:
            x = product(plus(j - 1 + corner[0], gamma()), d)
        else:
            x = product(plus(j + corner[0], product(gamma(), -ONE)), d)
        return (x,) if total is None else (x, plus(total, product(x, -ONE)))

    return Continuous(1, on_step, total)


def corners(box, at):
    """at(corner) for all corners, or None when one of them is infinite."""
    found = [at(c) for c in corners_of(*box)]
    return None if None in found else found


def grid_drawer(name, params, given):
    """A law of a continuous distribution, every coordinate to the grid."""
    grid = number(given, "grid")

    def one(tape):
        draw = continuous(name, params, tape)

        def decide(box):
            found = corners(box, draw.at)
            if found is None:
                return None
            outcome = tuple(nearest(least(c), greatest(c), grid) for c in zip(*found))
            return None if None in outcome else outcome

        return refine(tape, draw.count, decide)

    return one


def uniform_drawer(params, given):
    """The variables themselves, to the grid."""
    grid, count = number(given, "grid"), positive_integer(params, "dimensions")

    random = given.get("rounding", "nearest") == "stochastic"

    def decide(box):
        outcome = tuple(
            stochastic(lo, hi, grid, box[-1]) if random else nearest(lo, hi, grid)
            for lo, hi in box[:count]
        )
        return None if None in outcome else outcome

    return lambda tape: refine(tape, count + random, decide)


# ---- whole releases ----


def release_drawer(name, params, given):
    mean = Mean(name, params, given["data"])
    return settled(mean, given, lambda tape: program(mean, tape))


def settled(bounds, given, program):
    """The drawer of a release between bounds; program(tape) is the number of uniform variables, and
    box -> range of the output.
    """
    grid, random = number(given, "grid"), given.get("rounding", "nearest") == "stochastic"
    for bound in (bounds.lower, bounds.upper):
        require((bound / grid).denominator == 1, "grid", "the grid must divide the bounds")

    def one(tape):
        count, span = program(tape)

        def decide(box):
            where = span(box[:count])
            if where is None:
                return None
            return stochastic(*where, grid, box[-1]) if random else nearest(*where, grid)

        return (refine(tape, count + random, decide),)

    return one


def program(mean, tape):
    """(number of uniform variables, box -> (least, greatest) output or None) after the discrete
    draws.
    """
    if mean.name == "sized_mean":
        scale = {**mean.params, "sensitivity": str(mean.width / mean.n)}
        z = continuous("laplace", scale, tape)

        def sized(box):
            found = corners(box, z.at)
            return (
                None
                if found is None
                else tuple(
                    mean.moved(plus(mean.exact(), x))
                    for x in (least([c[0] for c in found]), greatest([c[0] for c in found]))
                )
            )

        return 1, sized
    a, b = mean.sums()
    if mean.noise.startswith("discrete_"):
        x, y = lattice_pair(mean, tape)
        value = mean.output(mean.quotient(a + x, b + y))
        return 0, lambda box: (value, value)
    if mean.noise == "laplace":
        units = {
            "independent_mean": (2 * max(abs(mean.lower), abs(mean.upper)), 2),
            "shifted_mean": (mean.width, 2),
            "transformed_mean": (1, 1),
        }
        parts = [
            continuous("laplace", {**mean.params, "sensitivity": str(u)}, tape)
            for u in units[mean.name]
        ]

        def independent(corner):
            x, y = (part.at((u,)) for part, u in zip(parts, corner))
            # F^-1(u) + F^-1(1 - u) is exactly 0, which no interval can show
            opposite = mean.name == "transformed_mean" and sum(corner) == 1
            return (
                None
                if x is None or y is None
                else (plus(a, x[0]), plus(b, y[0]), a + b if opposite else None)
            )

        return 2, lambda box: quotients(mean, corners(box, independent))
    z = continuous(mean.noise, {**mean.params, "sensitivity": "1"}, tape)
    total = None if z.total is None else a + b + z.total
    if total == 0:
        return 0, lambda box: (mean.middle, mean.middle)

    def joint(corner):
        x, y = z.at(corner)
        return plus(a, x), plus(b, y), total

    return z.count, lambda box: quotients(mean, corners(box, joint))


def lattice_pair(mean, tape):
    if mean.noise == "discrete_hourglass":
        return discrete_hourglass_drawer({**mean.params, "sensitivity": "1"})(tape)
    m = positive_integer(mean.params, "m")
    law = two_sided_geometric(rooted(decay(mean.params, m)))
    return [Fraction(law.draw(tape), m) for _ in range(2)]


def quotients(mean, found):
    """The range of the output over the corners (numerator, other, denominator if known); None
    without one strict sign.
    """
    if found is None:
        return None
    below = [
        t if t is not None else plus(a, b) if mean.name == "transformed_mean" else b
        for a, b, t in found
    ]
    positive, negative = (
        [not at_most(v, ZERO) for v in below],
        [not at_most(ZERO, v) for v in below],
    )
    if not all(positive) and not all(negative):
        return None
    values = [mean.quotient(a, b, t) for a, b, t in found]
    return mean.output(least(values)), mean.output(greatest(values))


# ---- requests ----


def drawer(name, params, given):
    if given.get("profile") in OTHERS:
        return OTHERS[given["profile"]](name, params)
    if name == "bits":
        return bits_drawer(params)
    if name == "uniform":
        return uniform_drawer(params, given)
    if name == "categorical":
        return categorical_drawer(params)
    if name in ("discrete_laplace", "discrete_gaussian", "discrete_staircase"):
        return lattice_drawer(name, params)
    if name == "discrete_hourglass":
        return discrete_hourglass_drawer(params)
    if name in ("laplace", *KINDS):
        return grid_drawer(name, params, given)
    if name in ("independent_mean", "shifted_mean", "transformed_mean", "sized_mean"):
        return release_drawer(name, params, given)
    raise Unsupported(f"{name} has no profile")


def tape(name, params, given, drawer=drawer):
    """The answer to a tape vector."""
    one, source = drawer(name, params, given), Tape(given)
    outcomes = [one(source) for _ in range(int(given["count"]))]
    found = {
        "bits": str(source.used),
        "values": [str(o[0]) if len(o) == 1 else [str(v) for v in o] for o in outcomes],
    }
    if "seed" in given:
        lines = "".join(" ".join(map(str, o)) + "\n" for o in outcomes)
        found["shake128_of_lines"] = hashlib.shake_128(lines.encode()).hexdigest(32)
    return found
