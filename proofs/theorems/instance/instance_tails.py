"""The norm of Gaussian noise, of lattice noise too: the bound of Laurent and Massart, with its
proof.

Claim.       P(||X||^2 >= d + 2 sqrt(d L) + 2 L) < beta for L = log(1/beta), 0 < beta < 1, X of d independent
             coordinates with E e^(s X_j) <= e^(s^2/2) for all s: standard normal ones, or discrete
             Gaussian ones over sigma.
Source.      instance Lemma 3.3 (there cited from Laurent, Massart 2000).
Derivation.  (1) E e^(t Z^2) = 1/sqrt(1 - 2t) for t < 1/2, as the integrand is 1/sqrt(1 - 2t) times a normal density.
             (2) -t - log(1 - 2t)/2 <= t^2/(1 - 2t): both are 0 at 0, and the slope of the
             difference is 2 t^2/(1 - 2t)^2. (3) Markov for e^(t(||X||^2 - d)) at t = sqrt L/(sqrt d
             + 2 sqrt L) gives e^-L. (4) E e^(t X^2) = E e^(sqrt(2t) g X) with a normal g of its
             own, at most E e^(t g^2): so (2) and (3) are all that is needed. (5) A discrete
             Gaussian K has E e^(s K) = e^(s^2 sigma^2/2) theta(s sigma^2)/theta(0), theta(c) the
             sum of e^(-(k - c)^2/(2 sigma^2)), which is largest at c = 0 (Poisson).
Trusted.     monotone_by_derivative, exp_and_log, expectation_is_monotone, fubini, poisson.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import factorial

from dpmean.exact.enclosure import compare, floor
from dpmean.exact.reals import Number, exp, root
from dpmean.exact.special import centred_sum
from dpmean.mechanisms.instance import tails

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem, rows

T = Ring({"x": UNIT, "z": ANY, "r": POSITIVE, "g": ANY})  # x = 2 t
C = Ring({"a": POSITIVE, "s": NONNEGATIVE, "b": POSITIVE})  # a = sqrt d, s = sqrt L
K = Ring({"k": ANY, "s": ANY, "v": POSITIVE})
GRID = 1 << 40


def even_tail(half: int, y: Fraction) -> Number:
    """Return P(||X||^2 >= y) for d = 2 half standard normal coordinates: e^(-y/2) times a sum of
    Poisson weights.
    """
    return exp(-y / 2) * sum(((y / 2) ** k / factorial(k) for k in range(half)), Fraction(0))


def obeys(case: tuple[int, Fraction]) -> bool:
    """Check that the exact tail at the shipped radius, its square rounded down a little, is below
    beta: d = 2 half.
    """
    half, beta = case
    squared = Fraction(floor(tails.norm_radius(2 * half, beta) ** 2 * GRID), GRID)
    return compare(even_tail(half, squared), beta) < 0


def obeys_exactly(case: tuple[int, Fraction]) -> bool:
    """Check the exact tail where L = d q^2, with the shipped formula and nothing rounded: beta =
    e^-L.
    """
    half, q = case
    d = Fraction(2 * half)
    return compare(even_tail(half, tails.squared_norm(d, d * q, d * q**2)), exp(-d * q**2)) < 0


def largest_at_0(case: tuple[Fraction, Fraction]) -> bool:
    """Check that theta(c) <= theta(0)."""
    rate, c = case
    return compare(centred_sum(rate, c), centred_sum(rate, Fraction(0))) <= 0


def lattice_tail(case: tuple[Fraction, Fraction]) -> bool:
    """Check P(K^2 >= radius^2 sigma^2) < beta for one discrete Gaussian K, all but 60 sigma of the
    mass summed.
    """
    variance, beta = case
    rate = 1 / (2 * variance)
    squared = tails.norm_radius(1, beta) ** 2 * variance
    inside = [k for k in range(-60, 61) if compare(Fraction(k * k), squared) < 0]
    return (
        compare(
            sum((exp(-rate * k * k) for k in inside), Fraction(0)),
            centred_sum(rate, Fraction(0)) * (1 - beta),
        )
        > 0
    )


def lattice_cases() -> Iterator[tuple[Fraction, Fraction]]:
    """Return sigma^2 and beta."""
    return product(
        (Fraction(1, 10), Fraction(1), Fraction(7, 2), Fraction(40)),
        (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)),
    )


STEPS = (
    identity(
        "e^(t z^2) times the normal density is one of variance 1/(1 - 2t)",
        T,
        lambda x, z: (-(z**2) / 2 + x / 2 * z**2, -(z**2) / (2 * (1 / (1 - x)))),
    ),
    positive(
        "t^2/(1 - 2t) grows faster than -t - log(1 - 2t)/2",
        T,
        lambda x: 2 * ((x / 2) ** 2 / (1 - x)).derivative("x") + 1 - 1 / (1 - x),
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "the slope of the difference is 2 t^2/(1 - 2t)^2",
        T,
        lambda x: (
            2 * (x / 2 * (1 - x) + (x / 2) ** 2) / (1 - x) ** 2 + 1 - 1 / (1 - x),
            2 * (x / 2) ** 2 / (1 - x) ** 2,
        ),
    ),
    positive(
        "t = sqrt L/(sqrt d + 2 sqrt L) is below 1/2", C, lambda a, s: 1 - 2 * (s / (a + 2 * s))
    ),
    identity(
        "there d t^2/(1 - 2t) - t (2 sqrt(d L) + 2 L) = -L, with the shipped square of the radius",
        C,
        lambda a, s: (
            a**2 * (s / (a + 2 * s)) ** 2 / (1 - 2 * (s / (a + 2 * s)))
            - s / (a + 2 * s) * (tails.squared_norm(a**2, a * s, s**2) - a**2),
            -(s**2),
        ),
        ("exp_and_log", "expectation_is_monotone", "fubini"),
    ),
    exhaustive(
        "the exact tail for d = 2, 4, .., 40 where sqrt(d L) is rational",
        lambda: product(
            range(1, 21), (Fraction(1, 8), Fraction(1, 2), Fraction(1), Fraction(5, 2))
        ),
        obeys_exactly,
    ),
    exhaustive(
        "the exact tail for d = 2, 4, .., 40 at eight rational beta",
        lambda: product(
            range(1, 21),
            (
                Fraction(99, 100),
                *(Fraction(1, 2 * k) for k in (1, 2, 5, 50, 5000)),
                Fraction(1, 10**9),
                Fraction(1, 10**30),
            ),
        ),
        obeys,
    ),
    identity(
        "E e^(r g x) over a normal g is e^(r^2 x^2/2): t = r^2/2",
        T,
        lambda r, g, z: (-(g**2) / 2 + r * g * z, -((g - r * z) ** 2) / 2 + r**2 / 2 * z**2),
        ("fubini", "expectation_is_monotone"),
    ),
    identity(
        "a discrete Gaussian K: e^(s k) moves the centre to s sigma^2",
        K,
        lambda k, s, v: (-(k**2) / (2 * v) + s * k, -((k - s * v) ** 2) / (2 * v) + s**2 * v / 2),
        ("poisson",),
    ),
    exhaustive(
        "theta(c) <= theta(0) for sigma^2 from 1/10 to 40",
        lambda: product(
            (1 / (2 * v) for v in (Fraction(1, 10), Fraction(1, 2), Fraction(3), Fraction(40))),
            (Fraction(i, 12) for i in range(13)),
        ),
        largest_at_0,
        ("poisson",),
    ),
    exhaustive(
        "one discrete Gaussian coordinate: its exact tail is below beta",
        lattice_cases,
        lattice_tail,
    ),
    exhaustive(
        "at beta = 1 the radius is sqrt d",
        lambda: range(1, 30),
        lambda d: compare(tails.norm_radius(d, Fraction(1)), root(Fraction(d), 2)) == 0,
    ),
)


def holds(m: int, width: Fraction) -> bool:
    """Check any even d and any beta."""
    return obeys((m, 1 / (1 + width)))


THEOREM = Theorem(
    id="instance_tails",
    title="The norm of Gaussian and of discrete Gaussian noise",
    statement="d independent coordinates, standard normal or discrete Gaussian over sigma, have a "
    "squared norm of at least d + 2 sqrt(d log(1/beta)) + 2 log(1/beta) with probability "
    "less than beta",
    source="instance Lemma 3.3",
    steps=STEPS,
    covers=("gaussian_norm.radius",),
    holds=holds,
    claims=rows(__file__),
)
