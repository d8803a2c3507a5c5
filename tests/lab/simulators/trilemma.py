"""Fast simulators of means with little or no bias and of Student's t, right ones and ones with a
named bug, from the definitions in vectors/*.md alone.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise
factor", "margin", ...) asks for a bug.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.lab.simulators import coarse

OBJECTS = (
    "clipped_mean",
    "name_and_shame",
    "combined_mean",
    "dpumean",
    "kv_mean",
    "student_t_mean",
    "shuffled_mean",
)


def number(text: str) -> float:
    return float(Fraction(text))


def margin(name: str, p: dict[str, str]) -> float:
    l, exact = number(p["lambda"]), p.get("constants") == "exact"
    if name == "clipped_mean":
        bias = number(p["bias"])
        return (l - 1) / l * (l * bias) ** (-1 / (l - 1)) if exact else bias ** (-1 / (l - 1))
    most = number(p["n"]) * number(p["epsilon"]) ** 2 * number(p["psi"]) ** l * (l - 2)
    if exact:
        return (most * (1 / number(p["delta"]) - 1) * 4 / l**2 * ((l - 2) / l) ** (l - 2) / 32) ** (
            1 / l
        )
    return (most / (4 * l**2 * number(p["delta"]))) ** (1 / l)


def release(
    name: str, p: dict[str, str], data: list[str], rng: np.random.Generator, n: int
) -> np.ndarray:
    factor = number(p.get("noise factor", "1"))
    if name == "name_and_shame":
        x, delta = np.array([number(v) for v in data]), number(p["delta"])
        who = rng.random((n, len(x))) < delta
        if ("one at most" in p) != (p.get("variant") == "single"):
            picked = rng.integers(len(x) - ("last never" in p), size=n)
            who = (np.arange(len(x)) == picked[:, None]) & (rng.random(n) < delta * len(x))[:, None]
        return (who * x).sum(axis=1) / (len(x) * (1 if "undivided" in p else delta))
    if name in ("dpumean", "kv_mean"):
        rows = np.broadcast_to([number(v) for v in data], (n, len(data)))
        return coarse.fine(p, rows, (name == "dpumean") != ("other offset" in p), factor, rng)
    low, high, epsilon = number(p["lower"]), number(p["upper"]), number(p["epsilon"])
    mid = (low + high) / 2
    if name == "student_t_mean":
        x = np.clip([number(v) for v in data if v != "nan"], low, high)
        d, size = int(p.get("degrees", "3")), len(x)
        beta = epsilon / (3 * (d + 1))
        smooth = (high - low) * (
            1 / size if "plain scale" in p else max(np.exp(-beta * (size - 1)), 1 / size)
        )
        tau = 3 * (d + 1) / (4 * np.sqrt(d) * epsilon)
        if p.get("constants") == "exact":
            a = 2 / (d + 1) * (epsilon - (d - 1) * beta / 2)
            kappa = min(
                np.cosh(2 * epsilon / (d + 1)) - 1, np.exp(beta) * (np.cosh(a) - np.cosh(beta))
            )
            tau = np.sqrt(1 / (2 * d * kappa))
        return x.mean() + factor * tau * smooth * rng.standard_t(
            64 if "light tail" in p else d, size=n
        )
    x = np.array([mid if v == "nan" else number(v) for v in data])
    if name == "shuffled_mean":
        blocks, size, m = int(p["blocks"]), int(p["n"]), int(p.get("m", "1"))
        noise = coarse.laplace(p, factor * (high - low) * m / epsilon, rng, (n, blocks)) / size / m
        x = np.rint(np.clip(x, low, high) * m) / m if "m" in p else np.clip(x, low, high)
        return x.mean() + (noise[:, 0] if "one noise" in p else noise.mean(axis=1))
    beyond = 0.0 if "no margin" in p else margin(name, p)
    a, b, m = low - beyond, high + beyond, int(p.get("m", "0"))
    if m:
        a, b = np.floor(a * m) / m, np.ceil(b * m) / m
        x = (np.floor(x * m + 0.5) if "ties" in p else np.rint(x * m)) / m
        stays = 1 - np.exp(-epsilon / factor / (m * (b - a)))
        noise = (rng.geometric(stays, n) - rng.geometric(stays, n)) / m / len(x)
    else:
        width = high - low if "narrow noise" in p else b - a
        noise = rng.laplace(scale=factor * width / len(x) / epsilon, size=n)
    found = np.clip(x, a, b).mean() + noise
    if name == "combined_mean" and "nobody" not in p:
        delta = number(p["delta"])
        coins = rng.random((n, 1 if "one coin" in p else len(x)))
        who = np.broadcast_to(coins, (n, len(x))) < delta * number(p.get("naming factor", "1"))
        kept = {"bounds": np.clip(x, low, high), "nothing": 0 * x}.get(
            p.get("kept", ""), np.clip(x, a, b)
        )
        found = found + (who * (x - kept)).sum(axis=1) / (
            len(x) * (1 if "undivided" in p else delta)
        )
    return found
