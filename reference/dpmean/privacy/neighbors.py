"""Neighbouring relations: which data sets a guarantee makes hard to tell apart.

`ADD_OR_REMOVE_ONE` (the paper's "add-remove", unbounded DP) and `REPLACE_ONE` ("swap", bounded DP, public n).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Neighbors(Enum):
    """The relation between two data sets (multisets of records)."""

    ADD_OR_REMOVE_ONE = "add-or-remove-one"
    REPLACE_ONE = "replace-one"
    ADD_REMOVE_OR_REPLACE_ONE = "add-remove-or-replace-one"
    REPLACE_GIVEN_USER = "replace-given-user"  # heterogeneous privacy: which user's record changed is known


def pairs(domain: Sequence[T], size: int, relation: Neighbors) -> Iterator[tuple[tuple[T, ...], tuple[T, ...]]]:
    """All ordered neighbouring pairs of multisets over `domain` whose first member has `size` records.

    Both directions appear: of an add-remove pair the smaller set is the first member once and, at size + 1, the
    second member once.
    """
    from itertools import combinations_with_replacement

    for data in combinations_with_replacement(domain, size):
        if relation in (Neighbors.ADD_OR_REMOVE_ONE, Neighbors.ADD_REMOVE_OR_REPLACE_ONE):
            for record in domain:
                yield data, (*data, record)
            for i in range(size):
                yield data, data[:i] + data[i + 1 :]
        if relation is not Neighbors.ADD_OR_REMOVE_ONE:
            for i in range(size):
                for record in domain:
                    if record != data[i]:
                        yield data, (*data[:i], record, *data[i + 1 :])
