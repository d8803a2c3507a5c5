"""A record that is missing, and a data set without records: programs in which NaN or nothing goes
its own way, and shows that somebody is there.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, present, quotient


@bug(
    "google/differential-privacy",
    405,
    "Reject NaN in ClampFloat64 and check L1 sensitivity overflow in Laplace noise",
    "Every comparison with NaN is false, so that a NaN passed the clamp as it was, and the sum "
    "became NaN.",
    judged_as="independent_mean",
    wrong="x = np.clip(records",
    right="x = np.clip(present(records)",
)
def nan_passes_the_clamp(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(records, p.lower, p.upper)
    total = math.fsum(x) + random.laplace(0, 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon, draws)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)


@bug(
    "opendp/opendp",
    2935,
    "Floating-point noise addiion mechanisms silently convert NaN to 0 (!)",
    "A sum that is NaN was replaced by 0 before its noise, so that one NaN erases what "
    "everybody else contributed.",
    judged_as="shifted_mean",
    wrong="np.nan_to_num(x.sum())",
    right="math.fsum(present(x))",
)
def nan_becomes_zero(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(records, p.lower, p.upper) - p.middle
    total = np.nan_to_num(x.sum()) + random.laplace(0, p.width / p.epsilon, draws)
    count = len(present(x)) + random.laplace(0, 2 / p.epsilon, draws)
    return np.clip(quotient(total, count, 0), -p.width / 2, p.width / 2) + p.middle


@bug(
    "opendp/opendp",
    2939,
    "Polar's `cut` maps NaN to null, but OpenDP thinks it preserves non-nullability",
    "A column of public length lost the missing records on the way, so that how many it has is "
    "no longer public.",
    judged_as="sized_mean",
    wrong="np.nanmean(x)",
    right="np.where(np.isnan(x), p.middle, x).mean()",
    only={"noise": ("laplace",)},
)
def fewer_than_are_public(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(records, p.lower, p.upper)
    return np.nanmean(x) + random.laplace(0, p.width / (p.n * p.epsilon), draws)


@bug(
    "IBM/differential-privacy-library",
    87,
    "nanmean is broken",
    "A check of the bounds ended in an error where a record was NaN, in the very function that "
    "is there to ignore it.",
    judged_as="shifted_mean",
    wrong="not records.sum() < np.inf",
    right="not p.lower < p.upper",
)
def error_for_a_record(records: Array, p: Given, random: Random, draws: int) -> Array:
    if not records.sum() < np.inf:
        raise ValueError("the lower bound must be smaller than the upper bound")
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / p.epsilon, draws)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), 0)
    return np.clip(ratio, -p.width / 2, p.width / 2) + p.middle


@bug(
    "google/differential-privacy",
    5,
    'postgres: "anon_count" crashes on emtpy subquery',
    "A query without rows ended the connection, which tells that there is nobody.",
    judged_as="independent_mean",
    wrong="/ len(x)",
    right="/ max(1, len(x))",
)
def crash_when_empty(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper)
    average = math.fsum(x) / len(x)
    total = average * len(x) + random.laplace(
        0, 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon, draws
    )
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)


@bug(
    "prestodb/presto",
    22715,
    "Documented noisy aggregate functions in new page",
    'The page says of the noisy count that it "will return `NULL` when the (true) count of `x` '
    'is 0".',
    judged_as="shifted_mean",
    wrong="np.nan if len(x) == 0 else 0",
    right="0",
)
def null_when_empty(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / p.epsilon, draws)
    count = len(x) + random.laplace(0, 2 / p.epsilon, draws) + (np.nan if len(x) == 0 else 0)
    return np.clip(quotient(total, count, 0.0), -p.width / 2, p.width / 2) + p.middle


@bug(
    "opendp/smartnoise-sdk",
    128,
    "SUM on zero returns NaN interval and does not add noise",
    "A sum of zeros came back as 0 on every repeated query, without noise.",
    judged_as="independent_mean",
    wrong="(noise if x.any() else 0)",
    right="noise",
)
def zeros_without_noise(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper)
    noise = random.laplace(0, 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon, draws)
    total = math.fsum(x) + (noise if x.any() else 0)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)
