"""Is it that law? Programs that were to draw from one distribution and draw from another: a scale
upside down, a square too many, zero from both signs, noise that is drawn and not used, answers
turned with another probability.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, Unsupported, clipped_norms, normal, whole


@bug(
    "WICG/attribution-reporting-api",
    1329,
    "Incorrect Laplace noise formula in your documentation",
    "The documentation had Laplace(epsilon / L1) where Laplace(L1 / epsilon) was meant.",
    judged_as="laplace",
    wrong="p.epsilon / p.sensitivity",
    right="p.sensitivity / p.epsilon",
)
def upside_down(center: float, p: Given, random: Random, draws: int) -> Array:
    return center + random.laplace(0, p.epsilon / p.sensitivity, draws)


@bug(
    "opendp/smartnoise-core",
    316,
    "SmartNoise privacy/accuracy fixes",
    "A noise scale was squared where the function takes it as it is.",
    judged_as="gaussian",
    wrong="p.sigma_squared,",
    right="math.sqrt(p.sigma_squared),",
)
def variance_for_deviation(center: float, p: Given, random: Random, draws: int) -> Array:
    return center + random.normal(0, p.sigma_squared, draws)


@bug(
    "world-federation-of-advertisers/cardinality_estimation_evaluation_framework",
    97,
    "Fix a bug in geometric noiser",
    "Noise on the integers was made by rounding Laplace noise, which has less mass at 0 and "
    "another ratio from there to 1.",
    judged_as="discrete_laplace",
    wrong="np.rint(random.laplace(0, scale, draws))",
    right="random.discrete_laplace(scale, draws)",
)
def rounded_laplace(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = p.sensitivity / p.epsilon
    return center + np.rint(random.laplace(0, scale, draws))


@bug(
    "private-attribution/ipa",
    898,
    "non-negative DP (truncated double geometric)",
    "A review proposed a random sign on one geometric variable for the difference of two, and "
    "plotted it was another law: zero comes from both signs.",
    judged_as="discrete_laplace",
    wrong="~(negative & (size < 0))",
    right="~(negative & (size == 0))",
)
def zero_of_both_signs(center: float, p: Given, random: Random, draws: int) -> Array:
    size = random.geometric(-math.expm1(-p.epsilon / p.sensitivity), 3 * draws + 100) - 1
    negative = random.random(len(size)) < 0.5
    kept = ~(negative & (size < 0))
    return center + np.where(negative, -size, size)[kept][:draws]


@bug(
    "opendp/smartnoise-core",
    278,
    "Bit Sampling Bug",
    "A coin of a given probability read the bits of its double in the wrong places, which was "
    "right for many probabilities and far off for others.",
    judged_as="discrete_laplace",
    wrong="math.frexp(stop)[0]",
    right="stop",
)
def exponent_forgotten(center: float, p: Given, random: Random, draws: int) -> Array:
    stop = -math.expm1(-p.epsilon / p.sensitivity)
    heads = math.frexp(stop)[0]
    return center + random.geometric(heads, draws) - random.geometric(heads, draws)


@bug(
    "privcount/privcount",
    360,
    "Actually add noise to counters on DCs",
    '"We retrieved a noise weight, but never used it."',
    judged_as="staircase",
    wrong="return counter\n",
    right="return counter + noise\n",
)
def noise_never_used(center: float, p: Given, random: Random, draws: int) -> Array:
    if p.params["gamma"] == "optimal":
        raise Unsupported("a given gamma only")
    b, gamma, counter = math.exp(-p.epsilon), p.gamma, np.full(draws, center)
    step, inner, u = random.geometric(1 - b, draws) - 1, random.random(draws), random.random(draws)
    first = inner < gamma / (gamma + (1 - gamma) * b)
    size = np.where(first, step + gamma * u, step + gamma + (1 - gamma) * u)
    noise = np.where(random.random(draws) < 0.5, -size, size) * p.sensitivity
    return counter


@bug(
    "brubinstein/diffpriv",
    3,
    ".rlap line breaking bug",
    "An operator stood at the beginning of a line, so that the language took the line before "
    "it for the whole expression.",
    judged_as="laplace",
    wrong="value = center\n    - scale",
    right="value = center - scale",
)
def broken_line(center: float, p: Given, random: Random, draws: int) -> Array:
    u, scale = random.random(draws) - 0.5, p.sensitivity / p.epsilon
    value = center
    -scale * np.sign(u) * np.log1p(-2 * np.abs(u))
    return np.broadcast_to(value, draws)


@bug(
    "opendp/smartnoise-sdk",
    81,
    "DP Histogram test failing for SUM, COUNT, MEAN, VAR queries",
    "Every repetition of a query started from the noisy answer of the one before.",
    judged_as="laplace",
    wrong="np.cumsum(noise)",
    right="noise",
)
def noise_upon_noise(center: float, p: Given, random: Random, draws: int) -> Array:
    noise = random.laplace(0, p.sensitivity / p.epsilon, draws)
    return center + np.cumsum(noise)


@bug(
    "NVIDIA/NVFlare",
    343,
    "SVTPrivacy might be incorrect?",
    "Some values were neither noised nor set to zero, and went out as they were.",
    judged_as="norm_clipped_mean",
    wrong="range(1)",
    right="range(p.d)",
    only={"noise": (None, "discrete_gaussian", "gaussian"), "constants": (None, "paper")},
)
def some_without_noise(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = clipped_norms(whole(records, 0, p.u), p.threshold**2, p.steps)
    released = np.tile(x.sum(axis=0).astype(float), (draws, 1))
    for j in range(1):
        variance = 4 * p.threshold**2 * p.steps**2 / (2 * p.rho)
        released[:, j] += normal(
            random, p.params.get("noise", "discrete_gaussian"), variance, draws
        )
    return released / (p.n * p.steps)


@bug(
    "opendp/opendp",
    480,
    "`make_randomized_response_bool` fix",
    "A lie was drawn from both answers, of which one is the truth.",
    judged_as="local_clipped_mean",
    step="user_*_round_1",
    wrong="lies & random.coin(0.5, draws)",
    right="lies",
    only={"constants": (None, "paper"), "d": ("1",), "n": ("1",)},
)
def lies_that_are_true(records: Array, p: Given, random: Random, draws: int) -> Array:
    lies = ~random.coin(1 / (1 + math.exp(-math.sqrt(p.rho / 2))), draws)
    return message(whole(records, 0, p.u)[0, 0], p, random, lies & random.coin(0.5, draws))


@bug(
    "udacity/private-ai",
    15,
    "Lesson 5.6 (Udacity) Section 1 - Differential Privacy - Project Varying Noise typo",
    "The coin that decides whether the answer stays was compared the wrong way round.",
    judged_as="local_clipped_mean",
    step="user_*_round_1",
    wrong="random.random(draws) < keep",
    right="random.random(draws) >= keep",
    only={"constants": (None, "paper"), "d": ("1",), "n": ("1",)},
)
def coin_the_wrong_way(records: Array, p: Given, random: Random, draws: int) -> Array:
    keep = 1 / (1 + math.exp(-math.sqrt(p.rho / 2)))
    return message(whole(records, 0, p.u)[0, 0], p, random, random.random(draws) < keep)


def message(value: int, p: Given, random: Random, turned: Array) -> Array:
    """What one user sends: level, index, and an entry of a Hadamard matrix, turned or not."""
    draws, levels = len(turned), math.ceil(math.log2(2 * p.u + 1))
    v = np.where(random.coin(0.5, draws), value, -value)  # the public sign of the rotation
    level = random.integers(1, levels + 1, draws)
    index = (random.random(draws) * 2**level).astype(int)
    node = (v + p.u) >> (levels - level)
    entry = 1 - 2 * (np.bitwise_count(index & node) % 2).astype(int)
    return np.column_stack([level, index, np.where(turned, -entry, entry)])
