"""`dpmean adapter init`: what it writes builds, runs and is judged as its toy deserves, by the very
commands it prints.

Killed here: a template that does not run as written (every language), that mislabels a refusal, a
gap or its own mistake (the counts below), whose doubles are spelled the wrong way round, or that
hides the toy's one real fault, the support leak.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dpmean.cli.adapter import LANGUAGES, TEMPLATES
from dpmean.wire.protocol import parse_hello
from dpmean.wire.requests import NEWEST
from tests.helpers.command import dpmean

TOOLS = {
    "python": "python3",
    "javascript": "node",
    "rust": "cargo",
    "go": "go",
    "java": "java",
    "r": "Rscript",
}
BUILT = {"rust", "go"}  # by a command of their own; their first build takes more than 15 s
# at night: a request of Java takes long until its machine is warm
SLOW = {*BUILT, "java", "javascript"}
PATTERNS = ("laplace-variance-*", "laplace-reject-*", "laplace-stat-*", "laplace-support")
UNSUPPORTED = {
    "numbers:rational not declared",
    "profile:release-1 not declared",
    "no quantile",
    "no hockey_stick",
    "no renyi",
    "no moment",
    "only Laplace noise, given by epsilon",
}


def process(*words: str, cwd: Path, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """The command, of the package that is under test."""
    return subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )


@dataclass(frozen=True)
class Adapter:
    """A template that was written and built: where, and the words after `dpmean` of the printed
    commands.
    """

    language: str
    folder: Path
    smoke: list[str]
    conform: list[str]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in LANGUAGES
    ],
)
def adapter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Adapter:
    """Written into a folder whose name has a space, and built by the command that is printed."""
    language = request.param
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(
            f"{TOOLS[language]} is not on this machine, so the {language} template cannot be run"
        )
    folder = tmp_path_factory.mktemp(language)
    done = process("adapter", "init", "--lang", language, "--into", "my adapter", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = [line for line in done.stdout.splitlines() if not line.startswith("wrote ")]
    assert len(steps) == (4 if language in BUILT else 3)
    for build in steps[1:-2]:
        subprocess.run(shlex.split(build), cwd=folder, check=True, timeout=600, capture_output=True)
    smoke, conform = (shlex.split(line[3:]) for line in steps[-2:])
    assert smoke[:3] == ["dpmean", "smoke", "-a"]
    assert conform[:3] == ["dpmean", "conform", "-a"]
    return Adapter(language, folder, smoke[1:], conform[1:])


def test_a_template_runs_and_is_judged_as_its_toy_deserves(adapter: Adapter) -> None:
    done = process(*adapter.smoke, cwd=adapter.folder)
    assert done.returncode == 0, done.stdout + done.stderr
    done = process(
        *adapter.conform,
        *(w for p in PATTERNS for w in ("--run", p)),
        "--tier",
        "16384",
        "--json",
        "report.json",
        cwd=adapter.folder,
        timeout=300,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    (report,) = json.loads((adapter.folder / "report.json").read_text())["runs"]
    verdicts = report["verdicts"]
    assert [(v["id"], v["flags"]) for v in verdicts if v["status"] == "fail"] == [
        ("laplace-support", ["FloatLeak"])
    ]
    assert {v["kind"] for v in verdicts if v["status"] == "pass"} == {"exact", "stat", "reject"}
    assert {v["detail"] for v in verdicts if v["status"] == "unsupported"} == UNSUPPORTED


ASKED = {
    # request: the status it deserves
    '"object":"laplace","quantity":"variance","params":{"epsilon":"1/2","sensitivity":"3"}': "ok",
    '"object":"laplace","params":{"epsilon":"1"},"input":{"center":"-1/2","draws":"3"}': "ok",
    '"object":"laplace","params":{"epsilon":"nan"}': "rejected",
    '"object":"laplace","params":{"epsilon":"-inf"}': "rejected",
    '"object":"laplace","params":{"epsilon":"one"}': "rejected",
    '"object":"laplace","params":{"epsilon":"1","sensitivity":"inf"}': "rejected",
    '"object":"laplace","quantity":"quantile","params":{"epsilon":"1","p":"1/2"}': "unsupported",
    '"object":"laplace","quantity":"variance","params":{"decay":"1/2"}': "unsupported",
    '"object":"hourglass","params":{"epsilon":"1"}': "unsupported",
    '"object":"laplace","params":{"epsilon":"1"},"input":{"draws":"many"}': "error",
}


def test_each_status_is_used_for_what_it_means_and_bye_ends_the_program(adapter: Adapter) -> None:
    requests = [
        f'{{"op":"run","seq":"{i}","unknown":["\\u00e9",{{}},1,true],{body}}}'
        for i, body in enumerate(ASKED)
    ]
    told = (
        "\n".join(['{"op":"hello","protocol":2}', *requests, '{"op":"bye"}', '{"op":"hello"}'])
        + "\n"
    )
    done = subprocess.run(
        shlex.split(adapter.smoke[-1]),
        cwd=adapter.folder,
        input=told,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    hello, *replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert hello["adapter"]["language"] == adapter.language
    assert parse_hello(hello).protocol == NEWEST  # every word that it declares is known
    assert [(r["seq"], r["status"]) for r in replies] == [
        (str(i), status) for i, status in enumerate(ASKED.values())
    ]
    assert replies[0]["output"] == {"value": {"f64": "4052000000000000"}}  # 72
    assert len(replies[1]["output"]["samples"]) == 48
    assert all(r["traceback"] for r in replies if r["status"] == "error")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    assert (
        dpmean("adapter", "init", "--lang", "rust", "--into", "my adapter", cwd=tmp_path).returncode
        == 0
    )
    manifest = tmp_path / "my adapter" / "Cargo.toml"
    (tmp_path / "my adapter" / "src" / "main.rs").unlink()
    manifest.write_text("mine")
    done = dpmean("adapter", "init", "--lang", "rust", "--into", "my adapter", cwd=tmp_path)
    assert done.returncode == 2
    assert "nothing is overwritten" in done.stderr
    assert manifest.read_text() == "mine"
    assert not (tmp_path / "my adapter" / "src" / "main.rs").exists()


def test_every_language_has_its_template_and_no_lock_file() -> None:
    assert {p.name for p in TEMPLATES.iterdir() if p.is_dir()} == set(LANGUAGES)
    for name, language in LANGUAGES.items():
        assert (TEMPLATES / name / language.edit).is_file()
        assert "CC0-1.0" in (TEMPLATES / name / language.edit).read_text()
        assert not list((TEMPLATES / name).glob("*.lock"))


@pytest.mark.parametrize("words", [["--lang", "cobol"], [], ["--lang", "go", "--into", "file"]])
def test_a_wrong_request_is_one_line_and_writes_nothing(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = dpmean("adapter", "init", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error [usage]: ")
    assert done.stderr.count("\n") == 1
    assert "python" in done.stderr or "file" in done.stderr
    assert os.listdir(tmp_path) == ["file"]
