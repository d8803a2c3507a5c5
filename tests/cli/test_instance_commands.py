"""`dpmean release` of means of vectors: columns of CSV and Parquet files, what is printed, what is
refused.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.cli.main import cli
from dpmean.errors import InvalidInput
from dpmean.parameters.declared import PARAMETERS

NORM = ("release", "norm_clipped_mean", "rho=1", "u=100", "d=2", "n=3", "threshold=50")
GAUSS = ("d=2", "n=3", "radius=10", "sigma_max=2")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def refused(*words: str) -> InvalidInput:
    error = run(*words).exception
    assert isinstance(error, InvalidInput), error
    assert "\n" not in str(error)
    return error


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.csv"
    path.write_text("name,a,b\nx,1,2\ny,3,secret777\nz,,5\n")
    return path


def table(path: Path, **columns: Any) -> Path:
    parquet.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize(
    "words",
    [
        NORM,
        ("release", "coinpress_mean", "rho=1", *GAUSS, "iterations=2"),
        ("release", "coinpress_scaled_mean", "rho=1", *GAUSS, "sigma_min=1"),
        ("release", "local_coordinate_mean", "rho=1", *GAUSS),
        ("release", "local_clipped_mean", "rho=1", "u=9", "d=2", "n=3"),
        ("release", "shuffled_clipped_mean", "epsilon=1", "delta=1/10", "u=9", "d=2", "n=3"),
    ],
    ids=lambda words: words[1],
)
def test_every_mechanism_is_released_from_columns(words: tuple[str, ...], rows: Path) -> None:
    """One number a column, the guarantee in words; no status depends on a cell."""
    shown = run(*words, f"{rows}:a,b", "--row-is-person", "--json")
    assert shown.exit_code == 0, shown.output
    said = json.loads(shown.output)
    assert len(said["estimate"]) == 2
    assert "neighbors: replace-one; unit: person" in said["guarantee"]
    assert said["grid"] is None, "noise on a lattice: nothing is rounded"
    assert ("local" in words[1]) == ("local model" in said["guarantee"])


def test_each_coordinate_is_printed_with_its_column_and_in_decimals(rows: Path) -> None:
    """Kills numbers whose columns must be guessed, and a fraction that nobody reads."""
    shown = run(*NORM, f"{rows}: a,b ", "--row-is-person").output
    lines = [line for line in shown.splitlines() if line.startswith("estimate")]
    assert [line.split()[1] for line in lines] == ["a", "b"]
    for line in lines:
        value, _, about = line.split(maxsplit=2)[2].partition(", about ")
        assert Fraction(value).denominator in (1, 3)
        assert bool(about) == ("/" in value)
        assert not about or abs(Fraction(about) - Fraction(value)) < Fraction(1, 10**9)


def test_all_parameters_of_all_mechanisms_are_listed() -> None:
    """Kills a mechanism, or an optional parameter, that only the source knows."""
    lines = run("release", "--list").output.splitlines()
    for name, mechanism in MECHANISMS.items():
        assert (
            " ".join([name, *mechanism.required, *(f"[{p}]" for p in mechanism.optional)]) in lines
        )
    meant = {
        line.split()[0]: line.split(maxsplit=1)[1]
        for line in lines[lines.index("Parameters:") + 1 :]
    }
    assert meant["steps"] == PARAMETERS["steps"].meaning
    assert set(meant) == {p for m in MECHANISMS.values() for p in (*m.required, *m.optional)}


def test_parameters_that_leave_nothing_to_answer_are_told(rows: Path) -> None:
    """Public, so it costs nothing: an estimate of zeros must not look like one.

    Kills a policy that is always or never there.
    """
    few = ("u=9", "d=2", "n=3", f"{rows}:a, b", "--row-is-person")
    for words, said in (
        (("quantile_clipped_mean", "rho=1/100"), "too few records"),
        (("shifted_clipped_mean", "rho=1/100"), "medians alone"),
        (("shuffled_clipped_mean", "epsilon=1/10", "delta=1/10"), "too few users"),
    ):
        assert said in run("release", *words, *few).output
        if words[0] == "quantile_clipped_mean":
            assert said not in run("release", words[0], "rho=100000", *few).output
    for words in (
        ("quantized_mean", "rho=1/100", "radius=10", "bucket=1"),
        ("gaussian_mean", "rho=1/100", "radius=10", "sigma_min=1", "sigma_max=2"),
    ):
        assert (
            "medians alone"
            in run("release", *words, "d=2", "n=3", f"{rows}:a,b", "--row-is-person").output
        )
    assert (
        "wider than the first"
        in run(
            "release", "coinpress_mean", "rho=1/10", *GAUSS, f"{rows}:a,b", "--row-is-person"
        ).output
    )
    assert (
        "wider than the first"
        not in run(
            "release", "coinpress_mean", "rho=100000", *GAUSS, f"{rows}:a,b", "--row-is-person"
        ).output
    )


def test_strict_cells_refuse_text_in_any_column(rows: Path) -> None:
    """Kills a check of the first column only, and one that takes an empty cell for text."""
    assert run(*NORM, f"{rows}:a,b", "--row-is-person").exit_code == 0
    error = refused(*NORM, f"{rows}:a,b", "--row-is-person", "--strict-cells")
    assert (error.code, "secret777" in str(error), "'b'" in str(error)) == (
        "cell_not_numeric",
        False,
        True,
    )
    assert run(*NORM, f"{rows}:a,a", "--row-is-person", "--strict-cells").exit_code == 0


def test_columns_of_a_parquet_file(tmp_path: Path) -> None:
    """Integers, numbers with gaps, and text in the second column. Kills a type check of the first
    column.
    """
    for name, second, fine in (
        ("ints", [1, 2, 3], True),
        ("gaps", [1.5, None, 3.0], True),
        ("text", ["1", "2", "3"], False),
    ):
        source = f"{table(tmp_path / f'{name}.parquet', a=[1, 2, 3], b=second)}:*"
        if fine:
            assert run(*NORM, source, "--row-is-person", "--strict-cells").exit_code == 0
        else:
            assert refused(*NORM, source, "--row-is-person").code == "column_not_numeric"


def test_what_is_refused(rows: Path, tmp_path: Path) -> None:
    assert refused(*NORM, f"{rows}:a", "--row-is-person").code == "size_mismatch"
    assert refused(*NORM, f"{rows}:a,b").code == "rows_not_declared"
    assert refused(*NORM, f"{rows}:a,b", "--user-column", "name").code == "rows_not_declared"
    assert refused(*NORM, f"{rows}:a,c", "--row-is-person").code == "column_missing"
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and no more")
    assert refused(*NORM, f"{broken}:a,b", "--row-is-person").code == "file_format"
    assert refused(*NORM, f"{broken}:*", "--row-is-person").code == "file_format"
