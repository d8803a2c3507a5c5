"""The matrix after vectors were added, changed or taken away: a mutant is judged by those alone, and
the rest of its row is kept.

What is kept was seen with the code of then: a change of the judge, of a sampler or of a mutant needs
the whole matrix. Which statistical vectors were a mutant's sample is known from its row: of these
too, those that are its sample still and have not changed are kept.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from dpmean.judging.verdict import FAIL
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

from . import floats
from .matrix import (
    DRAWN,
    Row,
    drawn,
    in_turns,
    reach_of,
    row,
    row_of,
    with_draws,
    with_support,
    without_draws,
)
from .mutant import Mutant, plant
from .reach import Place, Places, changed

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Vectors:
    """The vectors that the rows are of, and those that they shall be of."""

    old: list[Vector]
    now: list[Vector]

    @cached_property
    def new(self) -> list[Vector]:
        """Those that were not there, or were others."""
        then = {v.id: judged_by(v) for v in self.old}
        return [v for v in self.now if then.get(v.id) != judged_by(v)]

    @cached_property
    def gone(self) -> list[Vector]:
        """Those that are there no more, or are others."""
        today = {v.id: judged_by(v) for v in self.now}
        return [v for v in self.old if today.get(v.id) != judged_by(v)]


def judged_by(vector: Vector) -> Vector:
    """What of a vector decides who fails it: all but its words and the power that is published."""
    expect = {k: x for k, x in vector.expect.items() if k != "power"}
    return replace(vector, expect=expect, why="", source="")


def vectors_at(revision: str) -> list[Vector]:
    """The vectors of a commit, with the support checks that are made from them."""
    packed = subprocess.run(
        ["git", "archive", revision, "vectors/v1"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        return with_support(load(Path(folder) / "vectors"))


def further(
    mutants: Iterable[Mutant],
    rows: Mapping[str, Row],
    vectors: Vectors,
    progress: Callable[[Mutant, Row], None],
) -> dict[str, Row]:
    """Every mutant's row by the vectors of now; `rows` has those by the old ones."""
    places = reach_of(vectors.now)
    kinds = {*floats.SUPPORTS["kinds"], "support"}
    objects = floats.SUPPORTS["objects"]
    draws = any(
        v.quantity is None and v.kind in kinds and v.object in objects
        for v in (*vectors.new, *vectors.gone)
    )

    def work(mutant: Mutant) -> Row:
        before = rows.get(mutant.id)
        # a library that has not every object is judged by fewer vectors than a row can say
        if before is None or (mutant.base == "floats" and draws):
            return row(mutant, vectors.now, places)
        if mutant.base == "floats":  # it answers no question about a quantity
            return before
        place = changed(mutant)
        plant(mutant)
        return again(mutant, place, before, vectors, places)

    return in_turns(mutants, work, progress)


def again(
    mutant: Mutant, place: Place | None, before: Row, vectors: Vectors, places: Places
) -> Row:
    """The row of a bug that is planted here."""
    out, new = {v.id for v in vectors.gone}, {v.id for v in vectors.new}
    verdicts = without_draws(mutant, place, vectors.new, places)
    failed = {*(before.fails.keys() - out), *(v.vector.id for v in verdicts if v.status == FAIL)}
    sample = _sample(mutant, vectors.now, failed)
    then = {v.id: v for v, _ in _sample(mutant, vectors.old, before.fails)}
    kept = ({v.id for v, _ in sample} & then.keys()) - new - out
    verdicts += with_draws(mutant, ((v, n) for v, n in sample if v.id not in kept))
    left = [v for v in vectors.gone if v.kind not in DRAWN]
    left += [v for v in then.values() if v.id not in kept]
    return _sum(mutant, before, left, row_of(mutant, verdicts))


def _sample(
    mutant: Mutant, vectors: list[Vector], fails: Iterable[str]
) -> list[tuple[Vector, int]]:
    failing = set(fails)
    failed = [v for v in vectors if v.id in failing and v.kind not in DRAWN]
    return list(drawn(mutant, vectors, failed))


def _sum(mutant: Mutant, before: Row, left: list[Vector], more: Row) -> Row:
    """A row without the vectors that are no longer judged, and with what was seen of others."""
    out = {v.id for v in left}
    unrelated = [v for v in left if not {*v.flags, *before.fails.get(v.id, ())} & set(mutant.flags)]
    total = Counter(before.judged)
    total.update(more.judged)
    total.subtract(v.kind for v in left)
    return Row(
        fails={i: f for i, f in before.fails.items() if i not in out} | more.fails,
        judged={kind: n for kind, n in total.items() if n},
        unrelated=(
            before.unrelated[0] - len(unrelated) + more.unrelated[0],
            before.unrelated[1] - sum(v.id in before.fails for v in unrelated) + more.unrelated[1],
        ),
    )
