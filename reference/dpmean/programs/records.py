"""From what the caller has to records in [lower, upper]: bit-exact, and no error or status depends
on a value.

Clip.        A record outside [lower, upper] is moved to the nearest bound (infinities too).
Missing.     NaN, empty and text cells follow the policy `missing`: "drop" (the record is not there), "midpoint" or
             "nearest_zero" (the number of [lower, upper] that is nearest to 0). Dropping is stable
             under add-or-remove-one; under replace-one, where n is public, midpoint is used.
Rounding.    On a lattice of 1/m, (x - lower) / (upper - lower) goes to the nearest multiple, ties to the even one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, repeat
from typing import TypeVar, overload

from ..errors import InvalidInput
from ..exact.numbers import Datum, datum
from .mechanism import Mechanism

Number = TypeVar("Number")
_ZERO = Fraction(0)
TREATED = ("drop", "midpoint", "nearest_zero")
X = TypeVar("X")
Y = TypeVar("Y")
# default: as many grid steps as this in the coarsest grid that contains both bounds
GRID_POINTS = 10**9


class Bounded(Mechanism):
    """A mechanism whose records have public bounds, lower < upper."""

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower >= self.upper:
            raise InvalidInput("bounds_order", "lower must be smaller than upper", argument="lower")

    @property
    def public_bounds(self) -> tuple[Fraction, ...]:
        """Returns (lower, upper), in the units of the records."""
        return self.lower, self.upper

    @property
    def default_grid(self) -> Fraction | None:
        """Returns the default grid: a fine one that contains both bounds."""
        return default_grid(self.lower, self.upper)

    @property
    def width(self) -> Fraction:
        """Returns the width upper - lower of the bounds, in the units of the records."""
        return self.upper - self.lower

    @cached_property
    def midpoint(self) -> Fraction:
        """Returns the midpoint (lower + upper) / 2 of the bounds, in the units of the records."""
        return (self.lower + self.upper) / 2


class Repeated(Sequence[X]):
    """Records that come in runs of one and the same: as many as there are, at the cost of the runs.

    `runs` are pairs of a record and how often it comes, in order.
    """

    def __init__(self, runs: Iterable[tuple[X, int]]) -> None:
        """`runs` may have counts of 0."""
        self.runs = tuple((x, count) for x, count in runs if count)

    def __len__(self) -> int:
        return sum(count for _, count in self.runs)

    def __iter__(self) -> Iterator[X]:
        return chain.from_iterable(repeat(x, count) for x, count in self.runs)

    @overload
    def __getitem__(self, place: int) -> X: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[X]: ...
    def __getitem__(self, place: int | slice) -> X | Sequence[X]:
        return list(self)[place]


def default_grid(lower: Fraction, upper: Fraction) -> Fraction:
    """Returns the greatest rational of which both bounds are multiples, divided by 10^9."""
    common = math.lcm(lower.denominator, upper.denominator)
    return Fraction(math.gcd(int(lower * common), int(upper * common)), common) / GRID_POINTS


def clip_record(x: Datum, lower: Fraction, upper: Fraction) -> Fraction:
    """Returns the point of [lower, upper] nearest to a record that is not missing."""
    if x == "inf":
        return upper
    if x == "-inf":
        return lower
    assert isinstance(x, Fraction)
    return max(lower, min(x, upper))


def prepare(
    data: Iterable[object], lower: Fraction, upper: Fraction, missing: str
) -> Sequence[Fraction]:
    """Returns the clipped records; a missing one is dropped or counts as a number of the bounds, as
    the policy `missing` says.
    """
    if missing not in TREATED:
        raise InvalidInput(
            "unknown_name", f"missing: must be one of {', '.join(TREATED)}", argument="missing"
        )
    exact = _read(data)
    if missing == "drop":
        return each(lambda x: clip_record(x, lower, upper), _present(exact))
    instead = (lower + upper) / 2 if missing == "midpoint" else max(lower, min(_ZERO, upper))
    return each(lambda x: instead if x is None else clip_record(x, lower, upper), exact)


def present(data: Iterable[object]) -> Sequence[Datum]:
    """Returns the records that are there, infinite ones too; missing ones are left out."""
    return _present(_read(data))


def _present(exact: Sequence[Datum]) -> Sequence[Datum]:
    """Returns the records that are not missing."""
    if isinstance(exact, Repeated):
        return Repeated((x, count) for x, count in exact.runs if x is not None)
    return [x for x in exact if x is not None]


def each(change: Callable[[X], Y], records: Iterable[X]) -> Sequence[Y]:
    """Returns change(x) for every record x, in order; records of one spelling, or one object, are
    changed once.

    A hundred thousand records of a few spellings then cost no more than a few.
    """
    if isinstance(records, Repeated):
        return Repeated((change(x), count) for x, count in records.runs)
    known: dict[object, tuple[X, Y]] = {}
    found = []
    for x in records:
        # what is known keeps x, so that no other object gets its number
        key = x if type(x) is str else id(x)
        if key not in known:
            known[key] = x, change(x)
        found.append(known[key][1])
    return found


def summed(records: Sequence[Fraction]) -> Fraction:
    """Returns the exact sum; a record that comes often as one object is multiplied, not added again
    and again.
    """
    if isinstance(records, Repeated):
        return sum((x * count for x, count in records.runs), Fraction(0))
    often, objects = Counter(map(id, records)), {id(x): x for x in records}
    return sum(
        (x if often[key] == 1 else x * often[key] for key, x in objects.items()), Fraction(0)
    )


def _read(data: Iterable[object]) -> Sequence[Datum]:
    """Returns the records as exact numbers; those of one spelling are read once."""
    if isinstance(data, Repeated):
        return Repeated((x if type(x) is Fraction else datum(x), count) for x, count in data.runs)
    read: dict[str, Datum] = {}
    exact: list[Datum] = []
    for x in data:
        if not isinstance(x, str):
            exact.append(x if type(x) is Fraction else datum(x))
            continue
        if x not in read:
            read[x] = datum(x)
        exact.append(read[x])
    return exact


def prepare_unbounded(data: Iterable[object]) -> list[Fraction]:
    """Returns the records of a mechanism without bounds: what is missing or infinite counts as
    0.
    """
    return [x if isinstance(x, Fraction) else Fraction(0) for x in map(datum, data)]


def nearest(x: Fraction) -> int:
    """Returns the integer nearest to x, ties to the even one."""
    return round(x)


def on_unit_lattice(share: Fraction, m: int) -> Fraction:
    """Returns a number of [0, 1] rounded to the nearest multiple of 1/m, ties to even."""
    return Fraction(nearest(share * m), m)
