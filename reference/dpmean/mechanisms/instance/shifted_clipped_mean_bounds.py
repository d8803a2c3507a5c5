"""What the shifted clipped mean errs by, with all constants: finite versions of instance Theorem
3.3 and Corollary 3.1.

Failure is shared out equally between the rotation, the medians, the threshold and the noise: the
bound with probability 1 - beta is that of the mechanism whose own beta is a quarter of it. With
constants = exact there is neither a logarithm of n d/beta nor any use of the rotation, because a
record that is far from a median in a coordinate is far from nearly half of the records in that
coordinate.

Formulas are branch-free; `proofs/theorems/instance/instance_shifted.py` and
`proofs/theorems/instance/instance_gaussian.py` prove them.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil, compare
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from .clipping import noise_weight
from .gaussian_mean import GaussianMean
from .private_threshold import mean_share
from .quantile import failure, rank_error
from .shifted_clipped_mean import (
    ShiftedClippedMean,
    coordinate_bound,
    median_rank,
    median_share,
    rest_share,
)
from .tails import norm_radius, spread

SHARES = 4


def pairs(n: Scalar) -> Scalar:
    """Returns n (n - 1)/2, the number of pairs of records."""
    return n * (n - 1) / 2


def squared_reach(n: Scalar, beyond: Scalar) -> Scalar:
    """Returns (n - 1)/h, where h = beyond.

    The square ||x_i - c||^2 is at most d' w^2 times that for rotated records, where at least h
    records lie on either side of every c_j, those equal to it included.
    """
    return (n - 1) / beyond


def clipped_records(n: Scalar, rank: Scalar, error: Scalar) -> Scalar:
    """Returns n - rank + tau, a bound of the number of clipped records.

    No more records are longer than a threshold that was selected at that rank with that rank error.
    """
    return n - rank + error


def error(spread: Scalar, diameter: Scalar, clipped: Scalar, noise: Scalar, n: Scalar) -> Scalar:
    """Returns S w (k + s l)/n, the bound of the error; spread = S, diameter = w, clipped = k, noise
    = s l.

    k records are clipped, each by at most r = sqrt(d') S w, and the noise has norm at most s l r/n;
    the way back divides by sqrt(d').
    """
    return spread * diameter * (clipped + noise) / n


def quantised(of: Scalar, alpha: Scalar) -> Scalar:
    """Returns the error for rounded records, the error `of` integers plus alpha/2.

    Rounding to the nearest multiple of alpha/sqrt(d) moves no vector, hence no mean, by more than
    alpha/2.
    """
    return of + alpha / 2


def grown(diameter: Scalar, alpha: Scalar) -> Scalar:
    """Returns w + alpha: two records that are rounded to the nearest move apart by at most
    alpha.
    """
    return diameter + alpha


def step_of(sigma: Scalar, d_root: Scalar, n_root: Scalar) -> Scalar:
    """Returns alpha = sigma_min sqrt(d/n), from the roots of d and n."""
    return sigma * d_root / n_root


def in_buckets(bucket: Scalar, d_root: Scalar) -> Scalar:
    """Returns alpha = bucket sqrt(d): every coordinate is a multiple of the bucket."""
    return bucket * d_root


def statistical(sigma: Scalar, length: Scalar, n_root: Scalar) -> Scalar:
    """Returns sigma l/sqrt(n), how far the mean of n samples is from that of their law.

    l = length is the norm of a standard normal vector.
    """
    return sigma * length / n_root


def median_error(
    n: int, d: int, u: int, rho: Fraction, beta: Fraction, constants: str = "paper"
) -> int:
    """Returns ceil(tau) of the medians, all of them together failing with probability beta.

    Raises InvalidInput where a median might lie outside the data.
    """
    width = ShiftedClippedMean(rho, u, d, n).padded
    found = ceil(
        rank_error(
            2 * coordinate_bound(d, u) + 1, median_share(rho, width), beta / width, constants
        )
    )
    if found > min(median_rank(n) - 1, n - median_rank(n)):
        raise InvalidInput(
            "out_of_range",
            f"n: at least {2 * found + 1} records are needed (and one more if n is "
            "even), else a median may lie outside the data",
            argument="n",
        )
    return found


def beyond(n: int, found: int) -> int:
    """Returns h, how many records at least lie on either side of a median of rank error `found`."""
    return min(median_rank(n) - found, n - median_rank(n) - found + 1)


def reach(n: int, d: int, beta: Fraction, found: int, constants: str = "paper") -> Number:
    """Returns S: no norm around the medians exceeds sqrt(d') S w.

    By the rotation it holds in every coordinate of every pair, except with probability beta; with
    constants = exact S is the lesser of that and sqrt((n - 1)/h).
    """
    rotated, counted = (
        spread(d, beta / pairs(Fraction(n)), constants),
        reals.root(squared_reach(Fraction(n), beyond(n, found)), 2),
    )
    return rotated if constants == "paper" or compare(rotated, counted) < 0 else counted


def error_bound(
    diameter: Number,
    n: int,
    d: int,
    u: int,
    rho: Fraction,
    beta: Fraction,
    constants: str = "paper",
) -> Number:
    """Returns a bound of the Euclidean error of the shifted clipped mean with its own beta =
    beta/4.

    It holds with probability at least 1 - beta. Where the rank is below 1 the estimate is the
    medians themselves, off by S w at most, and the formula gives more than that.
    """
    part = failure(beta) / SHARES
    mechanism = ShiftedClippedMean(rho, u, d, n, beta=part, constants=constants)
    plan, around = (
        mechanism.plan,
        reach(n, d, part, median_error(n, d, u, rho, part, constants), constants),
    )
    root = reals.root(noise_weight(Fraction(plan.factor), 1, mean_share(rest_share(rho))), 2)
    found: Number = error(
        around,
        diameter,
        clipped_records(n, plan.rank, ceil(plan.error)),
        root * norm_radius(mechanism.padded, part),
        Fraction(n),
    )
    return found


def gaussian_error_bound(
    n: int,
    d: int,
    radius: Fraction,
    sigma_min: Fraction,
    sigma_max: Fraction,
    rho: Fraction,
    beta: Fraction,
    constants: str = "paper",
) -> Number:
    """Returns a bound of the Euclidean error of the Gaussian mean with its own beta = beta/8.

    It holds with probability at least 1 - beta: a quarter of beta is for the samples, none of which
    is then clipped, a quarter for their mean, half for the shifted clipped mean of their integers.
    """
    part, n_root = failure(beta) / SHARES, reals.root(Fraction(n), 2)
    mechanism = GaussianMean(
        rho, d, n, radius, sigma_min, sigma_max, beta=part / 2, constants=constants
    )
    alpha = in_buckets(mechanism.bucket_width, reals.root(Fraction(d), 2))
    diameter = grown(2 * sigma_max * norm_radius(d, part / n), alpha)
    found: Number = statistical(sigma_max, norm_radius(d, part), n_root) + quantised(
        error_bound(diameter, n, d, mechanism.inner.u, rho, 2 * part, constants), alpha
    )
    return found


ENTRIES = (
    Entry(
        "shifted_clipped_mean.error_bound",
        "the error of the shifted clipped mean with its own beta = beta/4 is greater with "
        "probability at most beta",
        ("diameter", "n", "d", "u", "rho", "beta"),
        ("constants",),
        "S diameter (k + sqrt(32/(9 rho)) gaussian_norm.radius(d = d', beta = beta/4))/n, S = "
        "rotation.spread(beta = beta/(2 n (n - 1))), k = n - rank(beta = beta/4) + "
        "ceil(rank_error(beta = beta/4)); exact: S = min{rotation.spread(beta = beta/(2 n (n - "
        "1))), sqrt((n - 1)/(ceil(n/2) - ceil(t)))}, t = privquant.rank_error(u = 2 d u, rho = "
        "rho/(4 d'), beta = beta/(4 d'))",
        "reals",
        "instance Theorem 3.3",
        single(error_bound),
    ),
    Entry(
        "gaussian_mean.error_bound",
        "the error of the mean of n Gaussian samples with its own beta = beta/8 is "
        "greater with probability at most beta",
        ("n", "d", "radius", "sigma_min", "sigma_max", "rho", "beta"),
        ("constants",),
        "sigma_max gaussian_norm.radius(beta = beta/4)/sqrt(n) + E + v/2, E = "
        "shifted_clipped_mean.error_bound(diameter = 2 sigma_max gaussian_norm.radius(beta = "
        "beta/(4 n)) + v, u = 2 ceil(R k), beta = beta/2), v = sqrt(d)/k, k = "
        "ceil(sqrt(n)/sigma_min), R = radius + 2 sigma_max sqrt(d + log(32 n/beta))",
        "reals",
        "instance Corollary 3.1",
        single(gaussian_error_bound),
    ),
)
