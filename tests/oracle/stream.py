"""Bits of a tape or of a SHAKE128 stream, and integer laws by inversion: plain bit by bit, from
vectors/*.md alone.

A law is a function `above(k)` = P(outcome > k), a rational or (at the working precision) an
interval. `compare` raises the precision until the order of two numbers is certain; it never
guesses.
"""

import hashlib
from fractions import Fraction
from functools import lru_cache

from gaussian import gaussian
from mpmath import iv, mp
from optimum import optimal
from params import decay, lattice, positive_integer, sensitivity
from series import Decay
from values import MorePrecision, Rejected, ends, hull, ivf, number, require

PRECISIONS = (96, 200, 500, 1500, 5000)


class Tape:
    """Bits, most significant first; the end of a tape is an error, a seeded stream has none."""

    def __init__(self, given):
        if "tape" in given:
            raw = bytes.fromhex(given["tape"])
            self.more, self.limit = (lambda i: raw[i]), 8 * len(raw)
        else:
            seed = bytes.fromhex(given["seed"]) + b"".join(
                b"\0" + f.encode() for f in given.get("fork", [])
            )
            self.more, self.limit = self._stream(seed), None
        self.used = 0

    @staticmethod
    def _stream(seed):
        known = [b""]

        def byte(i):
            if i >= len(known[0]):
                known[0] = hashlib.shake_128(seed).digest(2 * i + 64)
            return known[0][i]

        return byte

    def bit(self):
        if self.used == self.limit:
            raise Rejected("tape_exhausted", "the tape ended before the outcome was decided")
        byte = self.more(self.used // 8)
        self.used += 1
        return byte >> (7 - (self.used - 1) % 8) & 1


def at_rising_precision(f):
    """f() at the first precision at which it is decided."""
    keep = iv.prec, mp.prec
    try:
        for bits in PRECISIONS:
            iv.prec, mp.prec = bits, 4 * bits
            try:
                return f()
            except (Open, MorePrecision):
                continue
    finally:
        iv.prec, mp.prec = keep
    raise ArithmeticError("an order of two numbers was not decided")


class Open(Exception):
    """Two numbers are not told apart at this precision."""


def at_most(x, y):
    """x <= y, certain; rationals exactly."""
    if not isinstance(x, iv.mpf) and not isinstance(y, iv.mpf):
        return x <= y
    (a, b), (c, d) = ends(ivf(x)), ends(ivf(y))
    if b <= c:
        return True
    if a > d:
        return False
    raise Open


class Integers:
    """An integer law: `above(k)` = P(outcome > k); `least` is the least outcome, None when there is
    none.
    """

    def __init__(self, above, least=None):
        self.above, self.least = above, least
        self.known = {}

    def cdf_at_most(self, k, v):
        """F(k) <= v."""
        if self.least is not None and k < self.least:
            return 0 <= v

        def decide():
            key = (k, iv.prec)
            if key not in self.known:
                above = self.above(k)
                self.known[key] = 1 - (above if isinstance(above, Fraction) else ivf(above))
            return at_most(self.known[key], v)

        return at_rising_precision(decide)

    def cell(self, v):
        """The k with F(k - 1) <= v < F(k); None when v lies below every F or not below any."""
        low = self.least if self.least is not None else -1
        if self.least is None:
            if v <= 0:
                return None
            while not self.cdf_at_most(low - 1, v):
                low *= 2
        step = 1
        while self.cdf_at_most(low + step - 1, v):
            step *= 2
            if v >= 1:
                return None
        high = low + step  # F(high - 1) > v
        while high - low > 1:  # F(low - 1) <= v < F(high - 1)
            middle = (low + high) // 2
            low, high = (middle, high) if self.cdf_at_most(middle - 1, v) else (low, middle)
        return low

    def draw(self, tape):
        """Bit by bit until [F(k - 1), F(k)] contains the dyadic interval."""
        u, n = 0, 0
        while True:
            k = self.cell(Fraction(u, 2**n))
            # the upper end may touch F(k): not (F(k) <= v) for all v below it means v <= F(k)
            if k is not None and (
                not self.cdf_at_most(k, Fraction(u + 1, 2**n))
                or self.touches(k, Fraction(u + 1, 2**n))
            ):
                return k
            u, n = 2 * u + tape.bit(), n + 1

    def touches(self, k, v):
        """F(k) == v, for laws with rational probabilities."""
        above = at_rising_precision(lambda: self.above(k))
        return isinstance(above, Fraction) and 1 - above == v


def power(q, n):
    """b^n, a rational when b is one."""
    return q.b**n if q.b is not None and q.root == 1 and n == int(n) else q.power(n)


def rooted(q):
    """The same decay, with a rational root taken: b = 1/9, root 2 is b = 1/3, where no interval
    could decide 1/3 <= 1/3.
    """
    if q.b is not None and q.root > 1:
        p, r = (integer_root(n, q.root) for n in (q.b.numerator, q.b.denominator))
        if Fraction(p, r) ** q.root == q.b:
            return Decay(b=Fraction(p, r))
    return q


def integer_root(n, k):
    """The greatest integer whose k-th power is at most n."""
    lo, hi = 0, 1 << n.bit_length() // k + 1
    while hi - lo > 1:
        middle = (lo + hi) // 2
        lo, hi = (middle, hi) if middle**k <= n else (lo, middle)
    return lo


def quotient(x, y):
    return x / y if not isinstance(x, iv.mpf) and not isinstance(y, iv.mpf) else ivf(x) / ivf(y)


def product(*factors):
    total = factors[0]
    for f in factors[1:]:
        total = (
            total * f
            if not isinstance(total, iv.mpf) and not isinstance(f, iv.mpf)
            else ivf(total) * ivf(f)
        )
    return total


def plus(x, y):
    return x + y if not isinstance(x, iv.mpf) and not isinstance(y, iv.mpf) else ivf(x) + ivf(y)


def symmetric(tail):
    """The law with P(outcome > k) = tail(k) for k >= 0 and P(outcome < -k) the same."""
    return Integers(lambda k: tail(k) if k >= 0 else (lambda t: 1 - t)(tail(-k - 1)))


def two_sided_geometric(q):
    """Mass proportional to q^|k|: the whole is (1 + q)/(1 - q), above k >= 0 lies q^(k+1)/(1 -
    q).
    """
    return symmetric(lambda k: quotient(power(q, k + 1), plus(Fraction(1), power(q, 1))))


def staircase_points(q, g, m):
    """Points i of (D/m)Z, g = gamma m: 2g - 1 points of mass 1 and, j = 1, 2, ..., m on each side
    of mass b^j.
    """

    def tail(i):
        b = power(q, 1)
        rest = quotient(product(Fraction(m), b), 1 - b)  # all steps j >= 1 of one side
        whole = plus(Fraction(2 * g - 1), product(Fraction(2), rest))
        if i < g:
            return quotient(plus(Fraction(g - 1 - i), rest), whole)
        j = (i - g) // m + 1
        left = Fraction(g + j * m - 1 - i)  # points of step j beyond i
        return quotient(product(plus(left, rest), power(q, j)), whole)

    return symmetric(tail)


def signed_steps(q, gamma):
    """J: mass 2 gamma at 0 and b^i at +-i (up to A D)."""

    def tail(j):
        b = power(q, 1)
        rest = quotient(b, 1 - b)
        whole = plus(product(Fraction(2), gamma()), product(Fraction(2), rest))
        return quotient(product(rest, power(q, j)), whole)

    return symmetric(tail)


def ball_index(q, gamma):
    """K >= 0, mass proportional to b^k (k + gamma)^2; sums of b^i, i b^i, i^2 b^i."""

    def mass_from(k):
        b, c = power(q, 1), plus(Fraction(k), gamma())
        s0 = quotient(Fraction(1), 1 - b)
        s1 = product(b, s0, s0)
        s2 = product(b, plus(Fraction(1), b), s0, s0, s0)
        return product(power(q, k), plus(product(c, c, s0), plus(product(Fraction(2), c, s1), s2)))

    return Integers(lambda k: quotient(mass_from(k + 1), mass_from(0)), least=0)


def categorical(weights):
    """Outcomes 0, 1, ... with the given weights."""
    whole = sum(weights)
    return Integers(
        lambda k: sum(weights[k + 1 :], Fraction(0)) / whole if k < len(weights) else Fraction(0),
        least=0,
    )


@lru_cache(maxsize=64)
def _optimal(kind, key, m, prec):
    """The gamma at this precision; None (kept too) where it is too low."""
    try:
        lo, hi = optimal(kind, key, m, 2, prec)
    except MorePrecision:
        return None
    return lo if lo == hi else hull(lo, hi)


def gamma_of(params, kind, discrete=False):
    """() -> gamma: a rational, or an interval around the optimal one at the working precision."""
    q, m = decay(params), lattice(params, discrete)
    if params["gamma"] != "optimal":
        g = number(params, "gamma")
        require(0 < g <= 1, "gamma", "gamma must lie in (0, 1]")
        return lambda: g

    def gamma():
        found = _optimal(kind, q.key, m, iv.prec)
        if found is None:
            raise Open
        return found

    return gamma


def lattice_law(name, params):
    """(draw(tape) -> index) of a law of one lattice variable; the index counts lattice steps."""
    if name == "discrete_gaussian":
        law = gaussian(params)
        return symmetric(lambda k: law.upper(k + 1))
    if name == "discrete_laplace":
        d = sensitivity(params)
        require(d.denominator == 1, "sensitivity", "sensitivity must be an integer")
        return two_sided_geometric(rooted(decay(params, int(d))))
    from line import Staircase

    m = positive_integer(params, "m")
    g = at_rising_precision(gamma_of(params, Staircase, True)) * m
    require(g.denominator == 1, "gamma", "gamma must be a multiple of 1/m")
    return staircase_points(decay(params), int(g), m)
