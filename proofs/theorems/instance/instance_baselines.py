"""The baselines as exact mechanisms: COINPRESS, and the local estimator of single coordinates.

COINPRESS is there with a known and with an unknown covariance.

Claim.       Each is rho-zCDP: a step's sum moves by at most 2 C, whatever C is that does not depend on the records (so
             for either word of `tails`), a sum of w w' by at most sqrt(2) C^2 in all entries
             together, a user's 2 d changed bits and her d coordinates in [-A, A] cost rho.
Source.      instance Section 6 compares with Biswas, Dong, Kamath, Ullman (2020) and Gaboardi, Rogers, Sheffet (2019);
             the accounting here is for the shipped integers.
Derivation.  (1) zCDP of a sum with noise s: (its squared change)/(2 s). (2) |w w' - v v'|^2 = |w|^4 + |v|^4 - 2 (w v)^2
             <= 2 C^4 over all entries, so over those of a triangle. (3) Replacing a record changes
             the bits of two bins in a coordinate. (4) |x - c| <= |x - mu| + |mu - c| + rounding;
             the noisy mean of n records with variance s^2 and noise V has variance s^2/n + V/n^2,
             and is subgaussian with it (sums of independent ones). (5) tails = each: |x - c|^2 = |x
             - mu|^2 + 2 (x - mu)(mu - c) + |mu - c|^2. For a normal x and a centre that is
             independent of it, the product exceeds r s z, z^2 = 2 log(1/beta), with probability at
             most beta: this holds in the first step. z <= l, so the ball is never larger than that
             of (4).
Trusted.     what Theorem.steps name; instance_tails for the norm of subgaussian vectors, instance_zcdp for composition.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.mechanisms.instance import (
    clipping,
    coinpress,
    coinpress_scaled_mean,
    local_coordinate_mean,
    tails,
)

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

C = Ring(
    {
        "c": POSITIVE,
        "r": POSITIVE,
        "d": POSITIVE,
        "a": POSITIVE,
        "n": POSITIVE,
        "s": POSITIVE,
        "v": POSITIVE,
        "l": POSITIVE,
        "h": POSITIVE,
        "g": NONNEGATIVE,
    }
)
B = Ring(
    {
        "r": POSITIVE,
        "s": POSITIVE,
        "l": POSITIVE,
        "z": POSITIVE,
        "e": NONNEGATIVE,
        "g": NONNEGATIVE,
        "h": NONNEGATIVE,
        "k": NONNEGATIVE,
    }
)
V = Ring({"x": ANY, "y": ANY, "z": ANY, "p": ANY, "q": ANY, "w": ANY})
N = Ring({"a": NONNEGATIVE, "b": NONNEGATIVE, "e": NONNEGATIVE, "f": NONNEGATIVE})


def triple(v: tuple[Any, Any, Any], w: tuple[Any, Any, Any]) -> Any:
    """Return the squared distance of v v' and w w', entry by entry."""
    return sum(((v[j] * v[k] - w[j] * w[k]) ** 2 for j, k in product(range(3), repeat=2)), 0 * v[0])


def dot(v: tuple[Any, Any, Any], w: tuple[Any, Any, Any]) -> Any:
    """Return the scalar product."""
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2]


STEPS = (
    identity(
        "a step of COINPRESS: (2 C)^2/(2 V) = rho_i",
        C,
        lambda c, r: (
            (2 * c) ** 2 / (2 * clipping.lattice_variance(coinpress.FACTOR, c**2, 1, r)),
            r,
        ),
    ),
    exhaustive(
        "its shares add up, up to 12 steps",
        lambda: range(1, 13),
        lambda t: (
            sum(coinpress.shares(Fraction(7), t)) == 7 and min(coinpress.shares(Fraction(7), t)) > 0
        ),
    ),
    identity(
        "|v v' - w w'|^2 = |v|^4 + |w|^4 - 2 (v w)^2, three coordinates",
        V,
        lambda x, y, z, p, q, w: (
            triple((x, y, z), (p, q, w)),
            dot((x, y, z), (x, y, z)) ** 2
            + dot((p, q, w), (p, q, w)) ** 2
            - 2 * dot((x, y, z), (p, q, w)) ** 2,
        ),
    ),
    positive(
        "2 C^4 - |v|^4 - |w|^4 >= 0 for |v|^2 = a, |w|^2 = b, C^2 = a + e = b + f",
        N,
        lambda a, e, b, f: (a + e) ** 2 - a**2 + (b + f) ** 2 - b**2,
        strict=False,
    ),
    identity(
        "the products: 2 C^4/(2 V) = rho_i",
        C,
        lambda c, r: (2 * c**4 / (2 * coinpress_scaled_mean.product_variance(c, r)), r),
    ),
    identity(
        "two bits in each of d coordinates",
        C,
        lambda r, d: (2 * d * local_coordinate_mean.bit_share(r, d), r),
    ),
    identity(
        "d coordinates in [-A, A]: d (2 A)^2/(2 V) = rho",
        C,
        lambda a, d, r: (d * (2 * a) ** 2 / (2 * local_coordinate_mean.variance(a, d, r)), r),
    ),
    identity(
        "the variance of a noisy mean: n s/n^2 + V/n^2",
        C,
        lambda s, v, n: (n * s / n**2 + v / n**2, coinpress.squared_deviation(s, v, n)),
    ),
    positive(
        "no record is outside its ball: r + s l + half against any |mu - c| = r - g, |x - mu| "
        "= s l, rounding half",
        C,
        lambda r, s, l, h, g: coinpress.ball(r + g, l, s, h) - (r + s * l + h),
        strict=False,
    ),
    identity(
        "the next ball: l times the deviation, and two roundings",
        C,
        lambda l, s, h: (l * s + h + h, coinpress.shrunk(l, s, h)),
    ),
    identity(
        "|x - c|^2 for c = mu - w, three coordinates",
        V,
        lambda x, y, z, p, q, w: (
            dot((x + p, y + q, z + w), (x + p, y + q, z + w)),
            dot((x, y, z), (x, y, z)) + 2 * dot((x, y, z), (p, q, w)) + dot((p, q, w), (p, q, w)),
        ),
    ),
    positive(
        "tails = each: the squared ball against any |mu - c| = r, |x - mu|^2 = (s l)^2 - h, "
        "product r s z - k",
        B,
        lambda r, s, l, z, g, h, k: (
            coinpress.squared_ball(r + g, l, s, z) - ((s * l) ** 2 - h + 2 * (r * s * z - k) + r**2)
        ),
        strict=False,
    ),
    identity(
        "l^2 - z^2 = d + 2 root, so z < l",
        C,
        lambda d, a, l: (tails.squared_norm(d, a, l) - tails.squared_spread(l), d + 2 * a),
    ),
    positive(
        "the closer ball is no larger: (r + s l)^2 for l = z + e",
        B,
        lambda r, s, z, e: (
            coinpress.ball(r, z + e, s, 0 * r) ** 2 - coinpress.squared_ball(r, z + e, s, z)
        ),
        strict=False,
    ),
)


def holds(shares: list[Fraction], offsets: list[int]) -> bool:
    """Check that triangles of products of integer vectors are within sqrt(2) C^2 of each other."""
    v = [round(7 * s) for s in shares] + [1]
    w = (offsets + [0] * len(v))[: len(v)]
    most = max(sum(x * x for x in v), sum(x * x for x in w))
    apart = sum((v[j] * v[k] - w[j] * w[k]) ** 2 for j in range(len(v)) for k in range(j + 1))
    return apart <= 2 * most**2


THEOREM = Theorem(
    id="instance_baselines",
    title="The baselines as exact mechanisms are private",
    statement="COINPRESS's steps, its products of whitened records, the bits and coordinates of the "
    "local baseline: what each costs, and the radii of COINPRESS's balls",
    source="instance Section 6 compares with these; the accounting is our own",
    steps=STEPS,
    depends_on=("instance_tails", "instance_zcdp"),
    programs=("coinpress_mean", "coinpress_scaled_mean", "local_coordinate_mean"),
    holds=holds,
)
