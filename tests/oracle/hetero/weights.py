"""Weights of users with one epsilon each: as the solution of what they are to minimise, by
enumeration in rationals.

ADPM minimises |w|^2/4 + 2 max(w_i/epsilon_i)^2 over the simplex. That is convex, so a point with
multipliers is the minimum: every candidate for the set of users with w_i = tau epsilon_i is tried,
the others share one weight, and along the remaining line the objective is a parabola. The rest
follows from the minimum V: it grows as s^2 when the weights have the sum s, so the multiplier of
that sum is 2 V, and a user beyond reach of tau has the weight 4 V, which is tau times the
saturation.
"""

from fractions import Fraction
from math import gcd, inf, isqrt, lcm

from surd import Surd, surd


def vertex(f):
    """Where the parabola f is least, from three of its values."""
    low, middle, high = f(Fraction(0)), f(Fraction(1)), f(Fraction(2))
    bend = high - 2 * middle + low
    return (low - middle) / bend + Fraction(1, 2)


def minimum(groups):
    """(tau, {epsilon: weight of one such user}, V) for [(epsilon > 0, how many)] ascending; tau is
    0 where all are public.
    """
    finite = [(e, n) for e, n in groups if e < inf]
    if not finite:
        share = Fraction(1, groups[0][1])
        return Fraction(0), {inf: share}, share / 4
    for k in range(1, len(finite) + 1):
        bound, free = groups[:k], groups[k:]
        reach, size = sum(e * n for e, n in bound), sum(n for _, n in free)

        def others(tau, reach=reach, size=size):
            return (1 - tau * reach) / size

        def cost(tau, bound=bound, size=size, others=others):
            squares = sum(n * (tau * e) ** 2 for e, n in bound) + (
                size * others(tau) ** 2 if size else 0
            )
            return squares / 4 + 2 * tau**2

        tau = vertex(cost) if size else 1 / reach
        value = cost(tau)
        share = 4 * value  # what a user has whose epsilon is no bound
        if (
            tau > 0
            and all(tau * e <= share for e, _ in bound)
            and all(share <= tau * e for e, _ in free if e < inf)
        ):
            if size and others(tau) != share:
                raise ArithmeticError("the multiplier of the sum is not twice the minimum")
            return tau, {**{e: tau * e for e, _ in bound}, **{e: share for e, _ in free}}, value
    raise ArithmeticError("no candidate has multipliers")


def adpm(users):
    """(weights, tau, V)."""
    tau, share, value = minimum(users.groups())
    return [share.get(e, Fraction(0)) for e in users.epsilons], tau, value


def saturation(groups):
    """theta, None where nothing bounds it."""
    tau, _, value = minimum(groups)
    return 4 * value / tau if tau else None


def common_unit(values):
    """The greatest rational of which all are integer multiples."""
    below = lcm(*(v.denominator for v in values))
    return Fraction(gcd(*(int(v * below) for v in values)), below)


def fme_bound(epsilons):
    """The m of h = 1/sqrt(m), the least h which is that of exactly m users above it; None where
    there is none.
    """
    for m in range(len(epsilons), 0, -1):
        if sum(e == inf or e * e * m > 1 for e in epsilons) == m:
            return m
    return None


def fme(epsilons, bits=None):
    """(weights, noise scale at width 1), with h itself, or lowered to a multiple of 2^-bits where
    it is irrational.
    """
    m = fme_bound(epsilons)
    h = None if m is None else surd(0, Fraction(1, m), m)
    if bits is not None and isinstance(h, Surd):
        h = Fraction(isqrt(4**bits // m), 2**bits)
        granted = [min(e, h) for e in epsilons]
    else:
        granted = [h if m is not None and (e == inf or e * e * m > 1) else e for e in epsilons]
    whole = sum(granted, Fraction(0))
    return [c / whole for c in granted], 1 / whole
