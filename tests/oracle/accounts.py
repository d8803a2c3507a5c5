"""Conversions of privacy guarantees: the definitions applied record by record, and minima found by
search.
"""

from fractions import Fraction

import calibrated
import sharper_accounts
from mpmath import iv
from params import decay, positive_integer
from roots import below_or_equal, root, square_root
from stream import at_most, plus, product, quotient
from trilemma.params import any_share, at_least_zero, constants, growth_factor, real, share
from values import Unsupported, number, require


def steps(factor, delta, k):
    """delta after k steps P <= factor Q + delta, from one record to the next; many steps by
    doubling.
    """
    power, total, whole, found = factor, delta, Fraction(1), Fraction(0)
    while k:
        if k & 1:  # first the steps found so far, then these
            found, whole = plus(found, product(whole, total)), product(whole, power)
        total, power, k = plus(total, product(power, total)), product(power, power), k >> 1
    return found


def group(name, params):
    k = positive_integer(params, "group_size")
    if name == "rho":  # a Gaussian shift of k units
        return k * k * at_least_zero(params, "rho")
    if name == "epsilon":
        return product(Fraction(k), decay(params).rate())
    if name == "delta":
        return steps(growth_factor(params), any_share(params), k)
    raise Unsupported(f"group.{name} is unknown")


def replacement(name, params):
    """To remove one record and add another."""
    return group(name, {**params, "group_size": "2"})


def zcdp(name, params):
    if name == "largest_rho":
        return calibrated.largest_rho(params)
    if name == "delta" or constants(params) == "exact":
        return sharper_accounts.compute("zcdp", name, params)
    if name == "rho":  # the largest KL divergence per order, epsilon^2/2
        e = decay(params).rate()
        return product(e, e, Fraction(1, 2))
    if name == "epsilon":  # the least of rho a + log(1/delta)/(a - 1) over a > 1
        rho, delta = at_least_zero(params, "rho"), share(params)
        if not rho:
            return Fraction(0)
        cost = lambda: -iv.log(real(delta))  # noqa: E731
        x = root(lambda x: not at_most(cost(), rho * x * x))
        return real(rho) * (1 + x) + cost() / x
    raise Unsupported(f"zcdp.{name} is unknown")


def shuffling(name, params):
    if constants(params) == "exact":
        return sharper_accounts.compute("shuffling", name, params)
    m, first = positive_integer(params, "blocks"), number(params, "delta1")
    require(0 < first <= 1, "delta1", "delta1 must be at most 1")
    # delta1 >= 2 e^(-m/(16 G)), in logarithms
    require(
        below_or_equal(
            lambda: iv.log(real(2 / first)), lambda: real(m) / (16 * real(growth_factor(params)))
        ),
        "delta1",
        "delta1 is too small",
    )
    g = real(growth_factor(params))
    inner = square_root(g * iv.log(real(4 / first)) / m) + g / m
    y = 8 * (g - 1) / (g + 1) * inner
    if name == "epsilon":
        return log_of_one_plus(y)
    if name == "delta":
        return real(first) + (2 + y) * (quotient(Fraction(1), 2 * g) + 1) * m * real(
            any_share(params)
        )
    raise Unsupported(f"shuffling.{name} is unknown")


def log_of_one_plus(y):
    return iv.log(1 + y)
