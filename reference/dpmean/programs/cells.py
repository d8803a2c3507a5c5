"""A divergence on the line, enclosed by cutting the line into cells: for outputs whose density
cannot change fast.

Where no density changes by more than a factor e^(r w) over a width w, the positive part of P -
e^epsilon Q in a cell is at least P(cell) - e^epsilon Q(cell), and exactly that where P(cell) >=
e^(epsilon + 2 r w) Q(cell); it is at most P(cell) - e^(epsilon - 2 r w) Q(cell). The cell that
leaves most open is halved until little is open, or until the cells are many.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..distributions.samplers.refine import Affine
from ..exact import reals
from ..exact.enclosure import Interval, interval
from .constraints import Constraint
from .events import Where

BITS = 120  # of the enclosures of probabilities
REACH = 32  # scales beyond the outermost centre, where the tails begin: e^-32 is 1.3e-14
MOST = 512  # cells
ENOUGH = Fraction(1, 1 << 30)  # what may stay open

_ZERO, _ONE = Fraction(0), Fraction(1)


def enclosed(one: Any, other: Any, epsilon: Fraction) -> tuple[Fraction, Fraction] | None:
    """Returns bounds of sup_E P(E) - e^epsilon Q(E); None where an output's density may change
    fast, or is not known.
    """
    known = [_smooth(x) for law in (one, other) for x in law.leaves]
    found = [k for k in known if k is not None]
    centres = {c for _, breaks in found for c in breaks}
    if len(found) < len(known) or not centres:
        return None
    rates = [rate for rate, _ in found if rate]
    line = _Line(one, other, epsilon, max(rates, default=_ZERO))
    far = REACH / min(rates, default=Fraction(REACH))
    return line.enclosed(sorted({min(centres) - far, *centres, max(centres) + far}))


class _Line:
    """Two laws on the line, the probabilities of whose cells are worked out once."""

    def __init__(self, one: Any, other: Any, epsilon: Fraction, rate: Fraction) -> None:
        self.laws, self.epsilon, self.rate = (one, other), epsilon, rate
        self.growth = interval(reals.exp(epsilon), BITS)
        self.points = sorted(
            {
                x.output[0]
                for law in self.laws
                for x in law.leaves
                if x.output is not None and isinstance(x.output[0], Fraction)
            }
        )
        self.at: dict[Fraction, tuple[Interval, ...]] = {}

    def enclosed(self, edges: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Returns the bounds, with the given edges and more between them."""
        edges = sorted({*edges, *self.points})
        low = high = _ZERO
        for gain in self._single():
            low, high = low + max(_ZERO, gain.lower), high + max(_ZERO, gain.upper)
        for event in (Where("x", "le", edges[0]), Where("x", "ge", edges[-1])):
            p, q = self._chances(event)
            low += max(_ZERO, p.lower - self.growth.upper * q.upper)
            high += p.upper
        cells = [self._cell(a, b) for a, b in pairwise(edges)]
        heapq.heapify(cells)
        left_open = -sum((c[0] for c in cells), _ZERO)
        while len(cells) < MOST and left_open > ENOUGH:
            closed, a, b, *_ = heapq.heappop(cells)
            halves = self._cell(a, (a + b) / 2), self._cell((a + b) / 2, b)
            left_open += closed - sum((c[0] for c in halves), _ZERO)
            for cell in halves:
                heapq.heappush(cells, cell)
        low += sum((c[3] for c in cells), _ZERO)
        high += sum((c[4] for c in cells), _ZERO)
        return low, min(_ONE, high)

    def _single(self) -> Iterable[Interval]:
        """Yields the gains of all outputs that are no part of a cell: constants, and no answer."""
        for event in (*(Where("x", "eq", x) for x in self.points), Where("none")):
            p, q = self._chances(event)
            yield Interval(
                p.lower - self.growth.upper * q.upper, p.upper - self.growth.lower * q.lower
            )

    def _cell(
        self, a: Fraction, b: Fraction
    ) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
        """Returns (minus what is open, a, b, lower bound, upper bound) of the positive part between
        a and b.
        """
        p, q = (self._between(i, a, b) for i in (0, 1))
        low = max(_ZERO, p.lower - self.growth.upper * q.upper)
        change = 2 * self.rate * (b - a)
        if p.lower >= interval(reals.exp(self.epsilon + change), BITS).upper * q.upper:
            # the difference is positive in all the cell
            high = p.upper - self.growth.lower * q.lower
        else:
            high = p.upper - interval(reals.exp(self.epsilon - change), BITS).lower * q.lower
        high = max(low, high)
        return low - high, a, b, low, high

    def _between(self, i: int, a: Fraction, b: Fraction) -> Interval:
        below, above = self._edge(a)[2 * i], self._edge(b)[2 * i + 1]
        return Interval(
            max(_ZERO, above.lower - below.upper), max(_ZERO, above.upper - below.lower)
        )

    def _edge(self, x: Fraction) -> tuple[Interval, ...]:
        """Returns for each law the probability of at most x, and of less."""
        if x not in self.at:
            most = self._chances(Where("x", "le", x))
            here = (
                self._chances(Where("x", "eq", x))
                if x in self.points
                else (Interval(_ZERO, _ZERO),) * 2
            )
            self.at[x] = tuple(
                part
                for m, h in zip(most, here, strict=True)
                for part in (m, Interval(m.lower - h.upper, m.upper - h.lower))
            )
        return self.at[x]

    def _chances(self, event: Where) -> tuple[Interval, Interval]:
        p, q = (interval(law.probability(event), BITS) for law in self.laws)
        return p, q


def _smooth(x: Any) -> tuple[Fraction, set[Fraction]] | None:
    """Returns how fast the logarithm of a leaf's density may change, and the places where the
    density may jump or bend.

    A sum in which there is noise that nothing else depends on, and whose density cannot change fast,
    changes no faster than that noise; a density that is flat does not change between the places at
    which it is cut. None for other outputs.
    """
    if x.output is None:
        return _ZERO, set()
    (value,) = x.output
    if isinstance(value, Fraction):
        return _ZERO, {value}
    if not isinstance(value, Affine):
        return None
    tied = {u for c in x.constraints for u, _ in c.terms}
    rates = [
        interval(rate, BITS).upper / abs(a)
        for u, a in value.terms.items()
        if (rate := u.law.steepness) is not None and u not in tied
    ]
    if rates:
        return min(rates), {value.constant}
    if len(value.terms) == 1:
        ((u, a),) = value.terms.items()
        cut = [_cut(c) for c in x.constraints if any(v is u for v, _ in c.terms)]
        if u.law.flat is not None and None not in cut:
            places = (*u.law.flat, *(c for c in cut if c is not None))
            return _ZERO, {value.constant + a * t for t in places}
    return None


def _cut(c: Constraint) -> Fraction | None:
    """Returns the number at which a constraint cuts its one unknown; None where it has others, or
    no rational one.
    """
    if len(c.terms) != 1 or not isinstance(c.constant, Fraction):
        return None
    return -c.constant / c.terms[0][1]
