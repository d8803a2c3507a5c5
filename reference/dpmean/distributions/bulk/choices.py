"""Finite choices in columns: coins, uniform integers, samples without replacement, and any listed
law.

A uniform integer below n is the remainder of the first word below the greatest multiple of n that a
word holds, by rejection. An event of probability p is U < p: the first 64 bits of U are compared
with floor(p 2^64), and only a word that equals it takes more bits. So every law here is exactly
that of fair bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...exact.balls import ball
from ...exact.enclosure import compare, floor
from ...exact.reals import Number, balanced_sum
from ...randomness.stream import Stream, words
from ..finite import (
    Bernoulli,
    OrderedSample,
    PowerOfTwo,
    Sign,
    UniformInteger,
    UniformLattice,
    Uniforms,
)
from ..law import Law
from ..samplers.inversion import Inversion
from .lookup import Lookup
from .outcomes import Outcome, Sampler, integers
from .thresholds import WIDTH, one_sided

MOST_SIZE = 1 << 62  # of a uniform integer
MOST_CELLS = 1 << 22  # of a table of permutations at once
MOST_LISTED = 1 << 16  # outcomes
Column = NDArray[np.int64]


def below(stream: Stream, n: int, count: int) -> Column:
    """Returns `count` independent integers, uniform on 0, ..., n - 1, 1 <= n <= 2^62; for n = 1 it
    takes nothing.
    """
    if n == 1:
        return np.zeros(count, np.int64)
    size = 4 if n <= 1 << 16 else 8
    span = 1 << 8 * size
    last = span - span % n - 1  # the last word that is kept
    drawn = words(stream, count, size)
    if not n & (n - 1):
        return (drawn & drawn.dtype.type(n - 1)).astype(np.int64)
    while (open_ := np.flatnonzero(drawn > last)).size:
        drawn = drawn.copy() if not drawn.flags.writeable else drawn
        drawn[open_] = words(stream, len(open_), size)
    return (drawn % drawn.dtype.type(n)).astype(np.int64)


def signs(stream: Stream, count: int) -> Column:
    """Returns `count` independent signs, -1 or 1, equally likely: one bit each."""
    bits = np.unpackbits(stream.take(-(-count // 8)), count=count)
    return bits.astype(np.int64) * 2 - 1


def happens(stream: Stream, p: Number, scaled: int, count: int) -> NDArray[np.bool_]:
    """Returns `count` independent events of probability p; `scaled` is floor(p 2^64).

    The words of all draws are taken first, then what the open ones need.
    """
    if scaled >> WIDTH:  # p = 1
        return np.ones(count, np.bool_)
    drawn = words(stream, count, 8)
    found = drawn < np.uint64(scaled)
    for i in np.flatnonzero(drawn == np.uint64(scaled)):
        found[i] = less(stream, p, scaled)
    return found


def less(stream: Stream, p: Number, u: int) -> bool:
    """Returns whether U < p, where U begins with the 64 bits u; it takes 64 bits more at a time."""
    width = WIDTH
    while True:
        if compare(p, Fraction(u, 1 << width)) <= 0:
            return False
        if compare(p, Fraction(u + 1, 1 << width)) >= 0:
            return True
        u, width = u << WIDTH | int(words(stream, 1, 8)[0]), width + WIDTH


class Coin:
    """A sampler of the law of 1 with probability p and 0 otherwise."""

    def __init__(self, p: Number) -> None:
        """`p` is the probability of 1, in [0, 1]."""
        self.p, self.scaled = p, floor(p * (1 << WIDTH))

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return integers(happens(stream, self.p, self.scaled, count).astype(np.int64), whole=True)


class Signs:
    """A sampler of signs, -1 or 1, equally likely."""

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return integers(signs(stream, count), whole=True)


class UniformIntegers:
    """A sampler of uniform integers from 0 to n - 1: `width` of them for a tuple, one by itself for
    None.
    """

    def __init__(self, n: int, width: int | None = None) -> None:
        """Raises InvalidInput where n is more than 2^62."""
        if n > MOST_SIZE:
            raise TooWide("out_of_range", f"a uniform integer in columns is below {MOST_SIZE}")
        self.n, self.width = n, width

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        if self.width is None:
            return integers(below(stream, self.n, count), whole=True)
        columns = below(stream, self.n, count * self.width).reshape(self.width, count)
        return integers(*columns, single=False, whole=True, count=count)


class OddMultiples:
    """A sampler of the uniform law on the odd multiples of 1/(2 m) between 0 and 1."""

    def __init__(self, m: int) -> None:
        """`m` is the number of outcomes."""
        if 2 * m > MOST_SIZE:
            raise TooWide("out_of_range", f"a uniform integer in columns is below {MOST_SIZE}")
        self.m = m

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return integers(2 * below(stream, self.m, count) + 1, unit=Fraction(1, 2 * self.m))


class Samples:
    """A sampler of `taken` different numbers out of 1, ..., size, in random or in rising order.

    The numbers are those on the first places of a shuffled row: for i = 1, ..., `taken`, place i is
    exchanged with a uniform one of the places i, ..., size, so that every ordered sample is equally
    likely.
    """

    def __init__(self, size: int, taken: int, ascending: bool) -> None:
        """`taken` is how many of the `size` numbers a sample has, and at most `size`."""
        if size > MOST_CELLS:
            raise TooWide(
                "out_of_range", f"a sample in columns is taken out of at most {MOST_CELLS} numbers"
            )
        self.size, self.taken, self.ascending = size, taken, ascending

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        out = np.empty((self.taken, count), np.int64)
        most = max(MOST_CELLS // max(self.size, 1), 1)
        for start in range(0, count, most):
            rows = min(most, count - start)
            places = np.empty((self.size, rows), np.int32)
            places[:] = np.arange(1, self.size + 1, dtype=np.int32)[:, None]
            each = np.arange(rows)
            for i in range(self.taken):
                other = below(stream, self.size - i, rows) + i
                kept = places[other, each]
                places[other, each] = places[i]
                places[i] = kept
            chosen = places[: self.taken]
            out[:, start : start + rows] = np.sort(chosen, axis=0) if self.ascending else chosen
        return integers(*out, single=False, whole=True, count=count)


class Listed:
    """A sampler of a law that lists its outcomes with their probabilities, by exact inversion in
    their order.
    """

    def __init__(self, law: Law) -> None:
        """Raises LookupError for a law that is not listed, InvalidInput for one with too many
        outcomes.
        """
        listed = law.support()
        if len(listed) > MOST_LISTED:
            raise TooWide(
                "out_of_range", f"a listed law in columns has at most {MOST_LISTED} outcomes"
            )
        outcomes = [outcome if isinstance(outcome, tuple) else (outcome,) for outcome, _ in listed]
        self.single = not isinstance(listed[0][0], tuple)
        self.whole = all(isinstance(x, int) for o in outcomes for x in o)
        self.unit = Fraction(1, lcm(*(Fraction(x).denominator for o in outcomes for x in o)))
        self.columns = [
            np.array([int(x / self.unit) for x in column], np.int64)
            for column in zip(*outcomes, strict=True)
        ]
        self.table = listing([p for _, p in listed])

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        at = self.table.draw(stream, count)
        return integers(
            *(column[at] for column in self.columns),
            unit=self.unit,
            single=self.single,
            whole=self.whole,
        )


def listing(masses: list[Number]) -> Lookup:
    """Returns the look-up of the law on 0, ..., n - 1 with these n probabilities, whose sum is
    1.
    """

    def upper(k: int) -> Number:
        return balanced_sum(masses[k:]) if k < len(masses) else Fraction(0)

    def make() -> Callable[[int], Any]:
        sums = [ball(0)]
        for p in reversed(masses[1:]):
            sums.append(sums[-1] + ball(p))
        return lambda k: sums[len(masses) - k] if k < len(masses) else ball(0)

    return Lookup(
        one_sided(make, upper),
        Inversion(lambda k: 1 - upper(k + 1) if k + 1 < len(masses) else Fraction(1), least=0).find,
    )


SAMPLERS: Mapping[type[Law], Callable[[Any], Sampler]] = {
    Bernoulli: lambda law: Coin(law.p),
    Sign: lambda _: Signs(),
    UniformInteger: lambda law: UniformIntegers(law.size),
    PowerOfTwo: lambda law: UniformIntegers(1 << law.width),
    Uniforms: lambda law: UniformIntegers(law.modulus, law.count),
    UniformLattice: lambda law: OddMultiples(law.m),
    OrderedSample: lambda law: Samples(law.size, law.count, law.ascending),
}
