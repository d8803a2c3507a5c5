"""The support check fires on doubles that betray the input, and on nothing that a right implementation does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import copysign, floor, log
from typing import Any

import numpy as np
import pytest

from dpmean.conformance.batch import pack
from dpmean.conformance.run import run
from dpmean.conformance.session import Run
from dpmean.conformance.support import (
    ZERO,
    Event,
    _candidates,
    _lowest_bits,
    check,
    features,
    neighbor_inputs,
    support_check,
    support_vectors,
)
from dpmean.conformance.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.digits import bits_of
from dpmean.suite.files import load

VECTORS = {v.id: v for v in support_vectors(load())}
ERROR = Fraction(1, 10**9)
N = 20000
Noise = Callable[[random.Random, float], float]


def laplace(rng: random.Random, center: float) -> float:
    """x + scale * log(u) in doubles, the textbook leak."""
    return center + copysign(1, rng.random() - 0.5) * log(1 - rng.random())


def symmetric_inverse(rng: random.Random, center: float) -> float:
    """One uniform on (-1/2, 1/2), as in many libraries."""
    u = rng.random() - 0.5
    return center - copysign(1, u) * log(1 - 2 * abs(u) or 0.5)


def four_logs(rng: random.Random, center: float) -> float:
    """Four uniforms (Holohan and Braghin), which hides the logarithm's gaps but not the addition's rounding."""
    a, b, c, d = (1 - rng.random() for _ in range(4))
    return center + log(a) * np.cos(np.pi * b) + log(c) * np.cos(np.pi * d)


def exponential_difference(rng: random.Random, center: float) -> float:
    return center + rng.expovariate(1) - rng.expovariate(1)


def grid(step: float) -> Noise:
    """Noise and input on one grid: what a right implementation of this century does."""
    return lambda rng, center: (round(center / step) + round(laplace(rng, 0.0) / step)) * step


def snapping(rng: random.Random, center: float) -> float:
    """Mironov (2012): clamp(round to a power of two above the scale (clamp(x) + noise))."""
    return max(-20.0, min(20.0, 1.0 * floor(laplace(rng, center) + 0.5)))


def rounded_to_double(rng: random.Random, center: float) -> float:
    """The ideal real-valued release, correctly rounded: exact noise of 200 bits, added exactly, rounded once."""
    noise = Fraction(round(laplace(rng, 0.0) * 2**40)) / 2**40 + Fraction(rng.getrandbits(160), 2**200)
    return float(Fraction(center) + noise)


def clipped(rng: random.Random, center: float) -> float:
    return min(1.5, max(-0.5, grid(2.0**-30)(rng, center)))


LEAKS: dict[str, Noise] = {"inverse": laplace, "one uniform": symmetric_inverse, "four logarithms": four_logs, "difference of exponentials": exponential_difference}
SILENT: dict[str, Noise] = {"grid 2^-40": grid(2.0**-40), "grid 2^-10": grid(2.0**-10), "decimal grid": grid(0.001), "snapping": snapping, "clipped atoms": clipped, "correctly rounded": rounded_to_double}
PAIRS = ((0.0, 1.0), (1.0, 2.0), (0.75, 1.75), (-1.0, 0.0), (3.5, 4.5))  # the first crosses every binade, the others one


def leak(noise: Noise, one: float, other: float, epsilon: str = "1", seed: int = 5) -> bool:
    rng = random.Random(seed)
    batches = [np.array([noise(rng, c) for _ in range(N)]) for c in (one, other)]
    return check(batches[0], batches[1], Fraction(epsilon), Fraction(0), ERROR).alarm


@pytest.mark.parametrize("name", LEAKS)
def test_the_check_fires_on_noise_added_in_doubles(name: str) -> None:
    assert leak(LEAKS[name], 0.0, 1.0)
    assert leak(LEAKS[name], 1.0, 0.0)


@pytest.mark.parametrize("name", SILENT)
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_check_is_silent_on_right_releases(name: str, pair: tuple[float, float]) -> None:
    assert not leak(SILENT[name], *pair)


def test_the_check_fires_on_an_atom_that_only_one_input_has() -> None:
    def atom(rng: random.Random, center: float) -> float:
        return 0.25 if center == 0 and rng.random() < 0.05 else grid(2.0**-30)(rng, center)

    assert leak(atom, 0.0, 1.0)


def test_the_check_fires_on_a_grid_that_moves_with_the_input() -> None:
    """Input and noise on a grid of the noise alone: the input's own trailing bits show."""
    assert leak(lambda rng, c: c + round(laplace(rng, 0.0) * 1024) / 1024, 0.0, 1 / 3)


def test_the_claimed_epsilon_counts() -> None:
    """A share that differs by a factor of 2 contradicts epsilon = 1/2 and not epsilon = 1."""

    def parity(rng: random.Random, center: float) -> float:
        return 0.5 if rng.random() < (0.3 if center else 0.6) else 1.0

    assert leak(parity, 0.0, 1.0, "1/2")
    assert not leak(parity, 0.0, 1.0, "1")


def test_features_are_exact() -> None:
    values = np.array([0.0, 1.0, 3.0, 0.5, -0.75, 5e-324, 2.0**-1060 * 3, 2.0**52 + 1, 1e300])
    found = features(values)
    for value, lowest in zip(values, found.lowest, strict=True):
        if value == 0:
            assert lowest == ZERO
        else:
            exact = Fraction(float(value)) / Fraction(2) ** int(lowest)
            assert exact.denominator == 1
            assert exact.numerator % 2 == 1
    assert list(found.binade[1:4]) == [0, 1, -1]


def test_the_false_alarm_probability_holds() -> None:
    """The same law for both inputs, tested 2000 times at error 1/20: a binomial count beyond 140 has probability below 1e-4."""
    rng = np.random.default_rng(3)
    alarms = sum(check(*(np.round(rng.laplace(size=400) * 64) / 64 for _ in range(2)), Fraction(1, 10**9), Fraction(0), Fraction(1, 20)).alarm for _ in range(2000))
    assert alarms <= 140


def test_support_inputs_are_neighbours() -> None:
    assert set(VECTORS) == {"laplace-support", "staircase-support", "sized_mean-support-laplace", "sized_mean-support-truncated_laplace", "shifted_mean-support"}
    for vector in VECTORS.values():
        one, other = neighbor_inputs(vector, 16)
        if vector.object == "sized_mean":
            assert sum(a != b for a, b in zip(one["data"], other["data"], strict=True)) == 1
        elif "data" in one:
            assert one["data"][:-1] == other["data"]
        else:
            assert abs(Fraction(one["center"]) - Fraction(other["center"])) == Fraction(vector.params.get("sensitivity", "1"))


class Sampler:
    """A connection that answers stat requests on `laplace` with a given noise."""

    def __init__(self, noise: Noise) -> None:
        self._noise, self._rng = noise, random.Random(11)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return {"ok": True, "protocol": 1, "adapter": {"name": "t", "version": "1"}, "supports": {"kinds": ["stat"], "objects": ["laplace"]}}
        center, n = float(request["input"]["center"]), int(request["input"]["n"])
        return {"seq": request["seq"], "status": "ok", "output": {"samples": "".join(bits_of(self._noise(self._rng, center)) for _ in range(n))}}

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("noise", "status"), [(laplace, FAIL), (grid(2.0**-40), PASS)])
def test_the_verdict_of_the_runner(noise: Noise, status: str) -> None:
    vector = replace(VECTORS["laplace-support"])
    result = run(lambda: Sampler(noise), [vector], tiers={"laplace-support": 1 << 14})
    assert [v.status for v in result.verdicts] == [status]
    if status == FAIL:
        assert result.verdicts[0].evidence is not None
        assert result.verdicts[0].evidence["lowest_bits"]
    assert result.false_alarm == Fraction(1, 10**9)


# ---- by hand ----


def test_events_are_counted_and_named_as_they_are() -> None:
    seen = features(np.array([0.0, 1.0, 1.5, -0.75, 3.0, -1.25]))
    for event, count, name in (
        (Event(-1), 4, "x is a multiple of 2^-1"),
        (Event(-1, False), 2, "x is not a multiple of 2^-1"),
        (Event(-1, True, 0), 2, "x is a multiple of 2^-1 and 2^0 <= |x| < 2^1"),
        (Event(-1, False, -1), 1, "x is not a multiple of 2^-1 and 2^-1 <= |x| < 2^0"),
        (Event(0, True, 1), 1, "x is a multiple of 2^0 and 2^1 <= |x| < 2^2"),
        (Event(value=1.5), 1, "x is exactly 1.5"),
    ):
        assert (event.count(seen), str(event)) == (count, name)
    assert [list(seen.half(first).value) for first in (True, False)] == [[0.0, 1.0, 1.5], [-0.75, 3.0, -1.25]]


def halves(first: float, second: float, n: int = 1000) -> Any:
    return np.array([first] * n + [second] * n)


def test_the_event_is_chosen_on_one_half_and_judged_on_the_other() -> None:
    """Kills a check that judges on the draws that it chose by, which alarms on right implementations."""
    other = halves(1.0, 1.0)
    changed = check(halves(0.25, 1.0), other, Fraction(1), Fraction(0), ERROR)
    assert (changed.alarm, changed.share) == (False, changed.neighbor_share)
    for one, two in ((halves(0.25, 0.25), other), (other, halves(0.25, 0.25))):
        same = check(one, two, Fraction(1), Fraction(0), ERROR)
        assert (same.alarm, same.share, same.neighbor_share) == (True, 1.0, 0.0)
        assert same.factor == pytest.approx(2.718281828)
        assert {k: same.evidence[k] for k in ("type", "event", "epsilon", "share", "neighbor_share")} == {"type": "leak", "event": same.event, "epsilon": "1", "share": 1.0, "neighbor_share": 0.0}
        assert sorted((b["input"], b["neighbor"]) for b in same.evidence["lowest_bits"]) == [(0.0, 1.0), (1.0, 0.0)]
        assert [b["exponent"] for b in same.evidence["lowest_bits"]] == [-2, 0]


@pytest.mark.parametrize(("delta", "alarm"), [("0", True), ("1/50", True), ("1/10", False)])
def test_delta_is_allowed_and_no_more(delta: str, alarm: bool) -> None:
    """An output of probability 1/20 that the neighbour never has."""
    ours = np.array(([0.25] + [1.0] * 19) * 1000)
    assert check(ours, np.full(20000, 1.0), Fraction(1), Fraction(delta), ERROR).alarm is alarm


@pytest.mark.parametrize(("count", "alarm"), [(40, False), (60, True)])
def test_an_alarm_is_beyond_both_confidence_bounds(count: int, alarm: bool) -> None:
    """Of 2000 draws the neighbour's none may be up to about 1 %, times e: so 2 % are no contradiction and 6 % are."""
    ours = np.array([0.25] * count + [1.0] * (1000 - count))
    assert check(np.concatenate([ours, ours]), np.full(2000, 1.0), Fraction(1, 100), Fraction(0), ERROR).alarm is alarm


class Scripted:
    """A session that answers with these replies in turn."""

    def __init__(self, *replies: dict[str, Any]) -> None:
        self.replies, self.asked = list(replies), []  # type: ignore[var-annotated]

    def sized(self, vector: Any) -> Any:
        return replace(vector, input={**vector.input, "n": "2000"})

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return reply["status"] == "unsupported"

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append((request["kind"], request["input"]["center"]))
        return self.replies.pop(0)


def counts(*rows: tuple[str, int]) -> dict[str, Any]:
    return {"status": "ok", "output": {"counts": [[v, str(c)] for v, c in rows]}}


SPLIT = counts(("1/4", 1000), ("1", 1000))


@pytest.mark.parametrize(
    ("replies", "status", "detail", "draws", "spent"),
    [
        ((SPLIT, SPLIT), PASS, "", 4000, 1),
        ((SPLIT, {"status": "error", "traceback": "x"}), FAIL, "error: x", 2000, 0),
        (({"status": "unsupported", "reason": "none"},), UNSUPPORTED, "none", 0, 0),
        ((counts(("1", 3)),), FAIL, "the counts do not sum to 2000", 0, 0),
    ],
    ids=["silent", "error", "unsupported", "malformed"],
)
def test_the_verdict_of_two_batches(replies: tuple[dict[str, Any], ...], status: str, detail: str, draws: int, spent: int) -> None:
    vector, result, session = VECTORS["laplace-support"], Run(hello=None), Scripted(*replies)  # type: ignore[arg-type]
    found = support_check(session, vector, result, ERROR)  # type: ignore[arg-type]
    assert (found.vector, found.status, found.detail) == (vector, status, detail)
    assert (result.draws, result.false_alarm, result.tiers) == (draws, spent * ERROR, {vector.id: 2000})
    assert session.asked == [("stat", "0"), ("stat", "1")][: len(replies)]


def test_a_leak_is_told_with_both_shares() -> None:
    result = Run(hello=None)  # type: ignore[arg-type]
    found = support_check(Scripted(counts(("1/4", 2000)), counts(("1", 2000))), VECTORS["laplace-support"], result, ERROR)  # type: ignore[arg-type]
    assert (found.status, found.flags) == (FAIL, ("FloatLeak",))
    assert found.detail.endswith(": 1.0000 of the outputs for one input, 0.0000 for its neighbour; epsilon allows a factor 2.718")


class Answering(Scripted):
    """A session that gives these outputs for the two inputs, or says that it has none."""

    def __init__(self, *outputs: dict[str, Any] | None) -> None:
        super().__init__(*({"status": "unsupported", "reason": "no"} if output is None else {"status": "ok", "output": output} for output in outputs))

    def sized(self, vector: Any) -> Any:
        return replace(vector, input={**vector.input, "n": str(N)})


def answered(*outputs: dict[str, Any] | None) -> Any:
    return support_check(Answering(*outputs), VECTORS["laplace-support"], Run(hello=None), ERROR)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["in order", "sorted", "counts"])
def test_draws_in_order_of_size_are_judged_like_others(form: str) -> None:
    """Kills halves by place: of sorted draws (counts are) the first half chooses an event that the second cannot have."""
    rng = np.random.default_rng(1)

    def output(draws: Any) -> dict[str, Any]:
        if form == "counts":
            values, counts = np.unique(draws, return_counts=True)
            return {"counts": [[str(Fraction(v)), str(c)] for v, c in zip(values, counts, strict=True)]}
        return {"samples": pack((np.sort(draws) if form == "sorted" else draws).tolist())}

    right, other = np.rint(rng.laplace(size=(2, N)) * 1024) / 1024
    leaking = np.where(rng.random(N) < 0.05, -3.0, right)
    assert answered(output(leaking), output(other)).status == FAIL
    assert answered(output(right), output(other)).status == PASS


def test_a_neighbour_that_is_not_supported_is_a_leak() -> None:
    """Kills a check that calls it unsupported when one of two neighbouring inputs gets no answer."""
    verdict = answered({"samples": bits_of(0.5) * N}, None)
    assert (verdict.status, verdict.flags) == (FAIL, ("StatusLeak",))
    assert answered(None).status == UNSUPPORTED


def test_the_events_that_are_tried_by_hand() -> None:
    """1 to 16 in steps of 1/16: grids from 2^-4 up and one above each of the three coarsest, the lowest bits of every binade, what is frequent."""
    values = np.concatenate([np.arange(16, 257) / 16, np.zeros(9), np.full(15, 3.0), np.full(16, 5.0)])
    both = [features(values), features(values[:0])]
    events = _candidates(both)
    grids = {(e.grid, e.inside) for e in events if e.binade is None and e.value is None}
    assert grids == {(g, inside) for g in (-4, -3, -2, -1, 0, 1, 2, 3, 4, 5) for inside in (True, False)}
    binades = {(e.binade, e.grid) for e in events if e.binade is not None}
    assert binades == {(b, b - 52 + t) for b in (0, 1, 2, 3, 4) for t in (1, 2, 3, 4, 6, 8)}
    assert [e.value for e in events if e.value is not None] == [5.0, 3.0]  # 17 and 16 times; 0 only nine times


def test_rare_bits_are_not_shown() -> None:
    """A bit that is the lowest in one of 4,000 outputs says nothing in a picture; one in 1,000 does."""
    common, rare = np.ones(3995), np.array([0.5, 0.25, 0.25, 0.25, 0.25])
    shown = _lowest_bits(features(np.concatenate([common, rare])), features(np.ones(4000)))
    assert [(s["exponent"], s["input"], s["neighbor"]) for s in shown] == [(-2, 0.001, 0.0), (0, 0.99875, 1.0)]
