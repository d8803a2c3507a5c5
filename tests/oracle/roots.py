"""Roots found by bisection, powers with rational exponents, and comparisons of logarithms that may
be equal.

A root is where a decision changes once: `root(before)` brackets it by dyadic rationals,
`least(before, ...)` finds the least multiple of a step from which on the decision is no longer
`before`. A decision may raise Open: then the bracket is as narrow as it can get.
"""

from fractions import Fraction
from math import ceil

from boxes import greatest
from hetero.replay import coprime
from mpmath import iv, mp
from stream import Open, at_most, at_rising_precision
from values import MorePrecision, ends, hull, ivf

BITS = 40  # mechanisms round margins up to multiples of 2^-BITS


def root(before, lowest=Fraction(0), highest=None):
    """An interval around the point of (lowest, highest) where before(x) turns from true to false;
    an end where it never does.
    """
    low, high = lowest, highest
    try:
        if high is None:
            high = lowest + 1
            while before(high):
                low, high = high, lowest + 2 * (high - lowest)
        elif before(high):
            return ivf(high)
        if low == lowest:
            span = high - lowest  # from above by halves, for relative precision near `lowest`
            while span > Fraction(1, 2 ** (4 * iv.prec)) and not before(lowest + span / 2):
                high, span = lowest + span / 2, span / 2
            low = lowest + span / 2
            if not before(low):
                return ivf(lowest)
        for _ in range(iv.prec):
            middle = (low + high) / 2
            low, high = (middle, high) if before(middle) else (low, middle)
    except Open:
        if highest is None and low == high:
            raise
    return hull(ivf(low), ivf(high))


def least(before, step=Fraction(1, 2**BITS)):
    """The least multiple k step, k >= 1, at which before is false."""

    def decided(k):
        return at_rising_precision(lambda: before(k * step))

    low, high = 0, 1
    while decided(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if decided(middle) else (low, middle)
    return high * step


def power(x, exponent):
    """x^exponent for x >= 0, by logarithms; whole powers of rationals are rationals."""
    exponent = Fraction(exponent)
    if not isinstance(x, iv.mpf):
        if x == 0 and exponent > 0:
            return Fraction(0)
        if exponent.denominator == 1 and abs(exponent) < 100:
            return Fraction(x) ** int(exponent)
    if isinstance(x, iv.mpf) and ends(x)[0] <= 0:
        raise Open
    return iv.exp(ivf(exponent) * iv.log(ivf(x)))


def whole_power(x, n):
    """x^n for an integer n, rational or interval."""
    return x**n if not isinstance(x, iv.mpf) else (x**n if n >= 0 else 1 / x**-n)


def square_root(x):
    return iv.sqrt(ivf(x))


def exponents(q, bases):
    """The exponents of a rational in a set of coprime integers."""
    found = []
    for base in bases:
        total = 0
        for x, sign in ((q.numerator, 1), (q.denominator, -1)):
            while x % base == 0:
                x, total = x // base, total + sign
        found.append(total)
    return found


def log_ratio(q, b):
    """log q / log b where it is rational, else None (q, b > 0 rational, b != 1)."""
    q, b = Fraction(q), Fraction(b)
    if q == 1:
        return Fraction(0)
    bases = coprime([v for v in (q.numerator, q.denominator, b.numerator, b.denominator) if v > 1])
    over, under = exponents(q, bases), exponents(b, bases)
    i = next(i for i, e in enumerate(under) if e)
    ratio = Fraction(over[i], under[i])
    return ratio if all(o == ratio * u for o, u in zip(over, under)) else None


def rate_sign(product, multiple, q):
    """The sign of log(product) + multiple epsilon, for rationals product > 0 and multiple, and a
    decay q; 0 where it is 0.
    """
    if product == 1 or multiple == 0:
        return (product > 1) - (product < 1) if multiple == 0 else (multiple > 0) - (multiple < 0)
    if q.b is not None and log_ratio(product, q.b) == multiple:  # epsilon = -log b
        return 0

    def decide():
        value = iv.log(ivf(product)) + ivf(multiple) * ivf(q.rate())
        lo, hi = ends(value)
        if lo <= 0 <= hi:
            raise Open
        return 1 if lo > 0 else -1

    return at_rising_precision(decide)


def ceiling(x, is_exactly=lambda k: False):
    """The least integer not below x, a rational or an interval; `is_exactly` knows when x is an
    integer.
    """
    if not isinstance(x, iv.mpf):
        return ceil(x)
    low, high = (int(mp.ceil(e)) for e in ends(x))
    if low == high or (high == low + 1 and is_exactly(low)):
        return low
    raise MorePrecision("an integer part is not decided")


def most(*values):
    return greatest(list(values))


def below_or_equal(x, y):
    """x <= y for a condition on parameters."""
    return at_rising_precision(
        lambda: at_most(x() if callable(x) else x, y() if callable(y) else y)
    )
