"""What 'proved' means of a row: by its steps alone, or with an argument that a person reads.

A row is *proved by steps* if every step that it names proves a general statement, shipped code runs
in one of them at least, and its file has no argument of its own between them. Else it is *argument
read*: its steps check ingredients (all cases of a finite domain, arithmetic of the text, the cases
of an induction), and the docstring of its file is the proof.
"""

from __future__ import annotations

import json
import sys

from .ledger import HERE, Checked
from .theorem import PROVED, STATUSES, Claim, Theorem

BY_STEPS, READ = "proved by steps", "argument read"
SHOWN = (BY_STEPS, READ, *STATUSES[1:])
ARITHMETIC = HERE / "arithmetic.json"
# theorems whose docstring is the proof, and the steps its computations: averaging, folding, Le
# Cam's method, the factors 27 and 54, the optimality of ADPM
ARGUED = (
    "lower_bound",
    "noise_lower_bound",
    "hetero_lower_bound",
    "hetero_sharper_bounds",
    "adpm_weights",
)
NOT_GENERAL = ("finite domain", "counterexample", "cited", "balls")


def without_code(checked: list[Checked]) -> dict[str, list[str]]:
    """Return the steps in which no shipped code ran, by theorem."""
    found: dict[str, list[str]] = {}
    for o in checked:
        if not o.ran:
            found.setdefault(o.theorem.id, []).append(o.step.name)
    return found


def text_of(arithmetic: dict[str, list[str]]) -> str:
    """Return the text of arithmetic.json."""
    return json.dumps(arithmetic, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def arithmetic() -> dict[str, list[str]]:
    """Return the steps in which no shipped code runs, as they were written down when all was
    green.
    """
    found: dict[str, list[str]] = (
        json.loads(ARITHMETIC.read_text(encoding="utf-8")) if ARITHMETIC.exists() else {}
    )
    return found


def shown(theorem: Theorem, claim: Claim, without: dict[str, list[str]]) -> str:
    """Return the status of a row as pages and reports have it."""
    if claim.status != PROVED:
        return claim.status
    steps = [theorem.step(name) for name in claim.by]
    general = all(s.rule != "finite domain" for s in steps)
    runs = any(
        s.rule not in NOT_GENERAL and s.name not in without.get(theorem.id, ()) for s in steps
    )
    return BY_STEPS if general and runs and not argued(theorem) else READ


def argued(theorem: Theorem) -> bool:
    """Tell whether the file of a theorem has an argument of its own, such as an induction."""
    if theorem.id in ARGUED or theorem.holds is None:
        return True
    module = sys.modules.get(theorem.holds.__module__)
    return "induction" in (getattr(module, "__doc__", "") or "").lower()
