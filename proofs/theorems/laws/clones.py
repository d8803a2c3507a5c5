"""Amplification by shuffling: the pair of mixed binomial laws bounds m blocks, and the shipped sums
are its divergence.

Claim.       m mechanisms, each (epsilon, delta)-DP in its block whatever the earlier ones answered, run on blocks in
             random order; let the divergence of the shipped pair at e^v be at most delta1, v >= 0.
             Then the whole is (v, d)-DP for d = `clone_delta`(e^v, b, m, delta1, delta), which is
             delta1 for delta = 0 and never above the d of trilemma Theorem 2.7 at that v. The
             shipped divergence is that of the pair, and the shipped v is the least.
Source.      Feldman, McMillan, Talwar 2021, Theorem 3.2 (delta = 0); the sum for delta > 0 is this project's.
Derivation.  delta = 0. Fix a place in the order and the answers before it; let R, R' be the laws there of the block
             that changes, T that of another block, g = e^epsilon. (1) R and R' are mixtures with
             the weights g : 1 and 1 : g of two laws X, X' (best_composition), and X + X' = R + R'
             <= 2 g T: so T is the mixture of X, X' with the weight b/2 each, and of some law of its
             own. (2) Let every block draw beforehand, by these weights, which of them it will
             answer by; the weights are the same at every place. Then the numbers of X and of X' are
             A + D and C - A + 1 - D, or A + 1 - D and C - A + D. Given these numbers, their places
             are random and so is the order of the blocks that answer by their own laws, which are
             not the one that changes: all of it the same for R and R'. So the answers are these
             numbers seen through one kernel. (3) Given C = c the ratio of the two grows with the
             first number; so outcomes from j on count, and adding one more adds its excess. The
             shipped sums go down from c to c - 1 by one coin less. (4) Any outcomes gain at most
             the divergence, and what they gain falls in e^h: the ratio at which they gain a share
             is not above that of the best. delta > 0. (5) Where R > g R', move (R - g R')/(1 + g)
             from R to R', and likewise where R' > g R; then mix towards g (S + S')/(1 + g) the one
             that has less than mass 1 until it has. That leaves S + S' = R + R', two laws that are
             epsilon-close, each at a distance of at most delta/(1 + g) from R, R'. (6) (S + S')/(2
             g) exceeds T by at most delta/g in all; raising T to it and lowering T elsewhere makes
             a law at that distance. (7) So both laws of the whole are within off = delta/(1 + g) +
             (m - 1) delta/g of those of blocks to which (1)-(4) apply, and P(E) - e^v Q(E) is at
             most delta1 + off + e^v off. Rows of several records: the reduction of
             trilemma_shuffling.
Trusted.     total_variation, post_processing, expectation_is_monotone, intermediate_value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, floor

from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.privacy import clone_sums, clones, shuffling

from ...domains.finite_laws import gap
from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem

# g = 1 + e, e^v = r or 1 + r
P = Ring(
    {
        "e": POSITIVE,
        "r": POSITIVE,
        "t": NONNEGATIVE,
        "b": NONNEGATIVE,
        "h": NONNEGATIVE,
        "s": NONNEGATIVE,
        "x": NONNEGATIVE,
        "n": POSITIVE,
        "m": POSITIVE,
    }
)
R = Ring({"e": POSITIVE, "p": NONNEGATIVE, "q": NONNEGATIVE, "x": NONNEGATIVE, "t": UNIT})
D = Ring(
    {"b": UNIT, "g": POSITIVE, "h": NONNEGATIVE, "x": NONNEGATIVE, "d": NONNEGATIVE, "m": POSITIVE}
)
GROWTHS = (Fraction(3, 2), Fraction(2), Fraction(5))
RATIOS = (Fraction(1), Fraction(6, 5), Fraction(7, 5), Fraction(19, 10), Fraction(4), Fraction(6))


def first_number(c: int, growth: Fraction, other: bool) -> tuple[Fraction, ...]:
    """Return the law of A + D, or of A + 1 - D, given C = c, with D = 1 at odds g : 1."""
    one = (1 if other else growth) / (1 + growth)
    found = [Fraction(0)] * (c + 2)
    for a in range(c + 1):
        found[a + 1] += one * Fraction(comb(c, a), 1 << c)
        found[a] += (1 - one) * Fraction(comb(c, a), 1 << c)
    return tuple(found)


def given_clones(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check that the shipped gain from the shipped cut on is the divergence given C = c, and the
    sum of excesses.
    """
    c, growth, ratio = case
    if not ratio < growth:
        return True
    law = [Fraction(0), *(Fraction(comb(c, a), 1 << c) for a in range(c + 1)), Fraction(0)]
    p, q = first_number(c, growth, False), first_number(c, growth, True)
    if any(
        clone_sums.excess(growth, ratio, law[x + 1], law[x]) != p[x] - ratio * q[x]
        for x in range(c + 2)
    ):
        return False
    j = floor(clone_sums.cut(growth, ratio) * (c + 1)) + 1
    return clone_sums.gain(growth, ratio, law[j], sum(law[j + 1 :], Fraction(0))) == gap(
        p, q, ratio
    )


def whole_pair(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check the shipped divergence of m blocks against the law of both numbers, and the ball's ends
    against it.
    """
    m, growth, ratio = case
    b, n = 1 / growth, m - 1
    wanted = sum(
        (
            comb(n, c)
            * b**c
            * (1 - b) ** (n - c)
            * gap(first_number(c, growth, False), first_number(c, growth, True), ratio)
            for c in range(m)
        ),
        Fraction(0),
    )
    decay = Decay(Decay.from_decay(b).epsilon, b)
    return clones.divergence(growth, ratio, m) == wanted and (
        not 0 < wanted < 1 or is_least(decay, wanted, ratio, m)
    )


def is_least(decay: Decay, share: Fraction, ratio: Fraction, m: int) -> bool:
    """Check that the shipped ratio at the divergence at `ratio` is `ratio` again, to 30 digits."""
    return compare((clones.clone_growth(decay, share, m) - ratio) ** 2, Fraction(1, 10**60)) < 0


def models() -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Yield a growth and the bits of two, three or four blocks."""
    for m in (2, 3, 4):
        yield from product((Fraction(3, 2), Fraction(3)), product((0, 1), repeat=m))


def answers(growth: Fraction, bits: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the law of three-valued answers: 2 says nothing, more often after a 1; else the bit,
    perhaps turned.
    """
    law: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for bit in bits:
        further: dict[tuple[int, ...], Fraction] = {}
        for y, weight in law.items():
            quiet = Fraction(1, 2) if 1 in y else Fraction(0)
            each = {
                bit: growth / (1 + growth) * (1 - quiet),
                1 - bit: (1 - quiet) / (1 + growth),
                2: quiet,
            }
            further |= {(*y, answer): weight * chance for answer, chance in each.items()}
        law = further
    return law


def hidden(case: tuple[Fraction, tuple[int, ...]]) -> bool:
    """Check adaptive blocks in random order: changing the first bit costs at most the divergence of
    the pair.
    """
    growth, bits = case
    laws = []
    for first in (bits[0], 1 - bits[0]):
        orders = [answers(growth, order) for order in permutations((first, *bits[1:]))]
        laws.append(
            tuple(
                sum((law[y] for law in orders), Fraction(0)) / len(orders)
                for y in sorted(orders[0])
            )
        )
    return all(
        compare(gap(laws[0], laws[1], ratio), clones.divergence(growth, ratio, len(bits))) <= 0
        for ratio in RATIOS
    )


def one_coin_less(c: int) -> bool:
    """Check how P(A = j - 1) and P(A >= j) for c - 1 coins follow from those for c, and from j
    those for j - 1.
    """

    def mass(n: int, a: int) -> Fraction:
        return Fraction(comb(n, a), 1 << n) if 0 <= a <= n else Fraction(0)

    def tail(n: int, a: int) -> Fraction:
        return sum((mass(n, i) for i in range(max(a, 0), n + 1)), Fraction(0))

    return all(
        mass(c - 1, j - 1) == 2 * mass(c, j - 1) * (c - j + 1) / c
        and tail(c - 1, j) == tail(c, j) - mass(c - 1, j - 1) / 2
        and mass(c, j - 2) == mass(c, j - 1) * (j - 1) / (c - j + 2)
        and tail(c, j - 1) == tail(c, j) + mass(c, j - 1)
        for j in range(1, c + 2)
    )


STEPS = (
    smt(
        "T >= R/g and T >= R'/g: so T >= (R + R')/(2 g), u = R/g, v = R'/g",
        {"u": REAL, "v": REAL, "w": REAL},
        lambda n: n.w >= n.u and n.w >= n.v and n.u >= 0 and n.v >= 0,
        lambda n: n.w >= (n.u + n.v) / 2,
        lambda n: n.w >= n.u + n.v,
    ),
    identity(
        "R and R' are mixtures of X and X', and X + X' = R + R'",
        R,
        lambda e, p, q: (((1 + e) * p - q) / e + ((1 + e) * q - p) / e, p + q),
    ),
    exhaustive(
        "up to four adaptive blocks with three answers: at most the divergence of the pair",
        models,
        hidden,
        ("post_processing",),
    ),
    identity(
        "the excess has the sign of x - (c + 1) cut: before = x m, here = (n - x) m, n = c + 1",
        P,
        lambda e, r, x, n, m: (
            clone_sums.excess(1 + e, r, (n - x) * m, x * m) * (2 + e),
            m * e * (r + 1) * (x - n * clone_sums.cut(1 + e, r)),
        ),
    ),
    identity(
        "one more outcome adds its excess",
        P,
        lambda e, r, b, h, s: (
            clone_sums.gain(1 + e, r, b, s + h) - clone_sums.gain(1 + e, r, h, s),
            clone_sums.excess(1 + e, r, h, b),
        ),
    ),
    exhaustive(
        "up to 12 clones: from the cut on, and what each outcome adds",
        lambda: product(range(13), GROWTHS, RATIOS),
        given_clones,
    ),
    exhaustive("one coin less, up to 40", lambda: range(1, 41), one_coin_less),
    exhaustive(
        "up to six blocks: the divergence of the pair, and where it is so large",
        lambda: product(range(1, 7), GROWTHS, RATIOS),
        whole_pair,
    ),
    identity(
        "the ratio of a share",
        P,
        lambda e, b, h, s, m: (
            clone_sums.gain(1 + e, clone_sums.ratio_of(1 + e, b + m, h, s), b + m, h),
            s,
        ),
    ),
    positive(
        "what outcomes gain falls in e^h",
        P,
        lambda e, r, t, b, h: clone_sums.gain(1 + e, r, b, h) - clone_sums.gain(1 + e, r + t, b, h),
        strict=False,
    ),
    positive(
        "one block: less than epsilon for any share",
        P,
        lambda e, m: 1 + e - clone_sums.ratio_of(1 + e, 1 + 0 * e, 0 * e, m),
    ),
    identity(
        "delta > 0: where R = g R' + x, x/(1 + g) is moved, and S = g S'",
        R,
        lambda e, q, x, t: (
            ((1 + e) * q + x) - x / (2 + e) + t * (q + x / (2 + e)),
            (1 + e + t) * (q + x / (2 + e)),
        ),
    ),
    identity(
        "mixing towards g (S + S')/(1 + g) keeps g S' - S, less and less of it",
        R,
        lambda e, p, q, t: (
            (1 + e) * (p + q - ((1 - t) * p + t * (1 + e) * (p + q) / (2 + e)))
            - ((1 - t) * p + t * (1 + e) * (p + q) / (2 + e)),
            (1 - t) * ((1 + e) * q - p),
        ),
    ),
    positive(
        "whose mass would be 2 g/(1 + g), more than 1",
        R,
        lambda e: 2 * (1 + e) / (2 + e) - 1,
        trusts=("intermediate_value", "total_variation"),
    ),
    smt(
        "(S + S')/(2 g) - T is at most half of what R/g and R'/g exceed T by",
        {"u": REAL, "v": REAL, "w": REAL},
        lambda n: n.u >= 0 and n.v >= 0 and n.w >= 0,
        lambda n: (
            (n.u + n.v) / 2 - n.w <= (n.u - n.w + abs(n.u - n.w) + n.v - n.w + abs(n.v - n.w)) / 4
        ),
        lambda n: (n.u + n.v) / 2 - n.w <= (n.u - n.w + n.v - n.w) / 4,
    ),
    identity(
        "both laws are off by delta/(1 + g) + (m - 1) delta/g",
        D,
        lambda b, g, h, x, d: (
            clones.clone_delta(g, b, 1 + h, x, d),
            x + (1 + g) * (d / (1 + 1 / b) + h * d / (1 / b)),
        ),
        ("total_variation",),
    ),
    identity(
        "delta = 0: delta1 alone", D, lambda b, g, m, x: (clones.clone_delta(g, b, m, x, 0 * b), x)
    ),
    positive(
        "never above Theorem 2.7's delta at the same epsilon1, m = 1 + h blocks",
        D,
        lambda b, g, h, x, d: (
            shuffling.amplified_delta(g, b, 1 + h, x, d) - clones.clone_delta(g, b, 1 + h, x, d)
        ),
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
)


def holds(decay: Fraction, n: int, extra: Fraction) -> bool:
    """Check the pair for any decay, up to six blocks and a ratio between 1 and the growth."""
    growth = 1 / decay
    return whole_pair((n % 6 + 1, growth, 1 + extra * (growth - 1)))


THEOREM = Theorem(
    id="clones",
    title="Amplification by shuffling without a closed form",
    statement="the divergence of the pair of mixed binomial laws bounds that of m shuffled blocks, "
    "adaptive ones too, and the shipped sums are that divergence; what delta of the blocks "
    "adds, never above the printed delta",
    source="Feldman, McMillan, Talwar 2021, Theorem 3.2",
    steps=STEPS,
    covers=("shuffling.epsilon", "shuffling.delta"),
    depends_on=("best_composition", "trilemma_shuffling"),
    holds=holds,
)
