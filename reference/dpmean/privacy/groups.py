"""Group privacy: what a guarantee for one record says about data sets that differ in several
records.

See trilemma Lemmas 4.3 and D.2.
"""

from __future__ import annotations

from fractions import Fraction

from ..exact.decay import Decay
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, single
from .guarantees import ApproximateDP, Measure, PureDP, ZeroConcentratedDP


def group_epsilon(epsilon: Scalar, group: int) -> Scalar:
    """Returns k epsilon, the epsilon of a group of k = group records."""
    return group * epsilon


def group_delta(growth: Scalar, power: Scalar, delta: Scalar) -> Scalar:
    """Returns (e^(k epsilon) - 1) / (e^epsilon - 1) delta for growth = e^epsilon != 1 and power =
    e^(k epsilon).
    """
    return (power - 1) / (growth - 1) * delta


def group_rho(rho: Scalar, group: int) -> Scalar:
    """Returns k^2 rho, the rho of a group of k = group records."""
    return group**2 * rho


def group_privacy(measure: Measure, group: int) -> Measure:
    """Returns the guarantee for data sets that differ in `group` records.

    The measure may be pure, approximate (epsilon > 0 or = 0) or zero-concentrated DP.
    """
    if isinstance(measure, PureDP):
        return PureDP(group_epsilon(measure.epsilon, group))
    if isinstance(measure, ZeroConcentratedDP):
        return ZeroConcentratedDP(group_rho(measure.rho, group))
    if not isinstance(measure, ApproximateDP):
        raise TypeError("no group privacy for one epsilon per user")
    if isinstance(measure.epsilon, Fraction) and not measure.epsilon:
        return ApproximateDP(measure.epsilon, measure.delta * group)
    decay = Decay.from_epsilon(measure.epsilon)
    return ApproximateDP(
        group_epsilon(measure.epsilon, group), delta_of_group(decay, measure.delta, group)
    )


def delta_of_group(decay: Decay, delta: Number, group: int) -> Number:
    """Returns the delta of a group of `group` records."""
    found: Number = group_delta(decay.power(-1), decay.power(-group), delta)
    return found


def replacement_delta(growth: Scalar, delta: Scalar) -> Scalar:
    """Returns (1 + e^epsilon) delta: a replacement is a removal and an addition."""
    return (1 + growth) * delta


_SOURCE = "trilemma Lemma 4.3"
ENTRIES = (
    Entry(
        "group.epsilon",
        "epsilon for data sets that differ in several records",
        ("epsilon", "group_size"),
        (),
        "group_size epsilon",
        "Q epsilon",
        _SOURCE,
        single(lambda decay, group: group_epsilon(decay.epsilon, group)),
    ),
    Entry(
        "group.delta",
        "delta for data sets that differ in several records",
        ("epsilon", "delta", "group_size"),
        (),
        "(e^(group_size epsilon) - 1) / (e^epsilon - 1) delta",
        "Q(e^epsilon)",
        _SOURCE,
        single(delta_of_group),
    ),
    Entry(
        "group.rho",
        "rho for data sets that differ in several records",
        ("rho", "group_size"),
        (),
        "group_size^2 rho",
        "Q",
        "trilemma Lemma D.2",
        single(group_rho),
    ),
    Entry(
        "replacement.epsilon",
        "epsilon for replacing a record, from adding or removing one",
        ("epsilon",),
        (),
        "2 epsilon",
        "Q epsilon",
        "trilemma Appendix E",
        single(lambda decay: group_epsilon(decay.epsilon, 2)),
    ),
    Entry(
        "replacement.delta",
        "delta for replacing a record, from adding or removing one",
        ("epsilon", "delta"),
        (),
        "(1 + e^epsilon) delta",
        "Q(e^epsilon)",
        "trilemma Appendix E",
        single(lambda decay, delta: replacement_delta(decay.power(-1), delta)),
    ),
)
