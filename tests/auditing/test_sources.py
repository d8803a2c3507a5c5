"""Programs as sources of outputs: what is read of them is bounded, a call that breaks is one output,
calls fit the time that is left, and what an adapter replies is checked.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.claims import claimed
from dpmean.auditing.described import Described, Failed, Leaf, Role, Sort
from dpmean.auditing.pairs import Pair
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources import Alone
from dpmean.auditing.sources.adapter import Adapter
from dpmean.auditing.sources.buffered import Buffered
from dpmean.auditing.sources.command import Command, started
from dpmean.auditing.sources.files import Files
from dpmean.auditing.sources.function import Function
from dpmean.auditing.status import Stop
from dpmean.errors import AdapterError, InvalidInput
from dpmean.judging.draws.reading import pack
from dpmean.wire import clock, session
from dpmean.wire.protocol import NEWEST


def printed(number: float, decimals: int = 0) -> Described:
    """A number that a program prints with so many decimals."""
    marks = ((Leaf("x", Role.WRITTEN), float(decimals)),)
    return Described("number", (float(number),), ("x",), marks=marks)


def program(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(text)
    return [sys.executable, "-S", "-E", str(path)]


PROGRAMS: dict[str, tuple[str, list[Any]]] = {
    "a number": ("print(2.5)", [printed(2.5, 1)]),
    "a list on lines": ("print(1); print(2.5)", ["1\n2.5"]),
    "a text on lines": ("print('a'); print('b')", ["a\nb"]),
    "nothing": ("", [None]),
    "records": ("import sys; print(len(sys.stdin.read().split()))", [printed(3)]),
    "reads nothing, prints much": ("print('x' * 100_000)", ["x" * 100_000]),
    "an exit code": ("print(1); raise SystemExit(3)", [Failed("exit code 3")]),
    "a signal": ("import os; os.kill(os.getpid(), 9)", [Failed("exit code -9")]),
    "never ends": ("import time; time.sleep(60)", [Failed("no output within 1 s")]),
    "closes its output and never ends": (
        "import os, time; print(1, flush=True); os.close(1); time.sleep(60)",
        [Failed("no output within 1 s")],
    ),
    "floods": (
        "import os\nwhile True: os.write(1, b'y\\n' * 4096)",
        [Failed("more than 1,049,600 bytes of output")],
    ),
    "floods without a line": (
        "import os\nwhile True: os.write(1, b'y' * 4096)",
        [Failed("more than 1,049,600 bytes of output")],
    ),
    "drips": (
        "import os, time\nwhile True: os.write(1, b'y'); time.sleep(0.05)",
        [Failed("no output within 1 s")],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_start_of_a_program_is_one_output_within_bounds(name: str, tmp_path: Path) -> None:
    """Kills a reply that is read without a limit of bytes or of time."""
    text, outputs = PROGRAMS[name]
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    limit = 1.0 if "within" in str(outputs) else 20.0
    assert started(program(tmp_path, text), b"1\n2\n3\n", 1, limit) == outputs
    assert time.monotonic() - began < limit + 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # KiB


def test_a_command_is_late_by_its_work_and_by_waiting_not_by_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a limit on the wall, by which a machine that is forty times slower breaks a program for
    one data set and not for the other; and one by which a program may sleep as long.
    """
    monkeypatch.setattr(clock, "slowness", lambda: 40.0)
    works = "import time\nwhile time.process_time() < 1: pass\nprint(1)"
    assert started(program(tmp_path, works), b"", 1, 0.2) == [printed(1)]
    began = time.monotonic()
    sleeps = program(tmp_path, "import time; time.sleep(60)")
    assert started(sleeps, b"", 1, 0.2) == [Failed("no output within 0.2 s")]
    assert time.monotonic() - began < 20


def test_records_that_a_program_does_not_read_block_nobody(tmp_path: Path) -> None:
    """Kills a writer that waits for a reader, and a reader that waits for a writer: both pipes are
    full here.
    """
    words = program(tmp_path, "import sys\nprint('x ' * 200_000)\nprint(len(sys.stdin.read()))")
    (found,) = started(words, b"1\n" * 1_000_000, 1, 30.0)
    assert found.endswith("2000000")
    assert started(program(tmp_path, "print(1)"), b"1\n" * 1_000_000, 1, 30.0) == [printed(1)]


@pytest.mark.parametrize("broken", ["raise SystemExit(1)", "import time; time.sleep(9)"])
def test_a_start_that_breaks_is_one_output_however_many_were_asked_for(
    broken: str, tmp_path: Path
) -> None:
    """Kills a thousand outputs "no output within 1 s" of one start, which a busy machine would give
    to one data set and not to the other.
    """
    words = [*program(tmp_path, broken), "{count}"]
    source = Buffered(Command(words, 1.0))
    assert len(source.draw((1.0,), 2)) == 2
    assert all(x.sort is Sort.BROKE for x in source.draw((1.0,), 1))
    assert len(started(words, b"", 1000, 1.0)) == 1


def test_one_failed_call_of_a_function_of_many_is_one_output() -> None:
    calls = []

    def release(records: list[float], count: int) -> Any:
        calls.append(count)
        raise ValueError("no")

    assert len(Function(release, many=True).draw((1.0,), 1000)) == 1
    found = dpmean.audit(release, many=True, draws=5000, data=([0.0], []))
    assert isinstance(found, Report)
    assert found.audit.stopped is Stop.BROKE
    assert found.audit.draws < 200


@pytest.mark.parametrize(
    "output", [[1.0], [1.0] * 9, 2.5, None, "x", np.array(2.5), {}, iter([1.0, 2.0])]
)
def test_a_function_of_many_must_return_as_many(output: Any) -> None:
    """Kills fewer outputs that are taken for the end of all, and a traceback."""
    with pytest.raises(InvalidInput, match=r"must return a list or an array of 2 outputs"):
        Function(lambda records, count: output, many=True).draw((1.0,), 2)


class Slow(Alone):
    """Outputs of which each takes a tenth of a second, by a clock of its own."""

    def __init__(self, clock: list[float]) -> None:
        self.name = self.key = "slow"
        self.clock, self.calls = clock, list[int]()

    def draw(self, records: tuple[Any, ...], count: int) -> Any:
        if self.over:
            return []
        self.calls.append(count)
        self.clock[0] += 0.1 * count
        return np.random.default_rng().random(count)


@pytest.mark.parametrize("seconds", [3.0, 10.0, 100.0])
@pytest.mark.parametrize("longest", [inf, 2.0])
def test_calls_fit_the_time_that_is_left(
    seconds: float, longest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a call for 64 outputs, or for twice as many as before, whatever it takes: the time is
    kept to within a tenth, whatever the machine.
    """
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    source = Slow(clock)
    source.longest = longest
    pairs = [Pair((0.0, float(i)), (0.0,), 1) for i in range(9)]
    state = Audit("slow", [claimed("epsilon=1")], "", pairs, Fraction(1, 10**6))
    proceed(state, Buffered(source), 10**6, seconds)
    assert 0.6 * seconds <= clock[0] - 1000 <= 1.1 * seconds
    assert source.calls[0] == 1
    assert state.pace == pytest.approx(0.1)
    assert max(source.calls) * 0.1 <= min(longest, seconds) + 1e-9
    assert state.stopped is Stop.TIME


def test_the_time_of_one_output_is_known_before_anything_else() -> None:
    """Kills an estimate that comes when the first pair is done."""
    said: list[tuple[float | None, int]] = []
    pairs = [Pair((0.0, 1.0), (0.0,), 1)]
    state = Audit("f", [claimed("epsilon=1")], "", pairs, Fraction(1, 10**6))
    source = Function(lambda records: sum(records))
    proceed(state, source, 50, 10, lambda audit: said.append((audit.pace, audit.draws)))
    assert said[0][0] is not None
    assert said[0][1] == 0


# ---------------------------------------------------------------- adapters

HELLO = {
    "ok": True,
    "protocol": NEWEST,
    "adapter": {"name": "mine", "version": "1"},
    "supports": {"kinds": ["stat"], "objects": ["laplace"], "profiles": [], "numbers": []},
    "randomness": "os",
}


class Replies:
    """An adapter in this process, which replies what a function makes of the number of draws."""

    def __init__(self, reply: Callable[[int], dict[str, Any]]) -> None:
        self._reply = reply

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return HELLO
        found = self._reply(int(request["input"]["draws"]))
        return {"seq": request["seq"], **json.loads(json.dumps(found))}

    def processor_seconds(self) -> None:
        return None

    def close(self) -> None:
        pass


def adapter(reply: Callable[[int], dict[str, Any]], law: str = "laplace") -> Adapter:
    return Adapter(lambda: Replies(reply), law, {"epsilon": "1"}, True, 5.0)


def ok(**output: Any) -> dict[str, Any]:
    return {"status": "ok", "output": output}


MALFORMED: dict[str, Callable[[int], dict[str, Any]]] = {
    "counts of 10^12": lambda n: ok(counts=[["1", str(10**12)]]),
    "an exponent without end": lambda n: ok(counts=[["1e99999999", str(n)]]),
    "no list": lambda n: ok(counts=5),
    "an empty list": lambda n: ok(counts=[]),
    "rows that are none": lambda n: ok(counts=["1"]),
    "rows of three": lambda n: ok(counts=[["1", str(n), "1"]]),
    "no text": lambda n: ok(counts=[[{"a": 1}, "3"]]),
    "a number for a text": lambda n: ok(counts=[[1, str(n)]]),
    "no count": lambda n: ok(counts=[["1", "x"]]),
    "a negative count": lambda n: ok(counts=[["1", "-1"], ["2", str(n + 1)]]),
    "1/0": lambda n: ok(counts=[["1/0", str(n)]]),
    "NaN": lambda n: ok(counts=[["nan", str(n)]]),
    "5,000 digits": lambda n: ok(counts=[["1" * 5000, str(n)]]),
    "one count too few": lambda n: ok(counts=[["1", str(n - 1)]]),
    "one count too many": lambda n: ok(counts=[["1", str(n + 1)]]),
    "pairs of a law on the line": lambda n: ok(counts=[[["1", "2"], str(n)]]),
    "samples of pairs": lambda n: ok(samples="4000000000000000" * 2 * n),
    "two widths": lambda n: ok(counts=[[["1", "2"], "1"], ["1", str(n - 1)]]),
    "one sample too few": lambda n: ok(samples="4000000000000000" * (n - 1)),
    "one sample too many": lambda n: ok(samples="4000000000000000" * (n + 1)),
    "no hexadecimal": lambda n: ok(samples="zz00000000000000" * n),
    "samples with spaces": lambda n: ok(samples="40 0000000000000" * n),
    "samples of 65,537 numbers": lambda n: ok(samples="4000000000000000" * n * 65_537),
    "none of 10^15": lambda n: ok(none=str(10**15)),
    "none is no text": lambda n: ok(none=n),
    "none in other digits": lambda n: ok(none="²"),
    "nothing": lambda n: ok(),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_reply_ends_the_audit_in_one_line(name: str) -> None:
    """Kills a traceback, an endless loop and draws that were not asked for."""
    source = adapter(MALFORMED[name])
    with pytest.raises(AdapterError, match="a reply was malformed: ") as seen:
        for count in (2, 64, 64):
            source.draw((0.0,), count)
    assert (seen.value.code, "\n" in str(seen.value)) == ("protocol", False)
    assert len(str(seen.value)) < 300


def test_what_an_adapter_draws_is_read() -> None:
    """Kills a right reply that is refused, and draws in another order."""
    x = [1.0, -0.5, inf, 2.0]
    for reply, drawn in (
        (lambda n: ok(samples=pack(x)), [[v] for v in x]),
        (lambda n: ok(counts=[["1/2", "4"]]), [[0.5]] * 4),
    ):
        assert np.array_equal(adapter(reply).draw((0.0,), 4), drawn)  # type: ignore[arg-type]
    for reply, drawn in (
        (lambda n: ok(samples=pack(x * 2)), [[1.0, -0.5], [inf, 2.0]] * 2),
        (lambda n: ok(counts=[[["1", "-3"], "4"]], grid="1"), [[1.0, -3.0]] * 4),
    ):
        for law in ("staircase2d", "a mechanism"):
            assert np.array_equal(adapter(reply, law).draw((0.0,), 4), drawn)  # type: ignore[arg-type]
    assert adapter(lambda n: ok(value="none")).draw((0.0,), 3) == [None] * 3
    assert adapter(lambda n: ok(none="3")).draw((0.0,), 3) == [None] * 3
    (huge, *_) = adapter(lambda n: ok(counts=[["1e400", "4"]])).draw((0.0,), 4)
    assert huge == (Fraction(10) ** 400,)


def test_draws_without_an_answer_stand_anywhere() -> None:
    """Kills draws without an answer that all come last, which look like draws that are not fresh."""
    source = adapter(lambda n: ok(samples=pack([1.0] * (n // 2)), none=str(n - n // 2)))
    places = [i for i, x in enumerate(source.draw((0.0,), 400)) if x is None]
    assert len(places) == 200
    assert 150 < sum(places) / 200 < 250


@pytest.mark.parametrize(("status", "sort"), [("rejected", Sort.REFUSED), ("error", Sort.BROKE)])
def test_a_reply_without_draws_is_one_output(status: str, sort: Sort) -> None:
    assert adapter(lambda n: {"status": status}).draw((0.0,), 1000) == [Failed(status, sort)]


def breaks(when: Callable[[int], bool]) -> Callable[[int], dict[str, Any]]:
    seen: list[int] = []

    def reply(n: int) -> dict[str, Any]:
        seen.append(n)
        if when(len(seen)):
            raise AdapterError("protocol", "the program ended instead of replying")
        return ok(samples=pack([1.0] * n))

    return reply


def test_an_adapter_that_only_breaks_has_broken() -> None:
    """Kills "every output was the same: broke" for an adapter that never answered, and an audit that
    ends when one in ten requests breaks.
    """
    source = adapter(breaks(lambda k: True))
    with pytest.raises(AdapterError, match="the adapter only broke, 6 times") as seen:
        for _ in range(99):
            source.draw((0.0,), 64)
    assert seen.value.code == "adapter_start"
    source = adapter(breaks(lambda k: k % 3 == 0))
    drawn = [x for _ in range(60) for x in source.draw((0.0,), 64)]
    assert sum(isinstance(x, Failed) for x in drawn) == 20 > session.MAX_RESTARTS


def test_outputs_of_files_are_used_once(tmp_path: Path) -> None:
    """Kills a run that goes on from a record with the outputs that it has bet on."""
    for name in ("one", "other"):
        (tmp_path / name).write_text("".join(f"{i}\n" for i in range(5)))
    source = Files(tmp_path / "one", tmp_path / "other", Pair((0.0,), (), 0))
    source.skip(2, 1)
    assert source.sizes == (3, 4)
    assert source.draw((0.0,), 9) == [printed(2), printed(3), printed(4)]
    assert source.draw((), 2) == [printed(1), printed(2)]


def test_one_file_is_not_two(tmp_path: Path) -> None:
    """Kills a traceback where both data sets are given the same file, under one name or two."""
    file = tmp_path / "outputs.txt"
    file.write_text("1\n2\n")
    for other in (file, tmp_path / "x" / ".." / "outputs.txt"):
        with pytest.raises(InvalidInput, match="name two files"):
            Files(file, other, Pair(("one",), ("other",)))
