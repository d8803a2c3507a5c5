"""Whether a change that no step sees is one at all: do the entry points give the same at 10,000
random points?

The entry points are all through which the function is reached, names of the catalogue and programs
of mechanisms; `points.py` says how a point is drawn, by a seed, and that answers are compared
exactly, as rationals or in their certified digits.
"""

from __future__ import annotations

import json
import os
import signal

from ..guards.shipped import Recorder, empty_caches
from ..kernel.points import stream
from ..theorem import Theorem
from .changes import Change
from .covered import Covered
from .points import answer, drawn, pool

POINTS, SECONDS, CHUNK = 10_000, 600, 250


def _names(item: Covered, theorems: list[Theorem]) -> list[str]:
    """Return the entry points through which a function is reached."""
    names = [
        n for t in theorems if t.id in item.judges for n in (*t.covers, *t.programs) if pool(n)
    ]
    reached = []
    with Recorder() as recorder:
        for name in dict.fromkeys(names):
            empty_caches()
            recorder.take()
            for at in pool(name):
                answer(name, at)
            if item.label in recorder.take():
                reached.append(name)
    return reached


def equivalent(item: Covered, change: Change, theorems: list[Theorem]) -> bool:
    """Tell whether the entry points agree at 10,000 random points, with the change and without, in
    bounded time.
    """
    names = _names(item, theorems)
    if not names:
        return False
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            os.write(writing, json.dumps(_agree(item, change, names)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text == "true"


def _agree(item: Covered, change: Change, names: list[str]) -> bool:
    original, below = item.function.__code__, stream(item.label + change.what)
    for i in range(POINTS // CHUNK):
        name = names[i % len(names)]
        points = [drawn(below, pool(name)) for _ in range(CHUNK)]
        found = []
        for code in (original, change.code):
            item.function.__code__ = code
            empty_caches()
            found.append([answer(name, p) for p in points])
        if found[0] != found[1]:
            return False
    return True
