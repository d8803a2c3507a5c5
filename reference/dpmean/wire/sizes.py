"""How many draws a batch has: the most that the implementation makes in the time that a batch may
take.

A fixed calibration comes before the first draw that is judged: one draw, a few, some hundreds, some
thousands, until they take too long. Its replies are not judged, and those in a record are passed
over in the same way. From the time of the last two follows what larger batches take, since every
request may take a while beside its draws; the size is the largest of SIZES, most of which lie a
factor of four apart, that fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..suite.power import SIZES, TIERS
from ..suite.vectors import Vector
from . import clock

BATCH_SECONDS = 2.0  # the time of one batch, unless a run has a budget
# draws of the calibration, in turn; of two equal numbers the second counts: what a cold program
# takes says nothing
CALIBRATION = (1, 1, 4, 4, 16, 16, 512, 512, 1 << 14)
CALIBRATED = (
    " calibrated"  # of the name in a record under which stands how many of them were asked for
)
LONGEST = 4  # the calibration takes at most about so many times as long as a batch
PARTS = 4  # of the time of a check: its calibration, its batch, the judge, and what has no draws
ORDINARY, THOROUGH = 1 << 20, 1 << 24  # the largest batches of an ordinary and of a thorough run
THOROUGH_SECONDS = 60.0


@dataclass
class Sizes:
    """The sizes of a run's batches, by vector.

    most, seconds: the largest batch, and what one may take. tier: one size for all, if given.
    fixed: those of a record. budget: the seconds that a whole run may take, if given. measured:
    what is measured in spite of a tier. later: whether a third program is started after a pause
    (see `judging/draws/singles.py`). chosen: what a record needs, which is made as they are.
    """

    most: int = ORDINARY
    seconds: float = BATCH_SECONDS
    tier: int | None = None
    budget: float | None = None
    fixed: dict[str, int] | None = None
    measured: frozenset[str] = frozenset()
    later: bool = True
    chosen: dict[str, int] = field(default_factory=dict)

    def divide(self, checks: int) -> None:
        """Divide the budget of the run, in seconds of this machine, among so many checks with
        draws, before the first of them.
        """
        if self.budget is not None:
            self.seconds = self.budget / (PARTS * max(1, checks)) / clock.slowness()

    def of(self, vector: Vector, timed: Callable[[int], float]) -> int:
        """Return the size for this vector; `timed` asks for so many draws and returns the seconds
        that they took.
        """
        if self.fixed is not None:
            done, asked = (
                those.get(vector.id + CALIBRATED, 0) for those in (self.chosen, self.fixed)
            )
            for draws in CALIBRATION[done:asked]:
                self._asked(vector, draws, timed)
            return self.fixed.get(vector.id, TIERS[0])
        if self.tier is not None and vector.id not in self.measured:
            return self.tier
        if vector.id not in self.chosen:
            self.chosen[vector.id] = self._calibrated(vector, timed)
        return self.chosen[vector.id]

    def _calibrated(self, vector: Vector, timed: Callable[[int], float]) -> int:
        seen: dict[int, float] = {}
        for draws in CALIBRATION:
            if (
                draws not in seen
                and len(seen) > 1
                and expected(list(seen.items()), draws) > LONGEST * self.seconds
            ):
                break
            seen[draws] = self._asked(vector, draws, timed)
        points = list(seen.items())
        return max(
            (n for n in SIZES if n <= self.most and expected(points, n) <= self.seconds),
            default=SIZES[0],
        )

    def _asked(self, vector: Vector, draws: int, timed: Callable[[int], float]) -> float:
        """Return the seconds of one request of the calibration, which counts also if it breaks the
        program.
        """
        name = vector.id + CALIBRATED
        self.chosen[name] = self.chosen.get(name, 0) + 1
        return timed(draws)


def expected(seen: list[tuple[int, float]], draws: int) -> float:
    """Return the seconds that so many draws take, by the last two of those seen."""
    (before, took), (n, seconds) = seen[-2:]
    each = max(0.0, seconds - took) / (n - before)
    return seconds + each * (draws - n)
