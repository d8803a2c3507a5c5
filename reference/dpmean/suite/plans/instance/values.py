"""The `exact` vectors of means of vectors: private quantiles, clipped norms, ranks, budgets,
Gaussian noise.

Composition is among them. This file holds settings, each with the reason for choosing it. A row
that a quantity refuses is left out of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows

ENDS: tuple[Row, ...] = rows(__file__, "ends", FIELDS)
RHOS: tuple[Row, ...] = rows(__file__, "rhos", FIELDS)
BETAS: tuple[Row, ...] = rows(__file__, "betas", FIELDS)
CONSTANTS: tuple[Row, ...] = rows(__file__, "constants", FIELDS)
EDITIONS: tuple[Row, ...] = rows(__file__, "editions", FIELDS)
BOTH: tuple[Row, ...] = rows(__file__, "both", FIELDS)
SIZES: tuple[Row, ...] = rows(__file__, "sizes", FIELDS)
NORMS: tuple[Row, ...] = rows(__file__, "norms", FIELDS)
SPREADS: tuple[Row, ...] = rows(__file__, "spreads", FIELDS)
THRESHOLDS: tuple[Row, ...] = rows(__file__, "thresholds", FIELDS)
STEPS: tuple[Row, ...] = rows(__file__, "steps", FIELDS)
RELEASES: tuple[Row, ...] = rows(__file__, "releases", FIELDS)
EPSILONS: tuple[Row, ...] = rows(__file__, "epsilons", FIELDS)
DELTAS: tuple[Row, ...] = rows(__file__, "deltas", FIELDS)
VARIANCES: tuple[Row, ...] = rows(__file__, "variances", FIELDS)
NEAR = 6  # how many of the variances are small enough that 40 is far out
POINTS: tuple[Row, ...] = rows(__file__, "points", FIELDS)
MOMENTS: tuple[Row, ...] = rows(__file__, "moments", FIELDS)
POSITIVE: tuple[Row, ...] = (
    *(row for row in POINTS if not row[0]["x"].startswith("-")),
    *rows(__file__, "positive", FIELDS),
)
SHIFTS: tuple[Row, ...] = rows(__file__, "shifts", FIELDS)
ORDERS: tuple[Row, ...] = rows(__file__, "orders", FIELDS)
NARROW: tuple[Row, ...] = rows(__file__, "narrow", FIELDS)
LEVELS: tuple[Row, ...] = rows(__file__, "levels", FIELDS)
BUGS = {
    "privquant": "log2(u) for the number of halvings of u + 1 values, the variance for its root, or a "
    "union bound without its terms",
    "norm_clipped_mean": "a sum in place of a mean, 2 d for 2 d/rho, the rank one too high, or norms that are "
    "taken in their order",
    "quantile_clipped_mean": "a budget that is not split, a floor for a ceiling, or d u for d u^2",
    "shifted_clipped_mean": "a budget that is not split, d in place of the padded dimension, or a range before the "
    "shift",
    "composition": "log(1/delta) in place of log(1/delta1), epsilon^2 for epsilon (e^epsilon - 1), or "
    "delta1 left out",
    "gaussian": "sigma for sigma^2, one tail for two, or a distribution function taken from 1",
    "discrete_gaussian": "the continuous law's divergence, an order - 1 left out, or a sum over the wrong centre",
}
TABLES: Tables = {
    "privquant.iterations": (ENDS,),
    "privquant.noise_variance": (ENDS, RHOS, EDITIONS),
    "privquant.rank_error": (ENDS, BETAS, RHOS, BOTH),
    "privquant.rho": (ENDS, RHOS, EDITIONS),
    "norm_clipped_mean.noise_variance": (SPREADS, THRESHOLDS, STEPS, CONSTANTS),
    "norm_clipped_mean.error_bound": (SPREADS, NORMS, THRESHOLDS, CONSTANTS),
    "norm_clipped_mean.optimal_threshold": (SPREADS, NORMS, CONSTANTS),
    "quantile_clipped_mean.rank": (SIZES, RHOS, BETAS, BOTH),
    "quantile_clipped_mean.rank_error": (SIZES, RHOS, BETAS, BOTH),
    "quantile_clipped_mean.rho": (SIZES, RHOS, BETAS, EDITIONS),
    "shifted_clipped_mean.rank": (SIZES, RHOS, BETAS, BOTH),
    "shifted_clipped_mean.rank_error": (SIZES, RHOS, BETAS, BOTH),
    "shifted_clipped_mean.rho": (SIZES, RHOS, BETAS, EDITIONS),
    "composition.advanced_epsilon": (EPSILONS, RELEASES, DELTAS),
    "composition.advanced_delta": (RELEASES, DELTAS),
    "gaussian.density": (VARIANCES[:NEAR], POINTS),
    "gaussian.log_density": (VARIANCES[:NEAR], POINTS),
    "gaussian.cdf": (VARIANCES[:NEAR], POINTS),
    "gaussian.quantile": (VARIANCES[:NEAR], POINTS),
    "gaussian.tail": (VARIANCES[:NEAR], POSITIVE),
    "gaussian.moment": (VARIANCES[:NEAR], MOMENTS),
    "gaussian.variance": (VARIANCES,),
    "gaussian.rho": (VARIANCES,),
    "gaussian.renyi": (VARIANCES, SHIFTS, ORDERS),
    "gaussian.hockey_stick": (VARIANCES, SHIFTS, LEVELS),
    "discrete_gaussian.renyi": (NARROW, SHIFTS, ORDERS),
}
FURTHER = {
    "quantile_clipped_mean.rank": ("BudgetNotSplit",),
    "shifted_clipped_mean.rank": ("BudgetNotSplit",),
    "quantile_clipped_mean.rank_error": ("BudgetNotSplit",),
    "shifted_clipped_mean.rank_error": ("BudgetNotSplit",),
}


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the quantities of this file."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
