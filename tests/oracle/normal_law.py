"""The normal law N(s), density e^(-x^2/(2 s))/sqrt(2 pi s), from its own series.

With v = x^2/s what lies between 0 and x is the density times the sum over k of x^(2k+1)/(1 3 5 ...
(2k+1)), in whole numbers rounded down for the lower end and up for the upper one (all terms are
positive and rise in v); what lies beyond a far x is the density over the continued fraction x +
1/(x + 2/(x + 3/...)), from both ends. Quantiles by Newton's steps, then certain signs on both
sides.
"""

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from statistics import NormalDist

from mpmath import iv, mp, mpf
from params import chance, nonnegative, positive_integer, ratio, sensitivity
from quantities import sharpest
from trilemma.t_law import fraction_of, scaled
from values import MorePrecision, Unsupported, ends, hull, ivf, number, plus_part, require

ZERO, HALF = Fraction(0), Fraction(1, 2)


# ---- the standard law, at z = sqrt(v) ----


def added(v, bits, up):
    """2^bits times the sum of v^k/(3 5 ... (2k + 1)), rounded to one side; v in units of
    2^-bits.
    """
    term, total, k = 1 << bits, 0, 0
    while term > 1 or 2 * v > (2 * k + 1) << bits:
        total, k = total + term, k + 1
        term = -(-term * v // ((2 * k + 1) << bits)) if up else term * v // ((2 * k + 1) << bits)
        if not term:
            break
    return total + (2 * term + 2 if up else 0)  # what is left falls by half each time, or more


def height(v):
    """e^(-v/2)/sqrt(2 pi)."""
    return iv.exp(-ivf(v) / 2) / iv.sqrt(2 * iv.pi)


def inside(v):
    """P(0 <= Z <= sqrt v) for v > 0."""
    if ends(ivf(v))[0] > iv.prec:
        return iv.mpf(0.5) - beyond_square(v)
    bits = iv.prec + 32
    low, high = scaled(v, bits)
    keep = mp.prec
    mp.prec = max(keep, 4 * bits)
    try:
        series = iv.mpf([mpf(added(low, bits, False)), mpf(added(high, bits, True))]) * iv.mpf(
            mpf(2) ** -bits
        )
    finally:
        mp.prec = keep
    return height(v) * iv.sqrt(ivf(v)) * series


def beyond_square(v):
    """P(Z >= sqrt v) for v > 0."""
    size = ends(ivf(v))[1]
    if size < iv.prec / 4:
        keep = iv.prec
        iv.prec += int(size) + 24
        try:
            return iv.mpf(0.5) - inside(v)
        finally:
            iv.prec = keep
    return height(v) / fraction(iv.sqrt(ivf(v)))


def fraction(z):
    """z + 1/(z + 2/(z + ...)), deeper until no more is gained."""
    depth, found = 8, None
    while True:
        t = z + iv.mpf([0, 1]) * (depth + 1) / z
        for k in range(depth, 0, -1):
            t = z + k / t
        lo, hi = ends(t)
        if (hi - lo) * mpf(2) ** (iv.prec - 6) <= lo or found is not None and hi - lo >= found:
            return t
        depth, found = 2 * depth, (hi - lo) / 2


def upper(v, positive):
    """P(Z >= z) for z^2 = v of that sign."""
    if not isinstance(v, iv.mpf) and v == 0:
        return HALF
    return beyond_square(v) if positive else iv.mpf(0.5) + inside(v)


def upper_tail(s, x):
    """P(X >= x), X of N(s); x rational, s rational or an interval."""
    v = x * x / s if not isinstance(s, iv.mpf) else ivf(x * x) / s
    return HALF if x == 0 else upper(v, x > 0)


def guess(w):
    """z with P(Z >= z) about w < 1/2, as a rational."""
    gap = HALF - w
    if gap < Fraction(1, 10**6):
        return gap * Fraction(5, 2)  # sqrt(2 pi)
    if w > Fraction(1, 10**300):
        return -Fraction(NormalDist().inv_cdf(float(w)))
    return Fraction(
        isqrt(int(1.386 * (w.denominator.bit_length() - w.numerator.bit_length()) * 10**12)), 10**6
    )


def excess(z, w):
    """P(Z >= z) - w, without cancellation near 1/2."""
    return beyond_square(z * z) - ivf(w) if w < Fraction(1, 4) else ivf(HALF - w) - inside(z * z)


@lru_cache(maxsize=1 << 14)
def upper_point(w, prec):
    """The ends of an interval around the z > 0 with P(Z >= z) = w < 1/2."""
    z, bits, keep = guess(w), 20, (iv.prec, mp.prec)
    try:
        for _ in range(60):
            iv.prec, mp.prec = min(2 * bits, prec + 16) + 40, 2 * prec + 100
            gap = ends(excess(z, w))[0]
            if w < Fraction(1, 4):  # of the logarithm, which is nearly a parabola
                share = gap / (mpf(w.numerator) / w.denominator)
                gap = (
                    mp.log(1 + share) * (1 + share) * mpf(w.numerator) / w.denominator
                    if share > -1
                    else gap
                )
            step = fraction_of(mpf(gap / ends(height(z * z))[0]))
            z = Fraction(floor_at(z + step, prec + 60)) if z + step > 0 else z / 2
            size = abs(step / z)
            if size < Fraction(1, 2 ** ((prec + 24) // 2)) and bits >= prec:
                break
            bits = min(2 * bits, prec + 16) if size < Fraction(1, 2**10) else bits
        iv.prec = prec + 64
        for slack in (prec + 4, prec - 16, prec - 40):
            low, high = z * (1 - Fraction(1, 2**slack)), z * (1 + Fraction(1, 2**slack))
            if ends(excess(low, w))[0] > 0 and ends(excess(high, w))[1] < 0:
                iv.prec = prec
                return ends(hull(ivf(low), ivf(high)))
    finally:
        iv.prec, mp.prec = keep
    raise MorePrecision("a quantile is not decided")


def floor_at(x, bits):
    """x > 0 with so many significant bits."""
    shift = bits - (x.numerator.bit_length() - x.denominator.bit_length())
    return Fraction(int(x * Fraction(2) ** shift)) / Fraction(2) ** shift


def standard(u):
    """F^-1(u): 0 at 1/2, None where it is infinite."""
    if u in (0, 1):
        return None
    if u == HALF:
        return ZERO
    z = iv.mpf(list(upper_point(min(u, 1 - u), iv.prec)))
    return z if u > HALF else -z


def quantile(s, u):
    z = standard(u)
    return z * iv.sqrt(ivf(s)) if isinstance(z, iv.mpf) else z


# ---- quantities ----


def moment(s, order):
    """E |X|^k = (k - 1) s E |X|^(k - 2), by parts; E |X| = sqrt(2 s/pi)."""
    found = Fraction(1)
    for k in range(order, 1, -2):
        found *= (k - 1) * s
    return found if order % 2 == 0 else ivf(found) * iv.sqrt(2 * ivf(s) / iv.pi)


def hockey_stick(s, t, level):
    """f(z) exceeds e^h f(z - t) for t > 0 where z < t/2 - h s/t, and there f(z - t) is another
    tail.
    """
    t = abs(t)
    if t == 0:
        return (
            plus_part(1 - level.value)
            if level.value is not None
            else ZERO
            if level.h >= 0
            else 1 - iv.exp(ivf(level.h))
        )
    h = ZERO if level.value == 1 else level.log()
    if not isinstance(h, iv.mpf):
        # P(X <= t/2 - h s/t) - e^h P(X <= -t/2 - h s/t)
        near, far = upper_tail(s, h * s / t - t / 2), upper_tail(s, h * s / t + t / 2)
    else:
        near, far = (
            upper(y * y / ivf(s), signed(y))
            for y in (h * ivf(s / t) + sign * ivf(t / 2) for sign in (-1, 1))
        )
    return ivf(near) - level.interval() * ivf(far)


def signed(y):
    lo, hi = ends(y)
    if lo <= 0 <= hi:
        raise MorePrecision("a sign is not decided")
    return lo > 0


def variance_of(params):
    s = number(params, "sigma_squared")
    require(s > 0, "sigma_squared", "sigma_squared must be positive")
    return s


def order_of(params):
    a = number(params, "renyi_order")
    require(a > 1, "renyi_order", "renyi_order must be above 1")
    return a


def compute(quantity, params):
    s, d = variance_of(params), sensitivity(params)
    if quantity in ("density", "log_density", "normalizer"):
        x = ZERO if quantity == "normalizer" else number(params, "x")
        power = x * x / (2 * s)
        area = 2 * iv.pi * ivf(s)
        return (
            -ivf(power) - iv.log(area) / 2
            if quantity == "log_density"
            else iv.exp(-ivf(power)) / iv.sqrt(area)
        )
    if quantity == "cdf":
        return upper_tail(s, -number(params, "x"))
    if quantity == "tail":
        x = nonnegative(params, "x")
        return 2 * upper_tail(s, x) if x else Fraction(1)
    if quantity == "quantile":
        return quantile(s, chance(params))
    if quantity in ("moment", "variance"):
        return moment(s, positive_integer(params, "order") if quantity == "moment" else 2)
    if quantity == "rho":
        return d * d / (2 * s)
    if quantity == "renyi":  # (z - (1 - a) t)^2 + a (1 - a) t^2 is what the exponents add up to
        a, t = order_of(params), number(params, "shift")
        return -a * (1 - a) * t * t / (2 * s) / (a - 1)
    if quantity == "hockey_stick":
        return hockey_stick(s, number(params, "shift"), ratio(params))
    raise Unsupported(f"gaussian has no quantity {quantity}")


def answer(quantity, params):
    return sharpest(lambda: compute(quantity, params))
