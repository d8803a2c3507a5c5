"""The bets on one pair of neighbouring data sets: which families of events there are, and what they
have won so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..judging.draws.bits import SORTINGS
from ..judging.draws.bits import View as Bits
from .betting import Positions, together
from .classes import Classes
from .described import WHOLE, Leaf, Role, unnamed
from .families import Family, Thresholds
from .looks import ALL_SEEN, NOTHING, Aside, Look, repeating
from .named import Named, NamedLaw
from .outputs import Codes, Column, Outputs, joined, word_of
from .sets import Among, Bins, Fisher, Learned, learner
from .views import Seen, telling

# draws before the first bet; events are named anew when there are so many times more
FIRST, GROWTH = (8, 1.15)
EARLY, SOON = 1.5, 160  # the same, for the first so many draws of one of many pairs
LATER = 1.25  # the same, once events are learned from KEPT draws and only rare classes are news
LEAST, LOOKS = 4, 8  # draws until one looks again, and looks at the wealth, between two namings
KEPT = 1 << 16  # draws of each input from which events are learned
# shares of the capital; those of absent families go to the others in proportion
MAIN, SUMS, SCORE, KINDS, BINS, BITS, VALUES, LEARNED = (
    0.68,
    0.04,
    0.7,
    0.06,
    0.07,
    0.08,
    0.11,
    0.15,
)
MARKS = 0.02  # of how numbers are written, and of lengths, which decide much alone if anything
NAMED = 0.75  # the share of the bets on a named law
STRANGE = -(1 << 40)  # the class of infinities
MOST_COORDINATES = 8  # of a vector that have half lines and bits of their own
# of outputs with several numbers: the share of sums and differences of some, and the share that is
# kept for what is seen after so many draws to tell two data sets apart, and how many that may be
RELATIONS, LATE, LATE_AT, MOST_LATE = (0.15, 0.1, 256, 6)


def coordinate(j: int) -> Callable[[Outputs], Column]:
    """Returns the view of one coordinate."""

    def view(outputs: Outputs) -> Column:
        return outputs.columns[j] if j < len(outputs.columns) else np.full(len(outputs), np.nan)

    return view


def total(outputs: Outputs) -> Column:
    """Returns the sums of all coordinates."""
    found: Column = (
        np.sum(outputs.columns, axis=0) if outputs.columns else np.full(len(outputs), np.nan)
    )
    return found


def length(outputs: Outputs) -> Column:
    """Returns the squared lengths of vectors."""
    found: Column = (
        np.sum(np.square(outputs.columns), axis=0)
        if outputs.columns
        else np.full(len(outputs), np.nan)
    )
    return found


def bits(j: int, classes: Callable[[Bits], Codes]) -> Callable[[Outputs], Codes]:
    """Returns the sorting of one coordinate by its bits."""
    view = coordinate(j)

    def sorting(outputs: Outputs) -> Codes:
        x = view(outputs)
        finite = np.isfinite(x)
        head = np.where(finite, x, 0.0)
        codes: Codes = classes(Bits("x", head, np.zeros_like(head)))
        return (
            codes
            if finite.all()
            else np.where(finite, codes, np.where(np.isnan(x), NOTHING, STRANGE))
        )

    return sorting


def whole(outputs: Outputs) -> Codes:
    """Returns a code of all numbers of an output together: different outputs very seldom have the
    same.
    """
    found = np.zeros(len(outputs), np.uint64)
    for column in outputs.columns:
        found = (found ^ column.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return np.where(outputs.kinds == NOTHING, NOTHING, found.view(np.int64))


def exactly(j: int) -> Callable[[Outputs], Codes]:
    """Returns the sorting of a column of whole numbers by their values."""
    view = coordinate(j)

    def sorting(outputs: Outputs) -> Codes:
        x = view(outputs)
        return np.where(np.isnan(x), NOTHING, np.nan_to_num(x)).astype(np.int64)

    return sorting


def families(
    width: int,
    words: list[str],
    delta: float = 0.0,
    leaves: Sequence[Leaf] = (),
    views: Sequence[Seen] = (),
) -> list[tuple[float, Family]]:
    """Returns the families for outputs of so many columns, each with its share of the capital. Of
    many numbers those are looked at alone that `views` names, as are the sums and differences in it.
    """
    found: list[tuple[float, Family]] = []
    leaves = leaves[:width] or unnamed(width)
    places = [j for j, leaf in enumerate(leaves) if leaf.role is Role.VALUE]
    telling = [seen.terms[0][0] for seen in views if len(seen.terms) == 1]
    order = sorted([*telling, *(j for j in places if j not in telling)][:MOST_COORDINATES])
    names = {j: leaves[j].name for j in order}
    for j, name in names.items():
        found.append((MAIN / len(names), Thresholds(name, coordinate(j), delta, leaf=j)))
    if len(places) > 1:
        numbers = Among(tuple(places))
        joint = [seen for seen in views if len(seen.terms) > 1]
        found += [
            (RELATIONS / len(joint), Thresholds(seen.told(leaves), seen, delta, Look.WEIGHTED))
            for seen in joint
        ]
        found += [
            (SCORE, Fisher([str(leaves[j]) for j in places], delta, numbers)),
            (
                VALUES,
                Classes(
                    "the whole output",
                    lambda outputs: whole(numbers(outputs)),
                    lambda _: "one that comes again",
                    Look.WHOLE,
                ),
            ),
        ]
        found += [
            (
                SUMS / 2,
                Thresholds("the sum", lambda outputs: total(numbers(outputs)), delta, Look.SUM),
            ),
            (
                SUMS / 2,
                Thresholds(
                    "the squared length", lambda outputs: length(numbers(outputs)), delta, Look.SUM
                ),
            ),
        ]
        if (made := learner()) is not None:
            found.append((LEARNED, Learned("a classifier's score", made, numbers)))
    found.append(
        (
            KINDS,
            Classes(
                "kind",
                lambda outputs: outputs.kinds,
                lambda code: word_of(words, code),
                Look.KIND,
            ),
        )
    )
    marks = [j for j, leaf in enumerate(leaves) if leaf.role is not Role.VALUE]
    found += [
        (MARKS / len(marks), Classes(str(leaves[j]), exactly(j), str, Look.WRITTEN, j))
        for j in marks
    ]
    for j, name in names.items():
        found.append((BINS / len(names), Bins(f"where {name} lies", coordinate(j), words, leaf=j)))
        for kind in SORTINGS:
            share = BITS / (len(SORTINGS) - 1) if kind.name != "value" else VALUES
            found.append(
                (
                    share / len(names),
                    Classes(
                        f"{name}, {kind.name}",
                        bits(j, kind.classes),
                        lambda code, told=kind.told: "infinite" if code == STRANGE else told(code),  # type: ignore[misc]
                        Look.VALUE if kind.name == "value" else Look.BITS,
                        j,
                    ),
                )
            )
    total_share = sum(w for w, _ in found) / (1 - LATE if len(places) > 1 else 1)
    return [(w / total_share, f) for w, f in found]


def late(
    delta: float, leaves: Sequence[Leaf], views: Sequence[Seen], watched: set[str]
) -> list[tuple[float, Family]]:
    """Returns families for numbers, and sums and differences, that tell two data sets apart as was
    seen later, or that came later.
    """
    new = [seen for seen in views if seen.told(leaves) not in watched]
    found: list[tuple[float, Family]] = []
    for seen in new:
        alone = seen.terms[0][0] if len(seen.terms) == 1 else None
        look = Look.HALF_LINE if alone is not None else Look.WEIGHTED
        found.append((LATE / len(new), Thresholds(seen.told(leaves), seen, delta, look, alone)))
    return found


@dataclass
class Book:
    """All bets on one pair. `factor` is e^epsilon of the claim by which classes are chosen, `law`
    the named one, and `aside` what is set aside from the start.
    """

    factor: float
    words: list[str]
    law: NamedLaw | None = None
    delta: float = 0.0
    aside: Aside = ALL_SEEN
    many: bool = False  # whether the pair is one of many that have a short look
    leaves: Sequence[Leaf] = ()  # of the columns, of which later ones may come
    covered: int = 0  # columns on which there are bets; before the first one there are none
    parts: list[tuple[float, Family]] = field(default_factory=list)
    seen: tuple[list[Outputs], list[Outputs]] = field(default_factory=lambda: ([], []))
    draws: int = 0
    drawn: tuple[int, int] = (0, 0)  # on which was bet, or which came before the first bet
    named: Named | None = None
    _next: int = FIRST
    _last: int = 0
    _full: bool = False
    _late: bool = False
    _kept: tuple[int, ...] = (0, 0)  # outputs of either input that an earlier book had
    _positions: Positions | None = None
    _known: tuple[Outputs, Outputs] | None = None

    @property
    def wanted(self) -> int:
        """Returns how many draws there should be until one looks again."""
        step = max(LEAST, -(-(self._next - self._last) // LOOKS)) if self.parts else FIRST
        return max(1, min(self._next - self.draws, step))

    @property
    def unnamed(self) -> int:
        """Returns how many draws there are until the events are named anew."""
        return max(1, self._next - self.draws)

    @np.errstate(over="ignore", invalid="ignore")  # outputs near the end of doubles
    def add(self, one: Outputs, other: Outputs) -> None:
        """Bets on further draws of both inputs, and names the events anew where it is time."""
        one, other = self.aside.without(one), self.aside.without(other)
        self._positions = self._known = None
        for _, family in self.parts:
            family.count(one, other)
        if self.named is not None:
            self.named.count(one, other)
        for seen, outputs, drawn, kept in zip(
            self.seen, (one, other), self.drawn, self._kept, strict=True
        ):
            if drawn + kept < KEPT and len(outputs):
                seen.append(outputs)
        self.draws += len(one) + len(other)
        self.drawn = (self.drawn[0] + len(one), self.drawn[1] + len(other))
        if self.draws >= self._next and (all(self.drawn) or all(self._kept)):
            self._learn()
            self._last = self.draws
            known = self.draws + sum(self._kept)
            grown = EARLY if self.many and known < SOON else GROWTH
            more = int(known * ((LATER if self._full else grown) - 1))
            self._next = self.draws + max(1, more)

    def _learn(self) -> None:
        """Names the events anew: all of them, or once there are draws enough, the classes."""
        if self._full:
            for _, family in self.parts:
                if isinstance(family, Classes) and family.keeps:
                    family.learn(self.seen[0][0], self.seen[1][0], self.factor)
            return
        self._full = min(d + k for d, k in zip(self.drawn, self._kept, strict=True)) >= KEPT
        width = max((len(o.columns) for seen in self.seen for o in seen), default=0)
        for seen in self.seen:
            seen[:] = [joined(seen, width)]
        if not self.parts:
            self.parts = self._families(width)
            self.covered = width
            if self.law is not None and width:
                self.named = Named(self.law, coordinate(0), self.factor, self.delta)
        elif not self._late and self.draws >= LATE_AT and self._several:
            self._late = True
            watched = {family.name for _, family in self.parts}
            views = telling(self.seen[0][0], self.seen[1][0], MOST_LATE, self.leaves)
            self.parts = [
                *self.parts,
                *self._left(late(self.delta, self.leaves, views, watched), width),
            ]
            self.covered = width
        for _, family in self.parts:
            family.learn(self.seen[0][0], self.seen[1][0], self.factor)
        if self.named is not None:
            self.named.learn(self.seen[0][0], self.seen[1][0])

    def _families(self, width: int) -> list[tuple[float, Family]]:
        """Returns the families by which it may look at outputs; those that are left share the
        capital of the others.
        """
        views = (
            telling(self.seen[0][0], self.seen[1][0], MOST_COORDINATES, self.leaves)
            if self._several
            else []
        )
        every = families(width, self.words, self.delta, self.leaves, views)
        if self.aside == ALL_SEEN:
            return every
        kept = self._left(every, width)
        whole = sum(share for share, _ in kept) / sum(share for share, _ in every)
        return [(share / whole, family) for share, family in kept]

    @property
    def _several(self) -> bool:
        """Tells whether outputs have several numbers."""
        return sum(leaf.role is Role.VALUE for leaf in self.leaves) > 1

    def _left(self, every: list[tuple[float, Family]], width: int) -> list[tuple[float, Family]]:
        """Returns the families by which it may look, after what is set aside."""
        again = [
            repeating(np.concatenate([seen[0].columns[j] for seen in self.seen]))
            for j in range(width)
        ]
        return [
            (share, family)
            for share, family in every
            if self.aside.allows(
                family.look, family.leaf, all(again) if family.leaf is None else again[family.leaf]
            )
        ]

    @np.errstate(over="ignore", invalid="ignore")
    def after(self, aside: Aside) -> Book:
        """Returns a book for the same pair that sets this aside: it learns from the outputs that
        this one kept, and bets on later ones.
        """
        found = Book(self.factor, self.words, None, self.delta, aside, self.many, self.leaves)
        width = max((len(o.columns) for seen in self.seen for o in seen), default=0)
        for mine, seen in zip(found.seen, self.seen, strict=True):
            if seen:
                mine.append(aside.without(joined(seen, width)))
        found._kept = tuple(sum(map(len, seen)) for seen in found.seen)
        if all(found._kept):
            found._learn()
            found._next = FIRST
        return found

    @property
    def known(self) -> tuple[Outputs, Outputs]:
        """Returns the outputs of both inputs that are kept."""
        if self._known is None:
            width = max((len(o.columns) for seen in self.seen for o in seen), default=0)
            one, other = (joined(seen, width) for seen in self.seen)
            self._known = one, other
        return self._known

    @property
    def rows(self) -> list[tuple[Family, int]]:
        """Returns the family of every position, and its place there."""
        return [(f, row) for _, f in self.parts for row in range(len(f.positions().hits))]

    @property
    def positions(self) -> Positions | None:
        """Returns all positions, with their shares of this pair's capital; None before the first
        bet.
        """
        if self._positions is None and self.parts:
            made = [family.positions() for _, family in self.parts]
            found = together(made)
            shares = np.repeat([share for share, _ in self.parts], [len(p.weights) for p in made])
            if self.named is not None:
                shares = shares * (1 - NAMED)
            self._positions = replace(
                found,
                weights=found.weights * shares,
                ledger=None if self.named is None else self.named.ledger,
            )
        return self._positions

    def of(self, row: int) -> tuple[Family, int] | None:
        """Returns the family of a position, and its place there."""
        for _, family in self.parts:
            count = len(family.positions().hits)
            if row < count:
                return family, row
            row -= count
        return None

    def told(self, row: int) -> str:
        """Returns the event of a position in words."""
        found = self.of(row)
        return "nothing yet" if found is None else found[0].told(found[1])

    def half_line(self, row: int) -> tuple[str, float] | None:
        """Returns the half line of a position as a sign and a number, where outputs are numbers and
        it is one.
        """
        found = self.of(row)
        if found is None or found[0] is not self.parts[0][1] or found[0].name != WHOLE:
            return None
        if not any(word.startswith("number") for word in self.words):  # `x` of a dict
            return None
        family = found[0]
        assert isinstance(family, Thresholds)
        return family.half_line(found[1])
