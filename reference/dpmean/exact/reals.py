"""Exact descriptions of irrational numbers: a Real is an expression, never an approximation.

A formula of this package is branch-free arithmetic. Given Fractions it returns a Fraction; given a
Real it returns a Real (this file only records what is to be computed); given SymPy symbols it
returns a SymPy expression. How a Real becomes digits is the business of `enclosure.py`; how two
Reals are proved equal, of `algebra.py`.

There is no power with a non-integer exponent: roots and exponentials come through `root`, `exp` and
`log`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Union

from ..errors import InvalidInput
from .numbers import exact_root

Number = Union[Fraction, "Real"]
# What a formula takes and gives: whatever adds, multiplies and divides by the rules of the reals. A
# Fraction gives a Fraction, a Real a Real, a SymPy expression, a ball or an element of the proofs'
# fields its own kind. No type of Python says so, and none is needed: formulas are written once and
# never ask what their arguments are.
Scalar = Any
_ZERO, _ONE = Fraction(0), Fraction(1)


def _integer_power(exponent: int, x: Scalar) -> Scalar:
    """Returns x^exponent by squaring: a ball's own power is not finite when the ball contains 0."""
    result: Scalar = 1
    square, n = x, abs(exponent)
    while n:
        if n & 1:
            result = result * square
        square, n = square * square if n > 1 else square, n >> 1
    return result if exponent >= 0 else 1 / result


# the operations that balls and polynomials share; each function takes `extra`, then the numbers
ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": lambda _, x, y: x + y,
    "sub": lambda _, x, y: x - y,
    "mul": lambda _, x, y: x * y,
    "div": lambda _, x, y: x / y,
    "pow": _integer_power,
    "strictly": lambda _, x: x,
}
_SMALL = {i: Fraction(i) for i in range(-64, 65)}  # the integers that formulas are written with


class Real:
    """A real number given by an expression over the rationals.

    `op` is an operation of ARITHMETIC, or a function, which a function of this file makes and a row
    of `enclosure.FUNCTIONS` evaluates; `args` are the numbers it is applied to, `extra` what else
    it takes. Comparison is deliberately absent: use `enclosure.compare`, which certifies. `cache`
    belongs to `enclosure.py`.
    """

    __slots__ = ("args", "cache", "extra", "op")

    def __init__(self, op: str, args: tuple[Number, ...] = (), extra: Any = None) -> None:
        """Records the operation; callers use the operators and the functions below."""
        self.op, self.args, self.extra = op, args, extra
        self.cache: dict[int, Any] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is the expression, without what was evaluated of it, which cannot be pickled."""
        return Real, (self.op, self.args, self.extra)

    def __add__(self, other: object) -> Number:
        other = _lift(other)
        return self if type(other) is Fraction and not other else Real("add", (self, other))

    def __mul__(self, other: object) -> Number:
        other = _lift(other)
        if type(other) is Fraction:
            if not other:
                return _ZERO
            if other == 1:
                return self
            if self.op == "strictly" and other > 0:
                bound, side = self.extra
                return Real(
                    "strictly", (Real("mul", (self.args[0], other)),), (bound * other, side)
                )
        return Real("mul", (self, other))

    def __truediv__(self, other: object) -> Number:
        other = _lift(other)
        return self if type(other) is Fraction and other == 1 else Real("div", (self, other))

    def __rtruediv__(self, other: object) -> Number:
        other = _lift(other)
        return _ZERO if type(other) is Fraction and not other else Real("div", (other, self))

    def __neg__(self) -> Number:
        return Real("sub", (_ZERO, self))

    def __sub__(self, other: object) -> Number:
        other = _lift(other)
        return self if type(other) is Fraction and not other else Real("sub", (self, other))

    def __rsub__(self, other: object) -> Number:
        return Real("sub", (_lift(other), self))

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int):
            raise TypeError("a Real takes integer powers only; use reals.root for roots")
        if exponent == 0:
            return _ONE
        return self if exponent == 1 else Real("pow", (self,), exponent)

    __radd__, __rmul__ = __add__, __mul__

    def __bool__(self) -> bool:
        raise TypeError("the truth value of a Real is not decided by itself; use enclosure.sign")

    def __repr__(self) -> str:
        return f"Real({self.op})"


def _lift(value: object) -> Number:
    kind = type(value)  # the usual cases first, as this is asked for every operation
    if kind is Fraction or kind is Real:
        return value  # type: ignore[return-value]
    if kind is int:
        return _SMALL.get(value) or Fraction(value)  # type: ignore[call-overload]
    if isinstance(value, Real | Fraction):
        return value
    if isinstance(value, int):
        return Fraction(value)
    raise TypeError(
        f"cannot mix a Real with {type(value).__name__}; numbers enter through dpmean.exact.numbers"
    )


EXPONENT_CAP = 10**6  # e^q with |q| beyond this has half a million digits; nothing here needs it


def exp(q: Fraction | int) -> Number:
    """Returns e^q for a rational q, which is irrational (Lindemann) unless q = 0."""
    q = Fraction(q)
    if abs(q) > EXPONENT_CAP:
        raise InvalidInput(
            "out_of_range",
            f"epsilon times a distance is beyond {EXPONENT_CAP}: e to that power is out of reach",
            argument="epsilon",
        )
    return _ONE if q == 0 else Real("exp", (), q)


def exponential(x: Number) -> Number:
    """Returns e^x for any real x."""
    return exp(x) if isinstance(x, Fraction) else Real("exponential", (x,))


def log(x: Number) -> Number:
    """Returns the natural logarithm of a positive number; log(e^q) = q and log(1) = 0 exactly."""
    if isinstance(x, Real) and x.op == "exp":
        return Fraction(x.extra)
    if isinstance(x, Real) and x.op == "rational_power":
        return log(x.extra[0]) * x.extra[1]
    return _ZERO if isinstance(x, Fraction) and x == 1 else Real("log", (x,))


def rational_power(base: Fraction, exponent: Fraction) -> Number:
    """Returns base^exponent for a rational base in (0, 1): a Fraction when it is one of moderate
    size, else a Real.
    """
    size = abs(exponent.numerator) * (base.numerator.bit_length() + base.denominator.bit_length())
    if exponent.denominator <= 64 and size <= 1 << 16:
        return root(base**exponent.numerator, exponent.denominator)
    if size > EXPONENT_CAP * exponent.denominator:
        raise InvalidInput("out_of_range", "decay to that power is out of reach", argument="decay")
    return Real("rational_power", (), (base, exponent))


def root(x: Number, degree: int) -> Number:
    """Returns the real `degree`-th root of x >= 0: a Fraction when it is rational and x is, else a
    Real.
    """
    if isinstance(x, Fraction):
        found = exact_root(x, degree)
        if found is not None:
            return found
    if isinstance(x, Real) and x.op == "exp":
        return exp(x.extra / degree)
    return x if degree == 1 else Real("root", (x,), degree)


def poly_root(coefficients: tuple[Number, ...], lower: Fraction, upper: Fraction) -> Number:
    """Returns the only root in (lower, upper) of a polynomial that changes sign there from - to +.

    The coefficients start with the constant term. That the interval isolates one sign change is the
    caller's certificate; the evaluation only bisects.
    """
    return Real("poly_root", coefficients, (lower, upper))


def rising_root(function: Callable[[Fraction], Number]) -> Number:
    """Returns the only root in (0, infinity) of a function that changes sign there from - to +.

    `function` makes the number of a rational, by formulas. That it changes sign once is the
    caller's certificate; the evaluation finds two points of different sign.
    """
    return Real("rising_root", (), function)


def computed(function: Callable[..., Any], *args: Number) -> Number:
    """Returns what `function(bits, *balls)` encloses: sums of many terms, for which expressions
    would be too slow.

    Given balls of the arguments it returns a ball that contains the value for all numbers of
    theirs.
    """
    return Real("computed", args, function)


def pi() -> Number:
    """Returns the number pi as a Real."""
    return Real("pi")


def atan(x: Number) -> Number:
    """Returns the arc tangent, in (-pi/2, pi/2); that of 1 and -1 is a rational multiple of pi."""
    if isinstance(x, Fraction) and abs(x) == 1:
        return pi() * (x / 4)
    return _ZERO if isinstance(x, Fraction) and not x else Real("atan", (x,))


def power(base: Number, exponent: Fraction) -> Number:
    """Returns base^exponent for base > 0 and a rational exponent of small terms, as an integer
    power of a root.
    """
    return root(base**exponent.numerator, exponent.denominator)


def strictly(x: Number, bound: Fraction, side: int) -> Number:
    """Returns x with the knowledge that it lies strictly below (side -1) or above (side 1) the
    rational `bound`.

    However near x is to the bound, that it lies there is the caller's certificate.
    """
    return x if side == 0 or isinstance(x, Fraction) else Real("strictly", (x,), (bound, side))


def balanced_sum(terms: Sequence[Number]) -> Number:
    """Returns the sum of many terms as a tree of little depth.

    A chain of a thousand additions would be too deep to evaluate.
    """
    if len(terms) < 2:
        return terms[0] if terms else _ZERO
    middle = len(terms) // 2
    return balanced_sum(terms[:middle]) + balanced_sum(terms[middle:])


def complement(tail: Number) -> Number:
    """Returns 1 - tail for a probability tail > 0, known to be below 1 where the tail is beyond
    every precision.
    """
    return strictly(1 - tail, _ONE, -1)
