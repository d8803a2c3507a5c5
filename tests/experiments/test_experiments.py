"""hetero's figures and tables: rows that are complete and can fail, pictures, files, the command.

(The errors: test_experiments_hetero.py.)
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.experiments import export, registry
from dpmean.experiments.drawing import svg
from dpmean.experiments.hetero import (
    causes,
    curves,
    errors,
    figure1a,
    figure1b,
    figure3a,
    figure3b,
    figure4,
    readings,
    table2,
)
from dpmean.experiments.hetero.curves import by_epsilon
from dpmean.experiments.hetero.settings import BETA, COIN, sampled
from dpmean.experiments.points import Check, Enclosed, Job, Panel, Row, Verdict
from dpmean.mechanisms.hetero import fme
from tests.conftest import Run
from tests.helpers.boxes import illegible
from tests.helpers.tied import denied_by, tied

SMALL = {
    "SIZES": [100, 146, 1000, 2154, 3830, 4640],
    "EPSILONS": [F(1, 10), F(133, 1000), F(1, 5), F(3, 14), F(294, 1000), F(1, 2), F(1)],
}
FEW = [F(1, 100), F(7071, 500000), F(7072, 500000), F(5, 100), F(17, 100), F(1)]


@pytest.fixture(scope="module")
def panels() -> Iterator[Callable[[str], Panel]]:
    """Each experiment once, run small: few vectors, few runs, and fewer points on the grids."""
    made: dict[str, Panel] = {}
    with pytest.MonkeyPatch.context() as patch:
        for module in (curves, figure1a, figure1b, figure3a, figure3b):
            for name, few in SMALL.items():
                patch.setattr(module, name, few, raising=False)
        patch.setattr(figure4, "EPSILONS", FEW)
        patch.setattr(causes, "FEW", 2)

        def get(name: str) -> Panel:
            if name not in made:
                made[name] = registry.run("hetero", name, Job(300, 6))
            return made[name]

        yield get


# ---------------------------------------------------------------- rows

EXPECTED = {
    "figure1a": 2,
    "figure1b": 1,
    "figure2": 0,
    "figure3a": 1,
    "figure3b": 1,
    "figure4": 0,
    "example2": 0,
    "remark2": 0,
    "baselines": 1,
    "fme": 0,
}


def complete(panel: Panel) -> None:
    """What every row has, and how many rows of an experiment differ."""
    name = panel.name
    assert panel.rows
    for row in panel.rows:
        assert row.item and row.what and row.printed and row.ours and row.basis
        if row.verdict is Verdict.DIFFERS:
            assert row.cause and row.tested, row
    assert all(check.inside for check in panel.checks)
    if name in EXPECTED:
        assert sum(row.verdict is Verdict.DIFFERS for row in panel.rows) == EXPECTED[name]


@pytest.mark.share(4)
@pytest.mark.parametrize("name", [name for name in registry.PAPERS["hetero"] if name != "figure2"])
def test_every_row_is_complete_and_every_difference_has_a_tested_cause(
    panels: Callable[[str], Panel], name: str
) -> None:
    complete(panels(name))
    tied("hetero", panels(name))
    assert not panels(name).curves or illegible(panels(name)) == []


@pytest.mark.share(4)
def test_what_the_ledger_says_is_refuted_is_refuted(panels: Callable[[str], Panel]) -> None:
    """Kills an entry of the errata whose experiment does not bear it out."""
    denied_by("hetero", [panels(name) for name in registry.PAPERS["hetero"]])


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.PAPERS["hetero"])
def test_the_whole_grids(name: str) -> None:
    complete(registry.run("hetero", name, Job(20_000, 50)))


def test_adpm_does_not_improve_beyond_the_dashed_line(panels: Callable[[str], Panel]) -> None:
    panel = panels("figure1b")
    (label, line), by_label = panel.lines[0], {c.label: c for c in panel.curves}
    assert (label, line) == ("R epsilon1", F(3, 14))
    after = [p.behind for p in by_label["ADPM"].points if p.x.lower >= line]
    before = [p.behind for p in by_label["ADPM"].points if p.x.lower < line]
    assert set(after) == {Enclosed.of(F(3, 7520))} and len(after) == 4
    assert all(e.lower > F(3, 7520) for e in before) and len(before) == 3
    assert [p.x.lower for p in by_label["SM"].points] == SMALL["EPSILONS"]
    assert (
        errors.error("ADPM", by_epsilon(None), COIN)
        == errors.error("LDPE", by_epsilon(None), COIN)
        == Enclosed.of(F(3, 7520))
    )


def test_fme_is_the_only_reading_that_survives(panels: Callable[[str], Panel]) -> None:
    rows = panels("fme").rows
    for reading in readings.READINGS:
        own = [row.verdict for row in rows if row.what.endswith(reading.name)]
        assert len(own) == 4
        assert set(own) == {Verdict.POSSIBLE} if reading.shipped else Verdict.REFUTED in own
    e = next(sampled("fme", -3, -1, 50))
    assert abs(
        readings.READINGS[0].error(e, BETA).lower
        - errors.affine(BETA.variance, readings.READINGS[0].shares(e)).lower
    ) < F(1, 10**20)


@given(
    st.lists(st.fractions(F(1, 100), 2, max_denominator=200), min_size=1, max_size=30).map(tuple)
)
def test_the_shipped_reading_is_the_mechanism(epsilons: tuple[F, ...]) -> None:
    first, *others = readings.READINGS
    assert first.remaining(epsilons) == fme.remaining(epsilons)
    n, rising = len(epsilons), sorted(epsilons)
    sums = [float(sum(rising[:k])) + math.sqrt(n - k) for k in range(n + 1)]
    assert sums[n - others[0].remaining(epsilons)] <= min(sums) + 1e-12


def test_the_rule_of_the_midpoint_for_everybody() -> None:
    """With a group for each of the low column's users LDPE's bound exceeds 1/4: the midpoint is
    1/10 off.
    """
    low = next(sampled("m", -3, -2))
    assert causes.fallback("LDPE", low, Enclosed.of(7)) == Enclosed.of(F(1, 100))
    assert causes.fallback("UNI", low, Enclosed.of(7)) == Enclosed.of(7)


def test_a_wrong_figure_in_the_table_would_be_noticed(
    panels: Callable[[str], Panel], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row for row in panels("table2").rows if row.what.startswith("log E")]
    assert [row.printed for row in rows] == [
        "-9.3",
        "-9.0",
        "-7.2",
        "-6.5",
        "-6.2",
        "-5.1",
        "-8.1",
        "-8.1",
        "-1.3",
        "-7.9",
        "-6.2",
        "-7.1",
    ]
    assert all(row.verdict is Verdict.AGREES for row in rows)
    found = [
        {label: errors.METHODS[label](e, BETA) for label in table2.LABELS}
        for e in islice(sampled("w", -3, -2), 3)
    ]
    for label, printed in table2.COLUMNS["Low"][2].items():
        monkeypatch.setitem(table2.COLUMNS["Low"][2], label, printed - F(3, 10))
    assert {row.verdict for row in table2.cells("Low", found)[0]} == {Verdict.DIFFERS}


def test_table_two_says_what_was_tried(panels: Callable[[str], Panel]) -> None:
    """No other reading explains the low column, in which two figures are at odds; the vector that
    the paper used is not known.
    """
    rows = {row.what: row for row in panels("table2").rows if row.what.startswith("changed")}
    assert len(rows) == len(causes.CAUSES)
    assert rows["changed: the logarithm, to base 10"].ours.startswith("0 of the 12")
    assert [row for row in rows.values() if row.verdict is Verdict.POSSIBLE] == []
    assert [row.verdict for row in panels("table2").rows if row.item == "Section IV-B"] == [
        Verdict.DIFFERS,
        Verdict.AGREES,
    ]


# ---------------------------------------------------------------- files and the command


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "name", ["figure1a", "figure1b", "figure3a", "figure3b", "figure4", "table2"]
)
def test_the_picture_has_every_curve(panels: Callable[[str], Panel], name: str) -> None:
    panel, drawn = panels(name), svg(panels(name))
    ids = {e.attrib["id"] for e in ET.fromstring(drawn.encode()).iter() if "id" in e.attrib}
    assert {f"curve-{c.label}" for c in panel.curves} <= ids
    assert {f"curve-{bar.label}-{column}" for column, bars in panel.bars for bar in bars} <= ids
    assert ("line-R-epsilon1" in ids) is (name in ("figure1b", "figure3b", "figure4"))
    assert panel.title in drawn and drawn == svg(panel)
    for group in ET.fromstring(drawn.encode()).iter():
        if group.attrib.get("id", "").startswith("line-"):
            across = re.findall(r"[ML] (\S+) (\S+)", group[0].attrib["d"])
            # it stands upright
            assert len({x for x, _ in across}) == 1 and len({y for _, y in across}) == 2


def test_files_have_every_point_and_row(panels: Callable[[str], Panel], tmp_path: Path) -> None:
    panel = panels("figure1b")
    made = export.write(tmp_path, "hetero", panel)
    assert (
        sorted(p.name for p in tmp_path.iterdir())
        == sorted(p.name for p in made)
        == [
            "hetero-figure1b.csv",
            "hetero-figure1b.json",
            "hetero-figure1b.rows.csv",
            "hetero-figure1b.svg",
        ]
    )
    points = list(csv.DictReader((tmp_path / "hetero-figure1b.csv").read_text().splitlines()))
    assert len(points) == sum(len(c.points) for c in panel.curves) == 5 * 7
    for point in points:
        assert float(point["error_lower"]) <= float(point["error_upper"])
        assert (
            point["algorithm"] == "SM"
            or point["algorithm"] == "LDPE"
            or F(point["y_exact"]) == F(point["error_exact"]) * 10**4
        )
    payload = json.loads((tmp_path / "hetero-figure1b.json").read_text())
    assert (
        len(payload["rows"])
        == len(panel.rows)
        == len(list(csv.reader((tmp_path / "hetero-figure1b.rows.csv").read_text().splitlines())))
        - 1
    )
    assert (
        payload["lines"] == [{"label": "R epsilon1", "x": "3/14"}]
        and len(payload["simulated"]) == len(panel.checks) == 10
    )
    assert all(s["runs"] == 300 and s["confidence"] for s in payload["simulated"])


def test_a_file_is_whole_or_the_old_one(
    panels: Callable[[str], Panel], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "hetero-example2.json"
    old.write_text("old")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        export.write(tmp_path, "hetero", panels("example2"))
    assert old.read_text() == "old"


def test_the_command_prints_rows_and_writes_files(run: Run, tmp_path: Path) -> None:
    code, out, err = run("experiment", "hetero", "example2", "--out", str(tmp_path / "new"))
    assert code == 0 and "printed 0.05" in out and "0.050625" in out and "wrote" in err
    assert {p.name for p in (tmp_path / "new").iterdir()} == {
        "hetero-example2.json",
        "hetero-example2.rows.csv",
    }
    payload = json.loads(
        run("experiment", "hetero", "example2", "remark2", "example2", "--json")[1]
    )
    assert [panel["name"] for panel in payload["panels"]] == ["example2", "remark2"] and payload[
        "stopped"
    ] is False
    of_all = dict(line.split(": ") for line in run("experiment", "--list")[1].splitlines())
    assert {name: tuple(known.split()) for name, known in of_all.items()} == registry.PAPERS
    assert (
        "name a paper: addremove, addremove.v1, hetero, instance, trilemma" in run("experiment")[2]
    )
    assert (
        run("experiment", "hetero", "all", "--list")[1].split()
        == run("experiment", "hetero", "--list")[1].split()
        == list(registry.PAPERS["hetero"])
    )


def test_the_help_names_every_experiment(run: Run) -> None:
    words = {word.strip(".,()") for word in run("experiment", "--help")[1].split()}
    assert {
        *registry.PAPERS,
        *(name for names in registry.PAPERS.values() for name in names),
    } <= words


def test_unknown_names_are_errors_of_one_line(run: Run) -> None:
    for arguments, said in (
        (("hetero", "figur1a"), "did you mean 'figure1a'"),
        (("trilemmma",), "no experiments of the paper"),
        (("hetero", "example2", "--runs", "0"), "runs"),
    ):
        code, out, err = run("experiment", *arguments)
        assert (code, out, len(err.splitlines())) == (2, "", 1) and said in err


def test_what_was_done_is_kept_on_ctrl_c(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = registry.run

    def interrupted(paper: str, name: str, job: Job) -> Panel:
        if name == "remark2":
            raise KeyboardInterrupt
        return real(paper, name, job)

    monkeypatch.setattr(registry, "run", interrupted)
    code, out, err = run(
        "experiment", "hetero", "example2", "remark2", "--out", str(tmp_path), "--json"
    )
    assert code == 130 and "1 of 2" in err
    assert json.loads(out)["stopped"] is True and [
        p["name"] for p in json.loads(out)["panels"]
    ] == ["example2"]
    assert (tmp_path / "hetero-example2.json").is_file()


def test_an_error_outside_its_interval_ends_with_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Row("item", "statement", "said", "found", Verdict.AGREES)
    panel = Panel(
        "example2",
        "t",
        rows=(row,),
        checks=(Check("ADPM", "here", Enclosed.of(3), F(1), F(2), 10),),
    )
    monkeypatch.setattr(registry, "run", lambda *_: panel)
    code, out, err = run("experiment", "hetero", "example2")
    assert code == 1 and "OUTSIDE" in out and "1 exact errors" in err
