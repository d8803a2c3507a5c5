"""Laws of noise in messages: sums of discrete Gaussians, and discrete Laplace noise modulo a
number; "Baselines and messages" in vectors/instance.md.

A sum of n independent DG(s) has at k a mass proportional to c(k mod n) e^(-k^2/(2 n s)): of each k
there are the same ways around k/n. Modulo M discrete Laplace noise is a sum over all turns, two
geometric series; nothing is left out.
"""

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, count

from gaussian import Gaussian
from instance.noise import ONE, ZERO, Noise
from instance.records import nearest
from mpmath import iv, mp
from stream import plus, product
from values import Unsupported, ends, ivf

LONGEST = 20000  # tails of one law that are kept
WAYS = 20000  # of one mixture


class Several(Gaussian):
    """The sum of n independent DG(s)."""

    def __init__(self, s, n):
        super().__init__(n * s)
        self.n, self.one, self.plain, self.less = (
            n,
            Gaussian(s),
            Gaussian(n * s),
            Several(s, n - 1) if n > 1 else None,
        )
        self.ways, self.known = {}, {}

    def weights(self):
        """[c(0), ..., c(n - 1)]."""
        if iv.prec not in self.ways:
            self.ways[iv.prec] = (
                [self.weight(r) for r in range(self.n)] if self.less else [iv.mpf(1)]
            )
        return self.ways[iv.prec]

    def weight(self, r):
        """Sum over k, what all but the last add up to: k^2/(n - 1) + (r - k)^2 = r^2/n + n/(n - 1)
        (k - r (n - 1)/n)^2.
        """
        n, before = self.n, self.less.weights()
        middle, rate, most, total = (
            Fraction(r * (n - 1), n),
            Fraction(n) / (2 * (n - 1) * self.one.s2),
            max(ends(c)[1] for c in before),
            iv.mpf(0),
        )
        for side, k in ((1, nearest(middle)), (-1, nearest(middle) - 1)):
            while True:
                term, far = iv.exp(-ivf(rate * (k - middle) ** 2)), abs(k - middle)
                total += before[k % (n - 1)] * term
                fall = iv.exp(-ivf(rate * (2 * far + 1)))  # of any two further neighbours at least
                rest = ends(iv.mpf(most) * term * fall / (1 - fall))[1]
                if far >= 1 and rest < mp.mpf(2) ** (-iv.prec - 8):
                    total += iv.mpf([0, rest])
                    break
                k += side
        return total

    def power(self, k):
        return self.plain.power(k) * self.weights()[k % self.n]

    def powers(self, j):
        weights = self.weights()
        return (power * weights[k % self.n] for k, power in zip(count(j), self.plain.powers(j)))

    def beyond(self, j, order, term):
        bound, weights = super().beyond(j, order, term), [ends(c) for c in self.weights()]
        return (
            None
            if bound is None
            else ends(
                iv.mpf(bound)
                * iv.mpf(max(c for _, c in weights))
                / iv.mpf(min(c for c, _ in weights))
            )[1]
        )

    def total(self):
        return self.one.total() ** self.n

    def tails(self):
        """[P(K >= k)], k = 0, 1, ..., to half of the bits; nothing for too wide a law."""
        if iv.prec not in self.known:
            powers, least = [], mp.mpf(2) ** (-iv.prec - 16)
            for k, power in zip(range(LONGEST), self.powers(0)):
                powers.append(power)
                bound = self.beyond(k, 0, power) if k and ends(power)[1] < least else None
                if bound is not None:
                    break
            else:
                powers, bound = [], 0
            sums, whole = (
                list(accumulate(reversed(powers), initial=iv.mpf([0, bound])))[:0:-1],
                self.total(),
            )
            self.known[iv.prec] = [
                x / whole
                for x, power in zip(sums, powers)
                if ends(power)[1] >= mp.mpf(2) ** (-iv.prec // 2)
            ]
        return self.known[iv.prec]

    def upper(self, k):
        kept = self.tails()
        return kept[k] if k < len(kept) else super().upper(k)


@lru_cache(maxsize=2048)
def several(s, n):
    return Several(s, n)


class Total(Noise):
    """K_1 + ... + K_n of DG(s); nothing at s = 0."""

    def __init__(self, s, n):
        self.law = several(s, n) if s else None


class Turned:
    """v + L modulo M, moved into (-M/2, M/2], L discrete_laplace with that rate."""

    def __init__(self, rate, modulus):
        self.rate, self.modulus, self.seen = rate, modulus, {}
        self.low, self.high = modulus // 2 - modulus + 1, modulus // 2

    def w(self, k):
        """w^k."""
        if (k, iv.prec) not in self.seen:
            self.seen[k, iv.prec] = iv.exp(-ivf(self.rate * k))
        return self.seen[k, iv.prec]

    def piece(self, a, b):
        """P(L modulo M lies in [a, b]), 0 <= a <= b < M: that of r is proportional to w^r + w^(M -
        r).
        """
        return (
            (self.w(a) + self.w(self.modulus - b))
            * (1 - self.w(b - a + 1))
            / ((1 + self.w(1)) * (1 - self.w(self.modulus)))
        )

    def within(self, v, a, b):
        """P(a <= what v became <= b)."""
        a, b = max(a, self.low), min(b, self.high)
        if a > b:
            return ZERO
        if (a, b) == (self.low, self.high):
            return ONE
        start, last = (a - v) % self.modulus, (a - v) % self.modulus + b - a
        if last < self.modulus:
            return self.piece(start, last)
        return self.piece(start, self.modulus - 1) + self.piece(0, last - self.modulus)


class TurnedTwice(Turned):
    """The same with the sum of two such L: at k a mass proportional to w^|k| (|k| + (1 + w^2)/(1 -
    w^2)).
    """

    def turns(self, r):
        """Sum over k = r, r + M, ..., r >= 0."""
        step, middle = self.w(self.modulus), (1 + self.w(2)) / (1 - self.w(2))
        return self.w(r) * ((r + middle) / (1 - step) + self.modulus * step / (1 - step) ** 2)

    def piece(self, a, b):
        whole = ((1 + self.w(1)) / (1 - self.w(1))) ** 2
        return (
            sum((self.turns(r) + self.turns(self.modulus - r) for r in range(a, b + 1)), iv.mpf(0))
            / whole
        )


# ---- mixtures ----


class Mixture:
    """What is to come with which probability; `chance(way, relation, at)` of one way."""

    def __init__(self, chance):
        self.chance_of, self.ways = chance, {}

    def add(self, way, p):
        self.ways[way] = plus(self.ways.get(way, ZERO), p)
        if len(self.ways) > WAYS:
            raise Unsupported("too many ways")

    def chance(self, relation, at):
        """A rational where no way leads there."""
        found = ((p, self.chance_of(way, relation, at)) for way, p in self.ways.items())
        return reduce(
            plus,
            (product(p, chance) for p, chance in found if isinstance(chance, iv.mpf) or chance),
            ZERO,
        )

    def known(self):
        """With intervals in place of long fractions."""
        self.ways = {way: ivf(p) if len(self.ways) > 1 else p for way, p in self.ways.items()}
        return self


def shifted(noises):
    """Of a way (key, offset, unit, start): start + (offset + K) unit, K of noises(key)."""
    seen = {}

    def chance(way, relation, at):
        key, offset, unit, start = way
        if key not in seen:
            seen[key] = noises(key)
        return seen[key].chance(relation, (at - start) / unit - offset)

    return chance
