"""Counts of ranges under local DP, by a binary tree over the values (TreeHRR of Cormode, Kulkarni
and Srivastava).

The tree has h = ceil(log2(number of values)) levels below its root, whose count n is public. A user
draws a level l in 1, ..., h, all equally likely, and an index t of the 2^l entries of a row of
Sylvester's Hadamard matrix H, and reports (l, t, H[t, node]) with the sign kept with probability p,
where `node` is hers on that level. Neither l nor t depends on her value, so that the cost is that
of one response.

A node's count is estimated without bias by h/(2 p - 1) times the sum over the users of its level of
sign H[t, node]: H's rows at two nodes differ in half of all t. A count of values up to a number is
the sum over at most one node a level. A user of whom nothing arrives counts as 0 everywhere: the
scale is the public h/(2 p - 1), whoever has answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...distributions.finite import PowerOfTwo, UniformInteger
from ...exact.reals import Scalar
from ...programs.postprocess import choose, law_by_value, some
from ...programs.program import Draw, Program, whole
from .local_response import Response
from .quantile import goes_right, iterations, middle

Answer = tuple[int, int, int]  # level, index, sign


def entry(row: int, column: int) -> int:
    """Returns the entry H[row, column] of Sylvester's Hadamard matrix.

    It is -1 to the number of binary digits 1 that both indices share.
    """
    return 1 - 2 * ((row & column).bit_count() & 1)


def count_scale(levels: Scalar, bias: Scalar) -> Scalar:
    """Returns h/(2 p - 1), the factor that makes an estimated count unbiased; levels = h, bias = 2
    p - 1.

    A user is at a level with probability 1/h, and her sign has expectation 2 p - 1 times the truth.
    """
    return levels / bias


def dyadic(end: int, height: int, level: int) -> tuple[int, int]:
    """Returns (1, node) for the node of a level whose leaves are among 0, ..., end - 1, for end <
    2^height.

    These leaves are those of one node for every binary digit 1 of `end`; on the other levels it is
    (0, any number).
    """
    before = end >> (height - level)
    return before & 1, before - 1


@dataclass(frozen=True)
class Tree:
    """The public part of the counts of one column: the range of its values, and the response."""

    low: int
    high: int
    response: Response

    @property
    def height(self) -> int:
        """The height h of the tree; 0 where there is one value only, so that there is nothing to
        ask.
        """
        return iterations(self.high - self.low + 1)

    @cached_property
    def _level(self) -> UniformInteger:
        return UniformInteger(self.height)

    @cached_property
    def _indices(self) -> tuple[PowerOfTwo, ...]:
        return tuple(PowerOfTwo(level) for level in range(self.height + 1))

    def message(self, value: int, label: str) -> Program:
        """One user's randomiser: takes her value and returns her answer, or None where there is
        nothing to ask.

        Draws `label`_level, `label`_index, `label`_kept.
        """
        if not self.height:
            return None
        level = 1 + whole((yield Draw(f"{label}_level", self._level)))
        law = law_by_value(self._indices.__getitem__, level)
        index = whole((yield Draw(f"{label}_index", law)))
        truth = entry(index, (value - self.low) >> (self.height - level))
        kept = whole((yield Draw(f"{label}_kept", self.response.law)))
        return level, index, truth * (2 * kept - 1)


class Counts:
    """The aggregator's estimates from the users' answers; a missing answer is None."""

    def __init__(self, tree: Tree, n: int, answers: Sequence[Answer | None]) -> None:
        """Keeps the answers; n is the public number of users."""
        self.tree, self.n = tree, n
        self.answers = [answer for answer in answers if answer is not None]

    def at_most(self, value: int) -> Fraction:
        """Returns the estimated number of users with a value of at most `value`, low - 1 <= value
        <= high.
        """
        end, total = value - self.tree.low + 1, 0
        for level, index, sign in self.answers:
            there, node = dyadic(end, self.tree.height, level)
            total = total + there * sign * entry(index, node)
        estimate = count_scale(self.tree.height, 1 / self.tree.response.scale) * total
        found: Fraction = choose(value >= self.tree.high, Fraction(self.n), estimate)
        return found

    def select(self, rank: int) -> int:
        """Returns the value of that rank by PrivQuant's search on the estimates.

        It is post-processing, which costs no further privacy.
        """
        left, right = self.tree.low, self.tree.high
        going = left < right
        while some(going):
            at = middle(left, right)
            beyond = goes_right(self.at_most(at), rank, False)
            left, right = (
                choose(going, choose(beyond, at + 1, left), left),
                choose(beyond, right, at),
            )
            going = left < right
        return left
