"""Mechanisms that keep what they claim, exactly at its edge, and look as if they did not: atoms,
cuts, heavy tails.
"""

from __future__ import annotations

from functools import partial
from math import exp, sinh

import numpy as np

from .laws import UNIT, WIDE, Column, cauchy, clamped, laplace, masses, shifted
from .mistakes import (
    _gaussian_cells,
    _shame_cells,
    _two,
    discrete,
    integers,
    noisy,
    normal,
    response,
    shame,
)
from .row import Draws, Records, Row, on_grid
from .sparse import RIGHT

HEAVY = 1 / (2 * sinh(0.5))  # the scale of Cauchy noise at which a shift by 1 loses exactly 1


def heavy(records: Records, n: int, random: np.random.Generator) -> Draws:
    """The sum with Cauchy noise."""
    return on_grid(np.clip(sum(records) + HEAVY * random.standard_cauchy(n), -(2.0**20), 2.0**20))


def _heavy_cells() -> tuple[Column, Column]:
    edges = np.concatenate([-np.geomspace(1e4, 40, 200)[:-1], WIDE, np.geomspace(40, 1e4, 200)[1:]])
    return masses(cauchy(0.0, HEAVY), edges), masses(cauchy(1.0, HEAVY), edges)


def bounded(records: Records, n: int, random: np.random.Generator) -> Draws:
    """Laplace noise given that the output lies in [0, 1]; for records 0 and 1 both laws have the
    same normaliser.
    """
    u = -np.log1p(-random.random(n) * (1 - exp(-1)))
    return on_grid(np.where(sum(records) < 0.5, u, 1 - u))


def _bounded_cells() -> tuple[Column, Column]:
    p, q = shifted(lambda c: laplace(c, 1.0), UNIT)
    return p[1:-1] / p[1:-1].sum(), q[1:-1] / q[1:-1].sum()


def _clamped() -> tuple[Column, Column]:
    p, q = shifted(lambda c: laplace(c, 1.0), UNIT)
    return clamped(p, UNIT, 0, 1), clamped(q, UNIT, 0, 1)


ROWS = (
    Row("Laplace, right", noisy, lambda: shifted(lambda c: laplace(c, 1.0), UNIT), law="laplace"),
    Row("discrete Laplace, right", integers, lambda: discrete(exp(-1)), law="discrete_laplace"),
    Row(
        "Laplace, clamped to [0, 1]",
        lambda r, n, random: np.clip(noisy(r, n, random), 0.0, 1.0),
        _clamped,
    ),
    Row("Laplace, truncated to [0, 1]", bounded, _bounded_cells),
    Row("Cauchy noise", heavy, _heavy_cells),
    Row(
        "randomised response, right",
        partial(response, honest=exp(1) / (1 + exp(1))),
        lambda: _two(1 / (1 + exp(1)), exp(1) / (1 + exp(1))),
    ),
    Row(
        "Gaussian, delta rounded up",
        normal,
        lambda: _gaussian_cells(1.0),
        "epsilon=1,delta=12694/100000",
        law="gaussian",
        endless=True,
    ),
    Row("name and shame at its delta", shame, lambda: _shame_cells(1e-3), "epsilon=1,delta=1/1000"),
    RIGHT,
)
