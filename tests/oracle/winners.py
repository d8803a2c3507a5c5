"""Which bin of dpucoarse wins, and with what probability: for one offset after the other, from the
laws of the noisy counts.

With continuous noise the noisy count v of the winner is integrated from the threshold on over its
density times the others' distribution functions: between the counts each of these is a + b
e^(+-rate v), so that the product is a sum of exponentials. With discrete noise v is summed; what
ties share is the integral over s in [0, 1] of the product of P(other < v) + s P(other = v).
"""

from fractions import Fraction
from math import floor

from mpmath import iv
from params import decay
from stream import plus, power, product, quotient, rooted, two_sided_geometric
from trilemma.coarse_quantities import threshold, threshold_parts
from trilemma.params import real
from values import ends, ivf

HALF = Fraction(1, 2)
KNOWN = {}


def offsets(plan):
    """[(first, last)] of U, where all offsets give the same bins, and the probability; first = last
    where U is known.
    """
    if plan.name == "kv_mean":
        return [(HALF, HALF, Fraction(1))]
    if plan.m:
        return [
            (Fraction(2 * i + 1, 2 * plan.m),) * 2 + (Fraction(1, plan.m),) for i in range(plan.m)
        ]
    shares = {y - floor(y) for y in (x / plan.sigma for x in plan.coarse_records())}
    cuts = sorted({Fraction(0), *shares, Fraction(1)})
    return [(a, b, b - a) for a, b in zip(cuts, cuts[1:])]


def add(terms, exponent, coefficient):
    terms[exponent] = plus(terms.get(exponent, Fraction(0)), coefficient)


def times(one, two):
    found = {}
    for e, a in one.items():
        for f, b in two.items():
            add(found, e + f, product(a, b))
    return found


def continuous(plan, counts):
    """([P(bin i wins)], P(none))."""
    rate = quotient(decay(plan.params).rate(), Fraction(2))
    t = threshold(plan.params)
    up = lambda x: iv.exp(-real(rate) * real(x))  # noqa: E731
    cuts = [t, *sorted({c for c in counts if plan.over(Fraction(c))}), None]
    wins = [Fraction(0)] * len(counts)
    for a, b in zip(cuts, cuts[1:]):  # in w = v - a, e^(rate w) as unit
        beyond = [c for c in counts if b is not None and c >= b]
        law = {}
        for c in set(counts):
            if c in beyond:  # v < c: F = e^(rate (v - c))/2
                law[c] = {1: up(plus(Fraction(c), product(Fraction(-1), a))) / 2}
            else:
                law[c] = {0: Fraction(1), -1: -up(plus(a, Fraction(-c))) / 2}
        for j, c in enumerate(counts):
            # the density over the rate
            terms = {e: k if e > 0 else -k for e, k in law[c].items() if e}
            for i, other in enumerate(counts):
                if i != j:
                    terms = times(terms, law[other])
            for e, k in terms.items():
                if b is None:
                    part = quotient(Fraction(1), Fraction(-e))
                elif e == 0:
                    part = product(rate, plus(Fraction(b), product(Fraction(-1), a)))
                else:
                    part = (1 / up(e * (real(b) - real(a))) - 1) / e
                wins[j] = plus(wins[j], product(k, part))
    nothing = Fraction(1)
    for c in counts:
        above = up(plus(t, Fraction(-c))) / 2 if not plan.over(Fraction(c)) else None
        nothing = product(
            nothing,
            1 - above if above is not None else up(plus(Fraction(c), product(Fraction(-1), t))) / 2,
        )
    return wins, nothing


def integral(polynomial):
    """Over [0, 1]."""
    return sum((real(a) / (i + 1) for i, a in enumerate(polynomial)), iv.mpf(0))


def discrete(plan, counts):
    """The same for integer noise."""
    q = rooted(decay(plan.params, 2))
    law = two_sided_geometric(q)
    first = max(counts)  # the least noisy count above the threshold
    while plan.over(Fraction(first)):
        first -= 1
    while not plan.over(Fraction(first)):
        first += 1
    last = max(first, *counts)
    while ends(ivf(power(q, last - max(counts))))[1] > iv.mpf(2).b ** -(iv.prec + 40):
        last = max(counts) + 2 * (last - max(counts)) + 2
    above = {}

    def over(k):
        if k not in above:
            above[k] = ivf(law.above(k))
        return above[k]

    wins = []
    for j, c in enumerate(counts):
        total = iv.mpf(0)
        for v in range(first, last + 1):
            mine = over(v - c - 1) - over(v - c)
            shared = [iv.mpf(1)]
            for i, other in enumerate(counts):
                if i != j:
                    less = 1 - over(v - other - 1)
                    equal = over(v - other - 1) - over(v - other)
                    shared = [
                        x + y
                        for x, y in zip(
                            [*[less * s for s in shared], iv.mpf(0)],
                            [iv.mpf(0), *[equal * s for s in shared]],
                        )
                    ]
            total += mine * integral(shared)
        wins.append(total + iv.mpf([0, ends(over(last - c))[1]]))
    nothing = iv.mpf(1)
    for c in counts:
        nothing *= 1 - over(first - 1 - c)
    return wins, nothing


def winners(plan):
    """[(first, last, probability of the offsets, [(k, P(k wins))], P(none))]."""
    found = []
    for a, b, chance in offsets(plan):
        bins = plan.bins((a + b) / 2)
        counts = tuple(sorted(c for _, c in bins))
        key = plan.q.key, threshold_parts(plan.params), bool(plan.m), counts, iv.prec
        if key not in KNOWN:
            if len(KNOWN) > 4096:
                KNOWN.clear()
            wins, nothing = (
                ((discrete if plan.m else continuous)(plan, counts))
                if counts
                else ([], Fraction(1))
            )
            KNOWN[key] = dict(zip(counts, wins)), nothing  # equal counts have equal chances
        wins, nothing = KNOWN[key]
        found.append((a, b, chance, [(k, wins[c]) for k, c in bins], nothing))
    return found
