"""Profile `ddg-1`: the sampler of Knuth and Yao (1976), whose expected number of bits is at most
the entropy plus 2.

The bits of the masses are the leaves of a binary tree: an outcome of mass p has a leaf on level i
when the i-th bit of p is 1. A draw walks from the root, one bit a level, until it is on a leaf. On
level i, the nodes are numbered leaves first: d -> 2 d + bit below the inner node d, and a number
below the count of leaves names the leaf. Leaves of a level are in the order of the groups, and in a
group in the order of its outcomes.

Outcomes come in groups of one mass, and masses do not increase from group to group, so that a level
has finitely many leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, TypeVar

from ...exact.balls import ball, precision, upper_end
from ...exact.enclosure import Interval, floor
from ...exact.reals import Number
from ...randomness.bits import Bits

Outcome = TypeVar("Outcome", bound=Hashable)
BLOCK = 64  # bits of a mass that are computed at once
MOST = 1 << 14  # levels; a draw gets that far with probability 2^-16000


class KnuthYao(Generic[Outcome]):
    """An exact sampler of a law on a countable set; `group(n)` = (mass of one outcome, outcomes), n
    = 0, 1, ...
    """

    def __init__(self, group: Callable[[int], tuple[Number, tuple[Outcome, ...]]]) -> None:
        """`group(n)` returns the n-th group; the masses must not increase with n, and must tend to
        0.
        """
        self._group = group
        self._groups: dict[int, tuple[Number, tuple[Outcome, ...]]] = {}
        self._digits: dict[tuple[int, int], int] = {}
        self._leaves: dict[int, list[int]] = {}

    def group(self, n: int) -> tuple[Number, tuple[Outcome, ...]]:
        """Returns the n-th group: the mass of one outcome, and the outcomes."""
        if n not in self._groups:
            self._groups[n] = self._group(n)  # by number, so that two threads write the same
        return self._groups[n]

    def _scaled(self, n: int, width: int) -> int:
        """Returns floor(mass 2^width) of group n."""
        if (n, width) not in self._digits:
            self._digits[n, width] = floor(self.group(n)[0] * Fraction(1 << width))
        return self._digits[n, width]

    def bit(self, n: int, i: int) -> int:
        """Returns the i-th bit of the mass of group n, i = 1, 2, ..."""
        width = -(-i // BLOCK) * BLOCK
        return self._scaled(n, width) >> (width - i) & 1

    def reach(self, i: int) -> int:
        """Returns how many groups have a mass of at least 2^-i."""
        n, width = 0, -(-i // BLOCK) * BLOCK
        while self._scaled(n, width) >> (width - i):
            n += 1
        return n

    def leaves(self, i: int) -> list[int]:
        """Returns the groups that have a leaf on level i, for each of their outcomes."""
        if i not in self._leaves:
            self._leaves[i] = [n for n in range(self.reach(i)) if self.bit(n, i)]
        return self._leaves[i]

    def draw(self, bits: Bits) -> Outcome:
        """Returns one exact draw, which takes one bit for each level."""
        node = 0
        for i in range(1, MOST):
            node = 2 * node + bits.peek(1)
            bits.skip(1)
            for n in self.leaves(i):
                outcomes = self.group(n)[1]
                if node < len(outcomes):
                    return outcomes[node]
                node -= len(outcomes)
        raise AssertionError("2^14 bits did not decide a draw: the source is not random")

    def cost(self, entropy: Number, depth: int = 3 * BLOCK) -> Interval:
        """Returns an enclosure of the expected number of bits; `entropy` is that of the law, in
        bits.

        It is the sum over levels i of i 2^-i times the leaves of level i. Below `depth` it is
        added; what is left is at most (depth + 2) 2^-depth for each outcome with a mass of at least
        2^-depth, and -p log2 p + 2 p for each other (Knuth and Yao), which sums to what the added
        outcomes leave of the entropy and of 1.
        """
        added, n = Fraction(0), self.reach(depth)
        for i in range(1, depth + 1):
            added += Fraction(i, 1 << i) * sum(len(self.group(g)[1]) for g in self.leaves(i))
        outcomes = sum(len(self.group(g)[1]) for g in range(n))
        with precision(4 * depth):
            left = ball(entropy) + 2
            for g in range(n):
                mass, members = self.group(g)
                p = ball(mass)
                left += (p * p.log() / ball(2).log() - 2 * p) * len(members)
            rest = upper_end(left)
        return Interval(
            added, added + max(rest, Fraction(0)) + Fraction((depth + 2) * outcomes, 1 << depth)
        )
