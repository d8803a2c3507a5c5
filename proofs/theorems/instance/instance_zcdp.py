"""What zero-concentrated DP is, the Gaussian mechanism on the line, in space and on a lattice, and
composition.

Composition is pure, approximate, advanced and concentrated.

Claim.       f + N(0, GS^2/(2 rho) I) is rho-zCDP, exactly; so is discrete Gaussian noise on a lattice that contains the
             query's values, and between its points there is no guarantee. k adaptive releases:
             epsilons and deltas, or rhos, add up; k releases with (eps, delta) are (sqrt(2 k
             log(1/delta')) eps + k eps^2/2, k delta + delta')-DP for 0 < delta' <= 1, so also with
             k eps (e^eps - 1) for the last term.
Source.      instance Definitions 2.1-2.4, the remark after Definition 2.2, Lemmas 2.1 and 2.2.
Derivation.  (a) a x^2 + (1 - a)(x - s)^2 is a square about (1 - a) s and a (1 - a) s^2, and a normal density integrates
             to 1 wherever it is centred; coordinates are independent, so squared shifts add up. On
             integers the sum about (1 - a) s is at most the one about 0 by `poisson`, and equal
             where a s is an integer. (b) Composition of two, the second chosen by the first's
             answer y: P_2y(S_y) <= min(1, e^eps2 Q_2y(S_y)) + delta2, and the first is (eps1,
             delta1)-close for functions into [0, 1] as it is for events, their layers. Moments of
             order a: the inner ones are at most e^(a (a - 1) rho2) each. Releases that may stop
             early are padded with ones that say nothing. (c) Advanced, delta = 0: eps-DP is
             eps^2/2-zCDP (trilemma_groups), k of them k eps^2/2, and back to (rho + 2 sqrt(rho
             log(1/delta')), delta'). (d) delta > 0: let p0 = min(p, e^eps q), q0 = min(q, e^eps p)
             with masses 1 - a >= 1 - b >= 1 - delta; scale both to (1 - delta)/(1 - b), then lower
             p0 toward e^-eps q0 until its mass is 1 - delta. So P = (1 - delta) P0 + delta P1, Q
             likewise, P0 and Q0 being eps-close; with probability (1 - delta)^k >= 1 - k delta only
             these occur.
Trusted.     poisson, fubini, expectation_is_monotone, intermediate_value, exp_and_log.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from dpmean.distributions import discrete_gaussian, gaussian
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.errors import InvalidInput
from dpmean.exact import reals, special
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, floor
from dpmean.privacy import composition, conversions
from dpmean.privacy.guarantees import ApproximateDP, PureDP, ZeroConcentratedDP

from ...domains.finite_laws import Law, coin, gap, joint, moment
from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

G = Ring(
    {
        "x": ANY,
        "s": ANY,
        "t": ANY,
        "a": POSITIVE,
        "v": POSITIVE,
        "r": POSITIVE,
        "size": POSITIVE,
        "f": FULL,
    }
)
C = Ring(
    {
        "e": POSITIVE,
        "h": NONNEGATIVE,
        "k": POSITIVE,
        "r": POSITIVE,
        "x": POSITIVE,
        "y": POSITIVE,
        "a": POSITIVE,
    }
)
L = Ring(
    {
        "g": POSITIVE,
        "d": NONNEGATIVE,
        "x": FULL,
        "y": FULL,
        "s": NONNEGATIVE,
        "u": NONNEGATIVE,
        "v": NONNEGATIVE,
        "w": NONNEGATIVE,
    }
)
D = Ring(
    {
        "h": NONNEGATIVE,
        "m": FULL,
        "p": POSITIVE,
        "q": POSITIVE,
        "s": NONNEGATIVE,
        "b": UNIT,
        "f": FULL,
        "d": UNIT,
    }
)
B = Ring({"b": UNIT_CLOSED}, powers="k")
THIRDS = tuple(Fraction(i, 3) for i in range(4))


def lattice_cases() -> Iterator[tuple[Fraction, int, Fraction]]:
    """Return sigma^2, shift and order."""
    return product(
        (Fraction(1, 4), Fraction(1), Fraction(5, 2)),
        (1, 2, 3),
        (Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(4)),
    )


def on_the_lattice(case: tuple[Fraction, int, Fraction]) -> bool:
    """Check that the shipped divergence is the logarithm of the sum of p^a q^(1 - a), to 10^-20.

    It is at most a s^2/(2 sigma^2), and that exactly where a s is an integer.
    """
    variance, shift, order = case
    law = DiscreteGaussian(variance)
    shipped, most = (
        law.renyi(Fraction(shift), order),
        discrete_gaussian.renyi(Fraction(shift**2), order, variance),
    )
    terms = [
        reals.exp(-(order * k**2 + (1 - order) * (k - shift) ** 2) / (2 * variance))
        for k in range(-60, 61)
    ]
    summed = reals.log(reals.balanced_sum(terms) * law.normalizer()) / (order - 1)
    side = compare(shipped, most)
    close = compare((summed - shipped) ** 2, Fraction(1, 10**40)) < 0
    return close and side == (0 if (order * shift).denominator == 1 else -1)


def protected(halves: int) -> bool:
    """Tell whether a query moved by halves/2 under noise on the integers is protected.

    The outcome 0 remains possible, and the shipped divergence exists and obeys the bound.
    """
    shift = Fraction(halves, 2)
    if not any(k + shift == 0 for k in range(-9, 10)):
        return False
    return (
        compare(
            DiscreteGaussian(Fraction(1)).renyi(shift, Fraction(2)),
            discrete_gaussian.renyi(shift**2, Fraction(2), Fraction(1)),
        )
        <= 0
    )


def refused(shift: Fraction) -> bool:
    """Check that the shipped law says nothing about shifts between lattice points."""
    try:
        DiscreteGaussian(Fraction(1)).renyi(shift, Fraction(2))
    except InvalidInput as error:
        return error.code == "off_lattice"
    return False


def adaptive() -> Iterator[Law]:
    """Return all adaptive pairs of coins with denominator 3: (p, p | 0, p | 1, q, q | 0, q | 1)."""
    return product(THIRDS, repeat=6)


def adds_up(case: Law) -> bool:
    """Check Lemma 2.2 (1) for two adaptive releases."""
    p, p0, p1, q, q0, q1 = case
    for first, second in product((Fraction(1), Fraction(2)), repeat=2):
        delta1, delta2 = (
            gap(coin(p), coin(q), first),
            max(gap(coin(p0), coin(q0), second), gap(coin(p1), coin(q1), second)),
        )
        if gap(joint(p, p0, p1), joint(q, q0, q1), first * second) > composition.both(
            delta1, delta2
        ):
            return False
    return True


def orders_add_up(case: Law) -> bool:
    """Check that e^D2 of the pair is at most the product of the first's and of the worst
    second's.
    """
    p, p0, p1, q, q0, q1 = case
    first, zero, one, whole = (
        moment(coin(p), coin(q)),
        moment(coin(p0), coin(q0)),
        moment(coin(p1), coin(q1)),
        moment(joint(p, p0, p1), joint(q, q0, q1)),
    )
    if first is None or zero is None or one is None:
        return True
    return whole is not None and whole <= first * max(zero, one)


def parts(case: tuple[Law, Law, Fraction, Fraction]) -> bool:
    """Check the construction of the proof, for laws p and q that are (log growth, delta)-close.

    What it makes is below p and q, of mass 1 - delta, and log growth-close.
    """
    p, q, growth, delta = case
    if max(gap(p, q, growth), gap(q, p, growth)) > delta:
        return True
    low, other = (
        [min(x, growth * y) for x, y in zip(a, b, strict=True)] for a, b in ((p, q), (q, p))
    )
    if sum(low) < sum(other):
        p, q, low, other = q, p, other, low
    scale = (1 - delta) / sum(other)
    low, other = [x * scale for x in low], [y * scale for y in other]
    target = [y / growth for y in other]
    share = (
        Fraction(0)
        if sum(low) == 1 - delta
        else (sum(low) - (1 - delta)) / (sum(low) - sum(target))
    )
    made = [(1 - share) * x + share * y for x, y in zip(low, target, strict=True)]
    fits = all(
        x <= a and y <= b and x <= growth * y and y <= growth * x
        for x, y, a, b in zip(made, other, p, q, strict=True)
    )
    return bool(fits and sum(made) == sum(other) == 1 - delta and 0 <= share <= 1)


def pairs() -> Iterator[tuple[Law, Law, Fraction, Fraction]]:
    """Return laws with denominator 4 on three points."""
    laws = [
        tuple(Fraction(i, 4) for i in (a, b, 4 - a - b)) for a in range(5) for b in range(5 - a)
    ]
    return product(
        laws, laws, (Fraction(3, 2), Fraction(2)), (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
    )


def lies_cost_at_most(case: tuple[Fraction, int, Fraction]) -> bool:
    """Check k answers of a coin that tells the truth with e^eps : 1, the worst (eps, 0)-DP
    releases.

    Their delta at a rational just below the shipped epsilon is at most delta'.
    """
    decay, k, delta1 = case
    growth = 1 / decay
    at = Fraction(
        floor(composition.epsilon_of_many(Decay.from_decay(decay), k, delta1, "exact") * 2**20),
        2**20,
    )
    terms: list[Any] = [
        comb(k, i) * (growth ** (k - i) - growth**i * reals.exp(at)) / (1 + growth) ** k
        for i in range(k + 1)
    ]
    return (
        compare(
            reals.balanced_sum([t for t in terms if compare(t, Fraction(0)) > 0] + [Fraction(0)]),
            delta1,
        )
        <= 0
    )


def defined(delta1: Fraction) -> bool:
    """Tell whether there is a printed epsilon' at this delta'."""
    try:
        composition.epsilon_of_many(Decay.from_decay(Fraction(1, 2)), 2, delta1)
    except InvalidInput:
        return False
    return True


def lists_add_up(k: int) -> bool:
    """Check the shipped composition of k guarantees of each kind."""
    pure = composition.sequential([PureDP(Fraction(i)) for i in range(k)])
    both = composition.sequential([ApproximateDP(Fraction(i), Fraction(1, 20)) for i in range(k)])
    rho = composition.sequential_concentrated([ZeroConcentratedDP(Fraction(i)) for i in range(k)])
    half = Fraction(k * (k - 1), 2)
    return (
        pure == PureDP(half)
        and (k == 0 or both == ApproximateDP(half, Fraction(k, 20)))
        and rho == ZeroConcentratedDP(half)
    )


STEPS = (
    identity(
        "the square is completed, on the line and on the integers",
        G,
        lambda x, s, a, v: (
            (a * x**2 + (1 - a) * (x - s) ** 2) / (2 * v),
            (x - (1 - a) * s) ** 2 / (2 * v) - gaussian.log_moment(a, s**2, v),
        ),
    ),
    identity(
        "the divergence of order a = 1 + t",
        C,
        lambda x, r, a: (
            gaussian.log_moment(1 + a, x, r) / a,
            discrete_gaussian.renyi(x, 1 + a, r),
        ),
    ),
    identity(
        "at the variance GS^2/(2 rho) a shift by GS has the divergence a rho",
        G,
        lambda a, r, size: (
            discrete_gaussian.renyi(size**2, a, gaussian.variance_for(size, r)),
            a * r,
        ),
    ),
    positive(
        "and a shift of squared length f GS^2, f <= 1, at most that",
        G,
        lambda a, r, size, f: (
            a * r - discrete_gaussian.renyi(f * size**2, a, gaussian.variance_for(size, r))
        ),
        strict=False,
    ),
    identity(
        "independent coordinates: squared shifts add up",
        G,
        lambda s, t, a, v: (
            gaussian.log_moment(a, s**2 + t**2, v),
            gaussian.log_moment(a, s**2, v) + gaussian.log_moment(a, t**2, v),
        ),
        ("fubini",),
    ),
    identity(
        "its rho is GS^2/(2 sigma^2) on the lattice too",
        G,
        lambda r, size: (discrete_gaussian.rho(size, gaussian.variance_for(size, r)), r),
    ),
    exhaustive(
        "the shipped divergence on the integers: three variances, shifts to 3, orders 3/2, 2, "
        "5/2, 4",
        lattice_cases,
        on_the_lattice,
        trusts=("poisson",),
    ),
    exhaustive(
        "the sum of e^(-(k - c)^2/(2 sigma^2)) is largest at integers c",
        lambda: product((Fraction(1, 8), Fraction(1), Fraction(4)), range(1, 12)),
        lambda case: (
            compare(
                special.centred_sum(1 / (2 * case[0]), Fraction(case[1], 12)),
                special.centred_sum(1 / (2 * case[0]), Fraction(0)),
            )
            < 0
        ),
        trusts=("poisson",),
    ),
    counterexample(
        "between lattice points there is no guarantee: a query that moves by 1/2",
        lambda x: protected(x),
        1,
        lambda: [0],
    ),
    exhaustive(
        "and the shipped law refuses such shifts",
        lambda: [Fraction(1, 2), Fraction(-7, 3), Fraction(1, 10**9)],
        refused,
    ),
    smt(
        "no event gains more than the outcomes where p > e^eps q",
        {"p": REAL, "w": REAL, "x": REAL, "y": REAL},
        lambda v: abs(v.p) >= 0,
        lambda v: (
            max(v.p - v.w, 0) + max(v.x - v.y, 0) >= v.p - v.w
            and max(v.p - v.w, 0) + max(v.x - v.y, 0) >= v.p - v.w + v.x - v.y
            and max(v.p - v.w, 0) + max(v.x - v.y, 0) >= 0
        ),
        lambda v: max(v.p - v.w, 0) >= v.p - v.w + v.x - v.y,
    ),
    identity(
        "users who keep their datum contribute the factor 1: the moment of order 2 of two "
        "independent messages",
        D,
        lambda p, q, b: (
            sum(x**2 * y**2 / (z * y) for x, z in ((p, q), (1 - p, 1 + q)) for y in (b, 1 - b)),
            p**2 / q + (1 - p) ** 2 / (1 + q),
        ),
    ),
    positive(
        "a function of the messages, such as their order: two layers of a function into [0, "
        "1], P_i = g Q_i + delta - s_i",
        L,
        lambda g, d, x, y, s, u, v, w: (
            g * (x * u + (1 - x) * y * v)
            + d
            - (x * (g * u + d - s) + (1 - x) * y * (g * v + d - w))
        ),
        strict=False,
        trusts=("fubini",),
    ),
    identity(
        "eps-DP is eps^2/2-zCDP, and that is (eps^2/2 + eps sqrt(2 log(1/delta)), delta)-DP",
        C,
        lambda e, r: (
            conversions.epsilon_of_rho(conversions.rho_of_pure(e), e * r / 2),
            e**2 / 2 + e * r,
        ),
    ),
    identity(
        "there root = eps sqrt(2 log(1/delta))/2 is the root of rho log(1/delta)",
        C,
        lambda e, r: ((e * r / 2) ** 2, conversions.rho_of_pure(e) * (r**2 / 2)),
    ),
    smt(
        "(1): P <= w + delta and P <= 1 give P <= min(1, w) + delta",
        {"p": REAL, "w": REAL, "d": REAL},
        lambda v: v.p <= v.w + v.d and v.p <= 1 and v.w >= 0 and v.d >= 0,
        lambda v: v.p <= min(1, v.w) + v.d,
        lambda v: v.p <= min(1, v.w),
    ),
    exhaustive("(1) for all adaptive pairs of coins with denominator 3", adaptive, adds_up),
    exhaustive("the shipped composition of up to six guarantees", lambda: range(7), lists_add_up),
    positive(
        "(3): inner moments of at most g, whatever the first answer",
        L,
        lambda g, x, y, s, u: g * (x + y) - (x * (g - s) + y * (g - u)) + 0 * g,
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    identity(
        "(3): moments multiply, so rhos add up",
        C,
        lambda a, x, y: (a * (1 + a) * composition.both(x, y), a * (1 + a) * x + a * (1 + a) * y),
    ),
    exhaustive(
        "(3) at order 2 for all adaptive pairs of coins with denominator 3", adaptive, orders_add_up
    ),
    identity(
        "(2): k eps^2/2 and back to approximate DP is the sharper epsilon",
        C,
        lambda e, k, r: (
            conversions.epsilon_of_rho(k * conversions.rho_of_pure(e), e * r / 2),
            composition.sharper_epsilon(e, k, r),
        ),
    ),
    identity(
        "(2): there root^2 = k eps^2/2 log(1/delta'), r^2 = 2 k log(1/delta')",
        C,
        lambda e, k, r: ((e * r / 2) ** 2, k * conversions.rho_of_pure(e) * (r**2 / (2 * k))),
    ),
    positive(
        "(2): the printed epsilon' is larger, e^eps = 1 + eps + h",
        C,
        lambda e, h, k, r: (
            composition.advanced_epsilon(e, 1 + e + h, k, r) - composition.sharper_epsilon(e, k, r)
        ),
        trusts=("exp_and_log",),
    ),
    exhaustive(
        "(2) for k <= 12 answers of a lying coin",
        lambda: product(
            (Fraction(1, 2), Fraction(9, 10)), range(1, 13), (Fraction(1, 2), Fraction(1, 100))
        ),
        lies_cost_at_most,
    ),
    counterexample("(2) at delta' = 0 says nothing: log(1/0)", defined, Fraction(0)),
    positive(
        "(2), delta > 0: where p > e^eps q, p0 = e^eps q and q0 = q are eps-close",
        D,
        lambda h, q: (1 + h) * ((1 + h) * q) - q,
        strict=False,
    ),
    positive(
        "(2), delta > 0: lowering p0 = (q0 + s)/e^eps toward q0/e^eps lowers it",
        D,
        lambda h, m, q, s: (q + s) / (1 + h) - ((1 - m) * (q + s) / (1 + h) + m * q / (1 + h)),
        strict=False,
    ),
    identity(
        "(2), delta > 0: and stays above q0/e^eps",
        D,
        lambda h, m, q, p: (
            (1 + h) * ((1 - m) * p + m * q / (1 + h)) - q,
            (1 - m) * ((1 + h) * p - q),
        ),
    ),
    positive(
        "(2), delta > 0: the mass is at least 1 - delta before, a = f b",
        D,
        lambda b, f, d: (1 - f * b) * (1 - d) / (1 - b) - (1 - d),
        strict=False,
        trusts=("intermediate_value",),
    ),
    positive(
        "(2), delta > 0: and at most that after",
        D,
        lambda h, d: (1 - d) - (1 - d) / (1 + h),
        strict=False,
    ),
    exhaustive("(2), delta > 0, for all laws with denominator 4 on three points", pairs, parts),
    identity(
        "(2), delta > 0: 1 - (1 - delta)^k <= k delta, one more release",
        B,
        lambda b, k: (
            (composition.advanced_delta(1 - b, k + 1, 0 * b) - (1 - b ** (k + 1)))
            - (composition.advanced_delta(1 - b, k, 0 * b) - (1 - b**k)),
            (1 - b) * (1 - b**k),
        ),
    ),
    identity(
        "(2), delta > 0: delta' is added",
        C,
        lambda e, k, x: (composition.advanced_delta(e, k, x), k * e + x),
    ),
)


def holds(decay: Fraction, m: int, extra: Fraction) -> bool:
    """Check the worst pure releases, m of them, against the sharper epsilon at any delta'."""
    return not extra or lies_cost_at_most((decay, m, extra))


THEOREM = Theorem(
    id="instance_zcdp",
    title="Zero-concentrated DP: Gaussian noise and composition",
    statement="normal noise of variance GS^2/(2 rho), and discrete Gaussian noise on the query's "
    "lattice, is rho-zCDP; adaptive composition, basic, concentrated and advanced, with "
    "its delta",
    source="instance Definitions 2.1-2.4, Lemmas 2.1, 2.2",
    steps=STEPS,
    covers=("composition.advanced_epsilon", "composition.advanced_delta"),
    depends_on=("trilemma_groups", "discrete_gaussian_law"),
    holds=holds,
    claims=rows(__file__),
)
