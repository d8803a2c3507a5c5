"""Exact inversion in bulk: one look-up of a 16-bit word per draw, and more bits for the words that
contain a boundary.

U = 0.u1 u2 ... in binary, and the outcome is the k with F(k - 1) <= U < F(k). A word is the first
16 bits of U. Where the whole dyadic interval of the word lies in one outcome's interval, the table
has that outcome; else 48 more bits are looked for among the thresholds, and where those 64 do not
decide, 64 bits at a time are added and the exact inversion asked. So the outcome is that of
inversion with U itself: the law is F, and nothing is approximated. What a draw costs is decided by
the table; what it is, never.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log2

import numpy as np
from numpy.typing import NDArray

from ...randomness.stream import Stream, words
from .thresholds import WIDTH, Thresholds

WORD = 16
CHUNK = 1 << 17  # draws at once: words, outcomes and the table stay in the cache
FEW = 512  # open words for which one search is quicker than a comparison each
Outcomes = NDArray[np.signedinteger]


class Lookup:
    """A bulk sampler of an integer law, by a table of 16-bit words."""

    def __init__(self, thresholds: Thresholds, find: Callable[[int, int], int | None]) -> None:
        """`find(u, width)` is the exact inversion: the outcome of [u, u + 1) / 2^width, or None if
        it is undecided.
        """
        self.first, self.last = thresholds.first, thresholds.last
        self._first, self._floors, self._find = thresholds.first, thresholds.floors, find
        self._before = np.concatenate([np.zeros(1, np.uint64), self._floors[:-1]])
        reach = max(-thresholds.first, thresholds.last) + 1
        bits = next(bits for bits in (8, 16, 32) if reach < 1 << (bits - 1))
        self.dtype: np.dtype[np.signedinteger] = np.dtype(f"i{bits // 8}")
        self._undecided = -(1 << (bits - 1))
        starts = np.arange(1 << WORD, dtype=np.uint64) << np.uint64(WIDTH - WORD)
        ends = starts | np.uint64((1 << (WIDTH - WORD)) - 1)
        at, sure = self._search(starts)
        self._at = at.astype(np.int32)  # the index of each word's first number
        same = sure & (at == np.searchsorted(self._floors, ends, side="right"))
        self.table = np.where(same, at + self._first, self._undecided).astype(self.dtype)

    @property
    def refined(self) -> float:
        """Returns the share of words that need more bits."""
        return float(np.mean(self.table == self._undecided))

    @property
    def log2_exact(self) -> float:
        """Returns the base-2 logarithm of a bound of the probability that 64 bits do not decide.

        Of the 2^64 numbers these are one for each boundary, 0, and those beyond the table.
        """
        return log2(len(self._floors) + 1 + (1 << WIDTH) - int(self._floors[-1])) - WIDTH

    def _search(self, u: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Returns the index of the outcome whose interval has u / 2^64, and whether it is certain.

        It is certain if [u, u + 1) / 2^64 lies in the interval.
        """
        at = np.searchsorted(self._floors, u, side="right")
        return at, self._sure(at, u)

    def _sure(self, at: NDArray[np.integer], u: NDArray[np.uint64]) -> NDArray[np.bool_]:
        return (at < len(self._floors)) & (u > self._before[np.minimum(at, len(self._floors) - 1)])

    def _search_in(
        self, prefix: NDArray[np.unsignedinteger], u: NDArray[np.uint64]
    ) -> tuple[NDArray[np.integer], NDArray[np.bool_]]:
        """Returns the same as `_search` for numbers that begin with known words.

        Most words have one boundary inside, so that one comparison finds the index.
        """
        at, last = self._at[prefix], len(self._floors) - 1
        at += self._floors[np.minimum(at, last)] <= u
        more = np.flatnonzero(self._floors[np.minimum(at, last)] <= u)
        if more.size:
            at[more] = np.searchsorted(self._floors, u[more], side="right")
        return at, self._sure(at, u)

    def draw(self, stream: Stream, count: int) -> Outcomes:
        """Returns `count` independent draws, in the smallest signed type that holds every outcome
        of the table.

        The type is wider if a draw needs it. The words of all draws are taken first, then what the
        open ones need.
        """
        out = np.empty(count, self.dtype)
        places, prefixes = [], []
        for start in range(0, count, CHUNK):
            part = out[start : start + CHUNK]
            prefix = words(stream, len(part), 2)
            # no word is out of range; this mode checks least
            np.take(self.table, prefix, out=part, mode="wrap")
            open_ = np.flatnonzero(part == self._undecided)
            places.append(open_ + start)
            prefixes.append(prefix[open_])
        if count and (place := np.concatenate(places)).size:
            found = self._refine(stream, np.concatenate(prefixes))
            # this happens about once in 2^64 draws
            if max(found.max(), -found.min()) >= -self._undecided:
                out = out.astype(np.int64)
            out[place] = found
        return out

    def _refine(self, stream: Stream, prefix: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
        u = prefix.astype(np.uint64) << np.uint64(WIDTH - WORD) | words(
            stream, len(prefix), 8
        ) >> np.uint64(WORD)
        at, sure = self._search(u) if len(u) < FEW else self._search_in(prefix, u)
        found = at.astype(np.int64) + self._first
        for i in np.flatnonzero(~sure):
            found[i] = self._exact(stream, int(u[i]))
        return found

    def _exact(self, stream: Stream, u: int) -> int:
        width, k = WIDTH, self._find(u, WIDTH)
        while k is None:
            u, width = u << WIDTH | int(words(stream, 1, 8)[0]), width + WIDTH
            k = self._find(u, width)
        return k
