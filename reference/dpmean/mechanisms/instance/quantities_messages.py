"""The catalogue's quantities of COINPRESS, the local model and the shuffle model.

These are radii of clipping, probabilities of responses, variances, epsilons of one sum, and ranks.
Each entry evaluates a mechanism of this folder, or a function that its mechanism evaluates.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...distributions.polya import NoiseShare, Polya
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.reals import Number
from ...exact.rotation import padded
from ...parameters.entry import Entry, single
from .coinpress import STEPS, TAILS
from .coinpress_mean import CoinpressMean
from .coinpress_scaled_mean import PASSES, CoinpressScaledMean
from .local_clipped_mean import LocalClippedMean
from .local_coordinate_mean import LocalCoordinateMean
from .private_threshold import BETA
from .quantile import failure, positive
from .shuffle_plan import ShufflePlan, largest, squared_spread
from .shuffled_clipped_mean import ShuffledClippedMean

_ONE = Fraction(1)


def _stage(
    rho: Fraction,
    d: int,
    n: int,
    radius: Fraction,
    sigma_max: Fraction,
    iteration: int,
    iterations: int = STEPS,
    beta: Fraction = BETA,
    tails: str = TAILS[0],
) -> tuple[int, Fraction, Number]:
    """Returns (C, V, r) of one step of COINPRESS."""
    if iteration > iterations:
        raise InvalidInput("out_of_range", "iteration: at most iterations", argument="iteration")
    return CoinpressMean(rho, d, n, radius, sigma_max, iterations, beta, tails).plan.stages[
        iteration - 1
    ]


def _scaled(
    d: int,
    n: int,
    iteration: int = 1,
    rho: Fraction = _ONE,
    iterations: int = PASSES,
    beta: Fraction = BETA,
) -> CoinpressScaledMean:
    """Returns a `CoinpressScaledMean` with the parameters on which a quantity depends; the others
    are placeholders.
    """
    if iteration > iterations:
        raise InvalidInput("out_of_range", "iteration: at most iterations", argument="iteration")
    return CoinpressScaledMean(rho, d, n, _ONE, _ONE, _ONE, iterations, beta)


def product_variance(iteration: int, **given: Any) -> Fraction:
    """Returns C^4/rho_i, sigma^2 of the noise on an entry of the sum of products in one pass, in
    units of 2^-80.
    """
    return _scaled(iteration=iteration, **given).variances[iteration - 1]


def slack(iteration: int, **given: Any) -> Fraction:
    """Returns what a pass adds to the diagonal of its covariance."""
    mechanism = _scaled(iteration=iteration, **given)
    return mechanism.slack(mechanism.variances[iteration - 1])


def _voting(
    n: int = 2,
    sigma_max: Fraction = _ONE,
    rho: Fraction = _ONE,
    d: int = 1,
    beta: Fraction = BETA,
    constants: str = "paper",
) -> LocalCoordinateMean:
    """Returns a `LocalCoordinateMean` with the parameters on which a quantity depends; the others
    are placeholders.
    """
    return LocalCoordinateMean(positive(rho), d, n, sigma_max, sigma_max, beta, constants)


def _local(rho: Fraction, d: int = 1, steps: int = 1, constants: str = "paper") -> LocalClippedMean:
    return LocalClippedMean(rho, 1, d, 1, steps, constants)


def local_variance(threshold_squared: Fraction, rho: Fraction, steps: int = 1) -> Fraction:
    """Returns sigma^2 of a user's noise on one coordinate, in units of 1/steps."""
    return Fraction(_local(rho, steps=steps).vector_variance(threshold_squared))


def _shuffled(
    decay: Decay,
    delta: Fraction,
    d: int,
    u: int = 1,
    n: int = 1,
    beta: Fraction = BETA,
    constants: str = "paper",
) -> ShufflePlan:
    return ShuffledClippedMean(decay, delta, u, d, n, beta=beta, constants=constants)


def sum_epsilon(phase: int, decay: Decay, delta: Fraction, d: int, u: int = 1) -> Number:
    """Returns epsilon0, the epsilon of one sum of a phase: 0 for the medians, 1 for the threshold,
    2 for the mean.
    """
    return _shuffled(decay, delta, d, u).phases[phase].decay.epsilon


def clip(
    threshold_squared: Fraction,
    n: int,
    d: int,
    beta: Fraction = BETA,
    steps: int = 1,
    constants: str = "paper",
) -> Fraction:
    """Returns C', the largest coordinate of a rotated vector that is not moved, in units of
    1/steps.
    """
    return Fraction(
        largest(
            squared_spread(n, padded(d), failure(beta), constants),
            threshold_squared * steps**2,
            padded(d),
            constants,
        )
    )


def share_variance(decay: Decay, n: int, sensitivity: Fraction = _ONE, dropouts: int = 0) -> Number:
    """Returns the variance of one user's share of the noise of a sum."""
    if dropouts >= n:
        raise InvalidInput("out_of_range", "dropouts: fewer than n", argument="dropouts")
    return NoiseShare(Polya(decay, n - dropouts, sensitivity)).variance()


_BALL, _WHITE = "instance Section 6.1, MVMRec", "instance Section 6.1, MVCRec"
_VOTES, _LOCAL, _SHUFFLE = (
    "instance Section 6.2, KnownVar",
    "instance Section 5.1",
    "instance Section 5.2, Lemma 5.3",
)
_REFINED, _STEPS = (
    ("rho", "d", "n", "radius", "sigma_max", "iteration"),
    ("iterations", "beta", "tails"),
)
_HALVES = "greatest p from 1/2 to 1 in 2^-40 Z with p < 1 and "
_KEPT = (
    _HALVES
    + "log(p/(1 - p))^2/2 <= r, r = {0}; exact: "
    + _HALVES
    + "(2 p - 1) log(p/(1 - p)) <= r"
)
_EACH = (
    "greatest x >= 0 in 2^-40 Z with sqrt(2 k log(2/F)) x + k x (e^x - 1) <= E or k x <= E, E "
    "= {0} epsilon/16, F = {0} delta/16, k = "
)
ENTRIES = (
    Entry(
        "coinpress_mean.clip",
        "at what distance of the centre a step clips records, in buckets",
        _REFINED,
        _STEPS,
        "ceil(c + sqrt(d)/2), c = r + s gaussian_norm.radius(beta = beta/(2 n iterations)), s "
        "= sigma_max/w, r = (radius/w if iteration = 1 else coinpress_mean.radius(iteration = "
        "iteration - 1)); each: c = sqrt(r^2 + 2 r s sqrt(2 log(1/beta)) + (s "
        "gaussian_norm.radius)^2)",
        "Z",
        _BALL,
        single(lambda **p: Fraction(_stage(**p)[0])),
    ),
    Entry(
        "coinpress_mean.noise_variance",
        "sigma^2 of a step's noise on a coordinate of the sum, in squared buckets",
        _REFINED,
        _STEPS,
        "2 coinpress_mean.clip^2/(rho if iterations = 1 else 3 rho/4 if iteration = iterations "
        "else rho/(4 (iterations - 1)))",
        "Q",
        _BALL,
        single(lambda **p: _stage(**p)[1]),
    ),
    Entry(
        "coinpress_mean.radius",
        "within what distance of the next centre the mean is, in buckets",
        _REFINED,
        _STEPS,
        "l sqrt((sigma_max/w)^2/n + noise_variance/n^2) + sqrt(d), l = "
        "gaussian_norm.radius(beta = beta/(2 iterations)); each: l = gaussian_norm.radius",
        "reals",
        _BALL,
        single(lambda **p: _stage(**p)[2]),
    ),
    Entry(
        "coinpress_scaled_mean.product_clip",
        "at what norm a whitened difference is clipped, in steps of 2^-20",
        ("d", "n"),
        ("iterations", "beta"),
        "ceil(2^20 gaussian_norm.radius(beta = beta/(6 iterations floor(n/2))))",
        "Z",
        _WHITE,
        single(lambda **p: Fraction(_scaled(**p).clip)),
    ),
    Entry(
        "coinpress_scaled_mean.product_variance",
        "sigma^2 of a pass's noise on an entry of the sum of products, in units of 2^-80",
        ("d", "n", "rho", "iteration"),
        ("iterations", "beta"),
        "2 product_clip^4/(rho if iterations = 1 else 3 rho/4 "
        "if iteration = iterations else rho/(4 (iterations - 1)))",
        "Q",
        _WHITE,
        single(product_variance),
    ),
    Entry(
        "coinpress_scaled_mean.slack",
        "what a pass adds to the diagonal of its covariance",
        ("d", "n", "rho", "iteration"),
        ("iterations", "beta"),
        "2^-40 ceil(2^40 (2 x + x^2 + 2 v (sqrt(d) + sqrt(L)))), x = sqrt(d/m) + sqrt(2 L/m), "
        "v = sqrt(product_variance)/(2^40 m), m = floor(n/2), L = log(6 iterations/beta)",
        "Q",
        _WHITE,
        single(slack),
    ),
    Entry(
        "local_coordinate_mean.keep",
        "the probability that a bit for a bin is sent as it is",
        ("rho", "d"),
        ("constants",),
        _KEPT.format("rho/(2 d)"),
        "Q",
        _VOTES,
        single(lambda **p: _voting(**p).response.keep),
    ),
    Entry(
        "local_coordinate_mean.half_width",
        "how far from its bin a coordinate may be, in buckets",
        ("n", "sigma_max"),
        ("beta",),
        "ceil((2 sigma_max + sigma_max sqrt(2 log(8 n/beta))) ceil(sqrt(n)/sigma_max))",
        "Z",
        _VOTES,
        single(lambda **p: Fraction(_voting(**p).half)),
    ),
    Entry(
        "local_coordinate_mean.noise_variance",
        "sigma^2 of a user's noise on a coordinate, in squared buckets",
        ("n", "sigma_max", "rho", "d"),
        ("beta",),
        "2 half_width^2 d/rho",
        "Q",
        _VOTES,
        single(lambda **p: _voting(**p).noise),
    ),
    Entry(
        "local_clipped_mean.median_keep",
        "the probability that an answer for a median is sent as it is",
        ("rho", "d"),
        ("constants",),
        _KEPT.format("rho/(4 d')"),
        "Q",
        _LOCAL,
        single(lambda **p: _local(**p).median_tree.response.keep),
    ),
    Entry(
        "local_clipped_mean.threshold_keep",
        "the probability that an answer for the threshold is sent as it is",
        ("rho",),
        ("constants",),
        _KEPT.format("3 rho/16"),
        "Q",
        _LOCAL,
        single(lambda **p: _local(**p).norm_tree.response.keep),
    ),
    Entry(
        "local_clipped_mean.noise_variance",
        "sigma^2 of a user's noise on a coordinate, in units of 1/steps",
        ("threshold_squared", "rho"),
        ("steps",),
        "32 threshold_squared steps^2/(9 rho)",
        "Q",
        _LOCAL,
        single(local_variance),
    ),
    Entry(
        "shuffled_clipped_mean.median_epsilon",
        "the epsilon of one sum for the medians",
        ("epsilon", "delta", "d", "u"),
        (),
        _EACH.format(4) + "d' ceil(log2(2 d u + 1))",
        "Q",
        _SHUFFLE,
        single(lambda **p: sum_epsilon(0, **p)),
    ),
    Entry(
        "shuffled_clipped_mean.threshold_epsilon",
        "the epsilon of one sum for the threshold",
        ("epsilon", "delta", "d", "u"),
        (),
        _EACH.format(3) + "ceil(log2(d' (2 d u)^2 + 1))",
        "Q",
        _SHUFFLE,
        single(lambda **p: sum_epsilon(1, **p)),
    ),
    Entry(
        "shuffled_clipped_mean.mean_epsilon",
        "the epsilon of one sum for the mean",
        ("epsilon", "delta", "d"),
        (),
        _EACH.format(9) + "d'",
        "Q",
        _SHUFFLE,
        single(lambda **p: sum_epsilon(2, **p)),
    ),
    Entry(
        "shuffled_clipped_mean.rank",
        "which of the norms around the medians in rising order the threshold is to be; below 1 "
        "the estimate is 0",
        ("epsilon", "delta", "n", "d", "u"),
        ("beta", "constants"),
        "n - max{floor(sqrt(8 Y)/mean_epsilon), t}, Y = 2 log(2 n d'/beta), t = least k >= 0 "
        "with 2 T q^(k + 1)/(1 + q) <= beta, q = e^-threshold_epsilon, T = ceil(log2(d' (2 d "
        "u)^2 + 1)); exact: Y = min{2 log(2 n d'/beta), d'}, t = least k >= 0 with T q^(k + "
        "1)/(1 + q) <= beta",
        "Z",
        _SHUFFLE,
        single(lambda **p: Fraction(_shuffled(**p).rank)),
    ),
    Entry(
        "shuffled_clipped_mean.clip",
        "the largest coordinate of a rotated vector that is not moved, in units of 1/steps",
        ("threshold_squared", "n", "d"),
        ("beta", "steps", "constants"),
        "ceil(steps sqrt(2 threshold_squared log(2 n d'/beta))); exact: min{ceil(steps sqrt(2 "
        "threshold_squared log(2 n d'/beta))), floor(steps sqrt(threshold_squared d'))}",
        "Z",
        _SHUFFLE,
        single(clip),
    ),
    Entry(
        "shuffled_clipped_mean.share_variance",
        "the variance of one user's noise in a sum with that epsilon",
        ("epsilon", "n"),
        ("sensitivity", "dropouts"),
        "2 b/((1 - b)^2 (n - dropouts)), b = e^(-epsilon/D)",
        "Q(b)",
        _SHUFFLE,
        single(share_variance),
    ),
)
