"""Privacy of laws whose density ratio under a shift takes only the values b, 1 and 1/b.

For every law with nested level sets and a shift inside the sensitivity, the loss is -epsilon, 0 or
epsilon. Then the whole privacy profile follows from one number, the total variation distance
between the law and its shift.
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar


def three_valued_hockey_stick(b: Scalar, total_variation: Scalar, ratio: Scalar) -> Scalar:
    """Returns the supremum over events of P - e^h Q, for ratio = e^h with b <= ratio <= 1/b.

    For other ratios see `hockey_stick`. P(loss = epsilon) = TV / (1 - b), P(loss = 0) = 1 - (1 + b)
    TV / (1 - b); the second only counts for ratio < 1, which the caller selects with
    `three_valued_hockey_stick_below_one`.
    """
    return total_variation / (1 - b) * (1 - ratio * b)


def three_valued_hockey_stick_below_one(
    b: Scalar, total_variation: Scalar, ratio: Scalar
) -> Scalar:
    """Returns the same for b <= ratio <= 1, where outcomes of loss 0 count too."""
    equal = 1 - (1 + b) * total_variation / (1 - b)
    return three_valued_hockey_stick(b, total_variation, ratio) + equal * (1 - ratio)


def hockey_stick(b: Number, total_variation: Number, ratio: Number) -> Number:
    """Returns the hockey-stick divergence at ratio = e^h, for every ratio > 0."""
    if compare(ratio * b, Fraction(1)) >= 0:
        return Fraction(0)
    if compare(ratio, b) <= 0:
        return 1 - ratio
    if compare(ratio, Fraction(1)) >= 0:
        return three_valued_hockey_stick(b, total_variation, ratio)
    return three_valued_hockey_stick_below_one(b, total_variation, ratio)


def require_shift(inside: bool) -> None:
    """Raises InvalidInput for a shift that the law does not protect."""
    if not inside:
        raise InvalidInput(
            "shift_outside_sensitivity",
            "shift: not in the sensitivity space of the law",
            argument="shift",
        )
