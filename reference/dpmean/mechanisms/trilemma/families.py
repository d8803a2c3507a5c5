"""The mechanisms that `unknown_size` can run on a sub-sample, each as a family indexed by the
number of records.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...exact.decay import Decay
from ...programs.mechanism import Mechanism
from ..addremove.sized_mean import SizedMean
from .clipped_mean import ClippedMean
from .combined_mean import CombinedMean
from .dpumean import DpuMean
from .name_and_shame import NameAndShame

# name -> parameters that the family needs beside epsilon and delta, and may have
BASES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sized_mean": (("lower", "upper"), ()),
    "clipped_mean": (("lower", "upper", "bias", "moment"), ()),
    # independent: the condition N delta <= 1 of the other variant depends on data
    "name_and_shame": ((), ()),
    "combined_mean": (("lower", "upper", "psi", "moment"), ()),
    "dpumean": (("clip", "n1"), ("sigma",)),
}


def family(
    base: str, decay: Decay, delta: Fraction, given: dict[str, Any]
) -> Callable[[int], Mechanism]:
    """Returns the function from a number of records to the mechanism `base` for so many."""
    if base == "sized_mean":
        return lambda n: SizedMean(decay, n=n, **given)
    if base == "clipped_mean":
        return lambda n: ClippedMean(decay, n=n, **given)
    if base == "name_and_shame":
        return lambda n: NameAndShame(delta, n)
    if base == "combined_mean":
        return lambda n: CombinedMean(decay, n=n, delta=delta, **given)
    first = given.pop("n1")
    return lambda n: DpuMean(decay, delta, n1=first, n2=n - first, **given)
