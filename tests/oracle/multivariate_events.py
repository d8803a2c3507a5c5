"""The probability of one event of a mean of vectors: of the result of a search, or of a coordinate (x the first, y the second).

A search is a tree of comparisons with new noise each: only the nodes on the ways to the ends of an event are visited. The noise of a
clipped mean moves a coordinate by itself; a private threshold mixes over all that it may be.
"""
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf

from gaussian import Gaussian
from mpmath import iv
from multivariate import clipped_variance, search_variance, threshold_of
from multivariate_params import up
from multivariate_records import DEFAULT_BETA, Plan
from multivariate_steps import clipped, is_zero
from normal_draws import Normal
from quantities import sharpest
from stream import at_rising_precision, plus, product
from values import Rejected, Unsupported, number

ZERO, ONE = Fraction(0), Fraction(1)
MOST = 600                                  # thresholds that are told apart


@lru_cache(maxsize=2048)
def discrete(s):
    return Gaussian(s)


class Noise:
    """K of DG(s) or N(s), s a function; nothing at s = 0."""

    def __init__(self, plan, s):
        first = at_rising_precision(s)
        self.law = None
        if not is_zero(first):
            self.law = Normal(s()) if plan.noise == "gaussian" else discrete(up(s) if isinstance(first, iv.mpf) else first)

    def at_least(self, y):
        if self.law is None or y in (inf, -inf):
            return Fraction(y <= 0)
        return self.law.beyond(y) if isinstance(self.law, Normal) else self.law.cdf(Fraction(-ceil(y)))

    def below(self, y):
        """P(K < y)."""
        if self.law is None:
            return Fraction(y > 0)
        return self.at_least(-y) if isinstance(self.law, Normal) else self.law.cdf(Fraction(ceil(y) - 1))

    def equal(self, y):
        if self.law is None:
            return Fraction(y == 0)
        return ZERO if isinstance(self.law, Normal) or y.denominator != 1 else self.law.at(int(y))

    def chance(self, relation, y):
        if relation == "eq":
            return self.equal(y)
        return self.at_least(y if relation == "ge" else -y)     # K and -K have one law


class Tree:
    """The search for a rank among values in [low, high]."""

    def __init__(self, plan, values, low, high, rank, rho):
        self.values, self.low, self.high, self.rank, self.printed = values, low, high, rank, plan.printed
        self.noise, self.known = Noise(plan, search_variance(high - low, rho, plan.printed)), {}

    def ways(self, middle):
        """(P(left), P(right))."""
        gap = Fraction(self.rank - sum(v <= middle for v in self.values))
        if gap not in self.known:
            beyond = self.noise.at_least
            right = plus(self.noise.below(gap), self.noise.equal(gap)) if self.printed else self.noise.below(gap)
            # what is not below the gap; printed: what is above it, which is below its mirror image
            self.known[gap] = (self.noise.below(-gap) if self.printed else beyond(gap), right)
        return self.known[gap]

    def within(self, a, b, low=None, high=None):
        """P(a <= result <= b)."""
        low, high = self.low if low is None else low, self.high if high is None else high
        if b < low or high < a:
            return ZERO
        if a <= low and high <= b:
            return ONE
        middle = (low + high) // 2
        left, right = self.ways(middle)
        return plus(product(left, self.within(a, b, low, middle)), product(right, self.within(a, b, middle + 1, high)))

    def all(self):
        """[(result, probability)]."""
        found, open_ = [], [(self.low, self.high, ONE)]
        while open_:
            low, high, p = open_.pop()
            if low == high:
                found.append((low, p))
                continue
            middle = (low + high) // 2
            for (a, b), way in zip(((low, middle), (middle + 1, high)), self.ways(middle)):
                if isinstance(way, iv.mpf) or way:
                    open_.append((a, b, product(p, way)))
        return found


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
    return Tree(plan, plan.records, plan.low, plan.high, plan.rank, plan.rho).within(a, b) if a <= b else ZERO


def of_threshold(plan, rule, vectors, j, relation, at):
    m = rule.rank(plan.n)
    if m < 1:
        return Fraction({"le": at >= 0, "ge": at <= 0, "eq": at == 0}[relation])
    if rule.top > MOST:
        raise Unsupported("too many thresholds")
    squares, total = [sum(v * v for v in x) for x in vectors], ZERO
    for q, p in Tree(plan, squares, 0, rule.top, m, rule.rho / 4).all():
        total = plus(total, product(p, coordinate(plan, vectors, j, q, 3 * rule.rho / 4, rule.f, relation, at)))
    return total


def of_shifted(plan, relation, at):
    """On a line: either sign, every centre."""
    if plan.d > 1:
        raise Unsupported("only on a line")
    rule, total = threshold_of("shifted_clipped_mean", plan.params, DEFAULT_BETA), ZERO
    for sign in (-1, 1):
        side = relation if sign > 0 else {"le": "ge", "ge": "le", "eq": "eq"}[relation]
        values = [sign * x for (x,) in plan.records]
        for c, p in Tree(plan, values, -plan.u, plan.u, -(-plan.n // 2), plan.rho / 4).all():
            total = plus(total, product(p, Fraction(1, 2), of_threshold(plan, rule, [[v - c] for v in values], 0, side, sign * at - c)))
    return total


def compute(plan, event):
    relation, at = event["relation"], number(event, "at")
    if (event["on"], relation, at, plan.name, plan.d) == ("product", "ge", 0, "norm_clipped_mean", 2):
        both = [product(*(coordinate(plan, plan.records, j, plan.q, plan.rho, plan.f, side, ZERO) for j in (0, 1))) for side in ("ge", "le", "eq")]
        return plus(plus(both[0], both[1]), product(Fraction(-1), both[2]))
    if relation not in ("le", "ge", "eq") or event["on"] not in ("x", "y")[:plan.d]:
        raise Unsupported("an event of a mean of vectors is le, ge or eq of x or y")
    j = "xy".index(event["on"])
    if plan.name == "privquant":
        return of_search(plan, relation, at)
    if plan.name == "norm_clipped_mean":
        return coordinate(plan, plan.records, j, plan.q, plan.rho, plan.f, relation, at)
    if plan.name == "quantile_clipped_mean":
        return of_threshold(plan, plan.threshold, plan.records, j, relation, at)
    if plan.name == "shifted_clipped_mean":
        return of_shifted(plan, relation, at)
    return of_shifted(plan.integers(), relation, at / plan.bucket + plan.g)


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if "data" not in given:
        raise Rejected("data", "a release needs records")
    plan = Plan(name, params, given["data"])
    return sharpest(lambda: compute(plan, event))
