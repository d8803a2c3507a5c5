"""Masses of cells: from distribution functions on edges, and of atoms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr

Column = npt.NDArray[np.float64]
Cdf = Callable[[Column], Column]


def laplace(center: float, scale: float) -> tuple[Cdf, Cdf]:
    """Distribution function and tail of Laplace noise about a centre."""

    def below(x: Column) -> Column:
        z = (x - center) / scale
        return np.where(z < 0, 0.5 * np.exp(np.minimum(z, 0)), 1 - 0.5 * np.exp(-np.maximum(z, 0)))

    return below, lambda x: below(2 * center - x)


def gaussian(center: float, sigma: float) -> tuple[Cdf, Cdf]:
    """Distribution function and tail of a normal law."""
    return (lambda x: ndtr((x - center) / sigma)), (lambda x: ndtr((center - x) / sigma))


def cauchy(center: float, scale: float) -> tuple[Cdf, Cdf]:
    """Distribution function and tail of a Cauchy law."""

    def below(x: Column) -> Column:
        return np.arctan2(scale, center - x) / np.pi

    return below, lambda x: below(2 * center - x)


def masses(law: tuple[Cdf, Cdf], edges: Column) -> Column:
    """The masses below the first edge, between edges, and above the last: differences of whichever
    tail is small.
    """
    below, above = law
    low, high = below(edges), above(edges)
    inner = np.where(low[1:] < 0.5, low[1:] - low[:-1], high[:-1] - high[1:])
    return np.concatenate([low[:1], inner, high[-1:]])


def shifted(
    law: Callable[[float], tuple[Cdf, Cdf]],
    edges: Column,
    centers: tuple[float, float] = (0.0, 1.0),
) -> tuple[Column, Column]:
    """The masses of one law about two centres."""
    return masses(law(centers[0]), edges), masses(law(centers[1]), edges)


def clamped(p: Column, edges: Column, low: float, high: float) -> Column:
    """Masses of cells as they are when outputs are clamped: what lies outside is put into two
    atoms, first and last.
    """
    inner = (edges[:-1] >= low - 1e-12) & (edges[1:] <= high + 1e-12)
    middle = p[1:-1]
    return np.concatenate(
        [
            [p[0] + middle[edges[1:] <= low + 1e-12].sum()],
            middle[inner],
            [p[-1] + middle[edges[:-1] >= high - 1e-12].sum()],
        ]
    )


def atoms(x: Column, y: Column) -> tuple[Column, Column]:
    """The masses of equally likely values under both inputs, on the values of either."""
    names, place = np.unique(np.concatenate([x, y]), return_inverse=True)
    return (
        np.bincount(place[: len(x)], minlength=len(names)) / len(x),
        np.bincount(place[len(x) :], minlength=len(names)) / len(y),
    )


UNIT = np.linspace(0.0, 1.0, 513)  # edges where the ratio moves between two centres
WIDE = np.concatenate([np.linspace(-40, 40, 80 * 64 + 1)])
