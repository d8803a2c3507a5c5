"""A release: system randomness, a public grid, and what is printed beside the estimate (policies, never data)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..privacy.guarantees import Guarantee
from ..randomness.bits import Bits, SystemBits
from . import interpret

GRID_POINTS = 10**9  # default: as many grid steps as this in the coarsest grid that contains both bounds


@dataclass(frozen=True)
class Release:
    """An estimate, what it guarantees, and the policies under which it was made."""

    estimate: Fraction | tuple[Fraction, ...] | None  # a vector for a mean of vectors; None: no answer
    guarantee: Guarantee
    grid: Fraction | None  # None: the exact rational
    rounding: str
    policies: tuple[str, ...]


def default_grid(lower: Fraction, upper: Fraction) -> Fraction:
    """The greatest rational that divides both bounds, over 10^9."""
    common = math.lcm(lower.denominator, upper.denominator)
    return Fraction(math.gcd(int(lower * common), int(upper * common)), common) / GRID_POINTS


def public_bounds(mechanism: Any) -> tuple[Fraction, ...]:
    """lower and upper, or nothing where records may be any number."""
    lower = getattr(mechanism, "lower", None)
    return () if lower is None else (lower, mechanism.upper)


def release(
    mechanism: Any, data: Iterable[object], *, grid: Fraction | None = None, rounding: str = "nearest",
    bits: Bits | None = None
) -> Release:
    """Run `mechanism` on `data` and round the ideal output correctly to the public grid.

    `bits` is for tests; a release leaves it out and gets the operating system's randomness.
    """
    bounds = public_bounds(mechanism)
    step = (default_grid(*bounds) if bounds else mechanism.default_grid) if grid is None else grid
    if step is not None and step > 0:
        interpret.require_grid(step, *bounds)
    found = interpret.release(mechanism.program(data), bits or SystemBits(), step, rounding)
    estimate: Any = found if getattr(mechanism, "vectors", False) else found[0]
    return Release(estimate, mechanism.guarantee, step, rounding, policies(mechanism))


def policies(mechanism: Any) -> tuple[str, ...]:
    """What the mechanism does where the papers are silent, in words."""
    missing = {
        "drop": "missing, NaN and non-numeric cells are not records",
        "midpoint": "missing, NaN and non-numeric cells count as the midpoint of the bounds",
        "nearest_zero": "missing, NaN and non-numeric cells count as the number of the range that is nearest to 0",
        "zero_coordinate": "missing, NaN and non-numeric coordinates count as 0",
        "zero": "missing, NaN, infinite and non-numeric cells count as 0",
    }[mechanism.missing]
    lines = ["records outside the bounds are clipped to them"] if getattr(mechanism, "clips_to_bounds", True) else []
    lines += [missing, *getattr(mechanism, "further_policies", ())]
    if getattr(mechanism, "divides_by_count", False):
        lines.append("a noisy count of exactly 0 gives the midpoint of the bounds")
    if getattr(mechanism, "m", None) is not None:
        lines.append(f"{getattr(mechanism, 'rounded', '(record - lower) / (upper - lower)')} is rounded to the nearest "
            f"multiple of 1/{mechanism.m}, ties to even")
    return tuple(lines)
