"""Pairs of neighbouring data sets on which an audit looks for a violation: those at which real ones
were found.

Extremes, duplicates, no record, one record, records at the bounds, in the middle, missing, and far
outside; and for each place (`places`) a pair in which the record that stands there changes from one
bound to the other, or is added, beside records in the middle: so what looks at some places only, at
their largest or their smallest, sees another data set. The last place changes beside records at the
bounds too. What is odd comes at each place in turn. Ladders have records that differ, in either
order. Both data sets of a pair have their other records in the same order, so that neighbours in the
sense of sequences are looked at as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, product
from typing import Any

from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors

Records = tuple[Any, ...]
SHOWN = 6  # records that are printed
FAR = 1_000_000  # widths outside the bounds


class Change(StrEnum):
    ADDED = "added"
    REPLACED = "replaced"
    ORDERED = "ordered"


class Value(StrEnum):
    BOUND = "bound"
    INSIDE = "inside"
    FAR = "far"
    MISSING = "missing"
    CATEGORY = "category"
    INFINITE = "infinite"


class Rest(StrEnum):
    NONE = "none"
    LOWER = "lower"
    UPPER = "upper"
    MIDDLE = "middle"
    LADDER = "ladder"
    HALF_MISSING = "half missing"
    MOSTLY_MISSING = "mostly missing"
    ALL_MISSING = "all missing"
    EQUAL = "equal"
    MIXED = "mixed"


class Tier(StrEnum):
    FIRST = "first"
    MORE = "more"


@dataclass(frozen=True)
class Moved:
    place: int | None = None
    size: int = 0
    change: Change = Change.ADDED
    value: Value = Value.BOUND
    rest: Rest = Rest.MIXED
    tier: Tier = Tier.FIRST


@dataclass(frozen=True)
class Pair:
    """Two neighbouring data sets; `user` is the place of the record in which they differ, where it
    keeps its place.
    """

    one: Records
    other: Records
    user: int | None = None

    @property
    def moved(self) -> Moved:
        a, b = self.one, self.other
        longer, shorter = sorted((a, b), key=len, reverse=True)
        records = [r for r in (*a, *b) if isinstance(r, float | int)]
        value = Value.BOUND
        mine = [longer[self.user]] if self.user is not None and self.user < len(longer) else []
        if self.user is not None and self.user < len(shorter) and len(a) == len(b):
            mine.append(shorter[self.user])
        if any(isinstance(x, float) and math.isnan(x) for x in mine):
            value = Value.MISSING
        elif any(isinstance(x, float) and abs(x) > 1000 for x in mine):
            value = Value.FAR
        del records
        rest = Rest.NONE if not shorter or len(longer) == 1 else Rest.MIXED
        return Moved(
            self.user,
            len(longer),
            Change.ADDED if len(a) != len(b) else Change.REPLACED,
            value,
            rest,
        )

    def __str__(self) -> str:
        words, place = f"{told(self.one)} and {told(self.other)}", self.user
        if place is None or max(len(self.one), len(self.other)) <= SHOWN:
            return words
        if len(self.one) != len(self.other):
            longer = max(self.one, self.other, key=len)
            return f"{words}; record {place + 1}, which is {_value(longer[place])}, is one more"
        values = f"{_value(self.one[place])} and {_value(self.other[place])}"
        return f"{words}, with {values} as record {place + 1}"


def told(records: Records) -> str:
    """Returns a data set of ours in words."""
    if not records:
        return "no record"
    shown = ", ".join(map(_value, records[:SHOWN]))
    more = f", ... ({len(records)} records)" if len(records) > SHOWN else ""
    return f"[{shown}{more}]"


def _value(record: Any) -> str:
    return f"{record:g}" if isinstance(record, float) else str(record)


def pair(one: Iterable[Any], other: Iterable[Any], relation: Neighbors) -> Pair:
    """Returns two data sets as a pair; InvalidInput where they are no neighbours."""
    a, b = tuple(one), tuple(other)
    places = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if not _same(x, y)]
    if len(a) == len(b):
        if relation is Neighbors.ADD_OR_REMOVE_ONE or len(places) != 1:
            raise InvalidInput(
                "out_of_range",
                f"the two data sets are no neighbours: {relation.words}",
                argument="neighbors",
            )
        return Pair(a, b, places[0])
    long, short = sorted((a, b), key=len, reverse=True)
    if relation.public_size or len(long) != len(short) + 1 or not _one_more(long, short):
        raise InvalidInput(
            "out_of_range",
            f"the two data sets are no neighbours: {relation.words}",
            argument="neighbors",
        )
    return Pair(
        a,
        b,
        next(
            (i for i, (x, y) in enumerate(zip(long, short, strict=False)) if not _same(x, y)),
            len(short),
        ),
    )


def _same(x: Any, y: Any) -> bool:
    return bool(x == y) or (
        isinstance(x, float) and isinstance(y, float) and math.isnan(x) and math.isnan(y)
    )


def _one_more(long: Records, short: Records) -> bool:
    left = list(long)
    for record in short:
        place = next((i for i, x in enumerate(left) if _same(x, record)), None)
        if place is None:
            return False
        del left[place]
    return len(left) == 1


def candidates(
    relation: Neighbors, lower: float, upper: float, size: int, missing: bool = True
) -> list[Pair]:
    """Returns the pairs that are looked at for records in [lower, upper], about `size` of them,
    each pair once.
    """
    found: dict[str, Pair] = {}
    for made in _made(relation, lower, upper, size, missing):
        found.setdefault(repr((made.one, made.other)), made)
    return list(found.values())


def places(size: int) -> list[int]:
    """Returns the places at which records change: all of up to five, else the first two, an inner
    one, and the last two.
    """
    return sorted({0, 1, size // 2, size - 2, size - 1} & set(range(size)))


def _put(rest: Records, place: int, record: float) -> Records:
    return (*rest[:place], record, *rest[place:])


def _made(
    relation: Neighbors, lower: float, upper: float, size: int, missing: bool
) -> Iterator[Pair]:
    middle, far = (lower + upper) / 2, FAR * (upper - lower)
    odd = [upper + far, lower - far, *([math.nan] if missing else [])]
    ladder = tuple(lower + (upper - lower) * i / max(1, size - 2) for i in range(size - 1))
    at, inner = places(size), size // 2
    lowers, uppers, middles = ((x,) * (size - 1) for x in (lower, upper, middle))
    turn = cycle(at)
    if relation is not Neighbors.ADD_OR_REMOVE_ONE:
        for rest, place in (
            (lowers, at[-1]),
            (uppers, at[-1]),
            *((middles, place) for place in reversed(at)),
            (ladder, 0),
            (ladder[::-1], inner),
        ):
            yield Pair(_put(rest, place, lower), _put(rest, place, upper), place)
        for value, x in product((lower, upper, middle), odd):
            rest, place = (value,) * (size - 1), next(turn)
            yield Pair(_put(rest, place, middle), _put(rest, place, x), place)
    if relation in (Neighbors.ADD_OR_REMOVE_ONE, Neighbors.ADD_REMOVE_OR_REPLACE_ONE):
        for record in (upper, lower, middle, *odd):
            for rest in ((), lowers, uppers):
                last = {record, *rest} == {lower, upper}
                place = len(rest) if last else min(next(turn), len(rest))
                yield Pair(_put(rest, place, record), rest, place)
        for place, record in zip(at, cycle((upper, lower)), strict=False):
            yield Pair(_put(middles, place, record), middles, place)
        yield Pair(_put(ladder, 0, upper), ladder, 0)
        yield Pair(_put(ladder[::-1], inner, lower), ladder[::-1], inner)
