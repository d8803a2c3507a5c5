"""Tapes and rejections of means with little or no bias, and tapes of Student's t.

What may be put here: settings and bits with a purpose, invalid requests with their nearest valid ones, neighbouring
data sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_laplace import DiscreteLaplace
from ....distributions.laplace import Laplace
from ....distributions.student_t import StudentT
from ....exact.reals import exp
from ....programs.interpret import replay
from ...kinds import tape as tapes
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..neighbours import RECORDS
from ..tape_bits import boundary, endings, shake
from .transcripts import BASIC, BLOCKS, CLIPPED, COARSE, COMBINED, LATTICE, SPLIT, STUDENT, UNKNOWN

Flags = tuple[str, ...]
FOUR = ["1", "1/4", "5/2", "-3"]
SIX = ["1", "7/8", "9/8", "1", "5/4", "3/4"]
SPLITS = SPLIT | {"n1": "4", "n2": "2"}
SIZED = UNKNOWN | {"base": "sized_mean", "lower": "0", "upper": "4"}

# object, parameters, data
RELEASES: tuple[tuple[str, dict[str, str], list[str]], ...] = (
    ("clipped_mean", CLIPPED, FOUR),
    ("clipped_mean", CLIPPED | LATTICE, FOUR),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, FOUR),
    ("name_and_shame", {"delta": "1/7", "n": "4", "variant": "single"}, FOUR),
    ("combined_mean", COMBINED | {"n": "4"}, ["100", "0", "1/2", "-70"]),
    ("combined_mean", COMBINED | LATTICE | {"n": "4"}, ["100", "0", "1/2", "-70"]),
    ("dpucoarse", COARSE, SIX),
    ("dpucoarse", COARSE | LATTICE, SIX),
    ("dpucoarse", COARSE | {"sigma": "3", "constants": "exact"}, ["1", "2", "9", "9", "8", "2"]),
    ("dpumean", SPLITS, SIX),
    ("dpumean", SPLITS | LATTICE, SIX),
    ("dpumean", SPLITS | {"constants": "exact", "clip": "1/2"}, ["1", "1", "1", "1", "9", "-9"]),
    ("kv_mean", SPLITS, SIX),
    ("kv_mean", SPLITS | LATTICE, SIX),
    ("unknown_size", SIZED, ["1", "2", "3", "4", "0", "5/2"]),
    ("unknown_size", SIZED | {"constants": "exact", "edition": "printed"}, ["1", "2", "3", "4", "0", "5/2"]),
    ("unknown_size", UNKNOWN | {"base": "dpumean", "clip": "2", "n1": "2", "n0": "3"}, SIX),
    ("unknown_size", UNKNOWN | {"base": "name_and_shame"}, FOUR),
    ("student_t_mean", STUDENT, FOUR),
    ("student_t_mean", STUDENT | {"degrees": "4", "constants": "exact"}, FOUR),
    ("shuffled_mean", BLOCKS, ["1", "2", "3", "4"]),
    ("shuffled_mean", BLOCKS | {"n": "1", "blocks": "3"}, ["1", "2", "4"]),
    ("dpucoarse", COARSE | LATTICE | {"constants": "exact", "delta": "9/100"}, ["1", "1", "9/4", "5/2"]),
    ("dpumean", SPLITS | LATTICE | {"constants": "exact", "delta": "9/100"}, ["1", "1", "9/4", "5/2", "0", "1"]),
    ("shuffled_mean", BLOCKS | LATTICE, ["1", "1/4", "3/4", "7"]),
)
PUBLISHING = ("name_and_shame", "combined_mean", "dpumean", "kv_mean")  # a record may enter the estimate as it is


def lowbias_tapes() -> Iterator[Vector]:
    """Whole releases from bits, draws of Student's t, tapes that end, tapes next to a boundary."""
    yield from _student()
    yield from _near()
    for object_, params, data in RELEASES:
        tag, flag = slug(object_, *params.values()), BASIC[object_]
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given: dict[str, Any] = {"data": data, "tape": shake(f"{tag}{grid}", 192), "count": "3", "grid": grid,
                "rounding": rounding}
            yield tapes.make(object_, params, given, f"grid{grid}-{rounding}",
                f"whole releases, output to the grid {grid}, {rounding}", ("TapeOrder", "Rounding", flag))
        given = {"data": data, "seed": shake(tag, 8), "count": "20", "grid": "1/1000"}
        yield tapes.make(object_, params, given, "accumulated",
            "20 releases, one digest: any wrong draw, order or scale shows", ("Accumulated", flag))
        yield from endings(object_, params, {"data": data, "count": "2", "grid": "1/1000"})
    for bits, why in (("00", "all bits 0"), ("ff", "all bits 1")):
        for object_, params, data in (RELEASES[2], RELEASES[3], RELEASES[14], RELEASES[17], RELEASES[20]):
            given = {"data": data, "count": "1", "grid": "1/8", "tape": bits * 4 + shake(f"{object_}{bits}", 64)}
            yield tapes.make(object_, params, given, f"first{bits}",
                f"{why} at first: the ends of every coin, sample and permutation", ("TapeOrder", BASIC[object_]))


def _near() -> Iterator[Vector]:
    """Next to the point at which a release changes, a coin falls on its other side, a record changes its bin."""
    half = "the point at which the release is half way between two multiples of 1/8,"
    clipped = build("clipped_mean", CLIPPED)
    center = sum(clipped.records(FOUR), Fraction(0)) / 4
    law = Laplace(clipped.decay, clipped.law[0].sensitivity / 4)
    yield from boundary("clipped_mean", CLIPPED, {"data": FOUR, "grid": "1/8"}, "half", half, "",
        law.cdf(_between(center) - center), ("Rounding",))
    student = build("student_t_mean", STUDENT)
    mean = replay(student.program(FOUR), {"noise": Fraction(0)}).output
    yield from boundary("student_t_mean", STUDENT, {"data": FOUR, "grid": "1/8"}, "half", half, "",
        student.law(4).cdf(_between(mean) - mean), ("Rounding", "SmoothScale"))
    named = {"delta": "1/7", "n": "1"}
    yield from boundary("name_and_shame", named, {"data": ["1"], "grid": "1/8"}, "coin",
        "6/7, the chance that the record is not named,", "", Fraction(6, 7), ("NamedScale",))
    combined = build("combined_mean", COMBINED | {"n": "1"})
    middle = combined.clipped(combined.records(["1/2"]))[0]
    noise = Laplace(combined.decay, combined.law[0].sensitivity)
    for coin, why in (("000", "the record is not named"), ("111", "the record is named, but nothing was clipped")):
        yield from boundary("combined_mean", COMBINED | {"n": "1"}, {"data": ["1/2"], "grid": "1/8"}, f"half{coin}",
            f"{half} and {why};", coin, noise.cdf(_between(middle) - middle), ("Rounding",))
    for object_, params, data in (("dpucoarse", COARSE, ["1/3"] * 5), ("dpumean", SPLITS, ["1/3"] * 5 + ["0"])):
        yield from boundary(object_, params, {"data": data, "grid": "1/8"}, "share",
            "1/3, the share at which the records change their bin,", "", Fraction(1, 3), ("BinEdge", "OffsetForgotten"))
    kv = build("kv_mean", SPLITS)
    # P(noise <= t - 4) for t = 2 + (2/epsilon) log(1/delta), t > 4
    at = 1 - exp(kv.decay.epsilon * (kv.n1 - 2) / 2) * kv.delta / 2
    yield from boundary("kv_mean", SPLITS, {"data": ["0"] * 6, "grid": "1/8"}, "threshold",
        "the chance that the noisy count of four records is not above the threshold,", "", at, ("Threshold",))
    count = build("unknown_size", SIZED)
    cdf = DiscreteLaplace(count.decay).cdf
    yield from boundary("unknown_size", SIZED, {"data": ["1", "2", "3", "4"], "grid": "1/8"}, "count",
        "the chance that the count's noise is below 1,", "", cdf(0), ("CountCut",))
    yield from boundary("shuffled_mean", BLOCKS | {"n": "1", "blocks": "3"}, {"data": ["1", "2", "4"], "grid": "1/8"},
        "row", "1/3, where the first block of a permutation of three changes,", "", Fraction(1, 3), ("ShuffleRows",))


def _between(center: Fraction) -> Fraction:
    """A number near the centre that lies half way between two multiples of 1/8."""
    return Fraction(center * 8 // 1, 8) + Fraction(3, 16)


def _student() -> Iterator[Vector]:
    for d, scale in (("3", "1"), ("1", "1"), ("2", "5/2"), ("4", "1"), ("64", "1/3")):
        params = {"degrees": d, "scale": scale}
        for grid in ("1/8", "1/1000"):
            given: dict[str, Any] = {"tape": shake(f"student{d}{grid}", 64), "count": "4", "grid": grid}
            yield tapes.make("student_t", params, given, f"grid{grid}", f"{d} degrees of freedom, to the grid {grid}",
                ("TapeOrder", "Degrees"))
        yield tapes.make("student_t", params, {"seed": shake(f"student{d}", 8), "count": "24", "grid": "1/1000"},
            "accumulated", "24 draws, one digest", ("Accumulated", "Degrees"))
        law = StudentT(int(d), Fraction(scale))
        yield from boundary("student_t", params, {"grid": "1/8"}, "half",
            "the distribution function at 3/16, half way between two multiples of 1/8,", "", law.cdf(Fraction(3, 16)),
            ("Degrees",))
    yield from endings("student_t", {"degrees": "3"}, {"count": "2", "grid": "1/1000"})


BAD: tuple[tuple[str, dict[str, str], dict[str, str], str, str, str], ...] = (
    ("clipped_mean", CLIPPED, {"bias": "0"}, "no bias: an infinite margin", "NotPositive", "out_of_range"),
    ("clipped_mean", CLIPPED, {"bias": "-1/4"}, "a negative bias", "NotPositive", "out_of_range"),
    ("clipped_mean", CLIPPED, {"lambda": "3/2"}, "a moment below the second: the variance may be infinite",
        "MomentOrder", "out_of_range"),
    ("clipped_mean", CLIPPED, {"lambda": "1"}, "a first moment: the margin is infinite", "MomentOrder", "out_of_range"),
    ("clipped_mean", CLIPPED, {"epsilon": "0"}, "epsilon 0", "NotPositive", "epsilon_not_positive"),
    ("clipped_mean", CLIPPED, {"upper": "0"}, "equal bounds", "BoundsOrder", "bounds_order"),
    ("clipped_mean", CLIPPED, {"n": "5"}, "more records promised than given", "OffGrid", "size_mismatch"),
    ("clipped_mean", CLIPPED, {"n": "0"}, "no records", "NotPositive", "count_not_positive"),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, {"delta": "0"}, "delta 0: divided by 0", "NotPositive",
        "probability_out_of_range"),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, {"delta": "1"}, "delta 1: everything is published", "NotPositive",
        "probability_out_of_range"),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, {"delta": "-1/8"}, "a negative delta", "NotPositive",
        "out_of_range"),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, {"delta": "nan"}, "a NaN delta: comparisons with it are false",
        "NotANumber", "not_a_number"),
    ("name_and_shame", {"delta": "1/4", "n": "4", "variant": "single"}, {"delta": "1/3"},
        "n delta above 1: no probability", "NotPositive", "out_of_range"),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, {"n": "3"}, "fewer records promised than given", "OffGrid",
        "size_mismatch"),
    ("combined_mean", COMBINED | {"n": "4"}, {"lambda": "2"}, "a second moment only: the margin is 0", "MomentOrder",
        "out_of_range"),
    ("combined_mean", COMBINED | {"n": "4"}, {"delta": "0"}, "delta 0", "NotPositive", "probability_out_of_range"),
    ("combined_mean", COMBINED | {"n": "4"}, {"delta": "1"}, "delta 1", "NotPositive", "probability_out_of_range"),
    ("combined_mean", COMBINED | {"n": "4"}, {"psi": "0"}, "psi 0: a bound that no law has", "NotPositive",
        "out_of_range"),
    ("combined_mean", COMBINED | {"n": "4"}, {"epsilon": "-1"}, "a negative epsilon", "NotPositive",
        "epsilon_not_positive"),
    ("combined_mean", COMBINED | {"n": "4"}, {"lower": "2"}, "swapped bounds", "BoundsOrder", "bounds_order"),
    ("dpucoarse", COARSE, {"delta": "0"}, "delta 0: an infinite threshold", "NotPositive", "probability_out_of_range"),
    ("dpucoarse", COARSE, {"delta": "1"}, "delta 1", "NotPositive", "probability_out_of_range"),
    ("dpucoarse", COARSE, {"sigma": "0"}, "bins of width 0", "NotPositive", "scale_not_positive"),
    ("dpucoarse", COARSE, {"sigma": "-1"}, "bins of negative width", "NotPositive", "scale_not_positive"),
    ("dpucoarse", COARSE | {"constants": "exact"}, {"delta": "3/5"}, "the sharper threshold at a delta above 1/2",
        "Threshold", "probability_out_of_range"),
    ("dpucoarse", COARSE, {"epsilon": "nan"}, "a NaN epsilon", "NotANumber", "not_a_number"),
    ("shuffled_mean", BLOCKS | LATTICE, {"upper": "13/3"}, "a bound that is no multiple of 1/m", "OffGrid",
        "off_lattice"),
    ("dpucoarse", COARSE | LATTICE, {"m": "0"}, "a lattice without points", "OffGrid", "count_not_positive"),
    ("dpumean", SPLITS, {"clip": "0"}, "clipped to a point: no noise", "NotPositive", "out_of_range"),
    ("dpumean", SPLITS, {"clip": "-2"}, "a negative clip: the interval is empty", "NotPositive", "out_of_range"),
    ("dpumean", SPLITS, {"n1": "0"}, "an empty first part", "NotPositive", "count_not_positive"),
    ("dpumean", SPLITS, {"n2": "0"}, "an empty second part: divided by 0", "NotPositive", "count_not_positive"),
    ("dpumean", SPLITS, {"n2": "3"}, "n1 + n2 is not the number of records", "OffGrid", "size_mismatch"),
    ("dpumean", SPLITS, {"delta": "0"}, "delta 0", "NotPositive", "probability_out_of_range"),
    ("dpumean", SPLITS, {"delta": "1"}, "delta 1", "NotPositive", "probability_out_of_range"),
    ("dpumean", SPLITS, {"sigma": "0"}, "sigma 0", "NotPositive", "scale_not_positive"),
    ("dpumean", SPLITS | LATTICE, {"clip": "1/3"}, "a clip off the lattice of the noise", "Lattice", "off_lattice"),
    ("kv_mean", SPLITS, {"clip": "0"}, "clipped to a point: no noise", "NotPositive", "out_of_range"),
    ("kv_mean", SPLITS, {"n2": "0"}, "an empty second part", "NotPositive", "count_not_positive"),
    ("kv_mean", SPLITS, {"delta": "1"}, "delta 1", "NotPositive", "probability_out_of_range"),
    ("kv_mean", SPLITS, {"sigma": "-3"}, "a negative sigma", "NotPositive", "scale_not_positive"),
    ("unknown_size", SIZED, {"n0": "0"}, "n0 = 0: a mean of no records is divided by 0", "NotPositive",
        "count_not_positive"),
    ("unknown_size", SIZED, {"delta": "0"}, "delta 0: v is infinite", "NotPositive", "probability_out_of_range"),
    ("unknown_size", SIZED, {"delta": "1"}, "delta 1", "NotPositive", "probability_out_of_range"),
    ("unknown_size", SIZED, {"base": "shifted_mean"}, "a base whose number of records is not public", "OffGrid",
        "unknown_name"),
    ("unknown_size", SIZED, {"epsilon": "0"}, "epsilon 0", "NotPositive", "epsilon_not_positive"),
    ("unknown_size", UNKNOWN | {"base": "dpumean", "clip": "2", "n1": "2", "n0": "3"}, {"n0": "2"},
        "no record may be left for the second part", "SplitOverlap", "out_of_range"),
    ("student_t_mean", STUDENT, {"lower": "1"}, "bounds that do not contain 0, the mean of no records", "BoundsOrder",
        "out_of_range"),
    ("student_t_mean", STUDENT, {"degrees": "0"}, "no degrees of freedom", "Degrees", "count_not_positive"),
    ("student_t_mean", STUDENT, {"degrees": "5/2"}, "half a degree of freedom", "Degrees", "not_an_integer"),
    ("student_t_mean", STUDENT, {"epsilon": "0"}, "epsilon 0", "NotPositive", "epsilon_not_positive"),
    ("student_t_mean", STUDENT, {"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
    ("shuffled_mean", BLOCKS, {"blocks": "3"}, "more blocks promised than given", "OffGrid", "size_mismatch"),
    ("shuffled_mean", BLOCKS, {"blocks": "0"}, "no blocks", "NotPositive", "count_not_positive"),
    ("shuffled_mean", BLOCKS, {"delta1": "0"}, "delta1 0", "NotPositive", "out_of_range"),
    ("shuffled_mean", BLOCKS, {"upper": "-1"}, "swapped bounds", "BoundsOrder", "bounds_order"),
)
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = (
    ("trilemma.lower_bound", {"n": "100", "epsilon": "1", "delta": "0"}, "bias", "0", "1/100",
        "no bias and no delta: no error is large enough", "PureCase", "not_finite"),
    ("trilemma.lower_bound", {"n": "100", "epsilon": "1", "delta": "0"}, "bias", "1/79", "1/80",
        "a bias beyond what the theorem covers", "CaseEnd", "out_of_range"),
    ("trilemma.lower_bound", {"n": "100", "epsilon": "1", "bias": "1/100"}, "delta", "1/100", "1/1000",
        "a delta beyond what the theorem covers", "CaseEnd", "out_of_range"),
    ("trilemma.lower_bound_of_moment", {"n": "100", "epsilon": "1", "bias": "1/100", "delta": "0"}, "lambda", "1",
        "3/2", "a first moment: exponents 1/0", "MomentOrder", "out_of_range"),
    ("trilemma.least_bias", {"n": "100", "epsilon": "1", "delta": "0"}, "error", "1/100", "1/10",
        "an error that nobody attains", "CaseEnd", "out_of_range"),
    ("trilemma.clipped_mean_mse_bound", {"n": "100", "epsilon": "1", "lambda": "2"}, "bias", "0", "1/100",
        "no bias: an infinite margin", "NotPositive", "out_of_range"),
    ("trilemma.combined_mean_mse_bound", {"n": "100", "epsilon": "1", "psi": "1", "delta": "1/100"}, "lambda", "2", "3",
        "a second moment only", "MomentOrder", "out_of_range"),
    ("trilemma.combined_mean_margin", {"n": "100", "epsilon": "1", "psi": "1", "lambda": "4"}, "delta", "1", "1/2",
        "delta 1: nothing has to be given back", "CaseEnd", "probability_out_of_range"),
    ("trilemma.upper_bound", {"n": "100", "epsilon": "1", "psi": "1", "delta": "0"}, "bias", "0", "1/2",
        "no bias and no delta", "PureCase", "not_finite"),
    ("dpucoarse.threshold", {"epsilon": "1"}, "delta", "0", "1/100", "delta 0: an infinite threshold", "NotPositive",
        "probability_out_of_range"),
    ("dpumean.mse_bound", {"n2": "10", "epsilon": "1", "delta": "1/100", "psi": "1", "lambda": "4", "mean": "0"}, "n1",
        "10", "10000", "too few records for the coarse estimate", "CaseEnd", "out_of_range"),
    ("dpumean.first_size", {"epsilon": "1", "delta": "1/100"}, "gamma_failure", "1", "1/2", "a failure that is certain",
        "NotPositive", "probability_out_of_range"),
    ("unknown_size.half_width", {"epsilon": "1"}, "delta", "1", "1/2", "delta 1", "NotPositive",
        "probability_out_of_range"),
    ("student_t.variance", {}, "degrees", "2", "3", "two degrees of freedom: the variance is infinite", "Degrees",
        "not_finite"),
    ("student_t.privacy_loss", {"degrees": "3", "smoothness": "1/12"}, "tau", "0", "1", "no noise: an infinite loss",
        "NotPositive", "out_of_range"),
    ("student_t_mean.mse", {"n": "10", "epsilon": "1", "record_variance": "1/12"}, "degrees", "2", "3",
        "an infinite variance", "Degrees", "not_finite"),
    ("shuffling.epsilon", {"epsilon": "1", "blocks": "100"}, "delta1", "1/1000", "9/10",
        "fewer blocks than the theorem needs", "CaseEnd", "out_of_range"),
    ("zcdp.epsilon", {"rho": "1"}, "delta", "0", "1/1000", "delta 0: an infinite epsilon", "PureCase",
        "probability_out_of_range"),
    ("bernoulli.risk_bound", {}, "n", "0", "1", "no records", "NotPositive", "count_not_positive"),
    ("group.delta", {"epsilon": "1", "delta": "1/100"}, "group_size", "0", "1", "a group of nobody", "NotPositive",
        "count_not_positive"),
)
CODES = {"dpucoarse": {"3/5": "out_of_range"}}
# with a neighbour of the data: which object at which parameters, and the data but for the last record
DATA_SETS: tuple[tuple[str, dict[str, str], list[str]], ...] = (
    ("clipped_mean", CLIPPED, ["1", "1/4", "0"]),
    ("name_and_shame", {"delta": "1/8", "n": "4"}, ["1", "1/4", "0"]),
    ("combined_mean", COMBINED | {"n": "4"}, ["1", "1/4", "0"]),
    ("dpumean", SPLITS, ["1", "1/4", "3/4", "0", "1"]),
    ("kv_mean", SPLITS, ["1", "1/4", "3/4", "0", "1"]),
    ("student_t_mean", STUDENT, ["1", "1/4", "0"]),
    ("shuffled_mean", BLOCKS, ["1", "1/4", "0"]),
)


def lowbias_rejections() -> Iterator[Vector]:
    """Invalid requests, each with the nearest valid one; neighbouring data sets."""
    data = {object_: next(d for o, _, d in RELEASES if o == object_) for object_ in BASIC}
    for object_, good, change, why, flag, code in BAD:
        back = {k: good[k] for k in change if k in good}
        if any(k not in good for k in change):
            back |= {"n0": "1"} if "n0" in change else {"sigma": "1"} if "sigma" in change else {
                "delta1": "1/1000"} if "delta1" in change else {"degrees": "3"}
        given = {"data": data[object_] if good.get("n", "4") == "4"
            or object_ not in ("clipped_mean", "name_and_shame", "combined_mean") else FOUR, "grid": "1/1024"}
        found = CODES.get(object_, {}).get(next(iter(change.values())), code)
        yield from pair(object_, good, change, back, why, flag, found, given)
    for name, params, parameter, bad, valid, why, flag, code in QUANTITIES:
        object_, _, quantity = name.partition(".")
        yield from pair(object_, params, {parameter: bad}, {parameter: valid}, why, flag, code, quantity=quantity)
    for object_, params, records in DATA_SETS:
        for name, record, why, level in RECORDS:
            if name == "huge" and object_ in PUBLISHING:
                continue  # published over n delta: an estimate beyond the doubles
            yield from neighbours(object_, params, [*records, record], [*records, "3"], name, why, level)
