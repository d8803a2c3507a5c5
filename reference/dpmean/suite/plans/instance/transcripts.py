"""Transcripts of means of vectors: small data sets, every draw injected, every stage named.

This file holds data, draws and the reason for choosing them. Draws that a case does not name follow
its rule, so that a search of ten counts needs no list of ten numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import rational, spell
from ....programs.program import Draw
from ....programs.run import run
from ...kinds import transcript
from ...vectors import Vector
from ..tables import rows, shared

Flags = tuple[str, ...]
Data = tuple[Any, ...]
Rule = Callable[[str], str]
Case = tuple[dict[str, str], Data, Mapping[str, str], str, Flags]


def quiet(label: str) -> str:
    """Draw no noise; all signs are 1."""
    return "1" if label.startswith("sign") else "0"


def small(label: str) -> str:
    """Draw small integers of both signs, and signs, that depend on the label alone."""
    number = hashlib.shake_128(label.encode()).digest(1)[0]
    return ("1" if number & 1 else "-1") if label.startswith("sign") else str(number % 5 - 2)


def large(label: str) -> str:
    """Draw integers of up to 200 in size, that depend on the label alone."""
    number = int.from_bytes(hashlib.shake_128(label.encode()).digest(2), "big")
    return small(label) if label.startswith("sign") else str(number % 401 - 200)


def halves(label: str) -> str:
    """Draw multiples of one half, as outcomes of continuous noise."""
    return small(label) if label.startswith("sign") else spell(Fraction(int(large(label)), 2))


def made(
    object_: str,
    params: dict[str, str],
    data: Data,
    named: Mapping[str, str],
    rule: Rule,
    name: str,
    why: str,
    flags: Flags,
) -> Vector:
    """Run the program once to learn which draws it asks for, then return the transcript as a
    vector.
    """
    asked: dict[str, Any] = {}

    def answer(draw: Draw) -> Fraction:
        asked[draw.label] = named.get(draw.label, rule(draw.label))
        return rational(asked[draw.label], "draw")

    run(build(object_, params).program([transcript.record(x) for x in data]), answer)
    if unused := set(named) - set(asked):
        raise AssertionError(f"{object_} {name}: nothing asks for {min(unused)}")
    found = transcript.make(object_, params, data, asked, name, why, flags)
    return replace(found, requires=("numbers:rational",)) if beyond_doubles(found.expect) else found


def beyond_doubles(expect: dict[str, Any]) -> bool:
    """Tell whether doubles cannot reproduce the transcript to the last digit.

    That is so where a step is an integer that no double holds, or where an output is 0 because
    terms cancel.
    """
    flat = [
        v
        for _, step in expect["steps"]
        for row in (step if isinstance(step, list) else [step])
        for v in (row if isinstance(row, list) else [row])
    ]
    return any(abs(Fraction(v)) > 1 << 53 for v in flat) or "0" in expect.get("values", ())


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (quiet, small, large, halves)}
FIELDS = "name params data draws rule why flags"
PARAMS: dict[str, dict[str, str]] = shared(__file__, "params")
DATA: dict[str, list[Any]] = shared(__file__, "data")
QUANT = PARAMS["quant"]
NORM = PARAMS["norm"]
TWO = PARAMS["two"]
SHIFTED = PARAMS["shifted"]
REAL = PARAMS["real"]
NORMAL = PARAMS["normal"]
FIVE = DATA["five"]
SIX = DATA["six"]
POINTS = DATA["points"]
BASIC = {
    "privquant": "RankTie",
    "norm_clipped_mean": "WrongNorm",
    "quantile_clipped_mean": "BudgetNotSplit",
    "shifted_clipped_mean": "CenterForgotten",
    "quantized_mean": "Rounding",
    "gaussian_mean": "WrongNorm",
}

_ROTATED = (
    "CenterForgotten",
    "SignsForgotten",
    "Unnormalised",
    "PaddingKept",
    "RankTie",
    "TruncatedDivision",
    "WrongNorm",
    "NoiseReused",
    "BudgetNotSplit",
)
# what every transcript of a mechanism shows beside what it was made for
SHOWN: dict[str, Flags] = {
    "privquant": ("RankTie", "NoiseReused"),
    "norm_clipped_mean": ("WrongNorm", "NoiseReused", "Unnormalised"),
    "quantile_clipped_mean": (
        "BudgetNotSplit",
        "RankTie",
        "WrongNorm",
        "NoiseReused",
        "Unnormalised",
    ),
    "shifted_clipped_mean": _ROTATED,
    "quantized_mean": ("Rounding", "SensitivityUnit", "ShiftForgotten", *_ROTATED),
    "gaussian_mean": ("SensitivityUnit", "ShiftForgotten", *_ROTATED),
}


def transcript_vectors() -> Iterator[Vector]:
    for object_ in BASIC:
        for name, params, data, named, rule, why, flags in rows(
            __file__, object_, FIELDS, {"rule": RULES}
        ):
            yield made(
                object_,
                params,
                data,
                named,
                rule,
                name,
                why,
                tuple(dict.fromkeys((*flags, *SHOWN[object_]))),
            )
