"""Transcripts of means with little or no bias: small data sets with injected draws, stage by stage and bin by bin.

What may be put here: data, draws and the reason for choosing them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...kinds import transcript
from ...vectors import Vector

Flags = tuple[str, ...]
Draws = dict[str, str | list[str]]
Case = tuple[str, dict[str, str], tuple[str, ...], Draws, str, Flags]  # its name, parameters, data, draws, why, flags

CLIPPED = {"epsilon": "1", "bias": "1/4", "lambda": "2", "lower": "0", "upper": "1", "n": "4"}
COMBINED = {"epsilon": "1", "delta": "1/8", "psi": "1", "lambda": "4", "lower": "-1", "upper": "1", "n": "3"}
LATTICE = {"noise": "discrete_laplace", "m": "2"}


def named(*which: int) -> Draws:
    """The draws named_1, named_2, ...: whether each record is named."""
    return {f"named_{i}": str(on) for i, on in enumerate(which, 1)}


_CLIPPED: tuple[Case, ...] = (
    ("all-inside", CLIPPED, ("1/2", "0", "1", "1/4"), {"noise": "0"}, "all records inside the bounds of the mean", ()),
    ("inside-the-margin", CLIPPED, ("-3", "5/2", "1", "0"), {"noise": "1/2"},
        "records outside the bounds of the mean, but inside the margin of 4: they are not clipped", ("Margin",)),
    ("beyond-the-margin", CLIPPED, ("-9", "9", "1", "0"), {"noise": "-3/4"},
        "records beyond the margin: clipped to -4 and 5", ("Margin", "ClipForgotten")),
    ("sharper-margin", CLIPPED | {"constants": "exact"}, ("-9", "9", "1", "0"), {"noise": "20"},
        "the sharper margin is 1: clipped to -1 and 2", ("Margin",)),
    ("irrational-margin", CLIPPED | {"lambda": "3", "bias": "1/9", "constants": "exact", "n": "2"}, ("100", "0"),
        {"noise": "1/8"}, "a third moment: the margin is irrational and raised to 2^-40", ("Margin", "MomentOrder")),
    ("third-moment", CLIPPED | {"lambda": "3", "bias": "1/16", "n": "2"}, ("100", "-100"), {"noise": "0"},
        "a third moment: a square root of the bias, 4", ("MomentOrder",)),
    ("missing-and-infinite", CLIPPED | {"lower": "1000", "upper": "1001"}, ("1000", "nan", "inf", "-inf"),
        {"noise": "1/2"}, "bounds far from 0; a missing record is the midpoint, infinite ones the ends of the margin",
        ("MissingRecord", "Infinite", "ShiftForgotten")),
    ("one-record", CLIPPED | {"n": "1"}, ("7",), {"noise": "1"}, "one record, beyond the margin",
        ("OneRecord", "Margin")),
    ("halves-ties-to-even", CLIPPED | LATTICE, ("-9", "1/3", "1/4", "3/4"), {"noise": "3"},
        "integer noise: records go to halves, ties to even; three steps of 1/2 over 4", ("Lattice", "Rounding")),
    ("margin-goes-outwards", CLIPPED | LATTICE | {"bias": "3/10"}, ("-9", "9", "0", "1"), {"noise": "-7"},
        "a margin of 10/3 goes outwards to halves: -7/2 and 9/2", ("Lattice", "Margin")),
    ("units-ties-to-even", CLIPPED | LATTICE | {"n": "2", "m": "1"}, ("1/2", "3/2"), {"noise": "0"},
        "ties to even: 0 and 2", ("Rounding",)),
    ("bias-above-one", CLIPPED | {"bias": "2", "lower": "-1", "upper": "0", "n": "2"}, ("-5", "1/4"), {"noise": "2"},
        "a bias above 1: the margin is 1/2", ("Margin",)),
)
_NAMED: tuple[Case, ...] = (
    ("nobody-named", {"delta": "1/8", "n": "3"}, ("3", "-1", "1/2"), named(0, 0, 0), "nobody is named: 0",
        ("NamedScale",)),
    ("one-named", {"delta": "1/8", "n": "3"}, ("3", "-1", "1/2"), named(1, 0, 0),
        "one is named: her record over n delta", ("NamedScale",)),
    ("all-named", {"delta": "1/8", "n": "3"}, ("3", "-1", "1/2"), named(1, 1, 1), "all are named", ("NamedScale",)),
    ("missing-and-infinite", {"delta": "1/3", "n": "2"}, ("nan", "inf"), named(1, 1),
        "missing and infinite records are 0", ("MissingRecord", "Infinite")),
    ("one-record", {"delta": "99/100", "n": "1"}, ("-7",), named(1), "one record, named nearly always", ("OneRecord",)),
    ("tiny-delta", {"delta": "1/1000000", "n": "2"}, ("1", "1000000"), named(0, 1),
        "a tiny delta: an estimate of 5 10^11", ("NamedScale",)),
    ("single-nobody-named", {"delta": "1/8", "n": "4", "variant": "single"}, ("3", "-1", "1/2", "9"), {"named": "0"},
        "at most one, and nobody: 0; nothing is picked", ("NamedScale",)),
    ("single-third-picked", {"delta": "1/8", "n": "4", "variant": "single"}, ("3", "-1", "1/2", "9"),
        {"named": "1", "pick": "2"}, "the third record is picked: places count from 0", ("NamedScale",)),
    ("single-somebody-always-named", {"delta": "1/4", "n": "4", "variant": "single"}, ("3", "-1", "1/2", "9"),
        {"named": "1", "pick": "0"}, "n delta = 1: somebody is always named", ("NamedScale", "CaseEnd")),
    ("single-missing-picked", {"delta": "1/4", "n": "2", "variant": "single"}, ("nan", "5"),
        {"named": "1", "pick": "0"}, "a missing record is picked: 0", ("MissingRecord",)),
    ("thirds-and-sevenths", {"delta": "1/7", "n": "3"}, ("1/3", "2/3", "1"), named(0, 1, 1), "thirds and sevenths",
        ("NamedScale",)),
    ("every-other-named", {"delta": "1/2", "n": "5"}, ("1", "2", "3", "4", "5"), named(1, 0, 1, 0, 1),
        "every other one", ("NamedScale",)),
)
_COMBINED: tuple[Case, ...] = (
    ("nothing-clipped-nobody-named", COMBINED, ("0", "1/2", "-1/2"), {"noise": "1/2", **named(0, 0, 0)},
        "nothing is clipped, nobody is named", ()),
    ("all-named-without-residuals", COMBINED, ("0", "1/2", "-1/2"), {"noise": "0", **named(1, 1, 1)},
        "everybody is named, but nothing was clipped: the residuals are 0", ("NamedScale",)),
    ("far-record-named", COMBINED, ("100", "0", "1"), {"noise": "0", **named(1, 0, 0)},
        "a record far out is named: its residual over n delta is added", ("NamedScale",)),
    ("negative-residual", COMBINED, ("100", "0", "-50"), {"noise": "-1", **named(0, 1, 1)},
        "the other far one is named: a negative residual", ("NamedScale", "NegativeSide")),
    ("sharper-margin", COMBINED | {"constants": "exact"}, ("100", "0", "-50"), {"noise": "0", **named(1, 0, 1)},
        "the sharper margin", ("Margin",)),
    ("twice-the-psi", COMBINED | {"psi": "2"}, ("100", "0", "-50"), {"noise": "0", **named(1, 0, 1)},
        "twice the psi, twice the margin", ("Margin", "MomentOrder")),
    ("third-moment", COMBINED | {"lambda": "3"}, ("9", "0", "0"), {"noise": "1/4", **named(1, 0, 0)},
        "a third moment: a cube root", ("MomentOrder",)),
    ("missing-and-infinite", COMBINED, ("nan", "inf", "-inf"), {"noise": "0", **named(1, 1, 1)},
        "a missing record is the midpoint; infinite ones are the ends, without a residual",
        ("MissingRecord", "Infinite")),
    ("one-record", COMBINED | {"n": "1", "delta": "1/2"}, ("8",), {"noise": "3", **named(1)}, "one record",
        ("OneRecord",)),
    ("halves-before-all-else", COMBINED | LATTICE, ("100", "1/3", "-50"), {"noise": "5", **named(1, 1, 0)},
        "integer noise: records go to halves before anything else", ("Lattice", "Rounding")),
    ("units-ties-to-even", COMBINED | LATTICE | {"m": "1"}, ("5/2", "7/2", "0"), {"noise": "-1", **named(1, 1, 1)},
        "ties to even: 2 and 4", ("Rounding",)),
    ("far-from-zero", COMBINED | {"lower": "9", "upper": "10"}, ("0", "9", "20"), {"noise": "1/2", **named(1, 0, 1)},
        "bounds far from 0", ("ShiftForgotten",)),
)
COARSE = {"epsilon": "2", "delta": "1/8"}
_SHARP = COARSE | LATTICE | {"constants": "exact", "delta": "9/100"}
_HALVES = {"decay": "1/4"} | LATTICE | {"constants": "exact"}


def drawn_noises(*values: str) -> Draws:
    """The draws noise_1, noise_2, ..."""
    return {f"noise_{i}": v for i, v in enumerate(values, 1)}


_COARSE: tuple[Case, ...] = (
    ("five-above-threshold", COARSE, ("0", "1/4", "-1/4", "1/8", "0", "2"), {"offset": "1/2", **drawn_noises("0", "0")},
        "five records in one bin around 0: above the threshold 2 + log 8 = 4.08", ("Threshold",)),
    ("four-below-threshold", COARSE, ("0", "1/4", "-1/4", "1/8"), {"offset": "1/2", **drawn_noises("0")},
        "four records in one bin: below the threshold, no answer", ("Threshold",)),
    ("four-lifted-by-noise", COARSE, ("0", "1/4", "-1/4", "1/8"), {"offset": "1/2", **drawn_noises("1/10")},
        "four records and noise 1/10: above the threshold", ("Threshold",)),
    ("offset-moves-bins", COARSE, ("0", "1/4", "-1/4", "1/8"), {"offset": "1/8", **drawn_noises("3", "1")},
        "an offset of -3/8 moves the bins: the centres are at -11/8 + 1, that is -3/8, and 5/8", ("OffsetForgotten",)),
    ("records-at-bin-edges", COARSE, ("1/2", "1/2", "1/2", "1/2", "1/2", "-1/2"),
        {"offset": "1/2", **drawn_noises("0", "0")},
        "records at the edges of bins belong to the upper one: 1/2 to the bin around 1, -1/2 to that around 0",
        ("BinEdge",)),
    ("bins-of-width-10", COARSE | {"sigma": "10"}, ("3", "4", "1", "-2", "0", "33"),
        {"offset": "3/4", **drawn_noises("1", "0")}, "bins of width 10: the estimate is in the data's units",
        ("SensitivityUnit", "OffsetForgotten")),
    ("tie-takes-second", COARSE, ("5", "5", "0", "0"), {"offset": "1/2", **drawn_noises("3", "3"), "tie": "1"},
        "two bins are equally large: the draw takes the second", ("TieOrder",)),
    ("tie-takes-first", COARSE, ("5", "5", "0", "0"), {"offset": "1/2", **drawn_noises("3", "3"), "tie": "0"},
        "two bins are equally large: the draw takes the first", ("TieOrder",)),
    ("tie-below-threshold", COARSE, ("5", "5", "0", "0"), {"offset": "1/2", **drawn_noises("1", "1")},
        "two bins are equally large and below the threshold: nothing is drawn", ("TieOrder", "Threshold")),
    ("no-records", COARSE, (), {"offset": "1/3"}, "no records: no bin, no answer", ("EmptyData",)),
    ("one-record-lifted-by-noise", COARSE, ("7",), {"offset": "1/2", **drawn_noises("4")},
        "one record and noise 4: published, by the chance that delta allows", ("OneRecord",)),
    ("missing-and-infinite", COARSE, ("nan", "inf", "0", "0", "-inf"), {"offset": "1/2", **drawn_noises("0")},
        "missing and infinite records are 0", ("MissingRecord", "Infinite")),
    ("sharper-threshold-exceeded", COARSE | {"constants": "exact"}, ("0", "0", "0"),
        {"offset": "1/2", **drawn_noises("0")}, "the sharper threshold is 1 + log 4 = 2.39: three records are enough",
        ("Threshold",)),
    ("sharper-threshold-not-reached", COARSE | {"constants": "exact"}, ("0", "0"),
        {"offset": "1/2", **drawn_noises("3/8")}, "the sharper threshold: 2 + 3/8 is below it", ("Threshold",)),
    ("halves-ties-to-even", COARSE | LATTICE, ("0", "1/4", "3/4", "1", "1"),
        {"offset": "1/4", **drawn_noises("2", "3")},
        "integer noise: records go to halves, ties to even; U = 1/4, so the centres are at k - 1/4",
        ("Lattice", "Rounding", "OffsetForgotten")),
    ("integer-noise-above-threshold", COARSE | LATTICE, ("0", "0", "0", "0"), {"offset": "3/4", **drawn_noises("1")},
        "integer noise: 5 is above 4.08", ("Threshold", "Lattice")),
    ("negative-records-floored", COARSE, ("-7/4", "-7/4", "-9/4"), {"offset": "7/8", **drawn_noises("4", "-1")},
        "negative records: bins of floor, not of truncation", ("NegativeSide", "BinEdge")),
    ("integer-3-is-not-above-sharper-threshold", _SHARP, ("0",), {"offset": "3/4", **drawn_noises("2")},
        "integer noise jumps over the sharper threshold 1 + log(50/9) = 2.71: its own is 3, and 3 is no answer",
        ("Threshold", "Lattice")),
    ("integer-4-is-above-sharper-threshold", _SHARP, ("0",), {"offset": "3/4", **drawn_noises("3")},
        "integer noise, sharper threshold 3: 4 is an answer", ("Threshold", "Lattice")),
    ("sharper-threshold-exactly-1", _HALVES | {"delta": "1/3"}, ("0", "0"), {"offset": "1/4", **drawn_noises("0")},
        "e^(-epsilon/2) = 1/2, (1 + 1/2)/3 = 1/2: the sharper threshold is exactly 1, and 2 is an answer",
        ("Threshold", "Lattice")),
    ("sharper-threshold-2-at-less-delta", _HALVES | {"delta": "33/100"}, ("0", "0"),
        {"offset": "1/4", **drawn_noises("0")}, "a little less delta: the sharper threshold is 2, and 2 is no answer",
        ("Threshold", "Lattice")),
)
SPLIT = {"epsilon": "2", "delta": "1/8", "clip": "2", "n1": "3", "n2": "2"}
_SPLIT: tuple[Case, ...] = (
    ("both-inside", SPLIT, ("0", "1/4", "-1/4", "1", "-1"), {"offset": "1/2", **drawn_noises("2"), "fine_noise": "1/2"},
        "a coarse estimate of 0; both others inside", ()),
    ("one-above-the-clip", SPLIT, ("0", "1/4", "-1/4", "9", "-1"),
        {"offset": "1/2", **drawn_noises("2"), "fine_noise": "0"}, "a record above the clip", ("ClipForgotten",)),
    ("clipped-around-the-offset", SPLIT, ("0", "1/4", "-1/4", "9", "-9"),
        {"offset": "5/8", **drawn_noises("2"), "fine_noise": "0"}, "an offset of 1/8: clipped to 1/8 - 2 and 1/8 + 2",
        ("OffsetForgotten", "ClipForgotten")),
    ("first-part-decides-the-centre", SPLIT, ("7", "7", "7", "0", "1"),
        {"offset": "1/4", **drawn_noises("3"), "fine_noise": "-1"},
        "the first part decides where the second is clipped: both below", ("SplitOverlap",)),
    ("no-centre-nobody-named", SPLIT, ("0", "0", "0", "5", "7"),
        {"offset": "1/2", **drawn_noises("0"), "named_1": "0", "named_2": "0"},
        "no coarse estimate and nobody named: 0", ("FallbackScale", "SplitOverlap")),
    ("no-centre-one-named", SPLIT, ("0", "0", "0", "5", "7"),
        {"offset": "1/2", **drawn_noises("0"), "named_1": "1", "named_2": "0"},
        "no coarse estimate, one named: her record over n2 delta", ("FallbackScale", "SplitOverlap")),
    ("no-centre-bins-of-width-10", SPLIT | {"sigma": "10", "clip": "15"}, ("0", "0", "0", "5", "7"),
        {"offset": "1/2", **drawn_noises("0"), "named_1": "1", "named_2": "1"},
        "bins of width 10 and no coarse estimate: the named records are not in units of sigma",
        ("FallbackScale", "SensitivityUnit", "SplitOverlap")),
    ("bins-of-width-10", SPLIT | {"sigma": "10", "clip": "15"}, ("3", "4", "1", "50", "-50"),
        {"offset": "3/4", **drawn_noises("2"), "fine_noise": "3"},
        "bins of width 10: centre 5/2, clipped to -25/2 and 35/2", ("SensitivityUnit", "OffsetForgotten")),
    ("missing-and-infinite", SPLIT, ("nan", "inf", "0", "nan", "-inf"),
        {"offset": "1/2", **drawn_noises("2"), "fine_noise": "0"}, "missing and infinite records are 0",
        ("MissingRecord", "Infinite")),
    ("one-record-in-each-part", SPLIT | {"n1": "1", "n2": "1"}, ("4", "4"),
        {"offset": "1/2", **drawn_noises("4"), "fine_noise": "1/4"}, "one record in each part", ("OneRecord",)),
    ("ends-of-the-clip-and-beyond", SPLIT | {"n1": "2", "n2": "4"}, ("0", "0", "1", "2", "3", "-3"),
        {"offset": "1/2", **drawn_noises("3"), "fine_noise": "0"}, "records at the ends of the clip and beyond",
        ("ClipForgotten", "SplitOverlap")),
    ("sharper-threshold", SPLIT | {"constants": "exact"}, ("0", "0", "0", "1", "1"),
        {"offset": "1/2", **drawn_noises("0"), "fine_noise": "0"}, "the sharper threshold: three records are enough",
        ("Threshold",)),
    ("integer-noise-in-both-stages", SPLIT | LATTICE, ("0", "1/4", "3/4", "9", "1/2"),
        {"offset": "1/4", **drawn_noises("3", "2"), "fine_noise": "5"},
        "integer noise in both stages: steps of 1/2 in the records, of 1/4 in the second sum",
        ("Lattice", "StageScale")),
    ("integer-noise-bins-of-width-3", SPLIT | LATTICE | {"sigma": "3", "clip": "9/2"}, ("0", "3", "6", "9", "-30"),
        {"offset": "3/4", **drawn_noises("4", "1", "0"), "fine_noise": "-2"},
        "integer noise and bins of width 3: the second sum's step is 3/4", ("Lattice", "SensitivityUnit")),
    ("tied-bins", SPLIT, ("5", "5", "0", "1", "1"),
        {"offset": "1/2", **drawn_noises("4", "3"), "tie": "1", "fine_noise": "0"}, "two bins are equally large",
        ("TieOrder",)),
)
_KV: tuple[Case, ...] = tuple((name, params, data, {k: v for k, v in draws.items() if k != "offset"},
    why.replace("an offset of 1/8: ", ""), tuple(f for f in flags if f != "OffsetForgotten") or ("ClipForgotten",))
    for name, params, data, draws, why, flags in (_SPLIT[0], _SPLIT[1], _SPLIT[4], _SPLIT[5], _SPLIT[6], _SPLIT[8],
        _SPLIT[9], _SPLIT[10], _SPLIT[11], _SPLIT[14])) + (
    ("integer-noise-bin-edge-on-lattice", SPLIT | LATTICE, ("0", "1/4", "3/4", "9", "1/2"),
        {**drawn_noises("3", "2"), "fine_noise": "5"},
        "integer noise: the edge of a bin lies on the lattice, 1/2 belongs to the upper one", ("Lattice", "BinEdge")),
    ("pulled-by-the-bin-edge", SPLIT, ("1/2", "1/2", "1/2", "9", "-9"), {**drawn_noises("2"), "fine_noise": "0"},
        "records at the edge of a bin: the estimate is pulled to 1", ("BinEdge",)),
)
UNKNOWN = {"epsilon": "2", "delta": "1/8"}  # v = 2, exact 1
SIZED = UNKNOWN | {"base": "sized_mean", "lower": "0", "upper": "4"}
_UNKNOWN: tuple[Case, ...] = (
    ("sub-sample-of-four", SIZED, ("1", "2", "3", "4", "0", "4"),
        {"count": "0", "sample": ["6", "1", "3", "2"], "noise": "1/2"},
        "six records, v = 2: a sub-sample of four in random order", ("CountCut", "SampleOrder")),
    ("noise-cut-at-v", SIZED, ("1", "2", "3", "4", "0", "4"),
        {"count": "9", "sample": ["6", "1", "3", "2", "4", "5"], "noise": "0"},
        "noise beyond v is cut: never more records than there are", ("CountCut",)),
    ("noise-cut-at-minus-v", SIZED, ("1", "2", "3", "4", "0", "4"), {"count": "-9", "sample": ["2", "1"], "noise": "0"},
        "noise below -v is cut: n - 2v records", ("CountCut",)),
    ("size-0-no-answer", SIZED, ("1", "2", "3", "4"), {"count": "-2"}, "N = 0 is below n0 = 1: no answer",
        ("CountCut", "EmptyData")),
    ("size-below-n0-no-answer", SIZED | {"n0": "3"}, ("1", "2", "3", "4"), {"count": "0"},
        "N = 2 is below n0 = 3: no answer", ("CountCut",)),
    ("size-equal-to-n0", SIZED | {"n0": "2"}, ("1", "2", "3", "4"), {"count": "0", "sample": ["4", "1"], "noise": "-1"},
        "N = n0: an answer", ("CountCut",)),
    ("least-v-is-1", SIZED | {"constants": "exact"}, ("1", "2", "3", "4"),
        {"count": "0", "sample": ["4", "1", "2"], "noise": "0"}, "the least v for this delta is 1", ("CountCut",)),
    ("sub-sample-in-order", SIZED | {"edition": "printed"}, ("1", "2", "3", "4"),
        {"count": "1", "sample": ["1", "2", "4"], "noise": "0"}, "as printed: the sub-sample in its own order",
        ("SampleOrder",)),
    ("no-records", SIZED, (), {"count": "2"}, "no records: no answer", ("EmptyData",)),
    ("missing-dropped-infinite-clipped", SIZED, ("nan", "1", "inf", "-3", "2"),
        {"count": "2", "sample": ["2", "3", "1", "4"], "noise": "1"},
        "a missing record is none: n = 4; an infinite one is clipped", ("MissingRecord", "Infinite")),
    ("name-and-shame-inside", UNKNOWN | {"base": "name_and_shame"}, ("1", "2", "3", "4", "5"),
        {"count": "1", "sample": ["5", "1", "3", "2"], "named_1": "1", "named_2": "0", "named_3": "0", "named_4": "1"},
        "name and shame inside: divided by N delta, not by n delta", ("NamedScale", "SampleOrder")),
    ("clipped-mean-inside", UNKNOWN | {"base": "clipped_mean", "bias": "1/4", "lambda": "2", "lower": "0",
        "upper": "1"}, ("9", "1", "0", "1"), {"count": "1", "sample": ["1", "4", "2"], "noise": "1/2"},
        "the clipped mean inside", ("Margin",)),
    ("combined-mean-inside", UNKNOWN | {"base": "combined_mean", "psi": "1", "lambda": "4", "lower": "-1",
        "upper": "1"}, ("90", "1", "0", "1"), {"count": "1", "sample": ["1", "4", "2"], "noise": "0", **named(1, 0, 0)},
        "the combined mean inside: its margin is that for N records", ("Margin", "NamedScale")),
    ("dpumean-inside", UNKNOWN | {"base": "dpumean", "clip": "2", "n1": "2", "n0": "4"}, ("9", "1", "0", "1", "0", "0"),
        {"count": "0", "sample": ["6", "3", "1", "4"], "offset": "1/2", "noise_1": "3", "fine_noise": "0"},
        "DPUMean inside: the first two of the sub-sample, in its random order, are its first part",
        ("SampleOrder", "SplitOverlap")),
    ("dpumean-inside-too-few", UNKNOWN | {"base": "dpumean", "clip": "2", "n1": "2", "n0": "4"},
        ("9", "1", "0", "1", "0", "0"), {"count": "-1"}, "DPUMean inside, N = 3 below n0 = 4: no answer",
        ("CountCut",)),
)
STUDENT = {"epsilon": "1", "lower": "-1", "upper": "3"}
_STUDENT: tuple[Case, ...] = (
    ("three-records", STUDENT, ("0", "1", "2"), {"noise": "1/2"}, "three records", ()),
    ("no-records", STUDENT, (), {"noise": "-3"}, "no records: noise around 0, not around the midpoint", ("EmptyData",)),
    ("outside-the-bounds", STUDENT, ("9", "-9"), {"noise": "0"}, "records outside the bounds", ("ClipForgotten",)),
    ("one-missing", STUDENT, ("nan", "2"), {"noise": "0"}, "a missing record is none", ("MissingRecord",)),
    ("infinite-records", STUDENT, ("inf", "-inf", "0"), {"noise": "1/4"}, "infinite records are clipped",
        ("Infinite",)),
    ("one-record-estimate-not-clipped", STUDENT, ("3",), {"noise": "100"}, "one record; the estimate is not clipped",
        ("OneRecord", "OutputClip")),
    ("four-degrees", STUDENT | {"degrees": "4"}, ("1", "1"), {"noise": "1"}, "four degrees of freedom", ("Degrees",)),
    ("sharper-scale", STUDENT | {"constants": "exact"}, ("1", "2"), {"noise": "-1"}, "the sharper scale", ()),
    ("lower-bound-0", STUDENT | {"lower": "0", "upper": "1"}, ("1/3", "1/7", "1"), {"noise": "0"}, "a lower bound of 0",
        ("AtBound",)),
    ("upper-bound-0", STUDENT | {"lower": "-1000", "upper": "0"}, ("-500", "-1", "7"), {"noise": "5"},
        "an upper bound of 0", ("AtBound", "SensitivityUnit")),
    ("all-missing", STUDENT, ("nan", "nan"), {"noise": "2"}, "all records missing: like none",
        ("MissingRecord", "EmptyData")),
    ("ten-records", STUDENT, ("0",) * 9 + ("3",), {"noise": "0"}, "ten records", ()),
)
BLOCKS = {"epsilon": "1", "lower": "0", "upper": "4", "n": "2", "blocks": "2"}
_BLOCKS: tuple[Case, ...] = (
    ("no-record-moves", BLOCKS, ("0", "1", "2", "3"),
        {"row_1": ["1", "2"], "row_2": ["1", "2"], "noise_1": "0", "noise_2": "0"}, "no record moves", ()),
    ("first-records-change-places", BLOCKS, ("0", "1", "2", "3"),
        {"row_1": ["2", "1"], "row_2": ["1", "2"], "noise_1": "1/2", "noise_2": "-1/2"},
        "the first records of the blocks change places, the second ones do not", ("ShuffleRows",)),
    ("whole-blocks-change-places", BLOCKS, ("0", "1", "2", "3"),
        {"row_1": ["2", "1"], "row_2": ["2", "1"], "noise_1": "1", "noise_2": "0"},
        "both rows: whole blocks change places", ("ShuffleRows",)),
    ("three-blocks-turned", BLOCKS | {"blocks": "3"}, ("0", "1", "2", "3", "4", "5"),
        {"row_1": ["2", "3", "1"], "row_2": ["3", "1", "2"], "noise_1": "0", "noise_2": "0", "noise_3": "3"},
        "three blocks, turned against each other; a record is clipped", ("ShuffleRows", "ClipForgotten")),
    ("blocks-of-one-record", BLOCKS | {"n": "1", "blocks": "3"}, ("1", "2", "3"),
        {"row_1": ["3", "2", "1"], "noise_1": "1", "noise_2": "2", "noise_3": "3"}, "blocks of one record",
        ("OneRecord", "ShuffleRows")),
    ("one-block", BLOCKS | {"n": "3", "blocks": "1"}, ("1", "2", "3"),
        {"row_1": ["1"], "row_2": ["1"], "row_3": ["1"], "noise_1": "-1"}, "one block", ("CaseEnd",)),
    ("missing-and-infinite", BLOCKS, ("nan", "inf", "-inf", "1"),
        {"row_1": ["2", "1"], "row_2": ["1", "2"], "noise_1": "0", "noise_2": "0"},
        "a missing record is the midpoint, infinite ones are clipped", ("MissingRecord", "Infinite")),
    ("bounds-of-both-signs", BLOCKS | {"lower": "-4", "upper": "4"}, ("-9", "1", "1", "9"),
        {"row_1": ["2", "1"], "row_2": ["2", "1"], "noise_1": "1/8", "noise_2": "1/8"}, "bounds of both signs",
        ("ClipForgotten",)),
    ("far-from-zero", BLOCKS | {"lower": "1000", "upper": "1001"}, ("1000", "1001", "1000", "1001"),
        {"row_1": ["1", "2"], "row_2": ["2", "1"], "noise_1": "0", "noise_2": "1"}, "bounds far from 0",
        ("ShiftForgotten",)),
    ("permutation-of-four", BLOCKS | {"n": "1", "blocks": "4"}, ("1/3", "1/7", "1", "2"),
        {"row_1": ["4", "1", "3", "2"], "noise_1": "0", "noise_2": "0", "noise_3": "0", "noise_4": "0"},
        "a permutation of four", ("ShuffleRows",)),
    ("delta1-changes-no-estimate", BLOCKS | {"delta1": "1/10"}, ("0", "4", "0", "4"),
        {"row_1": ["1", "2"], "row_2": ["1", "2"], "noise_1": "-2", "noise_2": "2"},
        "delta1 changes the guarantee, not the estimate", ()),
    ("four-rows", BLOCKS | {"n": "4", "blocks": "2"}, ("0", "1", "2", "3", "4", "3", "2", "1"),
        {"row_1": ["2", "1"], "row_2": ["1", "2"], "row_3": ["2", "1"], "row_4": ["1", "2"], "noise_1": "0",
            "noise_2": "0"}, "four rows, each by itself", ("ShuffleRows",)),
    ("halves-ties-to-even", BLOCKS | LATTICE, ("1/4", "3/4", "9", "5/4"),
        {"row_1": ["2", "1"], "row_2": ["1", "2"], "noise_1": "3", "noise_2": "-5"},
        "integer noise: clipped records go to halves, ties to even; steps of 1/4 in a block's mean",
        ("Lattice", "Rounding")),
    ("units-ties-to-even", BLOCKS | LATTICE | {"n": "1", "m": "1"}, ("3/2", "5/2"),
        {"row_1": ["2", "1"], "noise_1": "0", "noise_2": "1"}, "ties to even: 2 and 2", ("Rounding", "Lattice")),
)
CASES: dict[str, tuple[Case, ...]] = {
    "clipped_mean": _CLIPPED,
    "name_and_shame": _NAMED,
    "combined_mean": _COMBINED,
    "dpucoarse": _COARSE,
    "dpumean": _SPLIT,
    "kv_mean": _KV,
    "unknown_size": _UNKNOWN,
    "student_t_mean": _STUDENT,
    "shuffled_mean": _BLOCKS,
}
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
    """The vectors of these cases, each under its own name."""
    for name, params, data, draws, why, flags in cases:
        found = transcript.make(object_, params, data, draws, name, why, flags or (BASIC[object_],))
        steps = [v for _, v in found.expect["steps"] for v in (v if isinstance(v, list) else [v])]
        zero = "0" in (*steps, found.expect["value"]) and any(x.startswith("-")
            for x in (*data, *(d for d in draws.values() if isinstance(d, str))))
        # a sum that cancels: no double is a few units in the last place of 0
        yield replace(found, requires=("numbers:rational",)) if zero else found


def lowbias_transcripts() -> Iterator[Vector]:
    """All transcripts of these mechanisms."""
    for object_, cases in CASES.items():
        yield from made(object_, cases)
