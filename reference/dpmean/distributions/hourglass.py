"""The hourglass law (addremove Section 4.1): two-dimensional noise whose two marginals are optimal
staircases.

Support x + y = k D, k an integer; density with respect to dx on each diagonal. With the signed step
J of x, the paper's A_k and B_k(i) are one expression: the density is C b^(|J| + |k - J|). So X is a
staircase and, given X, K - J is two-sided geometric. Since |J| + |k - J| has the parity of k, the
density ratio under a shift that moves k by one is exactly b or 1/b, never 1: the privacy profile is
that of randomised response.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, law_entries, single
from ..randomness.bits import Bits
from . import staircase
from .cells import hourglass_exponent, reachable, signed_level
from .diagonals import Diagonals, OnDiagonal
from .discrete_laplace import normalizer as geometric_normalizer
from .samplers.refine import Affine
from .staircase import Staircase


def normalizer(b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns C = (1 - b)^2 / (2 D (1 + b)(g + b (1 - g))), the density at the origin."""
    return (1 - b) ** 2 / (2 * d * (1 + b) * (g + b * (1 - g)))


def weight(exponent: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns the density on a cell: C b^exponent, exponent = cells.hourglass_exponent."""
    return normalizer(b, g, d) * b**exponent


def covariance(b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns E XY = D^2 (b (1 + b) / 2 - c^3) / (3 c (1 - b)^2), where c = b + g (1 - b).

    It is zero exactly at the optimal gamma.
    """
    c = b + g * (1 - b)
    return d**2 * (b * (1 + b) / 2 - c**3) / (3 * c * (1 - b) ** 2)


def sum_variance(b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns E (X + Y)^2 = D^2 b (2 c + 1 + b) / (c (1 - b)^2), c = b + g (1 - b)."""
    c = b + g * (1 - b)
    return d**2 * b * (2 * c + 1 + b) / (c * (1 - b) ** 2)


def sum_pmf(k: Scalar, b: Scalar, g: Scalar) -> Scalar:
    """Returns P(X + Y = k D) for k >= 0.

    It is (1 - b)/(1 + b) A D b^k (2 g + k + 2 b^2 / (1 - b^2)), A that of the staircase.
    """
    step = staircase.normalizer(b, g, 1)
    return geometric_normalizer(b) * step * b**k * (2 * g + k + 2 * b**2 / (1 - b**2))


@dataclass(frozen=True)
class Hourglass(Diagonals):
    """Hourglass noise for a query in the plane that moves by +-(x0, D - x0), 0 <= x0 <= D, under
    epsilon-DP.

    Definition.  Density C b^(|J| + |k - J|) on x + y = k D, J = sign(x) (floor(|x|/D - gamma) + 1), gamma in (0, 1].
    Symbols.     b = e^-epsilon; D = sensitivity, in the units of x and y; "optimal" gamma: least E X^2.
    Guarantee.   q + (X, Y) is epsilon-DP when neighbours differ by (x0, D - x0) or its negative. Any other shift has
                 infinite loss unless it keeps x + y in D Z: the query must have this D, not a
                 smaller one.
    Source.      addremove Section 4.1, Theorem 2, Lemmas 3 and 4.
    """

    decay: Decay
    gamma: Any
    sensitivity: Fraction = Fraction(1)

    name = "hourglass"
    profile = "step-uniform-1"
    PARSED: ClassVar = ("decay", "gamma", "sensitivity")
    REQUIRED: ClassVar = ("epsilon", "gamma")
    OPTIONAL: ClassVar = ("sensitivity",)

    @cached_property
    def marginal(self) -> Staircase:
        """Returns the law of X, which is also that of Y."""
        return Staircase(self.decay, self.gamma, self.sensitivity)

    @property
    def _shape(self) -> tuple[Number, Number, Fraction]:
        return self.decay.b, self.marginal.gamma, self.sensitivity

    def _exponent(self, x: Fraction, y: Fraction | None, k: int | None) -> int | None:
        """Returns the exponent of b, or None off the support."""
        diagonal = self.diagonal(x, y, k)
        return (
            None
            if diagonal is None
            else hourglass_exponent(
                signed_level(x / self.sensitivity, self.marginal.gamma), diagonal
            )
        )

    def normalizer(self) -> Number:
        """Returns C, the density at the origin."""
        return normalizer(*self._shape)

    def density(self, x: Fraction, y: Fraction | None = None, k: int | None = None) -> Number:
        """Returns the density with respect to dx on the diagonal of (x, y); 0 off the support."""
        exponent = self._exponent(x, y, k)
        return Fraction(0) if exponent is None else weight(exponent, *self._shape)

    def log_density(self, x: Fraction, y: Fraction | None = None, k: int | None = None) -> Number:
        """Returns the natural logarithm of the density; off the support it raises InvalidInput."""
        exponent = self._exponent(x, y, k)
        if exponent is None:
            raise InvalidInput(
                "off_support",
                "x + y: not a multiple of the sensitivity, where the density is 0",
                argument="y",
            )
        return reals.log(self.normalizer()) - self.decay.epsilon * exponent

    def marginal_density(self, x: Fraction) -> Number:
        """Returns the density of X at x: the staircase (Lemma 3)."""
        return self.marginal.density(x)

    def conditional_pmf(self, x: Fraction, k: int) -> Number:
        """Returns P(X + Y = k D | X = x) = (1 - b)/(1 + b) b^|k - J| (Lemma 4)."""
        return self.offset.pmf(k - signed_level(x / self.sensitivity, self.marginal.gamma))

    def on_diagonal(self, k: int) -> tuple[OnDiagonal, Fraction]:
        """Returns the law of X, given that X + Y = k D."""
        return OnDiagonal(self, k), Fraction(1)

    def sum_pmf(self, k: int) -> Number:
        """Returns P(X + Y = k D)."""
        return sum_pmf(abs(reachable(k)), *self._shape[:2])

    def covariance(self) -> Number:
        """Returns the covariance E XY."""
        return covariance(*self._shape)

    def sum_variance(self) -> Number:
        """Returns E (X + Y)^2, the variance of the sum."""
        return sum_variance(*self._shape)

    def sample(self, bits: Bits) -> tuple[Affine, Affine]:
        """Returns one exact draw by profile step-uniform-1.

        The signed step J is drawn first, then K - J (both by inversion-1), then X uniform on its
        step.
        """
        x, j = self.marginal.sample_with_level(bits)
        k = j + self.offset.sample(bits)
        return x, k * self.sensitivity - x


_SOURCE = "addremove Section 4.1"


def law_rows(marginal: str) -> tuple[tuple[str, tuple[str, ...], str, str, str], ...]:
    """The rows that the hourglass and its lattice twin share, given the name of the law of X."""
    return (
        (
            "sum_pmf",
            ("k",),
            "P(X + Y = k D)",
            "(1 - b)/(1 + b) A D b^|k| (2 gamma + |k| + 2 b^2 / (1 - b^2))",
            "Q(b, gamma)",
        ),
        (
            "conditional_pmf",
            ("x", "k"),
            "P(X + Y = k D | X = x)",
            "(1 - b)/(1 + b) b^|k - J|",
            "Q(b)",
        ),
        ("tail", ("x",), "P(|X| >= x)", f"{marginal}.tail", "Q(b, gamma)"),
        ("moment", ("order",), "E|X|^order", f"{marginal}.moment", "Q(b, gamma)"),
        ("variance", (), "E X^2", f"{marginal}.variance", "Q(b, gamma)"),
        (
            "privacy_loss",
            ("shift_x", "shift_y"),
            "largest log-ratio under the shift",
            "epsilon",
            "Q epsilon",
        ),
        (
            "hockey_stick",
            ("shift_x", "shift_y", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon; (1 - e^h b) / (1 + b) for h >= -epsilon; 1 - e^h otherwise",
            "Q(b, e^h)",
        ),
    )


ENTRIES = law_entries(
    Hourglass,
    "hourglass",
    _SOURCE,
    (
        (
            "normalizer",
            (),
            "density at the origin",
            "(1 - b)^2 / (2 D (1 + b)(gamma + b (1 - gamma)))",
            "Q(b, gamma)",
        ),
        (
            "density",
            ("x", "y?", "k?"),
            "density with respect to dx on the diagonal x + y = k D",
            "C b^(|J| + |k - J|) for k = floor(k); 0 otherwise",
            "Q(b, gamma)",
        ),
        (
            "log_density",
            ("x", "y?", "k?"),
            "log of the density",
            "log(C) - epsilon (|J| + |k - J|)",
            "reals",
        ),
        ("marginal_density", ("x",), "density of X at x", "A b^|J|", "Q(b, gamma)"),
        (
            "covariance",
            (),
            "E XY",
            "D^2 (b (1 + b) / 2 - c^3) / (3 c (1 - b)^2), c = b + gamma (1 - b)",
            "Q(b, gamma)",
        ),
        (
            "sum_variance",
            (),
            "E (X + Y)^2",
            "D^2 b (2 c + 1 + b) / (c (1 - b)^2), c = b + gamma (1 - b)",
            "Q(b, gamma)",
        ),
        *law_rows("staircase"),
    ),
) + (
    Entry(
        "hourglass.optimal_gamma",
        "the gamma that minimises E X^2 (mse): the staircase's",
        ("epsilon",),
        ("objective",),
        "(c - b) / (1 - b), c = (b (1 + b) / 2)^(1/3)",
        "Q(b, c)",
        "addremove Theorem 3",
        single(staircase.optimal),
    ),
)
