"""How often this process was forked off: what a source of randomness had in hand before a fork is its parent's, and must not be used."""

from __future__ import annotations

import os

_generation = 0


def _forked() -> None:
    global _generation
    _generation += 1


os.register_at_fork(after_in_child=_forked)


def here() -> tuple[int, int]:
    """The process: forks so far, and its id for forks that Python does not see. Ids alone repeat, in containers and after a process ends."""
    return _generation, os.getpid()
