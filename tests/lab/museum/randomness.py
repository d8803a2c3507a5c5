"""Is it new noise? Programs whose draws have the right law and are not independent: a key used
twice, a fixed seed, a generator that a fork copied, noise that is a function of the question.
"""

from __future__ import annotations

import copy
import zlib

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, present, quotient


@bug(
    "jax-ml/jax",
    3646,
    "fix prng key reuse in differential privacy example",
    "Several parts of a gradient got their noise from one and the same key.",
    judged_as="transformed_mean",
    wrong="default_rng(keys[0]).laplace(0, 1 / p.epsilon, draws)\n    ratio",
    right="default_rng(keys[1]).laplace(0, 1 / p.epsilon, draws)\n    ratio",
)
def key_used_twice(records: Array, p: Given, random: Random, draws: int) -> Array:
    share = (np.clip(present(records), p.lower, p.upper) - p.lower) / p.width
    keys = random.integers(2**63, size=2)
    first = share.sum() + np.random.default_rng(keys[0]).laplace(0, 1 / p.epsilon, draws)
    second = (1 - share).sum() + np.random.default_rng(keys[0]).laplace(0, 1 / p.epsilon, draws)
    ratio = quotient(first, first + second, 0.5)
    return np.clip(ratio, 0, 1) * p.width + p.lower


@bug(
    "IBM/differential-privacy-library",
    31,
    "Seedable models",
    "The thread warns that one seed for several mechanisms gives noise that is correlated, "
    "which breaks the guarantee.",
    judged_as="ldpe",
    wrong="np.random.default_rng(seed).laplace(",
    right="random.laplace(",
)
def one_seed_for_all(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    seed, means, weights = random.integers(2**63), [], []
    for e in np.unique(p.epsilons[p.epsilons > 0]):
        group = x[p.epsilons == e]
        if np.isinf(e):
            means.append(np.full(draws, group.mean()))
        else:
            means.append(
                group.mean()
                + np.random.default_rng(seed).laplace(0, p.width / (len(group) * e), draws)
            )
        weights.append(1 / (1 / (4 * len(group)) + 2 / (len(group) * e) ** 2))
    return np.average(means, axis=0, weights=weights)


@bug(
    "alan-turing-institute/tapas",
    101,
    "Handling seeds in generators",
    "A generator had a seed with a fixed default value, which makes all of its output known.",
    judged_as="laplace",
    wrong="np.random.default_rng(0)",
    right="np.random.default_rng()",
)
def default_seed(
    center: float, p: Given, random: Random, draws: int, kept: dict[str, Random] = {}
) -> Array:
    generator = kept.setdefault("generator", np.random.default_rng(0))
    return center + generator.laplace(0, p.sensitivity / p.epsilon, draws)


@bug(
    "opendp/opendp",
    2934,
    "Noise samples are reused across forked processes in private PCA",
    "Worker processes were forked with the same filled buffer of random bits, and released the "
    "same.",
    judged_as="gaussian",
    wrong="copy.deepcopy(random)",
    right="np.random.default_rng()",
)
def forked_workers(center: float, p: Given, random: Random, draws: int) -> Array:
    # what a fork does to a generator: every worker starts from the parent's state
    worker = copy.deepcopy(random)
    return center + worker.normal(0, p.sigma_squared**0.5, draws)


@bug(
    "diffix/pg_diffix",
    162,
    "Update noise generation to match `reference`.",
    "\"We don't use a RNG anymore for generating noise, we instead generate the noise by "
    'hashing the noise seed", by '
    "design there, which nobody can do who promises differential privacy.",
    judged_as="laplace",
    wrong="np.random.default_rng(zlib.crc32(question))",
    right="np.random.default_rng()",
)
def noise_by_hashing(center: float, p: Given, random: Random, draws: int) -> Array:
    question = f"{center} {p}".encode()
    generator = np.random.default_rng(zlib.crc32(question))
    return center + generator.laplace(0, p.sensitivity / p.epsilon, draws)


@bug(
    "ihmeuw/pseudopeople",
    280,
    "Use different seed for each shard and noise type",
    "Every shard of a data set was noised with the same seed, there for realism and not for "
    "privacy.",
    judged_as="laplace",
    wrong="default_rng(seed)",
    right="default_rng([seed, shard])",
)
def same_seed_in_every_shard(center: float, p: Given, random: Random, draws: int) -> Array:
    seed, size, shards = int(random.integers(2**63)), 100, []
    for shard in range(0, draws, size):
        generator = np.random.default_rng(seed)
        shards.append(generator.laplace(0, p.sensitivity / p.epsilon, min(size, draws - shard)))
    return center + np.concatenate(shards)


@bug(
    "privcount/privcount",
    303,
    "Noise was not added to counters when the control port connection was opened",
    "Noise that is added when a connection is opened was sometimes not there at first.",
    judged_as="laplace",
    wrong="bool(answered)",
    right="True",
)
def noise_that_comes_late(
    center: float, p: Given, random: Random, draws: int, answered: list[float] = []
) -> Array:
    ready = bool(answered) | (np.arange(draws) > 0)  # the very first answer of a program has none
    answered.append(center)
    return center + np.where(ready, random.laplace(0, p.sensitivity / p.epsilon, draws), 0)
