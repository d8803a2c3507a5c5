"""The probability that independent unknowns satisfy affine constraints.

A constraint on one unknown is an interval. Constraints on one and the same sum need the law of that
sum. Others are taken apart: unknowns on a lattice are summed over (cut where no more than 2^-60
lies beyond), continuous ones are integrated out one after the other, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.intervals import mass, pmf_at
from ..distributions.law import densities
from ..errors import InvalidInput
from ..exact.curves import Curve, Unit, step
from ..exact.reals import Number, balanced_sum
from . import smooth
from .constraints import Constraint, bounds, components
from .projection import Ridge, project
from .sums import sum_of
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)


def probability(constraints: Sequence[Constraint]) -> Number:
    """Returns the probability that all constraints hold."""
    if any(not c.terms and not c.holds for c in constraints):
        return _ZERO
    found: Number = _ONE
    for group in components([c for c in constraints if c.terms]):
        part = _joint(group)
        if isinstance(part, Fraction) and not part:
            return _ZERO
        found = part if isinstance(found, Fraction) and found == 1 else found * part
    return found


def _joint(group: list[Constraint]) -> Number:
    names = list(dict.fromkeys(u for c in group for u, _ in c.terms))
    if len(names) == 1:
        return mass(names[0].law, bounds(group))
    if any(c.sign == 0 and not all(u.lattice for u, _ in c.terms) for c in group):
        return _ZERO
    along = _direction(group)
    if along is not None and (law := sum_of(dict(along[0]))) is not None:
        found = bounds(along[1])
        return law.mass(found.low, found.high, found.low_closed, found.high_closed)
    lattice = [u for u in names if u.lattice]
    if lattice:
        return _summed(
            max(lattice, key=lambda u: sum(any(v is u for v, _ in c.terms) for c in group)), group
        )
    if densities([u.law for u in names]) is None and smooth.fits(names):
        found_by_quadrature = smooth.probability(names, group)
        if found_by_quadrature is not None:
            return found_by_quadrature
    return _integrated(names, group)


def _direction(
    group: list[Constraint],
) -> tuple[tuple[tuple[Unknown, Fraction], ...], list[Constraint]] | None:
    """Returns (the terms of one sum, the constraints as such on it) if all are on multiples of one
    sum; None otherwise.
    """
    first = group[0].terms
    lead, sized = first[0], []
    total = Unknown(lead[0].law, "sum")
    for c in group:
        own = dict(c.terms)
        factor = own.get(lead[0], _ZERO) / lead[1]
        if len(own) != len(first) or any(own.get(u) != a * factor for u, a in first):
            return None
        sized.append(Constraint(((total, factor),), c.constant, c.sign, c.weak))
    return first, sized


def _summed(unknown: Unknown, group: list[Constraint]) -> Number:
    """Returns the probability of a group of constraints, summed over the outcomes of one unknown on
    a lattice.
    """
    own = [c for c in group if len(c.terms) == 1 and c.terms[0][0] is unknown]
    others = [c for c in group if c not in own]
    low, high = bounds(own).integers()
    least, most = unknown.law.reach()
    parts = []
    for k in range(
        max(least, least if low is None else low), min(most, most if high is None else high) + 1
    ):
        rest = probability([c.at(unknown, Fraction(k)) for c in others])
        if not isinstance(rest, Fraction) or rest:
            parts.append(pmf_at(unknown.law, k) * rest)
    return balanced_sum(parts)


@dataclass(frozen=True)
class Factor:
    """A factor of an integrand: a curve of an affine form in unknowns."""

    curve: Curve
    terms: tuple[tuple[Unknown, Fraction], ...]
    constant: Number

    def of(self, unknown: Unknown | None) -> Fraction:
        """Returns the coefficient of an unknown; 0 where it does not occur."""
        return next((a for u, a in self.terms if u is unknown), _ZERO)


def factors_of(names: Sequence[Unknown], group: Sequence[Constraint]) -> tuple[list[Factor], Unit]:
    """Returns the densities of continuous unknowns and the indicators of the constraints, and the
    unit of their exponents.

    Raises InvalidInput where the densities have no closed form in a common unit.
    """
    known = densities([u.law for u in names])
    if known is None:
        raise InvalidInput(
            "unsupported_combination",
            "no closed form is known for these noises compared with each other",
        )
    unit, own = known
    found = [Factor(c, ((u, _ONE),), _ZERO) for u, c in zip(names, own, strict=True)]
    up = step(unit)
    return found + [
        Factor(up, tuple((u, -a) for u, a in c.terms), -c.constant) for c in group
    ], unit


def _integrated(names: list[Unknown], group: list[Constraint]) -> Number:
    factors, unit = factors_of(names, group)
    return integrate(factors, names, unit)


def integrate(factors: list[Factor], names: Sequence[Unknown], unit: Unit) -> Number:
    """Returns the integral of a product of factors over all unknowns, one after the other.

    Each time an unknown is taken that shares its factors with at most one other; InvalidInput where
    there is none.
    """
    left, found = list(names), _ONE * 1
    number: Number = found
    while left:
        u, others = min(((u, _neighbours(u, factors)) for u in left), key=lambda p: len(p[1]))
        if len(others) > 1:
            raise InvalidInput(
                "unsupported_combination",
                "no closed form is known for so many noises compared with each other",
            )
        v = next(iter(others), None)
        mine = [f for f in factors if f.of(u)]
        curve = project([Ridge(f.curve, f.of(u), f.of(v), f.constant) for f in mine], unit)
        factors = [f for f in factors if not f.of(u)]
        left.remove(u)
        if v is None:
            number = number * _constant(curve)
        else:
            factors.append(Factor(curve, ((v, _ONE),), _ZERO))
    return number


def _constant(curve: Curve) -> Number:
    """Returns the value of a curve that is constant."""
    terms: dict[Any, Number] = curve.pieces[0].terms if curve.pieces else {}
    return terms.get((0, _ZERO), _ZERO)


def _neighbours(u: Unknown, factors: Sequence[Factor]) -> set[Unknown]:
    return {v for f in factors if f.of(u) for v, _ in f.terms if v is not u}
