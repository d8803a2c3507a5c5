"""A limit on the whole run of one adapter, beside that on each request; and what its programs leave
behind.

An adapter that answers every request just below the limit of a request would otherwise keep a run
going for days. The time of that limit is what the runner spends waiting for replies; a budget is time
on the wall, all that the runner does included. Both stop a run between two requests, and say nothing
of the adapter.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import AdapterError, Broke
from .protocol import Connection


@dataclass(frozen=True)
class Allowed:
    """What a run may take: seconds of waiting for replies, and a budget since it began."""

    waiting: float
    budget: float | None = None
    began: float = field(default_factory=time.monotonic)


class Bounds:
    """The time that is left to all connections of one run, and the children that their programs
    left behind.
    """

    def __init__(self, allowed: Allowed) -> None:
        """Nothing was waited for so far."""
        self.allowed, self.left = allowed, allowed.waiting
        self._opened: list[Connection] = []

    def wrap(self, connect: Callable[[], Connection]) -> Callable[[], Connection]:
        """Return a connector whose connections are the same, and bounded together."""

        def opened() -> Connection:
            self._check()
            connection = connect()
            self._opened.append(connection)
            return _Bounded(connection, self)

        return opened

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

    def _check(self) -> None:
        if self.left <= 0:
            raise self._over(f"{self.allowed.waiting:g} s, its limit (--longest)")
        budget = self.allowed.budget
        if budget is not None and time.monotonic() - self.allowed.began >= budget:
            raise self._over(f"{budget:g} s, its budget (--budget)")

    def _over(self, what: str) -> AdapterError:
        return AdapterError(
            "adapter_start", f"the whole run took longer than {what}", broke=Broke.CLOCK
        )

    def ask(
        self, connection: Connection, request: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Send one request within the time that is left."""
        self._check()
        start, left = time.monotonic(), self.left
        try:
            return connection.ask(request, min(seconds, left))
        except AdapterError as error:
            if error.broke is Broke.LATE and left < seconds:  # for the run, not for a reply
                self.left = 0.0
                self._check()
            raise
        finally:
            self.left -= time.monotonic() - start


class _Bounded:
    def __init__(self, inner: Connection, bounds: Bounds) -> None:
        self._inner, self._bounds = inner, bounds

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return self._bounds.ask(self._inner, request, seconds)

    def processor_seconds(self) -> float | None:
        return self._inner.processor_seconds()

    def close(self) -> None:
        self._inner.close()
