"""No optimality ratio is smaller than of the order sqrt(d/rho), by a packing; and what the worst
case is.

The packing has no logarithms and serves for every n.

Claim.       A rho-zCDP M with |M(D) - f(D)| <= c w(D)/n, probability 2/3, for every D has c >= max{k, l u/(4
             ceil(u/2))} for all integers k, l with 3 k^2 rho < log 2 and 3 l^2 rho < (d/2)
             log(27/16) - log 3, hence c >= sqrt(d/rho)/32 for all d, u, n and rho <= d/64. The
             worst-case error of every M is at least max{k/2, l/4} sqrt(d) u/n, k, l <= n.
Source.      instance Theorem 4.2, Lemma 4.2, Sections 1, 1.1, 1.2 and 4; the packing in place of the reduction from
             Gaussian data: this project.
Derivation.  (1) {0, 1}^d has N >= (27/16)^(d/4) words with pairwise distances above d/4: choose greedily; each word
             excludes the V words within d/4, and V 3^(3d/4) <= sum of C(d, i) 3^(d - i) = 4^d, so N
             >= 2^d/V. (2) Of n records let l be u times a word, the others in the middle of the
             universe: w <= ceil(u/2) sqrt(d), the means are more than l u sqrt(d)/(2 n) apart. If c
             <= l u/(4 ceil(u/2)), the balls of radius c w/n are disjoint: the data sets can be told
             apart, they differ in l records, and `instance_information` says l^2 rho >= log(4 (N -
             1)^2/3)/3 with N - 1 >= N/2. (3) With the two words 0 and (1, .., 1) the sum of the two
             diameters is the distance: c >= k. (4) l, k < n because n equal records need more
             (`instance_interior_point`); otherwise there is no M at all. (5) The worst case: the
             same with equal radii. (6) Theorem 4.2's own proof compares 1 + c/sqrt(n) with
             sqrt(d/(rho n)), which says something where rho is below d/n, not sqrt(d/n).
Trusted.     What `instance_information` trusts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, log
from dpmean.mechanisms.instance import lower_bounds as lower

from ...domains.codes import greedy, volume
from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import cited, counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .instance_two_points import some_error

P = Ring(
    {
        "x": FULL,
        "k": POSITIVE,
        "u": POSITIVE,
        "a": POSITIVE,
        "d": POSITIVE,
        "n": POSITIVE,
        "s": NONNEGATIVE,
        "l": ANY,
        "t": ANY,
        "r": POSITIVE,
    }
)
L = Ring(
    {
        "l": NONNEGATIVE,
        "s": NONNEGATIVE,
        "x": NONNEGATIVE,
        "y": NONNEGATIVE,
        "z": NONNEGATIVE,
        "h": NONNEGATIVE,
    }
)
RHOS = tuple(Fraction(*q) for q in ((0, 1), (1, 1000), (1, 50), (1, 9), (1, 4), (1, 2), (3, 1)))
Vector = tuple[int, ...]


def code_is_large(d: int) -> bool:
    """Check that the greedy code fills the cube, and has at least CODE_BASE^(d/4) words."""
    n = len(greedy(d))
    return n * volume(d) >= 2**d and n**4 >= lower.CODE_BASE**d


def volume_is_small(d: int) -> bool:
    """Check that V^4 27^d <= 256^d, and the binomial theorem at 3."""
    return (
        volume(d) ** 4 * 27**d <= 256**d
        and sum(comb(d, i) * 3 ** (d - i) for i in range(d + 1)) == 4**d
    )


def code_information(d: int) -> bool:
    """Check that the shipped bound is log(4 (N/2)^2/3)/3 for N = CODE_BASE^(d/4).

    It is at most that of the greedy code, where this has two words.
    """
    shipped, tiny = lower.information_of_code(d), Fraction(1, 10**30)
    written = (log(lower.CODE_BASE**d) / 2 - log(Fraction(3))) / 3
    words = len(greedy(d)) if d <= 9 else 0
    return (
        compare(shipped - written, tiny) < 0
        and compare(written - shipped, tiny) < 0
        and (words < 2 or compare(shipped, lower.least_divergence(words - 1)) < 0)
    )


def disjoint(a: Fraction, b: Fraction, distance: Fraction) -> bool:
    """Tell whether sqrt a + sqrt b < sqrt distance."""
    return a + b < distance and 4 * a * b < (distance - a - b) ** 2


def dataset(word: Vector, others: Vector, n: int, k: int) -> tuple[tuple[Fraction, ...], int]:
    """Return the mean and the squared diameter of k records equal to the word and n - k equal to
    the other vector.
    """
    mean = tuple(Fraction(k * x + (n - k) * y, n) for x, y in zip(word, others, strict=True))
    return mean, sum((x - y) ** 2 for x, y in zip(word, others, strict=True))


def apart(
    words: list[Vector], others: Vector, n: int, k: int, ratio: Fraction, error: Fraction
) -> bool:
    """Tell whether balls of radii ratio w/n, and of radii sqrt(error), around the means of all
    words are disjoint.
    """
    for one, two in combinations(words, 2):
        (p, v), (q, w) = dataset(one, others, n, k), dataset(two, others, n, k)
        distance = sum(((x - y) ** 2 for x, y in zip(p, q, strict=True)), Fraction(0))
        if not (
            disjoint(ratio**2 * v / n**2, ratio**2 * w / n**2, distance)
            and disjoint(error, error, distance)
        ):
            return False
    return True


def geometry(case: tuple[int, int, int, int]) -> bool:
    """Check the greedy code (at the shipped ratio), the pair (just below its own), and shipped
    worst-case errors.
    """
    d, u, n, k = case
    middle = (u - lower.half_up(u),) * d
    words = [tuple(u * (w >> i & 1) for i in range(d)) for w in greedy(d)]
    error = d * (lower.by_code(Fraction(k), Fraction(1), 1) * u / n) ** 2
    pair = [(0,) * d, (u,) * d]
    below = lower.by_pair(Fraction(k)) - Fraction(1, 100)
    return apart(
        words, middle, n, k, lower.by_code(Fraction(k), Fraction(u), lower.half_up(u)), error
    ) and apart(pair, middle, n, k, below, d * (below / 2 * u / n) ** 2)


def most(budget: Number, rho: Fraction, limit: int) -> int:
    """Return by trial the greatest k <= limit with k^2 rho below the budget."""
    return max((k for k in range(1, limit + 1) if compare(k**2 * rho, budget) < 0), default=0)


def shipped_ratio(case: tuple[int, int, int, Fraction]) -> bool:
    """Check the shipped ratio and worst-case error by trial; no ratio exactly where n equal records
    say too little.
    """
    d, u, n, rho = case
    pair, code = log(Fraction(2)) / 3, (log(lower.CODE_BASE) * d / 2 - log(Fraction(3))) / 3
    k, l = most(pair, rho, n), most(code, rho, n)
    worst = max(Fraction(k, 2), Fraction(l, 4)) * Fraction(u, n)
    root = lower.worst_case_lower_bound(d, u, n, rho)
    if root**2 != worst**2 * d:
        return False
    try:
        found = lower.optimality_ratio(d, n, rho, u)
    except InvalidInput:
        return compare(Fraction(n), least_size(d, u, rho)) < 0
    return (
        compare(Fraction(n), least_size(d, u, rho)) >= 0
        and found == max(Fraction(k), Fraction(l) * u / (4 * -(-u // 2)))
        and max(k, l) < n
    )


def least_size(d: int, u: int, rho: Fraction) -> Number:
    """Return the shipped least number of records; none is enough for rho = 0."""
    return lower.interior_point_size(d, u, rho) if rho else Fraction(10**12)


def settings() -> Iterator[tuple[int, int, int, Fraction]]:
    """Return d (squares, so that roots are rational), u, n and rho."""
    return product((1, 4, 16, 49, 400), (1, 2, 7), (1, 2, 5, 23, 60), RHOS)


def order_holds(case: tuple[int, Fraction]) -> bool:
    """Check that the shipped ratio for large n is at least sqrt(d/rho)/32, rho <= d/64, for u = 1
    and the default.
    """
    d, share = case
    rho = Fraction(d) * share / 64
    return all(
        compare(1024 * rho * lower.optimality_ratio(d, 10**9, rho, *u) ** 2, Fraction(d)) >= 0
        for u in ((), (1,), (2,), (10**9,))
    )


def numbers(_: int) -> bool:
    """Check that log(27/16) > 523/1000, log 3 < 10987/10000 and log(2)/3 > 14/64."""
    return (
        compare(log(lower.CODE_BASE), Fraction(523, 1000)) > 0
        and compare(log(Fraction(3)), Fraction(10987, 10000)) < 0
        and compare(lower.least_divergence(1), Fraction(14, 64)) > 0
    )


def printed_step(case: tuple[int, Fraction]) -> bool:
    """Tell whether rho <= sqrt(d/n) implies sqrt(d/(rho n)) >= 1, d = 1, hidden constants 1
    (Theorem 4.2's proof).
    """
    n, rho = case
    return rho**2 > Fraction(1, n) or 1 / (rho * n) >= 1


def worst_case_is_local(j: int) -> bool:
    """Tell whether the worst-case bound is at most R_nbr's greatest value, sqrt(d) u/n: n = 3, d =
    u = 1, rho = 1/j.
    """
    return compare(lower.worst_case_lower_bound(1, 1, 3, Fraction(1, j)), Fraction(1, 3)) <= 0


def ratio_may_be_one(j: int) -> bool:
    """Tell whether the bound of the ratio leaves c = 1 open at n = 3, d = u = 1, rho = 1/j."""
    return compare(lower.optimality_ratio(1, 3, Fraction(1, j)), Fraction(1)) <= 0


def noise_beats_the_middle(j: int) -> bool:
    """Tell whether the noise's root mean square is at most the middle's error, at n = d = u = 1,
    rho = 1/j.

    They are d u/(n sqrt(2 rho)) and sqrt(d) u/2, compared in squares.
    """
    return Fraction(j, 2) <= Fraction(1, 4)


def constant_errs(j: int) -> bool:
    """Tell whether Lemma 4.2 holds with the constant 1 at d = n = sigma = R = 1, eps = 1/j; the
    answer 0 errs by 1.
    """
    return j <= 1


def root_leads(root: int) -> bool:
    """Tell whether rho + 2 sqrt(rho) is at most 3 sqrt(rho), as for rho = 1, where delta = 1/e and
    rho = root^2.
    """
    return root**2 + 2 * root <= 3 * root


def least_code(h: Any, s: Any, z: Any, l: Any) -> Any:
    """Return information_of_code at d = 15 + h.

    The logarithms are log(27/16) = 523/1000 + s, log 2 = l and log 3 = 10987/10000 - z.
    """
    return lower.information(
        lower.log_words(15 + h, Fraction(523, 1000) + s) - l, 2 * l - Fraction(10987, 10000) + z
    )


STEPS = (
    smt(
        "words within d/4: 4 (d - i) >= 3 d",
        {"d": INT, "i": INT},
        lambda v: v.i >= 0 and 4 * v.i <= v.d,
        lambda v: 4 * (v.d - v.i) >= 3 * v.d,
        lambda v: 4 * (v.d - v.i) >= 3 * v.d + 1,
    ),
    identity(
        "2^d over 4^d/3^(3d/4), to the fourth: 16 times 27/256",
        P,
        lambda d: (16 * Fraction(27, 256) + 0 * d, lower.CODE_BASE + 0 * d),
    ),
    exhaustive(
        "the volume and the binomial theorem, d up to 120", lambda: range(1, 121), volume_is_small
    ),
    exhaustive("greedy codes, d up to 9", lambda: range(1, 10), code_is_large),
    identity(
        "the shipped information of N/2 other words",
        P,
        lambda d, l, t: (3 * lower.information(lower.log_words(d, l) - t, 2 * t), d * l / 2),
    ),
    exhaustive(
        "the shipped information of codes, d up to 40", lambda: range(1, 41), code_information
    ),
    positive(
        "it is at most that of the universe: log(27/16)/4 = l - s, log 2 = l, log u = x, log(u "
        "+ 1) = l + y, d = 1 + h",
        L,
        lambda l, s, x, y, h: (
            lower.log_others(1 + h, x, l + y) - (lower.log_words(1 + h, 4 * (l - s)) - l)
        ),
        strict=False,
    ),
    smt(
        "the middle: integer, and at most ceil(u/2) from 0 and u",
        {"u": INT},
        lambda v: v.u >= 1,
        lambda v: (
            v.u - lower.half_up(v.u) >= 0
            and v.u - lower.half_up(v.u) <= lower.half_up(v.u)
            and 2 * lower.half_up(v.u) <= v.u + 1
        ),
        lambda v: v.u - lower.half_up(v.u) == lower.half_up(v.u),
    ),
    positive(
        "the code's balls: (2 c ceil(u/2))^2 d < l^2 u^2 H for 4 H >= d + 1 and every c up to "
        "the shipped",
        P,
        lambda x, k, u, a, d, s: (
            k**2 * u**2 * (d + 1 + s) / 4 - (2 * x * lower.by_code(k, u, a) * a) ** 2 * d
        ),
    ),
    identity(
        "the pair's balls: c times the sum of the diameters against k times it",
        P,
        lambda x, k, u, d: (
            lower.by_pair(k) * u * d - x * lower.by_pair(k) * u * d,
            (1 - x) * k * u * d,
        ),
    ),
    smt(
        "balls of radii r, s with r + s < distance are disjoint",
        {"a": REAL, "c": REAL, "r": REAL, "s": REAL, "w": REAL},
        lambda v: v.a >= 0 and v.c >= 0 and v.a + v.c >= v.w and v.r + v.s < v.w and v.a <= v.r,
        lambda v: v.c > v.s,
        lambda v: v.c > v.s + v.a,
    ),
    positive(
        "the worst case: (2 r n)^2 < l^2 u^2 H for r up to the shipped",
        P,
        lambda x, k, u, d, n, s: (
            k**2 * u**2 * (d + 1 + s) / 4
            - d * (2 * x * n * lower.moved(lower.by_code(k, 1, 1) * u, n)) ** 2
        ),
    ),
    exhaustive(
        "data sets of greedy codes and pairs",
        lambda: (
            (d, u, n, k)
            for d in (1, 2, 3, 5, 6)
            for u in (1, 2, 3)
            for n, k in ((2, 1), (5, 2), (5, 4))
        ),
        geometry,
    ),
    exhaustive("the shipped ratio and worst-case error", settings, shipped_ratio),
    exhaustive("three logarithms", lambda: [0], numbers),
    positive(
        "the code's information is at least d/16 from d = 15 on",
        L,
        lambda h, s, z, l: least_code(h, s, z, l) - (15 + h) / 16,
    ),
    smt(
        "the greatest integer below x is x/2 at least",
        {"x": REAL, "k": INT},
        lambda v: v.x > 1 and v.k <= v.x and v.x < v.k + 1,
        lambda v: 2 * v.k >= v.x,
        lambda v: 2 * v.k >= v.x + 1,
    ),
    identity(
        "d <= 14: (1/2) sqrt(d/(64 rho)) is sqrt(d/rho)/16; d >= 15: (1/8) sqrt(d/(16 rho)) is "
        "sqrt(d/rho)/32; squares",
        P,
        lambda d, r: (d / (64 * r) / 4 + d / (16 * r) / 64, d / r / 256 + d / r / 1024),
    ),
    exhaustive(
        "the shipped ratio is at least sqrt(d/rho)/32 for rho <= d/64",
        lambda: product(
            (*range(1, 41), 100, 1000, 10**6),
            (Fraction(1), Fraction(1, 2), Fraction(1, 17), Fraction(1, 10**4)),
        ),
        order_holds,
    ),
    counterexample(
        "without a condition on rho: n = 2, d = u = 1, an exact mechanism for e^eps = 4, rho = "
        "eps^2/2",
        some_error,
        4,
        lambda: [1, 2, 3],
    ),
    counterexample(
        "rho <= sqrt(d/n) does not give sqrt(d/(rho n)) >= 1: d = 1, n = 2, rho = 2/3",
        lambda c: printed_step(c),
        (2, Fraction(2, 3)),
        lambda: [
            (1, Fraction(1)),
            (1, Fraction(1, 2)),
            (1, Fraction(1, 3)),
            (1, Fraction(2, 3)),
            (2, Fraction(1)),
            (2, Fraction(1, 2)),
            (2, Fraction(1, 3)),
        ],
    ),
    identity(
        "nor more than any constant: n = k^4 d, rho = 1/k^2 has rho^2 = d/n and d/(rho n) = 1/k^2",
        P,
        lambda k, d: ((1 / k**2) ** 2 - d / (k**4 * d) + d / (1 / k**2 * (k**4 * d)), 1 / k**2),
    ),
    identity(
        "rho <= d/n gives d/(rho n) >= 1: rho = x d/n",
        P,
        lambda r, d, n: (d / (r * d / n * n), 1 / r),
    ),
    identity(
        "the reduction: s sqrt(d/n) + c s sqrt(d)/n, k = sqrt n",
        P,
        lambda s, d, k, t: (s * d / k + t * s * d / k**2, s * d / k * (1 + t / k)),
    ),
    positive(
        "rho + 2 sqrt(rho log(1/delta)) <= (sqrt R + 2 sqrt(log(1/delta))) sqrt(rho) for rho "
        "<= R: r = sqrt R, sqrt(rho) = x r",
        P,
        lambda x, r, s: (r + 2 * s) * (x * r) - ((x * r) ** 2 + 2 * (x * r) * s),
        strict=False,
    ),
    counterexample(
        "not for all rho: delta = 1/e, rho = 4, 8 against 6", root_leads, 2, lambda: [0, 1]
    ),
    counterexample(
        "the worst case is not R_nbr: n = 3, d = u = 1, rho = 1/39",
        lambda j: worst_case_is_local(j),
        39,
        lambda: range(1, 39),
    ),
    counterexample(
        "a ratio of 1 is impossible: n = 3, d = u = 1, rho = 1/18",
        lambda j: ratio_may_be_one(j),
        18,
        lambda: range(1, 18),
    ),
    counterexample(
        "Gaussian noise against the middle: n = d = u = 1, rho = 1", noise_beats_the_middle, 1
    ),
    counterexample(
        "Lemma 4.2 for every n and eps: the estimate 0 at eps = 1/2",
        lambda j: constant_errs(j),
        2,
        lambda: [1],
    ),
    identity(
        "|mu|^2 <= d R^2: a coordinate more", P, lambda d, r: ((d + 1) * r**2, d * r**2 + r**2)
    ),
    cited("the cited lower bound for Gaussian means", "Kamath-Li-Singhal-Ullman 2019"),
    cited("the diameter of Gaussian data", "Laurent-Massart 2000"),
)


def holds(order: int, n: int, m: int) -> bool:
    """Check the shipped ratio and worst-case error for any d, n and rho, and the geometry of small
    codes.
    """
    return (
        shipped_ratio(((order + 1) ** 2, m, n + 1, Fraction(m, 7 * n + 3)))
        and order_holds((order + 1, Fraction(1, m)))
        and geometry((1 + order % 5, m, n + 2, 1 + m % (n + 1)))
    )


THEOREM = Theorem(
    id="instance_packing",
    title="No better optimality ratio than sqrt(d/rho), by packing",
    statement="a rho-zCDP mean with error at most c w(D)/n on every D has c >= sqrt(d/rho)/32 for "
    "every d, u, n and rho <= d/64; in the worst case its error is at least of the order d "
    "u/(n sqrt(rho)), and sqrt(d) u/2 up to a constant where that is less",
    source="instance Theorem 4.2, Lemma 4.2, Sections 1, 1.1, 1.2",
    steps=STEPS,
    covers=("instance.optimality_ratio", "instance.worst_case_lower_bound"),
    depends_on=("instance_information", "instance_interior_point", "instance_two_points"),
    holds=holds,
    claims=rows(__file__),
)
