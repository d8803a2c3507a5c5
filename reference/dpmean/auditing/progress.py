"""What is said while an audit goes on, and what is kept: how long it will take, then how far it is;
what came so far is written now and then, for who is killed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path

from .door import Door
from .durations import duration_in_words
from .enough import Sight
from .report import BEYOND_REACH, odds
from .run import Audit
from .store import save

EVERY = 2.0  # seconds between two lines of progress
KEEP = 5.0  # at least, between two times that outputs are kept


class Progress:
    """Called after every step. `say` prints a line, or nothing where it is None; `record` is the
    file of the outputs.
    """

    def __init__(
        self,
        door: Door,
        draws: int,
        seconds: float | None,
        record: Path | None,
        say: Callable[[str], None] | None,
    ) -> None:
        self._door, self._draws, self._seconds = door, draws, inf if seconds is None else seconds
        self._record, self._say, self._estimated = record, say, False
        self._began = self._last = time.monotonic()
        self._next = self._began + KEEP

    def __call__(self, audit: Audit) -> None:
        """Writes and says what it is time for."""
        if self._record is not None and time.monotonic() > self._next:
            began = time.monotonic()
            with suppress(OSError):  # which is said at the end
                save(audit, self._record)
            ended = time.monotonic()
            self._next = ended + max(KEEP, 50 * (ended - began))
        if self._say is None:
            return
        if audit.pace is not None and not self._estimated:
            self._estimated = True
            self._say(self._estimate(audit, audit.pace))
        if time.monotonic() - self._last > EVERY and audit.growth:
            self._last = time.monotonic()
            epsilon, claim = audit.growth[-1][2], audit.claims[0].words
            if claim in audit.refuted:
                found = len(audit.hunt.found)
                told = f"{claim} is refuted ({found} findings so far); looking for further causes"
            else:
                told = (
                    f"the evidence against {claim} is {odds(audit.log_wealth())} to 1, and "
                    f"{1 / float(audit.alpha):,.0f} to 1 refutes it"
                )
            self._say(
                f"{audit.draws:,} outputs in {self._last - self._began:.0f} s: {told}"
                + (f"; epsilon is at least {epsilon:.3f}" if epsilon else "")
            )

    def _estimate(self, audit: Audit, pace: float) -> str:
        sight, door = Sight(audit, audit.claims[0]), self._door
        if sight.hopeless:
            return f"{audit.claims[0].words}: {BEYOND_REACH}"
        count = len(audit.first)
        first = (
            f"the first call of the program took {pace:.2g} s; to show even a gross leak, "
            f"{sight.missing:,} outputs for {count} {'pair' if count == 1 else 'pairs'} of data sets "
            "are needed"
        )
        if audit.at_once:
            return f"{first}; later calls make many at once"
        needed = sight.missing * pace
        told = f"{first}, about {duration_in_words(needed)}"
        if needed > self._seconds:
            told += f", which is more than {door.seconds}"
        told += f"; {door.draws} {self._draws:,} take {duration_in_words(self._draws * pace)}"
        return f"{told}; {door.quicker}"
