"""Addremove's curves: exact errors against a second route, and rows that can fail.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.experiments import export, registry
from dpmean.experiments.addremove import (
    appendixh1,
    appendixh2,
    appendixh4,
    figure2c,
    figure2d,
    figure2e,
    settings,
    small,
)
from dpmean.experiments.addremove.v1 import figure2a, figure2b
from dpmean.experiments.addremove.v1 import figure2c as ratio
from dpmean.experiments.points import Curve, Enclosed, Job, Panel, Point, Verdict
from dpmean.programs.law_of import law_of
from tests.conftest import Run
from tests.helpers.boxes import illegible
from tests.helpers.tied import denied_by, tied

FINITE = Path(__file__).parents[1] / "oracle" / "finite.py"
FEW = Job(2000, 20)
BOTH = ("addremove", "addremove.v1")
# how many rows of an experiment differ
EXPECTED = {
    ("addremove", "figure2c"): 0,
    ("addremove", "figure2d"): 1,
    ("addremove", "figure2e"): 0,
    ("addremove", "figure3"): 0,
    ("addremove", "appendixh1"): 2,
    ("addremove", "appendixh2"): 1,
    ("addremove", "appendixh3"): 0,
    ("addremove", "appendixh4"): 0,
    ("addremove.v1", "figure2a"): 0,
    ("addremove.v1", "figure2b"): 1,
    ("addremove.v1", "figure2c"): 0,
}


def coarse(patch: pytest.MonkeyPatch) -> None:
    """Fewer points on every axis."""
    patch.setattr(figure2c, "EPSILONS", [F(1, 10), F(1, 2), F(2)])
    patch.setattr(figure2d, "STEPS", (F(0), F(3, 2), F(8)))
    patch.setattr(figure2d, "INSIDE", (F(1, 20), F(1, 2), F(19, 20)))
    patch.setattr(figure2e, "EPSILONS", [F(2), F(5), F(16)])
    for module in (small, appendixh1, appendixh2):
        patch.setattr(module, "SIZES", (1, 2, 8, 16, 64))
    for module in (figure2a, ratio):
        patch.setattr(module, "EPSILONS", (F(1, 10), F(1, 2), F(1)))
        patch.setattr(module, "MEANS", (F(0), F(1, 80), F(1, 10), F(1, 2)))
    patch.setattr(figure2b, "STEPS", (F(1), F(4), F(7), F(10), F(250)))
    patch.setattr(figure2b, "LARGER", (10**4,))


@pytest.fixture(scope="module")
def panels() -> Iterator[Callable[[str, str], Panel]]:
    """Each experiment once, with few points and few releases."""
    made: dict[tuple[str, str], Panel] = {}
    with pytest.MonkeyPatch.context() as patch:
        coarse(patch)

        def get(paper: str, name: str) -> Panel:
            if (paper, name) not in made:
                made[paper, name] = registry.run(paper, name, FEW)
            return made[paper, name]

        yield get


def complete(panel: Panel, differ: int) -> None:
    """What every row and every point has."""
    assert panel.rows and panel.curves and panel.checks
    for row in panel.rows:
        assert row.item and row.what and row.printed and row.ours and row.basis
        if row.verdict in (Verdict.DIFFERS, Verdict.REFUTED):
            assert row.cause or row.tested, row
        if row.verdict is Verdict.DIFFERS:
            assert row.cause and row.tested, row
    assert sum(row.verdict is Verdict.DIFFERS for row in panel.rows) == differ
    assert [c for c in panel.checks if not c.inside] == []
    for curve in panel.curves:
        for p in curve.points:
            assert 0 < p.behind.upper - p.behind.lower < p.behind.lower / 10**5 or p.behind.exact, (
                curve.label,
                p.x,
            )
            if curve.label != settings.BOUND:
                bias, variance = dict(p.more)["bias"], dict(p.more)["variance"]
                assert variance.lower >= 0
                assert variance.lower + min(bias.lower**2, bias.upper**2) <= p.behind.upper


@pytest.mark.share(4)
@pytest.mark.parametrize(("paper", "name"), EXPECTED)
def test_every_row_is_complete_and_every_difference_has_a_tested_cause(
    panels: Callable[[str, str], Panel], paper: str, name: str
) -> None:
    complete(panels(paper, name), EXPECTED[paper, name])
    tied(paper, panels(paper, name))
    assert illegible(panels(paper, name)) == []


@pytest.mark.share(4)
@pytest.mark.parametrize("paper", BOTH)
def test_what_the_ledger_says_is_refuted_is_refuted(
    panels: Callable[[str, str], Panel], paper: str
) -> None:
    """Kills an entry of the errata whose experiment does not bear it out."""
    denied_by(paper, [panels(paper, name) for name in registry.PAPERS[paper]])


def test_every_experiment_is_expected() -> None:
    assert [(paper, name) for paper in BOTH for name in registry.PAPERS[paper]] == [*EXPECTED]


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "name"), EXPECTED)
def test_the_whole_grids(paper: str, name: str) -> None:
    complete(registry.run(paper, name, Job(20_000, 20)), EXPECTED[paper, name])


# ---------------------------------------------------------------- the errors


def _steps(n: int, s1: F, gamma: F) -> list[str]:
    """Where the distribution function with hourglass noise has its corners: a step of Z1 begins on
    a line Z1 + Z2 = k.
    """
    edges = {sign * (j + gamma) for j in range(10) for sign in (1, -1)}
    return [
        str(y)
        for y in sorted({(s1 + e) / (n + k) for k in range(-9, 10) if n + k for e in edges})
        if 0 < y < 1
    ]


LAPLACE = {"epsilon": "1", "lower": "0", "upper": "1"}
SECOND = [  # name, parameters, records, cuts, nodes, how far the routes may be apart
    ("independent_mean", LAPLACE, ["0", "1"], ["1/2"], 8, F(1, 10**7)),
    (
        "transformed_mean",
        {**LAPLACE, "epsilon": "4", "noise": "hourglass", "gamma": "1/2"},
        ["0", "1/2"],
        _steps(2, F(1, 2), F(1, 2)),
        2,
        F(1, 10**11),
    ),
]
LONGER = [
    ("shifted_mean", LAPLACE, ["0", "1/4"], ["1/8", "1/2"], 16, F(1, 10**9)),
    (
        "transformed_mean",
        {**LAPLACE, "noise": "laplace"},
        ["0", "1/4", "1"],
        ["5/12", "1/2"],
        16,
        F(1, 10**9),
    ),
    (
        "transformed_mean",
        {**LAPLACE, "epsilon": "4", "noise": "staircase2d", "gamma": "1/2"},
        ["0", "1/2"],
        [str(F(i, 16)) for i in range(1, 16)],
        6,
        F(1, 10**5),
    ),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "params", "data", "cuts", "nodes", "apart"),
    [pytest.param(*s, id=f"{s[0]}-{s[1].get('noise', '')}") for s in SECOND]
    + [
        pytest.param(*s, id=f"{s[0]}-{s[1].get('noise', '')}", marks=pytest.mark.slow)
        for s in LONGER
    ],
)
def test_the_second_route_has_the_same_moments(
    name: str, params: dict[str, str], data: list[str], cuts: list[str], nodes: int, apart: F
) -> None:
    """Kills a wrong moment anywhere: integrals of the second route's distribution function share no
    formula with it.
    """
    target = sum(map(F, data), F(0)) / len(data)
    question = {
        "name": name,
        "params": params,
        "data": data,
        "target": str(target),
        "cuts": cuts,
        "nodes": nodes,
    }
    out = subprocess.run(
        [sys.executable, str(FINITE)],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found, law = json.loads(out), law_of(build(name, params), data)
    for theirs, ours in (
        (found["mean"], law.mean()),
        (found["mse"], law.mean_squared_error(target)),
    ):
        enclosed = settings.enclosed(ours)
        assert enclosed.lower - apart <= F(theirs) <= enclosed.upper + apart


@pytest.mark.parametrize("label", settings.GIVEN)
def test_only_the_number_and_the_mean_of_the_records_count(label: str) -> None:
    """Kills errors on records of one value that are not those on other records of that mean."""
    data = ["0", "1", "1/2", "1/4", "3/4"]
    of = law_of(settings.mechanism(label, F(2)), data)
    exact, same = (
        settings.enclosed(of.mean_squared_error(F(1, 2))),
        settings.errors(label, F(2), 5, F(1, 2)),
    )
    assert exact.lower <= same.squared.upper and same.squared.lower <= exact.upper
    assert exact.upper - exact.lower < F(1, 10**15)


def test_records_0_or_1_are_averaged_over_all_data_sets() -> None:
    """Kills a wrong weight, and errors against the mean of the law."""
    p, n, label = F(1, 5), 3, "Algorithm 2"
    mechanism = settings.mechanism(label, F(1))
    bias, squared = F(0), F(0)
    for data in product((0, 1), repeat=n):
        weight, mean = p ** sum(data) * (1 - p) ** (n - sum(data)), F(sum(data), n)
        of = law_of(mechanism, map(str, data))
        bias += weight * (settings.enclosed(of.mean()).lower - mean)
        squared += weight * settings.enclosed(of.mean_squared_error(mean)).lower
    found = settings.mixed(label, F(1), n, p)
    assert abs(found.bias.lower - bias) < F(1, 10**14) and abs(found.squared.lower - squared) < F(
        1, 10**14
    )
    assert abs(found.variance.lower - squared + bias**2) < F(1, 10**14)


# ---------------------------------------------------------------- rows


def verdicts(paper: str, name: str, job: Job = Job(1000, 20)) -> dict[str, Verdict]:
    return {
        row.what if row.what != "statement" else row.printed: row.verdict
        for row in registry.run(paper, name, job).rows
    }


def changed(was: dict[str, Verdict], now: dict[str, Verdict]) -> list[str]:
    return [what for what, verdict in was.items() if now[what] is not verdict]


def test_other_noise_would_turn_the_rows(
    panels: Callable[[str, str], Panel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills rows that agree whatever is computed: Laplace noise in place of the hourglass,
    Algorithm 2 for 3.
    """
    coarse(monkeypatch)
    names = ("figure2c", "figure2e")
    was = {
        name: {
            row.what if row.what != "statement" else row.printed: row.verdict
            for row in panels("addremove", name).rows
        }
        for name in names
    }
    for cached in (settings.law, settings.errors, settings.mechanism):
        cached.cache_clear()
    monkeypatch.setitem(settings.GIVEN, "hourglass", settings.GIVEN["Algorithm 3"])
    monkeypatch.setitem(settings.GIVEN, "Algorithm 3", settings.GIVEN["Algorithm 2"])
    try:
        found = {name: changed(was[name], verdicts("addremove", name)) for name in names}
    finally:
        for cached in (settings.law, settings.errors, settings.mechanism):
            cached.cache_clear()
    assert len(found["figure2c"]) >= 3 and len(found["figure2e"]) >= 2


def test_errors_are_drawn_as_each_text_normalises_them(panels: Callable[[str, str], Panel]) -> None:
    """Kills a lost factor: n^2 epsilon^2/2 in Section 6, epsilon^2/2 in Appendix H, n^2 in version
    1.
    """
    # Algorithm 3, mean 0.01, epsilon = 2
    last = panels("addremove", "figure2c").curves[2].points[-1]
    assert last.y == last.behind * (2 * 10**8) and 0.97 < float(last.y.lower) < 0.99
    small = panels("addremove", "appendixh1").curves[2].points[-1]
    assert small.y == small.behind * F(1, 2)
    first = panels("addremove.v1", "figure2a").curves[-1].points[-1]  # epsilon = 1, mean 1/2
    assert first.y == first.behind * 10**6 and 0.99 < float(first.y.lower) < 1.01


def test_peaks_and_the_letter_m() -> None:
    def curve(*ys: int) -> Curve:
        return Curve(
            "c",
            tuple(Point(Enclosed.of(i), Enclosed.of(y), Enclosed.of(y)) for i, y in enumerate(ys)),
        )

    assert figure2d.m_shaped(curve(1, 3, 2, 3, 1)) and not figure2d.m_shaped(curve(1, 2, 3, 2, 1))
    assert not figure2d.m_shaped(curve(3, 2, 1, 3, 1)) and not figure2d.m_shaped(
        curve(1, 3, 2, 2, 2)
    )
    assert figure2d.peak(curve(1, 3, 2, 3, 1)) == (1, Enclosed.of(3))


def test_the_variance_of_an_enclosed_bias_is_enclosed() -> None:
    """Kills a square of an interval around 0 that does not reach 0."""
    around = settings.split(Enclosed(F(-1), F(2)), Enclosed.of(5))
    assert around.variance == Enclosed(F(1), F(5))
    assert settings.split(Enclosed(F(-2), F(-1)), Enclosed.of(5)).variance == Enclosed(F(1), F(4))


# ---------------------------------------------------------------- files and the command


def test_files_have_bias_and_variance_of_every_point(
    panels: Callable[[str, str], Panel], tmp_path: Path
) -> None:
    panel = panels("addremove", "appendixh1")
    made = export.write(tmp_path, "addremove", panel)
    assert sorted(p.name for p in made) == [
        f"addremove-appendixh1.{e}" for e in ("csv", "json", "rows.csv", "svg")
    ]
    points = list(csv.DictReader((tmp_path / "addremove-appendixh1.csv").read_text().splitlines()))
    assert len(points) == sum(len(c.points) for c in panel.curves) == 2 * 4 * 5
    for point in points:
        if point["algorithm"] == settings.BOUND:
            assert point["bias_lower"] == point["variance_upper"] == ""
        else:
            bias, variance, error = (
                float(point[f"{name}_lower"]) for name in ("bias", "variance", "error")
            )
            assert variance + bias**2 == pytest.approx(error, rel=1e-9)
    payload = json.loads((tmp_path / "addremove-appendixh1.json").read_text())
    assert {*payload["curves"][0]["points"][0]} == {"x", "y", "error", "bias", "variance"}
    assert {*payload["curves"][3]["points"][0]} == {"x", "y", "error"}
    drawn = (tmp_path / "addremove-appendixh1.svg").read_text()
    assert all(
        f'id="curve-{c.label.replace(" ", "-")}-in-{c.part.replace(" ", "-")}"' in drawn
        for c in panel.curves
    )


def test_the_command_writes_files_and_says_how_far_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coarse(monkeypatch)
    code, out, err = run(
        "experiment", "addremove.v1", "figure2b", "--runs", "1000", "--out", str(tmp_path)
    )
    assert code == 0 and "highest at t = 7" in out and "inside" in out and err.count("wrote") == 4
    assert (tmp_path / "addremove.v1-figure2b.svg").is_file()
    said: list[str] = []
    registry.run("addremove", "figure2e", replace(FEW, runs=1000, say=said.append))
    assert any("hourglass" in text and "epsilon" in text for text in said)
    assert run("experiment", "addremove", "--list")[1].split() == list(registry.PAPERS["addremove"])
    assert run("experiment", "addremove", "figure2a")[2].count("\n") == 1


def test_the_least_ratio_of_the_fourth_plot_is_the_one_printed(
    panels: Callable[[str, str], Panel],
) -> None:
    """Kills a ratio the wrong way round: the staircase is over the hourglass, above 1 at every
    size.
    """
    values: list[Any] = [p.y for c in panels("addremove", appendixh4.NAME).curves for p in c.points]
    assert all(y.lower > 1 for y in values) and min(
        float(y.lower) for y in values
    ) == pytest.approx(1.3785, abs=1e-4)
