"""The whitening of COINPRESS with an unknown covariance: its linear algebra on a lattice, and the
lengths of its plan.

Claim.       `down` and `root_down` are the greatest multiples of 2^-40 that are not above x/k and a root. The shipped
             Cholesky factor L of a positive definite U is lower triangular with L L' within 2^-30
             of U, a pivot below the least is the least, L^-1 A is within that of what it says, and
             A x = y is solved exactly. Vectors are truncated toward zero. The plan's bucket, reach,
             radius of clipping, variances, slack and first whitening are those of the definition.
Source.      instance Section 6.1; Biswas, Dong, Kamath, Ullman (2020); the lattice is this project's.
Derivation.  Matrices with small rational entries, all of them; the lengths are compared, certified, with the formulas
             of the definition, l(b) = sqrt(d + 2 sqrt(d log(1/b)) + 2 log(1/b)).
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import trunc
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import coinpress_scaled_mean as scaled
from dpmean.mechanisms.instance import whitening

from ...kernel.formulas import NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import exhaustive, identity
from ...theorem import Theorem
from .instance_programs import length

X = Ring({"x": NONNEGATIVE, "y": NONNEGATIVE, "s": POSITIVE})
UNIT, NEAR = Fraction(1, 2**40), Fraction(1, 2**30)
Rows = list[list[Fraction]]


def product_of(a: Rows, b: Rows) -> Rows:
    """Return the product of two matrices."""
    return [
        [
            sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0))
            for column in zip(*b, strict=True)
        ]
        for row in a
    ]


def turned(a: Rows) -> Rows:
    """Return the transpose."""
    return [list(column) for column in zip(*a, strict=True)]


def close(a: Rows, b: Rows) -> bool:
    """Tell whether no entries of two matrices are farther apart than 2^-30."""
    return all(
        abs(x - y) < NEAR
        for row, other in zip(a, b, strict=True)
        for x, y in zip(row, other, strict=True)
    )


def lower(entries: tuple[int, ...]) -> Rows:
    """Return the lower triangular matrix of three rows with these entries over 3 below its diagonal
    1, 2, 1/2.
    """
    x, y, z = (Fraction(e, 3) for e in entries)
    zero = Fraction(0)
    return [[Fraction(1), zero, zero], [x, Fraction(2), zero], [y, z, Fraction(1, 2)]]


def triples() -> Iterator[tuple[int, ...]]:
    """Yield the three entries."""
    return product((-2, 0, 1), repeat=3)


def factors(entries: tuple[int, ...]) -> bool:
    """Check the shipped factor of L L', its use on another matrix, what is solved, and what is
    applied.
    """
    wanted = lower(entries)
    u = product_of(wanted, turned(wanted))
    found = whitening.factor(u, UNIT)
    other = lower((1, -1, 2))
    moved = whitening.whitened(found, other)
    triangular = all(
        m[i][j] == 0 for m in (found, moved) for i in range(3) for j in range(i + 1, 3)
    )
    y = [Fraction(1), Fraction(-2, 7), Fraction(5)]
    x = whitening.solved(moved, y)
    size = sum(v * v for row in wanted for v in row)
    applied = whitening.applied(wanted, [3, -5, 7], 16)
    exact = [16 * sum(a * b for a, b in zip(row, (3, -5, 7), strict=True)) for row in wanted]
    return (
        triangular
        and close(found, wanted)
        and close(product_of(found, moved), other)
        and product_of(moved, [[v] for v in x]) == [[v] for v in y]
        and whitening.squared_size(wanted) == size
        and applied == [trunc(v) for v in exact]
        and whitening.dot(y, y) == 1 + Fraction(4, 49) + 25
    )


def raises_pivots(least: Fraction) -> bool:
    """Check a matrix that is not positive definite: its second pivot, -3, becomes the least, and
    L's square is that.
    """
    u = [[Fraction(1), Fraction(2)], [Fraction(2), Fraction(1)]]
    found = whitening.factor(u, least)
    tiny = whitening.whitened([[Fraction(2**45)]], [[Fraction(1)]])
    return (
        found[0] == [1, 0]
        and found[1][0] == 2
        and abs(found[1][1] ** 2 - least) < NEAR
        and tiny == [[UNIT]]
    )


def rounds_down(case: tuple[Fraction, Fraction]) -> bool:
    """Check both roundings: multiples of 2^-40, not above, and the next one is."""
    x, k = case
    quotient, root = whitening.down(x, k), whitening.root_down(abs(x))
    return (
        (quotient / UNIT).denominator == (root / UNIT).denominator == 1
        and (quotient <= x / k < quotient + UNIT)
        and root**2 <= abs(x) < (root + UNIT) ** 2
    )


def plans() -> Iterator[tuple[int, int, int]]:
    """Yield the dimension, the number of records, and of passes."""
    return product((1, 3), (2, 5, 40), (1, 3))


def is_the_plan(case: tuple[int, int, int]) -> bool:
    """Check the lengths of the plan of a mean with sigma between 1/2 and 3, radius 7, rho 4 and
    beta 1/9.
    """
    d, n, passes = case
    made = build(
        "coinpress_scaled_mean",
        {
            "rho": "4",
            "d": str(d),
            "n": str(n),
            "radius": "7",
            "sigma_min": "1/2",
            "sigma_max": "3",
            "iterations": str(passes),
            "beta": "1/9",
        },
    )
    width, pairs, each = made.bucket_width, n // 2, Fraction(1, 54 * passes)

    def least(found: int, wanted: Any) -> bool:
        return compare(Fraction(found), wanted) >= 0 > compare(Fraction(found - 1), wanted)

    whole = least(int(1 / width), 2 * reals.root(Fraction(n), 2)) and (1 / width).denominator == 1
    first = (
        whole
        and made.each == each
        and made.pairs == pairs
        and least(made.reach - 1, (7 + 3 * length(d, each / n)) / width)
    )
    clips = least(made.clip, 2**20 * length(d, each / pairs))
    shares = (
        [Fraction(2)]
        if passes == 1
        else [*[Fraction(1, 2 * (passes - 1))] * (passes - 1), Fraction(3, 2)]
    )
    variances = made.variances == [Fraction(made.clip) ** 4 / rho for rho in shares]
    size = made.first[0][0] / width  # a little less than 1/(sqrt(2) sigma_max)
    start = made.first == [
        [size * width if i == j else 0 for j in range(d)] for i in range(d)
    ] and compare(size, 1 / reals.root(Fraction(18), 2)) < 0 < compare(
        size + NEAR, 1 / reals.root(Fraction(18), 2)
    )
    for variance in made.variances:
        log, wide = -reals.log(each), reals.root(Fraction(d), 2)
        x = (wide + reals.root(2 * log, 2)) / reals.root(Fraction(pairs), 2)
        noise = 2 * reals.root(variance, 2) / (pairs * 2**40) * (wide + reals.root(log, 2))
        wanted = 2 * x + x**2 + noise
        if (
            not compare(made.slack(variance), wanted)
            >= 0
            > compare(made.slack(variance) - UNIT, wanted)
        ):
            return False
    return bool(first and clips and variances and start)


STEPS = (
    identity(
        "the sampling error: (1 + x)^2 - 1",
        X,
        lambda x, y: (scaled.sampling_error(x, y), (1 + x + y) ** 2 - 1),
    ),
    identity(
        "the noise error", X, lambda x, y, s: (scaled.noise_error(s, x, y), 2 * s * x + 2 * s * y)
    ),
    exhaustive(
        "quotients and roots are rounded down on the lattice",
        lambda: product(
            (Fraction(2), Fraction(1, 3), Fraction(-7, 5), Fraction(10**6, 7), Fraction(0)),
            (Fraction(1), Fraction(3), Fraction(2, 9)),
        ),
        rounds_down,
    ),
    exhaustive(
        "the factor of L L' is L, L^-1 A and A^-1 y are that, and vectors are truncated",
        triples,
        factors,
    ),
    exhaustive(
        "a pivot below the least is the least",
        lambda: (UNIT, Fraction(1, 10), Fraction(1)),
        raises_pivots,
    ),
    exhaustive("the plan's lengths are those of the definition", plans, is_the_plan),
)


def holds(width: Fraction, k: int) -> bool:
    """Check the roundings of any number."""
    return rounds_down((k * width, width)) and rounds_down((-width, width + 1))


THEOREM = Theorem(
    id="instance_whitening",
    title="The whitening of COINPRESS: linear algebra on a lattice, and the lengths of its plan",
    statement="roots, quotients and Cholesky factors are rounded as they say, systems are solved "
    "exactly; bucket, reach, clipping, variances, slack and first whitening are those of "
    "the definition",
    source="instance Section 6.1; Biswas, Dong, Kamath, Ullman 2020",
    steps=STEPS,
    programs=("coinpress_scaled_mean",),
    depends_on=("instance_programs",),
    holds=holds,
)
