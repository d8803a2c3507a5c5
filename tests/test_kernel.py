"""The checker refuses: every rule of the kernel against certificates that do not check."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import pytest

from proofs import kernel
from proofs.balls import Ball
from proofs.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from proofs.kernel import (
    Step,
    cited,
    counterexample,
    decomposition,
    exhaustive,
    identity,
    positive,
    positive_in_balls,
    root_count,
    smt,
    telescopes,
)
from proofs.signs import NotProved
from proofs.theorem import PROVED, WRONG, Claim, Theorem
from proofs.tracing import INT, REAL, Term

R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE, "x": ANY, "t": FULL, "n": NONNEGATIVE}, powers="j")
T = Ring({"b": UNIT, "k": NONNEGATIVE, "w": POSITIVE})
C = Ring({"b": UNIT, "c": POSITIVE}).relate("c", 3, lambda b: b * (1 + b) / 2)

WRONG_STEPS = {
    "two formulas that differ": identity("", R, lambda b: (1 / (1 - b), 1 + b)),
    "a denominator that vanishes inside": identity("", R, lambda t: ((t - 1) / (t - 1) ** 2, 1 / (t - 1))),
    "a denominator whose sign is unknown": identity("", R, lambda x: (1 / x, 1 / x)),
    "division by zero": identity("", R, lambda b: (1 / (b - b), 1)),
    "formulas of two rings": identity("", R, lambda b: (b + C("b")[0], b)),
    "a float": identity("", R, lambda b: (b * 0.5, b / 2)),
    "a relation misused": identity("", C, lambda b, c: (c**2, b * (1 + b) / 2)),
    "symbols and numbers that differ": identity("", R, lambda b: (b if isinstance(b, Fraction) else b + 1, b if not isinstance(b, Fraction) else 2 * b)),
    "a sum with the wrong rest": telescopes("", T, lambda w: w, lambda b, w: w / (1 - b) ** 2, lambda b: b),
    "a constant rest": telescopes("", T, lambda k: 0 * k, lambda k: 0 * k + 1, lambda b: b),
    "a sum that diverges": telescopes("", T, lambda w: w, lambda b, w: w * b / (b - 1), lambda b: 1 / b),
    "a rest that is no polynomial": telescopes("", T, lambda b, k, w: w / (k + 1) - b * w / (k + 2), lambda k, w: w / (k + 1), lambda b: b),
    "positive only in the middle": positive("", R, lambda t: t * (1 - t)),
    "negative": positive("", R, lambda b: b - 1),
    "of both signs": positive("", R, lambda b: b - Fraction(1, 2)),
    "zero at a closed end": positive("", R, lambda g: 1 - g),
    "zero at a split point": positive("", R, lambda b: (2 * b - 1) ** 2, splits={"b": [Fraction(1, 2)]}),
    "a variable over all reals": positive("", R, lambda x: x**2 + 1),
    "splits out of order": positive("", R, lambda b: 1 + b, splits={"b": [Fraction(2, 3), Fraction(1, 3)]}),
    "the zero polynomial": positive("", R, lambda b: 0 * b),
    "a negative weight": decomposition("", R, lambda x: (-(x**2), [(-1, x)])),
    "squares that do not add up": decomposition("", R, lambda x: (x**2 + x, [(1, x)])),
    "too many roots": root_count("", lambda: [Fraction(-1), Fraction(0), Fraction(4)], Fraction(-1), Fraction(1), 1),
    "an end that is a root": root_count("", lambda: [Fraction(0), Fraction(1)], Fraction(0), Fraction(1), 0),
    "a false statement": smt("", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x >= 1, lambda v: v.x >= 2),
    "a twin that is true": smt("", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x >= -1, lambda v: v.x >= -2),
    "contradictory hypotheses": smt("", {"x": REAL}, lambda v: v.x >= 1 and v.x <= 0, lambda v: v.x == 7, lambda v: v.x == 8),
    "a branch that is missed": smt("", {"x": REAL}, lambda v: abs(v.x) >= 0, lambda v: (v.x if v.x >= 0 else v.x) >= 0, lambda v: v.x >= 5),
    "a path without a truth value": smt("", {"x": REAL}, lambda v: v.x >= 0, lambda v: None if v.x >= 1 else True, lambda v: v.x >= 5),
    "floor that rounds to zero": smt("", {"x": REAL}, lambda v: v.x <= 0, lambda v: floor(v.x) >= v.x, lambda v: v.x >= 5),
    "a product of variables": smt("", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x * v.x >= 0, lambda v: v.x >= 5),
    "a traced float": smt("", {"x": REAL}, lambda v: v.x >= 0.5, lambda v: v.x >= 0, lambda v: v.x >= 5),
    "a false inequality in balls": positive_in_balls("", {"t": (Fraction(0), Fraction(1))}, lambda t: t - Fraction(1, 2)),
    "an inequality that touches 0": positive_in_balls("", {"t": (Fraction(0), Fraction(1))}, lambda t: t * t),
    "a division by a ball around 0": positive_in_balls("", {"t": (Fraction(-1), Fraction(1))}, lambda t: 1 / t),
    "an empty domain": exhaustive("", list, lambda _: True),
    "a domain with an exception": exhaustive("", lambda: range(9), lambda x: x != 8),
    "a truthy answer that is not True": exhaustive("", lambda: range(9), lambda x: x + 1),  # type: ignore[arg-type, return-value]
    "a statement that does not fail": counterexample("", lambda x: x < 5, 4),
    "a smaller counterexample": counterexample("", lambda x: x < 5, 9, lambda: range(8)),
    "a falsy answer that is not False": counterexample("", lambda x: 0, 4),  # type: ignore[arg-type, return-value]
}


@pytest.mark.parametrize("name", WRONG_STEPS)
def test_refused(name: str) -> None:
    with pytest.raises((NotProved, TypeError, ValueError, ZeroDivisionError)):
        WRONG_STEPS[name].check()


RIGHT_STEPS: list[Step] = [
    identity("", R, lambda b, j: (b ** (2 * j + 1), b * b**j * b**j)),
    identity("", C, lambda b, c: (c**4, c * b * (1 + b) / 2)),
    telescopes("", T, lambda k, w: k * w, lambda b, k, w: w * (k / (1 - b) + b / (1 - b) ** 2), lambda b: b),
    positive("", R, lambda b, g: b + g - b * g),
    positive("", R, lambda t: t * (1 - t), strict=False),
    positive("", R, lambda b: b**2 - b / 2 + Fraction(1, 10), splits={"b": [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)]}),
    decomposition("", R, lambda x: (x**2 - 2 * x + 1, [(1, x - 1)])),
    root_count("", lambda: [Fraction(0), Fraction(0), Fraction(1)], Fraction(-1), Fraction(1), 1),
    smt("", {"x": REAL, "k": INT}, lambda v: v.x < v.k, lambda v: floor(v.x) + 1 <= v.k, lambda v: floor(v.x) + 2 <= v.k),
    positive_in_balls("", {"t": (Fraction(0), Fraction(4))}, lambda t: Ball(1) + t - (t / 3).exp() / 2),
]


@pytest.mark.parametrize("step", RIGHT_STEPS, ids=lambda s: s.rule)
def test_accepted(step: Step) -> None:
    assert step.check()


def test_steps_are_made_by_rules_only() -> None:
    with pytest.raises(TypeError):
        Step("it is so", "identity", lambda: "believe me")


def test_only_listed_lemmas_and_citations() -> None:
    with pytest.raises(KeyError):
        cited("well known", "folklore")
    with pytest.raises(KeyError):
        identity("", R, lambda b: (b, b), ("it_is_clear",))


def test_a_solver_that_does_not_know_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    step = RIGHT_STEPS[8]
    monkeypatch.setattr(kernel.solvers, "cvc5_answer", lambda _: "unknown")
    with pytest.raises(NotProved):
        step.check()


def test_a_model_is_replayed_and_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = RIGHT_STEPS[8]
    monkeypatch.setattr(kernel.solvers, "model", lambda text, names: {"x": Fraction(0), "k": Fraction(5)})
    with pytest.raises(NotProved, match="replayed"):
        step.check()


def test_a_comparison_outside_a_statement_has_no_truth_value() -> None:
    with pytest.raises(TypeError):
        bool(Term("x", REAL) >= 0)


def row(status: str, **more: Any) -> Theorem:
    return Theorem("t", "", "", "", (identity("a", R, lambda b: (b, b)), cited("c", "Geng-Viswanath 2014")), (Claim("Lemma 1", "", status, ("a",), **more),))


def test_a_row_must_come_with_what_its_status_demands() -> None:
    assert row(PROVED).claims
    for status in ("certified", "exhaustive", "cited", "asymptotic", WRONG, "obvious"):
        with pytest.raises(ValueError, match="lacks what the status"):
            row(status)
    with pytest.raises(ValueError, match="lacks"):
        Theorem("t", "", "", "", (cited("c", "Geng-Viswanath 2014"),), (Claim("Lemma 1", "", PROVED, ("c",)),))
    with pytest.raises(KeyError):
        Theorem("t", "", "", "", (), (Claim("Lemma 1", "", PROVED, ("nowhere",)),))
