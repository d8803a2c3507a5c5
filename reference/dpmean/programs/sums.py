"""The law of a sum of independent unknowns, each times a rational: in closed form, or by certified
convolution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, ClassVar

from ..distributions.discrete_laplace import DiscreteLaplace
from ..distributions.finite import Uniform
from ..distributions.gaussian import Gaussian
from ..distributions.laplace import Laplace
from ..distributions.polya import NoiseShare
from ..errors import InvalidInput
from ..exact.reals import Number, balanced_sum
from . import exponential
from .exponential import Curve, Piece, Unit
from .lattices import LatticeSum, Shares
from .laws import Bounds, mass
from .projection import Ridge, project
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
Parts = tuple[tuple[Any, Fraction], ...]  # (law, factor)


@dataclass(frozen=True)
class Spread:
    """The uniform law on (-radius, radius)."""

    radius: Number

    lattice: ClassVar[Fraction | None] = None

    def cdf(self, x: Number) -> Number:
        """Returns P(X <= x)."""
        return exponential_cdf(exponential.uniform(-self.radius, self.radius, Unit()), x)


def exponential_cdf(curve: Curve, x: Number) -> Number:
    """Returns the integral of a density up to x."""
    return curve.within(None, x).integral()


def curve_of(law: Any, unit: Unit) -> Curve | None:
    """Returns the density of a law as a curve with exponents in `unit`, or None where it is not
    one.
    """
    if isinstance(law, Laplace):
        return exponential.laplace(law, unit)
    if isinstance(law, Uniform):
        return exponential.uniform(_ZERO, _ONE, unit)
    return exponential.uniform(-law.radius, law.radius, unit) if isinstance(law, Spread) else None


def scaled(curve: Curve, factor: Fraction) -> Curve:
    """Returns the density of factor X, for the density of X."""
    pieces = []
    for p in curve.pieces:
        low = None if p.low is None else p.low * factor
        high = None if p.high is None else p.high * factor
        terms = {(k, q / factor): c / factor**k / abs(factor) for (k, q), c in p.terms.items()}
        pieces.append(Piece(low, high, terms) if factor > 0 else Piece(high, low, terms))
    return Curve(curve.unit, tuple(pieces if factor > 0 else pieces[::-1]))


@dataclass(frozen=True)
class Smooth:
    """The law of a sum whose density is a curve."""

    curve: Curve

    lattice: ClassVar[Fraction | None] = None

    def cdf(self, x: Number) -> Number:
        """Returns P(S <= x)."""
        return exponential_cdf(self.curve, x)


def density_between(law: Any, low: Number | None, high: Number | None) -> Curve | None:
    """Returns the density of a law on the interval between two ends, or None where it is not known
    as a curve.
    """
    if isinstance(law, Smooth):
        return law.curve.within(low, high)
    unit = exponential.unit_of([law])
    if unit is not None and (found := curve_of(law, unit)) is not None:
        return found.within(low, high)
    if low is None or high is None or not hasattr(law, "pieces"):
        return None
    return Curve(Unit(), law.pieces(low, high)).within(low, high)


@dataclass(frozen=True)
class Scaled:
    """A law of X, and the factor by which X is multiplied in a sum."""

    law: Any
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
    laws = [law for law, _ in parts]
    if len(parts) == 1:
        return Scaled(*parts[0])
    if all(isinstance(law, Gaussian) for law in laws):
        return Scaled(Gaussian(balanced_sum([law.sigma_squared * a**2 for law, a in parts])), _ONE)
    if all(isinstance(law, NoiseShare) for law in laws):
        return _shares(parts)
    if all(law.lattice is not None for law in laws):
        below = lcm(*(a.denominator for _, a in parts))
        unit = Fraction(gcd(*(int(a * below) for _, a in parts)), below)
        return Scaled(LatticeSum(tuple((law, int(a / unit)) for law, a in parts)), unit)
    unit_found = exponential.unit_of(laws)
    if unit_found is None or any(curve_of(law, unit_found) is None for law in laws):
        return None
    curves = [
        scaled(curve, a) for law, a in parts if (curve := curve_of(law, unit_found)) is not None
    ]
    total = curves[0]
    for curve in curves[1:]:
        total = project(
            [Ridge(total, _ONE, _ZERO, _ZERO), Ridge(curve, Fraction(-1), _ONE, _ZERO)], unit_found
        )
    return Scaled(Smooth(total), _ONE)


def _shares(parts: Parts) -> Scaled:
    """Returns the law of a sum of equal shares of one noise: discrete Laplace where all n shares
    are there.
    """
    polya, factor = parts[0][0].polya, parts[0][1]
    if any(law.polya != polya or a != factor for law, a in parts):
        raise InvalidInput(
            "unsupported_combination",
            "the exact law of a sum of different shares of noise is not known",
        )
    if len(parts) == polya.n:
        return Scaled(DiscreteLaplace(polya.decay, polya.sensitivity), factor)
    one = Shares(polya, len(parts))
    return Scaled(LatticeSum(((one, 1), (one, -1))), factor)
