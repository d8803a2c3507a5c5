"""The probability of one event of a mean in the plane: of x, y, their sum, or x y >= 0 where the
noise was not rotated.

A release is a mixture over (q, X, Y): its noise is that for the square q of the threshold, and in
units of the lattice it is (X + K_1, Y + K_2), or after a rotation (X + K_1 + K_2, Y + K_1 - K_2) up
to signs, which K_1 and K_2 do not mind. There x has the sum of two noises, and x + y twice one of
them. A mixture is kept from one event to the next; ways less likely than LEAST are left out, all
together an interval [0, left]. Coordinates of local_coordinate_mean know nothing of each other:
each is that mean on a line with rho/d.
"""

import json
from fractions import Fraction
from functools import lru_cache
from itertools import product as tuples
from math import isqrt
from types import SimpleNamespace

from instance import message_events as multivariate_message_events
from instance.baselines import Case, reaches, rounded
from instance.events import MOST, joined
from instance.message_laws import Total
from instance.messages import cut
from instance.noise import LEAST, ONE, ZERO, Table, Tree
from instance.params import tails_of
from instance.records import DEFAULT_BETA, Plan
from instance.values import clipped_variance, threshold_of
from mpmath import iv
from params import positive_integer
from quantities import sharpest
from stream import plus, product
from values import Unsupported, ends, ivf, number

ROTATED = ("shifted_clipped_mean", "quantized_mean", "gaussian_mean")
EVENTS = {
    **dict.fromkeys(ROTATED, ("x", "y", "sum")),
    "quantile_clipped_mean": ("sum", "product"),
    "coinpress_mean": ("x", "y", "sum", "product"),
    "local_coordinate_mean": ("x", "y"),
}
WAYS = 200000


def ours(name, params, given, event):
    """In the plane, and nowhere else."""
    rows = given.get("data")
    return (
        event.get("on") in EVENTS.get(name, ())
        and params.get("d") in (None, "2")
        and isinstance(rows, list)
        and rows != []
        and all(isinstance(row, list) and len(row) == 2 for row in rows)
    )


def tiny(p):
    return isinstance(p, iv.mpf) and ends(p)[1] < LEAST


class Release:
    """(X, Y) and noise, in units of 1/scale, with probability ways[q, X, Y]; s(q) is the variance
    of one K.
    """

    def __init__(self, plan, s, scale, rotated):
        self.plan, self.s, self.scale, self.rotated = plan, s, scale, rotated
        self.ways, self.left, self.noises, self.views = {}, iv.mpf(0), {}, {}

    def add(self, way, p):
        if tiny(p):
            self.left += iv.mpf([0, ends(p)[1]])
            return
        self.ways[way] = plus(self.ways.get(way, ZERO), p)
        if len(self.ways) > WAYS:
            raise Unsupported("too many ways")

    def noise(self, q, many):
        """Of one K, or of the sum of two."""
        if (q, many) not in self.noises:
            discrete = many == 2 and self.plan.noise != "gaussian"
            self.noises[q, many] = (
                Total(self.s(q), 2) if discrete else Table(self.plan, lambda: many * self.s(q))
            )
        return self.noises[q, many]

    def view(self, on):
        """{(q, offset): probability}."""
        if on not in self.views:
            found = self.views[on] = {}
            for (q, x, y), p in self.ways.items():
                key = q, {"x": x, "y": y, "sum": x + y}[on]
                found[key] = plus(found.get(key, ZERO), p)
        return self.views[on]

    def of_product(self):
        """P(x y >= 0): both at least 0, or both at most 0, which (0, 0) is twice."""
        total = ZERO
        for (q, *offsets), p in self.ways.items():
            up, down, zero = (
                product(*(self.noise(q, 1).chance(side, Fraction(-v)) for v in offsets))
                for side in ("ge", "le", "eq")
            )
            total = plus(total, product(p, plus(plus(up, down), product(-ONE, zero))))
        return total

    def chance(self, on, relation, at):
        if on == "product":
            if self.rotated or (relation, at) != ("ge", 0):
                raise Unsupported("of the product only ge 0, and not after a rotation")
            return self.of_product()
        # twice one noise
        total, at, times = (ZERO, at * self.scale, 2 if self.rotated and on == "sum" else 1)
        many = 2 if self.rotated != (on == "sum") else 1
        for (q, offset), p in self.view(on).items():
            total = plus(
                total,
                product(p, self.noise(q, many).chance(relation, Fraction(at - offset) / times)),
            )
        return total


def sums(vectors, q, steps, known):
    """The sum of the clipped vectors, in units of 1/steps: floor(sqrt(a/b)) is
    isqrt(floor(a/b)).
    """
    total = [0, 0]
    for x in vectors:
        if (x, q) not in known:
            square = x[0] ** 2 + x[1] ** 2
            known[x, q] = (
                [steps * v for v in x]
                if square <= q
                else [isqrt(steps * steps * q * v * v // square) * (-1 if v < 0 else 1) for v in x]
            )
        total = [t + v for t, v in zip(total, known[x, q])]
    return total


class Thresholds:
    """[(q, probability)] for the vectors, and a bound of what was left out; without a threshold the
    zero vector, as if q were 0.
    """

    def __init__(self, plan, rule):
        self.rank, self.known = rule.rank(plan.n), {}
        if self.rank >= 1:
            if rule.top > MOST:
                raise Unsupported("too many thresholds")
            self.search = Tree(plan, [], 0, rule.top, self.rank, rule.rho / 4)

    def of(self, vectors):
        if self.rank < 1:
            return [(0, ONE)], ZERO
        squares = tuple(sorted(x * x + y * y for x, y in vectors))
        if squares not in self.known:
            self.known[squares] = self.search.over(squares).all()
        return self.known[squares]


def quantile(plan):
    rule = threshold_of(plan.name, plan.params, DEFAULT_BETA)
    found = Release(
        plan,
        lambda q: clipped_variance(Fraction(rule.f), q, plan.steps, 3 * rule.rho / 4),
        plan.n * plan.steps,
        False,
    )
    thresholds, vectors, known = (
        Thresholds(plan, rule),
        [tuple(map(int, x)) for x in plan.records],
        {},
    )
    ways, left = thresholds.of(vectors)
    found.left += ivf(left)
    for q, p in ways:
        found.add(
            (q, *(sums(vectors, q, plan.steps, known) if thresholds.rank >= 1 else (0, 0))), p
        )
    return found


def shifted(plan):
    """x^ = (s x + t y, s x - t y); back: ((X + Y) s/2, (X - Y) t/2)."""
    rule, n, steps = threshold_of(plan.name, plan.params, DEFAULT_BETA), plan.n, plan.steps
    found = Release(
        plan,
        lambda q: clipped_variance(Fraction(rule.f), q, steps, 3 * rule.rho / 4),
        2 * n * steps,
        True,
    )
    thresholds, known, reach = Thresholds(plan, rule), {}, 2 * plan.u
    medians = Tree(plan, [], -reach, reach, -(-n // 2), plan.rho / 8)
    for s, t in tuples((-1, 1), repeat=2):
        rotated = [(int(s * x + t * y), int(s * x - t * y)) for x, y in plan.records]
        (first, rest), (second, more) = (medians.over(column).all() for column in zip(*rotated))
        found.left += (rest + more) / 4
        for (c, p), (e, q_) in tuples(first, second):
            start = product(p, q_, Fraction(1, 4))
            vectors = [(x - c, y - e) for x, y in rotated]
            ways, left = thresholds.of(vectors)
            found.left += product(left, ivf(start))
            for q, chance in ways:
                a, b = sums(vectors, q, steps, known) if thresholds.rank >= 1 else (0, 0)
                found.add(
                    (q, s * (a + b + (c + e) * n * steps), t * (a - b + (c - e) * n * steps)),
                    product(start, chance),
                )
    return found


def coinpress(case):
    """In one step."""
    radius, sigma, b = case.scales()
    if positive_integer({"iterations": case.params.get("iterations", "10")}, "iterations") > 1:
        raise Unsupported("in the plane only in one step")
    (end,) = reaches(
        case.n,
        2,
        case.rho,
        case.beta,
        1,
        lambda: ivf(radius / b),
        (sigma / b) ** 2,
        tails_of(case.params),
    )
    found = Release(
        SimpleNamespace(noise="discrete_gaussian"), lambda q: 2 * q / case.rho, case.n / b, False
    )
    clipped = (cut([rounded(x, b, end) for x in row], end * end, 1) for row in case.rows)
    found.add((Fraction(end * end), *(int(sum(column)) for column in zip(*clipped))), ONE)
    return found


@lru_cache(maxsize=4)
def release(name, given, _bits):
    """At a precision; `given` is a text, (params, data)."""
    params, data = json.loads(given)
    if name == "coinpress_mean":
        return coinpress(Case(name, params, data))
    return (quantile if name == "quantile_clipped_mean" else shifted)(Plan(name, params, data))


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    on, relation, at, data = event["on"], event["relation"], number(event, "at"), given["data"]
    if relation not in ("le", "ge", "eq"):
        raise Unsupported("an event of a mean of vectors is le, ge or eq")
    if name in ("coinpress_mean", "local_coordinate_mean"):
        case = Case(name, params, data)
        if name == "local_coordinate_mean":
            column = {"data": [[row["xy".index(on)]] for row in data]}
            return multivariate_message_events.event_probability(
                name, {**params, "d": "1", "rho": str(case.rho / 2)}, column, {**event, "on": "x"}
            )
    else:
        plan = Plan(name, params, data)
        if name in ROTATED[1:]:  # of the integers: plus g, in units of the bucket
            at, plan = at / plan.bucket + plan.g * (2 if on == "sum" else 1), plan.integers()
        name, params, data = plan.name, plan.params, [[str(x) for x in row] for row in plan.records]
    text = json.dumps([params, data], sort_keys=True)

    def compute():
        found = release(name, text, iv.prec)
        chance = found.chance(on, relation, at)
        return (chance, found.left) if ends(found.left)[1] else chance

    return joined(sharpest(compute))
