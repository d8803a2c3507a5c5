"""A run from beginning to end against scripted connections: what stops it, what is kept, its exit
code, and its record.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpmean.errors import AdapterError, InvalidInput
from dpmean.exits import Exit
from dpmean.judging.draws.reading import pack
from dpmean.judging.evidence import Outcome, Severity
from dpmean.judging.outcome import Job, Target, conform, exit_code, rejudge
from dpmean.judging.results import End
from dpmean.judging.run import run
from dpmean.judging.support import support_vectors
from dpmean.judging.verdict import ADAPTER, FAIL, INCONCLUSIVE, PASS, UNSUPPORTED
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire.function import Called, greeting
from dpmean.wire.record import Recorder, digest, files_of, manifest, read
from dpmean.wire.session import MAX_RESTARTS

HELLO = {
    "ok": True,
    "protocol": 1,
    "adapter": {"name": "scripted", "version": "1"},
    "supports": {"kinds": ["exact", "transcript"], "objects": ["laplace"]},
}
VECTORS = [
    Vector(
        f"v{i}",
        "exact",
        "laplace",
        "because",
        "source",
        {"epsilon": str(i)},
        {"value": str(i)},
        quantity="scale",
        accept={"rule": "within", "ulps": "4"},
    )
    for i in range(1, 5)
]
Answers = dict[str, Any]  # epsilon -> a value, a reply, or an error


class Scripted:
    """A connection; `script` says what each request gets, and every connection of a run is kept in
    `made`.
    """

    def __init__(self, script: Answers, made: list[Scripted]) -> None:
        self.script, self.asked, self.closed = script, [], False  # type: ignore[var-annotated]
        made.append(self)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return HELLO
        self.asked.append(request["params"]["epsilon"])
        answer = self.script.get(self.asked[-1], self.asked[-1])
        if isinstance(answer, BaseException):
            raise answer
        return {
            "seq": request["seq"],
            **(
                answer
                if isinstance(answer, dict)
                else {"status": "ok", "output": {"value": answer}}
            ),
        }

    def processor_seconds(self) -> None: ...

    def close(self) -> None:
        self.closed = True


def judged(script: Answers, **more: Any) -> tuple[Any, list[Scripted]]:
    made: list[Scripted] = []
    result = run(lambda: Scripted(script, made), VECTORS, **more)
    assert all(c.closed for c in made)
    return result, made


def statuses(result: Any) -> list[str]:
    return [v.status for v in result.verdicts]


def test_everything_is_asked_once_and_kept() -> None:
    seen: list[tuple[int, str]] = []
    result, made = judged(
        {"2": "9", "4": {"status": "unsupported", "reason": "no"}},
        progress=lambda i, v: seen.append((i, v.id)),
    )
    assert statuses(result) == [PASS, FAIL, PASS, UNSUPPORTED]
    assert (len(made), made[0].asked, result.stopped) == (1, ["1", "2", "3", "4"], "")
    assert seen == [(0, "v1"), (1, "v2"), (2, "v3"), (3, "v4")]


def test_a_run_stops_at_the_first_failure_if_asked_to() -> None:
    result, made = judged({"2": "9"}, stop_at_first=True)
    assert (statuses(result), made[0].asked, result.stopped) == (
        [PASS, FAIL],
        ["1", "2"],
        "stopped at the first failure",
    )


def test_an_interrupt_keeps_what_was_judged() -> None:
    result, _ = judged({"3": KeyboardInterrupt()})
    assert (statuses(result), result.stopped) == ([PASS, PASS], "interrupted")


def test_a_reply_that_no_rule_foresaw_is_a_mistake_of_ours_and_fails_nobody() -> None:
    """Kills a failure that the adapter is told of, and exit code 0."""
    result, _ = judged({"2": {"status": "rejected", "code": "c", "message": Unprintable()}})
    assert statuses(result) == [PASS, INCONCLUSIVE, PASS, PASS]
    found = result.verdicts[1]
    assert (found.flags, found.statement) == ((), None)
    assert found.detail == "a mistake in dpmean itself (ZeroDivisionError)"
    assert (result.end, "please report it" in result.stopped) == (End.MISTAKE, True)
    assert exit_code(result, Severity.CONTRACT, stale=False) is Exit.MISTAKE


class Unprintable:
    """No JSON gives such a thing; a module in this process could."""

    def __str__(self) -> str:
        return str(1 // 0)


def test_what_breaks_is_started_again_and_only_so_often() -> None:
    broken = AdapterError("protocol", "garbage")
    result, made = judged({"2": broken})
    assert (statuses(result), len(made), made[1].asked) == ([PASS, FAIL, PASS, PASS], 2, ["3", "4"])
    assert (result.verdicts[1].flags, result.verdicts[1].detail) == ((ADAPTER,), "garbage")
    connections: list[Scripted] = []
    result = run(lambda: Scripted({"1": broken}, connections), [VECTORS[0]] * (MAX_RESTARTS + 3))
    assert statuses(result) == [FAIL] * MAX_RESTARTS
    assert (len(connections), result.stopped) == (
        MAX_RESTARTS + 1,
        f"the adapter broke {MAX_RESTARTS + 1} times; last: garbage; 3 of {MAX_RESTARTS + 3} "
        "vectors were not judged",
    )


# ---------------------------------------------------------------- exit codes and records


@pytest.fixture
def outcome() -> Callable[..., Any]:
    """The outcome of conform() for a script; a whole connection may be an error."""

    def make(script: Answers | AdapterError, record: Path | None = None, **job: Any) -> Any:
        def connect() -> Any:
            if isinstance(script, AdapterError):
                raise script
            return Scripted(script, [])

        return conform(Target("mine", connect), Job(VECTORS, **job), record=record)

    return make


NO = {"status": "unsupported", "reason": "no"}
CODES: dict[str, tuple[Any, int]] = {
    "all right": ({}, 0),
    "one wrong": ({"2": "9"}, 1),
    "right where it answered": ({"2": NO}, 0),
    "nothing answered": (dict.fromkeys("1234", NO), 4),
    "interrupted": ({"2": KeyboardInterrupt()}, 130),
    "wrong and interrupted": ({"2": "9", "3": KeyboardInterrupt()}, 1),
    "did not start": (AdapterError("adapter_start", "no such program"), 3),
}


@pytest.mark.parametrize("name", CODES)
def test_exit_codes_and_that_a_record_has_the_same(
    name: str, outcome: Callable[..., Any], tmp_path: Path
) -> None:
    script, code = CODES[name]
    found = outcome(script, tmp_path / "r", alpha=Fraction(1, 10**10))
    assert found.code == code
    (record,) = read(tmp_path / "r")
    assert (record.adapter, record.alpha, record.tiers) == ("mine", Fraction(1, 10**10), {})
    (again,) = rejudge(tmp_path / "r", Job(VECTORS))
    assert again.provenance["vectors"] == manifest() and again.provenance["notes"] == []
    if found.run is None:
        assert (found.reason, again.code) == ("no such program", 3)
    elif not found.run.stopped:
        assert (again.code, statuses(again.run)) == (code, statuses(found.run))


def test_a_broken_reply_is_broken_in_the_record_too(
    outcome: Callable[..., Any], tmp_path: Path
) -> None:
    assert outcome({"2": AdapterError("protocol", "garbage")}, tmp_path / "r").code == 1
    (again,) = rejudge(tmp_path / "r", Job(VECTORS))
    assert [(v.status, v.detail) for v in again.run.verdicts][:2] == [(PASS, ""), (FAIL, "garbage")]  # type: ignore[union-attr]


def test_a_leak_is_a_leak_in_the_record_too(tmp_path: Path) -> None:
    """Kills a support check that a record of a quick program has in batches of another size, so that
    who judges the record does not see what was seen.
    """

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        given = request["input"]
        draws = float(given["center"]) + np.random.default_rng().laplace(size=int(given["draws"]))
        return {"status": "ok", "output": {"samples": draws.astype(">f8").tobytes().hex()}}

    everything = load()
    vectors = [v for v in everything if v.id == "laplace-stat-epsilon1-0"]
    vectors += [v for v in support_vectors(everything) if v.id == "laplace-support"]
    assert len(vectors) == 2
    served = greeting(answer, "leaky", ["stat"], ["laplace"], "other")
    job = Job(vectors, complete=False)
    once = conform(Target("leaky", lambda: Called(served)), job, record=tmp_path / "r")
    (again,) = rejudge(tmp_path / "r", job)
    seen = [[(v.status, v.detail) for v in found.run.verdicts] for found in (once, again)]  # type: ignore[union-attr]
    assert seen[0] == seen[1]
    assert [status for status, _ in seen[0]] == [PASS, FAIL]


def test_what_was_not_recorded_is_not_judged(outcome: Callable[..., Any], tmp_path: Path) -> None:
    outcome({}, tmp_path / "r")
    twice = next(rejudge(tmp_path / "r", Job([VECTORS[0], VECTORS[0]]))).run
    assert [(v.status, v.detail) for v in twice.verdicts] == [
        (PASS, ""),
        (Outcome.NOT_ASKED, "not in the record"),
    ]  # type: ignore[union-attr]


def lines_of(path: Path) -> list[str]:
    with gzip.open(path, "rt") as file:
        return file.readlines()


def written(path: Path, lines: list[str]) -> Path:
    with gzip.open(path, "wt") as file:
        file.writelines(lines)
    return path


def test_one_file_holds_several_runs_and_a_damaged_one_is_one_error(
    outcome: Callable[..., Any], tmp_path: Path
) -> None:
    """Kills a record from which a reply was taken, in which one was changed, or that ends early."""
    outcome({}, tmp_path / "r")
    lines = lines_of(tmp_path / "r")
    outcome({"2": "9"}, tmp_path / "r")
    assert [j.code for j in rejudge(tmp_path / "r", Job(VECTORS))] == [0, 1]
    changed = [line.replace('"value": "2"', '"value": "3"') for line in lines]
    assert changed != lines
    for damaged in (
        changed,
        lines[:3] + lines[4:],
        lines[:-1],
        lines[1:],
        ["plain text"],
        ["[1]\n", *lines],
    ):
        with pytest.raises(InvalidInput, match="not a whole record"):
            list(rejudge(written(tmp_path / "d", damaged), Job(VECTORS)))
    (tmp_path / "d").write_text("plain text")
    with pytest.raises(InvalidInput, match="not a whole record"):
        list(read(tmp_path / "d"))


def test_a_record_says_what_was_judged_and_by_what(tmp_path: Path) -> None:
    """Kills a record whose adapter may be another than that of the command, and one made with other
    vectors that is judged as if it were not.
    """
    script = tmp_path / "mine.py"
    script.write_text("print('x')\n")
    assert files_of(f"python3 {script} -v") == {str(script): digest(script)}
    assert list(files_of("direct:dpmean.wire.own")) == ["own.py"]
    assert files_of("direct:no.such.module") == files_of("'unclosed") == {}
    Recorder(tmp_path / "r", f"python3 {script}").finish(Fraction(1, 10**9))
    begin, end = lines_of(tmp_path / "r")
    assert json.loads(begin)["begin"]["files"] == {str(script): digest(script)}
    other = begin.replace(manifest(), "0" * 64)
    total = hashlib.sha256(other.encode()).hexdigest()
    path = written(
        tmp_path / "o",
        [
            other,
            json.dumps({"end": {**json.loads(end)["end"], "sha256": total, "whole": ""}}) + "\n",
        ],
    )
    (record,) = read(path)
    assert "made with other vectors" in record.provenance["notes"][0]


def test_an_adapter_that_naps_below_the_limit_ends_the_run(outcome: Callable[..., Any]) -> None:
    """Kills a run without a limit of its own: each reply comes in time, and there is no end of
    them.
    """

    class Late(dict[str, Any]):
        def get(self, key: str, otherwise: Any = None) -> Any:
            time.sleep(0.05)
            return otherwise

    found = outcome(Late(), longest=0.12)
    assert (found.code, statuses(found.run)) == (Exit.INCONCLUSIVE, [PASS, PASS, PASS])
    assert found.run.stopped.startswith(
        "the whole run took longer than 0.12 s, its limit (--longest); 1 of 4"
    )
    assert outcome(Late(), longest=20).code == 0


@pytest.mark.parametrize(("severity", "code"), list(zip(Severity, (0, 1, 1, 1), strict=True)))
def test_only_failures_of_the_chosen_severity_decide_the_exit_code(
    severity: Severity, code: int, outcome: Callable[..., Any]
) -> None:
    """Kills a filter that is not asked, or asked the wrong way round."""
    assert outcome({"2": "9"}, severity=severity).code == code


def test_single_draws_are_judged_with_the_first_vector_that_is_answered() -> None:
    """Kills a run in which one unsupported or failing vector spares the object the check of single
    draws.
    """
    stat = [
        v
        for v in load()
        if v.kind == "stat"
        and v.object == "laplace"
        and "epsilon" in v.params
        and "numbers:rational" not in v.requires
    ]
    hello = {**HELLO, "supports": {"kinds": ["stat"], "objects": ["laplace"]}}

    class Seeded(Scripted):
        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            if request["op"] == "hello":
                return hello
            if (request["params"], request["input"]["center"]) == (
                stat[0].params,
                stat[0].input["center"],
            ):
                return {"seq": request["seq"], "status": "unsupported", "reason": "not this one"}
            scale = float(
                Fraction(request["params"].get("sensitivity", "1"))
                / Fraction(request["params"]["epsilon"])
            )
            draws = float(Fraction(request["input"]["center"])) + np.random.default_rng(7).laplace(
                0, scale, int(request["input"]["n"])
            )
            return {
                "seq": request["seq"],
                "status": "ok",
                "output": {"samples": pack(draws.tolist())},
            }

    result = run(lambda: Seeded({}, []), stat)
    assert statuses(result) == [UNSUPPORTED, *[FAIL] * (len(stat) - 1)]
    assert {v.flags for v in result.verdicts[1:]} == {("NoiseReused",)}


@pytest.mark.parametrize(
    ("seeds", "status"),
    [([7, 7, 7], FAIL), pytest.param([7, 8, 9, 10], PASS, marks=pytest.mark.slow)],
)
def test_a_program_whose_seed_is_a_constant_is_found_by_starting_it_again(
    seeds: list[int], status: str, tmp_path: Path
) -> None:
    """Kills a run that asks one start of the program only: it has the right law, and the same noise
    in every start.
    """
    first = next(v for v in load() if v.kind == "stat" and v.object == "laplace")
    made: list[Any] = []

    class Started(Scripted):
        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            if request["op"] == "hello":
                self.rng = np.random.default_rng(seeds[made.index(self)])
                return {**HELLO, "supports": {"kinds": ["stat"], "objects": ["laplace"]}}
            return {
                "seq": request["seq"],
                "status": "ok",
                "output": {
                    "samples": pack(self.rng.laplace(0, 1, int(request["input"]["n"])).tolist())
                },
            }

    recorder = Recorder(tmp_path / "r", "scripted")
    result = run(recorder.wrap(lambda: Started({}, made)), [first])
    recorder.finish(Fraction(1, 10**9), result.hello, result.tiers, result.stopped)
    assert (statuses(result), len(made), all(c.closed for c in made)) == (
        [status],
        len(seeds),
        True,
    )
    again = next(rejudge(tmp_path / "r", Job([first]))).run
    assert again is not None
    assert [(v.status, v.detail) for v in again.verdicts] == [
        (v.status, v.detail) for v in result.verdicts
    ]
    # as when the run was interrupted before them
    kept = [line for line in lines_of(tmp_path / "r") if '"n": "1"' not in line]
    end = json.loads(kept[-1])["end"]
    end["sha256"] = hashlib.sha256("".join(kept[:-1]).encode()).hexdigest()
    del end["whole"]  # as in records of suite 1.0.0
    rest = next(
        rejudge(
            written(tmp_path / "s", [*kept[:-1], json.dumps({"end": end}) + "\n"]), Job([first])
        )
    ).run
    assert rest is not None
    assert [(v.status, v.detail) for v in rest.verdicts] == [
        (Outcome.NOT_ASKED, "not in the record")
    ]
