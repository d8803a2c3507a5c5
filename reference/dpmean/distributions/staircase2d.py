"""The two-dimensional staircase law on l1 balls (addremove Definition 3; Geng, Kairouz, Oh,
Viswanath 2015).

The law is the mixture over k >= 0 of uniform laws on |x| + |y| < (k + gamma) D with weights
proportional to b^k (k + gamma)^2. The paper prints its normaliser without a factor 2 and without
D^2 (Definition 3): with the printed one the density at epsilon = log 2, gamma = 1, D = 1 has total
mass 3/2, not 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.loss import Loss
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, law_entries
from ..parameters.entry import single as one_value
from ..privacy.losses import hockey_stick, require_shift
from ..randomness.bits import Bits
from . import optimal_gamma
from .cells import is_less, level
from .finite import Spread
from .law import Pair, PlaneLaw
from .samplers.inversion import Inversion
from .samplers.refine import Affine, single
from .series import power_sum


def normalizer(b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns A = (1 - b)^2 / (2 D^2 (2 b (b + (1 - b) g) + (1 - b)(b + (1 - b) g^2))), the density
    at the origin.
    """
    return (1 - b) ** 2 / (2 * d**2 * (2 * b * (b + (1 - b) * g) + (1 - b) * (b + (1 - b) * g**2)))


def weight(j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns A b^j, the density on step j."""
    return normalizer(b, g, d) * b**j


def _beyond(power: int, offset: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns A (1 - b) b^j D^power sum of b^i (i + offset)^power, for the balls that contain a
    point of step j.
    """
    return weight(j, b, g, d) * (1 - b) * d**power * power_sum(power, b, offset)


def marginal_density(x: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns the density of X at x >= 0 on step j: a ball of radius r has a slice of length 2 (r -
    x).
    """
    return 2 * _beyond(1, j + g - x / d, j, b, g, d)


def tail(x: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns P(|X| >= x): a ball of radius r has area 2 (r - x)^2 beyond x."""
    return 2 * _beyond(2, j + g - x / d, j, b, g, d)


def norm_tail(r: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns P(|X| + |Y| >= r), r on step j."""
    return 2 * (_beyond(2, j + g, j, b, g, d) - weight(j, b, g, d) * r**2)


def moment(order: int, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns E|X|^order = 2 D^order S_(order+2)(g) / ((order + 1)(order + 2) S_2(g))."""
    return (
        2 * d**order * power_sum(order + 2, b, g) / ((order + 1) * (order + 2) * power_sum(2, b, g))
    )


def radius_beyond(k: Scalar, b: Scalar, g: Scalar) -> Scalar:
    """Returns P(ball index > k), the tail of the mixture."""
    return b ** (k + 1) * power_sum(2, b, k + 1 + g) / power_sum(2, b, g)


def overlap(u: Scalar, v: Scalar, inner: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns 1 - TV under a shift with u = |s_x + s_y| <= D and v = |s_x - s_y| <= D.

    TV is the total variation distance. In the coordinates x + y, x - y a ball is a square of side 2
    r; it meets its shift in (2r - u)(2r - v) / 2. `inner` is 1 when the smallest ball does (2 g D >
    max(u, v)).
    """
    first = inner * (2 * g * d - u) * (2 * g * d - v)
    rest = b * (
        4 * d**2 * power_sum(2, b, 1 + g)
        - 2 * d * (u + v) * power_sum(1, b, 1 + g)
        + u * v / (1 - b)
    )
    return normalizer(b, g, d) * (1 - b) * (first + rest) / 2


@dataclass(frozen=True)
class Staircase2D(PlaneLaw):
    """Two-dimensional staircase noise for a query in the plane of l1 sensitivity D under
    epsilon-DP.

    Definition.  Density A b^j(|x|+|y|), j(t) = floor(t/D - gamma) + 1, gamma in (0, 1] (or "optimal": least E X^2).
    Guarantee.   q + (X, Y) is epsilon-DP for |q(D) - q(D')|_1 <= D; the loss at any nonzero shift is exactly epsilon.
    Source.      addremove Definition 3 (normaliser corrected); Geng, Kairouz, Oh, Viswanath (2015).
    """

    decay: Decay
    gamma: Any
    sensitivity: Fraction = Fraction(1)

    name = "staircase2d"
    profile = "ball-uniform-1"
    PARSED: ClassVar = ("decay", "gamma", "sensitivity")
    REQUIRED: ClassVar = ("epsilon", "gamma")
    OPTIONAL: ClassVar = ("sensitivity",)

    def __post_init__(self) -> None:
        if isinstance(self.gamma, str):
            object.__setattr__(self, "gamma", optimal_gamma.staircase2d(self.decay.b))

    @property
    def _shape(self) -> tuple[Number, Number, Fraction]:
        return self.decay.b, self.gamma, self.sensitivity

    def level(self, r: Fraction) -> int:
        """Returns the step of the radius r."""
        return level(r / self.sensitivity, self.gamma)

    def normalizer(self) -> Number:
        """Returns A, the density at the origin."""
        return normalizer(*self._shape)

    def density(self, x: Fraction, y: Fraction) -> Number:
        """Returns the density at (x, y)."""
        return weight(self.level(abs(x) + abs(y)), *self._shape)

    def log_density(self, x: Fraction, y: Fraction) -> Number:
        """Returns the natural logarithm of the density."""
        return reals.log(self.normalizer()) - self.decay.epsilon * self.level(abs(x) + abs(y))

    def marginal_density(self, x: Fraction) -> Number:
        """Returns the density of X at x."""
        return marginal_density(abs(x), self.level(abs(x)), *self._shape)

    def conditional_density(self, x: Fraction, y: Fraction) -> Number:
        """Returns the density of Y at y given X = x."""
        return self.density(x, y) / self.marginal_density(x)

    def tail(self, x: Fraction) -> Number:
        """Returns P(|X| >= x), x >= 0."""
        x = max(x, Fraction(0))
        return tail(x, self.level(x), *self._shape)

    def norm_tail(self, r: Fraction) -> Number:
        """Returns P(|X| + |Y| >= r), r >= 0."""
        return norm_tail(r, self.level(r), *self._shape)

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|X|^order."""
        return moment(order, *self._shape)

    def variance(self) -> Number:
        """Returns the variance E X^2."""
        return self.moment(2)

    def covariance(self) -> Number:
        """Returns E XY = 0: the law is symmetric under y -> -y."""
        return Fraction(0)

    def sum_variance(self) -> Number:
        """Returns E (X + Y)^2 = 2 E X^2."""
        return 2 * self.variance()

    def _require(self, shift_x: Fraction, shift_y: Fraction) -> tuple[Fraction, Fraction]:
        require_shift(abs(shift_x) + abs(shift_y) <= self.sensitivity)
        return abs(shift_x + shift_y), abs(shift_x - shift_y)

    def privacy_loss(self, shift_x: Fraction, shift_y: Fraction) -> Loss:
        """Returns the largest log-ratio under a shift of l1 length at most D: epsilon, or 0 for no
        shift.
        """
        self._require(shift_x, shift_y)
        return Loss(Fraction(1 if shift_x != 0 or shift_y != 0 else 0))

    def total_variation(self, shift_x: Fraction, shift_y: Fraction) -> Number:
        """Returns the total variation distance between the law and its shift."""
        u, v = self._require(shift_x, shift_y)
        inner = is_less(max(u, v), 2 * self.gamma * self.sensitivity)
        return 1 - overlap(u, v, inner, *self._shape)

    def hockey_stick(self, shift_x: Fraction, shift_y: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at ratio = e^h."""
        return hockey_stick(self.decay.b, self.total_variation(shift_x, shift_y), ratio)

    @cached_property
    def _balls(self) -> Inversion:
        return Inversion(
            lambda k: reals.complement(
                radius_beyond(Fraction(k).numerator, self.decay.b, self.gamma)
            ),
            least=0,
        )

    def sample(self, bits: Bits) -> tuple[Affine, Affine]:
        """Returns one exact draw by profile ball-uniform-1.

        The ball is drawn first by inversion-1, then X + Y and X - Y uniform on (-r, r), in this
        order.
        """
        k = self._balls.draw(bits)
        p, q = self.diagonal(k), self.diagonal(k)
        half = Fraction(1, 2)
        return (p + q) * half, (p - q) * half

    def cases(self) -> Iterator[tuple[Number, Pair]]:
        """Yields the probability of each ball, and (X, Y) on it: X + Y and X - Y are uniform on (-r,
        r).
        """
        half = Fraction(1, 2)
        beyond: Number = Fraction(1)
        for k in count():
            after: Number = radius_beyond(k, self.decay.b, self.gamma)
            on = Spread((k + self.gamma) * self.sensitivity)
            pair = Pair((on, on), ((Fraction(0), (half, half)), (Fraction(0), (half, -half))))
            yield beyond - after, pair
            beyond = after

    @property
    def width(self) -> Number:
        """Returns D / epsilon."""
        return self.sensitivity / self.decay.epsilon

    def diagonal(self, k: int) -> Affine:
        """Returns X + Y given the ball k, or X - Y, which has the same law: uniform on (-r, r), r =
        (k + gamma) D.
        """
        radius = (k + self.gamma) * self.sensitivity
        return single(lambda u: radius * (2 * u - 1))


def optimal(decay: Decay, objective: str = "mse") -> Number:
    """Returns the gamma in (0, 1] that minimises E X^2."""
    if objective != "mse":
        raise InvalidInput(
            "unsupported_combination",
            "objective: in two dimensions only mse is defined",
            argument="objective",
        )
    return optimal_gamma.staircase2d(decay.b)


_SOURCE = "addremove Definition 3 (normaliser corrected)"
ENTRIES = law_entries(
    Staircase2D,
    "staircase2d",
    _SOURCE,
    (
        (
            "normalizer",
            (),
            "density at the origin",
            "(1 - b)^2 / (2 D^2 (2 b (b + (1 - b) gamma) + (1 - b)(b + (1 - b) gamma^2)))",
            "Q(b, gamma)",
        ),
        (
            "density",
            ("x", "y"),
            "density at (x, y)",
            "A b^j, j = floor((|x| + |y|)/D - gamma) + 1",
            "Q(b, gamma)",
        ),
        (
            "log_density",
            ("x", "y"),
            "log of the density",
            "log(A) - epsilon j, j = floor((|x| + |y|)/D - gamma) + 1",
            "reals",
        ),
        (
            "marginal_density",
            ("x",),
            "density of X at x",
            "2 A (1 - b) b^j D S(1, j + gamma - |x|/D), j = floor(|x|/D - gamma) + 1",
            "Q(b, gamma)",
        ),
        (
            "conditional_density",
            ("x", "y"),
            "density of Y at y given X = x",
            "density(x, y) / marginal_density(x)",
            "Q(b, gamma)",
        ),
        (
            "tail",
            ("x",),
            "P(|X| >= x)",
            "2 A (1 - b) b^j D^2 S(2, j + gamma - x/D) for x >= 0; 1 below, j = floor(x/D "
            "- gamma) + 1",
            "Q(b, gamma)",
        ),
        (
            "norm_tail",
            ("r",),
            "P(|X| + |Y| >= r)",
            "2 A b^j ((1 - b) D^2 S(2, j + gamma) - r^2), j = floor(r/D - gamma) + 1",
            "Q(b, gamma)",
        ),
        (
            "moment",
            ("order",),
            "E|X|^order",
            "2 D^order S(order + 2, gamma) / ((order + 1)(order + 2) S(2, gamma))",
            "Q(b, gamma)",
        ),
        ("variance", (), "E X^2", "D^2 S(4, gamma) / (6 S(2, gamma))", "Q(b, gamma)"),
        ("covariance", (), "E XY", "0", "Q"),
        ("sum_variance", (), "E (X + Y)^2", "2 variance", "Q(b, gamma)"),
        (
            "privacy_loss",
            ("shift_x", "shift_y"),
            "largest log-ratio under the shift",
            "epsilon if |shift_x| + |shift_y| > 0 else 0",
            "Q epsilon",
        ),
        (
            "total_variation",
            ("shift_x", "shift_y"),
            "total variation distance to the shifted law",
            "1 - A (1 - b) sum over k >= 0 of b^k (2 r - v)+ (2 r - w)+ / 2, r = (k + gamma) "
            "D, v = |shift_x + shift_y|, w = |shift_x - shift_y|",
            "Q(b, gamma)",
        ),
        (
            "hockey_stick",
            ("shift_x", "shift_y", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon; TV (1 - e^h b) / (1 - b) for h >= 0; 1 - e^h + TV (e^h - b) / "
            "(1 - b) for h >= -epsilon; 1 - e^h otherwise",
            "Q(b, gamma, e^h)",
        ),
    ),
) + (
    Entry(
        "staircase2d.optimal_gamma",
        "the gamma that minimises E X^2",
        ("epsilon",),
        ("objective",),
        "the greatest g from 0 to 1 with 2 S(3, g) S(2, g) = S(4, g) S(1, g)",
        "algebraic over Q(b), degree 5",
        "addremove Lemma 5 and Lemma 7",
        one_value(optimal),
    ),
)
