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
from ...suite.power import TIERS
from ...suite.vectors import Vector
from ..judging.verdict import Verdict
from .protocol import Connection, Hello, check_reply, greet
from .requests import Request, encode

MAX_RESTARTS = 5
NOT_RECORDED = "not in the record"
TIER_SECONDS, TRIAL = 2.5, 256


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

    def __init__(self, connect: Callable[[], Connection], seconds: float, tiers: dict[str, int] | None = None) -> None:
        """`seconds` is the time limit of one request; `tiers` fixes batch sizes by vector id (to judge a record)."""
        self._connect, self._seconds, self._fixed = connect, seconds, tiers
        self._restarts = self._seq = 0
        self._tiers: dict[tuple[str, str], int] = {}
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
        """Return the vector with the batch size for its object.

        The speed is measured once, with a trial batch whose draws are not judged.
        """
        if self._fixed is not None:
            return replace(vector, input={**vector.input, "draws": str(self._fixed.get(vector.id, TIERS[0]))})
        key = (vector.object, vector.params.get("noise", "") + vector.params.get("epsilon",
            vector.params.get("sigma_squared", "")))
        if key not in self._tiers:
            trial = vector.prompt() | {"input": {**vector.input, "draws": str(TRIAL)}}
            self.ask(trial)  # a cold program is slow: only the second batch is measured
            start = time.monotonic()
            self.ask(trial)
            each = (time.monotonic() - start) / TRIAL
            self._tiers[key] = max((n for n in TIERS if n * each <= TIER_SECONDS), default=TIERS[0])
        return replace(vector, input={**vector.input, "draws": str(self._tiers[key])})

    def further(self) -> list[Session]:
        """Start the program two more times and return the connections.

        Asked alike, from the start on, they differ in nothing but their randomness.
        """
        while len(self._further) < 2:
            self._further.append(Session(self._connect, self._seconds, self._fixed))
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
