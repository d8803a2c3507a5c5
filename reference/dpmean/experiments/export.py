"""Panels as files and as text: one CSV of points, one JSON of everything, one SVG, each written
whole or not at all.

This file says how results are written. A number goes out as two decimals around it, and as a
rational where it is one of moderate length.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .. import written
from ..exact.numbers import spell
from .points import Check, Enclosed, Panel, Point

COLUMNS = (
    "figure",
    "algorithm",
    "x",
    "y_lower",
    "y_upper",
    "y_exact",
    "error_lower",
    "error_upper",
    "error_exact",
)
ROWS = ("item", "what", "printed", "ours", "ratio", "verdict", "basis", "cause", "tested", "claim")


def number(x: Enclosed) -> dict[str, str]:
    """Return the two decimals `lo` and `hi` around a number, and `exact` where it is a rational of
    moderate length.
    """
    low, high = x.ends()
    return {"lo": low, "hi": high} | ({} if x.exact is None else {"exact": x.exact})


def _check(check: Check) -> dict[str, Any]:
    from .simulation import CONFIDENCE

    return {
        "algorithm": check.label,
        "where": check.where,
        "exact": number(check.exact),
        "interval": [f"{float(check.low):.6g}", f"{float(check.high):.6g}"],
        "confidence": CONFIDENCE,
        "runs": check.runs,
        "inside": check.inside,
    }


def as_json(paper: str, panel: Panel) -> dict[str, Any]:
    """Return everything in a panel as a JSON object."""
    return {
        "paper": paper,
        "name": panel.name,
        "title": panel.title,
        "x": panel.x,
        "y": panel.y,
        "lines": [{"label": label, "x": spell(x)} for label, x in panel.lines],
        "curves": [
            {"algorithm": c.label}
            | ({"part": c.part} if c.part else {})
            | {
                "points": [
                    {"x": p.x.exact, "y": number(p.y), "error": number(p.behind)}
                    | {name: number(value) for name, value in p.more}
                    for p in c.points
                ]
            }
            for c in panel.curves
        ],
        "rows": [asdict(row) for row in panel.rows],
        "simulated": [_check(c) for c in panel.checks],
    }


def points_csv(panel: Panel) -> str:
    """Return the points of a panel as CSV, a line for each; two further columns for each further
    number of points.
    """
    more = list(dict.fromkeys(name for c in panel.curves for p in c.points for name, _ in p.more))
    header = (*COLUMNS, *(f"{name}_{end}" for name in more for end in ("lower", "upper")))
    return _csv(
        header,
        (
            [
                f"{panel.name} {c.part}".strip(),
                c.label,
                p.x.exact,
                *p.y.ends(),
                p.y.exact or "",
                *p.behind.ends(),
                p.behind.exact or "",
                *_further(p, more),
            ]
            for c in panel.curves
            for p in c.points
        ),
    )


def _further(point: Point, names: list[str]) -> Iterator[str]:
    """Yield the ends of the further numbers of a point; nothing stands where it has none of a
    name.
    """
    known = dict(point.more)
    for name in names:
        yield from known[name].ends() if name in known else ("", "")


def rows_csv(panel: Panel) -> str:
    """Return as CSV a line for everything that the paper prints."""
    return _csv(ROWS, ([getattr(row, name) for name in ROWS] for row in panel.rows))


def _csv(header: tuple[str, ...], lines: Iterator[list[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return out.getvalue()


def write(folder: Path, paper: str, panel: Panel) -> list[Path]:
    """Write the panel's files; each appears only when it is complete."""
    from .drawing import svg

    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "json": json.dumps(as_json(paper, panel), indent=1) + "\n",
        "rows.csv": rows_csv(panel),
    }
    if panel.curves:
        texts["csv"] = points_csv(panel)
    if panel.curves or panel.bars:
        texts["svg"] = svg(panel)
    made = []
    for ending, text in texts.items():
        path = folder / f"{paper}-{panel.name}.{ending}"
        written.whole(path, text)
        made.append(path)
    return made


def as_text(panel: Panel) -> str:
    """Return the rows and the checks of a panel as text for people."""
    lines = [panel.title, "-" * len(panel.title)]
    for row in panel.rows:
        lines.append(
            f"{row.verdict.value:11} {row.item}: {row.printed}"
            if row.what == "statement"
            else f"{row.verdict.value:11} {row.item}: {row.what}: printed {row.printed}"
        )
        lines += [
            f"            {name}: {text}"
            for name, text in (
                ("ours", f"{row.ours} ({row.basis})"),
                ("ratio", row.ratio),
                ("cause", row.cause),
                ("tested", row.tested),
                ("ledger", row.claim),
            )
            if text
        ]
    for c in panel.checks:
        lines.append(
            f"{'inside' if c.inside else 'OUTSIDE':11} {c.label}, {c.where}: exact {c.exact}, "
            f"{c.runs:,} runs [{float(c.low):.6g}, {float(c.high):.6g}]"
        )
    return "\n".join(lines) + "\n"
