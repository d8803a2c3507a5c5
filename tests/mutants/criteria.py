"""What must hold of the kill matrix: every bug is seen, every flag is earned, and little else is failed.

survives    every mutant fails at least one vector; those of UNSEEN, for which a vector is missing, fail none
flag        every flag has a vector that carries it, that one of its mutants fails, and that every mutant passes that shares no
            flag with the vector
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
UNSEEN = {
    "staircase2d-loss-of-laplace": "no vector asks for the loss of the planar staircase at a shift shorter than the sensitivity",
    "staircase2d-drawn-without-sensitivity": "no tape and no stat vector of the planar staircase has another sensitivity than 1",
    "floats-pair-scale-times-epsilon": "stat vectors of Algorithm 3 have epsilon 1 only",
    "floats-sum-moves-by-the-width": "stat vectors of Algorithm 1 have the bounds 0 and 1 only",
    "exponential-overflows": "no vector has an epsilon above 709",
    "grid-not-checked": "no reject vector has a grid that is 0 or negative",
}


def complaints(mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]) -> list[str]:
    """Every criterion that does not hold, in one line each."""
    found = [f"{m.id}: fails no vector" for m in mutants if not rows[m.id].fails and m.id not in UNSEEN]
    found += [f"{m.id}: is seen now, take it from UNSEEN" for m in mutants if rows[m.id].fails and m.id in UNSEEN]
    found += [f"{flag}: no mutant" for flag in FLAGS if not any(flag in m.flags for m in mutants)]
    shown = witnesses(mutants, rows, vectors)
    found += [f"{flag}: no vector that its mutant fails and unrelated mutants pass" for flag in FLAGS if flag not in shown]
    for m in mutants:
        judged, failed = rows[m.id].unrelated
        if judged and Fraction(judged - failed, judged) < LEAST:
            found.append(f"{m.id}: fails {failed} of the {judged} vectors that carry none of its flags")
    return found


def witnesses(mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]) -> dict[str, tuple[str, str]]:
    """Flag -> (vector, mutant): the mutant fails the vector, and no mutant that shares no flag with it does."""
    found: dict[str, tuple[str, str]] = {}
    failing: dict[str, list[Mutant]] = {}
    carried: dict[str, set[str]] = {v.id: set(v.flags) for v in vectors}
    for m in mutants:
        for id_, flags in rows[m.id].fails.items():
            failing.setdefault(id_, []).append(m)
            carried[id_] |= set(flags)
    for id_, by in failing.items():
        if all(set(m.flags) & carried[id_] for m in by):
            for m in by:
                for flag in set(m.flags) & carried[id_]:
                    found.setdefault(flag, (id_, m.id))
    return found


def suspicious(mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: Sequence[Vector]) -> dict[str, list[str]]:
    """Flag -> the vectors that carry it and that no mutant of the flag fails."""
    failed = {flag: {id_ for m in mutants if flag in m.flags for id_ in rows[m.id].fails} for flag in FLAGS}
    return {flag: [v.id for v in vectors if flag in v.flags and v.id not in failed[flag]] for flag in FLAGS}
