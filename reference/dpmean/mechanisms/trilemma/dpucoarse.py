"""DPUCoarse: a coarse estimate of the centre of a symmetric law, without bias (trilemma Algorithm
1).

The file has the histogram with a random offset, its threshold, and the probability that it answers
well. Ties, which the paper need not consider as its noise is continuous, are broken by a uniform
draw: any other rule would break the symmetry of the lattice version.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace, tail
from ...distributions.finite import Uniform, UniformInteger, UniformLattice
from ...distributions.laplace import Laplace
from ...distributions.law import Law
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import ceil
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Compare, Draw, Program, Step
from ...programs.records import prepare_unbounded
from .public_size import NOISES, on_lattice, proper

_HALF, _ONE = Fraction(1, 2), Fraction(1)


def printed_threshold(epsilon: Scalar, log_inverse: Scalar) -> Scalar:
    """Returns 2 + (2/epsilon) log(1/delta), where log_inverse = log(1/delta)."""
    return 2 + 2 * log_inverse / epsilon


def exact_threshold(epsilon: Scalar, log_inverse: Scalar) -> Scalar:
    """Returns 1 + (2/epsilon) log(1/(2 delta)), where log_inverse = log(1/(2 delta)).

    A bin of one record is above it with probability delta at most, which is all that replacing a
    record can cost.
    """
    return 1 + 2 * log_inverse / epsilon


def lone_bin(power: Scalar) -> Scalar:
    """Returns P(1 + Lap(2/epsilon) > threshold) for a threshold >= 1; power = e^(-epsilon
    (threshold - 1)/2).
    """
    return power / 2


def lone_lattice_bin(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(1 + K > c) for an integer c >= 1 and integer noise K with D = 2.

    t = e^(-epsilon/2), power = t^c.
    """
    return tail(t, power) / 2


def bin_of(x: Scalar, left: Scalar) -> Scalar:
    """Returns the bin of a record x: the integer k with x - T in [k - 1/2, k + 1/2).

    `left` says whether x - floor(x) is below T + 1/2.
    """
    return floor(x) + (0 if left else 1)


def threshold(
    decay: Decay, delta: Fraction, constants: str = "paper", noise: str = "laplace"
) -> Number:
    """Returns the noisy count that a bin must exceed for an answer."""
    proper(delta)
    if constants == "paper":
        return _number(printed_threshold(decay.epsilon, reals.log(1 / delta)))
    if delta > _HALF:
        raise InvalidInput(
            "out_of_range", "delta: at most 1/2 for constants=exact", argument="delta"
        )
    if noise == "laplace":
        return _number(exact_threshold(decay.epsilon, reals.log(1 / (2 * delta))))
    t = reals.root(decay.b, 2)
    return Fraction(ceil(-2 * reals.log((1 + t) * delta) / decay.epsilon))  # t^c/(1 + t) <= delta


def _number(x: Number) -> Number:
    return x


COUNT = Fraction(2)  # replacing a record moves two counts by 1: their noise has sensitivity 2


def noise_scale(decay: Decay) -> Number:
    """Returns 2/epsilon, the scale of the Laplace noise of a count."""
    return COUNT / decay.epsilon


@dataclass(frozen=True)
class DpuCoarse(Mechanism):
    """The centre of the bin with the largest noisy count, or no answer.

    Definition.  T is uniform on [-1/2, 1/2), and a record x lies in the bin k with x/sigma - T in [k - 1/2, k + 1/2).
                 Every bin that is not empty gets its count + Lap(2/epsilon). Where the largest
                 noisy count is at most the threshold there is no answer; otherwise the answer is
                 sigma (T + k) for its bin k, and among equal counts each is equally likely. The
                 threshold is 2 + (2/epsilon) log(1/delta). With `constants=exact` it is 1 +
                 (2/epsilon) log(1/(2 delta)), for delta <= 1/2; with discrete noise it is then the
                 least integer c with t^c/(1 + t) <= delta, t = e^(-epsilon/2), because integer
                 noise jumps over a threshold in between. `random_offset` false means T = 0 (the
                 bins of Karwa and Vadhan).
    Neighbors.   replace one record; the number of records is public; a missing or infinite record is 0.
    Guarantee.   (epsilon, delta)-DP.
    Lattice.     With noise = discrete_laplace, records/sigma are rounded to multiples of 1/m, T + 1/2 is uniform on the
                 odd multiples of 1/(2m), and the noise is integer with D = 2.
    Source.      trilemma Algorithm 1.
    """

    name = "dpucoarse"
    summary = "a coarse centre from a histogram with a random offset; may not answer"
    required = ("epsilon", "delta")
    optional = ("sigma", "constants", "noise", "m")
    noises: ClassVar = NOISES
    may_not_answer = True
    profile = "release-2"

    decay: Decay
    delta: Fraction
    sigma: Fraction = _ONE
    constants: str = "paper"
    noise: str = "laplace"
    m: int | None = None
    random_offset: bool = True

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "zero"
    clips_to_bounds: ClassVar[bool] = False
    rounds: ClassVar[str] = "record / sigma"
    steps_vary: ClassVar[bool] = True  # a number for each bin that is not empty

    def __post_init__(self) -> None:
        self.check_noise(self.noise)
        _ = self.threshold

    @cached_property
    def threshold(self) -> Number:
        """The noisy count that a bin must exceed for an answer."""
        return threshold(self.decay, self.delta, self.constants, self.noise)

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
        """A sentence for users on what it means to get no answer."""
        return ("no answer: no bin has clearly more records than one person could have put there",)

    @cached_property
    def laws(self) -> tuple[Law, Law]:
        """The law of T + 1/2, and the law of the noise of a count.

        The noise has sensitivity 1 at epsilon/2, that is, 2 at epsilon.
        """
        if self.m is None:
            return Uniform(), Laplace(self.decay, COUNT)
        return UniformLattice(self.m), DiscreteLaplace(self.decay, COUNT)

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the records, on the lattice if there is one."""
        found = prepare_unbounded(data)
        return (
            found
            if self.m is None
            else [on_lattice(x / self.sigma, self.m) * self.sigma for x in found]
        )

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps bins, counts, noisy_counts, winner; draws offset, noise_1, noise_2, ...,
        and perhaps tie.

        offset is T + 1/2; the noises are for the bins in rising order; tie is drawn where several
        counts are largest.
        """
        found = yield from self.units([x / self.sigma for x in self.records(data)])
        if found is None:
            return None
        return found * self.sigma

    def units(self, records: list[Fraction]) -> Program:
        """The program of the estimate T + k in units of sigma, or None for no answer."""
        offset_law, noise_law = self.laws
        raised = (yield Draw("offset", offset_law)) if self.random_offset else _HALF
        shares = sorted({x - floor(x) for x in records})
        low, high = 0, len(shares)
        while low < high:  # how many shares lie below T + 1/2
            middle = (low + high) // 2
            if (yield Compare(raised, shares[middle], -1)) > 0:
                low = middle + 1
            else:
                high = middle
        below = set(shares[:low])
        counts = Counter(bin_of(x, x - floor(x) in below) for x in records)
        bins = sorted(counts)
        yield Step("bins", [Fraction(k) for k in bins])
        yield Step("counts", [Fraction(counts[k]) for k in bins])
        noisy = []
        for i, k in enumerate(bins, 1):
            noisy.append(counts[k] + (yield Draw(f"noise_{i}", noise_law)))
        yield Step("noisy_counts", noisy)
        if not bins:
            return None
        best = [0]
        for i in range(1, len(bins)):
            order = yield Compare(noisy[i] - noisy[best[0]], Fraction(0))
            best = [i] if order > 0 else [*best, i] if order == 0 else best
        if (yield Compare(noisy[best[0]], self.threshold, -1)) <= 0:
            return None
        winner = bins[
            best[int((yield Draw("tie", UniformInteger(len(best)))))] if len(best) > 1 else best[0]
        ]
        yield Step("winner", Fraction(winner))
        return raised - _HALF + winner
