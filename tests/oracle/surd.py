"""Numbers a + b sqrt(m) with rationals a, b, exact: what an irrational bound h = 1/sqrt(m) of one
user's epsilon leads to.
"""

from fractions import Fraction
from math import isqrt

from mpmath import iv
from values import ivf


class Surd:
    """a + b sqrt(m), b != 0 and m no square; `surd` makes them, and plain rationals where they are
    ones.
    """

    def __init__(self, a, b, m):
        self.a, self.b, self.m = a, b, m

    def parts(self, other):
        if isinstance(other, Surd):
            if other.m != self.m:
                raise ArithmeticError("two different roots")
            return other.a, other.b
        return Fraction(other), Fraction(0)

    def __add__(self, other):
        a, b = self.parts(other)
        return surd(self.a + a, self.b + b, self.m)

    def __mul__(self, other):
        a, b = self.parts(other)
        return surd(self.a * a + self.m * self.b * b, self.a * b + self.b * a, self.m)

    def __truediv__(self, other):
        a, b = self.parts(other)
        norm = a * a - self.m * b * b
        return self * surd(a / norm, -b / norm, self.m)

    def __rtruediv__(self, other):
        return surd(Fraction(other), Fraction(0), self.m) * surd(
            self.a / self.norm(), -self.b / self.norm(), self.m
        )

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def norm(self):
        return self.a * self.a - self.m * self.b * self.b

    def interval(self):
        return ivf(self.a) + ivf(self.b) * iv.sqrt(ivf(Fraction(self.m)))


def surd(a, b, m):
    """a + b sqrt(m), a rational where it is one."""
    root = isqrt(m)
    if root * root == m:
        return Fraction(a + b * root)
    return Surd(Fraction(a), Fraction(b), m) if b else Fraction(a)


def plain(x):
    """A rational or an interval."""
    if isinstance(x, list):
        return [plain(v) for v in x]
    return x.interval() if isinstance(x, Surd) else x
