"""The optimal gamma of the 2-D staircase for every epsilon, and the constant of
Theta(e^(-epsilon/2)).

Claim.       E X^2 = D^2 S_4(gamma)/(6 S_2(gamma)) has exactly two critical points in (0, 1), for every b in (0, 1):
             first a maximum, then the minimum; its values at 0 and at 1 are equal. With V* the
             minimum at D = 1 and s = sqrt(b): s/3 <= (1 - b)^2 V* <= s/3 (1 + 5 b^(1/4)), for every
             epsilon > 0: Theta(e^(-epsilon/2)) with constant 1/3. The optimum lies between r/(1 +
             r) and r (1 + r), r = b^(1/4); as epsilon -> 0 the critical points tend to the zeros (3
             +- sqrt 3)/6 of 12 g^2 - 12 g + 2.
Source.      addremove Lemma 7; Section 2.1; the optimum itself is only named there (Lemma 5).
Derivation.  (1) the derivative of S_4/S_2 in gamma is 2 q/S_2^2 with the shipped polynomial q = 2 S_3 S_2 - S_4 S_1;
             (2) q > 0 at 0 and 1, q < 0 at g0 = s/(1 + s); (3) q decreases on [0, g0], and
             q/gamma^2 increases on [g0, 1]: one zero in each; (4) S_4 (1 - b)^5 - 2s S_2 (1 - b)^3
             = (gamma^2 - s + s^2)^2 + a polynomial with nonnegative Bernstein coefficients; (5) the
             value at gamma = b^(1/4) is at most the upper bound.
Trusted.     monotone_by_derivative, intermediate_value, power_series.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

from dpmean.distributions import optimal_gamma, staircase2d
from dpmean.distributions.series import power_sum
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay

from ...kernel.formulas import ANY, FULL, NONNEGATIVE, UNIT, Ring
from ...kernel.rules import (
    counterexample,
    exhaustive,
    identity,
    positive,
    positive_in_balls,
    root_count,
)
from ...theorem import Theorem, rows

B = Ring({"b": UNIT, "g": FULL, "h": ANY})
S = Ring({"s": UNIT, "g": FULL})
H = Ring({"s": UNIT, "h": FULL})
Q4 = Ring({"r": UNIT})


def q(b: Any, g: Any) -> Any:
    """Return the shipped quintic q, scaled to a polynomial in b too."""
    return (
        sum((c * g**i for i, c in enumerate(optimal_gamma.planar_polynomial(b))), 0 * b)
        * (1 - b) ** 6
    )


def signs() -> Iterator[tuple[tuple[int, ...], Fraction, Fraction]]:
    """Yield Bernstein coefficients of a cubic, and the interval that they are on."""
    return product(
        product((-2, 0, 1), repeat=4), (Fraction(0), Fraction(1, 3)), (Fraction(1, 2), Fraction(1))
    )


def counts_changes(case: tuple[tuple[int, ...], Fraction, Fraction]) -> bool:
    """Check the shipped count of sign changes on the sum of c_i C(3, i) (x - l)^i (u - x)^(3 -
    i)/(u - l)^3.

    The shipped value of that polynomial at a point is its value.
    """
    coefficients, lower, upper = case
    whole: list[Any] = [Fraction(0)] * 4
    for i, c in enumerate(coefficients):
        # of (x - l)^i and of (u - x)^(3 - i), x^j and x^k
        for j, k in product(range(i + 1), range(4 - i)):
            whole[j + k] += (
                c
                * comb(3, i)
                * comb(i, j)
                * (-lower) ** (i - j)
                * comb(3 - i, k)
                * (-1) ** k
                * upper ** (3 - i - k)
                / (upper - lower) ** 3
            )
    kept = [c > 0 for c in coefficients if c]
    share = Fraction(2, 5)
    value = sum(
        c * comb(3, i) * share**i * (1 - share) ** (3 - i) for i, c in enumerate(coefficients)
    )
    return optimal_gamma.sign_changes(whole, lower, upper) == sum(
        a != b for a, b in pairwise(kept)
    ) and (optimal_gamma.evaluated(whole, lower + share * (upper - lower)) == value)


def scaled(p: int, b: Any, g: Any) -> Any:
    """Return S_p (1 - b)^(p + 1), a polynomial."""
    return power_sum(p, b, g) * (1 - b) ** (p + 1)


def split(s: Any) -> Any:
    """Return g0, which lies between the two critical points."""
    return s / (1 + s)


def right_of_split(s: Any, h: Any) -> Any:
    """Return the derivative in h of q/g^2 at g = g0 + h (1 - g0)."""
    g = (s + h) / (1 + s)
    return (q(s**2, g) / g**2).derivative("h")


def expanded(p: int, b: Any, g: Any, h: Any) -> Any:
    """Return S_p(g + h) by the binomial theorem: the coefficient of h, p S_(p-1)(g), is the
    derivative.
    """
    return sum((comb(p, i) * h**i * power_sum(p - i, b, g) for i in range(p + 1)), 0 * b)


def least_variance_at_least(epsilon: Fraction, factor: Fraction) -> bool:
    """Tell whether V* (1 - b)^2 >= factor sqrt(b), certified."""
    decay = Decay.from_epsilon(epsilon)
    value = staircase2d.Staircase2D(decay, "optimal").variance() * (1 - decay.b) ** 2
    return enclosure.compare(value, decay.power(Fraction(1, 2)) * factor) >= 0


STEPS = (
    *(
        identity(
            f"the derivative of S_{p} is {p} S_{p - 1}",
            B,
            lambda b, g, h, p=p: (power_sum(p, b, g + h), expanded(p, b, g, h)),
        )
        for p in (2, 4)
    ),
    identity(
        "the derivative of S_4/S_2 in gamma is 2 q/S_2^2",
        B,
        lambda b, g: (
            (
                4 * power_sum(3, b, g) * power_sum(2, b, g)
                - 2 * power_sum(1, b, g) * power_sum(4, b, g)
            )
            / power_sum(2, b, g) ** 2,
            2 * q(b, g) / (1 - b) ** 6 / power_sum(2, b, g) ** 2,
        ),
        ("monotone_by_derivative",),
    ),
    identity(
        "E X^2 = S_4/(6 S_2)",
        B,
        lambda b, g: (
            staircase2d.moment(2, b, g, 1),
            power_sum(4, b, g) / (6 * power_sum(2, b, g)),
        ),
    ),
    identity(
        "gamma -> 0 and gamma = 1 have the same variance",
        B,
        lambda b: (staircase2d.moment(2, b, 0, 1), staircase2d.moment(2, b, 1, 1)),
    ),
    positive("q > 0 at gamma = 0", B, lambda b: q(b, 0 * b)),
    positive("q > 0 at gamma = 1", B, lambda b: q(b, 0 * b + 1)),
    positive(
        "q < 0 at g0 = s/(1 + s)", S, lambda s: -q(s**2, split(s)), trusts=("intermediate_value",)
    ),
    positive(
        "q decreases on [0, g0]",
        H,
        lambda s, h: -q(s**2, h * split(s)).derivative("h"),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "q/gamma^2 increases on [g0, 1]", H, right_of_split, trusts=("monotone_by_derivative",)
    ),
    root_count(
        "at b = 1/2, by Sturm: two critical points",
        lambda: list(optimal_gamma.planar_polynomial(Fraction(1, 2))),
        Fraction(0),
        Fraction(1),
        2,
    ),
    root_count(
        "at b = 1/1000, by Sturm: two critical points",
        lambda: list(optimal_gamma.planar_polynomial(Fraction(1, 1000))),
        Fraction(0),
        Fraction(1),
        2,
    ),
    positive(
        "lower bound: S_4 (1 - b)^5 - 2s S_2 (1 - b)^3 exceeds the square (gamma^2 - s + s^2)^2",
        S,
        lambda s, g: scaled(4, s**2, g) - 2 * s * scaled(2, s**2, g) - (g**2 - s + s**2) ** 2,
        strict=False,
    ),
    positive(
        "upper bound: at gamma = r = b^(1/4) the variance is at most r^2 (1 + 5r)/3 over (1 - b)^2",
        Q4,
        lambda r: (1 + 5 * r) * 2 * r**2 * scaled(2, r**4, r) - scaled(4, r**4, r),
    ),
    positive(
        "the optimum exceeds r/(1 + r), r = b^(1/4): q < 0 there",
        Q4,
        lambda r: -q(r**4, r / (1 + r)),
    ),
    positive("the optimum is below r (1 + r): q > 0 there", Q4, lambda r: q(r**4, r * (1 + r))),
    positive(
        "q/(1 - b) is within 6 (1 - b) of 12 g^2 - 12 g + 2, from above",
        B,
        lambda b, g: 6 * (1 - b) - (q(b, g) / (1 - b) - (12 * g**2 - 12 * g + 2)),
        strict=False,
    ),
    positive(
        "and from below",
        B,
        lambda b, g: 6 * (1 - b) + (q(b, g) / (1 - b) - (12 * g**2 - 12 * g + 2)),
        strict=False,
    ),
    positive(
        "the optimum is below 1: q > 0 on [9/10, 1]",
        Ring({"b": UNIT, "h": FULL}),
        lambda b, h: q(b, Fraction(9, 10) + h / 10),
    ),
    positive_in_balls(
        "for eps in [5, 60] the least variance is below 2/eps^2: 6 (1 - b)^2 - eps^2 sqrt(b)(1 "
        "+ 5 b^(1/4)) > 0",
        {"e": (Fraction(5), Fraction(60))},
        lambda e: (1 - (-e).exp()) ** 2 * 6 - e**2 * (-e / 2).exp() * (1 + 5 * (-e / 4).exp()),
    ),
    positive(
        "and beyond 60, by e^x >= x^4/24: eps^2 e^(-eps/2) 6 <= 2304/eps^2 <= 5",
        Ring({"y": NONNEGATIVE}),
        lambda y: 5 * (60 + y) ** 2 - 24 * 16 * 6,
        trusts=("power_series",),
    ),
    counterexample(
        "1/2 in place of 1/3 fails",
        lambda e: least_variance_at_least(e, Fraction(1, 2)),
        Fraction(7),
        lambda: (Fraction(i) for i in range(1, 7)),
    ),
    counterexample(
        "the integral over [gamma, 1) is not bounded below",
        lambda g: (1 - g**4) / 3 > 0,
        Fraction(1),
        lambda: (Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1, 3)),
    ),
    counterexample(
        "the sum with e^((k + 1) eps) grows",
        lambda b: all(k**3 / b ** (k + 1) <= 10**6 for k in range(1, 60)),
        Fraction(1, 2),
    ),
    exhaustive(
        "what isolates the optimum: sign changes of Bernstein coefficients, and values",
        signs,
        counts_changes,
    ),
)


def holds(decay: Fraction, gamma: Fraction) -> bool:
    """Check that no gamma has a variance below sqrt(b)/3/(1 - b)^2, in squares, exactly."""
    value = staircase2d.moment(2, decay, gamma, 1) * (1 - decay) ** 2 * 3
    return value**2 >= decay


THEOREM = Theorem(
    id="staircase2d_optimal_gamma",
    title="The optimal gamma of the 2-D staircase, and its Theta(e^(-eps/2)) with the constant",
    statement="E X^2 has exactly two critical points in gamma, a maximum then the minimum, for every "
    "epsilon; the minimum is sqrt(b)/3 up to 1 + 5 b^(1/4) and (1 - b)^2",
    source="addremove Lemma 7",
    steps=STEPS,
    covers=("staircase2d.optimal_gamma", "addremove.lemma5"),
    depends_on=("staircase2d_law",),
    holds=holds,
    claims=rows(__file__),
)
