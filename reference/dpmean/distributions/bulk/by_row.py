"""Draws in columns whose law differs from row to row: words of other widths, and discrete Gaussian
noise of other variances, by the rejection of `rejection.py`.

A proposal of any scale T serves: discrete Laplace noise y of scale T that is kept with probability
e^-x, x = (|y| - sigma^2/T)^2/(2 sigma^2), has the law of variance parameter sigma^2, since the
product of e^(-|y|/T) and e^-x is e^(-y^2/(2 sigma^2)) times a constant. T is the least power of two
above sigma, so that few samplers serve all rows, sigma^2/T < sigma, as the bounds of `rejection.py`
have it, and about half of the proposals or more are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...randomness.stream import Stream, words
from . import formulas
from .geometric import Column, TwoSided
from .rejection import CHUNK, keeps, laplace_of_scale

MOST_WIDTH = 62


@lru_cache(maxsize=64)
def _proposal(exponent: int) -> TwoSided:
    return laplace_of_scale(1 << exponent)


def exponent(variance: Fraction) -> int:
    """Returns the e for which T = 2^e is the least power of two that is greater than
    floor(sigma).
    """
    return isqrt(floor(variance)).bit_length()


class Gaussians:
    """A sampler of discrete Gaussian noise with one of several variances, chosen row by row."""

    def __init__(self, variances: Sequence[Fraction]) -> None:
        """`variances`: the parameters sigma^2 > 0, of which a row names one by its place."""
        self.variances = variances
        self.exponents = np.array([exponent(v) for v in variances], np.int64)
        self._middles = np.array(
            [float(v / (1 << int(e))) for v, e in zip(variances, self.exponents, strict=True)]
        )
        self._inverses = np.array([float(1 / (2 * v)) for v in variances])

    def draw(self, stream: Stream, places: NDArray[np.intp]) -> Column:
        """Returns one draw for each row, independent of each other; row i has the variance at
        `places[i]`.
        """
        out = np.empty(len(places), np.int64)
        exponents = self.exponents[places]
        for e in np.unique(exponents):
            rows = np.flatnonzero(exponents == e)
            for start in range(0, len(rows), CHUNK):
                self._fill(out, rows[start : start + CHUNK], places, int(e), stream)
        return out

    def _fill(
        self, out: Column, rows: NDArray[np.intp], places: NDArray[np.intp], e: int, stream: Stream
    ) -> None:
        """Proposes for all rows, again and again for those that have kept none."""
        while len(rows):
            y = _proposal(e).draw(stream, len(rows))
            kept = self.keeps(y, words(stream, len(rows), 8), places[rows], stream)
            out[rows[kept]] = y[kept]
            rows = rows[~kept]

    def keeps(
        self, y: Column, u: NDArray[np.unsignedinteger], places: NDArray[np.intp], stream: Stream
    ) -> NDArray[np.bool_]:
        """Returns which proposals are kept by uniform numbers that begin with the words u."""

        def exact(i: int) -> Fraction:
            at = int(places[i])
            return formulas.rejection_exponent(
                abs(int(y[i])), 1 << int(self.exponents[at]), self.variances[at]
            )

        return keeps(y, u, self._middles[places], self._inverses[places], exact, stream)


class Words:
    """A sampler of uniform integers from 0 to 2^width - 1 with one of several widths, chosen row by
    row.
    """

    def __init__(self, widths: Sequence[int]) -> None:
        """`widths`: from 0 to 62, of which a row names one by its place."""
        if max(widths) > MOST_WIDTH:
            raise TooWide(
                "out_of_range", f"a uniform integer in columns has at most {MOST_WIDTH} bits"
            )
        self.size = 2 if max(widths) <= 16 else 4 if max(widths) <= 32 else 8
        self._masks = np.array([(1 << w) - 1 for w in widths], f"<u{self.size}")

    def draw(self, stream: Stream, places: NDArray[np.intp]) -> Column:
        """Returns one draw for each row, independent of each other; row i has the width at
        `places[i]`.
        """
        found: Column = (words(stream, len(places), self.size) & self._masks[places]).astype(
            np.int64
        )
        return found
