"""A connection that is started again when it breaks, and that knows how fast the implementation draws.

One request is in flight at a time. What hangs or crashes is started anew, at most MAX_RESTARTS times in a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ...errors import AdapterError
from ...suite.power import SIZES, TIERS
from ...suite.vectors import Vector
from ..judging.verdict import Verdict
from .protocol import Connection, Hello, check_reply, greet
from .requests import Request, encode

MAX_RESTARTS = 5
NOT_RECORDED = "not in the record"
TIER_SECONDS, FEW, TRIAL = 2.5, 8, 256
TRIAL_SECONDS = 20.0  # what TRIAL draws may take by the speed of FEW
FULL = TIERS[2]  # a batch below this size is taken only where a batch of many draws was measured to be slow


@dataclass
class Run:
    """The results so far, which are kept when the run is interrupted; `tiers` are the batch sizes, by vector id."""

    hello: Hello
    verdicts: list[Verdict] = field(default_factory=list)
    draws: int = 0
    false_alarm: Fraction = Fraction(0)
    tiers: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""


class Session:
    """A connection that checks replies, starts anew what broke, and chooses batch sizes by measured speed."""

    def __init__(self, connect: Callable[[], Connection], seconds: float, tiers: dict[str, int] | None = None,
            tier: int | None = None) -> None:
        """`seconds` is the time limit of one request; `tiers` fixes batch sizes by vector id (to judge a record), and
        `tier` that of all vectors.
        """
        self._connect, self._seconds, self._fixed, self._tier = connect, seconds, tiers, tier
        self._restarts = self._seq = 0
        self._tiers: dict[str, int] = {}
        self._quick: set[str] = set()  # the objects of which TRIAL draws are not too many
        self._kept: tuple[Request, dict[str, Any]] | None = None
        self._further: list[Session] = []
        self._connection, self.hello = self._start()

    def _start(self) -> tuple[Connection, Hello]:
        connection = self._connect()
        try:
            return connection, greet(connection, self._seconds)
        except BaseException:
            connection.close()
            raise

    def ask(self, request: Request) -> dict[str, Any]:
        """Return the checked reply to a request of protocol 2, which is sent in the protocol that the program speaks.

        AdapterError says what broke, after which the program has been started anew.
        """
        if self._kept is not None and self._kept[0] == request:
            reply, self._kept = self._kept[1], None
            return reply
        self._seq += 1
        seq = str(self._seq)
        try:
            return check_reply(self._connection.ask({**encode(request, self.hello.protocol), "seq": seq},
                self._seconds), seq)
        except AdapterError as error:
            self._connection.close()
            self._restarts += 1
            if self._restarts > MAX_RESTARTS:
                raise AdapterError("adapter_start",
                    f"the adapter broke {self._restarts} times; last: {error}") from error
            self._connection, hello = self._start()
            self._same(hello)
            raise

    def _same(self, hello: Hello) -> None:
        """Refuse a later start that declares something else: requests are written and chosen by what was declared
        first.
        """
        if replace(hello, name=self.hello.name, version=self.hello.version) != self.hello:
            raise AdapterError("adapter_start",
                "hello: started again, the program declares something else than at first")

    def sized(self, vector: Vector) -> Vector:
        """Return the vector with the size of its batches, which is measured once."""
        if self._fixed is not None:
            return replace(vector, input={**vector.input, "draws": str(self._fixed.get(vector.id, TIERS[0]))})
        if self._tier is not None:
            return replace(vector, input={**vector.input, "draws": str(self._tier)})
        if vector.id not in self._tiers:
            self._tiers[vector.id] = self._measured(vector)
        return replace(vector, input={**vector.input, "draws": str(self._tiers[vector.id])})

    def _measured(self, vector: Vector) -> int:
        """Return the largest size of a batch of this vector that takes at most TIER_SECONDS, by the measured speed.

        A few draws take as long as what every request takes beside its draws (tables, laws). Where they speak for less
        than FULL draws, the batch of that size is measured in its turn, and doubled while that takes no longer than a
        batch may, and so on up to FULL. The reply of the size that stays is the one of the first look. What takes so
        long that TRIAL draws are too many is measured by FEW, which the first vector of each object shows.
        """
        asked = self._draws(vector, TRIAL)
        if vector.object in self._quick:
            self._timed(self._draws(vector, 2 * TRIAL))  # a cold program is slow: only the next batch is measured
        else:
            self._timed(self._draws(vector, FEW))
            _, seconds = self._timed(self._draws(vector, FEW))
            if TRIAL * seconds > TRIAL_SECONDS * FEW:
                return _fitting(FEW, seconds)
            self._quick.add(vector.object)
        reply, seconds = self._timed(asked)
        size = _fitting(TRIAL, seconds)
        if size == TRIAL:
            self._kept = asked, reply
        while TRIAL < size < FULL:
            asked = self._draws(vector, size)
            reply, seconds = self._timed(asked)
            larger, tried = min(FULL, _fitting(size, seconds)), size
            while larger <= size and 2 * seconds <= TIER_SECONDS:  # the next size may take less than it seems
                tried *= 2
                _, seconds = self._timed(self._draws(vector, tried))
                larger = min(FULL, _fitting(tried, seconds))
            if larger <= size:
                self._kept = asked, reply
                break
            size = larger
        return size

    @staticmethod
    def _draws(vector: Vector, count: int) -> Request:
        return vector.prompt() | {"input": {**vector.input, "draws": str(count)}}

    def pinned(self, name: str, otherwise: int) -> int:
        """Return the number of this name in the record that is judged; without a record, `otherwise`."""
        return otherwise if self._fixed is None else self._fixed.get(name, 0)

    def _timed(self, request: Request) -> tuple[dict[str, Any], float]:
        """Return the reply to a request, and the seconds until it came."""
        start = time.monotonic()
        reply = self.ask(request)
        return reply, time.monotonic() - start

    def further(self) -> list[Session]:
        """Start the program two more times and return the connections.

        Asked alike, from the start on, they differ in nothing but their randomness.
        """
        while len(self._further) < 2:
            self._further.append(Session(self._connect, self._seconds, self._fixed, self._tier))
            self._same(self._further[-1].hello)
        return self._further

    def gave_up(self, reply: dict[str, Any]) -> bool:
        """Tell whether this reply to something that was answered before is `unsupported`.

        The end of a record, beyond which nothing was recorded, does not count as such a reply.
        """
        return reply["status"] == "unsupported" and not (self._fixed is not None
            and reply.get("reason") == NOT_RECORDED)

    def close(self) -> None:
        """End the program that is judged."""
        for other in self._further:
            other.close()
        self._connection.close()


def _fitting(draws: int, seconds: float) -> int:
    """Return the largest size of a batch that takes at most TIER_SECONDS where so many draws took so many seconds."""
    return max((n for n in SIZES if n * seconds <= TIER_SECONDS * draws), default=SIZES[0])
