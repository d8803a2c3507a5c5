"""Random points of an entry point, and what it gives there, in a form that is compared exactly.

A point of a name of the catalogue is its parameters, drawn around those of its vectors. A point of
a mechanism is its parameters, records and the outcomes of its draws, around the examples that the
package has of it; what it gives is its guarantee, what it says of itself, and all of its
transcript: steps, laws drawn from, output. Refusals count by their code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.distributions.finite import OrderedSample, Uniforms
from dpmean.errors import DpmeanError
from dpmean.exact.digits import decimals
from dpmean.exact.reals import Real
from dpmean.programs.program import Draw
from dpmean.programs.run import run

from ..kernel.points import stream
from .covered import asked

Below = Callable[[int], int]
MOST_DRAWS = 2000  # of one run; a program that asks for more has no end


@dataclass(frozen=True)
class At:
    """A point: parameters and, of a mechanism, records and a seed of its draws."""

    given: dict[str, str]
    data: list[Any]
    seed: str = ""


def pool(name: str) -> list[At]:
    """Return the points that random ones are drawn around."""
    if name in CATALOGUE:
        return [At(given, []) for given in asked(name)]
    return [At(given, data) for mechanism, given, data in EXAMPLES if mechanism == name]


def drawn(below: Below, around: list[At]) -> At:
    """Return a random point: the parameters of one, some from others, some moved a little; so the
    records.
    """
    start = around[below(len(around))]
    given = dict(start.given)
    for key, old in given.items():
        if below(3) == 0:
            others = [p.given[key] for p in around if key in p.given]
            given[key] = others[below(len(others))]
        elif below(4) == 0:
            given[key] = moved(below, old)
    return At(given, records(below, start.data), f"{below(1 << 30)}")


def moved(below: Below, old: str) -> str:
    """Return a number near another one, or a word itself."""
    try:
        number = Fraction(old)
    except ValueError:
        return old
    return str(
        number + below(4)
        if number.denominator == 1 and below(2)
        else number * Fraction(1 + below(60), 30)
    )


def records(below: Below, data: list[Any]) -> list[Any]:
    """Return records near others: some moved, some missing or infinite, sometimes one less or one
    more.
    """
    found = []
    for x in data:
        vector = isinstance(x, list)
        new = (
            [moved(below, c) for c in x]
            if vector
            else (moved(below, x), "inf", "-inf", "nan", None)[max(0, below(12) - 7)]
        )
        found.append(x if below(2) else new)
    return [found[:-1], [*found, *found[:1]]][below(2)] if data and not below(8) else found


def outcome(below: Below, law: Any) -> Any:
    """Return an outcome of a law, of those that are not too rare."""
    try:
        listed = law.support()
        return listed[below(len(listed))][0]
    except LookupError:
        pass
    if isinstance(law, OrderedSample):
        left = list(range(1, law.size + 1))
        found = [left.pop(below(len(left))) for _ in range(law.count)]
        return tuple(sorted(found) if law.ascending else found)
    if isinstance(law, Uniforms):
        return tuple(below(law.modulus) for _ in range(law.count))
    step = law.lattice
    places = [
        Fraction(below(41) - 20, 1 + below(12) if step is None else 1) * (step or 1)
        for _ in range(2)
    ]
    return tuple(places) if getattr(law, "plane", False) else places[0]


def plain(x: Any) -> Any:
    """Return a value as numbers, words and lists of them; a real as its digits."""
    if isinstance(x, Real):
        return [str(end) for end in decimals(x, 20)]
    if isinstance(x, Enum):
        return x.name
    if isinstance(x, dict):
        return plain(sorted(x.items()))
    if isinstance(x, list | tuple):
        return [plain(part) for part in x]
    if is_dataclass(x):
        return [type(x).__name__, *(plain(getattr(x, f.name)) for f in fields(x))]
    return x if x is None or isinstance(x, str | int | Fraction) else type(x).__name__


def tried(ask: Callable[[], Any]) -> Any:
    """Return what a question gives, or how it is refused."""
    try:
        return plain(ask())
    except DpmeanError as error:
        return error.code
    except Exception as error:
        return type(error).__name__


def parts(name: str, at: At) -> Iterator[Callable[[], Any]]:
    """Yield what is asked of an entry point at a point."""
    if name in CATALOGUE:
        yield lambda: [
            v if isinstance(v, Fraction) else decimals(v, 20) for v in value(name, at.given).values
        ]
        return
    made, below, asked_for = build(name, at.given), stream(at.seed), []

    def answer(draw: Draw) -> Any:
        asked_for.append(draw.label)
        if len(asked_for) > MOST_DRAWS:
            raise RuntimeError("no end")
        return outcome(below, draw.law)

    yield from (
        lambda: made.guarantee,
        lambda: made.policies,
        lambda: run(made.program(at.data), answer),
    )


def answer(name: str, at: At) -> Any:
    """Return what an entry point gives at a point."""
    try:
        return [tried(part) for part in parts(name, at)]
    except DpmeanError as error:
        return error.code
    except Exception as error:
        return type(error).__name__
