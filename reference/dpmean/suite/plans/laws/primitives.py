"""`tape` vectors of the primitives: the order of the bits, uniform variables on a grid, a small law, streams and their
children.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...kinds.tape import make
from ...vectors import Vector
from ..tape_bits import boundary, dealt, endings, shake, tape

Flags = tuple[str, ...]
ORDER = ("TapeOrder",)

# (width, tape, count, name, why)
WIDTHS = (
    ("1", "b1", "8", "msb", "b1 is 10110001: read least significant bit first it is 10001101"),
    ("8", "0102ff80", "4", "bytes", "whole bytes in order: little-endian words would swap them"),
    ("16", "0102ff80", "2", "words", "two words of 16 bits, big-endian: 258 and 65408"),
    ("3", "b1c2d3", "8", "threes", "groups of 3 run across the bytes' ends without padding"),
    ("13", "deadbeefcafe0123", "4", "thirteens",
        "groups of 13: a reader that drops the rest of a byte or word loses its place"),
    ("100", "ff" * 12 + "f0" + "00" * 12 + "01", "2", "long",
        "100 bits in one number: more than a machine word, all of them counted"),
    ("64", "8000000000000000ffffffffffffffff", "2", "sign", "64 bits are unsigned: 2^63 and 2^64 - 1, not negative"),
    ("5", "00" * 5, "8", "zeros", "leading zeros are bits like others: eight times 0, 40 bits"),
)
# (dimensions, grid, rounding, tape, count, name, why, flags)
BOXES: tuple[tuple[str, str, str, str, str, str, str, Flags], ...] = (
    ("1", "1", "nearest", "80", "1", "half",
        "U >= 1/2 rounds to 1: one bit, because the tie at 1/2 is a single point of the open box", ("Unlucky",)),
    ("1", "1", "nearest", "7f", "1", "under-half", "U < 1/2 rounds to 0: one bit, the box ends at the tie",
        ("Unlucky",)),
    ("1", "2", "nearest", "", "3", "free",
        "every U rounds to 0 on the grid 2: no bits, so an empty tape is enough for three outcomes", ORDER),
    ("1", "1/2", "nearest", shake("uniform halves", 8), "8", "halves",
        "grid 1/2: half cells at 1/4 and 3/4, the outcomes 0, 1/2 and 1", ORDER),
    ("1", "1/3", "nearest", shake("uniform thirds", 8), "8", "thirds",
        "grid 1/3: half cells at 1/6, 1/2, 5/6 that no dyadic box hits but 1/2", ORDER),
    ("1", "1/3", "nearest", "2a" + "aa" * 15, "1", "sixth",
        "U = 0.0010101..., that is 1/6, is the end of a half cell: never decided", ("Unlucky",)),
    ("1", "1/1000", "nearest", shake("uniform thousand", 16), "8", "thousandths",
        "grid 1/1000: about eleven bits each, never a fixed number", ORDER),
    ("2", "1/8", "nearest", shake("uniform pair", 16), "6", "turns",
        "two variables refined in turn, one bit each: x first, then y, until both are certain", ORDER),
    ("2", "1", "nearest", "40", "1", "turns-short", "bits 01: x < 1/2 and y >= 1/2, decided after one bit each", ORDER),
    ("2", "1/3", "nearest", tape(dealt("00" + "10" * 20 + "11", "0" * 44)), "1", "waiting",
        "x near 1/6 stays open for 42 bits: y, long decided, takes its turns all the same, and its bits are consumed",
        ("TapeOrder", "Unlucky")),
    ("3", "1/4", "nearest", shake("uniform triple", 16), "4", "triples", "three variables in turn", ORDER),
    ("1", "1/4", "stochastic", shake("uniform coin", 16), "6", "coin",
        "stochastic rounding: floor(U/grid + V), V refined after U in every turn", ("TapeOrder", "Rounding")),
    ("1", "1", "stochastic", "4000", "1", "coin-low",
        "U < 1/2 and V >= 1/2 leave 0 and 1 open, U < 1/4 still does, V < 3/4 decides: four bits in turn",
        ("TapeOrder", "Rounding")),
)
# (weights, tape, count, name, why, flags)
CELLS: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("1 1", "a5", "8", "coin", "a fair coin costs one bit: 0 below 1/2, 1 above", ORDER),
    ("1 1 2", "1b", "4", "quarters",
        "cells 0-1/4, 1/4-1/2, 1/2-1: two bits, or one; closed ends, so a box that fills its cell decides", ORDER),
    ("2 1", shake("bernoulli", 8), "8", "third",
        "1 with probability 1/3: bits until the box leaves 2/3 on one side, two on average", ORDER),
    ("1 2", "55" * 24, "1", "third-low", "U = 0.010101... is 1/3, approached from below: never decided", ("Unlucky",)),
    ("1", "", "4", "certain", "one outcome of probability 1: no bits at all, even from an empty tape", ORDER),
    ("0 1 0 1 0", "58", "5", "gaps", "outcomes of weight 0 never come, not at the ends and not where two cells meet",
        ("OffSupport",)),
    ("0 1 0 1 0", "00", "1", "gap-first", "all bits 0: the first outcome of positive weight, which is 1",
        ("OffSupport", "Unlucky")),
    ("0 1 0 1 0", "ff", "1", "gap-last", "all bits 1: the last outcome of positive weight, which is 3",
        ("OffSupport", "Unlucky")),
    ("999999 1", "ffffffff" + shake("rare", 8), "2", "rare", "one in a million: twenty bits 1 decide for it, a table "
        "of doubles would round it away; the next draw starts with ones too", ("Unlucky",)),
    ("1 1 2", "3fff", "1", "quarter-below",
        "U is 2^-16 below 1/4: two bits decide, because the box may end at the boundary of its cell", ("Unlucky",)),
    ("1 1 2", "4000", "1", "quarter", "U = 1/4, where two cells meet: two bits decide for the upper cell",
        ("Unlucky",)),
    ("1/2 1/3 1/6", shake("rational weights", 12), "12", "rational", "weights are rationals, not counts", ORDER),
    ("1 2 3 4", shake("four weights", 12), "12", "four",
        "cumulative weights 1, 3, 6, 10 of 10: weights used as cumulative ones give another law", ORDER),
)
SEED = shake("seed of the streams", 8)
# (object, params, labels of the child, count, name, why, flags)
STREAMS: tuple[tuple[str, dict[str, str], list[str], str, str, str, Flags], ...] = (
    ("bits", {"width": "8"}, [], "16", "stream", "the first 16 bytes of SHAKE128(seed)", ORDER),
    ("bits", {"width": "1"}, [], "2000", "stream",
        "2000 bits: past the first block of SHAKE128 (168 bytes), without a break", ("Accumulated",)),
    ("bits", {"width": "64"}, [], "500", "stream", "4000 bytes: squeezing in blocks or at once is the same stream",
        ("Accumulated",)),
    ("bits", {"width": "8"}, ["noise"], "16", "fork",
        "the child `noise`: SHAKE128(seed || 0x00 || label), not the parent's stream from where it is", ("Fork",)),
    ("bits", {"width": "8"}, ["noise_2"], "16", "fork-other", "another label, another stream", ("Fork",)),
    ("bits", {"width": "8"}, ["stage", "7"], "16", "fork-nested",
        "a child of a child: seed || 0x00 || stage || 0x00 || 7", ("Fork",)),
    ("bits", {"width": "8"}, ["stage7"], "16", "fork-joined",
        "the label stage7 is not the nested labels stage and 7: the separator counts", ("Fork",)),
    ("bits", {"width": "8"}, [""], "16", "fork-empty", "the empty label still adds the separator", ("Fork",)),
    ("bits", {"width": "8"}, ["größe"], "16", "fork-utf8", "labels are UTF-8: ö is two bytes", ("Fork",)),
    ("bits", {"width": "8"}, ["noise"], "4096", "accumulated-fork",
        "4096 bytes of a child, one digest: nothing but the stream and its child is in it", ("Accumulated", "Fork")),
    ("uniform", {"dimensions": "2"}, [], "100", "accumulated",
        "100 pairs on the grid 1/1000, one digest: lines of two rationals", ("Accumulated",)),
    ("categorical", {"weights": "1 2 3 4"}, [], "200", "accumulated", "200 outcomes of a small law, one digest",
        ("Accumulated",)),
    ("categorical", {"weights": "1 2 3 4"}, ["noise"], "200", "accumulated-fork",
        "the same from a child: the digest differs from that of the parent", ("Accumulated", "Fork")),
)


def primitive_vectors() -> Iterator[Vector]:
    """All tape vectors of the primitives."""
    for width, bits, number, name, why in WIDTHS:
        yield make("bits", {"width": width}, {"tape": bits, "count": number}, name, why, ORDER)
    for width in ("1", "12"):
        yield from _ends("bits", {"width": width}, {})
    for dimensions, grid, rounding, bits, number, name, why, flags in BOXES:
        box = {"tape": bits, "count": number, "grid": grid} | ({"rounding": rounding} if rounding != "nearest" else {})
        yield make("uniform", {"dimensions": dimensions}, box, name, why, flags)
    for dimensions, grid in (("1", "1/1000"), ("2", "1/10")):
        yield from endings("uniform", {"dimensions": dimensions}, {"grid": grid, "count": "3"})
    for weights, bits, number, name, why, flags in CELLS:
        yield make("categorical", {"weights": weights}, {"tape": bits, "count": number}, name, why, flags)
    yield from boundary("categorical", {"weights": "2 1"}, {}, "third", "2/3", "", Fraction(2, 3))
    yield from endings("categorical", {"weights": "1 2 3 4"}, {"count": "5"})
    for object_, params, labels, number, name, why, flags in STREAMS:
        given: dict[str, Any] = {"seed": SEED, "count": number}
        if labels:
            given["fork"] = labels
        if object_ == "uniform":
            given["grid"] = "1/1000"
        yield make(object_, params, given, name, why, flags)


def _ends(object_: str, params: dict[str, str], given: dict[str, Any]) -> Iterator[Vector]:
    """Raw bits: as many as there are, and one group too many."""
    width = int(params["width"])
    number = 24 // width
    bits = tape("10" * 12)
    yield make(object_, params, {**given, "tape": bits, "count": str(number)}, "end-exact",
        f"{number} groups of {width} use up the tape to the last bit", ("TapeExhausted",))
    yield make(object_, params, {**given, "tape": bits, "count": str(number + 1)}, "end-short",
        f"one group of {width} more than the tape has: an error, not a group of zeros", ())
