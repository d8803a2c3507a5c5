"""Transcripts of means with little or no bias: small data sets with injected draws, stage by stage
and bin by bin.

This file holds data, draws and the reason for choosing them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...kinds import transcript
from ...vectors import Vector
from ..tables import rows, shared

Flags = tuple[str, ...]
Draws = dict[str, str | list[str]]
Case = tuple[str, dict[str, str], tuple[str, ...], Draws, str, Flags]
FIELDS = "name params data draws why flags"
PARAMS: dict[str, dict[str, str]] = shared(__file__, "params")
CLIPPED = PARAMS["clipped"]
COMBINED = PARAMS["combined"]
LATTICE = PARAMS["lattice"]
COARSE = PARAMS["coarse"]
SPLIT = PARAMS["split"]
UNKNOWN = PARAMS["unknown"]
SIZED = PARAMS["sized"]
STUDENT = PARAMS["student"]
BLOCKS = PARAMS["blocks"]
BASIC = {
    "clipped_mean": "Margin",
    "name_and_shame": "NamedScale",
    "combined_mean": "NamedScale",
    "dpucoarse": "OffsetForgotten",
    "dpumean": "SplitOverlap",
    "kv_mean": "SplitOverlap",
    "unknown_size": "SampleOrder",
    "student_t_mean": "OutputClip",
    "shuffled_mean": "ShuffleRows",
}


def made(object_: str, cases: tuple[Case, ...]) -> Iterator[Vector]:
    """Yield the vectors of these cases, each under its own name."""
    for name, params, data, draws, why, flags in cases:
        found = transcript.make(object_, params, data, draws, name, why, flags or (BASIC[object_],))
        steps = [v for _, v in found.expect["steps"] for v in (v if isinstance(v, list) else [v])]
        zero = "0" in (*steps, found.expect["value"]) and any(
            x.startswith("-") for x in (*data, *(d for d in draws.values() if isinstance(d, str)))
        )
        # a sum that cancels: no double is a few units in the last place of 0
        yield replace(found, requires=("numbers:rational",)) if zero else found


def transcript_vectors() -> Iterator[Vector]:
    for object_ in BASIC:
        yield from made(object_, rows(__file__, object_, FIELDS))
