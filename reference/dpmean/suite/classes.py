"""Classes of numbers that implementations treat alike, and go wrong with alike: a vector is asked
for every class of every parameter, and not for the numbers that somebody thought of.

A class is a question about a rational number, and a few numbers of it, of different sizes, so that
one of them is likely to lie where a parameter may. The numbers are long for a reason each: 4294967311
is a prime beyond 2^32, so that a denominator of it is lost in 32 bits; 9007199254740997 is beyond
2^53 and no power of two, so that no double has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

# beyond these a signed number of 32 bits, a double, or a signed number of 64 bits is not exact
BITS_32, BITS_53, BITS_64 = 2**31, 2**53, 2**63


@dataclass(frozen=True)
class NumberClass:
    """A class of numbers: its name, which numbers are in it, examples, and what goes wrong."""

    name: str
    has: Callable[[Fraction], bool]
    examples: tuple[str, ...]
    why: str
    flags: tuple[str, ...] = ()


def _power_of_two(n: int) -> bool:
    return n & (n - 1) == 0


def _of(denominator: int, *numerators: int) -> tuple[str, ...]:
    return tuple(f"{n}/{denominator}" for n in numerators)


P32, P53 = 4294967311, 9007199254740997  # beyond 2^32 and beyond 2^53
CLASSES = (
    NumberClass("zero", lambda q: q == 0, ("0",), "exactly zero", ("CaseEnd",)),
    NumberClass(
        "whole",
        lambda q: q.denominator == 1 and 0 < abs(q) < BITS_32,
        ("2", "3", "1", "5", "12", "100"),
        "a small whole number",
    ),
    NumberClass(
        "unit fraction",
        lambda q: abs(q.numerator) == 1 < q.denominator < BITS_32,
        ("1/3", "1/7", "1/100", "1/12"),
        "one part in a few",
    ),
    NumberClass(
        "fraction",
        lambda q: abs(q.numerator) > 1 and 1 < q.denominator < BITS_32,
        ("5/7", "7/3", "22/7", "97/100", "3/200", "1001/8"),
        "a fraction of small whole numbers",
    ),
    NumberClass(
        "negative",
        lambda q: q < 0,
        ("-1", "-3", "-2/7", "-1/10", "-100"),
        "a number below 0",
        ("NegativeSide",),
    ),
    NumberClass(
        "negative half",
        lambda q: q < 0 and q.denominator == 2,
        ("-1/2", "-3/2", "-5/2", "-7/2"),
        "halfway between two whole numbers below 0, where roundings differ",
        ("NegativeSide", "CaseEnd"),
    ),
    NumberClass(
        "denominator beyond 2^31",
        lambda q: BITS_32 < q.denominator < BITS_53 and not _power_of_two(q.denominator),
        _of(P32, 1431655771, 8589934627, 128849019341, 4294967291, 4294969, 4296),
        "a denominator that 32 bits do not hold",
        ("LongNumber",),
    ),
    NumberClass(
        "denominator beyond 2^53",
        lambda q: q.denominator > BITS_53 and not _power_of_two(q.denominator),
        _of(P53, 3002399751580331, 18014398509481995, 270215977642229911, P53 - 2, 9007199254741),
        "a denominator beyond 2^53: no double holds the number",
        ("LongNumber",),
    ),
    NumberClass(
        "double",
        lambda q: q.denominator > BITS_32 and _power_of_two(q.denominator),
        (
            "3602879701896397/36028797018963968",
            "6004799503160661/18014398509481984",
            "3039929748475085/1125899906842624",
            "8804536771509453/8796093022208",
            "5902958103587057/590295810358705651712",
        ),
        "a double, with all its bits (0.1, 1/3, 2.7, 1000.96, 0.00001)",
        ("LongNumber",),
    ),
    NumberClass(
        "beyond 709",
        lambda q: abs(q) > 709,
        ("1000", "750", "6401/8", "100000", "-750"),
        "a number of which no double is the exponential",
    ),
    NumberClass(
        "beyond 2^31",
        lambda q: abs(q) > BITS_32,
        ("2147483659", "4294967311", "8589934593/2", "1000000000000", "-4294967311"),
        "a number beyond 32 bits",
        ("LongNumber",),
    ),
    NumberClass(
        "beyond 2^53",
        lambda q: abs(q) > BITS_53,
        ("9007199254740993", "18014398509481985/2", "-9007199254740993"),
        "a number beyond 2^53, which no double is",
        ("LongNumber",),
    ),
    NumberClass(
        "beyond 2^63",
        lambda q: abs(q) > BITS_64,
        (
            "18446744073709551629",
            "9223372036854775809",
            "1000000000000000000000007",
            "-18446744073709551629",
        ),
        "a number beyond 64 bits",
        ("LongNumber",),
    ),
    NumberClass(
        "tiny",
        lambda q: 0 < abs(q) < Fraction(1, 2**30),
        (
            "3/4398046511104",
            "3/1099511627776",
            "1/1000000000000",
            "7/1000000000000000",
            f"1/{10**30}",
        ),
        "next to 0, and not 0",
        ("CaseEnd",),
    ),
)
BY_NAME = {c.name: c for c in CLASSES}
# records have no type that refuses a number, and most have bounds
RECORD_CLASSES = (
    *CLASSES,
    NumberClass(
        "far below",
        lambda q: q < -BITS_64,
        ("-18446744073709551629", "-1000000000000000000000007/3"),
        "far below every bound",
        ("ClipForgotten", "LongNumber"),
    ),
)
RECORD_BY_NAME = {c.name: c for c in RECORD_CLASSES}


def classes_of(number: Fraction) -> tuple[str, ...]:
    """Returns the names of all classes that a number is in."""
    return tuple(c.name for c in CLASSES if c.has(number))
