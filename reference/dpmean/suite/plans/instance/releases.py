"""Tapes and rejections of means of vectors, and tapes of Gaussian noise.

What may be put here: settings and bits with a purpose, invalid requests with their nearest valid ones, neighbouring
data sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....distributions.gaussian import Gaussian
from ...kinds import tape as tapes
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..neighbours import HUGE, TINY
from ..tape_bits import boundary, endings, shake
from .transcripts import BASIC, EIGHT, FIVE, NORM, NORMAL, POINTS, QUANT, REAL, SHIFTED, SHOWN, SIX, TWO

THREE = [["3", "4"], ["99", "100"], ["5", "5"]]
NOISY = {"noise": "gaussian"}
LOUD = {"rho": "20"}  # as much noise as so few records bear
Records = list[Any]


def _rows(data: tuple[tuple[str, ...], ...]) -> Records:
    return [list(row) for row in data]


# object, parameters, data
RELEASES: tuple[tuple[str, dict[str, str], Records], ...] = (
    ("privquant", QUANT, list(FIVE)),
    ("privquant", QUANT | {"low": "-8", "high": "8", "rho": "1/3"}, ["-7", "-3", "0", "2", "8"]),
    ("privquant", QUANT | {"edition": "printed"}, list(FIVE)),
    ("privquant", QUANT | NOISY, list(FIVE)),
    ("privquant", QUANT | NOISY | {"edition": "printed", "high": "17"}, list(FIVE)),
    ("norm_clipped_mean", NORM, THREE),
    ("norm_clipped_mean", NORM | {"constants": "exact", "steps": "10"}, THREE),
    ("norm_clipped_mean", NORM | NOISY, THREE),
    ("norm_clipped_mean", NORM | {"d": "1", "constants": "exact", "rho": "1/50"}, [["3"], ["99"], ["5"]]),
    ("quantile_clipped_mean", TWO | {"rho": "5"}, _rows(EIGHT)),
    ("quantile_clipped_mean", TWO | {"rho": "5"} | {"constants": "exact", "steps": "7"}, _rows(EIGHT)),
    ("quantile_clipped_mean", TWO | {"rho": "5"} | NOISY, _rows(EIGHT)),
    ("quantile_clipped_mean", TWO | {"rho": "5"} | {"edition": "printed"}, _rows(EIGHT)),
    ("shifted_clipped_mean", SHIFTED | LOUD, _rows(SIX)),
    ("shifted_clipped_mean", SHIFTED | LOUD | {"d": "3", "constants": "exact"},
        [[*r, str(i)] for i, r in enumerate(SIX)]),
    ("shifted_clipped_mean", SHIFTED | LOUD | NOISY, _rows(SIX)),
    ("shifted_clipped_mean", SHIFTED | LOUD | {"edition": "printed", "d": "1"}, [[r[0]] for r in SIX]),
    ("shifted_clipped_mean", SHIFTED | {"rho": "1"}, _rows(SIX)),
    ("quantized_mean", REAL | LOUD, _rows(POINTS)),
    ("quantized_mean", REAL | LOUD | NOISY | {"steps": "3"}, _rows(POINTS)),
    ("gaussian_mean", NORMAL | {"rho": "50"}, _rows(POINTS)),
    ("gaussian_mean", NORMAL | {"rho": "50"} | NOISY, _rows(POINTS)),
)

# what a tape of a release shows beside the order of its bits, and beside what a transcript shows
DRAWN = {
    "privquant": ("Iterations", "BudgetNotSplit", "WrongScale"),
    "norm_clipped_mean": ("WrongScale",),
    "quantile_clipped_mean": ("WrongScale",),
    "shifted_clipped_mean": ("WrongScale", "SignBias", "Iterations"),
    "quantized_mean": ("SignBias",),
    "gaussian_mean": ("ClipForgotten", "SignBias"),
}


def multivariate_tapes() -> Iterator[Vector]:
    """Whole releases from bits, draws of Gaussian noise, tapes that end, tapes next to a boundary."""
    yield from _gaussian()
    for object_, params, data in RELEASES:
        tag, shown = slug(object_, *params.values()), (*SHOWN[object_], *DRAWN[object_])
        continuous = params.get("noise") == "gaussian"
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic"),
                *(() if continuous else (("", "nearest"),))):
            given: dict[str, Any] = {"data": data, "tape": shake(f"{tag}{grid}", 1024),
                "count": "2"} | ({"grid": grid, "rounding": rounding} if grid else {})
            said = f"to the grid {grid}, {rounding}" if grid else "as it is, an exact rational"
            yield tapes.make(object_, params, given, f"grid{grid}-{rounding}" if grid else "exact",
                f"whole releases, output {said}", ("TapeOrder", *shown))
        given = {"data": data, "seed": shake(tag, 8), "count": "20"} | ({"grid": "1/1000"} if continuous else {})
        yield tapes.make(object_, params, given, "accumulated", "20 releases, one digest: any wrong step shows",
            ("Accumulated", *shown))
        for bits, why in (("00", "all bits 0: every sign -1, and draws that begin again as seldom as possible"),
                ("ff", "all bits 1")):
            given = {"data": data, "count": "1", "grid": "1/8", "tape": bits * 4 + shake(f"{object_}{bits}", 1024)}
            yield tapes.make(object_, params, given, f"begins{bits}", f"the tape begins with {why}",
                ("Unlucky", *shown))
    yield from endings("privquant", QUANT, {"data": list(FIVE), "count": "1"})
    yield from endings("privquant", QUANT | NOISY, {"data": list(FIVE), "count": "1", "grid": "1"})
    yield from endings("norm_clipped_mean", NORM, {"data": THREE, "count": "1"})
    yield from endings("norm_clipped_mean", NORM | NOISY, {"data": THREE, "count": "1", "grid": "1/1000"})
    for object_ in ("quantile_clipped_mean", "shifted_clipped_mean", "quantized_mean", "gaussian_mean"):
        _, params, data = next(r for r in RELEASES if r[0] == object_)
        yield from endings(object_, params, {"data": data, "count": "1"}, size=1024)
    # of the first comparison of QUANT: five counts, four records up to 8 against the rank 3
    count = Gaussian(Fraction(5, 2))
    yield from boundary("privquant", QUANT | NOISY, {"data": list(FIVE), "grid": "1"}, "count",
        "the chance that the first noisy count is below the rank,", "", count.cdf(Fraction(-1)), ("RankTie",))


def _gaussian() -> Iterator[Vector]:
    for sigma_squared in ("1", "9/4", "1/10000", "1000000", "7/3"):
        params = {"sigma_squared": sigma_squared}
        for grid in ("1/8", "1/1000"):
            given: dict[str, Any] = {"tape": shake(f"gaussian{sigma_squared}{grid}", 64), "count": "4", "grid": grid}
            yield tapes.make("gaussian", params, given, f"grid{grid}", f"sigma^2 = {sigma_squared}, to the grid {grid}",
                ("TapeOrder",))
        yield tapes.make("gaussian", params,
            {"seed": shake(f"gaussian{sigma_squared}", 8), "count": "24", "grid": "1/1000"}, "accumulated",
            "24 draws, one digest", ("Accumulated",))
        law = Gaussian(Fraction(sigma_squared))
        yield from boundary("gaussian", params, {"grid": "1/8"}, "half",
            "the distribution function at 3/16, half way between two multiples of 1/8,", "", law.cdf(Fraction(3, 16)),
            ("WrongScale",))
    yield from endings("gaussian", {"sigma_squared": "1"}, {"count": "2", "grid": "1/1000"})


# object, valid parameters, change, why, flag, code
BAD: tuple[tuple[str, dict[str, str], dict[str, str], str, str, str], ...] = (
    ("privquant", QUANT, {"rho": "0"}, "rho 0: infinite noise", "NotPositive", "out_of_range"),
    ("privquant", QUANT, {"rho": "-1"}, "a negative rho", "NotPositive", "out_of_range"),
    ("privquant", QUANT, {"rho": "nan"}, "a NaN rho: comparisons with it are false", "NotANumber", "not_a_number"),
    ("privquant", QUANT, {"rho": "inf"}, "an infinite rho: no noise", "NotFinite", "not_finite"),
    ("privquant", QUANT, {"low": "17"}, "an empty range", "BoundsOrder", "bounds_order"),
    ("privquant", QUANT, {"high": "33/2"}, "a range that ends between two integers", "OffGrid", "not_an_integer"),
    ("privquant", QUANT, {"low": "-1/2"}, "a range that begins between two integers", "OffGrid", "not_an_integer"),
    ("privquant", QUANT, {"rank": "0"}, "rank 0", "RankTie", "count_not_positive"),
    ("privquant", QUANT, {"rank": "6"}, "a rank beyond the number of records", "RankTie", "out_of_range"),
    ("privquant", QUANT, {"rank": "5/2"}, "a rank that is no integer", "OffGrid", "not_an_integer"),
    ("privquant", QUANT, {"n": "4"}, "fewer records promised than given", "OffGrid", "size_mismatch"),
    ("privquant", QUANT, {"n": "0"}, "no records", "NotPositive", "count_not_positive"),
    ("norm_clipped_mean", NORM, {"rho": "0"}, "rho 0", "NotPositive", "out_of_range"),
    ("norm_clipped_mean", NORM, {"threshold": "-5"}, "a negative threshold", "NotPositive", "out_of_range"),
    ("norm_clipped_mean", NORM, {"threshold": "inf"}, "an infinite threshold", "NotFinite", "not_finite"),
    ("norm_clipped_mean", NORM, {"d": "0"}, "no coordinates", "NotPositive", "count_not_positive"),
    ("norm_clipped_mean", NORM, {"d": "3"}, "more coordinates promised than given", "OffGrid", "size_mismatch"),
    ("norm_clipped_mean", NORM, {"n": "4"}, "more records promised than given", "OffGrid", "size_mismatch"),
    ("norm_clipped_mean", NORM, {"u": "0"}, "a universe of one value", "NotPositive", "count_not_positive"),
    ("norm_clipped_mean", NORM, {"u": "201/2"}, "a universe that ends between two integers", "OffGrid",
        "not_an_integer"),
    ("norm_clipped_mean", NORM | {"steps": "2"}, {"steps": "0"}, "a lattice without steps", "OffGrid",
        "count_not_positive"),
    ("norm_clipped_mean", NORM | {"steps": "2"}, {"steps": "3/2"}, "half a lattice step", "OffGrid", "not_an_integer"),
    ("quantile_clipped_mean", TWO, {"beta": "0"}, "beta 0: an infinite rank error", "NotPositive",
        "probability_out_of_range"),
    ("quantile_clipped_mean", TWO, {"beta": "1"}, "beta 1", "NotPositive", "probability_out_of_range"),
    ("quantile_clipped_mean", TWO, {"rho": "-400"}, "a negative rho", "NotPositive", "out_of_range"),
    ("quantile_clipped_mean", TWO, {"d": "1"}, "fewer coordinates promised than given", "OffGrid", "size_mismatch"),
    ("shifted_clipped_mean", SHIFTED, {"rho": "0"}, "rho 0", "NotPositive", "out_of_range"),
    ("shifted_clipped_mean", SHIFTED, {"beta": "-1/2"}, "a negative beta", "NotPositive", "out_of_range"),
    ("shifted_clipped_mean", SHIFTED, {"d": "0"}, "no coordinates", "NotPositive", "count_not_positive"),
    ("shifted_clipped_mean", SHIFTED, {"n": "7"}, "more records promised than given", "OffGrid", "size_mismatch"),
    ("shifted_clipped_mean", SHIFTED, {"u": "-10"}, "a negative universe", "NotPositive", "count_not_positive"),
    ("quantized_mean", REAL, {"bucket": "0"}, "buckets of width 0", "NotPositive", "out_of_range"),
    ("quantized_mean", REAL, {"bucket": "3"}, "a radius that is no multiple of the bucket", "OffGrid", "off_lattice"),
    ("quantized_mean", REAL, {"radius": "0"}, "radius 0: one bucket", "NotPositive", "out_of_range"),
    ("gaussian_mean", NORMAL, {"sigma_min": "2"}, "sigma_min above sigma_max", "BoundsOrder", "bounds_order"),
    ("gaussian_mean", NORMAL, {"sigma_min": "0"}, "sigma_min 0: infinitely many buckets", "NotPositive",
        "out_of_range"),
    ("gaussian_mean", NORMAL, {"radius": "-1"}, "a negative radius", "NotPositive", "out_of_range"),
    ("gaussian_mean", NORMAL, {"rho": "0"}, "rho 0", "NotPositive", "out_of_range"),
)
RAGGED = [["3", "4"], ["99"], ["5", "5"]]
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = (
    ("privquant.iterations", {}, "u", "0", "1", "a universe of one value", "NotPositive", "count_not_positive"),
    ("privquant.iterations", {}, "u", "3/2", "2", "a universe that ends between two integers", "OffGrid",
        "not_an_integer"),
    ("privquant.noise_variance", {"u": "7"}, "rho", "0", "1", "rho 0: an infinite variance", "NotPositive",
        "out_of_range"),
    ("privquant.rank_error", {"u": "7", "rho": "1"}, "beta", "0", "1/10", "beta 0: an infinite rank error",
        "NotPositive", "probability_out_of_range"),
    ("privquant.rho", {"rho": "1", "edition": "printed"}, "u", "1", "2",
        "as printed there is no noise for two values, and no rho", "Iterations", "unsupported_combination"),
    ("norm_clipped_mean.error_bound", {"d": "2", "rho": "1", "threshold": "1"}, "norms", "1,-2", "1,2",
        "a negative norm", "NotPositive", "out_of_range"),
    ("norm_clipped_mean.error_bound", {"norms": "1,2", "rho": "1", "threshold": "1"}, "d", "0", "1", "no coordinates",
        "NotPositive", "count_not_positive"),
    ("norm_clipped_mean.optimal_threshold", {"norms": "1,2", "d": "1"}, "rho", "0", "1", "rho 0", "NotPositive",
        "out_of_range"),
    ("quantile_clipped_mean.rank", {"n": "10", "d": "2", "u": "5", "rho": "1"}, "beta", "1", "1/2", "beta 1",
        "NotPositive", "probability_out_of_range"),
    ("shifted_clipped_mean.rank", {"d": "2", "u": "5", "rho": "1", "beta": "1/10"}, "n", "0", "1", "no records",
        "NotPositive", "count_not_positive"),
    ("composition.advanced_epsilon", {"epsilon": "1", "releases": "10"}, "delta1", "0", "1/1000",
        "delta1 0: an infinite epsilon, though the paper allows it", "PureCase", "out_of_range"),
    ("gaussian.renyi", {"sigma_squared": "1", "shift": "1"}, "renyi_order", "1", "2", "order 1 is a limit",
        "RenyiOrder", "out_of_range"),
    ("gaussian.density", {"x": "0"}, "sigma_squared", "0", "1", "no variance: no density", "NotPositive",
        "scale_not_positive"),
    ("discrete_gaussian.renyi", {"sigma_squared": "1", "renyi_order": "2"}, "shift", "1/2", "1",
        "a shift off the lattice: an infinite divergence", "Lattice", "off_lattice"),
)
# (name, the record, why, level)
CELLS = (
    ("nan", "nan", "a coordinate of one record is NaN: refusing it, or answering NaN, reveals it", "should"),
    ("inf", "inf", "a coordinate of one record is infinite: refusing it, or answering NaN, reveals it", "should"),
    ("huge", HUGE, "a coordinate of one record is 2^1023: its square overflows before the clip", "must"),
    ("tiny", TINY, "a coordinate of one record is the smallest subnormal", "must"),
    ("outside", "-1000000", "a coordinate of one record lies far outside the range: it is moved into it, not refused",
        "must"),
    ("between", "5/2", "a coordinate of one record is no integer: it is rounded, not refused", "must"),
)
DATA_SETS: tuple[tuple[str, dict[str, str], Records], ...] = (
    ("norm_clipped_mean", NORM, [["3", "4"], ["1", "2"]]),
    ("quantile_clipped_mean", TWO, [["3", "4"]] * 7),
    ("shifted_clipped_mean", SHIFTED, [["3", "4"]] * 5),
    ("quantized_mean", REAL, [["3", "4"]] * 4),
    ("gaussian_mean", NORMAL, [["1", "2"]] * 4),
)


def multivariate_rejections() -> Iterator[Vector]:
    """Invalid requests, each with the nearest valid one; ragged rows; neighbouring data sets."""
    data = {object_: next(d for o, _, d in RELEASES if o == object_) for object_ in BASIC}
    for object_, good, change, why, flag, code in BAD:
        given = {"data": data[object_], "grid": "1/1024"}
        yield from pair(object_, good, change, {k: good[k] for k in change}, why, flag, code, given)
    ragged, whole = {"data": RAGGED, "grid": "1/1024"}, {"data": THREE, "grid": "1/1024"}
    yield from pair("norm_clipped_mean", NORM, {}, {}, "a record with one coordinate among records with two", "OffGrid",
        "size_mismatch", whole, bad_given=ragged, note="ragged")
    for name, params, parameter, bad, valid, why, flag, code in QUANTITIES:
        object_, _, quantity = name.partition(".")
        yield from pair(object_, params, {parameter: bad}, {parameter: valid}, why, flag, code, quantity=quantity)
    for object_, params, records in DATA_SETS:
        for name, cell, why, level in CELLS:
            yield from neighbours(object_, params, [*records, [cell, "2"]], [*records, ["3", "2"]], name, why, level)
    for name, cell, why, level in CELLS:
        yield from neighbours("privquant", QUANT, ["1", "2", "3", "4", cell], ["1", "2", "3", "4", "3"], name, why,
            level)
