"""The discrete Gaussian law: masses proportional to e^(-k^2/(2 s2)), s2 = sigma^2.

The total comes from Poisson summation, sum over k of e^(-k^2/(2 s2)) = sqrt(2 pi s2) * sum over n of e^(-2 pi^2 s2
n^2), where few
terms are needed for a wide law; for a narrow one it is added directly.  Tails and moments are added term by term, each
term from the
one before, what is left by comparison with a geometric series; the hockey stick is the sum of the positive parts,
outcome by outcome.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from math import ceil, floor, isqrt, log, sqrt
from statistics import NormalDist

from mpmath import iv, mp
from params import sensitivity
from values import MorePrecision, Unsupported, ends, ivf, number, plus_part, require

WIDE = Fraction(1, 2)  # from this sigma^2 on Poisson's side converges faster
LONGEST = 2 * 10**6  # terms of one sum
LOOK = 8  # terms between two looks at what is left


def gaussian(params):
    s2 = number(params, "sigma_squared")
    require(s2 > 0, "sigma_squared", "sigma_squared must be positive")
    require(sensitivity(params).denominator == 1, "sensitivity", "sensitivity must be an integer")
    return _kept(s2)


@lru_cache(maxsize=4)
def _kept(s2):
    return Gaussian(s2)


class Gaussian:
    D, m = Fraction(1), 1  # points are the integers

    def __init__(self, s2):
        self.s2, self.sums, self.totals = s2, {}, {}

    # ---- sums ----
    def power(self, k):
        return iv.exp(-ivf(Fraction(k * k) / (2 * self.s2)))

    def powers(self, j):
        """power(j), power(j + 1), ...: the quotient of two neighbours falls by e^(-1/s2) a step."""
        term, quotient, fall = (
            self.power(j),
            iv.exp(-ivf(Fraction(2 * j + 1) / (2 * self.s2))),
            iv.exp(-ivf(1 / self.s2)),
        )
        while True:
            yield term
            term, quotient = term * quotient, quotient * fall

    def beyond(self, j, order, term):
        """A bound of the terms after `term`, that of j >= 1; None where they do not fall yet."""
        # each is at most r times the one before, as ((j + 1)/j)^order <= e^(order/j)
        exponent = Fraction(order, j) - Fraction(2 * j + 1) / (2 * self.s2)
        if exponent >= 0:
            return None
        r = iv.exp(ivf(exponent))
        return ends(term * r / (1 - r))[1]

    def sum(self, start, order):
        """Sum over j >= start >= 1 of j^order e^(-j^2/(2 s2)); kept, and a later sum ends where an
        earlier one began.
        """
        kept = self.sums.setdefault((order, iv.prec), {})
        total, rest = iv.mpf(0), None
        for j, power in zip(range(start, start + LONGEST), self.powers(start)):
            if j in kept:
                rest = kept[j]
                break
            term = power * ivf(j**order) if order else power
            total += term
            if (j - start) % LOOK == LOOK - 1:
                bound = self.beyond(j, order, term)
                if bound is not None and bound < ends(total)[0] * mp.mpf(2) ** -iv.prec:
                    rest = iv.mpf([0, bound])
                    break
        if rest is None:
            raise Unsupported("too wide a law for this oracle")
        kept[start] = total + rest
        return kept[start]

    def total(self):
        """Sum over all integers."""
        if iv.prec not in self.totals:
            self.totals[iv.prec] = 1 + 2 * self.sum(1, 0) if self.s2 < WIDE else self.poisson()
        return self.totals[iv.prec]

    def poisson(self):
        rate, terms = 2 * iv.pi**2 * ivf(self.s2), iv.mpf(1)
        n, term = 0, iv.mpf(1)
        while ends(term)[1] >= mp.mpf(2) ** (-iv.prec - 8):
            n += 1
            term = iv.exp(-rate * n * n)
            terms += 2 * term
        # the rest, 2 e^(-rate (n + 1)^2) + ..., is below 2 term (1/4 + 1/16 + ...), as rate > 9
        return iv.sqrt(2 * iv.pi * ivf(self.s2)) * (terms + iv.mpf([0, ends(term)[1]]))

    def log_total(self):
        """log(1 + t), for a tiny t between t - t^2/2 and t."""
        if self.s2 < WIDE:
            t = 2 * self.sum(1, 0)
            if ends(t)[1] < mp.mpf(2) ** (-iv.prec // 2):
                return t - iv.mpf([0, ends(t * t / 2)[1]])
        return iv.log(self.total())

    # ---- quantities ----
    def position(self, x):
        return x.numerator if x.denominator == 1 else None

    def at(self, k, row=0):
        return self.power(k) / self.total()

    def log_at(self, k, row=0):
        return -self.log_total() - ivf(Fraction(k * k) / (2 * self.s2))

    def normalizer(self):
        return 1 / self.total()

    def upper(self, k):
        """P(K >= k), k >= 1."""
        return self.sum(k, 0) / self.total()

    def tail(self, x):
        return Fraction(1) if x <= 0 else 2 * self.upper(ceil(x))

    def cdf(self, x):
        k = floor(x)
        return self.upper(-k) if k < 0 else 1 - self.upper(k + 1)

    def moment(self, order):
        return 2 * self.sum(1, order) / self.total()

    def quantile(self, p):
        """The least k with F(k) >= p: from a guess by floating point outwards, then between; every
        step is certain.
        """

        def reached(k):
            lo, hi = ends(self.cdf(k) - ivf(p))
            if lo <= 0 <= hi:
                raise MorePrecision("a quantile is not decided")
            return lo > 0

        u = min(p, 1 - p)
        z = (
            NormalDist().inv_cdf(float(u))
            if u > Fraction(1, 10**300)
            else -sqrt(2 * (log(u.denominator) - log(u.numerator)))
        )
        hi = round((z if p == u else -z) * sqrt(self.s2))
        lo, step = hi - 1, 1
        while not reached(hi):
            lo, hi, step = hi, hi + step, 2 * step
        while step == 1 and reached(lo):
            hi, lo = lo, 3 * lo - 2 * hi
        while hi - lo > 1:
            middle = (lo + hi) // 2
            lo, hi = (lo, middle) if reached(middle) else (middle, hi)
        return Fraction(hi)

    def hockey_stick(self, shift, ratio):
        """Sum over k of max(0, f(k) - e^h f(k - s)); f(k) is greater where k < s/2 - h s2/s."""
        s = abs(shift[0])  # by symmetry
        require(s.denominator == 1, "shift", "shift must be an integer")
        if s == 0:
            return (
                plus_part(1 - ratio.value)
                if ratio.value is not None
                else plus_part(1 - iv.exp(ivf(ratio.h)) if ratio.h else 0)
            )
        h = Fraction(0) if ratio.value == 1 else ratio.log()
        last = self.last(s, h)
        top = min(last, isqrt(int(2 * self.s2 * iv.prec)) + 12)
        right = list(islice(self.powers(1), max(top, 0)))
        other = iv.exp(ivf(h) + ivf((2 * top * s - s * s) / (2 * self.s2)))  # e^h f(k - s)/f(k)
        fall = iv.exp(-ivf(s / self.s2))
        total = iv.mpf(0)
        for k, power in zip(
            range(top, top - LONGEST, -1), chain(reversed(right), self.powers(max(0, -top)))
        ):
            total += power * (1 - other)
            other *= fall
            if k < 0 and k % LOOK == 0:
                bound = self.beyond(-k, 0, power)
                if bound < ends(total)[0] * mp.mpf(2) ** -iv.prec:
                    break
        else:
            raise Unsupported("too wide a law for this oracle")
        right = ends(self.sum(top + 1, 0))[1] if top < last else 0  # what was left out there
        return (total + iv.mpf([0, bound]) + iv.mpf([0, right])) / self.total()

    def last(self, s, h):
        """The greatest integer below s/2 - h s2/s."""
        if not isinstance(h, iv.mpf):
            return ceil(s / 2 - h * self.s2 / s) - 1
        lo, hi = (int(mp.floor(x)) for x in ends(ivf(s / 2) - h * ivf(self.s2 / s)))
        if lo != hi:  # the logarithm of a rational other than 1 is irrational
            raise MorePrecision("a sign is not decided")
        return lo
