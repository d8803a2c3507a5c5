"""Piecewise sums of c v^k e^(q v): densities in closed form, and what integrating their products
gives.

A `Curve` is such a function of one variable. Breakpoints are ordered by certified comparison,
coefficients are exact. Exponents are kept as rational multiples of one unit (1 where epsilon is
rational, else the irrational epsilon itself), so that what cancels is gone exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import factorial

from . import reals
from .decay import Decay
from .enclosure import compare
from .reals import Number

_ZERO, _ONE = Fraction(0), Fraction(1)
Terms = dict[tuple[int, Fraction], Number]  # (power k, exponent q in units) -> coefficient
End = Number | None


@dataclass(frozen=True)
class Unit:
    """The unit of which all exponents are rational multiples: 1, or the irrational epsilon of a
    rational decay.
    """

    decay: Decay | None = None

    @property
    def size(self) -> Number:
        """Returns the unit as a number."""
        return _ONE if self.decay is None else self.decay.epsilon

    def power(self, q: Fraction, x: Number) -> Number:
        """Returns e^(q u x) for the unit u."""
        if not q:
            return _ONE
        if isinstance(x, Fraction):
            return reals.exp(q * x) if self.decay is None else self.decay.power(-q * x)
        return reals.exponential(x * q * self.size)


def unit_of(found: Iterable[Decay | None]) -> Unit | None:
    """Returns the common unit of exponentials with these decays (None: of what has no exponential),
    or None where they have none.
    """
    decays = {decay for decay in found if decay is not None}
    if all(isinstance(d.epsilon, Fraction) for d in decays):
        return Unit()
    return Unit(decays.pop()) if len(decays) == 1 else None


@dataclass(frozen=True)
class Piece:
    """A sum of terms on the interval between two ends; None stands for an infinite end."""

    low: End
    high: End
    terms: Terms


@dataclass(frozen=True)
class Curve:
    """A function of one variable: the pieces in rising order, and 0 outside them."""

    unit: Unit
    pieces: tuple[Piece, ...]

    @property
    def ends(self) -> list[Number]:
        """Returns the finite ends of all pieces."""
        return [e for p in self.pieces for e in (p.low, p.high) if e is not None]

    def at(self, sample: Number) -> Terms:
        """Returns the terms of the piece in which `sample` lies, which is no end of a piece."""
        for p in self.pieces:
            if (p.low is None or compare(p.low, sample) < 0) and (
                p.high is None or compare(sample, p.high) < 0
            ):
                return p.terms
        return {}

    def within(self, low: End, high: End) -> Curve:
        """Returns the curve on the interval [low, high], 0 elsewhere."""
        kept = []
        for p in self.pieces:
            left, right = _larger(p.low, low), _smaller(p.high, high)
            if left is None or right is None or compare(left, right) < 0:
                kept.append(Piece(left, right, p.terms))
        return Curve(self.unit, tuple(kept))

    def scaled(self, factor: Fraction) -> Curve:
        """Returns the density of factor X, for the density of X."""
        pieces = []
        for p in self.pieces:
            low = None if p.low is None else p.low * factor
            high = None if p.high is None else p.high * factor
            terms = {(k, q / factor): c / factor**k / abs(factor) for (k, q), c in p.terms.items()}
            pieces.append(Piece(low, high, terms) if factor > 0 else Piece(high, low, terms))
        return Curve(self.unit, tuple(pieces if factor > 0 else pieces[::-1]))

    def times_power(self, k: int) -> Curve:
        """Returns the curve multiplied by v^k."""
        return Curve(
            self.unit,
            tuple(
                Piece(p.low, p.high, {(i + k, q): c for (i, q), c in p.terms.items()})
                for p in self.pieces
            ),
        )

    def integral(self) -> Number:
        """Returns the integral of the curve over the whole line; ArithmeticError where it does not
        vanish at infinity.
        """
        parts: list[Number] = []
        for p in self.pieces:
            above = antiderivative(p.terms, self.unit)
            parts += [value(above, p.high, self.unit, 1), -value(above, p.low, self.unit, -1)]
        return reals.balanced_sum(parts)


def _larger(x: End, y: End) -> End:
    if x is None or y is None:
        return y if x is None else x
    return x if compare(x, y) >= 0 else y


def _smaller(x: End, y: End) -> End:
    if x is None or y is None:
        return y if x is None else x
    return x if compare(x, y) <= 0 else y


def rising(points: Iterable[Number]) -> list[Number]:
    """Returns the different ones of some numbers, in rising order."""
    found: list[Number] = []
    for x in sorted(points, key=cmp_to_key(compare)):
        if not found or compare(found[-1], x) < 0:
            found.append(x)
    return found


def uniform(low: Number, high: Number, unit: Unit) -> Curve:
    """Returns the density of a uniform number of (low, high) as a curve."""
    return Curve(unit, (Piece(low, high, {(0, _ZERO): 1 / (high - low)}),))


def step(unit: Unit) -> Curve:
    """Returns the curve that is 1 above 0, and 0 below."""
    return Curve(unit, (Piece(_ZERO, None, {(0, _ZERO): _ONE}),))


def antiderivative(terms: Terms, unit: Unit) -> Terms:
    """Returns the terms of an antiderivative of a sum of terms c v^k e^(q v) with k >= 0."""
    found: Terms = {}
    for (k, q), c in terms.items():
        if not q:
            add(found, (k + 1, q), c / (k + 1))
            continue
        rate = q * unit.size
        for j in range(k + 1):
            add(
                found,
                (j, q),
                c * Fraction((-1) ** (k - j) * factorial(k), factorial(j)) / rate ** (k - j + 1),
            )
    return found


def add(terms: Terms, key: tuple[int, Fraction], c: Number) -> None:
    """Adds c to the coefficient of the term `key` of a sum."""
    terms[key] = terms[key] + c if key in terms else c


def value(terms: Terms, x: End, unit: Unit, side: int) -> Number:
    """Returns the value of a sum of terms at x; at an infinite end, on the side of the sign `side`,
    it is 0.

    Raises ArithmeticError where a term does not vanish at that infinite end.
    """
    if x is None:
        if any(
            not q or (q > 0) is (side > 0)
            for (_, q), c in terms.items()
            if not isinstance(c, Fraction) or c
        ):
            raise ArithmeticError("a curve that does not vanish at infinity has no integral")
        return _ZERO
    return reals.balanced_sum(
        [c * x**k * unit.power(q, x) if k else c * unit.power(q, x) for (k, q), c in terms.items()]
    )
