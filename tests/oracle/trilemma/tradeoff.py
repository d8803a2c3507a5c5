"""Bounds of the trilemma: the lower ones from the trade-off that they maximise, found by bisection;
nothing else is assumed.

For every g in [16 bias, 1/5] the error is at least 1/(32 n s g^(1/(l-1)) + 16 n tau/g). The two
terms have slopes (per relative change of g) 32 n s g^(1/(l-1))/(l - 1) and 16 n tau/g; the best g
is where the first overtakes the second, or the end nearest to it. Where the second term is at most
1/(l - 1) of the first it is replaced by that: this is the bound "of moment".
"""

from fractions import Fraction

from boxes import least as least_of
from margins import clipped_margin, clipped_margin_mse, combined_margin, combined_margin_mse
from mpmath import iv
from params import decay
from roots import below_or_equal, most, power, root, square_root, whole_power
from stream import Open, at_most, at_rising_precision, product, quotient
from trilemma.params import (
    any_share,
    at_least_zero,
    edition,
    epsilon,
    hyperbolic_sine,
    order,
    positive,
    real,
    size,
    small_bias,
)
from values import Unsupported, require

FIFTH = Fraction(1, 5)


def falling(s, tau, l):
    """g -> does the second term still fall faster than the first rises?

    Compared by whole powers: tau may be a square root.
    """
    # l = p/q: 2 s g^(l/(l-1)) < (l - 1) tau, to the power (p - q)
    p, q = (l.numerator, l.denominator)

    def test(g):
        left = product(whole_power(product(Fraction(2), s), p - q), Fraction(g) ** p)
        right = whole_power(product(l - 1, tau), p - q) if not isinstance(tau, SquareRoot) else None
        if right is None:  # both sides squared
            left, right = product(left, left), (l - 1) ** (2 * (p - q)) * tau.square ** (p - q)
        return not at_most(right, left)

    return test


class SquareRoot:
    def __init__(self, square):
        self.square = square


def interval_of(tau):
    return square_root(tau.square) if isinstance(tau, SquareRoot) else real(tau)


def best(s, tau, l, bias, last=FIFTH):
    """The g of [16 bias, 1/5] where the bound is largest."""
    test, first = falling(s, tau, l), 16 * bias
    try:
        if first and not test(first):
            return real(first)
    except Open:
        return real(first)
    return root(test, first, last)


def general(n, s, tau, l, bias):
    g = best(s, tau, l, bias)
    return 1 / (32 * n * real(s) * power(g, 1 / (l - 1)) + 16 * n * interval_of(tau) / g)


def of_moment(n, s, delta, l, bias):
    """1/(32 n s g^(1/(l-1)) (1 + 1/(l-1)))."""
    require(delta > 0 or bias > 0, "bias", "without delta and bias there is no bound")
    p, q = l.numerator, l.denominator
    # sqrt(delta) (l - 1) 5^(l/(l-1)) <= 2 s, to the power 2 (p - q)
    require(
        below_or_equal(
            lambda: (delta * (l - 1) ** 2) ** (p - q) * Fraction(5) ** (2 * p),
            lambda: whole_power(product(Fraction(2), s()), 2 * (p - q)),
        ),
        "delta",
        "delta is too large for this epsilon",
    )
    g = best(s(), SquareRoot(delta), l, bias) if delta else real(16 * bias)
    term = 32 * n * real(s()) * power(g, 1 / (l - 1))
    return 1 / (term + term / real(l - 1))


def lower_pieces(params, zero_bias):
    """(n, () -> s, delta) under the conditions of the bound at l = 2."""
    n, delta = size(params), any_share(params)
    s = lambda: hyperbolic_sine(params)  # noqa: E731
    require(
        below_or_equal(lambda: 625 * delta, lambda: product(Fraction(4), s(), s())),
        "delta",
        "delta is above (2 s/25)^2",
    )
    require(delta > 0 or not zero_bias, "delta", "delta and bias are both 0")
    return n, s, delta


def lower_bound(params):
    bias = small_bias(params)
    n, s, delta = lower_pieces(params, bias == 0)
    return most(1 / square_root(Fraction(6 * (n + 2))), of_moment(n, s, delta, Fraction(2), bias))


def least_bias(params):
    """The least bias of [0, 1/80] at which the second lower bound allows the error; 1/80 where none
    does.
    """
    error = positive(params, "error")
    n, s, delta = lower_pieces(params, False)
    require(6 * (n + 2) * error**2 >= 1, "error", "no estimator has so small an error")
    r = quotient(Fraction(1), product(Fraction(64 * n) * error, s()))

    def allowed_by_delta():  # sqrt(sqrt(delta)/(2 s)) >= r, to the power 4
        return at_most(quotient(Fraction(1), product((64 * n * error) ** 4, s(), s())), delta / 4)

    if delta and at_rising_precision(allowed_by_delta):
        return Fraction(0)
    if not isinstance(r, iv.mpf):
        return min(Fraction(1, 80), r / 16)
    return least_of(
        [
            Fraction(1, 80),
            root(lambda bias: not at_most(r, 16 * bias), Fraction(0), Fraction(1, 80)),
        ]
    )


def upper_bound(params):
    delta, bias, n = any_share(params), at_least_zero(params, "bias"), size(params)
    require(delta > 0 or bias > 0, "delta", "delta and bias are both 0")
    found, unit = (
        [],
        {k: v for k, v in params.items() if k not in ("lower", "upper", "constants", "lambda")},
    )
    if bias:
        found.append(clipped_margin_mse({**unit, "lambda": "2"}))
    if delta:
        found.append(combined_margin_mse({**unit, "lambda": "4"}))
        # every record is named with probability delta; second moment at most 1 + 1, less the square
        # of the mean
        found.append((Fraction(2) / delta - 1) / n)
    return least_of(found)


def exponential(params, exponent):
    """e^(epsilon exponent)."""
    q = decay(params)
    return (1 / q.b) ** exponent if q.b is not None else iv.exp(real(epsilon(params)) * exponent)


def quantity(name, params):
    if name == "lower_bound":
        return lower_bound(params)
    if name == "lower_bound_of_moment":
        l, bias, delta, n = (
            order(params),
            small_bias(params),
            any_share(params),
            size(params),
        )
        return of_moment(n, lambda: hyperbolic_sine(params), delta, l, bias)
    if name == "general_lower_bound":
        l, bias, tau, n = order(params), small_bias(params), positive(params, "tau"), size(params)
        return general(n, hyperbolic_sine(params), tau, l, bias)
    if name == "third_condition":
        l, delta = order(params), any_share(params)
        return quotient(delta, power(delta, 1 / l)) if delta else Fraction(0)
    if name == "least_bias":
        return least_bias(params)
    if name == "upper_bound":
        return upper_bound(params)
    if name == "clipped_mean_margin":
        return clipped_margin(params)
    if name == "clipped_mean_mse_bound":
        return clipped_margin_mse(params)
    if name == "combined_mean_margin":
        return combined_margin(params)
    if name == "combined_mean_mse_bound":
        return combined_margin_mse(params)
    if name == "pure_mean_bound":
        return product(exponential(params, size(params)), at_least_zero(params, "mean_absolute"))
    if name == "zcdp_mean_bound":
        n, rho, second = (
            size(params),
            at_least_zero(params, "rho"),
            at_least_zero(params, "second_moment"),
        )
        whole = iv.exp(real(n * n * rho)) ** 2
        return square_root((whole - (edition(params) == "printed")) * real(second))
    raise Unsupported(f"trilemma.{name} is unknown")
