"""A limit on the whole run of one adapter, beside that on each request; and what its programs leave
behind.

An adapter that answers every request just below the limit of a request would otherwise keep a run
going for days. The time of the limit is what the runner spends waiting for programs: for their
starts, their replies and their ends. A budget is time on the wall, whoever spends it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from math import inf
from typing import Any

from ..errors import AdapterError, Broke
from .protocol import Connection

RUN = 240  # the limit of a run, in limits of one request, unless one is given
BUDGET = 1.1  # a budget is kept to within a tenth


class Bounds:
    """The time that is left to all connections of one run, and the children that their programs
    left behind.
    """

    def __init__(
        self,
        request: float,
        longest: float | None = None,
        budget: float | None = None,
        option: str = "--longest",
    ) -> None:
        """Allow `longest` seconds of waiting in all, by default RUN times the limit of a `request`;
        no more than a `budget`, to within a tenth. `option` is where that limit comes from.
        """
        self._seconds = self._unspent = RUN * request if longest is None else longest
        self._option = option
        self._budget = inf if budget is None else budget
        self._ends = time.monotonic() + BUDGET * self._budget
        self._opened: list[Connection] = []

    def wrap(self, connect: Callable[[], Connection]) -> Callable[[], Connection]:
        """Return a connector whose connections are the same, and bounded together."""

        def opened() -> Connection:
            self._check()
            with self._waiting():
                connection = connect()
            self._opened.append(connection)
            return _Bounded(connection, self)

        return opened

    def again(self) -> Bounds:
        """Return the same limits with no connection so far, for what comes before the run."""
        same = copy(self)
        same._opened = []
        return same

    @property
    def left_behind(self) -> str:
        """Return what a program of the run left behind; empty when nothing."""
        return next((told for c in self._opened if (told := getattr(c, "left_behind", ""))), "")

    @property
    def told(self) -> str:
        """Return why a run in which something was left behind is not complete; empty when nothing
        was.
        """
        return f"{self.left_behind}; an adapter ends what it starts" if self.left_behind else ""

    @property
    def left(self) -> float:
        """Return the seconds that are left; 0 or less when the time is over."""
        return min(self._unspent, self._ends - time.monotonic())

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        start = time.monotonic()
        try:
            yield
        finally:
            self._unspent -= time.monotonic() - start

    def _check(self) -> None:
        if self.left <= 0:
            raise self._over()

    def _over(self) -> AdapterError:
        limit = (
            f"{self._seconds:g} s, its limit ({self._option})"
            if self._unspent <= 0
            else f"{self._budget:g} s, its --budget"
        )
        return AdapterError(
            "adapter_start",
            f"the whole run took longer than {limit}",
            broke=Broke.CLOCK,
        )

    def ask(
        self, connection: Connection, request: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Send one request within the time that is left; a program that would have had more is not
        late.
        """
        self._check()
        left = self.left
        try:
            with self._waiting():
                return connection.ask(request, min(seconds, left))
        except AdapterError as error:
            if left < seconds and error.broke is Broke.LATE:
                raise self._over() from error
            raise

    def close(self, connection: Connection) -> None:
        """End one program: at once, where no time is left in which it may say farewell."""
        with self._waiting():
            end = (
                connection.close if self.left > 0 else getattr(connection, "kill", connection.close)
            )
            end()


class _Bounded:
    def __init__(self, inner: Connection, bounds: Bounds) -> None:
        self._inner, self._bounds = inner, bounds

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return self._bounds.ask(self._inner, request, seconds)

    def processor_seconds(self) -> float | None:
        return self._inner.processor_seconds()

    def close(self) -> None:
        self._bounds.close(self._inner)
