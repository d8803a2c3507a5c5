"""Several processes that judge one implementation: what each gets, and that together they say what
one says.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpmean.errors import AdapterError
from dpmean.judging.judge import failure
from dpmean.judging.outcome import Job
from dpmean.judging.results import End, Run
from dpmean.judging.side_by_side import WEIGHT, joined, parts
from dpmean.judging.verdict import FAIL, PASS, Problem, Verdict
from dpmean.libraries.judged import conform
from dpmean.suite.vectors import Vector
from dpmean.wire.protocol import Hello
from dpmean.wire.sizes import Sizes

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        reply = {"ok": True, "protocol": 2, "adapter": {"name": "a", "version": "1"}, "randomness": "os",
            "supports": {"kinds": ["exact"], "objects": ["laplace", "staircase", "gaussian"]}}
    elif request["op"] == "bye":
        break
    else:
        if request["params"]["epsilon"] == "77":
            time.sleep(60)
        value = "9" if request["params"]["epsilon"] in ("3", "8") else request["params"]["epsilon"]
        reply = {"seq": request["seq"], "status": "ok", "output": {"value": value}}
    print(json.dumps(reply), flush=True)
"""


def exact(object_: str, epsilon: int) -> Vector:
    return Vector(
        f"{object_}-{epsilon}",
        "exact",
        object_,
        "because",
        "source",
        {"epsilon": str(epsilon)},
        {"value": str(epsilon)},
        quantity="scale",
        accept={"rule": "within", "ulps": "4"},
    )


VECTORS = [exact(o, e) for e in range(1, 5) for o in ("laplace", "staircase")] + [
    exact("gaussian", e) for e in range(7, 10)
]


def stat(object_: str) -> Vector:
    return Vector(
        f"{object_}-stat",
        "stat",
        object_,
        "because",
        "source",
        {"epsilon": "1"},
        {},
        input={"draws": "16"},
    )


def test_objects_are_dealt_out_the_dearest_first() -> None:
    """Kills a dealing by turns: one object in two processes has its single draws judged twice.

    With draws an object costs 40: a and b, 40 each, then c with 3, d with 2 and e with 1 go where
    the least is.
    """
    given = [
        stat("a"),
        exact("c", 1),
        stat("b"),
        exact("c", 2),
        exact("d", 1),
        exact("c", 3),
        exact("d", 2),
        exact("e", 1),
    ]
    assert WEIGHT == 40
    assert parts(given, 2) == [[0, 1, 3, 5], [2, 4, 6, 7]]
    assert parts(given, 1) == [list(range(8))]
    assert parts(given, 7)[5:] == [[], []]
    for workers in (2, 3, 7):
        dealt = parts(given, workers)
        assert sorted(i for p in dealt for i in p) == list(range(8))
        owners: dict[str, int] = {}
        assert all(
            owners.setdefault(given[i].object, w) == w for w, p in enumerate(dealt) for i in p
        )


def test_results_are_joined_in_the_order_of_the_vectors() -> None:
    hello = Hello("a", "1")
    one = Run(
        hello,
        [Verdict(VECTORS[i], PASS) for i in (0, 3)],
        10,
        Fraction(1, 8),
        {"x": 4},
        2.0,
        "interrupted",
        End.INTERRUPTED,
    )
    two = Run(
        replace(hello, version="now"),
        [failure(VECTORS[i], Problem("wrong")) for i in (1, 2)],
        5,
        Fraction(1, 4),
        {"y": 8},
        3.0,
    )
    whole = joined([one, two], [[0, 3, 5], [1, 2]])  # the first did not come to its last
    assert [v.vector.id for v in whole.verdicts] == [VECTORS[i].id for i in range(4)]
    assert (whole.draws, whole.false_alarm, whole.tiers, whole.seconds, whole.stopped) == (
        15,
        Fraction(3, 8),
        {"x": 4, "y": 8},
        3.0,
        "interrupted",
    )
    assert (
        joined(
            [replace(r, stopped=s, end=End.BROKE) for r, s in ((one, "p"), (two, "q"))],
            [[0, 3], [1, 2]],
        ).stopped
        == "p; q"
    )
    with pytest.raises(AdapterError, match="declares something else"):
        joined([one, replace(two, hello=replace(hello, kinds=("stat",)))], [[0, 3], [1, 2]])


@pytest.fixture
def program(tmp_path: Path) -> str:
    (tmp_path / "adapter.py").write_text(PROGRAM)
    return f"{sys.executable} {tmp_path / 'adapter.py'}"


def test_so_many_workers_find_what_one_finds(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    found = {}
    for workers in (1, 2, 3):
        made = conform(program, Job(VECTORS, workers=workers, sizes=Sizes()))
        assert made.run is not None
        assert [v.vector.id for v in made.run.verdicts] == [v.id for v in VECTORS]
        found[workers] = made.code, [v.vector.id for v in made.run.verdicts if v.status == FAIL]
    assert found[1] == found[2] == found[3] == (1, ["laplace-3", "staircase-3", "gaussian-8"])


def test_an_adapter_that_does_not_start_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills an error that cannot be sent from process to process, which ends the runner with a
    traceback.
    """
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    made = conform("/no/such/program", Job(VECTORS, workers=2))
    assert (made.code, made.run) == (3, None)
    assert "could not start '/no/such/program'" in made.reason


INTERRUPTED_RUN = """
import sys
from fractions import Fraction
from dpmean.wire.sizes import Sizes
from dpmean.judging.side_by_side import run_in_parts
from dpmean.libraries.bundled import connector
from tests.judging.test_side_by_side import VECTORS, exact

if __name__ == "__main__":
    vectors = [*VECTORS, *(exact(o, 77) for o in sys.argv[2:]), exact("laplace", 5)]
    print("begun", flush=True)
    result = run_in_parts(connector(sys.argv[1]), vectors, 2, seconds=100, alpha=Fraction(1, 10**9), sizes=Sizes(),
        progress=lambda i, v: print("part", flush=True))
    print(result.stopped, len(result.verdicts), flush=True)
"""


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("waiting", "before", "kept"),
    [(["laplace"], ["begun", "part", "part"], 11), (["laplace", "staircase"], ["begun"], 8)],
    ids=["one", "both"],
)
def test_an_interrupt_keeps_what_all_have_judged_and_begins_nothing(
    waiting: list[str], before: list[str], kept: int, program: str, tmp_path: Path
) -> None:
    """Kills a runner that throws away what a process has when another waits, and one that goes on
    with what is left.

    A program waits at 77. Of the three parts, two are finished by the other process, or the third
    has not begun.
    """
    (tmp_path / "interrupted.py").write_text(INTERRUPTED_RUN)
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "interrupted.py"), program, *waiting],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as child:
        assert child.stdout is not None
        try:
            assert [child.stdout.readline() for _ in before] == [f"{word}\n" for word in before]
            time.sleep(1 if len(before) > 1 else 4)
            os.killpg(child.pid, signal.SIGINT)
            *parts, last = child.stdout.read().splitlines()
            # what the processes end with may be told before it, as parts
            assert last == f"interrupted {kept}"
            assert set(parts) <= {"part"}
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
