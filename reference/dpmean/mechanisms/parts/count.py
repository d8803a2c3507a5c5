"""The number of records plus noise, as a program over draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...exact.numbers import Datum
from ...exact.reals import Scalar
from ...programs.program import Draw, Program, Step
from ...programs.records import present
from .part import LATTICE, Part

_ONE = Fraction(1)


def change_of_count(contribution: Scalar) -> Scalar:
    """Returns the largest change of the number of records, under either relation the most records
    of a user.
    """
    return contribution * _ONE


@dataclass(frozen=True, kw_only=True)
class Count(Part):
    """The number of records that are there, plus noise.

    Definition.  c + Z, c the number of records that are not missing, D = contribution; lattice noise lives on the
                 integers. With clamp = zero a negative output becomes 0.
    Neighbors.   The at most `contribution` records of one user are added or removed, or (replace-one) replaced by as
                 many others, of which some may be missing: both change c by up to `contribution`.
    Guarantee.   epsilon-DP with Laplace noise, rho-zCDP with Gaussian noise, (epsilon, delta)-DP with the analytic one.
    Source.      Dwork, McSherry, Nissim, Smith (2006); Ghosh, Roughgarden, Sundararajan (2009); Canonne, Kamath,
                 Steinke (2020); Balle, Wang (2018).
    """

    name = "count"
    summary = "the number of records that are not missing, plus noise"
    required = ("noise",)
    optional = ("epsilon", "rho", "delta", "contribution", "neighbors", "clamp")
    noises: ClassVar = {
        "laplace": ("epsilon",),
        "discrete_laplace": ("epsilon",),
        "gaussian": ("rho",),
        "analytic_gaussian": ("epsilon", "delta"),
        "discrete_gaussian": ("rho",),
    }

    missing: ClassVar[str] = "drop"

    @property
    def sensitivity(self) -> Fraction:
        """Returns D, the most records of a user."""
        found: Fraction = change_of_count(self.contribution)
        return found

    @property
    def step(self) -> Fraction | None:
        """Returns 1, the step of the integers; None where the noise is continuous."""
        return _ONE if self.noise in LATTICE else None

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns a record that is missing and two that are there, which differ by nothing that is
        counted.
        """
        return "nan", "0", "1"

    def records(self, data: Iterable[object]) -> Sequence[Datum]:
        """Returns the records that are there, infinite ones too."""
        return present(data)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps count, noisy_count; one draw, noise."""
        count = Fraction(len(self.records(data)))
        yield Step("count", count)
        noisy = count + (yield Draw("noise", self.law))
        yield Step("noisy_count", noisy)
        return self.raised(noisy)
