"""Tapes with a purpose: ordinary bits from a label, tapes that end to the bit, tapes that stay next
to a boundary.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, zip_longest
from typing import Any

from ...errors import TapeExhausted
from ...exact.enclosure import floor
from ...exact.reals import Number
from ..kinds.tape import answer, make
from ..vectors import Vector

Flags = tuple[str, ...]
Cdf = Callable[[int], Number]
NEAR = 96  # bits for which a tape agrees with a boundary


def shake(text: str, size: int) -> str:
    """Return `size` bytes that depend on the text alone, in hexadecimal."""
    return hashlib.shake_128(text.encode()).hexdigest(size)


def binary(text: str, size: int) -> str:
    """Return `size` bytes that depend on the text alone, as binary digits."""
    return format(int(shake(text, size), 16), f"0{8 * size}b")


def tape(digits: str) -> str:
    """Return binary digits as a tape of whole bytes, padded with 0."""
    padded = digits + "0" * (-len(digits) % 8)
    return format(int("0" + padded, 2), f"0{len(padded) // 4}x") if padded else ""


def dealt(*variables: str) -> str:
    """Return the digits of several variables dealt in turn, one of each."""
    return "".join("".join(turn) for turn in zip_longest(*variables, fillvalue="0"))


def digits(x: Number, n: int) -> str:
    """Return the first n binary digits of a number of [0, 1)."""
    return format(floor(x * Fraction(1 << n)), f"0{n}b") if n else ""


def steer(cdf: Cdf, k: int) -> str:
    """Return the fewest bits that make a draw by inversion give k; they are all that it
    consumes.
    """
    low, high = cdf(k - 1), cdf(k)
    for n in count(0):
        unit = Fraction(1 << n)
        first = -floor(-(low * unit))
        if first + 1 <= floor(high * unit):
            return format(first, f"0{n}b") if n else ""
    raise AssertionError("unreachable")


def boundary(
    object_: str,
    params: dict[str, str],
    given: dict[str, Any],
    name: str,
    what: str,
    prefix: str,
    at: Number,
    flags: Flags = (),
    others: str = "",
) -> Iterator[Vector]:
    """Yield three tapes next to a boundary that is no dyadic number: below it, above it, and on it
    to their end.

    `prefix` are the bits before the variable; `others` the digits of the variable before it, with
    which it takes turns.
    """
    stem, rest = floor(at * Fraction(1 << NEAR)), binary(f"{object_}{name}", 8)
    for side, number in (("below", stem - 1), ("above", stem + 1)):
        own = format(number, f"0{NEAR}b") + rest
        why = (
            f"U is {side} {what} by less than 2^-{NEAR - 2}: a sampler that compares doubles "
            "takes either side at random"
        )
        yield make(
            object_,
            params,
            {"tape": tape(prefix + (dealt(others, own) if others else own)), "count": "1", **given},
            f"{name}-{side}",
            why,
            ("Unlucky", *flags),
        )
    own = digits(at, 2 * NEAR)
    bits = prefix + (dealt(others, own) if others else own)
    bits = bits[: len(bits) // 8 * 8]
    why = (
        f"U agrees with {what} as long as the tape lasts, {len(bits)} bits: a sampler with a "
        "cap on its bits answers, where there is no answer"
    )
    yield make(
        object_,
        params,
        {"tape": tape(bits), "count": "1", **given},
        f"{name}-endless",
        why,
        ("Unlucky", *flags),
    )


# what a seed calls a parameter that was renamed: bits do not follow names
SEED_WORDS = {"constants": "kind", "degrees": "d"}


def endings(
    object_: str, params: dict[str, str], given: dict[str, Any], name: str = "end", size: int = 64
) -> Iterator[Vector]:
    """Yield three tapes around the end of what a draw consumes.

    One ends with the bit that decides, one a bit short of it, and one is the short one with a byte
    more.
    """
    tag = f"{object_}{sorted((SEED_WORDS.get(k, k), v) for k, v in params.items())}{name}"
    for wanted in (0, 1):
        long, used = _using(object_, params, given, tag, wanted, size)
        if wanted == 0:
            why = (
                f"the tape ends exactly with the bit that decides, number {used}: reading one "
                "bit ahead is an error here"
            )
            yield make(
                object_,
                params,
                {**given, "tape": long[: used // 4]},
                f"{name}-exact",
                why,
                ("TapeExhausted",),
            )
        else:
            why = (
                f"the tape ends exactly one bit short, after {used - 1}: the missing bit is not "
                "a 0, and what is left of the last byte is not there"
            )
            yield make(
                object_,
                params,
                {**given, "tape": long[: (used - 1) // 4]},
                f"{name}-short",
                why,
                (),
            )
            why = (
                "the tape that ends one bit short, with one more byte, of which one bit is "
                f"used, bit {used}"
            )
            yield make(
                object_,
                params,
                {**given, "tape": long[: (used + 7) // 4]},
                f"{name}-enough",
                why,
                ("TapeExhausted",),
            )


def _using(
    object_: str, params: dict[str, str], given: dict[str, Any], tag: str, wanted: int, size: int
) -> tuple[str, int]:
    """Return a long tape, and the number of its bits that are used, which is `wanted` modulo 8."""
    for i in range(500):
        long = shake(f"{tag}{i}", size)
        try:
            used = int(answer(object_, params, {**given, "tape": long})["bits"])
        except TapeExhausted:
            continue
        if used > 1 and used % 8 == wanted:
            return long, used
    raise AssertionError(
        f"{object_}: no tape of 500 uses 8 k + {wanted} bits; change the count or the grid"
    )
