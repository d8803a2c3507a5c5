"""What is compared: our samplers, their peers, and the law that each must have."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import SystemRandom
from typing import Any

import numpy as np

from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.distributions.bulk.laws import Bulk
from dpmean.distributions.bulk.singly import Singly
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.samplers import canonne_kamath_steinke
from dpmean.distributions.staircase import Staircase
from dpmean.parameters.declared import parse
from dpmean.randomness.stream import Bytes, Stream

from .checks import Check

EPSILONS = ("1/100", "1/10", "1", "10")
DRAWS = (1, 100, 100_000, 10_000_000)
RNG = np.random.default_rng()
Draw = Callable[[int], Any]  # so many draws, as an array or a list of the first coordinate


@dataclass(frozen=True)
class Ours:
    """One of our samplers at one epsilon, in numbers of the query's unit times `unit`."""

    what: str
    sampler: Bulk
    check: Check
    unit: Fraction
    entropy: float  # bits of one outcome

    def draw(self, n: int) -> Any:
        """In bulk; one at a time from the buffer when one is asked for."""
        return self.sampler.draw(STREAM, n)[0]


STREAM = SystemStream()


class Counted:
    """A stream that counts its bytes."""

    def __init__(self) -> None:
        self.bytes, self._stream = 0, SystemStream()

    def take(self, count: int) -> Bytes:
        """See Stream.take."""
        self.bytes += count
        return self._stream.take(count)

    def child(self, label: str) -> Stream:
        """The same: bytes are counted together."""
        del label
        return self


def bits_per_draw(sampler: Bulk, n: int = 1 << 20) -> float:
    """How many bits the sampler took for each of n draws."""
    stream = Counted()
    sampler.draw(stream, n)
    return 8 * stream.bytes / n


def singly(sampler: Bulk) -> Singly:
    """The same sampler, one at a time."""
    return Singly(sampler, STREAM)


def _points(scale: float, unit: Fraction) -> list[Fraction]:
    """Where distribution functions are compared, half-way between multiples of the unit."""
    return sorted(
        {
            (round(Fraction(q * scale) / unit) + Fraction(1, 2)) * unit
            for q in (-3.0, -1.5, -0.7, -0.2, 0.0, 0.2, 0.7, 1.5, 3.0)
        }
    )


def _entropy_of_geometric(epsilon: float) -> float:
    """Of the discrete Laplace law: -log2 of its mass at 0, and epsilon E|K| / log 2."""
    t = math.exp(-epsilon)
    return -math.log2((1 - t) / (1 + t)) + epsilon * 2 * t / (1 - t * t) / math.log(2)


def law_of(what: str, epsilon: str) -> tuple[str, dict[str, str]]:
    """Name and parameters of the law that is drawn: sigma = 1 / epsilon for the discrete
    Gaussian.
    """
    if what == "discrete Laplace":
        return "discrete_laplace", {"epsilon": epsilon}
    if what == "discrete Gaussian":
        return "discrete_gaussian", {"sigma_squared": str(1 / Fraction(epsilon) ** 2)}
    return ("hourglass" if what == "hourglass pairs" else "staircase"), {
        "epsilon": epsilon,
        "gamma": "1/2",
    }


def ours(what: str, epsilon: str) -> Ours:
    """Our sampler of this law."""
    e = float(Fraction(epsilon))
    one, (name, params) = Fraction(1), law_of(what, epsilon)
    sampler = bulk(name, params)
    if what == "discrete Laplace":
        law = DiscreteLaplace(**parse(params))
        check = Check(lambda x: law.cdf(math.floor(x)), _points(1 / e, one))
        return Ours(what, sampler, check, one, _entropy_of_geometric(e))
    if what == "discrete Gaussian":
        sigma_squared = 1 / Fraction(epsilon) ** 2
        normal = DiscreteGaussian(sigma_squared)
        check = Check(lambda x: normal.cdf(math.floor(x)), _points(1 / e, one))
        masses = [
            float(np.exp(-(k**2) / (2 * float(sigma_squared))))
            for k in range(-int(12 / e) - 40, int(12 / e) + 41)
        ]
        total = sum(masses)
        return Ours(
            what, sampler, check, one, -sum(m / total * math.log2(m / total) for m in masses if m)
        )
    stair = Staircase(**parse(params))
    unit = sampler.units[0]
    cells = math.log2(float(1 / unit))  # of a position in a step of width 1
    steps = _entropy_of_steps(e)
    check = Check(lambda x: stair.cdf((math.floor(x / unit) + 1) * unit), _points(1 / e, unit))
    return Ours(
        what,
        sampler,
        check,
        unit,
        steps + cells + (_entropy_of_geometric(e) if what == "hourglass pairs" else 0),
    )


def _entropy_of_steps(e: float) -> float:
    """Of the signed step of a staircase with gamma = 1/2, whose steps all have width 1."""
    b = math.exp(-e)
    a = (1 - b) / (1 + b)
    return -math.log2(a) + e * 2 * a * b / (1 - b) ** 2 / math.log(2)


def numpy_peer(what: str, epsilon: str) -> tuple[Draw, Check]:
    """NumPy's generators, with the law that they should have."""
    e = float(Fraction(epsilon))
    if what == "NumPy laplace":
        law = Laplace(**parse({"epsilon": epsilon}))
        return lambda n: RNG.laplace(scale=1 / e, size=n), Check(
            law.cdf, _points(1 / e, Fraction(1, 1 << 20)), Fraction(1, 10**9)
        )
    if what == "NumPy geometric difference":
        lattice = DiscreteLaplace(**parse({"epsilon": epsilon}))
        p = -math.expm1(-e)
        return lambda n: RNG.geometric(p, n) - RNG.geometric(p, n), Check(
            lambda x: lattice.cdf(math.floor(x)), _points(1 / e, Fraction(1))
        )
    return lambda n: RNG.normal(scale=1 / e, size=n), Check(
        lambda x: _normal(x, e), _points(1 / e, Fraction(1, 1 << 20)), Fraction(1, 10**9)
    )


def _normal(x: Fraction, e: float) -> Fraction:
    return Fraction(math.erfc(-float(x) * e / math.sqrt(2)) / 2)


def published_peer(what: str, epsilon: str) -> Draw:
    """The published exact algorithm."""
    scale, below = 1 / Fraction(epsilon), SystemRandom().randrange  # as in the authors' own program
    if what == "discrete Gaussian":
        return lambda n: [
            canonne_kamath_steinke.discrete_gaussian(below, scale**2) for _ in range(n)
        ]
    return lambda n: [canonne_kamath_steinke.discrete_laplace(below, scale) for _ in range(n)]


def library_check(peer: str, epsilon: str) -> Check:
    """The law that a library's sampler should have."""
    e = float(Fraction(epsilon))
    if "discrete" in peer:
        lattice = DiscreteLaplace(**parse({"epsilon": epsilon}))
        return Check(lambda x: lattice.cdf(math.floor(x)), _points(1 / e, Fraction(1)))
    if peer == "diffprivlib Staircase":
        stair = Staircase(**parse({"epsilon": epsilon, "gamma": "1/2"}))
        return Check(stair.cdf, _points(1 / e, Fraction(1, 1 << 20)), Fraction(1, 10**9))
    law = Laplace(**parse({"epsilon": epsilon}))
    return Check(law.cdf, _points(1 / e, Fraction(1, 1 << 20)), Fraction(1, 10**9))
