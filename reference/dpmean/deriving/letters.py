"""Letters for numbers: what the shipped functions of the catalogue are called with, and the formula
that they return.

A `Letter` is a real number with a name. What a shipped function does with it is recorded, as it is
of every `Real`, and `formula` reads the record as SymPy. Where a function compares, the letter's
value decides, certified; so what is read holds where the comparisons come out as they do there. A
floor is an integer letter of its own, written as the floor, and a size is written as Abs.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor as whole
from typing import Any

import sympy

from ..exact import enclosure
from ..exact.decay import Decay
from ..exact.reals import ARITHMETIC, Number, Real, exponential

# the sum over integers n >= start of n^order e^(-rate n^2)
theta = sympy.Function("theta")


class Letter(Real):
    """A real number with a formula: of a letter its name, of everything made with one what was made."""

    __slots__ = ("_formula",)

    def __init__(
        self, op: str, args: tuple[Number, ...] = (), extra: Any = None, formula: Any = None
    ) -> None:
        """Record the operation; `formula` is for what no operation says."""
        super().__init__(op, args, extra)
        self._formula = formula

    @classmethod
    def named(cls, formula: Any, value: Number | int) -> Letter:
        """Returns a letter that stands for a number."""
        number = value if isinstance(value, Real) else Fraction(value)
        return cls("mul", (number, Fraction(1)), formula=sympy.sympify(formula))

    @property
    def formula(self) -> sympy.Expr:
        """Returns the formula, read from the record when it is first asked for."""
        if self._formula is None:
            self._formula = _read(self)
        return self._formula

    def exactly(self) -> Fraction | None:
        """Returns the value if it is made of rationals by arithmetic."""
        return _exact(self)

    @property
    def denominator(self) -> int:
        """Returns 1 if the value is an integer, as a Fraction does; else some other integer."""
        found = self.exactly()
        return 0 if found is None else found.denominator

    @property
    def numerator(self) -> Letter:
        """Returns the letter itself, which is an integer where it is asked for this."""
        assert self.denominator == 1
        return self

    def __add__(self, other: object) -> Any:
        return _lettered(Real.__add__(self, other))

    def __sub__(self, other: object) -> Any:
        return _lettered(Real.__sub__(self, other))

    def __rsub__(self, other: object) -> Any:
        return _lettered(Real.__rsub__(self, other))

    def __mul__(self, other: object) -> Any:
        return _lettered(Real.__mul__(self, other))

    def __truediv__(self, other: object) -> Any:
        return _lettered(Real.__truediv__(self, other))

    def __rtruediv__(self, other: object) -> Any:
        return _lettered(Real.__rtruediv__(self, other))

    def __neg__(self) -> Any:
        return _lettered(Real.__neg__(self))

    def __pow__(self, exponent: Any) -> Any:
        return (
            _power(self, exponent)
            if isinstance(exponent, Letter)
            else _lettered(Real.__pow__(self, exponent))
        )

    def __rpow__(self, base: Any) -> Any:
        if not isinstance(base, Real):  # a Fraction has become a double on its way here
            raise TypeError("only a Real takes a letter as its exponent")
        return _power(base, self)

    __radd__, __rmul__ = __add__, __mul__

    def __floor__(self) -> Letter:
        return Letter.named(sympy.floor(self.formula), enclosure.floor(_plain(self)))

    def __ceil__(self) -> Letter:
        return Letter.named(sympy.ceiling(self.formula), enclosure.ceil(_plain(self)))

    def __floordiv__(self, other: Any) -> Letter:
        quotient: Letter = whole(self / other)
        return quotient

    def __abs__(self) -> Letter:
        size = self if enclosure.sign(self) >= 0 else -self
        return Letter.named(sympy.Abs(self.formula), _plain(size))

    def __bool__(self) -> bool:
        return enclosure.sign(self) != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | Real) and not self - other

    def __lt__(self, other: Any) -> bool:
        return enclosure.sign(_number(self - other)) < 0

    def __le__(self, other: Any) -> bool:
        return enclosure.sign(_number(self - other)) <= 0

    def __gt__(self, other: Any) -> bool:
        return enclosure.sign(_number(self - other)) > 0

    def __ge__(self, other: Any) -> bool:
        return enclosure.sign(_number(self - other)) >= 0

    __hash__ = Real.__hash__

    def __repr__(self) -> str:
        return str(self.formula)


def _number(x: Any) -> Number:
    return x if isinstance(x, Real | Fraction) else Fraction(x)


def _plain(x: Real) -> Real:
    """Returns the same number without its name."""
    return Real(x.op, x.args, x.extra)


def _lettered(found: Number) -> Number:
    """Returns a result of arithmetic with letters as a letter; a rational is one no more."""
    return Letter(found.op, found.args, found.extra) if type(found) is Real else found


def _power(base: Real, exponent: Letter) -> Letter:
    """Returns base^n for an integer letter n."""
    value = exponent.exactly()
    assert value is not None
    assert value.denominator == 1
    return Letter("pow", (base,), value.numerator, formula=formula(base) ** formula(exponent))


def _exact(x: Number) -> Fraction | None:
    if isinstance(x, Fraction):
        return x
    parts = [_exact(part) for part in x.args]
    if x.op not in ARITHMETIC or None in parts:
        return None
    return Fraction(ARITHMETIC[x.op](x.extra, *parts))


class Powers(Decay):
    """epsilon and b as letters, in which b to a power is written as a law's derivation writes it."""

    def __init__(
        self,
        epsilon: sympy.Expr,
        b: sympy.Expr,
        value: Fraction,
        written: Callable[[sympy.Expr], sympy.Expr],
    ) -> None:
        """Take the two letters, the value of epsilon, and how b^q is written."""
        super().__init__(Letter.named(epsilon, value), Letter.named(b, exponential(-value)))
        object.__setattr__(self, "_at", (value, written))

    def power(self, exponent: Any) -> Number:
        """Returns b^exponent as a letter."""
        value, written = self._at  # type: ignore[attr-defined]
        size = (
            exponential(_number(-value * exponent))
            if not isinstance(exponent, Letter)
            else (Real("exponential", (_plain(-value * exponent),)))
        )
        return Letter.named(written(formula(exponent)), size)


# what the functions of a Real are in SymPy
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "strictly": lambda _, x: x,
    "exp": lambda q: sympy.exp(_rational(q)),
    "exponential": lambda _, x: sympy.exp(x),
    "log": lambda _, x: sympy.log(x),
    "root": lambda degree, x: sympy.root(x, degree),
    "pi": lambda _: sympy.pi,
    "atan": lambda _, x: sympy.atan(x),
    "erfc": lambda _, x: sympy.erfc(x),
    "gaussian_sum": lambda extra: theta(*map(formula, extra)),
}


def _rational(q: int | Fraction) -> sympy.Expr:
    return sympy.Rational(q.numerator, q.denominator)


def _read(x: Real) -> sympy.Expr:
    """Returns the record of a number as a formula."""
    parts = [formula(part) for part in x.args]
    if x.op == "pow":
        return parts[0] ** x.extra
    if x.op == "poly_root":
        return PolynomialRoot(*parts)
    found: sympy.Expr = (FUNCTIONS.get(x.op) or ARITHMETIC[x.op])(x.extra, *parts)
    return found


# the root in (0, 1) of a polynomial, by its coefficients, constant first
PolynomialRoot = sympy.Function("PolynomialRoot", positive=True)


def formula(x: Any) -> sympy.Expr:
    """Returns a number of the package, or what is made of letters, as a SymPy expression."""
    if isinstance(x, Letter):
        return x.formula
    return _read(x) if isinstance(x, Real) else _rational(x)
