"""How much is asked of an implementation: its tier, and from it the draws of a batch.

The tier of a run is chosen once, by a count of work (`clock.py`): some of the run's checks, spread
over all of them, are asked for one draw, a few, some hundreds, some thousands, until they take too
long. From the time of the last two follows what larger batches take, since every request may take a
while beside its draws; the size is the largest of SIZES, most of which lie a factor of four apart,
that fits, and the tier is the median of these sizes, with the number of single draws that a request
of one draw allows. All else follows from it and from the vector, but for a check whose batch would
take LONGEST times as long as one may: it gets fewer draws. Replies of a calibration are not judged,
and those in a record are passed over in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, median_low
from typing import NamedTuple

from ..errors import AdapterError
from ..suite.power import SIZES, TIERS
from ..suite.vectors import Vector
from . import clock

BATCH_SECONDS = 2.0  # the time of one batch, unless a run has a budget
# draws of the calibration, in turn; of two equal numbers the second counts: what a cold program
# takes says nothing
CALIBRATION = (1, 1, 4, 4, 16, 16, 512, 512, 1 << 14)
# of the names in a record under which stands how many of them were asked for, and how many more
# single ones
CALIBRATED, SINGLY = " calibrated", " singly"
LONGEST = 4  # the calibration takes at most about so many times as long as a batch; a batch too
TICK = 0.01  # seconds: the processor's clock is no finer
PARTS = 4  # of the time of a check: its calibration, its batch, the judge, and what has no draws
ORDINARY, THOROUGH = 1 << 20, 1 << 24  # the largest batches of an ordinary and of a thorough run
THOROUGH_SECONDS = 60.0
# draws of a batch whose outcomes come as numbers one by one, each of which takes a kilobyte
WIDE = 1 << 16
FEW = 16  # draws of a calibration that say nothing of how many outcomes differ
SAMPLE = 9  # checks by which the tier is chosen
ONES = 32  # requests of one draw of each of them, which tell how long such a request takes
# single draws of a sampler, and how long a request of one may take for so many
SINGLES = ((2048, 1 / 4096), (512, 1 / 1024), (128, 10 / 128), (32, 10 / 32), (8, float("inf")))
SLOW = 128  # at most, where a batch is smaller than others, or a request of one draw takes long
# those of a tier that was given: so many draws in a batch, and more
OF_BATCH = ((1 << 16, 2048), (1 << 11, 512), (256, 128), (32, 32), (0, 8))
# the names of a run's tier among the sizes of a record, and of those of a batch that is smaller
BATCH, SINGLE, FEWER = " draws of a batch", " single draws", " fewer"


class Timed(NamedTuple):
    """What a request took, in seconds, and whether it was answered."""

    seconds: float
    answered: bool


@dataclass
class Sizes:
    """The tier of a run, and the sizes of its batches by vector.

    tier, single: draws of a batch and single draws of a sampler; None: chosen by `settle`. fewer: by
    vector, where a batch is smaller. probed: the vectors for which it is measured whether it must
    be; None: all. most, seconds: the largest batch, and what one may take. budget: the seconds that
    a whole run may take, if given. fixed: what a record has of all this. later: whether a third
    program is started after a pause (see `judging/draws/singles.py`). chosen: what a record needs,
    which is made as they are. wide: the vectors whose outcomes differ, as numbers one by one.
    """

    most: int = ORDINARY
    seconds: float = BATCH_SECONDS
    tier: int | None = None
    single: int | None = None
    fewer: Mapping[str, int] = field(default_factory=dict)
    probed: frozenset[str] | None = frozenset()
    budget: float | None = None
    fixed: dict[str, int] | None = None
    later: bool = True
    chosen: dict[str, int] = field(default_factory=dict)
    wide: set[str] = field(default_factory=set, compare=False)
    _seen: dict[str, list[tuple[int, float]]] = field(default_factory=dict, compare=False)
    _one: dict[str, float] = field(default_factory=dict, compare=False)

    def divide(self, checks: int) -> None:
        """Divide the budget of the run, in seconds of this machine, among so many checks with
        draws, before the first of them.
        """
        if self.budget is not None:
            self.seconds = self.budget / (PARTS * max(1, checks)) / clock.slowness()

    def settle(self, vectors: Sequence[Vector], timed: Callable[[Vector, int], Timed]) -> None:
        """Choose the tier by some of the vectors, unless it was given; `timed` asks for so many
        draws of one.

        A sample that breaks the program ends it. Where nothing was answered, each vector has the
        size that it allows itself.
        """
        if self.fixed is not None:
            self.tier, self.single = self.fixed.get(BATCH), self.fixed.get(SINGLE)
        elif self.tier is None:
            sizes, ones = self._sample(vectors, timed)
            if sizes:
                self.tier, self.probed = median_low(sizes), None
                self.single = next(n for n, most in SINGLES if median(ones) <= most)
        if self.tier is not None:
            self.chosen[BATCH], self.chosen[SINGLE] = self.tier, self.singles

    @property
    def singles(self) -> int:
        """How many single draws of a sampler are asked for."""
        return _of_batch(self.tier or self.most) if self.single is None else self.single

    def singles_of(self, id_: str, draws: int) -> int:
        """Return how many single draws are asked for of a vector with so many in a batch: few, where
        its batch is smaller than those of others, or a request of one draw takes long.
        """
        if self.tier is None:
            return _of_batch(draws) if self.single is None else self.single
        slow = draws < self.tier or id_ in self.fewer or self._one.get(id_, 0.0) > 2 * TICK
        return min(self.singles, SLOW, _of_batch(draws)) if slow else self.singles

    def of(self, vector: Vector, timed: Callable[[int], float]) -> int:
        """Return the size for this vector; `timed` asks for so many draws and returns the seconds
        that they took.
        """
        if self.fixed is not None:
            self._pass_over(vector, timed, self.fixed)
            if vector.id + FEWER in self.fixed:
                self.chosen[vector.id + FEWER] = self.fixed[vector.id + FEWER]
            return self.fixed.get(vector.id, TIERS[0])
        found = self._chosen(vector, timed)
        if self.tier is not None and found < self.tier:
            self.chosen[vector.id + FEWER] = found
        return found

    def told(self, vector: Vector, draws: int, outcomes: int) -> None:
        """Hear how many different outcomes a calibration had."""
        if draws >= FEW:
            (self.wide.add if 2 * outcomes > draws else self.wide.discard)(vector.id)

    def _chosen(self, vector: Vector, timed: Callable[[int], float]) -> int:
        if vector.id in self.fewer and self.tier is not None:
            return min(self.tier, self.fewer[vector.id])
        if self.tier is not None and self.probed is not None and vector.id not in self.probed:
            return self.tier
        if vector.id not in self.chosen:
            seen = self._seen.get(vector.id) or self._calibrated(vector, timed, self.tier)
            size, self._one[vector.id] = self._size(seen), dict(seen)[1]
            self.chosen[vector.id] = min(size, WIDE) if vector.id in self.wide else size
        return self.chosen[vector.id]

    def _size(self, points: list[tuple[int, float]]) -> int:
        """Return the size for what was seen: that of the tier, if it does not take LONGEST times as
        long as it may; else the largest that fits.
        """
        if self.tier is not None and _within(points, self.tier, LONGEST * self.seconds):
            return self.tier
        most = self.most if self.tier is None else self.tier
        return max(
            (n for n in SIZES if n <= most and expected(points, n) <= self.seconds),
            default=min(SIZES[0], most),
        )

    def _sample(
        self, vectors: Sequence[Vector], timed: Callable[[Vector, int], Timed]
    ) -> tuple[list[int], list[float]]:
        """Return the sizes that some vectors allow, and what a request of one draw takes."""
        sizes, ones, answered = [], [], True

        def ask(vector: Vector, draws: int) -> float:
            nonlocal answered
            found = timed(vector, draws)
            answered = answered and found.answered
            return found.seconds

        for vector in _spread(vectors, SAMPLE):
            answered = True
            try:
                points = self._calibrated(vector, lambda n, v=vector: ask(v, n), None)  # type: ignore[misc]
                one = dict(points)[1]
                if answered and one * ONES <= self.seconds:
                    self.chosen[vector.id + SINGLY] = ONES
                    one = sum(ask(vector, 1) for _ in range(ONES)) / ONES
            except AdapterError as error:
                if error.code == "adapter_start":
                    raise
                break
            if answered:
                self._seen[vector.id] = points
                sizes.append(self._size(points))
                ones.append(one)
        return sizes, ones

    def _calibrated(
        self, vector: Vector, timed: Callable[[int], float], enough: int | None
    ) -> list[tuple[int, float]]:
        """Return how long some numbers of draws took; no more of them than tell that `enough` fit."""
        seen: dict[int, float] = {}
        for draws in CALIBRATION:
            points = list(seen.items())
            if draws not in seen and len(seen) > 1:
                if expected(points, draws) > LONGEST * self.seconds:
                    break
                # outcomes that differ are looked at in more draws
                looked = enough is not None and vector.id not in self.wide
                if looked and enough and _within(points, enough, LONGEST * self.seconds):
                    break
            seen[draws] = self._asked(vector, draws, timed)
        return list(seen.items())

    def _asked(self, vector: Vector, draws: int, timed: Callable[[int], float]) -> float:
        """Return the seconds of one request of the calibration, which counts also if it breaks the
        program.
        """
        name = vector.id + CALIBRATED
        self.chosen[name] = self.chosen.get(name, 0) + 1
        return timed(draws)

    def _pass_over(
        self, vector: Vector, timed: Callable[[int], float], fixed: Mapping[str, int]
    ) -> None:
        """Ask for what the calibration of a record asked for, once."""
        name = vector.id + CALIBRATED
        for draws in CALIBRATION[self.chosen.get(name, 0) : fixed.get(name, 0)]:
            self._asked(vector, draws, timed)
        for _ in range(
            0 if self.chosen.get(vector.id + SINGLY) else fixed.get(vector.id + SINGLY, 0)
        ):
            timed(1)
            self.chosen[vector.id + SINGLY] = 1


def _of_batch(draws: int) -> int:
    return next(n for least, n in OF_BATCH if draws >= least)


def expected(seen: list[tuple[int, float]], draws: int) -> float:
    """Return the seconds that so many draws take, by the last two of those seen."""
    (before, took), (n, seconds) = seen[-2:]
    each = max(0.0, seconds - took) / (n - before)
    return seconds + each * (draws - n)


def _within(seen: list[tuple[int, float]], draws: int, seconds: float) -> bool:
    """Tell whether so many draws take at most so long, with all that the clock may have missed."""
    return expected(seen, draws) + TICK * draws / seen[-1][0] <= seconds


def _spread(vectors: Sequence[Vector], count: int) -> list[Vector]:
    """Return so many of the vectors, evenly spread over all."""
    step = max(1.0, len(vectors) / count)
    return [vectors[int(i * step)] for i in range(min(count, len(vectors)))]
