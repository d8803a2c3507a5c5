"""The Laplace law: density proportional to e^(-rate |x|), rate = epsilon/D; antiderivatives by
parts.
"""

from fractions import Fraction

from mpmath import iv
from values import ends, ivf, plus_part


def div(x, y):
    return x / y if isinstance(x, Fraction) and isinstance(y, Fraction) else ivf(x) / ivf(y)


def mul(x, y):
    return x * y if isinstance(x, Fraction) and isinstance(y, Fraction) else ivf(x) * ivf(y)


class Laplace:
    def __init__(self, q, D):
        self.rate = q.rate() / D if isinstance(q.rate(), Fraction) else q.rate() / ivf(D)
        # total mass = 2 * [-(1/rate) e^(-rate x)] from 0 to infinity = 2 / rate
        self.height = self.rate / 2

    def e(self, x):
        return iv.exp(-ivf(self.rate) * ivf(x))

    def scale(self):
        return div(Fraction(1), self.rate)

    def at(self, x):
        return ivf(self.height) * self.e(abs(x))

    def log_at(self, x):
        return iv.log(ivf(self.height)) - ivf(self.rate) * ivf(abs(x))

    def moment(self, order):
        """2 height * I(order), I(n) = integral of x^n e^(-rate x) = (n/rate) I(n-1) by parts."""
        value = div(Fraction(1), self.rate)
        for n in range(1, order + 1):
            value = div(value * n, self.rate)
        return mul(value, 2 * self.height)

    def upper(self, a):
        """P(X >= a), a >= 0."""
        return ivf(self.height) * self.e(a) / ivf(self.rate)

    def tail(self, x):
        return Fraction(1) if x == 0 else 2 * self.upper(x)

    def cdf(self, x):
        if x == 0:
            return Fraction(1, 2)
        return self.upper(-x) if x < 0 else 1 - self.upper(x)

    def quantile(self, p):
        """upper(a) = u solved for a: rate a = -ln(2u)."""
        if p == Fraction(1, 2):
            return Fraction(0)
        u = min(p, 1 - p)
        a = -iv.log(ivf(2 * u)) / ivf(self.rate)
        return a if p > u else -a

    def privacy_loss(self, shift):
        """rate (|z - s| - |z|) is linear between 0 and s and constant outside: its ends decide."""
        s = shift[0]
        return mul(self.rate, max(abs(z - s) - abs(z) for z in (Fraction(0), s)))

    def renyi(self, shift, a):
        """f(z)^a f(z - s)^(1 - a) = height e^E, E linear on each of three pieces: e^E over its
        slope, from end to end.
        """
        s, rate = ivf(abs(shift[0])), ivf(self.rate)
        if not shift[0]:
            return Fraction(0)
        at = lambda z: iv.exp(-rate * (ivf(a) * abs(z) + ivf(1 - a) * abs(z - s)))  # noqa: E731
        left, right = at(iv.mpf(0)) / rate, at(s) / rate
        between = (at(s) - at(iv.mpf(0))) / (rate * ivf(1 - 2 * a))
        return iv.log(ivf(self.height) * (left + between + right)) / ivf(a - 1)

    def hockey_stick(self, shift, ratio):
        """Pieces: outside [0, |s|] the log-ratio is +-rate|s|; inside it falls linearly from
        +rate s (z = 0) to -rate s (z = s) and meets h at z = (s - h/rate)/2.  (s < 0: reflect.)"""
        s, h, r = abs(shift[0]), ratio.log(), ratio.interval()
        if s == 0:
            if ratio.value is not None:
                return plus_part(1 - ratio.value)
            return plus_part(1 - r) if h else Fraction(0)
        total, drop = [], mul(self.rate, s)  # total: the pieces that contribute
        # z < 0: f(z - s) = f(z) e^(-drop); z > s: f(z - s) = f(z) e^drop
        for log_ratio, mass in ((drop, self.upper(Fraction(0))), (-drop, self.upper(s))):
            exact = isinstance(log_ratio, Fraction) and isinstance(h, Fraction)
            gain = plus_part(log_ratio - h if exact else ivf(log_ratio) - ivf(h))
            if isinstance(gain, iv.mpf) or gain:
                total.append(ivf(plus_part(1 - iv.exp(ivf(h) - ivf(log_ratio)))) * mass)
        # 0 < z < end: integral of height (e^(-rate z) - r e^(rate (z - s))), end = the crossing in
        # [0, s]
        if isinstance(h, Fraction) and isinstance(drop, Fraction):
            cross = min(max((s - h / self.rate) / 2, Fraction(0)), s)
        else:
            lo, hi = ends((ivf(s) - ivf(h) / ivf(self.rate)) / 2)
            floor, top = ends(ivf(s))
            cross = iv.mpf([min(max(lo, 0), floor), min(max(hi, 0), top)])
        if not isinstance(cross, Fraction) or cross:
            share, end = ivf(self.height) / ivf(self.rate), ivf(cross)
            total.append(share * (1 - self.e(end)) - share * r * (self.e(ivf(s) - end) - self.e(s)))
        return sum(total, iv.mpf(0)) if total else Fraction(0)
