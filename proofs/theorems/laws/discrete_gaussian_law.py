"""The discrete Gaussian law: masses, tails, the least rho, the profile, and its moments.

Of the moments it is shown on which side of the continuous ones they lie.

Claim.       The shipped masses and tails make one law; the log-ratio to a shift by s falls to h exactly at `last_gain`;
             noise on a query of sensitivity D is rho-zCDP for the shipped rho = D^2/(2 sigma^2) and
             for no smaller one; and where `side` answers -1 or 1, E K^(2m) is below or above (2m -
             1)!! sigma^(2m).
Source.      Canonne, Kamath, Steinke 2020 (the law and rho); the moments: this project.
Derivation.  (1) 0 and both sides make 1; the tail falls by the two masses. (2) (s^2 - 2 s k)/(2 v) - h =
             (s/v)(last_gain - k). (3) a k^2 + (1 - a)(k - s)^2 = (k - (1 - a) s)^2 + a (1 - a) s^2,
             so the sum of p^a q^(1 - a) is e^(a (a - 1) s^2/(2 v)) times the sum of e^(-(k -
             c)^2/(2 v)) over that at c = 0, c = (1 - a) s; by `poisson` the quotient is at most 1
             (the transform is positive and a cosine at most 1), and for an integer a it is 1, as
             the sum is over all integers. So the divergence of order a is at most a rho(s), and
             exactly that for a = 2. rho grows with |s|. (4) By `poisson` E K^(2m) is the mean of
             sigma^(2m) h_m(y) with weights e^(-y/2) over y = 4 pi^2 sigma^2 n^2; h_(m+1) comes from
             h_m by two derivatives, and h_m(0) = (2m - 1)!!. If h_m(y) - h_m(0), as a polynomial in
             t = y - 39 sigma^2, has coefficients of one sign, then it has that sign for every y >=
             39 sigma^2, thus for every n but 0, as 4 pi^2 > 4 (25/8)^2 > 39; and so has the
             difference.
Trusted.     poisson.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

from dpmean.distributions import discrete_gaussian, gaussian_moments
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.exact import enclosure, reals

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

S = Ring({"p": POSITIVE, "u": POSITIVE, "r": POSITIVE})
K = Ring({"k": FULL, "s": POSITIVE, "h": FULL, "v": POSITIVE, "a": FULL})
T = Ring({"s": POSITIVE, "t": NONNEGATIVE, "v": POSITIVE})
MOST = 32  # half the greatest order that a moment may have


def next_by_derivatives(c: list[int]) -> list[Fraction]:
    """Return -f'' over e^(-x^2/2) for f = H e^(-x^2/2), in powers of x^2, H being the sum of c_j
    x^(2j).

    It is -H'' + 2 x H' + (1 - x^2) H.
    """
    found = [Fraction(0)] * (len(c) + 1)
    for j, each in enumerate(c):
        if j:
            found[j - 1] -= 2 * j * (2 * j - 1) * each
        found[j] += (4 * j + 1) * each
        found[j + 1] -= each
    return found


def sides() -> Iterator[tuple[int, Fraction]]:
    """Yield orders and variances at which `side` has an answer."""
    for order in range(2, 2 * MOST + 1, 2):
        for sigma_squared in (
            Fraction(1, 50),
            Fraction(1, 4),
            Fraction(1),
            Fraction(3),
            Fraction(20),
            Fraction(1000),
        ):
            if gaussian_moments.side(order, sigma_squared):
                yield order, sigma_squared


def has_its_sign(order: int, sigma_squared: Fraction) -> bool:
    """Check that h(y) - h(0) has the sign of `side` at many y from 39 sigma^2 on."""
    c = gaussian_moments.hermite(order // 2)
    sign = gaussian_moments.side(order, sigma_squared)
    ys = (39 * sigma_squared + Fraction(2**i - 1, 7) for i in range(24))
    return all(sign * sum(each * y**j for j, each in enumerate(c) if j) > 0 for y in ys)


def near(x: Any, y: Any) -> bool:
    """Tell whether two numbers are equal to 30 digits, absolutely."""
    found = enclosure.interval(x - y, 192)
    return max(abs(found.lower), abs(found.upper)) < Fraction(1, 10**30)


def of_order_zero(ratio: Fraction) -> bool:
    """Check that a law and its shift by 0 diverge by (1 - e^h)+, and by 1 more by more than
    that.
    """
    law, least = DiscreteGaussian(Fraction(2)), max(1 - ratio, Fraction(0))
    return (
        law.hockey_stick(Fraction(0), ratio) == least
        and enclosure.compare(law.hockey_stick(Fraction(1), ratio), least) > 0
    )


def is_the_sum(order: int) -> bool:
    """Check a moment at sigma^2 = 2 against the sum of 2 k^order P(K = k) up to 60; the rest is
    below 10^-300.
    """
    law = DiscreteGaussian(Fraction(2))
    terms = [2 * Fraction(k) ** order * reals.exp(-Fraction(k**2, 4)) for k in range(1, 61)]
    total = reals.balanced_sum(
        [Fraction(1), *(2 * reals.exp(-Fraction(k**2, 4)) for k in range(1, 61))]
    )
    return near(law.moment(order), reals.balanced_sum(terms) / total)


STEPS = (
    identity(
        "the mass at 0 and both sides make 1",
        S,
        lambda u: (discrete_gaussian.pmf(1, u) + discrete_gaussian.tail(u, u), 1 + 0 * u),
    ),
    identity(
        "the tail falls by two masses",
        S,
        lambda p, u, r: (
            discrete_gaussian.tail(p + r, u) - discrete_gaussian.tail(r, u),
            2 * discrete_gaussian.pmf(p, u),
        ),
    ),
    identity(
        "the log-ratio meets h at last_gain",
        K,
        lambda k, s, h, v: (
            (s**2 - 2 * s * k) / (2 * v) - h,
            s / v * (discrete_gaussian.last_gain(s, h, v) - k),
        ),
    ),
    identity(
        "the square is completed",
        K,
        lambda k, s, a: (
            a * k**2 + (1 - a) * (k - s) ** 2,
            (k - (1 - a) * s) ** 2 + a * (1 - a) * s**2,
        ),
    ),
    identity(
        "the divergence of order a is a rho",
        K,
        lambda a, s, v: (
            -a * (1 - a) * s**2 / (2 * v),
            (a - 1) * (a * discrete_gaussian.rho(s, v)),
        ),
        trusts=("poisson",),
    ),
    positive(
        "rho grows with the shift",
        T,
        lambda s, t, v: discrete_gaussian.rho(s + t, v) - discrete_gaussian.rho(s, v),
        strict=False,
    ),
    exhaustive(
        "h_(m+1) comes from h_m by two derivatives, orders up to 64",
        lambda: range(MOST),
        lambda m: (
            next_by_derivatives(gaussian_moments.hermite(m)) == gaussian_moments.hermite(m + 1)
        ),
        trusts=("poisson",),
    ),
    exhaustive(
        "h_m(0) is the continuous moment, (2m - 1)!!",
        lambda: range(MOST + 1),
        lambda m: (
            gaussian_moments.hermite(m)[0]
            == prod(range(1, 2 * m, 2))
            == gaussian_moments.continuous(2 * m, Fraction(1))
        ),
    ),
    exhaustive("where side answers, h(y) - h(0) has that sign", sides, lambda x: has_its_sign(*x)),
    identity(
        "the continuous moments: E Z^(2m) = (2m - 1) sigma^2 E Z^(2m - 2), m = 1, .., 9",
        T,
        lambda s, v: (
            sum(s**m * gaussian_moments.continuous(2 * m, v) for m in range(1, 10)),
            sum(
                s**m * (2 * m - 1) * v * gaussian_moments.continuous(2 * m - 2, v)
                for m in range(1, 10)
            ),
        ),
    ),
    exhaustive(
        "side answers from the last root of h(y) - h(0) on: -y, y^2 - 6 y, -y (y^2 - 15 y + 45)",
        lambda: (
            (2, Fraction(1, 100), -1),
            (4, Fraction(2, 13), 0),
            (4, Fraction(1, 6), 1),
            (6, Fraction(27, 100), 0),
            (6, Fraction(1, 3), -1),
        ),
        lambda c: gaussian_moments.side(c[0], c[1]) == c[2],
    ),
    exhaustive(
        "so the shipped moments of sigma = 100 are below and above the continuous ones, which "
        "no digits show",
        lambda: ((2, -1), (4, 1), (6, -1)),
        lambda c: (
            enclosure.compare(
                DiscreteGaussian(Fraction(10**4)).moment(c[0]),
                gaussian_moments.continuous(c[0], Fraction(10**4)),
            )
            == c[1]
        ),
    ),
    exhaustive("the shipped moments are the sums, to 30 digits", lambda: range(1, 7), is_the_sum),
    exhaustive(
        "a law diverges from itself by (1 - e^h)+",
        lambda: (Fraction(1, 2), Fraction(1), Fraction(3, 2)),
        of_order_zero,
    ),
    exhaustive(
        "39 < 4 (25/8)^2",
        lambda: [gaussian_moments.LESS_THAN_4_PI_SQUARED],
        lambda least: least < 4 * Fraction(25, 8) ** 2,
    ),
)


def holds(sigma_squared: Fraction, k: int, j: int, m: int) -> bool:
    """Check that F has the masses, and that the divergence of order 2 under a shift by j is 2
    rho(j).

    A moment must be on the side that is said.
    """
    law = DiscreteGaussian(sigma_squared, Fraction(max(1, abs(j))))
    if not near(law.cdf(k) - law.cdf(k - 1), law.pmf(k)):
        return False
    if j and abs(j) <= 3:
        a = law.rate
        terms = [
            enclosure.interval(reals.exp(-2 * a * i**2 + a * (i - j) ** 2 - 2 * a * j**2), 192)
            for i in range(-120, 121)
        ]
        total = enclosure.interval(1 / law.normalizer(), 192)
        if abs(sum(t.lower for t in terms) - total.lower) > Fraction(1, 10**20):
            return False
    bound, found = (
        gaussian_moments.continuous(2 * m, sigma_squared),
        enclosure.interval(law.moment(2 * m) * 1, 256),
    )
    return {-1: found.lower < bound, 0: True, 1: found.upper > bound}[
        gaussian_moments.side(2 * m, sigma_squared)
    ]


THEOREM = Theorem(
    id="discrete_gaussian_law",
    title="The discrete Gaussian law and its rho",
    statement="the shipped masses make one law; rho = D^2/(2 sigma^2) and no smaller; the last "
    "outcome of the profile; even moments lie on the stated side of the continuous law's",
    source="Canonne, Kamath, Steinke 2020",
    steps=STEPS,
    covers=(
        "discrete_gaussian.pmf",
        "discrete_gaussian.tail",
        "discrete_gaussian.rho",
        "discrete_gaussian.hockey_stick",
        "discrete_gaussian.moment",
        "discrete_gaussian.variance",
    ),
    holds=holds,
)
