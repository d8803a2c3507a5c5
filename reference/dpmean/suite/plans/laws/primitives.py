"""The `tape` vectors of the primitives: the order of bits, uniform variables on a grid, a small
law, streams.

Streams come with their labelled children.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...kinds.tape import make
from ...vectors import Vector
from ..tables import rows
from ..tape_bits import boundary, dealt, endings, shake, tape

Flags = tuple[str, ...]
ORDER = ("TapeOrder",)
SHAKEN = {
    "uniform halves": 8,
    "uniform thirds": 8,
    "uniform thousand": 16,
    "uniform pair": 16,
    "uniform triple": 16,
    "uniform coin": 16,
    "bernoulli": 8,
    "rational weights": 12,
    "four weights": 12,
}
# tapes that the rows know by name: bytes of SHAKE128 of the name, and two that are made
TAPES = {name: shake(name, size) for name, size in SHAKEN.items()} | {
    "rare": "ffffffff" + shake("rare", 8),
    "waiting": tape(dealt("00" + "10" * 20 + "11", "0" * 44)),
}

WIDTHS: tuple[tuple[str, str, str, str, str], ...] = rows(
    __file__, "bits", "width tape count name why"
)
BOXES: tuple[tuple[str, str, str, str, str, str, str, Flags], ...] = rows(
    __file__, "box", "dimensions grid rounding tape count name why flags", {"tape": TAPES}
)
CELLS: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "cell", "weights tape count name why flags", {"tape": TAPES}
)
SEED = shake("seed of the streams", 8)
STREAMS: tuple[tuple[str, dict[str, str], list[str], str, str, str, Flags], ...] = rows(
    __file__, "stream", "object params labels count name why flags"
)


def tape_vectors() -> Iterator[Vector]:
    for width, bits, number, name, why in WIDTHS:
        yield make("bits", {"width": width}, {"tape": bits, "count": number}, name, why, ORDER)
    for width in ("1", "12"):
        yield from _ends("bits", {"width": width}, {})
    for dimensions, grid, rounding, bits, number, name, why, flags in BOXES:
        box = {"tape": bits, "count": number, "grid": grid} | (
            {"rounding": rounding} if rounding != "nearest" else {}
        )
        yield make("uniform", {"dimensions": dimensions}, box, name, why, flags)
    for dimensions, grid in (("1", "1/1000"), ("2", "1/10")):
        yield from endings("uniform", {"dimensions": dimensions}, {"grid": grid, "count": "3"})
    for weights, bits, number, name, why, flags in CELLS:
        yield make(
            "categorical", {"weights": weights}, {"tape": bits, "count": number}, name, why, flags
        )
    yield from boundary("categorical", {"weights": "2 1"}, {}, "third", "2/3", "", Fraction(2, 3))
    yield from endings("categorical", {"weights": "1 2 3 4"}, {"count": "5"})
    for object_, params, labels, number, name, why, flags in STREAMS:
        given: dict[str, Any] = {"seed": SEED, "count": number}
        if labels:
            given["fork"] = list(labels)
        if object_ == "uniform":
            given["grid"] = "1/1000"
        yield make(object_, params, given, name, why, flags)


def _ends(object_: str, params: dict[str, str], given: dict[str, Any]) -> Iterator[Vector]:
    """Yield requests for raw bits: exactly as many as the tape has, and one group too many."""
    width = int(params["width"])
    number = 24 // width
    bits = tape("10" * 12)
    yield make(
        object_,
        params,
        {**given, "tape": bits, "count": str(number)},
        "end-exact",
        f"{number} groups of {width} use up the tape to the last bit",
        ("TapeExhausted",),
    )
    yield make(
        object_,
        params,
        {**given, "tape": bits, "count": str(number + 1)},
        "end-short",
        f"one group of {width} more than the tape has: an error, not a group of zeros",
        (),
    )
