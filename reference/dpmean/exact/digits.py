"""How a real number is reported: two consecutive D-digit decimals around it, and its correctly
rounded binary64.

Both are functions of the number alone, so what is exported does not move with a library's version
or precision.
"""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from fractions import Fraction

from ..errors import Undecided
from .balls import leading_digits, magnitude, rounded
from .enclosure import CAP, Interval, decide, interval, simplest
from .numbers import spell
from .reals import Number, Real

DIGITS = 30
SHORT = 24  # characters of a number that is written whole
MAX_DIGITS = 1000
MAX_EXACT_BITS = 1000  # longer rationals are left out of reports; lo and hi say enough
FAR = (
    1 << 16
    # beyond 2^FAR and below 2^-FAR digits come from the logarithm, unless a number is such a
    # decimal itself
)


def decimals(x: Number, digits: int = DIGITS) -> tuple[str, str]:
    """Returns (lo, hi): the greatest `digits`-digit decimal <= x and the least one >= x.

    The two are equal exactly when x is such a decimal.

    >>> decimals(Fraction(1, 3), 5)
    ('0.33333', '0.33334')
    """
    if abs(magnitude(x) or 0) > FAR and (found := leading_digits(x, digits)):
        low, high, exponent = found
        return _spell(low, exponent), _spell(high, exponent)

    def question(i: Interval) -> tuple[str, str] | None:
        if i.lower == i.upper == 0:
            return "0", "0"
        if i.lower <= 0 <= i.upper:
            return None
        (near, _), (far, open_) = sorted(
            [(abs(i.lower), i.open_lower), (abs(i.upper), i.open_upper)]
        )
        power, most = _power(near), _power(far)
        if power != (most - 1 if open_ and far == Fraction(10) ** most else most):
            return None
        unit = Fraction(10) ** (power - digits + 1)
        low, high = math.floor(i.lower / unit), math.ceil(i.upper / unit)
        above, below = i.open_lower or i.lower / unit > low, i.open_upper or i.upper / unit < high
        if i.lower == i.upper or (high - low == 1 and above and below):
            return _spell(low, power - digits + 1), _spell(high, power - digits + 1)
        return None

    return decide(x, question)


def enclosing(x: Number, digits: int = DIGITS) -> tuple[str, str]:
    """Returns what `decimals` does; where nobody can decide it (a number at or beside such a
    decimal, or known only to an interval), two decimals that certainly enclose x.
    """
    try:
        return decimals(x, digits)
    except Undecided:
        found = interval(x, CAP)
        if found.lower > found.upper:
            raise
        return decimals(found.lower, digits)[0], decimals(found.upper, digits)[1]


def promised(x: Fraction) -> str:
    """Returns a number for people who rely on it not being more: whole where it is short, else its
    first digits, rounded up.
    """
    return spell(x) if len(spell(x)) <= SHORT else decimals(x, 6)[1]


def _power(x: Fraction) -> int:
    """Returns the integer e with 10^e <= x < 10^(e+1), for x > 0."""
    # log10(2), within a step or two
    e = (x.numerator.bit_length() - x.denominator.bit_length()) * 30103 // 100000
    while Fraction(10) ** e > x:
        e -= 1
    while Fraction(10) ** (e + 1) <= x:
        e += 1
    return e


def _spell(mantissa: int, exponent: int) -> str:
    """Returns mantissa * 10^exponent, plainly when short, otherwise in scientific notation, without
    trailing zeros.
    """
    while mantissa and mantissa % 10 == 0:
        mantissa //= 10
        exponent += 1
    text = spell(abs(mantissa))
    minus, leading = "-" if mantissa < 0 else "", len(text) + exponent
    if not -10 < leading <= 40:
        return f"{minus}{text[0]}{'.' if text[1:] else ''}{text[1:]}e{leading - 1}"
    if exponent >= 0:
        return minus + text + "0" * exponent
    if leading > 0:
        return f"{minus}{text[:leading]}.{text[leading:]}"
    return f"{minus}0.{'0' * -leading}{text}"


def binary64(x: Number) -> float:
    """Returns the double nearest to x, ties to even; overflow gives an infinity."""
    if isinstance(x, Real) and (quick := rounded(x)) is not None:
        return quick

    def question(i: Interval) -> float | None:
        if i.lower < 0 < i.upper:
            return None  # not even the sign of a zero is guessed
        low = _nearest(i.lower)
        return low if low == _nearest(i.upper) else None

    return decide(x, question)


def _nearest(q: Fraction) -> float:
    try:
        return q.numerator / q.denominator  # CPython rounds the quotient of two integers correctly
    except OverflowError:
        return math.inf if q > 0 else -math.inf


def bits_of(value: float) -> str:
    """Returns the 16 hexadecimal digits of a double's IEEE-754 bits, big-endian."""
    return struct.pack(">d", value).hex()


def from_bits(text: str) -> float:
    """Returns the double with these 16 hexadecimal digits."""
    value: float = struct.unpack(">d", bytes.fromhex(text))[0]
    return value


def report(x: Number, digits: int = DIGITS, certain: bool = True) -> dict[str, str]:
    """Returns what a value looks like in JSON.

    The fields are lo, hi, f64 (bits), about (the double in decimal), and exact when the value is
    rational. Where these cannot be decided, Undecided is raised, unless they need not be `certain`:
    then lo and hi are as `enclosing` has them, and what is undecided is left out.
    """
    lo, hi = decimals(x, digits) if certain else enclosing(x, digits)
    shown = {"lo": lo, "hi": hi}
    try:
        nearest = binary64(x)
    except Undecided:
        if certain:
            raise
        return shown
    shown |= {"f64": bits_of(nearest), "about": repr(nearest)}
    exact = (
        x if isinstance(x, Fraction) else Fraction(Decimal(lo)) if lo == hi else _short_rational(x)
    )
    if (
        exact is not None
        and exact.denominator.bit_length() + exact.numerator.bit_length() <= MAX_EXACT_BITS
    ):
        shown["exact"] = spell(exact)
    return shown


def _short_rational(x: Real) -> Fraction | None:
    """Returns the rational that x equals, when it is short and a proof finds it; None says
    nothing.
    """
    size = magnitude(x)
    if size is not None and not -80 < size <= MAX_EXACT_BITS + 1:
        return None
    coarse, found = interval(x, 256), interval(x, 512)
    candidate = simplest(coarse) if coarse.lower <= coarse.upper else None
    if (
        candidate is None
        or candidate.denominator.bit_length() > 64
        or not found.lower <= candidate <= found.upper
    ):
        return None  # a rational this short lies in both enclosures by chance as good as never
    from .algebra import proves_equal

    return candidate if proves_equal(x, candidate) else None
