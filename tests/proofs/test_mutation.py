"""Planted changes: what they are, that they are planted, and that the page says what became of
them.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpmean.distributions import hourglass, staircase
from proofs.guards.shipped import Recorder
from proofs.kernel.points import stream
from proofs.mutate import equivalence, points
from proofs.mutate.changes import changes
from proofs.mutate.covered import Covered, covered
from proofs.mutate.page import page
from proofs.mutate.run import UNDECIDED, Outcome, judged
from tests.helpers.theorems import FOUND

HALF = Fraction(1, 2)


def test_changes_are_small_and_each_is_another_function() -> None:
    made = list(changes(hourglass.covariance))
    words = {c.what for c in made}
    assert {"1 + b -> 1 - b", "d ** 2 -> d", "c ** 3 -> c"} <= words and any(
        w.endswith("* 2") for w in words
    )
    original, values = hourglass.covariance.__code__, set()
    right = hourglass.covariance(Fraction(1, 3), Fraction(1, 5), Fraction(3))
    for change in made:
        hourglass.covariance.__code__ = change.code
        try:
            values.add(hourglass.covariance(Fraction(1, 3), Fraction(1, 5), Fraction(3)))
        except ZeroDivisionError:
            values.add(change.what)
        finally:
            hourglass.covariance.__code__ = original
    assert right not in values and len(values) > len(made) // 2
    assert len(list(changes(hourglass.covariance, 5))) == 5


def test_a_change_is_judged_in_a_process_of_its_own() -> None:
    theorem = next(t for t in FOUND if t.id == "staircase_law")
    item = Covered(
        "distributions.staircase.normalizer", staircase.normalizer, theorem.id, (theorem.id,)
    )
    steps = [(theorem, theorem.steps[0])]
    right = staircase.normalizer(HALF, HALF, 1)
    change = next(c for c in changes(staircase.normalizer) if c.what.endswith("* 2"))
    assert judged(item, change, steps)[0] == f"{theorem.id}: {theorem.steps[0].name}"
    assert judged(item, change, []) == ("", "") and staircase.normalizer(HALF, HALF, 1) == right


def test_what_ran_is_noted_once_a_step_and_functions_are_put_back() -> None:
    code = staircase.normalizer.__code__
    with Recorder() as recorder:
        assert staircase.weight(1, HALF, HALF, 1) == staircase.weight(1, HALF, HALF, 1)
        assert set(recorder.take()) == {
            "distributions.staircase.weight",
            "distributions.staircase.normalizer",
        }
        assert recorder.take() == {}
        staircase.normalizer(HALF, HALF, 1)
        assert set(recorder.take()) == {"distributions.staircase.normalizer"}
    assert staircase.normalizer.__code__ is code


def test_a_program_is_compared_by_its_transcripts_at_random_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(equivalence, "POINTS", 500)
    found = [t for t in FOUND if t.id == "trilemma_subsample"]
    item = next(i for i in covered(found) if i.label.endswith("UnknownSize.program"))
    same = {c.what: equivalence.equivalent(item, c, found) for c in changes(item.function)}
    assert (
        same["max(-v, min(drawn, v)) -> max(min(drawn, v), -v)"]
        and sum(same.values()) < len(same) / 4
    )
    assert (
        not same["if size < self.n0: ... -> if False: ..."]
        and not same["min(drawn, v) -> max(drawn, v)"]
    )


def test_random_points_of_every_entry_point_have_answers() -> None:
    below = stream("points")
    for name in (
        "laplace.density",
        "transformed_mean",
        "quantile_clipped_mean",
        "unknown_size",
        "adpm",
    ):
        given = [points.answer(name, points.drawn(below, points.pool(name))) for _ in range(40)]
        whole = [
            g for g in given if isinstance(g, list) and not any(isinstance(part, str) for part in g)
        ]
        assert len(whole) > 5 and len({str(g) for g in whole}) > 5, name


def test_the_page_counts_what_is_red_equivalent_undecided_and_not_seen() -> None:
    def outcome(what: str, red: str, ran: int = 1) -> Outcome:
        return Outcome("t", "f.g", "f.py:1", what, "", ran, red, "")

    text = page(
        [outcome("a", "t: step"), outcome("b", ""), outcome("c", "", 0), outcome("d", UNDECIDED)],
        {("f.g", "f.py:1", "b")},
        4,
    )
    assert "| t | 1 | 4 | 1 | 1 | 1 | 1 | 50.0 % |" in text
    assert "`c`" in text and "`b`" not in text and "at most 4 changes" in text
