"""Fast simulators of the mechanisms with one epsilon per user, right ones and ones with a named
bug, from the definitions in vectors/hetero.md alone.

They share nothing with the package. theta is found by bisection, which no closed form enters.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np

from tests.lab.simulators.laws import law

OBJECTS = ("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm")


def theta(e: np.ndarray) -> float:
    """The root of sum e (theta - e)+ = 8 over the positive finite ones."""
    e = e[(e > 0) & np.isfinite(e)]
    low, high = 0.0, e.min() + 8 / e.min() + e.max()
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (e * np.maximum(middle - e, 0)).sum() < 8 else (low, middle)
    return high


def shares(name: str, e: np.ndarray) -> tuple[np.ndarray, float]:
    """(weights, scale of the noise on an interval of width 1)."""
    n = len(e)
    if name == "uni":
        return np.full(n, 1 / n), 1 / (n * e.min())
    if name == "stretching":
        return e / (n * e.max()), 1 / (n * e.max())
    cut = np.inf
    if name == "adpm":
        cut = theta(e)
    elif name == "fme":
        rising = np.sort(e)
        k = next((k for k in range(n) if rising[k] ** 2 * (n - k) > 1 + 1e-12), n)
        cut = np.inf if k == n else (n - k) ** -0.5
    c = np.minimum(e, cut)
    return c / c.sum(), 1 / c.sum()


def constant(name: str, e: np.ndarray, y: np.ndarray, laplace: bool) -> float | None:
    """What is released without noise, from the midpoint: the plain mean of public records, or the
    midpoint itself where ADPM's bound exceeds 1/4.
    """
    private = np.isfinite(e) & (e > 0)
    if not private.any() and name in ("adpm", "uni"):
        return float(y[np.isinf(e)].mean())
    if name == "adpm" and laplace:
        weights, scale = shares(name, e)
        if (weights**2).sum() / 4 + 2 * scale**2 > 0.25:
            return 0.0
    return None


def release(
    name: str, p: dict[str, str], data: list[str], rng: np.random.Generator, n: int
) -> np.ndarray:
    low, high = float(Fraction(p["lower"])), float(Fraction(p["upper"]))
    width, mid = high - low, (low + high) / 2
    e = np.array([np.inf if x == "inf" else float(Fraction(x)) for x in p["epsilons"].split(",")])
    y = (
        np.clip(
            [
                mid if x == "nan" else float(Fraction(x)) if x not in ("inf", "-inf") else float(x)
                for x in data
            ],
            low,
            high,
        )
        - mid
    )
    factor = float(Fraction(p.get("noise factor", "1")))
    if name == "ldpe":
        return mid + grouped(p, e, y, width, factor, rng, n)
    if name == "sm":
        return mid + sampled(p, e, y, width, rng, n)
    still = constant(name, e, y, "staircase" not in p.values())
    if still is not None:
        return mid + still + (rng.laplace(scale=width, size=n) if "noisy" in p else np.zeros(n))
    weights, scale = shares(name, e)
    centre = mid + (y.mean() if "unweighted" in p else (weights * y).sum())
    if p.get("noise") == "staircase":
        c = np.minimum(e, theta(e))
        near = [Fraction(float(x)).limit_denominator(1000) for x in c]
        unit = float(
            Fraction(gcd(*(x.numerator for x in near)), lcm(*(x.denominator for x in near)))
        )
        assert np.allclose(c / unit, np.round(c / unit))
        spelled = {
            "epsilon": repr(unit),
            "sensitivity": repr(float(unit * scale * width)),
            "gamma": p.get("gamma", "optimal"),
        }
        return centre + factor * law("staircase", spelled, rng, n)[0]
    return centre + rng.laplace(scale=factor * scale * width, size=n)


def grouped(
    p: dict[str, str],
    e: np.ndarray,
    y: np.ndarray,
    width: float,
    factor: float,
    rng: np.random.Generator,
    n: int,
) -> np.ndarray:
    """LDPE."""
    levels = [x for x in np.unique(e) if x > 0]
    sizes = np.array([(e == x).sum() for x in levels])
    scales = np.array(
        [0.0 if np.isinf(x) else 1 / (x * s) for x, s in zip(levels, sizes, strict=True)]
    )
    u = 1 / (1 / (4 * sizes) + 2 * scales**2)
    u = u / u.sum()
    found = sum(u[g] * y[e == x].mean() for g, x in enumerate(levels)) + np.zeros(n)
    spread = u[::-1] if "exchanged" in p else u
    for g in range(1 if "one noise" in p else len(levels)):
        found = found + spread[g] * rng.laplace(scale=factor * scales[g] * width, size=n)
    return found


def sampled(
    p: dict[str, str], e: np.ndarray, y: np.ndarray, width: float, rng: np.random.Generator, n: int
) -> np.ndarray:
    """SM."""
    t = e.max()
    chances = e / t if "linear" in p else np.expm1(e) / np.expm1(t)
    coins = rng.random((n, len(e)))
    if "one coin" in p:
        coins[:, 1] = coins[:, 0]
    who = coins < (np.ones(len(e)) if "everybody" in p else chances)
    divisor = (
        who.sum(axis=1)
        if p.get("edition") == "printed"
        else np.full(n, (np.expm1(e) / np.expm1(t)).sum())
    )
    factor = float(Fraction(p.get("noise factor", "1")))
    return (who * y).sum(axis=1) / divisor + factor * rng.laplace(size=n) * width / (divisor * t)
