"""Means whose bounds are those of the *mean*: records are clipped further out (trilemma
Propositions 3.5, 3.7).

The margin is irrational and raised to a multiple of 2^-40 (with discrete noise: of 1/m), so that
the clipped interval is public and rational. The noisy mean clipped to given bounds (trilemma
Section 1.3; with lower = 0 Section 2) is `sized_mean`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact.digits import decimals
from ...exact.enclosure import up
from ...exact.numbers import Datum, datum
from ...exact.reals import Number
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import clip_record
from ..addremove.one_epsilon import OneEpsilon
from .public_size import NOISES, on_lattice, sum_noise

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Margined(OneEpsilon):
    """The base of both mechanisms: n public records, clipped to [lower - margin, upper +
    margin].
    """

    noises: ClassVar = NOISES

    n: int = 1
    moment: Fraction = Fraction(2)
    constants: str = "paper"
    noise: str = "laplace"
    m: int | None = None

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "midpoint"
    divides_by_count: ClassVar[bool] = False
    clips_to_bounds: ClassVar[bool] = False
    rounds: ClassVar[str] = "a record"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        _ = self.interval

    def exact_margin(self) -> Number:
        """Returns the margin before it is raised to a rational."""
        raise NotImplementedError  # pragma: no cover - both mechanisms define it

    @cached_property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The interval to which records are clipped."""
        margin = up(self.exact_margin())
        low, high = self.lower - margin, self.upper + margin
        if self.m is None:
            return low, high
        return Fraction((low * self.m).__floor__(), self.m), Fraction(
            (high * self.m).__ceil__(), self.m
        )

    @property
    def clipped_to(self) -> tuple[Fraction, ...]:
        """The interval to which records are clipped, beyond the bounds."""
        return self.interval

    @cached_property
    def law(self) -> tuple[Laplace | DiscreteLaplace, Fraction]:
        """The law of the noise of the sum, and its unit."""
        low, high = self.interval
        return sum_noise(self.decay, high - low, None if self.m is None else Fraction(1, self.m))

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on the interval to which records are clipped."""
        low, high = self.interval
        return (
            f"records are clipped to [{decimals(low, 6)[0]}, {decimals(high, 6)[1]}] (six "
            "digits): the bounds are those of the mean",
            "the estimate is not clipped",
        )

    def clipped(self, records: list[Fraction]) -> list[Fraction]:
        """Returns the clipped records, on the lattice if there is one."""
        found = [clip_record(x, *self.interval) for x in records]
        return found if self.m is None else [on_lattice(x, self.m) for x in found]

    def noisy_mean(self, clipped: list[Fraction]) -> Program:
        """The program of the noisy mean: yields the steps clipped, exact_mean; one draw, noise.

        The draw is in lattice steps if the noise is discrete.
        """
        yield Step("clipped", clipped)
        exact = sum(clipped, _ZERO) / self.n
        yield Step("exact_mean", exact)
        law, unit = self.law
        if self.m is None:  # the draw is the noise of the mean itself, not of the sum
            return exact + (yield Draw("noise", type(law)(law.decay, law.sensitivity / self.n)))
        return exact + (yield Draw("noise", law)) * (unit / self.n)


def located(data: Iterable[object], mechanism: Margined) -> list[Fraction]:
    """Returns n exact records; a missing one is the midpoint, an infinite one the end of the
    interval.
    """

    def place(x: Datum) -> Fraction:
        if x is None:
            return mechanism.midpoint
        return x if isinstance(x, Fraction) else clip_record(x, *mechanism.interval)

    found = [place(datum(x)) for x in data]
    if len(found) != mechanism.n:
        raise InvalidInput(
            "size_mismatch", "data: the number of records is not the public n", argument="n"
        )
    return found
