"""The noise of each stage of the quantile and the shifted clipped mean: the variances of
instance/values.py at the shares of the budget that the page names.
"""

from fractions import Fraction

from instance.params import rho_of, steps_of
from instance.values import clipped_variance, power_of_two, search_variance
from params import positive_integer
from trilemma.params import constants
from values import number, require

OF = {
    "quantile_clipped_mean": ("threshold_noise_variance", "noise_variance"),
    "shifted_clipped_mean": ("median_noise_variance", "threshold_noise_variance", "noise_variance"),
}


def knows(name, quantity):
    return quantity in OF.get(name, ())


def answer(name, quantity, params):
    rho, ours = rho_of(params), name == "quantile_clipped_mean"
    if quantity == "noise_variance":
        q = number(params, "threshold_squared")
        require(q >= 0, "threshold_squared", "must not be negative")
        if not ours:
            return clipped_variance(Fraction(4), q, steps_of(params), Fraction(9, 16) * rho)
        f = 4 if constants(params) == "paper" else min(2, positive_integer(params, "d"))
        return clipped_variance(Fraction(f), q, steps_of(params), Fraction(3, 4) * rho)
    d, u = positive_integer(params, "d"), positive_integer(params, "u")
    wide = power_of_two(d)
    if quantity == "median_noise_variance":
        return search_variance(2 * d * u, rho / 4 / wide, False)()
    return search_variance(
        d * u * u if ours else 4 * wide * (d * u) ** 2,
        rho / 4 if ours else rho * Fraction(3, 16),
        False,
    )()
