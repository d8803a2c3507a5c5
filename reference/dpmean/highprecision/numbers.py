"""Numbers of 60 digits, quadrature that is exact to that precision on smooth cells, and uniform
numbers for tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import mpmath

DIGITS = 60
MP = mpmath.mp.clone()
MP.dps = DIGITS
Number = Any  # an mpf of this context
FAINT = MP.mpf(10) ** (-DIGITS - 8)  # what is left out of a sum is smaller than this
BITS = 192  # of a uniform number


def number(text: str) -> Number:
    """Returns a rational number, spelt p or p/q, to 60 digits."""
    top, _, bottom = text.partition("/")
    return MP.mpf(top) / MP.mpf(bottom or 1)


@cache
def _nodes(points: int) -> tuple[tuple[Number, Number], ...]:
    """Returns nodes and weights of the rule of Gauss and Legendre on [-1, 1]: exact up to the
    degree 2 points - 1.
    """
    found = []
    with MP.extradps(20):
        for k in range(points):
            node = MP.cos(MP.pi * (k + MP.mpf(3) / 4) / (points + MP.mpf(1) / 2))
            for _ in range(9):  # Newton's steps double the digits, from two of them on
                value, slope = _legendre(points, node)
                node -= value / slope
            found.append((node, 2 / ((1 - node**2) * _legendre(points, node)[1] ** 2)))
    return tuple(found)


def _legendre(n: int, z: Number) -> tuple[Number, Number]:
    """Returns the n-th polynomial of Legendre at z, and its derivative."""
    before, now = MP.mpf(1), z
    for k in range(2, n + 1):
        before, now = now, ((2 * k - 1) * z * now - (k - 1) * before) / k
    return now, n * (z * now - before) / (z**2 - 1)


def over_polynomial(
    f: Callable[[Number], Number], low: Number, high: Number, points: int = 4
) -> Number:
    """Returns the integral over a cell where f is a polynomial of degree less than twice the
    points.
    """
    middle, half = (low + high) / 2, (high - low) / 2
    return half * sum(weight * f(middle + half * node) for node, weight in _nodes(points))


class Uniforms:
    """Uniform numbers of 192 bits, from a seed: they can be repeated, and so are for tests only."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        """Takes the hashed blocks; `seeded_for_testing` is the way to make one."""
        self._blocks = blocks
        self._waiting: list[int] = []

    @classmethod
    def seeded_for_testing(cls, seed: str) -> Uniforms:
        """Returns the uniform numbers of a seed: SHAKE-256 of the seed and a counter."""

        def blocks() -> Iterator[bytes]:
            count = 0
            while True:
                yield hashlib.shake_256(f"{seed}/{count}".encode()).digest(64 * BITS // 8)
                count += 1

        return cls(blocks())

    def next(self) -> Number:
        """Returns the next number, in (0, 1): an odd multiple of 2^-193."""
        if not self._waiting:
            block = next(self._blocks)
            size = BITS // 8
            self._waiting = [
                int.from_bytes(block[k : k + size], "big") for k in range(0, len(block), size)
            ]
        return MP.ldexp(2 * self._waiting.pop() + 1, -BITS - 1)

    def inside(self, index: int, parts: int) -> Number:
        """Returns a uniform number of [index, index + 1)/parts."""
        return (index + self.next()) / parts

    def below(self, n: int) -> int:
        """Returns an integer of 0, ..., n - 1."""
        return int(MP.floor(n * self.next()))
