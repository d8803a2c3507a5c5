"""The proofs: all green, generated files fresh, every theorem attacked with exact numbers, every
planted fault seen.

By day a quarter of the theorems are checked, and half are attacked; half of the faults are planted.
Steps are checked by `make prove`, all of it every night.
"""

from __future__ import annotations

import os
import re
import sys
from fractions import Fraction
from functools import cache
from types import CodeType
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs import generated, ledger
from proofs.theorem import Status
from tests.helpers.long_steps import LONG, long
from tests.helpers.theorems import FOUND
from tests.lab.faults import FAULTS
from tests.lab.faults.fault import Fault
from tests.lab.mutants.mutant import function_of

ALL = os.environ.get("DPMEAN_PART") == "all"  # at night


def fractions(low: int, high: int, denominator: int = 24) -> st.SearchStrategy[Fraction]:
    """Rationals in [low, high] with small denominators: boundaries of cells are common."""
    return st.builds(
        Fraction, st.integers(low * denominator, high * denominator), st.just(denominator)
    ) | st.builds(
        lambda p, q: min(max(Fraction(p, q), Fraction(low)), Fraction(high)),
        st.integers(low * 60, high * 60),
        st.integers(1, 60),
    )


BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "decay": st.sampled_from(
        [
            Fraction(p, q)
            for p, q in ((1, 2), (1, 3), (2, 3), (9, 10), (1, 100), (99, 100), (1, 10**6))
        ]
    ),
    "gamma": st.integers(1, 24).map(lambda i: Fraction(i, 24))
    | st.sampled_from([Fraction(1), Fraction(1, 100)]),
    "x": fractions(-6, 6),
    "x0": fractions(0, 1),
    "shift": fractions(-1, 1),
    "j": st.integers(-8, 8),
    "k": st.integers(-8, 8),
    "m": st.integers(1, 12),
    "n": st.integers(0, 40),
    "order": st.integers(0, 12),
    "alpha": fractions(0, 1),
    "extra": fractions(0, 1),
    "epsilon": st.builds(Fraction, st.integers(1, 400), st.sampled_from([1, 7, 20, 100])).filter(
        lambda e: e <= 40
    ),
    "sigma_squared": st.builds(Fraction, st.integers(1, 60), st.sampled_from([1, 3, 20, 50])),
    "b": fractions(0, 5),
    "s": fractions(0, 9),
    "za": fractions(-9, 9),
    "zb": fractions(-9, 9),
    "z1": fractions(-9, 9),
    "z2": fractions(-9, 9),
    "mean": fractions(-3, 3),
    "lower": fractions(-9, 9),
    "width": st.integers(1, 240).map(lambda i: Fraction(i, 24)),
    "shares": st.lists(fractions(0, 1), max_size=5),
    "offsets": st.lists(st.integers(-9, 9), max_size=4),
    "signs": st.lists(st.integers(0, 1), max_size=6),
}


@cache
def outcomes() -> dict[tuple[str, str], tuple[str, frozenset[CodeType]]]:
    """Step -> its error if it is red, and the functions that it calls: a step that never calls a
    changed function checks as before.
    """
    found = {}
    for theorem in FOUND:
        for step in theorem.steps:
            seen: set[CodeType] = set()
            sys.setprofile(
                lambda frame, event, _, add=seen.add: add(frame.f_code) if event == "call" else None
            )
            try:
                outcome = ledger.check_step(theorem, step)
            finally:
                sys.setprofile(None)
            found[theorem.id, step.name] = outcome.error, frozenset(seen)
    return found


@pytest.mark.share(4)
@pytest.mark.parametrize("theorem", FOUND, ids=lambda t: t.id)
def test_every_step_is_green(theorem: ledger.Theorem) -> None:
    """One theorem in four, and of its steps all but those of LONG, of which a part is checked
    below.

    `make prove` checks every step of all theorems, and so does every night.
    """
    assert theorem.steps
    checked = [ledger.check_step(theorem, s) for s in theorem.steps if not long(theorem, s)]
    assert [(c.step.name, c.error) for c in checked if c.error] == []


@pytest.mark.share(8)
@pytest.mark.parametrize(("theorem", "begins"), LONG)
def test_every_long_step_is_green(theorem: str, begins: str) -> None:
    """All steps that begin so: those that the test above leaves out."""
    found = [
        (t, s) for t in FOUND for s in t.steps if t.id == theorem and s.name.startswith(begins)
    ]
    assert found and not any(ledger.check_step(*pair).error for pair in found)


@pytest.mark.share(2)
@pytest.mark.parametrize("theorem", FOUND, ids=lambda t: t.id)
def test_hypothesis_does_not_refute(theorem: ledger.Theorem) -> None:
    holds = theorem.holds
    assert holds is not None, "every theorem has an executable form"
    names = holds.__code__.co_varnames[: holds.__code__.co_argcount]

    # wide discrete Gaussians are sums of thousands of terms: seconds an example
    @settings(
        max_examples=(8 if theorem.id == "discrete_gaussian_law" else 20) * (2 if ALL else 1),
        deadline=None,
    )
    @given(
        st.fixed_dictionaries(
            {
                n: BY_NAME[n] if n != "m" or theorem.id != "lemma1" else fractions(0, 4)
                for n in names
            }
        )
    )
    def attack(values: dict[str, Any]) -> None:
        assert holds(**values) is True

    attack()


def test_generated_files_are_fresh() -> None:
    assert generated.stale(FOUND) == []


def test_a_solver_answers_the_texts_of_a_theorem_with_unsat_and_sat_by_turns() -> None:
    """Kills texts that run into one another: hypotheses of one that are left for the next."""
    texts = generated.smt_files(
        [t for t in FOUND if t.id in ("transformations", "staircase_steps")]
    )
    for text in texts.values():
        count = text.count("(check-sat)")
        context = z3.Context()
        answers = z3.Z3_eval_smtlib2_string(context.ref(), text).split()
        assert answers == ["unsat", "sat"] * (count // 2) and count > 4


def test_no_row_is_cited_that_the_paper_proves_and_every_statement_has_a_row() -> None:
    rows = [c for _, c in ledger.rows(FOUND)]
    for c in rows:
        if c.status == Status.CITED:
            assert not c.item.startswith(("Lemma", "Theorem", "Corollary")), c.item
    items = {(c.paper, c.item.split(",")[0]) for c in rows}
    for wanted in (
        *(f"Lemma {i}" for i in range(1, 11)),
        *(f"Theorem {i}" for i in range(1, 5)),
        "Corollary 1",
        "Corollary 2",
        *(f"Definition {i}" for i in range(1, 4)),
        *(f"Algorithm {i}" for i in range(1, 4)),
        *(f"Equation ({i})" for i in range(1, 4)),
    ):
        assert ("addremove", wanted) in items, wanted
    for wanted in (
        *(f"Lemma {i}" for i in range(1, 5)),
        "Theorem 1",
        "Theorem 2",
        "Corollary 1",
        "Definition 1",
        *(f"Algorithm {i}" for i in range(1, 4)),
    ):
        assert ("addremove.v1", wanted) in items, wanted
    for wanted in (
        *(f"Lemma {i}" for i in (1, 2, 3, 4, 5)),
        "Theorem 1",
        "Theorem 2",
        "Definition 1",
        "Algorithm 1",
        "Remark 1",
        "Remark 2",
        "Example 1",
        "Example 2",
        "Table I",
        "Table II",
        *(f"Figure {i}" for i in (1, 2, 3, 4)),
    ):
        assert ("hetero", wanted) in items, wanted
    for wanted in (
        *(
            f"Theorem {i}"
            for i in (
                "1.2",
                "1.3",
                "1.4",
                "1.5",
                "2.1",
                "2.4",
                "2.7",
                "2.8",
                "4.8",
                "5.2",
                "B.4",
                "D.5",
                "E.6",
            )
        ),
        *(
            f"Lemma {i}"
            for i in (
                "2.2",
                "2.5",
                "2.9",
                "3.1",
                "3.2",
                "3.4",
                "4.3",
                "4.5",
                "4.6",
                "4.10",
                "5.5",
                "5.6",
                "D.2",
                "D.3",
                "E.5",
            )
        ),
        *(
            f"Proposition {i}"
            for i in (
                "3.5",
                "3.6",
                "3.7",
                "4.2",
                "4.4",
                "4.7",
                "5.3",
                "5.4",
                "5.7",
                "A.1",
                "D.4",
                "E.1",
            )
        ),
        *(f"Definition {i}" for i in ("1.1", "3.3", "4.1", "5.1", "D.1", "E.2", "E.3", "E.4")),
        *(
            "Corollary 2.3",
            "Corollary 4.9",
            "Algorithm 1",
            "Algorithm 2",
            "Figure 1",
            "Table 1",
            "Equation (1)",
            "Equation (2)",
            "Equation (3)",
            "Equation (4)",
            "Equation (5)",
            "Equation (15)",
            "Equation (16)",
        ),
    ):
        assert ("trilemma", wanted) in items, wanted
    for wanted in (
        *(f"Lemma {i}" for i in ("2.1", "2.2", "3.1", "3.2", "3.3", "3.4", "4.1", "4.3", "5.3")),
        *(f"Theorem {i}" for i in ("3.1", "3.2", "3.3", "4.1", "4.2", "4.3", "5.1", "5.2")),
        *(
            "Corollary 3.1",
            "Corollary 4.1",
            "Remark 3.1",
            "Remark 3.2",
            "Remark 3.3",
            "Algorithm 1",
            "Equation (1)",
            "Equation (2)",
        ),
        *(f"Definition {i}" for i in ("2.1", "2.2", "2.3", "2.4")),
    ):
        assert ("instance", wanted) in items, wanted
    assert {f"Section 5.{s}, Lemma 5.{i}" for s, i in ((1, 1), (2, 2), (2, 4))} <= {
        c.item for c in rows if c.paper == "instance"
    }
    whole = {c.item for c in rows if c.paper == "trilemma"}
    assert {
        "Section 2.2, Theorem 2.6",
        "Section 2.2, Theorem 2.10",
        *(f"Appendix {s}, Theorem {s}.{i}" for s in ("B", "C") for i in (1, 2)),
    } <= whole
    numbered = {
        int(i)
        for c in rows
        if c.paper == "hetero" and c.item.startswith("Equation")
        for found in re.findall(r"\((\d+)\)(?:-\((\d+)\))?", c.item)
        for i in range(int(found[0]), int(found[1] or found[0]) + 1)
    }
    assert numbered == set(range(1, 75))


def test_vectors_and_names_that_rest_on_a_theorem_exist() -> None:
    from dpmean.catalogue.mechanisms import MECHANISMS
    from dpmean.catalogue.quantities import CATALOGUE

    for theorem in FOUND:
        for name in theorem.covers:
            assert name in CATALOGUE, (theorem.id, name)
        for name in theorem.programs:
            assert name in MECHANISMS, (theorem.id, name)


def concerned(fault: Fault, original: Any) -> list[tuple[ledger.Theorem, Any]]:
    """The steps that may depend on a function, a method or a property: they call it; on anything
    else: they run code in which its name occurs.
    """
    code = getattr(function_of(original), "__code__", None)
    called = {key: seen for key, (_, seen) in outcomes().items()}
    return [
        (t, s)
        for t in FOUND
        for s in t.steps
        if (
            code in called[t.id, s.name]
            if code
            else any(fault.name in c.co_names for c in called[t.id, s.name])
        )
    ]


@pytest.mark.share(2)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.what)
def test_planted_fault_turns_its_step_red(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    theorem, step = next(
        (t, s) for t in FOUND for s in t.steps if (t.id, s.name) == (fault.theorem, fault.step)
    )
    monkeypatch.setattr(fault.where, fault.name, fault.change(vars(fault.where)[fault.name]))
    assert ledger.check_step(theorem, step).error


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.what)
def test_planted_fault_turns_its_step_red_and_no_other_theorem(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = vars(fault.where)[fault.name]
    steps = concerned(fault, original)
    monkeypatch.setattr(fault.where, fault.name, fault.change(original))
    red = {
        (o.theorem.id, o.step.name) for o in (ledger.check_step(t, s) for t, s in steps) if o.error
    }
    assert (fault.theorem, fault.step) in red
    assert {theorem for theorem, _ in red} == {fault.theorem, *fault.also}
