"""Batches, vectors and small laws for the tests of freshness."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from dpmean.exact.enclosure import binomial_tail
from dpmean.judging.draws.batch import Batch
from dpmean.suite.files import load

F = Fraction
VECTORS = {v.id: v for v in load() if v.kind == "stat"}
LAPLACE, LATTICE = VECTORS["laplace-stat-epsilon1-0"], VECTORS["discrete_laplace-stat-epsilon1-0"]
WIDE = VECTORS["discrete_laplace-stat-epsilon1_64-0"]
PLANE = VECTORS["discrete_hourglass-stat-epsilon1-gamma1_2-m4"]
TINY = F(1, 10**13)  # what a check of a run at the published budget has
HALF = {"name": "positive", "on": "x", "relation": "ge", "at": "0", "p": {"lo": "1/2", "hi": "1/2"}}
Rng = np.random.Generator


def most(runs: int, alpha: Fraction) -> int:
    """Of so many runs at a budget `alpha` each, more alarms have probability at most 1e-6."""
    return next(k for k in range(runs) if binomial_tail(runs, k + 1, alpha) <= F(1, 10**6))


def rows(*given: tuple[float, int]) -> Batch:
    """A table of values and how often they came."""
    return Batch(sum(c for _, c in given), rows=tuple(((F(v),), c) for v, c in given))


def column(values: Any) -> Batch:
    """Draws in their order."""
    return Batch(len(values), (np.asarray(values, dtype=float),))


def lattice(rng: Rng, n: int, epsilon: float = 1) -> Any:
    """Draws of the discrete Laplace law."""
    p = 1 - math.exp(-epsilon)
    return (rng.geometric(p, n) - rng.geometric(p, n)).astype(float)


def quantile(u: Any) -> Any:
    """The quantile of the Laplace law."""
    return np.where(u < 0.5, np.log(2 * u), -np.log(2 - 2 * u))


LAW = {-2: F(1, 8), -1: F(1, 4), 0: F(1, 4), 1: F(1, 4), 2: F(1, 8)}
FLAT = {-2: F(1, 4), -1: F(1, 4), 1: F(1, 4), 2: F(1, 4)}
