"""The commands with one epsilon per user: `value` with lists, `release` with a column of epsilons,
what is printed and what is refused.
"""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from dpmean.catalogue.mechanisms import build
from dpmean.cli.main import cli
from dpmean.errors import InvalidInput
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.many import FEW, for_many
from dpmean.mechanisms.hetero.weights import weights

RELEASE = ("lower=0", "upper=100", "--row-is-person")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def code(*words: str) -> str:
    error = run(*words).exception
    assert isinstance(error, InvalidInput), error
    assert "\n" not in str(error)
    return error.code


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,eps\n30,1/2\n40,inf\n50,3\n20,0.1\n80,30\n")
    return path


def test_weights_of_a_list_and_of_a_column_are_the_same(people: Path) -> None:
    given = json.loads(run("value", "adpm.weights", "epsilons=1/2,inf,3,1/10,30", "--json").output)
    read = json.loads(run("value", "adpm.weights", f"epsilons=@{people}:eps", "--json").output)
    assert given["values"] == read["values"]
    assert [F(v["exact"]) for v in given["values"]] == list(
        weights((F(1, 2), None, F(3), F(1, 10), F(30)))
    )


def test_parquet_epsilons_are_taken_bit_exactly(tmp_path: Path) -> None:
    path = tmp_path / "e.parquet"
    parquet.write_table(pa.table({"eps": [0.1, float("inf")]}), path)
    read = json.loads(run("value", "propdpm.noise_scale", "epsilons=1/10,1", "--json").output)[
        "exact"
    ]
    assert read == "10/11"
    theta = json.loads(
        run("value", "adpm.saturation", f"epsilons=@{path}:eps", "--json", "--digits", "60").output
    )
    assert F(theta["lo"]) <= F(0.1) + 8 / F(0.1) <= F(theta["hi"])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1/2,x", "not_a_number"),
        ("1,-1", "epsilon_not_positive"),
        ("0,0", "epsilon_not_positive"),
        ("", "not_a_number"),
        ("1,0.1e-20", "out_of_range"),
        ("1,20000", "out_of_range"),
    ],
)
def test_bad_lists_are_refused_in_one_line(text: str, wanted: str) -> None:
    assert code("value", "adpm.weights", f"epsilons={text}") == wanted


def test_a_bad_number_of_a_list_is_named_by_its_place() -> None:
    assert "number 2 of the list" in str(run("value", "adpm.weights", "epsilons=1,abc,3").exception)
    assert "a column is @FILE:COLUMN" in str(
        run("value", "adpm.weights", "epsilons=people.csv:eps").exception
    )
    assert run("value", "adpm.weights", "epsilons=1,Infinity").exit_code == 0


@pytest.mark.parametrize("cell", ["none", "", "-inf", "1e6000", "nan"])
def test_a_bad_cell_is_named_by_its_row(tmp_path: Path, cell: str) -> None:
    """1e6000 is no public record."""
    path = tmp_path / "e.csv"
    path.write_text(f"eps,x\n1,0\n{cell},0\n")
    error = run("value", "adpm.weights", f"epsilons=@{path}:eps").exception
    assert isinstance(error, InvalidInput)
    assert (
        error.code,
        "row 2" in str(error),
        not cell or cell in str(error).replace("nor inf", ""),
    ) == ("not_a_number", True, not cell)


def test_a_release_prints_what_was_asked_and_what_is_free(people: Path) -> None:
    text = run("release", "adpm", f"epsilons=@{people}:eps", *RELEASE, f"{people}:age").output
    assert "1 user with epsilon = inf, protected with 863/180 (stronger, for free)" in text
    assert "1 user with epsilon = 1/2;" in text
    assert "replace-given-user" in text
    assert "the epsilons are public" in text
    assert "not clipped" in text
    assert "no record is used" not in text
    assert (
        "no record is used"
        in run(
            "release", "adpm", "epsilons=0.01,0.02,0.01,0.01,0.01", *RELEASE, f"{people}:age"
        ).output
    )
    told = json.loads(
        run(
            "release", "adpm", f"epsilons=@{people}:eps", *RELEASE, f"{people}:age", "--json"
        ).output
    )
    assert told["epsilons"] == ["1/2", "inf", "3", "1/10", "30"]
    assert told["granted"] == ["1/2", "863/180", "3", "1/10", "863/180"]


@pytest.mark.parametrize("name", ["uni", "propdpm", "stretching", "fme", "ldpe", "sm"])
def test_every_baseline_can_be_released(people: Path, name: str) -> None:
    told = json.loads(
        run("release", name, "epsilons=1/2,1,3,3,1", *RELEASE, f"{people}:age", "--json").output
    )
    assert F(told["estimate"]) % F(told["grid"]) == 0
    assert all(F(g) <= F(a) for g, a in zip(told["granted"], told["epsilons"], strict=True))


def test_the_printed_sampling_promises_only_the_largest_epsilon(people: Path) -> None:
    told = json.loads(
        run(
            "release",
            "sm",
            "epsilons=1/2,1,3,0,1",
            "edition=printed",
            *RELEASE,
            f"{people}:age",
            "--json",
        ).output
    )
    assert told["epsilons"] == ["3", "3", "3", "0", "3"]


def test_a_row_of_another_length_is_a_missing_record_where_n_is_public(tmp_path: Path) -> None:
    """A thousands comma in one person's cell must change neither n nor the status; of a column of
    epsilons, which are public, it is an error.
    """
    path = tmp_path / "ragged.csv"
    path.write_text("age,eps\n30,1\n1,234,2\n50,3\n")
    for words in (("adpm", "epsilons=1,2,3"), ("sized_mean", "epsilon=1", "n=3", "noise=laplace")):
        told = json.loads(run("release", *words, *RELEASE, f"{path}:age", "--json").output)
        assert any("missing record" in p for p in told["policies"])
    told = json.loads(
        run("release", "shifted_mean", "epsilon=1", *RELEASE, f"{path}:age", "--json").output
    )
    assert any("not a record" in p for p in told["policies"])
    error = run("release", "adpm", f"epsilons=@{path}:eps", *RELEASE, f"{path}:age").exception
    assert isinstance(error, InvalidInput)
    assert (error.code, "row 2" in str(error)) == ("file_format", False)  # it may be a person's


def test_many_levels_of_ldpe_are_released_or_refused(tmp_path: Path) -> None:
    """A sum of 600 noises is no chain too deep to evaluate; beyond the limit the error says what it
    is.
    """
    path = tmp_path / "levels.csv"
    path.write_text("x\n" + "1\n" * 1001)
    assert (
        code(
            "release",
            "ldpe",
            "epsilons=" + ",".join(f"{i}/1000" for i in range(1, 1002)),
            "lower=0",
            "upper=2",
            "--row-is-person",
            f"{path}:x",
        )
        == "out_of_range"
    )
    path.write_text("x\n" + "1\n" * 600)
    told = run(
        "release",
        "ldpe",
        "epsilons=" + ",".join(f"{i}/1000" for i in range(1, 601)),
        "lower=0",
        "upper=2",
        "--grid",
        "1/8",
        "--row-is-person",
        f"{path}:x",
    )
    assert told.exit_code == 0, told.exception


def test_a_row_is_a_person_and_has_an_epsilon(people: Path) -> None:
    assert code("release", "adpm", "epsilons=1,1", *RELEASE, f"{people}:age") == "size_mismatch"
    assert (
        code(
            "release",
            "adpm",
            f"epsilons=@{people}:eps",
            "lower=0",
            "upper=100",
            "--user-column",
            "eps",
            f"{people}:age",
        )
        == "rows_not_declared"
    )
    assert code("release", "adpm", "epsilon=1", *RELEASE, f"{people}:age") == "unknown_parameter"
    assert code("release", "adpm", *RELEASE, f"{people}:age") == "missing_parameter"
    assert (
        code("release", "uni", "epsilons=1,0,1,1,1", *RELEASE, f"{people}:age")
        == "epsilon_not_positive"
    )
    assert (
        code("release", "adpm", "epsilons=1,1,1,1,1", "decay=1/2", *RELEASE, f"{people}:age")
        == "unknown_parameter"
    )


def test_for_many_users_weights_are_rounded_and_private(tmp_path: Path) -> None:
    """Beyond FEW users the release rounds the weights; at FEW it does not."""
    n = FEW + 1
    path = tmp_path / "many.csv"
    path.write_text("x,eps\n" + "".join(f"{i % 7},{i + 1}/1000\n" for i in range(n)))
    told = json.loads(
        run(
            "release",
            "adpm",
            f"epsilons=@{path}:eps",
            "lower=0",
            "upper=6",
            "--row-is-person",
            f"{path}:x",
            "--json",
        ).output
    )
    assert all(F(g) <= F(a) for g, a in zip(told["granted"], told["epsilons"], strict=True))
    epsilons = ",".join(f"{i + 1}/1000" for i in range(n))
    given: dict[str, Any] = {"epsilons": epsilons, "lower": "0", "upper": "6"}
    rounded: Adpm = build("adpm", for_many("adpm", given))
    assert rounded.weight_bits == 128
    assert sum(rounded.weights) == 1
    assert (
        build(
            "adpm", for_many("adpm", {**given, "epsilons": epsilons.rpartition(",")[0]})
        ).weight_bits
        is None
    )
    assert build("adpm", for_many("adpm", {**given, "weight_bits": "64"})).weight_bits == 64
    assert "weight_bits" not in for_many("uni", given)


def test_a_long_list_is_cut_on_the_screen_and_whole_in_json() -> None:
    epsilons = ",".join(["1"] * 50)
    shown = run("value", "adpm.weights", f"epsilons={epsilons}").output
    assert shown.count("binary64") == 40
    assert "and 10 more" in shown
    assert (
        len(
            json.loads(run("value", "adpm.weights", f"epsilons={epsilons}", "--json").output)[
                "values"
            ]
        )
        == 50
    )
