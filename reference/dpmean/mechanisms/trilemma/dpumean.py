"""DPUMean: an unbiased estimate of the centre of a symmetric law (trilemma Algorithm 2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.finite import Bernoulli
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Compare, Draw, Program, Step
from .dpucoarse import DpuCoarse
from .public_size import NOISES, on_lattice, sized, sum_noise

_ZERO, _ONE = Fraction(0), Fraction(1)


def fine_sensitivity(clip: Scalar) -> Scalar:
    """Returns 2 clip, by how much one record moves the sum of the second part, whatever the coarse
    estimate is.
    """
    return 2 * clip


def noise_scale(decay: Decay, clip: Fraction, n2: int) -> Number:
    """Returns 2 clip/(n2 epsilon), the scale of the Laplace noise of the fine estimate."""
    found: Number = fine_sensitivity(clip) / (n2 * decay.epsilon)
    return found


@dataclass(frozen=True)
class DpuMean(Mechanism):
    """A coarse estimate from the first n1 records, then the noisy mean of the other n2, clipped
    around it.

    Where there is no coarse estimate, name and shame takes the place of the noisy mean.

    Definition.  c~ = DPUCoarse of the first n1 records with bins of width sigma. Where it does not answer, the estimate
                 is the sum of named_i x_i/(n2 delta) over the others, with named_i
                 Bernoulli(delta). Otherwise it is the mean of the others clipped to [c~ - clip, c~
                 + clip], + Lap(2 clip/(n2 epsilon)).
    Unbiased.    For every law that is symmetric around its mean (the lattice version for such laws on its lattice).
    Neighbors.   replace one record; n1 and n2 are public; a missing or infinite record is 0.
    Guarantee.   (epsilon, delta)-DP, by parallel composition.
    Lattice.     With noise = discrete_laplace, records/sigma are rounded to multiples of 1/m, and clip must be a
                 multiple of sigma/(2m), which is the step of the fine estimate's sum.
    Source.      trilemma Algorithm 2.
    """

    name = "dpumean"
    summary = "symmetric laws: clipped around a coarse centre, without bias"
    required = ("epsilon", "delta", "clip", "n1", "n2")
    optional = ("sigma", "constants", "noise", "m")
    noises: ClassVar = NOISES
    profile = "release-2"

    decay: Decay
    delta: Fraction
    clip: Fraction
    n1: int
    n2: int
    sigma: Fraction = _ONE
    constants: str = "paper"
    noise: str = "laplace"
    m: int | None = None

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "zero"
    clips_to_bounds: ClassVar[bool] = False
    random_offset: ClassVar[bool] = True
    ordered: ClassVar[bool] = True  # the order of the records decides which part they are in
    rounds: ClassVar[str] = "record / sigma"
    probed: ClassVar[int] = -1  # one of those whose mean is taken

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns three numbers: there are no bounds."""
        return "0", "1/3", "7"

    def __post_init__(self) -> None:
        _ = self.coarse
        if self.step is not None and (self.clip / self.step).denominator != 1:
            raise InvalidInput(
                "off_lattice", "clip: must be a multiple of sigma/(2 m)", argument="clip"
            )

    @cached_property
    def coarse(self) -> DpuCoarse:
        """The first stage, which makes the coarse estimate."""
        return DpuCoarse(
            self.decay,
            self.delta,
            self.sigma,
            self.constants,
            self.noise,
            self.m,
            self.random_offset,
        )

    @property
    def step(self) -> Fraction | None:
        """The lattice step of the second stage's sum, sigma/(2 m), or None without a lattice."""
        return None if self.m is None else self.sigma / (2 * self.m)

    @property
    def n(self) -> int:
        """The number n1 + n2 of all records."""
        return self.n1 + self.n2

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: (epsilon, delta)-DP when one record is replaced."""
        return Guarantee(ApproximateDP(self.decay.epsilon, self.delta), self.relation)

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result, 10^-9 sigma."""
        return self.sigma / 10**9

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on the split of the records, and on what happens when the first stage
        fails.
        """
        return (
            "records are split by their order, which must not depend on them",
            "without a coarse estimate each record of the second part is published with "
            "probability delta",
        )

    @cached_property
    def law(self) -> tuple[Laplace | DiscreteLaplace, Fraction]:
        """The law of the second stage's noise and its unit: of the mean, or of the sum in lattice
        steps.
        """
        law, unit = sum_noise(self.decay, fine_sensitivity(self.clip), self.step)
        return (
            (type(law)(law.decay, law.sensitivity / self.n2), unit)
            if self.m is None
            else (law, unit / self.n2)
        )

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the n1 + n2 records, on the lattice if there is one."""
        found = sized(data, self.n)
        return (
            found
            if self.m is None
            else [on_lattice(x / self.sigma, self.m) * self.sigma for x in found]
        )

    def program(self, data: Iterable[object]) -> Program:
        """Yields the coarse estimate's steps, then named_sum, or coarse, inside_sum, below, above,
        fine; then mean.

        Has the draws of the coarse estimate, then named_1, ..., named_n2, or fine_noise.
        """
        records = self.records(data)
        others = records[self.n1 :]
        units = yield from self.coarse.units([x / self.sigma for x in records[: self.n1]])
        if units is None:
            total = _ZERO
            for i, x in enumerate(others, 1):
                total = total + (yield Draw(f"named_{i}", Bernoulli(self.delta))) * x
            yield Step("named_sum", total)
            mean = total / (self.n2 * self.delta)
        else:
            middle = units * self.sigma
            yield Step("coarse", middle)
            mean = yield from self.fine(sorted(others), middle)
        yield Step("mean", mean)
        return mean

    def fine(self, others: list[Fraction], middle: Any) -> Program:
        """The program of the clipped mean around `middle` with its noise."""
        low, high = 0, len(others)
        while low < high:  # how many lie below middle - clip
            i = (low + high) // 2
            if (yield Compare(middle, others[i] + self.clip, -1)) > 0:
                low = i + 1
            else:
                high = i
        below, high = low, len(others)
        while low < high:  # how many lie at or below middle + clip
            i = (low + high) // 2
            if (yield Compare(middle, others[i] - self.clip, 1)) >= 0:
                low = i + 1
            else:
                high = i
        above = len(others) - low
        inside = sum(others[below:low], _ZERO)
        yield Step("inside_sum", inside)
        yield Step("below", Fraction(below))
        yield Step("above", Fraction(above))
        total = middle * Fraction(below + above) + (inside + (above - below) * self.clip)
        fine = total * Fraction(1, self.n2)
        yield Step("fine", fine)
        law, unit = self.law
        return fine + (yield Draw("fine_noise", law)) * unit
