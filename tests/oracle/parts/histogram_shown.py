"""With a threshold: the largest probability with which one user makes a category appear that has no
other record, and the least threshold with which it is small enough.

A spread is how many records she has in each category of her own, all at least 1. What must hold
is one inequality for each spread. Up to ALL records all spreads are gone through (of fewer records
than she may have, too). Beyond, two are enough. Let f(r) be -log P(r + Z < T), the sum of which
over the categories is to be largest.
- f is convex in r >= 1 on both kinds of lines: where T - r > 0, P is 1 - y with y a multiple of
  t^-r, and -log(1 - y) has the second derivative (log t)^2 y/(1 - y)^2 > 0; where T - r <= 0, P is
  a multiple of t^r, f is linear with the slope -log t =: a. On a line both meet at y = 1/2, where
  the slope is a y/(1 - y) = a on the left, too. On a lattice the linear part holds from r = T - 1
  on (P = 1/(1 + t), then t/(1 + t), ...), and the last step before it is log(1/P(r = T - 1)) -
  log(1/P(r = T - 2)) = log(1 + t - t^2) <= a, since t (1 + t - t^2) = 1 - (1 - t)^2 (1 + t) <= 1.
- f increases, so all m records are used. Of a convex function the sum over n categories with at
  least one record each is largest where all but one have one record: F(n) = f(m - n + 1) +
  (n - 1) f(1).
- F is convex in n, so that its largest value is at an end: n = 1, or n = min(m, k). Either may be.
"""

from fractions import Fraction
from itertools import chain

from boxes import greatest
from mpmath import iv
from parts.half_widths import least
from parts.histogram_params import ONE, ZERO, Histogram, simplified
from parts.randomized import categories
from quantities import sharpest
from roots import root
from stream import Open, at_most, at_rising_precision, plus, product
from trilemma.params import share
from values import require

ALL = 8  # records of a user of which every spread is gone through
TIES = 4000  # (degree)^2 (categories) up to which equality is decided by algebra


def partitions(m, k, most=None):
    """The ways to write m as a sum of at most k numbers >= 1, each as {number: times}."""
    if m == 0:
        yield {}
        return
    for part in range(min(m, most or m), 0, -1):
        for times in range(1, min(m // part, k) + 1):
            left = m - part * times
            if left == 0:
                yield {part: times}
            elif part > 1 and k > times:
                for rest in partitions(left, k - times, part - 1):
                    yield {part: times, **rest}


def spreads(m, k):
    if m <= ALL:
        return list(chain.from_iterable(partitions(r, k) for r in range(1, m + 1)))
    n = min(m, k)
    many = {1: n} if n == m else {m - n + 1: 1, 1: n - 1}
    return [{m: 1}, many]


def either(u, v):
    """P(A or B) of independent events: no difference of two numbers that may be close."""
    return plus(u, product(v, plus(ONE, product(-ONE, u))))


def repeated(u, n):
    """P(one or more of n such events)."""
    found = ZERO
    while n:
        found, u, n = either(found, u) if n & 1 else found, either(u, u), n >> 1
    return found


def appears(settings, threshold, spread):
    """1 less the product of P(r + Z < T), put together from its own terms P(Z >= T - r)."""
    found = ZERO
    for r, times in spread.items():
        found = either(found, repeated(settings.at_least(threshold - r), times))
    return found


def delta(settings, k):
    ways = spreads(settings.contribution, k)
    return sharpest(lambda: greatest([appears(settings, settings.threshold, w) for w in ways]))


# ---- the least threshold ----


def least_threshold(settings, wanted):
    m = settings.contribution
    ways = spreads(m, m)  # in more categories than records she cannot be
    if settings.lattice:
        return Fraction(
            1 + least(lambda k: all(enough(settings, 1 + k, w, wanted) for w in ways), 0)
        )

    def too_often(threshold):
        """Is any spread above? Open only where none is, and one is not told apart."""
        undecided = False
        for way in ways:
            try:
                if not at_most(appears(settings, threshold, way), wanted):
                    return True
            except Open:
                undecided = True
        if undecided:
            raise Open
        return False

    def on_a_line():
        for threshold in (ONE, Fraction(m)):  # at T = r the probability is 1/2 exactly
            found = [appears(settings, threshold, w) for w in ways]
            equal = any(not isinstance(x, iv.mpf) and x == wanted for x in found)
            if equal and all(at_most(x, wanted) for x in found):
                return threshold
        return root(too_often, ONE)

    return sharpest(on_a_line)


def enough(settings, threshold, way, wanted):
    """Is it at most `wanted` for this spread? Equality of an irrational power of a decay is decided
    by algebra, and that of a transcendental one is none.
    """
    threshold = Fraction(threshold)
    try:
        return at_rising_precision(lambda: at_most(appears(settings, threshold, way), wanted))
    except ArithmeticError:
        if settings.ratio is not None and tied(settings, threshold, way, wanted):
            return True
        raise


def tied(settings, threshold, way, wanted):
    """Is the product of P(r + Z < T) = (1 + t - t^(T - r))/(1 + t), or t^(r - T + 1)/(1 + t), equal
    to 1 - wanted? t is a root of x^n = c, which is irreducible: numbers are polynomials modulo it.
    """
    c, power = simplified(settings.ratio, 1 / settings.sensitivity())
    p, n = power.numerator, power.denominator  # t = c^(p/n)

    def t_to(e):
        found, e = [ZERO] * n, e * p
        found[e % n] = c ** (e // n)
        return found

    def times(x, y):
        found = [ZERO] * n
        for i, a in enumerate(x):
            if a:
                for j, b in enumerate(y):
                    found[(i + j) % n] += a * b * (c if i + j >= n else 1)
        return found

    def added(*terms):
        return [sum(column) for column in zip(*terms)]

    if n * n * sum(way.values()) > TIES:
        raise ArithmeticError("too long a power")
    whole = added(t_to(0), t_to(1))
    left, right = t_to(0), [(1 - wanted) * v for v in t_to(0)]
    for r, many in way.items():
        gap = int(threshold) - r
        one = t_to(1 - gap) if gap <= 0 else added(whole, [-v for v in t_to(gap)])
        for _ in range(many):
            left, right = times(left, one), times(right, whole)
    return left == right


def answer(quantity, params):
    if quantity == "delta":
        settings = Histogram(params, more=("categories", "count_threshold")).with_threshold(params)
        return delta(settings, categories(params))
    wanted = share(params)
    settings = Histogram({k: v for k, v in params.items() if k != "delta"}).with_threshold()
    require(wanted <= Fraction(1, 2), "delta", "delta must be at most 1/2")
    return least_threshold(settings, wanted)
