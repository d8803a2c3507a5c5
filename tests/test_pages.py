"""The pages that people read: README.md, the READMEs of the rooms, and the pages of vectors/.

Every command that a page shows is run here, but for those in `READ`, which take minutes or a
machine of their own: they are read by the command line's own parser, their names are looked up, and
the test that runs such a command is named. Killed here: a command of a page that is misspelt or
refused, an option or a name that is gone, a link to what is not there, a README that grows.
"""

from __future__ import annotations

import csv
import random
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

import dpmean
from dpmean.cli import pytest_plugin
from dpmean.cli.main import cli
from dpmean.experiments import registry
from dpmean.suite.files import root
from tests.helpers.pages import ROOT, commands, fences, links, longest_lines, mentioned

Run = Callable[..., tuple[int, str, str]]
FRONT = ROOT / "README.md"
# provenance and licences
DATA = [p for p in (ROOT / "reference").rglob("README.md") if p.parent.name == "data"]
ROOMS = sorted(set((ROOT / "reference").rglob("README.md")) - set(DATA))
PAGES = [FRONT, *ROOMS, ROOT / "tests" / "README.md", *sorted((ROOT / "vectors").glob("*.md"))]
SHOWN = sorted({command for page in PAGES for command in commands(page)})
CODES = {"dpmean conform --from-csv example:too_little*": 1}  # what is judged there is wrong
READ = {
    # a pattern of commands: the test that runs such a command
    "python3 -m venv*": "test_wheel.py::test_the_wheel_alone_verifies_lists_values_and_conforms",
    "dpmean conform -a*": "test_pages.py::test_the_adapter_of_the_page_speaks_and_its_arithmetic_is_right",
    "dpmean report*": "test_wheel.py::test_the_wheel_alone_verifies_lists_values_and_conforms",
    "dpmean known-failing*": "judging/test_known.py::test_a_list_written_from_a_report_makes_the_next_run_pass_and_can_be_checked",
    "dpmean matrix*": "libraries/test_matrix.py::test_the_same_reports_give_the_same_page_and_the_command_writes_both",
    "dpmean smoke*": "cli/test_commands_ends.py::test_smoke_tells_an_adapter_that_speaks_from_one_that_does_not",
    "dpmean judge*": "judging/test_runner.py::test_a_record_gives_the_same_verdicts_without_the_adapter",
    "dpmean findings*": "libraries/test_findings.py::test_the_command_reproduces",
    "dpmean audit --claim* -- python*": "cli/test_on_dask.py::test_an_audit_starts_commands_on_the_cluster",
    "dpmean audit --claim* -a*": "auditing/test_audits_page.py::test_a_quick_row_comes_out_as_kept",
    "dpmean audit transformed*": "auditing/test_exact.py::test_a_shipped_mechanism_keeps_its_guarantee_and_no_less",
    "dpmean copy*": "cli/test_cli.py::test_list_show_verify_and_copy",
    "dpmean diff*": "suite/test_soundness.py::test_diff_compares_what_lies_in_the_files",
    "dpmean verify": "cli/test_cli.py::test_list_show_verify_and_copy",
    "dpmean fill*": "suite/test_vectors.py::test_fill_reproduces_every_byte_under_another_hash_seed",
    "dpmean prove*": "proofs/test_command.py::test_dpmean_prove_starts_the_proofs_in_a_checkout_only",
    "dpmean simulate*": "cli/test_simulate.py::test_files",
    "dpmean sample*": "cli/test_sample.py::test_the_command_prints_outcomes_and_counts",
    "dpmean derive --check": "cli/test_derive.py::test_check_of_one_law",
    "dpmean advise*": "cli/test_advise.py::test_the_command",
    "dpmean experiment*": "experiments/test_experiments.py::test_the_command_prints_rows_and_writes_files",
    "dpmean release*n=70000*": "cli/test_instance_commands.py::test_columns_of_a_parquet_file",
    "dpmean release*n=10000*": "cli/test_instance_commands.py::test_every_mechanism_is_released_from_columns",
}
RUN = [c for c in SHOWN if not any(fnmatch(c, pattern) for pattern in READ)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages take for granted."""
    folder = tmp_path_factory.mktemp("desk")
    rng = random.Random(1)
    people: list[dict[str, object]] = [
        {
            "age": rng.randint(18, 90),
            "height": rng.randint(150, 200),
            "epsilon": rng.choice(("1/2", "3", "inf")),
        }
        for _ in range(400)
    ]
    tables: dict[str, list[dict[str, object]]] = {
        "people.csv": people,
        "readings.csv": [{"celsius": rng.randint(-20, 40)} for _ in range(1000)],
        "draws.csv": [{"noise": rng.choice((-8, 8)) * rng.expovariate(1)} for _ in range(2000)],
        "x.csv": [{"x": rng.choice((-6, 6)) * rng.expovariate(1)} for _ in range(4000)],
    }
    for name, rows in tables.items():
        with (folder / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    for name in ("report.json", "all.json", "run.record"):
        shutil.copy(ROOT / "tests" / "lab" / "recorded" / "report.json", folder / name)
    for name in ("one.txt", "other.txt"):
        (folder / name).write_text("".join(f"{rng.randint(0, 3)}\n" for _ in range(400)))
    return folder


@pytest.fixture
def desk(files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That folder, as the current one."""
    monkeypatch.chdir(files)
    return files


@pytest.mark.parametrize("command", [c for c in RUN if c.startswith("dpmean ")])
def test_a_command_of_a_page_does_what_it_says(command: str, run: Run, desk: Path) -> None:
    code, out, err = run(*shlex.split(command)[1:])
    assert code == next((n for pattern, n in CODES.items() if fnmatch(command, pattern)), 0), err
    assert out or err


def parsed(words: list[str]) -> click.Context:
    """What the command line's parser makes of a command: it is not run."""
    command: click.Command = cli
    context = click.Context(cli, info_name="dpmean")
    while isinstance(command, click.Group):
        _, found, words = command.resolve_command(context, words)
        assert found is not None
        command = found
        context = (
            command.make_context(command.name, list(words), parent=context, resilient_parsing=False)
            if not isinstance(command, click.Group)
            else click.Context(command, parent=context, info_name=command.name)
        )
    return context


@pytest.mark.parametrize("command", [c for c in SHOWN if c not in RUN and c.startswith("dpmean ")])
def test_a_command_that_takes_minutes_is_read_and_its_names_exist(command: str, desk: Path) -> None:
    words = shlex.split(command)[1:]
    values = parsed(words).params
    if (
        words[0] in ("release", "simulate", "audit")
        and "=" not in words[1]
        and not words[1].startswith("-")
    ):
        pairs = dict(w.split("=", 1) for w in words[2:] if "=" in w and not w.startswith("-"))
        assert dpmean.mechanism(words[1], pairs).guarantee
    if words[0] == "experiment":
        assert registry.names(words[1], tuple(w for w in words[2:3] if not w.startswith("-")))
    ids = [line.split(" ")[2] for line in (root() / "v1" / "IDS").read_text().splitlines()]
    assert all(any(fnmatch(i, pattern) for i in ids) for pattern in values.get("run") or ())


@pytest.mark.parametrize("pattern", READ)
def test_a_command_that_is_only_read_here_is_run_by_the_named_test(pattern: str) -> None:
    path, _, name = READ[pattern].partition("::")
    assert any(fnmatch(c, pattern) for c in SHOWN), "no page shows it"
    assert f"def {name}(" in (ROOT / "tests" / path).read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_what_a_page_mentions_is_there_and_its_lines_are_short(page: Path) -> None:
    """Targets of make, subcommands and options that the text names; links; lines of at most 120
    columns.
    """
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for command in mentioned(page):
        program, *words = shlex.split(command)
        if program == "make":
            assert words[0] in targets, command
        elif program == "pytest":
            assert all(
                f'"{w}"' in Path(pytest_plugin.__file__).read_text()
                for w in words
                if w.startswith("--")
            )
        elif program == "dpmean" and words[0].islower():
            found = cli.get_command(click.Context(cli), words[0])
            assert found is not None, command
            if isinstance(found, click.Group):
                found = found.get_command(click.Context(found), words[1])
                assert found is not None, command
            options = {o for p in found.params for o in p.opts} | {"--help"}
            assert {w for w in words[1:] if w.startswith("--")} <= options, command
    assert links(page) == []
    assert longest_lines(page) == []


def test_the_readme_fits_on_few_screens() -> None:
    lines = FRONT.read_text().splitlines()
    assert len(lines) <= 130
    assert max(map(len, lines)) <= 120  # tables too
    assert [target for target in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", FRONT.read_text())] == [
        ".github/report.png"
    ]
    picture = ROOT / ".github" / "report.png"
    assert picture.stat().st_size <= 150_000
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "-m tests.lab.picture" in (ROOT / "Makefile").read_text()


def test_the_adapter_of_the_page_speaks_and_its_arithmetic_is_right(run: Run, desk: Path) -> None:
    ((_, code),) = [
        f for f in fences(ROOT / "reference/dpmean/judging/README.md") if f[0] == "python"
    ]
    (desk / "my_adapter.py").write_text(code)
    adapter = f"{shlex.quote(sys.executable)} my_adapter.py"
    code_, out, err = run(
        "conform", "-a", adapter, "--run", "laplace-variance-*", "--run", "laplace-reject-epsilon*"
    )
    assert code_ == 0, out + err
    assert "conforms in the" in out
