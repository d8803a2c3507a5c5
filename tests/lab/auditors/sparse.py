"""The sparse vector technique, right and wrong, with the exact law of its answers (Lyu, Su and Li
2017, Figure 1).

There are k queries against the threshold 0, each answered with 1 (above) or 0; after `most` answers
of 1 it stops, and what is left is -1. The record x in [0, 1] moves the first half of the queries up
and the second half down: they are x and 1 - x. The chance of a list of answers is an integral over
the noise of the threshold, given which answers are independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from .laws import Column
from .row import Draws, Records, Row

NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)
# with edges where integrands have kinks
PANELS = np.concatenate(
    [
        -np.geomspace(120, 0.25, 40)[:-1],
        [-0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25],
        1 + np.geomspace(0.25, 120, 40)[1:],
    ]
)


@dataclass(frozen=True)
class Sparse:
    """Scales of the noises of the threshold and of the queries, and after how many answers of 1 it
    stops.
    """

    queries: int
    threshold: float
    noise: float
    most: int

    def values(self, records: Records) -> Column:
        """The queries' true answers."""
        x, half = sum(records), self.queries // 2
        return np.array([x] * half + [1 - x] * (self.queries - half))

    def __call__(self, records: Records, n: int, random: np.random.Generator) -> Draws:
        """Lists of answers."""
        limit = self.threshold * random.laplace(size=(n, 1))
        answers = self.values(records)[None, :] + self.noise * random.laplace(
            size=(n, self.queries)
        )
        above = answers >= limit
        before = np.cumsum(above, axis=1) - above
        return np.where(before >= self.most, -1.0, above.astype(float))

    def law(self, records: Records) -> dict[tuple[int, ...], float]:
        """The exact chance of every list of answers, by quadrature on panels."""
        t, weight = np.zeros(1), np.ones(1)
        if self.threshold:
            middle, half = (PANELS[1:] + PANELS[:-1]) / 2, (PANELS[1:] - PANELS[:-1]) / 2
            t = (middle[:, None] + half[:, None] * NODES).ravel()
            weight = (
                (half[:, None] * WEIGHTS).ravel()
                * np.exp(-np.abs(t) / self.threshold)
                / (2 * self.threshold)
            )
        gap = self.values(records)[:, None] - t
        if self.noise:
            z = gap / self.noise
            above = np.where(z > 0, 1 - 0.5 * np.exp(-np.abs(z)), 0.5 * np.exp(-np.abs(z)))
            below = np.where(z > 0, 0.5 * np.exp(-np.abs(z)), 1 - 0.5 * np.exp(-np.abs(z)))
        else:
            above, below = (gap >= 0) * 1.0, (gap < 0) * 1.0
        found: dict[tuple[int, ...], float] = {}
        for bits in product((0, 1), repeat=self.queries):
            answers, seen = [], 0
            for bit in bits:
                answers.append(-1 if seen >= self.most else bit)
                seen += bit if seen < self.most else 0
            if tuple(answers) not in found:
                chance = weight.copy()
                for i, a in enumerate(answers):
                    chance *= 1.0 if a < 0 else above[i] if a else below[i]
                found[tuple(answers)] = float(chance.sum())
        return found

    def cells(self) -> tuple[Column, Column]:
        """The chances of all lists under the records 0 and 1."""
        p, q = self.law((0.0,)), self.law((1.0,))
        return np.array(list(p.values())), np.array([q[k] for k in p])


def _row(name: str, made: Sparse, claim: str = "epsilon=1") -> Row:
    return Row(f"sparse vector, {name}", made, made.cells, claim)


RIGHT = _row("as it should be", Sparse(6, 2.0, 4.0, 1))
ROWS = (
    _row("no noise on queries", Sparse(6, 2.0, 0.0, 6)),
    _row("never stops", Sparse(6, 2.0, 2.0, 6)),
    _row("noise for one answer, 3 given", Sparse(6, 4.0, 4 / 3, 3)),
    _row("threshold without noise", Sparse(6, 0.0, 2.0, 1)),
)
