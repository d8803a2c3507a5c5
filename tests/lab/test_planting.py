"""A planted bug is found by the syntax tree: no layout makes one stale, and one that is stale is
said to be so.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.rewriting import replaced, rewritten
from tests.lab.blind.mutants import MUTANTS as BLIND
from tests.lab.mutants.mutant import edit, function_of


def test_every_bug_can_be_planted() -> None:
    """Kills a change of the package under which a bug of the kill matrix silently has nothing to
    change any more.
    """
    command = [sys.executable, "-m", "tests.lab.mutants", "--check", "planting"]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "\n"), done.stdout + done.stderr


@pytest.mark.parametrize("mutant", BLIND, ids=lambda m: m.name)
def test_every_bug_of_the_blind_writers_can_be_planted(mutant: Any) -> None:
    with mutant.patch():
        pass


def test_a_bug_whose_line_is_gone_is_named() -> None:
    from tests.lab.mutants.mutant import Mutant
    from tests.lab.mutants.planting import stale

    gone = Mutant(
        "gone", "a line that nobody has", ("WrongScale",), Laid, "out", edit(("no such text", ""))
    )
    here = Mutant(
        "here", "a line that is there", ("WrongScale",), Laid, "out", edit(("a + b", "a - b"))
    )
    assert [told.partition(":")[0] for told in stale([gone, here])] == ["gone"]
    assert Laid().out(1, 2) == (3, "x")  # in a process of its own


class Laid:
    """A method laid out as a formatter might."""

    def out(self, a: int, b: int) -> tuple[int, str]:
        return (
            (
                a  # a comment
                + b
            ),
            "x",
        )


@pytest.mark.parametrize(
    "old", ["a + b", "a+b", "( a + b , 'x' )", '(a + b, "x")', "    return (a + b"]
)
def test_layout_decides_nothing(old: str) -> None:
    """Kills an edit that a formatter makes stale."""
    text = "def f(a, b):\n    return (\n        a  # plus\n        + b,\n        'x',\n    )\n"
    assert "HERE" in replaced(text, old, "HERE", "f")


@pytest.mark.parametrize(("old", "times"), [("a", 3), ("c", 0), ("a + bb", 0), ("", 0)])
def test_a_change_that_is_not_in_one_place_is_refused(old: str, times: int) -> None:
    with pytest.raises(AssertionError, match=f"f has {times} times" if old else "f has"):
        replaced("def f(a, b):\n    return a + b * a", old, "1", "f")


def test_a_rewritten_function_has_the_change_and_the_first_keeps_its_own() -> None:
    plain = function_of(Laid.__dict__["out"])
    assert rewritten(plain, ("a + b", "a * b"))(None, 3, 4) == (12, "x")
    assert plain(None, 3, 4) == (7, "x")


def test_an_edit_of_a_line_that_is_gone_is_an_error() -> None:
    with pytest.raises(AssertionError, match="has 0 times"):
        edit(("no such text", ""))(test_every_bug_can_be_planted)
