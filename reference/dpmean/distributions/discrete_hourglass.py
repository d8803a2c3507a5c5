"""The hourglass law on a lattice: x on (D/m) Z, x + y in D Z, gamma a multiple of 1/m. No paper has
it.

Law.       P(x, k) = C b^(|J| + |k - J|), J the signed step of x: the hourglass density restricted to the lattice.
Marginals. Summing over k gives the discrete staircase with the same gamma; so does summing over x, because the mirrored
           half-open steps make the exponent symmetric under x -> k D - x at every lattice point,
           edges included.
Privacy.   The density ratio of the hourglass is b or 1/b at *every* point, so it is on the lattice: exactly epsilon
           for every shift +-(x0, D - x0) with x0 on the lattice, and the profile of randomised
           response.
Off-grid.  A gamma between two multiples of 1/m gives on the lattice the law of the upper one; it is refused, so that a
           name means one law.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.reals import Number, Scalar, balanced_sum, complement
from ..parameters.entry import Entry, law_entries, single
from ..randomness.bits import Bits
from . import discrete_staircase
from .cells import hourglass_exponent, reachable, signed_lattice_level
from .diagonals import Diagonals
from .discrete_laplace import normalizer as geometric_normalizer
from .discrete_staircase import DiscreteStaircase, lattice_gamma
from .hourglass import law_rows
from .law import Law
from .series import geometric_moments


def normalizer(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns C = (1 - b)/(1 + b) A, the mass at the origin, where A is the normaliser of the
    discrete staircase.
    """
    return geometric_normalizer(b) * discrete_staircase.normalizer(b, g, m)


def weight(exponent: Scalar, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns C b^exponent, the mass of one point."""
    return normalizer(b, g, m) * b**exponent


def step_square(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns E J^2 = 2 A m sum of j^2 b^j: every step but the central one has m points on each
    side.
    """
    return 2 * discrete_staircase.normalizer(b, g, m) * m * geometric_moments(2, b)[2]


def step_times_index(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns E i J = 2 A sum over j of j b^j times the sum of the points of step j.

    That sum is m ((j - 1) m + g) + m (m - 1) / 2.
    """
    t = geometric_moments(2, b)
    return (
        2
        * discrete_staircase.normalizer(b, g, m)
        * (m**2 * t[2] + (m * g - m**2 + m * (m - 1) / 2) * t[1])
    )


def covariance(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns E XY for D = 1: E[K | X] = J, so E XY = E X (J - X)."""
    return step_times_index(b, g, m) / m - discrete_staircase.moment(2, b, g, m) / m**2


def sum_variance(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns E (X + Y)^2 for D = 1: E J^2 plus the variance 2 b / (1 - b)^2 of K - J."""
    return step_square(b, g, m) + 2 * b / (1 - b) ** 2


def sum_pmf(k: Scalar, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns P(X + Y = k D) for k >= 0: (1 - b)/(1 + b) A b^k (2 g - 1 + m k + 2 m b^2 / (1 -
    b^2)).
    """
    return normalizer(b, g, m) * b**k * (2 * g - 1 + m * k + 2 * m * b**2 / (1 - b**2))


@dataclass(frozen=True)
class OnLatticeDiagonal(Law):
    """The law of the index i of the first coordinate X = i D/m of lattice hourglass noise, given
    that X + Y = k D.
    """

    law: DiscreteHourglass
    k: int

    lattice = Fraction(1)

    @cached_property
    def _width(self) -> int:
        """Returns an index beyond which, on both sides, the masses fall by the factor b^2 from step
        to step.
        """
        return (abs(self.k) + 2) * self.law.m

    def pmf(self, i: int) -> Number:
        """Returns the probability of the index i."""
        j = self.law.signed_step(i)
        return (
            self.law.normalizer()
            * self.law.decay.b ** (abs(j) + abs(self.k - j))
            / self.law.sum_pmf(self.k)
        )

    def cdf(self, i: int) -> Number:
        """Returns the probability that the index is at most i."""
        if i > 0:
            return complement(OnLatticeDiagonal(self.law, -self.k).cdf(-i - 1))
        b, m, inner = self.law.decay.b, self.law.m, min(i, -self._width)
        # m neighbouring points to the left of an outer point have b^2 times the mass of the m
        # points before
        outer = balanced_sum([self.pmf(inner - r) for r in range(m)]) / (1 - b * b)
        return balanced_sum([outer, *(self.pmf(r) for r in range(inner + 1, i + 1))])


@dataclass(frozen=True)
class DiscreteHourglass(Diagonals):
    """Hourglass noise on the lattice D/m for a lattice query that moves by +-(x0, D - x0), under
    epsilon-DP.

    Definition.  P(X = x, X + Y = k D) = C b^(|J| + |k - J|), x in (D/m) Z, gamma a multiple of 1/m in [1/m, 1].
    Guarantee.   epsilon-DP for queries in ((D/m) Z)^2 whose neighbours differ by +-(x0, D - x0), 0 <= x0 <= D.
    Source.      this project; see the head of the file.
    """

    decay: Decay
    gamma: Any
    m: int
    sensitivity: Fraction = Fraction(1)

    name = "discrete_hourglass"
    profile = "inversion-1"
    further_profiles = ("ddg-1",)
    on_lattice = True
    PARSED: ClassVar = ("decay", "gamma", "m", "sensitivity")
    REQUIRED: ClassVar = ("epsilon", "gamma", "m")
    OPTIONAL: ClassVar = ("sensitivity",)

    def __post_init__(self) -> None:
        # resolves "optimal", refuses an off-grid gamma
        object.__setattr__(self, "gamma", self.marginal.gamma)

    @cached_property
    def marginal(self) -> DiscreteStaircase:
        """Returns the law of X, which is also that of Y."""
        return DiscreteStaircase(self.decay, self.gamma, self.m, self.sensitivity)

    @property
    def lattice(self) -> Fraction:
        """Returns the lattice step D/m of both coordinates."""
        return self.marginal.lattice

    @property
    def _shape(self) -> tuple[Number, Fraction, Fraction]:
        return self.decay.b, self.gamma * self.m, self.m * Fraction(1)

    def signed_step(self, i: int) -> int:
        """Returns the signed step J of the lattice point i."""
        return signed_lattice_level(i, self.m, lattice_gamma(self.gamma, self.m))

    def _exponent(self, x: Fraction, y: Fraction | None, k: int | None) -> int | None:
        """Returns the exponent of b, or None off the diagonals."""
        i, diagonal = self.marginal.index(x), self.diagonal(x, y, k)
        return None if diagonal is None else hourglass_exponent(self.signed_step(i), diagonal)

    def normalizer(self) -> Number:
        """Returns C, the mass at the origin."""
        return normalizer(*self._shape)

    def pmf(self, x: Fraction, y: Fraction | None = None, k: int | None = None) -> Number:
        """Returns the mass of the lattice point, which is 0 off the diagonals."""
        exponent = self._exponent(x, y, k)
        return Fraction(0) if exponent is None else weight(exponent, *self._shape)

    def log_pmf(self, x: Fraction, y: Fraction | None = None, k: int | None = None) -> Number:
        """Returns the natural logarithm of the mass; off the diagonals it raises InvalidInput."""
        exponent = self._exponent(x, y, k)
        if exponent is None:
            raise InvalidInput(
                "off_support",
                "x + y: not a multiple of the sensitivity, where the mass is 0",
                argument="y",
            )
        return reals.log(self.normalizer()) - self.decay.epsilon * exponent

    def marginal_pmf(self, x: Fraction) -> Number:
        """Returns P(X = x), which is that of the discrete staircase."""
        return self.marginal.pmf(x)

    def conditional_pmf(self, x: Fraction, k: int) -> Number:
        """Returns P(X + Y = k D | X = x) = (1 - b)/(1 + b) b^|k - J|."""
        return self.offset.pmf(k - self.signed_step(self.marginal.index(x)))

    def on_diagonal(self, k: int) -> tuple[OnLatticeDiagonal, Fraction]:
        """Returns the law of X in lattice steps, given that X + Y = k D, and the step."""
        return OnLatticeDiagonal(self, k), self.lattice

    def sum_pmf(self, k: int) -> Number:
        """Returns P(X + Y = k D)."""
        return sum_pmf(abs(reachable(k)), *self._shape)

    def covariance(self) -> Number:
        """Returns the covariance E XY."""
        return covariance(*self._shape) * self.sensitivity**2

    def sum_variance(self) -> Number:
        """Returns E (X + Y)^2, the variance of the sum."""
        return sum_variance(*self._shape) * self.sensitivity**2

    def require_shift(self, shift_x: Fraction, shift_y: Fraction) -> None:
        """Raises InvalidInput for a shift that is not +-(x0, D - x0) with x0 on the lattice."""
        super().require_shift(shift_x, shift_y)
        self.marginal.index(shift_x, "shift_x")

    def placed(self, found: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """Returns the point that a sampler has named by (x in lattice steps, k)."""
        i, k = found
        return i * self.lattice, k * self.sensitivity - i * self.lattice

    def sample(self, bits: Bits) -> tuple[Fraction, Fraction]:
        """Returns one exact draw by profile inversion-1 twice: X on its lattice, then K - J."""
        i = self.marginal.sample_index(bits)
        k = self.signed_step(i) + self.offset.sample(bits)
        x = i * self.lattice
        return x, k * self.sensitivity - x


_SOURCE = "this project (restriction of addremove Section 4.1 to a lattice)"
ENTRIES = law_entries(
    DiscreteHourglass,
    "discrete_hourglass",
    _SOURCE,
    (
        (
            "normalizer",
            (),
            "mass at the origin",
            "(1 - b)^2 / ((1 + b)((2 g - 1)(1 - b) + 2 m b))",
            "Q(b)",
        ),
        (
            "pmf",
            ("x", "y?", "k?"),
            "P(X = x, X + Y = k D)",
            "C b^(|J| + |k - J|) for k = floor(k); 0 otherwise",
            "Q(b)",
        ),
        (
            "log_pmf",
            ("x", "y?", "k?"),
            "log of the mass",
            "log(C) - epsilon (|J| + |k - J|)",
            "reals",
        ),
        ("marginal_pmf", ("x",), "P(X = x)", "A b^|J|", "Q(b)"),
        (
            "covariance",
            (),
            "E XY",
            "2 A (D/m)^2 sum over i >= 1 of i (j m - i) b^j, j = floor((i - g) / m) + 1",
            "Q(b)",
        ),
        (
            "sum_variance",
            (),
            "E (X + Y)^2",
            "2 D^2 (A (sum over i >= 1 of j^2 b^j) + b / (1 - b)^2), j = floor((i - g) / m) + 1",
            "Q(b)",
        ),
        *(row for row in law_rows("discrete_staircase") if row[0] != "sum_pmf"),
        (
            "sum_pmf",
            ("k",),
            "P(X + Y = k D)",
            "C b^|k| (2 g - 1 + m |k| + 2 m b^2 / (1 - b^2))",
            "Q(b)",
        ),
    ),
) + (
    Entry(
        "discrete_hourglass.optimal_gamma",
        "the multiple of 1/m that minimises E X^2",
        ("epsilon", "m"),
        ("objective",),
        "discrete_staircase.optimal_gamma",
        "Q",
        _SOURCE,
        single(discrete_staircase.optimal),
    ),
)
