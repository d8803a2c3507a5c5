"""Why outputs refute a claim: which of the causes in `cause.py` they look like.

A cause is told from what refuted the claim by itself (`hunting.Found`), from what the outputs of that
pair look like (`shapes.py`), and from other pairs that differ from it in one thing: the place, the
size or the value of the record that moved. What refutes is certain, to the error of the audit; which
cause it has is our reading. What did not refute by itself is a *hypothesis*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isinf, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from .cause import Cause
from .described import Sort
from .domains import Value
from .freshness import Way
from .hunting import Found, Special, special
from .looks import Look
from .outputs import Column, Outputs
from .pairs import Change, Pair
from .peers import PEER, Where, peers_of
from .rows import lost
from .shapes import (
    SURE,
    Shape,
    apart,
    apart_by_value,
    atom,
    beyond,
    digits_differ,
    kept,
    ratio,
    ratio_error,
    same_noise,
    shape,
)

if TYPE_CHECKING:
    from .run import Audit

SHOWS, HIDES = 0.6, 0.5  # of how far apart a pair is: another one shows the same, or hides it
# the same, beside a record far outside; draws of pairs that are compared
NEARLY, LOOKED = 0.85, 100
CERTAIN = 1.1  # the logarithm of a ratio of spreads that coarse numbers do not explain
COUNTS = 0.12  # by which a ratio of spreads may differ from that of two sizes, beside its error
KINDS = 0.8  # how far apart two data sets are by their kinds, where these are the cause
SELDOM = 0.05  # of what the likelier data set shows the other one shows, where a law has an end
OUTSIDE = 0.1  # of the outputs of one data set, beyond all of the other's, where a law has an end
RARE = 0.06  # of the outputs of a data set: events of a tail
LEAST_PEERS = 2
# of records, so many different ones; of answers without noise
DIFFERENT, ATOMS = 5, 3
FEW = 20  # draws of pairs that are counted, each as one
ALIKE = 0.7  # of the pairs of a size, as many show what comes with the size alone
WORDS = (8, 16, 32, 64)  # bits of whole numbers
# the error of a median, in spreads over the root of the count; 0.7 for Laplace's noise
MEDIAN = 1.0


AS_WELL = {  # what a record shows that is added to none, and not that there was none
    Value.FAR: Cause.NO_CLIPPING,
    Value.MISSING: Cause.MISSING,
    Value.INFINITE: Cause.INFINITE,
}


@dataclass(frozen=True)
class Seen:
    """A cause, with what showed it: findings, the plainest first, or a pair whose outputs look like
    it, which is a hypothesis.
    """

    cause: Cause
    found: tuple[Found, ...]
    where: tuple[Where, ...] = ()
    leaf: int | None = None
    hypothesis: bool = False


def causes(audit: Audit) -> list[Seen]:
    """Returns all causes that were seen, the gravest first, and after them the hypotheses."""
    if audit.stale is not None:
        return [Seen(Cause.STATE if audit.stale.way is Way.ORDER else Cause.CACHED, ())]
    every = [_cause(audit, found) for found in audit.hunt.found]
    every = [seen for seen in every if not _is_shadow(audit, seen, every)]
    if any(seen.cause is Cause.DATA_RANGE for seen in every):  # then some have no noise at all
        every = [
            replace(seen, cause=Cause.DATA_RANGE) if seen.cause is Cause.NO_NOISE else seen
            for seen in every
        ]
    sizes = [_size(audit, seen) for seen in every if seen.cause is Cause.SWITCH]
    every = [
        replace(seen, cause=Cause.SWITCH)
        if seen.cause is Cause.NO_NOISE
        and sizes
        and _size(audit, seen) >= min(sizes)
        and seen.leaf is not None
        and _noisy(audit, seen.leaf)
        else seen
        for seen in every
    ]
    leaves = {seen.leaf for seen in every if seen.cause is Cause.RECORDS}
    every = [  # of equal records there is one output
        replace(seen, cause=Cause.RECORDS)
        if seen.cause is Cause.NO_NOISE and seen.leaf in leaves
        else seen
        for seen in every
    ]
    if any(seen.cause is Cause.PRIVATE_COUNT for seen in every):  # then others have its spreads too
        every = [
            replace(seen, cause=Cause.PRIVATE_COUNT) if _falls(audit, seen) else seen
            for seen in every
        ]
    grouped: dict[tuple[Cause, int | None], Seen] = {}
    for seen in every:
        leaf = seen.leaf if seen.cause in (Cause.EXACT_PART, Cause.WRITING) else None
        before = grouped.get((seen.cause, leaf))
        grouped[seen.cause, leaf] = (
            seen
            if before is None
            else replace(
                before,
                found=tuple(sorted((*before.found, *seen.found), key=lambda f: _plain(audit, f))),
                where=tuple(w for w in before.where if w in seen.where),
            )
        )
    order = list(Cause)
    certain = sorted(grouped.values(), key=lambda seen: order.index(seen.cause))
    known = {seen.cause for seen in certain}
    guesses = [h for h in _hypotheses(audit) if h.cause not in known] if certain else []
    for cause, orders in _orders(audit).items():
        seen = Seen(cause, orders, hypothesis=not certain)
        if not certain:
            guesses.append(seen)
        elif cause not in known:
            certain = [*certain, seen]
    return [*sorted(certain, key=lambda seen: order.index(seen.cause)), *guesses]


def _size(audit: Audit, seen: Seen) -> int:
    return audit.pairs[seen.found[0].pair].moved.size


def _orders(audit: Audit) -> dict[Cause, tuple[Found, ...]]:
    """Returns what two orders of the same records show: their order, or the last bits of a sum."""
    found: dict[Cause, tuple[Found, ...]] = {}
    for seen in audit.ordering.values():
        ends = seen.look is Look.BITS or (seen.look is Look.VALUE and not _repeats(audit, seen))
        cause = Cause.BITS if ends else Cause.ORDER
        found[cause] = (*found.get(cause, ()), seen)
    return found


def _plain(audit: Audit, found: Found) -> tuple[bool, int]:
    pair = audit.pairs[found.pair]
    return special(pair) is not None, max(len(pair.one), len(pair.other))


def _cause(audit: Audit, found: Found) -> Seen:
    """Returns the cause of one finding."""
    pair, kind = audit.pairs[found.pair], special(audit.pairs[found.pair])
    leaf = found.leaf
    by_kind = found.look is Look.KIND or apart(*audit.books[found.pair].known, None)[0] >= KINDS
    if not by_kind and found.look is Look.WRITTEN:
        return Seen(Cause.WRITING, (found,), leaf=leaf)
    if not by_kind and found.look in (Look.VALUE, Look.BITS):
        mark = _written(audit, found.pair)
        if mark is not None:  # which values there are follows from how they are written
            return Seen(Cause.WRITING, (found,), leaf=mark)
    told = None if by_kind or leaf is None else _of_values(audit, found.pair, leaf)
    if told is not None:
        return Seen(told, (found,), leaf=leaf)
    bits = found.look is Look.BITS or (found.look is Look.VALUE and not _repeats(audit, found))
    if not by_kind and bits and not _infinite(audit, found.pair, leaf):
        return Seen(Cause.BITS, (found,), leaf=leaf)
    if not by_kind and leaf is None:
        leaf = _plainest(audit, found.pair)
    where = _where(audit, found, None if by_kind else leaf)
    if by_kind or leaf is None:
        return Seen(_of_kinds(audit, found, where, kind), (found,), where)
    return Seen(_of_numbers(audit, found, leaf, where, pair, kind), (found,), where, leaf)


def _of_values(audit: Audit, place: int, leaf: int) -> Cause | None:
    """Returns the cause that values themselves tell: the exact answer among noisy ones, or how they
    are written.
    """
    columns = [o.columns[leaf] for o in audit.books[place].known]
    least = min(ATOMS, 2 * len(audit.pairs))
    if any(atom(c) is not None for c in columns) and len(_atoms(audit, leaf)) >= least:
        return Cause.NOW_AND_THEN
    return Cause.WRITING if digits_differ(columns) else None


def _is_shadow(audit: Audit, seen: Seen, every: Sequence[Seen]) -> bool:
    """Tells whether what a pair of unusual data sets shows is what usual ones show too."""
    if seen.cause not in (Cause.EMPTY, Cause.MISSING, Cause.INFINITE, Cause.NO_CLIPPING):
        return False
    found = seen.found[0]
    moved = audit.pairs[found.pair].moved.value
    if seen.cause is Cause.EMPTY and moved in AS_WELL:
        return any(other.cause is AS_WELL[moved] for other in every)
    odd = _odd(audit, found)
    return any(
        other.cause in (Cause.ERRORS, Cause.FORM, Cause.SWITCH, Cause.CATEGORY)
        and odd & _kinds(audit, other.found[0])
        for other in every
    )


def _odd(audit: Audit, found: Found) -> set[int]:
    """Returns the kinds that come for the unusual data set of a pair, and not for the other."""
    pair, (one, other) = audit.pairs[found.pair], audit.books[found.pair].known
    mine = one if len(pair.one) == 0 or any(map(lost, pair.one)) else other
    theirs = other if mine is one else one
    return {
        code
        for code in _kinds(audit, found)
        if np.mean(mine.kinds == code) > np.mean(theirs.kinds == code)
    }


def _usual(audit: Audit, place: int, leaf: int) -> float:
    """Returns how far apart the outputs of usual pairs are at most, by any number, beside those of
    one pair: its share.
    """
    mine, _ = apart(*audit.books[place].known, leaf)
    change, usual = audit.pairs[place].moved.change, [0.0]
    for pair, book in zip(audit.pairs, audit.books, strict=True):
        if book.draws >= LOOKED and special(pair) is None and pair.moved.change is change:
            one, other = book.known
            usual += [apart(one, other, j)[0] for j in _numbers(audit, one, other)]
    return max(usual) / max(mine, 1e-9)


def _kinds(audit: Audit, found: Found) -> set[int]:
    """Returns the kinds of which one data set of a pair has most outputs, and the other few."""
    one, other = audit.books[found.pair].known
    if not len(one) or not len(other):
        return set()
    codes = np.unique(np.concatenate([one.kinds, other.kinds])).tolist()
    return {c for c in codes if abs(np.mean(one.kinds == c) - np.mean(other.kinds == c)) >= 0.5}


def _infinite(audit: Audit, place: int, leaf: int | None) -> bool:
    """Tells whether one data set of a pair alone gives infinite numbers."""
    if leaf is None:
        return False
    one, other = (bool(np.isinf(o.columns[leaf]).any()) for o in audit.books[place].known)
    return one is not other


def _repeats(audit: Audit, found: Found) -> bool:
    shapes = [shape(o.columns[found.leaf or 0]) for o in audit.books[found.pair].known]
    return any(s is not None and s.repeats for s in shapes)


def _plainest(audit: Audit, place: int) -> int | None:
    """Returns the leaf by which a pair's outputs are farthest apart."""
    one, other = audit.books[place].known
    numbers = _numbers(audit, one, other)
    return max(numbers, key=lambda j: apart(one, other, j)[0], default=None)


def _written(audit: Audit, place: int) -> int | None:
    """Returns the mark of outputs, such as decimals, that tells a pair's data sets apart."""
    one, other = audit.books[place].known
    width, numbers = min(len(one.columns), len(other.columns)), set(audit.reader.numbers)
    marks = (j for j in range(width) if j not in numbers)
    return next((j for j in marks if apart(one, other, j)[0] >= KINDS), None)


def _numbers(audit: Audit, one: Outputs, other: Outputs) -> list[int]:
    """Returns the places of columns that are numbers of outputs, and that both samples have."""
    width = min(len(one.columns), len(other.columns))
    return [j for j in audit.reader.numbers if j < width]


def _of_kinds(audit: Audit, found: Found, where: Sequence[Where], kind: Special | None) -> Cause:
    if kind is Special.EMPTY:
        return Cause.EMPTY
    if kind is Special.MISSING:
        return Cause.MISSING
    if Where.SIZE in where:
        return Cause.SWITCH
    codes = np.unique(np.concatenate([o.kinds for o in audit.books[found.pair].known]))
    sorts = [audit.reader.sorts[c] for c in codes.tolist() if 0 <= c < len(audit.reader.sorts)]
    if not audit.reader.numbers and set(sorts) == {Sort.TEXT}:  # which are the answers
        alone = all(len(np.unique(o.kinds)) == 1 for o in audit.books[found.pair].known)
        return Cause.NO_NOISE if alone else Cause.TOO_LITTLE
    if Sort.BROKE in sorts:
        return Cause.ERRORS
    if kind is Special.INFINITE:
        return Cause.INFINITE
    return Cause.CATEGORY if Where.VALUE in where else Cause.FORM


def _of_numbers(
    audit: Audit, found: Found, leaf: int, where: Sequence[Where], pair: Pair, kind: Special | None
) -> Cause:
    one, other = audit.books[found.pair].known
    columns = [o.columns[leaf] for o in (one, other)]
    if _infinite(audit, found.pair, leaf):
        return Cause.EMPTY if kind is Special.EMPTY else Cause.INFINITE
    a, b = (shape(c) for c in columns)
    if a is None or b is None:
        return _of_kinds(audit, found, where, kind)
    if _are_records(audit, leaf):
        return Cause.RECORDS
    if a.constant and b.constant:
        return _exact(audit, found.pair, leaf, where, kind)
    for j in _numbers(audit, one, other):
        if j != leaf and (same_noise(one, leaf, j) or same_noise(other, leaf, j)):
            return Cause.SAME_NOISE
    if kept(columns):
        return Cause.CACHED
    if apart_by_value(columns):
        return Cause.GRID
    if Where.SIZE in where:
        return Cause.OVERFLOW if _overflows(audit, found.pair, leaf) else Cause.SWITCH
    named = {
        Special.EMPTY: Cause.EMPTY,
        Special.MISSING: Cause.MISSING,
        Special.INFINITE: Cause.INFINITE,
    }
    bare = a if not pair.one else b
    if kind is Special.EMPTY and bare.constant and a.constant is not b.constant:
        return Cause.EMPTY
    usual = _usual(audit, found.pair, leaf)
    if kind in named and usual < SHOWS:
        return named[kind]
    if a.constant is not b.constant:
        return Cause.DATA_RANGE if _varies(audit, leaf) else Cause.NO_NOISE
    wider = ratio(a, b)
    coarse = any(s.repeats and not s.constant for s in (a, b))
    if wider is not None and (not coarse or abs(log(wider)) > CERTAIN):
        return Cause.PRIVATE_COUNT if _is_count(a, b, pair) else Cause.DATA_RANGE
    if kind is Special.FAR and usual < NEARLY:
        return Cause.NO_CLIPPING
    if Where.VALUE in where:
        return Cause.CATEGORY
    if Where.PLACE in where:
        return Cause.PLACE
    known = min(a.count, b.count) >= PEER and beyond(columns) >= OUTSIDE
    ends = known or found.misses <= SELDOM * found.hits
    if ends and max(a.count, b.count) >= 40:
        if a.one_sided and b.one_sided and not a.two_valued:
            return Cause.ONE_SIDED
        if a.bounded and b.bounded and not a.repeats:
            return Cause.BOUNDED
    rare = found.hits <= RARE * found.draws / 2
    return Cause.TAILS if rare else Cause.TOO_LITTLE


def _overflows(audit: Audit, place: int, leaf: int) -> bool:
    """Tells whether one record moves the middle of the outputs by a power of two, at which whole
    numbers start again, more or less than it does among fewer records.
    """
    moved: list[tuple[float, float]] = []  # by how much, and its error
    for i in (place, *peers_of(audit.pairs, place)[Where.SIZE]):
        columns = [o.columns for o in audit.books[i].known]
        a, b = (shape(c[leaf]) if leaf < len(c) else None for c in columns)
        if a is not None and b is not None:
            error = MEDIAN * max(a.spread, b.spread) / sqrt(min(a.count, b.count))
            moved.append((a.middle - b.middle, error))
    for usual, error in moved[1:]:
        far, sure = abs(moved[0][0] - usual), SURE * (moved[0][1] + error)
        for word in (2.0**bits for bits in WORDS):
            if abs(far - word) <= sure < word / 4 and abs(usual) < word / 2:
                return True
    return False


def _exact(
    audit: Audit, place: int, leaf: int, where: Sequence[Where], kind: Special | None
) -> Cause:
    """Returns the cause where a number is always the same for either data set."""
    one, other = audit.books[place].known
    rest = [
        shape(o.columns[j]) for o in (one, other) for j in _numbers(audit, one, other) if j != leaf
    ]
    if any(s is not None and not s.constant for s in rest):
        return Cause.EXACT_PART
    if Where.SIZE in where:
        return Cause.SWITCH
    if kind is Special.EMPTY and _noisy(audit, leaf):
        return Cause.EMPTY
    if kind is Special.MISSING and _noisy(audit, leaf):
        return Cause.MISSING
    return Cause.NO_NOISE


def _spreads(audit: Audit, leaf: int) -> list[float]:
    """Returns the spreads of a number for usual data sets, of which 0 is no noise."""
    found: list[float] = []
    for place, pair in enumerate(audit.pairs):
        if special(pair) is None:
            for outputs in audit.books[place].known:
                seen = shape(outputs.columns[leaf]) if leaf < len(outputs.columns) else None
                if seen is not None:
                    found.append(0.0 if seen.constant else seen.spread)
    return found


def _samples(audit: Audit, leaf: int) -> Iterator[tuple[Sequence[Any], Column]]:
    """Yields the records and a number of the outputs for usual data sets."""
    for place, pair in enumerate(audit.pairs):
        if special(pair) is None and audit.books[place].draws >= LOOKED:
            for records, outputs in zip(
                (pair.one, pair.other), audit.books[place].known, strict=True
            ):
                if leaf < len(outputs.columns):
                    yield records, outputs.columns[leaf]


def _atoms(audit: Audit, leaf: int) -> set[float]:
    """Returns the numbers that come again and again among others, for usual data sets."""
    return {x for _, column in _samples(audit, leaf) if (x := atom(column)) is not None}


def _are_records(audit: Audit, leaf: int) -> bool:
    """Tells whether every output is one of the records, for data sets of many different records, and
    for all others too: those of which only some values are there.
    """
    many = few = 0
    for records, column in _samples(audit, leaf):
        known = {float(r) for r in records if isinstance(r, int | float)}
        if not np.isin(column[np.isfinite(column)], list(known)).all():
            return False
        many, few = many + (len(known) >= DIFFERENT), few + (len(known) < DIFFERENT)
    return many > 1 and few > 1


def _noisy(audit: Audit, leaf: int) -> bool:
    """Tells whether usual data sets have noise."""
    return any(_spreads(audit, leaf))


def _varies(audit: Audit, leaf: int) -> bool:
    """Tells whether the noise of some usual data sets is far wider than that of others."""
    found = sorted(filter(None, _spreads(audit, leaf)))  # of which the ends are there by chance
    return len(found) > 1 and log(found[-1 - len(found) // 8] / found[len(found) // 8]) > CERTAIN


def _falls(audit: Audit, seen: Seen) -> bool:
    """Tells whether the noise of a pair depends on the data, and is less for more records."""
    place = seen.found[0].pair
    sizes = [len(records) for records in (audit.pairs[place].one, audit.pairs[place].other)]
    columns = [o.columns for o in audit.books[place].known]
    if seen.cause is not Cause.DATA_RANGE or seen.leaf is None or sizes[0] == sizes[1]:
        return False
    a, b = (shape(c[seen.leaf]) if seen.leaf < len(c) else None for c in columns)
    wider = None if a is None or b is None else ratio(a, b)
    return wider is not None and 0 < wider < float("inf") and (wider > 1) is (sizes[0] < sizes[1])


def _is_count(one: Shape, other: Shape, pair: Pair) -> bool:
    """Tells whether one law is as many times as wide as the other, up to the error of that, as the
    sizes of both data sets say.
    """
    sizes, wider = (len(pair.one), len(pair.other)), ratio(one, other)
    if sizes[0] == sizes[1] or not all(sizes) or not wider or isinf(wider):
        return False
    sure = max(COUNTS, SURE * ratio_error(one, other))
    return abs(wider * sizes[0] / sizes[1] - 1) <= sure


def _where(audit: Audit, found: Found, leaf: int | None) -> tuple[Where, ...]:
    """Returns which one thing a leak comes with: pairs that differ in it hide the leak."""
    mine, _ = apart(*audit.books[found.pair].known, leaf)
    told: list[Where] = []
    for where, peers in peers_of(audit.pairs, found.pair).items():
        seen = [
            (i, *apart(*audit.books[i].known, leaf))
            for i in peers
            if audit.books[i].draws >= PEER
            and (leaf is None or leaf in _numbers(audit, *audit.books[i].known))
        ]
        hidden = [
            mine >= 3 * chance and theirs <= HIDES * mine + chance / 2 for _, theirs, chance in seen
        ]
        if len(seen) < LEAST_PEERS or not any(hidden):
            continue
        if where is Where.SIZE:  # from a size on, and not before: peers are the largest first
            first = hidden.index(True)
            rest = hidden[first:]
            like = all(theirs >= NEARLY * mine - chance / 2 for _, theirs, chance in seen[:first])
            if (
                like
                and all(rest)
                and len(rest) >= LEAST_PEERS
                and _of_size(audit, found, leaf, mine)
            ):
                told.append(where)
        elif all(hidden):
            told.append(where)
    return tuple(told)


def _of_size(audit: Audit, found: Found, leaf: int | None, mine: float) -> bool:
    """Tells whether most pairs of the same size show a leak, whatever else they are."""
    own, kind = audit.pairs[found.pair].moved, special(audit.pairs[found.pair])
    shown = [
        apart(*book.known, leaf)[0] >= SHOWS * mine
        for pair, book in zip(audit.pairs, audit.books, strict=True)
        if pair.moved.size == own.size
        and pair.moved.change is own.change
        and special(pair) is kind
        and book.draws >= FEW
        and (leaf is None or leaf in _numbers(audit, *book.known))
    ]
    return sum(shown) >= ALIKE * len(shown)


def _hypotheses(audit: Audit) -> list[Seen]:
    """Returns causes which the outputs of usual pairs look like, and which did not refute by
    themselves: spreads that follow the number of records.
    """
    like: dict[bool, list[int]] = {True: [], False: []}
    for place, pair in enumerate(audit.pairs):
        if special(pair) is not None or pair.moved.change is not Change.ADDED:
            continue
        a, b = (shape(o.columns[0]) if o.columns else None for o in audit.books[place].known)
        if a is None or b is None or a.repeats or b.repeats:
            continue
        if ratio(a, b) is not None:
            like[_is_count(a, b, pair)].append(place)
    if len(like[True]) < 2 or len(like[True]) <= len(like[False]):
        return []
    seen = [Found(i, Look.HALF_LINE, 0, "", 0, 0, audit.books[i].draws, 0) for i in like[True]]
    return [Seen(Cause.PRIVATE_COUNT, tuple(seen), hypothesis=True)]
