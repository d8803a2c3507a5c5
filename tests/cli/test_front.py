"""The front door: help, version, errors that lead on, one meaning of --json, counts that agree,
shapes, completion.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

import dpmean
from dpmean.cli import main, terminal
from dpmean.suite import soundness
from tests.conftest import Run

VARIANCE = ("hourglass.variance", "epsilon=1", "gamma=optimal")


def test_alone_it_shows_its_help_and_the_version_is_short(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out == run("--help")[1]
    assert run("-V") == run("--version") == (0, f"dpmean {dpmean.__version__}\n", "")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dpmean", "-V"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"dpmean {dpmean.__version__}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("value", "--digts", "3"), "'--digits'"),
        (("value", "laplace.scale", "epsilon"), "key=value"),
        (("known-failing", "chek"), "'check'"),
        (("conform",), "-a ADAPTER"),
        (("adapter", "init", "--lang", "perl"), "'perl'"),
    ],
)
def test_an_error_of_usage_leads_to_the_help_of_its_own_command(
    words: tuple[str, ...], told: str, run: Run
) -> None:
    code, out, err = run(*words)
    path = " ".join(
        words[: 2 if words[0] in ("known-failing", "adapter") and words[1] != "chek" else 1]
    )
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert told in err and err.endswith(f"; see dpmean {path} --help\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("findings", "opndp"), "did you mean opendp?"),
        (("findings", "zzz"), "there are "),
        (("conform", "-a", "opndp", "--run", "laplace-variance-*"), "did you mean opendp?"),
        (("conform", "-a", "dpmean", "--run", "hourglas-*"), "did you mean hourglass?"),
        (
            ("conform", "-a", "dpmean", "--run", "laplace-variance-*", "--run", "zzz-*"),
            "no vector matches 'zzz-*'",
        ),
        (("list", "hourglas"), "did you mean hourglass?"),
        (("list", "laplace-*", "--flag", "NoSuchFlag"), "flag NoSuchFlag 'laplace-*'"),
        (("value", "hourglas", "epsilon=1"), "did you mean one of hourglass.*?"),
        (
            ("value", "hourglass", "epsilon=1"),
            "give one of hourglass.normalizer, hourglass.density",
        ),
        (("sample", "discrete_laplac"), "did you mean discrete_laplace?"),
        (
            (
                "value",
                "transformed_mean.mse",
                "data=0,1",
                "epsilon=1",
                "lower=0",
                "upper=1",
                "noise=laplac",
            ),
            "did you mean laplace?",
        ),
    ],
)
def test_a_name_that_is_nearly_right_is_named_and_nothing_found_is_an_error(
    words: tuple[str, ...], told: str, run: Run
) -> None:
    """Kills an empty list that counts as success, and an error that leaves one to guess."""
    code, out, err = run(*words)
    assert (code, out) in ((2, ""), (3, "")) and told in err, (out, err)


def test_an_object_stands_for_all_that_is_its(run: Run) -> None:
    """Kills a prefix that takes staircase2d for a staircase, and an object's name that lists
    nothing.
    """
    names = [line.split()[0] for line in run("value", "staircase")[1].splitlines()]
    assert len(names) > 5 and {n.partition(".")[0] for n in names} == {"staircase"}
    listed = json.loads(run("list", "staircase", "--json")[1])
    assert {v["object"] for v in listed} == {"staircase"} and {v["kind"] for v in listed} >= {
        "exact",
        "support",
    }


def test_json_is_one_thing(run: Run, tmp_path: Path) -> None:
    """Kills an option that is a flag here and takes a file there, and one that swallows a name."""
    found = json.loads(run("value", *VARIANCE, "--json")[1])
    file = tmp_path / "v.json"
    assert json.loads(run("value", "--json", *VARIANCE)[1]) == found
    assert json.loads(run("value", *VARIANCE, "--json", "-")[1]) == found
    code, out, err = run("value", *VARIANCE, "--json", str(file))
    assert (code, out, err) == (0, run("value", *VARIANCE)[1], f"wrote {file}\n")
    assert json.loads(file.read_text()) == found
    assert run("value", *VARIANCE, f"--json={tmp_path / 'other'}")[0] == 0
    assert json.loads((tmp_path / "other").read_text()) == found


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("list", "laplace-variance-*"), "id"),
        (("findings", "diffprivlib"), "findings"),
        (("conform", "-a", "dpmean", "--run", "laplace-variance-*"), "runs"),
        (("advise", "n=5", "epsilon=8", "lower=0", "upper=1", "mean=1/2"), "mechanisms"),
        (("sample", "discrete_laplace", "epsilon=1", "--draws", "9"), "counts"),
    ],
)
def test_json_takes_the_place_of_the_text_in_every_command(
    words: tuple[str, ...], key: str, run: Run
) -> None:
    code, out, _ = run(*words, "--json")
    found = json.loads(out)
    assert code == 0 and key in (found[0] if isinstance(found, list) else found)


def test_every_command_with_json_has_the_same_option() -> None:
    context = main.cli.make_context("dpmean", [])
    having = 0
    for name in main.COMMANDS:
        command = main.cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            if "--json" in option.opts:
                having += 1
                assert (option.flag_value, option.metavar) == ("-", "[FILE]"), name  # type: ignore[attr-defined]
    assert having >= 12


def test_counts_agree(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a list that leaves out what `conform` judges, and a number without a comma."""
    # that they are sound takes long, and is asked elsewhere
    monkeypatch.setattr(soundness, "problems", lambda _: [])
    everything = json.loads(run("list", "--json")[1])
    support = sum(v["kind"] == "support" for v in everything)
    counted = f"{len(everything) - support:,} vectors and {support} support checks"
    assert run("verify")[1] == f"{counted} are sound\n"
    assert run("list")[2] == f"{counted}\n"


def test_a_terminal_gets_colour_and_a_hanging_indent_and_a_pipe_gets_neither(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "  formula   " + "many words " * 12 + "end"
    terminal.say(line)
    assert capsys.readouterr().out == line + "\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal.say(line)
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("  \x1b[36mformula\x1b[0m   many") and rest
    assert {len(r) - len(r.lstrip()) for r in rest} == {12}
    monkeypatch.setenv("NO_COLOR", "1")
    terminal.say(line)
    plain = capsys.readouterr().out
    assert (
        "\x1b" not in plain
        and max(map(len, plain.splitlines())) <= 60
        and len(plain.splitlines()) > 2
    )


def completed(words: list[str], typed: str) -> list[str]:
    found = ShellComplete(main.cli, {}, "dpmean", "_DPMEAN_COMPLETE").get_completions(words, typed)
    return [item.value for item in found]


def test_the_shell_completes_names_ids_and_files(run: Run, tmp_path: Path) -> None:
    assert "hourglass.variance" in completed(["value"], "hourglass.v")
    assert completed(["value", "hourglass.variance"], "ga") == ["gamma="]
    assert completed(["show"], "laplace-variance-epsilon1_2") == [
        "laplace-variance-epsilon1_2-sensitivity3"
    ]
    assert completed(["conform", "-a"], "opend") == ["opendp", "opendp-rust"]
    assert completed(["release"], "sized") == ["sized_mean"]
    assert completed(["release", "sized_mean"], "low") == ["lower="]
    (tmp_path / "d.csv").write_text("age,area\n1,2\n")
    file = tmp_path / "d.csv"
    assert completed(["release", "sized_mean"], f"{file}:ag") == [f"{file}:age"]
    assert completed(["value", "no.such.value"], "e") == []  # an unfinished line is no error
    for shell in ("bash", "zsh", "fish"):
        assert "_DPMEAN_COMPLETE" in run("completion", shell)[1]
    assert "~/.bashrc" in " ".join(run("completion", "--help")[1].split())


def test_a_verdict_can_be_seen_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an example that is not there, and one that a file of its name hides."""
    monkeypatch.chdir(tmp_path)
    judge = ("conform", "--from-csv", "example", "--law", "laplace", "epsilon=1")
    code, out, _ = run(*judge)
    assert code == 0 and "nothing failed" in out and "0 bugs" not in out and "doubt" not in out
    code, out, _ = run(*judge[:2], "example:too_little", *judge[3:])
    assert (
        code == 1
        and "too_little --law laplace epsilon=1 -v" in out
        and "scale 1/2, which is epsilon 2" in out
    )
    (tmp_path / "example").write_text("mine\n1\n")
    assert "samples say nothing" in run(*judge[:2], "example:mine", *judge[3:])[2]
