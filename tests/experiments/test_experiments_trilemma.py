"""Trilemma's figures and table: closed forms against integrals and brute force, certificates that
can be refused, rows that can fail, the simulated estimators.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dpmean.experiments import export, registry, simulation
from dpmean.experiments.drawing import svg
from dpmean.experiments.points import Enclosed, Job, Panel, Verdict
from dpmean.experiments.trilemma import clipping, figure1, figure2, figure3a, lognormal, table1
from dpmean.experiments.trilemma.coarse import Way
from tests.conftest import Run
from tests.helpers.boxes import illegible
from tests.helpers.tied import denied_by, tied

FEW = Job(4000, 20)


@pytest.fixture(scope="module")
def panels() -> Iterator[Callable[[str], Panel]]:
    """Each experiment once, small: fewer thresholds, means and runs."""
    made: dict[str, Panel] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure1, "THRESHOLDS", figure1.THRESHOLDS[::9])
        patch.setattr(figure2, "THRESHOLDS", figure2.THRESHOLDS[::5])
        patch.setattr(figure2, "RUNS", 1000)
        patch.setattr(figure3a, "MUS", [F(0), F(1, 4)])
        patch.setattr(figure3a, "READINGS", figure3a.READINGS[:1])

        def get(name: str) -> Panel:
            if name not in made:
                made[name] = registry.run("trilemma", name, FEW)
            return made[name]

        yield get


# ---------------------------------------------------------------- the error function


# ---------------------------------------------------------------- clipped moments


# ---------------------------------------------------------------- Table 1


def verdicts(columns: tuple[table1.Column, ...]) -> dict[str, list[Verdict]]:
    rows = table1.numbers(columns, table1.LARGER)
    return {
        what: [row.verdict for row in rows if row.what == what]
        for what in ("clipping threshold", "bias", "standard error", "RMSE")
    }


def changed(i: int, **values: int) -> tuple[table1.Column, ...]:
    columns = list(table1.COLUMNS)
    columns[i] = replace(columns[i], **values)
    return tuple(columns)


def test_the_table_is_copied_and_agrees_with_itself() -> None:
    text = (
        "51,020 105,306 167,347 299,184 337,959 376,735 14,909 5,825 2,565 708 534 349 14,408 "
        "6,005 4,964 2,343 2,276 2,283 20,733 8,366 5,587 2,448 2,337 2,309"
    )
    found = [
        f"{getattr(c, name):,}"
        for name in ("threshold", "bias", "error", "rmse")
        for c in table1.COLUMNS
    ]
    assert found == text.split()
    assert all(
        set(v) == {Verdict.AGREES} and len(v) == 6 for v in verdicts(table1.COLUMNS).values()
    )


@pytest.mark.parametrize(
    ("what", "i", "values"),
    [
        ("RMSE", 4, {"rmse": 2336}),
        ("RMSE", 5, {"rmse": 2311}),
        ("clipping threshold", 2, {"threshold": 167_350}),
        ("bias", 3, {"bias": 2000}),
        ("bias", 2, {"bias": 200}),
        ("bias", 0, {"bias": 26_000}),
        ("standard error", 1, {"error": 5000}),
        ("standard error", 0, {"error": 16_000}),
    ],
)
def test_another_number_in_the_table_would_not_agree(
    what: str, i: int, values: dict[str, int]
) -> None:
    """Each of the four comparisons can fail: rounding, the grid, convexity, the noise's part and
    the greatest variance.
    """
    assert verdicts(changed(i, **values))[what][i] is Verdict.DIFFERS


def test_the_exchanged_averages() -> None:
    """As printed the first bias excludes them by fifty deviations; with a small first bias neither
    would be refuted.
    """
    assert [row.verdict for row in table1.averages(table1.COLUMNS)] == [
        Verdict.REFUTED,
        Verdict.POSSIBLE,
    ]
    assert "51 standard errors" in table1.averages(table1.COLUMNS)[0].ours
    assert [row.verdict for row in table1.averages(changed(0, bias=3000))] == [
        Verdict.POSSIBLE,
        Verdict.POSSIBLE,
    ]


def test_the_noise_alone_is_above_the_first_standard_error() -> None:
    first, rising = table1.parts(table1.COLUMNS)
    assert (
        first.verdict is Verdict.REFUTED
        and "14,430.6" in first.ours
        and rising.verdict is Verdict.POSSIBLE
    )
    assert table1.parts(changed(0, error=14_450))[0].verdict is Verdict.POSSIBLE
    assert table1.parts(changed(5, error=2000))[1].verdict is Verdict.REFUTED
    low, high = (
        float(table1.COLUMNS[0].error + s * table1.COLUMNS[0].error_doubt) for s in (-1, 1)
    )
    assert low < 14_430.6 < high and high - low == pytest.approx(
        2 * 3.8906 * 14_408 * math.sqrt(5 / 20_000), rel=1e-3
    )


def test_monte_carlo_errors_are_those_of_runs() -> None:
    """The interval of a standard error estimated from 5,000 runs, Laplace noise alone: 400
    repetitions spread as it says.
    """
    source = simulation.Source("kurtosis")
    deviations = source.laplace(400, 5000).std(axis=1) / math.sqrt(2)
    said = float(replace(table1.COLUMNS[0], error=14_430).error_doubt / table1.DEVIATIONS / 14_430)
    assert deviations.std() == pytest.approx(said, rel=0.12)


def test_the_log_normal_law_gives_most_of_the_table(panels: Callable[[str], Panel]) -> None:
    rows = panels("lognormal").rows
    assert sum(row.verdict is Verdict.POSSIBLE for row in rows[:24]) == 17
    assert [row.verdict for row in rows[24:]] == [
        Verdict.POSSIBLE,
        Verdict.POSSIBLE,
        Verdict.REFUTED,
    ]
    points = lognormal.indistinct(F(1, 100))
    assert (
        points == list(range(points[0], points[-1] + 1))
        and table1.on_grid(table1.COLUMNS[0]) in points
        and len(points) == 5
    )


def test_the_two_intervals_of_a_bias_agree_and_only_the_offset_removes_it(
    panels: Callable[[str], Panel],
) -> None:
    way = Way(n1=200, n2=200, delta=F(1, 10**6))
    both = simulation.two_stage(simulation.normal_records(F(1, 4)), F(1, 4), way, "both", 8000, FEW)
    for found in both.values():
        assert (
            found.plain[0] < found.bias[1]
            and found.bias[0] < found.plain[1]
            and found.bias[1] - found.bias[0] < found.plain[1] - found.plain[0]
        )
    assert both["KV"].bias[1] < -0.02 and both["DPUMean"].bias[0] < 0 < both["DPUMean"].bias[1]
    again = simulation.two_stage(
        simulation.normal_records(F(1, 4)), F(1, 4), way, "both", 8000, FEW
    )
    assert again == both


# ---------------------------------------------------------------- rows, files, the command

EXPECTED = {"figure1": 0, "table1": 0, "lognormal": 0, "figure2": 0, "figure3a": 0, "figure3b": 1}


@pytest.mark.share(4)
@pytest.mark.parametrize("name", registry.PAPERS["trilemma"])
def test_every_row_is_complete_and_every_difference_has_a_tested_cause(
    panels: Callable[[str], Panel], name: str
) -> None:
    panel = panels(name)
    assert panel.name == name and panel.rows
    for row in panel.rows:
        assert row.item and row.what and row.printed and row.ours and row.basis
        if row.verdict is Verdict.DIFFERS:
            assert row.cause and row.tested, row
    assert all(check.inside for check in panel.checks), [c for c in panel.checks if not c.inside]
    assert sum(row.verdict is Verdict.DIFFERS for row in panel.rows) == EXPECTED[name]
    tied("trilemma", panel)
    assert not panel.curves or illegible(panel) == []


@pytest.mark.share(4)
def test_what_the_ledger_says_is_refuted_is_refuted(panels: Callable[[str], Panel]) -> None:
    """Kills an entry of the errata whose experiment does not bear it out."""
    denied_by("trilemma", [panels(name) for name in registry.PAPERS["trilemma"]])


@pytest.mark.slow
def test_the_readings_that_are_refuted(panels: Callable[[str], Panel]) -> None:
    refuted = [
        (name, row.what)
        for name in ("figure1", "table1", "figure3a", "figure3b")
        for row in panels(name).rows
        if row.verdict is Verdict.REFUTED
    ]
    assert refuted == [
        ("figure1", "the same: of the records themselves, in dollars"),
        ("table1", "the printed standard errors are exact, and contain the noise's"),
        ("table1", "as printed: mean 24,989, median 40,865"),
        ("table1", "meant: Figure 1"),
        ("figure3a", f"the figure was drawn with {figure3a.READINGS[0]}"),
        ("figure3b", "the heights have their normal law: bias of KV, in inches"),
        ("figure3b", "the heights have their normal law: bias of DPUMean, in inches"),
        ("figure3b", "the heights are symmetric, which would mean no bias at all"),
    ]


def test_a_bias_that_is_not_there_is_noticed(panels: Callable[[str], Panel]) -> None:
    """Figure 3a's checks can fail: DPUMean's interval does not have KV's bias inside."""
    checks = {c.label + c.where: c for c in panels("figure3a").checks}
    ours = checks["DPUMean's biasmu = 1/4"]
    assert ours.inside and not replace(ours, exact=Enclosed.of(F(-1, 70))).inside
    assert len(checks) == 4


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["figure1", "lognormal", "figure2", "figure3a", "figure3b"])
def test_the_picture_has_every_curve(panels: Callable[[str], Panel], name: str) -> None:
    panel, drawn = panels(name), svg(panels(name))
    ids = {e.attrib["id"] for e in ET.fromstring(drawn.encode()).iter() if "id" in e.attrib}
    assert {f"curve-{c.label.replace(' ', '-')}" for c in panel.curves} <= ids and drawn == svg(
        panel
    )
    bands = sum("FillBetween" in i for i in ids)
    assert bands == (2 if name == "figure3a" else 0)  # those that the paper draws


def test_files_and_the_command(run: Run, tmp_path: Path, panels: Callable[[str], Panel]) -> None:
    made = {p.name for p in export.write(tmp_path, "trilemma", panels("figure2"))}
    assert made == {f"trilemma-figure2.{ending}" for ending in ("json", "rows.csv", "csv", "svg")}
    code, out, _ = run("experiment", "trilemma", "table1", "--json")
    rows = json.loads(out)["panels"][0]["rows"]
    assert code == 0 and len([r for r in rows if r["item"].startswith("Table 1, epsilon")]) == 24
    assert run("experiment", "trilemma", "--list")[1].split() == list(registry.PAPERS["trilemma"])


def test_the_words_of_the_help(run: Run) -> None:
    words = (
        run("experiment", "--help")[1].replace(",", " ").replace(".", " ").replace(";", " ").split()
    )
    assert {"trilemma", *registry.PAPERS["trilemma"]} <= set(words)


def test_the_wheel_carries_the_tables() -> None:
    """Where the package is, the tables are: read as data of the package, not by a path of the
    checkout.
    """
    source = (Path(clipping.__file__).parent / "laws.py").read_text()
    assert "importlib.resources" in source and "__file__" not in source
