"""What do the last bits tell? Programs whose noise has the right law, as far as anybody can see who
looks at a histogram, and whose doubles are not those that the neighbour's noise can make. The
repair is the same everywhere: what is published is rounded to a grid that does not depend on the
data.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, on_a_grid  # noqa: F401 (the repairs use it)


@bug(
    "opendp/smartnoise-core",
    242,
    "Laplace mechanism does not appear to be differentially private",
    "A Laplace variable in doubles was scaled and added, as textbooks have it, which is what "
    "Mironov attacked in 2012.",
    judged_as="laplace",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
)
def textbook(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = p.sensitivity / p.epsilon
    u = random.random(draws) - 0.5
    noisy = center - scale * np.sign(u) * np.log1p(-2 * np.abs(u))
    return noisy


@bug(
    "IBM/differential-privacy-library",
    94,
    "Insecure noise primitives should be marked as such and/or removed entirely",
    "Noise was made of four uniform variates against the attack on the logarithm, and the "
    "addition still rounds to the bits that the value leaves free.",
    judged_as="laplace",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
)
def four_variates(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = p.sensitivity / p.epsilon
    u = 1 - random.random((4, draws))
    noisy = center - scale * (
        np.log(u[0]) * np.cos(np.pi * u[1]) + np.log(u[2]) * np.cos(np.pi * u[3])
    )
    return noisy


@bug(
    "opendp/opendp",
    414,
    "Floating-point issue in noise samplers",
    "Noise without any hole, from a sampler of arbitrary precision, was added to the value in "
    "doubles: the sum has the precision of its coarser part.",
    judged_as="laplace",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
)
def perfect_noise_added(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = p.sensitivity / p.epsilon
    # noise of 2^-60: an integer, with fresh bits below it
    whole = random.laplace(0, 2.0**30, draws).astype(int)
    perfect = whole / 2.0**30 + random.integers(0, 2**30, draws) / 2.0**60
    noisy = (perfect + center / scale) * scale
    return noisy


@bug(
    "meta-pytorch/opacus",
    616,
    "Opacus uses unsafe floating-point noise generation, even with secure_mode=True",
    "The sum of four normal variates was to hide the holes of one; it has others.",
    judged_as="gaussian",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
)
def four_normals(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = math.sqrt(p.sigma_squared)
    noisy = center + random.normal(0, scale, (4, draws)).sum(axis=0) / 2
    return noisy


@bug(
    "prestodb/presto",
    23002,
    "Differential privacy primitives use insecure noise generation",
    "Noise came from the language's own `nextGaussian`, by the polar method.",
    judged_as="gaussian",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
)
def polar_method(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = math.sqrt(p.sigma_squared)
    u, v = 2 * random.random((2, 2 * draws + 100)) - 1
    s = u * u + v * v
    inside = (s > 0) & (s < 1)
    noisy = center + scale * (u[inside] * np.sqrt(-2 * np.log(s[inside]) / s[inside]))[:draws]
    return noisy


@bug(
    "meta-pytorch/opacus",
    731,
    "Mismatch of comment and data type in secure_mode",
    "The comment counts on the 53 bits of a double, and the noise has the 24 of single precision.",
    judged_as="gaussian",
    wrong="np.float32(center) + noise.astype(np.float32)",
    right="on_a_grid(center + noise, scale)",
)
def single_precision_noise(center: float, p: Given, random: Random, draws: int) -> Array:
    scale = math.sqrt(p.sigma_squared)
    noise = random.normal(0, scale, draws)
    return np.float32(center) + noise.astype(np.float32)


@bug(
    "opendp/smartnoise-sdk",
    461,
    "Unsafe noise is used without explicit user confirmation",
    "Where no safe noise was at hand, that in doubles was switched on without asking.",
    judged_as="sized_mean",
    wrong="return noisy",
    right="return on_a_grid(noisy, scale)",
    only={"noise": ("laplace",)},
)
def unsafe_by_default(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)
    scale = p.width / (p.n * p.epsilon)
    noisy = x.mean() + random.laplace(0, scale, draws)
    return noisy
