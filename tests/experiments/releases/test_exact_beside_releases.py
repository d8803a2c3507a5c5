"""The exact law that stands beside simulated releases: rounded as they are, and what is not known
is said.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from multiprocessing import Pipe
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.errors import InvalidInput
from dpmean.experiments.releases import beside as room
from dpmean.experiments.releases import exact
from dpmean.experiments.releases.beside import Beside, work
from dpmean.experiments.releases.estimates import SHARES, brackets, estimates
from dpmean.experiments.releases.exact import (
    Points,
    Quantiles,
    Question,
    at,
    cdf,
    output_range,
    parts,
)
from dpmean.experiments.releases.run import batches
from dpmean.experiments.releases.targets import GIVEN, READ, Target, targets
from dpmean.programs.columns.summary import Summary
from dpmean.programs.law_of import law_of

F = Fraction
UNIT = {"epsilon": "1", "lower": "0", "upper": "1"}
COIN = ("name_and_shame", {"delta": "1/8", "n": "3"}, ["1", "1", "1"])


def asked(
    name: str,
    given: dict[str, object],
    data: list[Any],
    grid: Fraction | None,
    points: Points,
    **more: Any,
) -> dict[str, Any]:
    question = Question(name, given, data, more.get("coordinate", 0), grid, more.get("targets", ()))
    wanted = Quantiles(points.unit, SHARES, (None,) * len(SHARES))
    answers = iter((points, wanted))
    return dict(parts(question, lambda: next(answers)))


def ties(grid: Fraction) -> None:
    """Outputs are 0, 8/3, 16/3 and 8: on a grid of 16/3, 8/3 is a tie that goes to 0, and 8 one
    that goes to 32/3.
    """
    law = law_of(build(*COIN[:2]), COIN[2])
    masses = {x.output[0]: x.weight for x in law.leaves if x.output}
    for k in range(-2, 12):
        below = sum(w for v, w in masses.items() if round(v / grid) <= k)
        assert cdf(law, k * grid, grid) == (below, below)


@pytest.mark.parametrize("grid", [F(16, 3), F(8, 3), F(1), F(5)])
def test_releases_are_rounded_with_ties_to_even(grid: Fraction) -> None:
    ties(grid)


def test_ties_that_go_the_wrong_way_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    original = exact.Where
    monkeypatch.setattr(exact, "Where", lambda on, _, at: original(on, "le", at))
    with pytest.raises(AssertionError):
        ties(F(16, 3))


def test_bins_add_up_and_quantiles_are_where_the_probability_is_reached() -> None:
    name, given, data = COIN
    found = asked(name, given, data, None, Points(F(8, 3), (0, 1, 2, 3)), targets=((F(1),),))
    weights = [F(343, 512), F(147, 512), F(21, 512), F(1, 512), F(0)]
    assert found["bins"] == [(w, w) for w in weights]
    assert found["none"] == (0, 0) and found["range"] == (0, 8)
    assert found["mean"] == (1, 1) and found["mse 0"] == (F(7, 3), F(7, 3))
    for p in SHARES:
        v = next(k for k in range(4) if sum(weights[: k + 1]) >= p) * F(8, 3)
        assert found[f"quantile {p}"] == (v, v)


def test_a_bracket_that_is_wrong_does_not_change_a_quantile() -> None:
    name, given, data = COIN
    for bracket in ((3, 3), (-5, -4), (0, 0)):
        answers = iter((Points(F(8, 3), (0, 1, 2, 3)), Quantiles(F(8, 3), (F(3, 4),), (bracket,))))
        found = dict(parts(Question(name, given, data, 0, None, ()), lambda: next(answers)))
        assert found["quantile 3/4"] == (F(8, 3), F(8, 3))


def test_a_coordinate_has_the_law_of_that_coordinate() -> None:
    given: dict[str, object] = {"rho": "4", "u": "5", "d": "2", "n": "2", "threshold": "8"}
    data = [["0", "3"], ["1", "5"]]
    law = law_of(build("norm_clipped_mean", given), data)
    for j, middle in enumerate((F(1, 2), F(4))):
        assert at(law, j).mean() == middle
    found = asked(
        "norm_clipped_mean",
        given,
        data,
        None,
        Points(F(1, 2), (1, 8)),
        coordinate=1,
        targets=((F(1, 2), F(4)),),
    )
    assert found["mean"] == (4, 4)
    assert found["total 0"][0] == pytest.approx(2 * float(found["mse 0"][0]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "more", "expected"),
    [
        ("transformed_mean", {"noise": "laplace"}, (0, 1)),
        ("sized_mean", {"noise": "laplace", "n": "3"}, None),
    ],
)
def test_the_range_of_the_outputs(name: str, more: dict[str, str], expected: Any) -> None:
    law = law_of(build(name, {**UNIT, **more}), ["0", "1/2", "1"])
    assert output_range(law, F(1, 10)) == expected


@pytest.mark.parametrize(
    ("name", "given", "data", "expected"),
    [
        (
            "sized_mean",
            {**UNIT, "n": "3", "noise": "laplace"},
            ["0", "1/2", "7"],
            {GIVEN: F(5, 2), READ: F(1, 2)},
        ),
        ("sized_mean", {**UNIT, "n": "3", "noise": "laplace"}, ["0", "x", "1"], {GIVEN: F(1, 2)}),
        (
            "sized_mean",
            {**UNIT, "n": "3", "noise": "laplace"},
            ["0", "inf", "1"],
            {GIVEN: F(1, 2), READ: F(2, 3)},
        ),
        ("sized_mean", {**UNIT, "n": "1", "noise": "laplace"}, [""], {READ: F(1, 2)}),
        (
            "privquant",
            {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"},
            ["1", "2", "4"],
            {},
        ),
    ],
)
def test_true_means(
    name: str, given: dict[str, object], data: list[str], expected: dict[str, Fraction]
) -> None:
    found = targets(build(name, given), data)
    assert {t.what: t.mean[0] for t in found} == expected


def test_true_means_of_vectors() -> None:
    given: dict[str, object] = {"rho": "4", "u": "5", "d": "2", "n": "2", "threshold": "8"}
    found = targets(build("norm_clipped_mean", given), [["0", "9"], ["1", "5"]])
    assert found == [Target(GIVEN, (F(1, 2), F(7))), Target(READ, (F(1, 2), F(5)))]


SIMULATED: list[tuple[str, dict[str, object], list[Any]]] = [
    ("transformed_mean", {**UNIT, "noise": "laplace"}, ["0", "1/2", "3"]),
    ("sized_mean", {**UNIT, "n": "3", "noise": "laplace"}, ["0", "1/2", "1"]),
    ("sized_mean", {**UNIT, "n": "3", "noise": "truncated_laplace"}, ["0", "1/2", "1"]),
    COIN,
    ("privquant", {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}, ["1", "2", "4"]),
    (
        "dpumean",
        {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "2", "n2": "1"},
        ["0", "1/4", "1"],
    ),
]


def simulated(name: str, given: dict[str, object], data: list[Any]) -> list[Any]:
    """All estimates of 40,000 releases from a seed, with their exact values."""
    mechanism = build(name, given)
    summary, step, true = Summary(), mechanism.default_grid, targets(mechanism, data)
    for found in batches(mechanism, data, 40_000, None, b"inside"):
        summary.add(found)
    summary.close()
    assert summary.unit is not None
    answers = iter(
        (
            Points(summary.unit, tuple(summary.edges)),
            Quantiles(summary.unit, SHARES, brackets(summary)),
        )
    )
    question = Question(name, given, data, 0, step, tuple(t.mean for t in true))
    known = dict(parts(question, lambda: next(answers)))
    assert (
        sum(p[0] for p in known["bins"]) <= 1 - known["none"][0] <= sum(p[1] for p in known["bins"])
    )
    return estimates(summary, true, known, step)


@pytest.mark.parametrize(
    ("name", "given", "data"), SIMULATED, ids=lambda v: v if isinstance(v, str) else ""
)
def test_the_exact_values_lie_in_the_intervals(
    name: str, given: dict[str, object], data: list[Any]
) -> None:
    found = simulated(name, given, data)
    assert [e.name for e in found if e.inside is False] == []
    assert all(e.inside for e in found if e.name.startswith(("quantile", "share")))
    for e in found:  # four standard errors, where no interval is known
        if e.error is not None and isinstance(e.exact, tuple):
            assert abs(e.value - e.exact[0]) < 6 * e.error + e.slack, e.name


def test_a_law_of_other_records_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    original = exact.law_of
    monkeypatch.setattr(
        exact, "law_of", lambda mechanism, data: original(mechanism, ["0", "0", "1/2"])
    )
    assert [e.name for e in simulated(*SIMULATED[0]) if e.inside is False] != []


def test_what_is_not_known_says_why() -> None:
    given: dict[str, object] = {
        "epsilon": "12",
        "delta": "1/2",
        "u": "1",
        "d": "1",
        "n": "4",
        "messages": "14",
        "beta": "9/10",
    }
    found = asked(
        "shuffled_clipped_mean",
        given,
        [["0"], ["1"], ["1"], ["0"]],
        None,
        Points(F(1, 4), (0, 1)),
        targets=((F(1, 2),),),
    )
    assert "the output is not bounded" in found["mean"] and isinstance(found["none"], tuple)


def test_the_process_sends_parts_and_ends() -> None:
    mine, other = Pipe()
    mine.send(Points(F(8, 3), (0, 1)))
    mine.send(Quantiles(F(8, 3), (F(1, 2),), (None,)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room.signal, "signal", lambda *_: None)
        work(Question(*COIN, 0, None, ()), other)
    names = []
    while mine.poll():
        names.append(mine.recv()[0])
    assert names == ["range", "none", "mean", "bins", "quantile 1/2", "end"]


def test_a_refused_law_ends_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> Any:
        raise InvalidInput("out_of_range", "too many runs")
        yield

    mine, other = Pipe()
    monkeypatch.setattr(room.signal, "signal", lambda *_: None)
    monkeypatch.setattr(room, "parts", refused)
    work(Question(*COIN, 0, None, ()), other)
    assert mine.recv() == ("end", "too many runs")


def test_a_process_beside_that_is_waited_for_and_one_that_is_not() -> None:
    found = Beside(Question(*COIN, 0, None, ()), 60)
    try:
        found.edges(F(8, 3), [0, 1])
        found.edges(F(8, 3), [0, 1, 2])  # too late
        found.quantiles(F(8, 3), SHARES, (None,) * len(SHARES))
        assert found.wait(60) and found.why == "" and len(found.known["bins"]) == 3
    finally:
        found.stop()
    late = Beside(Question(*COIN, 0, None, ()), 1)
    assert not late.wait(0) and "not all is known after 1 seconds" in late.why
    late.stop()
    assert Beside(Question(*COIN, 0, None, ()), 0).wait(0)


def test_seeded_batches_are_the_same_and_add_up() -> None:
    mechanism = build(*COIN[:2])
    runs = [
        [b.indices[0].tolist() for b in batches(mechanism, COIN[2], 40_000, None, b"x")]
        for _ in range(2)
    ]
    assert runs[0] == runs[1] and sum(map(len, runs[0])) == 40_000
    assert all(a[:1000] != b[:1000] for a, b in pairwise(runs[0]))
    for count in (1, 1000, 1024, 5000):
        assert sum(b.count for b in batches(mechanism, COIN[2], count, None, None)) == count
