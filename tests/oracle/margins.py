"""Margins of clipping from what they are the best for, and the mean squared errors that they lead
to.

clipped: a record that is t from its mean, with E t^l <= 1, costs at most (cost(t)/t^l) of bias; the
margin is the least c at which the worst t costs no more than `bias`. paper: cost(t) = t if t > c;
exact: (t - c)+. combined: the margin is where A c^(2-l) + B c^2 is least, that is where it stops
falling: (l - 2) A > 2 B c^l holds before. A c^(2-l) is the variance of what is left of a record,
named with probability delta, B c^2 the part of the noise that the margin adds: 2 (w + 2c)^2 <= 4
w^2 + 16 c^2. E (t - c)+^2 <= K c^(2-l), K the largest (u - 1)^2/u^l; the paper takes 8/l^2 for (1 -
delta) K. All comparisons are of whole powers, so exact where the parameters are.
"""

from fractions import Fraction

from roots import least, power, root
from stream import at_most, product, quotient
from trilemma.params import bounds, constants, epsilon, order, positive, real, share, size
from values import ivf


def worst(c, l, exact):
    """(numerator, t): the t >= c where cost(t)/t^l is largest, and the cost there."""
    if not exact:
        return c, c  # t^(1-l) falls: at t = c
    # the derivative (t^l - (t - c) l t^(l-1)) has the sign of t - l (t - c)
    t = c * l / (l - 1)
    assert t - l * (t - c) == 0
    return t - c, t


def too_biased(params, exact):
    """c -> does the worst distance cost more than the bias?"""
    l, bias = order(params, Fraction(2), strict=False), positive(params, "bias")
    p, q = l.numerator, l.denominator

    def test(c):
        cost, t = worst(c, l, exact)
        return cost**q > bias**q * t**p

    return test


def clipped_margin(params):
    return root(too_biased(params, constants(params) == "exact"))


def clipped_margin_up(params):
    return least(too_biased(params, constants(params) == "exact"))


def noise_squared(params, c, n):
    """2 ((w + 2 c)/(n epsilon))^2: the second moment of Laplace noise for a sum of records moved by
    w + 2c.
    """
    lower, upper = bounds(params)
    scale = (real(upper - lower) + 2 * c) / (n * real(epsilon(params)))
    return scale * scale + scale * scale


def clipped_margin_mse(params):
    n, bias = size(params), positive(params, "bias")
    return ivf(Fraction(1, n) + bias**2) + noise_squared(params, clipped_margin(params), n)


def residual_power(l):
    """K^q, l = p/q: the largest (u - 1)^2/u^l, u > 1, to the power q; rising while 2 u > l (u - 1),
    which is linear.
    """
    p, q = l.numerator, l.denominator
    u = l / (l - 2)
    assert 2 * u == l * (u - 1)
    return (u - 1) ** (2 * q) / u**p


def still_falling(params, n=None):
    """c -> does A c^(2-l) + B c^2 still fall?"""
    l, delta, psi = order(params, Fraction(2)), share(params), positive(params, "psi")
    n = n or size(params)
    p, q = l.numerator, l.denominator
    if constants(params) == "exact":
        a = (1 / delta - 1) ** q * residual_power(l) / Fraction(n) ** q
    else:
        a = (Fraction(8) / (l * l * n * delta)) ** q
    left = (l - 2) ** q * a * psi**p  # ((l - 2) A)^q

    def test(c):
        e = epsilon(params)
        b = product(Fraction(n * n), e, e)  # B = 16/(n epsilon)^2
        right = quotient(Fraction(32) ** q * Fraction(c) ** p, b**q)
        return not at_most(left, right)

    return test


def combined_margin(params):
    return root(still_falling(params))


def combined_margin_up(params, n=None):
    return least(still_falling(params, n))


def combined_margin_mse(params):
    l, delta, psi, n = (
        order(params, Fraction(2)),
        share(params),
        positive(params, "psi"),
        size(params),
    )
    if constants(params) == "exact":
        c = combined_margin(params)
        k = power(ivf(residual_power(l)), Fraction(1, l.denominator))
        left = product((1 / delta - 1) / n, k, power(psi, l), power(c, 2 - l))
        return ivf(Fraction(1, n)) + left + noise_squared(params, c, n)
    lower, upper = bounds(params)
    e = real(epsilon(params))
    noise = n * e
    ratio = power(n * e * e / real(4 * l * delta), 2 / l)
    return (
        ivf(Fraction(2, n))
        + 4 * (real(upper - lower) / noise) ** 2
        + 24 * (real(psi) / noise) ** 2 * ratio
    )
