"""The noises at the end of a release: y -> P(noise >= y) and y -> P(noise = y), all of them
symmetric.
"""

from fractions import Fraction
from math import ceil

from hetero.events import arrivals
from params import decay
from stream import plus, power, product, quotient, rooted, two_sided_geometric
from trilemma import t_law
from values import ivf

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


def complement(p):
    return plus(ONE, product(Fraction(-1), p))


# ---- noise: y -> P(noise >= y) and y -> P(noise = y), symmetric ----


class Nothing:
    def beyond(self, y):
        return Fraction(y <= 0)

    def at(self, y):
        return Fraction(y == 0)


class Laplacian:
    """Mean of `many` variables of scale D/epsilon (D the scale of the mean's terms)."""

    def __init__(self, q, d, many=1):
        self.q, self.d, self.many = q, d, many

    def beyond(self, y):
        if y == 0:
            return HALF
        if y < 0:
            return complement(self.beyond(-y))
        return arrivals(self.many, product(y / self.d, self.q.rate()))

    def at(self, _):
        return ZERO


class Lattice:
    """unit K, K of DL(epsilon, D)."""

    def __init__(self, params, d, unit):
        self.law, self.unit = two_sided_geometric(rooted(decay(params, int(d)))), unit

    def beyond(self, y):
        return self.law.above(ceil(y / self.unit) - 1)

    def at(self, y):
        k = y / self.unit
        return (
            plus(self.beyond(y), product(Fraction(-1), self.beyond(y + self.unit)))
            if k.denominator == 1
            else ZERO
        )


class Pair:
    """unit (K + K'), both of DL(epsilon, D): at k the mass is a constant times q^|k| (|k| + (1 +
    q^2)/(1 - q^2)).
    """

    def __init__(self, params, d, unit):
        self.q, self.unit = rooted(decay(params, int(d))), unit

    def beyond(self, y):
        q, k = ivf(power(self.q, 1)), ceil(y / self.unit)
        if k <= 0:
            return 1 - self.beyond((1 - k) * self.unit)
        middle = (1 + q * q) / (1 - q * q)
        return ((1 - q) / (1 + q)) ** 2 * q**k * ((k + middle) / (1 - q) + q / (1 - q) ** 2)

    def at(self, y):
        return (
            self.beyond(y) - self.beyond(y + self.unit)
            if (y / self.unit).denominator == 1
            else ZERO
        )


class Student:
    def __init__(self, d, scale):
        self.d, self.scale = d, scale

    def beyond(self, y):
        return t_law.beyond(self.d, quotient(y, self.scale)) if y else HALF

    def at(self, _):
        return ZERO
