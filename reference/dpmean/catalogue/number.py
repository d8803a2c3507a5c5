"""A certified number for people: it prints itself, compares with certainty, and is a double only
when asked to be one.

`dpmean.value` returns one, `number` makes one of anything exact. Inside the package numbers are
Fractions and Reals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput, Undecided
from ..exact import enclosure
from ..exact.digits import DIGITS, binary64, decimals, enclosing
from ..exact.digits import report as reported
from ..exact.enclosure import Interval
from ..exact.loss import Loss
from ..exact.numbers import rational, spell
from ..exact.reals import Number, Real
from ..parameters.entry import Result
from .quantities import value as result

SHOWN = 17  # significant digits of a number that is printed and has more
MOST_FORMATTED = 1000  # digits that a format may need before it is undecided


class Value:
    """A number that is known exactly: a rational, or a real that can be enclosed to any number of
    digits.

    Printed are the fraction where it is rational and short, else its first digits, cut off (never
    rounded) before `...`. `lo` and `hi` are consecutive decimals of 30 digits around it (where
    nobody can tell which, or no more is known, two that are farther apart, and it is printed as
    [lo, hi]), `exact` the Fraction that it equals or None, `float()` the double nearest to it. <, ==, + and so on take
    other exact numbers: integers, Fractions, Decimals and Values; a double is compared as the
    dyadic number that it is, and refused in arithmetic. No comparison goes through doubles: the
    numbers are enclosed until they differ or are proved equal, else Undecided is raised.

    Where a name has several values it is a sequence of them. A privacy loss has `loss`, its form p
    epsilon + q. `values` are the numbers as the package computes with them.

    >>> half = value("laplace.density", epsilon=1, x=0)
    >>> half, half == Fraction(1, 2), value("laplace.density", epsilon=1, x=1) < half
    (1/2, True, True)
    """

    __slots__ = ("is_list", "loss", "values")
    __hash__ = None  # type: ignore[assignment]  # equal numbers may be written in different ways

    def __init__(
        self, values: tuple[Number, ...], is_list: bool = False, loss: Loss | None = None
    ) -> None:
        """`value` and `number` make one."""
        self.values, self.is_list, self.loss = values, is_list, loss

    @property
    def _one(self) -> Number:
        if self.is_list:
            raise TypeError(f"these are {len(self.values)} values; take one of them, such as [0]")
        return self.values[0]

    # ------------------------------------------------------------ what it is

    def digits(self, count: int = DIGITS) -> tuple[str, str]:
        """Returns the two consecutive decimals of `count` significant digits that enclose it; equal
        if it is one, and farther apart where nobody can tell which they are.
        """
        return enclosing(self._one, count)

    @property
    def lo(self) -> Decimal:
        """Returns the greatest decimal of 30 digits that is not above it."""
        return Decimal(self.digits()[0])

    @property
    def hi(self) -> Decimal:
        """Returns the least decimal of 30 digits that is not below it."""
        return Decimal(self.digits()[1])

    @property
    def exact(self) -> Fraction | None:
        """Returns the Fraction that it equals; None where it is irrational, or nobody has proved it
        rational.
        """
        if isinstance(self._one, Fraction):
            return self._one
        found = reported(self._one, certain=False).get("exact")
        return None if found is None else Fraction(found)

    def report(self, count: int = DIGITS) -> dict[str, str]:
        """Returns what `dpmean value --json` says of it: lo, hi, f64, about, and exact where it is
        rational; without f64 and about where the nearest double is not known.
        """
        return reported(self._one, count, certain=False)

    def __float__(self) -> float:
        return binary64(self._one)

    # ------------------------------------------------------------ how it looks

    def _shown(self, dots: str) -> str:
        exact = self.exact
        if exact is not None and len(short := spell(exact)) <= 2 * SHOWN:
            return short
        try:
            low, high = decimals(self._one, SHOWN)
        except Undecided:
            return f"[{', '.join(self.digits(SHOWN))}]"
        if low == high:
            return low
        mantissa, e, power = (high if low.startswith("-") else low).partition("e")
        missing = SHOWN - len(mantissa.replace(".", "").lstrip("-0"))
        if missing > 0:
            mantissa += ("" if "." in mantissa else ".") + "0" * missing
        return mantissa + dots + e + power

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self))}]" if self.is_list else self._shown("...")

    def _repr_latex_(self) -> str:
        return f"${self._latex()}$"

    def _latex(self) -> str:
        if self.is_list:
            return rf"\left({', '.join(v._latex() for v in self)}\right)"
        if "/" not in (shown := self._shown(r"\ldots ")):
            mantissa, e, power = shown.partition("e")
            return mantissa + (rf"\cdot 10^{{{power}}}" if e else "")
        top, _, bottom = shown.partition("/")
        return rf"{'-' * top.startswith('-')}\frac{{{top.lstrip('-')}}}{{{bottom}}}"

    def __format__(self, spec: str) -> str:
        """Returns it rounded as the format says, correctly: f"{v:.3f}", f"{v:.20e}"."""
        count = DIGITS
        while spec and count <= MOST_FORMATTED:
            low, high = (format(Decimal(d), spec) for d in self.digits(count))
            if low == high:
                return low
            count *= 2
        return str(self) if not spec else format(Decimal(self.digits(MOST_FORMATTED)[0]), spec)

    # ------------------------------------------------------------ as a sequence

    def __len__(self) -> int:
        if not self.is_list:
            raise TypeError("one number has no length")
        return len(self.values)

    def __iter__(self) -> Iterator[Value]:
        return (number(x) for x in self.values[: len(self)])

    def __getitem__(self, place: int) -> Value:
        return number(self.values[: len(self)][place])

    # ------------------------------------------------------------ as a number

    def _sign_of_difference(self, other: object) -> int | None:
        """Returns -1, 0 or 1, certified; None for what is no number."""
        if isinstance(other, float) and math.isinf(other):
            return -1 if other > 0 else 1
        theirs = (
            Fraction(other)
            if isinstance(other, float) and not math.isnan(other)
            else _operand(other)
        )
        mine = self._one
        return None if theirs is None else 0 if theirs is mine else enclosure.compare(mine, theirs)

    def _compared(self, other: object, holds: Callable[[int], bool]) -> bool:
        found = None if self.is_list else self._sign_of_difference(other)
        return NotImplemented if found is None else holds(found)

    def __eq__(self, other: object) -> bool:
        if self.is_list and isinstance(other, Value | list | tuple) and len(other) == len(self):
            return all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        return self._compared(other, lambda s: s == 0)

    def __lt__(self, other: object) -> bool:
        return self._compared(other, lambda s: s < 0)

    def __le__(self, other: object) -> bool:
        return self._compared(other, lambda s: s <= 0)

    def __gt__(self, other: object) -> bool:
        return self._compared(other, lambda s: s > 0)

    def __ge__(self, other: object) -> bool:
        return self._compared(other, lambda s: s >= 0)

    def __bool__(self) -> bool:
        return bool(self.values) if self.is_list else enclosure.sign(self._one) != 0

    def _with(self, other: object, made: Callable[[Any, Any], Number]) -> Value:
        if isinstance(other, float):
            rational(other, "operand")  # raises, and says how it is written exactly
        theirs = _operand(other)
        return NotImplemented if theirs is None else number(made(self._one, theirs))

    def __add__(self, other: object) -> Value:
        return self._with(other, lambda x, y: x + y)

    def __sub__(self, other: object) -> Value:
        return self._with(other, lambda x, y: x - y)

    def __rsub__(self, other: object) -> Value:
        return self._with(other, lambda x, y: y - x)

    def __mul__(self, other: object) -> Value:
        return self._with(other, lambda x, y: x * y)

    def __truediv__(self, other: object) -> Value:
        return self._with(other, _quotient)

    def __rtruediv__(self, other: object) -> Value:
        return self._with(other, lambda x, y: _quotient(y, x))

    def __pow__(self, power: int) -> Value:
        return number(self._one**power)

    def __neg__(self) -> Value:
        return number(-self._one)

    def __abs__(self) -> Value:
        return -self if enclosure.sign(self._one) < 0 else self

    def __floor__(self) -> int:
        return enclosure.floor(self._one)

    def __ceil__(self) -> int:
        return enclosure.ceil(self._one)

    def __trunc__(self) -> int:
        return (
            enclosure.floor(self._one)
            if enclosure.sign(self._one) >= 0
            else enclosure.ceil(self._one)
        )

    __int__, __radd__, __rmul__ = __trunc__, __add__, __mul__


def _operand(other: object) -> Number | None:
    """Returns an exact number that stands beside a Value; None for anything else."""
    if isinstance(other, Value):
        return other._one
    if isinstance(other, Real):
        return other
    if isinstance(other, Decimal) and other.is_finite():
        return Fraction(other)
    return (
        Fraction(other)
        if isinstance(other, int | Fraction) and not isinstance(other, bool)
        else None
    )


def _quotient(x: Number, y: Number) -> Number:
    if enclosure.sign(y) == 0:
        raise ZeroDivisionError("division by a number that is 0")
    return x / y


def number(x: object) -> Value:
    """Returns anything exact as a number that prints itself: what a law computes, or a spelling
    such as "1/10".

    >>> from dpmean.laws import Laplace
    >>> number(Laplace.given(epsilon=2).density(Fraction(1))), number("0.25")
    (0.13533528323661269..., 1/4)
    """
    return (
        x if isinstance(x, Value) else Value((x if isinstance(x, Real) else rational(x, "number"),))
    )


def value(name: str, given: Mapping[str, object] | None = None, /, **parameters: object) -> Value:
    """Returns the value of a name (`dpmean value --list` has all) at exact parameters, as a
    certified number.

    Parameters are integers, Fractions, Decimals or spellings such as "1/10" and "0.1"; a float
    raises InvalidInput, because 0.1 is not 1/10. One whose name is a word of Python stands in a
    mapping: value(name, {"lambda": 2}, n=10). Raises InvalidInput for a name or a parameter that
    does not exist, is missing, or out of range.

    MECHANISM.mse and MECHANISM.bias are those of a release on the records `data`, which are a text
    such as "0,1/2,1" (vectors: "0,1;1,0") or what `release` takes; `target` is the records' mean
    where it is left out. Of vectors the bias is a list. InvalidInput is raised too where the number
    is infinite or does not exist.

    >>> variance = value("hourglass.variance", epsilon=1, gamma="optimal")
    >>> variance, float(variance), variance.hi - variance.lo, variance.exact
    (1.9181035312355251..., 1.9181035312355252, Decimal('1E-29'), None)
    >>> value("hourglass.covariance", epsilon=1, gamma="optimal") == 0
    True
    >>> value("adpm.weights", epsilons=["1/2", 3, 3])
    [1/13, 6/13, 6/13]
    >>> value("dpucoarse.mse", data=[0, 1, 2], epsilon=1, delta="1/10")
    3/4
    """
    asked = {**(given or {}), **parameters}
    if "data" in asked:
        from . import released

        if released.asked(name, asked):
            found_of = released.released(name, asked)
            return Value(
                tuple(_known(name, x) for x in found_of),
                name.endswith(".bias") and len(found_of) > 1,
            )
    found: Result = result(name, asked)
    return Value(found.values, found.is_list, found.loss)


def _known(name: str, found: Number | Interval | str) -> Number:
    """Returns a moment of a release as a number; InvalidInput where it is infinite, or there is
    none.
    """
    if isinstance(found, str):
        raise InvalidInput("not_finite", f"{name}: {found}", argument="data")
    if isinstance(found, Interval):
        return enclosure.between(found.lower, found.upper)
    return found


def report(x: object, digits: int = DIGITS) -> dict[str, str]:
    """Returns what `dpmean value --json` says of a number: lo, hi, f64 (its bits), about, and exact
    if it is rational.

    >>> report(value("minimax.sigma_squared", epsilon=1), digits=12)["hi"]
    '1.91810353124'
    """
    return number(x).report(digits)
