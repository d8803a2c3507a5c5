"""The commands as a person meets them: output, one-line errors with stable codes, and nothing of
the data in a message.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.helpers.command import dpmean as run


def process(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def refused(code: str, *words: str) -> str:
    done = run(*words)
    assert done.returncode == 2, done
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith(f"error [{code}]: "), lines
    assert done.stdout == ""
    return lines[0]


def test_value_prints_consecutive_decimals_and_the_double() -> None:
    shown = json.loads(
        run("value", "minimax.sigma_squared", "epsilon=1", "--json", "--digits", "20").stdout
    )
    assert Fraction(shown["hi"]) - Fraction(shown["lo"]) == Fraction(1, 10**19)
    assert shown["about"] == "1.9181035312355252"
    assert (
        bytes.fromhex(shown["f64"]) and shown["formula"] and shown["source"].startswith("addremove")
    )


def test_an_exact_zero_is_zero() -> None:
    assert (
        json.loads(
            process("value", "hourglass.covariance", "epsilon=1", "gamma=optimal", "--json").stdout
        )["exact"]
        == "0"
    )


def test_a_list_comes_as_values() -> None:
    shown = json.loads(run("value", "transformation.matrix", "algorithm=3", "--json").stdout)
    assert [v["exact"] for v in shown["values"]] == ["1", "0", "-1", "1"]


def test_symbolic_prints_a_derived_formula() -> None:
    shown = json.loads(run("value", "hourglass.normalizer", "--symbolic", "--json").stdout)
    assert "b" in shown["formula"] and "frac" in shown["latex"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("epsilon_not_positive", ["staircase.density", "epsilon=0", "gamma=1/2", "x=0"]),
        ("not_a_number", ["staircase.density", "epsilon=nan", "gamma=1/2", "x=0"]),
        ("not_finite", ["staircase.density", "epsilon=inf", "gamma=1/2", "x=0"]),
        ("gamma_out_of_range", ["staircase.density", "epsilon=1", "gamma=0", "x=0"]),
        ("gamma_off_grid", ["discrete_hourglass.variance", "epsilon=1", "gamma=1/3", "m=4"]),
        ("sensitivity_not_positive", ["laplace.variance", "epsilon=1", "sensitivity=-1"]),
        ("unknown_name", ["hourglas.density", "epsilon=1"]),
        ("unknown_parameter", ["laplace.variance", "epsilon=1", "gama=1"]),
        ("missing_parameter", ["laplace.density", "epsilon=1"]),
        ("epsilon_and_decay", ["laplace.variance", "epsilon=1", "decay=1/2"]),
        ("usage", ["laplace.variance", "epsilon"]),
        (
            "shift_outside_sensitivity",
            ["hourglass.privacy_loss", "epsilon=1", "gamma=1/2", "shift_x=1/4", "shift_y=1/4"],
        ),
        ("off_lattice", ["discrete_staircase.pmf", "epsilon=1", "gamma=1/2", "m=4", "x=1/3"]),
        ("bounds_order", ["sized_mean.sensitivity", "lower=1", "upper=1", "n=4"]),
    ],
)
def test_wrong_parameters_of_value(code: str, words: list[str]) -> None:
    refused(code, "value", *words)


def test_a_refusal_ends_a_process_with_2_and_one_line() -> None:
    """The words of a refusal, in this process, are those of one of its own."""
    words = ("value", "staircase.density", "epsilon=0", "gamma=1/2", "x=0")
    ends = [(done.returncode, done.stdout, done.stderr) for done in (process(*words), run(*words))]
    assert ends[0] == ends[1]


def test_near_names_are_named() -> None:
    assert "hourglass.density" in refused("unknown_name", "value", "hourglas.density")
    assert "1/4 or 1/2" in refused(
        "gamma_off_grid", "value", "discrete_staircase.variance", "epsilon=1", "gamma=1/3", "m=4"
    )
    assert "'value'" in refused("usage", "valeu")
    assert "'sample'" in refused("usage", "SAMPLE")


def test_near_names_are_near_in_either_case() -> None:
    assert "did you mean adpm?" in refused(
        "unknown_name",
        "release",
        "ADPM",
        "epsilons=1",
        "lower=0",
        "upper=1",
        "--row-is-person",
        "no.csv:x",
    )
    assert "did you mean adpm.mse?" in refused("unknown_name", "value", "ADPM.MSE", "epsilons=1")
    assert "did you mean epsilon?" in refused(
        "unknown_parameter", "value", "laplace.variance", "EPSILON=1"
    )


GOOD = [
    "release",
    "transformed_mean",
    "epsilon=1",
    "lower=0",
    "upper=10",
    "noise=hourglass",
    "gamma=optimal",
]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,name\n1.25,a\n7.5,b\nsecret777,c\n,d\nnan,e\n1e400,f\n3.5,a\n")
    return path


def test_release_prints_an_estimate_on_the_grid_and_its_policies(people: Path) -> None:
    """In a process of its own."""
    done = json.loads(
        process(*GOOD, f"{people}:age", "--row-is-person", "--json", "--grid", "1/8").stdout
    )
    assert (Fraction(done["estimate"]) * 8).denominator == 1
    assert 0 <= Fraction(done["estimate"]) <= 10
    assert "add-or-remove-one" in done["guarantee"]
    assert any("not records" in p for p in done["policies"])


def test_release_reads_parquet_and_user_columns(tmp_path: Path) -> None:
    table = pa.table(
        {
            "age": pa.array([1.25, None, float("nan"), 7.5]),
            "who": ["a", "b", "c", "a"],
            "text": ["x", "y", "z", "w"],
        }
    )
    pq.write_table(table, tmp_path / "people.parquet")
    done = run(*GOOD, f"{tmp_path / 'people.parquet'}:age", "--user-column", "who")
    assert done.returncode == 0, done.stderr
    assert "mean of her clipped rows" in done.stdout
    refused("column_not_numeric", *GOOD, f"{tmp_path / 'people.parquet'}:text", "--row-is-person")


def test_release_refuses_what_it_must(people: Path, tmp_path: Path) -> None:
    at = f"{people}:age"
    refused("rows_not_declared", *GOOD, at)
    refused("column_missing", *GOOD, f"{people}:aeg", "--row-is-person")
    refused("file_not_found", *GOOD, f"{tmp_path / 'no.csv'}:age", "--row-is-person")
    refused(
        "bounds_missing",
        "release",
        "transformed_mean",
        "epsilon=1",
        "noise=laplace",
        at,
        "--row-is-person",
    )
    refused(
        "bounds_order",
        "release",
        "shifted_mean",
        "epsilon=1",
        "lower=3",
        "upper=3",
        at,
        "--row-is-person",
    )
    refused("grid_misses_bounds", *GOOD, at, "--row-is-person", "--grid", "3")
    refused("grid_not_positive", *GOOD, at, "--row-is-person", "--grid", "0")
    refused("lattice_mismatch", *GOOD, "sensitivity=1/2", at, "--row-is-person")
    refused(
        "missing_parameter",
        "release",
        "transformed_mean",
        "epsilon=1",
        "lower=0",
        "upper=1",
        "noise=hourglass",
        at,
        "--row-is-person",
    )
    refused(
        "unknown_name",
        "release",
        "transfomed_mean",
        "epsilon=1",
        "lower=0",
        "upper=1",
        at,
        "--row-is-person",
    )
    (tmp_path / "empty.csv").write_text("")
    refused("file_empty", *GOOD, f"{tmp_path / 'empty.csv'}:age", "--row-is-person")
    assert "secret777" not in refused(
        "cell_not_numeric", *GOOD, at, "--row-is-person", "--strict-cells"
    )


def test_status_does_not_depend_on_one_persons_cell(tmp_path: Path) -> None:
    """Both data sets of a neighbouring pair get the same status, whatever the differing cell
    holds.
    """
    statuses = set()
    for cell in (
        "5",
        "nan",
        "inf",
        "-inf",
        "",
        "text",
        "1e999999999",
        "1/0",
        "0x10",
        '"a,b"',
        "5,6,7",
        "\xff",
        "9" * 6000,
    ):
        path = tmp_path / "d.csv"
        path.write_bytes(f"age\n1\n{cell}\n2\n".encode("latin-1"))
        statuses.add(run(*GOOD, f"{path}:age", "--row-is-person").returncode)
    path.write_text("age\n")
    statuses.add(run(*GOOD, f"{path}:age", "--row-is-person").returncode)
    assert statuses == {0}


def test_one_cell_changes_one_record_only(tmp_path: Path) -> None:
    """Add-or-remove-one on lines is add-or-remove-one on records, whatever the line holds (an open
    quote, say).
    """
    from dpmean.catalogue.mechanisms import build
    from dpmean.cli.columns import read_records

    built = build("shifted_mean", {"epsilon": "1", "lower": "0", "upper": "10"})
    path = tmp_path / "d.csv"
    for cell in ("5", '"', '"5', '5"', '"a""', "a,b", "", "\x00", "'", "\\", '"5\\"'):
        path.write_text(f"age,x\n1,a\n{cell},b\n2,c\n3,d\n")
        records = read_records(f"{path}:age", None, False, built)
        assert [r for r in records if r in ("1", "2", "3")] == ["1", "2", "3"], cell
        assert len(records) in (3, 4)


def test_list_show_verify_and_copy(tmp_path: Path) -> None:
    listed = json.loads(
        run("list", "hourglass-*", "--kind", "exact", "--flag", "NegativeK", "--json").stdout
    )
    assert len(listed) >= 12
    shown = run("show", listed[0]["id"])
    assert json.loads(shown.stdout)["why"] and "NegativeK" in shown.stderr
    assert "lists ids" in refused("unknown_name", "show", "no-such-vector")
    assert run("verify").returncode == 0
    assert run("copy", str(tmp_path / "mine")).returncode == 0
    assert (tmp_path / "mine" / "v1" / "MANIFEST.json").is_file()
