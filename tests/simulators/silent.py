"""Fast simulators of mechanisms that may not answer, right ones and ones with a named bug, from the definitions in
vectors/README.md alone. No answer is NaN.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise factor", "first", ...)
asks for a bug.
"""

from __future__ import annotations

from math import ceil, log

import numpy as np

from tests.simulators.trilemma import margin, number

OBJECTS = ("unknown_size", "dpucoarse")
Rng = np.random.Generator


def unknown_size(p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    """n releases on a sample of a private size."""
    x, factor = np.array([number(v) for v in data if v != "nan"]), number(p.get("noise factor", "1"))
    epsilon, v = number(p["epsilon"]), ceil(log(2 / number(p["delta"])) / number(p["epsilon"]))
    stays = 1 - np.exp(-epsilon / factor)
    noise = (rng.geometric(stays, 64 * n) - rng.geometric(stays, 64 * n)) * int(p.get("count factor", "1"))
    noise = noise[np.abs(noise) <= v][:n] if "redrawn" in p else np.clip(noise[:n], -v, v)
    found, sizes = np.full(n, np.nan), len(x) + noise - v
    for size in range(max(1, int(p.get("n0", "1"))), len(x) + 1):
        here = np.flatnonzero(sizes == size)
        rows = np.tile(x, (len(here), 1))
        found[here] = base(p, (rows if "first" in p else rng.permuted(rows, axis=1))[:, :size], factor, rng)
    return found


def base(p: dict[str, str], rows: np.ndarray, factor: float, rng: Rng) -> np.ndarray:
    """One release for each row of records."""
    size, epsilon, delta = rows.shape[1], number(p["epsilon"]), number(p["delta"])
    if p["base"] == "name_and_shame":
        named = (rng.random(rows.shape) < delta) * rows
        return named.sum(axis=1) / (size * (1 if "undivided" in p else delta))
    beyond = margin("clipped_mean", p) if p["base"] == "clipped_mean" else 0.0
    low, high = number(p["lower"]) - beyond, number(p["upper"]) + beyond
    noise = rng.laplace(scale=factor * (high - low) / size / epsilon, size=len(rows))
    return np.clip(rows, low, high).mean(axis=1) + noise


def dpucoarse(p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    """n coarse estimates: every record has the count of its bin, and the noise of the first record in it."""
    sigma, epsilon = number(p.get("sigma", "1")), number(p["epsilon"])
    y = np.array([0.0 if v in ("nan", "inf", "-inf") else number(v) for v in data]) / sigma
    offset = np.zeros(n) if "other offset" in p else rng.random(n) - 0.5
    bins = np.floor(y - offset[:, None] + 0.5)
    together = bins[:, :, None] == bins[:, None, :]
    noise = rng.laplace(scale=2 * number(p.get("noise factor", "1")) / epsilon, size=bins.shape)
    noisy = together.sum(axis=2) + np.take_along_axis(noise, together.argmax(axis=2), axis=1)
    best = noisy.argmax(axis=1)[:, None]
    threshold = 2 + (1 if "half threshold" in p else 2) / epsilon * log(1 / number(p["delta"]))
    estimate = sigma * (offset + np.take_along_axis(bins, best, axis=1)[:, 0])
    return np.where(np.take_along_axis(noisy, best, axis=1)[:, 0] > threshold, estimate, np.nan)


def release(name: str, p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    """n releases."""
    return unknown_size(p, data, rng, n) if name == "unknown_size" else dpucoarse(p, data, rng, n)
