"""The exact law of a Python function that asks only for coins and dice: every way in which it can
go is run once.

The function is called as f(records, random), and draws by `random.bernoulli(p)`, which is true with
the rational probability p, and `random.integer(n)`, which is one of 0, ..., n - 1, each as likely.
Nothing else may be random in it. Ways less likely than LEAST are left out, and their probability is
counted in `lost`: loops need not end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput
from .described import described, failed

LEAST = Fraction(1, 1 << 40)
MOST_WAYS = 1 << 20
NOT_ALONE = (
    "the function is random in another way than by its source: the same draws led it elsewhere"
)


class _TooRare(Exception):
    """This way is left out."""


@dataclass
class Enumerated:
    """The random source of one run: it repeats the choices of a way, and takes the first one after
    that.
    """

    way: list[tuple[int, tuple[Fraction, ...]]] = field(default_factory=list)
    place: int = 0
    chance: Fraction = Fraction(1)

    def bernoulli(self, p: Fraction | int | str) -> bool:
        """Returns whether a coin with this rational probability of true falls so."""
        p = Fraction(p)
        if not 0 <= p <= 1:
            raise InvalidInput(
                "probability_out_of_range", "bernoulli: p must lie in [0, 1]", argument="p"
            )
        return bool(self._choose((1 - p, p)))

    def integer(self, n: int) -> int:
        """Returns a number from 0 to n - 1."""
        if n < 1:
            raise InvalidInput("out_of_range", "integer: n must be at least 1", argument="n")
        return self._choose((Fraction(1, n),) * n)

    def _choose(self, chances: tuple[Fraction, ...]) -> int:
        if self.place == len(self.way):
            first = next(i for i, c in enumerate(chances) if c)
            self.way.append((first, chances))
        choice, known = self.way[self.place]
        if known != chances:
            raise InvalidInput("unsupported_combination", NOT_ALONE)
        self.place += 1
        self.chance *= chances[choice]
        if self.chance < LEAST:
            raise _TooRare
        return choice


@dataclass(frozen=True)
class FiniteLaw:
    """The probability of every output; `lost` is that of the ways that were left out."""

    chances: dict[Hashable, Fraction]
    lost: Fraction


def law(function: Callable[..., Any], records: tuple[Any, ...]) -> FiniteLaw:
    """Returns the exact law of the output of a function on a data set; an exception is an output of
    its own kind.
    """
    way: list[tuple[int, tuple[Fraction, ...]]] = []
    found: dict[Hashable, Fraction] = {}
    lost = Fraction(0)
    for _ in range(MOST_WAYS):
        source = Enumerated(way)
        try:
            output: Any = function(list(records), source)
        except _TooRare:
            lost += source.chance
            del way[source.place :]
        except InvalidInput:
            raise
        except Exception as error:
            output = failed(error)
        if source.chance >= LEAST:
            if source.place != len(way):
                raise InvalidInput("unsupported_combination", NOT_ALONE)
            key = _key(output)
            found[key] = found.get(key, Fraction(0)) + source.chance
        if not _next(way):
            return FiniteLaw(found, lost)
    raise InvalidInput("out_of_range", f"the function can go in more than {MOST_WAYS:,} ways")


def _key(output: Any) -> Hashable:
    if isinstance(output, Fraction | int) and not isinstance(output, bool):
        return output
    seen = described(output)
    if not seen.whole:
        raise InvalidInput(
            "unsupported_combination",
            f"an output of an unknown kind ({seen.missed}): return a number, a text, or a list or "
            "dict of them",
        )
    return seen.word, tuple(None if x != x else x for x in seen.numbers), seen.marks


def _next(way: list[tuple[int, tuple[Fraction, ...]]]) -> bool:
    """Moves to the next way that was not run; returns whether there is one."""
    while way:
        choice, chances = way.pop()
        further = next((i for i in range(choice + 1, len(chances)) if chances[i]), None)
        if further is not None:
            way.append((further, chances))
            return True
    return False
