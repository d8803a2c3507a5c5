"""The committed matrix against a new one: the whole, or a part that is fast enough for every test
run.

The part: one in eight mutants, by the digest of their names (DPMEAN_PART chooses another eighth,
and `all` has every one), a few vectors that each fails, and as many that it passes. What the
mutants change must itself be right, so the two bases that are not our own adapter are judged too,
last, so that a bug that outlived its process would show.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

from dpmean.suite.vectors import Vector

from . import floats
from .matrix import DRAWN, Row, forked, matrix, reach_of, row
from .mutant import Mutant

FEW, FEW_DRAWN = 1, 3  # one batch of draws may miss a bug
SHARE = 8  # one in so many mutants, and one in so many vectors of the bases
OF_DRAWN = 8  # one in so many drawn vectors is asked of the right library in doubles
BASES = tuple(
    Mutant(f"nothing-changed-in-{base}", "nothing", (), floats, "begin", lambda f: f, base=base)
    for base in ("doubles", "floats")
)


def share(mutants: Sequence[Mutant]) -> list[Mutant]:
    return [m for m in mutants if in_share(m.id)]


def in_share(name: str) -> bool:
    """Whether a mutant or a vector is asked in this part."""
    part = os.environ.get("DPMEAN_PART", "0")
    return part == "all" or sha256(name.encode()).digest()[0] % SHARE == int(part) % SHARE


def differences(
    mutants: Sequence[Mutant], rows: Mapping[str, Row], vectors: list[Vector]
) -> list[str]:
    """What the committed matrix says of a part of the vectors and is not so now; what a base
    fails.
    """
    found = []
    parts = {m.id: chosen(m, rows[m.id], vectors) for m in mutants}
    places = reach_of(
        list({v.id: v for part in parts.values() for vs in part for v in vs}.values())
    )
    for mutant in mutants:
        fails, passes = parts[mutant.id]
        now: dict[str, tuple[str, ...]] = {}
        for part in (
            [[v] for v in fails] if all(v.kind in DRAWN for v in fails) else [[*fails, *passes]]
        ):
            now = forked(lambda m=mutant, part=part: row(m, part, places)).fails
            if now:
                break
        # one batch of draws may miss a bug that another sees: only a mutant that none of them sees
        # has changed, so that batches are drawn one by one until one sees it
        missed = [v for v in fails if v.id not in now and (v.kind not in DRAWN or not now)]
        found += [f"{mutant.id}: passes {v.id} now" for v in missed]
        found += [f"{mutant.id}: fails {v.id} now" for v in passes if v.id in now]
    return found + wrong_bases(
        [v for v in vectors if len(mutants) == len(rows) or in_share(v.id)], OF_DRAWN
    )


def wrong_bases(vectors: list[Vector], of_drawn: int) -> list[str]:
    """What our formulas in doubles fail of the exact vectors, and the right library in doubles of
    all but drawn vectors and of one in so many drawn ones.
    """
    drawn = [v for v in vectors if v.kind in DRAWN][::of_drawn]
    parts = {
        "doubles": [v for v in vectors if v.kind == "exact"],
        "floats": [*(v for v in vectors if v.kind not in DRAWN), *drawn],
    }
    return [
        f"{base.id}: fails {id_}"
        for base in BASES
        for id_ in forked(lambda m=base: row(m, parts[m.base], {})).fails
    ]


def all_differences(
    mutants: Sequence[Mutant],
    rows: Mapping[str, Row],
    vectors: list[Vector],
    progress: Callable[[Mutant, Row], None],
) -> list[str]:
    """Every mutant whose row is not the committed one, and what a base fails of all vectors."""
    now = matrix(mutants, vectors, progress)
    return [
        *(f"{m.id}: another row" for m in mutants if now[m.id] != rows[m.id]),
        *wrong_bases(vectors, 1),
    ]


def chosen(
    mutant: Mutant, old: Row, vectors: Sequence[Vector]
) -> tuple[list[Vector], list[Vector]]:
    """A few that it fails, spread over its list, and as many of the same kinds and objects that it
    passes.
    """
    failing = [v for v in vectors if v.id in old.fails]
    quick = [v for v in failing if v.kind not in DRAWN]
    fails = _spread(quick, FEW) if quick else _spread(failing, FEW_DRAWN)
    kinds, objects = {v.kind for v in fails}, {v.object for v in fails}
    passing = [
        v
        for v in vectors
        if v.kind in kinds and v.object in objects and v.id not in old.fails and v.kind not in DRAWN
    ]
    return fails, _spread(passing, FEW)


def _spread(vectors: list[Vector], few: int) -> list[Vector]:
    """So many, at equal distances."""
    return vectors[:: max(1, len(vectors) // few)][:few]
