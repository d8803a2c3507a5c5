"""Words of bits that are far from each other."""

from __future__ import annotations

from math import comb


def volume(d: int) -> int:
    """Return how many words are within d/4 of one word."""
    return sum(comb(d, i) for i in range(d // 4 + 1))


def greedy(d: int) -> list[int]:
    """Return words of d bits, chosen in their order, each farther than d/4 from all before."""
    words: list[int] = []
    for word in range(1 << d):
        if all(4 * (word ^ old).bit_count() > d for old in words):
            words.append(word)
    return words
