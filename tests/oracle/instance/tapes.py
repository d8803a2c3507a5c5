"""Means of vectors from bits: the profile release-3 of vectors/instance.md.

Discrete noise is drawn at once, by cks-1. A normal variable that is compared is refined until its
order is certain, by its distribution function; those of the outputs are refined in turn. An output
is a number plus a combination of the values z of standard variables, times one root; z(u) = -z(1 -
u) is cancelled before it is computed.
"""

from fractions import Fraction

import replay
from boxes import nearest, stochastic
from instance.params import up
from instance.records import Plan
from instance.steps import STEPS, is_zero
from mpmath import iv
from normal_law import HALF, standard, upper_tail
from published import Published
from stream import at_most, at_rising_precision, plus, product
from values import Unsupported, ivf, number, require
from variables import Variable, certain


class Form:
    """base + root(s) times the sum of weight z: {place of the variable: weight}."""

    def __init__(self, base, weights):
        self.base, self.weights = base, weights

    def __add__(self, other):
        if not isinstance(other, Form):
            return Form(self.base + other, self.weights)
        both = {
            j: self.weights.get(j, 0) + other.weights.get(j, 0)
            for j in {*self.weights, *other.weights}
        }
        return Form(self.base + other.base, both)

    __radd__ = __add__

    def __mul__(self, factor):
        return Form(self.base * factor, {j: w * factor for j, w in self.weights.items()})

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def end(self, box, s, side):
        """The least (0) or greatest (1) value over a box, as it is monotone in every variable; None
        where it is infinite.
        """
        found = {}  # distance of u from 1/2 -> weight
        for j, w in self.weights.items():
            if w:
                u = box[j][side if w > 0 else 1 - side]
                if u in (0, 1):
                    return None
                found[abs(u - HALF)] = found.get(abs(u - HALF), 0) + (w if u > HALF else -w)
        total = Fraction(0)
        for distance, w in sorted(found.items()):
            if w and distance:
                total = plus(total, product(w, standard(HALF + distance)))
        return (
            plus(self.base, total)
            if is_zero(total)
            else plus(self.base, product(iv.sqrt(ivf(s)), total))
        )


class Bits:
    """The draws of one release from a tape; `variables` are those of the outputs."""

    def __init__(self, plan, tape):
        self.discrete, self.tape, self.variables, self.s = (
            plan.noise == "discrete_gaussian",
            tape,
            [],
            Fraction(0),
        )

    def sign(self, _):
        return 1 if self.tape.bit() else -1

    def integer(self, s):
        """K of DG(s); an irrational s goes up."""
        found = at_rising_precision(s)
        return Published(self.tape).gaussian(up(s) if isinstance(found, iv.mpf) else found)

    def passed(self, _, s, count, rank, or_equal):
        if is_zero(at_rising_precision(s)):
            return count, count <= rank if or_equal else count < rank
        if self.discrete:
            noisy = count + self.integer(s)
            return noisy, noisy <= rank if or_equal else noisy < rank
        return None, self.below(s, Fraction(rank - count))

    def below(self, s, gap):
        """Is a variable of N(s) below the gap?  That is U below P(K <= gap)."""
        known = {}

        def point():
            if iv.prec not in known:
                known[iv.prec] = upper_tail(s(), -gap)
            return known[iv.prec]

        def sign(box):
            low, high = box[0]
            if at_rising_precision(lambda: at_most(high, point())):
                return -1
            return 1 if at_rising_precision(lambda: at_most(point(), low)) else None

        return certain(self.tape, [Variable()], sign) < 0

    def noises(self, s, many):
        if s == 0:
            return [Fraction(0)] * many
        if self.discrete:
            return [Fraction(self.integer(lambda: s)) for _ in range(many)]
        self.s, first = s, len(self.variables)
        self.variables += [Variable() for _ in range(many)]
        return [Form(Fraction(0), {first + j: Fraction(1)}) for j in range(many)]


def settle(source, outputs, given):
    """All coordinates on the grid: the variables in turn, then that of the rounding; looked at
    after every bit.
    """
    if "grid" not in given and not any(isinstance(x, Form) for x in outputs):
        return tuple(outputs)
    grid, random = number(given, "grid"), given.get("rounding", "nearest") == "stochastic"
    variables, turn = [*source.variables, *([Variable()] if random else [])], 0

    def decide():
        box, found = [v.ends() for v in variables], []
        for x in outputs:
            low, high = (
                x.end(box, source.s, side) if isinstance(x, Form) else x for side in (0, 1)
            )
            if low is None or high is None:
                return None
            found.append(
                stochastic(low, high, grid, box[-1]) if random else nearest(low, high, grid)
            )
            if found[-1] is None:
                return None
        return tuple(found)

    while True:
        outcome = at_rising_precision(decide)
        if outcome is not None:
            return outcome
        variables[turn].refine(source.tape)
        turn = (turn + 1) % len(variables)


def drawer(name, params, given):
    if name not in STEPS or given.get("profile") != "release-3":
        raise Unsupported(f"{name} has the profile release-3 only")
    if "grid" in given:
        require(number(given, "grid") > 0, "grid", "the grid must be positive")
    require("data" in given, "data", "a release needs records")
    plan = Plan(name, params, given["data"])

    def one(tape):
        source = Bits(plan, tape)
        result = STEPS[name](plan, source)[-1][1]
        return settle(source, result if isinstance(result, list) else [Fraction(result)], given)

    return one


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)
