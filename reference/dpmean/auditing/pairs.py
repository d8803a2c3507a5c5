"""Pairs of neighbouring data sets on which an audit looks for a violation: those at which real ones
were found.

First come the pairs that most mechanisms are caught by (`Tier.FIRST`): extremes, duplicates, no
record, one record, records at the bounds, in the middle, missing, and far outside; and for each place
(`places`) a pair in which the record that stands there changes from one bound to the other, or is
added, beside records in the middle. What is odd comes at each place in turn. Ladders have records
that differ, in either order. Both data sets of a pair have their other records in the same order, so
that neighbours in the sense of sequences are looked at as well.

Then everything else that a program may treat in a way of its own (`Tier.MORE`), in turn, so that a
few of each kind come early: every place, beside equal and beside different records; values between
the bounds and beyond them; records that become equal to others; missing ones in all proportions; the
numbers of records around which programs switch; places of long data sets; and two orders of the same
records, where the relation is one of multisets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice, product, zip_longest
from typing import Any

from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors
from .domains import FAR, Palette, columns, listed, numbers
from .moved import Change, Moved, Own, Pair, Relation, Rest, Tier, pair, rest_of, told
from .rows import Records

__all__ = [
    "FAR",
    "Change",
    "Moved",
    "Own",
    "Pair",
    "Records",
    "Relation",
    "Rest",
    "Tier",
    "candidates",
    "first",
    "pair",
    "places",
    "told",
]

MOST, MOST_FIRST = 420, 40  # pairs, and those of the first tier
EVERY = 16  # records of a data set in which every place changes
SMALL = (1, 2, 3, 4, 5, 9, 10, 11, 15, 16)
SWITCHES = (
    *(17, 19, 20, 21, 24, 25, 31, 32, 33, 49, 50, 51, 63, 64, 65, 99, 100, 101),
    *(127, 128, 129, 255, 256, 257, 999, 1000, 1001, 1023, 1024, 1025),
)
LARGE = 2048  # records of a data set beyond which few pairs have so many
LONG = 100  # records of the data set in which places around powers of two change
SWITCHED = range(2, 5001)  # numbers in a program at which it may switch
HINTED = 6  # of them that are followed
GONE = object()  # in place of a record that is not there


@dataclass(frozen=True)
class Move:
    """A record between others, which is another one in the second data set, or not there."""

    rest: Records
    place: int
    one: Any
    other: Any = GONE


@dataclass(frozen=True)
class Order:
    """Records in their own order, and in another."""

    records: Records
    places: Sequence[int]


Draft = Move | Order


def candidates(
    relation: Neighbors,
    lower: float,
    upper: float,
    size: int,
    missing: bool = True,
    empty: bool = True,
    infinite: bool = True,
    domain: Sequence[Any] | Mapping[str, Any] | None = None,
    hints: Iterable[float] = (),
    user: str | None = None,
) -> list[Pair]:
    """Returns the pairs that are looked at for records in [lower, upper], about `size` of them, each
    pair once: those of the first tier, then the others, most promising first.

    Without `missing`, `empty` or `infinite` there are no such records, and no data sets without any.
    A `domain` is a list of all values of a record, or for tables a dict from columns to two bounds,
    a list, or None; `user` is the column that says whose a row is. `hints` are numbers at which the
    program may do something else (`hints_of`).
    """
    hints = list(hints)
    palette = _palette(lower, upper, missing, infinite, domain, hints, user)
    size = max(size, 2) if not empty else size
    search = Search(relation, palette, size, _switches(hints, size))
    found: dict[Any, Pair] = {}
    for draft in chain(search.first(), search.more()):
        tier = Tier.FIRST if len(found) < MOST_FIRST and not search.began else Tier.MORE
        made = _made(draft, palette, tier, user)
        key = frozenset((made.one, made.other))
        if len(key) == 2 and (empty or (made.one and made.other)):
            found.setdefault(key, made)
        if len(found) == MOST:
            break
    if not found:
        raise InvalidInput(
            "out_of_range",
            "domain: at least two values, of which one can take the place of the other",
            argument="domain",
        )
    return list(found.values())


def first(pairs: Iterable[Pair]) -> list[Pair]:
    """Returns the pairs of the first tier."""
    return [p for p in pairs if p.moved.tier is Tier.FIRST]


def places(size: int) -> list[int]:
    """Returns the places at which records change first: all of up to five, else the first two, an
    inner one, and the last two.
    """
    return sorted({0, 1, size // 2, size - 2, size - 1} & set(range(size)))


def more_places(size: int) -> list[int]:
    """Returns the places at which records change later: all of up to EVERY, else those at and around
    powers of two too.
    """
    if size <= EVERY:
        return list(range(size))
    powers = [1 << i for i in range(size.bit_length())]
    around = (0,) if size > LARGE else (-1, 0, 1)
    return sorted({*places(size), *(p + i for p in powers for i in around)} & set(range(size)))


def _palette(
    lower: float,
    upper: float,
    missing: bool,
    infinite: bool,
    domain: Sequence[Any] | Mapping[str, Any] | None,
    hints: Iterable[float],
    user: str | None,
) -> Palette:
    if isinstance(domain, Mapping):
        return columns(domain, user, missing, infinite)
    if user is not None:
        raise InvalidInput(
            "unsupported_combination",
            "user: needs a domain by column, such as {'age': (0, 120), 'id': None}",
            argument="user",
        )
    if domain is None:
        return numbers(lower, upper, missing, infinite, hints)
    if isinstance(domain, str | bytes) or not isinstance(domain, Sequence):
        raise InvalidInput("out_of_range", "domain: a list of records", argument="domain")
    return listed(domain, missing, infinite)


def _switches(hints: Iterable[float], size: int) -> list[int]:
    """Returns the numbers of records at which a program may switch, by the numbers in it."""
    whole = [int(h) for h in hints if float(h).is_integer() and int(h) in SWITCHED]
    around = dict.fromkeys(n for h in whole[:HINTED] for n in (h, h + 1, h - 1))
    return [n for n in around if n != size]


def _made(draft: Draft, palette: Palette, tier: Tier, column: str | None) -> Pair:
    """Returns the pair that a draft means."""
    if isinstance(draft, Order):
        size, ids = len(draft.records), range(1, len(draft.records) + 1)
        there = tuple(draft.records[i] for i in draft.places)
        moved = Moved(
            None,
            size,
            Change.ORDERED,
            palette.kind(*draft.records),
            rest_of(draft.records, (), palette),
            tier,
        )
        one = palette.spread(draft.records, ids)
        return Pair(one, palette.spread(there, [ids[i] for i in draft.places]), None, moved, column)
    place, gone = draft.place, draft.other is GONE
    whole = _put(draft.rest, place, draft.one)
    ids = range(1, len(whole) + 1)
    moving = (draft.one,) if gone else (draft.one, draft.other)
    moved = Moved(
        place,
        len(whole),
        Change.ADDED if gone else Change.REPLACED,
        palette.kind(*moving),
        rest_of(draft.rest, moving, palette),
        tier,
    )
    other = draft.rest if gone else _put(draft.rest, place, draft.other)
    left = [i for i in ids if i != place + 1] if gone else ids
    return Pair(palette.spread(whole, ids), palette.spread(other, left), place, moved, column)


def _put(rest: Records, place: int, record: Any) -> Records:
    return (*rest[:place], record, *rest[place:])


class Search:
    """What is looked at, in its order."""

    def __init__(
        self, relation: Neighbors, palette: Palette, size: int, hinted: Sequence[int]
    ) -> None:
        """`hinted` are numbers of records that the program itself names."""
        self.palette, self.size, self.hinted = palette, size, hinted
        self.usual = size if size <= LARGE else LONG  # of the pairs that are not of a place
        self.replaces = relation is not Neighbors.ADD_OR_REMOVE_ONE
        self.adds = not relation.public_size
        self.orders = relation is not Neighbors.REPLACE_GIVEN_USER
        self.began = False  # whether the first tier is over
        self.alternate = cycle((True, False))

    def first(self) -> Iterator[Draft]:
        """Yields what most mechanisms are caught by."""
        p, size = self.palette, self.size
        at, inner = places(size), size // 2
        lows, highs, middles = ((x,) * (size - 1) for x in (p.low, p.high, p.middle))
        ladder, turn = p.ladder(size - 1), cycle(at)
        beside = [(p.low,), (p.high,), (p.middle,)]
        if self.replaces:
            for rest, place in (
                (lows, at[-1]),
                (highs, at[-1]),
                *((middles, place) for place in reversed(at)),
                (ladder, 0),
                (ladder[::-1], inner),
            ):
                yield Move(rest, place, p.low, p.high)
            odd = product(beside, p.odd) if p.plain else zip(cycle(beside), p.odd, strict=False)
            for value, x in odd:
                yield Move(value * (size - 1), next(turn), p.middle, x)
        if self.adds:
            plain = (p.high, p.low, p.middle)
            rests = ((), lows, highs)
            new = product((*plain, *p.odd), rests) if p.plain else product(plain, rests)
            for record, rest in new:
                last = {record, *rest} == {p.low, p.high}
                place = len(rest) if last else min(next(turn), len(rest))
                yield Move(rest, place, record)
            for record, rest in zip(() if p.plain else p.odd, cycle((highs, lows)), strict=False):
                yield Move(rest, next(turn), record)
            for place, record in zip(at, cycle((p.high, p.low)), strict=False):
                yield Move(middles, place, record)
            yield Move(ladder, 0, p.high)
            yield Move(ladder[::-1], inner, p.low)
        for one, other in islice(p.swaps if self.replaces else (), 12):
            yield Move(middles, next(turn), one, other)

    def more(self) -> Iterator[Draft]:
        """Yields all else, one of each family in turn."""
        self.began = True
        families = (
            self._hinted(),
            self._every_place(),
            self._values(),
            self._missing(),
            self._invalid(),
            self._equal(),
            self._orders(),
            self._small(),
            self._switches(),
            self._long(),
        )
        for one_of_each in zip_longest(*families):
            yield from (draft for draft in one_of_each if draft is not None)

    def _rest(self, size: int, turn: int) -> Records:
        """Returns so many records beside which one moves, of another kind each time."""
        p = self.palette
        plain = (p.middle,), None, (p.high,), (p.low,)
        chosen = plain[turn % len(plain)]
        return p.ladder(size) if chosen is None else chosen * size

    def _either(self, rest: Records, place: int, turn: int) -> Move:
        """Returns a move from one bound to the other, or a record that is added."""
        low, high = self.palette.low, self.palette.high
        ends = (low, high) if turn % 2 else (high, low)
        if self.replaces and (not self.adds or next(self.alternate)):
            return Move(rest, place, *ends)
        return Move(rest, place, ends[0])

    def _both(self, rest: Records, place: int, one: Any, other: Any) -> Iterator[Move]:
        if self.replaces:
            yield Move(rest, place, one, other)
        if self.adds:
            yield Move(rest, place, other)

    def _hinted(self) -> Iterator[Draft]:
        p = self.palette
        for size in self.hinted:
            yield from self._both((p.middle,) * (size - 1), size - 1, p.low, p.high)
            yield from self._both(p.ladder(size - 1), 0, p.high, p.low)

    def _every_place(self) -> Iterator[Draft]:
        p, n, usual = self.palette, self.size - 1, self.usual
        middles, lows, ladder = (p.middle,) * n, (p.low,) * (usual - 1), p.ladder(usual - 1)
        ends = (p.low, p.high), (p.high, p.low)
        for place in more_places(self.size):
            yield from self._both(middles, place, *ends[place % 2])
        for place in more_places(self.usual):
            yield self._either(ladder, place, place)
        for place in more_places(self.usual):
            yield self._either(lows, place, 0)

    def _values(self) -> Iterator[Draft]:
        p, n = self.palette, self.usual - 1
        turn = cycle(reversed(more_places(self.usual)))
        rests = cycle(((p.middle,) * n, p.ladder(n)))
        alone = (p.middle,) if p.plain else (p.middle, *p.others)
        for value, base in product(alone, (p.low, p.high)):  # which no other record has
            yield from self._both((base,) * n, next(turn), base, value)
        for value, rest in zip(p.others, rests, strict=False):
            yield from self._both(rest, next(turn), p.middle, value)
        for one, other in p.swaps:
            yield from self._both(next(rests), next(turn), one, other)
        values = (p.low, p.middle, p.high, *p.others)
        for place, value in product((0, n, n // 2), () if p.plain else values):
            yield from self._both((p.middle,) * n, place, p.middle, value)

    def _missing(self) -> Iterator[Draft]:
        """Yields missing records in all proportions, those beside which a share of one half is
        passed included.
        """
        p = self.palette
        for size in dict.fromkeys((self.usual, 10, 3, LONG)) if p.has_missing else ():
            n = size - 1
            shares = dict.fromkeys((n // 2, n - 1, n, 1, (n + 1) // 2))
            for count in (c for c in shares if 0 <= c <= n):
                rest = (p.missing,) * count + (p.middle,) * (n - count)
                yield from self._both(rest, n, p.high, p.missing)
                yield self._either(rest, n if count == n else count, count)
            if self.adds and n > 1:  # with one more record the share is another
                even = n + n % 2
                rest = (p.missing,) * (even // 2) + (p.middle,) * (even // 2)
                yield Move(rest, 0, p.missing)

    def _invalid(self) -> Iterator[Draft]:
        """Yields one record among others that are no values: they are missing, or far out of the
        bounds, so that a program may leave them out or fill them in.
        """
        p, outside = self.palette, self.palette.odd[:1] if self.palette.plain else ()
        for none in (*((p.missing,) if p.has_missing else ()), *outside):
            for size in dict.fromkeys((self.usual, 3)):
                rest = (none,) * (size - 1)
                yield from self._both(rest, 0, p.low, p.high)
                yield from self._both((*rest[1:], p.high), 0, none, p.low)

    def _equal(self) -> Iterator[Draft]:
        """Yields records that become equal to others, and stop being so."""
        p = self.palette
        for size in dict.fromkeys((self.usual, 3, 10, LONG)):
            ladder = p.ladder(2 * size + 1)
            rest, between = ladder[1 : 2 * (size - 1) : 2], ladder[2 : 2 * size : 2]
            if len(rest) < size - 1 or not rest:
                continue
            for place in dict.fromkeys((size - 1, 0, size // 2)):
                twin = rest[min(place, len(rest) - 1)]
                yield from self._both(rest, place, between[-1], twin)
            twins = (rest[0], rest[0], *rest[1:])[: size - 1]
            yield from self._both(twins, size - 1, between[-1], twins[0])

    def _orders(self) -> Iterator[Draft]:
        for size in dict.fromkeys((max(2, self.usual), 10, 3, LONG)) if self.orders else ():
            records, same = self.palette.ladder(size), range(size)
            yield Order(records, same[::-1])
            yield Order(records, (size - 1, *same[1:-1], 0))
            yield Order(records, _shuffled(size))
            yield Order(records, (1, 0, *same[2:]))

    def _small(self) -> Iterator[Draft]:
        p, sizes = self.palette, [size for size in SMALL if size != self.size]
        for size in sizes:
            for place in range(size):
                yield self._either((p.middle,) * (size - 1), place, place)
        for size in sizes:
            for place in range(size):
                yield self._either(self._rest(size - 1, 1 + place), place, place // 2)

    def _switches(self) -> Iterator[Draft]:
        for turn, size in enumerate(n for n in SWITCHES if n != self.size):
            at = places(size)
            yield self._either(self._rest(size - 1, turn), at[turn % len(at)], turn // 2)
            yield self._either(self._rest(size - 1, turn + 2), at[(turn + 3) % len(at)], turn)

    def _long(self) -> Iterator[Draft]:
        for turn, place in enumerate(more_places(LONG)):
            yield self._either(self._rest(LONG - 1, turn % 2), place, turn // 2)


def _shuffled(size: int) -> list[int]:
    """Returns the places of so many records in a fixed order that is neither theirs nor the reverse."""
    step = next(k for k in range(max(1, size * 5 // 8), 2 * size + 2) if _coprime(k, size))
    return [(i * step + size // 3) % size for i in range(size)]


def _coprime(a: int, b: int) -> bool:
    while b:
        a, b = b, a % b
    return a == 1
