"""The cells of the grid: an object, one of its parameters, a class of numbers; what fills a cell, and
why one may be empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.errors import InvalidInput
from dpmean.parameters.declared import PARAMETERS
from dpmean.suite.classes import CLASSES, NumberClass, classes_of
from dpmean.suite.vectors import Vector

REFUSED = Path(__file__).with_name("refused.txt")  # the cells that nothing fills
NUMBER = re.compile(r"-?\d+(/\d+)?")
# asked of every name, and not of one of an object: each formula has its own 1 - e^-epsilon
PER_NAME = ("epsilon", "tiny")
LISTS = ("epsilons", "norms")
Question = tuple[str, Mapping[str, object]]  # a name of the catalogue, or an object; parameters
Cell = tuple[str, str, str]  # and a class


def numbers(text: object) -> Iterator[Fraction]:
    """Yield the numbers of a parameter: one, or those of a list; none of a word."""
    for part in str(text).split(","):
        if NUMBER.fullmatch(part):
            yield Fraction(part)


def exact(vectors: Iterable[Vector]) -> list[Question]:
    """Return the questions of all exact vectors."""
    return [(f"{v.object}.{v.quantity}", v.params) for v in vectors if v.kind == "exact"]


def filled(questions: Iterable[Question]) -> set[Cell]:
    """Return the cells that questions fill, those of names too."""
    return {
        (place, parameter, name)
        for asked, params in questions
        for parameter, text in params.items()
        for q in numbers(text)
        for name in classes_of(q)
        for place in {asked, asked.partition(".")[0]}
    }


def rows_of(object_: str) -> dict[str, list[str]]:
    """Return the parameters of an object, each with the names of the catalogue that take it."""
    found: dict[str, list[str]] = {}
    for name, entry in CATALOGUE.items():
        if name.partition(".")[0] == object_:
            for parameter in entry.parameters:
                found.setdefault(parameter, []).append(name)
    return found


def parsed(parameter: str, number: NumberClass) -> tuple[str, ...]:
    """Return the examples of a class that a parameter takes at all; none: the class is not of its
    type.
    """
    return tuple(x for x in number.examples if _takes(parameter, x))


def _takes(parameter: str, text: str) -> bool:
    try:
        PARAMETERS[parameter].parse(text, parameter)
    except InvalidInput:
        return False
    return True


def changed(params: Mapping[str, str], parameter: str, text: str) -> dict[str, str]:
    """Return parameters with another number for one of them; of a list, for its first."""
    old = params.get(parameter)
    if parameter in LISTS and old is not None:
        text = ",".join((text, *old.split(",")[1:]))
    return {**params, parameter: text}


def empty(
    questions: Iterable[Question],
    objects: Sequence[str],
    examples: Callable[[str, NumberClass], tuple[str, ...]] = parsed,
) -> list[Cell]:
    """Return the cells that no question fills and of which the parameter has an example: one that
    its type allows.
    """
    full = filled(questions)
    cells = [
        (object_, parameter, number.name)
        for object_ in objects
        for parameter in rows_of(object_)
        for number in CLASSES
        if examples(parameter, number)
    ]
    cells += [
        (name, *PER_NAME) for object_ in objects for name in rows_of(object_).get(PER_NAME[0], ())
    ]
    return [cell for cell in cells if cell not in full]
