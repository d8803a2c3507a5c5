"""How each law of the package answers a draw of which nobody knows the outcome.

A law with finitely many outcomes branches, any other becomes an unknown, and a pair of noises is
taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, ClassVar

from ..distributions.discrete_hourglass import DiscreteHourglass
from ..distributions.discrete_laplace import DiscreteLaplace
from ..distributions.finite import OrderedSample, Uniforms
from ..distributions.hourglass import Hourglass
from ..distributions.law import Law
from ..distributions.polya import NoiseShare
from ..distributions.staircase import Staircase
from ..distributions.staircase2d import Staircase2D
from ..errors import InvalidInput
from ..exact.enclosure import compare, floor
from ..exact.reals import Number, balanced_sum, complement
from .exponential import Piece
from .laws import CUT
from .sums import Spread
from .unknowns import Form, Run, Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_OUTCOMES = 1 << 16  # of one draw


def outcomes(law: Law) -> list[tuple[Any, Number]] | None:
    """Returns all outcomes of a law with their probabilities, or None where there are infinitely
    many.

    Raises InvalidInput for a sample with more than MOST_OUTCOMES outcomes.
    """
    if isinstance(law, Uniforms):
        # uniform parts cancel in the sum modulo q, whatever they are (`split`)
        return [((0,) * law.count, _ONE)]
    if isinstance(law, OrderedSample):
        size, count = int(law.size), int(law.count)
        ways = comb(size, count) if law.ascending else perm(size, count)
        if ways > MOST_OUTCOMES:
            raise InvalidInput(
                "out_of_range",
                f"a sample of {count} out of {size} has more than {MOST_OUTCOMES} outcomes",
            )
        places = (combinations if law.ascending else permutations)(range(1, size + 1), count)
        return [(p, Fraction(1, ways)) for p in places]
    try:
        return [(o, p) for o, p in law.support() if not isinstance(p, Fraction) or p]
    except LookupError:
        return None


@dataclass(frozen=True)
class OnDiagonal:
    """The law of the first coordinate X of hourglass noise (X, Y), given that X + Y = k D.

    Its density is the density of the noise on that diagonal, divided by the probability of the
    diagonal.
    """

    law: Hourglass
    k: int

    lattice: ClassVar[Fraction | None] = None

    def cdf(self, x: Number) -> Number:
        """Returns P(X <= x); for x > 0 it is 1 - P(X' <= -x) on the diagonal -k, by the symmetry of
        the hourglass.

        The masses of all steps below the inner ones form a geometric series.
        """
        if compare(x, _ZERO) > 0:
            return 1 - OnDiagonal(self.law, -self.k).cdf(-x)
        d, g, b = self.law.sensitivity, self.law.marginal.gamma, self.law.decay.b
        weight, total = self.law.normalizer(), self.law.sum_pmf(self.k)
        j = -floor(-x / d - g) - 1 if compare(-x / d, g) >= 0 else 0  # the step of x
        left = -(g * d) if not j else (j - g) * d
        parts: list[Number] = [(x - left) * _power(b, abs(j) + abs(self.k - j))]
        last = min(j, self.k, 0)
        parts += [d * _power(b, abs(i) + abs(self.k - i)) for i in range(last, j)]
        parts.append(d * _power(b, abs(last - 1) + abs(self.k - last + 1)) / (1 - b * b))
        return weight * balanced_sum(parts) / total

    def pieces(self, low: Number, high: Number) -> tuple[Piece, ...]:
        """Returns the density on the steps that meet [low, high], one piece for each step."""
        b, scale = self.law.decay.b, self.law.normalizer() / self.law.sum_pmf(self.k)
        found = sorted(steps(self.law.marginal, low, high), key=lambda s: s[0])
        return tuple(
            Piece(left, right, {(0, _ZERO): scale * _power(b, abs(j) + abs(self.k - j))})
            for j, left, right in found
        )


def steps(law: Staircase, low: Number, high: Number) -> Iterator[tuple[int, Number, Number]]:
    """Yields the steps of a staircase that meet [low, high], as (signed level, lower end, upper
    end).
    """
    d, g = law.sensitivity, law.gamma
    edge = g * d
    yield 0, -edge, edge
    for sign, end in ((1, high), (-1, -low)):
        j, at = 1, edge
        while compare(at, end) < 0:
            yield sign * j, *((at, at + d) if sign > 0 else (-at - d, -at))
            j, at = j + 1, at + d


def _power(b: Number, exponent: int) -> Number:
    return b**exponent


@dataclass(frozen=True)
class OnLatticeDiagonal:
    """The law of the index i of the first coordinate X = i D/m of lattice hourglass noise, given
    that X + Y = k D.
    """

    law: DiscreteHourglass
    k: int

    lattice: ClassVar[Fraction | None] = _ONE

    @cached_property
    def _width(self) -> int:
        """Returns an index beyond which, on both sides, the masses fall by the factor b^2 from step
        to step.
        """
        return (abs(self.k) + 2) * self.law.m

    def pmf(self, i: int) -> Number:
        """Returns the probability of the index i."""
        j = self.law.signed_step(i)
        return (
            self.law.normalizer()
            * _power(self.law.decay.b, abs(j) + abs(self.k - j))
            / self.law.sum_pmf(self.k)
        )

    def cdf(self, i: int) -> Number:
        """Returns the probability that the index is at most i."""
        if i > 0:
            return complement(OnLatticeDiagonal(self.law, -self.k).cdf(-i - 1))
        b, m, inner = self.law.decay.b, self.law.m, min(i, -self._width)
        # m neighbouring points to the left of an outer point have b^2 times the mass of the m
        # points before
        outer = balanced_sum([self.pmf(inner - r) for r in range(m)]) / (1 - b * b)
        return balanced_sum([outer, *(self.pmf(r) for r in range(inner + 1, i + 1))])


def cases(law: Law) -> Iterator[tuple[Number, Any]] | None:
    """Yields the mixture that a law of a pair of noises is: (probability, conditional law), most
    likely first.

    Returns None for laws that are not taken apart.
    """
    if isinstance(law, Hourglass):
        return ((law.sum_pmf(k), OnDiagonal(law, k)) for k in _outwards())
    if isinstance(law, DiscreteHourglass):
        return ((law.sum_pmf(k), OnLatticeDiagonal(law, k)) for k in _outwards())
    if isinstance(law, Staircase2D):
        return _balls(law)
    return None


def _outwards() -> Iterator[int]:
    yield 0
    k = 1
    while True:
        yield from (k, -k)
        k += 1


def _balls(law: Staircase2D) -> Iterator[tuple[Number, Any]]:
    from ..distributions.staircase2d import radius_beyond

    beyond: Number = _ONE
    k = 0
    while True:
        after: Number = radius_beyond(k, law.decay.b, law.gamma)
        yield beyond - after, Spread((k + law.gamma) * law.sensitivity)
        beyond, k = after, k + 1


def kept_cases(law: Law) -> tuple[list[tuple[Any, Number]], Number] | None:
    """Returns the cases of a law that are kept, each with its probability, and the probability of
    all others.

    That of the others is at most 2^-60. Returns None for laws that are not taken apart; raises
    InvalidInput where more than MOST_OUTCOMES cases would be kept.
    """
    found = cases(law)
    if found is None:
        return None
    kept: list[tuple[Any, Number]] = []
    sums: list[
        Number
    ] = []  # sums[-1] is that of the last cases; a sum is of at least as many as all after it
    for chance, case in found:
        kept.append((case, chance))
        sums.append(chance)
        # as a binary counter carries: every sum stays a balanced tree
        for bit in range(len(kept).bit_length()):
            if len(kept) % (2 << bit):
                break
            sums[-2:] = [sums[-2] + sums[-1]]
        if len(kept) % 8 == 0:
            left = 1 - balanced_sum(sums)
            if compare(left, CUT) <= 0:
                return kept, left
        if len(kept) > MOST_OUTCOMES:
            raise InvalidInput(
                "out_of_range", "epsilon: so small that the noise has too many cases"
            )
    raise AssertionError  # pragma: no cover - cases never end


def pair(run: Run, label: str, law: Any, case: Any) -> tuple[Any, Any]:
    """Returns both noises of a case as forms in new unknowns."""
    half = Fraction(1, 2)
    if isinstance(case, OnDiagonal):
        x = Form(run, _ZERO, {Unknown(case, label): _ONE})
        return x, case.k * law.sensitivity - x
    if isinstance(case, OnLatticeDiagonal):
        x = Form(run, _ZERO, {Unknown(case, label): law.lattice})
        return x, case.k * law.sensitivity - x
    p, q = (Form(run, _ZERO, {Unknown(case, f"{label}{end}"): half}) for end in ("+", "-"))
    return p + q, p - q


def single_law(law: Law) -> Law:
    """Returns the law of one unknown: that of discrete Laplace noise where one share of noise is
    all of it.
    """
    if isinstance(law, NoiseShare) and law.polya.n == 1:
        return DiscreteLaplace(law.polya.decay, law.polya.sensitivity)
    return law
