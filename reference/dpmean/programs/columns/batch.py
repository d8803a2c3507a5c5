"""A batch of releases, and what is made of it for those who count, report or judge them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

EXACT = 1 << 53  # doubles hold every integer up to here


@dataclass
class Batch:
    """Some releases: coordinate j of row i is `indices[j][i] * grid`, where `answered[i]`; elsewhere no answer.

    undecided, few: how many rows the exact interpreter decided, because certified doubles did not, or because too few
    of them took the same decisions.
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
        """Returns the answered releases plus `center`, a row for each, as correctly rounded doubles."""
        rows, q = self.rows(), lcm(self.grid.denominator, center.denominator)
        step, shift = int(self.grid * q), int(center * q)  # row i is (step i + shift) / q
        if q & (q - 1) == 0 and rows.dtype != object and max(step, abs(shift)) < EXACT:
            most = (EXACT - abs(shift)) // step
            if not np.any(np.abs(rows) > most):
                found: NDArray[np.float64] = (rows * step + shift) / q  # exact: the divisor is a power of two
                return found
        # a quotient of Python's integers is correctly rounded, in lowest terms or not
        return np.array([(step * i + shift) / q for i in rows.reshape(-1).tolist()]).reshape(rows.shape)

    def counts(self, center: Fraction = Fraction(0)) -> Counter[tuple[Fraction, ...]]:
        """Returns how often each outcome, plus `center`, was answered."""
        found = self.rows()
        if found.dtype == object:  # NumPy compares no rows of Python's integers
            return Counter(tuple(int(i) * self.grid + center for i in row) for row in found)
        rows, counts = np.unique(found, axis=0, return_counts=True)
        return Counter({tuple(int(i) * self.grid + center for i in row): int(n)
            for row, n in zip(rows, counts, strict=True)})
