"""DPUCoarse is private: the accounting of Proposition 4.2, the slack in its threshold, and the
least threshold.

The lattice version with integer noise is here too.

Claim.       A bin of one record exceeds 2 + (2/eps) log(1/delta) with probability delta t/2, t = e^(-eps/2); adding or
             removing a record costs (eps/2, delta t/2), so replacing one (eps, delta (1 + t)/2).
             The threshold 1 + (2/eps) log(1/(2 delta)) gives (eps, delta) for every delta <= 1/2,
             and no smaller one does. With integer noise a lone bin has at most delta t/(1 + t),
             which as a group of two is delta; the sharper threshold must be the least integer c
             with t^c/(1 + t) <= delta.
Source.      trilemma Algorithm 1, Proposition 4.2, Section 1.3; the sharper thresholds: this project.
Derivation.  (1) T is the same on both sides: fix it. (2) One bin changes: from 2 or more by one, a log-ratio of at most
             eps/2; from one to none, an event of probability q that the other side does not have.
             (3) Replacing moves a record from bin k to bin l. Both had and keep records: eps/2 +
             eps/2. k had only this one, and l has others: P = (1 - q) U + q Q against V with U <= g
             V, V <= g U, g = e^(eps/2): P <= g^2 V + q, and g^2 P + q
             - V >= (1 - q)(g^2 U - V) + q (1 - V) >= 0, for every q. l had none: the same,
             exchanged. Both: (1 - q) Z + q Q against (1 - q) Z + q Q'. (4) One record: bin k with
             probability q against 0, so q <= delta is necessary. (5) P(K >= j) = t^j/(1 + t); j is
             the least integer above threshold - 1, and t^j may be nearly t^(threshold - 1). (6) The
             shipped rule on all noises of a box, then the exact law of its answers on all counts of
             at most four records in three bins.
Trusted.     densities_decide, fubini, expectation_is_monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

from dpmean.distributions import laplace
from dpmean.distributions.discrete_laplace import normalizer
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import ceil
from dpmean.mechanisms.trilemma import dpucoarse, quantities
from dpmean.privacy import groups
from dpmean.programs.run import run

from ...domains.winners import Counts, divergence, law, mass, replacements
from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

# x = log(1/delta) or log(1/(2 delta)), two = log 2
E = Ring({"e": POSITIVE, "x": NONNEGATIVE, "w": UNIT, "two": POSITIVE})
T = Ring({"t": UNIT, "d": POSITIVE, "s": POSITIVE})
# g = 1 + h
M = Ring(
    {
        "h": NONNEGATIVE,
        "q": FULL,
        "u": FULL,
        "v": FULL,
        "a": FULL,
        "z": FULL,
        "s": NONNEGATIVE,
        "r": NONNEGATIVE,
    }
)


def on_lattice(t: Fraction, delta: Fraction, constants: str) -> dpucoarse.DpuCoarse:
    """Return the shipped mechanism with integer noise, where e^(-eps/2) = t."""
    return dpucoarse.DpuCoarse(
        Decay.from_decay(t**2), delta, constants=constants, noise="discrete_laplace", m=1
    )


def least_answered(mechanism: dpucoarse.DpuCoarse) -> int:
    """Return the least integer above the threshold."""
    return 1 - ceil(-mechanism.threshold)


def by_noises(case: tuple[Counts, Fraction, int]) -> bool:
    """Check this law against all noises in [-4, 4]: it differs by at most the mass of the
    others.
    """
    counts, t, least = case
    bins = [i for i, c in enumerate(counts) if c]
    seen: dict[int | None, Fraction] = {}
    for noises in product(range(-4, 5), repeat=len(bins)):
        noisy = {i: counts[i] + z for i, z in zip(bins, noises, strict=True)}
        best: list[int | None] = [i for i in bins if noisy[i] == max(noisy.values()) >= least] or [
            None
        ]
        for i in best:
            seen[i] = seen.get(i, Fraction(0)) + prod(
                (mass(z, t)[0] for z in noises), start=Fraction(1, len(best))
            )
    rest = 1 - sum(seen.values())
    return all(0 <= p - seen.get(i, 0) <= rest for i, p in law(counts, t, least).items())


def loss(pair: tuple[Counts, Counts], t: Fraction, least: int) -> Fraction:
    """Return the delta of this replacement at eps."""
    return divergence(law(pair[0], t, least), law(pair[1], t, least), 1 / t**2)


def settings() -> Iterator[tuple[Fraction, Fraction, str]]:
    """Yield e^(-eps/2), delta and constants."""
    for t, delta in product(
        (Fraction(1, 2), Fraction(2, 3), Fraction(1, 5)),
        (Fraction(1, 3), Fraction(3, 10), Fraction(1, 9), Fraction(1, 100)),
    ):
        yield from ((t, delta, constants) for constants in ("paper", "exact"))


def lattice_is_private(case: tuple[Fraction, Fraction, str]) -> bool:
    """Check all replacements of at most four records.

    With one record `exact` attains t^c/(1 + t), and one less would be above delta.
    """
    t, delta, constants = case
    least = least_answered(on_lattice(t, delta, constants))
    # of these counts, many of which occur in several pairs
    known = cache(lambda counts: law(counts, t, least))
    worst = max(
        divergence(known(before), known(after), 1 / t**2)
        for size in (1, 2, 3, 4)
        for before, after in replacements(size)
    )
    attained = dpucoarse.lone_lattice_bin(t, t ** (least - 1))
    return worst <= delta and (
        constants == "paper"
        or (
            attained == loss(((1, 0, 0), (0, 1, 0)), t, least)
            and dpucoarse.lone_lattice_bin(t, t ** (least - 2)) > delta
        )
    )


def with_the_continuous_threshold(delta: Fraction) -> bool:
    """Tell whether delta is kept with integer noise and the threshold 1 + (2/eps) log(1/(2 delta)).

    There is one record, and e^(-eps/2) = 1/2.
    """
    t = Fraction(1, 2)
    bound = dpucoarse.threshold(Decay.from_decay(t**2), delta, "exact", "laplace")
    return loss(((1, 0, 0), (0, 1, 0)), t, 1 - ceil(-bound)) <= delta


def rule(case: tuple[tuple[Fraction, ...], tuple[int, ...]]) -> bool:
    """Check the shipped program's rule.

    The largest noisy count wins if it is above the threshold, the k-th of several where the tie is
    k; the counts are those of round(x - T).
    """
    data, noises = case
    mechanism = on_lattice(Fraction(1, 2), Fraction(1, 4), "exact")
    counts = sorted({x.__floor__() for x in data})
    noisy = [sum(x == k for x in data) + z for k, z in zip(counts, noises, strict=False)]
    best = (
        [k for k, y in zip(counts, noisy, strict=True) if y == max(noisy)]
        if max(noisy) >= least_answered(mechanism)
        else [None]
    )
    given: dict[str, Any] = {
        "offset": Fraction(1, 2),
        **{f"noise_{i}": z for i, z in enumerate(noises, 1)},
    }
    return best == [
        replay_with(mechanism, data, {**given, "tie": place}) for place in range(len(best))
    ]


def replay_with(
    mechanism: dpucoarse.DpuCoarse, data: tuple[Fraction, ...], given: dict[str, Any]
) -> Any:
    """Return the output for given draws, some of which may not occur."""
    return run(mechanism.program(data), lambda draw: given[draw.label]).output


def boxes() -> Iterator[tuple[tuple[Fraction, ...], tuple[int, ...]]]:
    """Yield data sets of at most three whole numbers with noises in [-2, 2]."""
    for size in (1, 2, 3):
        for data in combinations_with_replacement(tuple(Fraction(i) for i in range(3)), size):
            yield from ((data, noises) for noises in product(range(-2, 3), repeat=len(set(data))))


def printed_lone(delta: int) -> bool:
    """Tell whether P(1 + Lap > threshold) = delta/(2 e^(eps/2)) at e^(eps/2) = 2.

    Where the threshold is below 1 the probability is 1 - 1/(2 w), w = e^(-eps (threshold - 1)/2) =
    delta/2.
    """
    w = Fraction(delta, 2)
    return (dpucoarse.lone_bin(w) if w <= 1 else 1 - dpucoarse.lone_bin(1 / w)) == Fraction(
        delta, 4
    )


def answers_nothing(case: tuple[str, bool]) -> bool:
    """Check that the shipped program without records gives no answer."""
    constants, with_offset = case
    mechanism = dpucoarse.DpuCoarse(
        Decay.from_decay(Fraction(1, 4)),
        Fraction(1, 4),
        constants=constants,
        random_offset=with_offset,
    )
    return run(mechanism.program([]), lambda _: Fraction(1, 2)).output is None


def shipped_lone(case: tuple[Fraction, Fraction]) -> bool:
    """Check the catalogue's value: delta t/2 with the paper's threshold, delta with the exact
    one.
    """
    t, delta = case
    decay = Decay.from_decay(t**2)
    return bool(
        quantities.lone_bin_delta(decay, delta) == delta * t / 2
        and quantities.lone_bin_delta(decay, delta, "exact") == delta
    )


STEPS = (
    identity(
        "the tail of a count's noise is half of both sides",
        E,
        lambda w: (dpucoarse.lone_bin(w), laplace.tail(w) / 2),
    ),
    identity(
        "the paper's threshold is eps/2 + log(1/delta) above a lone bin, in units of the scale",
        E,
        lambda e, x: (e * (dpucoarse.printed_threshold(e, x) - 1) / 2, e / 2 + x),
    ),
    identity(
        "so a lone bin exceeds it with probability delta t/2",
        T,
        lambda t, d: (dpucoarse.lone_bin(d * t), d * t / 2),
    ),
    counterexample(
        "P(1 + Lap > threshold) = delta/(2 e^(eps/2)) fails for delta > e^(eps/2): 3 at "
        "e^(eps/2) = 2",
        lambda d: printed_lone(d),
        3,
        lambda: [1, 2],
    ),
    smt(
        "a count that changes by one changes the exponent by at most one",
        {"x": REAL, "c": INT},
        lambda v: v.c >= 2,
        lambda v: abs(abs(v.x - v.c) - abs(v.x - (v.c - 1))) <= 1,
        lambda v: abs(abs(v.x - v.c) - abs(v.x - (v.c - 1))) < 1,
        ("densities_decide",),
    ),
    positive(
        "a lone bin that appears: P = (1 - q) V + q A is at most V + q",
        M,
        lambda q, v, a: v + q - ((1 - q) * v + q * a),
        strict=False,
        trusts=("fubini",),
    ),
    positive(
        "and V is at most P + q", M, lambda q, v, a: (1 - q) * v + q * a + q - v, strict=False
    ),
    smt(
        "the largest positive excess over the threshold is the winner's",
        {"x": REAL, "y": REAL, "s": REAL},
        lambda v: v.x != v.y,
        lambda v: (max(v.x - v.s, 0) > max(v.y - v.s, 0)) == (v.x > v.y and v.x > v.s),
        lambda v: (max(v.x - v.s, 0) > max(v.y - v.s, 0)) == (v.x > v.y),
    ),
    identity(
        "a group of two: delta (1 + t)/2",
        T,
        lambda t, d: (
            groups.group_delta(1 / t, 1 / t**2, dpucoarse.lone_bin(d * t)),
            d * (1 + t) / 2,
        ),
    ),
    positive(
        "which is less than delta",
        T,
        lambda t, d: d - groups.group_delta(1 / t, 1 / t**2, dpucoarse.lone_bin(d * t)),
    ),
    identity("and eps/2 twice is eps", E, lambda e: (groups.group_epsilon(e / 2, 2), e)),
    identity(
        "the exact threshold is log(1/(2 delta)) above a lone bin",
        E,
        lambda e, x: (e * (dpucoarse.exact_threshold(e, x) - 1) / 2, x),
    ),
    identity(
        "so a lone bin exceeds it with probability delta",
        T,
        lambda d: (dpucoarse.lone_bin(2 * d), d),
    ),
    positive(
        "the exact threshold is below the paper's: log(1/delta) = log 2 + log(1/(2 delta))",
        E,
        lambda e, x, two: dpucoarse.printed_threshold(e, x + two) - dpucoarse.exact_threshold(e, x),
    ),
    positive(
        "no smaller threshold: a lone bin would exceed it with more than delta",
        T,
        lambda d, s: dpucoarse.lone_bin(2 * d + s) - d,
    ),
    positive("no finite threshold gives a pure guarantee", E, lambda w: dpucoarse.lone_bin(w)),
    positive(
        "both bins keep records: the two factors",
        M,
        lambda h, v, s, r: (1 + h) ** 2 * (v + s + r) - ((1 + h) * ((1 + h) * v + s)),
        strict=False,
    ),
    positive(
        "k loses its only record, U = g V - s: P <= g^2 V + q",
        M,
        lambda h, q, v, a, s: (1 + h) ** 2 * v + q - ((1 - q) * ((1 + h) * v - s) + q * a),
        strict=False,
    ),
    identity(
        "and g^2 P + q - V in parts",
        M,
        lambda h, q, u, v, a: (
            (1 + h) ** 2 * ((1 - q) * u + q * a) + q - v,
            (1 - q) * ((1 + h) ** 2 * u - v) + q * (1 - v) + q * (1 + h) ** 2 * a,
        ),
    ),
    positive(
        "which are not negative, V = g U - s: V <= g^2 P + q for every q",
        M,
        lambda h, q, u, v, a, s: (
            (1 - q) * ((1 + h) ** 2 * u - ((1 + h) * u - s)) + q * (1 - v) + q * (1 + h) ** 2 * a
        ),
        strict=False,
    ),
    positive(
        "by the factor g/(1 - q) <= g^2 alone where q <= 1 - 1/g: q = z (1 - 1/g)",
        M,
        lambda h, z: (1 + h) ** 2 * (1 - z * h / (1 + h)) - (1 + h),
        strict=False,
    ),
    positive(
        "both bins are of one record: (1 - q) Z + q A against (1 - q) Z + q A'",
        M,
        lambda q, v, a, z: (1 - q) * v + q * z + q - ((1 - q) * v + q * a),
        strict=False,
    ),
    exhaustive(
        "the shipped values of a lone bin's probability",
        lambda: product(
            (Fraction(1, 2), Fraction(1, 3)), (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10))
        ),
        shipped_lone,
    ),
    identity(
        "integer noise: P(1 + K > threshold) <= delta t/(1 + t)",
        T,
        lambda t, d: (dpucoarse.lone_lattice_bin(t, d * t), d * t / (1 + t)),
    ),
    identity(
        "and a group of two is delta",
        T,
        lambda t, d: (groups.group_delta(1 / t, 1 / t**2, dpucoarse.lone_lattice_bin(t, d * t)), d),
    ),
    identity(
        "its tail: P(K >= c) less P(K >= c + 1) is the mass at c, s = t^c",
        T,
        lambda t, s: (
            dpucoarse.lone_lattice_bin(t, s) - dpucoarse.lone_lattice_bin(t, t * s),
            normalizer(t) * s,
        ),
    ),
    exhaustive(
        "the shipped program is this rule on all noises in [-2, 2], three records", boxes, rule
    ),
    exhaustive(
        "the law of its answers against all noises in [-4, 4]",
        lambda: product(
            [(1, 0, 0), (2, 1, 0), (0, 2, 2), (1, 1, 1), (1, 2, 1)],
            (Fraction(1, 2), Fraction(1, 5)),
            (2, 3),
        ),
        by_noises,
    ),
    exhaustive(
        "on a lattice: every replacement of at most four records in three bins costs at most delta",
        settings,
        lattice_is_private,
    ),
    counterexample(
        "integer noise against 1 + (2/eps) log(1/(2 delta)): one record, e^(eps/2) = 2, delta "
        "= 3/10 gives 1/3",
        with_the_continuous_threshold,
        Fraction(3, 10),
        lambda: [Fraction(1, 10), Fraction(2, 10)],
    ),
    exhaustive(
        "no records: the shipped program does not answer",
        lambda: product(("paper", "exact"), (True, False)),
        answers_nothing,
    ),
)


def holds(decay: Fraction, alpha: Fraction, offsets: list[int]) -> bool:
    """Check any counts in three bins, and any replacement of the first record."""
    if not offsets or not 0 < alpha < 1:
        return True
    places = [i % 3 for i in offsets]
    before = tuple(places.count(i) for i in range(3))
    after = tuple(c - (i == places[0]) + (i == (places[0] + 1) % 3) for i, c in enumerate(before))
    known = ("paper", "exact") if alpha <= Fraction(1, 2) else ("paper",)
    return all(
        max(
            loss(pair, decay, least_answered(on_lattice(decay, alpha, constants)))
            for pair in ((before, after), (after, before))
        )
        <= alpha
        for constants in known
    )


THEOREM = Theorem(
    id="trilemma_coarse_privacy",
    title="DPUCoarse is private; its least thresholds, continuous and integer",
    statement="Algorithm 1 is (eps, delta (1 + e^(-eps/2))/2)-DP; with the threshold 1 + (2/eps) "
    "log(1/(2 delta)) it is (eps, delta)-DP and with none below; integer noise needs an "
    "integer threshold",
    source="trilemma Algorithm 1, Proposition 4.2",
    steps=STEPS,
    covers=("dpucoarse.threshold", "dpucoarse.lone_bin_delta"),
    depends_on=("laplace_laws",),
    holds=holds,
    claims=rows(__file__),
)
