"""Our own auditor on a row: how many draws until its bets refute the claim."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import isnan, isqrt, log

import numpy as np

from dpmean.auditing.claims import claimed
from dpmean.auditing.named import NamedLaw
from dpmean.auditing.pairs import Pair, candidates, first
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources import Alone
from dpmean.privacy.neighbors import Neighbors

from .row import Draws, Row

ALPHAS = (Fraction(1, 20), Fraction(1, 10**6))


class Rows(Alone):
    """A row as a source, seeded by the system."""

    def __init__(self, row: Row) -> None:
        self.name, self._row, self._random = row.name, row, np.random.default_rng()

    def draw(self, records: tuple[float, ...], count: int) -> Draws:
        """Releases of these records, each taken into [0, 1] as a mechanism does; a missing one is
        the middle.
        """
        taken = tuple(0.5 if isnan(r) else min(1.0, max(0.0, r)) for r in records)
        return self._row.mechanism(taken, count, self._random)


@dataclass(frozen=True)
class Run:
    """What one run needed for every alpha; None where it was not enough."""

    needed: tuple[int | None, ...]
    draws: int
    seconds: float


def pairs_of(row: Row, search: bool) -> list[Pair]:
    """The pair of the row, or all that are searched."""
    if not search:
        return [Pair(row.one, row.other, None)]
    relation = next(n for n in Neighbors if n.value == row.relation)
    return first(candidates(relation, 0.0, 1.0, row.size))


def run(
    row: Row,
    most: int,
    alphas: Sequence[Fraction] = ALPHAS,
    *,
    search: bool = False,
    named: bool = False,
    seconds: float = 1e9,
) -> Run:
    """Bets until the claim is refuted with the last of the alphas, or there were so many draws."""
    pairs, needed = pairs_of(row, search), [None] * len(alphas)
    law = NamedLaw(row.law, (sum(row.one), sum(row.other))) if named else None
    audit = Audit(row.name, [claimed(row.claim)], row.relation, pairs, alphas[-1], law=law)

    def say(state: Audit) -> None:
        for i, alpha in enumerate(alphas):
            if needed[i] is None and state.log_wealth() >= -log(alpha):
                needed[i] = state.draws

    began = time.perf_counter()
    proceed(audit, Rows(row), most, seconds, say, first=True)
    return Run(tuple(needed), audit.draws, time.perf_counter() - began)


class Kept(Rows):
    """Draws of a row that were made before, each of which is asked for once."""

    def __init__(self, row: Row, draws: Sequence[Draws]) -> None:
        super().__init__(row)
        self._left = dict(zip((row.one, row.other), map(iter, draws), strict=True))

    def draw(self, records: tuple[float, ...], count: int) -> Draws:
        return np.array(list(islice(self._left[records], count)))


def number(row: Row, draws: Sequence[Draws]) -> float:
    """The lower bound of epsilon, of 95 % confidence, at the delta of the claim, from these draws of
    the pair of the row, so many of each that a fair coin seldom asks for more.
    """
    audit = Audit(row.name, [claimed(row.claim)], row.relation, pairs_of(row, False), ALPHAS[-1])
    most = 2 * len(draws[0])
    proceed(audit, Kept(row, draws), most - 3 * isqrt(most), 1e9, lambda _: None)
    return float(audit.number.epsilon)
