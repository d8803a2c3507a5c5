"""Composition: the guarantee of several releases from the same data (sequential) or from disjoint parts of it (parallel).

Pure and approximate DP only. Post-processing changes nothing (trilemma Lemma 2.9) and therefore has no function.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..enclosure import compare
from ..guarantees import ApproximateDP, PureDP
from ..reals import Number

Divergence = PureDP | ApproximateDP


def _pair(measure: Divergence) -> tuple[Number, Number]:
    return measure.epsilon, measure.delta if isinstance(measure, ApproximateDP) else Fraction(0)


def _made(epsilon: Number, delta: Number) -> Divergence:
    return PureDP(epsilon) if isinstance(delta, Fraction) and not delta else ApproximateDP(epsilon, delta)


def sequential(measures: Sequence[Divergence]) -> Divergence:
    """Adaptive releases from the same data: epsilons and deltas add up."""
    epsilon: Number = Fraction(0)
    delta: Number = Fraction(0)
    for e, d in map(_pair, measures):
        epsilon, delta = epsilon + e, delta + d
    return _made(epsilon, delta)


def parallel(measures: Sequence[Divergence]) -> Divergence:
    """Releases from disjoint parts of the data, one record lying in one part whatever its value: the worst of each."""
    epsilon, delta = _pair(measures[0])
    for e, d in map(_pair, measures[1:]):
        epsilon, delta = (e if compare(e, epsilon) > 0 else epsilon), (d if compare(d, delta) > 0 else delta)
    return _made(epsilon, delta)
