"""Which steps run no shipped code, written down when all was green, and the rows that may not rest on
them alone.

A row *proved by steps* is about the shipped formulas: in one of its general steps at least, shipped
code runs. Which steps run none is seen when they are checked, so it stands in arithmetic.json.
"""

from __future__ import annotations

import json

from .ledger import HERE, Checked
from .theorem import PARTIAL, Status, Theorem

FILE = HERE / "arithmetic.json"
Names = dict[str, list[str]]  # of steps, by theorem


def without_code(checked: list[Checked]) -> Names:
    """Return the steps in which no shipped code ran."""
    found: Names = {}
    for o in checked:
        if not o.ran:
            found.setdefault(o.theorem.id, []).append(o.step.name)
    return found


def text_of(names: Names) -> str:
    """Return the text of arithmetic.json."""
    return json.dumps(names, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def recorded() -> Names:
    """Return the steps in which no shipped code runs, as they were written down."""
    found: Names = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def unfounded(found: list[Theorem], without: Names) -> list[str]:
    """Return the rows that say that they are proved by steps, and in whose general steps no shipped
    code runs.
    """
    return [
        f"{c.paper} {c.item}"
        for t in found
        for c in t.claims
        if c.status == Status.BY_STEPS
        and not any(
            t.step(name).rule not in PARTIAL and name not in without.get(t.id, ()) for name in c.by
        )
    ]
