"""Support checks as the runner makes them: which there are, what is asked, how many draws, and
every verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.student_t import privacy_loss
from dpmean.exact.enclosure import interval
from dpmean.judging import support
from dpmean.judging.draws.reading import pack
from dpmean.judging.draws.support_inputs import Plan, claim_of, plan
from dpmean.judging.draws.support_power import least
from dpmean.judging.results import Run
from dpmean.judging.run import run
from dpmean.judging.support import JUDGE, size_of, support_check, support_vectors
from dpmean.judging.verdict import FAIL, NOT_ASKED, PASS, UNSUPPORTED
from dpmean.privacy.neighbors import Neighbors
from dpmean.suite.files import load
from dpmean.suite.kinds.tape import built
from dpmean.wire.own import answer as own
from dpmean.wire.sizes import Sizes
from tests.lab.simulators import doubles

VECTORS = {v.id: v for v in support_vectors(load())}
ERROR = Fraction(1, 10**9)
LAPLACE = VECTORS["laplace-support"]
Noise = Callable[[np.random.Generator, float, int], np.ndarray]


def test_every_mechanism_of_a_real_library_has_a_check() -> None:
    objects = {v.object for v in VECTORS.values()}
    assert objects >= {
        "laplace",
        "staircase",
        "gaussian",
        "student_t",
        "staircase2d",
        "hourglass",
        "discrete_laplace",
        "discrete_gaussian",
        "discrete_staircase",
        "discrete_hourglass",
        "sized_mean",
        "shifted_mean",
        "independent_mean",
        "transformed_mean",
        "adpm",
        "clipped_mean",
        "combined_mean",
        "student_t_mean",
        "norm_clipped_mean",
    }
    assert set(VECTORS) >= {
        "laplace-support",
        "laplace-support-uneven",
        "gaussian-support-uneven",
        "sized_mean-support-laplace",
        "sized_mean-support-laplace-uneven",
        "sized_mean-support-truncated_laplace",
        "transformed_mean-support-hourglass",
        "adpm-support",
        "adpm-support-staircase",
        "discrete_laplace-support",
    }
    assert [v.id for v in VECTORS.values() if v.object == "discrete_laplace"] == [
        "discrete_laplace-support"
    ]
    assert [v.input["center"] for v in VECTORS.values() if v.object == "laplace"] == ["0", "0"]
    assert not {v.object for v in VECTORS.values()} & {
        "shuffled_mean",
        "unknown_size",
        "sm.printed",
    }


def differing(one: list[Any], other: list[Any]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", VECTORS)
def test_what_is_compared_are_neighbours(name: str) -> None:
    """By the relation that the mechanism declares, and for laws by their sensitivity, exactly."""
    vector = VECTORS[name]
    made = plan(vector)
    assert made.pairs
    for i, j in made.pairs:
        one, other = made.inputs[i], made.inputs[j]
        if "data" not in one:
            wide = Fraction(vector.params.get("sensitivity", "1"))
            shift = [
                Fraction(one.get(c, "0")) - Fraction(other.get(c, "0"))
                for c in ("center", "center_y")
            ]
            assert 0 < sum(map(abs, shift)) <= wide
            if "hourglass" in vector.object:
                assert abs(sum(shift)) == wide
            continue
        relation = built(vector.object, vector.params).guarantee.neighbors
        if relation is Neighbors.REPLACE_ONE:
            assert differing(one["data"], other["data"]) == 1
        elif relation is Neighbors.REPLACE_GIVEN_USER:
            epsilons = [
                Fraction(e) if e != "inf" else None for e in vector.params["epsilons"].split(",")
            ]
            (user,) = (
                k for k, (a, b) in enumerate(zip(one["data"], other["data"], strict=True)) if a != b
            )
            assert epsilons[user] == min(e for e in epsilons if e)
            assert claim_of(vector).levels[0].epsilon == epsilons[user]
        elif len(one["data"]) == len(other["data"]):
            assert relation is Neighbors.ADD_REMOVE_OR_REPLACE_ONE
            assert differing(one["data"], other["data"]) == 1
        else:
            shorter, longer = sorted((one["data"], other["data"]), key=len)
            assert longer[:-1] == shorter


def test_claims_are_those_that_are_made() -> None:
    def levels(name: str) -> list[tuple[Fraction, Fraction]]:
        return [(level.epsilon, level.delta) for level in claim_of(VECTORS[name]).levels]

    assert levels("laplace-support") == [(1, 0)]
    assert levels("laplace-support-uneven") == [(Fraction(5, 8), 0)]
    assert levels("combined_mean-support") == [(2, Fraction(1, 8))]
    assert levels("name_and_shame-support") == [(0, Fraction(1, 8))]
    assert levels("adpm-support-staircase") == [(2, 0)]
    loss = interval(privacy_loss(3, Fraction(0), Fraction(1), "exact")).upper
    assert loss <= levels("student_t-support")[0][0] <= loss + Fraction(1, 1 << 20)
    assert claim_of(VECTORS["gaussian-support"]).words == "rho = 1/2"
    assert claim_of(VECTORS["gaussian-support-uneven"]).words == "rho = 2/9"
    assert JUDGE.wanted(LAPLACE).endswith("epsilon = 1 allows a factor 2.718")


class Session:
    """A session that answers stat requests by a function of the request, at a stated speed."""

    def __init__(
        self,
        reply: Callable[[dict[str, Any]], dict[str, Any]],
        usual: int = 1 << 14,
        recorded: dict[str, int] | None = None,
    ) -> None:
        self.reply, self.usual, self.recorded, self.asked = reply, usual, recorded, []  # type: ignore[var-annotated]
        self.sizes = Sizes(fixed=recorded)

    def sized(self, vector: Any) -> Any:
        return replace(vector, input={**vector.input, "draws": str(self.usual)})

    def pinned(self, name: str, otherwise: int) -> int:
        return otherwise if self.recorded is None else self.recorded.get(name, 0)

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return bool(reply["status"] == "unsupported")

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(request["input"])
        return self.reply(request)


def drawn(noise: Noise) -> Callable[[dict[str, Any]], dict[str, Any]]:
    rng = np.random.default_rng(11)

    def reply(request: dict[str, Any]) -> dict[str, Any]:
        center, n = float(Fraction(request["input"]["center"])), int(request["input"]["draws"])
        return {"status": "ok", "output": {"samples": pack(noise(rng, center, n).tolist())}}

    return reply


def judged(vector: Any, session: Session) -> tuple[Any, Run]:
    result = Run(hello=None)  # type: ignore[arg-type]
    return support_check(session, vector, result, ERROR), result  # type: ignore[arg-type]


def test_four_inputs_are_asked_and_a_leak_is_told_with_both_shares() -> None:
    session = Session(drawn(doubles.inverse))
    verdict, result = judged(LAPLACE, session)
    assert [(g["center"], g["draws"]) for g in session.asked] == [
        (c, "4096") for c in ("0", "1/3", "1", "6/5")
    ]
    assert (verdict.status, verdict.flags) == (FAIL, ("FloatLeak",))
    assert "of the outputs for centre " in verdict.detail
    assert verdict.detail.endswith("epsilon = 1 allows a factor 2.718")
    assert verdict.evidence is not None
    assert verdict.evidence["lowest_bits"]
    assert (result.draws, result.false_alarm, result.tiers) == (
        4 * 4096,
        ERROR,
        {"laplace-support": 4096},
    )
    assert judged(LAPLACE, Session(drawn(doubles.on_grid(-40))))[0].status == PASS


@pytest.mark.parametrize(
    ("usual", "draws"), [(256, 0), (1023, 0), (1024, 4096), (1 << 14, 4096), (1 << 18, 1 << 16)]
)
def test_too_few_draws_are_no_verdict(usual: int, draws: int) -> None:
    """Kills a check that passes what it has not looked at: by speed alone a leak would pass in most
    runs.
    """
    assert least(claim_of(LAPLACE), ERROR) == 4096
    session = Session(drawn(doubles.inverse), usual)
    assert size_of(session, LAPLACE, 4096) == draws  # type: ignore[arg-type]
    verdict, result = judged(LAPLACE, session)
    assert verdict.status == (FAIL if draws else NOT_ASKED)
    if not draws:
        assert verdict.detail == "too slow for the support check: 4,096 draws of each input needed"
        assert (session.asked, result.draws, result.false_alarm) == ([], 0, 0)
    again, _ = judged(LAPLACE, Session(drawn(doubles.inverse), 1 << 20, result.tiers))
    assert again.status == verdict.status  # from a record


def test_a_large_batch_is_asked_for_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(support, "REQUEST", 1 << 13)
    session = Session(drawn(doubles.on_grid(-40)), 1 << 16)
    verdict, result = judged(LAPLACE, session)
    assert (verdict.status, result.draws) == (PASS, 4 << 14)
    assert [g["draws"] for g in session.asked] == ["8192"] * 8


def at(center: str, wrong: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    right = drawn(doubles.on_grid(-40))
    return lambda request: wrong if request["input"]["center"] == center else right(request)


@pytest.mark.parametrize(
    ("center", "wrong", "status", "detail", "flags"),
    [
        ("0", {"status": "unsupported", "reason": "none"}, UNSUPPORTED, "none", ()),
        (
            "1/3",
            {"status": "unsupported", "reason": "x"},
            FAIL,
            "answered for one input, unsupported for its neighbour",
            ("StatusLeak",),
        ),
        ("1", {"status": "error", "traceback": "x"}, FAIL, "error: x", ()),
        (
            "6/5",
            {"status": "rejected", "code": "X", "message": "y"},
            FAIL,
            "got rejected (X y), want ok",
            (),
        ),
        (
            "1/3",
            {"status": "ok", "output": {"counts": [["1", "3"]]}},
            FAIL,
            "the counts do not sum to 4096",
            (),
        ),
    ],
)
def test_replies_without_draws(
    center: str, wrong: dict[str, Any], status: str, detail: str, flags: tuple[str, ...]
) -> None:
    verdict, result = judged(LAPLACE, Session(at(center, wrong)))
    assert (verdict.vector, verdict.status, verdict.detail, verdict.flags) == (
        LAPLACE,
        status,
        detail,
        flags,
    )
    assert result.false_alarm == 0


@pytest.mark.parametrize("form", ["in order", "sorted", "counts"])
def test_draws_in_order_of_size_are_judged_like_others(form: str) -> None:
    """Kills halves by place: of sorted draws (counts are) the first half chooses an event that the
    second cannot have.
    """

    def of(leaking: bool) -> Callable[[dict[str, Any]], dict[str, Any]]:
        rng = np.random.default_rng(1)

        def reply(request: dict[str, Any]) -> dict[str, Any]:
            n = int(request["input"]["draws"])
            draws = np.rint(rng.laplace(size=n) * 1024) / 1024
            if leaking and request["input"]["center"] == "0":
                draws = np.where(rng.random(n) < 0.2, -3.0, draws)
            if form == "counts":
                values, counts = np.unique(draws, return_counts=True)
                output: dict[str, Any] = {
                    "counts": [
                        [str(Fraction(v)), str(c)] for v, c in zip(values, counts, strict=True)
                    ]
                }
            else:
                output = {"samples": pack((np.sort(draws) if form == "sorted" else draws).tolist())}
            return {"status": "ok", "output": output}

        return reply

    assert judged(LAPLACE, Session(of(leaking=True)))[0].status == FAIL
    assert judged(LAPLACE, Session(of(leaking=False)))[0].status == PASS


BOTH, ONE, NEITHER = ("center", "center_y"), ("center", "center"), ("", "")


@pytest.mark.parametrize(
    ("noise", "follows", "status"),
    [
        (doubles.in_the_plane(doubles.on_grid(-30)), BOTH, PASS),
        (doubles.in_the_plane(doubles.inverse), BOTH, FAIL),
        (doubles.betrayed_by_the_sum, BOTH, FAIL),
        (doubles.in_the_plane(doubles.inverse), NEITHER, UNSUPPORTED),
        (doubles.in_the_plane(doubles.on_grid(-30)), ONE, UNSUPPORTED),
    ],
)
def test_the_plane(noise: Any, follows: tuple[str, str], status: str) -> None:
    """Kills an accusation of a program that knows no centre in the plane, or takes one for both
    coordinates.
    """
    rng = np.random.default_rng(3)

    def reply(request: dict[str, Any]) -> dict[str, Any]:
        given, n = request["input"], int(request["input"]["draws"])
        x, y = noise(rng, tuple(float(Fraction(given.get(c, "0"))) for c in follows), n)
        return {
            "status": "ok",
            "output": {"samples": pack(np.column_stack([x, y]).reshape(-1).tolist())},
        }

    verdict, _ = judged(VECTORS["staircase2d-support"], Session(reply))
    assert verdict.status == status


def test_a_mean_is_asked_for_with_one_record_changed() -> None:
    vector = VECTORS["sized_mean-support-truncated_laplace"]
    release, rng = doubles.mean(doubles.four_logarithms, truncated=True), np.random.default_rng(5)

    def reply(request: dict[str, Any]) -> dict[str, Any]:
        data = [float(Fraction(x)) for x in request["input"]["data"]]
        draws = release(rng, data, int(request["input"]["draws"]))
        return {"status": "ok", "output": {"samples": pack(draws.tolist())}}

    session = Session(reply)
    verdict, _ = judged(vector, session)
    assert [g["data"][0] for g in session.asked] == ["0", "1", "1/3"]
    assert verdict.status == FAIL
    assert "records 1/3, 0, 0" in verdict.detail


@pytest.mark.parametrize(
    "name",
    [
        "laplace-support",
        "gaussian-support-uneven",
        "hourglass-support",
        "adpm-support",
        "discrete_laplace-support",
        "combined_mean-support",
        "transformed_mean-support-hourglass",
    ],
)
def test_our_own_draws_are_not_accused(name: str) -> None:
    """Centres are on no grid here: rounding after the sum with a centre would betray it."""
    verdict, _ = judged(VECTORS[name], Session(lambda request: answered(request)))
    assert verdict.status == PASS


def answered(request: dict[str, Any]) -> dict[str, Any]:
    return {**own({**request, "seq": "1"}), "seq": "1"}


def test_a_noisy_step_that_is_exposed_is_checked_by_itself() -> None:
    base = next(v for v in load() if v.object == "transformed_mean" and v.kind == "stat")
    found = support_vectors(
        [replace(base, input={**base.input, "observe": step}) for step in ("noisy_s1", "s1")]
    )
    assert [(v.id, v.input["observe"]) for v in found] == [
        ("transformed_mean-support-laplace-noisy-s1", "noisy_s1")
    ]
    assert isinstance(plan(found[0]), Plan)


class Adapter:
    """A connection that answers stat requests on `laplace` with a given noise, in protocol 1."""

    def __init__(self, noise: Noise) -> None:
        self._answer = drawn(noise)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request["op"] == "hello":
            return {
                "ok": True,
                "protocol": 1,
                "adapter": {"name": "t", "version": "1"},
                "supports": {"kinds": ["stat"], "objects": ["laplace"]},
            }
        return {
            "seq": request["seq"],
            **self._answer({"input": {**request["input"], "draws": request["input"]["n"]}}),
        }

    def processor_seconds(self) -> None: ...

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("noise", "status"), [(doubles.inverse, FAIL), (doubles.on_grid(-40), PASS)]
)
def test_the_verdict_of_the_runner(noise: Noise, status: str) -> None:
    result = run(lambda: Adapter(noise), [LAPLACE], sizes=Sizes(tier=1 << 14))
    assert [v.status for v in result.verdicts] == [status]
    assert result.false_alarm == Fraction(1, 10**9)
