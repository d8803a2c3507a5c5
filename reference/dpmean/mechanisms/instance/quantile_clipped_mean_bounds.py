"""What the clipped mean with a private threshold promises (instance Theorem 3.2), with its
constants and for every n.

The norm of the noise is bounded by Laurent and Massart (2000), whose bound holds for discrete
Gaussian noise as well. `constants=exact`: no coordinate is negative, and one sign of each count's
noise does harm.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact import reals
from ...exact.enclosure import ceil, floor
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from .clipping import noise_weight
from .private_threshold import mean_share
from .quantile import failure
from .quantile_clipped_mean import QuantileClippedMean
from .tails import squared_norm


def most_clipped(largest: Scalar, error: Scalar) -> Scalar:
    """Returns the largest number of clipped records, max{floor(s), ceil(tau)} + ceil(tau).

    So many records may lie beyond a threshold of rank n - largest that is `error` ranks too low.
    """
    return largest + error


def mean_error(radius: Scalar, clipped: Scalar, noise: Scalar, n: Scalar) -> Scalar:
    """Returns R (clipped + noise)/n, a bound of the error of the mean.

    Each clipped record moves by at most R; noise = sqrt(factor/(2 rho')) times the norm of the
    standard noise.
    """
    return radius * (clipped + noise) / n


def quantile_clipped_error(
    radius: Fraction,
    n: int,
    d: int,
    u: int,
    rho: Fraction,
    beta: Fraction,
    constants: str = "paper",
) -> Number:
    """Returns the error that is exceeded with probability at most beta, for records of norm at most
    `radius`.

    The mechanism is run with failure beta/2 for its threshold.
    """
    plan = QuantileClippedMean(rho, u, d, n, failure(beta) / 2, constants=constants).plan
    if plan.rank < 1:
        return radius
    error = ceil(plan.error)
    log_term = reals.log(2 / beta)
    squared: Number = noise_weight(
        Fraction(plan.factor), Fraction(1), mean_share(rho)
    ) * squared_norm(d, reals.root(d * log_term, 2), log_term)
    found: Number = mean_error(
        radius,
        min(most_clipped(max(floor(plan.weight), error), error), n),
        reals.root(squared, 2),
        n,
    )
    return found


ENTRIES = (
    Entry(
        "quantile_clipped_mean.error_bound",
        "the distance from the mean that is exceeded with probability at most "
        "beta, the mechanism run with beta/2; every record of norm at most the radius",
        ("radius", "n", "d", "u", "rho", "beta"),
        ("constants",),
        "(radius/n) (min{n, max{floor(sqrt(2 f d/(3 rho))), ceil(t)} + ceil(t)} + sqrt(2 f (d "
        "+ 2 sqrt(d L) + 2 L)/(3 rho))) for rank(beta = beta/2) >= 1; radius otherwise, L = "
        "log(2/beta), t = rank_error(beta = beta/2), f = 4; exact: f = (2 if d > 1 else 1)",
        "reals",
        "instance Theorem 3.2",
        single(quantile_clipped_error),
    ),
)
