"""Neighbouring relations: which data sets a guarantee makes hard to tell apart.

A relation says by itself what may become of a data set, whether the number of records is public
under it, and its words. `ADD_OR_REMOVE_ONE` is the "add-remove" of papers (unbounded DP),
`REPLACE_ONE` their "swap" (bounded DP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import combinations_with_replacement
from typing import Any, TypeVar

T = TypeVar("T")
# from a data set and all values of a record to the data sets that one person's choice makes of it
Move = Callable[[tuple[Any, ...], Sequence[Any]], Iterator[tuple[Any, ...]]]


def added(data: tuple[T, ...], domain: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yields the data sets with one record more, for every value of the domain."""
    for record in domain:
        yield (*data, record)


def removed(data: tuple[T, ...], domain: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yields the data sets with one record less, for every record."""
    del domain
    for i in range(len(data)):
        yield data[:i] + data[i + 1 :]


def replaced(data: tuple[T, ...], domain: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yields the data sets in which one record has another value of the domain."""
    for i in range(len(data)):
        for record in domain:
            if record != data[i]:
                yield (*data[:i], record, *data[i + 1 :])


class Neighbors(Enum):
    """The relation between two data sets (multisets of records): its name, its words, the size, and
    the moves.
    """

    ADD_OR_REMOVE_ONE = (
        "add-or-remove-one",
        "one record is added or removed",
        False,
        added,
        removed,
    )
    REPLACE_ONE = (
        "replace-one",
        "one record changes to anything; their number does not",
        True,
        replaced,
    )
    ADD_REMOVE_OR_REPLACE_ONE = (
        "add-remove-or-replace-one",
        "one record is added or removed, or changes to anything",
        False,
        added,
        removed,
        replaced,
    )
    REPLACE_GIVEN_USER = (
        "replace-given-user",
        "the record of one user, who is known, may change to anything; who "
        "takes part and the epsilons do not",
        True,
        replaced,
    )

    _value_: str
    words: str
    public_size: bool  # whether the number of records may be known
    moves: tuple[Move, ...]

    def __new__(cls, name: str, words: str, public_size: bool, *moves: Move) -> Neighbors:
        """Returns a member whose value is its name, as it is printed."""
        found = object.__new__(cls)
        found._value_, found.words, found.public_size, found.moves = name, words, public_size, moves
        return found


def pairs(
    domain: Sequence[T], size: int, relation: Neighbors
) -> Iterator[tuple[tuple[T, ...], tuple[T, ...]]]:
    """Yields all ordered neighbouring pairs of multisets over `domain` whose first member has
    `size` records.

    Both directions appear: of an add-remove pair the smaller set is the first member once and, at
    size + 1, the second member once.
    """
    for data in combinations_with_replacement(domain, size):
        for move in relation.moves:
            for other in move(data, domain):
                yield data, other
