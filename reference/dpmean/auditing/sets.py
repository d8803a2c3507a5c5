"""Ways to look at outputs which are themselves learned: quantile bins, a weighted sum, and a
classifier's score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from .classes import Classes
from .families import Thresholds, View
from .looks import NOTHING, Look
from .outputs import Codes, Column, Outputs, word_of

BINS = 48
SPAN, MOST_KINDS = 64, 15  # bins of a kind, kinds that are told apart
LEAST, MOST_ROWS = 400, 20_000  # draws from which a classifier is trained
WORK = 4 * 10**9  # multiplications in which a direction is learned
# of weighted sums: steps to which they are rounded, largest numbers
ROUNDED, MOST_SPREADS = (2.0**24, 30.0)
MOST_SUMMED = 24  # numbers of a weighted sum


class Bins(Classes):
    """Sets of quantile bins of a view, each for every kind of outputs by itself: what is likelier in
    the middle, or at both ends, or among the outputs of one kind.
    """

    keeps = False

    def __init__(
        self,
        name: str,
        view: View,
        words: Sequence[str] = (),
        look: Look = Look.BINS,
        leaf: int | None = None,
    ) -> None:
        """Bins have edges once there are draws; `words` are those of the kinds."""
        self._words = words
        super().__init__(name, self._bin, self._told, look, leaf)
        self._view, self._edges = view, np.empty(0)

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Takes new edges, and chooses bins."""
        a, b = self._view(one), self._view(other)
        seen = np.concatenate([a, b])
        seen = np.sort(seen[np.isfinite(seen)])
        if len(seen):
            self._edges = np.unique(seen[(np.arange(1, BINS) * len(seen)) // BINS])
        codes = [self._bin(outputs) for outputs in (one, other)]
        codes = [c[c != NOTHING] for c in codes]
        self.names = np.unique(np.concatenate(codes))
        self.counts = np.array(
            [np.bincount(np.searchsorted(self.names, c), minlength=len(self.names)) for c in codes],
            dtype=np.float64,
        )
        self.choose(factor)

    def _bin(self, outputs: Outputs) -> Codes:
        x = self._view(outputs)
        kinds = np.clip(outputs.kinds, 0, MOST_KINDS)
        found = kinds * SPAN + np.searchsorted(self._edges, x, side="left")
        return np.where(np.isnan(x), NOTHING, found).astype(np.int64)

    def _told(self, code: int) -> str:
        kind, place = divmod(code, SPAN)
        if code < 0 or not len(self._edges):
            return "no number"
        low = f"above {self._edges[place - 1]:.6g}" if place else ""
        high = f"at most {self._edges[place]:.6g}" if place < len(self._edges) else ""
        told = " and ".join(x for x in (low, high) if x)
        several = len(np.unique(self.names // SPAN)) > 1
        return f"{told} where the kind is {word_of(self._words, kind)}" if several else told


def learner() -> Callable[[], Any] | None:
    """Returns what makes a classifier of scikit-learn, or None where that is not installed."""
    try:
        from sklearn import ensemble  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return None
    return lambda: ensemble.HistGradientBoostingClassifier(
        max_iter=30, max_leaf_nodes=15, early_stopping=False, random_state=0
    )


@dataclass(frozen=True)
class Among:
    """Outputs with these columns alone, whether or not all of them have come yet; all of them where
    none is named.
    """

    places: tuple[int, ...] | None = None

    def __call__(self, outputs: Outputs) -> Outputs:
        if self.places is None:
            return outputs
        there, none = len(outputs.columns), np.full(len(outputs), np.nan)
        columns = (outputs.columns[j] if j < there else none for j in self.places)
        return Outputs(outputs.kinds, tuple(columns))


@dataclass
class _Score:
    """The probability of the first input that a classifier gives to outputs."""

    among: Among
    model: Any = None

    def __call__(self, outputs: Outputs) -> Column:
        if self.model is None or not len(outputs):
            return np.full(len(outputs), np.nan)
        found: Column = self.model.predict_proba(features(self.among(outputs)))[:, 0]
        return np.where(outputs.kinds == NOTHING, np.nan, found)


class Learned(Bins):
    """Sets of bins of the score of a classifier, which is trained on every other draw so far."""

    def __init__(self, name: str, make: Callable[[], Any], among: Among) -> None:
        """The classifier is trained when there are enough draws, and again when there are twice as
        many.
        """
        self._score, self._make, self._at = _Score(among), make, LEAST
        super().__init__(name, self._score, look=Look.LEARNED)

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Trains the classifier on half of the draws, and chooses bins of its score on the other
        half.
        """
        count = len(one) + len(other)
        if count >= self._at and len(one) > 20 and len(other) > 20:
            self._at = 2 * count
            rows = [features(self._score.among(_every(o, 0)))[:MOST_ROWS] for o in (one, other)]
            self._score.model = self._make().fit(
                np.concatenate(rows), np.repeat([0, 1], [len(r) for r in rows])
            )
        if self._score.model is not None:
            super().learn(_every(one, 1), _every(other, 1), factor)


def _every(outputs: Outputs, first: int) -> Outputs:
    return Outputs(outputs.kinds[first::2], tuple(c[first::2] for c in outputs.columns))


@dataclass
class Score:
    """A weighted sum of the numbers of an output and of their squares: the direction in which both
    inputs differ most, as Fisher has it. Squares tell, of answers that are -1, 0 or 1, each from
    the others.
    """

    among: Among = field(default_factory=Among)
    weights: Column | None = None
    scale: Column = field(default_factory=lambda: np.ones(1))
    chosen: npt.NDArray[np.intp] | None = None  # places among these numbers

    def parts(self, outputs: Outputs) -> npt.NDArray[np.float64]:
        """Returns the numbers in units of their spread, and their squares; of those that an output
        has not, 0, where it has any.
        """
        x, scale = np.column_stack(self.among(outputs).columns), self.scale
        some = np.isnan(x) & ~np.isnan(x).all(axis=1, keepdims=True)
        x = np.where(some, 0.0, x)
        if self.chosen is not None:
            x, scale = x[:, self.chosen], scale[self.chosen]
        x = np.clip(x / scale, -MOST_SPREADS, MOST_SPREADS)
        return np.concatenate([x, x * x], axis=1)

    def __call__(self, outputs: Outputs) -> Column:
        """Returns the sums, rounded, so that equal outputs have equal ones; NaN before anything was
        learned.
        """
        if self.weights is None or not outputs.columns:
            return np.full(len(outputs), np.nan)
        found: Column = np.rint(self.parts(outputs) @ self.weights * ROUNDED)
        return found


class Fisher(Thresholds):
    """Half lines of that sum."""

    def __init__(
        self, names: Sequence[str], delta: float = 0.0, among: Among | None = None
    ) -> None:
        """There is no direction yet. `names` are those of the numbers."""
        self._score, self._names = Score(among or Among()), list(names)
        super().__init__("a weighted sum", self._score, delta, Look.WEIGHTED, unit=ROUNDED)

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Takes a new direction, and its quantiles."""
        both = np.concatenate([np.column_stack(self._score.among(o).columns) for o in (one, other)])
        usable = np.isfinite(both)
        if usable.any(axis=1).sum() > 2 and len(one) and len(other):
            spread = both.std(axis=0) if usable.all() else _spreads(both, usable)
            self._score.scale = np.where(np.isfinite(spread) & (spread > 0), spread, 1.0)
            self._score.chosen = self._choose(both, usable, len(one))
            self._score.weights = self._direction(*(self._score.parts(o) for o in (one, other)))
            self.name = self._told_sum()
        super().learn(one, other, factor)

    def _choose(
        self, both: npt.NDArray[np.float64], usable: npt.NDArray[np.bool_], first: int
    ) -> npt.NDArray[np.intp]:
        """Returns the numbers whose means are farthest apart, in units of their spread."""
        width = both.shape[1]
        if width <= MOST_SUMMED:
            return np.arange(width)
        known = np.where(usable, both, 0.0)
        sides = (slice(None, first), slice(first, None))
        means = [
            known[rows].sum(axis=0) / np.maximum(usable[rows].sum(axis=0), 1) for rows in sides
        ]
        away = np.abs(means[0] - means[1]) / self._score.scale
        found: npt.NDArray[np.intp] = np.sort(np.argsort(-away, kind="stable")[:MOST_SUMMED])
        return found

    def _told_sum(self) -> str:
        """Returns the sum in words: of which numbers it is, mostly."""
        weights, chosen = self._score.weights, self._score.chosen
        if weights is None or chosen is None or not len(self._names):
            return "a weighted sum"
        each = np.maximum(np.abs(weights[: len(chosen)]), np.abs(weights[len(chosen) :]))
        largest = np.argsort(-each, kind="stable")[:3]
        listed = [self._names[int(chosen[i])] for i in largest if each[i] >= each.max() / 10]
        return f"a weighted sum of {', '.join(listed)}{'' if len(each) <= len(listed) else ' and others'}"

    def _direction(self, a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> Column | None:
        a, b = (x[np.isfinite(x).all(axis=1)][:MOST_ROWS] for x in (a, b))
        if not len(a) or not len(b):
            return None
        apart = a.mean(axis=0) - b.mean(axis=0)
        width, most = a.shape[1], _rows(a.shape[1]) // 2
        rows = np.concatenate([x[:most] - x[:most].mean(axis=0) for x in (a, b)])
        # the covariance gets a part of its mean, which no direction is without
        ridge = float(np.square(rows).sum()) / width / np.sqrt(len(rows)) + 1e-9 * len(rows)
        found: Column
        if len(rows) >= width:
            found = np.linalg.solve(rows.T @ rows + np.eye(width) * ridge, apart)
        else:  # the same, by a system of as many equations as there are rows
            inner = rows @ rows.T + np.eye(len(rows)) * ridge
            found = apart - rows.T @ np.linalg.solve(inner, rows @ apart)
        return found / max(float(np.abs(found).max()), 1e-300)


def _spreads(table: npt.NDArray[np.float64], usable: npt.NDArray[np.bool_]) -> Column:
    """Returns the spread of every column of a table, of what is usable of it; 1 where nothing is."""
    columns = zip(table.T, usable.T, strict=True)
    return np.array([x[there].std() if there.any() else 1.0 for x, there in columns])


def _rows(width: int) -> int:
    """Returns from how many draws a direction among so many numbers is learned at most, so that this
    takes about WORK multiplications.
    """
    return max(4, WORK // width**2 if width**3 <= WORK else isqrt(WORK // width))


def features(outputs: Outputs) -> npt.NDArray[np.float64]:
    """Returns what a classifier sees of outputs: their numbers, and the codes of their kinds."""
    return np.column_stack([*outputs.columns, outputs.kinds.astype(np.float64)])


__all__ = ["BINS", "Bins", "Fisher", "Learned", "learner"]
