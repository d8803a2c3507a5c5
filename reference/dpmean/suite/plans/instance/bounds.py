"""The `exact` vectors of the bounds around means of vectors: tails, errors with all constants, splits of a budget, and
what nobody can do.

What may be put here: settings, each with the reason for choosing it. A row that a quantity refuses is left out of that
quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import Row, Tables, in_step
from .values import BETAS, CONSTANTS, EDITIONS, ENDS, RHOS, SIZES

DIMENSIONS: tuple[Row, ...] = (
    ({"d": "128"}, "128 coordinates", ()),
    ({"d": "1"}, "one coordinate", ("CaseEnd",)),
    ({"d": "3"}, "three coordinates: a rotation has four", ("PaddingKept",)),
    ({"d": "1024"}, "a power of two", ("CaseEnd",)),
    ({"d": "1025"}, "one more than a power of two: nearly half is padding", ("CaseEnd", "PaddingKept")),
    ({"d": "784"}, "images of 784 pixels", ("PaddingKept",)),
    ({"d": "1000000"}, "a million coordinates", ("PaddingKept",)),
)
SAMPLES: tuple[Row, ...] = (
    ({"n": "4000", "radius": "50", "sigma_min": "1/10", "sigma_max": "50"}, "the paper's bounds", ()),
    ({"n": "100", "radius": "1", "sigma_min": "1", "sigma_max": "1"}, "a known covariance, a square number of samples",
        ("CaseEnd",)),
    ({"n": "1000000", "radius": "1000000", "sigma_min": "1/1000000", "sigma_max": "3"}, "a crude radius", ()),
    ({"n": "5000", "radius": "1/3", "sigma_min": "2/7", "sigma_max": "5/7"}, "thirds and sevenths", ()),
    ({"n": "123456", "radius": "7", "sigma_min": "3", "sigma_max": "1000"}, "a wide law", ("CaseEnd",)),
)
LARGE: tuple[Row, ...] = (
    ({"n": "100000", "d": "8", "u": "1000", "diameter": "50", "radius": "100"}, "eight coordinates", ()),
    ({"n": "1000000", "d": "128", "u": "1023", "diameter": "1/3", "radius": "1/3"}, "128 coordinates, a small diameter",
        ()),
    ({"n": "50001", "d": "3", "u": "1", "diameter": "1", "radius": "1"},
        "an odd number of records, padded to four coordinates", ("PaddingKept", "CaseEnd")),
    ({"n": "70000", "d": "1", "u": "4294967296", "diameter": "1000000", "radius": "4294967296"},
        "one coordinate of 33 bits", ("CaseEnd",)),
    ({"n": "20000000", "d": "784", "u": "255", "diameter": "7000", "radius": "7140"}, "images of 784 pixels",
        ("PaddingKept",)),
    ({"n": "300000", "d": "5", "u": "2", "diameter": "0", "radius": "0"}, "a diameter of 0: no error at all",
        ("CaseEnd",)),
    ({"n": "1000", "d": "2", "u": "7", "diameter": "5", "radius": "9"}, "few records", ()),
)
EPSILONS: tuple[Row, ...] = (
    ({"epsilon": "1/10"}, "epsilon 1/10", ()),
    ({"epsilon": "1/1000000"}, "a tiny epsilon", ("SmallEpsilon",)),
    ({"epsilon": "1/4"}, "epsilon 1/4", ()),
    ({"decay": "5/6"}, "a rational decay", ()),
    ({"epsilon": "1/2"}, "epsilon 1/2", ()),
    ({"epsilon": "40"}, "a large epsilon", ("LargeEpsilon",)),
    ({"epsilon": "1/100"}, "a hundredth", ("SmallEpsilon",)),
    ({"decay": "1/2"}, "decay 1/2: log 2, where the paper's range ends at delta = 0", ("CaseEnd",)),
)
DELTAS: tuple[Row, ...] = (
    ({"delta": "1/1000000"}, "delta 10^-6", ()),
    ({"delta": "0"}, "delta 0: the strict inequality is attained", ("PureCase", "CaseEnd")),
    ({"delta": "1/10"}, "the paper's largest delta", ()),
    ({"delta": "1/7"}, "a seventh", ()),
    ({"delta": "1/1000000000000000000"}, "delta 10^-18", ("CaseEnd",)),
)
WIDTHS: tuple[Row, ...] = (
    ({"diameter": "10", "n": "100", "threshold": "10"}, "diameter 10", ()),
    ({"diameter": "0", "n": "7", "threshold": "0"}, "diameter 0: all records equal", ("CaseEnd",)),
    ({"diameter": "7/3", "n": "2", "threshold": "7/3"}, "two records", ("CaseEnd",)),
    ({"diameter": "1000000", "n": "1000000", "threshold": "1000000"}, "a million records", ()),
)
FARTHEST: tuple[Row, ...] = (
    *WIDTHS,
    ({"diameter": "0", "n": "2"}, "two equal records", ("CaseEnd",)),
    ({"diameter": "1", "n": "2"}, "two records, diameter 1", ("CaseEnd",)),
    ({"diameter": "0", "n": "1000000000"}, "10^9 equal records", ("CaseEnd",)),
    ({"diameter": "1", "n": "3"}, "three records", ()),
    ({"diameter": "5/7", "n": "11"}, "sevenths", ()),
    ({"diameter": "255", "n": "70000"}, "images", ()),
    ({"diameter": "1000", "n": "49"}, "a quotient that is no double", ()),
    ({"diameter": "1/3", "n": "10"}, "a third", ()),
    ({"diameter": "12", "n": "5"}, "five records", ()),
    ({"diameter": "3", "n": "1000003"}, "a million and three records", ()),
)
SMALL_RHOS: tuple[Row, ...] = (
    ({"rho": "1/10"}, "rho 1/10", ()),
    ({"rho": "1/1000000"}, "a tiny rho", ("CaseEnd",)),
    ({"rho": "2/9"}, "rho 2/9, just below log(2)/3", ("CaseEnd",)),
    ({"rho": "1/17"}, "rho 1/17, just below log(9/8)/2", ("CaseEnd",)),
    ({"rho": "1/2"}, "rho 1/2", ()),
    ({"rho": "0"}, "rho 0: nothing may depend on a record", ("CaseEnd",)),
    ({"rho": "3/5"}, "rho 3/5, just below log(32/5)/3", ("CaseEnd",)),
)
MANY: tuple[Row, ...] = (
    ({"n": "1000", "u": "1"}, "a thousand records, 0 or 1", ("CaseEnd",)),
    ({"n": "1000000000", "u": "1000"}, "10^9 records", ()),
    ({"n": "3", "u": "2"}, "three records: none may be enough", ("CaseEnd",)),
    ({"n": "54321", "u": "255"}, "an odd largest coordinate", ()),
    ({"n": "200000", "u": "4294967296"}, "33 bits a coordinate", ("CaseEnd",)),
)
RANKS: tuple[Row, ...] = (({}, "", ()), ({"n": "11", "rank": "2"},
    "the second of eleven records: a constant answer has rank error 2", ("CaseEnd", "RankTie")),
    ({"n": "1000000", "rank": "500000"}, "the median of a million", ()))
BUGS = {
    "gaussian_norm": "log(beta) for log(1/beta), a root left out, or d for sqrt(d)",
    "rotation": "d for the padded dimension, one tail for two, or log(d)/beta",
    "gaussian_mean": "a union bound over n left out, or sigma^2 for sigma",
    "quantile_clipped_mean": "tau counted once, the budget of the whole for that of the mean, or beta not shared out",
    "shifted_clipped_mean": "a stage's share of beta or rho left out, or d for the padded dimension",
    "local_clipped_mean": "the central model's rank: n left out of the root",
    "shuffled_clipped_mean": "the printed split, which spends more than delta, or a coordinate's share of beta left out",
    "instance": "a constant or a case of the bound that is wrong",
}
TABLES: Tables = {
    "gaussian_norm.radius": (DIMENSIONS[:6], BETAS),
    "rotation.spread": (DIMENSIONS, BETAS, CONSTANTS),
    "gaussian_mean.radius": (DIMENSIONS, SAMPLES, BETAS, CONSTANTS),
    "gaussian_mean.universe": (DIMENSIONS, SAMPLES, BETAS),
    "gaussian_mean.error_bound": (DIMENSIONS[:6], SAMPLES, RHOS, BETAS, CONSTANTS),
    "quantile_clipped_mean.error_bound": (LARGE, RHOS, BETAS, CONSTANTS),
    "shifted_clipped_mean.error_bound": (LARGE, RHOS, BETAS, CONSTANTS),
    "local_clipped_mean.rank": (SIZES, RHOS),
    "shuffled_clipped_mean.coordinate_epsilon": (EPSILONS, DELTAS, DIMENSIONS),
    "shuffled_clipped_mean.coordinate_delta": (DIMENSIONS, DELTAS),
    "shuffled_clipped_mean.coordinate_bound": (DIMENSIONS, WIDTHS, BETAS, CONSTANTS),
    "instance.two_point_probability": (EPSILONS, DELTAS, EDITIONS),
    "instance.neighbour_upper_bound": (FARTHEST,),
    "instance.neighbour_lower_bound": (EPSILONS, DELTAS, WIDTHS, CONSTANTS),
    "instance.neighbour_lower_bound_zcdp": (SMALL_RHOS, WIDTHS, CONSTANTS),
    "instance.local_sensitivity_least": (DIMENSIONS, ENDS, WIDTHS),
    "instance.interior_point_size": (DIMENSIONS, ENDS, RHOS),
    "instance.rank_error_lower_bound": (ENDS, RHOS, RANKS),
    "instance.optimality_ratio": (DIMENSIONS, MANY, SMALL_RHOS),
    "instance.worst_case_lower_bound": (DIMENSIONS, MANY, SMALL_RHOS),
}


def bound_vectors() -> Iterator[Vector]:
    """All exact vectors of these names."""
    yield from in_step(TABLES, BUGS, ("Constants",), {})
