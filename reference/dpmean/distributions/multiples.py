"""Noise on the multiples of a unit: a law on the integers, in units of a public lattice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..errors import InvalidInput
from ..exact.reals import Number
from ..randomness.bits import Bits
from .law import Law, LineLaw


@dataclass(frozen=True)
class Multiples(Law):
    """The law of unit * K, for K of a symmetric law on the integers.

    Definition.  P(Z = unit k) = P(K = k), k integer, unit > 0.
    Guarantee.   That of K, for a query on the multiples of the unit: a shift of it is one of K by shift / unit.
    Source.      The lattice of the records of `bounded_sum` (vectors/parts.md).
    """

    steps: LineLaw
    unit: Fraction

    symmetric = True

    @property
    def lattice(self) -> Fraction:
        """Returns the unit."""
        return self.unit

    def index(self, x: Fraction) -> int:
        """Returns x in units; off the lattice it raises InvalidInput."""
        found = x / self.unit
        if found.denominator != 1:
            raise InvalidInput("off_lattice", "x: not a multiple of the unit", argument="x")
        return found.numerator

    def pmf(self, x: Fraction) -> Number:
        """Returns P(Z = x), for a multiple x of the unit."""
        return self.steps.pmf(self.index(x))

    def cdf(self, x: Fraction) -> Number:
        """Returns P(Z <= x)."""
        return self.steps.cdf(x // self.unit)

    def variance(self) -> Number:
        """Returns the variance, unit^2 times that of K."""
        return self.unit**2 * self.steps.variance()

    def unknown(self) -> tuple[Law, Fraction]:
        """Returns the law of K, and the unit."""
        return self.steps, self.unit

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw, unit times one of K."""
        found: Fraction = self.steps.sample(bits) * self.unit
        return found

    def negligible(self, x: Fraction) -> bool:
        """Returns whether a bound of the tail at x > 0 is less than 2^-1000 at first sight."""
        return self.steps.negligible(x / self.unit)

    def times(self, factor: Number) -> Law:
        """Returns noise of so many times the scale, on the same lattice."""
        return self._changed(self.steps.times(factor))

    def altered(self, what: str, to: Fraction) -> Law:
        """Returns the law that a known bug puts in its place, on the same lattice."""
        return self._changed(self.steps.altered(what, to))

    def _changed(self, steps: Law) -> Law:
        assert isinstance(steps, LineLaw)
        return Multiples(steps, self.unit)

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence under a shift by a multiple of the unit."""
        return self.steps.divergence(shift / self.unit, ratio)

    def loss(self, shift: Fraction) -> Number | None:
        """Returns a bound of the log-ratio under a shift; None where there is none."""
        return self.steps.loss(shift / self.unit)
