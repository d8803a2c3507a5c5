"""How large a batch the runner asks for: the largest that the speed of an implementation allows, by
a fixed calibration whose replies are not judged.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import AdapterError
from dpmean.suite.power import SIZES, TIERS
from dpmean.suite.vectors import Vector
from dpmean.wire import clock
from dpmean.wire.process import Process
from dpmean.wire.record import Recorder, read
from dpmean.wire.session import Session
from dpmean.wire.sizes import (
    BATCH_SECONDS,
    CALIBRATED,
    CALIBRATION,
    LONGEST,
    ORDINARY,
    PARTS,
    THOROUGH,
    THOROUGH_SECONDS,
    Sizes,
    expected,
)

HELLO = {
    "ok": True,
    "protocol": 2,
    "adapter": {"name": "paced", "version": "1"},
    "supports": {"kinds": ["stat"], "objects": ["laplace"]},
    "randomness": "os",
}
STAT = Vector(
    "an-id",
    "stat",
    "laplace",
    "because",
    "source",
    {"epsilon": "1"},
    {"events": []},
    input={"draws": "16", "center": "0"},
)


HALF = 0.5  # the seconds of a batch by which the figures here are reckoned


class Paced:
    """A connection whose clocks say what every request takes: all of them `each` for a draw, the
    first one more.

    `wall` is how many times as long it lasts on the wall; with `idle`, nothing of it is the
    processor's time.
    """

    def __init__(
        self, fixed: float, each: float, first: float = 0.0, wall: float = 1.0, idle: bool = False
    ) -> None:
        self.fixed, self.each, self.first, self.wall, self.idle = fixed, each, first, wall, idle
        self.now, self.worked, self.asked = 0.0, 0.0, []  # type: ignore[var-annotated]

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return HELLO
        draws = int(request["input"]["draws"])
        took = self.fixed + self.each * draws + (0 if self.asked else self.first)
        self.now += self.wall * took
        self.worked += 0.0 if self.idle else took
        self.asked.append(draws)
        if took > seconds:
            raise AdapterError("protocol", "too late")
        return {
            "seq": request["seq"],
            "status": "ok",
            "output": {"counts": [["0", str(len(self.asked))]]},
        }

    def processor_seconds(self) -> float | None:
        return self.worked

    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def a_machine_of_slowness_1(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second of the clocks below is a second, but where slowness is tested."""
    if request.function is not test_work_is_counted_beside_fixed_work:
        monkeypatch.setattr(clock, "slowness", lambda: 1.0)


@pytest.fixture
def paced(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session with an implementation of this pace, whose clock is the runner's."""

    def make(*pace: Any, sizes: Sizes | None = None) -> tuple[Session, Paced]:
        connection = Paced(*pace)
        monkeypatch.setattr(time, "monotonic", lambda: connection.now)
        return Session(lambda: connection, 60, sizes or Sizes(seconds=HALF)), connection

    return make


def size(session: Session) -> int:
    return int(session.sized(STAT).input["draws"])


# seconds of every request, of every draw, and of the first request more; the size that is due
# within half a second
PACES: dict[str, tuple[tuple[float, float, float], int]] = {
    "fast": ((0.0, 1e-7, 0.0), TIERS[-1]),
    "cold at first": ((0.0, 1e-7, 5.0), TIERS[-1]),
    "a request takes a while": ((0.03, 1e-6, 0.0), TIERS[3]),
    "a request takes longer": ((0.3, 1e-5, 5.0), TIERS[1]),  # 0.464 s
    "neither fast nor slow": ((0.0, 1e-4, 0.0), TIERS[0]),
    "slow": ((0.0, 1e-3, 0.0), 256),
    "too slow for a published size": ((0.0, 8e-3, 0.0), 32),
    "slower": ((0.0, 4e-2, 0.0), 4),
    "too slow for the least": ((0.0, 1.0, 0.0), 4),
}


@pytest.mark.parametrize("name", PACES)
def test_the_size_is_the_largest_that_the_speed_allows(name: str, paced: Any) -> None:
    """Kills a size by a few draws alone: what every request takes beside its draws is then taken
    for slow draws.
    """
    pace, due = PACES[name]
    session, connection = paced(*pace)
    assert size(session) == due
    assert pace[0] + pace[1] * due <= HALF or due == SIZES[0]
    larger = next(n for n in (*SIZES, 1 << 30) if n > due)
    assert pace[0] + pace[1] * larger > HALF or due == ORDINARY
    before = list(connection.asked)
    assert before == list(CALIBRATION[: len(before)])
    assert size(session) == due  # measured once
    assert connection.asked == before


@pytest.mark.parametrize("name", PACES)
def test_no_request_of_the_calibration_takes_much_longer_than_a_batch(
    name: str, paced: Any
) -> None:
    """Kills a trial that takes longer than a reply may: a right implementation failed for being
    slow.
    """
    pace, _ = PACES[name]
    session, connection = paced(*pace)
    size(session)
    assert all(pace[0] + n * pace[1] <= LONGEST * HALF for n in connection.asked[4:])


@pytest.mark.parametrize(
    ("each", "asked"),
    [
        (1.0, [1, 1, 4, 4]),
        (0.04, [1, 1, 4, 4, 16, 16]),
        (0.001, [1, 1, 4, 4, 16, 16, 512, 512]),
        (1e-5, list(CALIBRATION)),
    ],
)
def test_slow_programs_are_asked_for_few(each: float, asked: list[int], paced: Any) -> None:
    """2 s is the most for more than four: 16 draws of 1 s, 512 of 40 ms, and 16384 of 1 ms are too
    many.
    """
    session, connection = paced(0.0, each)
    size(session)
    assert connection.asked == asked


@pytest.mark.parametrize("name", PACES)
def test_a_busy_machine_changes_nothing(name: str, paced: Any) -> None:
    """Kills sizes by the clock on the wall: five programs at once make batches a fifth, and
    verdicts other ones.
    """
    pace, due = PACES[name]
    session, _ = paced(*pace, 5.0)
    assert size(session) == due


def test_what_waits_is_measured_on_the_wall(paced: Any) -> None:
    """Kills processor time alone: a program that asks a server for its draws would be asked for
    millions.
    """
    session, _ = paced(0.0, 0.04, 0.0, 1.0, True)
    assert size(session) == 4
    # 20 times as long as it works: 512 draws last 10 s
    session, _ = paced(0.0, 1e-3, 0.0, 20.0, False)
    assert size(session) == SIZES[1]


def test_a_budget_is_divided_and_a_thorough_run_goes_further(paced: Any) -> None:
    """60 s for 30 checks: 2 s each, and half a second for the batch; for 3000 checks a hundredth of
    it.
    """
    for checks, due in ((30, 32), (3000, 4)):
        sizes = Sizes(budget=60.0)
        sizes.divide(checks)
        assert sizes.seconds == pytest.approx(60 / (PARTS * checks))
        session, _ = paced(0.0, 1e-2, sizes=sizes)
        assert size(session) == due
    unchanged = Sizes()
    unchanged.divide(1000)
    assert unchanged.seconds == BATCH_SECONDS
    session, _ = paced(0.0, 1e-6, sizes=Sizes(THOROUGH, THOROUGH_SECONDS))
    assert size(session) == THOROUGH
    session, _ = paced(0.0, 1e-4, sizes=Sizes(THOROUGH, THOROUGH_SECONDS))
    assert size(session) == TIERS[3]  # 26 s; a million draws would take 105


def test_a_size_that_is_given_asks_for_nothing(paced: Any) -> None:
    session, connection = paced(0.0, 1.0, sizes=Sizes(tier=64))
    assert (size(session), connection.asked) == (64, [])


def test_what_is_expected_by_hand() -> None:
    """Kills a proportion of the last alone: 100 draws took 2 s and 200 took 3, so that 400 take 5,
    and not 6.
    """
    assert expected([(100, 2.0), (200, 3.0)], 400) == pytest.approx(5.0)
    assert expected([(100, 3.0), (200, 2.0)], 400) == 2.0  # noise: no draw takes less than no time


def test_a_record_has_the_same_batches_in_the_same_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a record in which replies of the calibration come before the judged ones, as equal
    requests.
    """
    for i, (pace, due) in enumerate(PACES.values()):
        connection = Paced(*pace)
        monkeypatch.setattr(time, "monotonic", lambda now=connection: now.now)
        recorder = Recorder(tmp_path / str(i), "paced")
        live = Session(recorder.wrap(lambda one=connection: one), 60, Sizes(seconds=HALF))  # type: ignore[misc]
        requests = [
            live.sized(STAT).prompt(),
            *(
                replace(STAT, input={**STAT.input, "draws": str(n)}).prompt()
                for n in CALIBRATION
                if n <= due
            ),
        ]
        looks = [live.ask(asked)["output"] for asked in requests]
        recorder.finish(Fraction(1, 10**9))
        assert live.sizes.chosen[STAT.id] == due
        again = Session(
            lambda at=i: next(read(tmp_path / str(at))), 60, Sizes(fixed=live.sizes.chosen)
        )  # type: ignore[misc]
        assert again.sized(STAT).prompt() == again.sized(STAT).prompt() == requests[0]
        assert [again.ask(asked)["output"] for asked in requests] == looks


def test_a_record_of_a_calibration_that_breaks_breaks_at_the_same_place(
    tmp_path: Path, paced: Any
) -> None:
    _, connection = paced(0.0, 100.0)
    recorder = Recorder(tmp_path / "record", "paced")
    live = Session(recorder.wrap(lambda: connection), 60)
    with pytest.raises(AdapterError, match="too late"):
        live.sized(STAT)
    recorder.finish(Fraction(1, 10**9))
    assert live.sizes.chosen == {STAT.id + CALIBRATED: 1}
    again = Session(lambda: next(read(tmp_path / "record")), 60, Sizes(fixed=live.sizes.chosen))
    with pytest.raises(AdapterError, match="too late"):
        again.sized(STAT)


# ---------------------------------------------------------------- the clock

PROGRAM = """
import subprocess, sys, time
def spin():
    while time.process_time() < {spin}: pass
for line in sys.stdin:
    {work}
    print("{{}}", flush=True)
"""


@pytest.mark.parametrize(
    ("work", "least", "most"),
    [
        ("spin()", 0.25, 0.5),
        (
            "subprocess.run([sys.executable, '-c', 'import time\\nwhile time.process_time() < "
            "0.3: pass'])",
            0.25,
            0.6,
        ),
        ("time.sleep(0.6)", 0.6, 5.0),
    ],
)
def test_what_a_program_works_or_waits_is_measured(work: str, least: float, most: float) -> None:
    """Kills a clock that forgets what the program started, and one by which a program that sleeps
    is quick.
    """
    import sys

    program = Process([sys.executable, "-c", PROGRAM.format(spin=0.3, work=work)])
    try:
        reply, seconds = clock.timed(lambda: program.ask({}, 60), program.processor_seconds)
    finally:
        program.kill()
    assert reply == {}
    assert least <= seconds <= most


def test_a_program_whose_work_is_unknown_is_timed_on_the_wall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert clock.timed(lambda: time.sleep(0.05), lambda: None)[1] >= 0.05
    readings = iter([1.0, None])
    monkeypatch.setattr(time, "monotonic", iter([10.0, 12.5]).__next__)
    assert clock.timed(lambda: "x", lambda: next(readings)) == ("x", 2.5)


@pytest.mark.parametrize(
    ("lasted", "worked", "seconds"),
    [
        (1.0, 1.0, 1.0),
        (12.25, 1.0, 1.0),
        (12.5, 1.0, 12.5),
        (0.25, 0.0, 0.0),
        (0.5, 0.0, 0.5),
        (1.0, -1.0, 1.0),
    ],
)
def test_waiting_is_more_than_twelve_times_the_work(
    lasted: float, worked: float, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = iter([5.0, 5.0 + worked])
    monkeypatch.setattr(time, "monotonic", iter([0.0, lasted]).__next__)
    assert clock.timed(lambda: None, lambda: next(readings)) == (None, seconds)


def test_work_is_counted_beside_fixed_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills seconds of the machine: on one that is ten times slower, the same work is the same, and
    a budget of the machine's seconds buys a tenth of it.
    """
    for slow in (1.0, 10.0):
        monkeypatch.setattr(time, "process_time", _Steps(slow * clock.YARDSTICK))
        clock.slowness.cache_clear()
        assert clock.slowness() == pytest.approx(slow)
        work = iter([0.0, 2.0 * slow])
        assert clock.timed(lambda: None, lambda: next(work))[1] == pytest.approx(2.0)
        sizes = Sizes(budget=60.0)
        sizes.divide(30)
        assert sizes.seconds == pytest.approx(60 / slow / (PARTS * 30))
    clock.slowness.cache_clear()


class _Steps:
    """A clock that moves on by a step with every look."""

    def __init__(self, step: float) -> None:
        self._now, self._step = 0.0, step

    def __call__(self) -> float:
        self._now += self._step
        return self._now
