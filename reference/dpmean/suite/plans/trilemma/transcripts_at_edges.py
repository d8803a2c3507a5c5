"""Transcripts and tapes of means with little or no bias at their edges, each for one mistake that
the plainer ones let pass.

What may be put here: a setting in which two parameters, or a parameter and an edge, meet; what
needs neither is in `transcripts.py` and `releases.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds import tape as tapes
from ...vectors import Vector
from ..tables import rows
from ..tape_bits import shake
from .transcripts import FIELDS, Flags, made

OBJECTS = ("clipped_mean", "combined_mean", "dpucoarse", "dpumean", "kv_mean", "unknown_size")
# one digest over 20 releases: the law of the noise is in no transcript
TAPES: tuple[tuple[str, str, str, dict[str, str], list[str], str, Flags], ...] = rows(
    __file__, "tape", "name seed object params data why flags"
)


def transcript_vectors() -> Iterator[Vector]:
    for object_ in OBJECTS:
        yield from made(object_, rows(__file__, object_, FIELDS))


def tape_vectors() -> Iterator[Vector]:
    for name, seed, object_, params, data, why, flags in TAPES:
        given = {"data": data, "seed": shake(seed, 8), "count": "20", "grid": "1/1000"}
        yield tapes.make(
            object_, params, given, name, f"20 releases, one digest: {why}", ("Accumulated", *flags)
        )
