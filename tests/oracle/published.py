"""Profile cks-1: the samplers of Canonne, Kamath and Steinke (2020), Algorithms 1 to 3, from
vectors/*.md alone.

Everything is made of below(n), an integer of {0, ..., n - 1} from bits with rejection; all numbers
are rationals.
"""

from fractions import Fraction
from itertools import count
from math import floor, isqrt

from gaussian import gaussian
from params import decay, sensitivity
from values import Unsupported, require

HALF = Fraction(1, 2)


class Published:
    def __init__(self, tape):
        self.tape = tape

    def below(self, n):
        while True:
            value = 0
            for _ in range((n - 1).bit_length()):
                value = 2 * value + self.tape.bit()
            if value < n:
                return value

    def bernoulli(self, p):
        return self.below(p.denominator) < p.numerator

    def exponential(self, g):
        """True with probability e^-g."""
        while g > 1:
            if not self.exponential(Fraction(1)):
                return False
            g -= 1
        k = next(k for k in count(1) if not self.bernoulli(g / k))
        return k % 2 == 1

    def laplace(self, scale):
        """Mass proportional to e^(-|y|/scale)."""
        t, s = scale.numerator, scale.denominator
        while True:
            u = self.below(t)
            if not self.exponential(Fraction(u, t)):
                continue
            v = next(v for v in count() if not self.exponential(Fraction(1)))
            y = (u + t * v) // s
            negative = self.bernoulli(HALF)
            if not (negative and y == 0):
                return -y if negative else y

    def gaussian(self, s2):
        t = isqrt(floor(s2)) + 1
        while True:
            y = self.laplace(Fraction(t))
            if self.exponential((abs(y) - s2 / t) ** 2 / (2 * s2)):
                return y


def published_drawer(name, params):
    if name == "discrete_gaussian":
        s2 = gaussian(params).s2
        return lambda tape: (Fraction(Published(tape).gaussian(s2)),)
    if name != "discrete_laplace":
        raise Unsupported(f"{name} has no profile cks-1")
    d = sensitivity(params)
    require(d.denominator == 1, "sensitivity", "sensitivity must be an integer")
    epsilon = decay(params).epsilon
    if epsilon is None:
        raise Unsupported("D / epsilon is irrational")
    scale = d / epsilon
    return lambda tape: (Fraction(Published(tape).laplace(scale)),)
