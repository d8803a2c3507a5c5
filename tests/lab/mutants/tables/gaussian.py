"""Mutants of the discrete Gaussian law and of the profiles that were added with it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpmean.distributions import discrete_gaussian
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.samplers import canonne_kamath_steinke, economical, knuth_yao
from dpmean.exact import reals
from dpmean.exact.reals import Number

from ..mutant import Mutant, edit

REACH = 100


def _cut(_: Any) -> Any:
    """Sums that stop at REACH."""

    def some(rate: Fraction, start: int, order: int = 0) -> Number:
        total: Number = Fraction(0)
        for j in range(start, REACH + 1):
            total = total + reals.exp(-rate * j**2) * Fraction(j**order)
        return total

    return some


def _integral(original: Any) -> Any:
    """sqrt(2 pi) sigma for the sum over all integers."""
    del original
    root = Fraction(math.sqrt(2 * math.pi))
    return property(lambda self: (reals.root(self.sigma_squared, 2) * root - 1) / 2)


MUTANTS = (
    Mutant(
        "gaussian-one-sided",
        "the total counts the positive side once",
        ("Normalizer",),
        discrete_gaussian,
        "total",
        edit(("1 + 2 * upper", "1 + upper")),
    ),
    Mutant(
        "gaussian-sum-of-a-hundred",
        "sums over the outcomes stop at 100",
        ("SumCut", "FarTail", "TailCut"),
        discrete_gaussian,
        "gaussian_sum",
        _cut,
    ),
    Mutant(
        "gaussian-integral-for-sum",
        "the total is that of the continuous law, sqrt(2 pi) sigma",
        ("SumCut", "DiscreteNotContinuous"),
        DiscreteGaussian,
        "_upper",
        _integral,
    ),
    Mutant(
        "gaussian-without-the-two",
        "the exponent is -k^2 / sigma^2",
        ("WrongScale", "Normalizer"),
        DiscreteGaussian,
        "rate",
        edit(("1 / (2 * self.sigma_squared)", "1 / self.sigma_squared")),
    ),
    Mutant(
        "gaussian-continuous-variance",
        "the variance is sigma^2",
        ("DiscreteNotContinuous",),
        DiscreteGaussian,
        "variance",
        edit(("self.moment(2)", "self.sigma_squared")),
    ),
    Mutant(
        "gaussian-cdf-below-off-by-one",
        "below 0 the distribution function is that of k - 1",
        ("NegativeSide",),
        DiscreteGaussian,
        "cdf",
        edit(("else self.tail(-k) / 2", "else self.tail(1 - k) / 2")),
    ),
    Mutant(
        "gaussian-log-of-the-mass",
        "the log is taken of a mass that has underflowed",
        ("FarTail",),
        DiscreteGaussian,
        "log_pmf",
        edit(("self.rate * k**2", "min(self.rate * k**2, Fraction(745))")),
    ),
    Mutant(
        "gaussian-rho-without-square",
        "rho has the sensitivity to the first power",
        ("SensitivityUnit",),
        DiscreteGaussian,
        "rho",
        edit(("rho(self.sensitivity,", "rho(reals.root(self.sensitivity, 2),")),
    ),
    Mutant(
        "gaussian-rho-too-small",
        "rho is rounded down to a multiple of 2^-20",
        ("OneSided",),
        DiscreteGaussian,
        "rho",
        edit(
            (
                "rho(self.sensitivity, self.sigma_squared)",
                "Fraction(floor(rho(self.sensitivity, self.sigma_squared) * 2**20), 2**20)",
            )
        ),
    ),
    Mutant(
        "gaussian-profile-one-outcome-less",
        "the last outcome that counts is left out",
        ("Profile",),
        DiscreteGaussian,
        "hockey_stick",
        edit(
            (
                "return self.cdf(last) - ratio * self.cdf(last - s)",
                "return self.cdf(last - 1) - ratio * self.cdf(last - 1 - s)",
            )
        ),
    ),
    Mutant(
        "gaussian-profile-exchanged",
        "e^h multiplies the other law",
        ("Profile",),
        DiscreteGaussian,
        "hockey_stick",
        edit(
            (
                "self.cdf(last) - ratio * self.cdf(last - s)",
                "ratio * self.cdf(last) - self.cdf(last - s)",
            )
        ),
    ),
    Mutant(
        "gaussian-profile-counts-an-outcome-of-equal-loss-twice",
        "at a level that an outcome's loss equals the next outcome is counted",
        ("LossEnds", "Profile"),
        DiscreteGaussian,
        "hockey_stick",
        edit(("ceil(where) - 1 if", "floor(where) + 1 if")),
    ),
    Mutant(
        "gaussian-drawn-with-zero-doubled",
        "zero comes from both signs",
        ("DoubleZero",),
        DiscreteGaussian,
        "pmf",
        edit(
            (
                "pmf(reals.exponential(-self.rate * k**2), self._upper)",
                "pmf(reals.exponential(-self.rate * k**2), self._upper) * (1 if k else 2)",
            )
        ),
        "opendp/opendp#507",
    ),
    Mutant(
        "gaussian-tail-cut",
        "outcomes beyond six are drawn as six",
        ("TailCut",),
        DiscreteGaussian,
        "sample",
        edit(("self._inversion.draw(bits)", "max(-6, min(6, self._inversion.draw(bits)))")),
        "opendp/opendp#114",
    ),
    Mutant(
        "gaussian-sampler-takes-sigma",
        "sigma is used where sigma^2 belongs",
        ("WrongScale",),
        DiscreteGaussian,
        "sample",
        edit(
            (
                "return Fraction(self._inversion.draw(bits))",
                "return DiscreteGaussian(self.sigma_squared**2)._inversion.draw(bits) * "
                "Fraction(1)",
            )
        ),
    ),
    # profiles
    Mutant(
        "knuth-yao-leaves-last",
        "on a level the inner nodes are numbered before the leaves of the last group",
        ("TapeOrder",),
        knuth_yao.KnuthYao,
        "leaves",
        edit(("range(self.reach(i)) if", "reversed(range(self.reach(i))) if")),
    ),
    Mutant(
        "knuth-yao-negative-first",
        "in a group -k comes before k",
        ("TapeOrder",),
        economical,
        "symmetric",
        edit(("(n, -n)", "(-n, n)")),
    ),
    Mutant(
        "published-zero-from-both-signs",
        "a negative zero is not rejected",
        ("DoubleZero",),
        canonne_kamath_steinke,
        "discrete_laplace",
        edit(("if not (negative and x == 0):", "if True:")),
        "opendp/opendp#507",
    ),
    Mutant(
        "published-coin-of-even-length",
        "the coin of probability e^-g is true when the count is even",
        ("TapeOrder",),
        canonne_kamath_steinke,
        "_bernoulli_exp",
        edit(("k % 2 == 1", "k % 2 == 0")),
    ),
    Mutant(
        "published-gaussian-without-plus-one",
        "the scale of the proposal is floor(sigma) where it is one more",
        ("TapeOrder",),
        canonne_kamath_steinke,
        "discrete_gaussian",
        edit(("isqrt(floor(sigma_squared)) + 1", "max(1, isqrt(floor(sigma_squared)))")),
    ),
)
