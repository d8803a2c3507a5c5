"""Releases with little or no bias from bits: quantile-1 of Student's law, release-1 and release-2
of vectors/*.md.

A program draws in the order of the tables and returns (variables of the output, box -> range), or
NONE.
"""

from fractions import Fraction
from math import floor

import replay
from mpmath import iv
from roots import rate_sign
from stream import product
from trilemma import t_law
from trilemma.coarse_quantities import threshold_parts
from trilemma.params import degrees, positive
from trilemma.records import NONE, Plan
from trilemma.t_loss import smooth_bound, tau
from values import Unsupported, number, require
from variables import (
    HALF,
    Variable,
    certain,
    coin,
    known,
    laplace,
    named,
    one_of,
    places,
    rising,
    settle,
    tilt,
    whole,
)

BOUNDED = ("sized_mean", "clipped_mean", "combined_mean", "student_t_mean", "shuffled_mean")
SECOND = ("dpucoarse", "dpumean", "kv_mean", "unknown_size")  # the profile release-2


# ---- release-1 ----


def name_and_shame(plan, tape):
    if plan.variant == "single":
        total = (
            plan.records[one_of(tape, plan.n)] if coin(tape, plan.n * plan.delta) else Fraction(0)
        )
    else:
        total = named(plan, plan.records, tape)
    return known(total / (plan.n * plan.delta))


def with_noise(plan, tape, centre, reach, n, rest=lambda: Fraction(0)):
    """centre + noise for a sum of n that one record moves by `reach`, over n; then the draws of
    `rest` on top.
    """
    if plan.m:
        k = whole(tape, plan.params, reach / plan.unit())
        return known(centre + k * plan.unit() / n + rest())
    total = centre + rest()
    return [Variable()], rising(lambda us: total, lambda us: laplace(plan.q, reach / n, us))


def sized_mean(plan, tape):
    return with_noise(plan, tape, sum(plan.clipped()) / plan.n, plan.width, plan.n)


def clipped_mean(plan, tape):
    mean = sum(plan.rnd(x) if plan.m else x for x in plan.clipped()) / plan.n
    return with_noise(plan, tape, mean, plan.high - plan.low, plan.n)


def combined_mean(plan, tape):
    clipped = plan.clipped()

    def rest():
        return named(plan, [x - c for x, c in zip(plan.records, clipped)], tape) / (
            plan.n * plan.delta
        )

    return with_noise(plan, tape, sum(clipped) / plan.n, plan.high - plan.low, plan.n, rest)


def shuffled_mean(plan, tape):
    for _ in range(plan.n):  # who sits where is no matter for the mean of the means
        places(tape, plan.blocks, plan.blocks)
    clipped = [plan.rnd(x) if plan.m else x for x in plan.clipped()]
    mean = sum(clipped) / len(clipped)
    if plan.m:
        return known(
            mean
            + sum(whole(tape, plan.params, plan.width * plan.m) for _ in range(plan.blocks))
            / len(clipped)
            * plan.unit()
        )
    return [Variable() for _ in range(plan.blocks)], rising(
        lambda us: mean, lambda us: laplace(plan.q, plan.width / (plan.n * plan.blocks), us)
    )


def student_scale(plan):
    found = {}

    def scale():
        if iv.prec not in found:
            found[iv.prec] = product(
                tau(plan.params), smooth_bound(plan.params, len(plan.records), plan.width)
            )
        return found[iv.prec]

    return scale


def student(d, scale):
    def at(us):
        y = t_law.quantile(d, us[0])
        return None if y is None else Fraction(0) if y == 0 else product(scale(), y)

    return at


def student_t_mean(plan, _tape):
    clipped = plan.clipped()
    mean = sum(clipped) / len(clipped) if clipped else Fraction(0)
    return [Variable()], rising(lambda us: mean, student(degrees(plan.params), student_scale(plan)))


# ---- release-2 ----


class Offset:
    """U of dpucoarse: a variable, or a known number."""

    def __init__(self, plan, tape):
        self.tape, self.variable, self.value = tape, None, None
        if plan.name == "kv_mean":
            self.value = HALF
        elif plan.m:
            self.value = Fraction(2 * one_of(tape, plan.m) + 1, 2 * plan.m)
        else:
            self.variable = Variable()

    def above(self, x, or_equal=False):
        """U > x, or U >= x."""
        if self.variable is None:
            return self.value >= x if or_equal else self.value > x

        def sign(box):
            low, high = box[0]
            return 1 if low >= x else -1 if high <= x else None

        return certain(self.tape, [self.variable], sign) > 0


def how_many(low, points, is_past):
    """By bisection: how many of the points are passed, from `low` on."""
    high = len(points)
    while low < high:
        i = (low + high) // 2
        low, high = (i + 1, high) if is_past(points[i]) else (low, i)
    return low


class Noisy:
    """The noisy count of one bin."""

    def __init__(self, plan, tape, k, count):
        self.plan, self.k, self.count = plan, k, Fraction(count)
        self.variable = None if plan.m else Variable()
        if plan.m:
            self.count += whole(tape, plan.params, 2)


def corner_sign(up, down, multiple, q):
    """Of log(E(up)/E(down)) + multiple epsilon at a corner, without infinities."""
    return rate_sign(tilt(up) / tilt(down), multiple, q)


def exceeds(tape, one, best):
    """Is the noisy count of one bin above (1), below (-1) or equal (0, discrete noise only) to that
    of the best before it?
    """
    gap = one.count - best.count
    if one.variable is None:
        return (gap > 0) - (gap < 0)

    def sign(box):
        (b0, b1), (o0, o1) = box
        if o0 > 0 and b1 < 1 and corner_sign(o0, b1, gap / 2, one.plan.q) >= 0:
            return 1
        if o1 < 1 and b0 > 0 and corner_sign(o1, b0, gap / 2, one.plan.q) <= 0:
            return -1
        return None

    return certain(tape, [best.variable, one.variable], sign)


def passes(tape, best):
    """Is the noisy count above the threshold?  Equal is not."""
    plan = best.plan
    if best.variable is None:
        return plan.over(best.count)
    base, x = threshold_parts(plan.params)

    def sign(box):
        low, high = box[0]
        if low > 0 and rate_sign(tilt(low) * x, (best.count - base) / 2, plan.q) >= 0:
            return 1
        if high < 1 and rate_sign(tilt(high) * x, (best.count - base) / 2, plan.q) <= 0:
            return -1
        return None

    return certain(tape, [best.variable], sign) > 0


def coarse(plan, tape):
    """(offset, k), or None in place of k."""
    offset, representative = Offset(plan, tape), None
    if offset.variable is None:
        representative = offset.value
    else:
        shares = sorted({y - floor(y) for y in (x / plan.sigma for x in plan.coarse_records())})
        low = how_many(0, shares, offset.above)
        between = [Fraction(0), *shares, Fraction(1)]
        representative = (between[low] + between[low + 1]) / 2
    bins = [Noisy(plan, tape, k, count) for k, count in plan.bins(representative)]
    if not bins:
        return offset, None
    best = bins[:1]
    for one in bins[1:]:
        order = exceeds(tape, one, best[0])
        best = [one] if order > 0 else [*best, one] if order == 0 else best
    if not passes(tape, best[0]):
        return offset, None
    return offset, (best[one_of(tape, len(best))] if len(best) > 1 else best[0]).k


def dpucoarse(plan, tape):
    offset, k = coarse(plan, tape)
    if k is None:
        return NONE
    if offset.variable is None:
        return known(plan.sigma * (offset.value - HALF + k))
    return [offset.variable], rising(
        lambda us: plan.sigma * (us[0] - HALF + k),
        lambda us: None if us[0] is None else Fraction(0),
    )


def dpumean(plan, tape):
    offset, k = coarse(plan, tape)
    rest = sorted(plan.records[plan.n1 :])
    if k is None:
        return known(named(plan, plan.records[plan.n1 :], tape) / (plan.n2 * plan.delta))
    reach, n = plan.clip, plan.n2
    # t = sigma (U - 1/2 + k) > x + clip
    u_at = lambda v: v / plan.sigma + HALF - k  # noqa: E731
    low = how_many(0, rest, lambda x: offset.above(u_at(x + reach)))
    high = how_many(low, rest, lambda x: offset.above(u_at(x - reach), or_equal=True))
    above = len(rest) - high

    def fine(u):
        t = plan.sigma * (u - HALF + k)
        return (sum(rest[low:high], Fraction(0)) + low * (t - reach) + above * (t + reach)) / n

    if offset.variable is None:
        return with_noise(plan, tape, fine(offset.value), 2 * reach, n)
    if low + above == 0:
        return with_noise(plan, tape, fine(HALF), 2 * reach, n)
    return [offset.variable, Variable()], rising(
        lambda us: fine(us[0]), lambda us: laplace(plan.q, 2 * reach / n, us[1:])
    )


def unknown_size(plan, tape):
    n = len(plan.records)
    size = n + min(plan.v, max(-plan.v, whole(tape, plan.params, 1))) - plan.v
    if size < plan.n0:
        return NONE
    taken = places(tape, n, size)
    if plan.edition == "printed":
        taken.sort()
    return PROGRAMS[plan.base](plan.of_size(size, [plan.records[i - 1] for i in taken]), tape)


PROGRAMS = {
    "name_and_shame": name_and_shame,
    "clipped_mean": clipped_mean,
    "combined_mean": combined_mean,
    "shuffled_mean": shuffled_mean,
    "student_t_mean": student_t_mean,
    "dpucoarse": dpucoarse,
    "dpumean": dpumean,
    "kv_mean": dpumean,
    "unknown_size": unknown_size,
    "sized_mean": sized_mean,
}


def student_drawer(params, given):
    """quantile-1 of the law."""
    d, scale = degrees(params), positive(params, "scale", "1")
    at = student(d, lambda: scale)
    return lambda tape: (settle(tape, [Variable()], rising(lambda us: Fraction(0), at), given),)


def drawer(name, params, given):
    profile = (
        "quantile-1" if name == "student_t" else "release-2" if name in SECOND else "release-1"
    )
    if given.get("profile") != profile or name not in (*PROGRAMS, "student_t"):
        raise Unsupported(f"{name} has the profile {profile} only")
    require(number(given, "grid") > 0, "grid", "the grid must be positive")
    if name == "student_t":
        return student_drawer(params, given)
    require("data" in given, "data", "a release needs records")
    plan = Plan(name, params, given["data"])
    if name in BOUNDED or name == "unknown_size" and plan.base in BOUNDED:
        inner = plan if name in BOUNDED else plan.of_size(plan.n0, ["0"] * plan.n0)
        for bound in (inner.lower, inner.upper):
            require(
                (bound / number(given, "grid")).denominator == 1,
                "grid",
                "the grid must divide the bounds",
            )

    def one(tape):
        found = PROGRAMS[name](plan, tape)
        return (NONE,) if found == NONE else (settle(tape, *found, given),)

    return one


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)
