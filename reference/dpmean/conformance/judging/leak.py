"""Whether draws from neighbouring inputs contradict a guarantee: an event is chosen on one half, judged on the other.

Every set of classes of a sorting (`bits.py`) is an event. On the first half of the draws the classes are taken of which
one input has more than the claim allows its neighbour, for every two neighbours and both directions, and the event with
the largest margin stays. On the second half, exact confidence bounds of its two probabilities are compared: only what
is beyond the claim for both is an alarm, which is wrong with probability at most the given error, whatever was chosen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...suite.pvalues import clopper_pearson
from .batch import Column
from .bits import LOWEST, SORTINGS, ZERO, Codes, Sorting, View, lowest, views
from .claims import Claim, nearly

Counts = npt.NDArray[np.int64]
Pairs = Sequence[tuple[int, int]]
STRICT = (0.5, 1.5, 3.0)  # standard deviations by which a class must be beyond the claim to be taken into an event
OFTEN = 8  # times that a value must come before it is an event
PLAIN = 0.9  # an event in plain words is preferred if its margin is so large a part of the best one


@dataclass(frozen=True)
class Event:
    """A set of classes of one sorting of one view, and its words."""

    view: str
    sorting: Sorting
    classes: Codes
    words: str

    def count(self, seen: Sequence[View]) -> int:
        """Return how many outputs are in the event."""
        view = next(v for v in seen if v.name == self.view)
        return int(np.count_nonzero(np.isin(self.sorting.classes(view), self.classes)))


@dataclass(frozen=True)
class Leak:
    """What was concluded: an alarm or not, the event, the two inputs, and the two observed shares."""

    alarm: bool
    event: str
    pair: tuple[int, int]
    share: float
    neighbor_share: float
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Found:
    margin: float
    event: Event
    pair: tuple[int, int]


def check(batches: Sequence[Sequence[Column]], pairs: Pairs, claim: Claim, error: Fraction,
        centers: Sequence[float] = ()) -> Leak:
    """Return what the draws of some inputs say about a claim; `error` bounds the probability of a false alarm.

    `batches` has the columns of every input, in random order, `pairs` the places of inputs that are neighbours, and
    `centers` numbers from which the distance of outputs may be telling.
    """
    first, second = ([views([_half(c, part) for c in columns], centers) for columns in batches] for part in (0, 1))
    nats = math.log(2 / float(error))
    found = [f for place in range(len(first[0])) for sorting in SORTINGS
        for f in _of_sorting([seen[place] for seen in first], sorting, pairs, claim, nats)]
    if not found:
        return Leak(False, "", (0, 0), 0.0, 0.0)
    best = max(found, key=lambda f: f.margin)
    plain = max((f for f in found if f.event.sorting.ordered), key=lambda f: f.margin, default=best)
    if plain.margin > 0 and plain.margin >= PLAIN * best.margin:
        best = plain
    return _judged(best, second, claim, error)


def _half(column: Column, part: int) -> Column:
    middle = len(column) // 2
    return column[middle:] if part else column[:middle]


def _judged(found: _Found, second: Sequence[Sequence[View]], claim: Claim, error: Fraction) -> Leak:
    a, b = found.pair
    n, m = (len(second[i][0].head) for i in (a, b))
    count, other = found.event.count(second[a]), found.event.count(second[b])
    low = clopper_pearson(n, count, error / 2, upper=False)
    high = clopper_pearson(m, other, error / 2, upper=True)
    alarm = low > claim.allows(high)
    words, shares = found.event.words, (count / n, other / m)
    level = claim.binding(high)
    evidence: dict[str, Any] = {"type": "leak", "event": words, "epsilon": str(level.epsilon),
        "factor": float(level.factor), "share": shares[0], "neighbor_share": shares[1]}
    if level.delta:
        evidence["delta"] = float(level.delta)
    if alarm:
        evidence["lowest_bits"] = lowest_bits(second[a][0].head, second[b][0].head)
    return Leak(alarm, words, found.pair, *shares, evidence)


def _of_sorting(seen: Sequence[View], sorting: Sorting, pairs: Pairs, claim: Claim, nats: float) -> Iterator[_Found]:
    """Yield the best event of each kind that one sorting of one view has, for every two neighbours and direction."""
    given = [sorting.classes(view) for view in seen]
    names, place = np.unique(np.concatenate(given), return_inverse=True)
    parts = np.split(place, np.cumsum([len(g) for g in given])[:-1])
    counts = np.array([np.bincount(part, minlength=len(names)) for part in parts])
    if sorting.name == "value":
        often = counts.sum(axis=0) >= OFTEN
        names, counts = names[often], counts[:, often]
    sizes = [len(g) for g in given]
    for a, b in [*pairs, *((j, i) for i, j in pairs)]:
        p, q = counts[a] / sizes[a], counts[b] / sizes[b]
        for classes, words in _sets(names, p, q, (sizes[a], sizes[b]), sorting, seen[0].name, claim):
            margin = _margin(float(p[classes].sum()), float(q[classes].sum()), (sizes[a], sizes[b]), claim, nats)
            yield _Found(margin, Event(seen[0].name, sorting, names[classes], words), (a, b))


def _sets(names: Codes, p: Column, q: Column, sizes: tuple[int, int], sorting: Sorting, view: str,
        claim: Claim) -> Iterator[tuple[npt.NDArray[np.bool_], str]]:
    """Yield sets of classes that may be beyond the claim, with their words."""
    for factor, _ in nearly(claim):
        excess = p - factor * q
        spread = np.sqrt(p / sizes[0]) + factor * np.sqrt((q + 1 / sizes[1]) / sizes[1])
        for strict in STRICT:
            chosen = excess > strict * spread
            if chosen.any():
                yield chosen, _told(names, excess, chosen, sorting, view)
        if sorting.ordered and len(names) > 1:
            for side, words in ((np.cumsum(excess), "not a"), (np.cumsum(excess[::-1])[::-1], "a")):
                place = int(np.argmax(side))
                order = np.arange(len(names))
                chosen = order <= place if words == "not a" else order >= place
                grid = int(names[place]) + (words == "not a")
                if not chosen.all() and grid < ZERO:
                    yield chosen, f"{view} is {words} multiple of 2^{grid}"


def _told(names: Codes, excess: Column, chosen: npt.NDArray[np.bool_], sorting: Sorting, view: str) -> str:
    """The words for a set of classes: how many there are, and the one that betrays most."""
    most = sorting.told(int(names[int(np.argmax(np.where(chosen, excess, -np.inf)))]))
    if chosen.sum() == 1:
        return f"{view} is {most}"
    return f"{view} is in one of {int(chosen.sum())} classes by {sorting.name}; it is {most}, for instance"


def _margin(p: float, q: float, sizes: tuple[int, int], claim: Claim, nats: float) -> float:
    """Return about how far the confidence bounds of an event would be beyond the claim."""
    low = p - math.sqrt(2 * nats * p * (1 - min(p, 1.0)) / sizes[0]) if p < 1 else 1 - nats / sizes[0]
    high = q + math.sqrt(2 * nats * q / sizes[1]) + nats / sizes[1]
    return low - min(1.0, *(factor * high + delta for factor, delta in nearly(claim)))


def lowest_bits(one: Column, other: Column) -> list[dict[str, Any]]:
    """Return, for a picture, how often each bit is the lowest that is set, for two inputs."""
    shares = []
    for column in (one, other):
        low = lowest(column)
        exponents, counts = np.unique(low[low < ZERO], return_counts=True)
        shares.append({int(e): int(c) / len(column) for e, c in zip(exponents, counts, strict=True)})
    common = sorted(e for e in {**shares[0], **shares[1]} if max(s.get(e, 0) for s in shares) >= 0.0005)
    return [{"exponent": e, "input": shares[0].get(e, 0.0), "neighbor": shares[1].get(e, 0.0)} for e in common]


__all__ = ["LOWEST", "Event", "Leak", "check", "lowest_bits"]
