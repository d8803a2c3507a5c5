"""Affine estimates when every user has her own epsilon: a weighted mean of the records plus one
noise.

They are hetero Algorithm 1 and its baselines: mechanisms of the form mid + sum of w_i (x_i - mid) +
Z, with public weights. The epsilons are public input and must not depend on the records: where they
do (people with a rare illness ask for more), weights and noise reveal it, and no guarantee covers
that. Release them only if they may be published.

The output is any real number, as printed; moving it into [lower, upper] afterwards costs no privacy
and never increases the error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.laplace import Laplace
from ...distributions.staircase import Staircase
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import Guarantee, PerUserDP
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import Bounded, prepare
from . import weights
from .weights import Epsilon

_ZERO = Fraction(0)
ONE = Decay.from_epsilon(1)


def noise_of_scale(scale: Fraction) -> Laplace | None:
    """Returns Laplace noise of this scale, or None for the scale 0."""
    return Laplace(ONE, scale) if scale else None


def affine_error(variance: Scalar, squares: Scalar, noise: Scalar, bias: Scalar) -> Scalar:
    """Returns the mean squared error of an affine estimate.

    It is the records' variance times the sum of w_i^2, plus the noise's variance, plus the squared
    bias.
    """
    return variance * squares + noise + bias**2


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Returns the exact inner product; products are first added over each denominator, which is
    cheaper.
    """
    tops: dict[int, int] = {}
    for a, b in zip(left, right, strict=True):
        below = a.denominator * b.denominator
        tops[below] = tops.get(below, 0) + a.numerator * b.numerator
    return sum((Fraction(top, below) for below, top in tops.items()), _ZERO)


@dataclass(frozen=True)
class PerUser(Bounded):
    """The base of all mechanisms of hetero: public epsilons, one for each user, and public bounds.

    The number of users is public, so that a missing record counts as the midpoint.
    """

    epsilons: tuple[Epsilon, ...]
    lower: Fraction = _ZERO
    upper: Fraction = Fraction(1)

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_GIVEN_USER
    missing: ClassVar[str] = "midpoint"

    def __post_init__(self) -> None:
        super().__post_init__()
        weights.check(self.epsilons)

    @property
    def granted(self) -> tuple[Epsilon, ...]:
        """The epsilon that each user gets, which is never more than she asked for."""
        return self.epsilons

    @property
    def guarantee(self) -> Guarantee:
        """Pure DP for each user with her own epsilon, when her record is replaced."""
        return Guarantee(PerUserDP(self.epsilons, self.granted), self.relation)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on neighbours, on the epsilons, and on the range of the estimate."""
        return (
            f"neighbors: {self.relation.words}",
            "the epsilons are public: the guarantee does not cover what they reveal; they are "
            "matched to the records by their order",
            "the estimate is not clipped to the bounds",
        )

    def records(self, data: Iterable[object]) -> Sequence[Fraction]:
        """Returns the clipped records; there must be as many as there are epsilons."""
        found = prepare(data, self.lower, self.upper, self.missing)
        if len(found) != len(self.epsilons):
            raise InvalidInput(
                "size_mismatch",
                "data: the number of records is not the public one of the epsilons, "
                f"{len(self.epsilons)}",
                argument="epsilons",
            )
        return found

    def check_records_law(self, mean: Fraction, variance: Fraction) -> None:
        """Raises InvalidInput for a mean and a variance that no law on [lower, upper] has."""
        if not self.lower <= mean <= self.upper:
            raise InvalidInput(
                "out_of_range",
                "record_mean: must lie between lower and upper",
                argument="record_mean",
            )
        if variance > (mean - self.lower) * (self.upper - mean):
            raise InvalidInput(
                "out_of_range",
                "record_variance: at most (mean - lower)(upper - mean) on these bounds",
                argument="record_variance",
            )

    def finite(self, name: str) -> tuple[Fraction, ...]:
        """Returns the epsilons, or raises InvalidInput if one of them is infinite; `name` is the
        mechanism's.
        """
        found = tuple(e for e in self.epsilons if e is not None)
        if len(found) != len(self.epsilons):
            raise InvalidInput(
                "not_finite",
                f"epsilons: {name} has no meaning for a public record (inf); leave it out or "
                "use adpm",
                argument="epsilons",
            )
        return found


@dataclass(frozen=True)
class Affine(PerUser):
    """The mechanism mid + sum of w_i (x_i - mid) + Z; subclasses say what `weights` and
    `noise_scale` are.
    """

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights w_i, one for each user."""
        raise NotImplementedError

    @property
    def noise_scale(self) -> Fraction:
        """The scale of the Laplace noise, in the units of the records."""
        raise NotImplementedError

    @cached_property
    def law(self) -> Laplace | Staircase | None:
        """The law of Z, or None where there is no noise."""
        return noise_of_scale(self.noise_scale)

    @property
    def constant(self) -> bool:
        """Whether the midpoint is released, whatever the data are."""
        return False

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, weights, weighted_mean, mean; one draw, noise (none where there
        is no noise).
        """
        records = self.records(data)
        yield Step("clipped", records)
        given = self.weights
        yield Step("weights", list(given))
        middle = self.midpoint
        if self.constant:
            mean: Any = middle
        else:
            mean = middle + dot(given, [x - middle for x in records])
            yield Step("weighted_mean", mean)
            if self.law is not None:
                mean = mean + (yield Draw("noise", self.law))
        yield Step("mean", mean)
        return mean

    def mse(self, record_mean: Fraction, record_variance: Fraction) -> Number:
        """Returns E (output - record_mean)^2 for independent records with this mean and
        variance.
        """
        self.check_records_law(record_mean, record_variance)
        if self.constant:
            return (record_mean - self.midpoint) ** 2
        noise = self.law.variance() if self.law is not None else _ZERO
        bias = (sum(self.weights, _ZERO) - 1) * (record_mean - self.midpoint)
        return affine_error(record_variance, dot(self.weights, self.weights), noise, bias)
