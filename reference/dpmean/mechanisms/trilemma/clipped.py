"""The clipped mean of a given bias, alone and combined with name and shame (trilemma Propositions 3.5, 3.7).

Name and shame gives back what clipping takes away. The noisy mean clipped to given bounds (trilemma Section 1.3; with
lower = 0 Section 2) is `sized_mean`. Here the bounds are those of the *mean*; records are clipped further out, by an
irrational margin that is raised to a multiple of 2^-40 (with discrete noise: of 1/m), so that the clipped interval is
public and rational.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.finite import Bernoulli
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact.digits import decimals
from ...exact.enclosure import up
from ...exact.numbers import Datum, datum
from ...exact.reals import Number
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import clip_record
from ..addremove.means import OneEpsilon
from . import margins as clipping
from .public_size import NOISES, on_lattice, proper, sum_noise

_ZERO = Fraction(0)


@dataclass(frozen=True)
class _Margined(OneEpsilon):
    """What both mechanisms share: n public records, clipped to [lower - margin, upper + margin]."""

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
        return Fraction((low * self.m).__floor__(), self.m), Fraction((high * self.m).__ceil__(), self.m)

    @cached_property
    def law(self) -> tuple[Laplace | DiscreteLaplace, Fraction]:
        """The law of the noise of the sum, and its unit."""
        low, high = self.interval
        return sum_noise(self.decay, high - low, None if self.m is None else Fraction(1, self.m))

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on the interval to which records are clipped."""
        low, high = self.interval
        return (f"records are clipped to [{decimals(low, 6)[0]}, {decimals(high, 6)[1]}] (six digits): the bounds are "
            "those of the mean", "the estimate is not clipped")

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


@dataclass(frozen=True)
class ClippedMean(_Margined):
    """The noisy mean of records clipped to [lower - margin, upper + margin]; its bias is at most `bias`.

    Definition.  mean of the clipped records + Lap((u - l + 2 margin)/(n epsilon)), margin = bias^(-1/(lambda - 1));
                 with `constants=exact` margin = (lambda - 1)/lambda (lambda bias)^(-1/(lambda - 1)).
    Bias.        It is at most `bias` for every law with E|X - mean|^lambda <= 1, lambda >= 2, and a mean in [lower,
                 upper].
    Neighbors.   replace one record; n is public and a missing record is the midpoint.
    Guarantee.   epsilon-DP.
    Lattice.     With noise = discrete_laplace, clipped records are rounded to multiples of 1/m, margins outwards; the
                 estimate is (sum + K/m)/n, K discrete Laplace with D = m times the width.
    Source.      trilemma Proposition 3.5.
    """

    name = "clipped_mean"
    summary = "clipped beyond the bounds, which are those of the mean, for a given bias"
    required = ("epsilon", "bias", "lambda", "lower", "upper", "n")
    optional = ("constants", "noise", "m")

    bias: Fraction = Fraction(1)

    def exact_margin(self) -> Number:
        """Returns the margin of the definition, before it is raised to a rational."""
        return clipping.clipped_margin(self.bias, self.moment, self.constants)

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the clipped records."""
        return self.clipped(_located(data, self))

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, mean; one draw, noise."""
        mean = yield from self.noisy_mean(self.records(data))
        yield Step("mean", mean)
        return mean


@dataclass(frozen=True)
class CombinedMean(_Margined):
    """The clipped mean, plus what clipping takes away, named with probability delta: without bias for every law.

    Definition.  mean of the clipped records + Lap((u - l + 2c)/(n epsilon)) + sum of named_i (x_i - clipped x_i)/(n
                 delta), with named_i Bernoulli(delta). The margin c is that of Proposition 3.7, or the sharper one with
                 `constants=exact`.
    Neighbors.   replace one record; n is public and a missing record is the midpoint.
    Guarantee.   (epsilon, delta)-DP.
    Lattice.     With noise = discrete_laplace, records are first rounded to multiples of 1/m.
    Source.      trilemma Proposition 3.7.
    """

    name = "combined_mean"
    summary = "the same, and what is clipped away is named: without bias"
    required = ("epsilon", "delta", "psi", "lambda", "lower", "upper", "n")
    optional = ("constants", "noise", "m")

    delta: Fraction = Fraction(1, 2)
    psi: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        proper(self.delta)
        super().__post_init__()

    def exact_margin(self) -> Number:
        """Returns the margin c of Proposition 3.7, before it is raised to a rational."""
        return clipping.combined_margin(self.n, self.decay, self.delta, self.psi, self.moment, self.constants)

    @property
    def guarantee(self) -> Guarantee:
        """(epsilon, delta)-DP for the mechanism's neighbour relation."""
        return Guarantee(ApproximateDP(self.decay.epsilon, self.delta), self.relation)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what may be published as it is."""
        return (*super().further_policies, "with probability delta each, records beyond that interval enter the "
            "estimate without any noise of their size")

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the records, unclipped, on the lattice if there is one."""
        found = _located(data, self)
        return found if self.m is None else [on_lattice(x, self.m) for x in found]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, noisy_mean, residuals, mean; draws noise and named_1, ..., named_n."""
        records = self.records(data)
        clipped = self.clipped(records)
        noisy = yield from self.noisy_mean(clipped)
        yield Step("noisy_mean", noisy)
        residuals = [x - y for x, y in zip(records, clipped, strict=True)]
        yield Step("residuals", residuals)
        total = _ZERO
        for i, r in enumerate(residuals, 1):
            total = total + (yield Draw(f"named_{i}", Bernoulli(self.delta))) * r
        mean = noisy + total / (self.n * self.delta)
        yield Step("mean", mean)
        return mean


def _located(data: Iterable[object], mechanism: _Margined) -> list[Fraction]:
    """Returns n exact records; a missing one is the midpoint, an infinite one the end of the interval."""
    def place(x: Datum) -> Fraction:
        if x is None:
            return mechanism.midpoint
        return x if isinstance(x, Fraction) else clip_record(x, *mechanism.interval)

    found = [place(datum(x)) for x in data]
    if len(found) != mechanism.n:
        raise InvalidInput("size_mismatch", "data: the number of records is not the public n", argument="n")
    return found


