"""How many records an interior point needs, and what follows for means and for quantiles.

Claim.       A rho-zCDP M with an interior point, probability 2/3 and every data set, has rho n^2 >= log(4 m^2/3)/3, m =
             u (u + 1)^(d - 1), and rho >= log(2)/3 for n = d = u = 1; so n >= sqrt(2 d log(u)/(3
             rho)) and n >= sqrt(d log(2)/(3 rho)). The same holds of every M whose error is at most
             c w(D)/n on every D, for whatever c. A quantile of rank m among n with rank error tau
             has tau >= min{m, n + 1 - m} or rho (2 tau + 1)^2 >= log(4 u^2/3)/3.
Source.      instance Section 4: Theorem 4.3, Corollary 4.1 and their proofs; Sections 1.2 and 3.2.
Derivation.  (1) n records equal to Z: only Z is an interior point; w = 0, so an error of c w/n is none. All (u + 1)^d
             data sets can be told apart, any two differ in at most n records:
             `instance_information` with that m or a smaller one. (2) 2 tau + 1 records equal to Z,
             m - 1 - tau zeros before and n - m - tau times u after them: ranks m - tau to m + tau
             are Z. (3) The answers 0 and u have the rank errors m and n + 1 - m.
Trusted.     What `instance_information` trusts.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, log
from dpmean.mechanisms.instance import lower_bounds as lower

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT
from ...theorem import Theorem, rows
from .instance_information import fano_power, informed, tables

B = Ring({"b": POSITIVE}, powers="k")
L = Ring(
    {
        "l": NONNEGATIVE,
        "s": NONNEGATIVE,
        "t": POSITIVE,
        "h": NONNEGATIVE,
        "x": ANY,
        "y": ANY,
        "z": NONNEGATIVE,
        "d": POSITIVE,
    }
)
RHOS = tuple(Fraction(*q) for q in ((1, 1000), (1, 100), (1, 9), (1, 4), (1, 2), (1, 1), (7, 2)))
TINY = Fraction(1, 10**30)


def others(d: int, u: int) -> int:
    """Return u (u + 1)^(d - 1)."""
    return u * (u + 1) ** (d - 1)


def needed(d: int, u: int) -> Number:
    """Return what rho n^2 is at least, written down once more."""
    return log(Fraction(2) if d == u == 1 else Fraction(4 * others(d, u) ** 2, 3)) / 3


def universe_information(case: tuple[int, int]) -> bool:
    """Check that the shipped bound is this one, and at most the one for all points of the
    universe.
    """
    shipped, whole = (
        lower.information_of_universe(*case),
        lower.least_divergence((case[1] + 1) ** case[0] - 1),
    )
    same = compare(shipped - needed(*case), TINY) < 0 and compare(needed(*case) - shipped, TINY) < 0
    return same and compare(shipped - whole, TINY) < 0


def size_is_least(case: tuple[int, int, Fraction]) -> bool:
    """Check that the shipped n is allowed, and n - 1 is not."""
    d, u, rho = case
    n = lower.interior_point_size(d, u, rho)
    return compare(n**2 * rho, needed(d, u)) > 0 and compare((n - 1) ** 2 * rho, needed(d, u)) < 0


def interior(data: tuple[int, ...], y: Fraction) -> bool:
    """Tell whether y is one coordinate of an interior point."""
    return min(data) <= y <= max(data)


def only_itself(case: tuple[int, int, int]) -> bool:
    """Check n equal records: of all points of the universe only theirs is interior, and only that
    is their mean.
    """
    n, u, z = case
    data = (z,) * n
    return all(
        interior(data, Fraction(y)) == (y == z) == (Fraction(sum(data), n) == y)
        for y in range(u + 1)
    )


def near_is_interior(c: int) -> bool:
    """Tell whether every number within c w/n of the mean is interior, for two to four records on
    {0, 1, 2}.

    The numbers are at distance exactly c w/n on both sides.
    """
    for n in (2, 3, 4):
        for data in product((0, 1, 2), repeat=n):
            mean, far = Fraction(sum(data), n), c * Fraction(max(data) - min(data), n)
            if not (interior(data, mean - far) and interior(data, mean + far)):
                return False
    return True


def has_rank_error(data: tuple[int, ...], u: int, rank: int, tau: int, y: int) -> bool:
    """Tell whether x_(m - tau) <= y <= x_(m + tau), where x_(j) is 0 for j < 1 and u for j > n."""
    rising = sorted(data)
    low = rising[rank - tau - 1] if rank - tau >= 1 else 0
    high = rising[rank + tau - 1] if rank + tau <= len(data) else u
    return low <= y <= high


def padded(case: tuple[int, int]) -> bool:
    """Check every rank and tau < min{m, n + 1 - m}: the padded block of 2 tau + 1 records has one
    answer only.
    """
    n, u = case
    for rank in range(1, n + 1):
        for tau in range(min(rank, n + 1 - rank)):
            for z in range(u + 1):
                data = (0,) * (rank - 1 - tau) + (z,) * (2 * tau + 1) + (u,) * (n - rank - tau)
                if len(data) != n or any(
                    has_rank_error(data, u, rank, tau, y) != (y == z) for y in range(u + 1)
                ):
                    return False
    return True


def constants_have(case: tuple[int, int]) -> bool:
    """Check that the answers 0 and u have the rank errors m and n + 1 - m on every data set."""
    n, u = case
    return all(
        has_rank_error(x, u, m, m, 0) and has_rank_error(x, u, m, n + 1 - m, u)
        for x in product(range(u + 1), repeat=n)
        for m in range(1, n + 1)
    )


def rank_error_is_least(case: tuple[int, Fraction, int]) -> bool:
    """Check that the shipped tau satisfies what is proved and tau - 1 does not.

    It is checked without n, and for every rank among n.
    """
    u, rho, n = case
    tau = lower.rank_error_lower_bound(u, rho)
    if not (
        compare((2 * tau + 1) ** 2 * rho, needed(1, u)) > 0
        and (tau == 0 or compare((2 * tau - 1) ** 2 * rho, needed(1, u)) < 0)
    ):
        return False
    for m in range(1, n + 1):
        trivial = Fraction(min(m, n + 1 - m))
        if (
            lower.rank_error_lower_bound(u, rho, n, m)
            != (trivial if compare(tau, trivial) > 0 else tau)
            or lower.rank_error_lower_bound(u, Fraction(0), n, m) != trivial
        ):
            return False
    return True


def for_every_n(j: int) -> bool:
    """Tell whether Corollary 4.1 holds without a word about n.

    The setting is one record, u = 1, rho = 1/j, and the answer 0, which has rank error 1.
    """
    return compare(lower.rank_error_lower_bound(1, Fraction(1, j)), Fraction(1)) <= 0


STEPS = (
    exhaustive(
        "equal records: one interior point, which is the mean",
        lambda: ((n, u, z) for n in (1, 2, 3) for u in (1, 2, 4) for z in range(u + 1)),
        only_itself,
    ),
    identity(
        "the other points: (u + 1)^d - 1 = u (u + 1)^(d - 1) + (u + 1)^(d - 1) - 1, b = u + 1, "
        "k = d - 1",
        B,
        lambda b, k: (b ** (k + 1) - 1, (b - 1) * b**k + (b**k - 1)),
    ),
    identity(
        "log m for d = 1 and for one more coordinate",
        L,
        lambda d, x, y: (
            lower.log_others(1, x, y) + lower.log_others(d + 1, x, y),
            x + lower.log_others(d, x, y) + y,
        ),
    ),
    exhaustive(
        "the shipped bound for small universes",
        lambda: product((1, 2, 3, 5), (1, 2, 3, 7)),
        universe_information,
    ),
    exhaustive(
        "the shipped size is the least",
        lambda: product((1, 2, 10), (1, 2, 100), RHOS),
        size_is_least,
    ),
    positive(
        "at least (2/3) d log u: log u = l, log(u + 1) = l + s, log(4/3) = t, d = 1 + h",
        L,
        lambda l, s, t, h: (
            lower.information(lower.log_others(1 + h, l, l + s), t) - Fraction(2, 3) * (1 + h) * l
        ),
    ),
    positive(
        "at least (d/3) log 2 for d >= 2: log u = z, log(u + 1) = l + s, l = log 2",
        L,
        lambda l, s, z, t, h: (
            lower.information(lower.log_others(2 + h, z, l + s), t) - (2 + h) / 3 * l
        ),
    ),
    positive(
        "and for d = 1, u >= 2: log u = l + s",
        L,
        lambda l, s, z, t: lower.information(lower.log_others(1, l + s, z), t) - l / 3,
    ),
    identity(
        "the printed chain: KL(2/3, 1/N) three times, as a power of e, N = 2 + h",
        L,
        lambda h: (fano_power(2 + h), 4 * (2 + h) ** 3 / (27 * (1 + h))),
    ),
    positive(
        "is above log N - log 2 - (1/3) log N", L, lambda h: fano_power(2 + h) - (2 + h) ** 2 / 8
    ),
    positive(
        "so above the printed log N - log 2 - (2/3) log N",
        L,
        lambda h: fano_power(2 + h) - (2 + h) / 8,
    ),
    exhaustive("the information of two and three laws of sixths", tables, informed),
    counterexample(
        "a point within c w/n of the mean need not be interior: c = 2",
        near_is_interior,
        2,
        lambda: [0, 1],
    ),
    smt(
        "the block: 2 tau + 1 ranks, and what is before and after it",
        {"m": INT, "n": INT, "t": INT},
        lambda v: v.t >= 0 and v.t < v.m and v.t < v.n + 1 - v.m,
        lambda v: (
            v.m - 1 - v.t >= 0
            and v.n - v.m - v.t >= 0
            and (v.m - 1 - v.t) + (2 * v.t + 1) + (v.n - v.m - v.t) == v.n
        ),
        lambda v: v.m - 1 - v.t >= 1,
    ),
    exhaustive("padded data, up to six records", lambda: product(range(1, 7), (1, 2, 3)), padded),
    exhaustive(
        "constant answers, up to four records", lambda: product(range(1, 5), (1, 2)), constants_have
    ),
    exhaustive(
        "the shipped rank error is the least",
        lambda: product((1, 2, 100, 2**32), RHOS, (1, 2, 5)),
        rank_error_is_least,
    ),
    counterexample(
        "without min{m, n + 1 - m} it fails for one record at rho = 1/39",
        for_every_n,
        39,
        lambda: range(1, 39),
    ),
)


def holds(n: int, order: int, m: int) -> bool:
    """Check that sizes and rank errors are the least that are allowed."""
    rho = Fraction(m, 97)
    return (
        size_is_least((n + 1, order + 1, rho))
        and rank_error_is_least((order + 1, rho, m))
        and padded((1 + n % 6, 1 + order % 3))
    )


THEOREM = Theorem(
    id="instance_interior_point",
    title="Interior points, means and quantiles need this many records",
    statement="an interior point, or a mean with an error in proportion to the diameter, under "
    "rho-zCDP with probability 2/3 needs 3 rho n^2 >= log(4 m^2/3), m = u (u + 1)^(d - 1); "
    "a quantile with rank error tau < min{m, n + 1 - m} needs 3 rho (2 tau + 1)^2 >= log(4 "
    "u^2/3)",
    source="instance Theorem 4.3, Corollary 4.1",
    steps=STEPS,
    covers=("instance.interior_point_size", "instance.rank_error_lower_bound"),
    depends_on=("instance_information",),
    holds=holds,
    claims=rows(__file__),
)
