"""What a category that is seen only when its noisy count reaches a threshold tells of one user: the
probability that she alone makes one appear, and the least threshold for a delta.

A category of no record never appears, whatever the noise. So a user who is added makes possible what
was impossible, and the probability of that is what is paid in delta: on everything else the two laws
differ by the factor e^epsilon at most, as noise that is proportional to all of her records grants.
"""

from __future__ import annotations

from fractions import Fraction

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar

_HALF, _ONE = Fraction(1, 2), Fraction(1)
NOISES = ("laplace", "discrete_laplace")
EXACT = 64  # records of a user up to which two thresholds are compared as powers


def some(alone: Scalar, others: int, last: Scalar) -> Scalar:
    """Returns the probability that one of her categories appears: `others` of one record, each with
    probability alone, and one of the rest of her records, with probability last.
    """
    return 1 - (1 - alone) ** others * (1 - last)


def over(tail: Scalar) -> Scalar:
    """Returns the probability that symmetric noise is at least a distance of which
    tail = P(|noise| >= distance).
    """
    return tail / 2


def under(tail: Scalar) -> Scalar:
    """Returns the probability that it is below that distance."""
    return 1 - over(tail)


def of_laplace(scale: Scalar, log_inverse: Scalar, records: Scalar) -> Scalar:
    """Returns the count at which Laplace noise appears over a category of so many records with
    probability x; log_inverse = log(1/(2 x)).
    """
    return records + scale * log_inverse


class Appearing:
    """A user of at most `contribution` records, Laplace noise of scale contribution/epsilon
    (or integer noise with b = e^(-epsilon/contribution)), and nothing else.
    """

    def __init__(self, decay: Decay, contribution: int, noise: str) -> None:
        self.decay, self.contribution, self.noise = decay, contribution, noise
        size = Fraction(contribution)
        self.law = Laplace(decay, size) if noise == "laplace" else DiscreteLaplace(decay, size)

    def reached(self, records: int, threshold: Fraction) -> Number:
        """Returns P(records + noise >= threshold)."""
        left = threshold - records
        if isinstance(self.law, Laplace):
            tail = self.law.tail(abs(left))
            return _number(over(tail) if left >= 0 else under(tail))
        k = int(left)
        return _number(over(self.law.tail(k)) if k > 0 else under(self.law.tail(1 - k)))

    def delta(self, threshold: Fraction, categories: int | None = None) -> Number:
        """Returns the largest probability with which she alone makes some category appear.

        Of all ways to spread her records the worst is one of two, since -log(1 - reached) is convex
        from one record on: all in one category, or one in each of as many as there are, and what is
        left over in the last of these.
        """
        many = min(self.contribution, categories or self.contribution)
        together = self.reached(self.contribution, threshold)
        if many == 1:
            return together
        rest = self.contribution - many + 1
        apart: Number = some(self.reached(1, threshold), many - 1, self.reached(rest, threshold))
        return apart if compare(apart, together) >= 0 else together

    def least(self, delta: Fraction) -> Number:
        """Returns the least threshold for this delta, however many categories there are."""
        if self.noise == "laplace":
            return self._least_of_laplace(delta)
        # a threshold of her records has a delta above 1/2; delta falls as the threshold rises
        enough, step = self.contribution + 1, 1
        while not self._keeps(enough, delta):
            enough, step = enough + step, 2 * step
        short = self.contribution
        while enough - short > 1:
            middle = (short + enough) // 2
            short, enough = (short, middle) if self._keeps(middle, delta) else (middle, enough)
        return Fraction(enough)

    def _keeps(self, threshold: int, delta: Fraction) -> bool:
        return compare(self.delta(Fraction(threshold)), delta) <= 0

    def _least_of_laplace(self, delta: Fraction) -> Number:
        scale = self.contribution / self.decay.epsilon
        together: Number = of_laplace(
            scale, reals.log(1 / (2 * delta)), Fraction(self.contribution)
        )
        if self.contribution == 1:
            return together
        each = 1 - reals.exponential(reals.log(1 - delta) / self.contribution)
        apart: Number = of_laplace(scale, reals.log(1 / (2 * each)), _ONE)
        return apart if self._apart_is_higher(delta, apart, together) else together

    def _apart_is_higher(self, delta: Fraction, apart: Number, together: Number) -> bool:
        """Returns whether one record in each category asks for the higher threshold, without a
        logarithm where that is possible: both may be the same, which no enclosure shows.
        """
        c = self.contribution
        if c > EXACT:
            return compare(apart, together) >= 0
        shown = 1 - delta * self.decay.power(Fraction(c - 1, c))
        return compare(1 - delta, shown**c) >= 0


def delta_of(
    decay: Decay,
    count_threshold: Fraction,
    noise: str,
    categories: int,
    contribution: int = 1,
) -> Number:
    """Returns the delta of a histogram that shows a category from a threshold on."""
    check(count_threshold, noise)
    return Appearing(decay, contribution, noise).delta(count_threshold, categories)


def least_threshold(decay: Decay, delta: Fraction, noise: str, contribution: int = 1) -> Number:
    """Returns the least threshold with which a histogram is (epsilon, delta)-DP."""
    if not 0 < delta <= _HALF:
        raise InvalidInput(
            "out_of_range", "delta: must be greater than 0 and at most 1/2", argument="delta"
        )
    return Appearing(decay, contribution, noise).least(delta)


def _number(x: Number) -> Number:
    return x


def check(threshold: Fraction, noise: str) -> None:
    """Raises InvalidInput for a threshold below 1, and for one between two integers where the noise
    is an integer.
    """
    if threshold < 1:
        raise InvalidInput(
            "out_of_range", "count_threshold: must be at least 1", argument="count_threshold"
        )
    if noise == "discrete_laplace" and threshold.denominator != 1:
        raise InvalidInput(
            "off_lattice",
            "count_threshold: must be an integer with integer noise",
            argument="count_threshold",
        )
