"""Records: log-normal laws in closed form, and real populations that are finite.

Everything about the clipped mean of a finite population is a rational. This file holds laws of
records with their clipped moments. The populations' sources and licences are in `data/README.md`.
"""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from itertools import accumulate

from ...exact import reals, special
from ...exact.reals import Number
from .clipping import N, noise_variance


@dataclass(frozen=True)
class LogNormal:
    """The law of e^(log median + s Z) for a standard normal Z; growth = e^(s^2/2) is the mean over
    the median.
    """

    median: Fraction
    s: Number
    growth: Number
    share: Fraction = Fraction(1)

    @classmethod
    def of_mean(cls, median: Fraction, mean: Fraction) -> LogNormal:
        """Return the law with this median and mean: s^2 = 2 log(mean/median)."""
        return cls(median, reals.root(2 * reals.log(mean / median), 2), mean / median)

    @property
    def mean(self) -> Number:
        """Return the mean, median e^(s^2/2)."""
        return self.median * self.growth

    def _above(self, t: Fraction, moment: int) -> tuple[Number, Number]:
        """Return P(X <= t) under the law tilted by X^moment, and P(X > t)."""
        at: Number = reals.log(t / self.median) / self.s
        return special.normal_cdf(at - moment * self.s), special.normal_cdf(-at)

    def first(self, t: Fraction) -> Number:
        """Return E min(X, t) = median e^(s^2/2) Phi(log(t/median)/s - s) + t P(X > t)."""
        below, above = self._above(t, 1)
        return self.mean * below + t * above

    def second(self, t: Fraction) -> Number:
        """Return E min(X, t)^2 = median^2 e^(2 s^2) Phi(log(t/median)/s - 2 s) + t^2 P(X > t)."""
        below, above = self._above(t, 2)
        return self.median**2 * self.growth**4 * below + t * t * above

    def tail(self, t: Fraction) -> Number:
        """Return the probability P(X > t)."""
        return self._above(t, 0)[1]


FIGURE1 = LogNormal(Fraction(60_000), Fraction(1), reals.exp(Fraction(1, 2)))


@dataclass(frozen=True)
class Population:
    """Finitely many records, as (value, how many) in rising order; samples of N are drawn without
    replacement.
    """

    counts: tuple[tuple[Fraction, int], ...]
    # running sums of counts, values and squares, from the least value on
    sums: tuple[tuple[int, Fraction, Fraction], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        terms = [(0, Fraction(0), Fraction(0)), *((c, c * v, c * v * v) for v, c in self.counts)]
        object.__setattr__(
            self,
            "sums",
            tuple(accumulate(terms, lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]))),
        )

    @property
    def size(self) -> int:
        """Return the number of records of the population."""
        return self.sums[-1][0]

    @property
    def mean(self) -> Fraction:
        """Return the mean of the population."""
        return self.sums[-1][1] / self.size

    @property
    def share(self) -> Fraction:
        """Return (size - N)/(size - 1), the share of the variance that sampling without replacement
        leaves.
        """
        return Fraction(self.size - N, self.size - 1)

    @property
    def values(self) -> Sequence[Fraction]:
        """Return the different values, in rising order."""
        return [v for v, _ in self.counts]

    def median(self) -> Fraction:
        """Return the lower median of the population."""
        return next(
            v for v, s in zip(self.values, self.sums[1:], strict=True) if 2 * s[0] >= self.size
        )

    def central(self, order: int) -> Fraction:
        """Return the central moment E (X - E X)^order."""
        return sum((c * (v - self.mean) ** order for v, c in self.counts), Fraction(0)) / self.size

    def first(self, t: Fraction) -> Fraction:
        """Return the clipped mean E min(X, t)."""
        count, total, _ = self.sums[bisect_right(self.values, t)]
        return (total + (self.size - count) * t) / self.size

    def second(self, t: Fraction) -> Fraction:
        """Return the clipped second moment E min(X, t)^2."""
        count, _, total = self.sums[bisect_right(self.values, t)]
        return (total + (self.size - count) * t * t) / self.size

    def tail(self, t: Fraction) -> Fraction:
        """Return P(X > t), the share of the records above t."""
        return 1 - Fraction(self.sums[bisect_right(self.values, t)][0], self.size)

    def best(self, epsilon: Fraction) -> Fraction:
        """Return the threshold of least error, exactly.

        The function g of `clipping.py` is linear between two neighbouring values, and falls at a
        value. The threshold is below the greatest value, whatever epsilon: clipping a little costs
        less bias than it saves variance.
        """
        v, noise = self.share / N, noise_variance(1, epsilon, N)
        for low, high in zip([Fraction(0), *self.values], self.values, strict=False):
            tail = self.tail(low)
            start = self.first(low) - tail * low  # E min(X, t) = start + tail t between them
            zero = (self.mean - start + v * start) / (tail + v * (1 - tail) + noise / tail)
            if zero <= high:
                return max(zero, low)
        raise AssertionError  # pragma: no cover  (g is negative at the greatest value: nothing is clipped there)


def population(name: str) -> Population:
    """Return one of the populations whose tables are shipped."""
    text = (files(__package__) / "data" / f"{name}.csv").read_text(encoding="utf-8")
    return Population(
        tuple(
            (Fraction(row["value"]), int(row["count"])) for row in csv.DictReader(text.splitlines())
        )
    )
