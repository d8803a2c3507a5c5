"""FME as hetero may have meant it: the reading that is shipped, and three others.

The paper cites the algorithm and does not print it. This file holds readings, each a choice of k,
of who is cut, and of the noise. In rising order the first k users keep their epsilons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from ..points import Enclosed
from .errors import METHODS, affine
from .settings import Records

UNIT = 1 << 80  # 1/sqrt(n - k) is cut to a multiple of 1/UNIT


@dataclass(frozen=True)
class Reading:
    """One reading of FME.

    `cut` chooses k: the least whose successor exceeds (or reaches) 1/sqrt(n - k), or the k that
    makes a sum least; `bound` says that the noise has scale 1/S, where it has max w_i/epsilon_i
    otherwise.
    """

    name: str
    cut: str = "exceeds"
    bound: bool = True

    @property
    def shipped(self) -> bool:
        """Tell whether it is the reading of the shipped mechanism."""
        return self.cut == "exceeds" and self.bound

    def remaining(self, epsilons: Sequence[Fraction]) -> int:
        """Return n - k, the number of users whose epsilons are cut."""
        rising, n = sorted(epsilons), len(epsilons)
        if self.cut == "least":
            sums = [Fraction(0), *accumulate(rising)]
            best = min(
                range(n + 1), key=lambda k: sums[k] + Fraction(isqrt((n - k) * UNIT * UNIT), UNIT)
            )
            return n - best
        for k, e in enumerate(rising):
            square = e * e * (n - k)
            if square > 1 or (square == 1 and self.cut == "reaches"):
                return n - k
        return 0

    def shares(self, epsilons: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return the numbers c_i to which the weights are proportional, to 24 digits."""
        left = self.remaining(epsilons)
        most = Fraction(isqrt(UNIT * UNIT // left), UNIT) if left else max(epsilons)
        return tuple(min(e, most) for e in epsilons)

    def error(self, epsilons: tuple[Fraction, ...], records: Records) -> Enclosed:
        """Return the mean squared error: enclosed for the shipped reading, to 20 digits for the
        others.
        """
        if self.shipped:
            return METHODS["FME"](epsilons, records)
        found = self.shares(epsilons)
        return affine(
            records.variance,
            found,
            None if self.bound else max(c / e for c, e in zip(found, epsilons, strict=True)),
        )


READINGS = (
    Reading("as shipped: k the least with epsilon_(k+1) > 1/sqrt(n - k), noise of scale 1/S"),
    Reading(
        "k the argument of the least sum_{i<=k} epsilon_i + sqrt(n - k), which maximises the "
        "cited lower bound",
        cut="least",
    ),
    Reading("noise of scale max w_i/epsilon_i in place of 1/S", bound=False),
    Reading("epsilon_(k+1) >= 1/sqrt(n - k) in place of >", cut="reaches"),
)
