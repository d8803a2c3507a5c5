"""Student's t with d degrees of freedom by power series of its density, in whole numbers with a
count of what they may be off.

x = sqrt(d) tan(a) turns the density into cos(a)^(d-1) da. With v = cos(a)^2 what lies beyond x is
half of the integral of v^(d/2-1) (1-v)^(-1/2) from 0 to y = d/(d + x^2), with v = sin(a)^2 what
lies between 0 and x that of v^(-1/2) (1-v)^(d/2-1) from 0 to s = 1 - y; each is expanded in powers
of v and integrated term by term, the first where y is small, the second where s is.
"""

from fractions import Fraction
from functools import lru_cache

from mpmath import iv, mp, mpf
from params import chance
from stream import Open
from trilemma.params import degrees, positive, real
from values import MorePrecision, Unsupported, ends, hull, ivf, number, require


def outer(d, y, bits):
    """(low, high) 2^bits times the sum over k of C(2k, k)/4^k y^k/(d/2 + k); y in units of
    2^-bits.
    """
    term, total, k, error = 1 << bits, 0, 0, 1
    while term:
        total += 2 * term // (d + 2 * k)
        term = (term * y >> bits) * (2 * k + 1) // (2 * k + 2)
        k += 1
        # every term is at most 2k too small before it is divided; the sum of what is left:
        error += 2
    loss = 2 * k * k + error
    rest = loss + (2 * k + 2 << bits) // ((1 << bits) - y) + 2
    return total, total + loss + rest


def inner(d, s, bits):
    """(low, high) 2^bits times the sum over k of (-1)^k C(d/2 - 1, k) s^k/(k + 1/2)."""
    term, error, total, loss, k = 1 << bits, 0, 0, 0, 0
    while True:
        total += 2 * term // (2 * k + 1)
        loss += 2 * error // (2 * k + 1) + 2
        factor = 2 * k + 2 - d
        term = (term * s >> bits) * factor // (2 * k + 2)
        error = error * abs(factor) // (2 * k + 2) + abs(factor) // (2 * k + 2) + 3
        k += 1
        # from here on a term is at most s times the one before
        if abs(term) <= error and factor >= 0:
            rest = ((abs(term) + error) << bits) // ((1 << bits) - s) + 1
            return total - loss - rest, total + loss + rest


def scaled(x, bits):
    """(floor, ceiling) of x 2^bits for an interval or rational x of [0, 1]."""
    if isinstance(x, iv.mpf):
        lo, hi = ends(x)
        return int(mp.floor(lo * mpf(2) ** bits)), int(mp.ceil(hi * mpf(2) ** bits))
    n = Fraction(x) * 2**bits
    return n.numerator // n.denominator, -(-n.numerator // n.denominator)


def series(f, d, x):
    """The sum over the range of x; both sums are monotone in x, being integrals of v^p (1 - x v)^q
    over [0, 1].
    """
    bits = iv.prec + 64 + d
    low, high = scaled(x, bits)
    unit = mpf(2) ** -bits
    keep = mp.prec
    mp.prec = max(keep, 2 * bits)
    try:
        one = f(d, low, bits)
        two = one if high == low else f(d, high, bits)
        return iv.mpf([mpf(min(one[0], two[0])), mpf(max(one[1], two[1]))]) * iv.mpf(unit)
    finally:
        mp.prec = keep


def far(d, y):
    return iv.sqrt(ivf(y)) ** d / 2 * series(outer, d, y)


def near(d, s):
    return iv.sqrt(ivf(s)) / 2 * series(inner, d, s)


@lru_cache(maxsize=256)
def half_at(d, prec):
    return far(d, Fraction(1, 2)) + near(d, Fraction(1, 2))


def half(d):
    """The integral of cos(a)^(d-1) from 0 to pi/2."""
    return half_at(d, iv.prec)


def beyond(d, x):
    """P(Y >= x), x a rational or an interval."""
    if not isinstance(x, iv.mpf):
        if x == 0:
            return Fraction(1, 2)
        if x < 0:
            return 1 - beyond(d, -x)
        square = x * x
        y, s = d / (d + square), square / (d + square)
        return far(d, y) / (2 * half(d)) if 2 * y <= 1 else iv.mpf(0.5) - near(d, s) / (2 * half(d))
    lo, hi = ends(x)
    if hi < 0:
        return 1 - beyond(d, -x)
    if lo <= 0:
        raise Open
    square = x * x
    y, s = 1 / (1 + square / d), 1 / (1 + d / square)
    return (
        far(d, y) / (2 * half(d))
        if 2 * ends(y)[1] <= 1.01
        else iv.mpf(0.5) - near(d, s) / (2 * half(d))
    )


def density(d, x):
    """1/(2 sqrt(d) half) (1 + x^2/d)^(-(d+1)/2)."""
    return 1 / (2 * iv.sqrt(iv.mpf(d)) * half(d) * iv.sqrt(1 + real(x) ** 2 / d) ** (d + 1))


def log_density(d, x):
    return -iv.log(2 * iv.sqrt(iv.mpf(d)) * half(d)) - iv.log(1 + real(x) ** 2 / d) * (d + 1) / 2


def excess(d, x, w):
    """P(Y >= x) - w for rationals x > 0 and w < 1/2, without cancellation near 1/2."""
    square = x * x
    y = d / (d + square)
    if 2 * y <= 1:
        return far(d, y) / (2 * half(d)) - ivf(w)
    return ivf(Fraction(1, 2) - w) - near(d, square / (d + square)) / (2 * half(d))


def rough(d, w):
    """x > 0 with P(Y >= x) about w < 1/2, by bisection at few bits."""
    keep = iv.prec
    iv.prec = 40

    def above(x):
        return ends(excess(d, x, w))[0] > 0

    try:
        high = Fraction(1)
        while above(high):
            high *= 2
        while not above(high / 2):
            high /= 2
        low = high / 2
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if above(middle) else (low, middle)
        return high
    finally:
        iv.prec = keep


@lru_cache(maxsize=4096)
def upper_point(d, w, prec):
    """An interval around the x > 0 with P(Y >= x) = w < 1/2: Newton's steps, then certain signs on
    both sides.
    """
    x, bits = rough(d, w), 16
    keep = iv.prec, mp.prec
    try:
        while bits < prec + 16:
            bits = min(2 * bits, prec + 16)
            iv.prec, mp.prec = bits + 24, bits + 64
            gap, slope = excess(d, x, w), density(d, x)
            step = ends(gap)[0] / ends(slope)[0]
            moved = mpf(x.numerator) / x.denominator + step
            x = fraction_of(moved)
        iv.prec = prec + 48
        for slack in (prec, prec - 16, prec - 32):
            low, high = x * (1 - Fraction(1, 2**slack)), x * (1 + Fraction(1, 2**slack))
            if ends(excess(d, low, w))[0] > 0 and ends(excess(d, high, w))[1] < 0:
                return ends(hull(ivf(low), ivf(high)))
    finally:
        iv.prec, mp.prec = keep
    raise MorePrecision("a quantile is not decided")


def fraction_of(x):
    sign, man, exp, _ = x._mpf_
    value = Fraction(man) * Fraction(2) ** exp
    return -value if sign else value


def quantile(d, u):
    """F^-1(u); exact where it is rational for dyadic u: at 1/2, and for d = 1 at 1/4 and 3/4; None
    where it is infinite.
    """
    if u in (0, 1):
        return None
    if u == Fraction(1, 2):
        return Fraction(0)
    w = min(u, 1 - u)
    x = Fraction(1) if d == 1 and w == Fraction(1, 4) else iv.mpf(list(upper_point(d, w, iv.prec)))
    return x if u > w else -x


def variance(d):
    """E Y^2 = d E tan(a)^2: the integrals of sin^2 cos^(d-3) = cos^(d-3) - cos^(d-1) over that of
    cos^(d-1); rational, by d/(d - 2).
    """
    return d * (half(d - 2) / half(d) - 1)


def quantity(name, params):
    """student_t.name, but for the privacy loss."""
    d, scale = degrees(params), positive(params, "scale", "1")
    if name == "variance":
        require(d >= 3, "degrees", "the variance is infinite")
        return variance(d) * real(scale) ** 2
    if name == "quantile":
        x = quantile(d, chance(params))
        return x * scale if isinstance(x, Fraction) else x * real(scale)
    if name not in ("density", "log_density", "cdf"):
        raise Unsupported(f"student_t.{name} is unknown")
    x = number(params, "x") / scale
    if name == "cdf":
        return beyond(d, -x)
    return (
        density(d, x) / real(scale)
        if name == "density"
        else log_density(d, x) - iv.log(real(scale))
    )
