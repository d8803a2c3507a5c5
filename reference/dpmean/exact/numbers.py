"""The only way in for numbers: what comes in is exact, or is refused with its exact spelling.

Parameters are `int | Fraction | Decimal | "p/q" | "0.25"`; a float parameter is refused, because
0.1 is not 1/10. Data is taken bit-exactly: a float record is the dyadic rational that its bits are;
NaN and missing cells become None (the mechanism's policy decides what a missing record is),
infinities become a sentinel that clipping resolves.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from numbers import Rational as AnyRational
from numbers import Real as AnyReal
from types import NoneType
from typing import Literal

from ..errors import InvalidInput

Exact = int | Fraction | Decimal | str
Datum = Fraction | Literal["inf", "-inf"] | None

_RATIONAL = re.compile(r"[+-]?\d+(/\d+)?|[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?")
_NOT_FINITE = {"inf", "infinity", "-inf", "-infinity", "+inf", "+infinity"}
MAX_DIGITS = 4000  # a parameter longer than this is refused: nothing in the papers needs it
MAX_EXPONENT = 5000
# digits that Python converts whatever PYTHONINTMAXSTRDIGITS says, which is 4300 where nobody set it
PLAIN = 640


def rational(value: object, name: str) -> Fraction:
    """Returns `value` as a Fraction, or raises InvalidInput naming the exact spelling that is
    wanted.

    >>> rational("1/10", "epsilon")
    Fraction(1, 10)
    """
    if isinstance(value, bool):
        raise InvalidInput("not_a_number", f"{name}: a truth value is not a number", argument=name)
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, float):
        if math.isnan(value):
            raise InvalidInput("not_a_number", f"{name}: NaN is not a number", argument=name)
        if math.isinf(value):
            raise InvalidInput("not_finite", f"{name}: must be finite", argument=name)
        short = Fraction(repr(float(value)))  # NumPy's double is a float with another repr
        raise InvalidInput(
            "not_exact",
            f"{name}: got a float; write Fraction('{short}') or '{short}' if that is what is meant",
            argument=name,
        )
    if isinstance(value, Decimal):
        value = str(value)
    if not isinstance(value, str):
        raise InvalidInput(
            "not_a_number",
            f"{name}: expected an integer, a Fraction, a Decimal or a text such as '1/10', "
            f"got {type(value).__name__}",
            argument=name,
        )
    return _parse(value.strip(), name)


@lru_cache(maxsize=1024)  # columns of parameters repeat most of them
def _parse(text: str, name: str) -> Fraction:
    if text.lower() in _NOT_FINITE:
        raise InvalidInput("not_finite", f"{name}: must be finite", argument=name)
    if len(text) > MAX_DIGITS:
        raise InvalidInput(
            "not_a_number", f"{name}: longer than {MAX_DIGITS} characters", argument=name
        )
    if not _RATIONAL.fullmatch(text) or not text.isascii():
        raise InvalidInput(
            "not_a_number",
            f"{name}: not a number; write an integer, p/q or a decimal",
            argument=name,
        )
    mantissa, _, exponent = text.lower().partition("e")
    if exponent and abs(_integer(exponent)) > MAX_EXPONENT:
        raise InvalidInput("out_of_range", f"{name}: exponent beyond {MAX_EXPONENT}", argument=name)
    if "/" in mantissa and not mantissa.split("/")[1].strip("0"):
        raise InvalidInput("not_a_number", f"{name}: denominator is 0", argument=name)
    return _fraction(text)


def _integer(text: str) -> int:
    """Returns the integer that a text spells; Python's own conversion ends at PLAIN digits or more,
    that of a Decimal does not.
    """
    return int(text) if len(text) <= PLAIN else int(Decimal(text))


def _fraction(text: str) -> Fraction:
    """Returns the number that a text of the form _RATIONAL spells."""
    if len(text) <= PLAIN:
        return Fraction(text)
    top, slash, bottom = text.partition("/")
    return Fraction(_integer(top), _integer(bottom)) if slash else Fraction(Decimal(text))


def integer(value: object, name: str) -> int:
    """Returns `value` as an int, or raises InvalidInput."""
    q = rational(value, name)
    if q.denominator != 1:
        raise InvalidInput("not_an_integer", f"{name}: must be an integer", argument=name)
    return q.numerator


def datum(value: object) -> Datum:
    """Returns one record, bit-exactly: a Fraction, "inf", "-inf", or None for missing, NaN and
    text; never an error.
    """
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, Integral):  # also the integers of array libraries
        return Fraction(int(value))
    if isinstance(value, Fraction):
        return value
    if isinstance(value, AnyRational):  # also the rationals of other libraries
        return Fraction(int(value.numerator), int(value.denominator))
    # a float of any width counts as the nearest double, a policy that looks at this record only
    if isinstance(value, AnyReal):
        try:
            double = float(value)
        except OverflowError:
            return "-inf" if value <= -1 else "inf"
        if math.isnan(double):
            return None
        return ("inf" if double > 0 else "-inf") if math.isinf(double) else Fraction(double)
    if isinstance(value, Decimal):
        value = str(value)
    if isinstance(value, str):
        text = value.strip().lower()
        if text in _NOT_FINITE:
            return "-inf" if text.startswith("-") else "inf"
        return _record(text)
    return None


# what other libraries write for a missing record, and their truth values: top-level module and name
_OTHERS = {
    ("numpy", "MaskedConstant"),
    ("numpy", "bool"),
    ("numpy", "bool_"),
    ("pandas", "NAType"),
    ("pandas", "NaTType"),
}


def may_be_record(kind: type) -> bool:
    """Returns whether objects of this type are records: numbers, missing ones, texts, truth values.

    Everything else (complex, a date, bytes, a list, any object) is none, whatever its value.
    """
    if issubclass(kind, AnyReal | Decimal | str | NoneType):
        return kind.__name__ != "timedelta64"  # which NumPy calls an integer
    return (kind.__module__.partition(".")[0], kind.__name__) in _OTHERS


def spell(q: Fraction | int) -> str:
    """Returns the canonical spelling of a rational: lowest terms, `p` or `p/q` with q > 1."""
    q = Fraction(q)
    return (
        _digits(q.numerator)
        if q.denominator == 1
        else f"{_digits(q.numerator)}/{_digits(q.denominator)}"
    )


def _digits(n: int) -> str:
    """Returns an integer in decimal: see `_integer`."""
    return str(n) if n.bit_length() < 3 * PLAIN else f"{Decimal(n):f}"


def exact_root(q: Fraction, degree: int) -> Fraction | None:
    """Returns the rational `degree`-th root of q >= 0, or None when there is none; no floats are
    involved.
    """
    top, bottom = _integer_root(q.numerator, degree), _integer_root(q.denominator, degree)
    if top**degree == q.numerator and bottom**degree == q.denominator:
        return Fraction(top, bottom)
    return None


def _integer_root(n: int, degree: int) -> int:
    """Returns floor(n^(1/degree)) for n >= 0, by Newton's method from above."""
    if n < 2 or degree == 1:
        return n
    x = 1 << -(-n.bit_length() // degree)
    while True:
        y = ((degree - 1) * x + n // x ** (degree - 1)) // degree
        if y >= x:
            return x
        x = y


def _record(text: str) -> Datum:
    """Returns the number in a cell of text: any decimal, however long.

    Beyond the exponent cap it is an infinity (or 0), as clipping wants.
    """
    if not text.isascii() or not _RATIONAL.fullmatch(text):
        return None
    mantissa, _, exponent = text.partition("e")
    if len(exponent) > 6:  # 1e+0000001 is 10
        exponent = ("-" if exponent.startswith("-") else "") + (
            exponent.lstrip("+-").lstrip("0") or "0"
        )
    if exponent and (len(exponent) > 6 or abs(int(exponent)) > MAX_EXPONENT):
        if not mantissa.strip("+-0."):
            return Fraction(0)
        if exponent.startswith("-"):
            return Fraction(0)
        return "-inf" if mantissa.startswith("-") else "inf"
    if len(mantissa) > MAX_DIGITS:
        return _long(mantissa, int(exponent or 0))
    if "/" in mantissa and not mantissa.split("/")[1].strip("0"):
        return None
    return _fraction(f"{mantissa}e{exponent}" if exponent else mantissa)


def _long(mantissa: str, exponent: int) -> Datum:
    """Returns a number of more than MAX_DIGITS characters, cut after so many places.

    Its size decides: beyond the cap it is an infinity.
    """
    minus, body = mantissa.startswith("-"), mantissa.lstrip("+-")
    if "/" in body:
        return None
    whole, _, rest = body.partition(".")
    digits = (whole + rest).lstrip("0")
    # the number is 0.digits times 10^places
    places = exponent + len(whole) - (len(whole + rest) - len(digits))
    if not digits or places < -MAX_EXPONENT:
        return Fraction(0)
    if places > MAX_EXPONENT:
        return "-inf" if minus else "inf"
    kept = digits[:MAX_DIGITS]
    value = Fraction(_integer(kept)) * Fraction(10) ** (places - len(kept))
    return -value if minus else value
