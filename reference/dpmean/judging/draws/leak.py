"""Whether draws from neighbouring inputs contradict a guarantee: an event is chosen on one half,
judged on the other.

Every set of classes of a sorting (`bits.py`) is an event. On the first half of the draws the
classes are taken of which one input has more than the claim allows its neighbour, for every two
neighbours and both directions, and the event with the largest margin stays. On the second half,
exact confidence bounds of its two probabilities are compared: only what is beyond the claim for
both is an alarm, which is wrong with probability at most the given error, whatever was chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from .batch import Column
from .bits import SORTINGS, ZERO, Codes, Sorting, View, lowest, views
from .claims import Claim, Seen, at_most, contradicts, nearly

Mask = npt.NDArray[np.bool_]
Pairs = Sequence[tuple[int, int]]
# standard deviations by which a class must be beyond the claim to be taken into an event
STRICT = (0.5, 1.5, 3.0)
EVERY = 5  # of many levels of a claim, each fifth is enough to choose classes by
OFTEN = 2  # times that a value must come before it is an event: a table of values repeats
PLAIN = 0.9  # an event in plain words is preferred if its margin is so large a part of the best one


@dataclass(frozen=True)
class Event:
    """A set of classes of one sorting of one view, and its words."""

    view: str
    sorting: Sorting
    classes: Codes
    words: str
    plain: bool = False

    def count(self, seen: Sequence[View]) -> int:
        """Return how many outputs are in the event."""
        view = next(v for v in seen if v.name == self.view)
        return int(np.count_nonzero(np.isin(self.sorting.classes(view), self.classes)))


@dataclass(frozen=True)
class Leak:
    """What was concluded: an alarm or not, the event, the two inputs, and the two observed
    shares.
    """

    alarm: bool
    event: str
    pair: tuple[int, int]
    share: float
    neighbor_share: float
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """An event, two inputs, and about how far the claim is exceeded."""

    margin: float
    event: Event
    pair: tuple[int, int]


def check(
    batches: Sequence[Sequence[Column]],
    pairs: Pairs,
    claim: Claim,
    error: Fraction,
    centers: Sequence[float] = (),
) -> Leak:
    """Return what the draws of some inputs say about a claim; `error` bounds the probability of a
    false alarm.

    `batches` has the columns of every input, in random order, `pairs` the places of inputs that are
    neighbours, and `centers` numbers from which the distance of outputs may be telling.
    """
    first, second = (
        [views([_half(c, part) for c in columns], centers) for columns in batches]
        for part in (0, 1)
    )
    found = chosen(first, pairs, claim, error)
    return (
        Leak(False, "", (0, 0), 0.0, 0.0) if found is None else _judged(found, second, claim, error)
    )


def chosen(
    seen: Sequence[Sequence[View]], pairs: Pairs, claim: Claim, error: Fraction
) -> Found | None:
    """Return the event that speaks most against a claim, by the views of the draws of every input;
    None without any.
    """
    nats = math.log(2 / float(error))
    found = [
        f
        for place in range(len(seen[0]))
        for sorting in SORTINGS
        for f in _of_sorting([views_of[place] for views_of in seen], sorting, pairs, claim, nats)
    ]
    if not found:
        return None
    best = max(found, key=lambda f: f.margin)
    plain = max((f for f in found if f.event.plain), key=lambda f: f.margin, default=best)
    return plain if plain.margin > 0 and plain.margin >= PLAIN * best.margin else best


def _half(column: Column, part: int) -> Column:
    middle = len(column) // 2
    return column[middle:] if part else column[:middle]


def _judged(found: Found, second: Sequence[Sequence[View]], claim: Claim, error: Fraction) -> Leak:
    a, b = found.pair
    n, m = (len(second[i][0].head) for i in (a, b))
    count, other = found.event.count(second[a]), found.event.count(second[b])
    alarm = contradicts(Seen(count, n, other, m), claim, error)
    words, shares = found.event.words, (count / n, other / m)
    level = claim.binding(at_most(other, m, error / 2))
    evidence: dict[str, Any] = {
        "type": "leak",
        "event": words,
        "epsilon": str(level.epsilon),
        "factor": level.times,
        "share": shares[0],
        "neighbor_share": shares[1],
    }
    if level.delta:
        evidence["delta"] = float(level.delta)
    if alarm:
        evidence["lowest_bits"] = lowest_bits(second[a][0].head, second[b][0].head)
    return Leak(alarm, words, found.pair, *shares, evidence)


def _of_sorting(
    seen: Sequence[View], sorting: Sorting, pairs: Pairs, claim: Claim, nats: float
) -> Iterator[Found]:
    """Yield an event by each rule for one sorting of one view, for every two neighbours and
    direction.

    A rule that takes many rare classes promises too much on the draws that it took them by: its
    margin is that of the classes taken on each quarter of the draws, counted on the other quarter.
    The event has the classes of both.
    """
    given = [sorting.classes(view) for view in seen]
    names, place = _placed(np.concatenate(given))
    counts = np.array(
        [
            [np.bincount(half, minlength=len(names)) for half in np.array_split(part, 2)]
            for part in np.split(place, np.cumsum([len(g) for g in given])[:-1])
        ]
    )
    often = counts.sum(axis=(0, 1)) >= (OFTEN if sorting.name == "value" else 1)
    names, counts = names[often], counts[:, :, often]
    sizes = [len(g) for g in given]
    for a, b in [*pairs, *((j, i) for i, j in pairs)]:
        n, m = sizes[a], sizes[b]
        parts = [_Shares(2 * counts[a, i] / n, 2 * counts[b, i] / m, n / 2, m / 2) for i in (0, 1)]
        whole = _Shares(counts[a].sum(axis=0) / n, counts[b].sum(axis=0) / m, n, m)
        for rule, side in _rules(sorting, claim):
            classes = rule(whole)
            if not classes.any() or classes.all():
                continue
            taken = [rule(part) for part in parts]
            p, q = (
                (float(x[taken[1]].sum()) + float(y[taken[0]].sum())) / 2
                for x, y in ((parts[0].p, parts[1].p), (parts[0].q, parts[1].q))
            )
            words = _told(names, whole, classes, sorting, seen[0].name, side)
            event = Event(seen[0].name, sorting, names[classes], words, bool(side))
            yield Found(_margin(p, q, (n, m), claim, nats), event, (a, b))


def _placed(classes: Codes) -> tuple[Codes, Codes]:
    """Return names of classes in rising order, and for every class its place among them; where
    these lie close together some names may have no class (it is quicker than to sort them).
    """
    low = int(classes.min())
    span = int(classes.max()) - low + 1
    if span <= len(classes):
        return np.arange(low, low + span), classes - low
    names, place = np.unique(classes, return_inverse=True)
    return names, place


@dataclass(frozen=True)
class _Shares:
    """The share of every class among n draws of one input, and among m of its neighbour."""

    p: Column
    q: Column
    n: float
    m: float


Rule = Callable[[_Shares], Mask]


def _rules(sorting: Sorting, claim: Claim) -> Iterator[tuple[Rule, str]]:
    """Yield the ways to take classes: those beyond the claim by some deviations or, if ordered, one
    side of them.
    """
    for factor, _ in nearly(claim)[::EVERY]:
        for strict in STRICT:  # the more, the fewer classes and the surer
            yield partial(_beyond, factor, strict), ""
        if sorting.ordered:
            yield partial(_side, factor, False), "not a"
            yield partial(_side, factor, True), "a"


def _beyond(factor: float, strict: float, s: _Shares) -> Mask:
    spread = np.sqrt(s.p / s.n) + factor * np.sqrt((s.q + 1 / s.m) / s.m)
    found: Mask = s.p - factor * s.q > strict * spread
    return found


def _side(factor: float, upper: bool, s: _Shares) -> Mask:
    """All classes up to the one, or from the one, at which they have most beyond the claim."""
    excess = s.p - factor * s.q
    order = np.arange(len(excess))
    if upper:
        return order >= int(np.argmax(np.cumsum(excess[::-1])[::-1]))
    return order <= int(np.argmax(np.cumsum(excess)))


def _told(names: Codes, s: _Shares, classes: Mask, sorting: Sorting, view: str, side: str) -> str:
    """The words for a set of classes: how many there are, and the one that betrays most."""
    if side:
        grid = int(names[classes].min()) if side == "a" else int(names[classes].max()) + 1
        return f"{view} is 0" if grid == ZERO else f"{view} is {side} multiple of 2^{grid}"
    most = sorting.told(int(names[int(np.argmax(np.where(classes, s.p - s.q, -np.inf)))]))
    if classes.sum() == 1:
        return f"{view} is {most}"
    return (
        f"{view} is in one of {int(classes.sum())} classes by {sorting.name}; it is {most}, for "
        "instance"
    )


def _margin(p: float, q: float, sizes: tuple[int, int], claim: Claim, nats: float) -> float:
    """Return about how far the confidence bounds of an event would be beyond the claim."""
    low = (
        p - math.sqrt(2 * nats * p * (1 - min(p, 1.0)) / sizes[0]) if p < 1 else 1 - nats / sizes[0]
    )
    high = q + math.sqrt(2 * nats * q / sizes[1]) + nats / sizes[1]
    return low - min(1.0, *(factor * high + delta for factor, delta in nearly(claim)))


def lowest_bits(one: Column, other: Column) -> list[dict[str, Any]]:
    """Return, for a picture, how often each bit is the lowest that is set, for two inputs."""
    shares = []
    for column in (one, other):
        low = lowest(column)
        exponents, counts = np.unique(low[low < ZERO], return_counts=True)
        shares.append(
            {int(e): int(c) / len(column) for e, c in zip(exponents, counts, strict=True)}
        )
    common = sorted(
        e for e in {**shares[0], **shares[1]} if max(s.get(e, 0) for s in shares) >= 0.0005
    )
    return [
        {"exponent": e, "input": shares[0].get(e, 0.0), "neighbor": shares[1].get(e, 0.0)}
        for e in common
    ]
