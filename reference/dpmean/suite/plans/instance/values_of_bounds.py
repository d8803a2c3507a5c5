"""The `exact` vectors of the bounds around means of vectors.

They are tails, errors with all constants, splits of a budget, and lower bounds on what any
mechanism can do. This file holds settings, each with the reason for choosing it. A row that a
quantity refuses is left out of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows
from .values import BETAS, CONSTANTS, EDITIONS, ENDS, RHOS, SIZES

DIMENSIONS: tuple[Row, ...] = rows(__file__, "dimensions", FIELDS)
SAMPLES: tuple[Row, ...] = rows(__file__, "samples", FIELDS)
LARGE: tuple[Row, ...] = rows(__file__, "large", FIELDS)
EPSILONS: tuple[Row, ...] = rows(__file__, "epsilons", FIELDS)
DELTAS: tuple[Row, ...] = rows(__file__, "deltas", FIELDS)
WIDTHS: tuple[Row, ...] = rows(__file__, "widths", FIELDS)
FARTHEST: tuple[Row, ...] = (*WIDTHS, *rows(__file__, "farthest", FIELDS))
SMALL_RHOS: tuple[Row, ...] = rows(__file__, "small_rhos", FIELDS)
MANY: tuple[Row, ...] = rows(__file__, "many", FIELDS)
RANKS: tuple[Row, ...] = rows(__file__, "ranks", FIELDS)
BUGS = {
    "gaussian_norm": "log(beta) for log(1/beta), a root left out, or d for sqrt(d)",
    "rotation": "d for the padded dimension, one tail for two, or log(d)/beta",
    "gaussian_mean": "a union bound over n left out, or sigma^2 for sigma",
    "quantile_clipped_mean": "tau counted once, the budget of the whole for that of the mean, or beta not shared out",
    "shifted_clipped_mean": "a stage's share of beta or rho left out, or d for the padded dimension",
    "local_clipped_mean": "the central model's rank: n left out of the root",
    "shuffled_clipped_mean": "the printed split, which spends more than delta, or a coordinate's share of beta left "
    "out",
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


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the quantities of this file."""
    yield from in_step(TABLES, BUGS, ("Constants",), {})
