"""A private count that never exceeds the number of records, and the reduction to a known number of
records.

The reduction is right in a random order, and wrong in the order of the indices.

Claim.       n + clip_[-v, v](Z) - v lies in [n - 2v, n] and is (eps, delta)-DP exactly for delta >= t^v/(1 + t) +
             max{0, t^(v-2) (t^2 + t - 1)/(1 + t)}, t = e^-eps; the paper's 2 t^v is enough. N of
             the x_i in a uniformly random order, N the count, then M_N: (2 eps, 2 delta)-DP for any
             (eps, delta)-DP M_N. In the order of the indices it is not.
Source.      trilemma Appendix E.1, Proposition E.1; the exact delta and the random order: this project.
Derivation.  (1) Count, n against n - 1: the ratio is e^eps or e^-eps but at the two ends; the upper end n is out of
             reach of n - 1, the lower end n - 2v exceeds e^eps times P(Z = 1 - v) when t^2 + t > 1.
             The other direction is its mirror image. (2) Composition: p <= g q + d and a <= min(1,
             g c) + d' give sum p a <= g^2 sum q c + delta + delta'. (3) Removing x_n from an
             injection s of [N] into [n], N < n: where s takes the value n, give it a uniformly
             random value I that s does not take. The tuples differ in one place; every injection
             into [n - 1] comes up with probability (n - N)!/n! (1 + N/(n - N)) = (n - 1 - N)!/(n -
             1)!. Any x_i may stand for x_n, as the order is random. For N >= n all records are
             used, and the pad a stands for x_n. (4) In the order of indices U = {2, 3}, I = 1 gives
             (x_2, x_3) against (x_1, x_2), which differ in both places: g^2, not g. (5) All small
             cases.
Trusted.     powers_decay, fubini, densities_decide, expectation_is_monotone; the law of Z is that of laplace_laws.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

from dpmean.distributions import discrete_laplace
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import count

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt, telescopes
from ...kernel.tracing import INT
from ...theorem import Theorem, rows

B = Ring({"b": UNIT}, powers="v")
W = Ring({"b": UNIT, "w": POSITIVE})
K = Ring({"b": UNIT, "k": NONNEGATIVE, "w": POSITIVE})
C = Ring(
    {
        "g": POSITIVE,
        "q": NONNEGATIVE,
        "d": NONNEGATIVE,
        "x": FULL,
        "y": NONNEGATIVE,
        "n": POSITIVE,
        "h": POSITIVE,
        "b": UNIT,
    }
)
Bits = tuple[int, ...]
# the probability of an event is p g^exponent, exponents of neighbours at most 1 apart: (eps, 0)-DP
# for small p
Event = dict[Bits, int]
DECAYS = (Fraction(1, 14), Fraction(1, 3), Fraction(3, 5), Fraction(5, 8), Fraction(9, 10))


def mass(decay: Decay, v: int, k: int) -> Fraction:
    """Return the shipped mass of the count's noise, which is rational as the decay is."""
    found = count.mass(decay, v, k)
    assert isinstance(found, Fraction)
    return found


def worst(decay: Decay, v: int, shift: int) -> Fraction:
    """Return the hockey-stick divergence at e^eps between the counts of n and n + shift records,
    term by term.
    """
    assert isinstance(decay.b, Fraction)
    return sum(
        (
            max(Fraction(0), mass(decay, v, k) - mass(decay, v, k - shift) / decay.b)
            for k in range(-2 * v - 2, 3)
        ),
        Fraction(0),
    )


def counts_lose(case: tuple[Fraction, int]) -> bool:
    """Check that both directions have the shipped delta, below the printed one, and that the masses
    add up to 1.
    """
    decay, v = Decay.from_decay(case[0]), case[1]
    total = sum((mass(decay, v, k) for k in range(-2 * v - 2, 3)), Fraction(0))
    return total == 1 and worst(decay, v, 1) == worst(decay, v, -1) == count.least_delta(
        decay, v
    ) <= count.printed_delta(case[0] ** v)


def widths_are_least(case: tuple[Fraction, Fraction]) -> bool:
    """Check that the least v is the least, and at most the printed one."""
    decay, most = Decay.from_decay(case[0]), case[1]
    v = count.least_width(decay, most)
    fits = compare(count.least_delta(decay, v), most) <= 0 and (
        v == 1 or compare(count.least_delta(decay, v - 1), most) > 0
    )
    return (
        fits
        and 1 <= v <= count.printed_width(decay, most)
        and 2 * case[0] ** count.printed_width(decay, most) <= most
    )


def events(size: int) -> list[Event]:
    """Return all private events on tuples of bits."""
    tuples = list(product((0, 1), repeat=size))
    found = [
        dict(zip(tuples, e, strict=True)) for e in product(range(size + 1), repeat=len(tuples))
    ]
    return [
        f
        for f in found
        if all(
            abs(f[x] - f[y]) <= 1
            for x in tuples
            for y in tuples
            if sum(a != b for a, b in zip(x, y, strict=True)) == 1
        )
    ]


def tuples_of(records: Bits, size: int, pad: int, ordered: bool) -> list[Bits]:
    """Return the equally likely inputs of M_N: records padded to N of them, of which N are chosen.

    They are in the order of the indices or in any order.
    """
    padded = records + (pad,) * (size - len(records))
    return list(combinations(padded, size) if ordered else permutations(padded, size))


def keeps_epsilon(n: int, size: int, removed: tuple[int, ...], ordered: bool) -> bool:
    """Check that A(N, x) and A(N, x') are eps-close for e^eps = 2.

    All bits x and pads are taken, the record at one of the places removed, and all private events.
    """
    for x, pad, i, f in product(product((0, 1), repeat=n), (0, 1), removed, events(size)):
        here, there = (tuples_of(y, size, pad, ordered) for y in (x, x[:i] + x[i + 1 :]))
        a, b = (Fraction(sum(2 ** f[y] for y in ys), len(ys)) for ys in (here, there))
        if a > 2 * b or b > 2 * a:
            return False
    return True


def printed_in_any_place(case: tuple[int, int]) -> bool:
    """Tell whether A(N, .) of the paper keeps epsilon when x_i is removed, for any i."""
    return keeps_epsilon(*case, tuple(range(case[0])), ordered=True)


def printed_in_last_place(case: tuple[int, int]) -> bool:
    """Tell whether A(N, .) of the paper keeps epsilon when its last record is removed."""
    return keeps_epsilon(*case, (case[0] - 1,), ordered=True)


def two_records(growth: int) -> dict[Bits, Fraction]:
    """Return P(M_2 = 1) for each two bits, the largest that is eps-DP.

    From (0, 1) to (0, 0), or from (1, 1) to (1, 0), it changes by a factor e^eps each.
    """
    return {(a, b): Fraction(growth) ** (a - b) / (growth + 1) for a in (0, 1) for b in (0, 1)}


def composed(growth: int) -> bool:
    """Tell whether M_* for (0, 1, 0) against (0, 1) is (2 eps, 2 delta)-close.

    delta = 2 e^-eps, so v = 1; M_1 and M_3 publish N only.
    """
    decay, law = Decay.from_decay(Fraction(1, growth)), two_records(growth)
    neighbours = [
        (law[x], law[y])
        for x in law
        for y in law
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]
    v = count.printed_width(decay, Fraction(2, growth))
    assert v == 1
    assert all(p <= growth * q and 1 - p <= growth * (1 - q) for p, q in neighbours)

    def outputs(x: Bits) -> list[Fraction]:
        sizes = {n: mass(decay, v, n - len(x)) for n in (1, 2, 3)}
        choices = tuples_of(x, 2, 0, ordered=True)
        one = sum((law[y] for y in choices), Fraction(0)) / len(choices)
        return [sizes[1], sizes[2] * one, sizes[2] * (1 - one), sizes[3]]

    excess = sum(
        (
            max(Fraction(0), p - growth**2 * q)
            for p, q in zip(outputs((0, 1, 0)), outputs((0, 1)), strict=True)
        ),
        Fraction(0),
    )
    return excess <= 2 * Fraction(2, growth)


def coupled(case: tuple[int, int]) -> bool:
    """Check the coupling of random injections of [N] into [n] and into [n - 1].

    At most one place differs, and the second injection is uniform.
    """
    n, size = case
    mass: dict[Bits, Fraction] = {}
    first = list(permutations(range(n), size))
    for s in first:
        free = [i for i in range(n) if i not in s]
        others = (
            [tuple(free_one if i == n - 1 else i for i in s) for free_one in free]
            if n - 1 in s
            else [s]
        )
        for other in others:
            if sum(a != b for a, b in zip(s, other, strict=True)) > 1:
                return False
            mass[other] = mass.get(other, Fraction(0)) + Fraction(1, len(first) * len(others))
    second = list(permutations(range(n - 1), size))
    return mass == dict.fromkeys(second, Fraction(1, len(second)))


def something_to_draw(case: tuple[int, int]) -> bool:
    """Tell whether there is an I in [max{n, N}] outside U, when n is in U and |U| = N."""
    n, size = case
    return all(
        n not in u or set(range(1, max(n, size) + 1)) - set(u)
        for u in combinations(range(1, max(n, size) + 1), size)
    )


def never_fails(n: int) -> bool:
    """Tell whether M_* is an estimate, never a failure, for n records, n_0 = 1, v = 1, eps = log
    2.
    """
    decay = Decay.from_decay(Fraction(1, 2))
    return not any(count.mass(decay, 1, k) for k in range(-3, 1 - n))


def linear_loss(k: int) -> bool:
    """Tell whether 2 v is at most 50 log(1/delta)/eps for eps = k log 2, delta = 1/2."""
    return 2 * count.printed_width(Decay.from_decay(Fraction(1, 2**k)), Fraction(1, 2)) <= Fraction(
        50, k
    )


SMALL = [(n, size) for n in (1, 2, 3) for size in (1, 2) if (n, size) != (3, 2)]
STEPS = (
    telescopes(
        "P(|Z| > v), by adding",
        K,
        lambda b, w: 2 * discrete_laplace.pmf(b, w),
        lambda b, w: count.clipped(b, w / b),
        lambda b: b,
    ),
    identity(
        "it is 2 e^(-eps v)/(e^eps + 1)", W, lambda b, w: (count.clipped(b, w), 2 * w / (1 / b + 1))
    ),
    identity(
        "(e^eps + 1) times it is 2 t^v, at most delta",
        W,
        lambda b, w: (count.printed_delta(w), (1 / b + 1) * count.clipped(b, w)),
    ),
    identity(
        "the masses of the clipped law add up to 1",
        B,
        lambda b, v: (
            2 * count.end_mass(b, b**v)
            + discrete_laplace.pmf(b, 1)
            + 2 * discrete_laplace.pmf(b, 1) * (b - b**v) / (1 - b),
            1 + 0 * b,
        ),
    ),
    identity(
        "inside, above: the ratio is e^eps",
        W,
        lambda b, w: (discrete_laplace.pmf(b, w), discrete_laplace.pmf(b, w * b) / b),
    ),
    positive(
        "inside, below: the ratio is less",
        W,
        lambda b, w: discrete_laplace.pmf(b, w / b) / b - discrete_laplace.pmf(b, w),
    ),
    positive(
        "below the upper end: the ratio is less",
        W,
        lambda b, w: count.end_mass(b, w) / b - discrete_laplace.pmf(b, w / b),
    ),
    identity(
        "the two ends",
        W,
        lambda b, w: (
            count.upper_excess(b, w) + count.lower_excess(b, w),
            w / (1 + b) + w * (b**2 + b - 1) / (b**2 * (1 + b)),
        ),
    ),
    identity(
        "together they are t^(v-2) (2t - 1)",
        W,
        lambda b, w: (count.upper_excess(b, w) + count.lower_excess(b, w), w / b**2 * (2 * b - 1)),
        ("fubini", "densities_decide"),
    ),
    positive(
        "less than the printed delta: the upper end alone",
        W,
        lambda b, w: count.printed_delta(w) - count.upper_excess(b, w),
    ),
    positive(
        "less than the printed delta: both ends",
        W,
        lambda b, w: count.printed_delta(w) - count.upper_excess(b, w) - count.lower_excess(b, w),
        {"b": (Fraction(1, 2),)},
    ),
    exhaustive(
        "v up to 5, both directions: the exact delta",
        lambda: product(DECAYS, range(1, 6)),
        counts_lose,
    ),
    exhaustive(
        "the least v",
        lambda: product(DECAYS, (Fraction(1, 3), Fraction(1, 1000), Fraction(1, 10**9))),
        widths_are_least,
    ),
    identity(
        "indistinguishable: the two ways to say it", C, lambda b, q, d: ((b * (q - d)) / b, q - d)
    ),
    positive(
        "composition, outcome by outcome: min(1, g c) = x, g c = x + y",
        C,
        lambda g, q, d, x, y: g * q * (x + y) + d - (g * q + d) * x,
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    counterexample("nothing to draw I from at n = N = 1", something_to_draw, (1, 1)),
    counterexample(
        "in the order of indices, the first of two records removed: (x_1, x_2) against (x_2, a)",
        printed_in_any_place,
        (2, 2),
        lambda: [(1, 1), (2, 1)],
    ),
    counterexample(
        "in the order of indices, the last of three records removed: (1 + g + g^2)/3 > g",
        printed_in_last_place,
        (3, 2),
        lambda: SMALL,
    ),
    positive(
        "that is so for every g > 1: g = 1 + h",
        C,
        lambda h: (1 + (1 + h) + (1 + h) ** 2) / 3 - (1 + h),
    ),
    counterexample(
        "composed: (0, 1, 0) against (0, 1), eps = log 14, delta = 1/7",
        composed,
        14,
        lambda: range(2, 14),
    ),
    identity(
        "in a random order: every injection comes up as often",
        C,
        lambda n, h: (1 + n / h, (n + h) / h),
    ),
    exhaustive(
        "the coupling for all N < n <= 5",
        lambda: ((n, size) for n in range(2, 6) for size in range(n)),
        coupled,
    ),
    exhaustive(
        "in a random order: three records at most, any of them removed",
        lambda: [*SMALL, (3, 2)],
        lambda case: keeps_epsilon(case[0], case[1], tuple(range(case[0])), ordered=False),
    ),
    smt(
        "n >= n_0 + 2v: n_0 <= N <= n",
        {"n": INT, "m": INT, "v": INT, "z": INT},
        lambda p: -p.v <= p.z and p.z <= p.v and p.n >= p.m + 2 * p.v,
        lambda p: (
            p.m <= p.n + p.z - p.v and p.n - 2 * p.v <= p.n + p.z - p.v and p.n + p.z - p.v <= p.n
        ),
        lambda p: p.n + p.z - p.v < p.n,
    ),
    counterexample("a failure for n = n_0 = 1", never_fails, 1),
    exhaustive("no failure from n = n_0 + 2v on", lambda: range(3, 9), never_fails),
    counterexample(
        "2v is not O(log(1/delta)/eps): eps = 26 log 2, delta = 1/2",
        linear_loss,
        26,
        lambda: range(1, 26),
    ),
    positive("noise that is not clipped exceeds every v", W, lambda b, w: count.end_mass(b, w)),
)


def holds(decay: Fraction, m: int) -> bool:
    """Check the exact delta for any rational e^-eps."""
    return counts_lose((decay, m))


THEOREM = Theorem(
    id="trilemma_count",
    title="Unknown number of records: the truncated count and the reduction",
    statement="the truncated count's exact delta is t^v/(1 + t), or t^(v-2) (2t - 1) where t^2 + t > "
    "1; the reduction to known sizes is (2 eps, 2 delta)-DP when the chosen records come "
    "in a random order, and not when they come in the order of their indices",
    source="trilemma Appendix E.1, Proposition E.1",
    steps=STEPS,
    depends_on=("laplace_laws",),
    programs=("unknown_size",),
    holds=holds,
    claims=rows(__file__),
)
