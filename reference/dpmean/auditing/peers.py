"""Pairs beside which a finding is seen: those that differ from its pair in one thing, the place, the
size or the value of what moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from .domains import Value
from .hunting import special
from .pairs import Pair, Rest

MOST = 3  # of each way to differ
PEER = 400  # draws of a pair with which others are compared
UNIFORM = (Rest.LOWER, Rest.MIDDLE, Rest.UPPER, Rest.EQUAL)


class Where(StrEnum):
    """What other pairs show: a leak comes with one place, one size or one value alone."""

    PLACE = "place"
    SIZE = "size"
    VALUE = "value"


def peers_of(pairs: Sequence[Pair], place: int) -> dict[Where, list[int]]:
    """Returns places of pairs that differ from one of them in the place, the size or the value of
    what moved, and else as little as there are.
    """
    pair, kind = pairs[place], special(pairs[place])
    mine = pair.moved
    usual = [
        i
        for i, p in enumerate(pairs)
        if i != place and p.moved.change is mine.change and special(p) is kind
    ]

    def first(those: Iterable[int]) -> list[int]:
        return list(those)[:MOST]

    same = [i for i in usual if pairs[i].moved.size == mine.size]
    by_place = [
        i
        for i in same
        if pairs[i].moved.place != mine.place
        and _values(pairs[i]) == _values(pair)
        and pairs[i].moved.rest is mine.rest
    ]
    usually = Value.CATEGORY if mine.value is Value.CATEGORY else Value.BOUND
    by_value: dict[frozenset[str], int] = {}  # one for each value
    for i in same:
        values = _values(pairs[i])
        if pairs[i].moved.place != mine.place:
            continue
        odd = mine.value in (Value.INSIDE, Value.CATEGORY) and not values & _values(pair)
        if odd and pairs[i].moved.value is usually:
            by_value.setdefault(values, i)
    by_size: dict[int, int] = {}
    for i in usual:
        smaller = 1 < pairs[i].moved.size < mine.size
        if smaller and pairs[i].moved.rest is mine.rest and _values(pairs[i]) == _values(pair):
            by_size.setdefault(pairs[i].moved.size, i)
    sizes = sorted(by_size)
    some = sizes if len(sizes) <= MOST else [sizes[0], sizes[len(sizes) // 2], sizes[-1]]
    if mine.rest not in UNIFORM:
        some = []
    return {
        Where.PLACE: first(by_place),
        Where.SIZE: [by_size[size] for size in reversed(some)],
        Where.VALUE: first(by_value.values()),
    }


def _values(pair: Pair) -> frozenset[str]:
    """Returns the values that a record moves between."""
    place = pair.moved.place
    return frozenset(
        repr(records[place])
        for records in (pair.one, pair.other)
        if place is not None and place < len(records)
    )
