"""PrivQuant: a private quantile of integers by binary search on noisy counts (instance Algorithm
1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.published_gaussian import NOISES
from ...errors import InvalidInput
from ...privacy.guarantees import Guarantee, ZeroConcentratedDP
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Program, Step
from ...programs.table import read
from .quantile import Search, positive, real_rho, search

_ONE = Fraction(1)


@dataclass(frozen=True)
class PrivQuant(Mechanism):
    """An integer of [low, high] that is about the rank-th of n records in rising order.

    Definition.  left = low, right = high; while left < right: mid = floor((left + right)/2); if (number of records <=
                 mid) + K < rank: left = mid + 1, else right = mid. Returns left. K is discrete
                 Gaussian with sigma^2 = T/(2 rho), T = ceil(log2(high - low + 1)); with noise =
                 gaussian it is normal with that variance. With edition = printed the search goes
                 right where the noisy count is at most the rank (which finds the record after), and
                 sigma^2 = log2(high - low)/(2 rho), which is too little, and none where high = low
                 + 1.
    Neighbors.   replace one record; n is public; records are rounded to integers, ties to even, and moved into the
                 range; a missing one is the integer of the range nearest to 0.
    Guarantee.   rho-zCDP for every data set, all noisy counts included (corrected).
    Source.      instance Algorithm 1, Theorem 3.1.
    """

    name = "privquant"
    summary = "a private quantile of integers by binary search; rho-zCDP"
    required = ("rho", "low", "high", "rank", "n")
    estimates_mean = False
    optional = ("noise", "edition")
    noises: ClassVar = dict.fromkeys(NOISES, ())
    profile = "release-3"

    rho: Fraction
    low: int
    high: int
    rank: int
    n: int
    noise: str = "discrete_gaussian"
    edition: str = "corrected"

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "nearest_zero"
    clips_to_bounds: ClassVar[bool] = False

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns integers, from 0 to the largest."""
        return "0", str(self.high // 2), str(self.high)

    def __post_init__(self) -> None:
        positive(self.rho)
        if self.low > self.high:
            raise InvalidInput("bounds_order", "low must not be greater than high", argument="low")
        if self.rank > self.n:
            raise InvalidInput("out_of_range", "rank: at most n", argument="rank")

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP; in the printed edition with the real rho of T counts with its
        noise.
        """
        return Guarantee(
            ZeroConcentratedDP(real_rho(self.low, self.high, self.rho, self.edition)), self.relation
        )

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result, the integers."""
        return _ONE

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return ("records are rounded to integers, ties to even, and moved into the range",)

    @cached_property
    def search(self) -> Search:
        """The selection of the rank-th record."""
        return search(self.low, self.high, self.rank, self.rho, self.noise, self.edition)

    def records(self, data: Iterable[Any]) -> list[int]:
        """Returns the records as integers of the range."""
        return [row[0] for row in read(data, self.n, 1, self.low, self.high).rows]

    def program(self, data: Iterable[Any]) -> Program:
        """Yields the step sorted, then the steps of the search, with draws noise_1, noise_2, ..."""
        column = read(data, self.n, 1, self.low, self.high).column(0)
        yield Step("sorted", [Fraction(v) for v in column.values])
        found = yield from self.search.program(column, "noise", "")
        return Fraction(found)
