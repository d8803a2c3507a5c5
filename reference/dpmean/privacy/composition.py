"""Composition: the guarantee of several releases, from the same data (sequential) or from disjoint
parts (parallel).

Releases may be adaptive: each may depend on the answers of the earlier ones, and so may how many
there are, up to a fixed number. Post-processing changes nothing (trilemma Lemma 2.9) and therefore
has no function.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, single
from .conversions import rho_of_pure
from .guarantees import ApproximateDP, PureDP, ZeroConcentratedDP

Divergence = PureDP | ApproximateDP


def _pair(measure: Divergence) -> tuple[Number, Number]:
    return measure.epsilon, measure.delta if isinstance(measure, ApproximateDP) else Fraction(0)


def _made(epsilon: Number, delta: Number) -> Divergence:
    return (
        PureDP(epsilon)
        if isinstance(delta, Fraction) and not delta
        else ApproximateDP(epsilon, delta)
    )


def both(first: Scalar, second: Scalar) -> Scalar:
    """Returns epsilon1 + epsilon2, delta1 + delta2 or rho1 + rho2 (instance Lemma 2.2 (1), (3))."""
    return first + second


def sequential(measures: Sequence[Divergence]) -> Divergence:
    """Returns the guarantee of adaptive releases from the same data: epsilons and deltas add up."""
    epsilon: Number = Fraction(0)
    delta: Number = Fraction(0)
    for e, d in map(_pair, measures):
        epsilon, delta = both(epsilon, e), both(delta, d)
    return _made(epsilon, delta)


def sequential_concentrated(measures: Sequence[ZeroConcentratedDP]) -> ZeroConcentratedDP:
    """Returns the guarantee of adaptive zero-concentrated releases from the same data: rhos add
    up.
    """
    rho: Number = Fraction(0)
    for m in measures:
        rho = both(rho, m.rho)
    return ZeroConcentratedDP(rho)


def parallel(measures: Sequence[Divergence]) -> Divergence:
    """Returns the guarantee of releases from disjoint parts of the data: the worst of each.

    One record lies in one part, whatever its value.
    """
    epsilon, delta = _pair(measures[0])
    for e, d in map(_pair, measures[1:]):
        epsilon, delta = (
            (e if compare(e, epsilon) > 0 else epsilon),
            (d if compare(d, delta) > 0 else delta),
        )
    return _made(epsilon, delta)


def advanced_epsilon(epsilon: Scalar, growth: Scalar, releases: Scalar, root: Scalar) -> Scalar:
    """Returns sqrt(2 k log(1/delta1)) epsilon + k epsilon (e^epsilon - 1), the epsilon of k
    releases.

    growth = e^epsilon, releases = k, root = sqrt(2 k log(1/delta1)).
    """
    return root * epsilon + releases * epsilon * (growth - 1)


def sharper_epsilon(epsilon: Scalar, releases: Scalar, root: Scalar) -> Scalar:
    """Returns sqrt(2 k log(1/delta1)) epsilon + k epsilon^2/2, by way of zero-concentrated DP.

    releases = k, root = sqrt(2 k log(1/delta1)).
    """
    return root * epsilon + releases * rho_of_pure(epsilon)


def advanced_delta(delta: Scalar, releases: Scalar, delta1: Scalar) -> Scalar:
    """Returns k delta + delta1, the delta of k releases."""
    return releases * delta + delta1


def advanced(
    decay: Decay, delta: Fraction, releases: int, delta1: Fraction, constants: str = "paper"
) -> ApproximateDP:
    """Returns the guarantee of k adaptive (epsilon, delta)-DP releases together, for any 0 < delta1
    <= 1.

    For few releases `sequential` has the smaller epsilon.
    """
    return ApproximateDP(
        epsilon_of_many(decay, releases, delta1, constants), advanced_delta(delta, releases, delta1)
    )


def epsilon_of_many(
    decay: Decay, releases: int, delta1: Fraction, constants: str = "paper"
) -> Number:
    """Returns the epsilon of k adaptive releases together."""
    if not 0 < delta1 <= 1:
        raise InvalidInput("out_of_range", "delta1: must be in (0, 1]", argument="delta1")
    root: Number = reals.root(-2 * releases * reals.log(delta1), 2) if delta1 < 1 else Fraction(0)
    found: Number = (
        advanced_epsilon(decay.epsilon, decay.power(-1), releases, root)
        if constants == "paper"
        else sharper_epsilon(decay.epsilon, releases, root)
    )
    return found


_SOURCE = "instance Lemma 2.2"
ENTRIES = (
    Entry(
        "composition.advanced_epsilon",
        "the epsilon of k adaptive releases, each with this epsilon",
        ("epsilon", "releases", "delta1"),
        ("constants",),
        "sqrt(2 releases log(1/delta1)) epsilon + releases epsilon (e^epsilon - 1); exact: "
        "sqrt(2 releases log(1/delta1)) epsilon + releases epsilon^2/2",
        "reals",
        _SOURCE,
        single(epsilon_of_many),
    ),
    Entry(
        "composition.advanced_delta",
        "the delta that goes with it",
        ("delta", "releases", "delta1"),
        (),
        "releases delta + delta1",
        "Q",
        _SOURCE,
        single(advanced_delta),
    ),
)
