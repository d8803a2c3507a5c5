"""A connection that is started again when it breaks, and whose batches have the size that its speed
allows.

One request is in flight at a time. What hangs or crashes is started anew, at most MAX_RESTARTS
times in a run, or as often as who asks says.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..errors import AdapterError
from ..suite.vectors import Vector
from . import clock
from .protocol import Connection, Hello, check_reply, greet
from .requests import Request, encode
from .sizes import Sizes, Timed

MAX_RESTARTS = 5
PAUSE = (
    1.2  # seconds after which a third program is started: a clock that counts seconds has moved on
)
START_SECONDS = (
    1.4  # of work: two programs that take more to start are not started for every sampler
)


class NotRecorded(dict[str, Any]):
    """The reply to what is not in the record that is judged: nobody knows what would have come."""


class Session:
    """A connection that checks replies, starts anew what broke, and knows the sizes of batches."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        seconds: float,
        sizes: Sizes | None = None,
        restarts: int = MAX_RESTARTS,
    ) -> None:
        """`seconds` is the time limit of one request; `sizes` chooses those of batches; so many
        `restarts` are made at most.
        """
        self._connect, self._seconds, self.sizes = connect, seconds, sizes or Sizes()
        self._restarts, self._most, self._seq = 0, restarts, 0
        self._further: list[Session] = []
        self._began, self._slow, self._paused = 0.0, False, False
        self._given_up: AdapterError | None = None
        self._connection, self.hello = self._start()
        # in a verdict
        self.two: str = getattr(self._connection, "two", "two starts of the program")

    def _start(self) -> tuple[Connection, Hello]:
        connection = self._connect()
        try:
            return connection, greet(connection, self._seconds)
        except BaseException:
            connection.close()
            raise

    def ask(self, request: Request) -> dict[str, Any]:
        """Return the checked reply to a request of protocol 2, which is sent in the protocol that
        the program speaks.

        AdapterError says what broke, after which the program has been started anew.
        """
        if self._given_up is not None:
            raise self._given_up
        self._seq += 1
        seq = str(self._seq)
        try:
            return check_reply(
                self._connection.ask(
                    {**encode(request, self.hello.protocol), "seq": seq}, self._seconds
                ),
                seq,
            )
        except AdapterError as error:
            self._connection.close()
            self._restarts += 1
            self._again(error)
            raise

    def _again(self, error: AdapterError) -> None:
        """Start the program anew, or give it up: then every further request is told so, and the run
        ends. What was not asked is not held against it.
        """
        try:
            if self._restarts > self._most:
                raise AdapterError(
                    "adapter_start",
                    f"the adapter broke {self._restarts} times; last: {error}",
                    broke=error.broke,
                ) from error
            self._connection, hello = self._start()
            self._same(hello)
        except AdapterError as ended:
            self._given_up = (
                ended
                if ended.code == "adapter_start"
                else AdapterError("adapter_start", f"started again: {ended}", broke=ended.broke)
            )
            raise self._given_up from ended

    def _same(self, hello: Hello) -> None:
        """Refuse a later start that declares something else: requests are written and chosen by
        what was declared first.
        """
        if replace(hello, name=self.hello.name, version=self.hello.version) != self.hello:
            raise AdapterError(
                "adapter_start",
                "hello: started again, the program declares something else than at first",
            )

    def settle(self, vectors: Sequence[Vector]) -> None:
        """Choose the tier of the run, by some of the vectors that ask for draws."""
        self.sizes.settle(vectors, self._timed_draws)

    def sized(self, vector: Vector) -> Vector:
        """Return the vector with the size of its batches."""
        draws = self.sizes.of(vector, lambda n: self._timed_draws(vector, n).seconds)
        return replace(vector, input={**vector.input, "draws": str(draws)})

    def _timed_draws(self, vector: Vector, draws: int) -> Timed:
        """Return what the reply to a request for so many draws takes; nobody looks at them."""
        asked = vector.prompt() | {"input": {**vector.input, "draws": str(draws)}}
        reply, seconds = self.timed(asked)
        output = reply.get("output")
        counts = output.get("counts") if isinstance(output, dict) else None
        if isinstance(counts, list):
            self.sizes.told(vector, draws, len(counts))
        return Timed(seconds, reply["status"] == "ok")

    def timed(self, request: Request) -> tuple[dict[str, Any], float]:
        """Return the reply to a request, and the seconds that it took (see `clock.py`)."""
        return clock.timed(lambda: self.ask(request), lambda: self._connection.processor_seconds())

    def pinned(self, name: str, otherwise: int) -> int:
        """Return the number of this name in the record that is judged; without a record,
        `otherwise`.
        """
        return otherwise if self.sizes.fixed is None else self.sizes.fixed.get(name, 0)

    def processor_seconds(self) -> float | None:
        """Return the processor time that the implementation has used; None where it is not
        known.
        """
        return self._connection.processor_seconds()

    @contextmanager
    def fresh(self) -> Iterator[tuple[list[Session], Callable[[], Session] | None]]:
        """Start the program twice at the same instant; give the two connections, and once in a run
        what starts a third.

        Asked alike, from the start on, they differ in nothing but their randomness. A program that
        starts slowly is started once for all who ask. The third is started PAUSE seconds after the
        two.
        """
        if not self._further:
            self._began = time.monotonic()
            _, seconds = clock.timed(self._start_two, self._work_of_two)
            for one in self._further:
                self._same(one.hello)
            self._slow = seconds > START_SECONDS
        later, self._paused = (None if self._paused or not self.sizes.later else self._later), True
        try:
            yield self._further[:2], later
        finally:
            if not self._slow:
                self._end_further()

    def _start_two(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            self._further = list(
                pool.map(lambda _: Session(self._connect, self._seconds, self.sizes), range(2))
            )

    def _work_of_two(self) -> float | None:
        """Return the processor time of the programs that were started beside this one, so far."""
        used = [one.processor_seconds() for one in self._further]
        return None if None in used else sum(u for u in used if u is not None)

    def _later(self) -> Session:
        """Return the third program, started once."""
        if len(self._further) < 3:
            if self.sizes.fixed is None:
                time.sleep(max(0.0, self._began + PAUSE - time.monotonic()))
            self._further.append(Session(self._connect, self._seconds, self.sizes))
            self._same(self._further[-1].hello)
        return self._further[-1]

    def _end_further(self) -> None:
        for one in self._further:
            one.close()
        self._further = []

    def gave_up(self, reply: dict[str, Any]) -> bool:
        """Tell whether this reply to something that was answered before is `unsupported`.

        The end of a record, beyond which nothing was recorded, does not count as such a reply.
        """
        return reply["status"] == "unsupported" and not isinstance(reply, NotRecorded)

    def close(self) -> None:
        """End the program that is judged."""
        self._end_further()
        self._connection.close()
