"""How large a batch the runner asks for: by a speed that was measured on many draws before few are called enough."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.conformance.connection import session as sessions
from dpmean.conformance.connection.record import Record, Recorder
from dpmean.conformance.connection.session import FEW, FULL, TIER_SECONDS, TRIAL, TRIAL_SECONDS, Session
from dpmean.errors import AdapterError
from dpmean.suite.power import SIZES, TIERS
from dpmean.suite.vectors import Vector

HELLO = {"ok": True, "protocol": 2, "adapter": {"name": "paced", "version": "1"},
    "supports": {"kinds": ["stat"], "objects": ["laplace"]}, "randomness": "os"}
STAT = Vector("an-id", "stat", "laplace", "because", "source", {"epsilon": "1"}, {"events": []},
    input={"draws": "16", "center": "0"})


class Paced:
    """A connection whose clock says what every request takes: the first one more, all of them `each` for a draw."""

    def __init__(self, fixed: float, each: float, first: float = 0.0) -> None:
        self.fixed, self.each, self.first, self.now, self.asked = fixed, each, first, 0.0, []  # type: ignore[var-annotated]

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return HELLO
        draws = int(request["input"]["draws"])
        self.now += self.fixed + self.each * draws + (0 if self.asked else self.first)
        self.asked.append(draws)
        if self.now > 1000:
            raise AdapterError("protocol", "too late")
        return {"seq": request["seq"], "status": "ok", "output": {"counts": [["0", str(len(self.asked))]]}}

    def close(self) -> None: ...


@pytest.fixture
def paced(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session with an implementation of this pace, whose clock is the runner's."""

    def make(*pace: float) -> tuple[Session, Paced]:
        connection = Paced(*pace)
        monkeypatch.setattr(sessions.time, "monotonic", lambda: connection.now)
        return Session(lambda: connection, 60), connection

    return make


def size(session: Session) -> int:
    return int(session.sized(STAT).input["draws"])


# seconds of every request, of every draw, and of the first request more; the size that is due
PACES: dict[str, tuple[tuple[float, float, float], int]] = {
    "fast": ((0.0, 1e-7, 0.0), TIERS[-1]),
    "cold at first": ((0.0, 1e-7, 5.0), TIERS[-1]),
    "a request takes a while": ((0.03, 1e-6, 0.0), FULL),
    "a request takes longer": ((0.3, 1e-5, 5.0), FULL),
    "neither fast nor slow": ((0.0, 1e-4, 0.0), TIERS[1]),
    "slow": ((0.0, 1e-3, 0.0), TIERS[0]),
    "too slow for a published size": ((0.0, 8e-3, 0.0), SIZES[1]),
    "slower": ((0.0, 4e-2, 0.0), SIZES[0]),
    "too slow for the least": ((0.0, 1.0, 0.0), SIZES[0]),
}


@pytest.mark.parametrize("name", PACES)
def test_the_size_is_the_largest_that_the_speed_allows(name: str, paced: Any) -> None:
    """Kills a size by a few draws alone: what every request takes beside its draws is then taken for slow draws."""
    pace, due = PACES[name]
    session, connection = paced(*pace)
    assert size(session) == due
    assert connection.asked[:2] == [FEW, FEW]  # what the first request takes beside the others says nothing
    before = list(connection.asked)
    assert size(session) == due  # measured once
    assert connection.asked == before


@pytest.mark.parametrize("name", PACES)
def test_no_measured_batch_takes_longer_than_one_that_is_judged(name: str, paced: Any) -> None:
    pace, due = PACES[name]
    session, connection = paced(*pace)
    size(session)
    assert all(n * pace[1] + pace[0] <= (TIER_SECONDS if n > TRIAL else TRIAL_SECONDS) for n in connection.asked[2:]
        if n > SIZES[0])
    assert max(connection.asked) <= max(due, TRIAL)


def test_a_slow_implementation_draws_nothing_that_is_not_judged_but_the_few_draws(paced: Any) -> None:
    """Kills a batch that is measured and then asked for again: the least one takes the slowest minutes."""
    session, connection = paced(0.0, 1e-3)
    asked = session.sized(STAT)
    reply = session.ask(asked.prompt())
    assert connection.asked == [FEW, FEW, TRIAL, TIERS[0]]
    assert reply["output"] == {"counts": [["0", "4"]]}
    # a second look is on fresh draws
    assert session.ask(asked.prompt())["output"] == {"counts": [["0", "5"]]}
    assert connection.asked == [FEW, FEW, TRIAL, TIERS[0], TIERS[0]]


def test_what_takes_a_second_a_draw_is_asked_for_few(paced: Any) -> None:
    """Kills a trial that takes longer than a reply may: a right implementation failed for being slow."""
    session, connection = paced(0.0, 1.0)
    asked = session.sized(STAT)
    session.ask(asked.prompt())
    assert connection.asked == [FEW, FEW, SIZES[0]]


def test_another_request_does_not_get_the_measured_batch(paced: Any) -> None:
    session, _ = paced(0.0, 1e-3)
    asked = session.sized(STAT)
    other = replace(asked, input={**asked.input, "center": "1"})
    assert session.ask(other.prompt())["output"] == {"counts": [["0", "5"]]}
    assert session.ask(asked.prompt())["output"] == {"counts": [["0", "4"]]}


def test_a_record_has_the_same_batches_in_the_same_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a record in which a measured batch that was not judged comes before the judged one."""
    for i, (pace, _) in enumerate(PACES.values()):
        connection = Paced(*pace)
        monkeypatch.setattr(sessions.time, "monotonic", lambda now=connection: now.now)
        recorder = Recorder(tmp_path / str(i), "paced")
        live = Session(recorder.wrap(lambda one=connection: one), 60)  # type: ignore[misc]
        asked = live.sized(STAT).prompt()
        looks = [live.ask(asked)["output"] for _ in range(2)]
        recorder.finish(None, Fraction(1, 10**9))
        due = int(asked["input"]["draws"])
        again = Session(lambda at=i: Record(tmp_path / str(at)), 60, {STAT.id: due})  # type: ignore[misc]
        assert again.sized(STAT).prompt() == asked
        assert [again.ask(asked)["output"] for _ in range(2)] == looks
