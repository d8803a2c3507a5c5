"""Algorithm 3 of addremove: one noise for a pair of sums with joint sensitivity 1, as a program
over draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.discrete_hourglass import DiscreteHourglass
from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.hourglass import Hourglass
from ...distributions.laplace import Laplace
from ...distributions.law import NoiseLaw
from ...distributions.staircase2d import Staircase2D
from ...errors import InvalidInput
from ...programs.postprocess import clip, quotient
from ...programs.program import Draw, Program, Step
from ...programs.records import each, on_unit_lattice, summed
from .one_epsilon import OneEpsilon, peak

_HALF, _ONE = Fraction(1, 2), Fraction(1)


@dataclass(frozen=True)
class TransformedMean(OneEpsilon):
    """Algorithm 3: noise on s1 = sum of (x - lower)/w and s2 = n - s1, whose joint sensitivity is 1
    in l1.

    Definition.  w clip(S1 / (S1 + S2), [0, 1]) + lower, (S1, S2) = (s1, s2) + (Z1, Z2), w = upper - lower.
    Noise.       laplace: Z1, Z2 independent Lap(1/epsilon) (Theorem 1); staircase2d (Lemma 5); hourglass (Theorem 3);
                 on a lattice of 1/m, with (x - lower)/w rounded to it: discrete_laplace
                 (independent, both in steps of 1/m, sensitivity m) and discrete_hourglass. gamma
                 and m as the noise needs them.
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
    gamma: Fraction | str | None = None
    m: int | None = None
    sensitivity: Fraction = (
        _ONE  # of the query (s1, s2): accepted so that a wrong one is refused, not ignored
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        if self.sensitivity != 1:
            raise InvalidInput(
                "lattice_mismatch",
                "sensitivity: (s1, s2) moves by +-(x0, 1 - x0), so the noise must have "
                "sensitivity 1; any other is on another lattice or too small",
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
        return {"staircase2d": Staircase2D, "hourglass": Hourglass}[self.noise](
            self.decay, self.gamma
        )

    def unclipped(self, ratio: Fraction) -> Fraction:
        """Returns the share, as a point of the bounds."""
        return self.width * ratio + self.lower

    def density_at_most(self, n: int) -> Fraction | None:
        """Returns a bound of the density of the estimate on n records, with Laplace noise; None
        with any other.

        At the share r >= 1/2 it is the integral of |u|/r^2 f1(u - s1) f2(u (1 - r)/r - s2) du, at
        most 4 sup f2 E|S1|.
        """
        if self.noise != "laplace":
            return None
        height, mean = peak(Laplace(self.decay))
        return 4 * height * (n + mean) / self.width

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, s1, s2, noisy_s1, noisy_s2, ratio, mean; draws noise, or
        noise_1 and noise_2.
        """
        records = self.records(data)
        yield Step("clipped", records)
        shares = each(lambda x: (x - self.lower) / self.width, records)
        if (m := self.m) is not None:
            shares = each(lambda s: on_unit_lattice(s, m), shares)
        s1 = summed(shares)
        s2 = len(shares) - s1
        yield Step("s1", s1)
        yield Step("s2", s2)
        law = self.law
        if self.noise in ("laplace", "discrete_laplace"):
            unit = _ONE if m is None else Fraction(1, m)
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
