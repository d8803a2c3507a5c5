"""Numbers at the edge: parsing request parameters, interval helpers, printing enclosures."""

import re
from fractions import Fraction

from mpmath import iv, mp, mpf
from mpmath.libmp import from_rational

WIDEN = Fraction(1, 10**40)  # every enclosure is widened by this much, relatively
ZERO_WIDTH = "1e-45"  # printed half-width of an enclosure of a numerical zero


class Rejected(Exception):
    """A parameter is bad; code names what."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Unsupported(Exception):
    """The object or quantity is not known."""


class MorePrecision(Exception):
    """Undecided at the present number of bits."""


_NUMBER = re.compile(r"[+-]?[0-9]+(/[0-9]+)?\Z")


def number(params, name, default=None):
    """The rational parameter `name`."""
    raw = params.get(name, default)
    if raw is None:
        raise Rejected("missing_parameter", f"{name} is required")
    if isinstance(raw, Fraction) or (isinstance(raw, int) and not isinstance(raw, bool)):
        return Fraction(raw)
    if not isinstance(raw, str) or not _NUMBER.match(raw):
        raise Rejected("bad_number", f"{name}={raw!r} is not a rational")
    try:
        return Fraction(raw)
    except (ZeroDivisionError, ValueError):  # 1/0, or more digits than int() takes
        raise Rejected("bad_number", f"{name} is not a rational") from None


def integer(params, name, default=None):
    value = number(params, name, default)
    if value.denominator != 1:
        raise Rejected("not_integer", f"{name} must be an integer")
    return value.numerator


def require(condition, code, message):
    if not condition:
        raise Rejected(code, message)


# ---- intervals (mpmath.iv rounds outwards, so these are rigorous) ----


def ivf(x):
    """An interval containing the rational (or interval) x."""
    if isinstance(x, (int, Fraction)):
        p, q = x.numerator, x.denominator
        return iv.make_mpf((from_rational(p, q, iv.prec, "f"), from_rational(p, q, iv.prec, "c")))
    return x


def ends(x):
    """The two end points of an interval as (exact) mpf numbers."""
    lo, hi = x._mpi_
    return mp.make_mpf(lo), mp.make_mpf(hi)


def hull(x, y):
    if not isinstance(x, iv.mpf) and not isinstance(y, iv.mpf) and x == y:
        return x
    (a, b), (c, d) = ends(ivf(x)), ends(ivf(y))
    return iv.mpf([min(a, c), max(b, d)])


def plus_part(x):
    """max(0, x) for a rational or an interval."""
    if not isinstance(x, iv.mpf):
        return max(Fraction(0), Fraction(x))
    lo, hi = ends(x)
    return Fraction(0) if hi <= 0 else iv.mpf([max(lo, mpf(0)), hi])


def contains_zero(x):
    lo, hi = ends(x)
    return lo <= 0 <= hi


def sharp(x):
    """Is the relative width far below the printed one?"""
    if not isinstance(x, iv.mpf):
        return True
    lo, hi = ends(x)
    return lo * hi > 0 and (hi - lo) * mpf(10) ** 48 < min(abs(lo), abs(hi))


def text(x):
    """The wire form of a rational ("p/q") or of an interval ({"lo", "hi"})."""
    if not isinstance(x, iv.mpf):
        return str(Fraction(x))
    lo, hi = ends(x)
    if lo <= 0 <= hi:
        if max(-lo, hi) < mpf(ZERO_WIDTH):
            return {"lo": "-" + ZERO_WIDTH, "hi": ZERO_WIDTH}
        pad = (hi - lo) / 1000
    else:
        pad = None
    wide = mpf(WIDEN.numerator) / WIDEN.denominator * (1 + mpf(10) ** -9)
    down = lo - (pad if pad is not None else abs(lo) * wide)
    up = hi + (pad if pad is not None else abs(hi) * wide)
    # 56 digits to nearest: the rounding (1e-56) is far inside the padding (>= 1e-40 * 1e-9)
    return {"lo": mp.nstr(down, 56), "hi": mp.nstr(up, 56)}
