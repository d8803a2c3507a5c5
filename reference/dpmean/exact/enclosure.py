"""Certified evaluation: a Real becomes an interval that provably contains it.

With `balls.py` and `theta.py` the only file that touches python-flint.

Evaluation doubles the precision until the question is decided. Where refinement cannot decide because the number
lies exactly on a boundary, the simplest rational in the interval is proposed and `algebra.proves_equal` must prove
it; otherwise `Undecided` is raised. A reported real is a function of the number alone, never of a ball's radius.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, TypeVar

import flint

from ..errors import Undecided
from ..randomness.forks import Lock
from .reals import Number, Real
from .theta import centred_sum, gaussian_sum

START, CAP = 96, 1 << 14  # bits of working precision: first attempt, and where we give up
_PROVE_AT = 384  # from this precision on, an undecided question may be settled by algebra
# where a mechanism needs a rational number for an irrational one, it is a multiple of 2^-40, on the safe side
LATTICE = 1 << 40
PRECISION = Lock()  # flint.ctx belongs to the whole process
T = TypeVar("T")


class Interval(NamedTuple):
    """An interval with rational ends that contains the number.

    An end belongs to it, unless it is known that the number is not that end.
    """

    lower: Fraction
    upper: Fraction
    open_lower: bool = False
    open_upper: bool = False


def exactly(x: flint.arb) -> Fraction:
    """The rational that is the middle of a ball, or its radius."""
    mantissa, exponent = (int(part) for part in x.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def ball_of(x: Number, bits: int) -> flint.arb:
    """The ball of x at the working precision that flint.ctx holds; cached on the expression."""
    if not isinstance(x, Real):
        return flint.arb(x.numerator) if x.denominator == 1 else flint.arb(flint.fmpq(x.numerator, x.denominator))
    cache = x.cache
    if cache is None:
        cache = x.cache = {}
    elif (found := cache.get(bits)) is not None:
        return found
    elif len(cache) > 2:
        cache.clear()
    ball = cache[bits] = _evaluate(x, bits)
    return ball


_BINARY = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}
_METHODS = {"log": "log", "exponential": "exp", "atan": "atan", "erf": "erf", "erfc": "erfc", "erfcinv": "erfcinv"}


def _evaluate(x: Real, bits: int) -> flint.arb:
    op = x.op
    if op in _BINARY:
        first, second = x.args
        return _BINARY[op](ball_of(first, bits), ball_of(second, bits))
    if op == "exp":
        return ball_of(x.extra, bits).exp()
    if op in _METHODS:
        return getattr(ball_of(x.args[0], bits), _METHODS[op])()
    if op == "pow":
        return _power(ball_of(x.args[0], bits), x.extra)
    if op == "root":
        return ball_of(x.args[0], bits).root(x.extra)
    if op == "poly_root":
        return _bisect(x, bits)
    if op == "pi":
        return flint.arb.pi()
    if op == "entire_integral":
        z = ball_of(x.args[0], bits)
        return z * flint.arb.hypgeom(-z, [flint.arb(1), flint.arb(1)], [flint.arb(2), flint.arb(2)])
    if op == "exponential_integral":
        return ball_of(x.args[0], bits).expint(1)
    if op == "student_quantile":
        return _student_quantile(ball_of(x.args[0], bits), x.extra, bits)
    if op == "incomplete_beta":
        first, second = x.extra
        return ball_of(x.args[0], bits).beta_lower(ball_of(first, bits), ball_of(second, bits), regularized=1)
    if op == "strictly":
        return ball_of(x.args[0], bits)
    if op == "gaussian_sum":
        rate, start, order = x.extra
        return gaussian_sum(rate, start, order, bits)
    if op == "centred_sum":
        rate, center = x.extra
        return centred_sum(rate, center, bits)
    if op == "rational_power":
        base, exponent = x.extra
        return (ball_of(base, bits).log() * ball_of(exponent, bits)).exp()
    raise AssertionError(op)  # pragma: no cover  (an operation that reals.py does not build)


def _power(ball: flint.arb, exponent: int) -> flint.arb:
    """An integer power by squaring: arb's own power is not finite when the ball contains 0."""
    result, square, n = flint.arb(1), ball, abs(exponent)
    while n:
        if n & 1:
            result *= square
        square *= square
        n >>= 1
    return result if exponent >= 0 else 1 / result


def _bisect(x: Real, bits: int) -> flint.arb:
    """Halve the isolating interval of a poly_root while the sign at the middle is certain."""
    lower, upper = x.extra
    coefficients = [ball_of(a, bits) for a in x.args]
    for _ in range(bits):
        middle = (lower + upper) / 2
        point, value = ball_of(middle, bits), flint.arb(0)
        for c in reversed(coefficients):
            value = value * point + c
        if value > 0:
            upper = middle
        elif value < 0:
            lower = middle
        else:
            break
    return ball_of(lower, bits).union(ball_of(upper, bits))


def student_area(angle: flint.arb, degrees: int) -> flint.arb:
    """The integral of cos^(degrees - 1) from 0 to the angle."""
    sine, cosine, start = angle.sin(), angle.cos(), (degrees - 1) % 2
    area = sine if start else angle
    for k in range(start + 2, degrees, 2):
        area = (cosine ** (k - 1) * sine + (k - 1) * area) / k
    return area


def _student_quantile(p: flint.arb, degrees: int, bits: int) -> flint.arb:
    """The tangent of the angle whose area from 0 is 2 p - 1 of that of pi/2; halving while the sign at the middle is
    certain.
    """
    right = flint.arb.pi() / 2
    wanted = (2 * p - 1) * student_area(right, degrees)
    if degrees == 1:  # the area is the angle
        return wanted.tan()
    lower, upper = Fraction(-1), Fraction(1)
    for _ in range(bits):
        middle = (lower + upper) / 2
        found = student_area(ball_of(middle, bits) * right, degrees) - wanted
        if found > 0:
            upper = middle
        elif found < 0:
            lower = middle
        else:
            break
    return (ball_of(lower, bits).union(ball_of(upper, bits)) * right).tan()


def interval(x: Number, bits: int = START) -> Interval:
    """An interval that contains x, computed with `bits` bits of working precision (exact for a Fraction)."""
    if isinstance(x, Fraction):
        return Interval(x, x)
    with PRECISION:
        before = flint.ctx.prec
        try:
            flint.ctx.prec = bits
            ball = ball_of(x, bits)
        finally:
            flint.ctx.prec = before
    if not ball.is_finite():
        return Interval(Fraction(0), Fraction(-1))  # empty: says nothing yet
    # man_exp of mid and rad is exact, whatever the working precision
    middle, radius = exactly(ball.mid()), exactly(ball.rad())
    lower, upper = middle - radius, middle + radius
    if isinstance(x, Real) and x.op == "strictly":
        bound, side = x.extra
        if side < 0 and upper >= bound:
            return Interval(lower, bound, open_upper=True)
        if side > 0 and lower <= bound:
            return Interval(bound, upper, open_lower=True)
    return Interval(lower, upper)


def decide(x: Number, question: Callable[[Interval], T | None]) -> T:
    """Refine x until `question` (which answers None while it cannot tell) has an answer; prove exactness if needed."""
    if isinstance(x, Fraction):
        answer = question(Interval(x, x))
        if answer is None:  # pragma: no cover  (no question here is undecided on a point)
            raise AssertionError("a question must be decided on a point")
        return answer
    bits, tried = START, False
    while bits <= CAP:
        found = interval(x, bits)
        if found.lower <= found.upper:
            answer = question(found)
            if answer is not None:
                return answer
            if bits >= _PROVE_AT and not tried:
                tried = True
                candidate = simplest(found)
                from .algebra import proves_equal  # SymPy is imported only when it is asked for

                if proves_equal(x, candidate):
                    return decide(candidate, question)
        bits *= 2
    raise Undecided("undecided",
        f"not decided with {CAP} bits; the number lies on or very near a boundary, or what decides is too small")


def simplest(x: Interval) -> Fraction:
    """The rational of least denominator in an interval, its ends included (walking the Stern-Brocot tree)."""
    lower, upper = x.lower, x.upper
    if lower <= 0 <= upper:
        return Fraction(0)
    if upper < 0:
        return -simplest(Interval(-upper, -lower))
    whole = math.ceil(lower)
    if whole <= upper:
        return Fraction(whole)
    whole -= 1
    return whole + 1 / simplest(Interval(1 / (upper - whole), 1 / (lower - whole)))


def sign(x: Number) -> int:
    """-1, 0 or 1, certified."""

    def question(i: Interval) -> int | None:
        if i.lower > 0 or (i.lower == 0 and i.open_lower):
            return 1
        if i.upper < 0 or (i.upper == 0 and i.open_upper):
            return -1
        return 0 if i.lower == i.upper else None

    return decide(x, question)


def compare(x: Number, y: Number) -> int:
    """The sign of x - y, certified."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    if isinstance(x, Real) and x.op == "strictly" and x.extra[0] == y:
        return int(x.extra[1])
    return sign(x - y)


def floor(x: Number) -> int:
    """The greatest integer <= x, certified.

    Anything else that has `__floor__` (a tracer, a symbol) speaks for itself.
    """
    if not isinstance(x, Real):
        return math.floor(x)

    def question(i: Interval) -> int | None:
        low = math.floor(i.lower)
        return low if low == (math.ceil(i.upper) - 1 if i.open_upper else math.floor(i.upper)) else None

    return decide(x, question)


def ceil(x: Number) -> int:
    """The least integer >= x, certified."""
    if not isinstance(x, Real):
        return math.ceil(x)

    def question(i: Interval) -> int | None:
        high = math.ceil(i.upper)
        return high if high == (math.floor(i.lower) + 1 if i.open_lower else math.ceil(i.lower)) else None

    return decide(x, question)


def up(x: Number, lattice: int = LATTICE) -> Fraction:
    """The least multiple of 1/lattice that is not below x."""
    return Fraction(ceil(x * lattice), lattice)


def binomial_tail(n: int, k: int, p: Fraction) -> Fraction:
    """A certified upper bound, sharp to many digits, of P(X >= k) for X binomial(n, p), 0 <= p <= 1."""
    if k <= 0:
        return Fraction(1)
    if k > n or p <= 0:
        return Fraction(0)
    if p >= 1:
        return Fraction(1)
    with PRECISION:
        before = flint.ctx.prec
        try:
            flint.ctx.prec = 96
            # P(X >= k) is the regularised incomplete beta function I_p(k, n - k + 1)
            ball = flint.arb(flint.fmpq(p.numerator, p.denominator)).beta_lower(k, n - k + 1, regularized=1)
            if not ball.is_finite():
                return Fraction(1)
            return min(Fraction(1), exactly(ball.mid()) + exactly(ball.rad()))
        finally:
            flint.ctx.prec = before
