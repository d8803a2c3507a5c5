"""The sum of numbers of a histogram that are not negative, on a line: clamped ones, those with a
threshold, or sizes, of Laplace noise.

Each has a density of pieces e^x and e^-x that begin at certain points, and a point of its own at 0:
in the transforms these are 1/(s - 1), 1/(s + 1), delays and a constant, of which a product has the
partial fractions. All lengths are in units of the records, the pieces in those of the scale.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import comb, factorial

from mpmath import iv
from stream import plus, product
from values import Unsupported, ivf

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
TERMS = 4000


class Pieces:
    """The sum of numbers >= 0: {(delay, exponent, a, b): weight}, weight e^(-rate exponent) times
    what has the transform e^(-delay s)/((s - 1)^a (s + 1)^b), lengths in units of the scale.
    """

    def __init__(self, laws, rate):
        self.rate, self.terms, self.zero = ivf(rate), {(ZERO, ZERO, 0, 0): ONE}, ONE
        for law in laws:
            own = pieces(law)
            self.zero = product(self.zero, self.value(own, ZERO, points=True))
            found = Counter()
            for (d, e, a, b), w in self.terms.items():
                for (f, g, i, j), v in own.items():
                    found[d + f, e + g, a + i, b + j] += w * v
            self.terms = {key: w for key, w in found.items() if w}
            if len(self.terms) > TERMS:
                raise Unsupported("too many pieces")

    def value(self, terms, y, points=False):
        """P(number <= y); of the point at 0 only."""
        total = ZERO
        for (d, e, a, b), w in terms.items():
            if y < d or points and (a or b):
                continue
            one = ivf(w) * iv.exp(-ivf(e) * self.rate)
            total = plus(total, one * inverse(a, b, ivf(y - d) * self.rate))
        return total

    def at_most(self, y):
        return self.value(self.terms, y) if y >= 0 else ZERO

    def at_zero(self):
        return self.zero


def pieces(law):
    """Of max(0, s + Z), of s + Z from the threshold on and else 0, or of |s + Z|."""
    s, start = law.s, getattr(law, "threshold", ZERO)
    if law.clamped or start:
        # P(Z < start - s)
        hidden = (
            {(ZERO, s - start, 0, 0): HALF}
            if s >= start
            else {
                (ZERO, ZERO, 0, 0): ONE,
                (ZERO, start - s, 0, 0): -HALF,
            }
        )
    else:
        hidden = {(ZERO, s, 0, 1): HALF}  # the other side, turned over
    if s < start:
        return {**hidden, (start, start - s, 0, 1): HALF}
    found = Counter({(start, s - start, 1, 0): HALF})
    found[s, ZERO, 1, 0] -= HALF
    found[s, ZERO, 0, 1] += HALF
    for key, w in hidden.items():
        found[key] += w
    return found


@lru_cache(maxsize=4096)
def residues(a, b):
    """Of 1/(s (s - 1)^a (s + 1)^b): at 0, and the coefficients of 1/(s - p)^j, j = 1, 2, ..., at
    p = 1 and at p = -1.
    """

    def at(p, order, other):
        """With s = p + t: 1/((p + t) (2 p + t)^other) as a series in t."""
        first = [p * Fraction(-p) ** i for i in range(order)]  # 1/(p + t), p = 1 or -1
        half = [
            Fraction(-1) ** i * comb(other + i - 1, i) / Fraction(2 * p) ** (other + i)
            if other
            else Fraction(i == 0)
            for i in range(order)
        ]
        both = [sum(first[i] * half[n - i] for i in range(n + 1)) for n in range(order)]
        return both[::-1]

    return Fraction((-1) ** a), at(1, a, b), at(-1, b, a)


def inverse(a, b, x):
    """The function of x >= 0 with the transform 1/(s (s - 1)^a (s + 1)^b)."""
    rest, up, down = residues(a, b)
    total = ivf(rest)
    for p, series in ((1, up), (-1, down)):
        if series:
            powers = islice(iterated(x), len(series))
            total += iv.exp(p * x) * sum((ivf(c) * v for c, v in zip(series, powers)), iv.mpf(0))
    return total


def iterated(x):
    """x^i/i!."""
    i, power = 0, iv.mpf(1)
    while True:
        yield power / factorial(i)
        i, power = i + 1, power * x
