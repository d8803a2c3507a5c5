"""The kill matrix: every bug is still seen where the committed matrix says so, and is seen nowhere
else.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dpmean.suite.flags import FLAGS
from tests.lab.mutants import MUTANTS, pages
from tests.lab.mutants.criteria import complaints
from tests.lab.mutants.further import Vectors, further
from tests.lab.mutants.matrix import DRAWN, everything, forked, reach_of, row

AGAIN = "; run `python -m tests.lab.mutants` and look at what has changed"


def check(how_much: str, seconds: float) -> str:
    """What has changed, in a process that may fork."""
    command = [sys.executable, "-m", "tests.lab.mutants", "--check", how_much]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    return done.stdout + done.stderr + AGAIN if done.returncode or done.stdout.strip() else ""


def test_a_part_of_the_matrix_is_as_committed() -> None:
    """Kills a check that no longer sees a bug, a bug that no longer is one, a base that is wrong
    without any, a bug that leaks.
    """
    assert check("part", 900) == ""


def test_the_matrix_has_every_mutant_and_only_vectors_that_exist() -> None:
    rows, ids = pages.read(), {v.id for v in everything()}
    assert list(rows) == [m.id for m in MUTANTS]
    gone = {i for row in rows.values() for i in row.fails} - ids
    assert not gone, (
        f"{sorted(gone)[:5]} and others are in the matrix and not in the vectors{AGAIN}"
    )


def test_the_criteria_hold() -> None:
    """Every bug is seen, every flag has a vector of its own, and a bug fails little else."""
    assert complaints(MUTANTS, pages.read(), everything()) == []


def test_mutants_are_described() -> None:
    assert len(MUTANTS) >= 60
    assert len({m.id for m in MUTANTS}) == len(MUTANTS)
    for m in MUTANTS:
        assert m.wrong
        assert m.flags
        assert set(m.flags) <= set(FLAGS)
        assert not m.seen or "#" in m.seen


def test_a_row_is_the_sum_of_its_parts() -> None:
    """Kills a row that is made of an old one and of new vectors and is not the row by all of them:
    one that forgets what is gone, counts twice, or keeps another sample of draws, or draws of a
    vector that was another.
    """
    mutant = next(m for m in MUTANTS if m.id == "laplace-without-abs")
    about = [v for v in everything() if v.object in ("laplace", "discrete_laplace", "bounded_mean")]
    exact = [v for v in about if v.kind not in DRAWN][::3]
    drawn = [v for v in about if v.kind in DRAWN][:4]
    other = replace(drawn[0], expect={**drawn[0].expect, "events": drawn[0].expect["events"][1:]})
    old, now = [*exact[: len(exact) // 2], other, *drawn[1:3]], [*exact[9:], *drawn]
    places = reach_of(exact)
    before, right = (forked(lambda vs=vs: row(mutant, vs, places)) for vs in (old, now))
    found = further([mutant], {mutant.id: before}, Vectors(old, now), lambda _m, _r: None)
    assert right.fails and set(right.fails) & {v.id for v in exact[len(exact) // 2 :]}
    assert found == {mutant.id: right}


@pytest.mark.slow
def test_the_whole_matrix_is_as_committed() -> None:
    assert check("whole", 4 * 3600) == ""
