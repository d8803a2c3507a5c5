"""The commands in this process: what they print for people, what they write, and how every error
ends.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dpmean.cli import prove
from dpmean.suite import files, history

Run = Callable[..., tuple[int, str, str]]


# ---------------------------------------------------------------- value

HOURGLASS = ("epsilon=1", "gamma=1/2", "shift_x=1/4", "shift_y=3/4")


def test_a_value_for_people(run: Run) -> None:
    """Kills a display that shows one end only, an equality that is none, or hides that the loss is
    exact.
    """
    lines = run("value", "hourglass.privacy_loss", *HOURGLASS)[1].splitlines()
    assert lines[0].split()[0] == "1"
    assert [line.split()[:2] for line in lines[1:3]] == [["binary64", "1.0"], ["loss", "epsilon"]]
    # nothing to explain in `epsilon`
    assert [line.split()[0] for line in lines[3:]] == ["formula", "field", "source"]
    low, high = re.fullmatch(
        r"\[(\S+), (\S+)\]",
        run("value", "laplace.scale", "decay=1/2", "--digits", "5")[1].splitlines()[0],
    ).groups()  # type: ignore[union-attr]
    assert (low, high) == ("1.4426", "1.4427")
    assert (
        run("value", "laplace.scale", "epsilon=3", "--digits", "5")[1].splitlines()[0]
        == "[0.33333, 0.33334]  = 1/3"
    )


def test_letters_of_a_formula_are_explained(run: Run) -> None:
    """Kills a letter that nobody explains, a parameter that is explained though it was given, and
    `where` in one of the two outputs only.
    """
    words = ("value", "staircase.density", "epsilon=1", "gamma=1/2", "x=2")
    lines = run(*words)[1].splitlines()
    assert lines[2:4] == [
        "  formula   A b^j",
        "  where     A = staircase.normalizer; b = e^-epsilon; "
        "j = floor(|x|/D - gamma) + 1; D = sensitivity; sensitivity = 1",
    ]
    letters = {
        "A": "staircase.normalizer",
        "b": "e^-epsilon",
        "j": "floor(|x|/D - gamma) + 1",
        "D": "sensitivity",
    }
    assert json.loads(run(*words, "--json")[1])["where"] == {**letters, "sensitivity": "1"}
    assert json.loads(run(*words, "sensitivity=3", "--json")[1])["where"] == letters
    assert "where" not in json.loads(run("value", "bernoulli.risk_bound", "n=3", "--json")[1])
    shown = json.loads(
        run("value", "discrete_gaussian.tail", "sigma_squared=2", "k=1", "--json")[1]
    )
    assert shown["where"] == {
        "S(c)": "sum over j >= c of e^(-j^2 / (2 sigma^2))",
        "sigma": "sqrt(sigma_squared)",
    }
    assert "u" not in json.loads(run("value", "privquant.iterations", "u=3", "--json")[1]).get(
        "where", {}
    )


def test_the_list_of_names_has_parameters_and_can_be_narrowed(run: Run) -> None:
    everything = run("value", "--list")[1].splitlines()
    laws = run("value", "--list", "staircase.")[1].splitlines()
    assert 0 < len(laws) < len(everything)
    assert all(line.startswith("staircase.") for line in laws)
    assert next(line for line in laws if line.startswith("staircase.density ")).split()[1:5] == [
        "epsilon",
        "gamma",
        "x",
        "[sensitivity]",
    ]
    assert len(json.loads(run("value", "--list", "--json")[1])) == len(everything)
    assert run("value")[1].splitlines() == everything


def test_a_list_of_nothing_is_an_error_of_one_line(run: Run) -> None:
    for prefix, said in (
        ("xyz", "`dpmean value --list` lists all names"),
        ("Hourglas", "did you mean hourglass?"),
        ("ADPM", "did you mean adpm?"),
    ):
        for more in ((), ("--json",)):
            code, out, err = run("value", "--list", prefix, *more)
            assert (code, out, len(err.splitlines())) == (2, "", 1)
            assert f"starts with '{prefix}'" in err and said in err


def test_a_derived_formula_for_people(run: Run) -> None:
    formula, latex, derived = run("value", "discrete_laplace.variance", "--symbolic")[
        1
    ].splitlines()
    assert formula == "2*t/(1 - t)**2"
    assert "frac" in latex and latex.split()[0] == "LaTeX"
    assert derived.split()[0] == "derived"


# ---------------------------------------------------------------- vectors


def test_listing_counts_what_it_shows_and_says_what_a_pattern_is(run: Run) -> None:
    _, out, err = run("list", "laplace-*", "--kind", "exact")
    assert {line.split()[0] for line in out.splitlines()} == {"exact"}
    assert err == f"{len(out.splitlines())} vectors\n"
    code, out, err = run("list", "no-such-*")
    assert (code, out) == (2, "") and "a pattern is a glob such as 'hourglass-*'" in err


def test_a_near_id_is_named(run: Run) -> None:
    code, _, err = run("show", "exact/laplace-reject-epsilon-0")
    assert (code, "did you mean laplace-reject-epsilon0?" in err) == (2, True)
    assert json.loads(run("show", "exact/laplace-reject-epsilon0")[1])["kind"] == "reject"
    code, out, err = run("show", "laplace-support")  # in no file, but in every report
    assert (code, json.loads(out)["kind"]) == (0, "support")
    assert err.startswith("FloatLeak: ")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the vectors, which the commands take for the installation's."""
    shutil.copytree(files.root(), tmp_path / "vectors")
    monkeypatch.setattr(files, "root", lambda: tmp_path / "vectors")
    return tmp_path / "vectors"


def rewrite(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a vector file and put its new hash into the manifest, so that only the change itself
    is wrong.
    """
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    manifest = path.parents[1] / "MANIFEST.json"
    listed = json.loads(manifest.read_text())
    listed["files"][f"v1/{path.parent.name}/{path.name}"]["sha256"] = files.hashlib.sha256(
        path.read_bytes()
    ).hexdigest()
    manifest.write_text(json.dumps(listed))


DAMAGE: dict[str, tuple[Callable[[list[dict[str, Any]]], None], str]] = {
    "one id twice": (lambda v: v.append(v[0]), "ids are not unique"),
    "another expectation": (
        lambda v: v[0].update(why="another", expect={**v[0]["expect"], "code": "other"}),
        "content hash differs",
    ),
    "a twin that is not there": (
        lambda v: v[0]["expect"].update(twin="nobody"),
        "its twin does not exist",
    ),
    "an unknown flag": (lambda v: v[0].update(flags=["NoSuchFlag"]), "unknown flag NoSuchFlag"),
    "a number": (lambda v: v[0].update(why=3), "why"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_verify_names_what_is_wrong(name: str, run: Run, copied: Path) -> None:
    change, told = DAMAGE[name]
    rewrite(copied / "v1" / "laplace" / "reject.json", lambda content: change(content["vectors"]))
    code, out, _ = run("verify")
    assert code == 5
    assert told in out


def test_verify_adds_up_the_false_alarms(run: Run, copied: Path) -> None:
    rewrite(
        copied / "v1" / "laplace" / "stat.json",
        lambda content: content["vectors"][0]["expect"].update(alpha="1/1000"),
    )
    assert "false-alarm probability" in run("verify")[1]


def test_a_manifest_that_is_not_json_is_an_integrity_error(run: Run, copied: Path) -> None:
    (copied / "v1" / "MANIFEST.json").write_text("{")
    assert run("list")[::2] == (5, "error [integrity]: v1/MANIFEST.json: not JSON\n")


# ---------------------------------------------------------------- fill


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of three exact vectors."""
    three = [v for v in files.load() if v.kind == "exact" and v.object == "laplace"][:3]
    monkeypatch.setattr(files, "planned", lambda kind: three if kind == "exact" else [])
    # three vectors without a past: none of the others disappears
    monkeypatch.setattr(files, "ledger", lambda _where: [])
    monkeypatch.setattr(history, "RELEASED", {})


@pytest.mark.usefixtures("few")
def test_fill_writes_what_differs_removes_what_is_stale_and_checks(
    run: Run, tmp_path: Path
) -> None:
    into = ("--into", str(tmp_path))
    assert run("fill", *into)[0] == 0
    assert run("fill", "--check", *into)[:2] == (
        0,
        "7 files are byte-identical to what the code gives\n",
    )
    vectors, stray = tmp_path / "v1" / "laplace" / "exact.json", tmp_path / "v1" / "stray.json"
    whole = vectors.read_bytes()
    vectors.write_bytes(whole[:-1])
    stray.write_text("{}")
    assert run("fill", "--check", *into)[:2] == (
        1,
        "differs: v1/laplace/exact.json\nstale:   v1/stray.json\n",
    )
    assert (vectors.read_bytes(), stray.exists()) == (whole[:-1], True)  # a check writes nothing
    assert run("fill", *into)[1].splitlines() == [
        "wrote v1/laplace/exact.json",
        "removed v1/stray.json",
        "7 files, 1 written",
    ]
    assert (vectors.read_bytes(), stray.exists()) == (whole, False)


@pytest.mark.usefixtures("few")
def test_fill_writes_nothing_that_the_second_route_does_not_confirm(
    run: Run, tmp_path: Path
) -> None:
    right = f"{sys.executable} -m dpmean.wire.own"
    wrong = f"{sys.executable} {Path(__file__).parents[1] / 'helpers/adapters_for_tests.py'} wide"
    code, out, err = run("fill", "--into", str(tmp_path), "--oracle", wrong)
    assert (code, len(out.splitlines()), list(tmp_path.rglob("*.json"))) == (1, 3, [])
    assert "0 of 3 vectors confirmed, 3 not" in err
    code, _, err = run("fill", "--into", str(tmp_path), "--oracle", right)
    assert (code, len(list((tmp_path / "v1").rglob("*.json")))) == (0, 2)
    assert "3 of 3 vectors confirmed, 0 not" in err


# ---------------------------------------------------------------- columns

SHIFTED = ("release", "shifted_mean", "epsilon=1", "lower=0", "upper=10")


def test_a_file_and_a_column_must_be_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("age,age\n1,2\n")
    cases = {
        f"{tmp_path / 'd.csv'}": "name the column: FILE:COLUMN",
        f"{tmp_path}:age": "is a folder",
        "n=3": "the last word must be FILE:COLUMN",
        f"{tmp_path / 'd.csv'}:age": "more than one column 'age'",
    }
    for source, told in cases.items():
        code, out, err = run(*SHIFTED, source, "--row-is-person")
        assert (code, out, told in err) == (2, "", True), err
    assert (
        "not both"
        in run(*SHIFTED, f"{tmp_path / 'd.csv'}:age", "--row-is-person", "--user-column", "age")[2]
    )


def test_no_file_is_read_for_near_names(run: Run, tmp_path: Path) -> None:
    """Kills a hint from the file: the first line of a CSV without a header is a person's record, and
    a column of a Parquet file may be called after a person.
    """
    pq.write_table(pa.table({"salary": [1.0]}), tmp_path / "d.parquet")
    (tmp_path / "d.csv").write_text("salary\n1\n")
    for name, where in (("d.parquet", "schema"), ("d.csv", "header (the first line)")):
        told = run(*SHIFTED, f"{tmp_path / name}:salry", "--row-is-person")[2]
        assert told == f"error [column_missing]: the {where} has no column 'salry'\n"


def test_damaged_files_are_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.parquet").write_bytes(b"PAR1 and then nothing")
    assert (
        run(*SHIFTED, f"{tmp_path / 'd.parquet'}:age", "--row-is-person")[2]
        == "error [file_format]: 'd.parquet': not a readable Parquet file\n"
    )


def test_strict_cells_let_numbers_through(run: Run, tmp_path: Path) -> None:
    """Kills a strict mode that refuses missing cells, and a rounding or grid that is not the one
    asked for.
    """
    (tmp_path / "d.csv").write_text("age\n1\n \n2.5\n")
    source, more = (
        f"{tmp_path / 'd.csv'}:age",
        ("--row-is-person", "--rounding", "stochastic", "--grid", "1/3"),
    )
    code, out, _ = run(*SHIFTED, source, *more, "--strict-cells")
    assert code == 0
    assert "grid       1/3, rounding stochastic" in out
    assert "a row is a line" not in out
    assert "a row is a line, or several" in run(*SHIFTED, source, *more)[1]


# ---------------------------------------------------------------- prove


def test_prove_runs_the_checkouts_own_checker(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[Any] = []

    def instead(words: list[str], **more: Any) -> Any:
        seen.append((words, more["cwd"]))
        return type("Done", (), {"returncode": 7})

    monkeypatch.setattr(prove.subprocess, "run", instead)
    assert run("prove", "--list", "--json", "lemma1")[0] == 7
    assert seen == [
        ([sys.executable, "-m", "proofs", "--list", "--json", "lemma1"], Path(__file__).parents[2])
    ]
    monkeypatch.setattr(
        prove, "__file__", str(tmp_path / "site-packages" / "dpmean" / "cli" / "prove.py")
    )
    code, _, err = run("prove")
    assert (code, len(seen)) == (2, 1)
    assert "installed without the proofs" in err
