"""Two neighbouring data sets, and what differs between them: at which place, of how many records, a
value of what kind, beside which others. What can be said of two data sets that somebody gives is
read from them.

Two orders of the same records are one multiset. They are no neighbours by a move, and stand apart
(`Change.ORDERED`): where a relation is one of multisets, their outputs must not differ at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, pairwise
from typing import Any

from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors
from .domains import Palette, Value, gravest, value_of
from .rows import Form, Records, Row, as_given, lost, records_of, same, shown

SHOWN = 6  # records that are printed


class Change(Enum):
    """How the second data set comes from the first."""

    ADDED = "one record more or less"
    REPLACED = "one record with another value"
    ORDERED = "the same records in another order"


class Rest(Enum):
    """What the records are that do not move."""

    NONE = "none"
    LOWER = "all at the lower bound"
    UPPER = "all at the upper bound"
    MIDDLE = "all in the middle"
    LADDER = "all different, in order"
    HALF_MISSING = "half of them missing"
    MOSTLY_MISSING = "nearly all missing"
    ALL_MISSING = "all missing"
    EQUAL = "all equal to the one that moves"
    MIXED = "mixed"


class Tier(Enum):
    """Which pairs are looked at first."""

    FIRST = "first"
    MORE = "more"


@dataclass(frozen=True)
class Moved:
    """What differs: the place (from 0) among the records of the larger set, how many these are, the
    change, the value that moved and the others. Of two orders no place is told.
    """

    place: int | None
    size: int
    change: Change
    value: Value
    rest: Rest
    tier: Tier = Tier.FIRST

    @property
    def data(self) -> list[Any]:
        """Returns it as JSON's types."""
        words = (self.change, self.value, self.rest, self.tier)
        return [self.place, self.size, *(word.name for word in words)]

    @classmethod
    def of(cls, data: Sequence[Any]) -> Moved:
        """Returns what `data` says; KeyError where it says nothing."""
        place, size, change, value, rest, tier = data
        return cls(place, size, Change[change], Value[value], Rest[rest], Tier[tier])


UNREAD = Moved(None, 0, Change.REPLACED, Value.INSIDE, Rest.NONE)


@dataclass(frozen=True)
class Pair:
    """Two neighbouring data sets; `user` is the place of the record, or of the user, in which they
    differ, where it keeps its place. `column` says whose a row is, where one user has several.
    """

    one: Records
    other: Records
    user: int | None = None
    moved: Moved = UNREAD
    column: str | None = None

    def __post_init__(self) -> None:
        """Reads from the two data sets what moved, where it is not told."""
        if self.moved is UNREAD:
            object.__setattr__(self, "moved", _read(self))

    def __str__(self) -> str:
        words, place = f"{told(self.one)} and {told(self.other)}", self.user
        if self.moved.change is Change.ORDERED:
            return f"{words}, {self._order()}"
        if self.column is not None:
            return f"{words}, which differ in the rows of {self.column} {self._who(self.column)}"
        if place is None or max(len(self.one), len(self.other)) <= SHOWN:
            return words
        if len(self.one) != len(self.other):
            longer = max(self.one, self.other, key=len)
            return f"{words}; record {place + 1}, which is {shown(longer[place])}, is one more"
        values = f"{shown(self.one[place])} and {shown(self.other[place])}"
        return f"{words}, with {values} as record {place + 1}"

    def _order(self) -> str:
        """Returns how the second order differs from the first."""
        both = enumerate(zip(self.one, self.other, strict=True))
        places = [i + 1 for i, (x, y) in both if not same(x, y)]
        if len(places) == 2:
            return f"in which records {places[0]} and {places[1]} have changed places"
        if all(map(same, self.one, reversed(self.other))):
            return "the same records from last to first"
        return "the same records in another order"

    def _who(self, column: str) -> str:
        """Returns the users whose rows differ."""
        one, other = _people(self.one, column), _people(self.other, column)
        who = [w for w in {**one, **other} if _differ(one.get(w, ()), other.get(w, ()))]
        rows = [{**one, **other}[w][0] for w in who]
        return " and ".join(shown(row[column]) for row in rows)


def told(records: Records) -> str:
    """Returns a data set of ours in words."""
    if not records:
        return "no record"
    if len(records) <= SHOWN:
        return f"[{', '.join(map(shown, records))}]"
    runs = [(word, len(list(run))) for word, run in groupby(map(shown, records))]
    if len(runs) > SHOWN:
        return f"[{', '.join(map(shown, records[:SHOWN]))}, ... ({len(records)} records)]"
    return f"[{', '.join(w if n == 1 else f'{n} times {w}' for w, n in runs)}]"


def rest_of(rest: Records, moving: Records, palette: Palette | None = None) -> Rest:
    """Returns what the records are that do not move, beside those that do."""
    if not rest:
        return Rest.NONE
    objects, counts = {id(record): record for record in rest}, Counter(map(id, rest))
    missing = sum(counts[key] for key, record in objects.items() if lost(record))
    if missing == len(rest):
        return Rest.ALL_MISSING
    if missing and missing == len(rest) - 1 and len(rest) > 2:
        return Rest.MOSTLY_MISSING
    if missing and abs(2 * missing - len(rest)) <= 1:
        return Rest.HALF_MISSING
    if 2 * missing > len(rest):
        return Rest.MOSTLY_MISSING
    first = rest[0]
    if all(record is first or same(record, first) for record in rest):
        if len(moving) == 1 and same(moving[0], first):
            return Rest.EQUAL
        if palette is not None:
            plain = (
                (Rest.LOWER, palette.low),
                (Rest.UPPER, palette.high),
                (Rest.MIDDLE, palette.middle),
            )
            for found, value in plain:
                if same(first, value):
                    return found
        return Rest.EQUAL if any(same(first, record) for record in moving) else Rest.MIXED
    return Rest.LADDER if _ladder(rest) else Rest.MIXED


def _ladder(rest: Records) -> bool:
    """Tells whether numbers rise, or fall, at every step."""
    if len(rest) < 2:
        return False
    try:
        rises = bool(rest[0] < rest[1])
        return all(bool(x < y if rises else x > y) for x, y in pairwise(rest))
    except TypeError:  # texts beside numbers, rows
        return False


def change_of(one: Records, other: Records) -> tuple[Change, int | None]:
    """Returns how one data set comes from the other, and the place where the first differs."""
    places = [i for i, (x, y) in enumerate(zip(one, other, strict=False)) if not same(x, y)]
    if len(one) != len(other):
        return Change.ADDED, places[0] if places else min(len(one), len(other))
    if len(places) > 1 and _count(one) == _count(other):
        return Change.ORDERED, None
    return Change.REPLACED, places[0] if len(places) == 1 else None


def _count(records: Iterable[Any]) -> Counter[str]:
    return Counter(map(repr, records))


def _read(pair: Pair) -> Moved:
    """Returns what two data sets say of themselves, without any bounds."""
    one, other = pair.one, pair.other
    change, place = change_of(one, other)
    if pair.column is not None:
        people = _people(one, pair.column), _people(other, pair.column)
        one, other = (tuple(rows.values()) for rows in people)
        if change is not Change.ORDERED:
            change = Change.REPLACED if len(one) == len(other) else Change.ADDED
        place = pair.user
    elif pair.user is not None:
        place = pair.user
    size = max(len(one), len(other))
    if change is Change.ORDERED or place is None:
        return Moved(None, size, change, gravest(map(value_of, one)), rest_of(one, ()))
    longer = max(one, other, key=len)
    rest = (*longer[:place], *longer[place + 1 :])
    moving = tuple(r[place] for r in (one, other) if len(r) == len(longer) and place < len(r))
    return Moved(place, size, change, gravest(map(value_of, moving)), rest_of(rest, moving))


def _people(rows: Records, column: str) -> dict[str, Records]:
    """Returns the rows of each user, by the word of the user."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(repr(row[column]), []).append(row)
    return {key: tuple(each) for key, each in found.items()}


@dataclass(frozen=True)
class Own:
    """A relation of somebody's own: `holds(one, other)` tells whether two data sets are neighbours,
    which are given to it in this form.
    """

    holds: Callable[[Any, Any], Any]
    form: Form = as_given
    value: str = "your own"
    words: str = "the function that was given as neighbors is not true of them"


Relation = Neighbors | Own


def pair(
    one: Iterable[Any],
    other: Iterable[Any],
    relation: Relation,
    column: str | None = None,
) -> Pair:
    """Returns two data sets as a pair; InvalidInput where they are no neighbours. With a `column`
    that says whose a row is, all rows of one user may differ.
    """
    a, b = records_of(one), records_of(other)
    if isinstance(relation, Own):
        alike = len(a) == len(b) and all(map(same, a, b))
        if alike or not relation.holds(relation.form(a), relation.form(b)):
            raise no_neighbors("they are the same" if alike else relation.words)
        return Pair(a, b, change_of(a, b)[1] if column is None else None, column=column)
    if column is not None:
        return _of_users(a, b, relation, column)
    change, place = change_of(a, b)
    allowed = {
        Change.ORDERED: relation is not Neighbors.REPLACE_GIVEN_USER,
        Change.REPLACED: place is not None and relation is not Neighbors.ADD_OR_REMOVE_ONE,
        Change.ADDED: not relation.public_size and _one_more(a, b),
    }
    if not allowed[change]:
        raise no_neighbors(relation.words)
    return Pair(a, b, place)


def no_neighbors(words: str) -> InvalidInput:
    """Returns the error of two data sets that are no neighbours."""
    return InvalidInput(
        "out_of_range", f"the two data sets are no neighbours: {words}", argument="neighbors"
    )


def _one_more(one: Records, other: Records) -> bool:
    """Tells whether one of two data sets has the records of the other, and one more."""
    short, long = sorted((one, other), key=len)
    left = list(long)
    for record in short:
        place = next((i for i, x in enumerate(left) if same(x, record)), None)
        if place is None:
            return False
        del left[place]
    return len(left) == 1


def _of_users(one: Records, other: Records, relation: Neighbors, column: str) -> Pair:
    """Returns two tables that differ in the rows of one user."""
    for row in (*one, *other):
        if not isinstance(row, Row) or column not in row.columns:
            raise InvalidInput(
                "out_of_range", f"user: every row has the column {column!r}", argument="user"
            )
    people = _people(one, column), _people(other, column)
    long, short = sorted(people, key=len, reverse=True)
    everybody = list(dict.fromkeys([*long, *short]))
    moved = [who for who in everybody if _differ(*(each.get(who, ()) for each in people))]
    here = [[who for who in moved if who in each] for each in people]
    one_each = len(here[0]) == len(here[1]) == 1  # or one person came for another
    known = relation is Neighbors.REPLACE_GIVEN_USER
    if not moved:
        allowed = not known and not all(map(same, one, other))
    elif one_each:
        allowed = relation is not Neighbors.ADD_OR_REMOVE_ONE and not (known and len(moved) > 1)
    else:
        allowed = len(moved) == 1 and not relation.public_size
    if not allowed:
        raise no_neighbors(relation.words)
    return Pair(one, other, everybody.index(moved[0]) if moved else None, column=column)


def _differ(one: Records, other: Records) -> bool:
    """Tells whether one user has other rows."""
    return _count(one) != _count(other)
