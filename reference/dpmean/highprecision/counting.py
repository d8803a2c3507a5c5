"""Counts of very many draws of a law, one from each of as many equal parts of the first uniform
number.

So the first number of a draw, which does not fall when that uniform number rises, is below a
threshold exactly as often as it should be, give or take one: no chance is left in it, and a scale
that is off by one in a hundred is seen with certainty. The other numbers are counted as `evidence`
says; its bounds hold for draws from parts, too.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from .evidence import alarms, power
from .law import HighLaw
from .numbers import Number, Uniforms


@dataclass(frozen=True)
class Counted:
    """How many draws were not above each threshold of each counted number, beside the
    probabilities.
    """

    draws: int
    seen: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[Number, ...], ...]

    def first_is_off(self) -> list[int]:
        """Returns the thresholds at which the first number's count is not that of its probability,
        give or take one.
        """
        return [
            n
            for n, (count, p) in enumerate(zip(self.seen[0], self.expected[0], strict=True))
            if abs(count - self.draws * p) > 1
        ]

    def alarms(self) -> list[int]:
        """Returns the counts of all numbers that are alarming; a false one has probability at most
        10^-9.
        """
        return alarms(self.draws, sum(self.seen, ()), sum(self.expected, ()))


def probabilities(
    law: HighLaw, thresholds: tuple[tuple[Number, ...], ...]
) -> tuple[tuple[Number, ...], ...]:
    """Returns the probabilities that the counted numbers of a law are not above the thresholds."""
    return tuple(tuple(law.below(n, t) for t in row) for n, row in enumerate(thresholds))


def all_thresholds(law: HighLaw) -> tuple[tuple[Number, ...], ...]:
    """Returns the thresholds of all counted numbers, in rising order."""
    return tuple(tuple(sorted(law.thresholds(n))) for n in range(len(law.statistics)))


def count(law: HighLaw, draws: int, uniforms: Uniforms, by: HighLaw | None = None) -> Counted:
    """Returns the counts of draws of a law (or of another one, `by`) beside the law's
    probabilities.
    """
    rows = all_thresholds(law)
    falls = [[0] * (len(row) + 1) for row in rows]
    source = by or law
    for n in range(draws):
        for row, fall, value in zip(
            rows, falls, source.draw(uniforms.inside(n, draws), uniforms), strict=True
        ):
            fall[bisect_left(row, value)] += 1
    seen = tuple(tuple(sum(fall[: k + 1]) for k in range(len(fall) - 1)) for fall in falls)
    return Counted(draws, seen, probabilities(law, rows))


@dataclass(frozen=True)
class Caught:
    """A known mistake: whether the counts of the first number show it for certain, and the chance
    of an alarm.
    """

    mistake: str
    certain: bool
    power: Number


def caught(law: HighLaw, draws: int) -> list[Caught]:
    """Returns what would become of the known mistakes with that many draws."""
    rows = all_thresholds(law)
    expected = probabilities(law, rows)
    found = []
    for mistake, other in law.wrong():
        wrong = probabilities(other, rows)
        certain = any(abs(p - q) * draws > 2 for p, q in zip(expected[0], wrong[0], strict=True))
        found.append(Caught(mistake, certain, power(draws, sum(expected, ()), sum(wrong, ()))))
    return found
