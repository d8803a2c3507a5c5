"""The `exact` vectors of what is drawn in several steps: variances of each, radii, probabilities of responses, epsilons
of one sum.

What may be put here: settings, each with the reason for choosing it. A row that a quantity refuses is left out of that
quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import Row, Tables, in_step
from .values import BETAS, CONSTANTS, RHOS, SIZES, STEPS

BALLS: tuple[Row, ...] = (
    ({"n": "4000", "d": "128", "radius": "50", "sigma_max": "50"}, "the paper's bounds", ()),
    ({"n": "100", "d": "1", "radius": "1", "sigma_max": "1"},
        "one coordinate, a square number of samples: the bucket is a rational with no root", ("CaseEnd",)),
    ({"n": "1000000", "d": "3", "radius": "1000000", "sigma_max": "1/1000"}, "a crude radius", ("CaseEnd",)),
    ({"n": "5000", "d": "4", "radius": "1/3", "sigma_max": "5/7"}, "thirds and sevenths", ()),
    ({"n": "2", "d": "2", "radius": "7", "sigma_max": "1000"}, "two samples: the ball grows", ("CaseEnd",)),
    ({"n": "123456", "d": "1000", "radius": "10", "sigma_max": "3"}, "a thousand coordinates", ()),
)
ITERATIONS: tuple[Row, ...] = (
    ({"iterations": "10", "iteration": "10"}, "the last of ten steps, with three quarters of rho", ("BudgetNotSplit",)),
    ({"iterations": "1", "iteration": "1"}, "one step has all of rho", ("CaseEnd",)),
    ({"iteration": "1"}, "the first of ten steps", ()),
    ({"iterations": "2", "iteration": "2"}, "the second of two steps", ("BudgetNotSplit",)),
    ({"iterations": "4", "iteration": "3"}, "a step in the middle", ()),
    ({"iterations": "2", "iteration": "1"}, "a quarter of rho for one step", ("CaseEnd",)),
)
NARROW_BETAS: tuple[Row, ...] = (({}, "the usual beta", ()), *BETAS)
DIMENSIONS: tuple[Row, ...] = (
    ({"d": "128"}, "128 coordinates", ()),
    ({"d": "1"}, "one coordinate", ("CaseEnd",)),
    ({"d": "3"}, "three coordinates: a rotation has four", ("PaddingKept",)),
    ({"d": "1024"}, "a power of two", ("CaseEnd",)),
    ({"d": "5"}, "five coordinates: a rotation has eight", ("PaddingKept", "CaseEnd")),
)
SPENT: tuple[Row, ...] = (
    *RHOS,
    ({"rho": "16"}, "a rho of 16", ("CaseEnd",)),
    ({"rho": "1000"}, "so much rho that a response is hardly ever turned", ("CaseEnd",)),
    ({"rho": "16/3"}, "3 rho/16 = 1", ("CaseEnd",)),
    ({"rho": "1/3"}, "a third", ()),
    ({"rho": "1/40"}, "a fortieth", ()),
)
VOTERS: tuple[Row, ...] = (
    ({"n": "20000", "sigma_max": "1"}, "20,000 users", ()),
    ({"n": "2", "sigma_max": "5"}, "two users, one in each group", ("CaseEnd",)),
    ({"n": "400", "sigma_max": "1/7"}, "a small deviation", ()),
    ({"n": "1000000", "sigma_max": "1000"}, "a million users of a wide law: a bucket wider than 1", ("CaseEnd",)),
    ({"n": "17", "sigma_max": "2/3"}, "an odd number of users", ()),
)
SQUARES: tuple[Row, ...] = (
    ({"threshold_squared": "9"}, "a threshold of 3", ()),
    ({"threshold_squared": "0"}, "threshold 0: no noise at all", ("CaseEnd",)),
    ({"threshold_squared": "2"}, "a threshold that is no rational", ()),
    ({"threshold_squared": "1000000000000000000001"}, "beyond 64 bits", ("CaseEnd",)),
    ({"threshold_squared": "784"}, "a threshold of 28", ()),
    ({"threshold_squared": "1/4"}, "half a unit", ("CaseEnd", "Lattice")),
)
BUDGETS: tuple[Row, ...] = (
    ({"epsilon": "1", "delta": "1/1000000"}, "ordinary budgets", ()),
    ({"epsilon": "1/100", "delta": "1/1000000000000"}, "a small budget", ("SmallEpsilon",)),
    ({"epsilon": "40", "delta": "1/10"}, "a large budget", ("LargeEpsilon",)),
    ({"decay": "1/2", "delta": "1/7"}, "a rational decay", ()),
    ({"epsilon": "16/9", "delta": "999/1000"}, "9/16 of epsilon is 1; a delta near 1", ("CaseEnd",)),
)
SPACES: tuple[Row, ...] = (
    ({"d": "128", "u": "1000"}, "128 coordinates", ()),
    ({"d": "1", "u": "1"}, "one coordinate, 0 or 1", ("CaseEnd",)),
    ({"d": "784", "u": "255"}, "images of 784 pixels", ("PaddingKept",)),
    ({"d": "3", "u": "2"}, "three coordinates: padded to four", ("PaddingKept", "CaseEnd")),
    ({"d": "5", "u": "4294967296"}, "coordinates of 33 bits", ("PaddingKept",)),
    ({"d": "8", "u": "7"}, "eight coordinates: nothing to pad", ("CaseEnd",)),
)
SUMS: tuple[Row, ...] = (
    ({"n": "10000", "dropouts": "10"}, "a thousandth of the users may be silent", ()),
    ({"n": "1"}, "one user has all the noise", ("CaseEnd",)),
    ({"n": "100", "dropouts": "99"}, "all but one may be silent: everybody has all the noise", ("CaseEnd",)),
    ({"n": "1000000"}, "a million users", ()),
    ({"n": "7", "dropouts": "3"}, "seven users", ()),
)
SENSITIVITIES: tuple[Row, ...] = (({}, "a count", ()), ({"sensitivity": "1000"}, "a wide sum", ("SensitivityUnit",)),
    ({"sensitivity": "3"}, "records move the sum by 3", ("SensitivityUnit",)))
BUGS = {
    "quantile_clipped_mean": "a budget that is not split, or the counts of another range",
    "shifted_clipped_mean": "a budget that is not split, d in place of the padded dimension, or the range before the "
    "shift",
    "coinpress_mean": "sigma for sigma/sqrt(n), a radius of the wrong step, or a budget that is not split",
    "local_coordinate_mean": "one bit for two in the budget, the variance of one coordinate, or a logarithm's wrong "
    "argument",
    "local_clipped_mean": "a budget that is not split, epsilon for epsilon^2/2, or the central model's noise",
    "shuffled_clipped_mean": "sums that are not counted, d for the padded dimension, or drop-outs that take the noise "
    "with them",
}
TABLES: Tables = {
    "quantile_clipped_mean.threshold_noise_variance": (SPACES, SPENT),
    "quantile_clipped_mean.noise_variance": (SQUARES, SPENT, DIMENSIONS, STEPS, CONSTANTS),
    "shifted_clipped_mean.median_noise_variance": (SPACES, SPENT),
    "shifted_clipped_mean.threshold_noise_variance": (SPACES, SPENT),
    "shifted_clipped_mean.noise_variance": (SQUARES, SPENT, STEPS),
    "coinpress_mean.clip": (BALLS, ITERATIONS[::-1], SPENT, NARROW_BETAS),
    "coinpress_mean.noise_variance": (BALLS, ITERATIONS, SPENT, NARROW_BETAS),
    "coinpress_mean.radius": (BALLS, ITERATIONS, SPENT, NARROW_BETAS),
    "local_coordinate_mean.keep": (SPENT, DIMENSIONS, CONSTANTS),
    "local_coordinate_mean.half_width": (VOTERS, NARROW_BETAS),
    "local_coordinate_mean.noise_variance": (VOTERS, SPENT, DIMENSIONS, NARROW_BETAS),
    "local_clipped_mean.median_keep": (SPENT, DIMENSIONS, CONSTANTS),
    "local_clipped_mean.threshold_keep": (SPENT, CONSTANTS),
    "local_clipped_mean.noise_variance": (SQUARES, SPENT, STEPS),
    "shuffled_clipped_mean.median_epsilon": (SPACES, BUDGETS),
    "shuffled_clipped_mean.threshold_epsilon": (SPACES, BUDGETS),
    "shuffled_clipped_mean.mean_epsilon": (DIMENSIONS, BUDGETS),
    "shuffled_clipped_mean.rank": (SIZES, BUDGETS, NARROW_BETAS, CONSTANTS),
    "shuffled_clipped_mean.clip": (SIZES, SQUARES, NARROW_BETAS, STEPS, CONSTANTS),
    "shuffled_clipped_mean.share_variance": (BUDGETS, SUMS, SENSITIVITIES),
}
FURTHER = {
    "quantile_clipped_mean.threshold_noise_variance": ("BudgetNotSplit", "Iterations"),
    "quantile_clipped_mean.noise_variance": ("BudgetNotSplit", "WrongScale"),
    "shifted_clipped_mean.median_noise_variance": ("BudgetNotSplit", "Iterations"),
    "shifted_clipped_mean.threshold_noise_variance": ("BudgetNotSplit", "Iterations"),
    "shifted_clipped_mean.noise_variance": ("BudgetNotSplit", "WrongScale"),
    "coinpress_mean.clip": ("BallRadius",),
    "coinpress_mean.noise_variance": ("BallRadius", "BudgetNotSplit"),
    "coinpress_mean.radius": ("BallRadius",),
    "local_coordinate_mean.keep": ("BudgetNotSplit", "TreeCount"),
    "local_coordinate_mean.noise_variance": ("BudgetNotSplit", "WrongScale"),
    "local_clipped_mean.median_keep": ("BudgetNotSplit", "TreeCount"),
    "local_clipped_mean.threshold_keep": ("BudgetNotSplit", "TreeCount"),
    "local_clipped_mean.noise_variance": ("BudgetNotSplit", "WrongScale"),
    "shuffled_clipped_mean.median_epsilon": ("BudgetNotSplit",),
    "shuffled_clipped_mean.threshold_epsilon": ("BudgetNotSplit", "Iterations"),
    "shuffled_clipped_mean.mean_epsilon": ("BudgetNotSplit",),
    "shuffled_clipped_mean.rank": ("RankTie",),
    "shuffled_clipped_mean.share_variance": ("WrongScale",),
}


def message_value_vectors() -> Iterator[Vector]:
    """All exact vectors of these names."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
