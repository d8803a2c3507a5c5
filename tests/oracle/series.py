"""Sums  Sum_{n >= start} q^n c(n)  over the layers of a law, with rigorous error bounds.

c(n) is the exact (rational) measure, moment, ... of the set where the density equals
(normaliser) * q^n.  From n = `stable` on it is a polynomial in n of degree <= `degree`; this is
*checked* on the numbers themselves (two further differences vanish), never assumed.

Two ways of summing, compared with one another by brute_force.py:
 plain     term by term with integers scaled by 2^P, the tail bounded as below;
 doubling  when that takes too many terms: the sums B_i(N) = Sum_{j<N} q^j C(j,i) obey
           B_i(2N) = B_i(N) + q^N Sum_l C(N,i-l) B_l(N)    (split the range, expand C(j+N,i)),
           so 2^30 terms are added in 30 steps; c is then expanded in differences.
Tail: (1+t)^j >= C(j,i) t^i with 1+t = q^(-1/2) gives q^j C(j,i) <= q^(j/2) t^-i, hence
           Sum_{j>=N} q^j C(j,i) <= q^(N/2) t^-i / (1 - q^(1/2)).
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, log, log2

from mpmath import iv, mp
from values import ends, ivf

PLAIN_LIMIT = 1500  # longest sum done term by term (brute_force sets this to 0 and to 10^6)


class Decay:
    """q = e^(-epsilon/root), from a rational epsilon or a rational e^-epsilon."""

    def __init__(self, epsilon=None, b=None, root=1):
        self.epsilon, self.b, self.root = epsilon, b, root
        self.key = (epsilon, b, root)

    def rate(self):
        """-ln q: a rational, or an interval when e^-epsilon was given."""
        if self.epsilon is not None:
            return self.epsilon / self.root
        return -iv.log(ivf(self.b)) / ivf(self.root)

    def power(self, n):
        """q^n for a rational n, as an interval."""
        if self.b is not None and self.root == 1 and n == int(n):
            return ivf(self.b) ** int(n)
        return iv.exp(-ivf(self.rate()) * ivf(n))

    def rough_rate(self):
        return float(ends(ivf(self.rate()))[0])


@lru_cache(maxsize=64)
def _tail_constants(key, prec):
    q = Decay(*key)
    root = q.power(Fraction(1, 2))
    return 1 / (1 - root), 1 / (1 / root - 1)  # 1/(1-sqrt q), 1/t


@lru_cache(maxsize=64)
def binomial_sums(key, degree, prec):
    """[Sum_{j>=0} q^j C(j,i) for i <= degree] by doubling."""
    q = Decay(*key)
    first, per = _tail_constants(key, prec)
    sums, count = [iv.mpf(1)] + [iv.mpf(0)] * degree, 1  # the single term j = 0
    while True:
        qn = q.power(count)
        sums = [
            s + qn * sum((comb(count, i - l) * sums[l] for l in range(i + 1)), iv.mpf(0))
            for i, s in enumerate(sums)
        ]
        count *= 2
        bounds = [ends(q.power(Fraction(count, 2)) * first * per**i)[1] for i in range(degree + 1)]
        if all(x <= ends(s)[0] * mp.mpf(2) ** -prec for x, s in zip(bounds, sums)):
            return [s + iv.mpf([0, x]) for s, x in zip(sums, bounds)]


def differences(values):
    """Leading forward differences of a list of rationals."""
    out = []
    while values:
        out.append(values[0])
        values = [y - x for x, y in zip(values, values[1:])]
    return out


def _plain(q, c, start, stable, degree, stop):
    """Sum_{start <= n < stop} q^(n-start) c(n) with scaled integers, plus the tail as an error."""
    bits = keep = iv.prec
    bits += 32
    try:
        iv.prec = bits + 16  # q itself must be good to the last of the bits
        _, man, exp, _ = ends(q.power(1))[0]._mpf_
    finally:
        iv.prec = keep
    # q * 2^bits, <= 2 off
    step = (man << (exp + bits)) if exp + bits >= 0 else man >> -(exp + bits)
    power, total, error = 1 << bits, 0, 4
    for j in range(stop - start):
        value = Fraction(c(start + j))
        total += power * value.numerator // value.denominator
        error += 4 * (j + 1) * abs(value.numerator) // value.denominator + 2  # power is <= 4j off
        power = power * step >> bits
    rest = differences([Fraction(c(stop + i)) for i in range(degree + 1)])
    first, per = _tail_constants(q.key, iv.prec)
    tail = sum((ivf(abs(d)) * per**i for i, d in enumerate(rest)), iv.mpf(0)) * first
    tail = ends(tail * q.power(stop - start))[1]
    unit = mp.mpf(2) ** -bits
    got = iv.mpf([total - error, total + error]) * iv.mpf(unit)
    return got + iv.mpf([-tail, tail])


def layer_sum(q, c, start=0, stable=1, degree=0, limit=None):
    """Sum_{n >= start} q^n c(n) as an interval; `limit` = longest term-by-term sum."""
    stable = max(stable, start)
    ahead = [Fraction(c(stable + i)) for i in range(degree + 3)]
    newton = differences(ahead)
    if any(newton[degree + 1 :]):
        raise ArithmeticError(
            f"layer weights are not a polynomial of degree {degree} from {stable} on"
        )
    limit = PLAIN_LIMIT if limit is None else min(limit, PLAIN_LIMIT)
    need = iv.prec + 64 + degree * log2(iv.prec / q.rough_rate() + 4)
    count = max(ceil(need * log(2) / q.rough_rate()), stable - start) + 2
    if count <= limit:
        return q.power(start) * _plain(q, c, start, stable, degree, start + count)
    total = sum((q.power(n) * ivf(Fraction(c(n))) for n in range(start, stable)), iv.mpf(0))
    sums = binomial_sums(q.key, degree, iv.prec)
    body = sum((ivf(d) * s for d, s in zip(newton, sums)), iv.mpf(0))
    return total + q.power(stable) * body
