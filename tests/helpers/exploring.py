"""The law of a program's output, by running it on every sequence of outcomes of its draws: what
`dpmean.programs` is held to.

Noise on the integers has infinitely many outcomes: those beyond `cut` are left out, and what they
weigh is returned as `lost`. Then every probability is known up to `lost`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.finite import OrderedSample
from dpmean.exact.enclosure import interval
from dpmean.exact.reals import Number
from dpmean.programs import law_of as programs
from dpmean.programs.program import Compare, Program, Step
from dpmean.programs.run import side


def near(x: Any, y: Any, off: Fraction) -> bool:
    """Whether two numbers may be within `off` of each other."""
    i, j = interval(x, 200), interval(y, 200)
    return i.lower - off <= j.upper and j.lower - off <= i.upper


@cache
def support(law: Any, cut: int) -> list[tuple[Any, Fraction]]:
    """Outcomes with their probabilities, exact rationals."""
    if isinstance(law, DiscreteLaplace):
        return [(Fraction(k), law.pmf(k)) for k in range(-cut, cut + 1)]  # type: ignore[misc]
    if isinstance(law, OrderedSample):
        places = [
            tuple(sorted(p) if law.ascending else p)
            for p in permutations(range(1, law.size + 1), law.count)
        ]
        return [(p, Fraction(1, len(places))) for p in places]
    return [(o, p) for o, p in law.support() if p]


def law_of(program: Callable[[], Program], cut: int = 30) -> tuple[dict[Any, Fraction], Fraction]:
    """Output -> probability, and what the outcomes beyond the cut weigh."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for output, p in paths(program, cut):
        found[output] += p
    return dict(found), 1 - sum(found.values())


def paths(program: Callable[[], Program], cut: int) -> Iterator[tuple[Any, Fraction]]:
    """Every run with its probability, depth first; a run is repeated from the start with the
    outcomes so far.
    """
    stack: list[tuple[list[Any], Fraction]] = [([], Fraction(1))]
    while stack:
        given, p = stack.pop()
        running, reply, remaining = program(), None, list(given)
        while True:
            try:
                request = running.send(reply)
            except StopIteration as end:
                yield end.value, p
                break
            if isinstance(request, Step):
                reply = None
            elif isinstance(request, Compare):
                reply = side(request)
            elif remaining:
                reply = remaining.pop(0)
            else:
                stack += [([*given, outcome], p * q) for outcome, q in support(request.law, cut)]
                break


def finite(program: Callable[[], Program]) -> dict[Any, Number]:
    """Output -> probability, of a program with finitely many outcomes, by the shipped
    interpreter.
    """
    law = programs.law_of(program, least=Fraction(0))
    assert not law.lost
    return {_plain(x.output): x.weight for x in law.leaves}


def _plain(output: Any) -> Any:
    """One output by itself; whole numbers as integers, which index lists."""
    if not isinstance(output, tuple):
        return int(output) if isinstance(output, Fraction) and output.denominator == 1 else output
    return _plain(output[0]) if len(output) == 1 else tuple(_plain(o) for o in output)


def hockey_stick(
    first: dict[Any, Fraction], second: dict[Any, Fraction], growth: Fraction
) -> Fraction:
    """Sum of max(0, P - growth Q) over the outputs of `first`."""
    return sum(
        (max(Fraction(0), p - growth * second.get(o, Fraction(0))) for o, p in first.items()),
        Fraction(0),
    )
