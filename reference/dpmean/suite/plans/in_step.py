"""Vectors from tables of settings: each vector takes one row of every table.

The tables are read in step and shifted against each other in every round. This file combines rows
only; the rows, and the reasons for choosing them, belong to the plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...catalogue.quantities import CATALOGUE, value
from ...errors import InvalidInput
from ..evaluate import make
from ..vectors import Vector

Flags = tuple[str, ...]
Row = tuple[dict[str, str], str, Flags]
FIELDS = "params why flags"  # of a row, in the data file beside the plan
Tables = Mapping[str, tuple[tuple[Row, ...], ...]]
WANTED, MOST_TRIED = 14, 400


def rows(name: str, tables: tuple[tuple[Row, ...], ...]) -> Iterator[Row]:
    """Yield combined rows: the parameters that the quantity takes, the reasons for them, the
    flags.
    """
    entry, seen = CATALOGUE[name], set()
    for i in range(MOST_TRIED):
        picked = [t[(i + place * (i // len(tables[0]))) % len(t)] for place, t in enumerate(tables)]
        params: dict[str, str] = {}
        for row in picked:
            params |= {
                k: v
                for k, v in row[0].items()
                if k in entry.parameters or (k == "decay" and "epsilon" in entry.parameters)
            }
        used = [row for row in picked if not row[0] or set(row[0]) & set(params)]
        key = tuple(sorted(params.items()))
        if key in seen:
            continue
        seen.add(key)
        yield (
            params,
            "; ".join(why for _, why, _ in used if why),
            tuple(f for _, _, flags in used for f in flags),
        )


def answered(name: str, params: dict[str, str]) -> bool:
    """Tell whether the quantity is answered at these parameters, and not refused."""
    try:
        value(name, params)
    except InvalidInput:
        return False
    return True


def in_step(
    tables: Tables,
    bugs: Mapping[str, str],
    always: Flags,
    further: Mapping[str, Flags],
    wanted: int = WANTED,
) -> Iterator[Vector]:
    """Yield `wanted` vectors of every name, with the flags `always` and those of `further` beside
    those of the rows.

    `bugs` says by object, or by name, what a wrong answer would be.
    """
    for name in tables:
        found = 0
        for params, why, flags in rows(name, tables[name]):
            if found == wanted:
                break
            if answered(name, params):
                found += 1
                bug = bugs.get(name) or bugs[name.partition(".")[0]]
                yield make(
                    CATALOGUE[name],
                    params,
                    f"{why}; catches {bug}",
                    tuple(dict.fromkeys((*always, *further.get(name, ()), *flags))),
                )
