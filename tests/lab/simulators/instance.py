"""Fast simulators of private quantiles, clipped means and Gaussian noise, right ones and ones with
a named bug, from the definitions in vectors/instance.md alone.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise factor", "one noise",
...) asks for a bug.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt, log2

import numpy as np

OBJECTS = ("privquant", "norm_clipped_mean")
Draws = tuple[np.ndarray, ...]


def number(text: str) -> float:
    return float(Fraction(text))


def discrete_gaussian(variance: float, rng: np.random.Generator, n: int) -> np.ndarray:
    """Integers with masses proportional to e^(-k^2/(2 variance)), from their table."""
    most = ceil(12 * variance**0.5) + 12
    k = np.arange(-most, most + 1)
    mass = np.exp(-(k.astype(float) ** 2) / (2 * variance))
    return rng.choice(k, size=n, p=mass / mass.sum())


def noise_of(p: dict[str, str], variance: float, rng: np.random.Generator, n: int) -> np.ndarray:
    """The noise that `noise` says, on integers or not."""
    return (
        rng.normal(scale=variance**0.5, size=n)
        if p.get("noise") == "gaussian"
        else discrete_gaussian(variance, rng, n)
    )


def quantile(p: dict[str, str], data: list[str], rng: np.random.Generator, n: int) -> np.ndarray:
    """n searches side by side."""
    low, high, rank = int(p["low"]), int(p["high"]), int(p["rank"])
    records = np.clip([0.0 if x == "nan" else number(x) for x in data], low, high)
    counts = ceil(log2(high - low + 1)) - ("count forgotten" in p)
    printed = p.get("edition") == "printed"
    parts = (
        1.0
        if "whole budget" in p
        else log2(high - low)
        if printed and high - low > 1
        else counts * (not printed)
    )
    variance = parts / (2 * number(p["rho"])) * number(p.get("noise factor", "1")) ** 2
    left, right = np.full(n, low), np.full(n, high)
    while (open_ := left < right).any():
        middle = (left + right) // 2
        noisy = (records <= middle[:, None]).sum(axis=1) + noise_of(p, variance, rng, n)
        beyond = noisy <= rank if ("right at ties" in p) != printed else noisy < rank
        left, right = (
            np.where(open_ & beyond, middle + 1, left),
            np.where(open_ & ~beyond, middle, right),
        )
    return left.astype(float)


def clipped(p: dict[str, str], data: list[list[str]], rng: np.random.Generator, n: int) -> Draws:
    """Coordinates of n noisy means."""
    d, steps, c = int(p["d"]), int(p.get("steps", "1")), Fraction(p["threshold"])
    total = np.zeros(d)
    for row in data:
        x = [0 if v == "nan" else max(0, min(int(v), int(p["u"]))) for v in row]
        norm = sum(v * v for v in x)
        inside = "no clip" in p or norm <= c**2
        total += [
            steps * v
            if inside
            else isqrt(int(c**2 * steps**2 * v * v / norm)) + ("rounded up" in p)
            for v in x
        ]
    factor = 4 if p.get("constants", "paper") == "paper" else 2 if d > 1 else 1
    variance = (
        float(factor * c**2 * steps**2 / (2 * Fraction(p["rho"])))
        * number(p.get("noise factor", "1")) ** 2
    )
    variance = float(isqrt(int(variance)) + 1) if "deviation" in p else variance
    noise = [noise_of(p, variance, rng, n) for _ in range(1 if "one noise" in p else d)]
    return tuple((t + noise[j % len(noise)]) / (steps * len(data)) for j, t in enumerate(total))


def release(name: str, p: dict[str, str], data: list, rng: np.random.Generator, n: int) -> Draws:  # type: ignore[type-arg]
    return (quantile(p, data, rng, n),) if name == "privquant" else clipped(p, data, rng, n)
