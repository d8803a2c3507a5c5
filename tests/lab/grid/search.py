"""What fills an empty cell: a question that is asked already, with one or several parameters at the
class; the one that fills most cells is taken first.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import InvalidInput, Undecided
from dpmean.exact.digits import report
from dpmean.judging.answers import Answer, parse
from dpmean.suite.classes import BY_NAME, NumberClass

from .cells import Question, changed, parsed

SECONDS = 5.0  # of processor time; longer is too slow for a vector
BASES = 6  # how many questions of a name are tried
Examples = Callable[[str, NumberClass], tuple[str, ...]]  # of a class, for a parameter
TWINS = {"epsilon": "decay", "decay": "epsilon", "at_epsilon": "at_ratio", "at_ratio": "at_epsilon"}


class TooSlow(Exception):
    """The value was not there in time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the body after so many seconds of processor time."""

    def late(_signal: int, _frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Answers:
    """Which questions are answered, which ones took too long, and which ones ended in a
    traceback.
    """

    def __init__(self) -> None:
        self.slow: list[tuple[str, dict[str, Any]]] = []
        self.broke: list[tuple[str, dict[str, Any], str]] = []

    def has(self, name: str, params: dict[str, Any]) -> bool:
        """Tell whether the quantity is answered at these parameters, in time."""
        try:
            with limited(SECONDS):
                shown = [report(number) for number in value(name, params).values]
        except (InvalidInput, Undecided):  # next to 1 by less than 10^-4000 cannot be written down
            return False
        except TooSlow:
            self.slow.append((name, params))
            return False
        except Exception as error:  # noqa: BLE001 a traceback of ours is what this finds
            self.broke.append((name, params, repr(error)))
            return False
        # readers have doubles, and a reply may have an exponent up to 5000
        return all(
            x["about"] not in ("inf", "-inf") and isinstance(parse({**x, "f64": None}), Answer)
            for x in shown
        )


def filling(
    name: str,
    base: Mapping[str, Any],
    wanted: Sequence[str],
    number: NumberClass,
    answers: Answers,
    examples: Examples,
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return as many of the wanted parameters as can be at the class together, and all
    parameters.
    """
    params, found, todo = dict(base), [], [p for p in wanted if p in CATALOGUE[name].parameters]
    again = True
    while again:  # bounds first make room for a mean
        again = False
        for place, parameter in enumerate(todo):
            if parameter not in found and (
                trial := at_class(
                    name, params, parameter, place, examples(parameter, number), answers
                )
            ):
                params, again = trial, True
                found.append(parameter)
    return tuple(found), params


def at_class(
    name: str,
    params: Mapping[str, Any],
    parameter: str,
    place: int,
    examples: tuple[str, ...],
    answers: Answers,
) -> dict[str, Any]:
    """Return the question with one parameter at an example; nothing if each one is refused."""
    for i in range(len(examples)):
        trial = changed(params, parameter, examples[(i + place) % len(examples)])
        if parameter in TWINS:
            trial.pop(TWINS[parameter], None)
        if answers.has(name, trial):
            return trial
    return {}


def fill(
    object_: str,
    names: Sequence[str],
    wanted: Sequence[str],
    number: str,
    asked: Sequence[Question],
    answers: Answers,
    examples: Examples = parsed,
) -> Iterator[tuple[str, tuple[str, ...], dict[str, Any]]]:
    """Yield questions that fill the wanted parameters of an object at a class: what fills most
    first.
    """
    left = list(wanted)
    while left:
        best: tuple[str, tuple[str, ...], dict[str, Any]] = ("", (), {})
        for name in names:
            most = sum(p in CATALOGUE[name].parameters for p in left)
            if most <= len(best[1]):
                continue
            bases = [dict(params) for other, params in asked if other == name]
            step = max(1, len(bases) // BASES)
            for base in bases[::step][:BASES]:
                found, params = filling(name, base, left, BY_NAME[number], answers, examples)
                if len(found) > len(best[1]):
                    best = (name, found, params)
                if len(found) == most:
                    break
        if not best[1]:
            return
        yield best
        left = [p for p in left if p not in best[1]]
