"""The threshold that balances bias and noise: E(C) is least at the (n - floor(s))-th norm in rising
order.

Here s is that of the noise that is really added.

Claim.       E(C) = (sum of max{x_i - C, 0} + C s)/n is convex and piecewise linear; its slope right of C is (s - #{x_i
             > C})/n, left of it (s - #{x_i >= C})/n. The least C >= 0 at which E is least is x_(n -
             floor(s)), 0 where floor(s) >= n: the shipped `optimal_threshold`. The printed
             derivative has the other sign, and is never 0 unless s is an integer.
Source.      instance Section 3.1 (the optimal threshold), Section 3.2 (its rank with a quarter of the budget spent).
Derivation.  (1) Each summand is the greater of two affine functions of C. (2) C + h, h >= 0: a summand falls by at most
             h, and only if x > C; C - h: it grows by h at least if x >= C, never falls. So E(C + h)
             - E(C) >= (h/n)(s - #{x > C}) and E(C - h) - E(C) >= (h/n)(#{x >= C} - s). (3) At the
             record of rank r = n - f, f = floor(s): at least n - r + 1 = f + 1 > s records are >=
             it, at most n - r = f <= s are greater: E grows on neither side less than 0, and
             strictly to the left. If f >= n: at most n <= s records exceed 0. (4) Section 3.2
             spends 3 rho/4 on the mean, whose noise has s' = sqrt(8 d/(3 rho)): the s of E is s',
             not s.
Trusted.     convexity.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import clipping, private_threshold

from ...kernel.formulas import NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .instance_clipped_mean import lost

T = Ring(
    {
        "s": POSITIVE,
        "n": POSITIVE,
        "c": NONNEGATIVE,
        "h": NONNEGATIVE,
        "a": NONNEGATIVE,
        "b": NONNEGATIVE,
        "rho": POSITIVE,
        "d": POSITIVE,
    }
)
BUDGETS = (
    Fraction(1, 8),
    Fraction(2, 9),
    Fraction(1, 2),
    Fraction(1),
    Fraction(8, 9),
    Fraction(2),
    Fraction(8),
    Fraction(9),
)
Case = tuple[tuple[Fraction, ...], int, Fraction, str]


def small() -> Iterator[Case]:
    """Yield at most four norms from 0 to 3, one or two dimensions, eight budgets, both
    constants.
    """
    for n in (1, 2, 3, 4):
        for norms in combinations_with_replacement([Fraction(i) for i in range(4)], n):
            yield from product([norms], (1, 2), BUDGETS[:: 1 if n < 4 else 3], ("paper", "exact"))


def is_least(case: Case) -> bool:
    """Check the shipped threshold against all norms, 0 and points between.

    No value is less, and none left of it is as small.
    """
    norms, d, rho, constants = case
    best = clipping.optimal_threshold(norms, d, rho, constants)
    least = clipping.bound_at(norms, d, rho, best, constants)
    for c in {Fraction(i, 2) for i in range(8)}:
        side = compare(clipping.bound_at(norms, d, rho, c, constants), least)
        if side < 0 or (c < best and side == 0):
            return False
    return True


def printed_slope(rho: int) -> bool:
    """Tell whether E changes between 1/4 and 1/2 as the printed derivative says, sqrt(2/rho) being
    rational.
    """
    root = {2: Fraction(1), 8: Fraction(1, 2)}[rho]
    norms, c, h = (Fraction(1),), Fraction(1, 4), Fraction(1, 4)
    change: Any = clipping.bound_at(norms, 1, Fraction(rho), c + h) - clipping.bound_at(
        norms, 1, Fraction(rho), c
    )
    return bool(change / h == 1 - root)


def has_a_zero(rho: int) -> bool:
    """Tell whether there is a C between norms with #{x > C} = s, for one record of norm 1, d =
    1.
    """
    weight = clipping.noise_weight(Fraction(4), 1, Fraction(rho))
    return any(Fraction(int(c < 1)) ** 2 == weight for c in (Fraction(1, 2), Fraction(3, 2)))


def rounding_down_is_optimal(rho: int) -> bool:
    """Tell whether E is least at the floor(n - s)-th of the norms 0 and 1, d = 1 (sqrt(2/rho) = 1
    or 1/2).
    """
    norms, root = (Fraction(0), Fraction(1)), {2: Fraction(1), 8: Fraction(1, 2)}[rho]
    index = (len(norms) - root).__floor__()
    value = clipping.bound_at(norms, 1, Fraction(rho), norms[index - 1])
    best = clipping.bound_at(
        norms, 1, Fraction(rho), clipping.optimal_threshold(norms, 1, Fraction(rho))
    )
    return compare(value, best) == 0


def split_is_optimal(halves: int) -> bool:
    """Tell whether the threshold for all of rho is best for the noise of 3 rho/4: one record of
    norm 1, d = 1.

    Here rho = halves/2.
    """
    norms, rho = (Fraction(1),), Fraction(halves, 2)
    printed = clipping.optimal_threshold(norms, 1, rho)
    spent = private_threshold.mean_share(rho)
    return (
        compare(
            clipping.bound_at(norms, 1, spent, printed),
            clipping.bound_at(norms, 1, spent, clipping.optimal_threshold(norms, 1, spent)),
        )
        == 0
    )


def squared_error(n: int, s: int, c: Fraction) -> Fraction:
    """Return the mean squared error for the records 1, .., n of one coordinate, clipped at c, where
    sqrt(2 d/rho) = s: bias and noise by the shipped formulas.
    """
    bias = sum((clipping.excess(Fraction(i), c, int(i > c)) for i in range(1, n + 1)), Fraction(0))
    noise: Fraction = c**2 * clipping.noise_weight(Fraction(4), 1, Fraction(2, s**2))
    return (bias**2 + noise) / n**2


def attains(case: tuple[int, int]) -> bool:
    """Tell whether no norm as a threshold has a lesser mean squared error than the shipped one."""
    n, s = case
    norms = tuple(Fraction(i) for i in range(1, n + 1))
    chosen = squared_error(n, s, clipping.optimal_threshold(norms, 1, Fraction(2, s**2)))
    return chosen <= min(squared_error(n, s, c) for c in norms)


def planned(case: tuple[int, Fraction, int]) -> bool:
    """Check the plan's s and rank.

    s is the weight of the noise that is added, corrected; the rank is floor(s) below n, or
    ceil(tau) where that is more.
    """
    d, rho, n = case
    plan = private_threshold.Plan(rho, 9 * d, d, n, Fraction(1, 10), 4, "paper", "corrected", 3)
    squared = clipping.noise_weight(Fraction(4), d, private_threshold.mean_share(rho))
    return compare(plan.weight**2, squared) == 0 and plan.rank <= clipping.rank(n, plan.weight)


STEPS = (
    smt(
        "each summand is the greater of two affine functions of C, so E is convex",
        {"x": REAL, "c": REAL},
        lambda v: v.x >= 0,
        lambda v: (
            lost(v.x, v.c) >= v.x - v.c
            and lost(v.x, v.c) >= 0
            and (lost(v.x, v.c) == v.x - v.c or lost(v.x, v.c) == 0)
        ),
        lambda v: lost(v.x, v.c) > 0 or v.x <= 0,
        ("convexity",),
    ),
    smt(
        "to the right a summand falls by at most h, and only if x > C",
        {"x": REAL, "c": REAL, "h": REAL},
        lambda v: v.h >= 0,
        lambda v: lost(v.x, v.c + v.h) - lost(v.x, v.c) >= (-v.h if v.x > v.c else 0 * v.h),
        lambda v: lost(v.x, v.c + v.h) - lost(v.x, v.c) >= 0,
    ),
    smt(
        "with equality as long as no norm lies between",
        {"x": REAL, "c": REAL, "h": REAL},
        lambda v: v.h >= 0 and (v.x <= v.c or v.x >= v.c + v.h),
        lambda v: lost(v.x, v.c + v.h) - lost(v.x, v.c) == (-v.h if v.x > v.c else 0 * v.h),
        lambda v: lost(v.x, v.c + v.h) == lost(v.x, v.c),
    ),
    smt(
        "to the left it grows by at least h if x >= C, and never falls",
        {"x": REAL, "c": REAL, "h": REAL},
        lambda v: v.h >= 0,
        lambda v: lost(v.x, v.c - v.h) - lost(v.x, v.c) >= (v.h if v.x >= v.c else 0 * v.h),
        lambda v: lost(v.x, v.c - v.h) - lost(v.x, v.c) >= v.h,
    ),
    identity(
        "right of C, a records above it: E changes by h (s - a)/n",
        T,
        lambda s, n, c, h, a, b: (
            clipping.error_bound(b - a * h, c + h, s, n) - clipping.error_bound(b, c, s, n),
            h * (s - a) / n,
        ),
    ),
    identity(
        "left of C, a records not below it: by h (a - s)/n",
        T,
        lambda s, n, c, h, a, b: (
            clipping.error_bound(b + a * h, c, s, n) - clipping.error_bound(b, c + h, s, n),
            h * (a - s) / n,
        ),
    ),
    smt(
        "the record of rank r = n - floor(s): at least n - r + 1 > s are not below it, at most "
        "n - r <= s above",
        {"n": INT, "s": REAL, "ge": INT, "gt": INT},
        lambda v: (
            v.s >= 0
            and v.ge >= v.n - clipping.rank(v.n, v.s) + 1
            and v.gt <= v.n - clipping.rank(v.n, v.s)
        ),
        lambda v: v.ge > v.s and v.gt <= v.s,
        lambda v: v.gt < v.s,
    ),
    smt(
        "if that rank is below 1, at most n <= s records exceed 0",
        {"n": INT, "s": REAL, "gt": INT},
        lambda v: v.s >= 0 and v.n >= 1 and clipping.rank(v.n, v.s) < 1 and v.gt <= v.n,
        lambda v: v.gt <= v.s,
        lambda v: v.gt < v.s,
    ),
    exhaustive("the shipped threshold is the least minimum, up to four norms", small, is_least),
    counterexample(
        "the printed derivative has the wrong sign: one record of norm 1, d = 1, rho = 8",
        lambda x: printed_slope(x),
        8,
        lambda: [2],
    ),
    counterexample("the derivative is never 0: the same record", has_a_zero, 8, lambda: [2]),
    counterexample(
        "the floor(n - s)-th norm of 0 and 1 is not optimal, d = 1, rho = 8",
        rounding_down_is_optimal,
        8,
        lambda: [2],
    ),
    counterexample(
        "D = {1, .., 5}, s = 4: the rank n - s does not have the least mean squared error",
        attains,
        (5, 4),
        lambda: [(n, s) for n in range(2, 6) for s in range(1, min(n, 4))],
    ),
    identity(
        "the noise of the mean has s'^2 = 8 d/(3 rho)",
        T,
        lambda rho, d: (
            clipping.noise_weight(Fraction(4), d, private_threshold.mean_share(rho)),
            8 * d / (3 * rho),
        ),
    ),
    positive(
        "which is more than s^2 = 2 d/rho",
        T,
        lambda rho, d: (
            clipping.noise_weight(Fraction(4), d, private_threshold.mean_share(rho))
            - clipping.noise_weight(Fraction(4), d, rho)
        ),
    ),
    identity(
        "the shares of the budget add up",
        T,
        lambda rho: (
            private_threshold.threshold_share(rho) + private_threshold.mean_share(rho),
            rho,
        ),
    ),
    counterexample(
        "with s for s': one record of norm 1, d = 1, rho = 5/2",
        lambda x: split_is_optimal(x),
        5,
        lambda: [1, 2, 3, 4],
    ),
    exhaustive(
        "the shipped plan uses s'",
        lambda: product((1, 2, 3), (Fraction(1, 2), Fraction(2), Fraction(8, 3)), (1, 9, 100)),
        planned,
    ),
)


def holds(shares: list[Fraction], extra: Fraction) -> bool:
    """Check at most five norms in [0, 1] and any weight of the noise.

    No other threshold is better than the shipped one.
    """
    norms = tuple(shares) or (extra,)
    rho = extra + Fraction(1, 9)
    best = clipping.bound_at(norms, 1, rho, clipping.optimal_threshold(norms, 1, rho))
    return all(
        compare(clipping.bound_at(norms, 1, rho, c), best) >= 0
        for c in (*norms, extra, Fraction(0))
    )


THEOREM = Theorem(
    id="instance_threshold",
    title="The threshold that balances bias and noise",
    statement="E(C) is convex and piecewise linear, and the least C at which it is least is the (n - "
    "floor(s))-th norm in rising order, or 0; s is that of the noise which is added",
    source="instance Sections 3.1, 3.2",
    steps=STEPS,
    covers=("norm_clipped_mean.optimal_threshold",),
    depends_on=("instance_clipped_mean",),
    holds=holds,
    claims=rows(__file__),
)
