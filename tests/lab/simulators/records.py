"""The records of a stat request as runs of equal ones, and what programs with a known bug make of
them.

Each bug is written for the records at which its power is published; elsewhere it may do less.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Runs = list[tuple[str, int]]  # a value, and how many records have it


def runs(given: dict[str, Any]) -> Runs:
    """The records of a request, in their order."""
    if "records" in given:
        return [(run["value"], int(run["times"])) for run in given["records"]]
    return [(x, 1) for x in given["data"]]


def in_eight_bits(records: Runs) -> Runs:
    """What is left of equal records where the sum of shares and the count start again at 256."""
    ((value, times),) = [(x, sum(t for y, t in records if y == x)) for x in {x for x, _ in records}]
    return [(value, times % 256)]


def single(records: Runs) -> Runs:
    """Records that were kept in single precision: 24 bits of an integer."""

    def kept(x: str) -> str:
        number = Fraction(x)
        step = Fraction(2) ** max(int(number).bit_length() - 24, -40)
        return str(round(number / step) * step)

    return [(kept(x), times) for x, times in records]


def stops_short(records: Runs) -> Runs:
    """One of a hundred records of the longest run adds nothing."""
    longest = max(times for _, times in records)
    return [
        piece
        for x, times in records
        for piece in (
            [("0", times // 100), (x, times - times // 100)] if times == longest else [(x, times)]
        )
    ]


ALTERED: dict[str, Callable[[Runs], Runs]] = {
    "the count is kept in eight bits": in_eight_bits,
    "a sum in single precision stops short": stops_short,
    "the records in single precision": single,
    "records are kept in 31 bits": lambda r: [
        (str(min(Fraction(x), Fraction(2**31 - 1))), times) for x, times in r
    ],
    "the sum wraps at 64 bits": lambda r: [("0", times) for _, times in r],
    "records outside the bounds are lost": lambda r: [
        (x, times) for x, times in r if 0 <= Fraction(x) <= 1
    ],
    "infinite records are dropped": lambda r: [
        (x, times) for x, times in r if x not in ("inf", "-inf")
    ],
    "missing records are dropped": lambda r: [(x, times) for x, times in r if x != "nan"],
    "missing records count as 0": lambda r: [("0" if x == "nan" else x, times) for x, times in r],
    "the bounds are taken for [-1, 1]": lambda r: [
        (str(max(Fraction(-1), min(Fraction(1), Fraction(x)))), times) for x, times in r
    ],
}
