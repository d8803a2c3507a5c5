"""Transcripts of the baselines and of the local and the shuffle model: what every user sends, what the aggregator makes
of it.

What may be put here: data, draws and the reason for choosing them. Which level, index or part a user draws follows her
label and the law; noise and responses follow the case's rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import rational, spell
from ....programs.interpret import run
from ....programs.program import Draw
from ....randomness.bits import Shake128ForTesting
from ...kinds import transcript
from ...kinds.reject import pair
from ...vectors import Vector
from .transcripts import Data, Flags, Rule, beyond_doubles, quiet, small

Case = tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags]


def lively(label: str) -> str:
    """Small noise; one response in five is turned."""
    return str(int(small(label) != "2")) if label.endswith("_kept") else small(label)


def truthful(label: str) -> str:
    """No noise, every response kept, signs all 1."""
    return "1" if label.endswith("_kept") else "1" if label.startswith("spin") else quiet(label)


def spun(label: str) -> str:
    """As `lively`, with signs for the second rotation too."""
    return small("sign" + label) if label.startswith("spin") else lively(label)


def far(label: str) -> str:
    """Noise that puts the medians far from the data, and no other."""
    return "10" if "_median_" in label and label.endswith("_noise") else truthful(label)


def drawn(draw: Draw, rule: Rule) -> Any:
    """By the rule, but for draws that must suit a range: these follow the law, on a stream that has the label's name.
    """
    if draw.label.endswith(("_level", "_index", "_parts")):
        found = draw.law.sample(Shake128ForTesting(draw.label.encode()))
        return [spell(rational(v, "draw")) for v in found] if isinstance(found,
            tuple) else spell(rational(found, "draw"))
    return rule(draw.label)


def made(object_: str, params: dict[str, str], data: Data, named: Mapping[str, str], rule: Rule, name: str, why: str,
        flags: Flags) -> Vector:
    """Run the program once to learn which draws it asks for, then write the transcript."""
    asked: dict[str, Any] = {}

    def answer(draw: Draw) -> Any:
        found = asked[draw.label] = named[draw.label] if draw.label in named else drawn(draw, rule)
        return tuple(rational(v, "draw") for v in found) if isinstance(found, list) else rational(found, "draw")

    run(build(object_, params).program([transcript.record(x) for x in data]), answer)
    if unused := set(named) - set(asked):
        raise AssertionError(f"{object_} {name}: nothing asks for {min(unused)}")
    found = transcript.make(object_, params, data, asked, name, why, flags)
    return replace(found, requires=("numbers:rational",)) if beyond_doubles(found.expect) else found


FAR_OUT = str(10**300)
BALL = {"rho": "2", "d": "2", "n": "5", "radius": "10", "sigma_max": "1", "iterations": "3"}
AROUND = (("3", "-4"), ("7/2", "-9/2"), ("2", "-3"), ("13/4", "-15/4"), ("4", "-5"))
FAR = (("3", "-4"), ("100", "-200"), ("2", "-3"), ("inf", "nan"), ("-inf", "1/8"))
_BALL: tuple[Case, ...] = (
    ("no-noise", BALL, AROUND, {}, truthful, "no noise: the mean of the rounded records", ("BallRadius", "Rounding")),
    ("small-noise", BALL, AROUND, {}, small, "small noise in every step", ("NoiseReused", "CenterForgotten")),
    ("one-step-whole-budget", BALL | {"iterations": "1"}, AROUND, {}, small, "one step has the whole budget",
        ("CaseEnd", "BudgetNotSplit")),
    ("centre-far-from-records", BALL | {"iterations": "2"}, AROUND, {"noise_1_1": "300", "noise_1_2": "-300"}, truthful,
        "a centre far from the records: they are clipped around it", ("CenterForgotten", "WrongNorm")),
    ("ten-steps-by-default", {k: v for k, v in BALL.items() if k != "iterations"}, AROUND, {}, truthful,
        "ten steps by default", ("BallRadius",)),
    ("far-infinite-and-missing", BALL, FAR, {}, truthful,
        "records far out, infinite and missing: moved into the cube of the first radius, then clipped",
        ("ClipForgotten", "MissingRecord", "Infinite")),
    ("much-budget-shrinking-balls", BALL | {"rho": "2000"}, FAR, {}, truthful,
        "much budget: the balls shrink from step to step", ("BallRadius", "WrongNorm", "RoundedOut")),
    ("much-budget-smaller-failure", BALL | {"rho": "2000", "beta": "1/1000000"}, FAR, {}, small,
        "the same with a smaller failure", ("BallRadius",)),
    ("one-dimension-bucket-ties", BALL | {"d": "1", "n": "4", "sigma_max": "1/2"},
        (("1/8",), ("3/8",), ("9",), ("-9",)), {}, truthful, "one dimension; ties of buckets go to the even one",
        ("Rounding", "CaseEnd")),
    ("records-beyond-64-bits", BALL, (("18446744073709551617", "-4"), ("7/2", "9223372036854775808"), ("2", "-3"),
        (FAR_OUT, f"-{FAR_OUT}"), ("4", "-5")), {}, truthful, "records beyond 64 bits keep their size and sign",
        ("ClipForgotten", "Wrapped")),
    ("one-record", BALL | {"d": "3", "n": "1"}, (("1", "2", "-3"),), {}, small, "one record", ("OneRecord",)),
    ("one-record-far-out", BALL | {"d": "1", "n": "1", "iterations": "1"}, (("1000",),), {}, truthful,
        "one record far out: what is left of it is the first radius", ("ClipForgotten", "OneRecord", "CaseEnd")),
    ("next-centre-ties-to-even", BALL | {"iterations": "2", "n": "2"}, (("1", "2"), ("2", "2")), {}, truthful,
        "the next centre is rounded to the lattice, ties to even", ("Rounding",)),
)
VOTES = {"rho": "2", "d": "1", "n": "7", "radius": "4", "sigma_max": "2"}
SEVEN = (("1/2",), ("3",), ("-1000",), ("2",), ("5/2",), ("nan",), ("-inf",))
_VOTES: tuple[Case, ...] = (
    ("lowest-of-three-bins-wins", VOTES, SEVEN, {}, truthful, "three users vote for three bins: the lowest wins",
        ("TieOrder", "MissingRecord", "Infinite")),
    ("turned-answers-small-noise", VOTES, SEVEN, {}, lively, "turned answers and small noise",
        ("ResponseTurned", "NoiseReused")),
    ("two-coordinates", VOTES | {"d": "2"}, tuple((*r, "-3") for r in SEVEN), {}, lively, "two coordinates",
        ("ResponseTurned",)),
    ("bin-ties-to-even", VOTES, (("1",), ("3",), ("-1",), ("0",), ("0",), ("0",), ("1/4",)), {}, truthful,
        "records half way between two bins go to the even one", ("Rounding", "BinEdge")),
    ("two-users", VOTES | {"n": "2"}, (("4",), ("4",)), {}, truthful, "two users: one votes, one sends",
        ("CaseEnd", "Groups")),
    ("three-users-wrong-bin", VOTES | {"n": "3"}, (("-4",), ("4",), ("4",)), {}, truthful,
        "of three users one votes; the others are clipped around a wrong bin", ("Groups", "ClipForgotten")),
    ("radius-below-sigma", VOTES | {"radius": "1/2", "sigma_max": "1"}, SEVEN, {}, lively,
        "a radius below sigma: three bins", ("CaseEnd",)),
    ("centre-rounded-to-lattice", VOTES | {"sigma_max": "2/3", "radius": "5"}, SEVEN, {}, lively,
        "the centre is rounded to the lattice", ("Rounding",)),
    ("smaller-failure-wider-interval", VOTES | {"n": "3", "beta": "1/1000000"}, (("-4",), ("4",), ("400",)), {},
        truthful, "a smaller failure: a wider interval", ("ClipForgotten", "Constants")),
    ("centre-tie-to-even", VOTES | {"n": "2", "radius": "10", "sigma_max": "5/2"}, (("5/2",), ("1000",)), {}, truthful,
        "the centre lies half way between two lattice points: to the even one", ("Rounding",)),
    ("every-answer-turned", VOTES, SEVEN, {f"user_{i}_bin_1_{k}_kept": "0" for i in (1, 2, 3) for k in range(1, 6)},
        truthful, "every answer turned", ("ResponseTurned", "TieOrder")),
)
LOCAL = {"rho": "2", "u": "3", "d": "2", "n": "4"}
FOUR = (("0", "3"), ("1", "2"), ("3", "3"), ("2", "0"))
_LOCAL: tuple[Case, ...] = (
    ("every-response-kept", LOCAL, FOUR, {}, truthful, "every response kept, no noise", ("TreeCount", "RankTie")),
    ("turned-answers-small-noise", LOCAL, FOUR, {}, lively, "turned answers and small noise",
        ("ResponseTurned", "NoiseReused", "SignsForgotten")),
    ("sharper-cost-of-a-response", LOCAL | {"constants": "exact"}, FOUR, {}, lively,
        "the sharper cost of a response: another scale of the counts", ("TreeCount", "ResponseTurned")),
    ("much-budget", LOCAL | {"rho": "300"}, FOUR, {}, lively, "much budget", ("TreeCount",)),
    ("ten-steps-to-a-unit", LOCAL | {"rho": "300", "steps": "10"}, FOUR, {}, lively, "ten steps to a unit",
        ("Lattice", "RoundedOut")),
    ("one-user-one-bit", LOCAL | {"d": "1", "u": "1", "n": "1"}, (("1",),), {}, lively, "one user, one bit",
        ("OneRecord", "CaseEnd")),
    ("d3-padded-to-4", LOCAL | {"d": "3", "n": "3"}, (("1", "2", "3"), ("0", "0", "1"), ("3", "3", "2")), {}, lively,
        "d = 3: padded to 4", ("PaddingKept",)),
    ("odd-number-of-users", LOCAL | {"n": "5"}, (*FOUR, ("1", "1")), {}, truthful, "an odd number of users",
        ("MedianIndex",)),
    ("counts-decide-the-centre", LOCAL | {"rho": "2", "d": "1", "n": "10"}, tuple((str(i * i % 4),) for i in range(10)),
        {}, lively, "ten users: the scale of the counts decides the centre", ("TreeCount",)),
    ("counts-decide-the-threshold", LOCAL | {"rho": "8", "d": "1", "n": "8"},
        tuple((str(i * i % 4),) for i in range(8)), {}, lively,
        "eight users: the scale of the counts decides the threshold", ("TreeCount",)),
    ("budget-of-a-median", LOCAL | {"n": "20"}, tuple((str(i % 4), str(i * i % 4)) for i in range(20)), {}, lively,
        "twenty users in two dimensions: the budget of a median", ("TreeCount",)),
    ("budget-of-a-median-padded", LOCAL | {"rho": "3", "d": "3", "n": "30"},
        tuple((str(i % 4), str(i * i % 4), str(i // 8)) for i in range(30)), {}, lively,
        "d = 3: the budget of a median is that for d' = 4", ("TreeCount", "PaddingKept")),
    ("budget-of-the-threshold", LOCAL | {"rho": "2", "d": "1", "n": "18", "constants": "exact"},
        tuple((str(i * i % 4),) for i in range(18)), {}, lively, "the budget of the threshold",
        ("TreeCount", "BudgetNotSplit")),
    ("rank-above-the-middle", LOCAL | {"rho": "30", "d": "3", "n": "30"},
        tuple((str(i % 4), str(i * i % 4), str(i // 8)) for i in range(30)), {}, lively, "a rank above the middle",
        ("TreeCount", "RankTie")),
    ("rank-follows-the-budget-of-the-mean", LOCAL | {"rho": "10", "d": "1", "n": "18"},
        tuple((str((i * i + i // 3) % 4),) for i in range(18)), {}, lively,
        "the rank of the threshold follows from what the mean spends", ("RankTie", "BudgetNotSplit")),
    ("43-levels", LOCAL | {"d": "1", "n": "12", "u": "1000000", "rho": "40"},
        tuple((str(83333 * i),) for i in range(12)), {}, lively, "43 levels: nodes and indices beyond 32 bits",
        ("TreeCount", "Wrapped")),
    ("missing-infinite-broken-and-far", LOCAL, (("nan", "3"), ("inf", "-inf"), ("5/2", "7/2"), ("100", "-1")), {},
        lively, "missing, infinite, broken and far coordinates", ("MissingRecord", "Infinite", "Rounding")),
    ("twelve-levels-four-users", LOCAL | {"u": "1000"}, (("999", "3"), ("1000", "0"), ("7", "500"), ("8", "8")), {},
        lively, "twelve levels, fewer users than levels", ("TreeCount",)),
    ("four-dimensions", LOCAL | {"d": "4", "u": "2", "n": "6", "rho": "40"},
        tuple(tuple(str((i * j + i) % 3) for j in range(4)) for i in range(6)), {}, lively,
        "four dimensions, six users", ("TreeCount", "Unnormalised")),
)
SHUFFLE = {"epsilon": "40", "delta": "1/2", "u": "1", "d": "1", "n": "4", "beta": "1/2", "messages": "26",
    "modulus": "64"}
BITS = (("0",), ("1",), ("1",), ("1",))
PLANE = {"epsilon": "60", "delta": "1/2", "u": "1", "d": "2", "n": "8", "beta": "1/2", "messages": "20",
    "modulus": "256"}
CORNERS = (("0", "1"), ("1", "1"), ("1", "1"), ("1", "0"), ("1", "1"), ("0", "0"), ("1", "1"), ("1", "1"))
_SHUFFLE: tuple[Case, ...] = (
    ("no-noise", SHUFFLE, BITS, {}, truthful, "no noise: the parts hide the bits, the sums do not",
        ("ModularSum", "RankTie")),
    ("small-shares-of-noise", SHUFFLE, BITS, {}, spun, "small shares of noise",
        ("ModularSum", "NoiseReused", "SignsForgotten")),
    ("sharper-coordinate-range", SHUFFLE | {"constants": "exact"}, BITS, {}, spun, "the sharper range of a coordinate",
        ("ModularSum",)),
    ("three-steps-odd-modulus", SHUFFLE | {"steps": "3", "modulus": "101"}, BITS, {}, spun,
        "three steps to a unit; a modulus that is no power of two", ("Lattice", "ModularSum")),
    ("modulus-3-counts-wrap-around", SHUFFLE | {"modulus": "3", "messages": "60"}, BITS, {}, truthful,
        "a small modulus: counts wrap around to negative numbers", ("ModularSum", "NegativeCount")),
    ("modulus-2-sum-stays-1", SHUFFLE | {"modulus": "2"}, BITS, {}, truthful,
        "modulus 2: a sum of 1 is M/2 and stays 1", ("ModularSum", "CaseEnd")),
    ("too-few-users-zeros", SHUFFLE | {"epsilon": "1/10", "delta": "1/10", "messages": "60"}, BITS, {}, truthful,
        "too few users for this budget: zeros, and nobody sends anything", ("CaseEnd",)),
    ("all-records-equal", SHUFFLE, (("1",),) * 4, {}, truthful,
        "all records equal: the threshold is 0, and the mean is not asked for", ("CaseEnd", "CenterForgotten")),
    ("missing-infinite-and-broken", SHUFFLE, (("nan",), ("inf",), ("1/2",), ("3/2",)), {}, spun,
        "missing, infinite and broken records", ("MissingRecord", "Infinite", "Rounding")),
    ("odd-number-of-users", SHUFFLE | {"n": "5", "epsilon": "60", "messages": "40", "modulus": "256"},
        (("0",), ("0",), ("1",), ("1",), ("1",)), {}, truthful, "an odd number of users: the median is the third",
        ("MedianIndex", "RankTie")),
    ("rotated-beyond-its-range", {"epsilon": "400", "delta": "1/2", "n": "1", "d": "8", "u": "1", "beta": "99/100",
        "messages": "2", "modulus": "1024"}, (("0",) * 8,), {}, far,
        "a rotated vector beyond its range: every coordinate is moved into it", ("ClipForgotten", "ModularSum")),
    ("64-coordinates-decide-the-rank", {"epsilon": "60", "delta": "1/2", "n": "19", "d": "64", "u": "1", "beta": "9/10",
        "messages": "60", "modulus": "1024"}, (("1",) * 64,) * 19, {}, truthful,
        "the noise of 64 coordinates decides the rank: nobody sends anything", ("CaseEnd",)),
    ("two-dimensions", PLANE, CORNERS, {}, spun, "two dimensions, two rotations",
        ("SignsForgotten", "Unnormalised", "ModularSum")),
    ("d3-padded-to-4", PLANE | {"d": "3", "epsilon": "90"}, tuple((*r, str(i % 2)) for i, r in enumerate(CORNERS)), {},
        spun, "d = 3: padded to 4", ("PaddingKept",)),
    ("budget-by-decay", {k: v for k, v in SHUFFLE.items() if k != "epsilon"} | {"decay": "1/1000000000",
        "messages": "40"}, BITS, {}, spun, "a budget given by its decay", ("ModularSum",)),
)
CASES: dict[str, tuple[Case, ...]] = {"coinpress_mean": _BALL, "local_coordinate_mean": _VOTES,
    "local_clipped_mean": _LOCAL, "shuffled_clipped_mean": _SHUFFLE}
# what every transcript of a mechanism shows beside what it was made for
SHOWN: dict[str, Flags] = {
    "coinpress_mean": ("BallRadius", "WrongNorm", "NoiseReused", "Unnormalised", "CenterForgotten"),
    "local_coordinate_mean": ("Groups", "ResponseTurned", "CenterForgotten", "NoiseReused"),
    "local_clipped_mean": ("TreeCount", "CenterForgotten", "SignsForgotten", "Unnormalised", "WrongNorm", "RankTie",
        "BudgetNotSplit", "TruncatedDivision", "PaddingKept"),
    "shuffled_clipped_mean": ("ModularSum", "CenterForgotten", "SignsForgotten", "Unnormalised", "WrongNorm", "RankTie",
        "BudgetNotSplit", "TruncatedDivision", "PaddingKept"),
}


# object, parameters, data, change, why, flag, code
BAD: tuple[tuple[str, dict[str, str], Data, dict[str, str], str, str, str], ...] = (
    ("coinpress_mean", BALL, AROUND, {"rho": "0"}, "rho 0", "NotPositive", "out_of_range"),
    ("coinpress_mean", BALL, AROUND, {"beta": "1"}, "beta 1: no radius at all", "NotPositive",
        "probability_out_of_range"),
    ("coinpress_mean", BALL, AROUND, {"iterations": "0"}, "no step", "NotPositive", "count_not_positive"),
    ("coinpress_mean", BALL, AROUND, {"n": "6"}, "more records promised than given", "OffGrid", "size_mismatch"),
    ("coinpress_mean", BALL, AROUND, {"sigma_max": "0"}, "no deviation: infinitely fine buckets", "NotPositive",
        "out_of_range"),
    ("local_coordinate_mean", VOTES, SEVEN, {"rho": "-1"}, "a negative rho", "NotPositive", "out_of_range"),
    ("local_coordinate_mean", VOTES, SEVEN, {"beta": "0"}, "beta 0: an infinite interval", "NotPositive",
        "probability_out_of_range"),
    ("local_coordinate_mean", VOTES, SEVEN, {"d": "2"}, "more coordinates promised than given", "OffGrid",
        "size_mismatch"),
    ("local_coordinate_mean", VOTES, SEVEN, {"radius": "0"}, "radius 0", "NotPositive", "out_of_range"),
    ("local_clipped_mean", LOCAL, FOUR, {"rho": "0"}, "rho 0: a fair coin", "NotPositive", "out_of_range"),
    ("local_clipped_mean", LOCAL, FOUR, {"u": "0"}, "a universe of one value", "NotPositive", "count_not_positive"),
    ("local_clipped_mean", LOCAL, FOUR, {"n": "3"}, "fewer users promised than given", "OffGrid", "size_mismatch"),
    ("shuffled_clipped_mean", SHUFFLE, BITS, {"delta": "1"}, "delta 1: nothing is promised", "NotPositive",
        "probability_out_of_range"),
    ("shuffled_clipped_mean", SHUFFLE, BITS, {"delta": "0"}, "delta 0: no number of messages is enough", "NotPositive",
        "probability_out_of_range"),
    ("shuffled_clipped_mean", SHUFFLE, BITS, {"epsilon": "0"}, "epsilon 0", "NotPositive", "epsilon_not_positive"),
    ("shuffled_clipped_mean", SHUFFLE, BITS, {"n": "5"}, "more users promised than given", "OffGrid", "size_mismatch"),
)


# object, quantity, parameters, change, back, why, flag, code
ASKED: tuple[tuple[str, str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...] = (
    ("coinpress_mean", "clip", BALL, {"iteration": "0"}, {"iteration": "1"}, "no step has the number 0", "NotPositive",
        "count_not_positive"),
    ("coinpress_mean", "noise_variance", BALL, {"iteration": "4"}, {"iteration": "3"}, "a step after the last",
        "OffGrid", "out_of_range"),
    ("coinpress_scaled_mean", "slack", {"rho": "1", "d": "2", "n": "4"}, {"iteration": "4"}, {"iteration": "3"},
        "a fourth of three passes", "OffGrid", "out_of_range"),
    ("local_coordinate_mean", "half_width", {"sigma_max": "1"}, {"n": "1"}, {"n": "2"}, "one user for two groups",
        "OffGrid", "out_of_range"),
    ("local_clipped_mean", "threshold_keep", {}, {"rho": "1/1000000000000000000000000000000"}, {"rho": "1/100000"},
        "so little budget that an answer would be a fair coin", "NotPositive", "out_of_range"),
    ("shuffled_clipped_mean", "share_variance", {"epsilon": "1", "n": "5"}, {"dropouts": "5"}, {"dropouts": "4"},
        "everybody may be silent", "OffGrid", "out_of_range"),
)


def message_rejections() -> Iterator[Vector]:
    """Invalid requests, each with the nearest valid one."""
    for object_, quantity, params, change, back, why, flag, code in ASKED:
        yield from pair(object_, params, change, back, why, flag, code, quantity=quantity)
    for object_, params, data, change, why, flag, code in BAD:
        good = params | ({"beta": "1/10"} if "beta" in change else {})
        yield from pair(object_, good, change, {k: good[k] for k in change}, why, flag, code,
            {"data": [list(row) for row in data], "grid": "1/1024"})


def message_transcripts() -> Iterator[Vector]:
    """All transcripts of these mechanisms."""
    for object_, cases in CASES.items():
        for name, params, data, named, rule, why, flags in cases:
            yield made(object_, params, data, named, rule, name, why, tuple(dict.fromkeys((*flags, *SHOWN[object_]))))
