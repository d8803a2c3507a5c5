"""The privacy that is left of a shuffled sum when users drop out who were counted on for their
noise.

The bounds are certified, for any number of users. If k of n are silent the noise is the difference
of two Polya variables with r = (n - k)/n. Its privacy loss under a shift s of the sum is
log(P(0)/P(s)), and that is more than epsilon s/D.

Proof. For r < 1 the ratio of neighbouring probabilities of the Polya law, (j + r)/(j + 1) t, rises
to t: p is log-convex and falls. So is P(x) = sum over j of p_j p_(j + x) for x >= 0, as a sum of
log-convex sequences, with ratios P(x + 1)/P(x) < t. P is symmetric. For x >= 0, P(x)/P(x + s) is
largest at x = 0; for -s < x < 0, P(|x|) <= P(0) and P(s
- |x|) >= P(s); else it is below 1.
"""

from __future__ import annotations

from fractions import Fraction

from ...distributions.polya import step
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar

TERMS = 64


def product_series(r: Scalar, t: Scalar, shift: int, terms: int) -> Scalar:
    """Returns the first `terms` terms of the sum over j of c_j c_(j + s) t^(2 j + s), where s =
    shift.

    The whole series is P(s)/(1 - t)^(2 r).
    """
    first, second, power = r**0, r**0, t**shift
    for j in range(shift):
        second = second * step(j, r)
    total = first * second * power
    for j in range(terms - 1):
        first, second, power = first * step(j, r), second * step(j + shift, r), power * t**2
        total = total + first * second * power
    return total


def remainder(t: Scalar, shift: int, terms: int) -> Scalar:
    """Returns t^(2 J + s)/(1 - t^2), a bound on the terms from J on, because no c is above 1 for r
    <= 1.
    """
    return t ** (2 * terms + shift) / (1 - t**2)


def left_over(
    decay: Decay, n: int, dropouts: int, shift: int, sensitivity: int = 1, terms: int = TERMS
) -> tuple[Number, Number]:
    """Returns a lower and an upper bound of the privacy loss of the sum of n - dropouts shares.

    It is the loss under a shift of the sum by `shift` = 1, 2, ...; the bounds are equal up to the
    remainder of `terms` terms.
    """
    if not 0 <= dropouts < n:
        raise InvalidInput("out_of_range", "dropouts: from 0 to n - 1", argument="dropouts")
    r, t = Fraction(n - dropouts, n), decay.power(Fraction(1, sensitivity))
    at_zero, at_shift = product_series(r, t, 0, terms), product_series(r, t, shift, terms)
    low = reals.log(at_zero / (at_shift + remainder(t, shift, terms)))
    high = reals.log((at_zero + remainder(t, 0, terms)) / at_shift)
    return low, high
