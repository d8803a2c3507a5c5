"""Requests before a batch that differ from it in one parameter alone: what was kept under too short
a name shows then.

A table, a scale or a result that is cached by some of the parameters is right for whoever asks
first. So before a batch one draw is asked for with each of its parameters changed, one at a time;
nobody looks at these draws, and the batch is judged as ever. The other values are such as no vector
of the object has, where there are any, lest one vector's request put right what another's has put
wrong; and before an object's first request come those of all its vectors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, islice

from ...catalogue.laws import LAWS
from ...catalogue.mechanisms import MECHANISMS, build
from ...errors import AdapterError, DpmeanError
from ...exact.numbers import spell
from ...parameters.declared import parse
from ...suite.files import load
from ...suite.vectors import Vector
from ...wire.session import Session
from ..results import Run

MOST = 6
# of an object's other vectors, by the least single draws of the run's tier; below, none are asked for
OF_OTHERS = ((2048, 360), (512, 90), (128, 12))
# what is done to a number to have another: times the first, more by the second
CHANGES = (
    (Fraction(3, 2), 0),
    (Fraction(2), 0),
    (Fraction(1, 2), 0),
    (Fraction(1), 1),
    (Fraction(1), 2),
)
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


def _others(object_: str, name: str, value: str) -> Iterator[str]:
    """Yields other values of a parameter: of a number, or a list of such, first those that no
    vector has.
    """
    used = _values().get((object_, name), ())
    for changed in (_each(value, factor, added) for factor, added in CHANGES):
        if changed is not None and changed not in used:
            yield changed
    yield from (other for other in used if other != value)


def _each(value: str, factor: Fraction, added: int) -> str | None:
    """Returns a number, or the numbers of a list, times a factor and more by what is added; None
    for words.
    """
    try:
        return ",".join(
            x if x == "inf" else spell(Fraction(x) * factor + added) for x in value.split(",")
        )
    except (ValueError, ZeroDivisionError):
        return None


def decoys(vector: Vector) -> list[Vector]:
    """Returns a request of one draw for each parameter, in which it alone has another value, where
    one is valid.
    """
    found = []
    for name, value in sorted(vector.params.items()):
        if name in FIXED:
            continue
        for other in _others(vector.object, name, value):
            params = {**vector.params, name: other}
            if other != value and valid(vector.object, params):
                found.append(replace(vector, params=params, input={**vector.input, "draws": "1"}))
                break
    return found[:MOST]


def ask_before(
    session: Session, vector: Vector, result: Run, others: Iterable[Vector] = ()
) -> None:
    """Asks for the decoys of a batch, before anything else is asked about it; nobody looks at what
    comes.

    Before the first batch of an object those of its other vectors (among `others`, which may be
    asked) follow, as many as the tier allows. A program that is slow at single draws is asked for
    none.
    """
    most = next((n for least, n in OF_OTHERS if session.sizes.singles >= least), 0)
    if not most:
        return
    if not all(_outlives(session, decoy) for decoy in decoys(vector)):
        return
    if any(name.startswith(f"{vector.object}-") for name in result.tiers):
        return
    same = (v for v in others if v.object == vector.object and v.id != vector.id)
    for decoy in islice(chain.from_iterable(map(decoys, same)), most):
        if not _outlives(session, decoy):
            return


def _outlives(session: Session, decoy: Vector) -> bool:
    """Tells whether the program answers a decoy at all: where it breaks it was started anew, and is
    not made to break once more. A program that is not started any more ends the run.
    """
    try:
        session.ask(decoy.prompt())
    except AdapterError as error:
        if error.code == "adapter_start":
            raise
        return False
    return True
