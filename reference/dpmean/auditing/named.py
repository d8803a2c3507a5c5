"""Bets for a law that is named: Laplace, Gaussian or discrete Laplace noise about a given centre
for either data set.

Its scale is not believed but estimated from the draws so far; the magnitudes of all draws tell it
long before the few that speak against the claim do. So stakes need not be spread: for an output
whose likelihood ratio is R > F, the best stake is 1 - (1 + F)/(1 + R), the reverse information
projection (see `betting.py` for why any stake is valid); with delta the stake is capped, at what
grows fastest under the estimated law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt

import numpy as np

from ..errors import InvalidInput
from .betting import FINE, Counts, Ledger
from .outputs import Column, Outputs

LAWS = ("laplace", "gaussian", "discrete_laplace")
_FINE = np.array([float(s) for s in FINE])
_EDGES = np.sqrt(_FINE[1:] * _FINE[:-1])
GRID = 800  # points of the estimated law


@dataclass(frozen=True)
class NamedLaw:
    """The law of the noise, and its centre for either data set."""

    name: str
    centers: tuple[float, float]

    def __post_init__(self) -> None:
        """Refuses what it has no formula for."""
        if self.name not in LAWS:
            raise InvalidInput("unknown_name", f"law: one of {', '.join(LAWS)}", argument="law")
        if not np.isfinite(self.centers).all() or self.centers[0] == self.centers[1]:
            raise InvalidInput("out_of_range", "centers: two different numbers", argument="centers")

    def rate(self, noise: Column) -> float:
        """Returns by how much a unit of distance lowers the logarithm of the mass: of squared
        distance for Gaussian.
        """
        if self.name == "gaussian":
            return 1 / (2 * max(float(np.mean(noise**2)), 1e-300))
        mean = max(float(np.mean(np.abs(noise))), 1e-300)
        return 1 / mean if self.name == "laplace" else log((1 + sqrt(1 + mean * mean)) / mean)

    def loss(self, x: Column, rate: float) -> Column:
        """Returns the logarithm of the likelihood ratio."""
        one, other = (np.abs(x - c) for c in self.centers)
        return rate * (other**2 - one**2 if self.name == "gaussian" else other - one)

    def points(self, rate: float) -> tuple[Column, Column, Column]:
        """Returns points of the law, and the masses for both data sets."""
        far = sqrt(18 / rate) if self.name == "gaussian" else 18 / rate
        low, high = min(self.centers) - far, max(self.centers) + far
        if self.name == "discrete_laplace" and high - low < 4 * GRID:
            x = np.arange(np.ceil(low), high) + (self.centers[0] % 1)
        else:
            x = np.linspace(low, high, GRID)
        away = [rate * np.abs(x - c) ** (2 if self.name == "gaussian" else 1) for c in self.centers]
        p, q = (np.exp(-a) for a in away)
        return x, p / p.sum(), q / q.sum()


@dataclass
class Named:
    """Bets on the outputs of a named law, whose stakes follow the estimated scale."""

    law: NamedLaw
    view: Callable[[Outputs], Column]
    factor: float
    delta: float
    rate: float = 0.0
    top: int = len(FINE) - 1  # the place of the highest stake
    hits: Counts = field(default_factory=lambda: np.zeros(len(FINE), np.int64))
    misses: Counts = field(default_factory=lambda: np.zeros(len(FINE), np.int64))
    tops: Counts = field(default_factory=lambda: np.zeros(len(FINE), np.int64))

    def learn(self, one: Outputs, other: Outputs) -> None:
        """Estimates the scale from the draws so far, and takes the highest stake that is best for
        it.
        """
        noise = np.concatenate(
            [self.view(o) - c for o, c in zip((one, other), self.law.centers, strict=True)]
        )
        noise = noise[np.isfinite(noise)]
        if not len(noise):
            return
        self.rate = self.law.rate(noise)
        if self.delta:
            x, p, q = self.law.points(self.rate)
            stakes = self._stakes(x)
            mine, theirs = np.where(self.law.loss(x, self.rate) > 0, (p, q), (q, p))
            capped = np.minimum(stakes, _FINE[:, None])
            grown = (np.log1p(capped / self.factor) @ mine + np.log1p(-capped) @ theirs) / 2
            self.top = int(np.argmax(grown - np.log1p(_FINE * self.delta / self.factor)))

    def _stakes(self, x: Column) -> Column:
        ratio = np.exp(np.minimum(np.abs(self.law.loss(x, self.rate)), 700))
        return np.minimum(np.maximum(1 - (1 + self.factor) / (1 + ratio), 0), _FINE[-1])

    def count(self, one: Outputs, other: Outputs) -> None:
        """Bets on further draws."""
        if not self.rate:
            return
        for side, outputs in enumerate((one, other)):
            x = self.view(outputs)
            x = x[np.isfinite(x)]
            stakes = self._stakes(x)
            bet = stakes > _FINE[0] / 2
            place = np.minimum(np.searchsorted(_EDGES, stakes[bet]), self.top)
            won = (self.law.loss(x[bet], self.rate) > 0) == (side == 0)
            self.hits += np.bincount(place[won], minlength=len(FINE))
            self.misses += np.bincount(place[~won], minlength=len(FINE))
        self.tops[self.top] += len(one) + len(other)

    @property
    def ledger(self) -> Ledger:
        """Returns what was won and lost so far."""
        return Ledger(self.hits.copy(), self.misses.copy(), self.tops.copy())


__all__ = ["LAWS", "Named", "NamedLaw"]
