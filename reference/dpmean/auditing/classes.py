"""Sets of classes of outputs: those of which one input had more so far than the claim allows.

Classes are counted over all draws, so that what comes once in a million draws is known when it
comes again. A class that never came before is a class too: an input whose outputs never repeat
gives itself away beside one whose do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from .betting import RARE, Counts, Positions
from .families import Sorting
from .looks import NOTHING, Look
from .outputs import Codes, Outputs

STRICT = (0.0, 1.5, 3.0)  # standard deviations by which a class must have been beyond the claim
STRICT_SHARES = (0.5, 0.3, 0.2)
BOTH = 0.5  # the capital that bets in both directions at once
MOST_CLASSES = 1 << 14
ROWS = 3 * len(STRICT)  # in the first direction, in the second, in both
_WEIGHTS = np.concatenate(
    [np.array(STRICT_SHARES) * share for share in ((1 - BOTH) / 2, (1 - BOTH) / 2, BOTH)]
)


@dataclass
class Classes:
    """Sets of classes, three for each direction: the stricter, the fewer classes and the surer."""

    name: str
    sorting: Sorting
    words: Callable[[int], str]
    look: Look = Look.VALUE
    leaf: int | None = None
    names: Codes = field(default_factory=lambda: np.empty(0, np.int64))
    counts: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, 0)))
    # draws of classes that were new
    unseen: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    looked: Codes | None = None  # the classes among which draws are looked up, in order
    chosen: npt.NDArray[np.bool_] | None = (
        None  # by set and class looked up; the last is for those not found
    )
    draws: int = 0
    hits: Counts = field(default_factory=lambda: np.zeros(ROWS, np.int64))
    misses: Counts = field(default_factory=lambda: np.zeros(ROWS, np.int64))
    new: tuple[list[Codes], list[Codes]] = field(default_factory=lambda: ([], []))

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Chooses classes, from all draws that were counted; the first time from these."""
        if self.chosen is None:
            self.new[0].append(self.sorting(one))
            self.new[1].append(self.sorting(other))
        a, b = (np.concatenate(codes) if codes else np.empty(0, np.int64) for codes in self.new)
        a, b = a[a != NOTHING], b[b != NOTHING]
        self.new = ([], [])
        self._merge(a, b)
        self.choose(factor)

    def _merge(self, a: Codes, b: Codes) -> None:
        """Adds draws of both inputs to the counts, and forgets classes that came once and long
        ago.
        """
        names, place = np.unique(np.concatenate([a, b]), return_inverse=True)
        counts = np.array(
            [
                np.bincount(place[: len(a)], minlength=len(names)),
                np.bincount(place[len(a) :], minlength=len(names)),
            ],
            dtype=np.float64,
        )
        known = self._known(names)
        alone = ~known if self.chosen is not None else counts.sum(axis=0) == 1
        self.unseen += counts[:, alone].sum(axis=1)
        if known.any():
            self.counts[:, np.searchsorted(self.names, names[known])] += counts[:, known]
        more = np.concatenate([self.names, names[~known]])
        all_counts = np.concatenate([self.counts, counts[:, ~known]], axis=1)
        if len(more) > MOST_CLASSES:
            # of those alike, the later ones
            often = all_counts.sum(axis=0) + np.arange(len(more)) / (2 * len(more))
            keep = np.argpartition(often, len(more) - MOST_CLASSES)[-MOST_CLASSES:]
            more, all_counts = more[keep], all_counts[:, keep]
        order = np.argsort(more)
        self.names, self.counts = more[order], all_counts[:, order]

    def _known(self, names: Codes) -> npt.NDArray[np.bool_]:
        if not len(self.names):
            return np.zeros(len(names), np.bool_)
        found: npt.NDArray[np.bool_] = (
            self.names[np.minimum(np.searchsorted(self.names, names), len(self.names) - 1)] == names
        )
        return found

    def choose(self, factor: float) -> None:
        """Takes the classes of which either input had more so far than the claim allows, for every
        strictness.
        """
        counts = np.concatenate([self.counts, self.unseen[:, None]], axis=1)
        found = []
        for side in (0, 1):
            mine, theirs = counts[side], counts[1 - side]
            excess = mine - factor * theirs
            spread = np.sqrt(mine + factor * factor * (theirs + 1))
            found += [(excess > strict * spread) & (mine > 1) for strict in STRICT]
        sets = np.array(found)
        sets[:, :-1] &= self.names != NOTHING
        if sets[:, -1].any():
            self.looked, self.chosen = self.names, sets
        else:
            some = np.flatnonzero(sets.any(axis=0))
            self.looked, self.chosen = (
                self.names[some],
                np.concatenate([sets[:, some], sets[:, -1:]], axis=1),
            )

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the draws in every set."""
        if self.chosen is None or self.looked is None:
            return
        for side, outputs in enumerate((one, other)):
            codes = self.sorting(outputs)
            if self.keeps:
                self.new[side].append(codes)
            if not self.chosen.any():
                continue
            seen = self._seen(codes)
            k = len(STRICT)
            first, second = (self.hits, self.misses) if side == 0 else (self.misses, self.hits)
            first[:k] += seen[:k]
            second[k : 2 * k] += seen[k:]
            self.hits[2 * k :] += seen[:k] if side == 0 else seen[k:]
            self.misses[2 * k :] += seen[k:] if side == 0 else seen[:k]
        self.draws += len(one) + len(other)

    keeps = True  # whether codes are kept until the next time that classes are chosen

    def _seen(self, codes: Codes) -> Counts:
        """Returns how many draws are in every set."""
        assert self.chosen is not None
        assert self.looked is not None
        size, codes = len(self.looked), codes[codes != NOTHING]
        if not size:
            return self.chosen[:, -1].astype(np.int64) * len(codes)
        place = np.searchsorted(self.looked, codes)
        place[self.looked[np.minimum(place, size - 1)] != codes] = size
        found: Counts = self.chosen.astype(np.int64) @ np.bincount(place, minlength=size + 1)
        return found

    def positions(self) -> Positions:
        """Returns one position for each set, and for the sets of one strictness in both
        directions.
        """
        sides = np.repeat([1, 1, 2], len(STRICT))
        return Positions(
            self.hits,
            self.misses,
            np.zeros(ROWS, np.int64),
            np.full(ROWS, self.draws, np.int64),
            sides,
            np.zeros(ROWS),
            np.full(ROWS, RARE),
            _WEIGHTS,
        )

    def classes(self, row: int) -> Codes:
        """Returns the classes on which a position bets, in either direction."""
        way, strict = divmod(row, len(STRICT))
        if self.chosen is None or self.looked is None:
            return np.empty(0, np.int64)
        rows = [strict, strict + len(STRICT)] if way == 2 else [row]
        found: Codes = self.looked[self.chosen[rows, :-1].any(axis=0)]
        return found

    def forward(self, row: int) -> bool:
        """Tells whether the event that is told first is the likelier under the first input."""
        return row // len(STRICT) != 1

    def told(self, row: int) -> str:
        """Returns how many classes a set has and one of them, and under which input it is the
        likelier.
        """
        way, strict = divmod(row, len(STRICT))
        if way != 2 or self.chosen is None:
            return self._set(row)
        both = [place for place in (strict, strict + len(STRICT)) if self.chosen[place].any()]
        return "; ".join(map(self._set, both or [strict]))

    def _set(self, place: int) -> str:
        side = "under the first input" if place < len(STRICT) else "under the second"
        if self.chosen is None or self.looked is None:
            return f"{self.name}: no class {side}"
        classes = self.looked[self.chosen[place, :-1]]
        new = int(self.chosen[place, -1])
        if not len(classes) and not new:
            return f"{self.name}: no class {side}"
        example = self.words(int(classes[0])) if len(classes) else "one that had not come before"
        if len(classes) + new == 1:
            return f"{self.name}: {example} {side}"
        return f"{self.name}: one of {len(classes) + new} classes, such as {example}, {side}"
