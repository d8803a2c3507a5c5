"""The gamma that minimises E|X|^order, by numerical minimisation of the summed objective.

Every cell end is affine in gamma, so the unnormalised moment and the mass are polynomials in gamma.
They are recovered from their summed values at a few gammas (one spare node checks the degree); the
derivative of their quotient is then bisected and its root certified by interval signs.
"""

from fractions import Fraction
from functools import lru_cache

from mpmath import iv, mpf
from series import Decay
from values import MorePrecision, ends, ivf


def fit(f, nodes):
    """Coefficients (ascending, intervals) of the polynomial through f at the rational nodes."""
    table = [ivf(f(x)) for x in nodes]
    n, coefficient = len(nodes), []
    for level in range(n):  # divided differences
        coefficient.append(table[0])
        table = [
            (y - x) / ivf(nodes[i + level + 1] - nodes[i])
            for i, (x, y) in enumerate(zip(table, table[1:]))
        ]
    spare = coefficient.pop()  # the extra node: must be 0
    lo, hi = ends(spare)
    if not lo <= 0 <= hi:
        raise ArithmeticError("the summed objective is not a polynomial in gamma of that degree")
    out = [iv.mpf(0)]
    for x, c in zip(reversed(nodes[: n - 1]), reversed(coefficient)):
        out = [c - ivf(x) * out[0]] + [
            out[i] - (ivf(x) * out[i + 1] if i + 1 < len(out) else 0) for i in range(len(out))
        ]
    return out[: n - 1]


def value(poly, x):
    total = iv.mpf(0)
    for c in reversed(poly):
        total = total * x + c
    return total


def slope(poly):
    return [i * c for i, c in enumerate(poly)][1:] or [iv.mpf(0)]


def continuous(family, order, degree):
    """(lo, hi): rationals around the minimiser over (0, 1]; family(gamma) is a law with D = 1."""
    nodes = [Fraction(i + 1, degree + 3) for i in range(degree + 2)]
    laws = {x: family(x) for x in nodes}
    top = fit(lambda x: laws[x].raw_moment(order), nodes)
    mass = fit(lambda x: laws[x].mass(), nodes)
    dtop, dmass = slope(top), slope(mass)
    # derivative of top/mass, up to the positive factor 1/mass^2
    sign = lambda x: (
        value(dtop, ivf(x)) * value(mass, ivf(x)) - value(top, ivf(x)) * value(dmass, ivf(x))
    )
    # a minimiser may be as small as e^-epsilon
    fine = int(3 * family(Fraction(1)).q.rough_rate()) + 40
    grid = [Fraction(181, 2**k) for k in range(fine + 8, 15, -1)]
    grid += [Fraction(i, 211) for i in range(1, 211)] + [Fraction(1)]
    signs = [certain(sign(x)) for x in grid]
    found = [
        shrink(sign, x, y) for x, y, s, t in zip(grid, grid[1:], signs, signs[1:]) if s < 0 < t
    ]
    found.append((Fraction(1), Fraction(1)))  # the end; gamma -> 0 is the same law as gamma = 1
    worth = lambda pair: ends(value(top, ivf(pair[0])) / value(mass, ivf(pair[0])))[1]
    return min(found, key=worth)


def certain(x):
    """The sign of an interval without zero."""
    lo, hi = ends(x)
    if lo <= 0 <= hi:
        raise MorePrecision("a sign is not decided")
    return 1 if lo > 0 else -1


def simplest(lo, hi):
    """A small rational equal to the bracket to > 45 digits, if there is one: cells then are
    exact.
    """
    simple = ((lo + hi) / 2).limit_denominator(10**4)
    if lo <= simple <= hi and hi - lo < Fraction(1, 2 ** (iv.prec // 2)):
        return simple, simple
    return lo, hi


def shrink(sign, lo, hi):
    """Narrow the bracket of a root of the rising function `sign` by certified signs only."""
    bits = iv.prec + 64
    while hi - lo > Fraction(1, 2**iv.prec):
        # a secant guess framed by a small step, and the middle
        slo, shi = (ends(sign(x))[0] for x in (lo, hi))
        guess = lo + (hi - lo) * dyadic(slo / (slo - shi))
        step = (hi - lo) / 4096
        moved = False
        for x in (round_to(x, bits) for x in (guess - step, guess + step, (lo + hi) / 2)):
            if lo < x < hi:
                a, b = ends(sign(x))
                if a > 0:
                    hi, moved = x, True
                elif b < 0:
                    lo, moved = x, True
        if not moved:
            break
    return lo, hi


def dyadic(x):
    s, man, exp, _ = mpf(x)._mpf_
    return Fraction(-man if s else man) * Fraction(2) ** exp


def round_to(x, bits):
    return Fraction(round(x * 2**bits), 2**bits)


def lattice(family, order, degree, m):
    """The best multiple of 1/m (ties, to within all the bits, to the smaller)."""
    if m <= degree + 4:
        laws = [family(Fraction(g, m)) for g in range(1, m + 1)]
        values = [law.raw_moment(order) / law.mass() for law in laws]
    else:
        nodes = [Fraction(i * (m - 1) // (degree + 1) + 1, m) for i in range(degree + 2)]
        laws = {x: family(x) for x in nodes}
        top = fit(lambda x: laws[x].raw_moment(order), nodes)
        mass = fit(lambda x: laws[x].mass(), nodes)
        values = [
            value(top, x) / value(mass, x) for x in (ivf(Fraction(g, m)) for g in range(1, m + 1))
        ]
    best = 0
    for i, v in enumerate(values):
        if ends(v)[1] < ends(values[best])[0]:  # strictly smaller, certified
            best = i
    return Fraction(best + 1, m)


@lru_cache(maxsize=64)
def optimal(kind, key, m, order, prec):
    """kind = law class, key = Decay key; returns (lo, hi), equal when exact."""
    family = lambda g: kind(Decay(*key), g, Fraction(1), m)
    degree = order + 1 + kind.row_growth
    if m is not None:
        g = lattice(family, order, degree, m)
        return g, g
    return continuous(family, order, degree)
