"""Fast simulators of mechanisms that may not answer, right ones and ones with a named bug, from the
definitions in vectors/*.md alone. No answer is NaN.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise
factor", "first", ...) asks for a bug.
"""

from __future__ import annotations

from math import ceil, exp, log

import numpy as np

from tests.lab.simulators import coarse
from tests.lab.simulators.trilemma import margin, number

OBJECTS = ("unknown_size", "dpucoarse")
Rng = np.random.Generator


def half_width(p: dict[str, str]) -> int:
    """v: the paper's, or the least for which the two laws of N differ by delta at most."""
    epsilon, delta = number(p["epsilon"]), number(p["delta"])
    if p.get("constants") != "exact":
        return ceil(log(2 / delta) / epsilon)
    b = exp(-epsilon)
    for v in range(1, 10**4):
        mass = np.array([(1 - b) / (1 + b) * b ** abs(k) for k in range(-v, v + 1)])
        mass[[0, -1]] = b**v / (1 + b)
        one, other = np.append(mass, 0), np.append(0, mass)
        if max((one - other / b).clip(0).sum(), (other - one / b).clip(0).sum()) <= delta:
            return v
    raise ValueError("no width")


def unknown_size(p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    """n releases on a sample of a private size."""
    x, factor = (
        np.array([number(v) for v in data if v != "nan"]),
        number(p.get("noise factor", "1")),
    )
    epsilon, v = number(p["epsilon"]), half_width(p)
    stays = 1 - np.exp(-epsilon / factor)
    noise = (rng.geometric(stays, 64 * n) - rng.geometric(stays, 64 * n)) * int(
        p.get("count factor", "1")
    )
    noise = noise[np.abs(noise) <= v][:n] if "redrawn" in p else np.clip(noise[:n], -v, v)
    found, sizes = np.full(n, np.nan), len(x) + noise - v
    for size in range(max(1, int(p.get("n0", "1"))), len(x) + 1):
        here = np.flatnonzero(sizes == size)
        rows = np.tile(x, (len(here), 1))
        found[here] = base(p, taken(p, rows, size, rng), factor, rng, len(x))
    return found


def taken(p: dict[str, str], rows: np.ndarray, size: int, rng: Rng) -> np.ndarray:
    """A sample of each row, in random order or (printed) in that of the records."""
    if "first" in p:
        return rows[:, :size]
    places = rng.permuted(np.tile(np.arange(rows.shape[1]), (len(rows), 1)), axis=1)[:, :size]
    return np.take_along_axis(
        rows, np.sort(places, axis=1) if p.get("edition") == "printed" else places, axis=1
    )


def base(p: dict[str, str], rows: np.ndarray, factor: float, rng: Rng, whole: int) -> np.ndarray:
    """One release for each row of records, with the paper's constants; `whole` is how many records
    there were.
    """
    size, epsilon, delta = rows.shape[1], number(p["epsilon"]), number(p["delta"])
    p = p | {"constants": "paper", "n": str(size)}
    if p["base"] == "dpumean":
        return coarse.fine(p, rows, True, factor, rng, factor)
    if p["base"] == "name_and_shame":
        named = (rng.random(rows.shape) < delta) * rows
        return named.sum(axis=1) / (size * (1 if "undivided" in p else delta))
    beyond = margin(p["base"], p) if p["base"] in ("clipped_mean", "combined_mean") else 0.0
    low, high = number(p["lower"]) - beyond, number(p["upper"]) + beyond
    scale = factor * (high - low) / (whole if "whole size" in p else size) / epsilon
    found = np.clip(rows, low, high).mean(axis=1) + rng.laplace(scale=scale, size=len(rows))
    if p["base"] == "combined_mean" and "nobody" not in p:
        named = (rng.random(rows.shape) < delta) * (rows - np.clip(rows, low, high))
        found = found + named.sum(axis=1) / (size * delta)
    return found


def dpucoarse(p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    """n coarse estimates."""
    records = np.array([0.0 if v in ("nan", "inf", "-inf") else number(v) for v in data])
    rows = np.broadcast_to(coarse.rounded(p, records), (n, len(records)))
    return coarse.estimates(
        p, rows, "other offset" not in p, number(p.get("noise factor", "1")), rng
    )


def release(name: str, p: dict[str, str], data: list[str], rng: Rng, n: int) -> np.ndarray:
    return unknown_size(p, data, rng, n) if name == "unknown_size" else dpucoarse(p, data, rng, n)
