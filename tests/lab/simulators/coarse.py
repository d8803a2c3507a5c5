"""Fast simulators of the coarse estimate of a mean and of what is built on it, right ones and ones
with a named bug, from the definitions in vectors/*.md alone. Rows of records, one for each release;
no answer is NaN.

They share nothing with the package. A parameter that is no parameter of the mechanism asks for a
bug.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np

Rng = np.random.Generator


def number(text: str) -> float:
    return float(Fraction(text))


def threshold(p: dict[str, str]) -> float:
    """What a noisy count must exceed."""
    epsilon, delta, lattice = (
        number(p["epsilon"]),
        number(p["delta"]),
        p.get("noise") == "discrete_laplace",
    )
    if p.get("constants") != "exact":
        return 2 + (1 if "half threshold" in p else 2) / epsilon * log(1 / delta)
    if not lattice:
        return 1 + (1 if "half threshold" in p else 2) / epsilon * log(1 / (2 * delta))
    t = exp(-epsilon / 2)
    return next(c for c in range(10**4) if t**c / (1 + t) <= delta * (1 + 1e-12))


def laplace(p: dict[str, str], scale: float, rng: Rng, shape: tuple[int, ...]) -> np.ndarray:
    """Noise of this scale; integers on a lattice."""
    if p.get("noise") != "discrete_laplace":
        return rng.laplace(scale=scale, size=shape)
    stays = 1 - exp(-1 / scale)
    return (rng.geometric(stays, shape) - rng.geometric(stays, shape)).astype(float)


def rounded(p: dict[str, str], rows: np.ndarray) -> np.ndarray:
    """The records, on a lattice rounded to it."""
    if p.get("noise") != "discrete_laplace":
        return rows
    step = number(p.get("sigma", "1")) / int(p["m"])
    return step * (np.floor(rows / step + 0.5) if "ties" in p else np.rint(rows / step))


def estimates(
    p: dict[str, str], rows: np.ndarray, moves: bool, factor: float, rng: Rng
) -> np.ndarray:
    """A coarse estimate for each row of rounded records: every record has the count of its bin, and
    the noise of the first record in it; of equally large counts each is equally likely.
    """
    sigma, epsilon, n = number(p.get("sigma", "1")), number(p["epsilon"]), len(rows)
    offset = np.zeros(n)
    if moves:
        m = int(p.get("m", "1"))
        offset = (rng.integers(m, size=n) + 0.5) / m - 0.5 if "m" in p else rng.random(n) - 0.5
    bins = np.floor(np.round(rows / sigma - offset[:, None], 9) + 0.5)
    together = bins[:, :, None] == bins[:, None, :]
    first = together.argmax(axis=2)
    noisy = together.sum(axis=2) + np.take_along_axis(
        laplace(p, factor * 2 / epsilon, rng, bins.shape), first, axis=1
    )
    apart = np.take_along_axis(rng.random(bins.shape), first, axis=1) / 2 if "m" in p else 0.0
    best = (noisy + apart).argmax(axis=1)[:, None]
    estimate = sigma * (offset + np.take_along_axis(bins, best, axis=1)[:, 0])
    return np.where(np.take_along_axis(noisy, best, axis=1)[:, 0] > threshold(p), estimate, np.nan)


def fine(
    p: dict[str, str], rows: np.ndarray, moves: bool, factor: float, rng: Rng, before: float = 1.0
) -> np.ndarray:
    """DPUMean, or its baseline without an offset, for each row of records; `before` is a factor of
    the first noises.
    """
    x, first = rounded(p, rows), int(p["n1"])
    epsilon, delta, clip = number(p["epsilon"]), number(p["delta"]), number(p["clip"])
    center, others = estimates(p, x[:, :first], moves, before, rng), x[:, first:]
    n, second = others.shape
    clipped = np.clip(others, center[:, None] - clip, center[:, None] + clip).mean(axis=1)
    if "m" in p:
        g = number(p.get("sigma", "1")) / (2 * int(p["m"]))
        noise = g * laplace(p, factor * 2 * clip / g / epsilon, rng, (n,)) / second
    else:
        noise = laplace(
            p,
            factor * (2 / epsilon if "first stage" in p else 2 * clip / second / epsilon),
            rng,
            (n,),
        )
    often = delta * number(p.get("naming factor", "1"))
    named = ((rng.random((n, second)) < often) * others).sum(axis=1) / (second * delta)
    return np.where(np.isnan(center), named, clipped + noise)
