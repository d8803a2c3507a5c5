"""The catalogue's quantities of the central model: iterations, noise, rank errors, thresholds,
ranks and budgets.

Each entry evaluates a shipped function or a mechanism of this folder. A quantile is over the u + 1
integers from 0 to u.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact import reals
from ...exact.enclosure import compare
from ...exact.reals import Number
from ...exact.rotation import padded
from ...parameters.entry import Entry, single
from . import clipping, quantile
from .private_threshold import mean_share, threshold_share
from .quantile_clipped_mean import QuantileClippedMean
from .shifted_clipped_mean import ShiftedClippedMean, coordinate_bound, median_share


def iterations(u: int) -> Fraction:
    """Returns T, the most noisy counts that PrivQuant takes for integers from 0 to u."""
    return Fraction(quantile.iterations(u + 1))


def count_variance(u: int, rho: Fraction, edition: str = "corrected") -> Number:
    """Returns sigma^2 of the noise of one count of PrivQuant over integers from 0 to u."""
    if edition == "printed":
        return quantile.printed_variance(u, quantile.positive(rho))
    return Fraction(quantile.noise_variance(iterations(u), quantile.positive(rho)))


def quantile_rank_error(
    u: int, rho: Fraction, beta: Fraction, constants: str = "paper", edition: str = "corrected"
) -> Number:
    """Returns PrivQuant's rank error tau; as printed it is 0 where its inner logarithm is not
    positive.
    """
    if edition != "printed":
        return quantile.rank_error(u + 1, rho, beta, constants)
    log_u = quantile.printed_log(u)
    if compare(log_u, quantile.failure(beta)) <= 0:
        return Fraction(0)
    return reals.root(
        quantile.printed_squared_rank_error(log_u, reals.log(log_u / beta), quantile.positive(rho)),
        2,
    )


def quantile_rho(u: int, rho: Fraction, edition: str = "corrected") -> Number:
    """Returns the least rho that PrivQuant really has for every data set."""
    return quantile.real_rho(0, u, quantile.positive(rho), edition)


def clipped_variance(
    threshold_squared: Fraction, d: int, rho: Fraction, steps: int = 1, constants: str = "paper"
) -> Number:
    """Returns sigma^2 of the noise of a coordinate of the sum of the clipped records, in units of
    1/steps.
    """
    return Fraction(
        clipping.lattice_variance(
            Fraction(clipping.factor(constants, d)),
            threshold_squared,
            steps,
            quantile.positive(rho),
        )
    )


def _quantile_mean(
    n: int,
    d: int,
    u: int,
    rho: Fraction,
    beta: Fraction,
    constants: str = "paper",
    edition: str = "corrected",
) -> QuantileClippedMean:
    return QuantileClippedMean(rho, u, d, n, beta, constants=constants, edition=edition)


def _shifted_mean(
    n: int,
    d: int,
    u: int,
    rho: Fraction,
    beta: Fraction,
    constants: str = "paper",
    edition: str = "corrected",
) -> ShiftedClippedMean:
    return ShiftedClippedMean(rho, u, d, n, beta, constants=constants, edition=edition)


def search_variance(low: int, high: int, rho: Fraction) -> Fraction:
    """Returns sigma^2 of the noise of one count of a search of the integers from low to high."""
    return Fraction(
        quantile.noise_variance(
            Fraction(quantile.iterations(high - low + 1)), quantile.positive(rho)
        )
    )


def median_variance(d: int, u: int, rho: Fraction) -> Fraction:
    """Returns sigma^2 of the noise of a count for the median of one rotated coordinate."""
    reach = coordinate_bound(d, u)
    return search_variance(-reach, reach, median_share(rho, padded(d)))


def threshold_variance(
    mean: type[QuantileClippedMean | ShiftedClippedMean], d: int, u: int, rho: Fraction
) -> Fraction:
    """Returns sigma^2 of the noise of a count for the threshold of `mean`."""
    plan = mean(quantile.positive(rho), u, d, 1).plan
    return search_variance(0, plan.high, threshold_share(plan.rho))


def mean_variance(
    mean: type[QuantileClippedMean | ShiftedClippedMean],
    threshold_squared: Fraction,
    rho: Fraction,
    d: int = 1,
    steps: int = 1,
    constants: str = "paper",
) -> Fraction:
    """Returns sigma^2 of the noise of a coordinate of the sum around the private threshold, in
    units of 1/steps.
    """
    plan = mean(quantile.positive(rho), 1, d, 1, constants=constants).plan
    return Fraction(
        clipping.lattice_variance(
            Fraction(plan.factor), threshold_squared, steps, mean_share(plan.rho)
        )
    )


_T31, _S31, _S32, _S33 = (
    "instance Theorem 3.1",
    "instance Section 3.1",
    "instance Section 3.2",
    "instance Section 3.3",
)
_MEAN = ("n", "d", "u", "rho", "beta")
_BOTH = ("constants", "edition")
ENTRIES = (
    Entry(
        "privquant.iterations",
        "the most noisy counts that a search of [0, u] takes",
        ("u",),
        (),
        "ceil(log2(u + 1))",
        "Z",
        "instance Algorithm 1",
        single(iterations),
    ),
    Entry(
        "privquant.noise_variance",
        "sigma^2 of the noise of one count",
        ("u", "rho"),
        ("edition",),
        "ceil(log2(u + 1))/(2 rho); printed: log2(u)/(2 rho)",
        "Q; printed: reals",
        _T31,
        single(count_variance),
    ),
    Entry(
        "privquant.rank_error",
        "tau: the selected integer lies between the records of rank m - ceil(tau) and m + "
        "ceil(tau) with probability at least 1 - beta",
        ("u", "rho", "beta"),
        _BOTH,
        "sqrt(T log(2 T/beta)/rho), T = ceil(log2(u + 1)); exact: sqrt(T log(T/beta)/rho); "
        "printed: 0 if log2(u) <= beta else sqrt(log2(u) log(log2(u)/beta)/(2 rho))",
        "reals",
        _T31,
        single(quantile_rank_error),
    ),
    Entry(
        "privquant.rho",
        "the least rho that the search really has for every data set",
        ("u", "rho"),
        ("edition",),
        "rho; printed: ceil(log2(u + 1)) rho/log2(u)",
        "Q; printed: reals",
        _T31,
        single(quantile_rho),
    ),
    Entry(
        "norm_clipped_mean.noise_variance",
        "sigma^2 of the noise of one coordinate of the sum of the clipped records, in units of "
        "1/steps",
        ("threshold_squared", "d", "rho"),
        ("steps", "constants"),
        "f threshold_squared steps^2/(2 rho), f = 4; exact: f = (2 if d > 1 else 1)",
        "Q",
        "instance Equation (2)",
        single(clipped_variance),
    ),
    Entry(
        "norm_clipped_mean.error_bound",
        "E(C): bias and noise of the mean of records with these norms, clipped at C",
        ("norms", "d", "rho", "threshold"),
        ("constants",),
        "(threshold s + sum over i of max{x_i - threshold, 0})/n, s = sqrt(f d/(2 rho)), f = "
        "4; exact: f = (2 if d > 1 else 1)",
        "Q(s)",
        "instance Lemma 3.1",
        single(clipping.bound_at),
    ),
    Entry(
        "norm_clipped_mean.optimal_threshold",
        "the least C at which E(C) is least",
        ("norms", "d", "rho"),
        ("constants",),
        "norm(n - floor(s)) for floor(s) < n; 0 otherwise, s = sqrt(f d/(2 rho)), f = 4; "
        "exact: f = (2 if d > 1 else 1)",
        "Q",
        _S31,
        single(clipping.optimal_threshold),
    ),
    Entry(
        "quantile_clipped_mean.rank",
        "which of the norms in rising order the threshold is to be; below 1 the estimate is 0",
        _MEAN,
        _BOTH,
        "n - max{floor(s), ceil(rank_error)}, s = sqrt(2 f d/(3 rho)), f = 4; exact: f = (2 if "
        "d > 1 else 1); printed: max{n - ceil(max{sqrt(2 d/rho), rank_error}), 1}; exact and "
        "printed: max{n - ceil(max{sqrt(f d/(2 rho)), rank_error}), 1}, f = (2 if d > 1 else 1)",
        "Z",
        _S32,
        single(lambda **p: Fraction(_quantile_mean(**p).plan.rank)),
    ),
    Entry(
        "quantile_clipped_mean.rank_error",
        "tau of the threshold",
        _MEAN,
        _BOTH,
        "sqrt(4 T log(2 T/beta)/rho), T = ceil(log2(d u^2 + 1)); exact: sqrt(4 T "
        "log(T/beta)/rho); printed: 0 if log2(d u) <= beta else 2 sqrt(log2(d u) log(log2(d "
        "u)/beta)/rho)",
        "reals",
        _S32,
        single(lambda **p: _quantile_mean(**p).plan.error),
    ),
    Entry(
        "quantile_clipped_mean.rho",
        "the least rho that the parts together really have for every data set",
        _MEAN,
        _BOTH,
        "rho for rank >= 1; 0 otherwise; printed: ceil(log2(d u^2 + 1)) rho/(4 log2(d u^2)) + "
        "3 rho/4",
        "Q; printed: reals",
        _S32,
        single(lambda **p: _quantile_mean(**p).plan.real_rho),
    ),
    Entry(
        "quantile_clipped_mean.threshold_noise_variance",
        "sigma^2 of the noise of one count for the threshold",
        ("d", "u", "rho"),
        (),
        "2 ceil(log2(d u^2 + 1))/rho",
        "Q",
        _S32,
        single(lambda **p: threshold_variance(QuantileClippedMean, **p)),
    ),
    Entry(
        "quantile_clipped_mean.noise_variance",
        "sigma^2 of the noise of one coordinate of the sum around the threshold, in units of "
        "1/steps",
        ("threshold_squared", "d", "rho"),
        ("steps", "constants"),
        "2 f threshold_squared steps^2/(3 rho), f = 4; exact: f = (2 if d > 1 else 1)",
        "Q",
        _S32,
        single(lambda **p: mean_variance(QuantileClippedMean, **p)),
    ),
    Entry(
        "shifted_clipped_mean.median_noise_variance",
        "sigma^2 of the noise of one count for the median of a rotated coordinate",
        ("d", "u", "rho"),
        (),
        "2 d' ceil(log2(2 d u + 1))/rho",
        "Q",
        _S33,
        single(median_variance),
    ),
    Entry(
        "shifted_clipped_mean.threshold_noise_variance",
        "sigma^2 of the noise of one count for the threshold around the medians",
        ("d", "u", "rho"),
        (),
        "8 ceil(log2(d' (2 d u)^2 + 1))/(3 rho)",
        "Q",
        _S33,
        single(lambda **p: threshold_variance(ShiftedClippedMean, **p)),
    ),
    Entry(
        "shifted_clipped_mean.noise_variance",
        "sigma^2 of the noise of one coordinate of the sum around the threshold, in units of "
        "1/steps",
        ("threshold_squared", "rho"),
        ("steps",),
        "32 threshold_squared steps^2/(9 rho)",
        "Q",
        _S33,
        single(lambda **p: mean_variance(ShiftedClippedMean, **p)),
    ),
    Entry(
        "shifted_clipped_mean.rank",
        "which of the norms around the medians in rising order the threshold is to be; "
        "below 1 it is the medians alone",
        _MEAN,
        _BOTH,
        "n - max{floor(sqrt(32 d'/(9 rho))), ceil(rank_error)}; "
        "printed: max{n - ceil(max{sqrt(8 d'/(3 rho)), rank_error}), 1}",
        "Z",
        _S33,
        single(lambda **p: Fraction(_shifted_mean(**p).plan.rank)),
    ),
    Entry(
        "shifted_clipped_mean.rank_error",
        "tau of the threshold around the medians",
        _MEAN,
        _BOTH,
        "sqrt(16 T log(2 T/beta)/(3 rho)), T = ceil(log2(d' (2 d u)^2 + 1)); exact: sqrt(16 T "
        "log(T/beta)/(3 rho)); printed: 0 if log2(d' u) <= beta else 2 sqrt(log2(d' u) "
        "log(log2(d' u)/beta)/(3 rho/4))",
        "reals",
        _S33,
        single(lambda **p: _shifted_mean(**p).plan.error),
    ),
    Entry(
        "shifted_clipped_mean.rho",
        "the least rho that the parts together really have for every data set",
        _MEAN,
        _BOTH,
        "rho for rank >= 1; rho/4 otherwise; printed: rho ceil(log2(2 d u + 1))/(4 log2(2 d "
        "u)) + 3 rho ceil(log2(d' u^2 + 1))/(16 log2(d' u^2)) + 9 rho/16",
        "Q; printed: reals",
        _S33,
        single(lambda **p: _shifted_mean(**p).real_rho),
    ),
)
