"""Single transcript cases: data and draws chosen so that one particular mistake gives another number.

Rows of `CASES` are used with Algorithms 1, 2 and 3; draws are in the units of what they are added to.
"""

from __future__ import annotations

from typing import Any

Flags = tuple[str, ...]
BIG = str(2**1023)  # the largest power of two that is a double

# (lower, upper, data, z1, z2, name, why, flags)
CASES: tuple[tuple[str, str, tuple[str, ...], str, str, str, str, Flags], ...] = (
    ("0", "1", ("1/4", "1/4", "1/4", "1"), "1/8", "1/4", "repeated",
        "equal records count each time: a set of records, or a mean of distinct values, is wrong", ("RatioOrder",)),
    ("0", "1", tuple("1/2" if i % 2 else "1" for i in range(20)), "-1/2", "3/4", "twenty",
        "twenty records: a sum that stops early or a count that is capped shows", ()),
    ("0", "1", ("0", "0", "0"), "1/4", "-1/4", "alllower",
        "all records at lower: s1 = 0 before noise, and 0 is not skipped as if missing", ("AtBound",)),
    ("0", "1", ("1", "1"), "-1/4", "1/2", "allupper", "all records at upper: n - s1 = 0 before noise", ("AtBound",)),
    ("0", "1", ("nan", "nan"), "1/4", "3/4", "allmissing",
        "only NaN: the same as no data, not an error and not a count of 2", ("MissingRecord", "EmptyData")),
    ("0", "1", (BIG, BIG, "1/4"), "1/8", "1/4", "overflow",
        "records of 2^1023: clipped after summing, the sum is infinite", ("ClipForgotten", "Infinite")),
    ("0", "1", ("-inf", "nan", "inf", "1/2"), "1/8", "1/4", "mixed",
        "NaN and both infinities in one data set: clipping with min and max in the wrong order keeps the NaN",
        ("Infinite", "MissingRecord")),
    ("0", "1", ("5/8",), "-1/4", "-1/4", "belowone",
        "one record and a noisy count of 3/4: it is divided by, not raised to 1", ("NegativeCount", "OneRecord")),
    ("0", "1", ("1/4", "1/2", "3/4"), "1/4", "-3071/1024", "nearzero", "a noisy count of 1/1024 (0 on a diagonal): the "
        "quotient is in the thousands and has to be clipped, not dropped", ("OutputClip",)),
    ("0", "1", ("3/4",), "1/8", "-2", "flipped",
        "one record and a noisy count below 0: abs() of the count gives the mirrored estimate",
        ("NegativeCount", "OneRecord")),
    ("-6", "-2", ("-5", "-3"), "1/2", "-1/4", "negative",
        "both bounds negative: max(|lower|, |upper|) is |lower|, and the estimate is negative", ("ShiftForgotten",)),
    ("-6", "-2", ("-9", "0", "inf"), "-1", "1/2", "negative-outside",
        "both bounds negative: 0 and infinity are above upper, clipped to -2 and not to 0",
        ("ClipForgotten", "Infinite")),
    ("-6", "-2", (), "1/2", "1", "negative-empty",
        "no data and negative bounds: the estimate has to be moved into [-6, -2] even so", ("EmptyData", "OutputClip")),
    ("1000", "1001", ("1000", "1001", "2001/2"), "1/4", "1/2", "far",
        "bounds a thousand widths from 0: an unshifted sum is a thousand times too large", ("ShiftForgotten",)),
    ("1000", "1001", ("1003", "0"), "-1/2", "-1/4", "far-outside",
        "0 is below lower = 1000: a record of 0 is not neutral", ("ClipForgotten", "ShiftForgotten")),
    ("1000", "1001", ("nan", "4001/4"), "1/8", "1/8", "far-missing",
        "a missing record that becomes 0 instead of vanishing is clipped to 1000 and counted", ("MissingRecord",)),
    ("-1", "3", ("1", "1", "1"), "1/2", "1/4", "atmidpoint",
        "all records at the midpoint: the centred sum is 0, the estimate is not the midpoint once there is noise",
        ("ShiftForgotten", "AtBound")),
    ("-1", "3", ("3", "-1"), "0", "3", "growing",
        "noise on the count alone pulls Algorithm 1 towards 0, Algorithm 2 towards 1: the two must not be exchanged",
        ("RatioOrder",)),
    ("0", "1/1024", ("1/2048", "1", "-1"), "1/8192", "1/4", "narrow",
        "bounds 2^-10 apart: noise of the sum is scaled to the width, an absolute tolerance would pass anything",
        ("SensitivityUnit", "ClipForgotten")),
    ("-9007199254740992", "9007199254740992", ("9007199254740992", "1", "-9007199254740992"), "0", "0", "cancelling",
        "2^53, 1 and -2^53: added from left to right in doubles the 1 is lost, so one record moves the sum by more, or "
        "less, than itself", ("FloatLeak",)),
    ("-1152921504606846976", "1152921504606846976", ("9007199254740992", "1", "-9007199254740992"), "0", "0",
        "cancelling-inside",
        "2^53, 1 and -2^53 far inside the bounds: added from left to right in doubles the 1 is lost", ("FloatLeak",)),
    ("0", "5/8", ("1/2", "1/2", "1/2", "1/2"), "1/4", "-1", "halves-above",
        "a quotient of 3/4, with the noise before or after it, above the bounds: it is moved to 5/8", ("OutputClip",)),
    ("-2", "6", ("1/2", "1/2", "1/2", "1/2"), "-5/4", "-5", "halves-negative-count",
        "a noisy count of -1 and a quotient of -3/4, inside the bounds: it is divided by as it is", ("NegativeCount",)),
    ("0", "1", ("1/3", "2/3", "1/7"), "1/5", "-1/9", "thirds",
        "no doubles anywhere: each step is a rational, rounded only once at the end", ()),
)

# (noise, more parameters, data, draws, name, why, flags), bounds 0 and 8
TIES = ("1", "3", "5", "7", "5/2")
_TIES = "records at 1/8, 3/8, ... of the interval are ties on the lattice 1/4: to even"
DISCRETE: tuple[tuple[str, dict[str, str], tuple[str, ...], dict[str, Any], str, str, Flags], ...] = (
    ("discrete_hourglass", {"gamma": "1/2", "m": "4"}, TIES, {"noise": ["3/4", "-7/4"]}, "ties", _TIES,
        ("Rounding", "Lattice")),
    ("discrete_laplace", {"m": "4"}, TIES, {"noise_1": "3", "noise_2": "-7"}, "ties",
        f"{_TIES}; draws are in steps of 1/4", ("Rounding", "Lattice")),
    ("discrete_laplace", {"m": "1"}, ("0", "8", "3"), {"noise_1": "1", "noise_2": "0"}, "coarse",
        "m = 1: every record becomes a bound", ("Rounding", "Lattice")),
    ("discrete_laplace", {"m": "3"}, ("4/3", "4", "20/3", "1"), {"noise_1": "-2", "noise_2": "5"}, "thirds",
        "m = 3: 1/6, 1/2 and 5/6 are ties between thirds, which doubles decide at random", ("Rounding", "Lattice")),
    ("discrete_laplace", {"m": "10"}, ("2/5", "6/5", "2", "99", "-1"), {"noise_1": "1", "noise_2": "-4"}, "tenths",
        "m = 10: 1/20, 3/20, 5/20 are ties; clipped records lie on the lattice already", ("Rounding", "ClipForgotten")),
    ("discrete_laplace", {"m": "4"}, (), {"noise_1": "6", "noise_2": "2"}, "empty",
        "n = 0 with lattice noise: 6 to 2 steps, a quotient of 3/4", ("EmptyData", "Lattice")),
    ("discrete_laplace", {"m": "4"}, ("4",), {"noise_1": "1", "noise_2": "-5"}, "zerocount",
        "one record and -1 + 1 = 0: the steps of 1/4 cancel the count exactly", ("ZeroCount", "OneRecord")),
    ("discrete_laplace", {"m": "1000"}, ("1/1000", "1/125", "8"), {"noise_1": "1500", "noise_2": "-250"}, "fine",
        "m = 1000: draws of 1500 steps are 3/2, not 1500", ("Lattice", "SensitivityUnit")),
    ("discrete_laplace", {"m": "4", "lower": "1", "upper": "8"}, ("2", "3", "13/2"), {"noise_1": "1", "noise_2": "-2"},
        "shifted", "bounds 1 and 8: lower is no lattice point of the records divided by the width, so rounding comes "
        "after the shift", ("Rounding", "Lattice", "ShiftForgotten")),
    ("discrete_hourglass", {"gamma": "1/2", "m": "4", "lower": "-3", "upper": "4"}, ("-2", "0", "7/2"),
        {"noise": ["1/4", "-5/4"]}, "shifted",
        "bounds -3 and 4: rounded before lower is subtracted, s1 leaves the lattice of the noise",
        ("Rounding", "Lattice", "ShiftForgotten")),
    ("discrete_hourglass", {"gamma": "1/2", "m": "4"}, ("1", "nan", "inf"), {"noise": ["-1/4", "5/4"]}, "policies",
        "rounding comes after the clip, and a missing record is not rounded to 0",
        ("Rounding", "MissingRecord", "Infinite")),
    ("discrete_hourglass", {"gamma": "1/2", "m": "4"}, ("8", "8"), {"noise": ["-2", "0"]}, "zerocount",
        "two records at upper and noise (-2, 0): the count is exactly 0", ("ZeroCount", "AtBound")),
    ("discrete_hourglass", {"gamma": "1", "m": "1"}, ("3", "5", "4"), {"noise": ["1", "-2"]}, "coarse",
        "m = 1: 4 is exactly half way and goes to the even end, 0", ("Rounding", "OnePointStep")),
    ("discrete_hourglass", {"gamma": "1/5", "m": "5"}, (), {"noise": ["-3/5", "-2/5"]}, "empty",
        "n = 0 on the diagonal -1: both sums negative, a quotient of 3/5", ("EmptyData", "NegativeCount")),
)
# (gamma, data, (z1, z2), name, why, flags), bounds 0 and 8
PLANE: tuple[tuple[str, tuple[str, ...], list[str], str, str, Flags], ...] = (
    ("1/4", ("1", "2"), ["1/3", "1/5"], "plane", "noise anywhere in the plane", ()),
    ("1/2", ("6",), ["-3/2", "1/8"], "negative",
        "one record, the noise takes s1 below 0 and the count too: a quotient above 1", ("NegativeCount", "OneRecord")),
    ("1/2", (), ["5/8", "-1/8"], "empty", "no data: z1 / (z1 + z2) = 5/4, clipped to upper",
        ("EmptyData", "OutputClip")),
    ("1/2", ("8", "0", "4"), ["7/4", "7/4"], "diagonal",
        "equal noise on both sums pulls towards the midpoint; noise on sum and count would not", ("RatioOrder",)),
    ("1", ("2", "4"), ["-3/4", "-5/4"], "zerocount", "the noise cancels the count exactly, off the axes",
        ("ZeroCount",)),
    ("1", ("inf", "nan", "-inf", "2"), ["1/16", "-1/16"], "policies",
        "clip and drop come before the sums; opposite noise leaves the count", ("Infinite", "MissingRecord")),
)
# (lower, upper, n, data, draw, name, why, flags)
SIZED: tuple[tuple[str, str, str, tuple[str, ...], str, str, str, Flags], ...] = (
    ("0", "8", "3", ("0", "4", "8"), "1/2", "inside", "the ordinary case", ()),
    ("0", "8", "1", ("2",), "-5", "below", "far below the lower bound", ("Truncation", "OneRecord")),
    ("0", "8", "2", ("99", "-99"), "10", "above", "records clipped first, then far above the upper bound",
        ("Truncation", "ClipForgotten")),
    ("0", "8", "2", ("nan", "8"), "0", "missing", "a NaN record is the midpoint: n is public", ("MissingRecord",)),
    ("-6", "-2", "2", ("-5", "-4"), "1/8", "negative", "negative bounds: the mean is negative, and 0 is outside",
        ("ShiftForgotten",)),
    ("-6", "-2", "1", ("3",), "1/4", "negative-above",
        "negative bounds: a record of 3 is clipped to -2, and so is the release above it",
        ("ClipForgotten", "Truncation", "OneRecord")),
    ("-2", "6", "3", ("nan", "nan", "nan"), "-1/2", "allmissing",
        "all records missing: the midpoint 2, with noise; not an error", ("MissingRecord",)),
    ("-2", "6", "4", ("inf", "-inf", "inf", "2"), "0", "infinite",
        "infinities become the bounds: (6 - 2 + 6 + 2)/4 = 3", ("Infinite",)),
    ("-2", "6", "2", (BIG, BIG), "-1/4", "overflow", "records of 2^1023: clipped after summing, the mean is infinite",
        ("ClipForgotten", "Infinite")),
    ("0", "1", "2", ("1", "1"), "0", "atupper", "a mean at the upper bound and no noise: exactly the bound",
        ("AtBound",)),
    ("0", "1", "2", ("1/2", "1/2"), "1/2", "justreaching",
        "noise that just reaches the upper bound: truncated or not, the same number", ("Truncation", "AtBound")),
    ("1000", "1001", "5", ("1000", "1001", "1000", "0", "2000"), "1/16", "far",
        "bounds far from 0: 0 and 2000 are outside them", ("ClipForgotten", "ShiftForgotten")),
    ("0", "1", "3", ("1/3", "1/7", "nan"), "1/5", "thirds", "no doubles anywhere, and one missing record",
        ("MissingRecord",)),
)
