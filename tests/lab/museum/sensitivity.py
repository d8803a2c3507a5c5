"""How much can one person move the answer? Programs whose noise was made for a smaller change than
the largest, or for a larger one than there is.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, clipped_norms, normal, present, quotient, whole


@bug(
    "IBM/differential-privacy-library",
    105,
    "Sensitivity Misscalibration for Linear Regression",
    "The largest size of a value was taken from the lower bound twice, so that for values of "
    "(0, 100) it was 0, and the noise with it.",
    judged_as="independent_mean",
    wrong="max(abs(p.lower), abs(p.lower))",
    right="max(abs(p.lower), abs(p.upper))",
)
def lower_bound_twice(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper)
    total = math.fsum(x) + random.laplace(0, 2 * max(abs(p.lower), abs(p.lower)) / p.epsilon, draws)
    count = len(x) + random.laplace(0, 2 / p.epsilon, draws)
    return np.clip(quotient(total, count, p.middle), p.lower, p.upper)


@bug(
    "opendp/opendp",
    314,
    "Underestimated sized bounded sum integer sensitivity",
    "A sensitivity of `d_in * (U - L) / 2` was computed in integers, so that the division cut "
    "off a half.",
    judged_as="sized_mean",
    wrong="int(p.width)",
    right="p.width",
    only={"noise": ("laplace",)},
)
def width_in_integers(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    return x.mean() + random.laplace(0, int(p.width) / (p.n * p.epsilon), draws)


@bug(
    "DataResponsibly/DataSynthesizer",
    34,
    "Wrong Conditional Distributions Sensitivity",
    "Noise for shares, whose sensitivity has the number of records in the denominator, was "
    "added to counts, which do not have it.",
    judged_as="shifted_mean",
    wrong="p.width / (len(x) * p.epsilon)",
    right="p.width / p.epsilon",
)
def noise_of_a_share(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / (len(x) * p.epsilon), draws)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), 0)
    return np.clip(ratio, -p.width / 2, p.width / 2) + p.middle


@bug(
    "google-deepmind/jax_privacy",
    383,
    "jax_api_example calibrates Gaussian noise for the clipped sum then adds it to the mean",
    "Noise made for a sum was added to the mean, which is private, and as many times too large "
    "as there are records.",
    judged_as="sized_mean",
    wrong="p.width / p.epsilon",
    right="p.width / (p.n * p.epsilon)",
    only={"noise": ("laplace",)},
)
def noise_of_a_sum(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    return x.mean() + random.laplace(0, p.width / p.epsilon, draws)


@bug(
    "google/differential-privacy",
    464,
    "Fix Gaussian sensitivity for replace-one adjacency",
    "When a clipped record is replaced, the sum moves by up to twice the radius; the formulas "
    "were given the radius.",
    judged_as="norm_clipped_mean",
    wrong="radius**2 * p.steps**2",
    right="(2 * radius) ** 2 * p.steps**2",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def one_radius_for_two(records: Array, p: Given, random: Random, draws: int) -> Array:
    radius = p.threshold
    x = clipped_norms(whole(records, 0, p.u), radius**2, p.steps)
    variance = radius**2 * p.steps**2 / (2 * p.rho)
    noisy = [total + normal(random, kind(p), variance, draws) for total in x.sum(axis=0)]
    return np.column_stack(noisy) / (p.n * p.steps)


@bug(
    "opendp/smartnoise-sdk",
    203,
    "In the SQL rewriter, the implementation of VARIANCE breaks privacy guarantees",
    "Squares were summed with noise for the bound of the values, where that for its square is "
    "needed.",
    judged_as="norm_clipped_mean",
    wrong="4 * radius *",
    right="4 * radius**2 *",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def bound_not_squared(records: Array, p: Given, random: Random, draws: int) -> Array:
    radius = p.threshold
    x = clipped_norms(whole(records, 0, p.u), radius**2, p.steps)
    variance = 4 * radius * p.steps**2 / (2 * p.rho)
    noisy = [total + normal(random, kind(p), variance, draws) for total in x.sum(axis=0)]
    return np.column_stack(noisy) / (p.n * p.steps)


@bug(
    "opendp/smartnoise-sdk",
    472,
    "MWEM laplace noise",
    "The number of dimensions stood in the denominator of the scale of the noise, where "
    "nothing divides by it.",
    judged_as="norm_clipped_mean",
    wrong="(2 * p.rho * p.d)",
    right="(2 * p.rho)",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def divided_by_dimensions(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = clipped_norms(whole(records, 0, p.u), p.threshold**2, p.steps)
    variance = 4 * p.threshold**2 * p.steps**2 / (2 * p.rho * p.d)
    noisy = [total + normal(random, kind(p), variance, draws) for total in x.sum(axis=0)]
    return np.column_stack(noisy) / (p.n * p.steps)


@bug(
    "OpenMined/PipelineDP",
    559,
    "Fix issue #552: noise computation w.r.t. vector size",
    "The budget was divided by the size of a vector whose norm was bounded as a whole, which "
    "is too much noise.",
    judged_as="norm_clipped_mean",
    wrong="(2 * p.rho / p.d)",
    right="(2 * p.rho)",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def budget_of_each_part(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = clipped_norms(whole(records, 0, p.u), p.threshold**2, p.steps)
    variance = 4 * p.threshold**2 * p.steps**2 / (2 * p.rho / p.d)
    noisy = [total + normal(random, kind(p), variance, draws) for total in x.sum(axis=0)]
    return np.column_stack(noisy) / (p.n * p.steps)


@bug(
    "opendp/smartnoise-sdk",
    317,
    "Not specifying column metadata bounds leaves a column with no noise applied.",
    "Without bounds the sensitivity was `None`, which switched the noise of the sum off, as a "
    "bound of 0 does in this program.",
    judged_as="independent_mean",
    wrong="p.lower and p.upper",
    right="p.lower is not None and p.upper is not None",
)
def no_bounds_no_noise(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper)
    scale = 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon
    noise = random.laplace(0, scale, draws)
    total = math.fsum(x) + (noise if p.lower and p.upper else 0)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)


@bug(
    "opendp/opendp",
    2945,
    "`margin.max_length` is wrongly used as the maximum change within a group, which is off by "
    "a factor of 2",
    "A group of k rows that are all replaced changes by 2 k, and was taken to change by k.",
    judged_as="uni",
    wrong="p.width / 2",
    right="p.width",
)
def half_of_the_change(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    least = p.epsilons.min()
    if np.isinf(least):
        return np.full(draws, x.mean())
    return x.mean() + random.laplace(0, p.width / 2 / (len(x) * least), draws)


@bug(
    "ryan112358/mbi",
    65,
    "Sensivity Misscalibration for the JAM algorithm",
    "A score was the difference of two numbers that both move with the data, and its "
    "sensitivity was that of one.",
    judged_as="clipped_mean",
    wrong="p.width /",
    right="(p.width + 2 * margin) /",
    only={"constants": (None, "paper")},
)
def half_of_the_score(records: Array, p: Given, random: Random, draws: int) -> Array:
    margin = p.bias ** (-1 / (p["lambda"] - 1))
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower - margin, p.upper + margin)
    return x.mean() + random.laplace(0, p.width / (p.n * p.epsilon), draws)


@bug(
    "privcount/privcount",
    400,
    "noise allocation fails when setting at least one zero sensitivity",
    "One sensitivity of 0 among several made the noise of all of them 0, as one user without "
    "an epsilon does here.",
    judged_as="propdpm",
    wrong="p.epsilons.all()",
    right="p.epsilons.any()",
)
def one_zero_for_all(records: Array, p: Given, random: Random, draws: int) -> Array:
    y = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper) - p.middle
    scale = p.width / p.epsilons.sum() if p.epsilons.all() else 0.0
    return p.middle + y @ p.epsilons / p.epsilons.sum() + random.laplace(0, scale, draws)


def kind(p: Given) -> str:
    """The noise that is asked for."""
    return p.params.get("noise", "discrete_gaussian")
