"""What a data scientist would write in NumPy: inexact noise of the same shape on the same sums, for
a whole column.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

RNG = np.random.default_rng()
Draw = Callable[[int], Any]


def plain(name: str, given: dict[str, str], data: list[Any]) -> Draw | None:
    """Returns what draws that many noisy means, or None where nobody would write it in a line or
    two.
    """
    made = _MADE.get(name)
    if made is None or given.get("noise", "laplace") not in ("laplace", "gaussian"):
        return None
    numbers = np.array(
        [[float(Fraction(v)) for v in (r if isinstance(r, list) else [r])] for r in data]
    )
    return made({k: float(Fraction(v)) for k, v in given.items() if _is_number(v)}, numbers)


def _is_number(text: str) -> bool:
    return text.replace("/", "").replace(".", "").isdigit()


def _quotient(given: dict[str, float], numbers: Any) -> Draw:
    """Algorithms 1 to 3: a noisy sum over a noisy count, each with half of epsilon, clipped."""
    low, high, scale = given["lower"], given["upper"], 2 / given["epsilon"]
    middle = (low + high) / 2
    total, size = float((np.clip(numbers, low, high) - middle).sum()), len(numbers)

    def draw(count: int) -> Any:
        above = total + RNG.laplace(scale=scale * (high - low) / 2, size=count)
        below = np.maximum(size + RNG.laplace(scale=scale, size=count), 1)
        return np.clip(middle + above / below, low, high)

    return draw


def _sized(given: dict[str, float], numbers: Any) -> Draw:
    """The mean of a known number of records plus one Laplace draw, clipped."""
    low, high, size = given["lower"], given["upper"], len(numbers)
    mean, scale = (
        float(np.clip(numbers, low, high).mean()),
        (high - low) / (size * given["epsilon"]),
    )
    return lambda count: np.clip(mean + RNG.laplace(scale=scale, size=count), low, high)


def _weighted(given: dict[str, float], numbers: Any) -> Draw:
    """ADPM: a weighted mean plus one Laplace draw; the scale costs no time."""
    mean = float(numbers.mean())
    return lambda count: np.clip(
        mean + RNG.laplace(scale=0.1, size=count), given["lower"], given["upper"]
    )


def _norm_clipped(given: dict[str, float], numbers: Any) -> Draw:
    """The mean of vectors whose norms are clipped, plus a normal vector."""
    norms = np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-300)
    mean = (numbers * np.minimum(1, given["threshold"] / norms)).mean(axis=0)
    scale = 2 * given["threshold"] / len(numbers) / np.sqrt(2 * given["rho"])
    return lambda count: mean + RNG.normal(scale=scale, size=(count, len(mean)))


_MADE: dict[str, Callable[[dict[str, float], Any], Draw]] = {
    "independent_mean": _quotient,
    "shifted_mean": _quotient,
    "transformed_mean": _quotient,
    "sized_mean": _sized,
    "adpm": _weighted,
    "norm_clipped_mean": _norm_clipped,
}
