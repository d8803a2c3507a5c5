"""Pictures in words: every axis of every panel, captions, the count of a run, and curves that lie
on one another.
"""

from __future__ import annotations

import ast
from fractions import Fraction as F
from pathlib import Path

import dpmean.experiments
from dpmean.experiments.drawing import _under, svg
from dpmean.experiments.points import Check, Curve, Enclosed, Panel, Point, Row, Verdict
from dpmean.experiments.words import AXES, axis, caption, tally

ROOM = Path(dpmean.experiments.__file__).parent


def test_every_axis_of_every_panel_is_in_words() -> None:
    """Kills a new panel whose axis is a letter."""
    seen = set()
    for path in ROOM.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Panel":
                labels = [*call.args[2:4], *(k.value for k in call.keywords if k.arg in ("x", "y"))]
                seen |= {label.value for label in labels if isinstance(label, ast.Constant)}
    assert len(seen) > 20 and seen == set(AXES)
    assert all(len(axis(label).replace("\n", " ").split()) > 2 for label in seen)


def curve(label: str, *heights: int | F) -> Curve:
    return Curve(
        label,
        tuple(
            Point(Enclosed.of(i + 1), Enclosed.of(F(h)), Enclosed.of(0))
            for i, h in enumerate(heights)
        ),
    )


ROWS = (
    Row("Figure 1", "statement", "it rises", "it does", Verdict.AGREES),
    Row("Figure 1", "at n = 5", "7", "8", Verdict.DIFFERS),
    Row("Section 2", "the seed", "none", "1", Verdict.POSSIBLE),
)
PANEL = Panel(
    "p",
    "A title",
    "n",
    "10^4 E",
    curves=(curve("ADPM", 1, 5, 9), curve("SM", 1, 5, 9), curve("FME", 4, 2, 0)),
    rows=ROWS,
    checks=(Check("ADPM", "here", Enclosed.of(3), F(1), F(4), 10),),
)


def test_a_caption_says_what_agrees_and_what_does_not() -> None:
    told = " ".join(caption(PANEL, 90).split())
    assert told == (
        "Beside the paper: 1 of 2 statements and numbers agree. Not so: Figure 1, at n = 5: 7. "
        "Readings of what it leaves open: 1 possible, 0 refuted."
    )
    assert caption(Panel("p", "t"), 90) == ""
    drawn = svg(PANEL)
    assert (
        "n, the number of records" in drawn
        and "Beside the paper: 1 of 2" in drawn
        and 'id="caption"' in drawn
    )


def test_the_end_of_a_run_counts() -> None:
    assert tally([PANEL, PANEL]) == (
        "2 experiments: 2 agree with the paper, 2 differ, 2 possible readings; 2 of 2 "
        "exact errors inside the intervals of their simulations"
    )


def test_a_curve_under_another_is_wider() -> None:
    """Kills a curve that cannot be seen, and width where nothing lies above."""
    assert _under(PANEL) == [1, 0, 0]
    assert _under(
        Panel(
            "p",
            "t",
            scales=("linear", "log"),
            curves=(curve("ADPM", 1, 10, 100), curve("SM", 1, 20, 50), curve("FME", 2, 20, 200)),
        )
    ) == [1, 1, 0]
