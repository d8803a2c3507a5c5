"""A small sampler library in floating point with its adapter: Laplace, two-sided geometric, and
means with Laplace noise.

Right as it stands (parameters are checked, outputs lie on a fixed grid, so that their last bits say
nothing); each of its functions is where a mutant of `tables/samplers.py` has its bug. Its generator
is seeded by the runner of the matrix, for repeatability.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.exact.digits import bits_of

RNG = random.Random()
GRID = 2.0**-40
NOISES = ("laplace", "truncated_laplace")
WIDEST = 2.0**44  # a scale of whole noise, which its doubles then hold
SUPPORTS = {
    "kinds": ["stat", "reject"],
    "objects": [
        "laplace",
        "discrete_laplace",
        "sized_mean",
        "independent_mean",
        "shifted_mean",
        "transformed_mean",
    ],
    "profiles": [],
    "numbers": ["rational"],
}


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
    return 1 if RNG.random() < 0.5 else -1


def scale_of(sensitivity: float, epsilon: float) -> float:
    """The scale of Laplace noise."""
    return sensitivity / epsilon


def held(scale: float) -> bool:
    """Whether doubles hold whole noise of this scale."""
    return scale <= WIDEST


def exponential() -> float:
    """A standard exponential variable."""
    return -math.log(1 - RNG.random())


def laplace(scale: float) -> float:
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
    return max(lower, min(draw(), upper))


def largest(lower: float, upper: float) -> float:
    """The most that a record between the bounds moves their sum."""
    return max(abs(lower), abs(upper))


def count_noise(epsilon: float) -> float:
    """Half of epsilon for the count."""
    return laplace(2 / epsilon)


def noise_pair(epsilon: float) -> tuple[float, float]:
    """The noise of Algorithm 3."""
    return laplace(1 / epsilon), laplace(1 / epsilon)


def quotient(numerator: float, denominator: float, undefined: float) -> float:
    """The noisy sum over the noisy count."""
    return numerator / denominator if denominator else undefined


def total(records: list[float]) -> float:
    return sum(records)


def count(records: list[float]) -> int:
    return len(records)


def sized_mean(p: Parameters) -> Callable[[], float]:
    """The mean of n public records, replace-one."""
    n = int(p.given["n"])
    if n < 1 or len(p.data) != n:
        raise ValueError("n must be the number of records, at least 1")
    scale, middle = scale_of((p.upper - p.lower) / n, p.epsilon), (p.lower + p.upper) / 2
    center = total([middle if math.isnan(x) else clip(x, p.lower, p.upper) for x in p.data]) / n
    if p.given["noise"] == "truncated_laplace":
        return lambda: truncated(lambda: release(center, laplace(scale)), p.lower, p.upper)
    return lambda: release(center, laplace(scale))


def ratio_mean(p: Parameters, origin: float, sensitivity: float) -> Callable[[], float]:
    """Algorithms 1 and 2: half of epsilon for the sum of the records, seen from `origin`, and half
    for their count.
    """
    records = [clip(x, p.lower, p.upper) - origin for x in p.data if not math.isnan(x)]
    scale, middle = scale_of(2 * sensitivity, p.epsilon), (p.lower + p.upper) / 2
    added, many = total(records), count(records)

    def draw() -> float:
        ratio = quotient(added + laplace(scale), many + count_noise(p.epsilon), middle - origin)
        return release(max(p.lower, min(ratio + origin, p.upper)), 0.0)

    return draw


def transformed_mean(p: Parameters) -> Callable[[], float]:
    """Algorithm 3 with Laplace noise."""
    shares = [
        (clip(x, p.lower, p.upper) - p.lower) / (p.upper - p.lower)
        for x in p.data
        if not math.isnan(x)
    ]

    added, many = total(shares), count(shares)

    def draw() -> float:
        z1, z2 = noise_pair(p.epsilon)
        ratio = quotient(added + z1, many + z1 + z2, 0.5)
        return release(p.lower + (p.upper - p.lower) * max(0.0, min(ratio, 1.0)), 0.0)

    return draw


class Parameters:
    """The checked parameters of a mean."""

    def __init__(self, given: dict[str, str], data: list[str]) -> None:
        """Read them as doubles."""
        values = {x: number(x) for x in set(data)}
        self.given, self.data = given, [values[x] for x in data]
        self.lower, self.upper, self.epsilon = (
            number(given["lower"]),
            number(given["upper"]),
            positive(number(given["epsilon"])),
        )
        ordered(self.lower, self.upper)


def sampler(object_: str, params: dict[str, str], given: dict[str, Any]) -> Callable[[], float]:
    if object_.endswith("mean"):
        p = Parameters(params, given["data"])
        if object_ == "sized_mean":
            return sized_mean(p)
        if object_ == "independent_mean":
            return ratio_mean(p, 0.0, largest(p.lower, p.upper))
        return (
            ratio_mean(p, (p.lower + p.upper) / 2, (p.upper - p.lower) / 2)
            if object_ == "shifted_mean"
            else transformed_mean(p)
        )
    epsilon, sensitivity = (
        positive(number(params["epsilon"])),
        positive(number(params.get("sensitivity", "1"))),
    )
    center = number(given.get("center", "0"))
    if object_ == "laplace":
        scale = scale_of(sensitivity, epsilon)
        return lambda: release(center, laplace(scale))
    if sensitivity != int(sensitivity):
        raise ValueError("the sensitivity must be an integer")
    return lambda: center + two_sided(epsilon / sensitivity)


def _scale(params: dict[str, str]) -> float:
    """The scale that is asked for; 0 where a parameter is refused anyway."""
    try:
        return number(params.get("sensitivity", "1")) / number(params["epsilon"])
    except (KeyError, ValueError, ArithmeticError):
        return 0.0


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request.get("op") == "hello":
        return {
            "ok": True,
            "protocol": 1,
            "adapter": {"name": "floats", "version": "0"},
            "supports": SUPPORTS,
        }
    seq = {"seq": request["seq"]}
    if (
        "quantity" in request
        or "decay" in request["params"]
        or request["params"].get("noise", "laplace") not in NOISES
    ):
        return seq | {"status": "unsupported", "reason": "samplers at epsilon only"}
    center = request.get("input", {}).get("center", "0")
    if Fraction(center) != number(center):
        return seq | {"status": "unsupported", "reason": "centres that are doubles only"}
    if request["object"] == "discrete_laplace" and not held(_scale(request["params"])):
        return seq | {"status": "unsupported", "reason": "noise that doubles hold only"}
    begin()
    try:
        draw = sampler(request["object"], request["params"], request.get("input", {}))
        samples = "".join(
            bits_of(draw()) for _ in range(int(request.get("input", {}).get("n", "1")))
        )
    except (ValueError, ArithmeticError) as error:
        return seq | {"status": "rejected", "message": str(error)}
    return seq | {"status": "ok", "output": {"samples": samples}}
