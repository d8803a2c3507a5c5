"""Means of vectors whose users send messages, on given draws: "Baselines and messages" in
vectors/instance.md, from that page alone.

Answers that may be turned, trees of such answers, the way of integer vectors through a rotation and
back; then the local clipped mean. Multiples of 2^-40 are found by bisection over certain
comparisons; estimates are rationals. The case and the draws are those of instance/baselines.py,
sums in parts are in instance/shuffled.py.
"""

from fractions import Fraction

from instance.params import UNIT, digits, power_of_two, root_down, turning
from instance.records import shrunk
from instance.steps import spread
from mpmath import iv
from params import positive_integer
from stream import at_most, at_rising_precision, product
from values import ivf, require


def certain(x, y):
    """x() <= y()."""
    return at_rising_precision(lambda: at_most(x(), y()))


def floor_of(y):
    """floor(y()) for y() >= 0."""
    return turning(lambda k: certain(lambda: Fraction(k), y)) - 1


def ceiling(y):
    """ceil(y()) for y() >= 0."""
    return turning(lambda k: not certain(y, lambda: Fraction(k)))


# ---- answers that may be turned ----


def keep(r, exact):
    """keep(r); both losses rise from 0 at p = 1/2."""

    def allowed(k):
        def loss():
            y = iv.log(ivf(Fraction(k, UNIT - k)))
            return product(Fraction(2 * k - UNIT, UNIT), y) if exact else y * y / 2

        return k < UNIT and (2 * k == UNIT or certain(loss, lambda: r))

    k = turning(allowed, UNIT // 2) - 1
    require(2 * k > UNIT, "rho", "rho is too small")
    return Fraction(k, UNIT)


def entry(i, j):
    """H[i, j], -1 where i and j share an odd number of binary digits."""
    return -1 if (i & j).bit_count() % 2 else 1


# ---- trees ----


def search(low, high, rank, count):
    """The search with the estimate count(M, i) of the i-th M."""
    i = 0
    while low < high:
        middle, i = (low + high) // 2, i + 1
        low, high = (middle + 1, high) if count(middle, i) < rank else (low, middle)
    return low


class Tree:
    """What users send about an integer of [low, high], and the search among them."""

    def __init__(self, low, high, p):
        self.low, self.high, self.h, self.p = low, high, digits(high - low + 1), p

    def message(self, draws, name, v):
        """[l, t, a], or nothing where there is nothing to tell."""
        if not self.h:
            return []
        level = 1 + draws.below(f"{name}_level", self.h)
        t = draws.below(f"{name}_index", 2**level)
        a = entry(t, (v - self.low) >> (self.h - level))
        return [level, t, a if draws.below(f"{name}_kept", 2) else -a]

    def node(self, messages, level, g):
        """How many users seem to be in node g of a level."""
        return (
            self.h / (2 * self.p - 1) * sum(a * entry(t, g) for l, t, a in messages if l == level)
        )

    def count(self, messages, v):
        """How many users seem to have at most v: [low, v] cut into nodes, one for each 1 among the
        binary digits of its length.
        """
        if v >= self.high:
            return Fraction(len(messages))
        found = Fraction(0)
        for level in range(1, self.h + 1):
            nodes = (v - self.low + 1) >> (self.h - level)
            if nodes % 2:
                found += self.node(messages, level, nodes - 1)
        return found

    def find(self, messages, rank):
        return search(self.low, self.high, rank, lambda v, _: self.count(messages, v))


# ---- what both means share ----


class Rotated:
    """Integer records, rotated; how to shift and to clip them, and the way back."""

    def __init__(self, case, draws):
        self.case, self.d, self.wide = case, case.d, power_of_two(case.d)
        self.u = positive_integer(case.params, "u")
        self.reach, self.top, self.middle = (
            self.d * self.u,
            self.wide * (2 * self.d * self.u) ** 2,
            -(-case.n // 2),
        )
        self.draws = draws

    def rotate(self):
        self.signs = [self.draws.sign(f"sign_{j}") for j in range(1, self.wide + 1)]
        rows = [[*x, *[0] * (self.wide - self.d)] for x in self.case.integers(self.u)]
        self.columns = list(zip(*(spun(self.signs, x) for x in rows)))

    def centre(self, c):
        self.c = c
        self.shifted = [[v - m for v, m in zip(x, c)] for x in zip(*self.columns)]
        self.squares = [sum(v * v for v in x) for x in self.shifted]

    def clipped(self, q):
        """In units of 1/steps."""
        return [cut(x, q, self.case.steps) for x in self.shifted]

    def estimate(self, y):
        return unspun(self.signs, [v + c for v, c in zip(y, self.c)])[: self.d]


def cut(x, q, steps):
    """The clipped vector, in units of 1/steps."""
    square = sum(v * v for v in x)
    return [steps * v for v in x] if square <= q else shrunk(x, square, steps**2 * q)


def spun(signs, x):
    """H S x, of integers."""
    return [int(v) for v in spread([s * v for s, v in zip(signs, x)])]


def unspun(signs, x):
    """S H x/d'."""
    return [v * Fraction(s, len(x)) for s, v in zip(signs, spread(x))]


# ---- each user by herself ----


def local_clipped_mean(case, draws):
    all_of, rho = Rotated(case, draws), 9 * case.rho / 16
    trees = [
        Tree(-all_of.reach, all_of.reach, keep(case.rho / (4 * all_of.wide), case.sharp))
    ] * all_of.wide
    norms = Tree(0, all_of.top, keep(3 * case.rho / 16, case.sharp))
    all_of.rotate()
    first = [
        [
            tree.message(draws, f"user_{i}_median_{j}", column[i - 1])
            for j, (tree, column) in enumerate(zip(trees, all_of.columns), 1)
        ]
        for i in case.users
    ]
    all_of.centre([tree.find(list(sent), all_of.middle) for tree, sent in zip(trees, zip(*first))])
    second = [
        norms.message(draws, f"user_{i}_threshold", all_of.squares[i - 1]) for i in case.users
    ]
    q = norms.find(second, max(case.n - root_down(2 * all_of.wide * case.n / rho), all_of.middle))
    third = [
        [v + (draws.integer(f"user_{i}_noise_{j}") if q else 0) for j, v in enumerate(x, 1)]
        for i, x in enumerate(all_of.clipped(q), 1)
    ]
    y = [Fraction(sum(column), case.n * case.steps) for column in zip(*third)]
    return [
        *named(case, "round_1", first),
        ["center", all_of.c],
        *named(case, "round_2", second),
        ["threshold_squared", q],
        *named(case, "round_3", [over(x, case.steps) for x in third]),
        ["mean_around_center", y],
        ["estimate", all_of.estimate(y)],
    ]


def named(case, what, sent):
    return [[f"user_{i}_{what}", x] for i, x in zip(case.users, sent)]


def over(x, steps):
    return [Fraction(v, steps) for v in x]
