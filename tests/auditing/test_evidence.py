"""What audits of black boxes find, and do not find."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import log
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.claims import claimed
from dpmean.auditing.pairs import candidates, first
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources.buffered import Buffered
from dpmean.auditing.sources.function import Function
from dpmean.auditing.store import load, save
from dpmean.privacy.neighbors import Neighbors

GRID = 2.0**-30
PAIR = ([0.0, 1.0], [0.0])


def laplace(scale: float, grid: float = GRID) -> Callable[[list[float], int], Any]:
    """A sum with Laplace noise in doubles, rounded to a grid so that its low bits tell nothing."""
    random = np.random.default_rng()

    def release(records: list[float], count: int) -> Any:
        x = np.nansum(np.clip(records, 0, 1)) + random.laplace(0, scale, count)
        return np.round(x / grid) * grid if grid else x

    return release


def audited(
    function: Callable[..., Any], claim: str | list[str] = "epsilon=1", **more: Any
) -> Report:
    found = dpmean.audit(
        function, claim, **{"data": PAIR, "many": True, "draws": 20_000, "seconds": 120, **more}
    )
    assert isinstance(found, Report)
    return found


def test_noise_at_four_fifths_of_its_scale_is_refuted_and_its_epsilon_never_overstated() -> None:
    found = audited(
        laplace(0.8), first=True
    )  # 2.9 times the 3,796 draws that the best test needs on average
    assert found.refuted
    assert found.audit.draws < 20_000
    assert 1 <= found.epsilon < 1.25  # just 1 where the capital is only just enough
    assert found.evidence["event"].startswith(("x <= ", "x >= "))


def test_right_noise_is_not_refuted() -> None:
    found = audited(laplace(1.0), ["epsilon=1", "rho=1/2", "mu=3/2"], draws=5000)
    assert not found.refuted
    assert "epsilon=1: not refuted by these outputs" in str(found)
    assert "private" not in str(found)


def test_low_bits_of_doubles_refute_in_three_thousand_draws() -> None:
    found = audited(laplace(1.0, 0.0), draws=3000)
    assert found.refuted
    assert "lowest bit" in str(found)


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        (float("nan"), "NaN"),
        (None, "no answer"),
        ("text", "text"),
        ((1.0, 2.0, 3.0), "list of 3 numbers"),
    ],
)
def test_an_output_of_another_kind_for_one_of_two_data_sets_is_seen(output: Any, kind: str) -> None:
    random = np.random.default_rng()

    def release(records: list[float]) -> Any:
        return output if len(records) == 2 and random.random() < 0.2 else float(random.integers(3))

    found = audited(release, many=False, draws=1000)
    assert found.refuted
    assert any(kind in word for word in found.audit.reader.words)


def test_an_exception_is_an_output() -> None:
    random = np.random.default_rng()

    def release(records: list[float]) -> Any:
        if len(records) == 2 and random.random() < 0.2:
            raise KeyError(records)
        return float(random.integers(3))

    found = audited(release, many=False, draws=1000)
    assert found.refuted
    assert "KeyError" in str(found)


def test_what_is_likelier_in_the_middle_is_seen() -> None:
    random = np.random.default_rng()

    def release(records: list[float], count: int) -> Any:
        return np.round(random.normal(0, 1 + (len(records) == 2), count) / GRID) * GRID

    assert audited(release, "epsilon=1/4", draws=5000).refuted


def test_a_leak_that_needs_two_coordinates_is_seen_with_scikit_learn() -> None:
    pytest.importorskip(
        "sklearn", reason="scikit-learn is optional: without it no classifier looks at vectors"
    )
    random = np.random.default_rng()

    def release(records: list[float], count: int) -> Any:
        x, sign = np.round(random.normal(size=count) / GRID) * GRID, 1 if len(records) == 2 else -1
        return np.column_stack([x, sign * x + np.round(random.normal(0, 0.3, count) / GRID) * GRID])

    found = audited(release, "epsilon=1", draws=8000)
    assert found.refuted
    assert "classifier" in str(found)


def test_the_pair_is_found_among_those_that_are_searched() -> None:
    random = np.random.default_rng()

    def release(records: list[float], count: int) -> Any:  # a record far outside is not clipped
        return (
            np.round((sum(r for r in records if r == r) + random.laplace(0, 1, count)) / GRID)
            * GRID
        )

    found = audited(release, data=None, draws=30_000)
    assert found.refuted
    assert "1e+06" in found.evidence["pair_in_words"]


def test_one_epsilon_a_user() -> None:
    def release(records: list[float], count: int) -> Any:
        return np.round((np.dot([0.5, 2.0], records) + noise(0, 1, count)) / GRID) * GRID

    noise = np.random.default_rng().laplace
    for place, refuted in ((0, False), (1, True)):
        other = [0.0, 0.0]
        other[place] = 1.0
        found = audited(
            release,
            "epsilons=1/2;1",
            data=([0.0, 0.0], other),
            neighbors="replace-given-user",
            draws=4000,
        )
        assert found.refuted is refuted


def test_a_run_that_goes_on_from_its_record_has_the_same_bets(tmp_path: Any) -> None:
    state = Audit(
        "f",
        [claimed("epsilon=1")],
        "add-or-remove-one",
        first(candidates(Neighbors.ADD_OR_REMOVE_ONE, 0.0, 1.0, 2)),
        Fraction(1, 10**6),
    )
    source = Buffered(Function(laplace(1.0), many=True))
    proceed(state, source, 2500, 100)
    save(state, tmp_path / "a.npz")
    again = load(tmp_path / "a.npz")
    assert again.log_wealth() == pytest.approx(state.log_wealth(), abs=1e-12)
    assert (again.draws, again.growth[-1][2]) == (
        state.draws,
        pytest.approx(state.growth[-1][2], abs=1e-12),
    )
    proceed(again, source, 3000, 100)
    assert again.draws == 3000


def false_alarms(runs: int, draws: int) -> int:
    """How many audits of noise that keeps its claim with no room to spare, at alpha = 1/20, refute
    it.
    """
    seen = 0
    for _ in range(runs):
        source, state = (
            laplace(1.0),
            Audit(
                "f",
                [claimed("epsilon=1")],
                "",
                [candidates(Neighbors.ADD_OR_REMOVE_ONE, 0.0, 1.0, 1)[0]],
                Fraction(1, 20),
            ),
        )
        proceed(state, Function(source, many=True), draws, 100)
        seen += bool(state.refuted)
    return seen


def test_few_audits_of_innocents_are_false_alarms() -> None:
    # at most 1/20 each: more than 5 of 10 with probability below 10^-5
    assert false_alarms(10, 250) <= 5


@pytest.mark.slow
def test_at_most_alpha_of_many_audits_are_false_alarms() -> None:
    # at most 1/20 each: more than 312 of 5000 with probability below 10^-4
    assert false_alarms(5000, 2000) <= 312


def test_a_rare_leak_is_beyond_a_run_that_says_so() -> None:
    found = audited(laplace(1.0), draws=2000)
    assert found.could["rarest"] > log(10**6) / 2000


def test_outputs_that_are_all_one_error_are_no_evidence() -> None:
    """Kills "not refuted" for a mechanism that never released anything."""

    def broken(records: list[float], count: int) -> Any:
        raise RuntimeError

    report = audited(broken, draws=2000)
    assert report.data["claims"][0]["status"] == "inconclusive"
    assert "there is nothing to judge a claim by" in str(report)


def test_a_report_of_few_outputs_is_json() -> None:
    """Kills an infinity in the report: what so few outputs would have shown is nothing, and JSON
    has no word for it.
    """
    report = audited(laplace(1.0), draws=40)
    assert report.data["would_have_shown"]["loss"] is None
    json.dumps(report.data, allow_nan=False)
