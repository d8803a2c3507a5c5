"""The checker refuses: every rule of the kernel against certificates that do not check."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from proofs.kernel import rules as kernel
from proofs.kernel.balls import Ball
from proofs.kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from proofs.kernel.refusals import Misuse, NotProved
from proofs.kernel.rules import (
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
from proofs.kernel.steps import Step
from proofs.kernel.tracing import INT, REAL, Steps, Term
from proofs.theorem import Claim, Status, Theorem

R = Ring(
    {"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE, "x": ANY, "t": FULL, "n": NONNEGATIVE}, powers="j"
)
T = Ring({"b": UNIT, "k": NONNEGATIVE, "w": POSITIVE})
C = Ring({"b": UNIT, "c": POSITIVE}).relate("c", 3, lambda b: b * (1 + b) / 2)

WRONG_STEPS = {
    "two formulas that differ": identity("", R, lambda b: (1 / (1 - b), 1 + b)),
    "a denominator that vanishes inside": identity(
        "", R, lambda t: ((t - 1) / (t - 1) ** 2, 1 / (t - 1))
    ),
    "a denominator whose sign is unknown": identity("", R, lambda x: (1 / x, 1 / x)),
    "division by zero": identity("", R, lambda b: (1 / (b - b), 1)),
    "formulas of two rings": identity("", R, lambda b: (b + C("b")[0], b)),
    "a float": identity("", R, lambda b: (b * 0.5, b / 2)),
    "a relation misused": identity("", C, lambda b, c: (c**2, b * (1 + b) / 2)),
    "symbols and numbers that differ": identity(
        "",
        R,
        lambda b: (
            b if isinstance(b, Fraction) else b + 1,
            b if not isinstance(b, Fraction) else 2 * b,
        ),
    ),
    "a sum with the wrong rest": telescopes(
        "", T, lambda w: w, lambda b, w: w / (1 - b) ** 2, lambda b: b
    ),
    "a constant rest": telescopes("", T, lambda k: 0 * k, lambda k: 0 * k + 1, lambda b: b),
    "a sum that diverges": telescopes(
        "", T, lambda w: w, lambda b, w: w * b / (b - 1), lambda b: 1 / b
    ),
    "a rest that is no polynomial": telescopes(
        "", T, lambda b, k, w: w / (k + 1) - b * w / (k + 2), lambda k, w: w / (k + 1), lambda b: b
    ),
    "positive only in the middle": positive("", R, lambda t: t * (1 - t)),
    "negative": positive("", R, lambda b: b - 1),
    "of both signs": positive("", R, lambda b: b - Fraction(1, 2)),
    "zero at a closed end": positive("", R, lambda g: 1 - g),
    "zero at a split point": positive(
        "", R, lambda b: (2 * b - 1) ** 2, splits={"b": [Fraction(1, 2)]}
    ),
    "a variable over all reals": positive("", R, lambda x: x**2 + 1),
    "splits out of order": positive(
        "", R, lambda b: 1 + b, splits={"b": [Fraction(2, 3), Fraction(1, 3)]}
    ),
    "the zero polynomial": positive("", R, lambda b: 0 * b),
    "a negative weight": decomposition("", R, lambda x: (-(x**2), [(-1, x)])),
    "squares that do not add up": decomposition("", R, lambda x: (x**2 + x, [(1, x)])),
    "too many roots": root_count(
        "", lambda: [Fraction(-1), Fraction(0), Fraction(4)], Fraction(-1), Fraction(1), 1
    ),
    "an end that is a root": root_count(
        "", lambda: [Fraction(0), Fraction(1)], Fraction(0), Fraction(1), 0
    ),
    "a false statement": smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x >= 1, lambda v: v.x >= 2
    ),
    "a rival that is true": smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x >= -1, lambda v: v.x >= -2
    ),
    "contradictory hypotheses": smt(
        "", {"x": REAL}, lambda v: v.x >= 1 and v.x <= 0, lambda v: v.x == 7, lambda v: v.x == 8
    ),
    "a branch that is missed": smt(
        "",
        {"x": REAL},
        lambda v: abs(v.x) >= 0,
        lambda v: (v.x if v.x >= 0 else v.x) >= 0,
        lambda v: v.x >= 5,
    ),
    "a path without a truth value": smt(
        "",
        {"x": REAL},
        lambda v: v.x >= 0,
        lambda v: None if v.x >= 1 else True,
        lambda v: v.x >= 5,
    ),
    "floor that rounds to zero": smt(
        "", {"x": REAL}, lambda v: v.x <= 0, lambda v: floor(v.x) >= v.x, lambda v: v.x >= 5
    ),
    "a product of variables": smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x * v.x >= 0, lambda v: v.x >= 5
    ),
    "a traced float": smt(
        "", {"x": REAL}, lambda v: v.x >= 0.5, lambda v: v.x >= 0, lambda v: v.x >= 5
    ),
    "a false inequality in balls": positive_in_balls(
        "", {"t": (Fraction(0), Fraction(1))}, lambda t: t - Fraction(1, 2)
    ),
    "an inequality that touches 0": positive_in_balls(
        "", {"t": (Fraction(0), Fraction(1))}, lambda t: t * t
    ),
    "a division by a ball around 0": positive_in_balls(
        "", {"t": (Fraction(-1), Fraction(1))}, lambda t: 1 / t
    ),
    "an empty domain": exhaustive("", list, lambda _: True),
    "a domain with an exception": exhaustive("", lambda: range(9), lambda x: x != 8),
    "a truthy answer that is not True": exhaustive("", lambda: range(9), lambda x: x + 1),
    # type: ignore[arg-type, return-value]
    "a statement that does not fail": counterexample("", lambda x: x < 5, 4),
    "a smaller counterexample": counterexample("", lambda x: x < 5, 9, lambda: range(8)),
    "a falsy answer that is not False": counterexample("", lambda x: 0, 4),  # type: ignore[arg-type, return-value]
}


@pytest.mark.parametrize("name", WRONG_STEPS)
def test_refused(name: str) -> None:
    with pytest.raises((NotProved, Misuse, TypeError, ValueError, ZeroDivisionError)):
        WRONG_STEPS[name].check()


U, P = Ring({"x": UNIT}), Ring({"x": POSITIVE})
J = Ring({"b": UNIT}, powers="j")
PAIRS = iter([(1, 2), (2, 3)])


def _swallows_product(v: Any) -> bool:
    try:
        return bool(v.x * v.x <= 100)
    except TypeError:
        return True


def _moving_helper() -> Step:
    made = []
    for q in (2, 1):

        def helper(x: Any) -> Any:
            return 1 / (1 - x) - q  # noqa: B023

        made.append(positive("", U, lambda x, h=helper: h(x)))
    return made[0]


def _moving_partial() -> Step:
    made = [positive("", U, functools.partial(lambda x: 1 / (1 - x) - q)) for q in (2, 1)]  # noqa: B023
    return made[0]


def _swallows(v: Any) -> bool:
    try:
        return bool(v.x * v.x <= 4)
    except TypeError:
        return True


# falsehoods that an adversary once got past the checker
FALSEHOODS: dict[str, Callable[[], Step]] = {
    "every integer is odd (a variable as a truth value)": lambda: smt(
        "",
        {"n": INT},
        lambda v: v.n >= 0,
        lambda v: True if v.n % 2 else False,
        lambda v: v.n % 2 == 0,
    ),
    "x is not 0 (not not x)": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: bool(v.x), lambda v: v.x < 1
    ),
    "x or 5": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: (v.x or 5) == v.x, lambda v: v.x < 1
    ),
    "two comparisons compared": lambda: smt(
        "", {"x": REAL}, lambda v: v.x == v.x, lambda v: (v.x > 0) != (v.x >= 0), lambda v: v.x != 0
    ),
    "identity with True": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: (v.x > 0) is not True, lambda v: v.x > 1
    ),
    "an iterator that is used up": lambda: smt(
        "",
        {"x": REAL},
        lambda v: v.x >= 0,
        lambda v: all(v.x < b for _, b in PAIRS),
        lambda v: v.x > 1,
    ),
    "lattice points compared": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: Steps(v.x) != Steps(v.x), lambda v: v.x > 1
    ),
    "a branch on a formula": lambda: identity("", P, lambda x: (0 * x if x == 1 else x, x)),
    "a branch on a formula's truth": lambda: positive("", P, lambda x: -x if not x else x),
    "a branch on an exponent": lambda: identity(
        "", J, lambda b, j: (5 + 0 * b if j == 0 else b**j, b**j)
    ),
    "a branch on a ball": lambda: positive_in_balls(
        "", {"x": (Fraction(-1), Fraction(1))}, lambda x: Ball(-1) if x == 0 else Ball(1)
    ),
    "a loop variable that moves on": lambda: [
        positive("", U, lambda x: 1 / (1 - x) - p) for p in (2, 1)
    ][0],
    # noqa: B023, RUF015
    "a derivative with symbolic exponents": lambda: positive(
        "", J, lambda b, j: 1 - (b**j).derivative("b")
    ),
    "a derivative through a relation": lambda: positive("", C, lambda b, c: 1 - c.derivative("b")),
    "a telescoping sum with another exponent": lambda: telescopes(
        "",
        Ring({"w": POSITIVE, "b": UNIT}, powers="k"),
        lambda w, b, k: w * b**k * (1 - b),
        lambda w, b, k: w * b**k,
        lambda b: b,
    ),
    "a pole that cancels": lambda: identity(
        "", U, lambda x: ((x - Fraction(1, 2)) / (x - Fraction(1, 2)), 1)
    ),
    "a pole on a face": lambda: positive("", Ring({"x": NONNEGATIVE}), lambda x: x / x),
    "a relation without a solution": lambda: decomposition(
        "",
        Ring({"b": POSITIVE, "c": POSITIVE}).relate("c", 2, lambda b: -b),
        lambda b, c: (-b, [(1, c)]),
    ),
    "a relation on an unsigned variable": lambda: decomposition(
        "",
        Ring({"b": POSITIVE, "c": ANY}).relate("c", 2, lambda b: -b),
        lambda b, c: (-b, [(1, c)]),
    ),
    "a relation that comes late": lambda: identity(
        "", R.relate("d", 2, lambda b: b), lambda b, d: (d**2, b)
    ),
    "exponents of an unsigned base": lambda: positive(
        "", Ring({"b": ANY}, powers="j"), lambda b, j: b**j
    ),
    "a default that hides a variable": lambda: identity("", P, lambda x=Fraction(1): (x, 1)),
    "code that swallows a refusal": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, _swallows, lambda v: v.x < 0
    ),
    "a helper's loop variable that moves on": _moving_helper,
    "a partial of a late closure": _moving_partial,
    "code that swallows a refusal of arithmetic": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, _swallows_product, lambda v: v.x < 0
    ),
    "a comparison against a number": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, lambda v: (v.x >= 0) == 2, lambda v: v.x < 0
    ),
    "a type test": lambda: smt(
        "",
        {"n": INT},
        lambda v: v.n >= 0,
        lambda v: (min(v.n, 300) if isinstance(v.n, int) else v.n) == v.n,
        lambda v: v.n < 0,
    ),
    "a pole from outside": lambda: identity(
        "", C, lambda b, c, pole=1 / (C("b")[0] - Fraction(1, 2)): (pole * 0, 0 * b)
    ),
    "another text under the same seal": lambda: dataclasses.replace(
        smt("", {"x": REAL}, lambda v: v.x >= 0, lambda v: v.x >= -1, lambda v: v.x >= 1),
        smt=lambda: ("", ""),
    ),
    "minus one root": lambda: root_count(
        "", lambda: [Fraction(0), Fraction(1)], Fraction(1), Fraction(-1), -1
    ),
    "a polynomial of floats": lambda: root_count(
        "", lambda: [-0.5, 1.0], Fraction(0), Fraction(1), 1
    ),
    "no smaller points after all": lambda: counterexample("", lambda x: x < 5, 9, list),
    "another check under the same seal": lambda: dataclasses.replace(
        identity("", U, lambda x: (x, x)), check=lambda: "fine"
    ),
    "another name under the same seal": lambda: dataclasses.replace(
        identity("", U, lambda x: (x, x)), name="Riemann"
    ),
}


@pytest.mark.parametrize("name", FALSEHOODS)
def test_falsehoods_are_refused(name: str) -> None:
    with pytest.raises((NotProved, Misuse, TypeError, ValueError)):
        FALSEHOODS[name]().check()


RIGHT_STEPS: list[Step] = [
    identity("", R, lambda b, j: (b ** (2 * j + 1), b * b**j * b**j)),
    identity("", C, lambda b, c: (c**4, c * b * (1 + b) / 2)),
    telescopes(
        "", T, lambda k, w: k * w, lambda b, k, w: w * (k / (1 - b) + b / (1 - b) ** 2), lambda b: b
    ),
    positive("", R, lambda b, g: b + g - b * g),
    positive("", R, lambda t: t * (1 - t), strict=False),
    positive(
        "",
        R,
        lambda b: b**2 - b / 2 + Fraction(1, 10),
        splits={"b": [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)]},
    ),
    decomposition("", R, lambda x: (x**2 - 2 * x + 1, [(1, x - 1)])),
    root_count("", lambda: [Fraction(0), Fraction(0), Fraction(1)], Fraction(-1), Fraction(1), 1),
    smt(
        "",
        {"x": REAL, "k": INT},
        lambda v: v.x < v.k,
        lambda v: floor(v.x) + 1 <= v.k,
        lambda v: floor(v.x) + 2 <= v.k,
    ),
    positive_in_balls(
        "", {"t": (Fraction(0), Fraction(4))}, lambda t: Ball(1) + t - (t / 3).exp() / 2
    ),
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


def test_a_model_that_z3_does_not_find_is_a_failure_that_names_both_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills a message of one solver only: z3 gives up on a sum of three cubes, cvc5 is said to have
    found one.
    """
    cubes = (
        "(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (= 42 (+ (* x "
        "x x) (* y y y) (* z z z))))(check-sat)"
    )
    monkeypatch.setattr(kernel.solvers, "TIMEOUT_MS", 1)
    monkeypatch.setattr(kernel.solvers, "cvc5_answer", lambda _: "sat")
    with pytest.raises(NotProved, match="z3 says unknown and cvc5 says sat.*split the statement"):
        kernel.model(cubes, ("x", "y", "z"))


def test_a_model_is_replayed_and_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = RIGHT_STEPS[8]
    monkeypatch.setattr(kernel, "model", lambda text, names: {"x": Fraction(0), "k": Fraction(5)})
    with pytest.raises(NotProved, match="replayed"):
        step.check()


def test_a_comparison_outside_a_statement_has_no_truth_value() -> None:
    with pytest.raises(Misuse):
        bool(Term("x", REAL) >= 0)


def row(status: Any, by: tuple[str, ...] = ("a",), **more: Any) -> Theorem:
    return Theorem(
        "t",
        "",
        "",
        "",
        (
            identity("a", R, lambda b: (b, b)),
            exhaustive("f", lambda: [1], lambda n: n == 1),
            counterexample("x", lambda n: n != 0, 0),
            cited("c", "Geng-Viswanath 2014"),
        ),
        (Claim("Lemma 1", "", status, by, **more),),
    )


def test_a_row_must_come_with_what_its_status_demands() -> None:
    assert row(Status.BY_STEPS).claims and row(Status.READ).claims
    for status in (*{*Status} - {Status.BY_STEPS, Status.READ}, "obvious", "proved"):
        with pytest.raises(ValueError, match="lacks what the status"):
            row(status, severity="misprint" if status == Status.WRONG else "")
    with pytest.raises(KeyError):
        row(Status.BY_STEPS, ("nowhere",))


@pytest.mark.parametrize(
    ("by", "steps", "read"),
    [
        (("a",), True, True),
        (("a", "x"), True, True),
        (("a", "f"), False, True),  # a finite domain is an ingredient, and no general statement
        (("f",), False, False),
        (("x",), False, False),
        (("f", "x"), False, False),
        (("a", "c"), False, False),  # what is cited is not proved
        ((), False, False),
    ],
)
def test_what_a_proof_by_steps_and_an_argument_may_name(
    by: tuple[str, ...], steps: bool, read: bool
) -> None:
    """Kills a row that says more than its steps are: a finite domain called a proof for all values,
    a citation called proved.
    """
    for status, allowed in ((Status.BY_STEPS, steps), (Status.READ, read)):
        if allowed:
            assert row(status, by).claims
        else:
            with pytest.raises(ValueError, match="lacks what the status"):
                row(status, by)


def test_a_sentence_about_an_experiment_names_the_experiments_that_recompute_it() -> None:
    """Kills a row that is recomputed by nothing, by a step, or by an experiment of another paper; and
    a refutation by simulation without its words.
    """
    assert row(Status.RECOMPUTED, (), experiment=("figure2c",)).claims
    with pytest.raises(ValueError, match="lacks what the status"):
        row(Status.RECOMPUTED, ())
    with pytest.raises(ValueError, match="lacks what the status"):
        row(Status.RECOMPUTED, ("a",), experiment=("figure2c",))
    with pytest.raises(ValueError, match="has no experiment table1"):
        row(Status.RECOMPUTED, (), experiment=("table1",))
    with pytest.raises(ValueError, match="tuples"):
        row(Status.RECOMPUTED, (), experiment="figure2c")
    texts = {"counterexample": "x", "corrected": "y", "experiment": ("figure2c",)}
    assert row(Status.AMBIGUOUS, (), **texts).claims
    wrong = {**texts, "order": "o", "survives": "s", "severity": "slip"}
    assert row(Status.WRONG, (), **wrong).claims
    for status, given in ((Status.AMBIGUOUS, texts), (Status.WRONG, wrong)):
        for word in ("counterexample", "corrected", "experiment"):
            less = {**given, word: () if word == "experiment" else ""}
            with pytest.raises(ValueError, match="lacks what the status"):
                row(status, (), **less)


def test_an_erratum_has_a_checked_counterexample_or_is_of_the_text_alone() -> None:
    texts = {
        "counterexample": "R is not defined",
        "order": "as printed",
        "corrected": "u",
        "severity": "misprint",
    }
    assert row(Status.WRONG, **texts, textual=True).claims
    with pytest.raises(ValueError, match="lacks"):
        row(Status.WRONG, **texts)
    with pytest.raises(ValueError, match="lacks"):
        row(Status.WRONG, **{**texts, "corrected": ""}, textual=True)
    with pytest.raises(ValueError, match="textual"):
        row(Status.READ, textual=True)
    posing = (identity("a", R, lambda b: (b, b)), counterexample("x", lambda n: n != 0, 0))
    with pytest.raises(ValueError, match="lacks"):
        Theorem(
            "t",
            "",
            "",
            "",
            posing,
            (Claim("Lemma 1", "", Status.WRONG, ("a", "x"), **texts, textual=True),),
        )  # type: ignore[arg-type]
