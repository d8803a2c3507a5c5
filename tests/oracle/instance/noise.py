"""The noise of means of vectors, and searches under it: trees of comparisons with new noise each.

Tails are kept by variance and precision. Ways to go that are certainly less likely than LEAST may
be left out: their sum is handed on with the rest.
"""

from bisect import bisect_right
from copy import copy
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, inf

from gaussian import Gaussian
from instance.params import up
from instance.steps import is_zero
from instance.values import search_variance
from mpmath import iv, mp
from normal_draws import Normal
from stream import at_rising_precision, plus, product
from values import Unsupported, ends

ZERO, ONE = Fraction(0), Fraction(1)
LEAST = mp.mpf(2) ** -80


@lru_cache(maxsize=2048)
def discrete(s):
    return Gaussian(s)


class Noise:
    """K of DG(s) or N(s), s a function; nothing at s = 0."""

    def __init__(self, plan, s):
        first = at_rising_precision(s)
        self.law = None
        if not is_zero(first):
            self.law = (
                Normal(s())
                if plan.noise == "gaussian"
                else discrete(up(s) if isinstance(first, iv.mpf) else first)
            )

    def at_least(self, y):
        if self.law is None or y in (inf, -inf):
            return Fraction(y <= 0)
        return (
            self.law.beyond(y) if isinstance(self.law, Normal) else self.law.cdf(Fraction(-ceil(y)))
        )

    def below(self, y):
        """P(K < y)."""
        if self.law is None:
            return Fraction(y > 0)
        return (
            self.at_least(-y)
            if isinstance(self.law, Normal)
            else self.law.cdf(Fraction(ceil(y) - 1))
        )

    def equal(self, y):
        if self.law is None:
            return Fraction(y == 0)
        return ZERO if isinstance(self.law, Normal) or y.denominator != 1 else self.law.at(int(y))

    def chance(self, relation, y):
        if relation == "eq":
            return self.equal(y)
        return self.at_least(y if relation == "ge" else -y)  # K and -K have one law


@lru_cache(maxsize=2048)
def tails(s, bits, longest):
    """[P(K >= k)] of DG(s), k = 0, 1, ..., to half of the bits, each as sharp as all of them allow;
    nothing for too wide a law.
    """
    law, powers = discrete(s), []
    for k, power in zip(range(longest), law.powers(0)):
        powers.append(power)
        if k and ends(power)[1] < mp.mpf(2) ** (-bits - 16):
            break
    else:
        return []
    total, sums = (
        law.total(),
        list(accumulate(reversed(powers), initial=iv.mpf([0, law.beyond(k, 0, power)])))[:0:-1],
    )
    kept = sum(ends(power)[1] >= mp.mpf(2) ** (-bits // 2) for power in powers)
    return [x / total for x in sums[:kept]]


class Table(Noise):
    """Noise whose tails are known beforehand; of N(s) those that were asked for."""

    longest = 2000

    def __init__(self, plan, s):
        super().__init__(plan, s)
        self.discrete, self.seen = isinstance(self.law, Gaussian), {}
        self.tails = tails(self.law.s2, iv.prec, self.longest) if self.discrete else []

    def upper(self, k):
        return self.tails[k] if k < len(self.tails) else self.law.upper(k)

    def at_least(self, y):
        if self.discrete and y not in (inf, -inf):
            k = ceil(y)
            return self.upper(k) if k > 0 else 1 - self.upper(1 - k)
        if y not in self.seen:
            self.seen[y] = super().at_least(y)
        return self.seen[y]


class Rough(Table):
    """Of a wide DG(s): beyond the table a tail is only known to be below the last one."""

    longest = 200000

    def upper(self, k):
        if not self.tails:
            raise Unsupported("too wide a law for this oracle")
        return self.tails[k] if k < len(self.tails) else iv.mpf([0, ends(self.tails[-1])[1]])


class Tree:
    """The search for a rank among values in [low, high]."""

    def __init__(self, plan, values, low, high, rank, rho):
        self.values, self.low, self.high, self.rank, self.printed = (
            sorted(values),
            low,
            high,
            rank,
            plan.printed,
        )
        self.noise, self.known = Noise(plan, search_variance(high - low, rho, plan.printed)), {}

    def over(self, values):
        """The same search among other values; what is known of the noise is shared."""
        other = copy(self)
        other.values = sorted(values)
        return other

    def ways(self, middle):
        """(P(left), P(right))."""
        gap = self.rank - bisect_right(self.values, middle)
        if gap not in self.known:
            gap = Fraction(gap)
            beyond = self.noise.at_least
            right = (
                plus(self.noise.below(gap), self.noise.equal(gap))
                if self.printed
                else self.noise.below(gap)
            )
            # what is not below the gap; printed: what is above it, which is below its mirror image
            self.known[gap] = (self.noise.below(-gap) if self.printed else beyond(gap), right)
        return self.known[gap]

    def within(self, a, b, low=None, high=None):
        """P(a <= result <= b)."""
        low, high = self.low if low is None else low, self.high if high is None else high
        if b < low or high < a:
            return ZERO
        if a <= low and high <= b:
            return ONE
        middle = (low + high) // 2
        left, right = self.ways(middle)
        return plus(
            product(left, self.within(a, b, low, middle)),
            product(right, self.within(a, b, middle + 1, high)),
        )

    def all(self, start=ONE):
        """([(result, probability)], a bound of what was left out), the probabilities times
        `start`.
        """
        found, open_, left = [], [(self.low, self.high, start)], iv.mpf(0)
        while open_:
            low, high, p = open_.pop()
            if isinstance(p, iv.mpf) and ends(p)[1] < LEAST:
                left += iv.mpf(ends(p)[1])
                continue
            if low == high:
                found.append((low, p))
                continue
            middle = (low + high) // 2
            for (a, b), way in zip(((low, middle), (middle + 1, high)), self.ways(middle)):
                if isinstance(way, iv.mpf) or way:
                    open_.append((a, b, product(p, way)))
        return found, left
