"""Profile ddg-1: lattice laws from the binary digits of their masses (Knuth and Yao), from
vectors/*.md alone.

The points of a law come in groups 0, 1, ... of falling mass. A level i of the tree needs the i-th
digit of every group whose mass is at least 2^-i; the digits come from floor(mass 2^places), kept
and certain: by intervals of rising precision, or exactly for a rational mass whose expansion ends
(there no interval decides).
"""

from fractions import Fraction

from gaussian import gaussian
from hourglass import Hourglass
from line import Staircase
from mpmath import iv, mp
from mpmath.libmp import mpf_shift, to_int
from params import decay, positive_integer, sensitivity
from stream import at_rising_precision, gamma_of, plus, power, product, quotient, rooted
from values import Unsupported, require

ONE = Fraction(1)


class Groups:
    """A law: size(e) points in group e, point(e, v) the v-th of them as a tuple, mass(e) of one
    point at the working precision.

    exact(e) is the rational mass, None if there is none.
    """

    def __init__(self, size, point, mass, exact=lambda e: None):
        self.size, self.point, self.mass, self.exact = size, point, mass, exact
        self.known, self.levels = {}, {}

    def draw(self, tape):
        v = i = 0
        while True:
            v, i = 2 * v + tape.bit(), i + 1
            for e, size in self.level(i):
                if v < size:
                    return self.point(e, v)
                v -= size

    def level(self, i):
        """[(group, its size)] of the groups whose i-th digit is 1, in their order."""
        if i not in self.levels:
            found, e = [], 0
            # a mass below 2^-i ends it: the later ones are no greater
            while whole := self.whole(e, i):
                if whole & 1:
                    found.append((e, self.size(e)))
                e += 1
            self.levels[i] = found
        return self.levels[i]

    def whole(self, e, i):
        """floor(mass(e) 2^i)."""
        places, whole = self.known.get(e, (0, 0))
        if places < i:
            places = max(64, 2 * i)
            whole = self.certain(e, places)
            self.known[e] = places, whole
        return whole >> (places - i)

    def certain(self, e, places):
        keep = iv.prec, mp.prec
        try:
            for more in (64, 600, 4000, 20000, 100000):
                iv.prec, mp.prec = places + more, 4 * (places + more)
                lo, hi = (to_int(mpf_shift(x, places), "f") for x in self.mass(e)._mpi_)
                if lo == hi:
                    return lo
                if self.exact(e) is not None:
                    return int(self.exact(e) * 2**places)
        finally:
            iv.prec, mp.prec = keep
        raise ArithmeticError("a binary digit was not decided")


def of_decay(size, point, q, mass):
    """Groups with mass(b, e), b an interval or the rational decay."""
    return Groups(
        size,
        point,
        lambda e: mass(q.power(1), e),
        lambda e: mass(power(q, 1), e) if q.b is not None and q.root == 1 else None,
    )


def around_zero():
    """0; then 1, -1; then 2, -2; ..."""
    return (lambda e: 2 if e else 1), (lambda e, v: (Fraction(-e if v else e),))


def laplace(params):
    d = sensitivity(params)
    require(d.denominator == 1, "sensitivity", "sensitivity must be an integer")
    return of_decay(
        *around_zero(),
        rooted(decay(params, int(d))),
        lambda b, e: quotient(product(b**e, plus(ONE, -b)), plus(ONE, b)),
    )


def normal(params):
    return Groups(*around_zero(), gaussian(params).at)


class Steps:
    """The steps of the lattice (D/m) Z: which indices step j has on one side, and the sum of b^|J|
    over all points.
    """

    def __init__(self, params, kind):
        self.m, self.unit = positive_integer(params, "m"), sensitivity(params)
        g = at_rising_precision(gamma_of(params, kind, True)) * self.m
        require(g.denominator == 1, "gamma", "gamma must be a multiple of 1/m")
        self.g = int(g)

    def step(self, j):
        """The indices of the signed step j, from left to right."""
        if j == 0:
            return range(1 - self.g, self.g)
        first = self.g + (abs(j) - 1) * self.m
        return range(first, first + self.m) if j > 0 else range(1 - first - self.m, 1 - first)

    def whole(self, b):
        return plus(
            Fraction(2 * self.g - 1), quotient(product(Fraction(2 * self.m), b), plus(ONE, -b))
        )

    def place(self, i):
        return i * self.unit / self.m


def staircase(params):
    s = Steps(params, Staircase)

    def point(e, v):
        right = s.step(e)
        return (s.place(right[v] if v < len(right) else s.step(-e)[v - len(right)]),)

    return of_decay(
        lambda e: 2 * s.m if e else 2 * s.g - 1,
        point,
        decay(params),
        lambda b, e: quotient(b**e, s.whole(b)),
    )


def hourglass(params):
    s = Steps(params, Hourglass)

    def rows(e):
        """(J, k) with |J| + |k - J| = e, in their order."""
        return [(j, k) for j in range(-e, e + 1) for k in sorted({j - e + abs(j), j + e - abs(j)})]

    def point(e, v):
        for j, k in rows(e):
            step = s.step(j)
            if v < len(step):
                return s.place(step[v]), k * s.unit - s.place(step[v])
            v -= len(step)
        raise IndexError(v)

    # b^|J| over the points x, times b^|G| over the integers G = k - J
    def mass(b, e):
        return quotient(product(b**e, plus(ONE, -b)), product(s.whole(b), plus(ONE, b)))

    return of_decay(lambda e: sum(len(s.step(j)) for j, _ in rows(e)), point, decay(params), mass)


LAWS = {
    "discrete_laplace": laplace,
    "discrete_gaussian": normal,
    "discrete_staircase": staircase,
    "discrete_hourglass": hourglass,
}


def economical_drawer(name, params):
    if name not in LAWS:
        raise Unsupported(f"{name} has no profile ddg-1")
    return LAWS[name](params).draw
