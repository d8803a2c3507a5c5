"""Student's t with an integer number of degrees of freedom d (trilemma Lemma E.5).

It is the noise of smooth sensitivity under pure DP. Formulas are functions of y = z / (scale sqrt
d): the density is proportional to (1 + y^2)^(-(d + 1)/2), so with y = tan(angle) every probability
is an integral of cos^(d - 1). Z is real-valued; its moments of order d and more are infinite.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ..errors import InvalidInput
from ..exact import reals, special
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, law_entries, single
from ..privacy.guarantees import PureDP
from .law import QuantileLaw

MOST_DEGREES = 64
# bits: where a tail is smaller than 2^(-FAR/2) it is computed by itself, not as a difference
FAR = 8000


def degrees(d: int) -> int:
    """Returns d, or raises InvalidInput if this reference does not cover it."""
    if d > MOST_DEGREES:
        raise InvalidInput("out_of_range", f"degrees: at most {MOST_DEGREES}", argument="degrees")
    return d


def cosine_integral(power: int, angle: Scalar, sine: Scalar, cosine: Scalar) -> Scalar:
    """Returns the integral of cos^power from 0 to the angle, by the reduction formula."""
    area = sine if power % 2 else angle
    for k in range(power % 2 + 2, power + 1, 2):
        area = (cosine ** (k - 1) * sine + (k - 1) * area) / k
    return area


def half_mass(d: int, right_angle: Scalar) -> Scalar:
    """Returns the integral of (1 + y^2)^(-(d + 1)/2) over y > 0, that of cos^(d - 1) to the right
    angle.
    """
    return cosine_integral(d - 1, right_angle, Fraction(1), Fraction(0))


def density(d: int, half: Scalar, root_of_weight: Scalar) -> Scalar:
    """Returns (1 + y^2)^(-(d + 1)/2) / (2 half), where root_of_weight = sqrt(1 + y^2)."""
    return 1 / (2 * half * root_of_weight ** (d + 1))


def variance(d: int) -> Fraction:
    """Returns d / (d - 2), the variance at scale 1, for d > 2."""
    return Fraction(d, d - 2)


def spread(growth: Scalar, kappa: Scalar) -> Scalar:
    """Returns cosh u + kappa e^-u for growth = e^u >= 1 and kappa = 1/(2 d tau^2).

    It is cosh of the logarithm of the largest ratio of (1 + y^2) under a change of scale by e^u and
    the largest shift.
    """
    return (growth + 1 / growth) / 2 + kappa / growth


def printed_loss(d: int, beta: Scalar, tau_root: Scalar) -> Scalar:
    """Returns Lemma E.5's beta (d + 1) + (d + 1)/(2 tau sqrt d), where tau_root = tau sqrt d."""
    return beta * (d + 1) + (d + 1) / (2 * tau_root)


def loss(d: int, u: Scalar, log_ratio: Scalar) -> Scalar:
    """Returns (d - 1) u / 2 + (d + 1)/2 log_ratio, where log_ratio = arcosh(spread).

    It is convex in u, so largest at an end of [0, beta].
    """
    return (d - 1) * u / 2 + (d + 1) * log_ratio / 2


def kappa(squared: Scalar) -> Scalar:
    """Returns 1 / (2 d tau^2), where squared = d tau^2."""
    return 1 / (2 * squared)


def privacy_loss(d: int, beta: Fraction, tau: Fraction, constants: str = "paper") -> Number:
    """Returns an epsilon for which f + tau S Z is epsilon-DP.

    It is the lemma's, or (`exact`) the least that holds for every f and every beta-smooth S, where
    |f - f'| <= min(S, S') and e^-beta <= S/S' <= e^beta; at S' = S e^-u with |f - f'| = S' the loss
    is as `loss` says.
    """
    degrees(d)
    if beta < 0:
        raise InvalidInput("out_of_range", "smoothness: must be at least 0", argument="smoothness")
    if constants == "paper":
        return printed_loss(d, beta, reals.root(Fraction(d), 2) * tau)
    k = kappa(d * tau**2)
    still = loss(d, Fraction(0), special.arcosh(spread(Fraction(1), k)))
    if not beta:
        return still
    moved = loss(d, beta, special.arcosh(spread(reals.exp(beta), k)))
    return moved if compare(moved, still) >= 0 else still


@dataclass(frozen=True)
class StudentT(QuantileLaw):
    """`scale` times Student's t with d degrees of freedom.

    Definition.  Density proportional to (d + (z/scale)^2)^(-(d + 1)/2) on the real line; d = 1, ..., 64.
    Guarantee.   f + tau S Z is epsilon-DP for a beta-smooth bound S of the local sensitivity: see `privacy_loss`.
    Source.      trilemma Lemma E.5; Nissim, Raskhodnikova, Smith (2007); Bun and Steinke (2019).
    """

    d: int
    scale: Number = Fraction(1)

    name = "student_t"
    PARSED: ClassVar = ("d", "scale")
    REQUIRED: ClassVar = ("degrees",)
    OPTIONAL: ClassVar = ("scale",)

    ALTERED: ClassVar = {"degrees_is": lambda law, x: StudentT(int(x), law.scale)}

    def __post_init__(self) -> None:
        degrees(self.d)

    @property
    def moments(self) -> int:
        """Returns d - 1: the moments of order d and more are infinite."""
        return self.d - 1

    @property
    def measure(self) -> PureDP:
        """Returns epsilon-DP for the largest loss under a shift of 1."""
        scale = self.scale
        assert isinstance(scale, Fraction)
        return PureDP(privacy_loss(self.d, Fraction(0), scale, "exact"))

    @property
    def width(self) -> Number:
        """Returns the scale."""
        return self.scale

    def times(self, factor: Number) -> StudentT:
        """Returns the law of so many times the scale."""
        return StudentT(self.d, self.scale * factor)

    @cached_property
    def unit(self) -> Number:
        """Returns scale sqrt(d), the unit of y: z = unit y."""
        return self.scale * reals.root(Fraction(self.d), 2)

    @cached_property
    def half(self) -> Number:
        """Returns the integral of the weight (1 + y^2)^(-(d + 1)/2) over y > 0."""
        found: Number = half_mass(self.d, reals.pi() / 2)
        return found

    def density(self, x: Fraction) -> Number:
        """Returns the density at x."""
        squared = x**2 / (self.d * self.scale**2)
        root = reals.root(1 + squared, 2)
        weight = (1 + squared) ** ((self.d + 1) // 2) * (1 if self.d % 2 else root)
        found: Number = 1 / (2 * self.half * weight * self.unit)
        return found

    def log_density(self, x: Fraction) -> Number:
        """Returns the natural logarithm of the density."""
        return reals.log(self.density(x))

    def tail(self, x: Fraction) -> Number:
        """Returns P(|Z| >= x), x >= 0."""
        return Fraction(1) if x <= 0 else 2 * self.cdf(-x)

    def cdf(self, x: Fraction) -> Number:
        """Returns P(Z <= x)."""
        if not x:
            return Fraction(1, 2)
        squared = x**2 / (self.d * self.scale**2)
        if (
            isinstance(squared, Fraction)
            and self.d * (squared.numerator // squared.denominator).bit_length() > FAR
        ):
            below = (
                special.incomplete_beta(1 / (1 + squared), Fraction(self.d, 2), Fraction(1, 2)) / 2
            )
            return below if x < 0 else reals.complement(below)
        y = x / self.unit
        root = reals.root(1 + y**2, 2)
        return cosine_integral(self.d - 1, reals.atan(y), y / root, 1 / root) / (
            2 * self.half
        ) + Fraction(1, 2)

    def quantile(self, p: Fraction) -> Number:
        """Returns the x with cdf(x) = p."""
        if p > Fraction(1, 2):
            return -self.quantile(1 - p)
        return self.unit * special.student_quantile(p, self.d)

    def variance(self) -> Number:
        """Returns the variance scale^2 d / (d - 2), for d > 2."""
        if self.d < 3:
            raise InvalidInput(
                "not_finite",
                "degrees: the variance is finite from 3 degrees of freedom on",
                argument="degrees",
            )
        return self.scale**2 * variance(self.d)


_SOURCE = "trilemma Lemma E.5"
ENTRIES = law_entries(
    StudentT,
    "student_t",
    _SOURCE,
    (
        (
            "density",
            ("x",),
            "density at x",
            "Gamma((d + 1)/2) / (Gamma(d/2) sqrt(pi d) scale) (1 + x^2/(d scale^2))^(-(d + 1)/2)",
            "reals",
        ),
        ("log_density", ("x",), "log of the density at x", "log(density)", "reals"),
        (
            "cdf",
            ("x",),
            "P(Z <= x)",
            "1/2 + I(arctan(x/(scale sqrt(d)))) / (2 I(pi/2)), I(a) = integral over t from 0 "
            "to a of cos(t)^(d - 1)",
            "reals",
        ),
        ("quantile", ("p",), "the x with cdf(x) = p", "the x with cdf(x) = p", "reals"),
        ("variance", (), "variance, d > 2", "scale^2 d / (d - 2)", "Q"),
    ),
) + (
    Entry(
        "student_t.privacy_loss",
        "the epsilon of f + tau S Z, S a beta-smooth bound of the local sensitivity of f",
        ("degrees", "smoothness", "tau"),
        ("constants",),
        "paper: (d + 1) (beta + 1/(2 tau sqrt(d))); exact: max{L(0), L(beta)}, L(v) = (d - 1) "
        "v/2 + ((d + 1)/2) arcosh(cosh(v) + e^-v/(2 d tau^2))",
        "reals",
        _SOURCE,
        single(privacy_loss),
    ),
)
