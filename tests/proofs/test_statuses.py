"""The status of a row: a field that its theorem declares, which no word decides and which the steps
bear out.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from proofs import arithmetic, generated, ledger
from proofs.__main__ import main
from proofs.theorem import Status, rows
from tests.helpers.theorems import FOUND

WORDS = "induction argument proved steps limit averaging finite coupling by as the".split()


@pytest.mark.parametrize("seed", range(3))
def test_no_word_of_a_docstring_decides_a_status(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a status that is read off prose: with random docstrings the ledger is the same."""
    before = generated.generated(FOUND)
    below = random.Random(seed)
    for theorem in FOUND:
        assert theorem.holds is not None
        module = sys.modules[theorem.holds.__module__]
        for thing in (module, *vars(module).values()):
            if thing is module or getattr(thing, "__module__", None) == module.__name__:
                words = below.choices(WORDS, k=below.randrange(9))
                monkeypatch.setattr(thing, "__doc__", " ".join(words))
    assert generated.generated(FOUND) == before


def test_a_word_that_is_no_status_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    text = '[[row]]\nitem = "Lemma 1"\nstatement = "s"\nstatus = "{}"\nby = ["a"]\n'
    file.with_suffix(".toml").write_text(text.format("argument read"))
    assert rows(str(file))[0].status is Status.READ
    file.with_suffix(".toml").write_text(text.format("proved"))
    with pytest.raises(ValueError, match="proved"):
        rows(str(file))


def test_shipped_code_runs_in_a_general_step_of_every_row_that_is_proved_by_steps() -> None:
    """Kills a row about the shipped formulas that rests on arithmetic of the paper's text alone."""
    recorded = arithmetic.recorded()
    assert arithmetic.unfounded(FOUND, recorded) == []
    theorem, claim = next((t, c) for t, c in ledger.rows(FOUND) if c.status == Status.BY_STEPS)
    without = {theorem.id: [*claim.by]}
    assert f"{claim.paper} {claim.item}" in arithmetic.unfounded(FOUND, without)
    read = replace(
        theorem,
        claims=tuple(replace(c, status=Status.READ) for c in theorem.claims if c is claim),
    )
    assert arithmetic.unfounded([read], without) == []


def test_the_command_names_a_row_whose_status_is_not_founded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    theorem, claim = next(
        (t, c) for t, c in ledger.rows(FOUND) if c.status == Status.BY_STEPS and len(t.steps) < 12
    )
    monkeypatch.setattr(ledger, "load", lambda: FOUND)
    monkeypatch.setattr(arithmetic, "recorded", lambda: {theorem.id: [*claim.by]})
    assert main([theorem.id]) == 1
    assert f"{claim.paper} {claim.item}" in capsys.readouterr().err
