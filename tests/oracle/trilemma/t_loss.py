"""The privacy loss of Student noise at two scales: the supremum of log f(z)/g(z), by search for its
maximum over one variable.

f is the density of h + tau S Y, g that of h' + tau S' Y. With u = z - h, v = z - h', a = tau
sqrt(d), S = S' e^t and the smaller of S, S' as unit, the logarithm is
    t >= 0:   d t + (d+1)/2 (log(a^2 + v^2) - log(a^2 e^(2t) + u^2)),
    t <= 0:   d t + (d+1)/2 (log(a^2 e^(-2t) + v^2) - log(a^2 + u^2)),     |t| <= beta, |u - v| <= 1.
It rises in |v|, so v = u + 1 with u >= 0. In t <= 0 its slope is d - (d+1) r, r = a^2 e^(-2t)/(a^2
e^(-2t) + v^2), and r falls in t: it is convex, and an end is the largest. In t >= 0 its slope d -
(d+1) a^2 e^(2t)/(a^2 e^(2t) + u^2) falls: an inner maximum lies on a^2 e^(2t) = d u^2, where the
logarithm is, but for a constant, -log u + (d+1)/2 log(a^2 + (u+1)^2). Its slope has the sign of
(u+1)(d u - 1) - a^2, first negative, then positive: along this curve too an end is the largest, and
there t is 0 or beta. So t is one of -beta, 0, beta; what is left is a function of u > 0 whose slope
has the sign of (u+1)(Q + u^2) - u (P + (u+1)^2), from positive to negative once (a quadratic with
the product -Q of its roots).
"""

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from mpmath import iv
from params import decay
from roots import BITS, least, most, root
from stream import at_most, plus, product, quotient
from trilemma.params import at_least_zero, constants, degrees, positive, real


def peak(d, p, q):
    """The largest (d+1)/2 (log(P + (u+1)^2) - log(Q + u^2)) over u >= 0."""

    def rising(u):
        return not at_most(product(u + 1, plus(q, u * u)), product(u, plus(p, (u + 1) ** 2)))

    u = root(rising)
    return (iv.log(real(p) + (u + 1) ** 2) - iv.log(real(q) + u**2)) * (d + 1) / 2


def loss(d, beta, square):
    """The supremum at beta and a^2 = `square`, rationals or intervals."""
    found = [peak(d, square, square)]
    if isinstance(beta, iv.mpf) or beta:
        wide = real(square) * iv.exp(2 * real(beta))
        found += [peak(d, wide, square) - d * real(beta), peak(d, square, wide) + d * real(beta)]
    return most(*found)


def linear_loss(d, beta, tau):
    """The paper's: each record's move in scale costs (d+1) beta, its move in place (d+1)/2 over tau
    sqrt(d).
    """
    return plus(
        product(Fraction(d + 1), beta),
        product(Fraction(d + 1, 2), real(1) / (real(tau) * iv.sqrt(iv.mpf(d)))),
    )


def privacy_loss(params):
    d, beta, tau = degrees(params), at_least_zero(params, "smoothness"), positive(params, "tau")
    return (
        loss(d, beta, tau * tau * d) if constants(params) == "exact" else linear_loss(d, beta, tau)
    )


def beta_of(params):
    """A third of epsilon for the d + 1 factors that the scale enters."""
    rate, d = decay(params).rate(), degrees(params)
    return rate / (3 * (d + 1))


def too_lossy(params):
    """a -> is the loss above epsilon?"""
    d = degrees(params)

    def test(a):
        return not at_most(loss(d, beta_of(params), Fraction(a * a)), decay(params).rate())

    return test


def least_a(params):
    """The least multiple of 2^-40 that is not too small for `exact`: a larger tau leaves fewer
    pairs h, h' at each noise.
    """
    return least(too_lossy(params), Fraction(1, 2**BITS))


def root_of(d):
    """sqrt(d), a rational where it is one."""
    return Fraction(isqrt(d)) if isqrt(d) ** 2 == d else iv.sqrt(iv.mpf(d))


@lru_cache(maxsize=64)
def least_a_of(given):
    return least_a(dict(given))


def tau(params):
    """What is left of epsilon goes to the move: at constants `paper` the tau where the linear loss
    is epsilon.
    """
    d, rate = degrees(params), decay(params).rate()
    if constants(params) == "exact":
        return quotient(
            least_a_of(
                tuple((k, str(params[k])) for k in ("epsilon", "decay", "degrees") if k in params)
            ),
            root_of(d),
        )
    left = plus(rate, product(Fraction(-d - 1), beta_of(params)))
    return quotient(Fraction(d + 1, 2), product(left, root_of(d)))


def smooth_bound(params, n, width):
    """The largest e^(-beta k) times what one record can do at distance k: n - k of the records are
    left, at least one.

    The logarithm is convex in k, so the ends decide beyond 200 records.
    """
    if n == 0:
        return width
    beta = beta_of(params)
    left = range(1, n + 1) if n <= 200 else (1, n)
    exact = [Fraction(1, n)]  # k = 0
    return product(width, most(*exact, *(iv.exp(-real(beta) * (n - m)) / m for m in left if m < n)))
