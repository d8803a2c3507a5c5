"""The catalogue's quantities of these mechanisms: thresholds, widths, scales, and the bounds behind
DPUMean.

Each entry evaluates a shipped function or a mechanism of this folder.
"""

from __future__ import annotations

from fractions import Fraction

from ...distributions.student_t import variance
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.reals import Number
from ...parameters.entry import Entry, single
from . import count, dpucoarse, dpumean, smooth, symmetric_bounds
from .student_t_mean import StudentTMean, noise_root

_ZERO, _ONE = Fraction(0), Fraction(1)


def lone_bin_delta(decay: Decay, delta: Fraction, constants: str = "paper") -> Number:
    """Returns the probability that a bin of one record exceeds the threshold of DPUCoarse."""
    above = dpucoarse.threshold(decay, delta, constants)
    del above  # raises InvalidInput for parameters without a threshold
    found: Number = dpucoarse.lone_bin(
        delta * (reals.root(decay.b, 2) if constants == "paper" else 2)
    )
    return found


def student_scale(d: int, decay: Decay, constants: str = "paper") -> Number:
    """Returns tau, the scale of Student's t noise over the smooth bound."""
    return noise_root(d, decay, constants) / reals.root(Fraction(d), 2)


def student_mse(
    n: int,
    decay: Decay,
    record_variance: Fraction,
    d: int = 3,
    constants: str = "paper",
    lower: Fraction = _ZERO,
    upper: Fraction = _ONE,
) -> Number:
    """Returns the mean squared error V/n + tau^2 S^2 d/(d - 2) of the mean with Student's t
    noise.
    """
    if d < 3:
        raise InvalidInput(
            "not_finite",
            "degrees: the variance is finite from 3 degrees of freedom on",
            argument="degrees",
        )
    mechanism = StudentTMean(decay, lower, upper, d, constants)
    return record_variance / n + (mechanism.root * mechanism.smooth(n)) ** 2 * variance(d) / d


def smooth_sensitivity(
    n: int, decay: Decay, d: int = 3, lower: Fraction = _ZERO, upper: Fraction = _ONE
) -> Number:
    """Returns S, the smooth bound of the local sensitivity of the mean of n records."""
    return StudentTMean(decay, lower, upper, d).smooth(n)


def total_epsilon(decay: Decay, base: str) -> Number:
    """Returns the epsilon of the count and of the mechanism `base` together."""
    return decay.epsilon if base == "name_and_shame" else 2 * decay.epsilon


def total_delta(delta: Fraction, base: str) -> Fraction:
    """Returns the delta of the count and of the mechanism `base` together."""
    return delta if base in ("sized_mean", "clipped_mean") else 2 * delta


_E1, _E6 = "trilemma Proposition E.1", "trilemma Theorem E.6"
ENTRIES = (
    Entry(
        "dpucoarse.threshold",
        "the noisy count that a bin must exceed",
        ("epsilon", "delta"),
        ("constants",),
        "2 + (2/epsilon) log(1/delta); exact: 1 + (2/epsilon) log(1/(2 delta))",
        "reals",
        "trilemma Algorithm 1",
        single(dpucoarse.threshold),
    ),
    Entry(
        "dpucoarse.lone_bin_delta",
        "the probability that a bin of one record exceeds it",
        ("epsilon", "delta"),
        ("constants",),
        "delta e^(-epsilon/2) / 2; exact: delta",
        "Q(e^(-epsilon/2))",
        "trilemma Proposition 4.2",
        single(lone_bin_delta),
    ),
    Entry(
        "dpucoarse.noise_scale",
        "scale of the Laplace noise of a count",
        ("epsilon",),
        (),
        "2/epsilon",
        "Q(epsilon)",
        "trilemma Algorithm 1",
        single(dpucoarse.noise_scale),
    ),
    Entry(
        "dpumean.noise_scale",
        "scale of the Laplace noise of the fine estimate",
        ("epsilon", "clip", "n2"),
        (),
        "2 clip/(n2 epsilon)",
        "Q(epsilon)",
        "trilemma Algorithm 2",
        single(dpumean.noise_scale),
    ),
    Entry(
        "unknown_size.half_width",
        "v: the private count lies between n - 2v and n",
        ("epsilon", "delta"),
        ("constants",),
        "ceil(log(2/delta)/epsilon); exact: least v >= 1 with q(v) <= delta, q(v) = (b^v/(1 + "
        "b) if b^2 + b <= 1 else b^(v - 2) (2 b - 1))",
        "Z",
        _E1,
        single(lambda **p: Fraction(count.half_width(**p))),
    ),
    Entry(
        "unknown_size.count_delta",
        "the delta that the private count really has",
        ("epsilon", "delta"),
        ("constants",),
        "b^v/(1 + b) for b^2 + b <= 1; b^(v - 2) (2 b - 1) otherwise, v = half_width",
        "Q(b)",
        _E1,
        single(count.exact_delta),
    ),
    Entry(
        "unknown_size.total_epsilon",
        "the epsilon of the count and of the mechanism together",
        ("epsilon", "base"),
        (),
        "2 epsilon; name_and_shame: epsilon",
        "Q epsilon",
        _E1,
        single(total_epsilon),
    ),
    Entry(
        "unknown_size.total_delta",
        "the delta of the count and of the mechanism together",
        ("delta", "base"),
        (),
        "2 delta; sized_mean or clipped_mean: delta",
        "Q",
        _E1,
        single(total_delta),
    ),
    Entry(
        "student_t_mean.smoothness",
        "beta, the smoothness of the noise's scale, for d degrees of freedom",
        ("epsilon",),
        ("degrees",),
        "epsilon/(3 (d + 1))",
        "Q epsilon",
        _E6,
        single(lambda decay, d=3: smooth.beta(decay.epsilon, d)),
    ),
    Entry(
        "student_t_mean.tau",
        "scale of the noise over the smooth bound",
        ("epsilon",),
        ("degrees", "constants"),
        "3 (d + 1)/(4 sqrt(d) epsilon); exact: v/sqrt(d), v = least v >= 2^-40 in 2^-40 Z with "
        "student_t.privacy_loss(degrees = d, smoothness = beta, tau = v/sqrt(d)) <= epsilon",
        "reals",
        _E6,
        single(lambda decay, d=3, constants="paper": student_scale(d, decay, constants)),
    ),
    Entry(
        "student_t_mean.smooth_bound",
        "S, the smooth bound of the local sensitivity",
        ("n", "epsilon"),
        ("degrees", "lower", "upper"),
        "(u - l) max{e^(-beta (n - 1)), 1/n} for n >= 1; u - l otherwise",
        "reals",
        _E6,
        single(smooth_sensitivity),
        least={"n": 0},
    ),
    Entry(
        "student_t_mean.mse",
        "exact mean squared error for independent records",
        ("n", "epsilon", "record_variance"),
        ("degrees", "constants", "lower", "upper"),
        "V/n + tau^2 smooth_bound^2 d/(d - 2)",
        "reals",
        _E6,
        single(student_mse),
    ),
    *symmetric_bounds.ENTRIES,
)
