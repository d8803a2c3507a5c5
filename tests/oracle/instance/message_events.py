"""The probability of one event of a mean whose users send messages, on a line: "Baselines and
messages" in vectors/instance.md, from that page alone.

A release is a mixture over everything before its last noise, and is kept from one event to the
next. Counts of ones are independent from bin to bin; of trees all messages of all users are gone
through; sums in parts are discrete Laplace noise modulo a number. Nothing is left out.
"""

import json
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product as tuples
from math import ceil, comb, floor, inf, prod
from types import SimpleNamespace

from instance.baselines import Case, rounded
from instance.message_laws import Mixture, Total, Turned, TurnedTwice, shifted
from instance.message_values import of_one_sum
from instance.messages import ceiling, certain, cut, entry, keep, search
from instance.noise import ONE, ZERO
from instance.params import UNIT, digits, root_down, turning
from instance.records import nearest
from instance.shuffled import shuffled_rank, stretch_square
from mpmath import iv
from params import positive_integer
from quantities import sharpest
from stream import product
from values import Rejected, Unsupported, integer, ivf, number, require

BINS, TUPLES = 400, 70000  # more are not gone through


# ---- bins, then values ----


def ones(mine, others, p):
    """[P(c of the bits sent about a bin are 1)]."""

    def binomial(m, x):
        return [comb(m, k) * x**k * (1 - x) ** (m - k) for k in range(m + 1)]

    found = [ZERO] * (mine + others + 1)
    for (i, x), (j, y) in tuples(enumerate(binomial(mine, p)), enumerate(binomial(others, 1 - p))):
        found[i + j] += x * y
    return found


def winners(votes, many, p):
    """[P(bin has most ones, and those before it fewer)], bins 0, 1, ..."""
    half, laws = (
        len(votes),
        [ones(votes.count(k), len(votes) - votes.count(k), p) for k in range(many)],
    )
    # most[k][c] = P(fewer than c), [c + 1]: at most c
    most = [[sum(law[: c + 1]) for c in range(-1, half + 1)] for law in laws]
    return [
        sum(
            laws[k][c] * prod(m[c] for m in most[:k]) * prod(m[c + 1] for m in most[k + 1 :])
            for c in range(half + 1)
        )
        for k in range(many)
    ]


def local_coordinate_mean(case):
    require(case.n >= 2, "n", "there must be two records")
    (radius, s, b), half, rho = case.scales(), case.n // 2, case.rho
    a, end = (
        ceil(radius / s),
        ceiling(lambda: (2 + iv.sqrt(2 * iv.log(ivf(8 * case.n / case.beta)))) * ivf(s / b)),
    )
    p, rest = keep(rho / 2, case.sharp), case.n - half
    if (2 * a + 1) * half > BINS:
        raise Unsupported("too many bits")
    found = Mixture(shifted(lambda _: Total(2 * end * end / rho, rest)))
    for o, chance in enumerate(
        winners([rounded(x, s, a) + a for (x,) in case.rows[:half]], 2 * a + 1, p), -a
    ):
        c = nearest(o * s / b)
        found.add(
            (0, sum(rounded(x, b, end, c) for (x,) in case.rows[half:]), b / rest, b * c), chance
        )
    return found


# ---- trees ----


class Forest:
    """The result of a search for every tuple of messages of n users."""

    def __init__(self, low, high, p, rank, n):
        self.low, self.h, self.p, self.n = low, digits(high - low + 1), p, n
        self.messages = [
            (level, t, a)
            for level in range(1, self.h + 1)
            for t in range(2**level)
            for a in (-1, 1)
        ]
        if len(self.messages) ** n > TUPLES:
            raise Unsupported("too many messages")
        seen, least = (
            [[self.seen(m, v) for v in range(low, high)] for m in self.messages],
            ceil(rank * (2 * p - 1) / self.h),
        )
        self.results = [
            search(low, high, least, lambda v, _, of=of: sum(s[v - low] for s in of))
            for of in tuples(seen, repeat=n)
        ]

    def seen(self, message, v):
        """What a message adds to the users that seem to have at most v < high, in units of h/(2 p -
        1).
        """
        level, t, a = message
        nodes = (v - self.low + 1) >> (self.h - level)
        return a * entry(t, nodes - 1) if nodes % 2 else 0

    def law(self, values):
        """{result: probability}; levels and indices are uniform."""
        h, kept = self.h, int(self.p * UNIT)

        def likely(v):
            """[P(message) h 2^h UNIT]."""
            return [
                2 ** (h - level)
                * (kept if a == entry(t, (v - self.low) >> (h - level)) else UNIT - kept)
                for level, t, a in self.messages
            ]

        found = {}
        for result, of in zip(self.results, tuples(*(likely(v) for v in values))):
            found[result] = found.get(result, 0) + prod(of)
        return {
            result: Fraction(weight, (h * 2**h * UNIT) ** self.n)
            for result, weight in found.items()
        }


def records(case):
    """u and the integers on the line."""
    u = positive_integer(case.params, "u")
    return u, [x for (x,) in case.integers(u)]


def local_clipped_mean(case):
    (u, line), n, rho, middle = records(case), case.n, 9 * case.rho / 16, -(-case.n // 2)
    medians = Forest(-u, u, keep(case.rho / 4, case.sharp), middle, n)
    norms = Forest(
        0,
        4 * u * u,
        keep(3 * case.rho / 16, case.sharp),
        max(n - root_down(2 * n / rho), middle),
        n,
    )
    found = Mixture(shifted(lambda q: Total(2 * q * case.steps**2 / rho, n)))
    for s in (-1, 1):
        for c, p in medians.law([s * x for x in line]).items():
            moved = [s * x - c for x in line]
            for q, more in norms.law([v * v for v in moved]).items():
                found.add(
                    (
                        q,
                        s * sum(cut([v], q, case.steps)[0] for v in moved),
                        Fraction(1, n * case.steps),
                        s * c,
                    ),
                    p * more / 2,
                )
    return found


# ---- through a shuffler ----


def searched(noise, values, low, high, rank, known):
    """[(result, probability)]; what is known of a count serves all searches with that noise and
    rank.
    """
    found, open_, values = [], [(low, high, ONE)], sorted(values)
    while open_:
        a, b, p = open_.pop()
        if a == b:
            found.append((a, p))
            continue
        middle = (a + b) // 2
        many = sum(v <= middle for v in values)
        if many not in known:
            known[many] = noise.within(many, -inf, rank - 1), noise.within(many, rank, inf)
        right, left = known[many]
        open_ += [(middle + 1, b, product(p, right)), (a, middle, product(p, left))]
    return found


def shuffled_clipped_mean(case):
    (u, line), n, steps, middle, params = (
        records(case),
        case.n,
        case.steps,
        -(-case.n // 2),
        case.params,
    )
    top, modulus = 4 * u * u, positive_integer(params, "modulus")
    require(modulus >= 2, "modulus", "modulus must be at least 2")
    require(positive_integer(params, "messages") >= 2, "messages", "there must be two messages")
    y = stretch_square(case, 1)
    rank = shuffled_rank(case, SimpleNamespace(wide=1, top=top), y)
    if rank < 1:
        found = Mixture(
            lambda _, relation, at: Fraction(
                {"le": 0 <= at, "ge": 0 >= at, "eq": 0 == at}[relation]
            )
        )
        found.add(0, ONE)
        return found
    silent = integer(params, "dropouts", "0")
    if silent and 2 * silent != n:
        raise Unsupported("half of the users, or nobody, may stay silent")
    turned = TurnedTwice if silent else Turned
    counts, norms = (
        turned(of_one_sum(params, part, many), modulus)
        for part, many in ((Fraction(1, 4), digits(2 * u + 1)), (Fraction(3, 16), digits(top + 1)))
    )
    spent, laws, known, known_norms = of_one_sum(params, Fraction(9, 16), 1), {}, {}, {}

    @cache
    def end_of(q):
        end = turning(
            lambda k: (
                not certain(
                    lambda: product(y(), Fraction(q * steps * steps)), lambda: Fraction(k * k)
                )
            )
        )
        return min(end, root_down(Fraction(q * steps * steps))) if case.sharp else end

    def chance(way, relation, at):
        """start + sign N/(n steps), N what `v` became under noise for `end`."""
        end, v, sign, start = way
        at = (at - start) * n * steps * sign
        relation = relation if sign > 0 else {"le": "ge", "ge": "le", "eq": "eq"}[relation]
        a, b = {"le": (-inf, floor(at)), "ge": (ceil(at), inf), "eq": (ceil(at), floor(at))}[
            relation
        ]
        if not end:
            return Fraction(a <= 0 <= b)
        if end not in laws:
            laws[end] = turned(spent / (2 * end), modulus)
        return laws[end].within(v, a, b) if a <= b else ZERO

    found = Mixture(chance)
    for s in (-1, 1):
        for c, p in searched(counts, [s * x for x in line], -u, u, middle, known):
            moved = [s * x - c for x in line]
            for q, more in searched(norms, [v * v for v in moved], 0, top, rank, known_norms):
                end, clipped = end_of(q), [cut([v], q, steps)[0] for v in moved]
                for spin in (-1, 1):
                    found.add(
                        (
                            end,
                            sum(min(max(spin * v, -end), end) for v in clipped) if end else 0,
                            s * spin,
                            s * c,
                        ),
                        product(p, more, Fraction(1, 4)),
                    )
    return found


PROGRAMS = {
    "local_coordinate_mean": local_coordinate_mean,
    "local_clipped_mean": local_clipped_mean,
    "shuffled_clipped_mean": shuffled_clipped_mean,
}


@lru_cache(maxsize=4)
def mixture(name, given, _bits):
    """That of a release, at a precision; `given` is a text, (params, data)."""
    case = Case(name, *json.loads(given))
    if case.d > 1:
        raise Unsupported("only on a line")
    return PROGRAMS[name](case).known()


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if "data" not in given:
        raise Rejected("data", "a release needs records")
    relation, at = event["relation"], number(event, "at")
    if relation not in ("le", "ge", "eq") or event["on"] != "x":
        raise Unsupported("an event of a mean of vectors on a line is le, ge or eq of x")
    text = json.dumps([params, given["data"]], sort_keys=True)
    return sharpest(lambda: mixture(name, text, iv.prec).chance(relation, at))
