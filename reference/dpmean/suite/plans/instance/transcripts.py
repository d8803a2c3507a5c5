"""Transcripts of means of vectors: small data sets, every draw injected, every stage named.

What may be put here: data, draws and the reason for choosing them. Draws that a case does not name follow its rule, so
that a search of ten counts needs no list of ten numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import rational, spell
from ....programs.interpret import run
from ....programs.program import Draw
from ...kinds import transcript
from ...vectors import Vector

Flags = tuple[str, ...]
Data = tuple[Any, ...]
Rule = Callable[[str], str]
Case = tuple[dict[str, str], Data, Mapping[str, str], str, Flags]


def quiet(label: str) -> str:
    """No noise; signs all 1."""
    return "1" if label.startswith("sign") else "0"


def small(label: str) -> str:
    """Small integers of both signs, and signs, that depend on the label alone."""
    number = hashlib.shake_128(label.encode()).digest(1)[0]
    return ("1" if number & 1 else "-1") if label.startswith("sign") else str(number % 5 - 2)


def large(label: str) -> str:
    """Integers up to 200 in size."""
    number = int.from_bytes(hashlib.shake_128(label.encode()).digest(2), "big")
    return small(label) if label.startswith("sign") else str(number % 401 - 200)


def halves(label: str) -> str:
    """Halves: outcomes of continuous noise."""
    return small(label) if label.startswith("sign") else spell(Fraction(int(large(label)), 2))


def sign_of(signs: str) -> dict[str, str]:
    """The draws sign_1, sign_2, ... from a text such as "+-"."""
    return {f"sign_{j}": "1" if s == "+" else "-1" for j, s in enumerate(signs, 1)}


def made(object_: str, params: dict[str, str], data: Data, named: Mapping[str, str], rule: Rule, name: str, why: str,
        flags: Flags) -> Vector:
    """Run the program once to learn which draws it asks for, then write the transcript."""
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
    """Whether a step is an integer that doubles do not hold, or an output is 0: by cancelling, which doubles do not do
    to the last digit.
    """
    flat = [v for _, step in expect["steps"] for row in (step if isinstance(step, list) else [step])
        for v in (row if isinstance(row, list) else [row])]
    return any(abs(Fraction(v)) > 1 << 53 for v in flat) or "0" in expect.get("values", ())


QUANT = {"rho": "1", "low": "0", "high": "16", "rank": "3", "n": "5"}
FIVE = ("2", "3", "5", "7", "11")
_QUANT: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("rank-3-no-noise", QUANT, FIVE, {}, quiet, "no noise: the record of rank 3 itself", ("RankTie",)),
    ("record-after-rank-3", QUANT | {"edition": "printed"}, FIVE, {}, quiet,
        "as printed, no noise: the record after it", ("RankTie",)),
    ("first-rank", QUANT | {"rank": "1"}, FIVE, {}, quiet, "the first rank", ("RankTie", "CaseEnd")),
    ("last-rank", QUANT | {"rank": "5"}, FIVE, {}, quiet, "the last rank: not the end of the range",
        ("RankTie", "CaseEnd")),
    ("last-rank-is-end-of-range", QUANT | {"rank": "5", "edition": "printed"}, FIVE, {}, quiet,
        "as printed the last rank gives the end of the range", ("RankTie", "CaseEnd")),
    ("first-count-below-rank", QUANT, FIVE, {"noise_1": "-3"}, quiet,
        "the first noisy count is below the rank: everything up to the middle is lost", ("RankTie",)),
    ("first-count-equals-rank", QUANT, FIVE, {"noise_1": "-2"}, quiet, "the first noisy count equals the rank: left",
        ("RankTie",)),
    ("large-noise", QUANT, FIVE, {}, large, "large noise: every answer is possible", ()),
    ("two-values-one-count", QUANT | {"low": "0", "high": "1", "rank": "1", "n": "1"}, ("0",), {}, quiet,
        "two values, one count", ("Iterations", "CaseEnd")),
    ("two-values-turned", QUANT | {"low": "0", "high": "1", "rank": "1", "n": "1"}, ("1",), {"noise_1": "1"}, quiet,
        "two values; noise turns 1 into 0", ("CaseEnd",)),
    ("one-value-no-count", QUANT | {"low": "4", "high": "4", "rank": "2", "n": "2"}, ("4", "9"), {}, quiet,
        "one value: no count at all", ("Iterations", "CaseEnd")),
    ("three-values", QUANT | {"high": "2", "rank": "2", "n": "3"}, ("0", "1", "2"), {}, quiet, "three values",
        ("Iterations", "CaseEnd")),
    ("16-values", QUANT | {"high": "15"}, FIVE, {}, quiet, "2^4 values: four counts", ("Iterations",)),
    ("18-values", QUANT | {"high": "17"}, FIVE, {}, quiet, "2^4 + 2 values", ("Iterations",)),
    ("range-around-0", QUANT | {"low": "-8", "high": "7"}, ("-8", "-5", "-3", "-1", "6"), {}, quiet,
        "a range around 0: the middle of -8 and 7 is -1", ("TruncatedDivision", "NegativeSide")),
    ("negative-range", QUANT | {"low": "-16", "high": "-1"}, ("-16", "-15", "-9", "-2", "-1"), {}, quiet,
        "a negative range: middles are rounded down", ("TruncatedDivision", "NegativeSide")),
    ("least-of-negative-range", QUANT | {"low": "-3", "high": "0", "rank": "1", "n": "2"}, ("-3", "-2"), {}, quiet,
        "the least value of a negative range", ("TruncatedDivision", "NegativeSide", "CaseEnd")),
    ("202-values-small-noise", QUANT | {"low": "-101", "high": "100"}, ("-100", "-50", "0", "3", "99"), {}, small,
        "a range of 202 values, small noise", ("TruncatedDivision",)),
    ("all-records-equal", QUANT, ("7", "7", "7", "7", "7"), {}, quiet, "all records equal", ("RankTie", "CaseEnd")),
    ("tied-records", QUANT, ("3", "3", "3", "8", "8"), {}, quiet, "ties: the third of three equal records",
        ("RankTie",)),
    ("tied-records-with-noise", QUANT, ("3", "3", "3", "8", "8"), {"noise_1": "1", "noise_2": "-1", "noise_3": "1"},
        quiet, "ties, with noise", ("RankTie",)),
    ("records-out-of-order", QUANT, ("11", "2", "7", "3", "5"), {}, quiet, "records in another order", ()),
    ("outside-the-range", QUANT, ("-5", "100", "5", "7", "inf"), {}, quiet,
        "records outside the range are moved to its ends", ("ClipForgotten", "Infinite")),
    ("missing-is-0-halves-to-even", QUANT, ("nan", "5/2", "7/2", "-inf", "9"), {}, quiet,
        "a missing record counts as 0; 5/2 and 7/2 go to the even neighbours 2 and 4", ("MissingRecord", "Rounding")),
    ("missing-is-3-below-range", QUANT | {"low": "3", "high": "9"}, ("nan", "4", "5", "6", "7"), {}, quiet,
        "0 is outside the range: a missing record is 3", ("MissingRecord",)),
    ("missing-is-minus-2-above-range", QUANT | {"low": "-9", "high": "-2"}, ("nan", "-4", "-5", "-6", "-7"), {}, quiet,
        "0 is outside the range: a missing record is -2", ("MissingRecord", "NegativeSide")),
    ("count-between-integers", QUANT | {"noise": "gaussian"}, FIVE, {}, halves,
        "continuous noise: a noisy count between two integers", ()),
    ("count-equals-rank", QUANT | {"noise": "gaussian", "edition": "printed"}, FIVE, {"noise_1": "-2"}, halves,
        "as printed, a noisy count equal to the rank: right", ("RankTie",)),
    ("33-bits", QUANT | {"high": "4294967296"}, ("1", "1000", "1000000", "1000000000", "4294967296"), {}, small,
        "33 bits", ("Iterations",)),
    ("70-halvings", QUANT | {"high": "1000000000000000000000"}, FIVE, {}, quiet, "70 halvings", ("Iterations",)),
    ("one-record-near-the-end", QUANT | {"high": "10000000000", "rank": "1", "n": "1"}, ("9999999999",), {}, small,
        "one record near the end of a long range", ("OneRecord",)),
)
NORM = {"rho": "2", "u": "100", "d": "2", "n": "3", "threshold": "5"}
_NORM: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("nothing-clipped", NORM, (("3", "4"), ("0", "0"), ("1", "2")), {}, quiet,
        "nothing is clipped: (3, 4) has norm 5 exactly", ("WrongNorm", "CaseEnd")),
    ("all-clipped-on-lattice", NORM, (("6", "8"), ("30", "40"), ("0", "7")), {}, quiet,
        "every record is clipped, exactly on the lattice", ("WrongNorm",)),
    ("clipped-toward-zero", NORM, (("6", "7"), ("99", "100"), ("5", "5")), {}, quiet,
        "clipped off the lattice: truncated toward zero", ("RoundedOut",)),
    ("ten-steps-to-a-unit", NORM | {"steps": "10"}, (("6", "7"), ("99", "100"), ("5", "5")), {}, small,
        "ten steps to a unit, with noise in steps", ("RoundedOut", "Lattice")),
    ("threshold-0", NORM | {"threshold": "0"}, (("6", "7"), ("0", "0"), ("5", "5")), {}, quiet,
        "threshold 0: no noise, the estimate is 0", ("CaseEnd",)),
    ("threshold-0-records-0", NORM | {"threshold": "0"}, (("0", "0"), ("0", "0"), ("0", "0")), {}, quiet,
        "threshold 0 and records 0: 0/0 is not asked for", ("CaseEnd",)),
    ("threshold-no-integer", NORM | {"threshold": "5/2", "steps": "2"}, (("2", "1"), ("3", "4"), ("0", "3")), {}, small,
        "a threshold that is no integer", ("Lattice",)),
    ("one-dimension", NORM | {"d": "1", "threshold": "4"}, (("9",), ("2",), ("4",)), {}, small, "one dimension",
        ("CaseEnd",)),
    ("one-dimension-sharper-constant", NORM | {"d": "1", "threshold": "4", "constants": "exact"},
        (("9",), ("2",), ("4",)), {}, small, "one dimension, the sharper constant: only the scale changes",
        ("CaseEnd",)),
    ("three-dimensions", NORM | {"d": "3", "constants": "exact"},
        (("9", "0", "1"), ("3", "3", "3"), ("100", "100", "100")), {}, small, "three dimensions", ("WrongNorm",)),
    ("norm-6-no-coordinate-above-5", NORM | {"d": "4", "n": "1"}, (("3", "3", "3", "3"),), {}, quiet,
        "one record of norm 6 with no coordinate above 5", ("WrongNorm", "OneRecord")),
    ("missing-and-infinite", NORM, (("nan", "4"), ("inf", "0"), ("-7", "-inf")), {}, quiet,
        "missing coordinates are 0, infinite ones are moved into the range", ("MissingRecord", "Infinite")),
    ("coordinates-ties-to-even", NORM, (("1/2", "3/2"), ("5/2", "101"), ("7/2", "0")), {}, quiet,
        "coordinates go to the nearest integer, ties to even", ("Rounding",)),
    ("noise-in-steps", NORM | {"noise": "gaussian"}, (("6", "7"), ("99", "100"), ("5", "5")), {}, halves,
        "continuous noise, in steps", ()),
    ("squares-beyond-64-bits", NORM | {"u": "4294967296", "threshold": "4294967296"},
        (("4294967296", "4294967296"), ("4294967296", "0"), ("1", "1")), {}, large, "squares beyond 64 bits",
        ("RoundedOut",)),
    ("squares-beyond-doubles", NORM | {"u": "1000000000000000000000000", "threshold": "1", "steps": "1000000000000"},
        (("1000000000000000000000000", "1"), ("3", "4"), ("0", "1")), {}, small, "squares beyond doubles' digits",
        ("RoundedOut",)),
    ("coordinates-beyond-64-bits", NORM,
        (("18446744073709551617", "-9223372036854775809"), (str(10**300), "9223372036854775808"),
            ("4294967297", str(-(10**300)))), {}, quiet,
            "coordinates beyond 64 bits are moved to the ends of the range",
            ("Wrapped", "ClipForgotten", "RoundedOut")),
)
TWO = {"rho": "400", "u": "10", "d": "2", "n": "8", "beta": "1/2"}
EIGHT = (("1", "0"), ("0", "2"), ("3", "0"), ("0", "4"), ("3", "4"), ("6", "0"), ("6", "8"), ("10", "10"))
_PRIVATE: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("no-noise", TWO, EIGHT, {}, quiet, "no noise: the threshold is the norm of rank 7", ("BudgetNotSplit",)),
    ("small-noise", TWO, EIGHT, {}, small, "small noise in both stages", ("BudgetNotSplit", "NoiseReused")),
    ("norm-after-rank-7", TWO | {"edition": "printed"}, EIGHT, {}, quiet, "as printed: rank 7, and the norm after it",
        ("RankTie", "BudgetNotSplit")),
    ("sharper-constants", TWO | {"constants": "exact"}, EIGHT, {}, quiet, "the sharper constants", ("CaseEnd",)),
    ("too-few-records-estimate-0", TWO | {"rho": "1/100"}, EIGHT, {}, quiet,
        "n is too small for this budget: the estimate is 0, without any draw", ("CaseEnd",)),
    ("rank-at-least-1", TWO | {"rho": "1/100", "edition": "printed"}, EIGHT, {}, quiet,
        "as printed the rank is at least 1", ("CaseEnd",)),
    ("smaller-failure-lower-rank", TWO | {"beta": "1/1000000"}, EIGHT, {}, small, "a smaller failure: a lower rank",
        ()),
    ("smaller-budget-lower-rank", TWO | {"rho": "40"}, EIGHT, {}, quiet, "a smaller budget: a lower rank",
        ("BudgetNotSplit",)),
    ("hundred-steps-to-a-unit", TWO | {"steps": "100"}, EIGHT, {}, small, "a hundred steps to a unit", ("Lattice",)),
    ("one-dimension", TWO | {"d": "1"}, tuple((str(k),) for k in (0, 1, 1, 2, 3, 5, 8, 10)), {}, small, "one dimension",
        ("CaseEnd",)),
    ("corners-of-a-cube", TWO | {"d": "3", "u": "1"}, tuple(tuple(str(i >> b & 1) for b in range(3)) for i in range(8)),
        {}, small, "all corners of a cube", ("CaseEnd",)),
    ("all-zeros", TWO, (("0", "0"),) * 8, {}, quiet, "nothing but zeros: the threshold is 0, and there is no noise",
        ("CaseEnd",)),
    ("all-records-equal", TWO, (("5", "5"),) * 8, {}, large, "all records equal, large noise", ("RankTie",)),
    ("continuous-noise", TWO | {"noise": "gaussian"}, EIGHT, {}, halves, "continuous noise", ()),
    ("missing-and-infinite", TWO, (("nan", "inf"), *EIGHT[1:]), {}, small, "a missing and an infinite coordinate",
        ("MissingRecord", "Infinite")),
)
SHIFTED = {"rho": "2000", "u": "10", "d": "2", "n": "6", "beta": "1/2"}
SIX = (("4", "5"), ("5", "5"), ("5", "6"), ("6", "5"), ("4", "4"), ("10", "0"))
_SHIFTED: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("d1-no-rotation", SHIFTED | {"d": "1"}, (("7",), ("8",), ("8",), ("9",), ("9",), ("0",)), sign_of("+"), quiet,
        "d = 1: no rotation", ("CaseEnd", "CenterForgotten")),
    ("d1-other-sign", SHIFTED | {"d": "1"}, (("7",), ("8",), ("8",), ("9",), ("9",), ("0",)), sign_of("-"), quiet,
        "d = 1, the other sign", ("SignsForgotten", "CaseEnd")),
    ("d2-no-signs", SHIFTED, SIX, sign_of("++"), quiet, "d = 2, no signs: sums and differences", ("Unnormalised",)),
    ("d2-second-sign", SHIFTED, SIX, sign_of("+-"), quiet, "d = 2, one sign", ("SignsForgotten",)),
    ("d2-first-sign-small-noise", SHIFTED, SIX, sign_of("-+"), small, "d = 2, the other sign, small noise",
        ("SignsForgotten", "NoiseReused")),
    ("d2-both-signs", SHIFTED, SIX, sign_of("--"), small, "d = 2, both signs", ("SignsForgotten",)),
    ("d3-padding-sign-changes-nothing", SHIFTED | {"d": "3"}, tuple((*r, str(i)) for i, r in enumerate(SIX)),
        sign_of("+++-"), quiet, "d = 3: padded to 4; the padding's sign changes nothing", ("PaddingKept",)),
    ("d3-small-noise", SHIFTED | {"d": "3"}, tuple((*r, str(i)) for i, r in enumerate(SIX)), sign_of("-+-+"), small,
        "d = 3 with noise in all four coordinates", ("PaddingKept", "SignsForgotten")),
    ("d4-no-padding", SHIFTED | {"d": "4"}, tuple((*r, *reversed(r)) for r in SIX), sign_of("+-+-"), quiet,
        "d = 4: nothing to pad", ("PaddingKept", "Unnormalised")),
    ("d4-small-noise", SHIFTED | {"d": "4"}, tuple((*r, *reversed(r)) for r in SIX), {}, small, "d = 4, small noise",
        ("Unnormalised",)),
    ("d8-no-noise", SHIFTED | {"d": "8", "u": "3"}, tuple(tuple(str(i * j % 4) for j in range(8)) for i in range(6)),
        sign_of("+-++-+--"), quiet, "d = 8", ("Unnormalised", "SignsForgotten")),
    ("d8-small-noise", SHIFTED | {"d": "8", "u": "3", "rho": "20000"},
        tuple(tuple(str(i * j % 4) for j in range(8)) for i in range(6)), {}, small, "d = 8, small noise",
        ("Unnormalised",)),
    ("d5-padded-to-8", SHIFTED | {"d": "5", "u": "2"},
        tuple(tuple(str((i + j) % 3) for j in range(5)) for i in range(6)), {}, small, "d = 5: padded to 8",
        ("PaddingKept",)),
    ("large-noise", SHIFTED, SIX, {}, large, "large noise: centres far from the data", ("CenterForgotten",)),
    ("medians-after-the-middle", SHIFTED | {"edition": "printed"}, SIX, {}, quiet,
        "as printed: the medians are the records after the middle", ("RankTie", "MedianIndex")),
    ("too-few-records-medians-alone", SHIFTED | {"rho": "1"}, SIX, {}, quiet,
        "n is too small for this budget: the medians alone", ("CaseEnd", "BudgetNotSplit")),
    ("odd-number-of-records", SHIFTED | {"n": "5"}, SIX[:5], {}, quiet,
        "an odd number of records: the median is the third", ("MedianIndex",)),
    ("two-records", SHIFTED | {"n": "2", "rho": "100000"}, SIX[4:], {}, quiet, "two records: the median is the first",
        ("MedianIndex", "CaseEnd")),
    ("one-record", SHIFTED | {"n": "1", "rho": "1000000"}, SIX[:1], {}, quiet, "one record",
        ("OneRecord", "MedianIndex")),
    ("all-records-equal", SHIFTED, (("5", "5"),) * 6, {}, quiet,
        "all records equal: nothing is left around the medians, and no noise", ("CaseEnd", "CenterForgotten")),
    ("fifty-steps-sharper-rank", SHIFTED | {"steps": "50", "constants": "exact"}, SIX, {}, small,
        "fifty steps to a unit, the sharper rank", ("Lattice",)),
    ("continuous-noise", SHIFTED | {"noise": "gaussian"}, SIX, {}, halves, "continuous noise", ()),
    ("missing-and-infinite", SHIFTED, (("nan", "3"), ("inf", "-inf"), *SIX[2:]), {}, small,
        "missing and infinite coordinates", ("MissingRecord", "Infinite")),
    ("33-bits", SHIFTED | {"u": "4294967296", "rho": "100000"}, tuple((str(4294967296 - i), str(i)) for i in range(6)),
        {}, small, "33 bits a coordinate: squares beyond 64 bits", ("RoundedOut",)),
)
REAL = {"rho": "2000", "d": "2", "n": "5", "radius": "4", "bucket": "1/2", "beta": "1/2"}
POINTS = (("1", "-1/2"), ("5/4", "3/4"), ("-9/4", "0"), ("1/4", "-3/4"), ("100", "-100"))
_REAL: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("bucket-ties-to-even", REAL, POINTS, {}, quiet,
        "ties of buckets go to the even one; a record outside is moved to the corner", ("Rounding", "ClipForgotten")),
    ("small-noise", REAL, POINTS, {}, small, "small noise", ("SignsForgotten",)),
    ("one-dimension", REAL | {"d": "1"}, tuple((p[0],) for p in POINTS), {}, quiet, "one dimension", ("CaseEnd",)),
    ("three-buckets", REAL | {"bucket": "4", "radius": "4"}, POINTS, {}, quiet, "three buckets",
        ("CaseEnd", "Rounding")),
    ("fine-buckets", REAL | {"bucket": "1/1000"}, POINTS, {}, small, "fine buckets", ("Lattice",)),
    ("missing-is-0", REAL, (("nan", "1"), ("inf", "-inf"), *POINTS[2:]), {}, quiet,
        "a missing coordinate is 0, not the least bucket", ("MissingRecord", "Infinite")),
    ("continuous-noise", REAL | {"noise": "gaussian"}, POINTS, {}, halves, "continuous noise", ()),
    ("buckets-of-a-third", REAL | {"bucket": "1/3", "radius": "5"}, (("1/3", "1/6"), ("-1/6", "1/2"), *POINTS[2:]), {},
        quiet, "buckets of a third", ("Rounding",)),
    ("sharper-rank", REAL | {"constants": "exact", "bucket": "1", "n": "20", "rho": "2"},
        tuple((str(i % 9 - 4), str(i * i % 9 - 4)) for i in range(20)), {}, quiet, "the sharper rank",
        ("BudgetNotSplit",)),
    ("coordinates-beyond-64-bits", REAL, (("18446744073709551617", str(-(10**300))), *POINTS[1:]), {}, quiet,
        "coordinates beyond 64 bits", ("Wrapped", "ClipForgotten")),
)
NORMAL = {"rho": "2000", "d": "2", "n": "5", "radius": "1", "sigma_min": "1/2", "sigma_max": "1", "beta": "1/2"}
_NORMAL: tuple[tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags], ...] = (
    ("clipped-in-norm", NORMAL, POINTS, {}, quiet, "the last record is clipped in norm, not coordinate by coordinate",
        ("WrongNorm", "ClipForgotten")),
    ("small-noise", NORMAL, POINTS, {}, small, "small noise", ("WrongNorm",)),
    ("one-dimension", NORMAL | {"d": "1"}, tuple((p[0],) for p in POINTS), {}, quiet, "one dimension", ("CaseEnd",)),
    ("clipped-toward-zero", NORMAL, (("30", "-40"), ("-300", "1"), *POINTS[2:]), {}, quiet,
        "clipped records go toward zero on the lattice", ("RoundedOut", "NegativeSide")),
    ("missing-and-infinite", NORMAL, (("nan", "1"), ("inf", "-inf"), *POINTS[2:]), {}, quiet,
        "a missing coordinate is 0, an infinite one R'", ("MissingRecord", "Infinite")),
    ("bucket-of-1-for-wide-law", NORMAL | {"sigma_min": "100", "sigma_max": "100"}, POINTS, {}, quiet,
        "a bucket of 1 for a wide law", ("CaseEnd",)),
    ("square-number-of-records", NORMAL | {"n": "4", "sigma_min": "1"}, POINTS[:4], {}, quiet,
        "a square number of records: sqrt(n) is exact", ("CaseEnd",)),
    ("continuous-noise-sharper-rank", NORMAL | {"noise": "gaussian", "constants": "exact"}, POINTS, {}, halves,
        "continuous noise, the sharper rank", ()),
    ("crude-radius", NORMAL | {"radius": "1000"}, POINTS, {}, small, "a crude radius", ()),
)
CASES = {
    "privquant": _QUANT,
    "norm_clipped_mean": _NORM,
    "quantile_clipped_mean": _PRIVATE,
    "shifted_clipped_mean": _SHIFTED,
    "quantized_mean": _REAL,
    "gaussian_mean": _NORMAL,
}
BASIC = {
    "privquant": "RankTie",
    "norm_clipped_mean": "WrongNorm",
    "quantile_clipped_mean": "BudgetNotSplit",
    "shifted_clipped_mean": "CenterForgotten",
    "quantized_mean": "Rounding",
    "gaussian_mean": "WrongNorm",
}

_ROTATED = ("CenterForgotten", "SignsForgotten", "Unnormalised", "PaddingKept", "RankTie", "TruncatedDivision",
    "WrongNorm", "NoiseReused", "BudgetNotSplit")
# what every transcript of a mechanism shows beside what it was made for
SHOWN: dict[str, Flags] = {
    "privquant": ("RankTie", "NoiseReused"),
    "norm_clipped_mean": ("WrongNorm", "NoiseReused", "Unnormalised"),
    "quantile_clipped_mean": ("BudgetNotSplit", "RankTie", "WrongNorm", "NoiseReused", "Unnormalised"),
    "shifted_clipped_mean": _ROTATED,
    "quantized_mean": ("Rounding", "SensitivityUnit", "ShiftForgotten", *_ROTATED),
    "gaussian_mean": ("SensitivityUnit", "ShiftForgotten", *_ROTATED),
}


def multivariate_transcripts() -> Iterator[Vector]:
    """All transcripts of these mechanisms."""
    for object_, cases in CASES.items():
        for name, params, data, named, rule, why, flags in cases:
            yield made(object_, params, data, named, rule, name, why, tuple(dict.fromkeys((*flags, *SHOWN[object_]))))
