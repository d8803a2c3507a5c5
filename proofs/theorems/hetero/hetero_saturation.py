"""The saturation is exact for ADPM, and up to constants for the problem: beyond R e1 the minimax
error still falls.

This is shown at n = 2, when e2 grows beyond R e1.

Claim.       For two users, the first with e1 = log 9: L(e1, R e1) >= 51/1000, and L(e1, infinity) <= 509/10000. So some
             privacy is free up to constants only.
Source.      this project; hetero Abstract and Section I-A.
Derivation.  (1) Rounding a record at random to an end of [-1/2, 1/2] keeps its mean, and replacing the record then
             mixes at most the laws of two ends: so laws on the two ends are the worst, and an
             estimate for them serves all. (2) e2 infinite: flip the first bit with probability
             1/10; the estimate is 309/1000 with the sign of the public bit if both agree, else
             76/1000 with that sign. Its squared error is a polynomial in P(1/2). (3) R e1 = e1 +
             8/e1 < log 350, and L falls with e2: let e2 = log 350. The likelihoods of an output on
             the four data sets are a point of a cone, a combination of its extreme rays: three
             independent tight constraints (r is 9^+-1 or 350^+-1 times its neighbour) are a
             spanning tree of the square. For a prior on P(1/2) a ray r adds A.r - (B.r)^2/C.r at
             least to the Bayes risk, for every real estimate; the rays add up to (1, 1, 1, 1). So v
             with v.r at most that for every ray gives the bound sum of v.
Trusted.     bayes, extreme_rays, exp_and_log, expectation_is_monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from dpmean.exact import enclosure, reals
from dpmean.mechanisms.hetero import minimax as hetero

from ...kernel.formulas import FULL, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive
from ...theorem import Theorem, rows

P = Ring({"p": FULL})
FIRST, SECOND = 9, 350  # e^e1, and more than e^(R e1)
AGREE, DISAGREE = Fraction(309, 1000), Fraction(76, 1000)
LOWER, UPPER = Fraction(51, 1000), Fraction(509, 10**4)
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
EDGES = ((0, 1, SECOND), (1, 2, FIRST), (2, 3, SECOND), (3, 0, FIRST))
PRIOR = (
    (Fraction(29, 200), Fraction(473, 1000)),
    (Fraction(171, 200), Fraction(473, 1000)),
    (Fraction(1, 2), Fraction(54, 1000)),
)
DUAL = (Fraction(75, 10**4), Fraction(18, 1000), Fraction(75, 10**4), Fraction(18, 1000))


def chance(corner: tuple[int, int], p: Any) -> Any:
    """Return the probability of a data set, p being that of the record 1/2."""
    return (p if corner[0] else 1 - p) * (p if corner[1] else 1 - p)


def risk(p: Any) -> Any:
    """Return the squared error of the estimate of (2) at the mean p - 1/2."""
    keep, total = Fraction(FIRST, FIRST + 1), 0
    for first, public in CORNERS:
        mean = p - Fraction(1, 2) if public else Fraction(1, 2) - p
        same, other = (keep, 1 - keep) if first == public else (1 - keep, keep)
        total = total + chance((first, public), p) * (
            same * (AGREE - mean) ** 2 + other * (DISAGREE - mean) ** 2
        )
    return total


def rays() -> Iterator[tuple[Fraction, ...]]:
    """Yield every likelihood vector with three tight constraints that fulfils the fourth."""
    for missing, signs in product(range(4), product((1, -1), repeat=3)):
        ray = {(missing + 1) % 4: Fraction(1)}
        for step, sign in enumerate(signs, 1):
            a, b, growth = EDGES[(missing + step) % 4]
            ray[b] = ray[a] * Fraction(growth) ** sign
        values = tuple(ray[i] for i in range(4))
        if obeys(values):
            yield values


def obeys(r: tuple[Fraction, ...]) -> bool:
    """Tell whether a likelihood vector fulfils the privacy constraints."""
    return all(r[a] <= growth * r[b] and r[b] <= growth * r[a] for a, b, growth in EDGES)


def dominated(r: tuple[Fraction, ...]) -> bool:
    """Tell whether v.r is at most the least Bayes risk that an output with likelihoods r can
    add.
    """
    a = b = c = Fraction(0)
    for (p, share), (i, corner) in product(PRIOR, enumerate(CORNERS)):
        mass, mean = share * chance(corner, p) * r[i], p - Fraction(1, 2)
        a, b, c = a + mass * mean**2, b + mass * mean, c + mass
    return sum(v * x for v, x in zip(DUAL, r, strict=True)) <= a - b**2 / c


STEPS = (
    identity(
        "rounding a record x to an end with probability 1/2 + x keeps its mean",
        P,
        lambda p: (p * Fraction(1, 2) + (1 - p) * Fraction(-1, 2), p - Fraction(1, 2)),
        ("expectation_is_monotone",),
    ),
    exhaustive(
        "R e1 is below log 350",
        lambda: [reals.log(Fraction(FIRST))],
        lambda e: (
            enclosure.compare(
                hetero.ratio_form(2, Fraction(1, 2), e) * e, reals.log(Fraction(SECOND))
            )
            < 0
        ),
        ("exp_and_log",),
    ),
    positive(
        "e2 infinite: the squared error is below 509/10000 for every law",
        P,
        lambda p: UPPER - risk(p),
        {"p": [Fraction(i, 16) for i in range(1, 16)]},
    ),
    exhaustive(
        "e2 = log 350: the dual is dominated by every extreme ray",
        rays,
        dominated,
        ("extreme_rays", "bayes"),
    ),
    exhaustive(
        "the prior is one, and the dual's sum is the lower bound",
        lambda: [1],
        lambda _: sum(w for _, w in PRIOR) == 1 and sum(DUAL) == LOWER,
    ),
    exhaustive(
        "all trees of tight constraints were tried: 32, of which some vectors are private",
        lambda: [list(rays())],
        lambda found: (
            4
            <= len(found)
            <= 4 * 2**3
            == len(list(product(combinations(range(4), 3), product((1, -1), repeat=3))))
            and all(obeys(r) for r in found)
        ),
    ),
    counterexample(
        "so the minimax error is not constant from R e1 on", lambda c: c[0] <= c[1], (LOWER, UPPER)
    ),
)


def holds(shares: list[Fraction], alpha: Fraction) -> bool:
    """Check that combinations of rays obey the dual, and that the estimate keeps its bound at any
    law.
    """
    weights = [*shares, Fraction(1, 9)]
    found = list(rays())
    total = [sum(weights[k % len(weights)] * r[i] for k, r in enumerate(found)) for i in range(4)]
    return dominated(tuple(Fraction(x) for x in total)) and risk(alpha) < UPPER


THEOREM = Theorem(
    id="hetero_saturation",
    title="The minimax error does not saturate exactly",
    statement="for two users with e1 = log 9 the minimax error at e2 = R e1 is at least 51/1000, "
    "with public data for the second at most 509/10000",
    source="this project; hetero Abstract, Section I-A",
    steps=STEPS,
    depends_on=("hetero_upper_bound", "hetero_sharper_bounds"),
    holds=holds,
    claims=rows(__file__),
)
