"""A reply with draws, read into a batch: bit patterns of doubles, or counts of exact outcomes; what
is wrong is said.

Nothing is judged here. A grid that the reply declares excuses its roundings, and every draw must
lie on it. Of a mechanism that may not answer, a draw in `samples` that is NaN (all its numbers are)
has no answer, as those that `none` counts: adapters over doubles say it so.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..answers import NO_ANSWER, parse
from ..evidence import Seen
from ..verdict import Problem
from .batch import Batch, Column
from .happening import Outcome

# of the same unit as COARSEST: a finer grid excuses nothing, whether it is there or not
EXCUSED = Fraction(1, 1 << 30)
FEW = 64  # denominators, of which a common one is made
# of the sensitivity, or of the width of the bounds: a coarser grid is another law
COARSEST = Fraction(1, 16)


def unit_of(params: Mapping[str, str]) -> Fraction:
    """Return the scale against which a grid is measured: the width of the bounds, or the
    sensitivity, or 1, for each of the records of a user.
    """
    most = Fraction(params.get("contribution", "1"))
    if "lower" in params:
        return most * (Fraction(params["upper"]) - Fraction(params["lower"]))
    return most * Fraction(params.get("sensitivity", "1"))


def read(
    output: Mapping[str, Any],
    n: int,
    width: int,
    unit: Fraction,
    atoms: Sequence[Fraction] = (),
    *,
    silent: bool = False,
) -> Batch | Problem:
    """Return the batch of a reply, or what is wrong with it; `silent` tells whether a draw may have
    no answer.

    A draw has `width` numbers. `unit` is the scale against which a declared grid is measured. Draws
    must lie on the grid that is declared, which excuses them, or at `atoms` (the bounds of a mean,
    and their midpoint).
    """
    grid = Fraction(0)
    if "grid" in output:
        given = parse(output["grid"])
        if (
            isinstance(given, Problem)
            or given.low != given.high
            or not 0 < given.low <= COARSEST * unit
        ):
            return _malformed(
                f"grid: a rational above 0 and at most {COARSEST * unit} (coarser is another law)"
            )
        grid = given.low
    none = n if silent and output.get("value") == NO_ANSWER else 0
    if silent and "none" in output:
        if not _is_count(output["none"]) or int(output["none"]) > n:
            return _malformed(f"none: expected how many of {n} draws have no answer")
        none = int(output["none"])
    if none == n:
        return Batch(n, grid=grid, none=n)
    if isinstance(output.get("samples"), str):
        batch = _samples(output["samples"], n - none, width, grid, silent)
    elif isinstance(output.get("counts"), list):
        batch = _counts(output["counts"], n - none, width, grid)
    else:
        return _malformed("expected samples or counts")
    if none and isinstance(batch, Batch):
        batch = replace(batch, n=n, none=none + batch.none)
    if grid > EXCUSED * unit and isinstance(batch, Batch) and not _on_grid(batch, atoms):
        return _malformed(
            f"grid: a draw is no multiple of {grid}, the grid that the reply declares"
        )
    return batch


def _malformed(words: str) -> Problem:
    return Problem(words, Seen.UNREADABLE)


def _on_grid(batch: Batch, atoms: Sequence[Fraction]) -> bool:
    """Tell whether all draws lie on the batch's grid.

    A thousandth of it is allowed for rounding to doubles, or the distance between two doubles
    there: far from 0 no double may be nearer to a multiple of a decimal.
    """
    columns = batch.columns or [
        np.array([float(x) for x in column])
        for column in zip(*(o for o, _ in batch.rows), strict=True)
    ]
    for column in columns:
        steps = column / float(batch.grid)
        allowed = np.maximum(2.0**-10, np.spacing(np.abs(column)) / float(batch.grid))
        if not np.isin(
            column[np.abs(steps - np.rint(steps)) > allowed], [float(a) for a in atoms]
        ).all():
            return False
    return True


def _samples(text: str, n: int, width: int, grid: Fraction, silent: bool) -> Batch | Problem:
    if len(text) != 16 * n * width:
        return _malformed(f"expected {n} draws of {16 * width} hexadecimal digits")
    values = doubles(text)
    if values is None:
        return _malformed("samples must be hexadecimal")
    drawn = values.reshape(n, width)
    if silent:
        drawn = drawn[~np.isnan(drawn).all(axis=1)]
    if not np.isfinite(drawn).all():
        return Problem(f"a draw was {drawn[~np.isfinite(drawn)][0]}", Seen.NOT_FINITE)
    return Batch(n, tuple(drawn.T.copy()) if len(drawn) else (), grid=grid, none=n - len(drawn))


def doubles(text: str) -> Column | None:
    """Return the doubles of concatenated bit patterns of 16 hexadecimal digits, or None when they
    are not such.
    """
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return None
    # spaces between the digits are read over
    if not text or len(text) != 2 * len(raw) or len(raw) % 8:
        return None
    return np.frombuffer(raw, dtype=">f8").astype(np.float64)


def _counts(rows: list[Any], n: int, width: int, grid: Fraction) -> Batch | Problem:
    table: dict[Outcome, int] = {}
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not _is_count(row[1]):
            return _malformed("counts must be a list of [value, count]")
        given = row[0] if isinstance(row[0], list) else [row[0]]
        values = [_exactly(v) for v in given]
        if len(given) != width or None in values:
            return _malformed("counts: a value is not a rational")
        outcome = tuple(v for v in values if v is not None)
        table[outcome] = table.get(outcome, 0) + int(row[1])
    if sum(table.values()) != n:
        return _malformed(f"the counts do not sum to {n}")
    return Batch(n, rows=_in_order(table), grid=grid)


def _in_order(table: dict[Outcome, int]) -> tuple[tuple[Outcome, int], ...]:
    """Return the outcomes in their order, with their counts: compared as integers, in units of
    which all of them are multiples, where few denominators make them.
    """
    units = {v.denominator for outcome in table for v in outcome}
    if len(units) > FEW:
        return tuple(sorted(table.items()))
    unit = math.lcm(*units)
    return tuple(
        sorted(
            table.items(),
            key=lambda row: [v.numerator * (unit // v.denominator) for v in row[0]],
        )
    )


def _exactly(value: object) -> Fraction | None:
    """Return a value of a count; most are short integers, which need no parser."""
    if isinstance(value, str) and len(value) < 40 and value.isascii():
        top, stroke, bottom = value.partition("/")
        if top.removeprefix("-").isdigit() and (
            not stroke or (bottom.isdigit() and bottom.strip("0"))
        ):
            return Fraction(int(top), int(bottom or 1))
    answer = parse(value)
    return None if isinstance(answer, Problem) else answer.low


def _is_count(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 19


def pack(values: list[float]) -> str:
    """Return doubles as a reply spells them."""
    return struct.pack(f">{len(values)}d", *values).hex()
