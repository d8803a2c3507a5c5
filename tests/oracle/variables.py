"""Variables that keep the bits that they were given, what is decided from them, and the draws of
releases with little or no bias.

Laplace noise of scale D/epsilon at u is (D/epsilon) log E(u), E(u) = 2u or 1/(2(1 - u)): sums of
equal scales are logarithms of rationals, so that comparisons with multiples of 1/epsilon are exact.
"""

from fractions import Fraction
from functools import lru_cache

from boxes import nearest, stochastic
from mpmath import iv
from params import decay
from roots import log_ratio
from stream import (
    at_rising_precision,
    categorical,
    plus,
    product,
    quotient,
    rooted,
    two_sided_geometric,
)
from trilemma.params import real
from values import number, require

HALF = Fraction(1, 2)


class Variable:
    """U = 0.u1 u2 ..., as far as it is known."""

    def __init__(self):
        self.digits, self.count = 0, 0

    def refine(self, tape):
        self.digits, self.count = 2 * self.digits + tape.bit(), self.count + 1

    def ends(self):
        return Fraction(self.digits, 2**self.count), Fraction(self.digits + 1, 2**self.count)


def settle(tape, variables, span, given):
    """The outcome on the grid: refine in turn, look after every bit."""
    grid, random = number(given, "grid"), given.get("rounding", "nearest") == "stochastic"
    variables, turn = [*variables, *([Variable()] if random else [])], 0

    def decide():
        box = [v.ends() for v in variables]
        where = span(box[: len(box) - random])
        if where is None:
            return None
        return stochastic(*where, grid, box[-1]) if random else nearest(*where, grid)

    while True:
        outcome = at_rising_precision(decide)
        if outcome is not None:
            return outcome
        variables[turn].refine(tape)
        turn = (turn + 1) % len(variables)


def certain(tape, variables, sign):
    """sign(box) in (-1, 1), or None while it is open: refine in turn until it is known."""
    turn = 0
    while True:
        found = sign([v.ends() for v in variables])
        if found is not None:
            return found
        variables[turn].refine(tape)
        turn = (turn + 1) % len(variables)


def tilt(u):
    """E(u); None at the infinite ends."""
    return None if u in (0, 1) else 2 * u if u <= HALF else 1 / (2 * (1 - u))


@lru_cache(maxsize=1 << 14)
def exact_multiple(e, b):
    return log_ratio(e, b)


def laplace(q, d, us):
    """(d/epsilon) (log E(u1) + log E(u2) + ...); None where one is infinite, rational where it is
    one.
    """
    e = Fraction(1)
    for u in us:
        if u in (0, 1):
            return None
        e *= tilt(u)
    if e == 1:
        return Fraction(0)
    if q.b is not None:
        ratio = exact_multiple(e, q.b)  # epsilon = -log b
        if ratio is not None:
            return -ratio * d
    return product(d, quotient(iv.log(real(e)), q.rate()))


def rising(centre, at):
    """box -> range of centre(us) + at(us), both rising in every variable."""

    def span(box):
        found = []
        for end in (0, 1):
            corner = [side[end] for side in box]
            z = at(corner)
            if z is None:
                return None
            found.append(plus(centre(corner), z))
        return tuple(found)

    return span


def known(value):
    return [], lambda box: (value, value)


# ---- draws ----


def coin(tape, p):
    return categorical([1 - p, p]).draw(tape)


def one_of(tape, n):
    return categorical([Fraction(1)] * n).draw(tape)


def places(tape, n, many):
    """`many` numbers of a permutation of 1, ..., n."""
    left = list(range(1, n + 1))
    return [left.pop(one_of(tape, len(left))) for _ in range(many)]


def whole(tape, params, d):
    """K of DL(epsilon, d)."""
    require(
        Fraction(d).denominator == 1,
        "sensitivity",
        "the sensitivity of discrete noise is an integer",
    )
    return two_sided_geometric(rooted(decay(params, int(d)))).draw(tape)


def named(plan, records, tape):
    return sum([x for x in records if coin(tape, plan.delta)], Fraction(0))
