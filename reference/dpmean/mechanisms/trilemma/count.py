"""A private count that is never too large (trilemma Proposition E.1).

It is n + clip_[-v, v](Z) - v, with Z discrete Laplace of scale 1/epsilon, so that it lies in [n -
2v, n]. Formulas are functions of t = e^-epsilon and power = t^v. v >= 1: at v = 0 it would publish
n.
"""

from __future__ import annotations

from fractions import Fraction

from ...distributions import discrete_laplace
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar
from ...exact.search import least_integer
from .public_size import proper


def end_mass(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(clip(Z) = v) = P(clip(Z) = -v) = P(Z >= v) = t^v / (1 + t)."""
    return discrete_laplace.tail(t, power) / 2


def clipped(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(clip(Z) != Z) = P(|Z| > v) = 2 t^(v+1) / (1 + t)."""
    return discrete_laplace.tail(t, t * power)


def upper_excess(t: Scalar, power: Scalar) -> Scalar:
    """Returns t^v / (1 + t), what the largest count adds to delta.

    A data set with one record less cannot give that count.
    """
    return end_mass(t, power)


def lower_excess(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(clip(Z) = -v) - P(Z = 1 - v)/t, what the smallest count adds to delta where this is
    positive.

    It is positive for t^2 + t > 1.
    """
    return end_mass(t, power) - discrete_laplace.pmf(t, power / t) / t


def printed_delta(power: Scalar) -> Scalar:
    """Returns what the proof of Proposition E.1 shows: (e^epsilon + 1) P(clip(Z) != Z) = 2 t^v."""
    return 2 * power


def mass(decay: Decay, v: int, k: int) -> Number:
    """Returns P(clip_[-v, v](Z) - v = k), the probability that the count is n + k."""
    z = k + v
    if abs(z) > v:
        return Fraction(0)
    found: Number = (
        end_mass(decay.b, decay.power(v))
        if abs(z) == v
        else discrete_laplace.pmf(decay.b, decay.power(abs(z)))
    )
    return found


def least_delta(decay: Decay, v: int) -> Number:
    """Returns the least delta for which the count is (epsilon, delta)-DP.

    It is t^v/(1 + t), and where t^2 + t > 1 it is t^(v-2) (2t - 1).
    """
    t, power = decay.b, decay.power(v)
    found: Number = upper_excess(t, power)
    if compare(t * t + t, Fraction(1)) > 0:
        found = found + lower_excess(t, power)
    return found


def printed_width(decay: Decay, most: Fraction) -> int:
    """Returns v = ceil(log(2/delta)/epsilon), the least v with 2 t^v <= delta, where delta = `most`
    < 1.
    """
    return least_integer(lambda v: compare(printed_delta(decay.power(v)), most) <= 0)


def least_width(decay: Decay, most: Fraction) -> int:
    """Returns the least v >= 1 for which the count is (epsilon, delta)-DP, where delta = `most`."""
    return least_integer(lambda v: v >= 1 and compare(least_delta(decay, v), most) <= 0)


def half_width(decay: Decay, delta: Fraction, constants: str = "paper") -> int:
    """Returns v: the paper's with constants = paper, otherwise the least one."""
    return (printed_width if constants == "paper" else least_width)(decay, proper(delta))


def exact_delta(decay: Decay, delta: Fraction, constants: str = "paper") -> Number:
    """Returns the delta that the count really has at the v of `half_width`."""
    return least_delta(decay, half_width(decay, delta, constants))
