"""Affine estimates when every user has her own epsilon: a weighted mean of the records plus one noise.

They are hetero Algorithm 1 and its baselines: mechanisms of the form mid + sum of w_i (x_i - mid) + Z, with public
weights. The epsilons are public input and must not depend on the records: where they do (people with a rare illness ask
for more), weights and noise reveal it, and no guarantee covers that. Release them only if they may be published.

The output is any real number, as printed; moving it into [lower, upper] afterwards costs no privacy and never increases
the error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.laplace import Laplace
from ...distributions.staircase import Staircase
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import Guarantee, PerUserDP
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import Bounded, prepare
from . import many, weights
from .weights import Epsilon

_ZERO, _QUARTER = Fraction(0), Fraction(1, 4)
ONE = Decay.from_epsilon(1)


def noise_of_scale(scale: Fraction) -> Laplace | None:
    """Returns Laplace noise of this scale, or None for the scale 0."""
    return Laplace(ONE, scale) if scale else None


def affine_error(variance: Scalar, squares: Scalar, noise: Scalar, bias: Scalar) -> Scalar:
    """Returns the mean squared error of an affine estimate.

    It is the records' variance times the sum of w_i^2, plus the noise's variance, plus the squared bias.
    """
    return variance * squares + noise + bias**2


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Returns the exact inner product; products are first added over each denominator, which is cheaper."""
    tops: dict[int, int] = {}
    for a, b in zip(left, right, strict=True):
        below = a.denominator * b.denominator
        tops[below] = tops.get(below, 0) + a.numerator * b.numerator
    return sum((Fraction(top, below) for below, top in tops.items()), _ZERO)


@dataclass(frozen=True)
class PerUser(Bounded):
    """What all mechanisms of hetero share: public epsilons and bounds.

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
            "the epsilons are public: the guarantee does not cover what they reveal; they are matched to the records "
            "by their order",
            "the estimate is not clipped to the bounds",
        )

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the clipped records; there must be as many as there are epsilons."""
        found = prepare(data, self.lower, self.upper, self.missing)
        if len(found) != len(self.epsilons):
            raise InvalidInput("size_mismatch", f"data: {len(found)} records, but {len(self.epsilons)} epsilons; both "
                "numbers are public and must agree", argument="epsilons")
        return found

    def check_records_law(self, mean: Fraction, variance: Fraction) -> None:
        """Raises InvalidInput for a mean and a variance that no law on [lower, upper] has."""
        if not self.lower <= mean <= self.upper:
            raise InvalidInput("out_of_range", "record_mean: must lie between lower and upper", argument="record_mean")
        if variance > (mean - self.lower) * (self.upper - mean):
            raise InvalidInput("out_of_range", "record_variance: at most (mean - lower)(upper - mean) on these bounds",
                argument="record_variance")

    def finite(self, name: str) -> tuple[Fraction, ...]:
        """Returns the epsilons, or raises InvalidInput if one of them is infinite; `name` is the mechanism's."""
        found = tuple(e for e in self.epsilons if e is not None)
        if len(found) != len(self.epsilons):
            raise InvalidInput("not_finite",
                f"epsilons: {name} has no meaning for a public record (inf); leave it out or use adpm",
                argument="epsilons")
        return found


@dataclass(frozen=True)
class Affine(PerUser):
    """The mechanism mid + sum of w_i (x_i - mid) + Z; subclasses say what `weights` and `noise_scale` are."""

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
        """Yields the steps clipped, weights, weighted_mean, mean; one draw, noise (none where there is no noise)."""
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
        """Returns E (output - record_mean)^2 for independent records with this mean and variance."""
        self.check_records_law(record_mean, record_variance)
        if self.constant:
            return (record_mean - self.midpoint) ** 2
        noise = self.law.variance() if self.law is not None else _ZERO
        bias = (sum(self.weights, _ZERO) - 1) * (record_mean - self.midpoint)
        return affine_error(record_variance, dot(self.weights, self.weights), noise, bias)


@dataclass(frozen=True)
class Adpm(Affine):
    """ADPM: the weights that minimise the worst mean squared error of an affine estimate under everybody's epsilon.

    Definition.  w_i = c_i / S, c_i = min(epsilon_i, theta) (`weights.py`), Z ~ Lap(w / S), w = upper - lower. Where the
                 bound |w|^2 / 4 + 2 / S^2 exceeds 1/4, the midpoint is released without noise. With public records
                 alone it is their plain mean.
    Noise.       laplace, or staircase of sensitivity g w / S under epsilon g, the greatest rational of which all c_i
                 are multiples: a move of user i by c_i / g sensitivities has loss c_i exactly. That lowers the noise's
                 variance 2 (w / S)^2 by at most (g w / S)^2 / 12: by 0.04 % at g = 1/10, 4 % at g = 1, 31 % at g = 3.
                 So it pays where few levels of epsilon have a large common divisor, and hardly anywhere else.
    Rounding.    weight_bits = q: multiples of 2^-q of sum 1, and a scale raised until w_i / scale <= c_i (`many.py`).
    Neighbors.   replace the record of a given user.
    Guarantee.   c_i-DP for user i, and so epsilon_i-DP; 0 where the midpoint is released.
    Source.      hetero Algorithm 1, Lemma 1, Theorem 1.
    """

    name = "adpm"
    summary = "one epsilon per user, optimal weights + one noise"
    required = ("epsilons", "lower", "upper")
    optional = ("noise", "gamma", "weight_bits")
    # staircase noise needs exact shares of a common unit, so weights cannot be rounded
    noises: ClassVar = {"laplace": ("weight_bits?",), "staircase": ("gamma?",)}

    noise: str = "laplace"
    gamma: Any = None
    weight_bits: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        _ = self.law  # refuses bad combinations now, not at the first release

    @cached_property
    def _shares(self) -> tuple[Epsilon, ...]:
        return weights.granted(self.epsilons)

    @cached_property
    def _rounded(self) -> many.Rounded | None:
        return None if self.weight_bits is None else many.rounded(self.epsilons, self.weight_bits)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights c_i / S, or their roundings to multiples of 2^-weight_bits."""
        return weights.weights(self.epsilons) if self._rounded is None else self._rounded.weights

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, or the rounded scale, in the units of the records."""
        return self.width * (weights.noise_scale(self.epsilons) if self._rounded is None else self._rounded.scale)

    @property
    def unit(self) -> Fraction:
        """g, the greatest rational of which every positive c_i is a multiple."""
        parts = [c for c in self._shares if c]
        return Fraction(math.gcd(*(c.numerator for c in parts)), math.lcm(*(c.denominator for c in parts)))

    @cached_property
    def law(self) -> Laplace | Staircase | None:
        """The law of the noise: Laplace or staircase, or None where there is no noise."""
        if self.noise == "laplace" or not self.noise_scale:
            return noise_of_scale(self.noise_scale)
        return Staircase(Decay.from_epsilon(self.unit), self.gamma or "optimal", self.unit * self.noise_scale)

    @cached_property
    def constant(self) -> bool:
        """Whether the midpoint is released: the bound of the squared error exceeds w^2 / 4, that of the midpoint."""
        noise = self.law.variance() if self.law is not None else _ZERO
        return compare(noise + dot(self.weights, self.weights) * self.width**2 / 4, self.width**2 * _QUARTER) > 0

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users; one says when no record is used."""
        note = (
            "the midpoint of the bounds is released and no record is used: the bound of the squared error exceeds that "
            "of a guess"
        )
        return (*super().further_policies, *((note,) if self.constant else ()))

    @cached_property
    def granted(self) -> tuple[Epsilon, ...]:
        """c_i for each user, or 0 where the midpoint is released; None for public records when there is no noise."""
        if self.constant:
            return (_ZERO,) * len(self.epsilons)
        return self._shares if self._rounded is None else self._rounded.granted


@dataclass(frozen=True)
class Uni(Affine):
    """UNI: the plain mean under the smallest epsilon of all.

    Definition.  mean of the records + Lap(w / (n e)), e = min epsilon_i > 0; no noise when all records are public.
    Neighbors.   replace the record of a given user.
    Guarantee.   e-DP for everybody.
    Source.      hetero Section IV-A.
    """

    name = "uni"
    summary = "one epsilon per user: the plain mean under the smallest; no epsilon may be 0"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(e == 0 for e in self.epsilons):
            raise InvalidInput("epsilon_not_positive",
                "epsilons: uni gives everybody the least one, which must be greater than 0; leave such users out",
                argument="epsilons")

    @property
    def least(self) -> Epsilon:
        """e, the smallest epsilon, or None when all are infinite."""
        return min((e for e in self.epsilons if e is not None), default=None)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights 1/n, one for each user."""
        return (Fraction(1, len(self.epsilons)),) * len(self.epsilons)

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / (n e) of the noise, in the units of the records."""
        return _ZERO if self.least is None else self.width / (len(self.epsilons) * self.least)

    @property
    def granted(self) -> tuple[Epsilon, ...]:
        """e, the smallest epsilon, for everybody."""
        return (self.least,) * len(self.epsilons)
