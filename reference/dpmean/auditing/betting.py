"""Bets against a claim: wealth that grows slowly at best while the claim holds, as a function of counts alone.

The claim is P(E) <= F Q(E) + delta for every event E, with F = e^epsilon; P and Q are the laws of the outputs for two
neighbouring data sets. Each draw is of one of the two, by a fair coin. A bet names an event before the draw, and pays
1 + stake (1[P, E] - F 1[Q, E] - delta/2) on it: at most 1 on average if the claim holds, whatever came before. So the
wealth of many bets, and of any mixture of them, is a test martingale: it ever reaches 1/alpha with probability at most
alpha (Ville's inequality), no matter when one looks or stops.

A *position* is a list of such bets on one event, which may be named anew before every draw, or on two disjoint events
in opposite directions, whose counts are added; `sides` says which. Its wealth depends only on how often the event was
hit by the draws of either data set (`hits`, `misses`) and on how many draws there were.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..conformance.judging.claims import Level
from ..exact import reals
from ..exact.enclosure import interval

Counts = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

# stakes as parts of the largest that cannot lose everything in one draw. What needs more than a thousand draws at
# alpha = 1/20 has its best stake between 2^-3 and 2^-9: these have the weight 1/8 each, and all others 1/8 together
_USUAL = tuple(Fraction(1, 1 << k) for k in range(3, 10))
_OTHER = (*(Fraction(1, 1 << k) for k in (1, 2, 10, 11, 12)), Fraction(3, 4), Fraction(15, 16), Fraction(127, 128))
STAKES = (*_USUAL, *_OTHER)
STAKE_WEIGHTS: Weights = np.array([1 / 8] * len(_USUAL) + [1 / (8 * len(_OTHER))] * len(_OTHER))
_STAKES: Weights = np.array([float(s) for s in STAKES])
_ALL_BUT: Weights = np.log1p(-_STAKES)


@dataclass(frozen=True)
class Positions:
    """Counts of many positions: draws that hit their events, those of the neighbour that did, and all draws since the
    first bet. `sides` is 1 or 2: on how many events each bets at once. `weights` are their shares of the capital.
    """

    hits: Counts
    misses: Counts
    draws: Counts
    sides: Counts
    weights: Weights

    def log_wealth(self, level: Level) -> Weights:
        """Returns the logarithm of the wealth of every position (rows) at every stake (columns), in doubles."""
        factor, delta = float(level.factor), float(level.delta)
        own = self.sides[:, None] * delta / 2
        stake = _STAKES / (factor + own)
        rest = self.draws - self.hits - self.misses
        found: Weights = self.hits[:, None] * np.log1p(stake * (1 - own)) + self.misses[:, None] * _ALL_BUT
        if delta:
            found = found + rest[:, None] * np.log1p(-stake * own)
        return found

    def log_mixture(self, level: Level) -> float:
        """Returns the logarithm of the wealth of all positions and stakes together, each with its share of capital."""
        if not len(self.weights):
            return -np.inf
        logs = self.log_wealth(level)
        top = float(logs.max())
        return top + float(np.log(self.weights @ np.exp(logs - top) @ STAKE_WEIGHTS))

    def best(self, level: Level) -> tuple[int, int]:
        """Returns the place of the position, and that of the stake, with the greatest wealth after its share."""
        logs = self.log_wealth(level) + np.log(self.weights)[:, None]
        row, column = np.unravel_index(int(np.argmax(logs)), logs.shape)
        return int(row), int(column)

    def certified(self, level: Level, places: int = 64) -> Fraction:
        """Returns a rational lower bound of the logarithm of the wealth of all, of which the largest terms are summed.

        Every logarithm is enclosed, so that no rounding of doubles has a part in a refutation. What is lost by leaving
        out all other terms is lost by whoever bets.
        """
        logs = self.log_wealth(level) + np.log(self.weights)[:, None] + np.log(STAKE_WEIGHTS)[None, :]
        order = np.argsort(logs, axis=None)[::-1][:places]
        terms = [self._term(level, *map(int, np.unravel_index(int(i), logs.shape))) for i in order]
        top = max(terms)
        near = [t for t in terms if t > top - 40]
        whole = sum((interval(reals.exp(Fraction(int((t - top) * (1 << 40)) - 1, 1 << 40))).lower for t in near),
            Fraction(0))
        return top + interval(reals.log(whole)).lower

    def _term(self, level: Level, row: int, column: int) -> Fraction:
        """Returns a rational lower bound of the logarithm of one position's wealth at one stake, with its shares."""
        own = int(self.sides[row]) * level.delta / 2
        stake = STAKES[column] / (level.factor + own)
        hits, misses = int(self.hits[row]), int(self.misses[row])
        share = Fraction(float(self.weights[row])) * Fraction(float(STAKE_WEIGHTS[column]))
        return (hits * _log(1 + stake * (1 - own)) + misses * _log(1 - STAKES[column])
            + (int(self.draws[row]) - hits - misses) * _log(1 - stake * own) + _log(share))


def _log(x: Fraction) -> Fraction:
    """Returns a rational lower bound of log x."""
    return Fraction(0) if x == 1 else interval(reals.log(x)).lower


def together(parts: list[Positions]) -> Positions:
    """Returns the positions of several lists as one."""
    return Positions(*(np.concatenate([getattr(p, name) for p in parts])
        for name in ("hits", "misses", "draws", "sides", "weights")))
