"""A release: system randomness, a public grid, and what is printed beside the estimate (policies, never data)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..privacy.guarantees import Guarantee
from ..randomness.bits import Bits, SystemBits
from . import interpret
from .mechanism import Mechanism


@dataclass(frozen=True)
class Release:
    """A released estimate with its guarantee and the policies under which it was made."""

    estimate: Fraction | tuple[Fraction, ...] | None  # a vector for a mean of vectors; None means no answer
    guarantee: Guarantee
    grid: Fraction | None  # None means the exact rational
    rounding: str
    policies: tuple[str, ...]


def release(
    mechanism: Mechanism, data: Iterable[object], *, grid: Fraction | None = None, rounding: str = "nearest",
    bits: Bits | None = None
) -> Release:
    """Runs `mechanism` on `data` and rounds the ideal output correctly to the public grid.

    `bits` is for tests; a release leaves it out and gets the operating system's randomness.
    """
    step = mechanism.default_grid if grid is None else grid
    if step is not None and step > 0:
        interpret.require_grid(step, *mechanism.public_bounds)
    found = interpret.release(mechanism.program(data), bits or SystemBits(), step, rounding)
    estimate: Any = found if mechanism.vectors else found[0]
    return Release(estimate, mechanism.guarantee, step, rounding, mechanism.policies)
