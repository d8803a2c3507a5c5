"""The discrete Gaussian law: masses proportional to e^(-k^2/(2 s2)), s2 = sigma^2.

The total comes from Poisson summation, sum over k of e^(-k^2/(2 s2)) = sqrt(2 pi s2) * sum over n of e^(-2 pi^2 s2 n^2), where few
terms are needed for a wide law; for a narrow one it is added directly.  Tails and moments are added term by term, each term from its own
exponential, what is left by comparison with an integral; the hockey stick is the sum of the positive parts, outcome by outcome.
"""
from fractions import Fraction
from math import isqrt

from mpmath import iv, mp
from values import MorePrecision, ends, ivf, plus_part, require

WIDE = Fraction(1, 2)       # from this sigma^2 on Poisson's side converges faster


class Gaussian:
    def __init__(self, s2):
        self.s2 = s2

    def power(self, k):
        return iv.exp(-ivf(Fraction(k * k) / (2 * self.s2)))

    def total(self):
        if self.s2 < WIDE:
            return 1 + 2 * self.sum(1, 0)
        rate, terms, n = 2 * iv.pi ** 2 * ivf(self.s2), iv.mpf(1), 1
        while True:
            term = iv.exp(-rate * n * n)
            terms += 2 * term
            n += 1
            if ends(term)[1] < mp.mpf(2) ** (-iv.prec - 8):
                # the rest is below a geometric series with ratio e^(-rate)
                return iv.sqrt(2 * iv.pi * ivf(self.s2)) * (terms + iv.mpf([0, ends(4 * term)[1]]))

    def sum(self, start, order):
        """Sum over j >= start >= 1 of j^order e^(-j^2/(2 s2))."""
        total, j = iv.mpf(0), start
        while True:
            term = self.power(j) * j ** order
            total += term
            j += 1
            # every later term is at most r times the one before, as ((j + 1)/j)^order <= e^(order/j)
            exponent = Fraction(order, j) - Fraction(2 * j - 1) / (2 * self.s2)
            if exponent < 0 and ends(term)[1] < ends(total)[0] * mp.mpf(2) ** (-iv.prec):
                r = iv.exp(ivf(exponent))
                return total + iv.mpf([0, ends(term * r / (1 - r))[1]])
            if j - start > 200000:
                raise MorePrecision("too wide a law for this oracle")

    def at(self, k):
        return self.power(k) / self.total()

    def log_at(self, k):
        return -iv.log(self.total()) - ivf(Fraction(k * k) / (2 * self.s2))

    def upper(self, k):
        """P(K >= k), k >= 1."""
        return self.sum(k, 0) / self.total()

    def tail(self, k):
        return Fraction(1) if k <= 0 else 2 * self.upper(int(k))

    def cdf(self, x):
        k = x.numerator // x.denominator
        return self.upper(-k) if k < 0 else 1 - self.upper(k + 1)

    def moment(self, order):
        return 2 * self.sum(1, order) / self.total()

    def quantile(self, p):
        """The least k with F(k) >= p, adding masses from the left of where p lies."""
        reached = lambda k: ends(self.cdf(Fraction(k)) - ivf(p))[0] >= 0
        k = 0
        while reached(k):
            k -= 1
        while not reached(k):
            k += 1
        return Fraction(k)

    def hockey_stick(self, shift, ratio):
        s, r = abs(shift[0]), ratio.interval()
        require(s.denominator == 1, "shift", "shift must be an integer")
        s = int(s)
        if s == 0:
            return plus_part(1 - ratio.value) if ratio.value is not None else plus_part(1 - r)
        reach = s + isqrt(int(2 * self.s2 * iv.prec)) + 12
        parts = [plus_part(self.power(k) - r * self.power(k - s)) for k in range(-reach, reach + 1)]
        inside = sum((p for p in parts if isinstance(p, iv.mpf)), iv.mpf(0))
        # beyond the reach to the right no outcome counts; to the left at most the law's own tail
        return (inside + iv.mpf([0, ends(self.sum(reach + 1, 0))[1]])) / self.total()
