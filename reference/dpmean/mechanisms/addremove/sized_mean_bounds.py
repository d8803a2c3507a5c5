"""The sensitivity and the noise scale of the sized mean, which libraries compute for a bounded mean
of public n.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.decay import Decay
from ...exact.reals import Number
from ...parameters.entry import Entry, single


def sensitivity(lower: Fraction, upper: Fraction, n: int) -> Number:
    """Returns (upper - lower) / n, the sensitivity of the mean when one record is replaced."""
    return (upper - lower) / n


def scale(decay: Decay, lower: Fraction, upper: Fraction, n: int) -> Number:
    """Returns the scale of the Laplace noise, sensitivity / epsilon."""
    return (upper - lower) / n / decay.epsilon


ENTRIES = (
    Entry(
        "sized_mean.sensitivity",
        "largest change of the mean of n records when one is replaced",
        ("lower", "upper", "n"),
        (),
        "(u - l) / n",
        "Q",
        "addremove Section 1.2",
        single(sensitivity),
    ),
    Entry(
        "sized_mean.scale",
        "scale of the Laplace noise of the sized mean",
        ("lower", "upper", "n", "epsilon"),
        (),
        "(u - l) / (n epsilon)",
        "Q(epsilon)",
        "addremove Section 1.2",
        single(scale),
    ),
)
