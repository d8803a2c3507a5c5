"""A small sampler library in floating point with its adapter: Laplace, two-sided geometric, the mean of public size.

Right as it stands (parameters are checked, outputs lie on a fixed grid, so that their last bits say nothing); each of its
functions is where a mutant of `samplers.py` has its bug. Its generator is seeded by the runner of the matrix, for repeatability.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.digits import bits_of

RNG = random.Random()
GRID = 2.0**-40
SUPPORTS = {"kinds": ["stat", "reject"], "objects": ["laplace", "discrete_laplace", "sized_mean"], "profiles": [], "numbers": ["rational"]}


def number(text: str) -> float:
    """The double nearest to a parameter or record."""
    return float(Fraction(text)) if "/" in text else float(text)


def positive(x: float) -> float:
    """x, which must be positive and finite."""
    if not 0 < x < math.inf:
        raise ValueError("a parameter must be positive and finite")
    return x


def ordered(lower: float, upper: float) -> None:
    """Refuse bounds that are not finite and in order."""
    if not -math.inf < lower < upper < math.inf:
        raise ValueError("lower must be smaller than upper")


def begin() -> None:
    """Called before each request; the generator goes on."""


def sign() -> int:
    """A fair sign."""
    return 1 if RNG.random() < 0.5 else -1


def scale_of(sensitivity: float, epsilon: float) -> float:
    """The scale of Laplace noise."""
    return sensitivity / epsilon


def exponential() -> float:
    """A standard exponential variable."""
    return -math.log(1 - RNG.random())


def laplace(scale: float) -> float:
    """Laplace noise."""
    return sign() * scale * exponential()


def geometric(rate: float) -> int:
    """P(G = k) proportional to e^(-rate k), k >= 0."""
    return int(exponential() // rate)


def two_sided(rate: float) -> int:
    """P(K = k) proportional to e^(-rate |k|): the difference of two geometric variables."""
    return geometric(rate) - geometric(rate)


def release(center: float, noise: float) -> float:
    """The noisy value, to the grid."""
    steps = (center + noise) / GRID
    return round(steps) * GRID if math.isfinite(steps) else steps


def clip(x: float, lower: float, upper: float) -> float:
    """The point of [lower, upper] nearest to x."""
    return lower if x < lower else upper if x > upper else x


def truncated(draw: Callable[[], float], lower: float, upper: float) -> float:
    """A draw, moved into [lower, upper]."""
    return clip(draw(), lower, upper)


def mean(params: dict[str, str], data: list[str]) -> Callable[[], float]:
    """A sampler of the mean of n public records, replace-one."""
    lower, upper, n = number(params["lower"]), number(params["upper"]), int(params["n"])
    ordered(lower, upper)
    if n < 1 or len(data) != n:
        raise ValueError("n must be the number of records, at least 1")
    scale = scale_of((upper - lower) / n, positive(number(params["epsilon"])))
    records = [(lower + upper) / 2 if math.isnan(x) else clip(x, lower, upper) for x in map(number, data)]
    center = sum(records) / n

    def draw() -> float:
        return release(center, laplace(scale))

    return (lambda: truncated(draw, lower, upper)) if params["noise"] == "truncated_laplace" else draw


def sampler(object_: str, params: dict[str, str], given: dict[str, Any]) -> Callable[[], float]:
    """A sampler for a request."""
    if object_ == "sized_mean":
        return mean(params, given["data"])
    epsilon, sensitivity = positive(number(params["epsilon"])), positive(number(params.get("sensitivity", "1")))
    center = number(given.get("center", "0"))
    if object_ == "laplace":
        scale = scale_of(sensitivity, epsilon)
        return lambda: release(center, laplace(scale))
    if sensitivity != int(sensitivity):
        raise ValueError("the sensitivity must be an integer")
    return lambda: center + two_sided(epsilon / sensitivity)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request."""
    if request.get("op") == "hello":
        return {"ok": True, "protocol": 1, "adapter": {"name": "floats", "version": "0"}, "supports": SUPPORTS}
    seq = {"seq": request["seq"]}
    if "quantity" in request or "decay" in request["params"]:
        return seq | {"status": "unsupported", "reason": "samplers at epsilon only"}
    begin()
    try:
        draw = sampler(request["object"], request["params"], request.get("input", {}))
        samples = "".join(bits_of(draw()) for _ in range(int(request.get("input", {}).get("n", "1"))))
    except (ValueError, ArithmeticError) as error:
        return seq | {"status": "rejected", "message": str(error)}
    return seq | {"status": "ok", "output": {"samples": samples}}
