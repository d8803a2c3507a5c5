"""`dpmean simulate`: counts, files, refusals, Ctrl-C, and that nothing of the records is said
unasked.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from dpmean.cli import simulate as command
from dpmean.experiments.releases import run as room
from dpmean.programs.columns import Batch
from tests.conftest import Run

NUMBER = {"type": "string", "pattern": r"^-?\d+(\.\d+)?(e[+-]?\d+)?$"}
POINT = {"anyOf": [NUMBER, {"type": "string", "pattern": r"^-?\d+/\d+$"}, {"type": "null"}]}
COUNT = {"type": "string", "pattern": r"^\d+$"}
EXACT = {
    "anyOf": [
        {"type": "null"},
        {
            "type": "object",
            "required": ["word"],
            "properties": {"word": {"type": "string"}},
            "additionalProperties": False,
        },
        {
            "type": "object",
            "required": ["lo", "hi"],
            "properties": {"lo": NUMBER, "hi": NUMBER},
            "additionalProperties": False,
        },
    ]
}


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [*properties],
        "additionalProperties": False,
        "properties": properties,
    }


OPTIONAL = {"anyOf": [NUMBER, {"type": "null"}]}
SCHEMA = closed(
    {
        "mechanism": {"type": "string"},
        "parameters": {"type": "object"},
        "asked": COUNT,
        "releases": COUNT,
        "stopped": {"type": "boolean"},
        "seed_for_testing": {"type": "boolean"},
        "coordinate": {"type": "integer"},
        "grid": POINT,
        "confidence": {"const": "99.99 %"},
        "exact_rows": closed({"undecided": COUNT, "few": COUNT}),
        "means": {
            "type": "array",
            "items": closed(
                {"what": {"enum": ["given", "read"]}, "mean": {"type": "array", "items": POINT}}
            ),
        },
        "estimates": {
            "type": "array",
            "minItems": 1,
            "items": closed(
                {
                    "name": {"type": "string"},
                    "value": NUMBER,
                    "method": {
                        "enum": [
                            "Clopper-Pearson",
                            "order statistics",
                            "empirical Bernstein",
                            "standard error",
                        ]
                    },
                    "low": OPTIONAL,
                    "high": OPTIONAL,
                    "standard_error": OPTIONAL,
                    "exact": EXACT,
                    "inside": {"type": ["boolean", "null"]},
                }
            ),
        },
        "exact": closed({"complete": {"type": "boolean"}, "missing": {"type": ["string", "null"]}}),
        "histogram": {
            "type": "array",
            "items": closed({"above": POINT, "upto": POINT, "count": COUNT, "probability": EXACT}),
        },
    }
)


@pytest.fixture
def ages(tmp_path: Path) -> str:
    path = tmp_path / "people.csv"
    path.write_text("age,height\n" + "".join(f"{v},{v + 100}\n" for v in (20, 31, 31, 47, 98765)))
    return f"{path}:age"


SIZED = ("simulate", "sized_mean", "epsilon=1", "lower=0", "upper=100", "n=5", "noise=laplace")
CLIPPED = ("simulate", "transformed_mean", "epsilon=2", "lower=0", "upper=100", "noise=laplace")
QUICK = ("--releases", "3000", "--seed-for-testing", "x", "--exact-seconds", "0")


def report(run: Run, *words: str) -> dict[str, Any]:
    code, out, _ = run(*words, "--json", "-")
    found: dict[str, Any] = json.loads(out)
    jsonschema_rs.validate(SCHEMA, found)
    assert code in (0, 130)
    return found


@pytest.mark.parametrize("count", ["4000", "4_000", "4e3", "4E+3", "20^2"])
def test_counts_of_releases(run: Run, ages: str, count: str) -> None:
    expected = 400 if "^" in count else 4000
    found = report(run, *SIZED, ages, *QUICK[2:], "--releases", count)
    assert found["releases"] == found["asked"] == str(expected)
    assert sum(int(b["count"]) for b in found["histogram"]) == expected


@pytest.mark.parametrize(
    "count",
    [
        "0",
        "-5",
        "1.5",
        "1e13",
        "10^99",
        "10^-2",
        "nan",
        "inf",
        "1/0",
        "2^x",
        "",
        "1" * 50,
        "99999^99999",
    ],
)
def test_numbers_that_count_nothing_are_refused(run: Run, ages: str, count: str) -> None:
    code, out, err = run(*SIZED, ages, f"--releases={count}")
    assert (code, out) == (2, "") and "whole number from 1 to 10^12" in err and err.count("\n") == 1


def test_the_report_names_both_true_means_and_exact_values(run: Run, ages: str) -> None:
    """With its law in a process beside: bias against the mean as given and as read, and all
    inside.
    """
    found = report(
        run,
        *CLIPPED,
        ages,
        "--releases",
        "20000",
        "--seed-for-testing",
        "x",
        "--exact-seconds",
        "500",
    )
    assert found["means"] == [
        {"what": "given", "mean": ["19778.8"]},
        {"what": "read", "mean": ["45.8"]},
    ]
    assert found["exact"] == {"complete": True, "missing": None}
    assert [e["name"] for e in found["estimates"] if e["inside"] is False] == []
    by_name = {e["name"]: e for e in found["estimates"]}
    assert (
        float(by_name["bias, mean as given"]["value"])
        < -19000
        < -30
        < float(by_name["bias, mean as read"]["value"])
    )
    assert by_name["mean"]["method"] == "empirical Bernstein" and by_name["quantile 0.5"]["inside"]
    exact = [b["probability"] for b in found["histogram"]]
    assert (
        sum(float(p["lo"]) for p in exact) <= 1 + 1e-9
        and sum(float(p["hi"]) for p in exact) >= 1 - 1e-9
    )


def test_text_says_what_it_is(run: Run, ages: str) -> None:
    code, out, err = run(*SIZED, ages, *QUICK)
    assert code == 0 and err == ""
    for part in (
        "sized_mean: 3,000 releases\n",
        "protect nobody",
        "standard error",
        "exact law: not asked for",
        "quantile 0.99",
        "share without answer",
        "true mean  45.8, of the records as the mechanism reads them",
    ):
        assert part in out
    assert "inside" not in out


def test_a_seed_gives_the_same_and_the_system_never(run: Run, ages: str) -> None:
    assert run(*SIZED, ages, *QUICK) == run(*SIZED, ages, *QUICK)
    free = (*SIZED, ages, "--releases", "2000", "--exact-seconds", "0")
    assert run(*free)[1] != run(*free)[1]


def test_files(run: Run, ages: str, tmp_path: Path) -> None:
    names = [tmp_path / n for n in ("a.svg", "a.png", "a.csv", "a.json")]
    code, out, err = run(
        *SIZED,
        ages,
        *QUICK,
        "--out",
        str(names[0]),
        "--csv",
        str(names[2]),
        "--json",
        str(names[3]),
        "--bins",
        "7",
    )
    assert code == 0 and "quantile" in out and err.count("wrote ") == 3
    assert run(*SIZED, ages, *QUICK, "--out", str(names[1]))[0] == 0
    svg = names[0].read_text()
    assert (
        'id="releases"' in svg
        and 'id="mean-0"' in svg
        and 'id="mean-1"' in svg
        and 'id="exact"' not in svg
    )
    assert names[1].read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader(names[2].read_text().splitlines()))
    assert len(rows) == 9 and sum(int(r["count"]) for r in rows) == 3000
    assert rows[0]["above"] == rows[-1]["upto"] == rows[0]["probability_lower"] == ""
    assert [r["upto"] for r in rows[:-1]] == [r["above"] for r in rows[1:]]
    jsonschema_rs.validate(SCHEMA, json.loads(names[3].read_text()))
    assert not list(tmp_path.glob("*.part"))


def test_values_of_a_lattice_have_a_bin_each_and_the_exact_law_is_drawn(
    run: Run, ages: str, tmp_path: Path
) -> None:
    picture = tmp_path / "p.svg"
    found = report(
        run,
        "simulate",
        "name_and_shame",
        "delta=1/10",
        "n=5",
        ages,
        "--releases",
        "5000",
        "--seed-for-testing",
        "x",
        "--out",
        str(picture),
        "--exact-seconds",
        "500",
    )
    assert found["grid"] is None and found["exact"]["complete"]
    assert 'id="exact"' in picture.read_text()
    inner = {b["upto"] for b in found["histogram"]}
    assert "0" in inner and "40" in inner  # 20/(5/10)


def test_a_coordinate_of_vectors(run: Run, ages: str) -> None:
    words = (
        "simulate",
        "norm_clipped_mean",
        "rho=4",
        "u=200",
        "d=2",
        "n=5",
        "threshold=300",
        f"{ages},height",
        *QUICK,
    )
    first, second = (report(run, *words, "--coordinate", k) for k in "12")
    assert [first["coordinate"], second["coordinate"]] == [1, 2]
    values = [float(f["estimates"][1]["value"]) for f in (first, second)]
    assert abs(values[0] - 65.8) < 8 and abs(values[1] - 145.8) < 8
    assert "all coordinates" in " ".join(e["name"] for e in first["estimates"])
    assert "coordinate 2 of 2" in run(*words, "--coordinate", "2")[1]
    assert "coordinate: norm_clipped_mean has 2" in run(*words, "--coordinate", "3")[2]


def test_releases_without_an_answer(run: Run, ages: str, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    words = (
        "simulate",
        "dpucoarse",
        "epsilon=1/100",
        "delta=1/1000000",
        ages,
        "--releases",
        "1500",
        "--seed-for-testing",
        "x",
        "--exact-seconds",
        "0",
        "--out",
        str(picture),
    )
    found = report(run, *words)
    assert [e["value"] for e in found["estimates"]] == ["1"] and found["histogram"] == []
    code, _, err = run(*words)
    assert (
        code == 0
        and "no release has an answer, so nothing is drawn" in err
        and not picture.exists()
    )


def test_a_mean_is_not_looked_for_where_a_quantile_is_estimated(run: Run, ages: str) -> None:
    found = report(
        run, "simulate", "privquant", "rho=1", "low=0", "high=100", "rank=2", "n=5", ages, *QUICK
    )
    assert found["means"] == [] and not any("bias" in e["name"] for e in found["estimates"])


def test_a_user_column(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("who,x\na,0\na,100\nb,100\n")
    words = (
        "simulate",
        "sized_mean",
        "epsilon=5",
        "lower=0",
        "upper=100",
        "n=2",
        "noise=laplace",
        f"{path}:x",
    )
    assert report(run, *words, *QUICK, "--user-column", "who")["means"] == [
        {"what": "given", "mean": ["75"]}
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("simulate", "sized_men", "epsilon=1"), "did you mean sized_mean?"),
        ((*SIZED[:-2], "n=4", "noise=laplace"), "error ["),
        ((*SIZED, "--grid", "0"), "grid: must be greater than 0"),
        ((*SIZED, "--grid", "7"), "multiples of it"),
        ((*SIZED, "--out", "x.gif"), "must end in .svg or .png"),
        ((*SIZED, "--row-is-person", "--user-column", "age"), "not both"),
        ((*SIZED, "--bins", "1"), "--bins"),
    ],
)
def test_refusals_are_one_line_without_data(
    run: Run, ages: str, words: tuple[str, ...], expected: str
) -> None:
    options = next((i for i, w in enumerate(words) if w.startswith("--")), len(words))
    code, out, err = run(*words[:options], ages, *words[options:], "--releases", "50")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert expected in err and "98765" not in err


def test_ctrl_c_prints_what_has_come(run: Run, ages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = room.releases

    def interrupted(*given: Any, **more: Any) -> Iterator[Batch]:
        yield from original(given[0], given[1], 1024, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(room, "releases", interrupted)
    monkeypatch.setattr(room, "FIRST", 1024)
    code, out, err = run(*SIZED, ages, "--releases", "9e6", "--exact-seconds", "0")
    assert code == 130 and "1,024 releases of 9,000,000: stopped" in out and "quantile 0.5" in out
    assert "these are the first 1,024 of 9,000,000 releases" in err
    found = report(run, *SIZED, ages, "--releases", "9e6", "--exact-seconds", "0")
    assert found["stopped"] and found["releases"] == "1024" and found["asked"] == "9000000"


def test_ctrl_c_waits_until_a_batch_is_counted() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), command._whole():
        signal.raise_signal(signal.SIGINT)
        done.append("whole")
    assert done == ["whole"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_while_the_exact_law_is_awaited_leaves_it_out(
    run: Run, ages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("dpmean.experiments.releases.beside.Beside.wait", interrupted)
    code, out, _ = run(*SIZED, ages, "--releases", "2000", "--exact-seconds", "9")
    assert (
        code == 0 and "quantile 0.5" in out and "exact law: not all is known after 9 seconds" in out
    )


def test_progress_tells_the_rate(run: Run, ages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "EVERY", 0.0)
    _, _, err = run(*SIZED, ages, *QUICK[2:], "--releases", "40000")
    lines = err.splitlines()
    assert lines[0].startswith("32,768 of 40,000 releases, ") and lines[0].endswith(" a second")
    assert lines[1].startswith("40,000 of 40,000 releases, ")


def test_a_real_ctrl_c_ends_soon_with_a_report(ages: str) -> None:
    """The whole command as a process of its own, its exact law beside it."""
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "dpmean.cli.main",
            *SIZED,
            ages,
            "--releases",
            "10^11",
            "--json",
            "-",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        try:
            assert child.stderr is not None
            line = child.stderr.readline()
            assert " of 100,000,000,000 releases, " in line
            os.killpg(child.pid, signal.SIGINT)
            out, err = child.communicate(timeout=120)
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
    found = json.loads(out)
    jsonschema_rs.validate(SCHEMA, found)
    assert (child.returncode, found["stopped"]) == (130, True)
    assert "Traceback" not in err and "stopped: these are the first" in err


def test_help_has_examples(run: Run) -> None:
    code, out, _ = run("simulate", "--help")
    assert code == 0 and "Examples:" in out and "10^7" in out and "Nothing here is private" in out
