"""How much a zCDP mechanism's output can say: divergences and mutual information from above and
from below.

From below they are bounded where data sets can be told apart.

Claim.       rho-zCDP: KL(M(D), M(D')) <= k^2 rho for data sets that differ in k records, hence I(X; M(X)) <= k^2 rho
             for a random X of which k records vary. If m + 1 data sets can be told apart with
             probability 2/3 on average, the divergences of their ordered pairs are on average at
             least KL(2/3, 1/(3 m)) = log(4 m^3/(3 m - 1))/3. So no rho-zCDP mechanism has an error
             below w/(2 n) on D and its in-neighbours for rho < log(2)/3 (by three data sets:
             log(32/5)/3), none below w/n for rho < log(9/8)/2.
Source.      instance Definition 2.2, Lemma 4.3, Theorem 4.1 for zCDP; the bound by pairs, in place of Fano's: this
             project.
Derivation.  (1) t KL <= log E_P e^(t L) = t D_(1 + t) <= t (1 + t) k^2 rho for the loss L and every t > 0 (e^x >= 1 + x
             for x = t (L - KL)). (2) I is the mean divergence from the mixture; the mean over pairs
             exceeds it by the mean of KL(mixture, P_x) >= 0. (3) log x <= x - 1 pointwise: KL(P, Q)
             >= E_P g - E_Q e^g + 1 for every g. Take g = log(p/q) on the event that the output
             points to the own data set and log((1 - p)/(1 - q)) off it, p = 2/3, q = 1/(3 m), and
             average: events exclude each other, so that foreign ones have at most (1
             - s)/m on average where the own ones have s >= 2/3. (4) Three neighbours: M(D) gives
             one of the outer two's events at most 1/6 if its own has 2/3, and at most 1/2 in any
             case.
Trusted.     exp_and_log, expectation_is_monotone, fubini.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import exp
from dpmean.mechanisms.instance import lower_bounds as lower
from dpmean.privacy import groups

from ...domains.finite_laws import Law, laws
from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import cited, exhaustive, identity, positive
from ...theorem import Theorem, rows

D = Ring(
    {
        "p": POSITIVE,
        "q": POSITIVE,
        "e": POSITIVE,
        "g": ANY,
        "l": ANY,
        "a": ANY,
        "b": ANY,
        "c": ANY,
        "w": UNIT,
        "s": FULL,
        "t": NONNEGATIVE,
        "k": POSITIVE,
        "r": NONNEGATIVE,
        "h": NONNEGATIVE,
        "m": POSITIVE,
    }
)
FOREIGN = Fraction(1, 3)  # of 1/m: the failures


def own(m: Fraction) -> Fraction:
    """Return e^g on the own event: (2/3)/(1/(3 m))."""
    return lower.SUCCESS / (FOREIGN / m)


def other(m: Fraction) -> Fraction:
    """Return e^g off the own event: (1/3)/(1 - 1/(3 m))."""
    return (1 - lower.SUCCESS) / (1 - FOREIGN / m)


def heads() -> Fraction:
    """Return e^g on the event, for a coin of 1/2 against one of 2/3."""
    return Fraction(1, 2) / lower.SUCCESS


def tails() -> Fraction:
    """Return e^g off the event, for a coin of 1/2 against one of 2/3."""
    return Fraction(1, 2) / (1 - lower.SUCCESS)


def divergence_power(p: Law, q: Law) -> Fraction | None:
    """Return e^(6 KL(p, q)), exactly, for laws of sixths p; None if it is infinite."""
    result = Fraction(1)
    for x, y in zip(p, q, strict=True):
        if x and not y:
            return None
        result *= (x / y) ** int(6 * x) if x else 1
    return result


def apart(table: Sequence[Law]) -> bool:
    """Check the shipped bound on laws of sixths, one for each data set, outcome i pointing to the
    i-th.

    If they can be told apart with probability 2/3 on average, their divergences are at least the
    shipped bound, on average over the ordered pairs.
    """
    n = len(table)
    if sum((p[i] for i, p in enumerate(table)), Fraction(0)) < n * lower.SUCCESS:
        return True
    total = Fraction(1)
    for p, q in permutations(table, 2):
        found = divergence_power(p, q)
        if found is None:
            return True
        total *= found
    return bool(total >= lower.power_of_divergence(Fraction(n - 1)) ** (2 * n * (n - 1)))


def informed(table: Sequence[Law]) -> bool:
    """Check the information of the law of a uniform data set.

    It is at most the mean divergence over all pairs, and if the data sets can be told apart with
    probability 2/3, at least KL(2/3, 1/N).
    """
    n = len(table)
    mixture = tuple(sum(column, Fraction(0)) / n for column in zip(*table, strict=True))
    whole = Fraction(1)
    for p in table:
        found = divergence_power(p, mixture)
        assert found is not None
        whole *= found  # e^(6 n I)
    pairs = [divergence_power(p, q) for p, q in permutations(table, 2)]
    bounded, over_pairs = True, Fraction(1)  # e^(6 n^2 times the mean divergence over all pairs)
    for found in pairs:
        bounded, over_pairs = bounded and found is not None, over_pairs * (found or 1)
    if bounded and whole**n > over_pairs:
        return False
    told = sum((p[i] for i, p in enumerate(table)), Fraction(0)) >= n * lower.SUCCESS
    return not told or bool(whole**3 >= fano_power(Fraction(n)) ** (6 * n))


def fano_power(n: Any) -> Any:
    """Return e^(3 KL(2/3, 1/n)): the information that finds one of n data sets with probability
    2/3.
    """
    return (lower.SUCCESS * n) ** 2 * ((1 - lower.SUCCESS) / (1 - 1 / n))


def tables() -> Iterator[tuple[Law, ...]]:
    """Yield two laws of sixths on three outcomes, and three of them where each is right at least
    half of the time.
    """
    grid = laws(3)
    yield from product(grid, repeat=2)
    yield from product(*([p for p in grid if p[i] >= Fraction(1, 2)] for i in range(3)))


def threes(q: Law) -> bool:
    """Check three neighbours, where M(D) has the law q on the outcomes D', D, D'', none.

    Its neighbours' laws of sixths have 2/3 for their own outcome: one of the divergences is at
    least the shipped bounds.
    """
    worst: list[Fraction] = []
    for side in (0, 2):
        least: list[Fraction] = []
        for p in laws(4):
            both = divergence_power(p, q), divergence_power(q, p)
            if p[side] >= lower.SUCCESS and both[0] is not None and both[1] is not None:
                least.append(max(both[0], both[1]))
        if not least:
            return True
        worst.append(min(least))
    divided = lower.power_of_divergence(Fraction(2)) ** 2  # e^(6 log(32/5)/3)
    return max(worst) >= Fraction(9, 8) ** 3 and (q[1] < lower.SUCCESS or max(worst) >= divided)


def shipped_ranges(rho: Fraction) -> bool:
    """Check which bound is shipped for this rho, at diameter 1 and n = 2.

    It is decided here by e^(3 rho) and e^(2 rho) against rationals.
    """
    found = []
    for constants in ("paper", "exact"):
        try:
            found.append(lower.neighbour_lower_bound_zcdp(Fraction(1), 2, rho, constants))
        except InvalidInput:
            found.append(Fraction(0))
    thirds, halves = exp(3 * rho), exp(2 * rho)
    paper = Fraction(1, 4) if compare(thirds, Fraction(2)) < 0 else 0
    exact = (
        Fraction(1, 2)
        if compare(halves, Fraction(9, 8)) < 0
        else Fraction(1, 4)
        if compare(thirds, Fraction(32, 5)) < 0
        else 0
    )
    return found == [paper, exact]


STEPS = (
    identity(
        "the loss L has E (1 + t (L - KL)) = 1: two values of it",
        D,
        lambda w, a, b, t: (
            w * (1 + t * (a - (w * a + (1 - w) * b)))
            + (1 - w) * (1 + t * (b - (w * a + (1 - w) * b))),
            1 + 0 * w,
        ),
        ("exp_and_log", "expectation_is_monotone"),
    ),
    identity(
        "KL <= (1 + t) k^2 rho for all t > 0: k^2 rho and t times it",
        D,
        lambda t, k, r: ((1 + t) * groups.group_rho(r, k), groups.group_rho(r, k) + t * k**2 * r),
    ),
    identity(
        "KL(P, Q) >= E_P g - E_Q e^g + 1, at a point: p ((l - g) - 1 + x), x = e^(g - l) = q e^g/p",
        D,
        lambda p, q, e, g, l: (p * l - (p * g + p - q * e), p * ((l - g) - 1 + q * e / p)),
        ("exp_and_log", "expectation_is_monotone"),
    ),
    identity(
        "the mean over pairs exceeds the information by the mean of KL(mixture, P_x): two data "
        "sets, at a point",
        D,
        lambda w, p, q, a, b, c: (
            w * (1 - w) * (p - q) * (a - b) - (w * p * (a - c) + (1 - w) * q * (b - c)),
            (w * p + (1 - w) * q) * (w * (c - a) + (1 - w) * (c - b)),
        ),
        ("fubini",),
    ),
    identity(
        "q e^g = 1 at the coins of 2/3 and 1/(3 m)",
        D,
        lambda h: (
            FOREIGN / (1 + h) * own(1 + h) + (1 - FOREIGN / (1 + h)) * other(1 + h),
            1 + 0 * h,
        ),
    ),
    identity(
        "their divergence, three times, as a power of e",
        D,
        lambda h: (own(1 + h) ** 2 * other(1 + h), lower.power_of_divergence(1 + h)),
    ),
    positive("g is larger on the own event", D, lambda h: own(1 + h) - other(1 + h)),
    identity(
        "more success helps: the mean of g grows with s",
        D,
        lambda s, a, b: (
            s * a + (1 - s) * b,
            lower.SUCCESS * a + (1 - lower.SUCCESS) * b + (s - lower.SUCCESS) * (a - b),
        ),
    ),
    identity(
        "foreign events: (1 - s)/m, at most 1/(3 m) for s >= 2/3",
        D,
        lambda s, m: (FOREIGN / m - (m + 1) * (1 - s) / ((m + 1) * m), (s - lower.SUCCESS) / m),
    ),
    positive(
        "the bound grows with m",
        D,
        lambda h: lower.power_of_divergence(1 + h).derivative("h"),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "and is above 4 m^2/3",
        D,
        lambda h: lower.power_of_divergence(1 + h) - Fraction(4, 3) * (1 + h) ** 2,
    ),
    identity(
        "its logarithm's third is the shipped one: three times it is 2 log m + log(4/3)",
        D,
        lambda a, b: (3 * lower.information(a, b), 2 * a + b),
    ),
    exhaustive("two and three laws of sixths", tables, apart),
    exhaustive("their information", tables, informed),
    identity(
        "q e^g = 1 for the coins of 1/2 and 2/3",
        D,
        lambda w: (lower.SUCCESS * heads() + (1 - lower.SUCCESS) * tails() + 0 * w, 1 + 0 * w),
    ),
    identity(
        "their divergence, twice, as a power of e: 9/8",
        D,
        lambda w: (heads() * tails() + 0 * w, Fraction(9, 8) + 0 * w),
    ),
    identity(
        "one of two exclusive events has at most half of the rest",
        D,
        lambda a, b, c: (((1 - c) / 2 - a) + ((1 - c) / 2 - b), 1 - a - b - c),
    ),
    exhaustive(
        "M(D) has a law of sixths, its neighbours are right with 2/3", lambda: laws(4), threes
    ),
    exhaustive(
        "the shipped ranges of rho",
        lambda: [Fraction(i, 200) for i in range(1, 140)],
        shipped_ranges,
    ),
    cited("the definition of zCDP", "Bun-Steinke 2016"),
)


def holds(offsets: list[int], m: int) -> bool:
    """Check any two or three laws of sixths on three outcomes, by their numbers."""
    grid = laws(3)
    numbers = [*offsets, m, m + 1]
    table = [grid[i % len(grid)] for i in numbers][: 2 + m % 2]
    return apart(table) and informed(table) and threes(laws(4)[m % 84])


THEOREM = Theorem(
    id="instance_information",
    title="What a zCDP mechanism's output says of its data",
    statement="k^2 rho bounds the divergence of data sets that differ in k records and the mutual "
    "information of k varying records; m + 1 data sets that can be told apart with "
    "probability 2/3 have a mean divergence of at least log(4 m^3/(3 m - 1))/3",
    source="instance Definition 2.2, Lemma 4.3",
    steps=STEPS,
    covers=("instance.neighbour_lower_bound_zcdp",),
    depends_on=("trilemma_groups", "instance_two_points"),
    holds=holds,
    claims=rows(__file__),
)
