"""How much Gaussian noise is (epsilon, delta)-DP: the least standard deviation, and the classical
one, which is more and is known to be enough below epsilon = 1 only.

Noise of standard deviation s D on a query of sensitivity D has delta = P(Z <= 1/(2 s) - s epsilon) -
e^epsilon P(Z <= -1/(2 s) - s epsilon), Z standard normal (Balle and Wang 2018, Theorem 8): the
hockey-stick divergence between the law and its shift by D. It falls from 1 to 0 as s grows, so that
one s has any given delta, and it is the least that is enough.
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from ..exact import reals, special
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.reals import Number
from ..parameters.entry import Entry, single


def delta_of(s: Fraction, epsilon: Number, growth: Number) -> Number:
    """Returns the least delta of noise of s standard deviations a sensitivity; growth =
    e^epsilon.
    """
    half = 1 / (2 * s)
    return special.normal_tail(s * epsilon - half) - growth * special.normal_tail(
        s * epsilon + half
    )


def least(decay: Decay, delta: Fraction, sensitivity: Fraction = Fraction(1)) -> Number:
    """Returns the least standard deviation of Gaussian noise that is (epsilon, delta)-DP for a
    query of this sensitivity.
    """
    _check(delta)
    epsilon, growth = decay.epsilon, decay.power(-1)
    return sensitivity * reals.rising_root(lambda s: delta - delta_of(s, epsilon, growth))


def classical(decay: Decay, delta: Fraction, sensitivity: Fraction = Fraction(1)) -> Number:
    """Returns D sqrt(2 log(5/(4 delta)))/epsilon, which is enough for 0 < epsilon < 1 only: beyond,
    it may be too little, and is refused.
    """
    _check(delta)
    if compare(decay.epsilon, Fraction(1)) >= 0:
        raise InvalidInput(
            "out_of_range",
            "epsilon: the classical formula is known to hold below 1 only; ask for gaussian.sigma",
            argument="epsilon",
        )
    found: Number = sensitivity * reals.root(2 * reals.log(5 / (4 * delta)), 2) / decay.epsilon
    return found


def _check(delta: Fraction) -> None:
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )


ENTRIES = (
    Entry(
        "gaussian.sigma",
        "the least standard deviation that is (epsilon, delta)-DP for a query of sensitivity D",
        ("epsilon", "delta"),
        ("sensitivity",),
        "D e^t, t = the t with -erfc((epsilon e^t - e^-t/2)/sqrt(2))/2 + e^epsilon erfc((epsilon "
        "e^t + e^-t/2)/sqrt(2))/2 = -delta",
        "reals",
        "Balle and Wang 2018, Theorem 8",
        single(least),
    ),
    Entry(
        "gaussian.classical_sigma",
        "the standard deviation of the classical formula, for epsilon < 1",
        ("epsilon", "delta"),
        ("sensitivity",),
        "D sqrt(2 log(1.25/delta))/epsilon",
        "reals",
        "Dwork and Roth 2014, Theorem A.1",
        single(classical),
    ),
)
