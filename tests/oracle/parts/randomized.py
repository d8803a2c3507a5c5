"""Randomized response: its law as a lottery, and the quantities summed over it; from
vectors/parts.md alone.

A lottery has k + g tickets: one for each answer that is a guess, and g for the own one. The own
answer then has 1 + g tickets and each other one 1, so that g = e^epsilon - 1. No number here is a
difference of two that may be close: g is summed as a series, the tickets of what is not so are
counted, and what goes as the square of a small epsilon is a series that begins there.
"""

from fractions import Fraction

from mpmath import iv, mpf
from normal_law import order_of
from params import decay, integer, positive_integer, ratio
from quantities import sharpest
from sampled import growth
from stream import plus, product, quotient
from values import MorePrecision, Unsupported, ends, ivf, number, require

OBJECTS = ("randomized_response",)
ZERO, ONE = Fraction(0), Fraction(1)
EPSILON = ("epsilon", "decay")


def known(params, *names):
    for name in params:
        require(
            name in ("categories", *names), "unknown_parameter", f"there is no use for {name} here"
        )


def categories(params, most=None):
    k = integer(params, "categories")
    require(k >= 2, "categories", "there must be two categories")
    require(most is None or k <= most, "categories", f"there must be at most {most} categories")
    return k


def raised(x):
    """e^x - 1 for a rational x >= 0."""
    return growth(x) if x <= 1 else iv.exp(ivf(x)) - 1


def log_of_one_plus(y):
    """log(1 + y) for y > 0, with a small relative error for small y too: the terms of the series
    alternate and fall.
    """
    if ends(ivf(y))[1] > mpf(1) / 4:
        return iv.log(ivf(plus(ONE, y)))
    y = ivf(y)
    total, term, j = iv.mpf(0), y, 1
    while j < 3 or ends(abs(term))[1] > ends(total)[0] * mpf(2) ** -(iv.prec + 8):
        total, j = total + term / j, j + 1
        term = -term * y
    rest = ends(abs(term))[1]
    return total + iv.mpf([-rest, rest])


class Lottery:
    """The tickets at the present precision: `own` is g, `all` is k + g; rationals for a decay."""

    def __init__(self, k, q):
        self.k, self.q = k, q
        self.own = 1 / q.b - 1 if q.b is not None else raised(q.epsilon)
        self.all = plus(Fraction(k), self.own)

    def share(self, tickets):
        return quotient(tickets, self.all)

    def truth(self):
        return self.share(plus(ONE, self.own))

    def epsilon(self):
        return log_of_one_plus(self.own) if self.q.b is not None else self.q.epsilon

    def rows(self):
        """Two people: [(tickets of an answer with one, with the other, by how many epsilons more
        than with the other, how many answers)].
        """
        mine = plus(ONE, self.own)
        return [(mine, ONE, 1, 1), (ONE, mine, -1, 1), (ONE, ONE, 0, self.k - 2)]


# ---- the quantities ----


def truth(k, params):
    q = decay(params)
    return sharpest(lambda: Lottery(k, q).truth())


def epsilon(k, params):
    """The largest loss of an answer by two people, of a true one with probability p and others that
    share what is left.
    """
    p = number(params, "p")
    require(p * k > 1, "p", "such answers are no better than guesses")
    require(p < 1, "p", "p must be below 1")
    other = (1 - p) / (k - 1)
    laws = [[p if answer == own else other for answer in range(min(k, 3))] for own in (0, 1)]
    worst = max(x / y for one, two in (laws, laws[::-1]) for x, y in zip(one, two))
    return sharpest(lambda: log_of_one_plus(worst - 1))


class Level:
    """e^h, and what an answer of the loss d epsilon adds to the delta at h for 1 of probability."""

    def __init__(self, params):
        given = ratio(params)
        self.h, self.value = given.h, given.value
        if self.h == 0 or self.value == 1:
            self.h, self.value = ZERO, ONE

    def gain(self, q, d):
        """max(0, 1 - e^(h - d epsilon)), exact where it is 0."""
        if self.value is not None and (q.b is not None or d == 0):
            return max(ZERO, 1 - self.value * (q.b**d if d else 1))
        if self.h is not None and (q.epsilon is not None or d == 0):
            over = (d * q.epsilon if d else ZERO) - self.h
            if over <= 0:
                return ZERO
            more = raised(over)
            return more / (1 + more)
        # e to a rational power is never another rational: some precision shows the sign
        h = iv.log(ivf(self.value)) if self.h is None else ivf(self.h)
        gain = 1 - iv.exp(h - d * ivf(q.rate()))
        low, high = ends(gain)
        if low <= 0 <= high:
            raise MorePrecision("a loss and a level are not told apart")
        return gain if low > 0 else ZERO


def hockey_stick(k, params):
    q, level = decay(params), Level(params)

    def compute():
        law, total = Lottery(k, q), ZERO
        gains = {d: level.gain(q, d) for _, _, d, _ in law.rows()}
        if isinstance(gains[-1], iv.mpf) or gains[-1]:  # every answer counts: 1 - e^h in all
            return gains[0]
        for mine, _, d, many in law.rows():
            total = plus(total, product(Fraction(many), law.share(mine), gains[d]))
        return total if isinstance(total, Fraction) or ends(total)[1] > 0 else ZERO

    return sharpest(compute)


def renyi(k, params):
    q, a = decay(params), order_of(params)
    return sharpest(lambda: divergence(Lottery(k, q), a))


def divergence(law, a):
    """The sum over the answers of P^a P'^(1 - a), that is of P' e^(a loss); 1 + y."""
    e = ivf(law.epsilon())
    if ends(e * ivf(a))[1] < mpf(1) / 2:
        y = ZERO  # over a - 1
        for _, theirs, d, many in law.rows():
            if d and many:
                y = plus(y, product(law.share(theirs), bend(d * e, a)))
        return log_of_one_plus(y * ivf(a - 1)) / ivf(a - 1)
    total = ZERO
    for _, theirs, d, many in law.rows():
        if many:
            weight = product(Fraction(many), law.share(theirs))
            total = plus(total, product(weight, iv.exp(ivf(a * d) * e)))
    found = iv.log(total)
    if ends(found)[0] <= 0:
        raise MorePrecision("a divergence is not told from 0")
    return found / ivf(a - 1)


def bend(x, a):
    """(e^(a x) - 1 - a (e^x - 1))/(a - 1) for a |x| < 1/2: what is taken away is 0 in the mean of
    all answers. The coefficients (a^j - a)/(a - 1) are a (1 + a + ... + a^(j - 2)); a term is at
    most a third of the one before.
    """
    a = ivf(a)
    total, several, power, j = iv.mpf(0), iv.mpf(1), x * x / 2, 2
    while True:
        term = a * several * power
        if j > 3 and ends(abs(term))[1] < ends(total)[0] * mpf(2) ** -(iv.prec + 8):
            rest = 2 * ends(abs(term))[1]
            return total + iv.mpf([-rest, rest])
        total, several, j = total + term, 1 + a * several, j + 1
        power = power * x / j


def mse(k, params):
    q, n, count = decay(params), positive_integer(params, "n"), integer(params, "count")
    require(0 <= count <= n, "count", "count must lie between 0 and n")

    def compute():
        law = Lottery(k, q)
        each = [variance(law, yes) for yes in (ONE, ZERO)]
        return plus(
            product(Fraction(count), each[0]),
            product(Fraction(n - count), each[1]),
        )

    return sharpest(compute)


def variance(law, kept):
    """Of what one person adds to the estimate, (y - q)/(p - q), y = 1 where the answer is the
    category: she keeps her own, which says `kept`, or she guesses it, or another one. Half of the
    mean square of the difference of two such people.
    """
    unit, guess = law.share(law.own), law.share(ONE)  # p - q, q
    table = [
        (law.share(tickets), quotient(plus(y, product(-ONE, guess)), unit))
        for tickets, y in ((law.own, kept), (ONE, ONE), (Fraction(law.k - 1), ZERO))
    ]
    total = ZERO
    for i, (v, x) in enumerate(table):
        for w, y in table[:i]:
            apart = plus(x, product(-ONE, y))
            total = plus(total, product(v, w, apart, apart))
    return total


QUANTITIES = {
    "truth": (truth, EPSILON),
    "epsilon": (epsilon, ("p",)),
    "hockey_stick": (hockey_stick, (*EPSILON, "at_epsilon", "at_ratio")),
    "renyi": (renyi, (*EPSILON, "renyi_order")),
    "mse": (mse, (*EPSILON, "n", "count")),
}


def exact(name, quantity, params):
    if quantity not in QUANTITIES:
        raise Unsupported(f"{name} has no quantity {quantity}")
    function, names = QUANTITIES[quantity]
    known(params, *names)
    return function(categories(params), params)
