"""Both protocols: what is sent in each, who is spoken to in which, and what an implementation may
say of itself.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import AdapterError, InvalidInput
from dpmean.judging.draws.singles import SINGLE
from dpmean.judging.outcome import Job, rejudge
from dpmean.judging.run import run
from dpmean.judging.support import support_vectors
from dpmean.judging.verdict import NOT_ASKED, PASS
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.suite import draws as our_draws
from dpmean.suite.files import load
from dpmean.suite.kinds import KINDS
from dpmean.suite.vectors import Vector
from dpmean.wire import own, requests, session
from dpmean.wire.protocol import HELLO, Hello, greet
from dpmean.wire.record import Recorder
from dpmean.wire.requests import NEWEST, OLDEST, encode
from dpmean.wire.sizes import Sizes

VECTORS = {v.id: v for v in load()}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wait before a third program."""
    monkeypatch.setattr(session, "PAUSE", 0.0)


Request = dict[str, Any]
ASKED = {
    # what the runner asks, and how protocol 1 has always asked for it
    "laplace-stat-epsilon1-0": {"n": "65536", "center": "0"},
    "sized_mean-transcript-laplace-bounds0to8-inside": {
        "data": ["0", "4", "8"],
        "draws": {"noise": "1/2"},
    },
    "discrete_laplace-tape-epsilon1-zeros": {
        "tape": "00" * 32,
        "count": "1",
        "profile": "inversion-1",
    },
}


class Adapter:
    """Our own adapter behind a greeting of one's choice; `heard` is what was sent to it."""

    def __init__(self, hello: Callable[[Request], Any], heard: list[Request]) -> None:
        self.hello, self.heard = hello, heard

    def ask(self, request: Request, seconds: float) -> Request:
        self.heard.append(request)
        if request["op"] == "hello":
            return dict(self.hello(request))
        given = request.get("input")
        if given is not None and self.hello({"protocol": OLDEST}).get("protocol", OLDEST) == OLDEST:
            assert not {"records", "in_a_row", "observe", "outcomes"} & set(given)
            back = {"n": "draws", "draws": "outcomes"}
            request = {
                **request,
                "input": {back.get(name, name): value for name, value in given.items()},
            }
        return own.answer(request)

    def processor_seconds(self) -> None: ...

    def close(self) -> None: ...


NEW = own.answer(HELLO)
OLD = {name: value for name, value in NEW.items() if name != "randomness"} | {
    "protocol": 1,
    "policies": {"nan": "whatever"},
}
UNSAID = {name: value for name, value in OLD.items() if name != "protocol"}
SPEAKERS: dict[str, tuple[Callable[[Request], Any], int, list[int]]] = {
    # how hello is answered, the protocol that is spoken then, and the protocols in which hello was
    # said
    "2": (lambda _: NEW, 2, [2]),
    "1": (lambda _: OLD, 1, [2]),
    "nothing": (lambda _: UNSAID, 1, [2]),
    "only 1": (
        lambda r: OLD if r["protocol"] == 1 else {"ok": False, "status": "unsupported"},
        1,
        [2, 1],
    ),
}


@pytest.mark.parametrize("name", SPEAKERS)
def test_everyone_is_spoken_to_in_the_protocol_that_it_declares_and_judged_alike(name: str) -> None:
    """Kills a runner that writes one protocol only, or the wrong one after a second greeting."""
    hello, spoken, greeted = SPEAKERS[name]
    stat = [v for v in load() if v.kind == "stat" and v.object == "discrete_laplace"][:1]
    leak = [v for v in support_vectors(load()) if v.object == "sized_mean"][:1]
    chosen = [
        next(v for v in load() if v.kind == kind and v.object == "sized_mean")
        for kind in KINDS
        if kind != "stat"
    ]
    heard: list[Request] = []
    made = run(lambda: Adapter(hello, heard), [*chosen, *stat, *leak], sizes=Sizes(tier=1024))
    assert [v.status for v in made.verdicts] == [PASS] * len(made.verdicts)
    assert made.hello.protocol == spoken
    assert [r["protocol"] for r in heard if r["op"] == "hello"][: len(greeted)] == greeted
    sent = {name for r in heard for name in r.get("input", {})}
    assert ("outcomes" in sent, "in_a_row" in sent, "n" in sent) == (
        (True, True, False) if spoken == 2 else (False, False, True)
    )


def test_requests_of_protocol_1_are_what_they_were() -> None:
    for name, given in ASKED.items():
        vector = VECTORS[name]
        old = encode(vector.prompt(), OLDEST)
        assert old["input"] == given
        assert encode(vector.prompt(), NEWEST) == vector.prompt()
        assert {k: v for k, v in old.items() if k != "input"} == {
            k: v for k, v in vector.prompt().items() if k != "input"
        }
    exact = VECTORS["laplace-variance-epsilon1"].prompt()
    assert encode(exact, OLDEST) == exact


# ---------------------------------------------------------------- runs of records

RUNS = [
    {"value": "1/2", "times": "3"},
    {"value": "1", "times": "1"},
    {"value": "1/2", "times": "2"},
]
ROWS = [{"value": ["1", "-1"], "times": "2"}, {"value": ["0", "3"], "times": "1"}]


def test_runs_are_written_out_in_their_order() -> None:
    assert requests.expanded(RUNS) == ["1/2"] * 3 + ["1"] + ["1/2"] * 2
    assert requests.expanded(ROWS) == [["1", "-1"], ["1", "-1"], ["0", "3"]]
    assert [requests.cells(r) for r in (RUNS, ROWS, [])] == [6, 6, 0]
    assert [requests.data(g) for g in ({"records": ROWS[1:]}, {"data": ["1"]}, {})] == [
        [["0", "3"]],
        ["1"],
        None,
    ]
    asked = {"kind": "reject", "input": {"records": RUNS, "grid": "1/4"}}
    assert encode(asked, OLDEST)["input"] == {"data": requests.expanded(RUNS), "grid": "1/4"}


def test_more_than_a_million_numbers_are_not_written_out() -> None:
    most = [{"value": ["0", "0"], "times": str(requests.MOST_CELLS // 2)}]
    more = [*most, {"value": "0", "times": "1"}]
    assert len(requests.expanded(most)) == requests.MOST_CELLS // 2
    assert (
        len(encode({"input": {"records": most}}, OLDEST)["input"]["data"])
        == requests.MOST_CELLS // 2
    )
    with pytest.raises(InvalidInput, match="at most 1,048,576 numbers"):
        requests.expanded(more)
    with pytest.raises(AdapterError, match="too many to write out"):
        encode({"input": {"records": more}}, OLDEST)
    assert encode({"input": {"records": more}}, NEWEST) == {"input": {"records": more}}
    huge = {
        "op": "run",
        "seq": "1",
        "kind": "stat",
        "object": "transformed_mean",
        "params": {},
        "input": {"draws": "1", "records": more},
    }
    assert (own.answer(huge)["status"], own.answer(huge)["phase"]) == ("rejected", "construct")


MEANS = {
    "sized_mean": (
        {"epsilon": "1", "lower": "0", "upper": "1", "n": "6", "noise": "laplace"},
        RUNS,
    ),
    "shifted_mean": ({"epsilon": "1", "lower": "-1", "upper": "1"}, RUNS),
    "coinpress_mean": (
        {
            "rho": "8",
            "n": "3",
            "radius": "1",
            "sigma_max": "1",
            "iterations": "1",
            "d": "2",
            "beta": "9/10",
        },
        ROWS,
    ),
}


@pytest.mark.parametrize("name", MEANS)
@pytest.mark.parametrize("kind", ["stat", "reject"])
def test_our_own_adapter_answers_runs_as_it_answers_the_records(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bits give the same releases, digit by digit; kills an adapter that takes each run
    for one record.
    """
    params, runs = MEANS[name]
    monkeypatch.setattr(our_draws, "SystemBits", lambda: Shake128ForTesting(b"runs"))
    base = {"op": "run", "seq": "1", "kind": kind, "object": name, "params": params}
    draws = {"draws": "5"} if kind == "stat" else {}
    compact, written = (
        own.answer({**base, "input": {**draws, **given}})
        for given in ({"records": runs}, {"data": requests.expanded(runs)})
    )
    assert compact["status"] == "ok"
    assert compact == written
    other = next(r["value"] for r in runs if r["value"] != runs[-1]["value"])
    assert compact != own.answer(
        {
            **base,
            "input": {
                **draws,
                "data": requests.expanded([*runs[:-1], {**runs[-1], "value": other}]),
            },
        }
    )


# ---------------------------------------------------------------- steps and single draws


def stat(**given: Any) -> Vector:
    return replace(
        VECTORS["laplace-stat-epsilon1-0"],
        input={"draws": "4", "center": "0", **given},
        requires=(),
    )


def test_only_declared_steps_and_sizes_are_asked_for() -> None:
    hello = Hello(
        "a",
        "1",
        kinds=("stat",),
        objects=("laplace",),
        protocol=NEWEST,
        steps=("noisy_count", "user_*_round_1"),
    )
    for step, reason in (
        ("noisy_count", None),
        ("user_12_round_1", None),
        ("user_0_round_1", "step user_0_round_1 not declared"),
        ("user_1_round_2", "step user_1_round_2 not declared"),
        ("noisy_counts", "step noisy_counts not declared"),
        ("user_1_2_round_1", "step user_1_2_round_1 not declared"),
    ):
        assert hello.missing(stat(observe=step)) == reason
    assert (
        replace(hello, protocol=OLDEST).missing(stat(observe="noisy_count"))
        == "protocol 1 cannot ask for a step"
    )
    large = stat(records=[{"value": "0", "times": "2000000"}])
    assert hello.missing(large) is None
    assert (
        replace(hello, protocol=OLDEST).missing(large)
        == "protocol 1 has no runs of equal records, and 2,000,000 numbers are too many to "
        "write out"
    )
    assert replace(hello, protocol=OLDEST).missing(stat(records=RUNS)) is None
    request = stat(observe="noisy_count", data=["1"]).prompt() | {"seq": "1"}
    told = own.answer(
        request
        | {
            "object": "sized_mean",
            "params": {"epsilon": "1", "lower": "0", "upper": "1", "n": "1", "noise": "laplace"},
        }
    )
    assert told == {
        "seq": "1",
        "status": "unsupported",
        "reason": "a release without the step 'noisy_count'",
    }


def test_single_draws_say_how_many_come_in_a_row_to_each_start() -> None:
    heard: list[Request] = []
    starts: list[list[Request]] = []

    def start() -> Adapter:
        starts.append([])
        return Adapter(lambda _: NEW, starts[-1])

    result = run(
        start, [VECTORS["discrete_laplace-stat-epsilon1-0"]], sizes=Sizes(tier=64, single=2048)
    )
    assert [v.status for v in result.verdicts] == [PASS]
    heard = [r for start in starts for r in start if r["op"] == "run"]
    single = [r["input"] for r in heard if "in_a_row" in r["input"]]
    assert {(given["draws"], given["in_a_row"]) for given in single} == {("1", str(SINGLE // 2))}
    assert [
        len([r for r in one if r["op"] == "run" and "in_a_row" in r["input"]]) for one in starts
    ] == [0, *[SINGLE // 2] * 3]  # two at once, and a later one


# ---------------------------------------------------------------- hello


def test_a_program_answers_in_the_protocol_in_which_it_is_greeted() -> None:
    """Kills a second greeting whose answer is not looked at."""
    with pytest.raises(AdapterError, match="greeted in protocol 1 and answers in 2"):
        greet(Adapter(lambda r: NEW if r["protocol"] == 1 else {}, []), 1)
    with pytest.raises(AdapterError, match="expected"):
        greet(Adapter(lambda _: {"ok": False}, []), 1)


@pytest.mark.parametrize(
    "changed",
    [OLD, NEW | {"randomness": "other"}, NEW | {"supports": {}}, NEW | {"edition": "printed"}],
)
def test_a_later_start_may_not_declare_something_else(changed: dict[str, Any]) -> None:
    """Kills a runner that writes to a restarted program in the protocol of its first start."""
    greetings = iter([NEW, *[changed] * 9])
    first = VECTORS["discrete_laplace-stat-epsilon1-0"]

    class Once(Adapter):
        def __init__(self) -> None:
            said = next(greetings)
            super().__init__(lambda _: said, [])

    result = run(Once, [first, first], sizes=Sizes(tier=64, single=2048))
    assert (result.verdicts, "declares something else than at first; 2 of 2" in result.stopped) == (
        [],
        True,
    )
    versions = iter([NEW, *[NEW | {"adapter": {**NEW["adapter"], "version": "now"}}] * 9])
    greetings = versions  # a version may tell the time
    assert run(Once, [first], sizes=Sizes(tier=64, single=2048)).verdicts[0].status == PASS


# ---------------------------------------------------------------- records of earlier runs


def test_a_record_of_a_runner_that_spoke_1_only_is_still_judged(tmp_path: Path) -> None:
    vectors = [VECTORS[name] for name in ASKED]
    path = tmp_path / "record"
    recorder = Recorder(path, "mine")
    made = run(recorder.wrap(lambda: Adapter(lambda _: OLD, [])), vectors, sizes=Sizes(tier=1024))
    recorder.finish(Fraction(1, 10**9), made.hello, made.tiers, made.stopped)
    lines = gzip.open(path, "rt").readlines()

    def statuses(old: str, new: str) -> list[str]:
        """Judge the record again with other words in all its exchanges, and the digest that belongs
        to them.
        """
        kept = [line.replace(old, new) for line in lines[:-1]]
        end = json.loads(lines[-1])
        end["end"]["sha256"] = hashlib.sha256("".join(kept).encode()).hexdigest()
        end["end"]["whole"] = ""
        with gzip.open(path, "wt") as file:
            file.writelines([*kept, json.dumps(end) + "\n"])
        again = next(rejudge(path, Job(vectors))).run
        assert again is not None
        return [v.status for v in again.verdicts]

    greeted = '"op": "hello", "protocol": '
    assert any(f"{greeted}2" in line for line in lines)
    assert statuses(f"{greeted}2", f"{greeted}1") == [v.status for v in made.verdicts] == [PASS] * 3
    assert statuses('"n":', '"m":')[0] == NOT_ASKED
