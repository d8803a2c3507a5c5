"""Which quantities are promises of privacy, and on which side of the truth a number promises more
privacy than there is.

An epsilon, a delta, a rho or a divergence that somebody states is a promise: below the truth it
promises too much. A share of a budget is one the other way round: above what is right, the parts
together spend more than was promised.
"""

from __future__ import annotations

from enum import StrEnum

BELOW = frozenset(
    {
        "advanced_delta",
        "advanced_epsilon",
        "count_delta",
        "delta",
        "epsilon",
        "granted",
        "hockey_stick",
        "lone_bin_delta",
        "privacy_loss",
        "renyi",
        "rho",
        "total_delta",
        "total_epsilon",
        "total_variation",
    }
)
ABOVE = frozenset(
    {
        "coordinate_delta",
        "coordinate_epsilon",
        "mean_epsilon",
        "median_epsilon",
        "threshold_epsilon",
    }
)


class Side(StrEnum):
    """A side of the truth."""

    BELOW = "below"
    ABOVE = "above"


def dangerous(quantity: str | None) -> Side | None:
    """Return the side of the truth on which this quantity of an object promises too much; None for
    what is no promise.
    """
    if quantity in BELOW:
        return Side.BELOW
    return Side.ABOVE if quantity in ABOVE else None
