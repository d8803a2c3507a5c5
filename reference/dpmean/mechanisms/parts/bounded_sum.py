"""The sum of records clipped to public bounds, plus noise, as a program over draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...errors import InvalidInput
from ...exact.reals import Scalar
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import each, nearest, prepare, summed
from .part import LATTICE, Part


def on_multiples(x: Fraction, unit: Fraction) -> Fraction:
    """Returns the multiple of the unit nearest to a number, of two the even one."""
    return nearest(x / unit) * unit


def change_of_record(lower: Scalar, upper: Scalar, neighbors: Neighbors) -> Scalar:
    """Returns by how much one clipped record moves the sum: max(|lower|, |upper|) where it is added
    or removed, upper - lower where it is replaced.
    """
    return upper - lower if neighbors is Neighbors.REPLACE_ONE else max(abs(lower), abs(upper))


def change_of_user(contribution: Scalar, one: Scalar) -> Scalar:
    """Returns by how much the records of a user move the sum, where each moves it by at most `one`."""
    return contribution * one


def change_of_sum(
    lower: Scalar, upper: Scalar, contribution: Scalar, neighbors: Neighbors
) -> Scalar:
    """Returns the sensitivity of the sum: what the records of a user move it by."""
    return change_of_user(contribution, change_of_record(lower, upper, neighbors))


@dataclass(frozen=True, kw_only=True)
class BoundedSum(Part):
    """The sum of the records, each clipped to [lower, upper], plus noise.

    Definition.  s + Z, s the sum of the clipped records; D = contribution max(|lower|, |upper|), under replace-one
                 contribution (upper - lower). Lattice noise lives on the multiples of `unit`, of
                 which lower and upper must be two; each clipped record is rounded to the nearest
                 multiple, a tie to the even one. With clamp = zero, which lower >= 0 allows, a
                 negative output becomes 0.
    Neighbors.   The at most `contribution` records of one user are added or removed, or (replace-one) replaced by as
                 many others; a missing record is the number of [lower, upper] nearest to 0.
    Guarantee.   epsilon-DP with Laplace noise, rho-zCDP with Gaussian noise, (epsilon, delta)-DP with the analytic one.
    Source.      Dwork, McSherry, Nissim, Smith (2006); Bun, Steinke (2016); Canonne, Kamath, Steinke (2020);
                 Balle, Wang (2018).
    """

    name = "bounded_sum"
    summary = "the sum of records clipped to bounds, plus noise"
    required = ("lower", "upper", "noise")
    optional = ("epsilon", "rho", "delta", "unit", "contribution", "neighbors", "clamp")
    noises: ClassVar = {
        "laplace": ("epsilon",),
        "discrete_laplace": ("epsilon", "unit"),
        "gaussian": ("rho",),
        "analytic_gaussian": ("epsilon", "delta"),
        "discrete_gaussian": ("rho", "unit"),
    }
    clips_to_bounds: ClassVar[bool] = True
    missing: ClassVar[str] = "nearest_zero"

    lower: Fraction
    upper: Fraction
    unit: Fraction | None = None

    def check(self) -> None:
        """Raises InvalidInput for bounds in the wrong order or off the lattice, and for a clamp of a
        sum that may be negative.
        """
        if self.lower >= self.upper:
            raise InvalidInput("bounds_order", "lower must be smaller than upper", argument="lower")
        if self.unit is not None:
            for name, bound in (("lower", self.lower), ("upper", self.upper)):
                if (bound / self.unit).denominator != 1:
                    raise InvalidInput(
                        "off_lattice", f"{name}: must be a multiple of unit", argument=name
                    )
        if self.clamp == "zero" and self.lower < 0:
            raise InvalidInput(
                "unsupported_combination",
                "clamp: a sum may be negative where lower is; zero needs lower >= 0",
                argument="clamp",
            )

    @property
    def clipped_to(self) -> tuple[Fraction, ...]:
        """Returns (lower, upper)."""
        return self.lower, self.upper

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns the bounds, and a record a third of the way between them."""
        return (
            str(self.lower),
            str(self.upper),
            str(self.lower + (self.upper - self.lower) / 3),
        )

    @property
    def sensitivity(self) -> Fraction:
        """Returns D, the largest change of the sum between neighbours."""
        found: Fraction = change_of_sum(self.lower, self.upper, self.contribution, self.relation)
        return found

    @property
    def step(self) -> Fraction | None:
        """Returns the unit of the lattice; None where the noise is continuous."""
        return self.unit if self.noise in LATTICE else None

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Returns sentences for users: on the lattice, beside those of every part."""
        rounds = (
            ()
            if self.unit is None
            else (f"records are rounded to the nearest multiple of {self.unit}, ties to even",)
        )
        return (*rounds, *super().further_policies)

    def records(self, data: Iterable[object]) -> Sequence[Fraction]:
        """Returns the records as they are summed: clipped, missing ones replaced, rounded to the
        lattice where there is one.
        """
        found = prepare(data, self.lower, self.upper, self.missing)
        if (unit := self.unit) is None:
            return found
        return each(lambda x: on_multiples(x, unit), found)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_sum, noisy_sum; one draw, noise."""
        records = self.records(data)
        yield Step("clipped", records)
        exact = summed(records)
        yield Step("exact_sum", exact)
        noisy = exact + (yield Draw("noise", self.law))
        yield Step("noisy_sum", noisy)
        return self.raised(noisy)
