"""Wide discrete Gaussian noise in columns, by the rejection of Canonne, Kamath and Steinke (2020),
Algorithm 3.

y has the discrete Laplace law of scale T = floor(sigma) + 1 and is kept with probability e^-x, x =
(|y| - sigma^2/T)^2/(2 sigma^2). The coin is U < e^-x for a uniform U of which 64 bits w are taken.
Doubles only decide where they provably can: with d = 2^64 e^-x computed as below, w < d (1 - 2^-39)
- 2 is kept and w > d (1 + 2^-39) + 2 is not; between them, once in 2^37 draws or less, more bits of
U are compared with the exact number.

The error of d, u = 2^-53. |y|, sigma^2/T and 1/(2 sigma^2) are rounded once. With s = sqrt(2 x), so
that | |y| - sigma^2/T | = s sigma, and sigma^2/T < sigma, the difference has an error of at most
2.1 u (1 + s) sigma, and x one of at most 4.2 u s (1 + s) + 3.1 u x, less than 800 u < 2^-43 for x
<= 64. k = round(128 x/log 2) < 2^15, and r = x - k log 2/128 is in [-1/369, 1/369] but for an error
of less than 2^-45, that of the constant and two roundings. The polynomial of degree 4 is e^-r but
for 2^-49 and its last roundings, and the table of 2^(64 - k/128) is correctly rounded. Together
that is a relative error of less than 2^-42; the rounding of w and of the bounds adds less than
2^-50. Where x > 64, it is found to be more than 63, so that d is less than 1 and computed as less
than 2. This error is argued here, and tested; no step of `proofs/` is about it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import floor, isqrt

import numpy as np
from numpy.typing import NDArray

from ...exact import reals
from ...exact.balls import ball, ends, precision
from ...randomness.stream import Stream, words
from ..discrete_gaussian import DiscreteGaussian
from . import formulas
from .choices import less
from .geometric import Column, TwoSided
from .outcomes import Doubles, Outcome, integers

PER_HALVING = 128  # steps of x in a factor of 2
BEYOND = 100.0  # x is looked up as if it were at most this: e^-100 is less than 2^-144
MARGIN = 2.0**-39
CHUNK = 1 << 15  # proposals at once


@cache
def _powers() -> tuple[Doubles, float, float]:
    """Returns the table of 2^(64 - k/128), correctly rounded, the step log 2/128 of x, and its
    inverse.
    """
    with precision(192):
        step = ball(reals.log(Fraction(2))) / PER_HALVING
        middle = sum(ends(step)) / 2
        count = int(BEYOND / float(middle)) + 2
        parts = []
        for i in range(PER_HALVING):
            low, high = ends((-step * i).exp())
            # pragma: no cover  (192 bits decide how these numbers round)
            if float(low) != float(high):
                raise AssertionError("a power of two is not decided")
            parts.append(float(low))
    k = np.arange(count)
    return (
        np.ldexp(np.array(parts)[k % PER_HALVING], 64 - k // PER_HALVING),
        float(middle),
        float(1 / middle),
    )


def scaled_exponential(x: Doubles) -> Doubles:
    """Returns 2^64 e^-x for x >= 0, to a relative 2^-44 for x <= 100; beyond, something below
    2^-70.
    """
    table, step, inverse = _powers()
    x = np.minimum(x, BEYOND)
    k = np.rint(x * inverse)
    r = x - k * step
    series = 1 - r * (1 - r * (1 / 2) * (1 - r * (1 / 3) * (1 - r * (1 / 4))))
    found: Doubles = series * table[k.astype(np.intp)]
    return found


def keeps(
    y: Column,
    u: NDArray[np.unsignedinteger],
    middle: Doubles | float,
    inverse: Doubles | float,
    exponent: Callable[[int], Fraction],
    stream: Stream,
) -> NDArray[np.bool_]:
    """Returns which proposals y are kept by uniform numbers that begin with the words u.

    middle = sigma^2/T and inverse = 1/(2 sigma^2), correctly rounded, for all proposals or for each
    of them, where sigma^2/T < sigma; `exponent(i)` is the exact exponent of proposal i.
    """
    x = np.abs(y).astype(np.float64) - middle
    x *= x
    x *= inverse
    d, w = scaled_exponential(x), u.astype(np.float64)
    kept = w < d * (1 - MARGIN) - 2
    for i in np.flatnonzero(~kept & (w <= d * (1 + MARGIN) + 2)):
        kept[i] = less(stream, reals.exp(-exponent(int(i))), int(u[i]))
    return kept


class WideGaussian:
    """A sampler of a discrete Gaussian law by rejection, from sigma = 2^10 on, say."""

    def __init__(self, law: DiscreteGaussian) -> None:
        """Raises InvalidInput for a sigma beyond 2^56."""
        self.variance = Fraction(law.sigma_squared)
        self.scale = isqrt(floor(self.variance)) + 1
        self.proposal = laplace_of_scale(self.scale)

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        out, done = np.empty(count, np.int64), 0
        while done < count:
            found = self._kept(stream, min(CHUNK, (count - done) * 4 // 3 + 16))[: count - done]
            out[done : done + len(found)] = found
            done += len(found)
        return integers(out)

    def _kept(self, stream: Stream, count: int) -> Column:
        y = self.proposal.draw(stream, count)
        return y[self.keeps(y, words(stream, count, 8), stream)]

    def keeps(self, y: Column, u: NDArray[np.unsignedinteger], stream: Stream) -> NDArray[np.bool_]:
        """Returns which proposals are kept by uniform numbers that begin with the words u."""
        return keeps(
            y,
            u,
            float(self.variance / self.scale),
            float(1 / (2 * self.variance)),
            lambda i: formulas.rejection_exponent(abs(int(y[i])), self.scale, self.variance),
            stream,
        )


def laplace_of_scale(scale: int) -> TwoSided:
    """Returns the sampler of the discrete Laplace law with ratio e^(-1/scale)."""
    return TwoSided(lambda k: reals.exp(Fraction(-k, scale)), scale)
