"""What a step of a mechanism is made of, and the probability of an event of it: constants and
independent noises.
"""

from fractions import Fraction
from functools import cache
from math import ceil, floor

from mpmath import mp, mpf
from values import Unsupported

JUDGED = mpf(10) ** -13
# a lattice law as wide as that is the normal law between the lattice points, by far below JUDGED
WIDE = 10**12


# ---- noises: below(x) = P(<= x), under(x) = P(< x) ----


class Constant:
    def __init__(self, at):
        self.at = Fraction(at)

    def below(self, x):
        return mpf(self.at <= x)

    def under(self, x):
        return mpf(self.at < x)


class Laplace:
    def __init__(self, at, scale):
        self.at, self.scale = mpf(Fraction(at).numerator) / Fraction(at).denominator, real(scale)

    def below(self, x):
        z = (real(x) - self.at) / self.scale
        return 1 - mp.exp(-z) / 2 if z > 0 else mp.exp(z) / 2

    under = below


class Lattice:
    """An integer noise in steps of 1/m around a point of that lattice."""

    def __init__(self, at, m=1):
        self.at, self.m = Fraction(at), m

    def below(self, x):
        return self.of(floor((x - self.at) * self.m))

    def under(self, x):
        return self.of(ceil((x - self.at) * self.m) - 1)


class DiscreteLaplace(Lattice):
    def __init__(self, at, rate, m=1):
        super().__init__(at, m)
        self.t = mp.exp(-real(rate))

    def of(self, k):
        return 1 - self.t ** (k + 1) / (1 + self.t) if k >= 0 else self.t**-k / (1 + self.t)


class DiscreteGaussian(Lattice):
    def __init__(self, at, variance):
        super().__init__(at)
        self.variance = Fraction(variance)
        if variance <= WIDE:
            self.table, self.least = cumulated(self.variance)

    def of(self, k):
        if self.variance > WIDE:
            return mp.ncdf((k + mpf(1) / 2) / mp.sqrt(real(self.variance)))
        return mpf(0) if k < self.least else self.table[min(k - self.least, len(self.table) - 1)]


@cache
def cumulated(variance):
    """[P(K <= k)] from the least k that counts."""
    end = int(13 * mp.sqrt(real(variance))) + 13
    masses = [mp.exp(-mpf(k * k) / (2 * real(variance))) for k in range(-end, end + 1)]
    total, found, sum_of = sum(masses), [], mpf(0)
    for mass in masses:
        sum_of += mass / total
        found.append(sum_of)
    return found, -end


def real(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


# ---- events ----


def chance(entries, event):
    """P(the event) of one list of the mixture."""
    on, relation = event["on"], event["relation"]
    if on == "all":
        return mp.fprod(
            one(e, "eq", Fraction(x)) for e, x in zip(entries, event["at"], strict=True)
        )
    at = Fraction(event["at"])
    if on == "product" and (relation, at) == ("ge", 0):
        x, y = entries[:2]
        return 1 - (1 - x.below(0)) * y.under(0) - x.under(0) * (1 - y.below(0))
    if on == "sum":
        return of_sum(entries, relation, at)
    if on == "abs" and relation == "ge":
        return one(entries[0], "ge", at) + one(entries[0], "le", -at)
    return one(entries[{"x": 0, "y": 1}[on]], relation, at)


def one(entry_, relation, at):
    if relation == "multiple":
        if isinstance(entry_, Constant):
            return mpf((entry_.at / at).denominator == 1)
        if isinstance(entry_, Laplace):
            return mpf(0)
        raise Unsupported("multiples of a noise on a lattice")
    low, high = entry_.under(at), entry_.below(at)
    return {"le": high, "ge": 1 - low, "eq": high - low}[relation]


def of_sum(entries, relation, at):
    """One noise, or two of one law that is symmetric around its centre."""
    fixed = sum((e.at for e in entries if isinstance(e, Constant)), Fraction(0))
    noisy = [e for e in entries if not isinstance(e, Constant)]
    if not noisy:
        return one(Constant(fixed), relation, at)
    if len(noisy) == 1:
        return one(noisy[0], relation, at - fixed)
    if len(noisy) == 2 and relation == "ge" and all(isinstance(e, DiscreteGaussian) for e in noisy):
        first, second = noisy
        reach = len(first.table) // 2
        return mp.fsum(
            (first.below(first.at + k) - first.under(first.at + k))
            * one(second, "ge", at - fixed - first.at - k)
            for k in range(-reach, reach + 1)
        )
    if len(noisy) == 2 and relation == "ge" and all(isinstance(e, Laplace) for e in noisy):
        z = (real(at - fixed) - noisy[0].at - noisy[1].at) / noisy[
            0
        ].scale  # both scales are the same
        far = mp.exp(-abs(z)) * (2 + abs(z)) / 4
        return far if z >= 0 else 1 - far
    raise Unsupported(f"an event {relation} of this sum")
