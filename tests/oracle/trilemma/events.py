"""The chance of one event of a release with little or no bias: an answer at most, at least or at a
number; none.

A release is a mixture (of who is named, which bin wins for which offset, how many and which records
a private size takes) and one noise at the end. What is left of a continuous offset is integrated in
closed pieces.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from mpmath import iv
from quantities import sharpest
from stream import Open, plus, product
from trilemma.coarse_quantities import size_tail
from trilemma.noises import Laplacian, Lattice, Nothing, Pair, Student, complement
from trilemma.params import degrees, positive, real
from trilemma.records import Plan
from trilemma.replay import student_scale
from values import MorePrecision, Rejected, Unsupported, ivf, number
from winners import winners

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
MOST = 10


def around(centre, noise, relation, at):
    if relation == "eq":
        return noise.at(at - centre)
    return noise.beyond(at - centre if relation == "ge" else centre - at)


def mixed(parts):
    """Sum of probability times chance."""
    total = ZERO
    for p, c in parts:
        if isinstance(c, iv.mpf) or c:
            total = plus(total, product(p, c))
    return total


def noise_of(plan, reach, n):
    """For a sum that one record moves by `reach`, over n."""
    return (
        Lattice(plan.params, reach / plan.unit(), plan.unit() / n)
        if plan.m
        else Laplacian(plan.q, reach / n)
    )


def named_sums(records, delta):
    """{sum of the named: probability}."""
    found = {ZERO: ONE}
    for x in records:
        after = {}
        for s, p in found.items():
            for value, chance in ((s, p * (1 - delta)), (s + x, p * delta)):
                after[value] = after.get(value, ZERO) + chance
        found = after
    return found


def around_named(records, delta, n, centre, noise, relation, at):
    return mixed(
        (p, around(centre + s / (n * delta), noise, relation, at))
        for s, p in named_sums(records, delta).items()
    )


# ---- mechanisms ----


def name_and_shame(plan, relation, at):
    if plan.variant == "single":
        each = Fraction(1, plan.n) * plan.n * plan.delta
        parts = [
            (1 - plan.n * plan.delta, ZERO),
            *((each, x / (plan.n * plan.delta)) for x in plan.records),
        ]
        return mixed((p, around(x, Nothing(), relation, at)) for p, x in parts)
    return around_named(plan.records, plan.delta, plan.n, ZERO, Nothing(), relation, at)


def sized_mean(plan, relation, at):
    return around(sum(plan.clipped()) / plan.n, noise_of(plan, plan.width, plan.n), relation, at)


def clipped_mean(plan, relation, at):
    mean = sum(plan.rnd(x) if plan.m else x for x in plan.clipped()) / plan.n
    return around(mean, noise_of(plan, plan.high - plan.low, plan.n), relation, at)


def combined_mean(plan, relation, at):
    clipped = plan.clipped()
    left = [x - c for x, c in zip(plan.records, clipped)]
    return around_named(
        left,
        plan.delta,
        plan.n,
        sum(clipped) / plan.n,
        noise_of(plan, plan.high - plan.low, plan.n),
        relation,
        at,
    )


def shuffled_mean(plan, relation, at):
    """Who sits in which block is no matter for the mean of all blocks."""
    clipped = [plan.rnd(x) if plan.m else x for x in plan.clipped()]
    if plan.m:
        if plan.blocks != 2:
            raise Unsupported("integer noise of two blocks only")
        noise = Pair(plan.params, plan.m * plan.width, Fraction(1, plan.m * len(clipped)))
        return around(sum(clipped) / len(clipped), noise, relation, at)
    return around(
        sum(clipped) / len(clipped),
        Laplacian(plan.q, plan.width / (plan.n * plan.blocks), plan.blocks),
        relation,
        at,
    )


def student_t_mean(plan, relation, at):
    clipped = plan.clipped()
    mean = sum(clipped) / len(clipped) if clipped else ZERO
    return around(mean, Student(degrees(plan.params), student_scale(plan)()), relation, at)


def uniform_part(first, last, x):
    """P(U <= x), U uniform between first and last, or known."""
    if first == last:
        return Fraction(first <= x)
    return min(max((x - first) / (last - first), ZERO), ONE)


def dpucoarse(plan, relation, at):
    total = ZERO
    for a, b, chance, wins, nothing in winners(plan):
        if relation == "none":
            total = plus(total, product(chance, nothing))
            continue
        for k, p in wins:
            u = at / plan.sigma + HALF - k  # sigma (U - 1/2 + k) = at
            below = uniform_part(a, b, u)
            equal = Fraction(a == b == u)
            here = {"le": below, "eq": equal, "ge": 1 - below + equal}[relation]
            if here:
                total = plus(total, product(chance * here, p))
    return total


def dpumean(plan, relation, at):
    parts, rest = [], plan.records[plan.n1 :]
    noise = noise_of(plan, 2 * plan.clip, plan.n2)
    for a, b, chance, wins, nothing in winners(plan):
        if not isinstance(nothing, Fraction) or nothing:
            parts.append(
                (
                    product(chance, nothing),
                    around_named(rest, plan.delta, plan.n2, ZERO, Nothing(), relation, at),
                )
            )
        for k, p in wins:
            if a == b:
                here = around(plan.fine(plan.sigma * (a - HALF + k))[3], noise, relation, at)
            elif relation == "eq":
                here = ZERO
            else:
                here = over_offsets(plan, rest, k, a, b, noise, relation, at)
            parts.append((product(chance, p), here))
    return mixed(parts)


def over_offsets(plan, rest, k, a, b, noise, relation, at):
    """The mean over U in [a, b] of P(fine(U) + Z relation at)."""

    def fine(u):
        return plan.fine(plan.sigma * (u - HALF + k))[3]

    kinks = {(x + side * plan.clip) / plan.sigma + HALF - k for x in rest for side in (1, -1)}
    cuts = sorted({a, b, *(u for u in kinks if a < u < b)})
    total = ZERO
    for u, v in zip(cuts, cuts[1:]):
        y, z = (at - fine(w) if relation == "ge" else fine(w) - at for w in (u, v))
        pieces = [(u, v, y, z)]
        if y * z < 0:
            w = u + (v - u) * y / (y - z)
            pieces = [(u, w, y, ZERO), (w, v, ZERO, z)]
        for low, high, y0, y1 in pieces:
            total = plus(total, product(high - low, mean_beyond(noise, y0, y1)))
    return product(total, 1 / (b - a))


def mean_beyond(noise, y, z):
    """The mean of P(Z >= w) over w from y to z, both of one sign."""
    if y == z:
        return noise.beyond(y)
    if y + z < 0:
        return complement(mean_beyond(noise, -y, -z))
    slope = product(Fraction(z - y) / noise.d, noise.q.rate())
    return (ivf(1) * real(noise.beyond(y)) - real(noise.beyond(z))) / real(slope)


def unknown_size(plan, relation, at):
    n, tail = len(plan.records), size_tail(plan.params, plan.v)
    if relation == "none":  # n + w - v < n0
        return complement(tail(plan.n0 - n + plan.v - 1))
    if n > MOST:
        raise Unsupported("too many samples")
    parts, known = [], {}
    for size in range(max(plan.n0, n - 2 * plan.v), n + 1):
        w = size - n + plan.v
        chance = plus(tail(w - 1), product(Fraction(-1), tail(w)))
        for records, many in samples(plan, size):
            if records not in known:
                base = plan.of_size(size, records)
                known[records] = CHANCES[plan.base](base, relation, at)
            parts.append((product(chance, many), known[records]))
    return mixed(parts)


def samples(plan, size):
    """[(records in an order, probability)]: the order matters to dpumean only, and there which come
    first.
    """
    n = len(plan.records)
    each = Fraction(1, comb(n, size))
    for chosen in combinations(range(n), size):
        if plan.base != "dpumean" or plan.edition == "printed":
            yield tuple(plan.records[i] for i in chosen), each
            continue
        first = int(plan.params["n1"])
        for part in combinations(chosen, first):
            rest = [i for i in chosen if i not in part]
            yield tuple(plan.records[i] for i in [*part, *rest]), each / comb(size, first)


CHANCES = {
    "name_and_shame": name_and_shame,
    "sized_mean": sized_mean,
    "clipped_mean": clipped_mean,
    "combined_mean": combined_mean,
    "dpucoarse": dpucoarse,
    "dpumean": dpumean,
    "kv_mean": dpumean,
    "unknown_size": unknown_size,
    "student_t_mean": student_t_mean,
    "shuffled_mean": shuffled_mean,
}


def of_student(params, given, event):
    d, scale, centre = degrees(params), positive(params, "scale", "1"), number(given, "center", "0")
    on, relation, at = event["on"], event["relation"], number(event, "at", "0")
    noise = Student(d, scale)
    if relation in ("multiple", "eq"):
        return ZERO
    if on == "x" and relation in ("le", "ge"):
        return around(centre, noise, relation, at)
    if on == "abs" and relation in ("le", "ge"):
        outside = ONE if at <= 0 else product(Fraction(2), noise.beyond(at))
        return outside if relation == "ge" else complement(outside)
    raise Unsupported(f"an event {on} {relation}")


def compute(name, params, given, event):
    try:
        if name == "student_t":
            return of_student(params, given, event)
        silent = (event["on"], event["relation"], number(event, "at", "1")) == ("none", "eq", 1)
        if not silent and (event["on"] != "x" or event["relation"] not in ("le", "ge", "eq")):
            raise Unsupported("an event of a mean is le, ge or eq of x, or that there is no answer")
        if "data" not in given:
            raise Rejected("data", "a release needs records")
        plan, relation = Plan(name, params, given["data"]), "none" if silent else event["relation"]
        if relation == "none" and name not in ("dpucoarse", "unknown_size"):
            return ZERO
        return CHANCES[name](plan, relation, number(event, "at") if relation != "none" else ZERO)
    except Open:
        raise MorePrecision("an order of two numbers is not decided") from None


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if name != "student_t" and name not in CHANCES:
        raise Unsupported(f"no events of {name}")
    return sharpest(lambda: compute(name, params, given, event))
