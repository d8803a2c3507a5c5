"""What the hourglass and its lattice version have in common: pairs that lie on the diagonals x + y =
k D, and the law of x on each of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from ..errors import InvalidInput
from ..exact.curves import Curve, Piece, Unit
from ..exact.decay import Decay
from ..exact.enclosure import compare, floor
from ..exact.loss import Loss
from ..exact.reals import Number, balanced_sum
from ..privacy.losses import hockey_stick, require_shift
from .discrete_laplace import DiscreteLaplace
from .discrete_laplace import normalizer as geometric_normalizer
from .law import Law, Pair, PlaneLaw
from .lifts import Steps
from .series import geometric_moments

_ZERO, _HALF = Fraction(0), Fraction(1, 2)


def outwards() -> Iterator[int]:
    """Yields 0, 1, -1, 2, -2, ..."""
    yield 0
    for k in count(1):
        yield from (k, -k)


class Diagonals(PlaneLaw):
    """The common part of the hourglass and its lattice version: the diagonals, the marginal's
    quantities, and the privacy.
    """

    decay: Decay
    sensitivity: Fraction

    @property
    @abstractmethod
    def marginal(self) -> Any:
        """Returns the law of X, which is also that of Y."""

    @abstractmethod
    def normalizer(self) -> Number:
        """Returns C, the density or the mass at the origin."""

    @abstractmethod
    def sum_pmf(self, k: int) -> Number:
        """Returns P(X + Y = k D)."""

    @abstractmethod
    def on_diagonal(self, k: int) -> tuple[Law, Fraction]:
        """Returns the law of the unknown that X is a multiple of, given that X + Y = k D, and the
        factor.
        """

    def cases(self) -> Iterator[tuple[Number, Pair]]:
        """Yields the probability of each diagonal, and (X, Y) on it."""
        for k in outwards():
            law, unit = self.on_diagonal(k)
            on = ((Fraction(0), (unit,)), (k * self.sensitivity, (-unit,)))
            yield self.sum_pmf(k), Pair((law,), on)

    @cached_property
    def offset(self) -> DiscreteLaplace:
        """Returns the law of K - J given X: two-sided geometric with ratio b."""
        return DiscreteLaplace(self.decay)

    @property
    def width(self) -> Number:
        """Returns D / epsilon."""
        return self.sensitivity / self.decay.epsilon

    @cached_property
    def falling(self) -> tuple[Number, Sequence[Number]]:
        """Returns b^2, by which the steps of a diagonal fall, and its geometric moments."""
        ratio = self.decay.b**2
        return ratio, geometric_moments(3, ratio)

    def diagonal(self, x: Fraction, y: Fraction | None, k: int | None) -> int | None:
        """Returns k = (x + y) / D from exactly one of y and k, or None off the support."""
        if (y is None) == (k is None):
            raise InvalidInput(
                "unsupported_combination",
                "give exactly one of y and k = (x + y) / sensitivity",
                argument="k",
            )
        if y is None:
            return k
        found = (x + y) / self.sensitivity
        return found.numerator if found.denominator == 1 else None

    def tail(self, x: Fraction) -> Number:
        """Returns P(|X| >= x), x >= 0."""
        return self.marginal.tail(x)

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|X|^order."""
        return self.marginal.moment(order)

    def variance(self) -> Number:
        """Returns the variance E X^2."""
        return self.marginal.variance()

    def require_shift(self, shift_x: Fraction, shift_y: Fraction) -> None:
        """Raises InvalidInput for a shift that is not +-(x0, D - x0)."""
        total = abs(shift_x + shift_y)
        require_shift(total == self.sensitivity and abs(shift_x) + abs(shift_y) == total)

    def privacy_loss(self, shift_x: Fraction, shift_y: Fraction) -> Loss:
        """Returns the largest log-ratio under +-(x0, D - x0), exactly epsilon.

        The ratio is never anything but e^+-epsilon.
        """
        self.require_shift(shift_x, shift_y)
        return Loss(Fraction(1))

    def hockey_stick(self, shift_x: Fraction, shift_y: Fraction, ratio: Number) -> Number:
        """Returns (1 - e^h b) / (1 + b) for |h| <= epsilon, the same for every shift of the
        space.
        """
        self.require_shift(shift_x, shift_y)
        return hockey_stick(self.decay.b, geometric_normalizer(self.decay.b), ratio)


@dataclass(frozen=True)
class OnDiagonal(Law):
    """The law of the first coordinate X of hourglass noise (X, Y), given that X + Y = k D.

    Its density is the density of the noise on that diagonal, divided by the probability of the
    diagonal.
    """

    law: Diagonals
    k: int

    def cdf(self, x: Number) -> Number:
        """Returns P(X <= x); for x > 0 it is 1 - P(X' <= -x) on the diagonal -k, by the symmetry of
        the hourglass.

        The masses of all steps below the inner ones form a geometric series.
        """
        if compare(x, _ZERO) > 0:
            return 1 - self.mirrored().cdf(-x)
        d, g, b = self.law.sensitivity, self.law.marginal.gamma, self.law.decay.b
        weight, total = self.law.normalizer(), self.law.sum_pmf(self.k)
        j = -floor(-x / d - g) - 1 if compare(-x / d, g) >= 0 else 0  # the step of x
        left = -(g * d) if not j else (j - g) * d
        parts: list[Number] = [(x - left) * b ** (abs(j) + abs(self.k - j))]
        last = min(j, self.k, 0)
        parts += [d * b ** (abs(i) + abs(self.k - i)) for i in range(last, j)]
        parts.append(d * b ** (abs(last - 1) + abs(self.k - last + 1)) / (1 - b * b))
        return weight * balanced_sum(parts) / total

    def mirrored(self) -> OnDiagonal:
        """Returns the law of -X: that on the diagonal -k."""
        return OnDiagonal(self.law, -self.k)

    def between(self, low: Number | None, high: Number | None) -> Curve | None:
        """Returns the density between two ends, one piece for each step; None up to an infinite
        end.
        """
        if low is None or high is None:
            return None
        b, scale = self.law.decay.b, self.law.normalizer() / self.law.sum_pmf(self.k)
        found = sorted(self.law.marginal.steps(low, high), key=lambda s: s[0])
        pieces = tuple(
            Piece(left, right, {(0, _ZERO): scale * b ** (abs(j) + abs(self.k - j))})
            for j, left, right in found
        )
        return Curve(Unit(), pieces).within(low, high)

    @cached_property
    def _steps(self) -> Steps:
        """Returns the density as steps from the middle k D/2 of the diagonal."""
        law, k = self.law, abs(self.k)
        middle = (law.marginal.gamma + k * _HALF) * law.sensitivity
        height = law.normalizer() / law.sum_pmf(k) * law.decay.b**k
        ratio, sums = law.falling
        return Steps(middle, height, ratio, law.sensitivity, sums)

    def lifts(self, t: Number) -> tuple[Number, Number]:
        """Returns E (X - t)+ and E (X - t)+^2."""
        return self._steps.lifts(t - self.law.sensitivity * self.k / 2)
