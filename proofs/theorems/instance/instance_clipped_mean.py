"""The clipped mean: its sensitivity, its noise, its bias, and what truncation on a lattice does to
them.

Claim.       The sum of records clipped at C moves by at most 2 C when one is replaced, by sqrt 2 C where no coordinate
             is negative, by C where there is also only one coordinate; so the shipped noise, normal
             or on the lattice, is rho-zCDP. The mean errs by at most (1/n) sum max{||x_i|| - C, 0}
             + (C/n) sqrt(2 d/rho) in expectation. A clipped record is moved by exactly ||x|| - C,
             by at most ||x|| after truncation toward zero, which lengthens no record, moves a
             coordinate by less than 1/steps and leaves records inside as they are.
Source.      instance Equation (2), Lemma 3.1.
Derivation.  (1) ||x - y||^2 + ||x + y||^2 = 2 ||x||^2 + 2 ||y||^2, coordinate by coordinate; without negative
             coordinates <x, y> >= 0; with one coordinate |x - y| <= max{x, y}. (2) The noise of the
             mean is that of the sum over n and the steps. (3) x - (C/||x||) x is (1 - C/||x||) x;
             norms obey the triangle inequality. (4) The noise's squared norm has the mean d times
             the variance, and (E||Z||)^2 <= E||Z||^2; discrete Gaussian noise has a variance below
             sigma^2 (`discrete_gaussian_law`). (5) floor(sqrt(y)) is the integer root of floor(y),
             as k^2 <= y and k^2 <= floor(y) are one for integers k; each truncated coordinate r_j
             has r_j^2 <= C^2 steps^2 x_j^2/||x||^2, and these add up to C^2 steps^2.
Trusted.     cauchy_schwarz, expectation_is_monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor, isqrt
from typing import Any

from dpmean.distributions import discrete_gaussian, gaussian
from dpmean.mechanisms.instance import clipping
from dpmean.programs import table

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

A = Ring({"x": ANY, "y": ANY})
P = Ring({"x": NONNEGATIVE, "y": NONNEGATIVE, "u": POSITIVE, "v": POSITIVE, "h": NONNEGATIVE})
N = Ring(
    {"c": POSITIVE, "m": POSITIVE, "n": POSITIVE, "rho": POSITIVE, "f": POSITIVE, "d": POSITIVE}
)
R = Ring({"r": POSITIVE, "c": POSITIVE, "x": ANY, "h": POSITIVE})
S = Ring(
    {"s": POSITIVE, "d": POSITIVE, "q": POSITIVE, "c": POSITIVE, "n": POSITIVE, "e": NONNEGATIVE}
).relate("s", 2, lambda d, q: 2 * d * q)
SQUARES = (Fraction(0), Fraction(1, 4), Fraction(1), Fraction(2), Fraction(9, 2), Fraction(9))
Clip = tuple[tuple[int, ...], Fraction, int]
PAPER = clipping.factor("paper", 1)


def boxes() -> Iterator[Clip]:
    """Yield records with coordinates from -4 to 4, or -2 to 2 in three dimensions, six thresholds,
    three lattices.
    """
    for d, reach in ((1, 4), (2, 4), (3, 2)):
        yield from product(product(range(-reach, reach + 1), repeat=d), SQUARES, (1, 2, 7))


def truncates(case: Clip) -> bool:
    """Check the shipped clipping of one record."""
    x, squared, steps = case
    found, norm = table.truncated(x, squared, steps), sum(v * v for v in x)
    if norm <= squared:
        return found == [steps * v for v in x]
    signs = all(r * v >= 0 and abs(r) <= steps * abs(v) for r, v in zip(found, x, strict=True))
    close = all(
        r * r <= squared * steps**2 * v * v / norm < (abs(r) + 1) ** 2
        for r, v in zip(found, x, strict=True)
    )
    return signs and close and sum(r * r for r in found) <= squared * steps**2


def farthest(case: tuple[str, int, Fraction, int]) -> bool:
    """Check that no two clipped records are farther apart than the shipped factor says.

    With C an integer, some two are just as far apart.
    """
    constants, d, squared, steps = case
    low = 0 if constants == "exact" else -4
    seen = {tuple(table.truncated(x, squared, steps)) for x in product(range(low, 5), repeat=d)}
    most = clipping.squared_sensitivity(clipping.factor(constants, d), squared) * steps**2
    found = max(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for x in seen for y in seen)
    return found <= most and (
        squared.denominator != 1 or isqrt(int(squared)) ** 2 != squared or found == most
    )


def settings() -> Iterator[tuple[str, int, Fraction, int]]:
    """Return both constants, with one and two dimensions."""
    return product(
        ("paper", "exact"),
        (1, 2),
        (Fraction(0), Fraction(1), Fraction(2), Fraction(4), Fraction(9, 2)),
        (1, 3),
    )


def shrinks(x: int) -> bool:
    """Tell whether min{C/||x||, 1} exists for this record at C = 1."""
    try:
        return min(Fraction(1) / Fraction(abs(x)), Fraction(1)) <= 1
    except ZeroDivisionError:
        return False


def variance_of_the_proof(n: int) -> bool:
    """Tell whether 2 C^2/(rho n), printed in the proof, is the variance of the mean's noise at C =
    rho = 1.
    """
    return bool(
        clipping.lattice_variance(PAPER, Fraction(1), 1, Fraction(1)) / n**2 == Fraction(2, n)
    )


def larger_than_its_own(case: tuple[tuple[int, ...], Fraction, int]) -> bool:
    """Tell whether clipping and truncation move a record by at most its norm."""
    x, squared, steps = case
    return sum(
        (v - Fraction(r, steps)) ** 2
        for r, v in zip(table.truncated(x, squared, steps), x, strict=True)
    ) <= sum(v * v for v in x)


def lost(x: Any, c: Any) -> Any:
    """Return max{x - c, 0} by the shipped formula."""
    return clipping.excess(x, c, int(bool(x > c)))


STEPS = (
    identity(
        "one coordinate of ||x - y||^2 + ||x + y||^2 = 2 ||x||^2 + 2 ||y||^2",
        A,
        lambda x, y: ((x - y) ** 2 + (x + y) ** 2, 2 * x**2 + 2 * y**2),
    ),
    smt(
        "so ||x - y||^2 <= 4 C^2 for norms of at most C",
        {"p": REAL, "q": REAL, "w": REAL, "c": REAL},
        lambda v: v.p >= 0 and v.q >= 0 and v.w >= 0 and v.p <= v.c and v.q <= v.c,
        lambda v: (
            2 * v.p + 2 * v.q - v.w
            <= clipping.squared_sensitivity(clipping.factor("paper", 2), v.c)
        ),
        lambda v: 2 * v.p + 2 * v.q - v.w <= clipping.squared_sensitivity(3, v.c),
    ),
    positive("no negative coordinate: <x, y> >= 0", P, lambda x, y: x * y, strict=False),
    smt(
        "so ||x - y||^2 <= 2 C^2",
        {"p": REAL, "q": REAL, "w": REAL, "c": REAL},
        lambda v: v.p >= 0 and v.q >= 0 and v.w >= 0 and v.p <= v.c and v.q <= v.c,
        lambda v: (
            v.p + v.q - 2 * v.w <= clipping.squared_sensitivity(clipping.factor("exact", 2), v.c)
        ),
        lambda v: v.p + v.q - 2 * v.w <= v.c,
    ),
    smt(
        "one coordinate that is not negative: |x - y| <= C",
        {"x": REAL, "y": REAL, "c": REAL},
        lambda v: v.x >= 0 and v.y >= 0 and v.x <= v.c and v.y <= v.c,
        lambda v: abs(v.x - v.y) <= v.c * clipping.factor("exact", 1),
        lambda v: abs(v.x - v.y) <= v.x,
    ),
    exhaustive(
        "the largest distance of two clipped records, shipped, small boxes: attained where C "
        "is an integer",
        settings,
        farthest,
    ),
    identity(
        "the noise of the mean has the variance GS^2/(2 rho), GS = 2 C/n: 2 C^2/(rho n^2)",
        N,
        lambda c, m, n, rho: (
            clipping.lattice_variance(PAPER, c**2, m, rho) / (m * n) ** 2
            + gaussian.variance_for(2 * c / n, rho),
            2 * c**2 / (rho * n**2) * 2,
        ),
    ),
    identity(
        "the noise of the sum on its lattice is rho-zCDP, any factor",
        N,
        lambda c, m, rho, f: (
            clipping.squared_sensitivity(f, c**2)
            * m**2
            / (2 * clipping.lattice_variance(f, c**2, m, rho)),
            rho,
        ),
    ),
    identity(
        "that is the discrete Gaussian law's own rho, factor 4",
        N,
        lambda c, m, rho: (
            discrete_gaussian.rho(2 * c * m, clipping.lattice_variance(PAPER, c**2, m, rho)),
            rho,
        ),
    ),
    counterexample(
        "the proof's variance 2 C^2/(rho n) is wrong from n = 2 on",
        lambda x: variance_of_the_proof(x),
        2,
        lambda: [1],
    ),
    counterexample("min{C/||x||, 1} is not defined at x = 0", shrinks, 0),
    identity(
        "a clipped record moves by ||x|| - C: one coordinate, r = ||x||",
        R,
        lambda r, c, x: ((x - c / r * x) ** 2, (x / r) ** 2 * clipping.excess(r, c, 1) ** 2),
    ),
    smt(
        "max{||x|| - C, 0} is the shipped excess",
        {"x": REAL, "c": REAL},
        lambda v: v.x >= 0,
        lambda v: lost(v.x, v.c) == max(v.x - v.c, 0),
        lambda v: lost(v.x, v.c) == v.x - v.c,
    ),
    positive(
        "the triangle inequality for two records in one direction is an equality, else ||x + "
        "y||^2 < (||x|| + ||y||)^2: Cauchy and Schwarz in two coordinates",
        P,
        lambda x, y, u, v: (x**2 + y**2) * (u**2 + v**2) - (x * u - y * v) ** 2,
        strict=False,
        trusts=("cauchy_schwarz",),
    ),
    identity(
        "d coordinates of noise: E||Z||^2 = C^2 s^2/n^2",
        N,
        lambda c, m, n, rho, d: (
            d * clipping.lattice_variance(PAPER, c**2, m, rho) / (m * n) ** 2,
            c**2 * clipping.noise_weight(PAPER, d, rho) / n**2,
        ),
        ("expectation_is_monotone",),
    ),
    identity(
        "the same for any factor",
        N,
        lambda c, m, n, rho, d, f: (
            d * clipping.lattice_variance(f, c**2, m, rho) / (m * n) ** 2,
            c**2 * clipping.noise_weight(f, d, rho) / n**2,
        ),
    ),
    identity(
        "s = sqrt(2 d/rho), rho = 1/q",
        S,
        lambda s, d, q: (clipping.noise_weight(PAPER, d, 1 / q), s**2),
        ("cauchy_schwarz",),
    ),
    identity(
        "the shipped bound is bias + sqrt(E||Z||^2)",
        S,
        lambda s, c, n, e: (clipping.error_bound(e, c, s, n), e / n + c * s / n),
    ),
    smt(
        "k^2 <= y and k^2 <= floor(y) are one",
        {"k": INT, "y": REAL},
        lambda v: v.k >= 0,
        lambda v: (v.k <= v.y) == (v.k <= floor(v.y)),
        lambda v: (v.k < v.y) == (v.k < floor(v.y)),
    ),
    identity(
        "the bounds of the squared coordinates add up to C^2 steps^2: two of them",
        P,
        lambda x, y, u, v: (
            u * v**2 * (1 + x) ** 2 / ((1 + x) ** 2 + y**2)
            + u * v**2 * y**2 / ((1 + x) ** 2 + y**2),
            u * v**2,
        ),
    ),
    exhaustive(
        "the shipped truncation on boxes with negative coordinates: shorter, the same signs, "
        "each coordinate the floor of its size, records inside exact",
        boxes,
        truncates,
    ),
    smt(
        "truncation of one coordinate: 0 <= r <= steps x and then |x - r/steps| <= x",
        {"r": REAL, "x": REAL},
        lambda v: v.r >= 0 and v.r <= v.x,
        lambda v: abs(v.x - v.r) <= v.x,
        lambda v: abs(v.x - v.r) < v.x,
    ),
    exhaustive("a truncated record moves by at most its own norm", boxes, larger_than_its_own),
)


def holds(j: int, k: int, m: int, b: Fraction, order: int) -> bool:
    """Check the clipping of (j, k, -order) at C^2 = b on a lattice of m steps."""
    case = ((j, k, -order), abs(b), m)
    return truncates(case) and larger_than_its_own(case)


THEOREM = Theorem(
    id="instance_clipped_mean",
    title="The clipped mean: sensitivity, noise, bias, and its lattice",
    statement="the noisy mean of records clipped at C is rho-zCDP and errs by at most E(C) in "
    "expectation; truncation toward zero on a lattice lengthens no record and moves none "
    "by more than its norm",
    source="instance Equation (2), Lemma 3.1",
    steps=STEPS,
    covers=("norm_clipped_mean.noise_variance", "norm_clipped_mean.error_bound"),
    depends_on=("instance_zcdp", "discrete_gaussian_law"),
    programs=("norm_clipped_mean",),
    holds=holds,
    claims=rows(__file__),
)
