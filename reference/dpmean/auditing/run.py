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
from math import inf, log

import numpy as np

from ..interrupts import SIGNALS, interrupting, once
from ..judging.draws.claims import Level
from .betting import Positions
from .book import Book
from .bounds import Bound, Curve, at_least, level_of, mixed
from .claims import Claimed
from .domains import Value
from .freshness import STARTED, Dependence, Way, in_order, same_starts
from .hunting import Found, Hunt, certified, finding, special, told
from .looks import ALL_SEEN, Aside, Look
from .named import NamedLaw
from .outputs import Outputs, Reader, joined
from .pairs import Change, Pair, Tier
from .peers import PEER, peers_of
from .sources import Raw, Source
from .sources.buffered import Buffered
from .status import Stop, Without

OFTEN = 4  # findings by one number of several, after which it is set aside everywhere
AGAIN = 1.5  # times as many draws, after which all levels of a claim are asked again
MOST_AT_ONCE = 1 << 17  # draws of one step
ORDERED = 1024  # draws of a pair after which it is looked at whether they depend on each other
# so many are enough where one takes so many seconds, as where each is a start of a program
FEW, SLOW = (64, 0.01)
LOOK, A_LOOK = 160, 24  # draws of every first pair before any is preferred, and of every other one
# of all draws are for the number, once a claim is refuted; while others are not, what speaks most
# against them is where the number comes from
SHARE, MOST_SHARE = 0.4, 0.7
USUAL, SOME = 0.1, 4  # the same, for each of some usual pairs of few records
MOST_OTHERS = 4  # one in so many of all draws, at most, is for the first look at the others
NONE = Bound(0.0)
NUMBER = Fraction(1, 20)  # the error of the lower bound of epsilon that a report begins with
ORDER = Fraction(1, 10**9)  # of all statements that two orders of the same records differ
JOINT = Aside(looks=frozenset({Look.SUM, Look.WEIGHTED, Look.LEARNED, Look.WHOLE}))
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
    without: frozenset[Without] = frozenset()
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
    hunt: Hunt = field(default_factory=Hunt)
    to_first: bool = False  # whether the audit ends when all claims are refuted
    suspected: set[str] = field(default_factory=set)  # claims that the error NUMBER refutes
    ordering: dict[int, Found] = field(default_factory=dict)  # pairs whose order tells them apart
    peers: list[int] = field(default_factory=list)  # pairs that are compared with what was found
    for_number: int = 0  # draws that were made for it
    number: Bound = NONE  # of epsilon, with the error NUMBER, whenever one stops
    first: list[int] = field(default_factory=list)  # places of pairs that are looked at first
    usual: list[int] = field(default_factory=list)  # some, without anything odd, of few records
    others: list[int] = field(default_factory=list)
    asked: int = 0  # of the others have a first look
    shares: list[float] = field(default_factory=list)  # of the capital, by pair
    _promised: list[tuple[int, float]] = field(default_factory=list)  # draws, promise
    _changed: set[int] = field(default_factory=set)  # pairs of which there were outputs since
    _version: int = -1
    _gained: list[tuple[int, float]] = field(default_factory=list)
    _gaining: set[int] = field(default_factory=set)
    _level: Level | None = None  # of the gains
    # claim and pair: after how many draws all levels were asked, and the best one
    _best: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    # claim and pair: logarithm of the wealth
    _won: dict[tuple[int, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Opens a book for every pair."""
        self.hunt.aside = aside = Aside(
            bits=Without.BITS in self.without, infinite=Without.INFINITE in self.without
        )
        places = [i for i, pair in enumerate(self.pairs) if self.main(pair)]
        tiers = [pair.moved.tier for pair in self.pairs]
        usual = [i for i in places if special(self.pairs[i]) is None]
        usual = [i for i in usual if self.pairs[i].moved.value is Value.BOUND]
        known = [i for i in usual if tiers[i] is Tier.FIRST][: SOME // 2]
        small = sorted(set(usual) - set(known), key=lambda i: (self.pairs[i].moved.size, i))
        self.usual = known + small[: SOME // 2]
        self.shares = capital(self.pairs, self.usual)
        self.first = [i for i in places if tiers[i] is Tier.FIRST and self.shares[i]]
        self.others = [i for i in places if i not in set(self.first)]
        for pair in self.pairs:
            level = self.main(pair)[0] if self.main(pair) else None
            self.books.append(
                Book(
                    level.times if level else 1.0,
                    self.reader.words,
                    self.law,
                    float(level.delta) if level else 0.0,
                    aside,
                    pair.moved.tier is not Tier.FIRST,
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

    @property
    def pending(self) -> bool:
        """Tells whether a claim is not refuted yet."""
        return len(self.refuted) < len(self.claims)

    @property
    def hunted(self) -> int:
        """Returns the place of the claim whose causes are sought: the one that was refuted first."""
        words = next(iter(self.refuted), self.claims[0].words)
        return next(i for i, claim in enumerate(self.claims) if claim.words == words)

    def levels(self, pair: int) -> tuple[Level, ...]:
        """Returns the levels of the hunted claim for the pair at this place; those of an order of the
        same records are no neighbours, and refute nothing.
        """
        if self.pairs[pair].moved.change is Change.ORDERED:
            return ()
        return self.claims[self.hunted].levels(self.pairs[pair].user)

    def log_wealth(self, place: int = 0) -> float:
        """Returns the logarithm of the wealth of all bets against the claim at this place, of all
        pairs together.
        """
        return mixed([self._won.get((place, i), 0.0) for i in range(len(self.pairs))], self.shares)

    def certified(self, place: int) -> float:
        """Returns a lower bound of it in exact arithmetic: that of the pair which won most, at its
        best level.
        """
        won = [
            self._won.get((place, i), 0.0) + log(share) if share else -inf
            for i, share in enumerate(self.shares)
        ]
        best = won.index(max(won))
        positions, levels = (
            self.books[best].positions,
            self.claims[place].levels(self.pairs[best].user),
        )
        if positions is None or not levels:
            return 0.0
        return certified(positions, levels, log(self.shares[best]))

    def add(self, step: Step) -> None:
        """Bets on the draws of one step, and looks."""
        self.steps.append(step)
        self._changed.add(step.pair)
        self._gaining.add(step.pair)
        book, pair = self.books[step.pair], self.pairs[step.pair]
        hunting = self.hunt.book(step.pair, book) if self._hunted(step.pair) else book
        book.add(step.one, step.other)
        if hunting is not book:
            hunting.add(step.one, step.other)
        positions, limit = book.positions, -log(float(self.alpha))
        ordered = pair.moved.change is Change.ORDERED
        for i, claim in enumerate(self.claims):
            levels = claim.levels(pair.user)
            if positions is not None and levels and not ordered:
                self._won[i, step.pair] = self._wealth(i, step.pair, positions, levels)
            if self.log_wealth(i) >= -log(float(NUMBER)):
                self.suspected.add(claim.words)
            if (
                claim.words not in self.refuted
                and self.log_wealth(i) >= limit
                and self.certified(i) >= limit
            ):
                self.refuted[claim.words] = (self.draws, self.log_wealth(i))
                if self.hunted == i and i:  # what pairs promise is against this claim from now on
                    self.hunt.version += 1
        self._follow(step.pair, hunting)
        if ordered:
            self._look_at_order(step.pair)
        elif self._hunted(step.pair) and self.shares[step.pair]:
            self._seek(step.pair, hunting)
        if not self.growth or self.draws >= 1.4 * self.growth[-1][0]:
            self.look()

    def _wealth(
        self, claim: int, pair: int, positions: Positions, levels: Sequence[Level]
    ) -> float:
        """Returns the logarithm of the wealth of a pair against all levels of a claim together. Of
        many levels only those next to the best one are asked, and the others now and then: what is
        left out is a part of the wealth.
        """
        draws, best = self._best.get((claim, pair), (0, 0))
        asked = range(len(levels))
        if len(levels) > 3 and self.books[pair].draws <= AGAIN * draws:
            asked = range(max(0, best - 1), min(len(levels), best + 2))
        logs = {i: positions.log_mixture(levels[i]) for i in asked}
        if len(asked) == len(levels):
            draws = self.books[pair].draws
        self._best[claim, pair] = draws, max(logs, key=lambda i: logs[i])
        return mixed(list(logs.values()), [1 / len(levels)] * len(logs))

    def _follow(self, pair: int, book: Book) -> None:
        """Notes how much the hunt has won with a pair."""
        levels, won = self.levels(pair), self._won.get((self.hunted, pair), 0.0)
        if book is not self.books[pair] and book.positions is not None and levels:
            won = max(book.positions.log_mixture(level) for level in levels)
        self.hunt.won[pair] = won if levels and self._hunted(pair) else -inf

    def wanted(self, pair: int) -> int:
        """Returns how many draws of a pair there should be until one looks again: until events are
        named anew, or sooner where the first refutation is to end the audit.
        """
        book = self.books[pair]
        if self.to_first and self.pending:
            return book.wanted
        hunting = self.hunt.book(pair, book) if self._hunted(pair) else book
        return min(book.unnamed, hunting.unnamed)

    def _hunted(self, pair: int) -> bool:
        ordered = self.pairs[pair].moved.change is Change.ORDERED
        return pair not in self.hunt.done and (ordered or bool(self.shares[pair]))

    def _look_at_order(self, pair: int) -> None:
        """Notes that two orders of the same records have different outputs, where that is sure: a
        claim of no loss at all between them is refuted.
        """
        positions = self.books[pair].positions
        if pair in self.ordering or positions is None:
            return
        level = level_of(Fraction(0), Fraction(0))
        if positions.log_mixture(level) >= -log(float(ORDER / len(self.pairs))):
            self.ordering[pair] = told(pair, self.books[pair], level, self.draws)[0]

    def _seek(self, place: int, book: Book) -> None:
        """Notes what refutes the hunted claim by this pair alone, and sets it aside."""
        if not self.refuted or (self.to_first and self.pending):
            return
        hunt, share = self.hunt, log(self.shares[place])
        capital = share + hunt.left.get(place, 0.0)
        seen = finding(place, book, self.levels(place), capital, self.alpha, self.draws)
        if seen is None:
            return
        found, aside = seen
        hunt.found.append(found)
        hunt.version += 1
        self.peers += [i for those in peers_of(self.pairs, place).values() for i in those]
        before = hunt.aside, hunt.of(place)
        hunt.aside |= aside
        usual = [f for f in hunt.found if special(self.pairs[f.pair]) is None]
        if sum(f.look is Look.KIND for f in usual) >= OFTEN:
            hunt.aside |= Aside(looks=frozenset({Look.KIND}))
        goes_on = aside.bits or aside.leaves or aside.values or aside.infinite
        if not goes_on and not self._more_leaves(place, found):
            kind = special(self.pairs[place])
            same = [i for i, p in enumerate(self.pairs) if kind is not None and special(p) is kind]
            hunt.done |= {place, *same}
        if hunt.of(place) == before[1]:  # nothing more is set aside: it would be found again
            hunt.done.add(place)
        changed = range(len(self.pairs)) if hunt.aside != before[0] else [place]
        hunt.start_anew(changed, self.books, self.levels)

    def _more_leaves(self, place: int, found: Found) -> bool:
        """Sets one number of the outputs of a pair aside, and tells whether there are others."""
        numbers = set(self.reader.numbers)
        if found.look is Look.KIND or len(numbers) < 2:
            return False
        own = Aside(leaves=frozenset({found.leaf})) if found.leaf is not None else JOINT
        if found.leaf is not None and sum(f.leaf == found.leaf for f in self.hunt.found) >= OFTEN:
            self.hunt.aside |= own
        before = self.hunt.own.get(place, ALL_SEEN)
        self.hunt.own[place] = before | own
        left = numbers - self.hunt.own[place].leaves
        return before | own != before and bool(left)

    def look(self) -> None:
        """Notes the wealth against the first claim, and the bounds of epsilon so far, which never
        fall.
        """
        delta, before = self.claims[0].delta, self.growth[-1][2] if self.growth else 0.0
        bound = self.bound(delta).epsilon
        self.growth.append((self.draws, self.log_wealth(), max(before, bound)))
        number = at_least(self.positions(), delta, NUMBER, self.shares)
        if number.epsilon > self.number.epsilon:
            self.number = number
        if self.refuted and self.number.epsilon:
            for book in self.books:
                book.factor = max(book.factor, level_of(_grid(self.number.epsilon), delta).times)

    def promises(self) -> list[float]:
        """Returns what every pair promises for the hunt, which is worked out again after every tenth
        draw of it, and when something is set aside.
        """
        if self.hunt.version != self._version:
            self._version, self._promised = self.hunt.version, [(0, inf)] * len(self.pairs)
            self._changed = set(range(len(self.pairs)))
        for pair in self._changed:
            book = self.books[pair]
            if book.draws > 1.1 * self._promised[pair][0] or not self._promised[pair][0]:
                self._promised[pair] = (book.draws, self._promise(pair))
        self._changed.clear()
        return [found for _, found in self._promised]

    def _promise(self, pair: int) -> float:
        levels = self.levels(pair)
        if not levels and self.pairs[pair].moved.change is Change.ORDERED:
            levels = (level_of(Fraction(0), Fraction(0)),) if pair not in self.ordering else ()
        if not levels or not self._hunted(pair):
            return -inf
        return promise(self.hunt.promises(pair, self.books[pair]), levels)

    def gains(self) -> list[float]:
        """Returns what every pair promises for the number: against an epsilon as large as the bound;
        worked out again as `promises` is, and when the bound has grown.
        """
        level = level_of(_grid(self.number.epsilon), self.claims[0].delta)
        if level is not self._level:
            self._level, self._gained = level, [(0, inf)] * len(self.pairs)
            self._gaining = set(range(len(self.pairs)))
        for pair in self._gaining:
            book = self.books[pair]
            if book.draws > 1.1 * self._gained[pair][0] or not self._gained[pair][0]:
                known = bool(self.shares[pair] and self.levels(pair))
                found = promise(book.positions, [level]) if known else -inf
                self._gained[pair] = (book.draws, found)
        self._gaining.clear()
        return [found for _, found in self._gained]

    def positions(self) -> list[Positions | None]:
        """Returns the positions of every pair."""
        return [b.positions for b in self.books]

    def bound(self, delta: Fraction, alpha: Fraction | None = None) -> Bound:
        """Returns a lower bound of epsilon at a delta, with the error of the audit or another."""
        return at_least(self.positions(), delta, alpha or self.alpha, self.shares)

    def curve(self, alpha: Fraction | None = None) -> Curve:
        """Returns lower bounds of epsilon at some deltas, each by itself with this error."""
        return [(d, self.bound(d, alpha)) for d in CURVE]


def _grid(epsilon: float) -> Fraction:
    return Fraction(int(epsilon * 64), 64)


def capital(pairs: Sequence[Pair], usual: Sequence[int]) -> list[float]:
    """Returns the share of the capital of every pair: the usual ones, the others that are looked at
    first, and the rest, have the same together; two orders of the same records have none.
    """
    parts: list[list[int]] = [list(usual), [], []]
    for i, pair in enumerate(pairs):
        if pair.moved.change is not Change.ORDERED and i not in usual:
            parts[1 if pair.moved.tier is Tier.FIRST else 2].append(i)
    found, there = [0.0] * len(pairs), [part for part in parts if part]
    for part in there:
        for i in part:
            found[i] = 1 / (len(there) * len(part))
    return found


def promise(positions: Positions | None, levels: Sequence[Level]) -> float:
    """Returns how fast the wealth of a pair could grow, optimistically."""
    if positions is None:
        return inf
    most = int(positions.draws.max(initial=0))
    if not most:  # nothing is left on which to bet
        return 0.0
    best, draws = 0.0, np.sqrt(np.where(positions.draws > 0, positions.draws, most))
    for level in levels:
        factor, delta = level.times, float(level.delta)
        gain = (
            positions.hits
            - factor * positions.misses
            - positions.sides * delta / 2 * positions.draws
        )
        spread = np.sqrt(positions.hits + factor**2 * positions.misses + 1)
        best = max(best, float(((gain / spread + OPTIMISM) / draws).max()))
    return best


def choose(audit: Audit) -> int:
    """Returns the place of the pair to look at next.

    The first pairs get LOOK draws each. Then every second step is for one of the others, until each
    has had A_LOOK, and the rest for the pair that promises most, or that won most so far, in turn.
    Once a claim is refuted, a SHARE of all draws is for the pair to which the number is owed, and in
    every fourth step for the one that promises most for it. A few usual pairs have a part of all
    draws from the start: what they show, unusual ones hide.
    """
    places = range(len(audit.pairs))
    fresh = [i for i in audit.first if audit.books[i].draws < LOOK]
    if fresh:
        return min(fresh, key=lambda i: audit.books[i].draws)
    peers = [i for i in audit.peers if audit.books[i].draws < PEER]
    if peers:
        return peers[0]
    share = MOST_SHARE if audit.pending else SHARE
    if audit.refuted and audit.for_number < share * audit.draws:
        gains, known = audit.gains(), audit.number.pair
        if not audit.number.epsilon or gains[known] == -inf or not len(audit.steps) % 4:
            known = gains.index(max(gains))
        audit.for_number += audit.wanted(known)
        return known
    usual = [i for i in audit.usual if audit.books[i].draws < USUAL * audit.draws]
    hunted = [i for i in usual if i not in audit.hunt.done]
    if hunted and len(audit.steps) % 2:
        return min(hunted, key=lambda i: audit.books[i].draws)
    more = [i for i in audit.others[: audit.asked] if audit.books[i].draws < A_LOOK]
    if more and len(audit.steps) % 4 < 2:
        return more[0]
    promises = audit.promises()
    if len(audit.steps) // 2 % 2:
        leader = audit.hunt.leader()
        if leader is not None and promises[leader] > -inf:
            return leader
    if max(promises) == -inf:
        promises = audit.gains()
    best_of_all = max(promises)
    same = [i for i in places if promises[i] == best_of_all]
    return min(same, key=lambda i: audit.books[i].draws)


def proceed(
    audit: Audit,
    source: Source,
    draws: int,
    seconds: float,
    say: Callable[[Audit], None] = lambda _: None,
    *,
    first: bool = False,
) -> None:
    """Goes on until there were so many draws in all, or the time is over; with `first` until all
    claims are refuted, too.

    An interrupt ends it like the others; what was drawn is kept. The clock says when to stop, and
    what is not whole when it does is left out: a step is bet on as it was tossed, or not at all.
    """
    began = time.monotonic()
    audit.stopped, source.until = None, began + seconds * (1 - REPORT)
    audit.to_first = first
    audit.at_once = isinstance(source, Buffered)
    try:
        _proceed(audit, source, draws, say, first)
        for place, book in enumerate(audit.books):
            if audit.stale is None and source.in_order and place not in audit.ordered:
                # at any of so many sizes the outputs may have made the audit stop
                audit.stale = check_order(audit, book, sizes=ORDERED)
    except KeyboardInterrupt:
        audit.stopped = Stop.INTERRUPTED
    audit.look()
    audit.seconds += time.monotonic() - began


def _proceed(
    audit: Audit, source: Source, draws: int, say: Callable[[Audit], None], first: bool
) -> None:
    coin, tried, pace = np.random.default_rng(), False, 0.0
    audit.asked = draws // MOST_OTHERS // A_LOOK
    if not audit.steps:
        audit.stale = check_first(audit, source, draws, say)
    while audit.stale is None and not (first and not audit.pending):
        left, began = draws - audit.draws, time.monotonic()
        if left <= 0 or began >= source.until:
            audit.stopped = Stop.DRAWN if left <= 0 else Stop.TIME
            return
        place = choose(audit)
        pair = audit.pairs[place]
        count = min(left, audit.wanted(place), MOST_AT_ONCE)
        if pace:
            count = max(1, int(min(count, (source.until - began) / pace)))
        heads = int(coin.binomial(count, 0.5))
        raw = (
            source.draw(pair.one, heads) if heads else [],
            source.draw(pair.other, count - heads) if count > heads else [],
        )
        if len(raw[0]) < heads or len(raw[1]) < count - heads:
            audit.stopped = Stop.TIME if time.monotonic() >= source.until else Stop.ENDED
            return
        with _undisturbed():
            audit.add(Step(place, *map(audit.reader.read, raw)))
        pace = (time.monotonic() - began) / count
        if audit.reader.failing and not tried and audit.draws >= FEW:
            tried = True
            for i in audit.first:  # does it fail for every data set?
                audit.reader.read(source.draw(audit.pairs[i].one, 1))
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
