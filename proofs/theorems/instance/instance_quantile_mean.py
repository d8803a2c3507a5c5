"""The clipped mean with a private threshold: how many records are clipped, and its error with
constants.

The error is the distance of the estimate from the mean.

Claim.       With the threshold of rank m = n - max{floor(s), ceil(tau)} >= 1, selected with failure beta/2, at most
             min{n, max{floor(s), ceil(tau)} + ceil(tau)} records are clipped, the threshold is at
             most r(D), and the estimate is within the shipped `quantile_clipped_mean.error_bound`
             of the mean with probability at least 1
             - beta: at most (2 s + 13 tau/4 + 2) r(D)/n. Where m < 1 zeros are within r(D).
Source.      instance Section 3.2, Theorem 3.2.
Derivation.  (1) The selected threshold lies between the norms of rank m - ceil(tau) and m + ceil(tau) <= n
             (instance_search, instance_rank_error), so at most n - m + ceil(tau) norms are beyond
             it. (2) A clipped record moves by at most its norm, truncation included
             (instance_clipped_mean). (3) -t - log(1 - 2 t)/2 <= t^2/(1 - 2 t), so log E e^(t
             (||Z||^2 - d)) <= d t^2/(1 - 2 t), also for discrete Gaussian noise, whose E e^(t
             K^2/sigma^2) is by `poisson` at most (1 - 2 t)^(-1/2): its sum falls with the variance
             apart from the factor sigma. With L = d r^2 and t = r/(1 + 2 r) the exponent of
             P(||Z||^2 >= d + 2 sqrt(d L) + 2 L) is -L. (4) The two failures have probability beta/2
             each, and the noise is drawn after the threshold.
Trusted.     poisson, expectation_is_monotone, union_bound, monotone_by_derivative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.exact import reals, special
from dpmean.exact.enclosure import compare, floor
from dpmean.mechanisms.instance import clipping, private_threshold, quantile
from dpmean.mechanisms.instance import quantile_clipped_mean_bounds as instance
from dpmean.mechanisms.instance import tails as instance_tails
from dpmean.mechanisms.instance.quantile_clipped_mean import QuantileClippedMean

from ...domains.searches import ends, goes_right_up_to
from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT
from ...theorem import Theorem, rows
from .instance_search import answers, cases

W = Ring(
    {
        "u": POSITIVE,
        "f": FULL,
        "rho": POSITIVE,
        "count": POSITIVE,
        "L": POSITIVE,
        "d": POSITIVE,
        "n": POSITIVE,
        "c": POSITIVE,
        "m": POSITIVE,
        "k": POSITIVE,
        "a": POSITIVE,
        "b": POSITIVE,
        "h": NONNEGATIVE,
    }
)
M = Ring(
    {
        "x": UNIT,
        "r": POSITIVE,
        "d": POSITIVE,
        "radius": POSITIVE,
        "s": NONNEGATIVE,
        "tau": NONNEGATIVE,
        "g": NONNEGATIVE,
        "n": POSITIVE,
    }
)


def tau_as_printed(case: tuple[int, int]) -> bool:
    """Tell whether Theorem 3.1 at d u^2 and rho/4 gives at most the tau printed for squared norms.

    The setting is beta = 1/10 and rho = 1.
    """
    d, u = case
    beta, rho = Fraction(1, 10), Fraction(1)
    log_u = quantile.printed_log(d * u**2)
    square = quantile.printed_squared_rank_error(
        log_u, reals.log(log_u / beta), private_threshold.threshold_share(rho)
    )
    return compare(private_threshold.printed_rank_error(d, u, rho, beta) ** 2, square) >= 0


def clipped_as_printed(case: tuple[int, Fraction, int]) -> bool:
    """Tell whether at most s + tau of n records of norm 1 are clipped, u = 1, whatever the noise of
    at most tau.

    The rank is n - max{floor(s), tau}.
    """
    n, s, tau = case
    rank = n - max(floor(s), tau)
    return rank < 1 or all(
        n * int(found < 1) <= s + tau for found, _ in answers((0, 1), rank, (1,) * n, tau)
    )


def few_are_clipped(case: tuple[tuple[int, int], int, tuple[int, ...], int]) -> bool:
    """Check the corrected count of clipped records, for the rank n - largest, largest >= tau.

    The threshold is no norm's upper bound unless it is one of theirs.
    """
    within, rank, data, tau = case
    largest = len(data) - rank
    return largest < tau or all(
        found <= max(data) and sum(x > found for x in data) <= instance.most_clipped(largest, tau)
        for found, _ in answers(within, rank, data, tau)
    )


def within_the_norms(halves: int) -> bool:
    """Tell whether the threshold is at most r(D) = 0 for one record of norm 0.

    The setting is u = 1, tau = halves/2 < n, rank max{n - tau, 1}.
    """
    tau: Any = Fraction(halves, 2)
    return all(found <= 0 for found, _ in answers((0, 1), 1, (0,), tau))


def both_hold(tenths: int) -> bool:
    """Tell whether two independent events that fail with probability beta each hold together with 1
    - beta.

    Here beta = tenths/10.
    """
    beta = Fraction(tenths, 10)
    return (1 - beta) ** 2 >= 1 - beta


def square_moment(case: tuple[Fraction, Fraction]) -> bool:
    """Tell whether E e^(t K^2/sigma^2) <= (1 - 2 t)^(-1/2), certified."""
    variance, t = case
    rate = 1 / (2 * variance)
    whole, tilted = (1 + 2 * special.gaussian_sum(x, 1) for x in (rate, rate * (1 - 2 * t)))
    return compare((tilted / whole) ** 2 * (1 - 2 * t), Fraction(1)) < 0


def attains(case: tuple[int, int, Fraction, Fraction, str]) -> bool:
    """Check that the mechanism with failure beta/2 is farther than the shipped bound with chance at
    most beta.

    The chance is certified, the noise is discrete Gaussian, d = u = 1, and `ones` of n records are
    1.
    """
    n, ones, rho, beta, constants = case
    bound = instance.quantile_clipped_error(Fraction(1), n, 1, 1, rho, beta, constants)
    plan = QuantileClippedMean(rho, 1, 1, n, beta / 2, constants=constants).plan
    if plan.rank < 1:
        return compare(bound, Fraction(1)) == 0
    count = DiscreteGaussian(
        quantile.noise_variance(Fraction(1), private_threshold.threshold_share(rho))
    )
    law = dict(
        ends(
            (0,) * (n - ones) + (1,) * ones,
            0,
            1,
            lambda c: count.cdf(goes_right_up_to(plan.rank, c, False)),
        )
    )
    noise = DiscreteGaussian(
        clipping.lattice_variance(
            Fraction(plan.factor), Fraction(1), 1, private_threshold.mean_share(rho)
        )
    )
    missed = law[0] if compare(Fraction(ones, n), bound) > 0 else Fraction(0)
    return compare(missed + law[1] * noise.tail(floor(bound * n) + 1), beta) <= 0


def situations() -> Iterator[tuple[int, int, Fraction, Fraction, str]]:
    """Yield sizes at which the rank is below 1, just above, and large."""
    for n, rho, beta, constants in product(
        (1, 5, 12, 60),
        (Fraction(1, 2), Fraction(4)),
        (Fraction(1, 2), Fraction(1, 20)),
        ("paper", "exact"),
    ):
        yield from ((n, ones, rho, beta, constants) for ones in {0, 1, n // 2, n})


def assembled(case: tuple[int, int, Fraction, Fraction]) -> bool:
    """Check that the shipped bound is at most (2 s + 13 tau/4 + 2) R/n, R = 7."""
    d, n, rho, beta = case
    plan = QuantileClippedMean(rho, 5, d, n, beta / 2).plan
    return (
        compare(
            instance.quantile_clipped_error(Fraction(7), n, d, 5, rho, beta),
            (2 * plan.weight + plan.error * Fraction(13, 4) + 2) * Fraction(7, n),
        )
        <= 0
    )


def spent(case: tuple[int, int, Fraction]) -> bool:
    """Check the shipped least rho, which is rho when corrected, and 0 where zeros are returned.

    As printed it is T/log2(d u^2) times rho/4, and 3 rho/4. d u^2 is a power of two.
    """
    d, n, rho = case
    fixed, printed = (
        QuantileClippedMean(rho, 2, d, n, edition=edition).plan
        for edition in ("corrected", "printed")
    )
    bits = (4 * d).bit_length() - 1
    return (
        fixed.real_rho == (rho if fixed.rank >= 1 else 0)
        and printed.real_rho == rho / 4 * (bits + 1) / bits + 3 * rho / 4
    )


def ranked(case: tuple[int, int, Fraction, str]) -> bool:
    """Check the plan's tau^2, which is 4 T log(sides T/beta)/rho with beta = 1/10, and the shipped
    rank.

    The rank is the greatest that leaves room for floor(s) and for ceil(tau); as printed it is at
    least 1 and rounds n - max{s, tau} down.
    """
    d, n, rho, constants = case
    fixed, printed = (
        QuantileClippedMean(rho, 3, d, n, constants=constants, edition=edition).plan
        for edition in ("corrected", "printed")
    )
    count = quantile.iterations(9 * d + 1)
    tau = (
        compare(
            (
                fixed.error**2
                - 4
                * count
                * reals.log(Fraction(10 * count * (2 if constants == "paper" else 1)))
                / rho
            )
            ** 2,
            Fraction(1, 10**40),
        )
        < 0
    )
    room = [
        fixed.rank + x <= n and fixed.rank + 1 + x > n
        for x in (floor(fixed.weight), -floor(-1 * fixed.error))
    ]
    fits = (
        fixed.rank + floor(fixed.weight) <= n
        and compare(fixed.rank + fixed.error, Fraction(n)) <= 0
    )
    below = all(
        compare(printed.rank + x, Fraction(n)) <= 0 for x in (printed.weight, printed.error)
    )
    return tau and fits and any(room) and printed.rank >= 1 and (below or printed.rank == 1)


STEPS = (
    positive(
        "a squared norm is a sum of d squares of at most u^2",
        W,
        lambda u, f: u**2 - (f * u) ** 2,
        strict=False,
    ),
    identity(
        "tau^2 = 4 T log(T/beta)/rho with rho/4",
        W,
        lambda rho, count, L: (
            quantile.squared_rank_error(
                quantile.noise_variance(count, private_threshold.threshold_share(rho)), L
            ),
            4 * count * L / rho,
        ),
    ),
    counterexample(
        "Theorem 3.1 at d u^2, rho/4 gives more than the tau printed for the squared norms: d "
        "= 1, u = 2",
        lambda x: tau_as_printed(x),
        (1, 2),
        lambda: [(2, 1)],
    ),
    identity(
        "the shares of the budget add up to rho",
        W,
        lambda rho: (
            private_threshold.threshold_share(rho) + private_threshold.mean_share(rho),
            rho,
        ),
    ),
    exhaustive(
        "the shipped least rho of both editions",
        lambda: product((1, 2, 8), (1, 20, 10**4), (Fraction(1, 2), Fraction(3))),
        spent,
    ),
    exhaustive(
        "the shipped tau, and the ranks of both editions",
        lambda: product(
            (1, 2, 8),
            (1, 20, 10**4),
            (Fraction(1, 50), Fraction(1, 2), Fraction(3)),
            ("paper", "exact"),
        ),
        ranked,
    ),
    smt(
        "at most n - m + ceil(tau) norms lie beyond that of rank m - ceil(tau)",
        {"n": INT, "m": INT, "largest": INT, "g": INT, "beyond": INT},
        lambda v: v.m == v.n - v.largest and v.beyond <= v.n - (v.m - v.g),
        lambda v: v.beyond <= instance.most_clipped(v.largest, v.g),
        lambda v: v.beyond <= v.largest,
    ),
    smt(
        "and m + ceil(tau) <= n, so the threshold is one at most of the norms",
        {"n": INT, "m": INT, "largest": INT, "g": INT},
        lambda v: v.m == v.n - v.largest and v.largest >= v.g,
        lambda v: v.m + v.g <= v.n,
        lambda v: v.m + v.g < v.n,
    ),
    exhaustive(
        "the shipped search against an adversary: that many are clipped at most, and the "
        "threshold is at most the largest norm",
        cases(((0, 1), (0, 3), (0, 4)), 3),
        few_are_clipped,
    ),
    counterexample(
        "at most s + tau are clipped: n = 2, s = 1/2, tau = 1, both are",
        lambda x: clipped_as_printed(x),
        (2, Fraction(1, 2), 1),
        lambda: [(1, Fraction(1, 2), 1), (2, Fraction(1, 2), 0)],
    ),
    counterexample(
        "n > max{s, tau} is not enough for C <= r(D): n = 1, tau = 1/2, x = 0",
        lambda x: within_the_norms(x),
        1,
        lambda: [0],
    ),
    counterexample(
        "two failures of probability beta each: 1 - 2 beta + beta^2 < 1 - beta",
        both_hold,
        1,
        lambda: [0],
    ),
    positive(
        "-t - log(1 - 2 t)/2 <= t^2/(1 - 2 t): the derivative of the difference, x = 2 t",
        M,
        lambda x: (x**2 / (4 * (1 - x))).derivative("x") + Fraction(1, 2) - 1 / (2 * (1 - x)),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "the exponent at L = d r^2, t = r/(1 + 2 r) is -L",
        M,
        lambda r, d: (
            d * (r / (1 + 2 * r)) ** 2 / (1 - 2 * (r / (1 + 2 * r)))
            - r / (1 + 2 * r) * (instance_tails.squared_norm(d, d * r, d * r**2) - d),
            -d * r**2,
        ),
        ("expectation_is_monotone",),
    ),
    positive("and t < 1/2", M, lambda r: Fraction(1, 2) - r / (1 + 2 * r)),
    exhaustive(
        "E e^(t K^2/sigma^2) < (1 - 2 t)^(-1/2) for discrete Gaussian noise",
        lambda: product(
            (Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(5)),
            (Fraction(1, 20), Fraction(1, 4), Fraction(9, 20)),
        ),
        square_moment,
        trusts=("poisson",),
    ),
    identity(
        "a coordinate's noise is C/n times the root of factor/(2 rho')",
        W,
        lambda rho, c, m, n, k: (
            clipping.lattice_variance(k, c**2, m, private_threshold.mean_share(rho)) / (m * n) ** 2,
            (c / n) ** 2 * clipping.noise_weight(k, Fraction(1), private_threshold.mean_share(rho)),
        ),
    ),
    identity(
        "bias and noise: R/n for each clipped record, and C <= R",
        M,
        lambda radius, n, s, g: (
            instance.mean_error(radius, g, s, n),
            g * radius / n + radius * s / n,
        ),
        ("union_bound",),
    ),
    positive(
        "d + 2 sqrt(d L) + 2 L <= (sqrt(d) + 3 sqrt(L)/2)^2, a = sqrt(d), b = sqrt(L)",
        W,
        lambda a, b: (a + 3 * b / 2) ** 2 - instance_tails.squared_norm(a**2, a * b, b**2),
    ),
    identity(
        "of which sqrt(d) makes s",
        W,
        lambda rho, d, k: (
            d * clipping.noise_weight(k, Fraction(1), rho),
            clipping.noise_weight(k, d, rho),
        ),
    ),
    positive(
        "and 3 sqrt(L)/2 at most 5 tau/4: tau^2 = 4 L/rho + h",
        W,
        lambda rho, L, h: (
            Fraction(25, 16) * (4 * L / rho + h)
            - Fraction(9, 4)
            * L
            * clipping.noise_weight(Fraction(4), Fraction(1), private_threshold.mean_share(rho))
        ),
    ),
    positive(
        "max{floor(s), ceil(tau)} + ceil(tau) <= s + 2 tau + 2",
        M,
        lambda s, tau, x: (s + 2 * tau + 2) - instance.most_clipped(s + tau + x, tau + x),
    ),
    exhaustive(
        "the shipped bound is at most (2 s + 13 tau/4 + 2) R/n, also where zeros are returned",
        lambda: product(
            (1, 4, 100),
            (1, 10, 50, 10**4),
            (Fraction(1, 10), Fraction(1), Fraction(10**6)),
            (Fraction(1, 2), Fraction(1, 100)),
        ),
        assembled,
    ),
    exhaustive(
        "the certified chance to miss the shipped bound, d = u = 1, discrete Gaussian noise: "
        "at most beta",
        situations,
        attains,
    ),
)


def holds(m: int, n: int, decay: Fraction) -> bool:
    """Check d = u = 1 where `m` of n + m records are 1, rho = 1."""
    return all(
        attains((n + m, m, Fraction(1), decay, constants)) for constants in ("paper", "exact")
    )


THEOREM = Theorem(
    id="instance_quantile_mean",
    title="The clipped mean with a private threshold",
    statement="at most max{floor(s), ceil(tau)} + ceil(tau) records are clipped, and the estimate is "
    "within the shipped bound, at most (2 s + 13 tau/4 + 2) r(D)/n, with probability 1 - "
    "beta",
    source="instance Section 3.2, Theorem 3.2",
    steps=STEPS,
    covers=(
        "quantile_clipped_mean.rank",
        "quantile_clipped_mean.rank_error",
        "quantile_clipped_mean.rho",
        "quantile_clipped_mean.error_bound",
    ),
    depends_on=(
        "instance_zcdp",
        "instance_clipped_mean",
        "instance_threshold",
        "instance_search",
        "instance_rank_error",
    ),
    programs=("quantile_clipped_mean",),
    holds=holds,
    claims=rows(__file__),
)
