"""How fast are draws in columns? `python -m tests.lab.bench.draws` prints a row for each law: draws and
boxes a second.

Times are those of this process alone (one thread), the best of a few, of 2^19 draws at once from
the system's randomness; the first column is how long it takes to make the sampler.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from dpmean.distributions.bulk.columns import draw, sampler
from dpmean.randomness.stream import SystemStream
from tests.helpers.laws_in_columns import LAWS

DRAWS = 1 << 19
TIMES = 5
Row = dict[str, Any]


def seconds(what: Callable[[], object], times: int = TIMES) -> float:
    """The least processor time of a call, in seconds."""
    found = []
    for _ in range(times):
        start = time.process_time()
        what()
        found.append(time.process_time() - start)
    return min(found)


def rows(draws: int = DRAWS, times: int = TIMES) -> list[Row]:
    """One row a law; boxes only of continuous ones."""
    stream, found = SystemStream(), []
    for name, law in LAWS.items():
        sampler.cache_clear()
        made = seconds(lambda law=law: (sampler(law), draw(law, stream, 1)), 1)  # type: ignore[misc]
        spent = max(seconds(lambda law=law: draw(law, stream, draws), times), 1e-9)  # type: ignore[misc]
        row: Row = {
            "law": name,
            "made_seconds": made,
            "draws_per_s": draws / spent,
            "boxes_per_s": None,
            "log2_radius": None,
        }
        for reals in draw(law, stream, draws).reals[:1]:
            row["boxes_per_s"] = draws / max(seconds(reals.box, times), 1e-9)
            row["log2_radius"] = float(np.log2(np.median(reals.box()[2])))
        found.append(row)
    return found


def section(found: list[Row]) -> list[str]:
    """The table as lines of Markdown."""
    lines = [
        "",
        "Draws in columns, in processor time, the best of a few:",
        "",
        "| law | made in ms | draws, M/s | boxes, M/s | log2 of the radius |",
        "|---|---|---|---|---|",
    ]
    for r in found:
        boxes = (
            "|"
            if r["boxes_per_s"] is None
            else f"{r['boxes_per_s'] / 1e6:.1f} | {r['log2_radius']:.1f}"
        )
        lines.append(
            f"| {r['law']} | {r['made_seconds'] * 1000:.1f} | {r['draws_per_s'] / 1e6:.1f} | "
            f"{boxes} |"
        )
    return lines


def main() -> None:
    """Prints the table."""
    print("\n".join(section(rows())))


if __name__ == "__main__":
    main()
