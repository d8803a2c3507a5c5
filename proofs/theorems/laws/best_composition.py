"""The exact guarantee of k adaptive (epsilon, delta)-DP releases, and the largest Renyi divergence
of pure ones.

Claim.       `best_delta` is the largest divergence at e^h of k adaptive (epsilon, delta)-DP releases, for every real h,
             and `best_epsilon` the least h >= 0 at which that is at most delta1; it is never above
             k epsilon. `best_renyi` is the largest divergence of that order of k adaptive
             epsilon-DP releases.
Source.      Kairouz, Oh, Viswanath 2017, Theorem 3.3; Steinke 2024 and Mironov 2017 for the divergence of a coin.
Derivation.  (1) Of an (epsilon, delta)-DP release both laws are, with probability delta, anything, and otherwise two
             laws P0, Q0 that are epsilon-close (instance_zcdp). These are mixtures of two laws with
             the weights g : 1 and 1 : g. So a release is a coin, or a failure, seen through a
             kernel that looks at no data; as earlier answers are seen through such kernels too, k
             adaptive releases are k independent coins and failures seen through one kernel, and no
             divergence grows under a kernel. (2) Only the number of lies counts: Pascal's rule adds
             a coin. A failure counts in full, whatever h is; if no release fails, the divergence is
             that of the coins. (3) The outcomes with P > e^h Q are those with fewer lies than (k -
             h/epsilon)/2: P/Q = g^(k - 2 l). (4) More than 64 coins: the tail of a binomial law is
             an incomplete beta function, as its derivative telescopes to the density of that law.
             (5) The divergence falls in e^h and is linear between the ends of pieces, e^((k - 2 l)
             epsilon). (6) Coins that fail are (epsilon, delta)-DP themselves: it is attained. (7)
             The moment of order a of two epsilon-close laws is at most that of a coin
             (trilemma_groups), moments of adaptive releases multiply (instance_zcdp), and k coins
             attain their product.
Trusted.     convexity, primitive, post_processing, fubini.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial

from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.exact.special import incomplete_beta
from dpmean.privacy import best_composition, composition

from ...domains.finite_laws import Law, gap
from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

# g = 1 + e
M = Ring({"e": POSITIVE, "p": NONNEGATIVE, "q": NONNEGATIVE, "s": NONNEGATIVE, "x": POSITIVE})
F = Ring(
    {"k": UNIT, "d": UNIT, "s": UNIT, "t": POSITIVE, "u": POSITIVE, "r": POSITIVE, "h": NONNEGATIVE}
)
G = Ring({"g": POSITIVE, "m": POSITIVE, "s": POSITIVE})
MOST = 8  # coins that are added one by one
GROWTHS = (Fraction(3, 2), Fraction(2), Fraction(5))
RATIOS = (
    Fraction(1, 9),
    Fraction(2, 3),
    Fraction(1),
    Fraction(7, 5),
    Fraction(2),
    Fraction(4),
    Fraction(30),
)


def coin_and_failures(growth: Fraction, delta: Fraction) -> tuple[Law, Law]:
    """Return the two laws of one release that attains (epsilon, delta): truth, lie, and a failure
    under each.
    """
    truth, lie = (1 - delta) * growth / (1 + growth), (1 - delta) / (1 + growth)
    return (truth, lie, delta, Fraction(0)), (lie, truth, Fraction(0), delta)


def together(laws: tuple[Law, Law], releases: int) -> tuple[Law, Law]:
    """Return the laws of independent repetitions, outcome by outcome."""
    found: list[Law] = []
    for law in laws:
        whole: Law = (Fraction(1),)
        for _ in range(releases):
            whole = tuple(x * y for x, y in product(whole, law))
        found.append(whole)
    return found[0], found[1]


def cases() -> Iterator[tuple[Fraction, Fraction, int, Fraction]]:
    """Return growth, delta, number of releases and e^h."""
    return product(GROWTHS, (Fraction(0), Fraction(1, 7), Fraction(1)), (1, 2, 3, 4), RATIOS)


def is_the_divergence(case: tuple[Fraction, Fraction, int, Fraction]) -> bool:
    """Check the shipped delta against all outcomes, and that it is attained."""
    growth, delta, releases, ratio = case
    p, q = together(coin_and_failures(growth, delta), releases)
    return best_composition.best_delta(Decay.from_decay(1 / growth), delta, releases, ratio) == gap(
        p, q, ratio
    )


def is_least(case: tuple[Fraction, Fraction, int, Fraction]) -> bool:
    """Check that the shipped epsilon of the shipped delta at h is h again, moved into [0, k
    epsilon], to 30 digits.

    It is at most basic composition's, and at most what the advanced theorem says of pure releases.
    """
    growth, delta, releases, ratio = case
    decay = Decay.from_decay(1 / growth)
    most = best_composition.best_delta(decay, delta, releases, ratio)
    if not isinstance(most, Fraction) or not 0 < most < 1:
        return isinstance(most, Fraction)
    found = best_composition.best_epsilon(decay, delta, releases, most)
    wanted = min(max(ratio, Fraction(1)), growth**releases)
    if compare((reals.exponential(found) - wanted) ** 2, Fraction(1, 10**60)) > 0:
        return False
    if delta == 0 and any(
        compare(found, composition.epsilon_of_many(decay, releases, most, word)) > 0
        for word in ("paper", "exact")
    ):
        return False
    return compare(found, decay.epsilon * releases) <= 0


def telescopes(case: tuple[int, int]) -> bool:
    """Check the coefficients of the derivative in p of the sum over l < i of C(k, l) p^(k - l) (1 -
    p)^l.

    All cancel but i C(k, i), which is 1/B(k - i + 1, i).
    """
    k, i = case
    return all((k - l) * comb(k, l) == (l + 1) * comb(k, l + 1) for l in range(i)) and factorial(
        k
    ) == i * comb(k, i) * factorial(k - i) * factorial(i - 1)


def sums_and_integrals(case: tuple[int, int, Fraction]) -> bool:
    """Check that both shipped ways to add outcomes agree, to 30 digits."""
    k, i, growth = case
    beta = incomplete_beta(growth / (1 + growth), Fraction(k - i + 1), Fraction(i))
    other = incomplete_beta(1 / (1 + growth), Fraction(k - i + 1), Fraction(i))
    return all(
        compare((x - y) ** 2, Fraction(1, 10**60)) < 0
        for x, y in (
            (beta, best_composition.truths(k, i, growth)),
            (other, best_composition.untruths(k, i, growth)),
        )
    )


def of_many(case: tuple[int, Fraction, int]) -> bool:
    """Check the shipped delta of many releases against the sum over all numbers of lies, to 30
    digits.

    e^h is g^(k - 2 l) or a little more; beyond both ends the divergence is 0 and 1 - e^h.
    """
    releases, growth, lies = case
    ratio = growth ** (releases - 2 * lies) * Fraction(11, 10)
    wanted = (
        sum(
            (
                max(comb(releases, i) * (growth ** (releases - i) - ratio * growth**i), Fraction(0))
                for i in range(releases + 1)
            ),
            Fraction(0),
        )
        / (1 + growth) ** releases
    )
    found = best_composition.best_delta(Decay.from_decay(1 / growth), Fraction(0), releases, ratio)
    return compare((found - wanted) ** 2, Fraction(1, 10**60) * wanted**2) <= 0


def failures_of_many(case: tuple[Fraction, int]) -> bool:
    """Check the delta of many releases of which each may fail with a probability of many digits: 1
    - kept (1 - share).

    It is asked for at an e^h at which the coins' own divergence is 0, so it is 1 - (1 - delta)^k;
    and at delta1 = that and more the shipped epsilon gives delta1 again.
    """
    delta, releases = case
    decay = Decay.from_decay(Fraction(1, 2))
    kept = (1 - delta) ** releases
    found = best_composition.best_delta(decay, delta, releases, Fraction(3) ** releases)
    if compare((1 - found - kept) ** 2, kept**2 / 10**60) > 0:
        return False
    more = 1 - kept * (1 - Fraction(1, 10**9))
    ratio = reals.exponential(best_composition.best_epsilon(decay, delta, releases, more))
    return (
        compare(
            (best_composition.best_delta(decay, delta, releases, ratio) - more) ** 2,
            kept**2 / 10**60,
        )
        < 0
    )


def least_of_many(share: Fraction) -> bool:
    """Check that at the shipped epsilon of 1100 releases their divergence is the share again, to 30
    digits of it.
    """
    decay = Decay.from_decay(Fraction(1, 2))
    found = best_composition.best_epsilon(decay, Fraction(0), 1100, share)
    again = best_composition.best_delta(decay, Fraction(0), 1100, reals.exponential(found))
    return (
        compare(found, decay.epsilon * 1100) < 0
        and compare((again - share) ** 2, share**2 / 10**60) < 0
    )


STEPS = (
    identity(
        "P0 and Q0 are mixtures, with the weights g : 1 and 1 : g, of (g P0 - Q0)/(g - 1) and "
        "(g Q0 - P0)/(g - 1)",
        M,
        lambda e, p, q, x: (
            ((1 + e) * (((1 + e) * p - q) / e) + ((1 + e) * q - p) / e) / (2 + e)
            + x * ((((1 + e) * p - q) / e) + (1 + e) * (((1 + e) * q - p) / e)) / (2 + e),
            p + x * q,
        ),
        ("post_processing",),
    ),
    identity("which have mass 1", M, lambda e: (((1 + e) - 1) / e, 1 + 0 * e)),
    positive(
        "and are not negative: P0 = (Q0 + s)/g",
        M,
        lambda e, q, s: ((1 + e) * ((q + s) / (1 + e)) - q) / e,
        strict=False,
    ),
    *(
        identity(
            f"one more coin tells a lie or not: {k} and 1, with x^i for fewer than i lies",
            M,
            lambda e, x, k=k: (
                sum(x**i * best_composition.truths(k + 1, i, 1 + e) for i in range(1, k + 1)),
                sum(
                    x**i
                    * (
                        (1 + e) * best_composition.truths(k, i, 1 + e)
                        + best_composition.truths(k, i - 1, 1 + e)
                    )
                    for i in range(1, k + 1)
                )
                / (2 + e),
            ),
        )
        for k in range(1, MOST)
    ),
    *(
        identity(
            f"and under the other data set: {k} and 1",
            M,
            lambda e, x, k=k: (
                sum(x**i * best_composition.untruths(k + 1, i, 1 + e) for i in range(1, k + 1)),
                sum(
                    x**i
                    * (
                        best_composition.untruths(k, i, 1 + e)
                        + (1 + e) * best_composition.untruths(k, i - 1, 1 + e)
                    )
                    for i in range(1, k + 1)
                )
                / (2 + e),
            ),
        )
        for k in range(1, MOST)
    ),
    identity(
        "one more release fails with probability d, and then everything counts",
        F,
        lambda k, d, s: (
            best_composition.with_failures((1 - d) * k, s),
            d + (1 - d) * best_composition.with_failures(k, s),
        ),
    ),
    exhaustive(
        "up to four releases: the divergence of all outcomes is the shipped delta",
        cases,
        is_the_divergence,
    ),
    identity(
        "the share of a delta",
        F,
        lambda k, d: (
            best_composition.with_failures(k, best_composition.without_failures(k, d)),
            d,
        ),
    ),
    identity(
        "the ratio of a share",
        F,
        lambda t, u, s: (best_composition.gain(t, u, best_composition.ratio_at(t, u, s)), s),
    ),
    positive(
        "what is gained falls in e^h",
        F,
        lambda t, u, r, h: best_composition.gain(t, u, r) - best_composition.gain(t, u, r + h),
        strict=False,
    ),
    *(
        positive(
            f"never above k epsilon: {k} releases without a lie",
            G,
            lambda g, s, k=k: (
                g**k
                - best_composition.ratio_at(
                    best_composition.truths(k, 1, g), best_composition.untruths(k, 1, g), s
                )
            ),
        )
        for k in range(1, MOST)
    ),
    exhaustive(
        "up to four releases: the shipped epsilon is that of the delta, at most k epsilon and "
        "the advanced ones",
        cases,
        is_least,
    ),
    exhaustive(
        "the tail of a binomial law is an incomplete beta function, up to 100 coins",
        lambda: ((k, i) for k in range(1, 101) for i in range(1, k + 1)),
        telescopes,
        ("primitive",),
    ),
    exhaustive(
        "the shipped sums are the shipped integrals",
        lambda: product((3, 64, 100), (1, 2, 3), GROWTHS),
        sums_and_integrals,
    ),
    exhaustive(
        "64 releases and more: the shipped delta is the sum over all numbers of lies",
        lambda: product((64, 65, 90), GROWTHS, (-1, 0, 1, 2, 40, 64, 65, 89, 90, 91)),
        of_many,
    ),
    exhaustive(
        "their failures, with a probability of 200 digits and of 2",
        lambda: product(
            (Fraction(1, 3) + Fraction(1, 10**200), Fraction(1, 10**200), Fraction(1, 50)),
            (66, 100),
        ),
        failures_of_many,
    ),
    exhaustive(
        "the shipped epsilon of 1100 releases, at a loss of more than 1024 epsilon and of less",
        lambda: (
            Fraction(1, 10**200),
            Fraction(9, 10) * best_composition.truths(1100, 5, Fraction(2)),
            Fraction(1, 10**9),
        ),
        least_of_many,
    ),
    exhaustive(
        "where every release fails, delta is 1",
        lambda: (1, 70, 20_000),
        lambda k: (
            compare(
                best_composition.best_delta(
                    Decay.from_decay(Fraction(1, 2)), Fraction(1), k, Fraction(3)
                ),
                Fraction(1),
            )
            == 0
        ),
    ),
    identity(
        "the moment of a coin, m = g^a: (g/(1 + g))^a (1/(1 + g))^(1 - a) = g^a/(1 + g)",
        G,
        lambda g, m: (m / (1 + g) + g / m / (1 + g), best_composition.pure_moment(m, g / m, g)),
        ("convexity", "fubini"),
    ),
)


def holds(decay: Fraction, k: int, extra: Fraction) -> bool:
    """Check any decay, up to four releases and any delta at e^h between e^-epsilon and e^(k
    epsilon).
    """
    releases, growth = abs(k) % 4 + 1, 1 / decay
    return is_the_divergence(
        (growth, extra, releases, decay + extra * growth**releases)
    ) and is_the_divergence((growth, Fraction(0), releases, growth ** (releases - 1)))


THEOREM = Theorem(
    id="best_composition",
    title="The exact guarantee of many adaptive releases",
    statement="the shipped delta at h is the largest divergence of k adaptive (epsilon, delta)-DP "
    "releases, the shipped epsilon the least at a delta, the shipped Renyi divergence the "
    "largest; none above basic composition",
    source="Kairouz, Oh, Viswanath 2017, Theorem 3.3",
    steps=STEPS,
    covers=("composition.delta", "composition.epsilon", "composition.renyi"),
    depends_on=("trilemma_groups", "instance_zcdp"),
    holds=holds,
)
