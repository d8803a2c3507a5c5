"""Requests before a batch that differ from it in one parameter alone: what was kept under too short a name shows then.

A table, a scale or a result that is cached by some of the parameters is right for whoever asks first. So before a batch
one draw is asked for with each of its parameters changed, one at a time; nobody looks at these draws, and the batch is
judged as ever. The other values are those of other vectors of the same object.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache

from ...catalogue.laws import LAWS
from ...catalogue.mechanisms import MECHANISMS, build
from ...errors import AdapterError, DpmeanError
from ...parameters.declared import parse
from ...suite.files import load
from ...suite.vectors import Vector
from ..connection.session import Run, Session

FEWEST = 256  # draws of a batch; a program with a smaller one is too slow to be asked for more
MOST = 6
FIXED = ("n", "d")  # what the records have to fit


@cache
def _values() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Returns the values of every parameter of an object, in all its stat vectors."""
    found: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for vector in load():
        if vector.kind == "stat":
            for name, value in vector.params.items():
                found[vector.object, name][value] = None
    return {key: tuple(values) for key, values in found.items()}


def valid(object_: str, params: Mapping[str, str]) -> bool:
    """Tells whether parameters have a meaning for an object."""
    with suppress(DpmeanError):
        if object_ in MECHANISMS:
            build(object_, dict(params))
        else:
            LAWS[object_](**parse(params))
        return True
    return False


def decoys(vector: Vector) -> list[Vector]:
    """Returns a request of one draw for each parameter, in which it alone has another value, where one is valid."""
    found = []
    for name, value in sorted(vector.params.items()):
        if name in FIXED:
            continue
        for other in _values().get((vector.object, name), ()):
            params = {**vector.params, name: other}
            if other != value and valid(vector.object, params):
                found.append(replace(vector, params=params, input={**vector.input, "draws": "1"}))
                break
    return found[:MOST]


def ask_before(session: Session, vector: Vector, result: Run) -> None:
    """Asks for the decoys of a batch, before anything else is asked about it; nobody looks at what comes.

    A program that had small batches so far is too slow for it.
    """
    if any(0 < n < FEWEST for name, n in result.tiers.items() if " " not in name):  # single draws have a space in it
        return
    for decoy in decoys(vector):
        with suppress(AdapterError):
            session.ask(decoy.prompt())
