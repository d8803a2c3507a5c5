"""Transcripts and tapes of means with little or no bias at their edges, each for one mistake that the plainer ones let
pass.

What may be put here: a setting in which two parameters, or a parameter and an edge, meet; what needs neither is in
`lowbias_transcripts.py` and `lowbias_releases.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds import tape as tapes
from ...vectors import Vector
from ..tape_bits import shake
from .releases import FOUR, SIX, SPLITS
from .transcripts import (
    BLOCKS,
    CLIPPED,
    COARSE,
    COMBINED,
    LATTICE,
    SIZED,
    SPLIT,
    STUDENT,
    UNKNOWN,
    Case,
    Draws,
    Flags,
    drawn_noises,
    made,
    named,
)

_QUARTER = {"decay": "1/4", "delta": "1/8"}  # e^(-epsilon/2) = 1/2: both thresholds are whole numbers
_PAIRS = ("9", "9", "5", "5", "0", "0")
_WITH_CLIPPED = UNKNOWN | {"base": "clipped_mean", "bias": "1/4", "lambda": "2", "lower": "0", "upper": "1"}
_WITH_COMBINED = UNKNOWN | {"base": "combined_mean", "psi": "1", "lambda": "4", "lower": "-1", "upper": "1"}
_WITH_SYMMETRIC = UNKNOWN | {"base": "dpumean", "n1": "2", "n0": "4"}
_THREE: Draws = {"count": "0", "sample": ["1", "4", "2"], "noise": "1/2"}


def _at(offset: str, *noises: str, **others: str) -> Draws:
    return {"offset": offset, **drawn_noises(*noises), **others}


TRANSCRIPTS: dict[str, tuple[Case, ...]] = {
    "clipped_mean": (
        ("interval-goes-outwards", CLIPPED | LATTICE | {"bias": "10/31"}, ("9", "9", "0", "1"), {"noise": "0"},
            "integer noise: an interval of [-3.1, 4.1] goes outwards to [-7/2, 9/2], not to the nearest halves",
            ("Lattice", "Margin")),
        ("ends-go-outwards-not-the-margin", CLIPPED | LATTICE | {"bias": "10/31", "lower": "1/3", "upper": "2/3"},
            ("9", "-9", "9", "1/2"), {"noise": "1"},
            "integer noise: the ends of the interval go outwards, not the margin", ("Lattice", "Margin")),
        ("rational-margin-is-raised", CLIPPED | {"bias": "3/10", "n": "1"}, ("9",), {"noise": "0"},
            "a rational margin that is no multiple of 2^-40 is raised too", ("Margin",)),
        ("halves-sharper-margin", CLIPPED | LATTICE | {"constants": "exact"}, ("9", "9", "1", "0"), {"noise": "1"},
            "integer noise and the sharper margin", ("Margin", "Lattice")),
        ("missing-midpoint-goes-to-0", CLIPPED | LATTICE | {"m": "1", "n": "2"}, ("nan", "1"), {"noise": "1"},
            "integer noise: a missing record is the midpoint 1/2, which goes to 0", ("MissingRecord", "Lattice")),
        ("missing-is-midpoint-of-bounds", CLIPPED | LATTICE | {"m": "1", "n": "1", "upper": "3/2", "bias": "10/31"},
            ("nan",), {"noise": "1"}, "a missing record is the midpoint of the bounds, not of the interval",
            ("MissingRecord", "Lattice")),
        ("negative-records-off-lattice", CLIPPED | LATTICE, ("-1/4", "-1/3", "-3/4", "-5/4"), {"noise": "0"},
            "integer noise: negative records off the lattice, ties to even", ("Lattice", "Rounding", "NegativeSide")),
    ),
    "combined_mean": (
        ("halves-sharper-margin", COMBINED | LATTICE | {"constants": "exact", "epsilon": "4"}, ("100", "0", "-70"),
            {"noise": "1", **named(1, 0, 0)}, "integer noise and the sharper margin", ("Margin", "Lattice")),
        ("missing-midpoint-goes-to-0", COMBINED | LATTICE | {"m": "1", "upper": "2"}, ("nan", "0", "0"),
            {"noise": "1", **named(0, 0, 0)}, "integer noise: a missing record is the midpoint 1/2, which goes to 0",
            ("MissingRecord", "Lattice")),
    ),
    "dpucoarse": (
        ("5-is-not-above-threshold-5", _QUARTER, ("0",) * 5, _at("1/2", "0"),
            "the threshold is exactly 5, and 5 is not above it", ("Threshold",)),
        ("integer-5-is-not-above-threshold-5", _QUARTER | LATTICE, ("0",) * 5, _at("1/4", "0"),
            "integer noise: 5 is not above 5", ("Threshold", "Lattice")),
        ("3-is-not-above-sharper-threshold-3", _QUARTER | {"constants": "exact"}, ("0",) * 3, _at("1/2", "0"),
            "the sharper threshold is exactly 3, and 3 is not above it", ("Threshold",)),
        ("bins-of-a-third", COARSE | LATTICE | {"sigma": "1/3"}, ("1/3",) * 5, _at("1/4", "0"),
            "integer noise and bins of width 1/3: records in units of the width go to the lattice",
            ("Lattice", "SensitivityUnit")),
        ("tie-of-three-takes-third", COARSE, _PAIRS, _at("1/2", "3", "3", "3", tie="2"),
            "three bins are equally large: the draw takes the third", ("TieOrder",)),
        ("tie-of-three-takes-second", COARSE, _PAIRS, _at("1/2", "3", "3", "3", tie="1"),
            "three bins are equally large: the draw takes the second", ("TieOrder",)),
        ("tie-of-first-and-third", COARSE, _PAIRS, _at("1/2", "3", "1", "3", tie="1"),
            "the first and the third bin are equally large", ("TieOrder",)),
        ("tie-undone-by-larger", COARSE, _PAIRS, _at("1/2", "3", "3", "4"),
            "two are equal until a third is larger: no tie", ("TieOrder",)),
        ("one-is-not-above-sharper-threshold-1", COARSE | {"delta": "1/2", "constants": "exact"}, ("0",),
            _at("1/2", "0"), "delta 1/2: the sharper threshold is 1, which one record does not exceed",
            ("Threshold", "OneRecord")),
    ),
    "dpumean": (
        ("bins-of-a-third", SPLIT | LATTICE | {"sigma": "1/3", "clip": "1/2"}, ("1/3", "1/3", "1/3", "1/4", "1"),
            _at("1/4", "3", fine_noise="1"),
            "integer noise and bins of width 1/3: records in units of the width go to the lattice",
            ("Lattice", "SensitivityUnit")),
        ("no-centre-named-record-rounded", SPLIT | LATTICE, ("0", "0", "0", "1/3", "7"),
            _at("1/4", "0", named_1="1", named_2="0"),
            "integer noise and no coarse estimate: the named record has been rounded", ("FallbackScale", "Lattice")),
        ("records-at-both-ends-of-the-clip", SPLIT | {"n1": "2", "n2": "4"}, ("0", "0", "-2", "2", "-3", "3"),
            _at("1/2", "3", fine_noise="1/2"), "a record at each end of the clip counts as inside", ("ClipForgotten",)),
        ("second-step-of-a-sixth", SPLIT | LATTICE | {"m": "3"}, ("1/3", "1/3", "1/3", "5/3", "-2/3"),
            _at("1/6", "3", fine_noise="5"), "thirds: the second sum's step is 1/6", ("Lattice", "StageScale")),
    ),
    "kv_mean": (("bins-of-width-10-centre-at-10", SPLIT | {"sigma": "10", "clip": "15"},
        ("13", "14", "11", "50", "-50"), {**drawn_noises("2"), "fine_noise": "3"},
        "bins of width 10: the centre is 10, not 1", ("SensitivityUnit",)),),
    "unknown_size": (
        ("dpumean-inside-bins-of-width-10", _WITH_SYMMETRIC | {"clip": "15", "sigma": "10"},
            ("9", "1", "0", "1", "0", "0"),
            {"count": "0", "sample": ["6", "3", "1", "4"], "offset": "3/4", "noise_1": "3", "fine_noise": "0"},
            "dpumean inside, bins of width 10", ("SensitivityUnit", "SampleOrder")),
        ("clipped-mean-inside-third-moment",
            UNKNOWN | {"base": "clipped_mean", "bias": "1/16", "lambda": "3", "lower": "0", "upper": "1"},
            ("9", "1", "0", "1"), {"count": "1", "sample": ["1", "4", "2"], "noise": "1/2"},
            "a third moment inside: the margin is 4", ("MomentOrder",)),
        ("clipped-mean-inside-sharper-v", _WITH_CLIPPED | {"constants": "exact"}, ("9", "1", "0", "1"), _THREE,
            "the constants choose v; the margin of the mechanism inside is the paper's", ("Margin", "CountCut")),
        ("dpumean-inside-sharper-v", _WITH_SYMMETRIC | {"clip": "2", "constants": "exact"},
            ("9", "1", "0", "1", "0", "0"),
            {"count": "0", "sample": ["6", "3", "1", "4", "2"], "offset": "1/2", "noise_1": "1", **named(1, 0, 0)},
            "the constants choose v; the threshold inside is the paper's: no coarse estimate",
            ("Threshold", "CountCut")),
        ("combined-mean-inside-sharper-v", _WITH_COMBINED | {"constants": "exact"}, ("90", "1", "0", "1"),
            _THREE | {"noise": "0", **named(1, 0, 0)}, "the constants choose v; the margin inside is the paper's",
            ("Margin", "CountCut")),
        ("size-negative-no-answer", SIZED, ("1",), {"count": "-2"}, "N = -3: no answer", ("CountCut", "NegativeCount")),
    ),
}
# one digest over 20 releases: the law of the noise is in no transcript
# (name, what the seed is made of, object, parameters, data, why, flags)
TAPES: tuple[tuple[str, str, str, dict[str, str], list[str], str, Flags], ...] = (
    ("interval-that-went-outwards", "edge1", "clipped_mean", CLIPPED | LATTICE | {"bias": "10/31"}, FOUR,
        "the noise is for the interval that went outwards: D = 16, not ceil(2 (1 + 31/5))", ("Lattice", "Margin")),
    ("sharper-interval", "edge2", "clipped_mean", CLIPPED | {"constants": "exact", "lower": "-1", "upper": "3"}, FOUR,
        "the noise is for the sharper interval", ("Margin",)),
    ("sharper-interval", "edge3", "combined_mean", COMBINED | {"n": "4", "constants": "exact"},
        ["100", "0", "1/2", "-70"], "the noise is for the sharper interval", ("Margin",)),
    ("counts-have-no-unit", "edge4", "dpucoarse", COARSE | LATTICE | {"sigma": "3"}, ["1", "2", "9", "9", "8", "2"],
        "counts have no unit: their noise and the offset's lattice know nothing of sigma",
        ("SensitivityUnit", "Lattice")),
    ("sharper-threshold-counts-have-no-unit", "edge5", "dpucoarse",
        COARSE | LATTICE | {"sigma": "3", "constants": "exact"}, ["1", "2", "9", "9", "8", "2"],
        "the same with the sharper threshold", ("SensitivityUnit", "Lattice")),
    ("offset-on-sixths", "edge6", "dpucoarse", COARSE | LATTICE | {"m": "3"}, SIX, "an offset on odd multiples of 1/6",
        ("OffsetForgotten", "Lattice")),
    ("tie-of-three-bins", "edge7", "dpucoarse", COARSE | LATTICE | {"epsilon": "10"}, ["0"] * 3 + ["5"] * 3 + ["9"] * 3,
        "ties of three bins: each is as likely", ("TieOrder",)),
    ("offset-moves-records", "edge8", "dpucoarse", COARSE, ["1/3"] * 5 + ["1/2", "3/2", "5/2"],
        "records that an offset moves from bin to bin", ("BinEdge",)),
    ("noise-for-twice-the-clip", "edge9", "dpumean", SPLITS | {"sigma": "3"}, SIX,
        "the second stage's noise is for 2 clip, which is in the data's units", ("StageScale", "SensitivityUnit")),
    ("second-sum-steps-of-three-quarters", "edge10", "dpumean", SPLITS | LATTICE | {"sigma": "3", "clip": "9/4"}, SIX,
        "integer noise and bins of width 3: D = 2 clip over the step 3/4", ("StageScale", "SensitivityUnit")),
    ("second-sum-steps-of-a-sixth", "edge11", "dpumean", SPLITS | LATTICE | {"m": "3"}, SIX,
        "the second sum's step is sigma/(2m)", ("StageScale", "Lattice")),
    ("unequal-parts", "edge12", "dpumean", SPLIT | {"n1": "4", "n2": "5"}, [*SIX, "9", "-9", "1/3"], "unequal parts",
        ("SplitOverlap",)),
    ("whole-epsilon-inside", "edge13", "unknown_size", _WITH_CLIPPED, ["9", "1", "0", "1", "-9", "2"],
        "the mechanism inside has the whole epsilon", ("BudgetNotSplit",)),
    ("whole-epsilon-inside", "edge14", "unknown_size", _WITH_COMBINED, ["90", "1", "0", "1", "-9", "2"],
        "the mechanism inside has the whole epsilon", ("BudgetNotSplit",)),
    ("no-records", "edge15", "student_t_mean", STUDENT, [], "no records: the noise is for the whole width",
        ("EmptyData", "SmoothScale")),
    ("large-epsilon", "edge16", "student_t_mean", STUDENT | {"epsilon": "20"}, FOUR,
        "a large epsilon: the scale is 1/n, not the bound of a change far off", ("SmoothScale", "LargeEpsilon")),
    ("missing-not-counted", "edge17", "student_t_mean", STUDENT | {"epsilon": "10"}, [*FOUR, "nan"],
        "a missing record is dropped and not counted: scale 1/4, not 1/5", ("MissingRecord", "SmoothScale")),
    ("cauchy-noise", "edge18", "student_t_mean", STUDENT | {"degrees": "1"}, FOUR, "Cauchy noise", ("Degrees",)),
    ("64-degrees", "edge19", "student_t_mean", STUDENT | {"degrees": "64", "constants": "exact"}, FOUR,
        "64 degrees of freedom", ("Degrees",)),
    ("noise-for-the-width", "edge20", "shuffled_mean", BLOCKS | {"lower": "-2", "upper": "6"}, ["1", "2", "3", "4"],
        "the noise is for the width, not for the upper bound", ("WrongScale",)),
    ("one-block", "edge21", "shuffled_mean", BLOCKS | {"n": "3", "blocks": "1"}, ["1", "2", "3"],
        "one block: its noise is for a mean of three", ("WrongScale", "CaseEnd")),
)


def edge_transcripts() -> Iterator[Vector]:
    """All transcripts of this file."""
    for object_, cases in TRANSCRIPTS.items():
        yield from made(object_, cases)


def edge_tapes() -> Iterator[Vector]:
    """All tapes of this file."""
    for name, seed, object_, params, data, why, flags in TAPES:
        given = {"data": data, "seed": shake(seed, 8), "count": "20", "grid": "1/1000"}
        yield tapes.make(object_, params, given, name, f"20 releases, one digest: {why}", ("Accumulated", *flags))
