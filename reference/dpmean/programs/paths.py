"""All runs of a program, each with its probability and with what is left unknown at its end.

A program is run from the start for every sequence of decisions: the outcome of a draw with finitely
many, the sign of a comparison that the decisions so far leave open, the integer to which something
is rounded. A run takes the first answer that is likely enough and leaves the others for later runs.
Answers less likely than `least` are left out, and their probabilities are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from ..distributions.law import Law
from ..errors import InvalidInput
from ..exact.enclosure import up
from ..exact.reals import Number, balanced_sum
from .draws import kept_cases
from .one_run import End, Run
from .program import Compare, Draw, Program
from .questions import LeftOut

_ZERO = Fraction(0)
MOST_RUNS = 1 << 20


class Runs:
    """The collection of all runs of one program."""

    def __init__(
        self,
        program: Callable[[], Program],
        least: Fraction,
        change: Callable[[Draw], Any],
        compared: Callable[[Compare], Compare],
    ) -> None:
        """`change` says how a draw is answered (itself, another draw, or the label of an earlier
        one), `compared` what is asked in place of a comparison.
        """
        self.program, self.least, self.change, self.compared = program, least, change, compared
        self.open: list[list[Any]] = [[]]
        self.lost = _ZERO
        self.count = 0
        self.merged: dict[Any, list[Any]] = {}
        self._answers: dict[int, Any] = {}

    def ends(self) -> Iterator[End]:
        """Yields the end of every run; runs that have come to the same state go on as one."""
        while self.open:
            while self.open:
                self.count += 1
                if self.count > MOST_RUNS:
                    raise InvalidInput(
                        "out_of_range",
                        f"more than {MOST_RUNS} different runs: too many for an exact law",
                    )
                run = Run(self, self.open.pop())
                try:
                    yield run.to_the_end()
                except LeftOut:
                    continue
            waiting, self.merged = self.merged, {}
            for script, chances in waiting.values():
                self.open.append([*script, ("state", balanced_sum(chances))])

    def answers(self, law: Law) -> tuple[Any, Any]:
        """Returns (outcomes, cases) of a law, looked up once; both are None for a law that becomes
        an unknown.
        """
        if id(law) not in self._answers:
            found = law.outcomes()
            self._answers[id(law)] = (law, found, None if found is not None else kept_cases(law))
        return self._answers[id(law)][1:]

    def lose(self, chance: Number) -> None:
        """Adds the probability of what is left out, rounded up, to `lost`."""
        self.lost += up(chance, 1 << 128)


__all__ = ["End", "Runs"]
