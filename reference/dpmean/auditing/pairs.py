"""Pairs of neighbouring data sets on which an audit looks for a violation: those at which real ones
were found.

Extremes, duplicates, no record, one record, records at the bounds, in the middle, missing, and far
outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors

Records = tuple[Any, ...]
SHOWN = 6  # records that are printed
FAR = 1_000_000  # widths outside the bounds


@dataclass(frozen=True)
class Pair:
    """Two neighbouring data sets; `user` is the place of the record in which they differ, where it
    keeps its place.
    """

    one: Records
    other: Records
    user: int | None = None

    def __str__(self) -> str:
        return f"{told(self.one)} and {told(self.other)}"


def told(records: Records) -> str:
    """Returns a data set of ours in words."""
    if not records:
        return "no record"
    shown = ", ".join(f"{r:g}" if isinstance(r, float) else str(r) for r in records[:SHOWN])
    more = f", ... ({len(records)} records)" if len(records) > SHOWN else ""
    return f"[{shown}{more}]"


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
        found.setdefault(str(made), made)
    return list(found.values())


def _made(
    relation: Neighbors, lower: float, upper: float, size: int, missing: bool
) -> Iterator[Pair]:
    middle, far = (lower + upper) / 2, FAR * (upper - lower)
    odd = [upper + far, lower - far, *([math.nan] if missing else [])]
    if relation is not Neighbors.ADD_OR_REMOVE_ONE:
        for rest in ((lower,) * (size - 1), (upper,) * (size - 1), (middle,) * (size - 1)):
            last = len(rest)
            yield Pair((*rest, lower), (*rest, upper), last)
            yield from (Pair((*rest, middle), (*rest, x), last) for x in odd)
    if relation in (Neighbors.ADD_OR_REMOVE_ONE, Neighbors.ADD_REMOVE_OR_REPLACE_ONE):
        for record in (upper, lower, middle, *odd):
            for rest in ((), (lower,) * (size - 1), (upper,) * (size - 1)):
                yield Pair((*rest, record), rest, len(rest))
