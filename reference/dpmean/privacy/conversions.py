"""Conversions between pure, zero-concentrated and approximate DP: the printed ones, and sharper
ones beside them.

The printed ones: trilemma Appendix D; Bun and Steinke 2016. The sharper ones (`constants` =
`exact`): of pure DP the least rho (Steinke 2024); of zero-concentrated DP, for every order a > 1 a
delta, and then the best order (Canonne, Kamath and Steinke 2020, Proposition 12). The best order is
1 + y, where y > 0 solves an equation, and along y both epsilon and delta have a short form: y is
what both are written in here. All are proved in `proofs/theorems/laws/sharper_conversions.py`.
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare, sign
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, single


def rho_of_pure(epsilon: Scalar) -> Scalar:
    """Returns epsilon^2 / 2: epsilon-DP is (epsilon^2 / 2)-zCDP."""
    return epsilon**2 / 2


def least_rho_of_pure(epsilon: Scalar, growth: Scalar) -> Scalar:
    """Returns epsilon tanh(epsilon/2), where growth = e^epsilon: the least rho for which epsilon-DP
    is rho-zCDP.
    """
    return epsilon * (growth - 1) / (growth + 1)


def epsilon_of_rho(rho: Scalar, root: Scalar) -> Scalar:
    """Returns rho + 2 sqrt(rho log(1/delta)), where root = sqrt(rho log(1/delta)).

    rho-zCDP is (rho + 2 sqrt(rho log(1/delta)), delta)-DP.
    """
    return rho + 2 * root


def log_delta(rho: Scalar, epsilon: Scalar, y: Scalar, log_y: Scalar, log_above: Scalar) -> Scalar:
    """Returns the logarithm of the delta that the order 1 + y gives at any epsilon, for rho-zCDP.

    log_y = log(y), log_above = log(1 + y). That is (a - 1)(a rho - epsilon) - log(a - 1) + a log(1
    - 1/a), a = 1 + y.
    """
    return y * ((1 + y) * rho - epsilon) - log_y + (1 + y) * (log_y - log_above)


def best_epsilon(rho: Scalar, y: Scalar, log_step: Scalar) -> Scalar:
    """Returns the epsilon at which 1 + y is the best order, where log_step = log(1 + 1/y); it grows
    with y.
    """
    return (2 * y + 1) * rho - log_step


def best_cost(rho: Scalar, y: Scalar, log_above: Scalar) -> Scalar:
    """Returns log(1/delta) at the epsilon at which 1 + y is the best order, log_above = log(1 + y);
    it grows with y.
    """
    return rho * y**2 + log_above


def _rho(decay: Decay, constants: str = "paper") -> Number:
    found: Number = (
        rho_of_pure(decay.epsilon)
        if constants == "paper"
        else least_rho_of_pure(decay.epsilon, decay.power(-1))
    )
    return found


def _epsilon(rho: Fraction, delta: Fraction, constants: str = "paper") -> Number:
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    if constants == "exact":
        return least_epsilon(rho, delta)
    found: Number = epsilon_of_rho(rho, reals.root(-rho * reals.log(delta), 2) if rho else rho)
    return found


def least_epsilon(rho: Fraction, delta: Fraction) -> Number:
    """Returns the least epsilon >= 0 for which some order shows that rho-zCDP is (epsilon,
    delta)-DP.
    """
    if not rho:
        return Fraction(0)
    cost = -reals.log(delta)
    y = reals.rising_root(lambda q: best_cost(rho, q, reals.log(1 + q)) - cost)
    found: Number = best_epsilon(rho, y, reals.log(1 + 1 / y))
    return found if sign(found) > 0 else Fraction(0)


def least_delta(rho: Fraction, ratio: Number) -> Number:
    """Returns the least delta over all orders for which rho-zCDP is (epsilon, delta)-DP, ratio =
    e^epsilon > 0.
    """
    if not rho:  # the two laws are equal
        return 1 - ratio if compare(ratio, Fraction(1)) < 0 else Fraction(0)
    epsilon = reals.log(ratio)
    y = reals.rising_root(lambda q: best_epsilon(rho, q, reals.log(1 + 1 / q)) - epsilon)
    return reals.exponential(-best_cost(rho, y, reals.log(1 + y)))


def rho_for_cost(root_of_cost: Scalar, root_of_both: Scalar) -> Scalar:
    """Returns (sqrt(epsilon + c) - sqrt(c))^2, c = log(1/delta): the rho of which the printed
    conversion makes epsilon.

    root_of_cost = sqrt(c), root_of_both = sqrt(epsilon + c).
    """
    return (root_of_both - root_of_cost) ** 2


def rho_for_order(epsilon: Scalar, y: Scalar, log_step: Scalar) -> Scalar:
    """Returns the rho for which 1 + y is the best order at epsilon, log_step = log(1 + 1/y); it
    falls with y.
    """
    return (epsilon + log_step) / (2 * y + 1)


def largest_rho(decay: Decay, delta: Fraction, constants: str = "paper") -> Number:
    """Returns the largest rho for which rho-zCDP is known to be (epsilon, delta)-DP: by the printed
    conversion, or by some order.
    """
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    epsilon, cost = decay.epsilon, -reals.log(delta)
    if constants == "paper":
        found: Number = rho_for_cost(reals.root(cost, 2), reals.root(epsilon + cost, 2))
        return found

    def excess(y: Fraction) -> Number:
        rho = rho_for_order(epsilon, y, reals.log(1 + 1 / y))
        return best_cost(rho, y, reals.log(1 + y)) - cost

    y = reals.rising_root(excess)
    best: Number = rho_for_order(epsilon, y, reals.log(1 + 1 / y))
    return best


_SOURCE = "trilemma Appendix D"
ENTRIES = (
    Entry(
        "zcdp.rho",
        "the rho of a pure guarantee",
        ("epsilon",),
        ("constants",),
        "epsilon^2 / 2; exact: epsilon (e^epsilon - 1)/(e^epsilon + 1)",
        "Q(epsilon, e^epsilon)",
        _SOURCE,
        single(_rho),
    ),
    Entry(
        "zcdp.epsilon",
        "the epsilon of a rho-zCDP guarantee at a delta",
        ("rho", "delta"),
        ("constants",),
        "rho + 2 sqrt(rho log(1/delta)); exact: max{0, (2 y + 1) rho - log(1 + 1/y)}, y = e^t, "
        "t = the t with rho e^(2 t) + log(1 + e^t) = log(1/delta)",
        "reals",
        _SOURCE,
        single(_epsilon),
    ),
    Entry(
        "zcdp.delta",
        "the delta of a rho-zCDP guarantee at an epsilon, by the best order",
        ("rho", "at_epsilon"),
        (),
        "(1 - e^h)+ for rho = 0; e^(-rho y^2)/(1 + y) otherwise, y = e^t, t = the t with (2 "
        "e^t + 1) rho - log(1 + e^-t) = h",
        "reals",
        "Canonne, Kamath, Steinke 2020, Proposition 12",
        single(least_delta),
    ),
    Entry(
        "zcdp.largest_rho",
        "the largest rho for which rho-zCDP is (epsilon, delta)-DP",
        ("epsilon", "delta"),
        ("constants",),
        "(sqrt(epsilon + log(1/delta)) - sqrt(log(1/delta)))^2; exact: (epsilon + log(1 + "
        "1/y))/(2 y + 1), y = e^t, t = the t with (epsilon + log(1 + e^-t)) e^(2 t)/(2 e^t + 1) + "
        "log(1 + e^t) = log(1/delta)",
        "reals",
        _SOURCE,
        single(largest_rho),
    ),
)
