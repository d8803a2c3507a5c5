"""What a forked process must not share with its parent: randomness that was fetched beforehand, and
locks.

A source of randomness asks here which process it is in; what it had in hand before a fork is its
parent's.
"""

from __future__ import annotations

import os
import threading
from typing import Protocol
from weakref import WeakSet

_generation = 0


class Forgetful(Protocol):
    """An object that has something in hand which a forked process must not use."""

    def forget(self) -> None:
        """Lets go of what a forked process must not use."""
        ...


_forgetful: WeakSet[Forgetful] = WeakSet()


def _forked() -> None:
    global _generation
    _generation += 1
    for each in _forgetful:
        each.forget()


def tell(each: Forgetful) -> None:
    """Makes every process that is forked off call `each.forget()` before anything else.

    A check at every use would cost more than the use.
    """
    _forgetful.add(each)


os.register_at_fork(after_in_child=_forked)


def here() -> tuple[int, int]:
    """Returns the identity of the process: the number of forks so far, and its id for forks that
    Python does not see.

    Ids alone repeat, in containers and after a process ends.
    """
    return _generation, os.getpid()


class Lock:
    """A lock between threads that the thread which holds it may take again.

    In a forked process it is free, whoever held it in the parent.
    """

    def __init__(self) -> None:
        """Makes a lock that no thread holds."""
        self.forget()
        tell(self)

    def forget(self) -> None:
        """Frees the lock in a forked process, whoever held it in the parent."""
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
