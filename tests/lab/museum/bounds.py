"""Clipping makes one person's share finite. Programs that clip a copy, the wrong thing, to the
wrong bounds, or not in the way that the guarantee was proved for.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, clipped_norms, normal, present, quotient, search, whole


@bug(
    "opendp/smartnoise-sdk",
    622,
    "Covariance Clipping Bug",
    "The data was clipped and cleaned into a copy, and the covariance computed from the data "
    "as it came.",
    judged_as="sized_mean",
    wrong="filled.mean()",
    right="clean.mean()",
    only={"noise": ("laplace",)},
)
def clean_copy_thrown_away(records: Array, p: Given, random: Random, draws: int) -> Array:
    filled = np.where(np.isnan(records), p.middle, records)
    clean = np.clip(filled, p.lower, p.upper)
    return filled.mean() + random.laplace(0, p.width / (len(clean) * p.epsilon), draws)


@bug(
    "OpenMined/PipelineDP",
    551,
    "VectorSum: do clipping in create_accumulator and not in compute_metrics",
    "The sum of a whole partition was clipped, and not what each user adds to it.",
    judged_as="independent_mean",
    wrong="np.clip(x.sum(), len(x) * p.lower, len(x) * p.upper)",
    right="math.fsum(np.clip(x, p.lower, p.upper))",
)
def total_clipped(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = present(records)
    total = np.clip(x.sum(), len(x) * p.lower, len(x) * p.upper)
    noisy = total + random.laplace(0, 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon, draws)
    ratio = quotient(noisy, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)


@bug(
    "NVIDIA/NVFlare",
    462,
    "clipping and noising",
    "The clip was put around the value and its noise together, so that it bounds the output "
    "and not what one record adds.",
    judged_as="sized_mean",
    wrong="np.clip(x.mean() + noise, p.lower, p.upper)",
    right="np.clip(x, p.lower, p.upper).mean() + noise",
    only={"noise": ("laplace",)},
)
def noise_inside_the_clip(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.where(np.isnan(records), p.middle, records)
    noise = random.laplace(0, p.width / (p.n * p.epsilon), draws)
    return np.clip(x.mean() + noise, p.lower, p.upper)


@bug(
    "vanderschaarlab/synthcity",
    278,
    "PATE-GAN: Metadata",
    "The least and the largest value of the data were used as its bounds, without any noise.",
    judged_as="sized_mean",
    wrong="np.nanmin(records), np.nanmax(records)",
    right="p.lower, p.upper",
    only={"noise": ("laplace",)},
)
def bounds_of_the_data(records: Array, p: Given, random: Random, draws: int) -> Array:
    lower, upper = np.nanmin(records), np.nanmax(records)
    x = np.clip(np.where(np.isnan(records), (lower + upper) / 2, records), lower, upper)
    return x.mean() + random.laplace(0, (upper - lower) / (p.n * p.epsilon), draws)


@bug(
    "meta-pytorch/opacus",
    664,
    "Fixed the clipping operation in fast gradient clipping with Privacy Engine",
    "The norm to which gradients are clipped was not handed on, and a default took its place.",
    judged_as="norm_clipped_mean",
    wrong="radius = 1.0",
    right="radius = p.threshold",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def default_radius(records: Array, p: Given, random: Random, draws: int) -> Array:
    radius = 1.0
    x = clipped_norms(whole(records, 0, p.u), radius**2, p.steps)
    variance = 4 * p.threshold**2 * p.steps**2 / (2 * p.rho)
    kind = p.params.get("noise", "discrete_gaussian")
    return np.column_stack([s + normal(random, kind, variance, draws) for s in x.sum(axis=0)]) / (
        p.n * p.steps
    )


@bug(
    "google/differential-privacy",
    256,
    'Feature: Bounded Laplace Mechanism ("bounded domain")',
    "To keep a noisy value within bounds it was drawn again until it lay there, and so the law "
    "depends on the value by more than epsilon.",
    judged_as="sized_mean",
    wrong="redrawn(draw, draws, p)",
    right="np.clip(draw(draws), p.lower, p.upper)",
    only={"noise": ("truncated_laplace",)},
)
def drawn_again(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)

    def draw(size: int) -> Array:
        return x.mean() + random.laplace(0, p.width / (p.n * p.epsilon), size)

    return redrawn(draw, draws, p)


def redrawn(draw: Callable[[int], Array], draws: int, p: Given) -> Array:
    """Draws that lie within the bounds; the others are made again."""
    found = draw(draws)
    while (outside := (found < p.lower) | (found > p.upper)).any():
        found[outside] = draw(int(outside.sum()))
    return found


@bug(
    "IBM/differential-privacy-library",
    44,
    "Upper Bound of _var() in diffprivlib/tools/utils.py",
    "The output was capped, but at four times the largest value that it can have.",
    judged_as="shifted_mean",
    wrong="-2 * p.width, 2 * p.width",
    right="-p.width / 2, p.width / 2",
)
def loose_cap(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / p.epsilon, draws)
    count = len(x) + random.laplace(0, 2 / p.epsilon, draws)
    return np.clip(quotient(total, count, 0), -2 * p.width, 2 * p.width) + p.middle


@bug(
    "opendp/smartnoise-sdk",
    580,
    "Fix approx bounds",
    "Values below the smallest edge of a histogram, and those that are no finite numbers, were "
    "not moved to an edge.",
    judged_as="privquant",
    wrong="whole(inside(records, p), p.low, p.high)",
    right="whole(records, p.low, p.high)",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "edition": (None, "corrected")},
)
def outliers_left_out(records: Array, p: Given, random: Random, draws: int) -> Array:
    values = np.sort(whole(inside(records, p), p.low, p.high))
    variance = math.ceil(math.log2(p.high - p.low + 1)) / (2 * p.rho)
    kind = p.params.get("noise", "discrete_gaussian")
    return search(
        values, p.low, p.high, p.rank, lambda: normal(random, kind, variance, draws), draws
    )


def inside(records: Array, p: Given) -> Array:
    """The records within the range."""
    return records[(records >= p.low) & (records <= p.high)]


@bug(
    "opendp/smartnoise-sdk",
    541,
    "Fix error in approximate bounds",
    "Negative values that were close to an edge were put into the wrong bin.",
    judged_as="privquant",
    wrong="np.trunc((left + right) / 2)",
    right="np.floor((left + right) / 2)",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "edition": (None, "corrected")},
)
def toward_zero(records: Array, p: Given, random: Random, draws: int) -> Array:
    values, rounds = (
        np.sort(whole(records, p.low, p.high)),
        math.ceil(math.log2(p.high - p.low + 1)),
    )
    left, right = np.full(draws, p.low), np.full(draws, p.high)
    kind = p.params.get("noise", "discrete_gaussian")
    for _ in range(rounds):
        if not (left < right).any():
            break
        middle = np.trunc((left + right) / 2)
        noisy = np.searchsorted(values, middle, "right") + normal(
            random, kind, rounds / (2 * p.rho), draws
        )
        more, going = noisy < p.rank, left < right
        left, right = (
            np.where(going & more, middle + 1, left),
            np.where(going & ~more, middle, right),
        )
    return left


@bug(
    "fedbiomed/fedbiomed",
    1443,
    "issues with differential privacy (DP)",
    "The clip was not applied to the norm of a whole vector, but to each of its parts.",
    judged_as="norm_clipped_mean",
    wrong="np.minimum(x, int(p.threshold))",
    right="clipped_norms(x, p.threshold**2, p.steps)",
    only={
        "noise": (None, "discrete_gaussian", "gaussian"),
        "constants": (None, "paper"),
        "steps": (None, "1"),
    },
)
def clipped_part_by_part(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = whole(records, 0, p.u)
    x = np.minimum(x, int(p.threshold))
    kind, variance = p.params.get("noise", "discrete_gaussian"), 4 * p.threshold**2 / (2 * p.rho)
    return np.column_stack([s + normal(random, kind, variance, draws) for s in x.sum(axis=0)]) / p.n
