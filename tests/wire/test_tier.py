"""The tier of a run: chosen once by work, printed, pinned by a number or by the report of an earlier
run; and a budget, which stops a run and fails nobody.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import AdapterError, Broke
from dpmean.exits import Exit
from dpmean.judging import outcome
from dpmean.judging.evidence import Outcome
from dpmean.judging.outcome import Job, Target
from dpmean.judging.selecting import fits
from dpmean.libraries.bundled import ADAPTERS, bundled
from dpmean.libraries.tiers import declared
from dpmean.suite.files import load
from dpmean.suite.power import SIZES
from dpmean.suite.vectors import Vector
from dpmean.wire import sizes as module
from dpmean.wire.bounded import Bounds
from dpmean.wire.protocol import greet, late
from dpmean.wire.session import Session
from dpmean.wire.sizes import BATCH, CALIBRATED, FEWER, SAMPLE, SINGLE, SINGLES, Sizes, Timed
from tests.conftest import Run

LOADED = load()
STATS = [v for v in LOADED if v.kind == "stat"]


class Work:
    """What requests take: so many seconds each, and so many for a draw, by the id of the vector."""

    def __init__(self, request: float, draw: float, slow: dict[str, float] | None = None) -> None:
        self.request, self.draw, self.slow, self.asked = request, draw, slow or {}, 0

    def __call__(self, vector: Vector, draws: int) -> Timed:
        self.asked += 1
        return Timed(self.request + self.slow.get(vector.id, self.draw) * draws, True)

    def of(self, sizes: Sizes, vector: Vector) -> int:
        return sizes.of(vector, lambda n: self(vector, n).seconds)


@pytest.mark.parametrize(
    ("request_", "draw", "tier", "single"),
    [
        (0.0, 1e-7, 1 << 20, 2048),
        (2e-4, 2e-6, 1 << 18, 2048),
        (5e-4, 2e-5, 1 << 16, 512),
        (0.01, 1e-3, 256, 128),
        (0.2, 1e-3, 256, 32),
        (0.0, 1.0, 4, 8),
    ],
)
def test_the_tier_is_what_most_of_a_sample_allow(
    request_: float, draw: float, tier: int, single: int
) -> None:
    """Kills a tier of the slowest or of the first, and one for which all vectors are measured."""
    chosen = STATS[:60]
    odd = {v.id: 1.0 for v in chosen[::7]}
    work, sizes = Work(request_, draw, odd), Sizes()
    sizes.settle(chosen, work)
    assert (sizes.tier, sizes.singles) == (tier, single)
    assert (sizes.chosen[BATCH], sizes.chosen[SINGLE]) == (tier, single)
    assert len([k for k in sizes.chosen if k.endswith(CALIBRATED)]) == SAMPLE
    for vector in chosen:
        slow = vector.id in odd and tier > 4
        assert work.of(sizes, vector) == (4 if slow else tier)
        assert sizes.chosen.get(vector.id + FEWER) == (4 if slow else None)
        singles = min(single, 128) if request_ > 0.02 else single
        assert sizes.singles_of(vector.id, work.of(sizes, vector)) == (8 if slow else singles)


def test_a_vector_that_is_four_times_as_slow_has_the_batch_of_the_others() -> None:
    """Kills sizes that follow each vector's own time, and so the noise of a clock."""
    chosen = STATS[:40]
    slower = {v.id: 1e-5 * (1 + i % 4) for i, v in enumerate(chosen)}
    work, sizes = Work(1e-4, 1e-5, slower), Sizes()
    sizes.settle(chosen, work)
    assert {work.of(sizes, v) for v in chosen} == {sizes.tier} == {1 << 16}


def test_a_tier_that_is_given_is_not_measured_and_one_that_is_probed_only_goes_down() -> None:
    given = Sizes(tier=16384)
    work = Work(0.0, 1.0)
    given.settle(STATS, work)
    assert {work.of(given, v) for v in STATS[:9]} == {16384}
    assert work.asked == 0
    assert given.singles == 512
    probed, quick = Sizes(tier=16384, probed=None), Work(0.0, 1e-9, {STATS[0].id: 0.01})
    probed.settle(STATS, quick)
    assert [quick.of(probed, v) for v in STATS[:3]] == [32, 16384, 16384]


def test_outcomes_that_come_one_by_one_have_batches_that_fit_into_memory() -> None:
    """Kills a million rationals at once, which take gigabytes of the runner."""
    for name, n in (("one by one", 1 << 16), ("few", 1 << 20)):

        class Quick(Waiting):
            differ = name == "one by one"

            def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
                if request["op"] == "hello":
                    hello = super().ask(request, seconds)
                    hello["supports"] = {"kinds": ["stat"], "objects": ["laplace"]}
                    return hello | {"randomness": "os"}
                draws = int(request["input"]["draws"])
                counts = [[f"{i}/7", "1"] for i in range(draws if self.differ else 1)]
                return {"seq": request["seq"], "status": "ok", "output": {"counts": counts}}

            def processor_seconds(self) -> float:  # type: ignore[override]
                return 0.0

        session = Session(lambda q=Quick: q(0.0), 60, Sizes())  # type: ignore[misc]
        session.settle([STATS[0]])
        assert int(session.sized(STATS[0]).input["draws"]) == n
        # what a record and a report have is what was asked for
        assert session.sizes.chosen[STATS[0].id] == n
        assert session.sizes.chosen.get(STATS[0].id + FEWER) == (n if n < 1 << 20 else None)


def test_what_is_not_answered_chooses_nothing() -> None:
    """Kills the speed of refusals, by which a program that has nothing is the quickest of all."""
    sizes = Sizes()
    sizes.settle(STATS[:9], lambda _v, _n: Timed(1e-6, False))
    assert (sizes.tier, BATCH in sizes.chosen) == (None, False)

    def broken(_v: Vector, _n: int) -> Timed:
        raise AdapterError("protocol", "it broke", broke=Broke.ENDED)

    asked = Sizes()
    asked.settle(STATS[:9], broken)
    assert (asked.tier, sum(asked.chosen.values())) == (
        None,
        1,
    )  # it is broken once, not nine times


def test_a_record_has_the_tier_of_its_run() -> None:
    """Kills a judgement from a record that chooses anew."""
    work, live = Work(1e-4, 1e-5), Sizes()
    live.settle(STATS[:9], work)
    for v in STATS[:9]:
        work.of(live, v)
    asked, work.asked = work.asked, 0
    again = Sizes(fixed=dict(live.chosen))
    again.settle(STATS[:9], work)
    assert work.asked == 0
    assert [work.of(again, v) for v in STATS[:9]] == [live.tier] * 9
    assert work.asked == asked  # what nobody looked at is passed over
    assert (again.tier, again.singles) == (live.tier, live.singles)


@pytest.mark.parametrize("name", ["dpmean", *bundled()])
def test_what_is_declared_of_a_library_is_a_size_that_has_a_power(name: str) -> None:
    """Kills a declaration that no vector meets, and one of a size that the runner does not have."""
    told = declared(name)
    if told is None:
        assert name == "dp-accounting"  # it draws nothing
        return
    sizes = told(STATS, None)
    assert sizes.tier in SIZES
    assert told(STATS, 256).tier == 256
    assert set(sizes.fewer.values()) <= {n for n in SIZES if n < sizes.tier}
    path = ADAPTERS / name / "tier.toml"
    for glob in path.read_text().split('"')[1::2] if name != "dpmean" else ():
        assert any(fits(v, glob) for v in STATS), glob


def test_every_step_of_single_draws_is_reached() -> None:
    assert [n for n, _ in SINGLES] == sorted({n for n, _ in SINGLES}, reverse=True)
    assert {n for _, n in module.OF_BATCH} == {n for n, _ in SINGLES}


# ---------------------------------------------------------------- a budget


class Waiting:
    """A right program that waits so long before it answers, by a clock of its own."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            supports = {"kinds": ["exact"], "objects": ["laplace"]}
            about = {"name": "waiting", "version": "1"}
            return {"ok": True, "protocol": 2, "adapter": about, "supports": supports}
        if self.seconds > seconds:
            time.sleep(seconds)
            raise late(seconds)
        time.sleep(self.seconds)
        same = {k: v for k, v in request.items() if k not in ("seq", "suite", "op")}
        value = next(v for v in EXACT if same.items() <= v.prompt().items()).expect["value"]
        value = value.get("exact") or value["lo"]
        return {"seq": request["seq"], "status": "ok", "output": {"value": value}}

    def processor_seconds(self) -> None: ...

    def close(self) -> None: ...


HELLO = greet(Waiting(0.0), 1.0)
EXACT = [v for v in LOADED if v.kind == "exact" and HELLO.missing(v) is None and "at" not in v.id][
    :12
]


@pytest.mark.parametrize(
    ("seconds", "job", "told"),
    [
        (0.1, Job(EXACT, complete=False, sizes=Sizes(budget=0.45)), "its --budget"),
        (0.1, Job(EXACT, complete=False, longest=0.45), "its limit (--longest)"),
        # the last request is cut off by the run's limit, and not late by its own
        (0.3, Job(EXACT, complete=False, longest=0.4), "its limit (--longest)"),
    ],
    ids=["budget", "longest", "longest in the middle of a reply"],
)
def test_a_run_that_the_clock_stops_is_incomplete_and_fails_nobody(
    seconds: float, job: Job, told: str
) -> None:
    """Kills a run that goes on past its budget, one that ends with 0, and a reply that is called
    late because the run was over.
    """
    began = time.monotonic()
    found = outcome.conform(Target("x", lambda: Waiting(seconds)), job)
    assert time.monotonic() - began < 0.45 * 1.1 + seconds + 0.5
    assert found.code == Exit.INCONCLUSIVE
    assert found.run is not None
    assert told in found.run.stopped
    assert {v.status for v in found.run.verdicts} <= {Outcome.PASS}
    assert 0 < len(found.run.verdicts) < len(EXACT)
    assert not found.complaints


def test_a_run_within_its_budget_is_whole() -> None:
    found = outcome.conform(
        Target("x", lambda: Waiting(0.0)), Job(EXACT, complete=False, sizes=Sizes(budget=60.0))
    )
    assert found.run is not None
    assert (found.code, len(found.run.verdicts)) == (Exit.OK, len(EXACT))


def test_a_reply_that_is_late_by_its_own_limit_stays_late() -> None:
    bounds = Bounds(60.0)
    connection = bounds.wrap(lambda: Waiting(1.0))()
    with pytest.raises(AdapterError) as error:
        connection.ask(EXACT[0].prompt() | {"seq": "1"}, 0.05)
    assert error.value.broke is Broke.LATE


# ---------------------------------------------------------------- as in an earlier run

CHOSEN = ["--run", "laplace-stat-epsilon1-0", "--run", "laplace-stat-epsilon1_2-sensitivity4-1"]


def test_the_report_of_an_earlier_run_asks_exactly_as_much_again(run: Run, tmp_path: Path) -> None:
    """Kills a pin that forgets what had fewer draws, or single ones, and a tier that nobody is told."""
    adapter = f"{sys.executable} -m dpmean.wire.own"
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    _, out, _ = run("conform", "-a", adapter, *CHOSEN, "--tier", "256", "--json", str(first))
    told = json.loads(first.read_text())["runs"][0]["tier"]
    assert told == {"draws": 256, "single": 128, "fewer": {}}
    assert f"tier {told['draws']}: so many draws in a batch" in out
    pinned = {"draws": 2048, "single": 8, "fewer": {"laplace-stat-epsilon1-0": 4}}
    changed = json.loads(first.read_text())
    changed["runs"][0]["tier"] = pinned
    first.write_text(json.dumps(changed))
    run("conform", "-a", adapter, *CHOSEN, "--tier", str(first), "--json", str(second))
    assert json.loads(second.read_text())["runs"][0]["tier"] == pinned


def test_a_tier_that_is_none_is_one_line(run: Run, tmp_path: Path) -> None:
    """Kills a traceback, and a run at another tier than was asked for."""
    report = tmp_path / "r.json"
    run(
        "conform",
        "-a",
        "direct:dpmean.wire.own",
        "--run",
        "laplace-variance-epsilon1",
        "--json",
        str(report),
    )
    for tier in ("17", "none", str(tmp_path), str(report)):
        code, _, err = run("conform", "-a", "direct:dpmean.wire.own", *CHOSEN, "--tier", tier)
        assert code == Exit.USAGE, tier
        assert err.count("\n") == 1, err


def test_the_sample_is_spread_over_all() -> None:
    """Kills a tier by the first object alone."""
    for count in (1, 5, 9, 10, 100):
        chosen = [replace(STATS[0], id=str(i)) for i in range(count)]
        found = [int(v.id) for v in module._spread(chosen, SAMPLE)]
        assert found == sorted(set(found))
        assert len(found) == min(SAMPLE, count)
        assert found[-1] >= count - 1 - count / SAMPLE
