"""The hunt for every cause: what refutes a claim is set aside, and the next is sought among all other
events and pairs, until the outputs end.

A finding is a pair of data sets whose bets *alone*, with the pair's share of the capital, refute the
claim that was refuted first. Its event is set aside, on this pair or on all: the kinds, values or infinities that it
is made of, the way to look, or the pair itself. What is bet on afterwards are later outputs, by books
that start anew (`Book.after`) with what their forerunner had left, at most its share. The claims "no
event but those set aside breaks it" imply one another in their order, so that the first of them that
is true is refuted with the probability of error of the whole audit, and all findings together are
wrong with no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import log
from typing import Any

import numpy as np

from ..judging.draws.claims import Level
from .betting import NO_POSITIONS, Positions
from .book import STRANGE, Book
from .classes import Classes
from .domains import Value
from .looks import ALL_SEEN, Aside, Look
from .outputs import Outputs
from .pairs import Change, Pair, Rest

ROUNDING = 1e-9  # by which a certified logarithm is rounded down at least, when it becomes a double
FOLLOWED = 1.0  # the logarithm of the wealth of a pair from which on it is followed
NEARLY = 0.6  # of the logarithm of the wealth, with which a plainer event is told
PLAIN = (
    Look.KIND,
    Look.HALF_LINE,
    Look.WRITTEN,
    Look.VALUE,
    Look.BINS,
    Look.BITS,
    Look.SUM,
    Look.WEIGHTED,
    Look.WHOLE,
    Look.LEARNED,
)
A_FEW = 64  # outputs of a pair, of which some have a part on which to bet
MISSING = (Rest.HALF_MISSING, Rest.MOSTLY_MISSING, Rest.ALL_MISSING)
Levels = Callable[[int], tuple[Level, ...]]  # of that claim, for the pair at a place
SMALL = 0.1  # of the outputs of each data set: values of fewer are set aside, else the pair


@dataclass(frozen=True)
class Found:
    """What refuted the claim by itself: by what the event is told (`look`, `leaf`: the place of its
    column), its words, how often it came for the likelier data set and for the other, in how many
    outputs of both; after how many outputs in all.
    """

    pair: int
    look: Look
    leaf: int | None
    event: str
    hits: int
    misses: int
    draws: int
    after: int
    forward: bool = True  # whether the first data set is the likelier


@dataclass
class Hunt:
    """What was found, what is set aside, and the books of pairs that set something aside."""

    version: int = 0  # how often something was set aside
    aside: Aside = ALL_SEEN
    found: list[Found] = field(default_factory=list)
    done: set[int] = field(default_factory=set)  # pairs that are looked at no more
    own: dict[int, Aside] = field(default_factory=dict)  # what is set aside for one pair
    books: dict[int, Book] = field(default_factory=dict)
    won: dict[int, float] = field(default_factory=dict)  # logarithms of the wealth of these books
    left: dict[int, float] = field(default_factory=dict)  # logarithms of capital at the start

    def leader(self) -> int | None:
        """Returns the pair that won most, where that is worth following."""
        best = max(self.won, key=lambda pair: self.won[pair], default=None)
        return best if best is not None and self.won[best] >= FOLLOWED else None

    def of(self, pair: int) -> Aside:
        """Returns what is set aside for a pair."""
        return self.aside | self.own.get(pair, ALL_SEEN)

    def book(self, pair: int, main: Book) -> Book:
        """Returns the book of a pair, which starts when it is first asked for."""
        if self.of(pair) == main.aside:
            return main
        if pair not in self.books:
            self.books[pair] = main.after(self.of(pair))
        return self.books[pair]

    def start_anew(self, pairs: Iterable[int], mains: Sequence[Book], levels: Levels) -> None:
        """Ends the books of some pairs: the next ones start with what these have, at most with what
        they had.
        """
        for pair in pairs:
            book = self.books.pop(pair, None if pair in self.left else mains[pair])
            self.won.pop(pair, None)
            self.left.setdefault(pair, 0.0)
            if book is None:  # it has not bet since it started anew, and has what it had
                continue
            if pair in self.done or book.positions is None or not levels(pair):
                continue
            won = max(book.positions.log_mixture(level) for level in levels(pair))
            self.left[pair] = min(0.0, self.left[pair] + won)

    def promises(self, pair: int, book: Book) -> Positions | None:
        """Returns the positions of a pair on which further bets may win, without those that look by
        what is set aside.
        """
        book = self.books.get(pair, book)
        positions = book.positions
        if book.aside == self.of(pair) or positions is None:
            bare = positions is None and book.draws > A_FEW  # all outputs are set aside
            return NO_POSITIONS if bare else positions
        aside = self.of(pair)
        keep = np.array([aside.allows(f.look, f.leaf, False) for f, _ in book.rows], np.bool_)
        if aside.kinds:
            keep &= np.array([f.look is not Look.KIND for f, _ in book.rows], np.bool_)
        return positions.of(keep)


def certified(positions: Positions, levels: tuple[Level, ...], capital: float) -> float:
    """Returns a lower bound of the logarithm of the wealth of one pair, in exact arithmetic."""
    level = max(levels, key=positions.log_mixture)
    return float(positions.certified(level)) - log(len(levels)) + capital - ROUNDING


def finding(
    place: int, book: Book, levels: tuple[Level, ...], capital: float, alpha: Fraction, after: int
) -> tuple[Found, Aside] | None:
    """Returns what refutes the claim by this pair alone, and what to set aside for it; nothing where
    it does not. `capital` is the logarithm of what the pair's book started with.
    """
    positions, limit = book.positions, -log(float(alpha))
    if positions is None or not levels:
        return None
    level = max(levels, key=positions.log_mixture)
    if positions.log_mixture(level) + capital - log(len(levels)) < limit:
        return None
    if certified(positions, levels, capital) < limit:
        return None
    return told(place, book, level, after)


def told(place: int, book: Book, level: Level, after: int) -> tuple[Found, Aside]:
    """Returns what speaks most against a level at this pair, and what to set aside for it."""
    positions = book.positions
    assert positions is not None
    row = plainest(book, positions, level)
    owner = book.of(row)
    assert owner is not None
    family, inner = owner
    one, other = book.known
    found = Found(
        place,
        family.look,
        family.leaf,
        family.told(inner),
        int(positions.hits[row]),
        int(positions.misses[row]),
        int(positions.draws[row]),
        after,
        family.forward(inner),
    )
    codes = family.classes(inner) if isinstance(family, Classes) else np.empty(0, np.int64)
    return found, _set_aside(found, codes, one, other)


def plainest(book: Book, positions: Positions, level: Level) -> int:
    """Returns the position that speaks most against a level, or one that is told more plainly and
    speaks nearly as much.
    """
    logs = positions.log_shares(level)
    enough = NEARLY * float(logs.max())
    looks = [family.look for family, _ in book.rows]
    return min(
        np.flatnonzero(logs >= enough).tolist(), key=lambda i: (PLAIN.index(looks[i]), -logs[i])
    )


def _set_aside(found: Found, codes: Any, one: Outputs, other: Outputs) -> Aside:
    """Returns what a finding sets aside on all pairs; nothing where only its pair is left."""
    if found.look is Look.KIND:
        numbered = np.zeros(len(one) + len(other), np.bool_)
        for j in range(max(len(one.columns), len(other.columns))):
            numbered |= ~np.isnan(np.concatenate([o.columns[j] for o in (one, other)]))
        kinds = np.concatenate([one.kinds, other.kinds])
        bare = [int(c) for c in codes if not numbered[kinds == c].any()]
        # where no output has a number, kinds are the answers, and not what came in their place
        return Aside(kinds=frozenset(bare)) if numbered.any() else ALL_SEEN
    if found.look is Look.BITS:
        return Aside(bits=True)
    if found.look is Look.WRITTEN and found.leaf is not None:
        return Aside(leaves=frozenset({found.leaf}))
    if found.leaf is None:
        return ALL_SEEN
    columns = [o.columns[found.leaf] for o in (one, other)]
    if found.look is Look.VALUE and STRANGE in codes:
        return Aside(infinite=True)
    if found.look is Look.VALUE:
        values = codes.view(np.float64)
        shares = [float(np.isin(c, values).mean()) if len(c) else 0.0 for c in columns]
        again = len(values) and max(
            int(np.count_nonzero(c == v)) for c in columns for v in values[:64]
        )
        if not again or again < 3:  # numbers that come twice at most: what repeats is how they end
            return Aside(bits=True)
        if max(shares) <= SMALL:
            return Aside(values=frozenset((found.leaf, float(v)) for v in values[:256]))
    elif found.look is Look.HALF_LINE:
        mine = columns[0 if found.forward else 1]
        infinite = float(np.isinf(mine).mean()) if len(mine) else 0.0
        if infinite and infinite >= found.hits / max(1, found.draws):
            return Aside(infinite=True)
    return ALL_SEEN


class Special(StrEnum):
    """What is not usual about the data sets of a pair."""

    EMPTY = "no record"
    MISSING = "a missing record"
    INFINITE = "an infinite record"
    FAR = "a record far outside the bounds"
    ORDER = "another order"


def special(pair: Pair) -> Special | None:
    """Returns what is not usual about the data sets of a pair, or nothing."""
    moved = pair.moved
    if moved.change is Change.ORDERED:
        return Special.ORDER
    if not pair.one or not pair.other:
        return Special.EMPTY
    if moved.value is Value.MISSING or moved.rest in MISSING:
        return Special.MISSING
    if moved.value is Value.INFINITE:
        return Special.INFINITE
    return Special.FAR if moved.value is Value.FAR else None
