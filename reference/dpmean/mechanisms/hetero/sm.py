"""SM: users are sampled with probabilities that follow their epsilons (hetero Section IV-A).

The mean of the sampled users gets noise for the largest epsilon. As printed, the mean is divided by
the number m of the sampled, and so is the noise: whether a user is in the sample then shows in the
scale, and user i does not get epsilon_i. With epsilons log(3/2) and log 2 and records -1/2 or 1/2,
1/2 the densities at 0 have ratio 3 - sqrt(2) > 3/2. Jorgensen et al. prove the privacy of sampling
for a mechanism that protects against *adding* a record, which this one does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.finite import Bernoulli
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import up
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import Guarantee, PerUserDP
from ...programs.program import Draw, Program, Step
from .affine import ONE, PerUser
from .weights import Epsilon

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_EXACT = 64  # users up to which the law of the number of the sampled is computed exactly


def sampling_probability(growth: Scalar, most: Scalar) -> Scalar:
    """Returns the probability that a user's record is used.

    growth = e^epsilon for her epsilon, most = e^epsilon for the largest of all.
    """
    return (growth - 1) / (most - 1)


def probability(epsilon: Fraction, most: Fraction) -> Number:
    """Returns (e^epsilon - 1) / (e^most - 1), the probability that a user of this epsilon is
    sampled.
    """
    return (
        _ONE
        if epsilon == most
        else sampling_probability(reals.exp(epsilon), reals.exp(most))
        if epsilon
        else _ZERO
    )


def size_law(probabilities: tuple[Number, ...]) -> list[Number]:
    """Returns P(m users are sampled) for m = 0, 1, ..., n, computed one user after the other."""
    law: list[Number] = [_ONE]
    for p in probabilities:
        law = [
            (law[m] * (1 - p) if m < len(law) else _ZERO) + (law[m - 1] * p if m else _ZERO)
            for m in range(len(law) + 1)
        ]
    return law


@dataclass(frozen=True)
class Sm(PerUser):
    """SM: Poisson sampling with p_i = (e^epsilon_i - 1) / (e^t - 1), t = max epsilon_i, then a
    noisy mean.

    The mean of the sampled users gets Laplace noise for t.

    Definition.  As printed: mid + (sum over the sampled of x_i - mid) / m + Lap(w / (m t)), where m is their number (at
                 least 1, as p = 1 for the largest epsilon). Corrected: the same with a public
                 number D in place of m, the least multiple of 2^-40 not below the sum of the p_i.
                 The expectation is off by a relative 2^-40 at most; centring at mid makes adding a
                 record move the sum by w/2 only.
    Neighbors.   replace the record of a given user.
    Guarantee.   Corrected: epsilon_i-DP for user i. As printed: t-DP for everybody who may be sampled, and no less in
                 general.
    Source.      hetero Section IV-A (Jorgensen, Yu, Cormode 2015).
    """

    name = "sm"
    summary = (
        "one epsilon per user: users are sampled; no epsilon may be inf; edition = corrected, "
        "printed"
    )
    required = ("epsilons", "lower", "upper")
    optional = ("edition",)

    edition: str = "corrected"

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.finite("sm")
        if self.edition not in ("corrected", "printed"):
            raise InvalidInput(
                "unknown_name", "edition: must be one of corrected, printed", argument="edition"
            )

    @property
    def largest(self) -> Fraction:
        """The largest epsilon t of all users."""
        return max(self.finite("sm"))

    @cached_property
    def probabilities(self) -> tuple[Number, ...]:
        """The probabilities p_i of being sampled, one for each user; equal epsilons share one
        number.
        """
        t = self.largest
        known = {e: probability(e, t) for e in set(self.finite("sm"))}
        return tuple(known[e] for e in self.finite("sm"))

    @cached_property
    def _coins(self) -> tuple[Bernoulli, ...]:
        laws = {id(p): Bernoulli(p) for p in self.probabilities}
        return tuple(laws[id(p)] for p in self.probabilities)

    @cached_property
    def divisor(self) -> Fraction:
        """The public divisor D of the corrected edition."""
        total = reals.balanced_sum([p * count for p, count in self._levels()])
        certain = sum((p for p in self.probabilities if isinstance(p, Fraction)), _ZERO)
        # the other probabilities are positive, however small
        return up(reals.strictly(total, certain, 1))

    @property
    def granted(self) -> tuple[Epsilon, ...]:
        """The epsilon of each user, or, as printed, t for everybody."""
        if self.edition == "corrected":
            return self.epsilons
        return tuple(self.largest if e else _ZERO for e in self.epsilons)

    @property
    def guarantee(self) -> Guarantee:
        """Pure DP for each user; as printed the promise itself is t, not epsilon_i."""
        return (
            super().guarantee
            if self.edition == "corrected"
            else Guarantee(PerUserDP(self.granted, self.granted), self.relation)
        )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users; one says what the printed edition does not keep."""
        note = (
            "as printed, everybody who may be sampled is protected with the largest epsilon "
            "only, whatever she asked for"
        )
        return (*super().further_policies, *((note,) if self.edition == "printed" else ()))

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sampled_sum (of x_i - mid), divisor, mean.

        Draws sampled_1, ..., sampled_n and noise.
        """
        records = self.records(data)
        yield Step("clipped", records)
        total: Any = _ZERO
        size: Any = 0
        for i, (x, law) in enumerate(zip(records, self._coins, strict=True), 1):
            sampled = yield Draw(f"sampled_{i}", law)
            total, size = total + sampled * (x - self.midpoint), size + sampled
        yield Step("sampled_sum", total)
        divisor = self.divisor if self.edition == "corrected" else Fraction(int(size))
        yield Step("divisor", divisor)
        mean = (
            self.midpoint
            + total / divisor
            + (yield Draw("noise", Laplace(ONE, self.width / (divisor * self.largest))))
        )
        yield Step("mean", mean)
        return mean

    def mse(self, record_mean: Fraction, record_variance: Fraction) -> Number:
        """Returns E (output - record_mean)^2 for independent records with this mean and
        variance.
        """
        self.check_records_law(record_mean, record_variance)
        noise, offset = 2 * (self.width / self.largest) ** 2, record_mean - self.midpoint
        if self.edition == "corrected":
            d = self.divisor
            parts = [
                (p * (record_variance + offset**2) - p * p * offset**2) * (count / d**2)
                for p, count in self._levels()
            ]
            bias = (
                reals.balanced_sum([p * (count * offset / d) for p, count in self._levels()])
                - offset
            )
            return reals.balanced_sum([noise / d**2, *parts, *([bias * bias] if offset else [])])
        if len(self.epsilons) > MOST_EXACT:
            raise InvalidInput(
                "out_of_range",
                f"epsilons: at most {MOST_EXACT} users for the exact error of sm as printed",
                argument="epsilons",
            )
        chances = enumerate(size_law(self.probabilities))
        return reals.balanced_sum(
            [p * (record_variance / m + noise / m**2) for m, p in chances if m]
        )

    def _levels(self) -> list[tuple[Number, Fraction]]:
        """Pairs (p, number of users who have it), for each level of epsilon."""
        counts: dict[int, tuple[Number, Fraction]] = {}
        for p in self.probabilities:
            counts[id(p)] = (p, counts.get(id(p), (p, _ZERO))[1] + 1)
        return list(counts.values())
