"""Half widths of a noisy count or sum: the least h >= 0 with P(abs(Z) > h) <= beta.

On a line h is searched by bisection, in units of the noise's own scale: what lies beyond comes from
the antiderivative of the density (Laplace) or from the series of `normal_law.py`. On a lattice the
least number of steps is searched, by doubling and then between: what lies beyond is added up
(`noises.py`). Every comparison is certain. A tail can be equal to beta where e^-epsilon is given and
its root, the quotient t of neighbouring masses, is rational: then the masses around 0 are added up
as rationals. Else it cannot: 2 t^(k + 1) = beta (1 + t) is no equation of a transcendental t, nor of
an irrational root of a rational, whose powers below its degree are independent. For the discrete
Gaussian nothing is proven: a tail that no precision tells apart from beta is an error, not a guess.
"""

from fractions import Fraction
from math import ceil, isqrt

from mpmath import iv
from normal_law import guess
from parts.noises import ONE, Laplace, Normal, noise_of
from quantities import sharpest
from roots import root
from stream import at_most, at_rising_precision, product, rooted
from values import MorePrecision, ends, ivf

TWO = Fraction(2)


def half_width(settings, beta):
    if settings.lattice:
        return settings.unit * steps(settings, beta)
    return sharpest(lambda: on_a_line(settings, beta))


def on_a_line(settings, beta):
    """The law of scale or of variance 1, and the size of one such unit."""
    if settings.noise == "laplace":
        law, size = Laplace(ONE), ivf(settings.scale())
    else:
        law, size = Normal(ONE), iv.sqrt(ivf(settings.sigma_squared()))
    found = root(lambda h: not at_most(product(TWO, law.beyond(h)), beta))
    if ends(found)[0] <= 0:
        raise MorePrecision("a half width is not told apart from 0")
    return size * found


def steps(settings, beta):
    """The least k >= 0 with P(abs(K) > k) <= beta."""
    if settings.noise == "discrete_gaussian":
        variance = settings.sigma_squared() / settings.unit**2
        start = ceil(guess(beta / 2) * (isqrt(ceil(variance)) + 1))  # from there inwards
    else:
        start = 0
    t = quotient_of_masses(settings)

    def reached(k):
        # in lowest terms the tail has a denominator above t.denominator^k, and that is at least
        # 2^(k bits/2): where this is above that of beta the two are not equal
        if t is not None and k * t.denominator.bit_length() <= 2 * beta.denominator.bit_length():
            return enough_around_zero(t, k, beta)
        return at_rising_precision(
            lambda: at_most(product(TWO, noise_of(settings).upper(k + 1)), beta)
        )

    return least(reached, start)


def quotient_of_masses(settings):
    """t of discrete Laplace noise where it is rational, else None."""
    if settings.ratio is None:
        return None
    q = rooted(noise_of(settings).q)
    return q.b if q.root == 1 else None


def enough_around_zero(t, k, beta):
    """P(abs(K) <= k) >= 1 - beta, by adding up the masses of -k, ..., k in units of t.denominator^-k."""
    inside, last, unit = 1, 1, 1
    for _ in range(k):
        last, unit = last * t.numerator, unit * t.denominator
        inside = inside * t.denominator + 2 * last
    side = 1 / (1 - t)  # 0 and all on one side of it: S = 1 + t S
    return inside >= (1 - beta) * (2 * side - 1) * unit


def least(reached, start):
    """The least k >= 0 with reached(k), which never ends once it is so; from `start` outwards or
    inwards by doubled steps, then between.
    """
    low, high, step = None, start, 1
    while not reached(high):
        low, high, step = high, high + step, 2 * step
    step = 1
    while low is None:
        k = high - step
        if k < 0:
            low = -1  # everything is above -1, and beta < 1
        elif reached(k):
            high, step = k, 2 * step
        else:
            low = k
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
