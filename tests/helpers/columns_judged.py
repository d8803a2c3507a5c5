"""Releases in columns judged by the exact law of a release: counts at points, and exact binomial
p-values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpmean.exact.enclosure import interval
from dpmean.programs.alterations import NONE, Altered
from dpmean.programs.columns import releases
from dpmean.programs.columns.releases import Batch
from dpmean.programs.law_of import ReleaseLaw, Where
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from dpmean.suite.pvalues import binomial_p

PILOT = 1 << 11


@dataclass
class Counts:
    """How many releases had no answer, and at each point how many had their first coordinate at
    most there.

    step: the grid to which outputs are rounded, or 0; one is then at most x where it was below x +
    step/2.
    """

    n: int
    none: int
    points: list[Fraction]
    at_most: list[int]
    step: Fraction
    ties: bool  # whether outputs are rounded, so that one may lie half way between two grid points
    exactly: int = 0  # rows that the exact interpreter decided

    def worst(self, law: ReleaseLaw) -> Fraction:
        """Returns the smallest p-value: each is that of a true law with probability at most
        itself.
        """
        chances = [(self.none, law.no_answer, law.no_answer)]
        for x, count in zip(self.points, self.at_most, strict=True):
            end = x + self.step / 2
            at_most = law.cdf(end)
            chances.append(
                (count, law.probability(Where("x", "lt", end)) if self.ties else at_most, at_most)
            )
        return min(
            binomial_p(
                self.n,
                count,
                count,
                max(Fraction(0), interval(low, 120).lower - law.lost),
                min(Fraction(1), interval(high, 120).upper + law.lost),
            )
            for count, low, high in chances
        )


def batches(
    mechanism: Any,
    data: list[Any],
    count: int,
    seed: bytes | None,
    altered: Altered,
    grid: Fraction | None,
) -> Iterator[Batch]:
    """Yields the releases of a seed, or those of the system's randomness, which take no memory."""
    if seed is None:
        return releases(mechanism, data, count, grid=grid, altered=altered)
    return releases(
        mechanism,
        data,
        count,
        grid=grid,
        stream=ShakeStreamForTesting(seed),
        bits=Shake128ForTesting(seed),
        altered=altered,
    )


def counted(
    mechanism: Any,
    data: list[Any],
    count: int,
    seed: bytes | None,
    *,
    altered: Altered = NONE,
    points: int = 8,
    grid: Fraction | None = None,
) -> Counts:
    """Returns the counts of that many releases, at quantiles of other releases."""
    seen = [
        int(k) * b.grid
        for b in batches(mechanism, data, PILOT, seed and seed + b"pilot", altered, grid)
        for k in b.indices[0][b.answered]
    ]
    seen = sorted(seen) or [Fraction(0)]
    chosen = list(dict.fromkeys(seen[len(seen) * i // (points + 1)] for i in range(1, points + 1)))
    step = mechanism.default_grid if grid is None else grid
    found = Counts(0, 0, chosen, [0] * len(chosen), step or Fraction(0), step is not None)
    for b in batches(mechanism, data, count, seed, altered, grid):
        found.n += b.count
        found.none += b.count - int(np.count_nonzero(b.answered))
        found.exactly += b.undecided + b.few
        first = b.indices[0][b.answered]
        for i, x in enumerate(chosen):
            found.at_most[i] += int(np.count_nonzero(first <= x // b.grid))
    return found
