"""The audit of a black box: draws, bets, and when to stop.

One fair coin for every draw says which data set of a pair it is for. All pairs share one capital:
each starts with its share, and keeps what it has while others are looked at. So all evidence of a
run, whatever pairs were looked at and whenever one stopped, has one probability of error.

Which pair is looked at next is chosen by what its draws promise (`promise`): a bandit, which costs
nothing in validity.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, inf, log

import numpy as np

from ..interrupts import SIGNALS, interrupting, once
from ..judging.draws.claims import Level
from .betting import Positions
from .book import Book
from .bounds import Bound, Curve, at_least
from .claims import Claimed
from .freshness import STARTED, Dependence, Way, in_order, same_starts
from .named import NamedLaw
from .outputs import Outputs, Reader, joined
from .pairs import Pair
from .sources import Raw, Source
from .sources.buffered import Buffered
from .status import Stop

MOST_AT_ONCE = 1 << 17  # draws of one step
ORDERED = 1024  # draws of a pair after which it is looked at whether they depend on each other
# so many are enough where one takes so many seconds, as where each is a start of a program
FEW, SLOW = (64, 0.01)
ROUNDING = 1e-9  # by which a certified logarithm is rounded down at least, when it becomes a double
LOOK = 160  # draws of every pair before any is preferred
REPORT = 0.05  # of the time is left for what is said at the end
OPTIMISM = 2.0  # standard deviations by which a pair may be better than it looks
CURVE = (
    Fraction(0),
    Fraction(1, 10**6),
    Fraction(1, 10**4),
    Fraction(1, 1000),
    Fraction(1, 100),
    Fraction(1, 10),
)


@dataclass
class Step:
    """Draws of one pair, as they came."""

    pair: int
    one: Outputs
    other: Outputs


@dataclass
class Audit:
    """The state of an audit, and all that its report needs."""

    source: str
    claims: Sequence[Claimed]
    relation: str
    pairs: Sequence[Pair]
    alpha: Fraction
    reader: Reader = field(default_factory=Reader)
    law: NamedLaw | None = None  # of the outputs for the one pair, where it is known
    books: list[Book] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    at_once: bool = False  # whether one call makes many outputs
    # draws, log wealth, bound of epsilon
    growth: list[tuple[int, float, float]] = field(default_factory=list)
    stale: Dependence | None = None
    notes: list[str] = field(default_factory=list)
    key: str | None = None  # of the source; None where a record does not say
    ordered: set[int] = field(default_factory=set)  # pairs whose order was looked at
    pace: float | None = None  # seconds of one output, of the first call of the program
    refuted: dict[str, tuple[int, float]] = field(default_factory=dict)  # claim: draws, log wealth
    seconds: float = 0.0
    stopped: Stop | None = None
    _promised: dict[int, tuple[int, float]] = field(default_factory=dict)
    # claim and pair: logarithm of the wealth
    _won: dict[tuple[int, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Opens a book for every pair."""
        for pair in self.pairs:
            level = self.main(pair)[0] if self.main(pair) else None
            self.books.append(
                Book(
                    level.times if level else 1.0,
                    self.reader.words,
                    self.law,
                    float(level.delta) if level else 0.0,
                    self.reader.leaves,
                )
            )

    @property
    def draws(self) -> int:
        """Returns how many draws there were."""
        return sum(b.draws for b in self.books)

    @property
    def samples(self) -> int:
        """Returns of how many samples it is asked whether they are fresh: a start, a fork, outputs
        in a row, and those for each data set.
        """
        return 3 + 2 * len(self.pairs)

    def main(self, pair: Pair) -> tuple[Level, ...]:
        """Returns the levels of the first claim for a pair."""
        return self.claims[0].levels(pair.user)

    def log_wealth(self, place: int = 0) -> float:
        """Returns the logarithm of the wealth of all bets against the claim at this place, of all
        pairs together.
        """
        return mixed([self._won.get((place, i), 0.0) for i in range(len(self.pairs))])

    def certified(self, place: int) -> float:
        """Returns a lower bound of it in exact arithmetic: that of the pair which won most, at its
        best level.
        """
        won = [self._won.get((place, i), 0.0) for i in range(len(self.pairs))]
        best = won.index(max(won))
        positions, levels = (
            self.books[best].positions,
            self.claims[place].levels(self.pairs[best].user),
        )
        if positions is None or not levels:
            return 0.0
        level = max(levels, key=positions.log_mixture)
        return float(positions.certified(level)) - log(len(levels) * len(self.pairs)) - ROUNDING

    def add(self, step: Step) -> None:
        """Bets on the draws of one step, and looks."""
        self.steps.append(step)
        book, user = self.books[step.pair], self.pairs[step.pair].user
        book.add(step.one, step.other)
        positions, limit = book.positions, -log(float(self.alpha))
        for i, claim in enumerate(self.claims):
            if positions is not None and (levels := claim.levels(user)):
                self._won[i, step.pair] = mixed([positions.log_mixture(level) for level in levels])
            if (
                claim.words not in self.refuted
                and self.log_wealth(i) >= limit
                and self.certified(i) >= limit
            ):
                self.refuted[claim.words] = (self.draws, self.log_wealth(i))
        if not self.growth or self.draws >= 1.4 * self.growth[-1][0]:
            self.look()

    def look(self) -> None:
        """Notes the wealth against the first claim, and the bound of epsilon so far, which never
        falls.
        """
        before = self.growth[-1][2] if self.growth else 0.0
        bound = self.bound(self.claims[0].delta).epsilon
        self.growth.append((self.draws, self.log_wealth(), max(before, bound)))

    def promise(self, book: Book, levels: Sequence[Level]) -> float:
        """Returns what a pair promises, which is worked out again after every tenth draw of it."""
        before, found = self._promised.get(id(book), (0, inf))
        if book.draws > 1.1 * before:
            found = promise(book, levels)
            self._promised[id(book)] = (book.draws, found)
        return found

    def positions(self) -> list[Positions | None]:
        """Returns the positions of every pair."""
        return [b.positions for b in self.books]

    def bound(self, delta: Fraction) -> Bound:
        """Returns a lower bound of epsilon at a delta."""
        return at_least(self.positions(), delta, self.alpha)

    def curve(self) -> Curve:
        """Returns lower bounds of epsilon at some deltas, each by itself with the error of the
        audit.
        """
        return [(d, self.bound(d)) for d in CURVE]


def mixed(logs: Sequence[float]) -> float:
    """Returns the logarithm of the mean of numbers, from their logarithms."""
    top = max(logs)
    return -inf if top == -inf else top + log(sum(exp(x - top) for x in logs) / len(logs))


def promise(book: Book, levels: Sequence[Level]) -> float:
    """Returns how fast the wealth of a pair could grow, optimistically."""
    positions = book.positions
    if positions is None:
        return inf
    best = 0.0
    for level in levels:
        factor, delta = level.times, float(level.delta)
        gain = (
            positions.hits
            - factor * positions.misses
            - positions.sides * delta / 2 * positions.draws
        )
        spread = np.sqrt(positions.hits + factor**2 * positions.misses + 1)
        best = max(
            best,
            float(
                (
                    (gain + OPTIMISM * spread) / spread / np.sqrt(np.maximum(positions.draws, 1))
                ).max()
            ),
        )
    return best


def choose(audit: Audit) -> int:
    """Returns the place of the pair to look at next."""
    promises = []
    for book, pair in zip(audit.books, audit.pairs, strict=True):
        levels = audit.main(pair)
        promises.append(
            -inf if not levels else inf if book.draws < LOOK else audit.promise(book, levels)
        )
    best = max(promises)
    same = [i for i, p in enumerate(promises) if p == best]
    return min(same, key=lambda i: audit.books[i].draws)


def proceed(
    audit: Audit,
    source: Source,
    draws: int,
    seconds: float,
    say: Callable[[Audit], None] = lambda _: None,
) -> None:
    """Goes on until all claims are refuted, there were so many draws in all, or the time is over.

    An interrupt ends it like the others; what was drawn is kept. The clock says when to stop, and
    what is not whole when it does is left out: a step is bet on as it was tossed, or not at all.
    """
    began = time.monotonic()
    audit.stopped, source.until = None, began + seconds * (1 - REPORT)
    audit.at_once = isinstance(source, Buffered)
    try:
        _proceed(audit, source, draws, say)
        for place, book in enumerate(audit.books):
            if audit.stale is None and source.in_order and place not in audit.ordered:
                # at any of so many sizes the outputs may have made the audit stop
                audit.stale = check_order(audit, book, sizes=ORDERED)
    except KeyboardInterrupt:
        audit.stopped = Stop.INTERRUPTED
    audit.look()
    audit.seconds += time.monotonic() - began


def _proceed(audit: Audit, source: Source, draws: int, say: Callable[[Audit], None]) -> None:
    coin, tried, pace = np.random.default_rng(), False, 0.0
    if not audit.steps:
        audit.stale = check_first(audit, source, draws, say)
    while audit.stale is None and len(audit.refuted) < len(audit.claims):
        left, began = draws - audit.draws, time.monotonic()
        if left <= 0 or began >= source.until:
            audit.stopped = Stop.DRAWN if left <= 0 else Stop.TIME
            return
        place = choose(audit)
        pair = audit.pairs[place]
        count = min(left, audit.books[place].wanted, MOST_AT_ONCE)
        if pace:
            count = max(1, int(min(count, (source.until - began) / pace)))
        first = int(coin.binomial(count, 0.5))
        raw = (
            source.draw(pair.one, first) if first else [],
            source.draw(pair.other, count - first) if count > first else [],
        )
        if len(raw[0]) < first or len(raw[1]) < count - first:
            audit.stopped = Stop.TIME if time.monotonic() >= source.until else Stop.ENDED
            return
        with _undisturbed():
            audit.add(Step(place, *map(audit.reader.read, raw)))
        pace = (time.monotonic() - began) / count
        if audit.reader.failing and not tried and audit.draws >= FEW:
            tried = True
            for each in audit.pairs:  # does it fail for every data set?
                audit.reader.read(source.draw(each.one, 1))
            if audit.reader.failing:
                audit.stopped = Stop.BROKE
                return
        if source.in_order and audit.books[place].draws >= ORDERED and place not in audit.ordered:
            audit.ordered.add(place)
            audit.stale = check_order(audit, audit.books[place])
        say(audit)


def check_first(
    audit: Audit, source: Source, draws: int, say: Callable[[Audit], None]
) -> Dependence | None:
    """Returns what shows that outputs are not fresh, or nothing; these outputs are not bet on.

    The first output says how long one takes. Two starts of the program are compared, and up to
    ORDERED outputs for one data set, one after the other (FEW of a slow program): where they are not
    those of independent releases, the order of the later ones, which alternate, may hide it. What a
    fork repeats is noted only, because the draws of one process may be independent all the same.
    """
    records, asked = audit.pairs[0].one, audit.samples
    seen: list[Raw] = []
    if source.endless:
        began = time.monotonic()
        seen.append(source.draw(records, 1))
        audit.pace = time.monotonic() - began
        say(audit)
    if STARTED * (audit.pace or 0.0) <= max(0.0, source.until - time.monotonic()):
        told = _same(audit, source.forked(records, STARTED), asked)
        if told is not None and told.way is Way.KEPT:
            return told
        if told is not None:
            audit.notes.append(
                "after a fork both processes release the same outputs: never release from both"
            )
        if told := _same(audit, source.again(records, STARTED), asked):
            return told
    if not source.endless:
        return _recorded(audit, source)
    if not source.in_order:
        return None
    began, few = time.monotonic(), min(FEW, draws // 8)
    seen.append(source.draw(records, few - 1))
    if time.monotonic() - began < SLOW * few:
        seen.append(source.draw(records, min(ORDERED, draws // 8) - few))
    outputs = joined([audit.reader.read(raw) for raw in seen], audit.reader.width)
    return in_order(outputs, audit.reader, asked)


def _recorded(audit: Audit, source: Source) -> Dependence | None:
    """Looks at the order of all outputs that were made beforehand."""
    for place, pair in enumerate(audit.pairs):
        audit.ordered.add(place)
        for records in (pair.one, pair.other):
            outputs = audit.reader.read(source.recorded(records))
            if told := in_order(outputs, audit.reader, audit.samples):
                return told
    return None


def _same(audit: Audit, starts: list[Raw], asked: int) -> Dependence | None:
    return same_starts([audit.reader.read(raw) for raw in starts], asked)


def check_order(audit: Audit, book: Book, sizes: int = 1) -> Dependence | None:
    """Returns what shows that the outputs of one pair are not independent draws, or nothing; asked
    once for a pair, at one of so many sizes.
    """
    for seen in book.seen:
        outputs = joined(seen, max((len(o.columns) for o in seen), default=0))
        if told := in_order(outputs, audit.reader, audit.samples * sizes):
            return told
    return None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Holds an interrupt back until a step is bet on as a whole."""
    kept: list[int] = []
    handled = {
        number: signal.getsignal(number)
        for number in SIGNALS
        if threading.current_thread() is threading.main_thread() and interrupting(number)
    }
    for number in handled:
        signal.signal(number, lambda came, _: kept.append(came))
    try:
        yield
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
    if kept:
        once(kept[0], None)
