"""Is the sum right? Formulas of accountants: no draw shows them, an exact value does."""

from __future__ import annotations

import math

from mpmath import exp, mpf, ncdf, workdps

from .bug import bug
from .parts import Given, Unsupported


@bug(
    "opendp/smartnoise-sdk",
    621,
    "Odometer Formula Bug",
    "A logarithm was missing in the formula of a composition theorem: it stated more loss than "
    "there is.",
    judged_as="composition.advanced_epsilon",
    wrong="2 * p.releases * (1 / p.delta1)",
    right="2 * p.releases * math.log(1 / p.delta1)",
)
def logarithm_missing(p: Given) -> float:
    return math.sqrt(
        2 * p.releases * (1 / p.delta1)
    ) * p.epsilon + p.releases * p.epsilon * math.expm1(p.epsilon)


@bug(
    "opendp/opendp",
    2911,
    "Report noisy max uses four times more privacy budget than claimed under zCDP",
    "A mechanism that is epsilon-DP claimed the rho of one with a bounded range, epsilon^2/8 "
    "for epsilon^2/2.",
    judged_as="zcdp.rho",
    wrong="p.epsilon**2 / 8",
    right="p.epsilon**2 / 2",
)
def rho_of_another_mechanism(p: Given) -> float:
    return p.epsilon**2 / 8


@bug(
    "opendp/smartnoise-sdk",
    462,
    "Gaussian formula looks wrong when epsilon>1",
    "The classic relation of sigma, epsilon and delta was used beyond epsilon = 1, where it "
    "does not hold.",
    judged_as="gaussian.hockey_stick",
    wrong="classic(shift, h)",
    right="analytic(shift, h)",
)
def classic_formula(p: Given) -> float:
    shift = abs(p.shift) / math.sqrt(p.sigma_squared)
    h = math.log(p.at_ratio) if "at_ratio" in p.params else float(p.at_epsilon)
    if shift == 0 or h <= 0:
        raise Unsupported("a shift, and levels above 0")
    return classic(shift, h)


def classic(shift: float, h: float) -> float:
    """Delta by Dwork and Roth, Theorem A.1."""
    return min(1.0, 1.25 * math.exp(-((h / shift) ** 2) / 2))


def analytic(shift: float, h: float) -> float:
    """Delta by Balle and Wang, Theorem 5."""
    with workdps(60):  # the two terms may agree in many digits
        s, level = mpf(shift), mpf(h)
        return float(ncdf(s / 2 - level / s) - exp(level) * ncdf(-s / 2 - level / s))


@bug(
    "OpenMined/PySyft",
    6914,
    "Bug in DP logic: less noise -> less privacy budget spend",
    "The more noise a release had, the more budget it was charged.",
    judged_as="gaussian.rho",
    wrong="p.sensitivity**2 * p.sigma_squared / 2",
    right="p.sensitivity**2 / (2 * p.sigma_squared)",
)
def more_noise_costs_more(p: Given) -> float:
    return p.sensitivity**2 * p.sigma_squared / 2
