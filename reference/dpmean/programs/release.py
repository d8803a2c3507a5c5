"""A release: system randomness, a public grid, and what is printed beside the estimate (policies,
never data).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from ..errors import InvalidInput
from ..exact.digits import decimals
from ..exact.numbers import Exact, rational, spell
from ..privacy.guarantees import Guarantee
from ..randomness.bits import Bits, SystemBits
from . import door, interpret
from .mechanism import Mechanism
from .sealed import sealed

NOTE = (
    "a further release on these records adds up: epsilons (and deltas, or rhos) add; dpmean is a "
    "yardstick, not a production library"
)


@dataclass(frozen=True, repr=False)
class Release:
    """A released estimate with its guarantee and the policies under which it was made."""

    # a vector for a mean of vectors; None means no answer
    estimate: Fraction | tuple[Fraction, ...] | None
    guarantee: Guarantee
    grid: Fraction | None  # None means the exact rational
    rounding: str
    policies: tuple[str, ...]

    def rows(self) -> list[tuple[str, str]]:
        """Returns what there is to say of it, as labels and lines: estimate, guarantee, grid,
        policies, and what every release says.
        """
        if isinstance(self.estimate, tuple):
            estimates = [("estimate", _decimal(x)) for x in self.estimate]
        else:
            estimates = [
                ("estimate", "no answer" if self.estimate is None else _decimal(self.estimate))
            ]
        grid = (
            "none: the estimate is exact"
            if self.grid is None
            else f"{spell(self.grid)}, rounding {self.rounding}"
        )
        return [
            *estimates,
            ("guarantee", str(self.guarantee)),
            ("grid", grid),
            *(("policy", policy) for policy in self.policies),
            ("note", NOTE),
        ]

    def __repr__(self) -> str:
        """Shows what was released, what it promises, and under which policies."""
        return "\n".join(f"{label:11}{line}" for label, line in self.rows())

    def _repr_html_(self) -> str:
        """Returns the same as a table, for a notebook."""
        left = 'style="text-align:left"'
        return "".join(
            [
                "<table>",
                *(
                    f"<tr><th {left}>{label}</th><td {left}>{escape(line)}</td></tr>"
                    for label, line in self.rows()
                ),
                "</table>",
            ]
        )


def _decimal(x: Fraction) -> str:
    low, high = decimals(x, 30)
    return low if low == high else f"{spell(x)}, about {decimals(x, 12)[0]}"


@sealed
def release(
    mechanism: Mechanism,
    data: Iterable[object],
    *,
    grid: Exact | None = None,
    rounding: str = "nearest",
    bits: Bits | None = None,
) -> Release:
    """Runs `mechanism` on `data` and rounds the ideal output correctly to the public grid.

    `data` is one column of records: a list, an iterator, a one-dimensional array or a series of
    numbers, taken bit-exactly. None, NaN and text that spells no number count as the mechanism's
    policies say. For a mean of vectors it is rows of d numbers each. A text, a mapping, a set, a
    data frame, an array of other axes and records of other types (complex numbers, dates, bytes,
    lists, objects) raise InvalidInput [not_records]: what is refused is the type, never a value.

    Every release spends its own guarantee: the epsilons (or rhos) of releases on the same records
    add up; `privacy/spending.py` adds them. `bits` is for tests; a release leaves it out and gets
    the operating system's randomness. An error that nobody foresaw is `Unforeseen`, which has
    nothing of the records.

    >>> from dpmean.mechanisms.addremove.sized_mean import SizedMean
    >>> mean = SizedMean.given(epsilon=1, lower=0, upper=10, n=4, noise="laplace")
    >>> print(str(release(mean, [1, 2, 3, 4])).splitlines()[1])
    guarantee  pure DP, epsilon = 1; neighbors: replace-one; unit: record; central model
    """
    if not isinstance(mechanism, Mechanism):
        raise InvalidInput(
            "unknown_name",
            "mechanism: pass one that is made with its parameters, such as "
            "dpmean.mechanism('sized_mean', epsilon=1, lower=0, upper=10, n=4, noise='laplace')",
            argument="mechanism",
        )
    step = mechanism.default_grid if grid is None else rational(grid, "grid")
    if step is not None and step > 0:
        interpret.require_grid(step, *mechanism.public_bounds)
    records = (
        door.rows(data, getattr(mechanism, "d", 1)) if mechanism.vectors else door.column(data)
    )
    found = interpret.release(mechanism.program(records), bits or SystemBits(), step, rounding)
    estimate: Any = found[0] if mechanism.outputs is None else found
    return Release(estimate, mechanism.guarantee, step, rounding, mechanism.policies)
