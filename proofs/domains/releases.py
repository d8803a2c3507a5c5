"""The exact law of what a program releases, for draws with finitely many outcomes: every run is
played once.

A program may draw what it likes after what it has drawn: a run is a list of outcomes, and the next
run differs from it in the last place that has another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from dpmean.distributions.finite import OrderedSample
from dpmean.errors import InvalidInput
from dpmean.programs.program import Draw, Program
from dpmean.programs.run import run

Outcomes = Sequence[tuple[Any, Fraction]]


def released(
    program: Callable[[], Program], outcomes: Callable[[Any], Outcomes]
) -> dict[Any, Fraction]:
    """Return the law of the output of a program; `outcomes` lists those of a law with their
    probabilities.
    """
    found: dict[Any, Fraction] = {}
    pending: list[list[int]] = [[]]
    while pending:
        planned = pending.pop()
        chances: list[Fraction] = []

        def answer(
            draw: Draw, planned: list[int] = planned, chances: list[Fraction] = chances
        ) -> Any:
            listed, place = outcomes(draw.law), len(chances)
            if place == len(planned):
                pending.extend([*planned, i] for i in range(1, len(listed)))
                planned.append(0)
            outcome, chance = listed[planned[place]]
            chances.append(chance)
            return outcome

        output, whole = run(program(), answer).output, Fraction(1)
        for chance in chances:
            whole *= chance
        found[output] = found.get(output, Fraction(0)) + whole
    return found


def ordered(law: OrderedSample) -> Outcomes:
    """Return the samples, which are equally likely: sets in rising order, or in every order."""
    choose = combinations if law.ascending else permutations
    samples = list(choose(range(1, law.size + 1), law.count))
    return [(sample, Fraction(1, len(samples))) for sample in samples]


def clipped_geometric(t: Fraction, v: int) -> dict[int, Fraction]:
    """Return the masses of clip(Z) to [-v, v], P(Z = k) = (1 - t)/(1 + t) t^|k|: what lies beyond
    counts at the ends.
    """
    return {
        k: t**v / (1 + t) if abs(k) == v else (1 - t) / (1 + t) * t ** abs(k)
        for k in range(-v, v + 1)
    }


def excess(p: dict[Any, Fraction], q: dict[Any, Fraction], growth: Fraction) -> Fraction:
    """Return the hockey-stick divergence, the largest P(S) - growth Q(S)."""
    return sum(
        (max(x - growth * q.get(k, Fraction(0)), Fraction(0)) for k, x in p.items()), Fraction(0)
    )


def refuses(ask: Callable[[], Any], code: str) -> bool:
    """Tell whether a question is refused, for this reason."""
    try:
        ask()
    except InvalidInput as error:
        return error.code == code
    return False


def listed(law: Any) -> Outcomes:
    """Return the outcomes of a law on a finite set."""
    return ordered(law) if isinstance(law, OrderedSample) else law.support()


def named(variant: str, records: tuple[Fraction, ...], delta: Fraction) -> dict[Fraction, Fraction]:
    """Return the law of the definition: each record is named with probability delta, independently
    or at most one.
    """
    n = len(records)
    found: dict[Fraction, Fraction] = {}
    for coins in product((0, 1), repeat=n):
        if variant == "independent":
            chance = delta ** sum(coins) * (1 - delta) ** (n - sum(coins))
        else:
            chance = (1 - n * delta, delta)[sum(coins)] if sum(coins) < 2 else Fraction(0)
        at = sum((x * c for x, c in zip(records, coins, strict=True)), Fraction(0)) / (n * delta)
        if chance:
            found[at] = found.get(at, Fraction(0)) + chance
    return found
