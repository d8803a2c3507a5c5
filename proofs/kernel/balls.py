"""Balls: what a shipped formula becomes when it is handed certified intervals. Part of the trusted
base.

A ball is python-flint's arb with the operators that a formula needs, mixed with int and Fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from .refusals import Differences, Misuse, NotProved, symbol

MAX_CELLS = 20_000


@symbol
class Ball(Differences):
    """A real number that is known to lie in an arb."""

    __slots__ = ("_arb",)

    def __init__(self, value: Any) -> None:
        """Make a ball from an arb, or one that encloses an int or a Fraction."""
        object.__setattr__(
            self,
            "_arb",
            value
            if isinstance(value, arb)
            else arb(fmpq(Fraction(value).numerator, Fraction(value).denominator)),
        )

    @staticmethod
    def _lift(other: Any) -> arb:
        """Return another operand as an arb."""
        if not isinstance(other, Ball | int | Fraction) or isinstance(other, bool):
            raise Misuse(f"a ball does not mix with {type(other).__name__}")
        return (other if isinstance(other, Ball) else Ball(other))._arb

    def __add__(self, other: Any) -> Ball:
        return Ball(self._arb + self._lift(other))

    def __mul__(self, other: Any) -> Ball:
        return Ball(self._arb * self._lift(other))

    def __truediv__(self, other: Any) -> Ball:
        return Ball(self._arb / self._lift(other))

    def __rtruediv__(self, other: Any) -> Ball:
        return Ball(self._lift(other) / self._arb)

    def __neg__(self) -> Ball:
        return Ball(-self._arb)

    def __pow__(self, n: int) -> Ball:
        if not isinstance(n, int):
            raise Misuse("integer powers only; use root")
        return Ball(self._arb**n)

    __radd__, __rmul__ = __add__, __mul__

    def exp(self) -> Ball:
        """Return e to the power of the ball."""
        return Ball(self._arb.exp())

    def root(self, n: int) -> Ball:
        """Return the n-th root of a positive ball."""
        return Ball(self._arb.root(n))


def decide_positive(
    build: Callable[..., Ball], box: Mapping[str, tuple[Fraction, Fraction]]
) -> int | None:
    """Return the number of sub-boxes on which `build` was found positive, or None if some stayed
    undecided.
    """
    pending, done = [dict(box)], 0
    while pending:
        cell = pending.pop()
        done += 1
        if done > MAX_CELLS:
            return None
        balls = {n: Ball(Ball(lo)._arb.union(Ball(hi)._arb)) for n, (lo, hi) in cell.items()}
        found = build(**balls)
        if type(found) is not Ball:
            raise NotProved("a ball is wanted")
        value = found._arb
        if value > 0:
            continue
        if value <= 0:
            return None
        name = max(cell, key=lambda n: cell[n][1] - cell[n][0])
        lo, hi = cell[name]
        if hi - lo == 0:
            return None
        middle = (lo + hi) / 2
        pending += [{**cell, name: (lo, middle)}, {**cell, name: (middle, hi)}]
    return done
