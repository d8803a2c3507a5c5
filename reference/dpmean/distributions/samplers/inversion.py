"""Profile `inversion-1` for laws on the integers: the outcome is the k with F(k-1) <= U < F(k).

U = 0.u1 u2 u3 ... in binary. The draw consumes the least number n of bits such that the dyadic
interval [0.u1..un, 0.u1..un + 2^-n] lies inside one [F(k-1), F(k)]: a function of the law and the
tape alone. Here the cumulative probabilities are held as certified integers floor and ceil of F(k)
2^T, computed on demand, so that a draw is a few integer comparisons; T doubles in the rare case
that T bits do not decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from ...exact.enclosure import Interval, decide
from ...exact.reals import Number
from ...randomness.bits import Bits

FIRST_BITS, MOST_BITS = 64, 1 << 14


class Inversion:
    """An exact sampler for an integer law with cumulative distribution function `cdf`."""

    def __init__(self, cdf: Callable[[int], Number], *, least: int | None = None) -> None:
        """`least` is the smallest point of the support, or None when it is unbounded below."""
        self._cdf = cdf
        self._least = least
        self._cache: dict[tuple[int, int], tuple[int, int]] = {}

    def draw(self, bits: Bits) -> int:
        """Returns one exact draw; takes from `bits` exactly what the profile says."""
        width = FIRST_BITS
        while width <= MOST_BITS:
            u = bits.peek(width)
            k = self.find(u, width)
            if k is not None:
                bits.skip(self._consumed(u, width, k))
                return k
            bits.ensure(width + 1)  # `width` bits do not decide
            width *= 2
        raise AssertionError("2^14 bits did not decide a draw: the source is not random")

    def _scaled(self, k: int, width: int) -> tuple[int, int]:
        """Returns (floor, ceil) of F(k) 2^width, certified."""
        key = (k, width)
        if key not in self._cache:
            if self._least is not None and k < self._least:
                self._cache[key] = (0, 0)
            else:
                scaled = self._cdf(k) * Fraction(1 << width)

                def question(i: Interval) -> tuple[int, int] | None:
                    low, high = math.floor(i.lower), math.ceil(i.upper)
                    exact = i.lower == i.upper
                    inside = (
                        high - low == 1
                        and (i.open_lower or i.lower > low)
                        and (i.open_upper or i.upper < high)
                    )
                    return (low, high) if exact or inside else None

                self._cache[key] = decide(scaled, question)
        return self._cache[key]

    def find(self, u: int, width: int) -> int | None:
        """Returns the k with F(k-1) <= u / 2^width and (u + 1) / 2^width <= F(k), or None when no k
        has both.
        """
        # below(k): F(k) <= u / 2^width, so the answer is the least k that is not below; gallop,
        # then bisect.
        if u == 0 and self._least is None:
            return None  # 0 is the lower end of every interval: nothing is decided yet
        start = 0 if self._least is None else self._least
        if self._scaled(start, width)[1] <= u:
            low, step = start, 1
            while self._scaled(low + step, width)[1] <= u:
                low, step = low + step, 2 * step
            high = low + step
        else:
            high, step = start, 1
            if self._least is None:
                while self._scaled(high - step, width)[1] > u:
                    high, step = high - step, 2 * step
            low = high - step
        while high - low > 1:
            middle = (low + high) // 2
            if self._scaled(middle, width)[1] <= u:
                low = middle
            else:
                high = middle
        return high if u + 1 <= self._scaled(high, width)[0] else None

    def _consumed(self, u: int, width: int, k: int) -> int:
        """Returns the least n whose dyadic interval around u decides k."""
        low, high = self._scaled(k - 1, width)[1], self._scaled(k, width)[0]
        n, most = 0, width
        while n < most:
            middle = (n + most) // 2
            start = u >> (width - middle) << (width - middle)
            if start >= low and start + (1 << (width - middle)) <= high:
                most = middle
            else:
                n = middle + 1
        return n
