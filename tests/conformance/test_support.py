"""The support check fires on doubles that betray the input, and on nothing that a right implementation does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import copysign, floor, log
from typing import Any

import numpy as np
import pytest

from dpmean.conformance.judging.run import run
from dpmean.conformance.judging.support import ZERO, check, features, neighbor_inputs, support_vectors
from dpmean.conformance.judging.verdict import FAIL, PASS
from dpmean.exact.digits import bits_of
from dpmean.suite.files import load

VECTORS = {v.id: v for v in support_vectors(load())}
ERROR = Fraction(1, 10**9)
N = 20000
Noise = Callable[[random.Random, float], float]


def laplace(rng: random.Random, center: float) -> float:
    """x + scale * log(u) in doubles, the textbook leak."""
    return center + copysign(1, rng.random() - 0.5) * log(1 - rng.random())


def symmetric_inverse(rng: random.Random, center: float) -> float:
    """One uniform on (-1/2, 1/2), as in many libraries."""
    u = rng.random() - 0.5
    return center - copysign(1, u) * log(1 - 2 * abs(u) or 0.5)


def four_logs(rng: random.Random, center: float) -> float:
    """Four uniforms (Holohan and Braghin), which hides the logarithm's gaps but not the addition's rounding."""
    a, b, c, d = (1 - rng.random() for _ in range(4))
    return center + log(a) * np.cos(np.pi * b) + log(c) * np.cos(np.pi * d)


def exponential_difference(rng: random.Random, center: float) -> float:
    return center + rng.expovariate(1) - rng.expovariate(1)


def grid(step: float) -> Noise:
    """Noise and input on one grid: what a right implementation of this century does."""
    return lambda rng, center: (round(center / step) + round(laplace(rng, 0.0) / step)) * step


def snapping(rng: random.Random, center: float) -> float:
    """Mironov (2012): clamp(round to a power of two above the scale (clamp(x) + noise))."""
    return max(-20.0, min(20.0, 1.0 * floor(laplace(rng, center) + 0.5)))


def rounded_to_double(rng: random.Random, center: float) -> float:
    """The ideal real-valued release, correctly rounded: exact noise of 200 bits, added exactly, rounded once."""
    noise = Fraction(round(laplace(rng, 0.0) * 2**40)) / 2**40 + Fraction(rng.getrandbits(160), 2**200)
    return float(Fraction(center) + noise)


def clipped(rng: random.Random, center: float) -> float:
    return min(1.5, max(-0.5, grid(2.0**-30)(rng, center)))


LEAKS: dict[str, Noise] = {"inverse": laplace, "one uniform": symmetric_inverse, "four logarithms": four_logs,
    "difference of exponentials": exponential_difference}
SILENT: dict[str, Noise] = {"grid 2^-40": grid(2.0**-40), "grid 2^-10": grid(2.0**-10), "decimal grid": grid(0.001),
    "snapping": snapping, "clipped atoms": clipped, "correctly rounded": rounded_to_double}
# the first crosses every binade, the others one
PAIRS = ((0.0, 1.0), (1.0, 2.0), (0.75, 1.75), (-1.0, 0.0), (3.5, 4.5))


def leak(noise: Noise, one: float, other: float, epsilon: str = "1", seed: int = 5) -> bool:
    rng = random.Random(seed)
    batches = [np.array([noise(rng, c) for _ in range(N)]) for c in (one, other)]
    return check(batches[0], batches[1], Fraction(epsilon), Fraction(0), ERROR).alarm


@pytest.mark.parametrize("name", LEAKS)
def test_the_check_fires_on_noise_added_in_doubles(name: str) -> None:
    assert leak(LEAKS[name], 0.0, 1.0)
    assert leak(LEAKS[name], 1.0, 0.0)


@pytest.mark.parametrize("name", SILENT)
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_check_is_silent_on_right_releases(name: str, pair: tuple[float, float]) -> None:
    assert not leak(SILENT[name], *pair)


def test_the_check_fires_on_an_atom_that_only_one_input_has() -> None:
    def atom(rng: random.Random, center: float) -> float:
        return 0.25 if center == 0 and rng.random() < 0.05 else grid(2.0**-30)(rng, center)

    assert leak(atom, 0.0, 1.0)


def test_the_check_fires_on_a_grid_that_moves_with_the_input() -> None:
    """Input and noise on a grid of the noise alone: the input's own trailing bits show."""
    assert leak(lambda rng, c: c + round(laplace(rng, 0.0) * 1024) / 1024, 0.0, 1 / 3)


def test_the_claimed_epsilon_counts() -> None:
    """A share that differs by a factor of 2 contradicts epsilon = 1/2 and not epsilon = 1."""

    def parity(rng: random.Random, center: float) -> float:
        return 0.5 if rng.random() < (0.3 if center else 0.6) else 1.0

    assert leak(parity, 0.0, 1.0, "1/2")
    assert not leak(parity, 0.0, 1.0, "1")


def test_features_are_exact() -> None:
    values = np.array([0.0, 1.0, 3.0, 0.5, -0.75, 5e-324, 2.0**-1060 * 3, 2.0**52 + 1, 1e300])
    found = features(values)
    for value, lowest in zip(values, found.lowest, strict=True):
        if value == 0:
            assert lowest == ZERO
        else:
            exact = Fraction(float(value)) / Fraction(2) ** int(lowest)
            assert exact.denominator == 1
            assert exact.numerator % 2 == 1
    assert list(found.binade[1:4]) == [0, 1, -1]


def test_the_false_alarm_probability_holds() -> None:
    """The same law for both inputs, tested 2000 times at error 1/20: a binomial count beyond 140 has probability below
    1e-4.
    """
    rng = np.random.default_rng(3)
    alarms = sum(check(*(np.round(rng.laplace(size=400) * 64) / 64 for _ in range(2)), Fraction(1, 10**9), Fraction(0),
        Fraction(1, 20)).alarm for _ in range(2000))
    assert alarms <= 140


def test_support_inputs_are_neighbours() -> None:
    assert set(VECTORS) == {"laplace-support", "staircase-support", "sized_mean-support-laplace",
        "sized_mean-support-truncated_laplace", "shifted_mean-support", "bounded_mean-support",
        "adpm-support"}
    for vector in VECTORS.values():
        one, other = neighbor_inputs(vector, 16)
        if vector.object == "adpm":
            assert (one["data"][0] != other["data"][0], one["data"][1:]) == (True, other["data"][1:])
            assert len(one["data"]) == len(vector.params["epsilons"].split(","))
        elif vector.object == "sized_mean":
            assert sum(a != b for a, b in zip(one["data"], other["data"], strict=True)) == 1
        elif "data" in one:
            assert one["data"][:-1] == other["data"]
        else:
            assert abs(Fraction(one["center"]) - Fraction(other["center"])) == Fraction(vector.params.get("sensitivity",
                "1"))


class Sampler:
    """A connection that answers stat requests on `laplace` with a given noise."""

    def __init__(self, noise: Noise) -> None:
        self._noise, self._rng = noise, random.Random(11)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return {"ok": True, "protocol": 1, "adapter": {"name": "t", "version": "1"},
                "supports": {"kinds": ["stat"], "objects": ["laplace"]}}
        center, n = float(request["input"]["center"]), int(request["input"]["n"])
        return {"seq": request["seq"], "status": "ok",
            "output": {"samples": "".join(bits_of(self._noise(self._rng, center)) for _ in range(n))}}

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("noise", "status"), [(laplace, FAIL), (grid(2.0**-40), PASS)])
def test_the_verdict_of_the_runner(noise: Noise, status: str) -> None:
    vector = replace(VECTORS["laplace-support"])
    result = run(lambda: Sampler(noise), [vector], tiers={"laplace-support": 1 << 14})
    assert [v.status for v in result.verdicts] == [status]
    if status == FAIL:
        assert result.verdicts[0].evidence is not None
        assert result.verdicts[0].evidence["lowest_bits"]
    assert result.false_alarm == Fraction(1, 10**9)
