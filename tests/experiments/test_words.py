"""Pictures in words: every axis of every panel, captions, the count of a run, and curves that lie
on one another.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest

import dpmean.experiments
from dpmean.experiments.drawing import _under, svg
from dpmean.experiments.points import Check, Curve, Enclosed, Panel, Point, Row, Verdict
from dpmean.experiments.words import AXES, axis, caption, tally
from tests.helpers.boxes import illegible
from tests.helpers.tied import GARBLED

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
    Row("Figure 1", "at n = 5", "7", "8", Verdict.DIFFERS, claim="Lemma 1"),
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


# ---------------------------------------------------------------- what is legible


def labels() -> tuple[set[str], set[str]]:
    """The labels that panels give to their x axes, and to their y axes."""
    found: tuple[set[str], set[str]] = (set(), set())
    for path in ROOM.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Panel":
                named = {k.arg: k.value for k in call.keywords}
                for i, name in enumerate("xy"):
                    label = call.args[2 + i] if len(call.args) > 2 + i else named.get(name)
                    if isinstance(label, ast.Constant):
                        found[i].add(label.value)
    return found


SIDEWAYS, UPRIGHT = labels()
TITLE = "Figure 5: Mahalanobis error on N(0, Sigma(kappa)), n = 4000, rho = 0.5, R = 100 sqrt(d)"


def of_parts(x: str, y: str, parts: int, scale: str) -> Panel:
    """A panel of several plots, with as long a title and legend as there is."""
    ends = ((1, 2000),) if scale == "log" else ((0, 1),)
    curves = tuple(
        Curve(
            label,
            tuple(
                Point(Enclosed.of(at), Enclosed.of(F(i + 1, 7) * (at + 1)), Enclosed.of(1))
                for at in end
            ),
            part=f"({'abc'[k]}) kappa = 1000" if parts > 1 else "",
        )
        for k, end in product(range(parts), ends)
        for i, label in enumerate(("Shifted-CM, quantiles told", "non-private", "2D staircase"))
    )
    return Panel("p", TITLE, x, y, (scale, "linear"), curves, rows=ROWS)


@pytest.mark.share(3)
@pytest.mark.parametrize("parts", [1, 2, 3])
def test_no_words_of_any_picture_stand_on_one_another_or_leave_it(parts: int) -> None:
    """Kills a label that is wider than its plot, or higher, numbers of an axis that run together,
    and a legend on the title.
    """
    assert len(SIDEWAYS) > 5 and len(UPRIGHT) > 5
    for scale in ("linear", "log"):
        for x in sorted(SIDEWAYS):
            assert illegible(of_parts(x, "bias", parts, scale)) == [], x
        for y in sorted(UPRIGHT):
            assert illegible(of_parts("n", y, parts, scale)) == [], y


def test_words_on_one_another_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above can fail: labels of three plots as they were, and one higher than the picture."""
    long = max(SIDEWAYS, key=lambda label: len(axis(label)))
    monkeypatch.setattr("dpmean.experiments.drawing.BESIDE", 1000)
    assert any(axis(long) in text for text in illegible(of_parts(long, "bias", 3, "linear")))
    high = replace(PANEL, y="mean squared error " * 6)
    assert any("squared error" in text for text in illegible(high))


def test_no_list_is_glued_to_its_own_separator() -> None:
    """Kills `f"label: " "; ".join(...)`, in which the label becomes part of what separates."""
    seen = 0
    for path in ROOM.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "join":
                assert isinstance(call.func, ast.Attribute)
                between = call.func.value
                if isinstance(between, ast.JoinedStr | ast.Constant):
                    seen += 1
                    assert isinstance(between, ast.Constant), (path.name, call.lineno)
                    assert between.value in (" and ", " at ") or len(between.value) < 5, (
                        path.name,
                        call.lineno,
                    )
    assert seen > 50


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("314, 276best rank from d = 1", False),
        ("best rank: ; rho = 0.5", False),
        ("changed: ", False),
        ("in 3 of 20 (all)", True),
        ("within () of 1", False),
        ("10^4 E, 2D, 99.99 %, 3rd", True),
        ("two  blanks", False),
        ("Fraction(1, 2)", False),
        ("at n = None", False),
    ],
)
def test_a_garbled_text_is_seen(text: str, whole: bool) -> None:
    assert (GARBLED.search(text) is None) is whole


def test_what_is_only_not_refuted_is_no_agreement() -> None:
    """Kills a count in which a sentence that trials cannot refute agrees."""
    row = Row("i", "statement", "always", "seen", Verdict.UNREFUTED, claim="Lemma 1")
    panel = replace(PANEL, rows=(*ROWS, row, replace(row, verdict=Verdict.UNTOLD)))
    told = " ".join(caption(panel, 90).split())
    assert "1 of 4 statements and numbers agree. Not refuted: 1. Too few trials to say: 1." in told
    assert "1 not refuted, 1 cannot be said from so few trials" in tally([panel])


def test_a_verdict_that_needs_a_row_of_the_ledger_has_one() -> None:
    """Kills a difference that no row of the ledger tells."""
    for verdict in Verdict:
        needs = verdict in (Verdict.DIFFERS, Verdict.UNREFUTED, Verdict.UNTOLD)
        if needs:
            with pytest.raises(ValueError, match="ledger"):
                Row("i", "w", "p", "o", verdict)
        else:
            Row("i", "w", "p", "o", verdict)
