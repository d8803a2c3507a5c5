"""A part of the matrix again, fast enough for every test run: a few vectors that a mutant fails, and as many that it passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpmean.suite.vectors import Vector

from .matrix import DRAWN, Row, forked, row
from .mutant import Mutant

FEW = 4


def differences(mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]) -> list[str]:
    """What the committed matrix says of these vectors and is not so now."""
    found = []
    for mutant in mutants:
        old = rows[mutant.id].fails
        fails, passes = chosen(mutant, rows[mutant.id], vectors)
        now = forked(lambda m=mutant, part=[*fails, *passes]: row(m, part)).fails
        found += [f"{mutant.id}: passes {v.id} now" for v in fails if v.id not in now]
        found += [f"{mutant.id}: fails {v.id} now" for v in passes if v.id in now]
        found += [] if old else [f"{mutant.id}: fails nothing"]
    return found


def chosen(mutant: Mutant, old: Row, vectors: Sequence[Vector]) -> tuple[list[Vector], list[Vector]]:
    """A few that it fails, spread over its list, and as many of the same kinds and objects that it passes."""
    failing = [v for v in vectors if v.id in old.fails]
    quick = [v for v in failing if v.kind not in DRAWN] or failing[:1]
    fails = quick[:: max(1, len(quick) // FEW)][:FEW]
    kinds, objects = {v.kind for v in fails}, {v.object for v in fails}
    passing = [v for v in vectors if v.kind in kinds and v.object in objects and v.id not in old.fails and v.kind not in DRAWN]
    return fails, passing[:: max(1, len(passing) // FEW)][:FEW]
