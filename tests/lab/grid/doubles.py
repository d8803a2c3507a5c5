"""The grid for implementations that read doubles and nothing else: they are asked only what doubles
hold, so each cell whose class has doubles needs a question in doubles throughout, and each name of
the catalogue some questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.suite.classes import CLASSES, NumberClass
from dpmean.suite.vectors import needs

from . import cells
from .cells import NUMBER, PER_NAME, Cell, Question, parsed
from .search import Answers, fill

REFUSED = Path(__file__).with_name("refused_doubles.txt")  # what stays empty, or is too few
PER_NAME_AT_LEAST = 6  # questions of a name that doubles hold
BITS = (3, 6, 12, 52)  # of a number that is rounded, the fewest that are answered


def in_doubles(questions: Sequence[Question]) -> list[Question]:
    """Return the questions of which a double holds every number."""
    return [(name, params) for name, params in questions if not needs(dict(params))]  # type: ignore[arg-type]


def rounded(text: str, bits: int) -> str:
    """Return a parameter with each number rounded to so many bits or one more; whole numbers up to 2^53
    stay.
    """
    return ",".join(_rounded(part, bits) for part in text.split(","))


def _rounded(text: str, bits: int) -> str:
    if not NUMBER.fullmatch(text):
        return text
    q = Fraction(text)
    if q.denominator == 1 and abs(q) <= 2**53:
        return text
    unit = Fraction(2) ** (q.numerator.bit_length() - q.denominator.bit_length() - bits)
    return str(round(q / unit) * unit)


def as_doubles(name: str, params: Mapping[str, str], answers: Answers) -> dict[str, str]:
    """Return a question near this one that doubles hold and that is answered; nothing if none."""
    for bits in BITS:
        trial = {k: rounded(v, bits) for k, v in params.items()}
        if not needs(trial) and answers.has(name, trial):
            return trial
    return {}


def of_class(parameter: str, number: NumberClass) -> tuple[str, ...]:
    """Return examples of a class that are doubles: its own, or those next to them."""
    near = [rounded(x, bits) for x in parsed(parameter, number) for bits in (6, 52)]
    return tuple(dict.fromkeys(x for x in near if number.has(Fraction(x))))


def empty(questions: Sequence[Question], objects: Sequence[str]) -> list[Cell]:
    """Return the cells that no question in doubles fills."""
    return cells.empty(in_doubles(questions), objects, of_class)


def few(questions: Sequence[Question]) -> dict[str, int]:
    """Return how many questions are wanting to the names that have few in doubles."""
    has = Counter(name for name, _ in in_doubles(questions))
    every = Counter(name for name, _ in questions)
    return {
        name: wanting
        for name in CATALOGUE
        if (wanting := min(PER_NAME_AT_LEAST, every[name]) - has[name]) > 0
    }


def spread(questions: Sequence[dict[str, str]], n: int) -> Iterator[dict[str, str]]:
    """Yield all of these, first n that lie evenly among them."""
    step = max(1, len(questions) // n)
    for first in range(step):
        yield from questions[first::step]


def search(
    object_: str, asked: Sequence[Question], answers: Answers
) -> Iterator[tuple[str, str, tuple[str, ...], dict[str, str]]]:
    """Yield a name, a class, the parameters at it and all of them, for all that is wanting to an
    object; a question without a class is one of those that a name has too few of.
    """
    names = [name for name in CATALOGUE if name.partition(".")[0] == object_]
    own = [(name, dict(params)) for name, params in asked if name in names]
    for name, wanting in few(own).items():
        others = [p for other, p in own if other == name and needs(p)]
        for params in spread(others, wanting):
            trial = as_doubles(name, params, answers)
            if wanting and trial and (name, trial) not in own:
                own.append((name, trial))
                wanting -= 1
                yield name, "", (), trial
    bases = in_doubles(own)
    for number in (c.name for c in CLASSES):
        wanted = [p for o, p, n in empty(own, [object_]) if (o, n) == (object_, number)]
        for name, found, params in fill(object_, names, wanted, number, bases, answers, of_class):
            own.append((name, params))
            bases.append((name, params))
            yield name, number, found, params
    parameter, number = PER_NAME
    for name in [o for o, *rest in empty(own, [object_]) if o in names]:
        for _, found, params in fill(
            object_, [name], [parameter], number, bases, answers, of_class
        ):
            own.append((name, params))
            yield name, number, found, params
