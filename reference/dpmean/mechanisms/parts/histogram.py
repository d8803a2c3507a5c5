"""The number of records of each category plus noise, as a program over draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...errors import InvalidInput
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...privacy.neighbors import Neighbors
from ...programs.postprocess import choose
from ...programs.program import Compare, Draw, Program, Step
from ...programs.records import nearest, prepare
from .appearing import Appearing, check
from .categories import BETWEEN, require_few
from .part import LATTICE, Part

_ZERO, _ONE = Fraction(0), Fraction(1)


def change_of_counts(contribution: Scalar, relation: Neighbors) -> Scalar:
    """Returns by how much the counts change, added up over the categories: a user who is replaced
    leaves as many as she enters.
    """
    return contribution * (2 if relation == Neighbors.REPLACE_ONE else 1)


def squared_change_of_counts(contribution: Scalar, relation: Neighbors) -> Scalar:
    """Returns the largest sum of squared changes: all of her records lie in one category, and, where
    they are replaced, all new ones in another.
    """
    return contribution**2 * (2 if relation == Neighbors.REPLACE_ONE else 1)


@dataclass(frozen=True, kw_only=True)
class Histogram(Part):
    """The number of records of each of the categories 0, ..., k - 1, each with noise of its own.

    Definition.  c_j + Z_j, c_j the number of records of category j, with the laws of a count: Laplace noise for D1 =
                 contribution (replace-one: twice that), Gaussian noise for D2 = contribution (replace-one: sqrt(2)
                 times that). With clamp = zero a negative output becomes 0. With `count_threshold` a category without a
                 record, or with a noisy count below the threshold, is not shown: its output is 0.
    Neighbors.   The at most `contribution` records of one user are added or removed, or (replace-one) replaced by as
                 many others, of which some may be missing. A record that is no category is made one: clipped, then
                 rounded, ties to even; a missing one is not counted.
    Guarantee.   epsilon-DP with Laplace noise, rho-zCDP with Gaussian noise. With `count_threshold` (epsilon,
                 delta)-DP, delta being the probability that one user alone makes a category appear: the least that
                 is true.
    Source.      Dwork, McSherry, Nissim, Smith (2006); Korolova, Kenthapadi, Mishra, Ntoulas (2009); Canonne, Kamath,
                 Steinke (2020).
    """

    name = "histogram"
    summary = "the number of records of each category, each plus noise"
    required = ("categories", "noise")
    optional = ("epsilon", "rho", "contribution", "neighbors", "clamp", "count_threshold")
    noises: ClassVar = {
        "laplace": ("epsilon", "count_threshold?"),
        "discrete_laplace": ("epsilon", "count_threshold?"),
        "gaussian": ("rho",),
        "discrete_gaussian": ("rho",),
    }
    adds_one_noise = False
    missing: ClassVar[str] = "drop"

    categories: int
    count_threshold: Fraction | None = None

    def check(self) -> None:
        """Raises InvalidInput for too many categories, and for a threshold where its delta is not
        known.
        """
        require_few(self.categories)
        if self.count_threshold is None:
            return
        check(self.count_threshold, self.noise)
        if self.relation != Neighbors.ADD_OR_REMOVE_ONE:
            raise InvalidInput(
                "unsupported_combination",
                "count_threshold: known for add-or-remove-one only",
                argument="count_threshold",
            )
        if self.clamp != "none":
            raise InvalidInput(
                "unsupported_combination",
                "clamp: nothing below the threshold is shown, so leave it out",
                argument="clamp",
            )

    @property
    def outputs(self) -> int:
        """Returns how many numbers a release has: one for each category."""
        return self.categories

    @property
    def sensitivity(self) -> Fraction:
        """Returns D1, by how much the counts change, added up over the categories."""
        found: Fraction = change_of_counts(Fraction(self.contribution), self.relation)
        return found

    @property
    def sigma_squared(self) -> Fraction:
        """Returns the variance of Gaussian noise and the parameter of discrete Gaussian noise:
        D2^2/(2 rho).
        """
        assert self.rho is not None
        squared: Fraction = squared_change_of_counts(Fraction(self.contribution), self.relation)
        return squared / (2 * self.rho)

    @property
    def step(self) -> Fraction | None:
        """Returns 1, the step of the integers; None where the noise is continuous."""
        return _ONE if self.noise in LATTICE else None

    @cached_property
    def delta_of_threshold(self) -> Number:
        """The delta that the threshold costs."""
        assert self.decay is not None
        assert self.count_threshold is not None
        return Appearing(self.decay, self.contribution, self.noise).delta(
            self.count_threshold, self.categories
        )

    @property
    def guarantee(self) -> Guarantee:
        """Returns what is promised for all of one user's records."""
        found = super().guarantee
        if self.count_threshold is None:
            return found
        assert self.decay is not None
        measure = ApproximateDP(self.decay.epsilon, self.delta_of_threshold)
        return replace(found, measure=measure)

    @property
    def public_bounds(self) -> tuple[Fraction, ...]:
        """Returns the first and the last category."""
        return _ZERO, Fraction(self.categories - 1)

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns a record of each end, and one that is missing."""
        return "0", str(self.categories - 1), "nan"

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Returns sentences for users: on records that are no categories, and on what is not
        shown.
        """
        found = [BETWEEN]
        if self.count_threshold is not None:
            found.append(
                "a category without a record, or with a noisy count below "
                f"{self.count_threshold}, is not shown: its number is 0"
            )
        return (*super().further_policies, *found)

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the category of each record that is there."""
        first, last = self.public_bounds
        return [Fraction(nearest(x)) for x in prepare(data, first, last, self.missing)]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps counts, noisy_counts; draws noise_1, ..., noise_k, whatever is shown."""
        found = Counter(self.records(data))
        counts = [Fraction(found[Fraction(j)]) for j in range(self.categories)]
        yield Step("counts", counts)
        noisy = []
        for j, count in enumerate(counts, 1):
            noisy.append(count + (yield Draw(f"noise_{j}", self.law)))
        yield Step("noisy_counts", noisy)
        if self.count_threshold is None:
            return tuple(self.raised(value) for value in noisy)
        shown = []
        for count, value in zip(counts, noisy, strict=True):
            side = yield Compare(value, self.count_threshold, 1)
            shown.append(choose(side >= 0, value, _ZERO) if count > 0 else _ZERO)
        return tuple(shown)
