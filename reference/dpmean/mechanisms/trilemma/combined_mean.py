"""The clipped mean and name and shame, which gives back what clipping takes away (trilemma
Proposition 3.7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...distributions.finite import Bernoulli
from ...exact.reals import Number
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...programs.program import Draw, Program, Step
from . import margins as clipping
from .beyond_bounds import Margined, located
from .public_size import on_lattice, proper

_ZERO = Fraction(0)


@dataclass(frozen=True)
class CombinedMean(Margined):
    """The clipped mean, plus what clipping takes away, named with probability delta: without bias
    for every law.

    Definition.  mean of the clipped records + Lap((u - l + 2c)/(n epsilon)) + sum of named_i (x_i - clipped x_i)/(n
                 delta), with named_i Bernoulli(delta). The margin c is that of Proposition 3.7, or
                 the sharper one with `constants=exact`.
    Neighbors.   replace one record; n is public and a missing record is the midpoint.
    Guarantee.   (epsilon, delta)-DP.
    Lattice.     With noise = discrete_laplace, records are first rounded to multiples of 1/m.
    Source.      trilemma Proposition 3.7.
    """

    name = "combined_mean"
    summary = "as clipped_mean, and what is clipped away is named: without bias"
    required = ("epsilon", "delta", "psi", "lambda", "lower", "upper", "n")
    optional = ("constants", "noise", "m")

    delta: Fraction = Fraction(1, 2)
    psi: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        proper(self.delta)
        super().__post_init__()

    def exact_margin(self) -> Number:
        """Returns the margin c of Proposition 3.7, before it is raised to a rational."""
        return clipping.combined_margin(
            self.n, self.decay, self.delta, self.psi, self.moment, self.constants
        )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: (epsilon, delta)-DP when one record is replaced."""
        return Guarantee(ApproximateDP(self.decay.epsilon, self.delta), self.relation)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what may be published as it is."""
        return (
            *super().further_policies,
            "with probability delta each, records beyond that interval enter the "
            "estimate without any noise of their size",
        )

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the records, unclipped, on the lattice if there is one."""
        found = located(data, self)
        return found if self.m is None else [on_lattice(x, self.m) for x in found]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, noisy_mean, residuals, mean; draws noise and
        named_1, ..., named_n.
        """
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
