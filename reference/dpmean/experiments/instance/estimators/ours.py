"""Our estimators in doubles that hold integers: PrivQuant, the clipped mean (CM), the shifted one
(Shifted-CM).

They are those of instance Sections 3.2 to 3.4. This file holds the central estimators of the paper,
each one function. They are corrected as the shipped mechanisms are: a search has T =
ceil(log2(values)) iterations and goes right where the noisy count is less than the rank, and tau =
sigma sqrt(2 log(2 T/beta)). `shipped.py` runs the mechanisms themselves, which a test compares with
these. Many columns are searched at once; noise is normal where the shipped mechanisms draw discrete
Gaussian noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log, sqrt

import numpy as np

from ...simulation import Doubles, Source
from .records import normals, signs

BETA = 0.1


def iterations(low: int, high: int) -> int:
    """Return ceil(log2(high - low + 1)), the number of noisy counts of a search."""
    return (high - low).bit_length()


def rank_error(low: int, high: int, rho: float) -> float:
    """Return the rank error tau of a search that fails with probability BETA; 0 for a single
    value.
    """
    t = iterations(low, high)
    return sqrt(t / rho * log(2 * t / BETA)) if t else 0.0


class Columns:
    """A matrix of k columns of n integers, which answers how many entries of each are at most a
    number.
    """

    def __init__(self, columns: Doubles) -> None:
        """Sort the columns, which are given one a row."""
        self.k, self.n = columns.shape
        self._least = float(columns.min())
        self._apart = float(columns.max()) - self._least + 2
        self._start = np.arange(self.k) * self._apart
        self._all = (np.sort(columns, axis=1) - self._least + self._start[:, None]).ravel()

    def at_most(self, tops: Doubles) -> Doubles:
        """Return for each column how many entries are at most its number in `tops`."""
        inside = np.clip(tops - self._least, -1, self._apart - 2) + self._start
        return np.asarray(
            np.searchsorted(self._all, inside, side="right") - np.arange(self.k) * self.n,
            dtype=np.float64,
        )


def private_quantiles(
    columns: Columns, low: int, high: int, rank: int, rho: float, source: Source
) -> Doubles:
    """Return a private estimate of the rank-th entry of each column, with rho for each."""
    t = iterations(low, high)
    sigma = sqrt(t / (2 * rho))
    left, right = np.full(columns.k, float(low)), np.full(columns.k, float(high))
    for _ in range(t):
        middle = np.floor((left + right) / 2)
        noisy = columns.at_most(middle) + sigma * normals(source, columns.k)
        searching, beyond = left < right, noisy < rank
        left, right = (
            np.where(searching & beyond, middle + 1, left),
            np.where(searching & ~beyond, middle, right),
        )
    return left


def squares(x: Doubles) -> Doubles:
    """Return the squared norm of every row."""
    return np.asarray(np.einsum("ij,ij->i", x, x))


def hadamard(d: int) -> Doubles:
    """Return Sylvester's Hadamard matrix, d being a power of two."""
    h = np.ones((1, 1))
    while len(h) < d:
        h = np.block([[h, h], [h, -h]])
    return h


def padded(d: int) -> int:
    """Return the least power of two that is at least d."""
    return 1 << (d - 1).bit_length()


@dataclass(frozen=True)
class Grid:
    """Records in units of `bucket`: their coordinates are integers of [0, u], and `origin` stands
    for 0.
    """

    units: Doubles
    u: int
    bucket: float
    origin: int = 0

    @property
    def d(self) -> int:
        """Return the dimension of the records."""
        return int(self.units.shape[1])


@dataclass(frozen=True)
class Bounds:
    """The assumptions on the law of the records: ||mu|| <= radius and sigma_min^2 I <= Sigma <=
    sigma_max^2 I.
    """

    radius: float
    sigma_min: float
    sigma_max: float

    def reach(self, n: int, d: int) -> float:
        """Return the clipping radius R' = R + 2 sigma_max sqrt(d + log(4 n/beta))."""
        return self.radius + 2 * self.sigma_max * sqrt(d + log(4 * n / BETA))


def quantised(x: Doubles, bounds: Bounds) -> Grid:
    """Return records clipped to the norm R' and rounded to buckets (instance Section 3.4).

    A bucket is at most sigma_min/sqrt(n), and one over an integer.
    """
    n, d = x.shape
    reach, bucket = bounds.reach(n, d), 1 / ceil(sqrt(n) / bounds.sigma_min)
    kept, half = (
        np.minimum(1.0, reach / np.sqrt(np.maximum(squares(x), 1e-300))),
        ceil(reach / bucket),
    )
    return Grid(np.rint(x * (kept / bucket)[:, None]) + half, 2 * half, bucket, half)


def rank_of_norms(n: int, d: int, tau: float, rho: float) -> int:
    """Return the rank n - max{floor(sqrt(2 d/rho)), ceil(tau)} of the threshold, rho being that of
    the mean.
    """
    return n - max(floor(sqrt(2 * d / rho)), ceil(tau))


def clipped_mean(
    x: Doubles,
    most: int,
    rho: float,
    source: Source,
    squared: Doubles | None = None,
    center: Doubles | None = None,
) -> Doubles:
    """Return the clipped mean of the rows x - center, whose squared norms (if known) are `squared`,
    at most `most`.

    It takes rho/4 for the threshold and 3 rho/4 for the noise; it is zero where the rank is below
    1.
    """
    n, d = x.shape
    norms = squares(x) if squared is None else squared
    rank = rank_of_norms(n, d, rank_error(0, most, rho / 4), 3 * rho / 4)
    if rank < 1:
        return np.zeros(d)
    found = private_quantiles(Columns(norms[None]), 0, most, rank, rho / 4, source)[0]
    kept = np.sqrt(np.minimum(1.0, found / np.maximum(norms, 1.0)))
    total = kept @ x - (0 if center is None else kept.sum() * center)
    return np.asarray(total / n + sqrt(2 * found / (3 * rho / 4)) / n * normals(source, d))


def cm(grid: Grid, rho: float, source: Source) -> Doubles:
    """Return the clipped mean without a shift, around the origin."""
    return (
        clipped_mean(
            grid.units - grid.origin,
            grid.d * max(grid.origin, grid.u - grid.origin) ** 2,
            rho,
            source,
        )
        * grid.bucket
    )


@dataclass(frozen=True)
class Rotated:
    """The rotated records H D x.

    They are made once for several rho, which changes no law of a single release.
    """

    rows: Doubles
    columns: Columns
    squared: Doubles
    signs: Doubles
    grid: Grid


def rotated(grid: Grid, source: Source) -> Rotated:
    """Rotate records by random signs, padding and Hadamard's matrix: sums of integers, exact in
    doubles below 2^53.
    """
    wide = padded(grid.d)
    flips = signs(source, wide)
    rows = (grid.units * flips[: grid.d]) @ hadamard(wide)[: grid.d]
    return Rotated(rows, Columns(rows.T), squares(rows), flips, grid)


def shifted_cm(given: Rotated, rho: float, source: Source) -> Doubles:
    """Return the estimate of Shifted-CM: rho/(4 d) for each median, 3 rho/4 for the clipped mean,
    rotated back.
    """
    n, wide = given.rows.shape
    grid = given.grid
    high = grid.d * grid.u
    center = private_quantiles(given.columns, -high, high, (n + 1) // 2, rho / (4 * wide), source)
    norms = np.maximum(np.rint(given.squared - 2 * (given.rows @ center) + center @ center), 0.0)
    mean = (
        clipped_mean(given.rows, wide * (2 * high) ** 2, 3 * rho / 4, source, norms, center)
        + center
    )
    return np.asarray(
        ((hadamard(wide) @ mean * given.signs / wide)[: grid.d] - grid.origin) * grid.bucket
    )
