"""Releases in columns judged by the exact law of a release: counts at points, and exact binomial p-values."""

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
from dpmean.programs.law_of import ReleaseLaw
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from dpmean.suite.pvalues import binomial_p

PILOT = 1 << 11


@dataclass
class Counts:
    """How many releases had no answer, and at each point how many had their first coordinate at most there.

    step: how far rounding may have moved an output; 0 for exact outputs.
    """

    n: int
    none: int
    points: list[Fraction]
    at_most: list[int]
    step: Fraction
    exactly: int = 0  # rows that the exact interpreter decided

    def worst(self, law: ReleaseLaw) -> Fraction:
        """Returns the smallest p-value: each is that of a true law with probability at most itself."""
        lost = law.lost
        found = [self._p(self.none, interval(law.no_answer, 120), lost)]
        for x, count in zip(self.points, self.at_most, strict=True):
            below, above = (interval(law.cdf(x + side * self.step), 120) for side in (-1, 1))
            found.append(binomial_p(self.n, count, count, max(Fraction(0), below.lower - lost),
                min(Fraction(1), above.upper + lost)))
        return min(found)

    def _p(self, count: int, chance: Any, lost: Fraction) -> Fraction:
        return binomial_p(self.n, count, count, max(Fraction(0), chance.lower - lost),
            min(Fraction(1), chance.upper + lost))


def batches(mechanism: Any, data: list[Any], count: int, seed: bytes, altered: Altered) -> Iterator[Batch]:
    """Yields the releases of a seed."""
    return releases(mechanism, data, count, stream=ShakeStreamForTesting(seed), bits=Shake128ForTesting(seed),
        altered=altered)


def counted(mechanism: Any, data: list[Any], count: int, seed: bytes, *, altered: Altered = NONE,
        points: int = 8) -> Counts:
    """Returns the counts of that many releases, at quantiles of other releases."""
    seen = [int(k) * b.grid for b in batches(mechanism, data, PILOT, seed + b"pilot", altered)
        for k in b.indices[0][b.answered]]
    seen = sorted(seen) or [Fraction(0)]
    chosen = list(dict.fromkeys(seen[len(seen) * i // (points + 1)] for i in range(1, points + 1)))
    found = Counts(0, 0, chosen, [0] * len(chosen), mechanism.default_grid or Fraction(0))
    for b in batches(mechanism, data, count, seed, altered):
        found.n += b.count
        found.none += b.count - int(np.count_nonzero(b.answered))
        found.exactly += b.undecided + b.few
        first = b.indices[0][b.answered]
        for i, x in enumerate(chosen):
            found.at_most[i] += int(np.count_nonzero(first <= x // b.grid))
    return found
