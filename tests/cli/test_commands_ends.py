"""The commands in this process: how every error ends, help, progress, and `smoke`."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from dpmean.cli import main
from dpmean.errors import AdapterError, IntegrityError, InvalidInput
from dpmean.suite import files

Run = Callable[..., tuple[int, str, str]]


ENDS: list[tuple[BaseException, int, str]] = [
    (click.Abort(), 130, "interrupted"),
    (IntegrityError("integrity", "a file"), 5, "error [integrity]: a file"),
    (AdapterError("protocol", "garbage"), 3, "error [protocol]: garbage"),
    (AdapterError("adapter_start", "no program"), 3, "error [adapter_start]: no program"),
    (InvalidInput("out_of_range", "x"), 2, "error [out_of_range]: x"),
    (
        MemoryError(),
        2,
        "error [out_of_range]: too large to compute (MemoryError); give smaller parameters",
    ),
    (
        RecursionError(),
        2,
        "error [out_of_range]: too large to compute (RecursionError); give smaller parameters",
    ),
    (
        FileNotFoundError(2, "No such file or directory", "x.json"),
        2,
        "error [usage]: No such file or directory: x.json",
    ),
    (BrokenPipeError(), 0, ""),
]


@pytest.mark.parametrize(
    ("error", "code", "told"),
    ENDS,
    ids=lambda v: type(v).__name__ if isinstance(v, BaseException) else "",
)
def test_every_error_is_one_line_and_an_exit_code(
    error: BaseException, code: int, told: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise error

    monkeypatch.setattr(main, "cli", fail)
    assert run("value") == (code, "", told + "\n" if told else "")


def test_a_mistake_of_ours_does_not_look_like_a_verdict(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills exit code 1 for a crash, which would say that an implementation failed."""

    def fail(**_: Any) -> None:
        raise ValueError("of ours")

    monkeypatch.setattr(main, "cli", fail)
    code, out, err = run("value")
    assert (code, out) == (70, "")
    assert (
        err.splitlines()[-1] == "error: a mistake in dpmean itself (ValueError); please report it"
    )


def test_a_parameter_given_twice_is_refused(run: Run) -> None:
    assert "'epsilon' is given twice" in run("value", "laplace.scale", "epsilon=1", "epsilon=2")[2]


def test_help_and_completion_know_every_command(run: Run) -> None:
    """Kills a command that is in the code and not in the help, and one whose file does not define
    it.
    """
    shown = run("--help")[1]
    for name, (_, text) in main.COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(text[:30])}", shown, re.MULTILINE), name
        code, told, _ = run(name, "--help")
        assert code == 0
        assert "\\b" not in told, f"{name}: a table of the help runs together"
    completed = ShellComplete(main.cli, {}, "dpmean", "_DPMEAN_COMPLETE").get_completions([], "s")
    assert [c.value for c in completed] == [n for n in main.COMMANDS if n.startswith("s")]


def test_a_progress_bar_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from dpmean.cli import conform

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    vector = files.load()[0]
    for stream, drawn in ((io.StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        with conform._progress("an adapter", 2) as step:
            step(0, vector)
        assert bool(stream.getvalue()) is drawn


def test_a_log_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills silence for ten minutes, and a line for every vector."""
    from dpmean.cli import conform

    log, clock, vector = io.StringIO(), iter([0.0, 1.0, 61.0, 62.0, 122.0]), files.load()[0]
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr(conform.time, "monotonic", lambda: next(clock))
    with conform._progress("an adapter", 9) as step:
        for i in range(4):
            step(i, vector)
    assert log.getvalue() == "".join(
        f"an adapter: {i} of 9 after {seconds} s, now {vector.kind} {vector.object}\n"
        for i, seconds in ((1, 61), (3, 122))
    )


# ---------------------------------------------------------------- smoke

SMOKE: dict[str, tuple[str, int, str]] = {
    # what the module answers to `r`: exit code, a line of what is shown
    "right": ("own.answer(r)", 0, "the adapter speaks the protocol"),
    "unsupported": ("{'status': 'unsupported', 'reason': 'none'}", 4, "nothing was answered"),
    "an error": (
        "{'status': 'error', 'traceback': 'x'}",
        3,
        "the adapter reports an error of its own",
    ),
    "a malformed batch": (
        "own.answer(r) if r['kind'] != 'stat' else {'status': 'ok', 'output': {'samples': '00'}}",
        3,
        "a reply was malformed",
    ),
    "a wrong value": (
        "own.answer(r) if r['kind'] != 'exact' else {'status': 'ok', 'output': {'value': '99'}}",
        0,
        "fail: got 99",
    ),
}


@pytest.mark.parametrize("name", SMOKE)
def test_smoke_tells_an_adapter_that_speaks_from_one_that_does_not(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong value is no matter of the protocol: it is shown, and `conform` judges it."""
    reply, code, told = SMOKE[name]
    supports = {"kinds": ["exact", "stat"], "objects": ["discrete_laplace"]}
    hello = {
        "ok": True,
        "protocol": 2,
        "adapter": {"name": "mine", "version": "1"},
        "supports": supports,
        "randomness": "os",
    }
    (tmp_path / "smoked.py").write_text(
        f"from dpmean.wire import own\ndef answer(r):\n    return {hello!r} if "
        f"r['op'] == 'hello' else {{'seq': r['seq'], **({reply})}}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("smoked", None)
    done, out, err = run("smoke", "-a", "direct:smoked")
    assert (done, told in out) == (code, True), out + err
    assert "mine 1: protocol 2; kinds exact, stat; objects discrete_laplace" in out


def test_time_limits_are_numbers(run: Run) -> None:
    for limit in ("nan", "0", "inf", "1e9"):
        assert run("smoke", "-a", "dpmean", "--timeout", limit)[0] == 2, limit
