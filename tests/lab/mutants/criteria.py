"""What must hold of the kill matrix: every bug is seen, every flag is earned, and little else is
failed.

survives    every mutant fails at least one vector
flag        every flag has a vector at which one of its mutants fails with a verdict that names the flag, and at which
            every mutant
            whose verdict names the flag shares a flag with that verdict
elsewhere   every mutant passes at least nine in ten of the vectors that carry none of its flags
suspicious  is no criterion: the vectors that carry a flag and that no mutant of the flag fails
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpmean.suite.flags import FLAGS
from dpmean.suite.vectors import Vector

from .matrix import Row
from .mutant import Mutant

LEAST = Fraction(9, 10)


def complaints(
    mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]
) -> list[str]:
    """Every criterion that does not hold, in one line each."""
    found = [f"{m.id}: fails no vector" for m in mutants if not rows[m.id].fails]
    found += [f"{flag}: no mutant" for flag in FLAGS if not any(flag in m.flags for m in mutants)]
    shown = witnesses(mutants, rows)
    found += [
        f"{flag}: no vector that its mutant fails and unrelated mutants pass"
        for flag in FLAGS
        if flag not in shown
    ]
    for m in mutants:
        judged, failed = rows[m.id].unrelated
        if judged and Fraction(judged - failed, judged) < LEAST:
            found.append(
                f"{m.id}: fails {failed} of the {judged} vectors that carry none of its flags"
            )
    return found


def witnesses(mutants: Sequence[Mutant], rows: Mapping[str, Row]) -> dict[str, tuple[str, str]]:
    """Flag -> (vector, mutant): the mutant fails the vector by that flag, and no mutant does that
    shares no flag with the verdict.
    """
    found: dict[str, tuple[str, str]] = {}
    by: dict[tuple[str, str], list[Mutant]] = {}
    for m in mutants:
        for id_, named in rows[m.id].fails.items():
            for flag in named:
                by.setdefault((flag, id_), []).append(m)
    for (flag, id_), failing in by.items():
        own = [m.id for m in failing if flag in m.flags]
        if own and all(set(m.flags) & set(rows[m.id].fails[id_]) for m in failing):
            found.setdefault(flag, (id_, own[0]))
    return found


def suspicious(
    mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]
) -> dict[str, list[str]]:
    """Flag -> the vectors that carry it and that no mutant of the flag fails."""
    failed = {
        flag: {id_ for m in mutants if flag in m.flags for id_ in rows[m.id].fails}
        for flag in FLAGS
    }
    return {
        flag: [v.id for v in vectors if flag in v.flags and v.id not in failed[flag]]
        for flag in FLAGS
    }
