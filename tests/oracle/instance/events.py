"""The probability of one event of a mean of vectors: of the result of a search, or of a coordinate
(x the first, y the second).

A search is a tree of comparisons with new noise each: only the nodes on the ways to the ends of an
event are visited. The noise of a clipped mean moves a coordinate by itself; a private threshold
mixes over all that it may be, on a line also over centres and signs. Such a mixture is kept from
one event to the next; ways to go that are less likely than LEAST are left out, all together an
interval [0, left].
"""

import json
from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor, inf, isqrt

from instance.noise import ONE, ZERO, Noise, Table, Tree
from instance.records import DEFAULT_BETA, Plan
from instance.steps import clipped
from instance.values import clipped_variance, threshold_of
from mpmath import iv
from quantities import sharpest
from stream import plus, product
from values import Rejected, Unsupported, ends, ivf, number

MOST = 1500  # thresholds that are told apart


class Quiet:
    """A source without noise."""

    def noises(self, _, many):
        return [ZERO] * many


def coordinate(plan, vectors, j, q, rho, f, relation, at):
    """P(coordinate j of the clipped mean relation at)."""
    total = clipped(Quiet(), vectors, q, rho, f, plan.steps)[1][j]
    noise = Noise(plan, lambda: clipped_variance(Fraction(f), q, plan.steps, rho))
    return noise.chance(relation, (at * plan.n - total) * plan.steps)


def of_search(plan, relation, at):
    a, b = {"le": (-inf, floor(at)), "ge": (ceil(at), inf), "eq": (ceil(at), floor(at))}[relation]
    return (
        Tree(plan, plan.records, plan.low, plan.high, plan.rank, plan.rho).within(a, b)
        if a <= b
        else ZERO
    )


def totals(vectors, j, steps):
    """q -> the sum of coordinate j of the clipped vectors, in units of 1/steps."""
    if len(vectors[0]) > 1:
        return lambda q: int(clipped(Quiet(), vectors, q, ONE, ONE, steps)[1][j] * steps)
    # on a line: those within as they are, the others at the end of their side
    line = sorted((x for (x,) in vectors), key=abs)
    squares, within = [x * x for x in line], list(accumulate(line, initial=0))
    beyond = list(accumulate(((x > 0) - (x < 0) for x in reversed(line)), initial=0))[::-1]

    def total(q):
        i = bisect_right(squares, q)
        return within[i] * steps + beyond[i] * isqrt(q * steps * steps)

    return total


class Mixture:
    """A coordinate is (offset + K)/(n steps) with probability weights[q, offset], K of the noise
    for the square q of the threshold.
    """

    def __init__(self, plan, rule, j):
        self.plan, self.rule, self.j, self.weights, self.left, self.noises = (
            plan,
            rule,
            j,
            {},
            iv.mpf(0),
            {},
        )
        rank, self.search = rule.rank(plan.n), None
        if rank >= 1:
            if rule.top > MOST:
                raise Unsupported("too many thresholds")
            self.search = Tree(plan, [], 0, rule.top, rank, rule.rho / 4)

    def add(self, q, offset, p):
        self.weights[q, offset] = plus(self.weights.get((q, offset), ZERO), p)

    def threshold(self, vectors, start=ONE, sign=1, centre=0):
        """All thresholds; the zero vector without any where the rank is too low."""
        steps, moved = self.plan.steps, centre * self.plan.n * self.plan.steps
        if self.search is None:
            self.add(0, sign * moved, start)
            return
        found, left = self.search.over([sum(v * v for v in x) for x in vectors]).all(start)
        self.left, total = self.left + left, totals(vectors, self.j, steps)
        for q, p in found:
            self.add(q, sign * (total(q) + moved), p)

    def noise(self, q):
        if q not in self.noises:
            self.noises[q] = Table(
                self.plan,
                lambda: clipped_variance(
                    Fraction(self.rule.f), q, self.plan.steps, 3 * self.rule.rho / 4
                ),
            )
        return self.noises[q]

    def chance(self, relation, at):
        """P(coordinate relation at); a pair with what was left out, where it was."""
        total, at = ZERO, at * self.plan.n * self.plan.steps
        for (q, offset), p in self.weights.items():
            total = plus(total, product(p, self.noise(q).chance(relation, at - offset)))
        return (total, self.left) if ends(self.left)[1] else total


@lru_cache(maxsize=4)
def mixture(name, given, j, _bits):
    """That of a release of integers, at a precision; `given` is a text, (params, data)."""
    params, data = json.loads(given)
    plan = Plan(name, params, data)
    found = Mixture(plan, threshold_of(name, plan.params, DEFAULT_BETA), j)
    if name == "quantile_clipped_mean":
        found.threshold(plan.records)
        return found
    search = Tree(plan, [], -plan.u, plan.u, -(-plan.n // 2), plan.rho / 4)
    for sign in (-1, 1):  # either sign, every centre
        values = [sign * x for (x,) in plan.records]
        centres, left = search.over(values).all(Fraction(1, 2))
        found.left += left
        for c, p in centres:
            found.threshold([[v - c] for v in values], p, sign, c)
    return found


def of_mixture(plan, j, relation, at):
    if plan.name == "shifted_clipped_mean" and plan.d > 1:
        raise Unsupported("only on a line")
    given = json.dumps(
        [plan.params, [[str(x) for x in row] for row in plan.records]], sort_keys=True
    )
    return mixture(plan.name, given, j, iv.prec).chance(relation, at)


def compute(plan, event):
    relation, at = event["relation"], number(event, "at")
    if (event["on"], relation, at, plan.name, plan.d) == (
        "product",
        "ge",
        0,
        "norm_clipped_mean",
        2,
    ):
        both = [
            product(
                *(
                    coordinate(plan, plan.records, j, plan.q, plan.rho, plan.f, side, ZERO)
                    for j in (0, 1)
                )
            )
            for side in ("ge", "le", "eq")
        ]
        return plus(plus(both[0], both[1]), product(Fraction(-1), both[2]))
    if relation not in ("le", "ge", "eq") or event["on"] not in ("x", "y")[: plan.d]:
        raise Unsupported("an event of a mean of vectors is le, ge or eq of x or y")
    j = "xy".index(event["on"])
    if plan.name == "privquant":
        return of_search(plan, relation, at)
    if plan.name == "norm_clipped_mean":
        return coordinate(plan, plan.records, j, plan.q, plan.rho, plan.f, relation, at)
    if plan.name in ("quantile_clipped_mean", "shifted_clipped_mean"):
        return of_mixture(plan, j, relation, at)
    return of_mixture(plan.integers(), j, relation, at / plan.bucket + plan.g)


def joined(value):
    """A pair, which `sharpest` takes as it is: a probability, and what may have to be added."""
    if not isinstance(value, tuple):
        return value
    (lo, hi), (_, more) = (ends(ivf(v)) for v in value)
    return iv.mpf([max(lo, 0), min(ends(iv.mpf(hi) + iv.mpf(more))[1], 1)])


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if "data" not in given:
        raise Rejected("data", "a release needs records")
    plan = Plan(name, params, given["data"])
    return joined(sharpest(lambda: compute(plan, event)))
