"""A batch of releases, and what is made of it for those who count, report or judge them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...distributions.bulk.counts import tally
from .values import sizes

EXACT = 1 << 53  # doubles hold every integer up to here
MOST = 1 << 63  # 64 bits hold every smaller integer
LEAST = 1 << 1000  # a divisor up to here makes no integer but 0 too small for a double to be exact


@dataclass
class Batch:
    """Some releases: coordinate j of row i is `indices[j][i] * grid`, where `answered[i]`;
    elsewhere no answer.

    undecided, few: how many rows the exact interpreter decided, because certified doubles did not,
    or because too few of them took the same decisions.
    """

    count: int
    answered: NDArray[np.bool_]
    indices: list[NDArray[Any]]
    grid: Fraction
    undecided: int = 0
    few: int = 0

    def rows(self) -> NDArray[Any]:
        """Returns the indices of the answered releases, a row for each."""
        return np.stack(self.indices, axis=1)[self.answered]

    def doubles(self, center: Fraction = Fraction(0)) -> NDArray[np.float64]:
        """Returns the answered releases plus `center`, a row for each, as correctly rounded
        doubles.
        """
        rows, q = self.rows(), lcm(self.grid.denominator, center.denominator)
        step, shift = int(self.grid * q), int(center * q)  # row i is (step i + shift) / q
        largest = max(sizes(rows.reshape(-1)), 1) * step + abs(shift)
        # any quotient of two doubles is rounded once; so is an integer, and not again by a power of
        # two
        quotients = largest <= EXACT and q <= EXACT
        if rows.dtype != object and (
            quotients or (largest < MOST and q <= LEAST and q & (q - 1) == 0)
        ):
            found: NDArray[np.float64] = (rows * step + shift).astype(np.float64) / float(q)
            return found
        # a quotient of Python's integers is correctly rounded, in lowest terms or not
        return np.array([(step * i + shift) / q for i in rows.reshape(-1).tolist()]).reshape(
            rows.shape
        )

    def counts(self, center: Fraction = Fraction(0)) -> Counter[tuple[Fraction, ...]]:
        """Returns how often each outcome, plus `center`, was answered."""
        return Counter(
            {tuple(i * self.grid + center for i in row): n for row, n in self.tally().items()}
        )

    def tally(self) -> Counter[tuple[int, ...]]:
        """Returns how often each outcome was answered, by its indices."""
        found = self.rows()
        if found.dtype == object:  # NumPy counts no rows of Python's integers
            return Counter(tuple(map(int, row)) for row in found)
        return tally(tuple(found.T))
