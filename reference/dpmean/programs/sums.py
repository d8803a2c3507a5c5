"""The law of a sum of independent unknowns, each times a rational: in closed form, or by certified
convolution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from ..distributions.intervals import Bounds, mass
from ..distributions.lattice_sums import LatticeSum
from ..distributions.law import Law, densities
from ..exact.curves import Curve
from ..exact.reals import Number
from .projection import Ridge, project
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
Parts = tuple[tuple[Law, Fraction], ...]  # (law, factor)


@dataclass(frozen=True)
class Smooth(Law):
    """The law of a sum whose density is a curve."""

    density: Curve

    def cdf(self, x: Number) -> Number:
        """Returns P(S <= x)."""
        return self.density.within(None, x).integral()

    def between(self, low: Number | None, high: Number | None) -> Curve:
        """Returns the density between two ends."""
        return self.density.within(low, high)


@dataclass(frozen=True)
class Scaled:
    """A law of X, and the factor by which X is multiplied in a sum."""

    law: Law
    factor: Fraction

    def mass(
        self, low: Number | None, high: Number | None, low_closed: bool, high_closed: bool
    ) -> Number:
        """Returns P(low <= factor X <= high), where an end that is not closed does not belong to
        the interval.
        """
        ends = [None if e is None else e / self.factor for e in (low, high)]
        closed = [low_closed, high_closed]
        if self.factor < 0:
            ends, closed = ends[::-1], closed[::-1]
        return mass(self.law, Bounds(ends[0], ends[1], closed[0], closed[1]))


def sum_of(terms: Mapping[Unknown, Fraction]) -> Scaled | None:
    """Returns the law of a sum of unknowns, each times its coefficient, or None where it has no
    closed form.
    """
    return _combined(
        tuple(
            sorted(
                ((u.law, a) for u, a in terms.items()),
                key=lambda p: (str(type(p[0])), abs(p[1]), id(p[0])),
            )
        )
    )


@lru_cache(maxsize=4096)
def _combined(parts: Parts) -> Scaled | None:
    kinds = {type(law) for law, _ in parts}
    if len(parts) > 1 and len(kinds) == 1:
        parts = tuple(kinds.pop().summed(parts) or parts)
    if len(parts) == 1:
        return Scaled(*parts[0])
    if all(law.lattice is not None for law, _ in parts):
        below = lcm(*(a.denominator for _, a in parts))
        step = Fraction(gcd(*(int(a * below) for _, a in parts)), below)
        return Scaled(LatticeSum(tuple((law, int(a / step)) for law, a in parts)), step)
    found = densities([law for law, _ in parts])
    if found is None:
        return None
    unit, curves = found
    scaled = [curve.scaled(a) for curve, (_, a) in zip(curves, parts, strict=True)]
    total = scaled[0]
    for curve in scaled[1:]:
        total = project(
            [Ridge(total, _ONE, _ZERO, _ZERO), Ridge(curve, Fraction(-1), _ONE, _ZERO)], unit
        )
    return Scaled(Smooth(total), _ONE)
