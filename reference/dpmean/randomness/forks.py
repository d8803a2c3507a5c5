"""What a fork does not copy: which process this is (what a source of randomness had in hand before is its parent's),
and locks.
"""

from __future__ import annotations

import os
import threading
from typing import Protocol
from weakref import WeakSet

_generation = 0


class Forgetful(Protocol):
    """Has something in hand that a forked process must not use."""

    def forget(self) -> None:
        """Let go of it."""
        ...


_forgetful: WeakSet[Forgetful] = WeakSet()


def _forked() -> None:
    global _generation
    _generation += 1
    for each in _forgetful:
        each.forget()


def tell(each: Forgetful) -> None:
    """Every process that is forked off calls `each.forget()` before anything else; a check at every use would cost more
    than the use.
    """
    _forgetful.add(each)


os.register_at_fork(after_in_child=_forked)


def here() -> tuple[int, int]:
    """The process: forks so far, and its id for forks that Python does not see.

    Ids alone repeat, in containers and after a process ends.
    """
    return _generation, os.getpid()


class Lock:
    """For threads to wait for each other, as often as one asks; a forked process has it free, whoever held it in the
    parent.
    """

    def __init__(self) -> None:
        """It is free."""
        self.forget()
        tell(self)

    def forget(self) -> None:
        """Whoever held it: it is free."""
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
