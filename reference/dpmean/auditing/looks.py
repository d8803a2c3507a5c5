"""Ways to look at outputs, and what an audit sets aside once a cause is found.

Look   by what an event of a bet is told: a half line, last bits, the kind of an output, ...
Aside  what is set aside: kinds, infinite numbers, exact values, whole ways to look. An output of
       which an event is set aside belongs to no further event, and still counts as an output: "A and
       not E" is a share of *all* outputs. Nothing is renormalised, since a law within its claim may
       break it once it is conditioned on what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from .outputs import Column, Outputs

NOTHING = -(1 << 40) - 1  # the kind, and the class, of an output that belongs to no event
FEW = 0.5  # of the draws; where there are fewer values than that, values are no last bits


class Look(StrEnum):
    """By what an event is told."""

    HALF_LINE = "half line"
    BINS = "bins"
    BITS = "bits"
    VALUE = "value"
    WRITTEN = "way of writing"
    KIND = "kind"
    WHOLE = "whole output"
    SUM = "sum"
    WEIGHTED = "weighted sum"
    LEARNED = "classifier"


@dataclass(frozen=True)
class Aside:
    """What is set aside. `leaves` are the places of columns that are not looked at, alone or with
    others; `values` are exact values of one column.
    """

    bits: bool = False
    infinite: bool = False
    kinds: frozenset[int] = frozenset()
    looks: frozenset[Look] = frozenset()
    leaves: frozenset[int] = frozenset()
    values: frozenset[tuple[int, float]] = frozenset()

    def __or__(self, other: Aside) -> Aside:
        """Returns both together."""
        return Aside(
            self.bits or other.bits,
            self.infinite or other.infinite,
            self.kinds | other.kinds,
            self.looks | other.looks,
            self.leaves | other.leaves,
            self.values | other.values,
        )

    @property
    def masks(self) -> bool:
        """Tells whether any output is set aside, and not a way to look alone."""
        return bool(self.infinite or self.kinds or self.values)

    def without(self, outputs: Outputs) -> Outputs:
        """Returns outputs of which those set aside have no kind and no numbers."""
        if not self.masks:
            return outputs
        gone = np.isin(outputs.kinds, list(self.kinds))
        if self.infinite:
            for column in outputs.columns:
                gone |= np.isinf(column)
        for j, value in self.values:
            if j < len(outputs.columns):
                gone |= outputs.columns[j] == value
        if not gone.any():
            return outputs
        return replace(
            outputs,
            kinds=np.where(gone, NOTHING, outputs.kinds),
            columns=tuple(np.where(gone, np.nan, column) for column in outputs.columns),
        )

    def allows(self, look: Look, leaf: int | None, repeats: bool) -> bool:
        """Tells whether a way to look at one column, or at all, is left; `repeats` says whether
        values come again, so that they are no last bits.
        """
        if look in self.looks or (leaf is not None and leaf in self.leaves):
            return False
        if self.bits and (look is Look.BITS or (look in (Look.VALUE, Look.WHOLE) and not repeats)):
            return False
        return not (self.leaves and leaf is None and look is not Look.KIND)


ALL_SEEN = Aside()  # nothing is set aside


def repeating(column: Column) -> bool:
    """Tells whether the numbers of a column come again and again."""
    known: npt.NDArray[np.float64] = column[~np.isnan(column)]
    return bool(len(known)) and len(np.unique(known)) <= FEW * len(known)
