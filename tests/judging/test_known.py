"""Lists of known findings are strict: a stale entry, an unknown id or a damaged file is an error,
another version excuses nothing, and is said to. What an entry claims must agree with itself, and be
quoted if it is said to be documented.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import InvalidInput
from dpmean.judging import versions
from dpmean.judging.known import CLASSES, Known, apply, read, unapplied
from dpmean.judging.run import Run, run
from dpmean.judging.verdict import FAIL
from dpmean.suite.files import load
from tests.helpers.command import dpmean as command

HERE = Path(__file__).parents[1]
VECTORS = {v.id: v for v in load()}


def failing_run() -> Run:
    def connect() -> Any:
        from dpmean.wire.process import Process

        return Process([sys.executable, str(HERE / "helpers/adapters_for_tests.py"), "accept-all"])

    return run(
        connect,
        [VECTORS["laplace-reject-epsilon0"], VECTORS["laplace-reject-epsilon0-twin"]],
        seconds=5,
    )


def entry(*ids: str, strict: bool = True) -> Known:
    return Known(ids, "NaN passes the check", "repros/nan.py", strict, ())


def test_a_known_failure_is_marked_and_a_stale_entry_complains() -> None:
    result = failing_run()
    assert [v.status for v in result.verdicts] == ["fail", "pass"]
    assert apply(result, [entry("laplace-reject-epsilon0")], complete=True) == []
    assert [v.status for v in result.verdicts] == ["known", "pass"]
    assert len(apply(failing_run(), [entry("laplace-reject-epsilon0-twin")], complete=True)) == 1
    assert len(apply(failing_run(), [entry("no-such-vector-*")], complete=True)) == 1
    assert apply(failing_run(), [entry("no-such-vector-*")], complete=False) == []


def test_a_finding_of_another_version_does_not_excuse() -> None:
    result = failing_run()
    old = replace(entry("laplace-reject-epsilon0", "no-such-vector"), versions=("0.0.0", "<0.1"))
    assert apply(result, [old], complete=True) == [], "what is not applied is not stale either"
    assert result.verdicts[0].status == FAIL
    (warning,) = unapplied([old, entry("x")], result.hello.version)
    assert warning.startswith("not applied: 1 of 2 entries speak of version 0.0.0 or <0.1, and ")
    assert unapplied([entry("x")], result.hello.version) == []


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("0.6.6", ["0.6.6", "v0.6.6", "0.6.6.0"], ["0.6.60", "0.6", "0.6.6rc1"]),
        (
            ">=0.6,<0.7",
            ["0.6", "0.6.12", "0.6.0"],
            ["0.5.9", "0.7", "0.10", "0.6.6rc1", "unknown", ""],
        ),
        ("> 1.2", ["1.2.1", "1.10"], ["1.2", "1.2.0"]),
        ("<=2", ["2.0", "1.99"], ["2.0.1"]),
        ("==1.3", ["1.3.0"], ["1.3.1"]),
        ("0.6.*", ["0.6", "0.6.6"], ["0.60", "0.7.0", "0.6.6-SNAPSHOT"]),
        ("nightly", ["nightly"], ["0.1"]),
    ],
)
def test_versions_are_compared_as_numbers(text: str, inside: list[str], outside: list[str]) -> None:
    """Kills an order of texts, in which 0.10 comes before 0.9, and a range that takes an unfinished
    version.
    """
    assert not versions.wrong(text)
    assert [v for v in inside if not versions.covers([text], v)] == []
    assert [v for v in outside if versions.covers([text], v)] == []
    assert versions.covers([], "anything")


@pytest.mark.parametrize(
    "text", ["", " ", ">=a", ">=0.6 <0.7", "0.6,<0.7", "~=1.2", "0.*.1", ">=0.6,"]
)
def test_a_range_that_is_none_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text(f"versions = ['{text}']\n")
    with pytest.raises(InvalidInput, match="version"):
        read(tmp_path / "k.toml")


@pytest.mark.parametrize(
    "word",
    [
        "to be written",
        "To be written.",
        "TODO",
        "tbd",
        "T.B.D.",
        "fixme",
        "xxx",
        "...",
        "",
        " ",
        "?",
        "n/a",
    ],
)
def test_a_placeholder_excuses_nothing(word: str) -> None:
    """Kills a list that is written by a command, never looked at, and makes a run green."""
    for hollow in (
        replace(entry("laplace-reject-epsilon0"), reason=word),
        replace(entry("laplace-reject-epsilon0"), repro=word),
    ):
        result = failing_run()
        complaints = apply(result, [hollow], complete=True)
        assert [v.status for v in result.verdicts] == ["fail", "pass"]
        assert len(complaints) == 1 and "placeholder" in complaints[0]
    assert not replace(entry("x"), reason="todo lists are written by hand here").missing


@pytest.mark.parametrize("word", CLASSES)
def test_an_entry_says_in_one_word_what_it_is(word: str, tmp_path: Path) -> None:
    """Kills a class that is lost on the way to the verdict, and an absent one that is read
    mildly.
    """
    breaks = word not in ("adapter", "control")
    (tmp_path / "k.toml").write_text(
        f"[[finding]]\nids = ['laplace-reject-epsilon0']\nclass = '{word}'\nbreaks = "
        f"{str(breaks).lower()}\nreason = 'r s'\nrepro = 'p.py'\nquote = 'so it is'\nsource = "
        "'a/b c.py (1)'\n"
    )
    result = failing_run()
    assert apply(result, read(tmp_path / "k.toml"), complete=True) == []
    assert (result.verdicts[0].category, result.verdicts[0].breaks) == (word, breaks)
    assert result.verdicts[0].facts == ({"severity": "guarantee"} if breaks else {}) | {
        "quote": "so it is",
        "source": "a/b c.py (1)",
    }
    (tmp_path / "k.toml").write_text("[[finding]]\nids = ['x']\nreason = 'r s'\nrepro = 'p.py'\n")
    assert (read(tmp_path / "k.toml")[0].category, read(tmp_path / "k.toml")[0].breaks) == (
        "defect",
        False,
    )


@pytest.mark.parametrize(
    "text",
    [
        "ids = 'laplace*'",
        "ids = [5]",
        "ids = ['x']\nstrict = 'false'",
        "ids = ['x']\nclass = 'harmless'",
        "ids = ['x']\nclass = ['documented']",
        "ids = ['x']\nbreaks = 'no'",
    ],
)
def test_a_list_of_the_wrong_type_silences_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text(f"[[finding]]\n{text}\nreason = 'r'\nrepro = 'p'\n")
    with pytest.raises(InvalidInput):
        read(tmp_path / "k.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("class = 'documented'", "needs a quote"),
        ("class = 'documented'\nquote = ' '\nsource = 's'", "needs a quote"),
        ("quote = 'q'", "belong together"),
        ("source = 's'", "belong together"),
        ("quote = 5\nsource = 's'", "must be strings"),
        (
            "severity = 'grave'",
            "severity of a finding is one of guarantee, result, contract, policy",
        ),
        ("severity = ''", "severity of a finding is one of"),
        ("severity = 'result'\nbreaks = true", "breaks = true contradicts severity = 'result'"),
        (
            "severity = 'guarantee'\nbreaks = false",
            "breaks = false contradicts severity = 'guarantee'",
        ),
        ("severity = 'guarantee'\nclass = 'control'", "promises no privacy"),
        ("breaks = true\nclass = 'adapter'", "promises no privacy"),
        ("reported = 'somewhere'", "https address of a thread, or the word unreported"),
        ("reported = 'http://example.org'", "https address of a thread"),
        ('quote = "a\\nb"\nsource = "s"', "one line of at most"),
    ],
)
def test_an_entry_that_contradicts_itself_or_claims_what_it_does_not_show_is_refused(
    text: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "k.toml").write_text(
        f"[[finding]]\nids = ['x']\nreason = 'r s'\nrepro = 'p.py'\n{text}\n"
    )
    with pytest.raises(InvalidInput, match=told) as caught:
        read(tmp_path / "k.toml")
    assert "\n" not in str(caught.value)


def test_severity_and_breaks_say_the_same(tmp_path: Path) -> None:
    """Kills a report in which a finding breaks the guarantee in one place and not in another."""
    head = "[[finding]]\nids = ['x']\nreason = 'r s'\nrepro = 'p.py'\n"
    for text, pair in {
        "severity = 'guarantee'": ("guarantee", True),
        "breaks = true": ("guarantee", True),
        "severity = 'policy'": ("policy", False),
        "": (None, False),
    }.items():
        (tmp_path / "k.toml").write_text(head + text)
        assert [(k.severity, k.breaks) for k in read(tmp_path / "k.toml")] == [pair]


def test_a_list_for_another_version_is_said_to_be_idle(tmp_path: Path) -> None:
    """Kills a list that a new version leaves behind without a word; the warning alone decides no
    exit code.
    """
    adapter = f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} accept-all"
    known = tmp_path / "k.toml"
    known.write_text(
        "versions = ['<0.0.1']\n[[finding]]\nids = ['laplace-reject-epsilon0']\nreason = 'r s'\n"
        "repro = 'p.py'\n"
    )
    chosen = ("conform", "-a", adapter, "--known-failing", str(known))
    passing = command(
        *chosen,
        "--run",
        "laplace-reject-epsilon0-twin",
        "--severity",
        "guarantee",
        "--json",
        str(tmp_path / "r.json"),
    )
    assert passing.returncode == 0
    assert "LIST: not applied: 1 of 1 entries speak of version <0.0.1, and " in passing.stdout
    assert "not applied" in command("report", str(tmp_path / "r.json")).stdout
    assert command(*chosen, "--run", "laplace-reject-epsilon0").returncode == 1


def test_a_strict_glob_that_only_covers_passes_is_stale() -> None:
    result = failing_run()
    result.verdicts = result.verdicts[1:]
    assert len(apply(result, [entry("laplace-reject-*")], complete=False)) == 1


def test_a_damaged_list_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text("[[finding]]\nids = ['x']\n")
    with pytest.raises(InvalidInput, match="lacks reason, repro"):
        read(tmp_path / "k.toml")


def test_a_list_written_from_a_report_makes_the_next_run_pass_and_can_be_checked(
    tmp_path: Path,
) -> None:
    adapter, chosen = (
        f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} accept-all",
        ["--run", "laplace-reject-*", "--run", "laplace-variance-*"],
    )
    report, known = tmp_path / "r.json", tmp_path / "k.toml"
    assert command("conform", "-a", adapter, *chosen, "--json", str(report)).returncode == 1
    damaged = tmp_path / "damaged.json"
    for change in ({"adapter": "x"}, {"verdicts": None}, {"verdicts": [{"status": "fail"}]}):
        content = json.loads(report.read_text())
        content["runs"][0] |= change
        damaged.write_text(json.dumps(content))
        done = command("known-failing", "write", str(damaged), str(known))
        assert (done.returncode, "not a report of format" in done.stderr) == (2, True), done.stderr
        assert not known.exists()
    assert command("known-failing", "write", str(report), str(known)).returncode == 0
    # never overwritten
    assert command("known-failing", "write", str(report), str(known)).returncode == 2
    laundered = command("conform", "-a", adapter, *chosen, "--known-failing", str(known))
    assert laundered.returncode == 1  # as written, it says nothing yet
    assert "is a placeholder, so the entry excuses nothing" in laundered.stdout
    known.write_text(known.read_text().replace("to be written", "accept_all.py"))
    assert command("conform", "-a", adapter, *chosen, "--known-failing", str(known)).returncode == 0
    assert command("known-failing", "check", str(known)).returncode == 0
    known.write_text(
        known.read_text().replace("laplace-reject-epsilon0", "laplace-reject-epsilon00")
    )
    done = command("known-failing", "check", str(known))
    assert done.returncode == 1
    assert "laplace-reject-epsilon00" in done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[finding", "not a readable TOML file"),
        ("finding = 'all'", r"findings are tables"),
        ("finding = ['all']", r"findings are tables"),
    ],
)
def test_a_list_that_is_none_is_one_clear_error(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text(text)
    with pytest.raises(InvalidInput, match=told):
        read(tmp_path / "k.toml")
    with pytest.raises(InvalidInput, match="not a readable TOML file"):
        read(tmp_path / "absent.toml")
