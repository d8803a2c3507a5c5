"""Planted faults in the formulas of instance Sections 2, 3.1 and 3.2, and in the statements about
them: see `fault.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import gaussian
from dpmean.mechanisms.instance import clipping, private_threshold, quantile
from dpmean.mechanisms.instance import quantile_clipped_mean_bounds as instance
from dpmean.mechanisms.instance.private_threshold import Plan
from dpmean.privacy import composition
from dpmean.privacy.guarantees import ZeroConcentratedDP
from dpmean.programs import table
from proofs.theorems.instance import (
    instance_clipped_mean,
    instance_quantile_mean,
    instance_rank_error,
    instance_search,
    instance_threshold,
    instance_zcdp,
)
from tests.lab.faults.fault import Fault, scaled

ZCDP = "instance_zcdp"
CLIPPED = "instance_clipped_mean"
THRESHOLD = "instance_threshold"
SEARCH = "instance_search"
ERROR = "instance_rank_error"
MEAN = "instance_quantile_mean"
SHIFTED = "instance_shifted"
GAUSSIAN = "instance_gaussian"
MODELS = "instance_models"
HALF = Fraction(1, 2)


def _true(_: Any) -> Any:
    """A statement that is said to hold everywhere."""
    return lambda *args: True


FAULTS = (
    # shipped formulas
    Fault(
        "the Gaussian mechanism's variance without the 2",
        gaussian,
        "variance_for",
        scaled(2),
        ZCDP,
        "at the variance GS^2/(2 rho) a shift by GS has the divergence a rho",
        (CLIPPED,),
    ),
    Fault(
        "the logarithm of the moment times order for order - 1",
        gaussian,
        "log_moment",
        lambda _: lambda a, s, v: a * a * s / (2 * v),
        ZCDP,
        "the divergence of order a = 1 + t",
    ),
    Fault(
        "only the greater of two rhos counts",
        composition,
        "both",
        lambda _: lambda x, y: x,
        ZCDP,
        "(3): moments multiply, so rhos add up",
        also=("trilemma_subsample",),
    ),
    Fault(
        "advanced composition with e^eps for e^eps - 1",
        composition,
        "advanced_epsilon",
        lambda _: lambda e, g, k, r: r * e + k * e * (g - 1) / 4,
        ZCDP,
        "(2): the printed epsilon' is larger, e^eps = 1 + eps + h",
        ("instance_models", "instance_names"),
    ),
    Fault(
        "the sharper epsilon with k eps^2/4",
        composition,
        "sharper_epsilon",
        lambda _: lambda e, k, r: r * e + k * e**2 / 4,
        ZCDP,
        "(2): k eps^2/2 and back to approximate DP is the sharper epsilon",
        also=("instance_names",),
    ),
    Fault(
        "the root of many releases without its 2",
        composition,
        "epsilon_of_many",
        lambda f: lambda decay, k, delta1, constants="paper": f(decay, k, delta1, constants) / 4,
        ZCDP,
        "(2) for k <= 12 answers of a lying coin",
        ("best_composition",),
    ),
    Fault(
        "delta' is left out",
        composition,
        "advanced_delta",
        lambda _: lambda d, k, x: k * d + 0 * x,
        ZCDP,
        "(2), delta > 0: delta' is added",
    ),
    Fault(
        "concentrated composition forgets the last release",
        composition,
        "sequential_concentrated",
        lambda f: lambda measures: f(measures[:-1] or [ZeroConcentratedDP(Fraction(0))]),
        ZCDP,
        "the shipped composition of up to six guarantees",
    ),
    Fault(
        "pure composition forgets the last release",
        composition,
        "sequential",
        lambda f: lambda measures: f(measures[:-1]),
        ZCDP,
        "the shipped composition of up to six guarantees",
        also=("trilemma_subsample",),
    ),
    Fault(
        "the exact factor for one coordinate in every dimension",
        clipping,
        "factor",
        lambda f: lambda constants, d: f(constants, 1),
        CLIPPED,
        "so ||x - y||^2 <= 2 C^2",
        also=("instance_names",),
    ),
    Fault(
        "the sensitivity of one record, not of two",
        clipping,
        "squared_sensitivity",
        scaled(HALF),
        CLIPPED,
        "so ||x - y||^2 <= 4 C^2 for norms of at most C",
        (MEAN, SHIFTED, "instance_programs", "instance_rounds", "instance_names"),
    ),
    Fault(
        "the lattice's variance without the square of its steps",
        clipping,
        "lattice_variance",
        lambda f: lambda factor, squared, steps, rho: f(factor, squared, 1, rho) * steps,
        CLIPPED,
        "the noise of the sum on its lattice is rho-zCDP, any factor",
        (MEAN, SHIFTED, "instance_rounds", "instance_names"),
    ),
    Fault(
        "the noise's weight without the dimension",
        clipping,
        "noise_weight",
        lambda f: lambda factor, d, rho: f(factor, 1, rho) + 0 * d,
        CLIPPED,
        "s = sqrt(2 d/rho), rho = 1/q",
        (THRESHOLD, MEAN, "instance_names"),
    ),
    Fault(
        "the excess of records inside too",
        clipping,
        "excess",
        lambda _: lambda norm, threshold, outside: norm - threshold + 0 * outside,
        CLIPPED,
        "max{||x|| - C, 0} is the shipped excess",
        (THRESHOLD, "instance_names"),
    ),
    Fault(
        "the bias is not divided by n",
        clipping,
        "error_bound",
        lambda _: lambda e, c, s, n: e + c * s / n,
        CLIPPED,
        "the shipped bound is bias + sqrt(E||Z||^2)",
        (THRESHOLD, MODELS, "instance_names"),
    ),
    Fault(
        "the rank rounds n - s down",
        clipping,
        "rank",
        lambda _: lambda n, weight: n - clipping.floor(weight) - 1,
        THRESHOLD,
        "the record of rank r = n - floor(s): at least n - r + 1 > s are not below it, at most "
        "n - r <= s above",
        also=("instance_names",),
    ),
    Fault(
        "the threshold is the record after",
        clipping,
        "optimal_threshold",
        lambda _: lambda norms, d, rho, constants="paper": max(norms),
        THRESHOLD,
        "the shipped threshold is the least minimum, up to four norms",
    ),
    Fault(
        "truncation to the nearest lattice point",
        table,
        "truncated",
        lambda f: (
            lambda x, squared, steps: [
                (v + (1 if v > 0 else -1)) // 2 if v % 2 else v // 2
                for v in f(x, squared, 2 * steps)
            ]
        ),
        CLIPPED,
        "the shipped truncation on boxes with negative coordinates: shorter, the same signs, "
        "each coordinate the floor of its size, records inside exact",
        also=("instance_programs",),
    ),
    Fault(
        "log2(N) iterations, rounded down",
        quantile,
        "iterations",
        lambda _: lambda values: values.bit_length() - 1,
        SEARCH,
        "the shipped number of counts is the most over all answers: N up to 130, and around "
        "256, 512, 1024",
        (ERROR, MEAN, "instance_programs", "instance_rounds", "instance_names"),
    ),
    Fault(
        "the middle at the left end",
        quantile,
        "middle",
        lambda _: lambda left, right: left if isinstance(left, int) else left // 1,
        SEARCH,
        "the left half has ceil(N/2) values, the right one no more",
        (ERROR, "instance_programs"),
    ),
    Fault(
        "the corrected search goes right as printed",
        quantile,
        "goes_right",
        lambda f: lambda noisy, rank, printed: f(noisy, rank, True),
        SEARCH,
        "the corrected search goes right: b = x_(m + ceil(tau)) is not passed",
        (ERROR, MEAN, "instance_programs", "instance_rounds"),
    ),
    Fault(
        "the counts' variance without the 2",
        quantile,
        "noise_variance",
        scaled(2),
        ERROR,
        "T counts of variance T/(2 rho) have the divergence a rho together",
        (MEAN, SHIFTED, GAUSSIAN, "instance_programs", "instance_rounds", "instance_names"),
    ),
    Fault(
        "tau^2 without its 2",
        quantile,
        "squared_rank_error",
        scaled(HALF),
        ERROR,
        "and at the shipped tau^2 that is minus the logarithm of T/beta, or of 2 T/beta",
        (MEAN, "instance_names"),
    ),
    Fault(
        "the printed tau^2 without its 1/2",
        quantile,
        "printed_squared_rank_error",
        scaled(2),
        ERROR,
        "the printed tau^2 is half of sigma^2 times twice the logarithm",
        also=("instance_names",),
    ),
    Fault(
        "tau for a beta that is ten times as large, or nearly",
        quantile,
        "rank_error",
        lambda f: (
            lambda values, rho, beta, constants="paper": f(
                values, rho, (1 + 19 * beta) / 20, constants
            )
        ),
        ERROR,
        "the shipped tau, certified for discrete Gaussian and for normal noise",
        also=("instance_names",),
    ),
    Fault(
        "the printed search is said to hold its rho",
        quantile,
        "real_rho",
        lambda _: lambda low, high, rho, edition: rho,
        ERROR,
        "the shipped least rho of the printed search, u a power of two",
        also=("instance_names",),
    ),
    Fault(
        "log2(u + 1) counts with noise at u = 1",
        quantile,
        "printed_variance",
        lambda f: lambda width, rho: f(max(width, 2), rho),
        ERROR,
        "u = 1, n = 2: no noise at all, and neighbours that have no answer in common",
    ),
    Fault(
        "a third of the budget for the threshold",
        private_threshold,
        "threshold_share",
        lambda _: lambda rho: rho / 3,
        MEAN,
        "the shares of the budget add up to rho",
        (THRESHOLD, SHIFTED, "instance_rounds", "instance_names"),
    ),
    Fault(
        "all of the budget for the mean",
        private_threshold,
        "mean_share",
        lambda _: lambda rho: rho,
        MEAN,
        "the shares of the budget add up to rho",
        (THRESHOLD, SHIFTED, "instance_rounds", "instance_names"),
    ),
    Fault(
        "the printed tau of squared norms with log(2 T) inside",
        private_threshold,
        "printed_rank_error",
        scaled(2),
        MEAN,
        "Theorem 3.1 at d u^2, rho/4 gives more than the tau printed for the squared norms: d "
        "= 1, u = 2",
        also=("instance_names",),
    ),
    Fault(
        "the plan's s with all of rho",
        Plan,
        "weight",
        lambda f: property(
            lambda self: f.fget(Plan(**{**vars(self), "rho": self.rho * Fraction(4, 3)}))
        ),
        THRESHOLD,
        "the shipped plan uses s'",
    ),
    Fault(
        "the plan's least rho without that of the threshold",
        Plan,
        "real_rho",
        lambda _: property(
            lambda self: private_threshold.mean_share(self.rho) if self.rank >= 1 else Fraction(0)
        ),
        MEAN,
        "the shipped least rho of both editions",
        (SHIFTED, "instance_rounds", "instance_names"),
    ),
    Fault(
        "as many clipped as the rank says",
        instance,
        "most_clipped",
        lambda _: lambda largest, error: largest,
        MEAN,
        "at most n - m + ceil(tau) norms lie beyond that of rank m - ceil(tau)",
    ),
    Fault(
        "the error of the mean is that of the sum",
        instance,
        "mean_error",
        lambda f: lambda radius, clipped, noise, n: f(radius, clipped, noise, 1) + 0 * n,
        MEAN,
        "bias and noise: R/n for each clipped record, and C <= R",
    ),
    Fault(
        "the bound without its noise",
        instance,
        "quantile_clipped_error",
        lambda f: (
            lambda radius, n, d, u, rho, beta, constants="paper": f(
                radius, n, d, u, 10**6, beta, constants
            )
        ),
        MEAN,
        "the certified chance to miss the shipped bound, d = u = 1, discrete Gaussian noise: "
        "at most beta",
    ),
    Fault(
        "the plan's rank is one too high",
        Plan,
        "rank",
        lambda f: property(lambda self: f.fget(self) + 1),
        MEAN,
        "the shipped tau, and the ranks of both editions",
        also=("instance_rounds", "instance_names"),
    ),
    Fault(
        "the plan's tau for all of the budget",
        Plan,
        "error",
        lambda f: property(lambda self: f.fget(self) / 2),
        MEAN,
        "the shipped tau, and the ranks of both editions",
        also=("instance_names",),
    ),
    Fault(
        "the bound at a threshold is the paper's whatever is asked",
        clipping,
        "bound_at",
        lambda f: lambda norms, d, rho, threshold, constants="paper": f(norms, d, rho, threshold),
        THRESHOLD,
        "the shipped threshold is the least minimum, up to four norms",
    ),
    Fault(
        "log2(u) rounded down",
        quantile,
        "printed_log",
        lambda _: lambda u: Fraction(u.bit_length() - 1),
        ERROR,
        "the shipped log2(u): 2^k <= u^1000 < 2^(k + 1), k = floor(1000 log2(u))",
        also=("instance_names",),
    ),
    # statements
    Fault(
        "an erratum that is none: protection between lattice points",
        instance_zcdp,
        "protected",
        _true,
        ZCDP,
        "between lattice points there is no guarantee: a query that moves by 1/2",
    ),
    Fault(
        "an erratum that is none: the variance in the proof of Lemma 3.1",
        instance_clipped_mean,
        "variance_of_the_proof",
        _true,
        CLIPPED,
        "the proof's variance 2 C^2/(rho n) is wrong from n = 2 on",
    ),
    Fault(
        "an erratum that is none: the derivative of E",
        instance_threshold,
        "printed_slope",
        _true,
        THRESHOLD,
        "the printed derivative has the wrong sign: one record of norm 1, d = 1, rho = 8",
    ),
    Fault(
        "an erratum that is none: the rank with all of rho",
        instance_threshold,
        "split_is_optimal",
        _true,
        THRESHOLD,
        "with s for s': one record of norm 1, d = 1, rho = 5/2",
    ),
    Fault(
        "an erratum that is none: Lemma 3.2",
        instance_search,
        "lemma_as_printed",
        _true,
        SEARCH,
        "Lemma 3.2 for Algorithm 1 as printed: n = 1, m = 1, u = 1, x = (0), no noise: it "
        "returns 1",
    ),
    Fault(
        "an erratum that is none: rho of Theorem 3.1",
        instance_rank_error,
        "printed_is_private",
        _true,
        ERROR,
        "u = 2, n = 1, m = 1, rho = 1/2: the selected integer alone has a divergence of order "
        "2 above 2 rho",
    ),
    Fault(
        "an erratum that is none: rho of the selected integer",
        instance_rank_error,
        "printed_integer_is_private",
        _true,
        ERROR,
        "u = 2: the selected integer alone has a divergence above a rho at the order a = 3",
    ),
    Fault(
        "an erratum that is none: tau of Theorem 3.1",
        instance_rank_error,
        "printed_is_accurate",
        _true,
        ERROR,
        "u = 2, beta = 1/10000, sigma = 3, 23 records at 1, m = 12: another integer is "
        "selected with probability above beta",
    ),
    Fault(
        "an erratum that is none: tau of the squared norms",
        instance_quantile_mean,
        "tau_as_printed",
        _true,
        MEAN,
        "Theorem 3.1 at d u^2, rho/4 gives more than the tau printed for the squared norms: d "
        "= 1, u = 2",
    ),
    Fault(
        "an erratum that is none: s + tau are clipped",
        instance_quantile_mean,
        "clipped_as_printed",
        _true,
        MEAN,
        "at most s + tau are clipped: n = 2, s = 1/2, tau = 1, both are",
    ),
    Fault(
        "an erratum that is none: n > max{s, tau}",
        instance_quantile_mean,
        "within_the_norms",
        _true,
        MEAN,
        "n > max{s, tau} is not enough for C <= r(D): n = 1, tau = 1/2, x = 0",
    ),
)
