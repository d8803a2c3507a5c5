"""Laplace noise rounded to an integer: masses, variance, privacy, and that the bulk sampler has the
law.

Claim.       With t = e^(-epsilon/D) and h = t^(1/2): the masses of rounded Laplace noise are those of Laplace noise
             between k - 1/2 and k + 1/2, add up to 1, and have the variance h (1 + t)/(1 - t)^2.
             Neighbouring masses have a ratio of at least t, so that q + K is epsilon-DP for integer
             q of sensitivity D; it is t but beside 0, where it is h (1 + h)/2 > t. The bulk sampler
             looks up these masses.
Source.      this project; the noise that Google's differential privacy library adds to integers.
Derivation.  (1) differences of the tail, a geometric series; (2) the sum of k^2 t^k is that of `series`; (3) 2 (p_1 - t
             p_0) = h (1 - h)^2 > 0, and p_0 > t p_1 likewise; a shift by s multiplies at most |s|
             such ratios.
Trusted.     densities_decide.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.distributions import laplace, rounded_laplace
from dpmean.distributions.bulk import formulas
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.distributions.series import geometric_moments
from dpmean.exact.decay import Decay

from ...kernel.formulas import POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

H = Ring({"b": UNIT, "w": POSITIVE}, powers="k")  # b stands for h = t^(1/2)


def at_one(h: Any) -> Any:
    """Return P(K = 1)."""
    return rounded_laplace.pmf(h**2, h)


def sums_up(case: tuple[Fraction, int]) -> bool:
    """Check the shipped distribution function: it rises by the shipped mass, and is symmetric; D =
    1, 2.
    """
    sensitivity, k = case
    law = RoundedLaplace(Decay.from_decay(Fraction(1, 16)), sensitivity)
    return law.cdf(k) - law.cdf(k - 1) == law.pmf(k) == law.pmf(-k) and law.cdf(
        -k - 1
    ) == 1 - law.cdf(k)


STEPS = (
    identity(
        "P(K = k) is Laplace mass between k - 1/2 and k + 1/2",
        H,
        lambda b, w: (rounded_laplace.pmf(b**2, w), (laplace.tail(w) - laplace.tail(b**2 * w)) / 2),
    ),
    identity(
        "P(K = 0) is Laplace mass between -1/2 and 1/2",
        H,
        lambda b: (rounded_laplace.center_mass(b), 1 - laplace.tail(b)),
    ),
    identity(
        "the masses add up to 1",
        H,
        lambda b: (rounded_laplace.center_mass(b) + 2 * at_one(b) / (1 - b**2), 1 + 0 * b),
    ),
    identity(
        "the variance",
        H,
        lambda b: (
            rounded_laplace.variance(b**2, b),
            2 * at_one(b) * geometric_moments(2, b**2)[2] / b**2,
        ),
    ),
    positive(
        "P(K = 1) > t P(K = 0)", H, lambda b: at_one(b) - b**2 * rounded_laplace.center_mass(b)
    ),
    positive(
        "P(K = 0) > t P(K = 1)", H, lambda b: rounded_laplace.center_mass(b) - b**2 * at_one(b)
    ),
    identity(
        "P(K = k + 1) = t P(K = k) for k >= 1",
        H,
        lambda b, w: (rounded_laplace.pmf(b**2, b**2 * w), b**2 * rounded_laplace.pmf(b**2, w)),
        ("densities_decide",),
    ),
    identity(
        "the look-up's masses are the law's",
        H,
        lambda b, k: (
            formulas.rounded_upper(k, (b,)) - formulas.rounded_upper(k + 1, (b,)),
            rounded_laplace.pmf(b**2, b ** (2 * k - 1)),
        ),
    ),
    identity(
        "what the look-up leaves for 0 is its mass",
        H,
        lambda b: (1 - 2 * formulas.rounded_upper(1, (b,)), rounded_laplace.center_mass(b)),
    ),
    exhaustive(
        "the shipped distribution function rises by the masses, from both ends",
        lambda: product((Fraction(1), Fraction(2)), range(-5, 6)),
        sums_up,
    ),
)


def holds(decay: Fraction, k: int) -> bool:
    """Check that the mass up to |k| plus the tails beyond is 1, by adding points (`decay` stands
    for h).
    """
    n = abs(k)
    sides = sum(
        (rounded_laplace.pmf(decay**2, decay ** (2 * i - 1)) for i in range(1, n + 1)), Fraction(0)
    )
    beyond = rounded_laplace.upper(decay ** (2 * n + 1))
    return rounded_laplace.center_mass(decay) + 2 * sides + 2 * beyond == 1


THEOREM = Theorem(
    id="rounded_laplace_law",
    title="Laplace noise rounded to an integer",
    statement="the masses are those of Laplace noise around the integers, the variance is h (1 + "
    "t)/(1 - t)^2, neighbouring masses have a ratio of at least t, and the bulk sampler "
    "has the law",
    source="this project",
    steps=STEPS,
    depends_on=("laplace_laws",),
    holds=holds,
)
