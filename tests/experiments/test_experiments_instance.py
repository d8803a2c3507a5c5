"""The instance paper's figures: rows that are complete and can fail, orderings, the exact Figure 9,
pictures, files, the command. (Estimators: test_experiments_instance_estimators.py.)

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from itertools import combinations
from math import comb
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.experiments import export, registry
from dpmean.experiments.drawing import svg
from dpmean.experiments.instance import (
    central,
    collected,
    compare,
    figure1,
    figure2,
    figure3,
    figure4,
    figure5,
    figure6,
    figure9,
    figure10,
    figure11,
    figure12,
    photographs,
)
from dpmean.experiments.instance.estimators import images
from dpmean.experiments.instance.estimators.records import Side, apart, deviations, side
from dpmean.experiments.instance.estimators.trials import OURS, Found
from dpmean.experiments.points import Enclosed, Job, Panel, Verdict
from tests.conftest import Run
from tests.helpers.boxes import illegible
from tests.helpers.tied import tied
from tests.lab.simulators import instance_messages_slow as slow

FEW = Job(1000, 20, trials=10)
EXPECTED = ("settings", *(f"figure{k}" for k in range(1, 13)))


@pytest.fixture(scope="module")
def panels() -> Iterator[Callable[[str], Panel]]:
    """Each experiment once, small: few dimensions, users and trials, and the extract for images."""
    made: dict[str, Panel] = {}
    with pytest.MonkeyPatch.context() as patch:
        for module in (central, figure1, figure3, figure4, figure5):
            patch.setattr(module, "DIMENSIONS", [4, 16], raising=False)
            patch.setattr(module, "SMALLER", [4, 16], raising=False)
        patch.setattr(central, "TESTED", 16)
        patch.setattr(central, "SETTLED", 20)
        patch.setattr(collected, "SETTLED", 20)
        patch.setattr(figure2, "D", 8)
        patch.setattr(figure2, "RHOS", [F(1, 10), F(1)])
        patch.setattr(figure3, "FEW", [8])
        patch.setattr(figure6, "D", 8)
        patch.setattr(figure6, "PER_ROOT_D", [10, 500])
        patch.setattr(figure9, "CHECKED", [4])
        patch.setattr(images, "INSTALLED", Path("/nowhere"))
        patch.setattr(images, "SIZE", 600)
        patch.setattr(photographs, "CLASSES", images.CLASSES[:2])
        patch.setattr(photographs, "RHOS", [F(1, 2), F(1)])
        patch.setattr(collected, "USERS", 2000)
        for module, name, few in (
            (figure10, "DIMENSIONS", [1, 4]),
            (figure11, "EPSILONS", [F(1), F(16)]),
            (figure12, "PER_ROOT_D", [10, 20]),
        ):
            patch.setattr(module, name, few)

        def get(name: str) -> Panel:
            if name not in made:
                made[name] = registry.run("instance", name, FEW)
            return made[name]

        yield get


# ---------------------------------------------------------------- rows


@pytest.mark.share(4)
@pytest.mark.parametrize("name", EXPECTED)
def test_every_row_is_complete_and_every_difference_has_a_tested_cause(
    panels: Callable[[str], Panel], name: str
) -> None:
    panel = panels(name)
    assert panel.name == name and panel.rows
    for row in panel.rows:
        assert row.item and row.what and row.printed and row.ours and row.basis
        if row.verdict is Verdict.DIFFERS:
            assert row.cause and row.tested, row
    assert all(check.inside for check in panel.checks)
    tied("instance", panel)
    assert not panel.curves or illegible(panel) == []


def test_the_registry_has_all_figures() -> None:
    assert registry.PAPERS["instance"] == EXPECTED


@pytest.mark.slow
def test_every_observation_has_a_row(panels: Callable[[str], Panel]) -> None:
    """(1) to (6) and the sentences on Figures 7 to 12, each with its words."""
    where = {
        "(1)": ("figure3", "figure4"),
        "(2)": ("figure1", "figure2", "figure3", "figure4", "figure6"),
        "(3)": ("figure3",),
        "(4)": ("figure4",),
        "(5)": ("figure5",),
        "(6)": ("figure1", "figure2", "figure6"),
        "'our method outperforms COINPRESS": ("figure7", "figure8"),
        "'while our choice attains": ("figure9",),
        "'Our method even outperforms KnownVar": ("figure10", "figure11", "figure12"),
        "'there is still a large gap": ("figure10", "figure11", "figure12"),
    }
    for words, names in where.items():
        for name in names:
            assert any(row.printed.startswith(words) for row in panels(name).rows), (words, name)
    for k in range(1, 13):
        assert sum(row.what == "setting" for row in panels(f"figure{k}").rows) == 1


def test_verdicts_that_no_seed_changes(panels: Callable[[str], Panel]) -> None:
    def verdict(name: str, words: str) -> Verdict:
        (row,) = [row for row in panels(name).rows if words in row.printed or words in row.what]
        return row.verdict

    assert verdict("figure9", "while our choice") is Verdict.DIFFERS
    assert verdict("figure9", "indeed depends") is Verdict.AGREES
    assert verdict("figure1", "the same law") is Verdict.POSSIBLE
    assert verdict("figure6", "crude a priori bounds") is Verdict.AGREES
    assert verdict("figure4", "errors that can be drawn") is Verdict.REFUTED
    assert verdict("figure10", "a large gap") is Verdict.AGREES
    assert verdict("settings", "exceeded with probability at most beta") is Verdict.DIFFERS
    assert {row.verdict for row in panels("figure10").rows if row.item == "Theorem 5.1"} == {
        Verdict.REFUTED
    }


# ---------------------------------------------------------------- orderings


def found(*errors: float) -> Found:
    return Found(tuple(errors), tuple(2 * e for e in errors))


LOW, HIGH = [1.0 + k / 100 for k in range(16)], [2.0 + k / 100 for k in range(16)]


def test_orderings_say_which_is_less() -> None:
    """An ordering the other way round, or one that calls noise certain, fails."""
    parts = {
        "(a) x": {
            F(1): {OURS: found(*LOW), "t = 1": found(*HIGH), "t = 2": found(*reversed(LOW))},
            F(2): {OURS: found(*HIGH), "t = 1": found(*LOW), "t = 2": found(*HIGH)},
        }
    }
    first, second = (
        compare.ordering(parts, OURS, ("t = 1",)),
        compare.ordering(parts, OURS, ("t = 1", "t = 2")),
    )
    assert (first.less, first.unsure, first.greater) == (1, 0, 1) and (
        second.less,
        second.unsure,
        second.greater,
    ) == (0, 1, 1)
    assert first.ratios[0] == pytest.approx(1.075 / 2.075) and "x = 2" in first.worst
    assert compare.best(parts["(a) x"][F(2)], ("t = 1", "t = 2")) == "t = 1"
    low, high = compare.pooled({"": {F(1): parts["(a) x"][F(1)]}}, OURS, "t = 1")
    assert low < 1.075 / 2.075 < high < 0.6
    assert compare.regrets(parts, ("t = 1", "t = 2")) == pytest.approx(
        {"t = 1": 2.075 / 1.075, "t = 2": 2.075 / 1.075}
    )


def test_never_worse_can_fail() -> None:
    """At a single point, and in the mean over many points of which none is certain."""
    worse = {"": {F(1): {OURS: found(*HIGH), "t = 1": found(*LOW)}}}
    row = compare.never_worse(
        "i", "q", worse, OURS, ("t = 1",), "k", "cause", lambda: "tested", claim="c"
    )
    assert row.verdict is Verdict.DIFFERS and (row.cause, row.tested) == ("cause", "tested")
    better = compare.never_worse(
        "i", "q", worse, "t = 1", (OURS,), "k", "cause", lambda: "tested", claim="c"
    )
    assert better.verdict is Verdict.UNREFUTED and not better.cause and not better.tested
    few = {"": {F(1): {OURS: found(*HIGH[:14]), "t = 1": found(*LOW[:14])}}}
    row = compare.never_worse(
        "i", "q", few, OURS, ("t = 1",), "k", "cause", lambda: "tested", claim="c"
    )
    assert row.verdict is Verdict.UNTOLD and "14 trials cannot say" in row.ours
    hardly = [1.0 + 0.02 * (-1) ** k + 0.012 for k in range(20)]
    points = {
        "": {
            F(x): {OURS: found(*(hardly[x:] + hardly[:x])), "t = 1": found(*[1.0] * 20)}
            for x in range(1, 13)
        }
    }
    assert compare.ordering(points, OURS, ("t = 1",)).greater == 0
    assert (
        compare.never_worse(
            "i", "q", points, OURS, ("t = 1",), "k", "cause", lambda: "tested", claim="c"
        ).verdict
        is Verdict.DIFFERS
    )


def chance(law: Callable[[int], float], said: Callable[[int], bool], top: int) -> float:
    """The probability that something is said, of a count from 0 to `top` with this law."""
    return sum(law(k) for k in range(top + 1) if said(k))


@pytest.mark.parametrize("m", [1, 5, 10, 14, 15, 16, 20, 40, 150])
def test_signs_say_a_falsehood_as_rarely_as_promised(m: int) -> None:
    """Kills a level of 99.99 % that so few trials cannot have: with five against nothing the chance
    of five equal signs is 1/16. All numbers of signs, by the binomial law.
    """

    def said(k: int) -> bool:
        return side([1.0] * k + [-1.0] * (m - k)) in (Side.ABOVE, Side.BELOW)

    assert chance(lambda k: comb(m, k) / 2**m, said, m) <= 1e-4
    assert said(m) is (m >= 15) and said(0) is (m >= 15)
    assert (side([1.0] * m) is Side.TOO_FEW) is (m < 15)
    assert m < 15 or (side([1.0] * m), side([-1.0] * m)) == (Side.ABOVE, Side.BELOW)


@pytest.mark.parametrize(("m", "n"), [(5, 5), (7, 8), (8, 9)])
def test_ranks_say_a_falsehood_as_rarely_as_promised(m: int, n: int) -> None:
    """Kills a rank-sum test at another level, and five against five, which can say no more than
    2/252. All orders of the two samples.
    """
    places, orders = frozenset(range(m + n)), comb(m + n, m)
    told = sum(
        apart(mine, sorted(places.difference(mine))) in (Side.ABOVE, Side.BELOW)
        for mine in combinations(range(m + n), m)
    )
    assert told * 10_000 <= orders
    assert (told > 0) is (2 * 10_000 <= orders)
    low, high = [0.0] * m, [1.0] * n
    found = (apart(low, high), apart(high, low))
    assert found == ((Side.BELOW, Side.ABOVE) if told else (Side.TOO_FEW, Side.TOO_FEW))


@pytest.mark.parametrize(
    ("freedom", "expected"), [(3, 28.0001), (4, 15.5441), (9, 6.5937), (20, 4.8373), (200, 3.9705)]
)
def test_the_factor_of_an_interval_is_students(freedom: int, expected: float) -> None:
    """Kills the normal law's factor, or nine degrees of freedom where there are fewer: Student's
    for 99.99 %, from a table; beyond 200 no narrower than the normal law's.
    """
    assert deviations(freedom) == pytest.approx(expected, rel=1e-4)
    assert deviations(100_000) == deviations(200) > 3.8906


def test_curves_have_the_interval_and_the_mean() -> None:
    (curve,) = compare.curves({"(a)": {F(3): {"CM": found(*LOW)}}}, ("CM",))
    (point,) = curve.points
    assert (
        curve.part == "(a)"
        and point.x == Enclosed.of(3)
        and point.y.lower < point.behind.lower == point.behind.upper < point.y.upper
    )
    (other,) = compare.curves({"(a)": {F(3): {"CM": found(*LOW)}}}, ("CM",), mahalanobis=True)
    assert float(other.points[0].behind.lower) == pytest.approx(2 * float(point.behind.lower))


# ---------------------------------------------------------------- Figure 9


@given(st.integers(1, 12), st.integers(1, 4), st.data())
def test_the_error_of_a_clipped_mean_vector_by_vector(n: int, d: int, data: st.DataObject) -> None:
    """A bias of n - k in place of 1 + ... + (n - k), or noise with C for 2 C, fails."""
    k, rho = data.draw(st.integers(1, n)), data.draw(st.fractions(F(1, 10), 4, max_denominator=10))
    ours = figure9.squared(n, k, 2 * d / rho) * d / n**2
    assert float(ours) == pytest.approx(
        slow.clipped_at_quantile(n, d, k, float(2 * k * k * d / (rho * n * n))), rel=1e-9
    )


def test_the_smallest_counterexample() -> None:
    """n = 5, 2 d/rho = 16 (d = 4, rho = 1/2): the printed rank 1 has 100 + 16, rank 2 has 36 + 64.

    No smaller n has one with an integer rank.
    """
    assert figure9.counterexample() == (5, 4, 2)
    assert [figure9.squared(5, k, F(16)) for k in (1, 2, 3)] == [116, 100, 153]


def test_ours_minimises_the_bound_and_not_the_error() -> None:
    for n, ratio in ((500, F(20)), (500, F(7, 3)), (40, F(400)), (9, F(100)), (30, F(25))):
        bounds = {k: (n - k) * (n - k + 1) / 2 + float(ratio) ** 0.5 * k for k in range(1, n + 1)}
        assert bounds[figure9.ours(n, ratio)] <= min(
            bounds.values()
        ) + 1e-9 and figure9.bound_is_least(n, ratio)
    assert figure9.best(500, F(20)) < figure9.ours(500, F(20)) == 496


def test_a_wrong_error_is_outside_its_interval(panels: Callable[[str], Panel]) -> None:
    """Figure 9's checks can fail."""
    checks = panels("figure9").checks
    assert len(checks) == 18 and not any(c.low <= c.exact.lower * F(5, 4) <= c.high for c in checks)
    for curve in panels("figure9").curves:
        assert all(p.y.upper >= 1 for p in curve.points) and (
            curve.label != "best" or all(p.y.lower <= 1 for p in curve.points)
        )


# ---------------------------------------------------------------- pictures, files, the command


@pytest.mark.share(3)
@pytest.mark.parametrize("name", EXPECTED[1:])
def test_the_picture_has_every_curve_of_every_part(
    panels: Callable[[str], Panel], name: str
) -> None:
    panel, drawn = panels(name), svg(panels(name))
    ids = {e.attrib["id"] for e in ET.fromstring(drawn.encode()).iter() if "id" in e.attrib}
    wanted = {
        f"curve-{c.label.replace(' ', '-')}-in-{c.part.replace(' ', '-')}" for c in panel.curves
    }
    assert (
        len(wanted) == len(panel.curves)
        and wanted <= ids
        and (name != "figure3" or drawn == svg(panel))
    )
    parts = list(dict.fromkeys(c.part for c in panel.curves))
    assert len(parts) == (2 if name in ("figure7", "figure8") else 3) and all(
        part in drawn for part in parts
    )
    assert all(c.label in drawn for c in panel.curves)


def test_files_name_the_part_of_each_point(panels: Callable[[str], Panel], tmp_path: Path) -> None:
    panel = panels("figure2")
    export.write(tmp_path, "instance", panel)
    points = list(csv.DictReader((tmp_path / "instance-figure2.csv").read_text().splitlines()))
    assert len(points) == sum(len(c.points) for c in panel.curves) == 3 * 8 * 2
    assert {p["figure"] for p in points} == {
        "figure2 (a) mu = 0",
        "figure2 (b) mu = 5",
        "figure2 (c) mu = 10",
    }
    assert all(
        float(p["y_lower"]) <= float(p["error_lower"]) <= float(p["y_upper"]) for p in points
    )
    payload = json.loads((tmp_path / "instance-figure2.json").read_text())
    assert {c["part"] for c in payload["curves"]} == {"(a) mu = 0", "(b) mu = 5", "(c) mu = 10"}


def test_the_command_takes_trials(run: Run) -> None:
    code, out, _ = run("experiment", "instance", "settings", "--json", "--trials", "12")
    payload = json.loads(out)
    assert code == 0 and payload["trials"] == 12 and payload["panels"][0]["name"] == "settings"
    assert run("experiment", "instance", "--list")[1].split() == list(EXPECTED)
    code, out, err = run("experiment", "instance", "settings", "--trials", "9")
    assert (code, out) == (2, "") and "trials" in err


def test_the_words_of_the_help(run: Run) -> None:
    words = (
        run("experiment", "--help")[1].replace(",", " ").replace(".", " ").replace(";", " ").split()
    )
    assert {"instance", *registry.PAPERS["instance"]} <= set(words)
    told = " ".join(run("experiment", "--help")[1].split())
    assert all(f"{verdict.value}" in told for verdict in Verdict)
