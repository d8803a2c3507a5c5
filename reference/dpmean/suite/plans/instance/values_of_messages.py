"""The `exact` vectors of mechanisms that draw in several steps.

They are variances of each step, radii, probabilities of responses, and epsilons of one sum. This
file holds settings, each with the reason for choosing it. A row that a quantity refuses is left out
of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows
from .values import BETAS, CONSTANTS, RHOS, SIZES, STEPS

BALLS: tuple[Row, ...] = rows(__file__, "balls", FIELDS)
ITERATIONS: tuple[Row, ...] = rows(__file__, "iterations", FIELDS)
NARROW_BETAS: tuple[Row, ...] = (({}, "the usual beta", ()), *BETAS)
DIMENSIONS: tuple[Row, ...] = rows(__file__, "dimensions", FIELDS)
SPENT: tuple[Row, ...] = (*RHOS, *rows(__file__, "spent", FIELDS))
VOTERS: tuple[Row, ...] = rows(__file__, "voters", FIELDS)
SQUARES: tuple[Row, ...] = rows(__file__, "squares", FIELDS)
BUDGETS: tuple[Row, ...] = rows(__file__, "budgets", FIELDS)
SPACES: tuple[Row, ...] = rows(__file__, "spaces", FIELDS)
SUMS: tuple[Row, ...] = rows(__file__, "sums", FIELDS)
SENSITIVITIES: tuple[Row, ...] = rows(__file__, "sensitivities", FIELDS)
BUGS = {
    "quantile_clipped_mean": "a budget that is not split, or the counts of another range",
    "shifted_clipped_mean": "a budget that is not split, d in place of the padded dimension, or the range before "
    "the shift",
    "coinpress_mean": "sigma for sigma/sqrt(n), a radius of the wrong step, or a budget that is not split",
    "local_coordinate_mean": "one bit for two in the budget, the variance of one coordinate, or a logarithm's wrong "
    "argument",
    "local_clipped_mean": "a budget that is not split, epsilon for epsilon^2/2, or the central model's noise",
    "shuffled_clipped_mean": "sums that are not counted, d for the padded dimension, or drop-outs that take the "
    "noise with them",
}
EACH: tuple[Row, ...] = (({"tails": "each"}, "each tail by itself", ("BallRadius",)),)
APART: Tables = {
    f"coinpress_mean.{of}": (BALLS, ITERATIONS, SPENT, NARROW_BETAS, EACH)
    for of in ("clip", "noise_variance", "radius")
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


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the quantities of this file."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
    yield from in_step(APART, BUGS, ("Constants",), FURTHER, wanted=6)
