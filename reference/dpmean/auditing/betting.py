"""Bets against a claim: wealth that grows slowly at best while the claim holds, as a function of
counts alone.

The claim is P(E) <= F Q(E) + delta for every event E, with F = e^epsilon; P and Q are the laws of
the outputs for two neighbouring data sets. Each draw is of one of the two, by a fair coin. A bet
names an event before the draw, and multiplies its wealth by

    (1 + (stake/F) (1[P, E] - F 1[Q, E] - hedge (1[P] - 1[Q]))) / (1 + stake delta/(2 F)),

at most 1 on average if the claim holds, whatever came before: the coin is fair, so that the hedge,
which makes the wealth steadier where only one event is bet on, costs nothing. So the wealth of many
bets, and of any mixture of them, is a test martingale: it ever reaches 1/alpha with probability at
most alpha (Ville's inequality), no matter when one looks or stops.

A *position* is a list of such bets on one event, which may be named anew before every draw, or on
two disjoint events in opposite directions, whose counts are added; `sides` says which, and delta
counts for each. Its wealth depends only on how often the event was hit by the draws of either data
set (`hits`, `misses`), on how many draws there were of that on which was bet (`own`), and on how
many in all. A *ledger* is a list of bets whose stakes differ from draw to draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..exact import reals
from ..exact.enclosure import interval
from ..judging.draws.claims import Level

Counts = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

# stakes as parts of the largest that cannot lose everything in one draw. What needs more than a
# thousand draws at alpha = 1/20 has its best stake between 2^-3 and 2^-9 if it is an event of every
# second draw, and one near 1 if it is a rare event that only one input has
STAKES = (
    *(Fraction(1, 1 << k) for k in range(12, 0, -1)),
    Fraction(3, 4),
    Fraction(15, 16),
    Fraction(127, 128),
)
_COMMON = (1, 1, 2, 10, 13, 13, 13, 13, 10, 8, 5, 4, 2, 2, 8)
_RARE = (1, 1, 1, 2, 3, 4, 5, 7, 9, 11, 13, 13, 9, 9, 26)
STAKE_WEIGHTS: Weights = np.array([[w / sum(row) for w in row] for row in (_COMMON, _RARE)])
COMMON, RARE = 0, 1  # which of the two a position has
_STAKES: Weights = np.array([float(s) for s in STAKES])
# stakes of a ledger
FINE = tuple(Fraction(round(2.0 ** (k / 4) * (1 << 20)), 1 << 20) for k in range(-44, 0)) + (
    Fraction(15, 16),
    Fraction(31, 32),
    Fraction(127, 128),
)
_FINE: Weights = np.array([float(s) for s in FINE])


@dataclass(frozen=True)
class Ledger:
    """How often bets of every stake of FINE were won and lost, and how many draws had it as their
    highest.

    All bets of one draw are on disjoint events, in either direction.
    """

    hits: Counts
    misses: Counts
    tops: Counts

    def log_wealth(self, level: Level) -> float:
        """Returns the logarithm of the wealth, in doubles."""
        factor, delta = level.times, float(level.delta)
        return float(
            self.hits @ np.log1p(_FINE / factor)
            + self.misses @ np.log1p(-_FINE)
            - self.tops @ np.log1p(_FINE * delta / factor)
        )

    def certified(self, level: Level) -> Fraction:
        """Returns a rational lower bound of it."""
        found = Fraction(0)
        for stake, hits, misses, tops in zip(
            FINE, self.hits.tolist(), self.misses.tolist(), self.tops.tolist(), strict=True
        ):
            found += _times(hits, 1 + stake / level.factor) + _times(misses, 1 - stake)
            found += _times(tops, 1 / (1 + stake * level.delta / level.factor))
        return found


@dataclass(frozen=True)
class Positions:
    """Counts of many positions: draws that hit their events, those of the neighbour that did, draws
    of that on which was bet, and all draws since the first bet.

    `sides` is 1 or 2: on how many events each bets at once. `share` is about how many of all draws
    hit the event, for the hedge; 0 is no hedge. `kinds` is COMMON or RARE, `weights` are their
    shares of the capital, of which the ledger has what is left.
    """

    hits: Counts
    misses: Counts
    own: Counts
    draws: Counts
    sides: Counts
    share: Weights
    kinds: Counts
    weights: Weights
    ledger: Ledger | None = None

    def log_wealth(self, level: Level) -> Weights:
        """Returns the logarithm of the wealth of every position (rows) at every stake (columns), in
        doubles.
        """
        factor, delta = level.times, float(level.delta)
        hedge = self.share * 2 * factor / (1 + factor)
        stake = _STAKES / factor
        found: Weights = np.log1p(np.outer(1 - hedge, stake)) * self.hits[:, None]
        found += np.log1p(np.outer(hedge, stake) - _STAKES) * self.misses[:, None]
        if hedged := np.flatnonzero(hedge).tolist():
            part = np.outer(hedge[hedged], stake)
            found[hedged] += (self.own - self.hits)[hedged, None] * np.log1p(-part)
            found[hedged] += (self.draws - self.own - self.misses)[hedged, None] * np.log1p(part)
        if delta:
            found -= self.draws[:, None] * np.log1p(np.outer(self.sides * delta / 2, stake))
        return found

    def of(self, rows: npt.NDArray[np.bool_]) -> Positions:
        """Returns some of the positions, without the ledger."""
        columns = ("hits", "misses", "own", "draws", "sides", "share", "kinds", "weights")
        return Positions(*(getattr(self, name)[rows] for name in columns))

    def _shares(self) -> Weights:
        return np.log(self.weights)[:, None] + np.log(STAKE_WEIGHTS)[self.kinds]

    def log_mixture(self, level: Level) -> float:
        """Returns the logarithm of the wealth of all positions and stakes together, each with its
        share of capital.
        """
        logs = self.log_wealth(level) + self._shares()
        top = float(logs.max()) if logs.size else -np.inf
        found = top + float(np.log(np.exp(logs - top).sum())) if logs.size else top
        if self.ledger is not None:
            found = float(np.logaddexp(found, self.ledger.log_wealth(level) + np.log(self.left)))
        return found

    @property
    def left(self) -> float:
        """The ledger's share of the capital."""
        return max(0.0, 1 - float(self.weights.sum()))

    def log_shares(self, level: Level) -> Weights:
        """Returns the logarithm of the wealth of every position at its best stake, with its share."""
        found: Weights = (self.log_wealth(level) + self._shares()).max(axis=1)
        return found

    def best(self, level: Level) -> tuple[int, int]:
        """Returns the place of the position, and that of the stake, with the greatest wealth after
        its share.
        """
        logs = self.log_wealth(level) + self._shares()
        row, column = np.unravel_index(int(np.argmax(logs)), logs.shape)
        return int(row), int(column)

    def certified(self, level: Level, places: int = 64) -> Fraction:
        """Returns a rational lower bound of the logarithm of the wealth of all, of which the
        largest terms are summed.

        Every logarithm is enclosed, so that no rounding of doubles has a part in a refutation. What
        is lost by leaving out all other terms is lost by whoever bets.
        """
        logs = self.log_wealth(level) + self._shares()
        order = np.argsort(logs, axis=None)[::-1][:places]
        terms = [self._term(level, *map(int, np.unravel_index(int(i), logs.shape))) for i in order]
        if self.ledger is not None and self.left:
            terms.append(self.ledger.certified(level) + _log(Fraction(self.left)))
        top = max(terms)
        near = [t for t in terms if t > top - 40]
        whole = sum(
            (
                interval(reals.exp(Fraction(int((t - top) * (1 << 40)) - 1, 1 << 40))).lower
                for t in near
            ),
            Fraction(0),
        )
        return top + interval(reals.log(whole)).lower

    def _term(self, level: Level, row: int, column: int) -> Fraction:
        """Returns a rational lower bound of the logarithm of one position's wealth at one stake,
        with its shares.
        """
        hedge = Fraction(float(self.share[row])) * 2 * level.factor / (1 + level.factor)
        hits, misses, own, draws = (
            int(a[row]) for a in (self.hits, self.misses, self.own, self.draws)
        )
        share = Fraction(float(self.weights[row])) * Fraction(
            float(STAKE_WEIGHTS[self.kinds[row], column])
        )
        stake = STAKES[column] / level.factor
        found = _times(hits, 1 + stake * (1 - hedge)) + _times(
            misses, 1 - STAKES[column] + stake * hedge
        )
        if hedge:
            found += _times(own - hits, 1 - stake * hedge) + _times(
                draws - own - misses, 1 + stake * hedge
            )
        return (
            found
            - draws * -_log(1 / (1 + stake * int(self.sides[row]) * level.delta / 2))
            + _log(share)
        )


def _times(count: int, x: Fraction) -> Fraction:
    """Returns a rational lower bound of count log x."""
    return count * _log(x) if count else Fraction(0)


@lru_cache(maxsize=4096)
def _log(x: Fraction) -> Fraction:
    """Returns a rational lower bound of log x."""
    return Fraction(0) if x == 1 else interval(reals.log(x)).lower


_NO: Counts = np.empty(0, np.int64)
NO_POSITIONS = Positions(_NO, _NO, _NO, _NO, _NO, np.empty(0), _NO, np.empty(0))


def together(parts: list[Positions]) -> Positions:
    """Returns the positions of several lists as one."""

    def all_of(name: str) -> npt.NDArray[Any]:
        return np.concatenate([getattr(p, name) for p in parts])

    return Positions(
        all_of("hits"),
        all_of("misses"),
        all_of("own"),
        all_of("draws"),
        all_of("sides"),
        all_of("share"),
        all_of("kinds"),
        all_of("weights"),
    )
