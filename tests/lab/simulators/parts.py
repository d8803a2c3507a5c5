"""Fast simulators of a count and of a bounded sum, right ones and ones with a named bug, from the
definitions in vectors/parts.md alone.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise factor", "sensitivity",
...) asks for a bug.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
from scipy.stats import norm

from tests.lab.simulators.instance import Draws, discrete_gaussian, number
from tests.lab.simulators.records import Runs

OBJECTS = ("count", "bounded_sum")
Rng = np.random.Generator


def _epsilon(p: dict[str, str]) -> float:
    return number(p["epsilon"]) if "epsilon" in p else -log(number(p["decay"]))


def least(epsilon: float, delta: float) -> float:
    """The least deviation a sensitivity that is (epsilon, delta)-DP, by halving."""
    low, high = -40.0, 40.0  # of its logarithm
    while high - low > 1e-12:
        middle = (low + high) / 2
        s = exp(middle)
        near, far = s * epsilon - 1 / (2 * s), s * epsilon + 1 / (2 * s)
        has = norm.sf(near) - exp(epsilon + norm.logsf(far))
        low, high = (middle, high) if has > delta else (low, middle)
    return exp(high)


def noise(p: dict[str, str], sensitivity: float, step: float, rng: Rng, n: int) -> np.ndarray:
    """n draws of the noise that `noise` says, `step` the step of its lattice."""
    factor = number(p.get("noise factor", "1"))
    if p["noise"] == "laplace":
        return rng.laplace(scale=sensitivity * factor / _epsilon(p), size=n)
    if p["noise"] == "discrete_laplace":
        gone = -np.expm1(-_epsilon(p) * step / (sensitivity * factor))
        drawn = rng.geometric(gone, n) - rng.geometric(gone, n)
        if "at most" in p:
            spare = rng.geometric(gone, (64, n)) - rng.geometric(gone, (64, n))
            for again in spare:
                drawn = np.where(np.abs(drawn) > int(p["at most"]), again, drawn)
        return step * drawn
    if p["noise"] == "analytic_gaussian":
        delta, own = number(p["delta"]), number(p.get("share of deviation", "1"))
        return rng.normal(scale=sensitivity * factor * own * least(_epsilon(p), delta), size=n)
    variance = sensitivity**2 * factor**2 / (2 * number(p["rho"])) * number(p.get("variance", "1"))
    if p["noise"] == "gaussian":
        return rng.normal(scale=variance**0.5, size=n)
    return step * discrete_gaussian(variance / step**2, rng, n)


def exact(name: str, p: dict[str, str], records: Runs) -> tuple[float, float, float]:
    """The exact number, its sensitivity, and the step of the lattice."""
    users = int(p.get("contribution", "1"))
    if name == "count":
        there = sum(times for x, times in records if x != "nan" or "all rows" in p)
        return float(there), float(users), 1.0
    low, high = Fraction(p["lower"]), Fraction(p["upper"])
    moves = high - low if p.get("neighbors") == "replace-one" else max(abs(low), abs(high))
    total = Fraction(0)
    for x, times in records:
        missing = low if "missing low" in p else max(low, min(Fraction(0), high))
        if x in ("inf", "-inf"):
            value = high if x == "inf" else low
        else:
            value = missing if x == "nan" else Fraction(x)
            value = value if "no clip" in p else max(low, min(value, high))
        if "unit" in p:
            unit = Fraction(p["unit"])
            steps = value / unit
            value = unit * ((steps + Fraction(1, 2)).__floor__() if "ties" in p else round(steps))
        total += times * value
    return (
        float(total),
        float(users * moves) * number(p.get("share of sensitivity", "1")),
        number(p.get("unit", "1")),
    )


def release(name: str, p: dict[str, str], records: Runs, rng: Rng, n: int) -> Draws:
    """n releases."""
    value, sensitivity, step = exact(name, p, records)
    found = value + noise(p, sensitivity, step, rng, n)
    if "rounded" in p:
        found = np.round(found)
    return (np.maximum(found, 0.0) if p.get("clamp") == "zero" else found,)
