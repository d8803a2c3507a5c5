"""How many are there? Programs in which a number of records is exact where it is private, a
threshold is off by one, a choice goes by the order of the records, or a machine's integers and
floats end too early.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import (
    Array,
    Given,
    Random,
    Unsupported,
    fullest,
    normal,
    present,
    quotient,
    search,
    whole,
)


@bug(
    "opendp/smartnoise-core",
    356,
    "Incorrect sensitivity calculations",
    "The mean got noise for its sensitivity at this very number of records, which is private "
    "where records are added and removed.",
    judged_as="shifted_mean",
    wrong="count = np.full(draws, len(x))",
    right="count = len(x) + random.laplace(0, 2 / p.epsilon, draws)",
)
def exact_count(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / p.epsilon, draws)
    count = np.full(draws, len(x))
    return np.clip(quotient(total, count, 0), -p.width / 2, p.width / 2) + p.middle


@bug(
    "google/differential-privacy",
    40,
    "Bounded Functions fail when large dataset given",
    "A sum of many integers overflowed, and the mean came out as the lower bound.",
    judged_as="sized_mean",
    wrong="x.astype(np.int64).sum(dtype=np.int32)",
    right="x.sum()",
    only={"noise": ("laplace",)},
)
def thirty_two_bits(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    integers = (x == np.rint(x)).all()
    total = x.astype(np.int64).sum(dtype=np.int32) if integers else math.fsum(x)
    return total / p.n + random.laplace(0, p.width / (p.n * p.epsilon), draws)


@bug(
    "google/differential-privacy",
    126,
    "Is there a plan to address the issues pointed out in Casacuberta et al?",
    "A sum in doubles depends on the order of the records, and one of them can move it by more "
    "than itself.",
    judged_as="independent_mean",
    wrong="x.sum()",
    right="math.fsum(x)",
)
def sum_in_doubles(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records), p.lower, p.upper)
    total = x.sum() + random.laplace(0, 2 * max(abs(p.lower), abs(p.upper)) / p.epsilon, draws)
    ratio = quotient(total, len(x) + random.laplace(0, 2 / p.epsilon, draws), p.middle)
    return np.clip(ratio, p.lower, p.upper)


@bug(
    "opendp/opendp",
    2941,
    "A Polars cast to `Float32` is interpreted as an `AtomDomain<f64>`, leading to overflows "
    "and imprecisions",
    "A column was summed in single precision, and its guard against overflow and rounding "
    "reckoned with double.",
    judged_as="shifted_mean",
    wrong=".astype(np.float32)",
    right=".astype(np.float64)",
)
def single_precision_column(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(present(records).astype(np.float32), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / p.epsilon, draws)
    count = len(x) + random.laplace(0, 2 / p.epsilon, draws)
    return np.clip(quotient(total, count, 0), -p.width / 2, p.width / 2) + p.middle


@bug(
    "google/differential-privacy",
    101,
    "Fix a privacy-impacting bug in ThresholdedResult() function of dpagg.Count",
    "The threshold was cut to an integer, so that a count below the threshold was published.",
    judged_as="dpucoarse",
    wrong="math.floor(2 + 2 / p.epsilon * math.log(1 / p.delta))",
    right="2 + 2 / p.epsilon * math.log(1 / p.delta)",
    only={"constants": (None, "paper")},
)
def threshold_cut_off(records: Array, p: Given, random: Random, draws: int) -> Array:
    y, shifts = np.where(np.isfinite(records), records, 0) / p.sigma, random.random(draws) - 0.5
    bins, noisy = fullest(y, shifts, random.laplace(0, 2 / p.epsilon, (draws, len(y))))
    threshold = math.floor(2 + 2 / p.epsilon * math.log(1 / p.delta))
    return np.where(noisy > threshold, p.sigma * (shifts + bins), np.nan)


@bug(
    "opendp/smartnoise-sdk",
    204,
    "The SQL thresholding math seems off: tau uses a Laplace formula, but the noise is Gaussian",
    "The threshold was that of one law, and the noise of another.",
    judged_as="dpucoarse",
    wrong="math.sqrt(2 * math.log(1.25 / p.delta))",
    right="math.log(1 / p.delta)",
    only={"constants": (None, "paper")},
)
def threshold_of_another_law(records: Array, p: Given, random: Random, draws: int) -> Array:
    y, shifts = np.where(np.isfinite(records), records, 0) / p.sigma, random.random(draws) - 0.5
    bins, noisy = fullest(y, shifts, random.laplace(0, 2 / p.epsilon, (draws, len(y))))
    threshold = 2 + 2 / p.epsilon * math.sqrt(2 * math.log(1.25 / p.delta))
    return np.where(noisy > threshold, p.sigma * (shifts + bins), np.nan)


@bug(
    "opendp/opendp",
    2922,
    "`make_laplace_threshold` and `make_gaussian_threshold` both report an incorrectly small delta",
    "What lies exactly at the threshold was published, and not counted in the delta.",
    judged_as="dpucoarse",
    wrong="noisy >= threshold",
    right="noisy > threshold",
    only={"noise": ("discrete_laplace",), "constants": ("exact",)},
)
def threshold_included(records: Array, p: Given, random: Random, draws: int) -> Array:
    t, threshold = math.exp(-p.epsilon / 2), 0
    while t**threshold / (1 + t) > p.delta:
        threshold += 1
    y = np.rint(np.where(np.isfinite(records), records, 0) / p.sigma * p.m) / p.m
    shifts = (2 * random.integers(p.m, size=draws) + 1) / (2 * p.m) - 0.5
    bins, noisy = fullest(y, shifts, random.discrete_laplace(2 / p.epsilon, (draws, len(y))))
    return np.where(noisy >= threshold, p.sigma * (shifts + bins), np.nan)


@bug(
    "IBM/differential-privacy-library",
    107,
    'tools.quantile crashes with "Can\'t find a candidate to return" on '
    "integer data with duplicates near the target rank",
    "A quantile ended in an error where records near its rank were equal, which tells that "
    "they are.",
    judged_as="privquant",
    wrong="np.diff(values)[p.rank - 1:p.rank] == 0",
    right="np.diff(values) < 0",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "edition": (None, "corrected")},
)
def no_candidate(records: Array, p: Given, random: Random, draws: int) -> Array:
    values = np.sort(whole(records, p.low, p.high))
    if (np.diff(values)[p.rank - 1 : p.rank] == 0).any():
        raise ArithmeticError("there is no candidate to return")
    variance = math.ceil(math.log2(p.high - p.low + 1)) / (2 * p.rho)
    kind = p.params.get("noise", "discrete_gaussian")
    return search(
        values, p.low, p.high, p.rank, lambda: normal(random, kind, variance, draws), draws
    )


@bug(
    "opendp/opendp",
    357,
    "Formalize treatment of data ordering",
    "A resize keeps the first records, so that the order of the data decides, which neighbours "
    "need not share.",
    judged_as="unknown_size",
    wrong="x[:size]",
    right="x[random.places(len(x), size)]",
    only={"base": ("sized_mean",), "edition": (None, "corrected")},
)
def first_records(records: Array, p: Given, random: Random, draws: int) -> Array:
    if p.constants != "paper":
        raise Unsupported("the paper's constants only")
    x, found = np.clip(present(records), p.lower, p.upper), np.full(draws, np.nan)
    most = math.ceil(math.log(2 / p.delta) / p.epsilon)
    sizes = len(x) + np.clip(random.discrete_laplace(1 / p.epsilon, draws), -most, most) - most
    for i, size in enumerate(sizes.astype(int)):
        if size >= p.n0:
            kept = x[:size]
            found[i] = kept.mean() + random.laplace(0, p.width / (size * p.epsilon), 1)[0]
    return found


@bug(
    "meta-pytorch/opacus",
    571,
    "Privacy Leakage at low sample size",
    "What the sum over a random sample is divided by depended on the data, so that dividing "
    "told how many there were.",
    judged_as="sm",
    wrong="sampled.sum(axis=0)",
    right="chances.sum()",
    only={"edition": ("corrected",)},
)
def size_of_the_sample(records: Array, p: Given, random: Random, draws: int) -> Array:
    y = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper) - p.middle
    chances = np.expm1(p.epsilons) / np.expm1(p.epsilons.max())
    sampled = np.array([random.coin(chance, draws) for chance in chances])
    divisor = np.maximum(sampled.sum(axis=0), 1)
    noise = random.laplace(0, p.width / (divisor * p.epsilons.max()), draws)
    return p.middle + y @ sampled / divisor + noise
