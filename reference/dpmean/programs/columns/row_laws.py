"""A law that differs from row to row, because a parameter of it was drawn: noise with the scale of
a private threshold.

Only discrete Gaussian noise and uniform words are drawn so. For other laws a group is split by the
parameter (`Group.law_by_value`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...distributions.bulk.by_row import Gaussians, Words
from ...distributions.bulk.outcomes import Integers, Outcome, integers
from ...distributions.discrete_gaussian import DiscreteGaussian
from ...distributions.finite import PowerOfTwo
from ...distributions.law import Law
from ...distributions.published_gaussian import PublishedGaussian
from ...randomness.stream import Stream
from .arithmetic import Unfit
from .forms import Reading

GAUSSIAN: tuple[type[Law], ...] = (DiscreteGaussian, PublishedGaussian)
BY_ROW: tuple[type[Law], ...] = (*GAUSSIAN, PowerOfTwo)
FEW_LAWS = 16  # for so many, draws of one law after the other are quicker


class Stock(Protocol):
    """Where outcomes come from."""

    @property
    def stream(self) -> Stream:
        """Where random bytes come from."""
        ...

    def drawn(self, law: Law, count: int) -> Outcome:
        """Returns that many new outcomes of a law."""
        ...


class RowLaws:
    """The laws `make(k)` of the rows of a group, where k is the integer of the row."""

    def __init__(self, numbers: Reading, make: Callable[[int], Any]) -> None:
        """`numbers`: the exact column of the k in units of 1, which is narrowed with the group."""
        self._numbers, self._make = numbers, make
        self._changes: dict[Any, RowLaws] = {}
        self._known: tuple[Any, list[Any], NDArray[np.intp], Gaussians | Words | None] | None = None

    def changed(self, change: Callable[[Any], Any]) -> RowLaws:
        """Returns the laws that a bug makes of them, which are the same ones when they are asked
        for again.
        """
        if change not in self._changes:
            self._changes[change] = RowLaws(self._numbers, lambda k: change(self._make(k)))
        return self._changes[change]

    def drawn(self, stock: Stock) -> Outcome:
        """Returns a new outcome for every row; Unfit if a bug has made other laws of them."""
        laws, places, many = self._laws()
        if many is not None:
            return integers(many.draw(stock.stream, places), whole=isinstance(many, Words))
        found = np.empty(len(places), np.int64)
        for i, law in enumerate(laws):
            rows = np.flatnonzero(places == i)
            found[rows] = _integers(stock.drawn(law, len(rows)))
        return integers(found)

    def _laws(self) -> tuple[list[Any], NDArray[np.intp], Gaussians | Words | None]:
        """Returns the different laws, the place of each row's law among them, and a sampler where
        they are many.
        """
        held: Any = self._numbers.held
        if self._known is None or self._known[0] is not held.numbers:
            values, places = np.unique(held.numbers, return_inverse=True)
            laws = [self._make(int(k)) for k in values]
            self._known = held.numbers, laws, places, _sampler(laws)
        return self._known[1:]


def _sampler(laws: Sequence[Any]) -> Gaussians | Words | None:
    """Returns what draws of all laws, where they are many or of words; Unfit for a law that is not
    drawn so.
    """
    if all(type(law) is PowerOfTwo for law in laws):
        return Words([law.width for law in laws])
    if any(type(law) not in GAUSSIAN for law in laws):
        raise Unfit("a law that is not drawn with another parameter in every row")
    return Gaussians([law.sigma_squared for law in laws]) if len(laws) > FEW_LAWS else None


def _integers(outcome: Outcome) -> NDArray[np.int64]:
    """Returns the numbers of an outcome from the integers."""
    ((factor, column),) = outcome.coordinates[0].terms
    assert isinstance(column, Integers)
    assert factor * column.unit == 1
    return column.values
