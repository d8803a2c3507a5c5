"""The connection to an implementation: programs that say too much, too little or nothing, and
replies that are none.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from select import select
from typing import Any

import pytest

from dpmean.errors import AdapterError
from dpmean.judging import second_route
from dpmean.judging.draws.asking import REQUEST
from dpmean.suite.files import load
from dpmean.wire import own
from dpmean.wire.direct import Direct
from dpmean.wire.process import STDERR_KEPT, Process
from dpmean.wire.protocol import Hello, check_reply, parse_hello
from dpmean.wire.reading import MAX_LINE

VECTORS = {v.id: v for v in load()}


def program(body: str) -> Process:
    """A Python program with this body, started."""
    return Process([sys.executable, "-c", "import sys, time\n" + body])


def broken(body: str, request: dict[str, Any], seconds: float = 20) -> str:
    """What is said of a program that does not reply to the request."""
    process = program(body)
    try:
        with pytest.raises(AdapterError) as error:
            process.ask(request, seconds)
        assert error.value.code == "protocol"
        return str(error.value)
    finally:
        process.kill()


LARGE = {"op": "run", "input": {"tape": "0" * (1 << 20)}}  # more than a pipe holds
BROKEN: dict[str, tuple[str, dict[str, Any], str]] = {
    "ends": (
        "sys.stdin.readline(); sys.exit(3)",
        {},
        r"ended \(exit code 3\) instead of replying$",
    ),
    "ends with a word": (
        "sys.stdin.readline(); sys.exit('no licence found')",
        {},
        "its last words: no licence found$",
    ),
    "replies with a list": (
        "sys.stdin.readline(); print('[]', flush=True); sys.stdin.read()",
        {},
        "must be a JSON object",
    ),
    "replies with text": (
        "sys.stdin.readline(); print('yes', flush=True); sys.stdin.read()",
        {},
        "not JSON: b'yes",
    ),
    "replies with nesting": (
        "sys.stdin.readline(); print('[' * 10**6, flush=True); sys.stdin.read()",
        {},
        "not JSON",
    ),
    "replies without end": (
        f"sys.stdin.readline(); print('x' * {MAX_LINE + 2}, flush=True); sys.stdin.read()",
        {},
        f"longer than {MAX_LINE}",
    ),
    "closes its output": (
        "sys.stdin.readline(); __import__('os').close(1); time.sleep(30)",
        {},
        "^the program closed its output instead of replying$",
    ),
    "closes its input": (
        "__import__('os').close(0); time.sleep(30)",
        LARGE,
        "^the program closed its input$",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_program_is_described(name: str) -> None:
    body, request, told = BROKEN[name]
    assert re.search(told, broken(body, request))


def test_the_largest_request_in_the_plane_fits_into_a_reply() -> None:
    """Kills a limit that fails every fast right implementation: it is asked for two coordinates of
    16 digits for each draw.
    """
    digits = REQUEST * 2 * 16
    child = program(
        f"import json; sys.stdin.readline(); print(json.dumps({{'samples': '0' * {digits}}}), "
        "flush=True); sys.stdin.read()"
    )
    try:
        assert len(child.ask({}, 60)["samples"]) == digits
    finally:
        child.close()


def test_limits_of_time_hold_for_reading_and_for_writing() -> None:
    """Kills a runner that waits for ever for a program that neither reads nor writes."""
    assert broken("time.sleep(60)", {}, 0.3) == "no reply within 0.3 s"
    assert broken("time.sleep(60)", LARGE, 0.3) == "the program did not read its input within 0.3 s"


def test_output_before_a_question_is_refused() -> None:
    process = program("print('hello', flush=True); sys.stdin.read()")
    try:
        assert select([process._started.stdout], [], [], 20)[0]  # it has spoken
        with pytest.raises(AdapterError, match="before it was asked for"):
            process.ask({}, 5)
    finally:
        process.kill()


def test_the_last_part_of_standard_error_is_kept_and_no_more() -> None:
    process = program(
        "sys.stderr.write('x' * 10**6 + 'the end'); sys.stderr.flush(); sys.stdin.readline()"
    )
    with pytest.raises(AdapterError, match="ended"):
        process.ask({"op": "bye"}, 20)
    process.kill()
    assert process.stderr.endswith("the end")
    assert len(process.stderr) == STDERR_KEPT
    assert sum(map(len, process._stderr)) < 4 * STDERR_KEPT


def test_what_cannot_be_started_says_why(tmp_path: Path) -> None:
    (tmp_path / "not-a-program").write_text("")
    for command, told in {
        "'unclosed": "not a command line",
        "": "empty command",
        "/no/such/program -x": "No such file",
        str(tmp_path / "not-a-program"): "Permission denied",
    }.items():
        with pytest.raises(AdapterError, match=told) as error:
            Process(command)
        assert error.value.code == "adapter_start"


# ---------------------------------------------------------------- hello and replies

HELLO: dict[str, Any] = {
    "ok": True,
    "protocol": 1,
    "adapter": {"name": "a", "version": 2},
    "supports": {"kinds": ["exact"]},
}


@pytest.mark.parametrize(
    "change",
    [
        {"ok": 1},
        {"ok": False},
        {"protocol": 2},
        {"adapter": "a"},
        {"adapter": {}},
        {"adapter": {"name": 5}},
        {"supports": ["exact"]},
        {"supports": {"kinds": "exact"}},
        {"supports": {"objects": [1]}},
    ],
    ids=str,
)
def test_a_hello_that_is_none_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(AdapterError, match="hello"):
        parse_hello(HELLO | change)


def test_a_hello_is_read_as_it_is() -> None:
    assert parse_hello(HELLO) == Hello("a", "2", kinds=("exact",))
    odd = parse_hello(
        HELLO
        | {
            "policies": ["none"],
            "adapter": {"name": "n" * 99, "version": "v" * 99, "language": "l" * 99},
        }
    )
    assert (len(odd.name), len(odd.version), len(odd.language), odd.policies) == (80, 80, 40, {})
    assert parse_hello(HELLO | {"policies": {"nan": 1}}).policies == {"nan": "1"}


@pytest.mark.parametrize(
    "reply",
    [
        [],
        {"seq": "2", "status": "ok", "output": {}},
        {"status": "ok", "output": {}},
        {"seq": "1"},
        {"seq": "1", "status": "fine"},
        {"seq": "1", "status": "ok"},
        {"seq": "1", "status": "ok", "output": "1"},
    ],
    ids=str,
)
def test_a_reply_that_is_none_is_refused(reply: Any) -> None:
    with pytest.raises(AdapterError):
        check_reply(reply, "1")


def test_only_what_is_declared_is_asked_and_the_reason_is_named() -> None:
    vector = replace(
        next(v for v in VECTORS.values() if v.kind == "tape"),
        requires=("profile:p", "numbers:rational"),
    )
    hello = Hello("a", "1")
    for gained, reason in (
        ({}, f"kind {vector.kind} not declared"),
        ({"kinds": ("tape",)}, f"object {vector.object} not declared"),
        ({"objects": (vector.object,)}, "profile:p not declared"),
        ({"profiles": ("p", "rational")}, "numbers:rational not declared"),
        ({"numbers": ("rational",)}, None),
    ):
        hello = replace(hello, **gained)  # type: ignore[arg-type]
        assert hello.missing(vector) == reason


# ---------------------------------------------------------------- in this process


@pytest.mark.parametrize(
    "body", ["def answer(r):\n    raise KeyboardInterrupt", "raise KeyboardInterrupt"]
)
def test_an_interrupt_is_not_the_modules_failure(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interrupted.py").write_text(body + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("interrupted", None)
    with pytest.raises(KeyboardInterrupt):
        Direct("interrupted").ask({}, 1)


def test_our_own_adapter_tells_what_it_has_not_from_what_it_refuses_and_from_its_own_faults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills an adapter that calls its own fault a refusal, or a refusal its own fault."""
    request = VECTORS["laplace-reject-epsilon0-twin"].prompt() | {"seq": "7"}
    assert own.answer(request)["status"] == "ok"
    assert own.answer(request | {"quantity": "no_such"}) == {
        "seq": "7",
        "status": "unsupported",
        "reason": "no quantity laplace.no_such",
    }
    exhausted = next(
        v for v in VECTORS.values() if v.kind == "tape" and v.expect.get("code") == "tape_exhausted"
    )
    assert [own.answer(exhausted.prompt())[k] for k in ("status", "phase", "code")] == [
        "rejected",
        "invoke",
        "tape_exhausted",
    ]
    monkeypatch.setattr(own, "kind_of", lambda _: 1 // 0)
    reply = own.answer(request)
    assert (reply["status"], "ZeroDivisionError" in reply["traceback"]) == ("error", True)


def test_our_own_adapter_serves_until_bye(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps(r) + "\n" for r in ({"op": "hello"}, {"op": "bye"}, {"op": "hello"})]
    monkeypatch.setattr(own.sys, "stdin", iter(lines))
    own.main()
    assert len(capsys.readouterr().out.splitlines()) == 1
    monkeypatch.setattr(own.sys, "stdin", iter(lines[:1]))
    own.main()  # the end of input ends it too
    assert len(capsys.readouterr().out.splitlines()) == 1


# ---------------------------------------------------------------- the second route

EXACT = next(
    v
    for v in VECTORS.values()
    if v.kind == "exact" and v.expect.get("value", {}).get("exact") == "3"
)
ROUTE: dict[str, tuple[Any, str]] = {
    "an answer": ({"status": "ok", "output": {"value": "3"}}, ""),
    "another answer": (
        {"status": "ok", "output": {"value": {"lo": "3.1", "hi": "3.1"}}},
        "first route [3, 3], second route",
    ),
    "an answer below": (
        {"status": "ok", "output": {"value": "2"}},
        "first route [3, 3], second route",
    ),
    "too wide an answer": (
        {"status": "ok", "output": {"value": {"lo": "2", "hi": "4"}}},
        "too wide to confirm",
    ),
    "too many answers": (
        {"status": "ok", "output": {"values": ["3", "3"]}},
        "gave 2 values, not 1",
    ),
    "no answer": ({"status": "unsupported", "reason": "cannot"}, "answered unsupported: cannot"),
    "garbage": ({"status": "fine"}, "the second route failed: status must be"),
}


@pytest.mark.parametrize("name", ROUTE)
def test_the_second_route_confirms_only_what_it_knows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply, problem = ROUTE[name]

    class Answers:
        def __init__(self, command: str) -> None:
            assert command == "route"

        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            return HELLO if request["op"] == "hello" else {"seq": request["seq"], **reply}

        def close(self) -> None:
            closed.append(True)

    closed: list[bool] = []
    monkeypatch.setattr(second_route, "Process", Answers)
    confirmed, found = second_route.disagreements("route", [EXACT])
    assert (confirmed, len(found), closed) == (0 if problem else 1, 1 if problem else 0, [True])
    assert problem in "".join(found)


# one event: 1/2 - (1 + 1) / (4 e) = 0.316...
STAT = VECTORS["transformed_mean-stat-epsilon1-lower0-upper1-noiselaplace"]
CHANCES: dict[str, tuple[Any, str]] = {
    "an answer": (
        {
            "status": "ok",
            "output": {"value": {"lo": "0.31606027941427883", "hi": "0.31606027941427884"}},
        },
        "",
    ),
    "another answer": ({"status": "ok", "output": {"value": "0.32"}}, "first route [0.31596"),
    "too wide an answer": (
        {"status": "ok", "output": {"value": {"lo": "0.31606", "hi": "0.31607"}}},
        "too wide to confirm",
    ),
}


@pytest.mark.parametrize("name", CHANCES)
def test_the_second_route_is_asked_for_every_event(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply, problem = CHANCES[name]
    asked = []

    class Answers:
        def __init__(self, command: str) -> None: ...

        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            asked.append(request)
            return HELLO if request["op"] == "hello" else {"seq": request["seq"], **reply}

        def close(self) -> None: ...

    monkeypatch.setattr(second_route, "Process", Answers)
    _, found = second_route.disagreements("route", [STAT])
    assert [r.get("event") for r in asked] == [None, {"on": "x", "relation": "eq", "at": "0"}]
    assert (problem in "".join(found)) and bool(found) == bool(problem)
