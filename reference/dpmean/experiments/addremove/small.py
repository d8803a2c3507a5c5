"""What the four plots of Appendix H of addremove share: 1 to 64 records of mean 0.01, and two
readings of the records.

No data set of records 0 or 1 and of that size has the mean 0.01. Either every record is 0.01, or
records are 0 or 1, independent and of this mean, and errors are averaged over the data sets, each
against its own mean.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Row, Verdict
from .curves import Axis, Setting, by_epsilon, setting
from .settings import READINGS

ITEM = "Appendix H"
MEAN = Fraction(1, 100)
SIZES = tuple(2**i for i in range(7))
ALL, COIN = READINGS


def axis(name: str, epsilon: Fraction, reading: str) -> Axis:
    """Return the plot of one reading of the records, for this epsilon."""
    return Axis(
        name,
        reading,
        [Fraction(n) for n in SIZES],
        lambda n: Setting(epsilon, int(n), MEAN),
        by_epsilon,
        READINGS[reading],
    )


def shared(item: str, epsilon: Fraction) -> tuple[Row, ...]:
    """Return the rows on settings that the plots have in common."""
    return (
        setting(
            item,
            "sizes, epsilon, mean, normalisation",
            f"the same, at epsilon = {float(epsilon):g}",
            f"|D| = 2^i for i = 0, ..., 6; epsilon = {float(epsilon):.1f}, mu = 0.01; errors "
            "times epsilon^2/2",
        ),
        Row(
            item,
            "the records: all of them 0.01",
            "not printed ('synthetic datasets ... i.i.d. with varying mu')",
            "drawn as one plot",
            Verdict.POSSIBLE,
            "a choice of ours",
        ),
        Row(
            item,
            "the records: 0 or 1, each 1 with probability 0.01; errors averaged over data "
            "sets, against their means",
            "the same",
            "drawn as the other plot; data sets less likely than 10^-15 together enter as an "
            "interval",
            Verdict.POSSIBLE,
            "a choice of ours",
        ),
    )
