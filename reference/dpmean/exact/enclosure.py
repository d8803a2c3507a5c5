"""Certified evaluation: a Real becomes an interval that provably contains it.

CONTRIBUTING.md names the few files that touch python-flint; this is the first of them.

Evaluation doubles the precision until the question is decided. Where refinement cannot decide
because the number lies exactly on a boundary, the simplest rational in the interval is proposed and
`algebra.proves_equal` must prove it; otherwise `Undecided` is raised. A reported real is a function
of the number alone, never of a ball's radius.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeVar

import flint

from ..errors import InvalidInput, Undecided
from . import binomials
from .integrals import entire_integral
from .reals import ARITHMETIC, Number, Real
from .roots import rising_root
from .student import student_quantile
from .theta import centred_sum, gaussian_sum, precision

START, CAP = 96, 1 << 14  # bits of working precision: first attempt, and where we give up
_PROVE_AT = 384  # from this precision on, an undecided question may be settled by algebra
DEEP = 1 << 23  # an enclosure's ends are written out as fractions down to 2^-DEEP and up to 2^DEEP
# where a mechanism needs a rational number for an irrational one, it takes a multiple of 2^-40 on
# the safe side
LATTICE = 1 << 40
_LARGE = flint.arb(2) ** (1 << 20)  # below it `interval` writes out every end
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
    """Returns the rational that is the middle of a ball, or its radius."""
    mantissa, exponent = (int(part) for part in x.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def ball_of(x: Number, bits: int) -> flint.arb:
    """Returns the ball of x at the working precision that flint.ctx holds; it is cached on the
    expression.
    """
    if not isinstance(x, Real):
        return _rational(x)
    cache = x.cache
    if cache is None:
        cache = x.cache = {}
    elif (found := cache.get(bits)) is not None:
        return found
    elif len(cache) > 2:
        cache.clear()
    balls = []
    for part in x.args:  # direct recursion without a helper, because expressions are deep
        balls.append(ball_of(part, bits))
    operation = ARITHMETIC.get(x.op) or FUNCTIONS[x.op]
    ball = cache[bits] = operation(x.extra, *balls)
    return ball


def _rational(q: Fraction) -> flint.arb:
    return (
        flint.arb(q.numerator)
        if q.denominator == 1
        else flint.arb(flint.fmpq(q.numerator, q.denominator))
    )


def _poly_root(isolating: tuple[Fraction, Fraction], *coefficients: flint.arb) -> flint.arb:
    """Returns a ball of the root of a polynomial in the isolating interval: see `_bisected`."""

    def value(middle: Fraction) -> flint.arb:
        point, found = _rational(middle), flint.arb(0)
        for c in reversed(coefficients):
            found = found * point + c
        return found

    return _bisected(value, *isolating)


def _bisected(
    value: Callable[[Fraction], flint.arb], lower: Fraction, upper: Fraction
) -> flint.arb:
    """Returns a ball of the point between the ends where a value changes from - to +.

    The interval is halved while the sign at the middle is certain.
    """
    for _ in range(flint.ctx.prec):
        middle = (lower + upper) / 2
        found = value(middle)
        if found > 0:
            upper = middle
        elif found < 0:
            lower = middle
        else:
            break
    return _rational(lower).union(_rational(upper))


def _rising_root(function: Callable[[Fraction], Number]) -> flint.arb:
    """Returns a ball of the root of an increasing function, and an infinite one where no two signs
    are certain.
    """
    bits = flint.ctx.prec
    ends = rising_root(lambda point: interval(function(point), bits)[:2], bits)
    return _rational(ends[0]).union(_rational(ends[1])) if ends else flint.arb(0, flint.arb("inf"))


# the operations that are no arithmetic; each function takes `extra`, then the balls of the numbers,
# and returns the ball of the result at the working precision
FUNCTIONS: dict[str, Callable[..., flint.arb]] = {
    "exp": lambda exponent: _rational(exponent).exp(),
    "log": lambda _, x: x.log(),
    "root": lambda degree, x: x.root(degree),
    "rational_power": lambda extra: (_rational(extra[0]).log() * _rational(extra[1])).exp(),
    "poly_root": _poly_root,
    "rising_root": _rising_root,
    "computed": lambda function, *balls: function(flint.ctx.prec, *balls),
    "pi": lambda _: flint.arb.pi(),
    "atan": lambda _, x: x.atan(),
    "erf": lambda _, x: x.erf(),
    "erfc": lambda _, x: x.erfc(),
    "erfcinv": lambda _, x: x.erfcinv(),
    "exponential": lambda _, x: x.exp(),
    "entire_integral": lambda _, z: entire_integral(z),
    # to full relative accuracy, which expint(1) is not
    "exponential_integral": lambda _, x: -(-x).ei(),
    "student_quantile": student_quantile,
    "incomplete_beta": lambda extra, x: x.beta_lower(
        _rational(extra[0]), _rational(extra[1]), regularized=1
    ),
    "gaussian_sum": lambda extra: gaussian_sum(extra[0], extra[1], extra[2], flint.ctx.prec),
    "centred_sum": lambda extra: centred_sum(extra[0], extra[1], flint.ctx.prec),
}


def between(lower: Fraction, upper: Fraction) -> Number:
    """Returns a number of which nothing is known but an interval; no precision says more."""
    return lower if lower == upper else Real("computed", (), partial(_known, lower, upper))


def _known(lower: Fraction, upper: Fraction, bits: int) -> flint.arb:
    del bits
    return _rational(lower).union(_rational(upper))


def interval(x: Number, bits: int = START) -> Interval:
    """Returns an interval that contains x, computed with `bits` bits of working precision (exact
    for a Fraction).
    """
    if isinstance(x, Fraction):
        return Interval(x, x)
    with precision(bits):
        ball = ball_of(x, bits)
    if not ball.is_finite():
        return Interval(Fraction(0), Fraction(-1))  # empty: says nothing yet
    # man_exp of mid and rad is exact, whatever the working precision
    middle, shift = (int(part) for part in ball.mid().man_exp())
    radius, slack = (int(part) for part in ball.rad().man_exp())
    if (size := _size(middle, shift, radius, slack)) > DEEP:
        raise InvalidInput(
            "out_of_range", f"a number of the formula is beyond 2^{DEEP}; give smaller parameters"
        )
    if size < -DEEP:  # too small to be written out: its sign is what is known of it
        least = Fraction(1, 1 << DEEP)
        return Interval(
            Fraction(0) if ball > 0 else -least,
            Fraction(0) if ball < 0 else least,
            ball > 0,
            ball < 0,
        )
    common = min(shift, slack, 0)  # both ends are integers over one power of two
    middle, radius, unit = middle << shift - common, radius << slack - common, 1 << -common
    lower, upper = Fraction(middle - radius, unit), Fraction(middle + radius, unit)
    if isinstance(x, Real) and x.op == "strictly":
        bound, side = x.extra
        if side < 0 and upper >= bound:
            return Interval(lower, bound, open_upper=True)
        if side > 0 and lower <= bound:
            return Interval(bound, upper, open_lower=True)
    return Interval(lower, upper)


def _size(middle: int, shift: int, radius: int, slack: int) -> int:
    """Returns an integer e with |x| < 2^e for every x of the ball middle 2^shift +- radius 2^slack,
    at most a few too large.

    It is 0 for the ball of 0 alone.
    """
    ends = [
        exponent + part.bit_length()
        for part, exponent in ((middle, shift), (radius, slack))
        if part
    ]
    return max(ends, default=-1) + 1


def decide(x: Number, question: Callable[[Interval], T | None]) -> T:
    """Refines x until `question` has an answer, and returns that; proves exactness if needed.

    `question` answers None while it cannot tell.
    """
    if isinstance(x, Fraction):
        answer = question(Interval(x, x))
        if answer is None:  # pragma: no cover  (no question here is undecided on a point)
            raise AssertionError("a question must be decided on a point")
        return answer
    bits, before, tried = START, None, None
    while bits <= CAP:
        found = interval(x, bits)
        if found.lower <= found.upper:
            answer = question(found)
            if answer is not None:
                return answer
            # the simplest rational of an enclosure is another one at the next precision, unless the
            # number is rational
            candidate = simplest(found) if _PROVE_AT // 2 <= bits <= 4 * _PROVE_AT else None
            if bits >= _PROVE_AT and candidate is not None and candidate == before != tried:
                tried = candidate
                from .algebra import proves_equal

                if proves_equal(x, candidate):
                    return decide(candidate, question)
            before = candidate
            # of a number beyond 2^(4 bits), four times as many bits do not tell one integer from
            # the next
            size = found.upper.numerator.bit_length() - found.upper.denominator.bit_length()
            bits *= 4 if size > 4 * bits and found.upper - found.lower > 1 else 1
        bits *= 2
    raise Undecided(
        "undecided",
        f"not decided with {CAP} bits; the number lies on or very near a boundary, or what "
        "decides is too small",
    )


def simplest(x: Interval) -> Fraction:
    """Returns the rational of least denominator in an interval, its ends included (walking the
    Stern-Brocot tree).
    """
    lower, upper = x.lower, x.upper
    if lower <= 0 <= upper:
        return Fraction(0)
    if upper < 0:
        return -simplest(Interval(-upper, -lower))
    parts: list[int] = []  # the partial quotients of its continued fraction
    while (whole := math.ceil(lower)) > upper:
        parts.append(whole - 1)
        lower, upper = 1 / (upper - parts[-1]), 1 / (lower - parts[-1])
    found = Fraction(whole)
    for part in reversed(parts):
        found = part + 1 / found
    return found


def sign(x: Number) -> int:
    """Returns the sign of x, -1, 0 or 1, certified."""
    # mostly the first ball shows it, and its ends are not needed
    if isinstance(x, Real) and x.op != "strictly":
        with precision(START):
            ball = ball_of(x, START)
            if 0 < ball < _LARGE:
                return 1
            if -_LARGE < ball < 0:
                return -1

    def question(i: Interval) -> int | None:
        if i.lower > 0 or (i.lower == 0 and i.open_lower):
            return 1
        if i.upper < 0 or (i.upper == 0 and i.open_upper):
            return -1
        return 0 if i.lower == i.upper else None

    return decide(x, question)


def compare(x: Number, y: Number) -> int:
    """Returns the sign of x - y, certified."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    if isinstance(x, Real) and x.op == "strictly" and x.extra[0] == y:
        return int(x.extra[1])
    return sign(x - y)


def floor(x: Number) -> int:
    """Returns the greatest integer <= x, certified.

    Anything else that has `__floor__` (a tracer, a symbol, a number with a name) speaks for itself.
    """
    if type(x) is not Real:
        return math.floor(x)  # type: ignore[arg-type]

    def question(i: Interval) -> int | None:
        low = math.floor(i.lower)
        return (
            low
            if low == (math.ceil(i.upper) - 1 if i.open_upper else math.floor(i.upper))
            else None
        )

    return decide(x, question)


def ceil(x: Number) -> int:
    """Returns the least integer >= x, certified; see `floor`."""
    if type(x) is not Real:
        return math.ceil(x)  # type: ignore[arg-type]

    def question(i: Interval) -> int | None:
        high = math.ceil(i.upper)
        return (
            high
            if high == (math.floor(i.lower) + 1 if i.open_lower else math.ceil(i.lower))
            else None
        )

    return decide(x, question)


def up(x: Number, lattice: int = LATTICE) -> Fraction:
    """Returns the least multiple of 1/lattice that is not below x."""
    return Fraction(ceil(x * lattice), lattice)


def binomial_tail(n: int, k: int, p: Fraction) -> Fraction:
    """Returns a certified upper bound, sharp to many digits, of P(X >= k) for X binomial(n, p), 0
    <= p <= 1.
    """
    if k <= 0:
        return Fraction(1)
    if k > n or p <= 0:
        return Fraction(0)
    if p >= 1:
        return Fraction(1)
    with precision(START):
        ball = binomials.upper(n, k, flint.fmpq(p.numerator, p.denominator))
        return (
            min(Fraction(1), exactly(ball.mid()) + exactly(ball.rad()))
            if ball.is_finite()
            else Fraction(1)
        )
