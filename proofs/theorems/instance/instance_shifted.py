"""The shifted clipped mean: its budget, its ranges, and its error with all constants.

Claim.       d' PrivQuants with rho/(4 d'), a threshold with 3 rho/16 and a mean with 9 rho/16 are rho-zCDP together.
             With probability at least 1 - beta the error is at most S w (k + s l)/n, w the
             diameter, S = sqrt(2 log(2 d' N/(beta/4))), N = n (n - 1)/2, k = n - m + ceil(tau) for
             the rank m and the rank error tau of the threshold, s = sqrt(32/(9 rho)), l the radius
             of d' standard normal variables at beta/4. S = sqrt((n - 1)/h) will do as well, h =
             ceil(n/2) - ceil(tau'), tau' the rank error of the medians: there is no logarithm of n
             d/beta in the error, and no need of the rotation.
Source.      instance Section 3.3, Theorem 3.3.
Derivation.  Four events, each failing with probability at most beta/4. (1) All pairs: |x^_i - x^_j| <= S w in every
             coordinate (Lemma 3.4). (2) Every c_j lies between two records of x^_j: its rank
             ceil(n/2) is at least ceil(tau') away from both ends; so |x^_i - c| <= S w in every
             coordinate, and every norm of x^_i - c is at most r = sqrt(d') S w. (3) The threshold C
             lies between the records of rank m - ceil(tau) and m + ceil(tau) <= n: so C <= r, and
             at most n - m + ceil(tau) records are longer; a longer one moves by at most its norm,
             truncation included, as each coordinate moves toward 0 and no further. (4) The noise
             has the norm C s l at most (Lemma 3.3). Sum: r (k + s l)/n, and the way back divides by
             sqrt(d'). Where m < 1 the estimate is c, off by at most r before the way back, and k >
             n. The rank error of PrivQuant is that of instance_rank_error. (5) Without (1): if x_ij
             >= c_j, then at least h records k have x_kj <= c_j, and (x_ij - c_j)^2 <= (x_ij -
             x_kj)^2 for each; so too below c_j. Hence h (x_ij - c_j)^2 is at most the sum over k of
             (x_ij - x_kj)^2, and h ||x_i - c||^2 at most (n - 1) d' w^2.
Trusted.     union_bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from dpmean.errors import InvalidInput
from dpmean.exact import rotation
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, log, root
from dpmean.mechanisms.instance import clipping, private_threshold, tails
from dpmean.mechanisms.instance import shifted_clipped_mean as shifted
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as bounds
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.programs.table import truncated

from ...domains.plays import Data, play, plays
from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

A = Ring(
    {
        "r": POSITIVE,
        "d": POSITIVE,
        "u": NONNEGATIVE,
        "x": FULL,
        "z": FULL,
        "b": POSITIVE,
        "n": POSITIVE,
    }
)
E = Ring(
    {
        "k": NONNEGATIVE,
        "s": NONNEGATIVE,
        "l": NONNEGATIVE,
        "w": NONNEGATIVE,
        "g": NONNEGATIVE,
        "q": POSITIVE,
        "n": POSITIVE,
        "c": NONNEGATIVE,
        "r": POSITIVE,
        "m": POSITIVE,
    }
)
HALF = Fraction(1, 2)


def norms_within(case: tuple[int, int]) -> bool:
    """Tell whether squared norms around the medians are at most d u^2 as printed, for two records.

    Both medians lie between the records.
    """
    d, u = case
    for x, y in combinations(product(range(u + 1), repeat=d), 2):
        for signs in product((1, -1), repeat=d):
            if (
                sum(
                    (a - b) ** 2
                    for a, b in zip(
                        rotation.rotate(x, signs), rotation.rotate(y, signs), strict=True
                    )
                )
                > d * u**2
            ):
                return False
    return True


def not_negative(x: int) -> bool:
    """Tell whether what Algorithm 1 is given is at least 0, as printed, at d = 1 and both signs."""
    return all(rotation.rotate([x], [s])[0] >= 0 for s in (1, -1))


def printed_is_private(case: tuple[int, int]) -> bool:
    """Tell whether the printed noise is rho-zCDP at rho = 1."""
    d, u = case
    try:
        return (
            compare(
                ShiftedClippedMean(Fraction(1), u, d, 9, edition="printed").real_rho, Fraction(1)
            )
            <= 0
        )
    except InvalidInput:
        return False  # no noise at all


def median_has_room(n: int) -> bool:
    """Check that ceil(n/2) is ceil(tau) away from both ends exactly where 2 ceil(tau) + 1 <= n, or
    + 2 if n is even.
    """
    m = shifted.median_rank(n)
    return all(
        (error <= min(m - 1, n - m)) == (2 * error + 1 + (n % 2 == 0) <= n) and m == -(-n // 2)
        for error in range(n + 1)
    )


def far_from_half(values: tuple[int, ...]) -> bool:
    """Check h (x_i - c)^2 <= sum over k of (x_i - x_k)^2 in one coordinate.

    It holds for every c between the records of rank ceil(n/2) -+ error.
    """
    rising, n = sorted(values), len(values)
    m = shifted.median_rank(n)
    for found in range(min(m - 1, n - m) + 1):
        h = bounds.beyond(n, found)
        for twice in range(2 * rising[m - found - 1], 2 * rising[m + found - 1] + 1):
            if any(
                h * (2 * x - twice) ** 2 > sum((2 * x - 2 * y) ** 2 for y in values) for x in values
            ):
                return False
    return True


def longer_ones(norms: tuple[int, ...]) -> bool:
    """Check that at most the shipped number of records is above a threshold that the j-th does not
    exceed.
    """
    rising, n = sorted(norms), len(norms)
    return all(
        sum(x > c for x in norms) <= bounds.clipped_records(n, rank, rank - j)
        for rank in range(1, n + 1)
        for j in range(1, rank + 1)
        for c in range(rising[j - 1], 5)
    )


def moves_inward(case: tuple[tuple[int, ...], Fraction, int]) -> bool:
    """Check the shipped clipping with truncation: every coordinate is between 0 and itself."""
    x, squared, steps = case
    return all(
        0 <= w * v <= steps * v * v for v, w in zip(x, truncated(x, squared, steps), strict=True)
    )


def within_bound(case: tuple[Data, tuple[int, ...], tuple[int, ...], Fraction]) -> bool:
    """Check that inside the events the whole mechanism errs by at most the shipped bound.

    For `paper` this holds where the rotation did what it must; for `exact`, for all signs.
    """
    data, signs, picks, rho = case
    n, d, beta = len(data), len(data[0]), HALF
    u = max(*map(max, data), 1)
    width = root(
        Fraction(
            max(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for x in data for y in data)
        ),
        2,
    )
    spread = width * tails.spread(d, beta / bounds.SHARES / bounds.pairs(Fraction(n)))
    turned = [rotation.rotate(x, signs) for x in data]
    for constants in ("paper", "exact"):
        if constants == "paper" and any(
            compare(Fraction(max(column) - min(column)), spread) > 0
            for column in zip(*turned, strict=True)
        ):
            continue
        estimate = play(
            ShiftedClippedMean(rho, u, d, n, beta=beta / bounds.SHARES, constants=constants),
            data,
            signs,
            picks,
            beta / bounds.SHARES,
        )
        off = root(
            sum(
                (
                    (e - Fraction(sum(column), n)) ** 2
                    for e, column in zip(estimate, zip(*data, strict=True), strict=True)
                ),
                Fraction(0),
            ),
            2,
        )
        if compare(off, bounds.error_bound(width, n, d, u, rho, beta, constants)) > 0:
            return False
    return True


def printed_rate(
    n: int, d: int, u: int, rho: Fraction, beta: Fraction, logarithm: bool = True
) -> Number:
    """Return the printed rate (sqrt(d/rho) + tau) sqrt(log(n d/beta))/n."""
    size = log(Fraction(d * u))
    total = root(d / rho, 2) + root(size * log(size * d / beta) / rho, 2)
    found: Number = total * (root(log(n * d / beta), 2) if logarithm else 1) / n
    return found


def grid() -> Iterator[tuple[int, int, int, Fraction, Fraction]]:
    """Return parameters with d u >= 2 and rho <= 1."""
    return product(
        (10**3, 10**4, 10**6, 10**9),
        (1, 2, 5, 8, 100, 1024),
        (2, 3, 2**10, 2**32),
        (Fraction(1, 1000), Fraction(1, 10), Fraction(1)),
        (HALF, Fraction(1, 10), Fraction(1, 1000)),
    )


def at_the_rate(case: tuple[int, int, int, Fraction, Fraction]) -> bool:
    """Check that the shipped bound is at most 40 times the printed rate, where n is large enough.

    And ceil(tau') is at most 15 tau sqrt d.
    """
    n, d, u, rho, beta = case
    size = log(Fraction(d * u))
    if (
        compare(
            Fraction(bounds.median_error(10**12, d, u, rho, beta / bounds.SHARES)),
            15 * root(size * log(size * d / beta) / rho * d, 2),
        )
        > 0
    ):
        return False
    try:
        return (
            compare(
                bounds.error_bound(Fraction(1), n, d, u, rho, beta),
                40 * printed_rate(n, d, u, rho, beta),
            )
            <= 0
        )
    except InvalidInput:
        return True


def without_the_logarithm(case: tuple[int, int, int, Fraction, Fraction]) -> bool:
    """Check `constants = exact` against 35 times the printed rate without its root of a logarithm.

    The root is sqrt(log(n d/beta)), and n >= 4 ceil(tau').
    """
    n, d, u, rho, beta = case
    if n < 4 * bounds.median_error(10**12, d, u, rho, beta / bounds.SHARES, "exact"):
        return True
    return (
        compare(
            bounds.error_bound(Fraction(1), n, d, u, rho, beta, "exact"),
            35 * printed_rate(n, d, u, rho, beta, logarithm=False),
        )
        <= 0
    )


def without_dimension(k: int) -> bool:
    """Tell whether O(tau) w/n holds with the constant 40: d = 2^k, u = 2, rho = 1, beta = 1/2, n =
    10^12.
    """
    n, d, size = 10**12, 1 << k, log(Fraction(2 << k))
    return (
        compare(
            bounds.error_bound(Fraction(1), n, d, 2, Fraction(1), HALF, "exact"),
            40 * root(size * log(2 * d * size), 2) / n,
        )
        <= 0
    )


STEPS = (
    identity(
        "d rho/(4 d) + 3 rho/4 = rho",
        A,
        lambda r, d: (d * shifted.median_share(r, d) + shifted.rest_share(r), r),
    ),
    identity(
        "of 3 rho/4: 3 rho/16 for the threshold, 9 rho/16 for the mean",
        A,
        lambda r, d: (
            private_threshold.threshold_share(shifted.rest_share(r))
            + d * private_threshold.mean_share(shifted.rest_share(r)),
            3 * r / 16 + d * (9 * r / 16),
        ),
    ),
    exhaustive(
        "the corrected mechanism spends rho",
        lambda: product((1, 2, 3, 8), (1, 2, 9), (Fraction(1, 7), Fraction(2))),
        lambda c: ShiftedClippedMean(c[2], c[1], c[0], 10**6).real_rho == c[2],
    ),
    counterexample("as printed there is no rho-zCDP at d = u = 1", printed_is_private, (1, 1)),
    counterexample(
        "squared norms above d u^2 at d = 2, u = 1, medians between the records",
        lambda case: norms_within(case),
        (2, 1),
        lambda: [(1, u) for u in range(1, 7)],
    ),
    counterexample(
        "a negative coordinate at d = 1, x = 1", lambda x: not_negative(x), 1, lambda: [0]
    ),
    positive(
        "around medians in [-d u, d u]: squared norm at most d' (2 d u)^2",
        A,
        lambda d, u, x, z: (
            shifted.squared_norm_bound(1, d, u)
            - (
                shifted.coordinate_bound(d, u) * (2 * x - 1)
                - shifted.coordinate_bound(d, u) * (2 * z - 1)
            )
            ** 2
        ),
        strict=False,
    ),
    identity(
        "that bound is d' times one coordinate's",
        A,
        lambda d, u, n: (
            shifted.squared_norm_bound(n, d, u),
            n * shifted.squared_norm_bound(1, d, u),
        ),
    ),
    identity(
        "N pairs, each failing with beta/N",
        A,
        lambda b, n: (bounds.pairs(n + 1) * (b / bounds.pairs(n + 1)), b),
        ("union_bound",),
    ),
    exhaustive(
        "N counts the pairs",
        lambda: range(2, 30),
        lambda n: bounds.pairs(n) == len(list(combinations(range(n), 2))),
    ),
    identity(
        "four events, each failing with beta/4",
        A,
        lambda b: (4 * (b / bounds.SHARES), b),
        ("union_bound",),
    ),
    exhaustive(
        "where a median has room between the ends, n up to 60",
        lambda: range(1, 61),
        median_has_room,
    ),
    smt(
        "between the extremes of its coordinate a median is near every record",
        {"a": REAL, "b": REAL, "x": REAL, "c": REAL, "s": REAL},
        lambda v: v.a <= v.x and v.x <= v.b and v.a <= v.c and v.c <= v.b and v.b - v.a <= v.s,
        lambda v: abs(v.x - v.c) <= v.s,
        lambda v: abs(v.x - v.c) <= v.s / 2,
    ),
    identity(
        "d' coordinates of at most S w: the squared norm is at most r^2, r = sqrt(d') S w",
        E,
        lambda q, s, w: (q**2 * (s * w) ** 2, (q * s * w) ** 2),
    ),
    smt(
        "c between x and y: |x - c| <= |x - y|",
        {"x": REAL, "y": REAL, "c": REAL},
        lambda v: (v.x >= v.c and v.c >= v.y) or (v.x <= v.c and v.c <= v.y),
        lambda v: abs(v.x - v.c) <= abs(v.x - v.y),
        lambda v: abs(v.x - v.c) <= abs(v.y - v.c),
    ),
    exhaustive(
        "h (x_i - c)^2 <= sum of (x_i - x_k)^2: up to five records in {0, .., 3}",
        lambda: (x for n in range(1, 6) for x in product(range(4), repeat=n)),
        far_from_half,
    ),
    identity(
        "h r^2 = (n - 1) d' w^2 at r = sqrt(d') S w, S^2 = (n - 1)/h",
        E,
        lambda q, w, n, m: (m * (q * w) ** 2 * bounds.squared_reach(n, m), (n - 1) * q**2 * w**2),
    ),
    exhaustive(
        "records above a threshold of rank m - tau at least: all norms in {0, .., 4}",
        lambda: (x for n in range(1, 6) for x in product(range(5), repeat=n)),
        longer_ones,
    ),
    identity(
        "n - (m - tau) of them", E, lambda n, m, c: (bounds.clipped_records(n, m, c), n - (m - c))
    ),
    exhaustive(
        "clipped and truncated coordinates move toward 0 and no further",
        lambda: product(
            product((-3, -1, 0, 2, 5), repeat=2),
            (Fraction(0), HALF, Fraction(3), Fraction(20)),
            (1, 2, 7),
        ),
        moves_inward,
    ),
    positive(
        "so a record moves by at most its norm",
        A,
        lambda u, x: u**2 - (u - u * x) ** 2,
        strict=False,
    ),
    identity(
        "the noise has variance (C s)^2 a coordinate, s^2 = 32/(9 rho)",
        E,
        lambda c, r, m: (
            clipping.lattice_variance(
                4, c**2, m, private_threshold.mean_share(shifted.rest_share(r))
            )
            / m**2,
            c**2 * clipping.noise_weight(4, 1, private_threshold.mean_share(shifted.rest_share(r))),
        ),
    ),
    identity(
        "s^2 = 32/(9 rho)",
        E,
        lambda r: (
            clipping.noise_weight(4, 1, private_threshold.mean_share(shifted.rest_share(r))),
            32 / (9 * r),
        ),
    ),
    identity(
        "(k r + C s l)/n at C = r, over sqrt(d'), is the shipped error",
        E,
        lambda k, g, l, s, w, q, n: (
            (k * (q * s * w) + g * l * (q * s * w)) / n / q,
            bounds.error(s, w, k, g * l, n),
        ),
    ),
    positive(
        "a smaller C has less noise",
        E,
        lambda g, l, c, k: (c + k) * g * l - c * g * l,
        strict=False,
    ),
    exhaustive("the whole mechanism inside the events, three data sets", plays, within_bound),
    exhaustive(
        "at most 40 times the printed rate, and 15 tau sqrt d, on a grid", grid, at_the_rate
    ),
    exhaustive(
        "constants = exact: at most 35 times the rate without the logarithm, on a grid",
        grid,
        without_the_logarithm,
    ),
    counterexample(
        "with the constant 40 and without sqrt(d/rho) it fails at d = 2^13",
        without_dimension,
        13,
        lambda: range(1, 13),
    ),
)


def holds(offsets: list[int], signs: list[int], m: int) -> bool:
    """Check any thirty records of two coordinates, with any directions of the noisy counts."""
    values = [abs(v) for v in offsets] + [m]
    data = tuple((values[i % len(values)], values[(i * i + 1) % len(values)]) for i in range(30))
    bits = [2 * s - 1 for s in signs] or [1]
    return within_bound((data, (bits[0], bits[-1]), tuple(bits), Fraction(20)))


THEOREM = Theorem(
    id="instance_shifted",
    title="The shifted clipped mean with all constants",
    statement="the shares add up to rho; with probability at least 1 - beta the error is at most S w "
    "(k + s l)/n for the shipped S, k, s and l",
    source="instance Section 3.3, Theorem 3.3",
    steps=STEPS,
    covers=("shifted_clipped_mean.error_bound",),
    depends_on=("instance_tails", "instance_rotation", "instance_rank_error"),
    programs=("shifted_clipped_mean",),
    holds=holds,
    claims=rows(__file__),
)
