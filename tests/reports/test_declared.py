"""What an adapter declares that makes checks weaker: it stands in the verdict's first line, counts in
the power and the exit code, and beyond 2^-20 nothing conforms.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.exits import Exit
from dpmean.judging.outcome import Job, Target, conform
from dpmean.reports import machine
from dpmean.reports.badge import badge
from dpmean.reports.headline import headline
from dpmean.reports.text import table, text
from dpmean.suite.files import load
from dpmean.suite.power import TIERS, tolerant_power
from dpmean.wire import own
from dpmean.wire.function import Called
from dpmean.wire.sizes import Sizes

CHOSEN = [
    v
    for v in load()
    if v.object == "laplace"
    and (v.kind == "reject" or v.id == "laplace-stat-epsilon1-0" or v.quantity == "variance")
]


def judged(tolerance: str, wide: float = 1.0, **declared: Any) -> tuple[Exit, dict[str, Any]]:
    rng = np.random.default_rng(4)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request["op"] == "hello":
            hello = own.answer(request)
            hello["supports"] |= {"kinds": ["exact", "stat", "reject"], "objects": ["laplace"]}
            return hello | {"tolerance": {"laplace": tolerance}} | declared
        if request.get("kind") != "stat":
            return own.answer(request)
        n, center = int(request["input"]["draws"]), float(Fraction(request["input"]["center"]))
        draws = center + wide * rng.laplace(size=n)
        samples = draws.astype(">f8").tobytes().hex()
        return {"seq": request["seq"], "status": "ok", "output": {"samples": samples}}

    job = Job(CHOSEN, complete=False, sizes=Sizes(tier=2048))
    found = conform(Target("a", lambda: Called(answer)), job)
    return found.code, machine.run_json(found)


def test_a_tolerance_that_hides_everything_is_no_conformance() -> None:
    """Kills a bright green badge for noise of 10^12 scales, and a power that ignores what is
    declared.
    """
    code, run = judged("0.999999", wide=1e12)
    assert code is Exit.INCONCLUSIVE
    head = headline(run)
    assert head.state == "tolerant"
    assert head.claim.startswith("no conformance: draws of 1 object may be off by more than 2^-20")
    assert run["power"]["shown"] == 0
    assert badge({"runs": [run]})["color"] == "orange"
    assert "no conformance" in badge({"runs": [run]})["message"]
    assert "conforms" not in badge({"runs": [run]})["message"]


@pytest.mark.parametrize(("tolerance", "conforms"), [("0.0000009", True), ("0.000001", False)])
def test_a_small_tolerance_is_said_in_the_first_line(tolerance: str, conforms: bool) -> None:
    """Kills a tolerance that no report mentions; 2^-20 is the most with which anything conforms."""
    code, run = judged(tolerance)
    assert (code is Exit.OK) is conforms
    head = headline(run)
    assert (head.state == "pass") is conforms
    assert "draws of laplace may be off by" in head.sentence or not conforms
    assert "delta + (1 + e^epsilon)" in text(run).splitlines()[-1] or not conforms
    if conforms:
        assert head.claim == "conforms, with a declared tolerance,"
        assert "conforms, with a declared tolerance" in table([run])
        assert "as (epsilon, delta + (1 + e^epsilon) " in badge({"runs": [run]})["message"]
        assert (
            f"draws of laplace within {Fraction(tolerance)} of the law" in text(run).splitlines()[1]
        )


def test_whatever_is_declared_is_in_the_first_lines() -> None:
    """Kills a policy, an edition or a source of randomness that checks believe and no line tells."""
    _, run = judged("0", policies={"infinite": "dropped"}, edition="printed", randomness="mersenne")
    first = text(run).splitlines()[1].strip()
    assert first == (
        "declared, not verified: randomness mersenne; edition printed; infinite = dropped"
    )


def test_batches_that_show_nothing_are_no_conformance() -> None:
    """Kills a green badge for a program that pretends to be slow: its batches of four draws show no
    bug that anybody has named, whatever noise it makes.
    """
    found: dict[int, dict[str, Any]] = {}
    for n in (4, 1 << 16):
        rng = np.random.default_rng(4)

        def answer(request: dict[str, Any], rng: Any = rng) -> dict[str, Any]:
            if request["op"] == "hello":
                hello = own.answer(request)
                hello["supports"] |= {"kinds": ["exact", "stat", "reject"], "objects": ["laplace"]}
                return hello
            if request.get("kind") != "stat":
                return own.answer(request)
            draws, center = (
                int(request["input"]["draws"]),
                float(Fraction(request["input"]["center"])),
            )
            samples = (center + rng.laplace(size=draws)).astype(">f8").tobytes().hex()
            return {"seq": request["seq"], "status": "ok", "output": {"samples": samples}}

        job = Job(CHOSEN, complete=False, sizes=Sizes(tier=n, single=8))
        found[n] = machine.run_json(conform(Target("a", lambda a=answer: Called(a)), job))  # type: ignore[misc]
    assert headline(found[1 << 16]).state == "pass"
    assert found[4]["power"]["shown"] == 0
    assert headline(found[4]).state == "thin"
    assert badge({"runs": [found[4]]})["color"] != "brightgreen"


def test_an_upper_bound_says_how_far_above_the_truth_it_was() -> None:
    """Kills a constant 1 that passes as a bound of every divergence without a word."""
    divergences = [v for v in load() if v.object == "laplace" and v.quantity == "hockey_stick"]

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request["op"] == "hello":
            hello = own.answer(request)
            hello["supports"] |= {"kinds": ["exact"], "objects": ["laplace"]}
            return hello | {"upper_bounds": {"hockey_stick": "0.999999"}}
        return {"seq": request["seq"], "status": "ok", "output": {"value": "99/100"}}

    job = Job(divergences, complete=False)
    run = machine.run_json(conform(Target("a", lambda: Called(answer)), job))
    worst = float(run["declared"]["upper_bounds"]["hockey_stick"]["worst"])
    assert worst > 0.9
    assert "its hockey_stick is an upper bound, as it declares" in headline(run).sentence


def test_a_tolerance_takes_power_away() -> None:
    """Kills a power under a tolerance that is larger than without one, or does not fall with it."""
    vector = next(v for v in CHOSEN if v.kind == "stat")
    for bug in vector.expect["power"]:
        n = TIERS[2]
        powers = [
            tolerant_power(vector.expect, bug, n, t)
            for t in (Fraction(0), Fraction(1, 10**6), Fraction(1, 100), Fraction(1))
        ]
        assert powers == sorted(powers, reverse=True)
        assert powers[0] <= Fraction(bug["at_least"][str(n)]) + Fraction(1, 100)
        assert powers[-1] == 0
