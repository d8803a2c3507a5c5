"""Mechanisms that do not keep what they claim, and by how much exactly: wrong noise, leaks,
floating point.
"""

from __future__ import annotations

from functools import partial
from math import exp

import numpy as np

from .laws import UNIT, WIDE, Column, atoms, clamped, gaussian, laplace, masses, shifted
from .row import Draws, Records, Row, on_grid

WORDS = 1 << 16  # values of a uniform number of the row about floating point


def noisy(records: Records, n: int, random: np.random.Generator, scale: float = 1.0) -> Draws:
    """The sum of the records with Laplace noise."""
    return on_grid(sum(records) + scale * random.laplace(size=n))


def integers(
    records: Records, n: int, random: np.random.Generator, decay: float = exp(-1)
) -> Draws:
    """The sum with discrete Laplace noise: the difference of two geometric numbers."""
    return np.round(sum(records)) + (
        random.geometric(1 - decay, n) - random.geometric(1 - decay, n)
    )


def discrete(decay: float) -> tuple[Column, Column]:
    """The masses of discrete Laplace noise about 0 and 1."""
    x = np.arange(-600, 602)
    p = (1 - decay) / (1 + decay) * decay ** np.abs(x)
    return p, (1 - decay) / (1 + decay) * decay ** np.abs(x - 1)


def normal(records: Records, n: int, random: np.random.Generator, sigma: float = 1.0) -> Draws:
    """The sum with Gaussian noise."""
    return on_grid(sum(records) + sigma * random.standard_normal(n))


def positive(records: Records, n: int, random: np.random.Generator, scale: float = 1.0) -> Draws:
    """The sum less 1, with noise, negative values set to 0."""
    return np.maximum(noisy(records, n, random, scale) - 1, 0.0)


def _positive_cells(scale: float) -> tuple[Column, Column]:
    return shifted(lambda c: laplace(c, scale), np.array([0.0]), (-1.0, 0.0))


def own_range(records: Records, n: int, random: np.random.Generator) -> Draws:
    """The mean with noise for the range that the data happen to have."""
    width = (max(records) - min(records)) / len(records)
    return on_grid(sum(records) / len(records) + width * random.laplace(size=n))


def _own_range_cells() -> tuple[Column, Column]:
    return np.array([1.0, 0.0]), np.array([0.0, 1.0])


def own_scale(records: Records, n: int, random: np.random.Generator) -> Draws:
    """Noise with a scale that depends on the data, for an estimate that does not."""
    return on_grid((1 + 0.25 * sum(records)) * random.laplace(size=n))


def _own_scale_cells() -> tuple[Column, Column]:
    edges = np.linspace(-80, 80, 160 * 64 + 1)
    return masses(laplace(0.0, 1.0), edges), masses(laplace(0.0, 1.25), edges)


def truncated(records: Records, n: int, random: np.random.Generator, most: float = 4.0) -> Draws:
    """Noise that never exceeds 4: the tails that it would need are cut off."""
    tail = exp(-most)
    u = random.random(n) * (1 - tail)
    return on_grid(sum(records) - np.log1p(-u) * random.choice((-1.0, 1.0), n))


def _truncated_cells() -> tuple[Column, Column]:
    edges = np.linspace(-4, 5, 9 * 64 + 1)
    p, q = shifted(lambda c: laplace(c, 1.0), edges)
    x = (edges[1:] + edges[:-1]) / 2
    p, q = np.where(x < 4, p[1:-1], 0), np.where(x > -3, q[1:-1], 0)
    return p / p.sum(), q / q.sum()


def floating(records: Records, n: int, random: np.random.Generator) -> Draws:
    """Laplace noise as a textbook has it, in doubles, from a uniform number of 16 bits."""
    return sum(records) + np.log(random.integers(1, WORDS + 1, n) / WORDS) * random.choice(
        (-1.0, 1.0), n
    )


def _floating_cells() -> tuple[Column, Column]:
    half = np.log(np.arange(1, WORDS + 1) / WORDS)
    noise = np.concatenate([half, -half])
    return atoms(0.0 + noise, 1.0 + noise)


def leaks_size(records: Records, n: int, random: np.random.Generator) -> Draws:
    """The noisy sum, and how many records there were."""
    return np.column_stack([noisy(records, n, random), np.full(n, float(len(records)))])


def shame(records: Records, n: int, random: np.random.Generator, often: float = 1e-3) -> Draws:
    """A record in the clear, very seldom; else no number."""
    found = np.full(n, np.nan)
    found[
        np.flatnonzero(random.random(n) < often)
        if often > 1e-4
        else random.integers(0, n, random.binomial(n, often) if n else 0)
    ] = records[0] if records else 0.0
    return found


def _shame_cells(often: float) -> tuple[Column, Column]:
    return np.array([often, 0.0, 1 - often]), np.array([0.0, often, 1 - often])


def response(records: Records, n: int, random: np.random.Generator, honest: float = 0.74) -> Draws:
    """Randomised response: the bit, or its opposite."""
    return np.where(random.random(n) < honest, records[0], 1 - records[0])


def one_sided(records: Records, n: int, random: np.random.Generator) -> Draws:
    """An alarm that is three times as likely with the record as without it."""
    return (random.random(n) < (0.1, 0.3)[int(sum(records) > 0.5)]).astype(float)


def _gaussian_cells(sigma: float) -> tuple[Column, Column]:
    return shifted(lambda c: gaussian(c, sigma), WIDE[(WIDE >= -12) & (WIDE <= 13)])


def _two(p: float, q: float) -> tuple[Column, Column]:
    return np.array([p, 1 - p]), np.array([q, 1 - q])


def _laplace(percent: int) -> Row:
    scale = 1 - percent / 100
    return Row(
        f"Laplace, scale {percent} % small",
        partial(noisy, scale=scale),
        lambda: shifted(lambda c: laplace(c, scale), UNIT),
        law="laplace",
    )


def _clamped() -> tuple[Column, Column]:
    p, q = shifted(lambda c: laplace(c, 0.95), UNIT)
    return clamped(p, UNIT, 0, 1), clamped(q, UNIT, 0, 1)


ROWS = (
    _laplace(1),
    _laplace(5),
    _laplace(25),
    Row(
        "Laplace, sensitivity halved",
        partial(noisy, scale=0.5),
        lambda: shifted(lambda c: laplace(c, 0.5), UNIT),
        law="laplace",
    ),
    Row(
        "discrete Laplace, scale 5 % small",
        partial(integers, decay=exp(-1 / 0.95)),
        lambda: discrete(exp(-1 / 0.95)),
        law="discrete_laplace",
    ),
    Row(
        "Laplace, scale 5 % small, clamped to [0, 1]",
        lambda r, n, random: np.clip(noisy(r, n, random, 0.95), 0.0, 1.0),
        _clamped,
    ),
    Row(
        "Laplace, scale 5 % small, negative set to 0",
        partial(positive, scale=0.95),
        lambda: _positive_cells(0.95),
    ),
    Row(
        "Gaussian noise sold as pure",
        normal,
        lambda: _gaussian_cells(1.0),
        law="gaussian",
        endless=True,
    ),
    Row(
        "Gaussian, sigma 10 % small",
        partial(normal, sigma=0.9),
        lambda: _gaussian_cells(0.9),
        "epsilon=1,delta=127/1000",
        law="gaussian",
        endless=True,
    ),
    Row(
        "Gaussian, delta 10 % small",
        normal,
        lambda: _gaussian_cells(1.0),
        "epsilon=1,delta=1154/10000",
        law="gaussian",
        endless=True,
    ),
    Row(
        "name and shame, delta 10 % small",
        partial(shame, often=0.11),
        lambda: _shame_cells(0.11),
        "epsilon=1,delta=1/10",
    ),
    Row("randomised response, 0.74 for 0.731", response, lambda: _two(0.26, 0.74)),
    Row("an alarm three times as likely", one_sided, lambda: _two(0.1, 0.3)),
    Row(
        "noise for the data's own range",
        own_range,
        _own_range_cells,
        one=(0.0, 0.0, 0.0),
        other=(0.0, 0.0, 1.0),
        size=3,
    ),
    Row("noise scaled by the data", own_scale, _own_scale_cells, endless=True),
    Row("noise cut off at 4", truncated, _truncated_cells),
    Row("floating-point noise", floating, _floating_cells),
    Row(
        "leaks the number of records",
        leaks_size,
        _own_range_cells,
        one=(0.5, 0.5, 0.5),
        other=(0.5, 0.5),
        relation="add-or-remove-one",
        size=3,
    ),
    Row("name and shame, once in 10^3", shame, lambda: _shame_cells(1e-3)),
    Row("name and shame, once in 10^6", partial(shame, often=1e-6), lambda: _shame_cells(1e-6)),
)
