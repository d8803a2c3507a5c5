"""How a budget (epsilon, delta) is spent on many sums of the shuffle model.

It is shared by composition, and some of it pays for shuffling, which hides a sum only nearly.

The paper takes epsilon/(2 sqrt(d log(d/delta))) and delta/d for each of d sums. By advanced
composition these cost d delta/d + delta' > delta for every slack delta' > 0: too much as printed.

Here the noise of each sum is epsilon0-DP, half of delta is the slack of the composition, half is
for the distance s of shuffled views from ideal ones. Where the ideal views of a sum are epsilon0-DP
and real ones are within s of ideal ones, a sum is (epsilon0, (1 + e^epsilon0) s)-DP: P(E) <= U(E) +
s <= e^epsilon0 U'(E) + s <= e^epsilon0 (P'(E) + s) + s.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import LATTICE, compare, floor, up
from ...exact.reals import Number, Scalar
from ...exact.search import last
from ...privacy.composition import advanced_epsilon


def slack_share(delta: Scalar) -> Scalar:
    """Returns delta'' = delta/2, the slack of advanced composition; the other half is for the
    releases themselves.
    """
    return delta / 2


def sum_delta(growth: Scalar, distance: Scalar) -> Scalar:
    """Returns (1 + e^epsilon0) s, the delta of one sum whose views are within distance s of ideal
    ones.

    growth = e^epsilon0, distance = s.
    """
    return (1 + growth) * distance


def within(e: Fraction, epsilon: Number, delta: Fraction, count: int) -> bool:
    """Returns whether `count` releases that cost e each keep to epsilon.

    They may do so by advanced composition with slack delta'', or as count times e.
    """
    root = reals.root(2 * count * reals.log(1 / slack_share(delta)), 2)
    return (
        compare(e * count, epsilon) <= 0
        or compare(advanced_epsilon(e, reals.exp(e), count, root), epsilon) <= 0
    )


def epsilon_of_one(epsilon: Number, delta: Fraction, count: int) -> Fraction:
    """Returns the greatest multiple e of 2^-40 for which `count` releases of e each cost at most
    epsilon.
    """
    # one release costs no more than count of them
    found = last(
        lambda k: within(Fraction(k, LATTICE), epsilon, delta, count),
        0,
        floor(epsilon * LATTICE) + 1,
    )
    if not found:
        raise InvalidInput(
            "out_of_range", "epsilon: too small for so many sums", argument="epsilon"
        )
    return Fraction(found, LATTICE)


@dataclass(frozen=True)
class Phase:
    """A part of the budget, and the number of sums that share it."""

    epsilon: Number
    delta: Fraction
    count: int

    @cached_property
    def decay(self) -> Decay:
        """The decay whose epsilon is epsilon0, the budget of each sum."""
        return Decay.from_epsilon(epsilon_of_one(self.epsilon, self.delta, self.count))

    @cached_property
    def distance(self) -> Fraction:
        """The largest distance s that the other half of delta pays for.

        It is a rational not above delta/(2 K (1 + e^epsilon0)), where K is the number of sums.
        """
        return self.delta / (2 * self.count * (1 + up(self.decay.power(-1))))
