"""`dpmean derive`: what it prints of a name, of a law, of a name without a derivation, and how it
ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.deriving import run as checks
from dpmean.distributions import laplace

Run = Callable[..., tuple[int, str, str]]


def test_a_name_is_derived_step_by_step(run: Run) -> None:
    code, out, _ = run("derive", "laplace.variance")
    assert code == 0
    assert out.splitlines()[0] == "laplace.variance: variance"
    assert "[antiderivative]" in out
    assert "the shipped formula: catalogue.quantities.value('laplace.variance', decay=b" in out


def test_options_take_the_place_of_defaults(run: Run) -> None:
    assert "24*D^4/epsilon^4" in run("derive", "laplace.moment", "order=4")[1]
    code, _, err = run("derive", "laplace.moment", "order=0")
    assert (code, err.count("\n")) == (2, 1)
    assert "from 1 to 12" in err
    assert "even" in run("derive", "gaussian.moment", "order=3")[2]
    assert "it has none" in run("derive", "laplace.variance", "epsilon=1")[2]
    assert "noise" in run("derive", "transformed_mean.leading_constant", "noise=gauss")[2]
    assert "order" in run("derive", "laplace.moment", "order=two")[2]
    assert "objective" in run("derive", "staircase.optimal_gamma", "objective=best")[2]


def test_a_law_alone_lists_all_its_names(run: Run) -> None:
    lines = run("derive", "hourglass")[1].splitlines()
    assert [line.split()[0] for line in lines] == [
        n for n in CATALOGUE if n.startswith("hourglass.")
    ]
    assert len(run("derive")[1].splitlines()) == len(CATALOGUE)
    rows = json.loads(run("derive", "student_t", "--json")[1])
    assert {row["name"]: row.get("reason", "") for row in rows}["student_t.quantile"] == "inverse"


def test_a_law_with_all_is_derived_altogether(run: Run) -> None:
    shown = json.loads(run("derive", "student_t", "--all", "--json")[1])
    assert [row["name"] for row in shown] == [
        "student_t.density",
        "student_t.log_density",
        "student_t.cdf",
        "student_t.variance",
    ]
    text = run("derive", "student_t", "--latex")[1]
    assert text.count(r"\section*") == 4
    assert text.startswith(r"\documentclass")


def test_a_name_without_a_derivation_says_why(run: Run) -> None:
    code, out, _ = run("derive", "adpm.weights")
    assert code == 0
    assert out.startswith("adpm.weights has no derivation. algorithm: ")
    assert json.loads(run("derive", "adpm.weights", "--json")[1])[0]["reason"] == "algorithm"


def test_a_misspelt_name_is_answered_by_a_near_one(run: Run) -> None:
    asked_near = (
        ("hourglass.varianc", "hourglass.variance"),
        ("hourglas", "hourglass"),
        ("zzz", "dpmean derive"),
    )
    for asked, near in asked_near:
        code, out, err = run("derive", asked)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert near in err


def test_a_step_that_is_not_true_ends_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = laplace.moment
    monkeypatch.setattr(laplace, "moment", lambda order, rate: 2 * right(order, rate))
    code, out, err = run("derive", "laplace.variance")
    assert (code, out) == (1, "")
    assert "not true: laplace.variance" in err
    assert [f.holds for f in checks.derivations(["laplace.variance"])] == [False, True]


def test_check_of_one_law(run: Run) -> None:
    code, out, _ = run("derive", "--check", "student_t", "--draws", "100", "--seed", "cli")
    assert code == 0
    assert out.splitlines()[-1] == "all of it holds"
    assert "4 names to the shipped formula" in out


def test_check_ends_with_1_where_something_is_not_true(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dpmean.deriving import precise

    monkeypatch.setitem(precise.ENOUGH, "moment", 61)
    code, out, _ = run("derive", "--check", "student_t.variance", "--draws", "100", "--json")
    assert code == 1
    wrong = {row["what"] for row in json.loads(out) if not row["holds"]}
    assert "absolute moments and variance" in wrong
    assert len(wrong) == 3  # and the same at two sets of random parameters
