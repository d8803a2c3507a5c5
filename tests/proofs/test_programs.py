"""What the pages say of mechanisms is what ran: whose program in which steps, and which formulas for
all values.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import MECHANISMS, build
from dpmean.programs.interpret import run
from proofs import ledger, pages, programs
from proofs.__main__ import main
from proofs.kernel.rules import exhaustive
from proofs.ledger import Checked
from proofs.theorem import Theorem
from tests.helpers.theorems import FOUND

RECORDED = programs.recorded()


def runs_programs(*names: str) -> Any:
    """A step on one data set in which the programs of these mechanisms run."""
    made = [build(name, {"epsilons": "1,2", "lower": "0", "upper": "1"}) for name in names]

    def answers(data: list[Fraction]) -> bool:
        return all(run(m.program(data), lambda _: Fraction(0)).output is not None for m in made)

    return exhaustive(" ".join(names), lambda: [[Fraction(0), Fraction(1)]], answers)


def test_a_program_that_several_mechanisms_share_is_counted_for_those_that_ran() -> None:
    """Kills a table in which a step about one mechanism stands in the lines of all that inherit its
    program, and one that notes the first of two in a step.
    """
    steps = (runs_programs("uni"), runs_programs("uni", "propdpm"))
    made = Theorem("t", "", "", "", steps, programs=("uni", "propdpm", "adpm"))
    checked = list(ledger.check(made))
    assert [(o.error, o.programs) for o in checked] == [("", ("uni",)), ("", ("propdpm", "uni"))]
    runs = programs.of_run(checked)
    assert [runs[name][programs.FINITE] for name in made.programs] == [{"t": 2}, {"t": 1}, {}]
    assert not any(runs[name][programs.ALL] for name in made.programs)


def test_formulas_count_in_general_steps_of_theorems_about_the_mechanism() -> None:
    theorem = next(t for t in FOUND if "sized_mean" in t.programs)
    general = next(s for s in theorem.steps if s.rule == "SMT")
    finite = next(s for s in theorem.steps if s.rule == "finite domain")
    label = "mechanisms.addremove.sized_mean.SizedMean.sensitivity"
    seen = programs.of_run([Checked(theorem, general, "", "", (label,))])
    assert seen["sized_mean"][programs.PARTS] == {"sensitivity": 1}
    assert not programs.of_run([Checked(theorem, finite, "", "", (label,))])["sized_mean"][
        "formulas"
    ]
    other = next(t for t in FOUND if "sized_mean" not in t.programs)
    assert not programs.of_run([Checked(other, general, "", "", (label,))])["sized_mean"][
        "formulas"
    ]


def test_the_table_has_a_line_for_every_mechanism_and_says_what_runs_nowhere() -> None:
    lines = programs.table(ledger.places())[2:]
    assert [line.split(" | ")[0] for line in lines] == [f"| {name}" for name in sorted(MECHANISMS)]
    for line, (name, runs) in zip(lines, RECORDED.items(), strict=True):
        nowhere = not runs[programs.ALL] and not runs[programs.FINITE]
        assert ("in no step" in line) == nowhere, name
        assert ("on finite domains" in line) == bool(runs[programs.FINITE]), name
        assert ("in general steps" in line) == bool(runs[programs.ALL]), name


def test_the_guarantee_of_a_line_is_what_the_mechanism_promises() -> None:
    """Kills "epsilon-DP" of a mechanism that is not."""
    assert programs.guarantees("transformed_mean") == ["epsilon-DP"]
    assert programs.guarantees("dpumean") == ["(epsilon, delta)-DP"]
    assert programs.guarantees("privquant") == ["rho-zCDP"]
    assert programs.guarantees("local_clipped_mean") == ["rho-zCDP, local model"]
    assert programs.guarantees("adpm") == ["epsilon-DP, an epsilon a user"]


def test_the_sentence_counts_every_mechanism_once() -> None:
    words = programs.sentence()
    numbers = [0 if w == "none" else int(w) for w in words.split() if w.isdigit() or w == "none"]
    assert numbers[0] == len(MECHANISMS) == sum(numbers[1:4])
    assert words in " ".join(
        pages.what_to_believe((ledger.HERE.parent / "tests/README.md").read_text()).split()
    )


def test_a_table_that_is_not_what_ran_is_stale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kills a table that was right once."""
    from proofs import arithmetic, generated, show

    few = [t for t in FOUND if t.id == "setting"]
    checked = [o for t in few for o in ledger.check(t)]
    monkeypatch.setattr(ledger, "load", lambda: FOUND)
    monkeypatch.setattr(show, "check_all", lambda *_, **__: checked)
    monkeypatch.setattr(generated, "stale", lambda _: [])
    monkeypatch.setattr(arithmetic, "recorded", lambda: arithmetic.without_code(checked))
    monkeypatch.setattr(arithmetic, "unfounded", lambda *_: [])
    assert main(["--json"]) == 1
    assert "programs.json" in json.loads(capsys.readouterr().out)["stale"]
    monkeypatch.setattr(programs, "recorded", lambda: programs.of_run(checked))
    assert main(["--json"]) == 0
