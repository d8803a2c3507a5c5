"""What is public about the mean of vectors in the shuffle model.

This is the parts of the budget, the range of a sum, the number of messages, and the rank of the
threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt

from ...distributions.discrete_laplace import DiscreteLaplace
from ...errors import InvalidInput
from ...exact import reals, rotation
from ...exact.decay import Decay
from ...exact.enclosure import ceil, compare, floor
from ...exact.reals import Number, Scalar
from ...exact.search import least_integer
from ...privacy.guarantees import ApproximateDP, Guarantee, Scope
from .of_vectors import VectorMean
from .private_threshold import BETA
from .quantile import failure, iterations
from .shifted_clipped_mean import coordinate_bound, squared_norm_bound
from .shuffle_budget import Phase
from .shuffle_security import least_messages
from .shuffle_sum import SplitSum
from .users import SIMULATED


def median_share(budget: Scalar) -> Scalar:
    """Returns a quarter of epsilon or of delta, the part for the medians."""
    return budget / 4


def threshold_share(budget: Scalar) -> Scalar:
    """Returns 3/16 of epsilon or of delta, a quarter of the rest, for the threshold."""
    return 3 * budget / 16


def mean_share(budget: Scalar) -> Scalar:
    """Returns 9/16 of epsilon or of delta, the part for the mean."""
    return 9 * budget / 16


def spread(log_term: Scalar) -> Scalar:
    """Returns K^2 = 2 log(2 n d/beta), where log_term = log(2 n d/beta).

    No coordinate of a rotated vector of norm C is above C K in size, except with probability beta.
    """
    return 2 * log_term


def squared_spread(n: int, padded: int, beta: Fraction, constants: str) -> Number:
    """Returns K^2 for n users in d' = padded dimensions; with constants = exact it is at most
    d'.
    """
    found: Number = spread(reals.log(2 * n * padded / beta))
    return (
        Fraction(padded) if constants == "exact" and compare(found, Fraction(padded)) > 0 else found
    )


def largest(squared_spread: Number, squared: Fraction, padded: int, constants: str) -> int:
    """Returns C' = ceil(C K), where C^2 = squared, both in steps of the lattice.

    With constants = exact it is at most floor(C sqrt(d')).
    """
    found = ceil(reals.root(squared_spread * squared, 2))
    return min(found, isqrt(int(padded * squared))) if constants == "exact" else found


def noise_weight(root: Scalar, epsilon: Scalar) -> Scalar:
    """Returns sqrt(8) K/epsilon0, where root = sqrt(8 K^2).

    C times it bounds the root of the expected squared norm of the noise of the sum, which is d' (2
    (2 C K/epsilon0)^2) before the last rotation divides by d'.
    """
    return root / epsilon


@dataclass(frozen=True)
class ShufflePlan(VectorMean):
    """The parameters of the mean in the shuffle model, and what follows from them alone."""

    decay: Decay
    delta: Fraction
    u: int
    d: int
    n: int
    messages: int | None = None
    modulus: int | None = None
    beta: Fraction = BETA
    steps: int = 1
    constants: str = "paper"
    dropouts: int = 0

    def __post_init__(self) -> None:
        failure(self.beta)
        if not 0 < self.delta < 1:
            raise InvalidInput(
                "probability_out_of_range",
                "delta: must lie strictly between 0 and 1",
                argument="delta",
            )
        if not 0 <= self.dropouts < self.n:
            raise InvalidInput("out_of_range", "dropouts: from 0 to n - 1", argument="dropouts")
        if self.messages is not None and self.messages < self.needed:
            raise InvalidInput(
                "out_of_range",
                f"messages: at least {self.needed} for this delta",
                argument="messages",
            )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: (epsilon, delta)-DP of what the shuffler hands over."""
        return Guarantee(
            ApproximateDP(self.decay.epsilon, self.delta), self.relation, scope=Scope.SHUFFLE
        )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records and to messages."""
        return (
            f"coordinates are rounded to integers, ties to even, and moved into [0, {self.u}]",
            "clipped coordinates are truncated toward zero on the lattice",
            f"a user who is silent counts as 0; privacy holds with up to {self.dropouts} of "
            "them, unless who is silent depends on the data",
            SIMULATED,
            *(
                (
                    "too few users for these parameters: the estimate is 0, and nobody sends "
                    "anything",
                )
                if self.rank < 1
                else ()
            ),
        )

    @property
    def padded(self) -> int:
        """The padded dimension d', the least power of two that is at least d."""
        return rotation.padded(self.d)

    @property
    def reach(self) -> int:
        """The bound d u on the size of every coordinate of H D x."""
        found: int = coordinate_bound(self.d, self.u)
        return found

    @property
    def high(self) -> int:
        """The bound d' (2 d u)^2 on every squared norm around the medians."""
        found: int = squared_norm_bound(self.padded, self.d, self.u)
        return found

    @cached_property
    def phases(self) -> tuple[Phase, Phase, Phase]:
        """The budgets of the medians, the threshold and the mean, each with its number of sums."""
        counts = (
            self.padded * iterations(2 * self.reach + 1),
            iterations(self.high + 1),
            self.padded,
        )
        shares = (median_share, threshold_share, mean_share)
        first, second, third = (
            Phase(share(self.decay.epsilon), share(self.delta), count)
            for share, count in zip(shares, counts, strict=True)
        )
        return first, second, third

    @cached_property
    def squared_spread(self) -> Number:
        """The square K^2 of the largest coordinate of a rotated vector of norm 1."""
        return squared_spread(self.n, self.padded, self.beta, self.constants)

    def clip(self, squared: Fraction) -> int:
        """Returns C', the largest coordinate of a rotated vector that is not moved, in units of
        1/steps.
        """
        return largest(self.squared_spread, squared * self.steps**2, self.padded, self.constants)

    def protocol(self, phase: Phase, most: int, sensitivity: int, messages: int) -> SplitSum:
        """Returns the protocol of one sum of a phase."""
        return SplitSum(
            phase.decay, self.n, most, sensitivity, messages, self.dropouts, self.modulus
        )

    @cached_property
    def needed(self) -> int:
        """The least number of messages for a sum that fits into delta, whatever threshold is
        found.
        """
        widest = self.clip(Fraction(self.high))
        sizes = ((1, 1), (1, 1), (widest, 2 * widest))
        sums = [
            self.protocol(phase, *size, 2) for phase, size in zip(self.phases, sizes, strict=True)
        ]
        return max(
            least_messages(self.n, s.modulus, phase.distance, self.dropouts)
            for s, phase in zip(sums, self.phases, strict=True)
        )

    @cached_property
    def sent(self) -> int:
        """The number m of messages that every user sends for a sum."""
        return self.needed if self.messages is None else self.messages

    @cached_property
    def error(self) -> int:
        """The rank error tau of the threshold, an integer; without drop-outs.

        All T noises of the threshold's counts are at most tau in size, except with probability
        beta; with constants = exact only on the side that does harm.
        """
        phase, sides = self.phases[1], 2 if self.constants == "paper" else 1
        law = DiscreteLaplace(phase.decay)
        return max(
            0,
            least_integer(
                lambda k: (
                    k >= 0
                    and compare(phase.count * law.tail(k + 1) * Fraction(sides, 2), self.beta) <= 0
                )
            ),
        )

    @cached_property
    def rank(self) -> int:
        """The rank n - max{floor(w), ceil(tau)} of the threshold; where it is below 1 the estimate
        is 0.
        """
        weight = noise_weight(reals.root(8 * self.squared_spread, 2), self.phases[2].decay.epsilon)
        return self.n - max(floor(weight), self.error)
