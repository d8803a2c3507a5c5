"""Whether a change that no step sees is one at all: do the entry points give the same at 10,000 random points?

Parameters are drawn around those of the vectors of a name, by a seed; answers are compared exactly, as rationals or in
their certified digits, refusals by their code. Changes of mechanisms are never called equivalent here.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import DpmeanError
from dpmean.exact.digits import decimals

from ..guards.points import stream
from ..guards.shipped import Recorder, empty_caches
from ..theorem import Theorem
from .changes import Change
from .covered import Covered, asked

POINTS, SECONDS, CHUNK = 10_000, 120, 250


def drawn(below: Callable[[int], int], pool: list[dict[str, str]]) -> dict[str, str]:
    """Return random parameters: those of a vector, some from others, some moved a little."""
    given = dict(pool[below(len(pool))])
    for key, old in given.items():
        if below(3) == 0:
            others = [p[key] for p in pool if key in p]
            given[key] = others[below(len(others))]
        elif below(2):
            try:
                number = Fraction(old)
            except ValueError:
                continue
            moved = number + below(4) if number.denominator == 1 and below(2) else number * Fraction(1 + below(60), 30)
            given[key] = str(moved)
    return given


def answer(name: str, given: dict[str, str]) -> Any:
    """Return what an entry point gives, in a form that is compared exactly."""
    try:
        return [v if isinstance(v, Fraction) else decimals(v, 20) for v in value(name, given).values]
    except DpmeanError as error:
        return error.code
    except Exception as error:
        return type(error).__name__


def _names(item: Covered, theorems: list[Theorem]) -> list[str]:
    """Return the entry points through which a function is reached."""
    names = [n for t in theorems if t.id in item.judges for n in t.covers if n in CATALOGUE and asked(n)]
    reached = []
    with Recorder() as recorder:
        for name in dict.fromkeys(names):
            empty_caches()
            recorder.take()
            answer(name, asked(name)[0])
            if item.label in recorder.take():
                reached.append(name)
    return reached


def equivalent(item: Covered, change: Change, theorems: list[Theorem]) -> bool:
    """Tell whether the entry points agree at 10,000 random points, with the change and without, in bounded time."""
    names = _names(item, theorems)
    if not names or (any(n in t.programs for t in theorems if t.id in item.judges for n in t.programs
            ) and item.label.startswith("mechanisms.")):
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
        points = [drawn(below, asked(name)) for _ in range(CHUNK)]
        found = []
        for code in (original, change.code):
            item.function.__code__ = code
            empty_caches()
            found.append([answer(name, p) for p in points])
        if found[0] != found[1]:
            return False
    return True
