"""The sized mean's sensitivity and noise scale: the numbers that libraries compute for a bounded mean of public n."""

from __future__ import annotations

from fractions import Fraction

from ...exact.reals import Number
from ...parameters.declared import Decay
from ...parameters.entry import Entry, single


def sensitivity(lower: Fraction, upper: Fraction, n: int) -> Number:
    """(upper - lower) / n under replace-one."""
    return (upper - lower) / n


def scale(decay: Decay, lower: Fraction, upper: Fraction, n: int) -> Number:
    """Scale of the Laplace noise: sensitivity / epsilon."""
    return (upper - lower) / n / decay.epsilon


ENTRIES = (
    Entry("sized_mean.sensitivity", "largest change of the mean of n records when one is replaced",
        ("lower", "upper", "n"), (), "(u - l) / n", "Q", "addremove Section 1.2", single(sensitivity)),
    Entry("sized_mean.scale", "scale of the Laplace noise of the sized mean", ("lower", "upper", "n", "epsilon"), (),
        "(u - l) / (n epsilon)", "Q(epsilon)", "addremove Section 1.2", single(scale)),
)
