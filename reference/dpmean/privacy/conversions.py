"""Conversions between pure, zero-concentrated and approximate DP (trilemma Appendix D; Bun and Steinke 2016)."""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, single


def rho_of_pure(epsilon: Scalar) -> Scalar:
    """Returns epsilon^2 / 2: epsilon-DP is (epsilon^2 / 2)-zCDP."""
    return epsilon**2 / 2


def epsilon_of_rho(rho: Scalar, root: Scalar) -> Scalar:
    """Returns rho + 2 sqrt(rho log(1/delta)), where root = sqrt(rho log(1/delta)).

    rho-zCDP is (rho + 2 sqrt(rho log(1/delta)), delta)-DP.
    """
    return rho + 2 * root


def _rho(decay: Decay) -> Number:
    found: Number = rho_of_pure(decay.epsilon)
    return found


def _epsilon(rho: Fraction, delta: Fraction) -> Number:
    if not 0 < delta < 1:
        raise InvalidInput("probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta")
    found: Number = epsilon_of_rho(rho, reals.root(-rho * reals.log(delta), 2) if rho else rho)
    return found


_SOURCE = "trilemma Appendix D"
ENTRIES = (
    Entry("zcdp.rho", "the rho of a pure guarantee", ("epsilon",), (), "epsilon^2 / 2", "Q(epsilon)", _SOURCE,
        single(_rho)),
    Entry("zcdp.epsilon", "the epsilon of a rho-zCDP guarantee at a delta", ("rho", "delta"), (),
        "rho + 2 sqrt(rho log(1/delta))", "reals", _SOURCE, single(_epsilon)),
)
