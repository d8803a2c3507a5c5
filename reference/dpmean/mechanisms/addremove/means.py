"""The mean estimators of addremove (Algorithms 1-3) and the sized mean that libraries offer, as programs over draws.

All take `lower < upper`, clip records to the bounds, and return a number of the data's units. Where the noisy count
is exactly 0 the paper's quotient is undefined; the policy here is the midpoint of the bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.discrete_hourglass import DiscreteHourglass
from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.hourglass import Hourglass
from ...distributions.laplace import Laplace
from ...distributions.law import NoiseLaw
from ...distributions.staircase2d import Staircase2D
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...privacy.guarantees import Guarantee, PureDP
from ...privacy.neighbors import Neighbors
from ...programs.postprocess import clip, quotient
from ...programs.program import Draw, Program, Step
from ...programs.records import Bounded, on_unit_lattice, prepare

_HALF, _ONE = Fraction(1, 2), Fraction(1)


@dataclass(frozen=True)
class OneEpsilon(Bounded):
    """What these means share: one epsilon for everybody, public bounds, and what a missing record becomes."""

    decay: Decay
    lower: Fraction
    upper: Fraction

    relation: ClassVar[Neighbors] = Neighbors.ADD_OR_REMOVE_ONE
    missing: ClassVar[str] = "drop"
    divides_by_count: ClassVar[bool] = True

    @property
    def guarantee(self) -> Guarantee:
        """Pure epsilon-DP under the mechanism's neighbouring relation."""
        return Guarantee(PureDP(self.decay.epsilon), self.relation)

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the clipped records."""
        return prepare(data, self.lower, self.upper, self.missing)


@dataclass(frozen=True)
class IndependentMean(OneEpsilon):
    """Algorithm 1: noisy sum over noisy count, half of epsilon each.

    Definition.  clip((s + Zs) / (n + Zn), [lower, upper]), Zs ~ Lap(2w/epsilon), Zn ~ Lap(2/epsilon), w = max(|lower|,
                 |upper|).
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP.
    Source.      addremove Algorithm 1.
    """

    name = "independent_mean"
    summary = "Algorithm 1: noisy sum / noisy count"
    required = ("epsilon", "lower", "upper")

    @cached_property
    def laws(self) -> tuple[Laplace, Laplace]:
        """The laws of Zs and Zn.

        Their sensitivities are w and 1, each at epsilon / 2, that is, twice the sensitivity at epsilon.
        """
        return Laplace(self.decay, 2 * max(abs(self.lower), abs(self.upper))), Laplace(self.decay, Fraction(2))

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sum, count, noisy_sum, noisy_count, ratio, mean."""
        records = self.records(data)
        yield Step("clipped", records)
        total, count = sum(records, Fraction(0)), Fraction(len(records))
        yield Step("sum", total)
        yield Step("count", count)
        sum_law, count_law = self.laws
        noisy_sum = total + (yield Draw("noise_sum", sum_law))
        noisy_count = count + (yield Draw("noise_count", count_law))
        yield Step("noisy_sum", noisy_sum)
        yield Step("noisy_count", noisy_count)
        ratio = quotient(noisy_sum, noisy_count, undefined=self.midpoint)
        yield Step("ratio", ratio)
        mean = clip(ratio, self.lower, self.upper)
        yield Step("mean", mean)
        return mean


@dataclass(frozen=True)
class ShiftedMean(OneEpsilon):
    """Algorithm 2: as Algorithm 1 after moving the midpoint of the bounds to 0, which halves the sum's sensitivity.

    Definition.  clip((s + Zs) / (n + Zn), [-w/2, w/2]) + m on the records minus m, m = (lower + upper)/2, w = upper -
                 lower, Zs ~ Lap(w/epsilon), Zn ~ Lap(2/epsilon).
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP.
    Source.      addremove Algorithm 2.
    """

    name = "shifted_mean"
    summary = "Algorithm 2: the same after centring the bounds"
    required = ("epsilon", "lower", "upper")

    @cached_property
    def laws(self) -> tuple[Laplace, Laplace]:
        """The laws of Zs and Zn, with sensitivities w/2 and 1, each at epsilon / 2."""
        return Laplace(self.decay, self.width), Laplace(self.decay, Fraction(2))

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sum, count, noisy_sum, noisy_count, ratio, mean (sum of the shifted records)."""
        records = self.records(data)
        yield Step("clipped", records)
        total, count = sum((x - self.midpoint for x in records), Fraction(0)), Fraction(len(records))
        yield Step("sum", total)
        yield Step("count", count)
        sum_law, count_law = self.laws
        noisy_sum = total + (yield Draw("noise_sum", sum_law))
        noisy_count = count + (yield Draw("noise_count", count_law))
        yield Step("noisy_sum", noisy_sum)
        yield Step("noisy_count", noisy_count)
        ratio = quotient(noisy_sum, noisy_count, undefined=Fraction(0))
        yield Step("ratio", ratio)
        mean = clip(ratio, -self.width / 2, self.width / 2) + self.midpoint
        yield Step("mean", mean)
        return mean


@dataclass(frozen=True)
class TransformedMean(OneEpsilon):
    """Algorithm 3: noise on s1 = sum of (x - lower)/w and s2 = n - s1, whose joint sensitivity is 1 in l1.

    Definition.  w clip(S1 / (S1 + S2), [0, 1]) + lower, (S1, S2) = (s1, s2) + (Z1, Z2), w = upper - lower.
    Noise.       laplace: Z1, Z2 independent Lap(1/epsilon) (Theorem 1); staircase2d (Lemma 5); hourglass (Theorem 3);
                 on a lattice of 1/m, with (x - lower)/w rounded to it: discrete_laplace (independent, both in steps of
                 1/m, sensitivity m) and discrete_hourglass. gamma and m as the noise needs them.
    Neighbors.   add or remove one record: (s1, s2) moves by +-(x0, 1 - x0), x0 in [0, 1].
    Guarantee.   epsilon-DP.
    Source.      addremove Algorithm 3.
    """

    name = "transformed_mean"
    summary = "Algorithm 3: noise on (s1, s2)"
    required = ("epsilon", "lower", "upper", "noise")
    optional = ("gamma", "m", "sensitivity")
    noises: ClassVar = {
        "laplace": (),
        "staircase2d": ("gamma",),
        "hourglass": ("gamma",),
        "discrete_laplace": ("m",),
        "discrete_hourglass": ("gamma", "m"),
    }

    noise: str = "hourglass"
    gamma: Any = None
    m: int | None = None
    sensitivity: Fraction = _ONE  # of the query (s1, s2): accepted so that a wrong one is refused, not ignored

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        if self.sensitivity != 1:
            raise InvalidInput(
                "lattice_mismatch",
                "sensitivity: (s1, s2) moves by +-(x0, 1 - x0), so the noise must have sensitivity 1; any other is on "
                "another lattice or too small",
                argument="sensitivity",
            )
        _ = self.law  # refuses bad combinations now, not at the first release

    @cached_property
    def law(self) -> NoiseLaw:
        """The law of the pair, or of one coordinate where the two are independent."""
        if self.noise == "laplace":
            return Laplace(self.decay)
        if self.noise == "discrete_laplace":
            return DiscreteLaplace(self.decay, Fraction(self.m or 0))
        if self.noise == "discrete_hourglass":
            return DiscreteHourglass(self.decay, self.gamma, self.m or 0)
        return {"staircase2d": Staircase2D, "hourglass": Hourglass}[self.noise](self.decay, self.gamma)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, s1, s2, noisy_s1, noisy_s2, ratio, mean; draws noise, or noise_1 and noise_2."""
        records = self.records(data)
        yield Step("clipped", records)
        shares = [(x - self.lower) / self.width for x in records]
        if self.m is not None:
            shares = [on_unit_lattice(s, self.m) for s in shares]
        s1 = sum(shares, Fraction(0))
        s2 = len(shares) - s1
        yield Step("s1", s1)
        yield Step("s2", s2)
        law = self.law
        if self.noise in ("laplace", "discrete_laplace"):
            unit = Fraction(1, self.m or 1)
            z1 = (yield Draw("noise_1", law)) * unit
            z2 = (yield Draw("noise_2", law)) * unit
        else:
            z1, z2 = yield Draw("noise", law)
        noisy_s1, noisy_s2 = s1 + z1, s2 + z2
        yield Step("noisy_s1", noisy_s1)
        yield Step("noisy_s2", noisy_s2)
        ratio = quotient(noisy_s1, noisy_s1 + noisy_s2, undefined=_HALF)
        yield Step("ratio", ratio)
        mean = self.width * clip(ratio, Fraction(0), _ONE) + self.lower
        yield Step("mean", mean)
        return mean


@dataclass(frozen=True)
class SizedMean(OneEpsilon):
    """The mean of a public number n of records plus Laplace noise: what libraries call their bounded mean.

    Definition.  mean of the clipped records + Lap((upper - lower) / (n epsilon)); with noise = truncated_laplace the
                 sum
                 is then moved into [lower, upper] (a projection with atoms at the bounds, not a conditioned law).
    Neighbors.   replace one record; n is public and a missing record is the midpoint.   Guarantee.  epsilon-DP.
    Source.      the baseline of the swap model (addremove Section 1.2).
    """

    name = "sized_mean"
    summary = "mean of n (public) records + Laplace; replace-one"
    required = ("epsilon", "lower", "upper", "n", "noise")
    noises: ClassVar = {"laplace": (), "truncated_laplace": ()}

    n: int = 1
    noise: str = "laplace"

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "midpoint"
    divides_by_count: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)

    @property
    def sensitivity(self) -> Fraction:
        """(upper - lower) / n, the sensitivity of the mean."""
        return self.width / self.n

    @cached_property
    def law(self) -> Laplace:
        """The law of the noise."""
        return Laplace(self.decay, self.sensitivity)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, noisy_mean, mean; one draw, noise."""
        records = self.records(data)
        if len(records) != self.n:
            raise InvalidInput("size_mismatch", "data: the number of records is not the public n", argument="n")
        yield Step("clipped", records)
        exact = sum(records, Fraction(0)) / self.n
        yield Step("exact_mean", exact)
        noisy = exact + (yield Draw("noise", self.law))
        yield Step("noisy_mean", noisy)
        mean = clip(noisy, self.lower, self.upper) if self.noise == "truncated_laplace" else noisy
        yield Step("mean", mean)
        return mean
