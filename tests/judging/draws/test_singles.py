"""Single draws: what shows only where a program is started anew or where requests of other things
come between.

A session stands for a program whose randomness is an algorithm of the test's choice, and whose
clock is the test's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpmean.judging.draws.reading import pack
from dpmean.judging.draws.singles import (
    NAMES,
    RECURRING,
    SINGLE,
    Others,
    elsewhere,
    one_by_one,
)
from dpmean.judging.evidence import Follows
from dpmean.judging.results import Run
from dpmean.judging.verdict import FAIL, PASS
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire.session import PAUSE
from dpmean.wire.sizes import Sizes

F = Fraction
VECTORS = {v.id: v for v in load()}
LAPLACE = VECTORS["laplace-stat-epsilon1-0"]
OTHER = replace(LAPLACE, id="other", params={"epsilon": "64"})
ALPHA = F(1, 10**9)
Draw = Callable[[Random, dict[str, Any]], float]


def laplace(rng: Random, request: dict[str, Any]) -> float:
    """A draw of the law that is asked for."""
    size = rng.expovariate(float(F(request["params"]["epsilon"])))
    return float(F(request["input"]["center"])) + (size if rng.random() < 0.5 else -size)


class Program:
    """A start of the program; `now` is the second on the clock when it was started, `each` what a
    draw takes.
    """

    def __init__(self, world: World, now: float) -> None:
        self.world, self.now, self.asked, self.memory = world, now, 0, {}  # type: ignore[var-annotated]
        self.rng = world.seeded(now)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Draws, by the algorithm of the world."""
        if request["kind"] == "reject":
            self.world.log.append("refused")
            return {"status": "rejected", "code": "parameter", "message": "no"}
        n = int(request["input"]["draws"])
        self.asked += 1
        self.world.log.append(request["params"]["epsilon"])
        return {
            "status": "ok",
            "output": {"samples": pack([self.world.draw(self, request) for _ in range(n)])},
        }

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return bool(reply["status"] == "unsupported")


class World(Program):
    """The session, whose own program is the one that is asked for batches."""

    two = "two starts of the program"

    def __init__(
        self,
        seeded: Callable[[float], Random] | None = None,
        draw: Callable[[Program, dict[str, Any]], float] | None = None,
        single: int = 2048,
    ) -> None:
        self.sizes = Sizes(single=single)
        starts = iter(range(100, 200))
        self.seeded = seeded or (lambda _now: Random(next(starts)))
        self.draw = draw or (lambda program, request: laplace(program.rng, request))
        self.log = []  # type: ignore[var-annotated]
        super().__init__(self, 0.25)

    def pinned(self, name: str, otherwise: int) -> int:
        """No record says how many draws there are."""
        return otherwise

    @contextmanager
    def fresh(self) -> Iterator[tuple[list[Program], Callable[[], Program]]]:
        """Two programs of one instant, and what starts a third one later."""
        third: list[Program] = []

        def later() -> Program:
            third[:] = third or [Program(self, 1000.5 + PAUSE)]
            return third[0]

        yield [Program(self, 1000.5), Program(self, 1000.5)], later


@pytest.fixture
def judged() -> Callable[..., tuple[str, str, Run]]:
    """The verdict on single draws in a world."""

    def judge(world: World, others: Others = Others([OTHER])) -> tuple[str, str, Run]:  # noqa: B008
        result = Run(hello=None, tiers={LAPLACE.id: 2048})  # type: ignore[arg-type]
        found = one_by_one(world, LAPLACE, result, ALPHA, others)  # type: ignore[arg-type]
        fresh = all(s.follows is not Follows.NOT_FRESH for s in found.follows)
        assert fresh is ("NoiseReused" not in found.flags)
        return found.status, found.detail, result

    return judge


def test_a_right_program_passes_and_is_asked_all(judged: Any) -> None:
    status, detail, result = judged(World())
    assert (status, detail) == (PASS, "")
    assert result.draws == 2 * SINGLE + 2 * RECURRING + 2048
    assert result.false_alarm == ALPHA * (2 + F(1, 100))
    assert result.tiers == {
        LAPLACE.id: 2048,
        LAPLACE.id + NAMES["started"]: SINGLE,
        LAPLACE.id + NAMES["again"]: RECURRING,
        LAPLACE.id + NAMES["among"]: 2048,
    }


def _instant(now: float) -> Random:
    return Random(str(now))


def _second(now: float) -> Random:
    return Random(int(now))


SEEDS: dict[str, tuple[Callable[[float], Random], str]] = {
    "a constant": (lambda _now: Random(5), "two starts of the program gave the same 64 draws"),
    "the second on the clock": (_second, "two starts of the program gave the same 64 draws"),
    "the instant": (_instant, "two starts of the program gave the same 64 draws"),
}


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_that_others_know_is_found(name: str, judged: Any) -> None:
    """Kills one start of the program: it has the right law, and the same noise in every start."""
    seeded, told = SEEDS[name]
    status, detail, _ = judged(World(seeded))
    assert status == FAIL
    assert detail.startswith(told)


def test_a_seed_by_the_place_of_the_start_is_found_by_a_later_start(judged: Any) -> None:
    """Kills two starts alone: a lock file or a port number tells them apart, and says nothing to
    the third.
    """
    seeds = iter([0, 7, 8, 7])
    status, detail, _ = judged(World(lambda _now: Random(next(seeds))))
    assert status == FAIL
    assert detail.startswith("a program that was started 1.2 s later gave the same 64 draws")


def _first_is_none(program: Program, request: dict[str, Any]) -> float:
    return laplace(program.rng, request) if program.asked > 1 else 0.0


def _seeded_in_each_request(program: Program, request: dict[str, Any]) -> float:
    """By a clock that has moved on in some requests only."""
    return laplace(Random(f"{program.now} {program.asked // 3} {id(program)}"), request)


def _table_of_another(program: Program, request: dict[str, Any]) -> float:
    """The scale is kept, and made anew for every third request only."""
    if program.asked % 3 == 0 or "scale" not in program.memory:
        program.memory["scale"] = request["params"]
    return laplace(program.rng, {**request, "params": program.memory["scale"]})


def _spare(program: Program, request: dict[str, Any]) -> float:
    """Every other draw is the mirror image of the last one, of whatever law that was."""
    if "spare" in program.memory:
        return float(program.memory.pop("spare")) + float(F(request["input"]["center"]))
    found = laplace(program.rng, request)
    program.memory["spare"] = float(F(request["input"]["center"])) - found
    return found


def _cached(program: Program, request: dict[str, Any]) -> float:
    """What was asked once in a batch is answered alike."""
    key = (str(request["params"]), request["input"]["center"], request["input"]["draws"])
    if request["input"]["draws"] == "1":
        return laplace(program.rng, request)
    kept = program.memory.setdefault(key, [])
    program.memory["at"] = program.memory.get("at", -1) + 1
    place = program.memory["at"] % int(request["input"]["draws"])
    if place == len(kept):
        kept.append(laplace(program.rng, request))
    return float(kept[place])


def _generator_of_its_own(program: Program, request: dict[str, Any]) -> float:
    """The parameters of a request have a generator of their own: in one start all begin alike."""
    begun = program.memory.setdefault("begun", program.rng.getstate())
    key = str(request["params"])
    if key not in program.memory:
        program.memory[key] = Random()
        program.memory[key].setstate(begun)
    return laplace(program.memory[key], request)


WRONG: dict[str, tuple[Callable[[Program, dict[str, Any]], float], str]] = {
    "each request has a seed": (
        _seeded_in_each_request,
        "2 apart, 44 are equal or mirror images",
    ),
    "a table of another object": (_table_of_another, "among requests for other things"),
    "a spare draw": (_spare, "are equal or mirror images"),
    "a generator for each parameter": (
        _generator_of_its_own,
        "its first 64 draws and those for laplace epsilon=64 rise and fall alike",
    ),
    "a cache of batches": (
        _cached,
        "two requests for 512 draws were answered with the same 512 draws",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_one_request_leaves_to_the_next_is_found(name: str, judged: Any) -> None:
    """Kills batches alone, in which each of these has the right law."""
    draw, told = WRONG[name]
    status, detail, _ = judged(World(draw=draw))
    assert (status, told in detail) == (FAIL, True), detail


def test_a_program_whose_every_start_begins_without_noise_is_found(judged: Any) -> None:
    """Two starts, and so two draws at the centre, of which one has a mirror image."""
    always = World(
        draw=lambda program, request: laplace(program.rng, request) if program.asked > 8 else 0.0
    )
    status, detail, _ = judged(always)
    assert (status, "seen in 16 of 128 draws" in detail) == (FAIL, True), detail


# of the tier: (single draws of two programs, further ones among others)
OF_TIER = {
    2048: (SINGLE, 2048),
    512: (SINGLE, 512),
    128: (SINGLE, 0),
    32: (32, 0),
    8: (8, 0),
}


@pytest.mark.parametrize("single", OF_TIER)
def test_slow_programs_are_asked_for_few_and_pass(single: int, judged: Any) -> None:
    """Kills a runner that takes minutes for a program of a second a draw, or fails it for being
    slow.
    """
    status, detail, result = judged(World(single=single))
    assert (status, detail) == (PASS, "")
    names = {name: result.tiers[LAPLACE.id + NAMES[name]] for name in ("started", "among")}
    assert (names["started"], names["among"]) == OF_TIER[single]


def test_a_small_batch_is_not_asked_for_again(judged: Any) -> None:
    world = World(single=8)
    result = Run(hello=None, tiers={LAPLACE.id: 4})  # type: ignore[arg-type]
    assert one_by_one(world, LAPLACE, result, ALPHA, Others()).status == PASS  # type: ignore[arg-type]
    assert result.tiers[LAPLACE.id + NAMES["again"]] == 0


def test_what_comes_between_is_all_that_may(judged: Any) -> None:
    """Kills others that are never asked: the same sampler, the same request elsewhere, a refusal,
    other objects.
    """
    refused = next(
        v
        for v in VECTORS.values()
        if v.kind == "reject" and v.object == "laplace" and v.quantity is None
    )
    staircase: Vector = replace(OTHER, object="staircase", params={"epsilon": "3"})
    world = World()
    status, _, _ = judged(world, Others([OTHER], [staircase], [refused]))
    assert status == PASS
    assert set(world.log) == {"1", "64", "3", "refused"}
    asked = Others([OTHER], [staircase], [refused]).requests(
        replace(LAPLACE, input={**LAPLACE.input, "draws": "1"})
    )
    assert [(r["kind"], r["object"], r["params"].get("epsilon")) for r in asked] == [
        ("stat", "laplace", "64"),
        ("stat", "laplace", "1"),
        ("reject", "laplace", refused.params.get("epsilon")),
        ("stat", "staircase", "3"),
    ]
    assert {r["input"]["draws"] for r in asked if r["kind"] == "stat"} == {"1"}


def test_elsewhere_by_hand() -> None:
    """Another centre; or the records from behind, the first of which has become a bound that it was
    not.
    """
    assert elsewhere(LAPLACE).input["center"] == "1024"
    mean = VECTORS["shifted_mean-stat-epsilon1-lower0-upper1"]
    assert elsewhere(mean).input["data"] == ["1", "1"]  # of 3/4, 1
    other = replace(mean, input={**mean.input, "data": ["1", "0", "1/2"]})
    assert elsewhere(other).input["data"] == ["1/2", "0", "0"]
    alone = replace(mean, input={"draws": "1", "data": []})
    assert elsewhere(alone) == alone
