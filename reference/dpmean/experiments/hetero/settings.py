"""The users and records of hetero: two groups of users, vectors of sampled epsilons, three laws of
the records.

Records lie in [-1/2, 1/2]. This file holds settings; the errors in them are in `errors.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...exact import balls, reals
from ...mechanisms.hetero.weights import Epsilon
from ...randomness.bits import Shake128ForTesting
from ..points import Enclosed

LOWER, UPPER = Fraction(-1, 2), Fraction(1, 2)
LATTICE = 1 << 40  # sampled epsilons are rounded down to multiples of 1/LATTICE
USERS = 1000  # the number of users of a sampled vector


@dataclass(frozen=True)
class Records:
    """The mean and the variance of independent records; `name` says to a simulation which law they
    have.
    """

    name: str
    mean: Fraction
    variance: Fraction


UNIFORM = Records("uniform", Fraction(0), Fraction(1, 12))
COIN = Records("coin", Fraction(0), Fraction(1, 4))  # -1/2 or 1/2: the greatest variance there is
BETA = Records("beta(2,3)", Fraction(2, 5) - Fraction(1, 2), Fraction(1, 25))
ATOM = Records("1/2", Fraction(1, 2), Fraction(0))


@dataclass(frozen=True)
class TwoGroups:
    """Two groups of users: of n users, n f have epsilon1 and the others epsilon2 (None: public)."""

    n: int
    f: Fraction
    first: Fraction
    second: Epsilon

    @property
    def ones(self) -> int:
        """Return n f, the number of users with epsilon1."""
        count = self.n * self.f
        assert count.denominator == 1
        return count.numerator

    @property
    def epsilons(self) -> tuple[Epsilon, ...]:
        """Return the epsilons of all users."""
        return (self.first,) * self.ones + (self.second,) * (self.n - self.ones)

    @property
    def ratio(self) -> Fraction:
        """Return R = 1 + 8/(epsilon1^2 n f), Equation (4) of hetero: the ratio beyond which privacy
        is free.
        """
        return 1 + 8 / (self.first**2 * self.ones)

    @property
    def critical(self) -> Fraction:
        """Return R epsilon1, the epsilon2 from which on the weights are saturated."""
        return self.ratio * self.first


def spaced(first: Fraction, last: Fraction, steps: int, unit: Fraction) -> list[Fraction]:
    """Return multiples of `unit`, evenly spaced on a logarithmic axis but for rounding down, both
    ends included.
    """
    found = {last}
    for i in range(steps):
        x = Enclosed.of(reals.root((last / first) ** i, steps)) * first
        found.add(unit * (x.lower // unit))
    return sorted({max(first, x) for x in found})


def sampled(seed: str, low: int, high: int, users: int = USERS) -> Iterator[tuple[Fraction, ...]]:
    """Yield vectors of epsilons whose logarithms are uniform on [low, high].

    Each logarithm takes 53 random bits, and its exponential is rounded down to a multiple of 2^-40.
    """
    source = Shake128ForTesting(seed.encode())
    while True:
        found = []
        with balls.precision(96):
            for _ in range(users):
                u = Fraction(source.peek(53), 1 << 53)
                source.skip(53)
                ends = balls.around((balls.ball(low + (high - low) * u)).exp() * LATTICE)
                assert ends is not None
                found.append(Fraction(ends[0], LATTICE))
        yield tuple(found)
