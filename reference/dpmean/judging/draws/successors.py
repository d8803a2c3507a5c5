"""Whether a draw follows from the one before it, or the other way round, however wildly: as where
uniform numbers share bits, or each is a multiple of the last, modulo 1.

Pairs of draws are sorted by their first one. If draws are independent, whatever their law, the
second ones are then in any order as likely as in any other; if the second is a function of the
first, those next to each other are alike. Two are called alike if they are in the same of CLASSES
equally large classes; `matching_p` bounds the probability that so many are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .batch import Column
from .matching import matching_p

MOST = 1 << 17  # draws that are looked at
FEWEST = 1 << 10
CLASSES = 16
WAYS = 4  # which follows from which; by the draws, or by how far they are from the centre


def follows(column: Column, center: Fraction, alpha: Fraction) -> str:
    """Returns what shows that draws follow from one another, or nothing; false with probability at
    most alpha.
    """
    if len(column) < FEWEST:
        return ""
    for words, given, found in _pairs(column[: min(len(column), MOST) // 4 * 4], center):
        classes = _classes(found)[np.argsort(given, kind="stable")]
        same = int(np.count_nonzero(classes[::2] == classes[1::2]))
        pairs = len(classes) // 2
        times = np.bincount(classes)
        if matching_p(pairs, same, times) * WAYS <= alpha:
            usual = sum(int(t) * (int(t) - 1) for t in times) / (2 * len(classes) - 2)
            return (
                f"of {pairs} pairs of draws whose {words} are as good as equal, {same} are alike, "
                f"where about {usual:.0f} independent ones would: a draw tells another"
            )
    return ""


def _pairs(x: Column, center: Fraction) -> Iterator[tuple[str, Column, Column]]:
    """Yields draws and those that may follow from them, of disjoint pairs."""
    for numbers in (x, np.abs(x - float(center))):
        yield "predecessors", numbers[::2], numbers[1::2]
        yield "successors", numbers[1::2], numbers[::2]


def _classes(numbers: Column) -> npt.NDArray[np.int64]:
    """Returns for each number in which class it is; equal numbers are in the same."""
    places = np.arange(1, CLASSES) * len(numbers) // CLASSES
    return np.searchsorted(np.partition(numbers, places)[places], numbers, side="right")
