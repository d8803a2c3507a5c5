"""The mean of vectors in the local model (instance Section 5.1), in three rounds of messages.

Each user has her own randomiser, and the aggregator sees messages only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.finite import Sign
from ...distributions.law import Law
from ...distributions.published_gaussian import noise_law
from ...exact import rotation
from ...privacy.guarantees import Guarantee, Scope, ZeroConcentratedDP
from ...programs.postprocess import law_by_value
from ...programs.program import Draw, Program, Step, whole
from . import models as instance_models
from .clipping import OfIntegers, lattice_variance
from .local_response import Response, keep_for
from .local_tree import Answer, Counts, Tree
from .private_threshold import mean_share, threshold_share
from .shifted_clipped_mean import (
    coordinate_bound,
    median_rank,
    median_share,
    rest_share,
    squared_norm_bound,
)
from .users import SIMULATED, User, records_of

FACTOR = 4  # the factor of `clipping`: coordinates around a centre may have any sign


def local_rank(d: int, n: int, rho: Fraction) -> int:
    """Returns the rank of the record whose norm is the threshold: the best for n users' noises, at
    least ceil(n/2).
    """
    return max(instance_models.local_rank(n, d, rho), median_rank(n))


class LocalUser(User):
    """A user of the local model; each method is one round, from what she has heard to her
    message.
    """

    def medians(self, tree: Tree) -> Program:
        """Round 1: returns a randomised answer for every coordinate."""
        found = []
        for j, v in enumerate(self.vector, 1):
            found.append((yield from tree.message(v, f"{self.name}_median_{j}")))
        return found

    def norm(self, tree: Tree) -> Program:
        """Round 2: returns a randomised answer for her squared norm."""
        return (yield from tree.message(self.squared_norm(), f"{self.name}_threshold"))

    def noisy_vector(self, law: Law | None) -> Program:
        """Round 3: returns her clipped vector with noise in every coordinate.

        There is no noise where everybody's clipped vector is 0, that is, where `law` is None.
        """
        found = []
        for j, v in enumerate(self.vector, 1):
            found.append(
                v if law is None else v + whole((yield Draw(f"{self.name}_noise_{j}", law)))
            )
        return found


def noisy_sum(messages: Sequence[Sequence[int] | None], d: int) -> list[int]:
    """Returns the aggregator's sum of the messages of round 3; a missing message counts as
    zeros.
    """
    return [
        sum(column) for column in zip(*(m for m in messages if m is not None), strict=True)
    ] or [0] * d


@dataclass(frozen=True)
class LocalClippedMean(OfIntegers):
    """The shifted clipped mean where nobody but the user herself sees her record.

    Definition.  The signs D are public, and xh = H D x. In round 1 each user gives tree answers for each of the d'
                 coordinates over [-d u, d u] with rho/(4 d'), from which the aggregator takes the
                 medians c. In round 2 she gives a tree answer for ||xh - c||^2 over [0, d' (2 d
                 u)^2] with 3 rho/16; C^2 is the value of rank max{n - floor(sqrt(2 d' n/rho')),
                 ceil(n/2)}, where rho' = 9 rho/16. In round 3 she sends xh - c, clipped at C and
                 truncated toward zero to multiples of 1/steps, plus discrete Gaussian noise of
                 sigma^2 = 2 C^2/rho'. The estimate is D H (mean + c)/d'. The rank leaves out the
                 error of the counts, which the paper only cites.
    Missing.     The number of users is public. A missing record counts as zeros. A message that does not arrive counts
                 as 0, in counts as in sums, and nothing is rescaled.
    Neighbors.   replace the record of one user.
    Guarantee.   rho-zCDP for all her messages together, whatever the aggregator announces, in 3 rounds.
    Source.      instance Section 5.1, Theorem 5.1; Cormode, Kulkarni, Srivastava (2019).
    """

    name = "local_clipped_mean"
    summary = (
        "vectors, local model: three rounds of private messages; median of each coordinate, "
        "clipped norm, noise of every user"
    )
    required = ("rho", "u", "d", "n")
    optional = ("steps", "constants")
    profile = None

    steps: int = 1
    constants: str = "paper"

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP for the messages of each user, in the local model."""
        return Guarantee(ZeroConcentratedDP(self.rho), self.relation, scope=Scope.LOCAL)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records and to messages."""
        return (
            *super().further_policies,
            "a message that does not arrive counts as 0: nothing is rescaled",
            SIMULATED,
        )

    def from_arrays(self, columns: Sequence[Any]) -> Iterable[Any]:
        """Returns the records one by one, since a table of arrays has no users."""
        return list(zip(*(c.tolist() for c in columns), strict=True))

    @property
    def padded(self) -> int:
        """The padded dimension d', the least power of two that is at least d."""
        return rotation.padded(self.d)

    @cached_property
    def median_tree(self) -> Tree:
        """The tree of the counts of one coordinate, from which its median is found."""
        reach = coordinate_bound(self.d, self.u)
        return Tree(
            -reach, reach, Response(keep_for(median_share(self.rho, self.padded), self.constants))
        )

    @cached_property
    def norm_tree(self) -> Tree:
        """The tree of the counts of the squared norms, from which the threshold is found."""
        return Tree(
            0,
            squared_norm_bound(self.padded, self.d, self.u),
            Response(keep_for(threshold_share(rest_share(self.rho)), self.constants)),
        )

    @property
    def vector_rho(self) -> Fraction:
        """The budget rho' = 9 rho/16 of round 3."""
        found: Fraction = mean_share(rest_share(self.rho))
        return found

    def vector_variance(self, squared: Fraction) -> Fraction:
        """Returns sigma^2 of the noise of one coordinate of a user, in units of 1/steps; `squared`
        is C^2.
        """
        found: Fraction = lattice_variance(Fraction(FACTOR), squared, self.steps, self.vector_rho)
        return found

    def vector_noise(self, squared: Fraction) -> Law | None:
        """Returns the law of the noise of a coordinate, or None for C = 0, where every clipped
        vector is 0.
        """
        return noise_law("discrete_gaussian", self.vector_variance(squared))

    def users(self, data: Iterable[Any]) -> list[LocalUser]:
        """Returns one user for each record; only here are the data looked at as a whole."""
        return [
            LocalUser(i, record)
            for i, record in enumerate(records_of(data, self.n, self.d, self.u), 1)
        ]

    def program(self, data: Iterable[Any]) -> Program:
        """The three rounds of all users, one after the other, and what the aggregator makes of
        them.

        Draws sign_1, ..., user_1_median_1_level, _index, _kept, ..., user_1_threshold_level, ...,
        user_1_noise_1, ...; yields the steps user_1_round_1, ..., center, user_1_round_2, ...,
        threshold_squared, user_1_round_3, ..., mean_around_center, estimate.
        """
        users, signs = self.users(data), []
        for j in range(self.padded):
            signs.append(whole((yield Draw(f"sign_{j + 1}", Sign()))))
        first: list[list[Answer | None]] = []
        for user in users:
            user.rotate(signs)
            first.append((yield from user.medians(self.median_tree)))
            yield Step(f"{user.name}_round_1", [_shown(a) for a in first[-1]])
        center = [
            Counts(self.median_tree, self.n, answers).select(median_rank(self.n))
            for answers in zip(*first, strict=True)
        ]
        yield Step("center", [Fraction(c) for c in center], (*signs, *center))
        second: list[Answer | None] = []
        for user in users:
            user.shift(center)
            second.append((yield from user.norm(self.norm_tree)))
            yield Step(f"{user.name}_round_2", _shown(second[-1]))
        squared = Counts(self.norm_tree, self.n, second).select(
            local_rank(self.padded, self.n, self.vector_rho)
        )
        yield Step("threshold_squared", Fraction(squared), (*signs, *center, squared))
        law, third = None if squared == 0 else law_by_value(self.vector_noise, squared), []
        for user in users:
            user.clip(squared, self.steps)
            third.append((yield from user.noisy_vector(law)))
            yield Step(f"{user.name}_round_3", [v * Fraction(1, self.steps) for v in third[-1]])
        mean = [v * Fraction(1, self.steps * self.n) for v in noisy_sum(third, self.padded)]
        yield Step("mean_around_center", mean)
        estimate = rotation.back([m + c for m, c in zip(mean, center, strict=True)], signs, self.d)
        yield Step("estimate", estimate)
        return tuple(estimate)


def _shown(answer: Answer | None) -> list[Fraction]:
    return [] if answer is None else [Fraction(v) for v in answer]
