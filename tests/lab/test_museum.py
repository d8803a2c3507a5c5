"""The museum: every exhibit has its report and its repair, every bug is still seen, and no repair
fails.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from difflib import SequenceMatcher

import pytest

from tests.lab.museum import BUGS, FAMILIES, Bug, pages
from tests.lab.museum.bug import body, repaired_text, twin
from tests.lab.museum.judge import DRAWS, INSTRUMENTS, everything, failing, judged, row

A_DAY = 1  # exhibits that are judged in a run of the tests: another every day, all in every night
AGAIN = "; run `python -m tests.lab.museum NAME` and look at what has changed"


def test_every_exhibit_has_its_report() -> None:
    """Kills an exhibit without a source, or judged as what the vectors do not have."""
    objects = {(v.object, v.quantity or "") for v in everything() if v.kind in ("stat", "exact")}
    assert len(BUGS) >= 40
    for b in BUGS.values():
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", b.repository), b.name
        assert b.number > 0, b.name
        assert b.title and b.title == b.title.strip(), b.name
        assert b.sentence.endswith((".", '"')), b.name
        assert ". " not in b.sentence.removesuffix("."), f"{b.name}: more than one sentence"
        assert (b.object, b.quantity) in objects, b.name
    assert {b.family for b in BUGS.values()} == {f.__name__.rpartition(".")[2] for f in FAMILIES}


def places(bug: Bug) -> int:
    """In how many places the lines of the repaired program are others."""
    old, new = body(bug.release).splitlines(), repaired_text(bug).splitlines()
    lines = SequenceMatcher(None, old, new, autojunk=False)
    return sum(tag != "equal" for tag, *_ in lines.get_opcodes())


@pytest.mark.parametrize("name", BUGS)
def test_a_repair_differs_in_one_place(name: str) -> None:
    assert places(BUGS[name]) == 1
    assert BUGS[name].repaired.__name__ == name


def test_a_repair_of_what_is_not_there_is_an_error() -> None:
    release = next(iter(BUGS.values())).release
    with pytest.raises(AssertionError, match="has 0 times"):
        twin(release, "no such text", "")
    with pytest.raises(AssertionError, match="times: p"):
        twin(release, "p", "q")


def test_every_exhibit_is_seen_and_every_repair_passes() -> None:
    """By what was kept of the last judgement: all are seen, nine in ten by draws alone."""
    kept = pages.read()
    assert list(kept) == list(BUGS)
    assert pages.complaints(kept) == []
    assert {kind for r in kept.values() for kind in r["kills"]} <= set(INSTRUMENTS)


def test_what_does_not_hold_is_complained_about() -> None:
    kept = pages.read()
    name, first = next(iter(kept.items()))
    without = {n: r for n, r in kept.items() if n != name}
    assert f"{name}: not judged" in pages.complaints(without)
    assert f"{name}: nothing sees it" in pages.complaints({**kept, name: {**first, "kills": {}}})
    assert f"{name}: its repair fails stat" in pages.complaints(
        {**kept, name: {**first, "repaired": {"stat": [0, 1]}}}
    )
    few = {n: {**r, "kills": {"reject": {}}} for n, r in kept.items()}
    assert f"draws show 0 of {len(BUGS)}" in pages.complaints(few)


def test_the_page_is_what_was_kept() -> None:
    assert pages.PAGE.read_text() == pages.page(pages.read()), (
        "run `python -m tests.lab.museum --page`"
    )


def still(name: str) -> str:
    """What is not as it was kept: the vector that showed the bug passes, or fails the repair; empty
    if it is.
    """
    kills = pages.read()[name]["kills"]
    kind = next(k for k in (*DRAWS, *kills) if k in kills)
    id_ = kills[kind]["id"]
    wrong, repaired = (failing(judged(BUGS[name], how, {id_}), kind) for how in ((), ("repaired",)))
    return (
        f"{name}: {id_} "
        + ("passes the bug" if not wrong else f"fails the repair: {repaired[0].detail}")
        + AGAIN
        if not wrong or repaired
        else ""
    )


def test_a_part_is_seen_again() -> None:
    """A few exhibits, others every day; a right repair fails here with probability 1e-9 for
    each.
    """
    names = list(BUGS)
    first = date.today().toordinal() * A_DAY
    assert [told for i in range(A_DAY) if (told := still(names[(first + i) % len(names)]))] == []


def test_a_repair_that_repairs_nothing_is_seen() -> None:
    """Kills a judge that judges something else than the program it was given."""
    bug = BUGS["broken_line"]
    kill = pages.read()[bug.name]["kills"]["stat"]["id"]
    assert failing(judged(bug, (), {kill}, 256), "stat")
    assert not failing(judged(bug, ("repaired",), {kill}, 256), "stat")
    # another object
    assert not failing(judged(replace(bug, name="noise_never_used"), (), {kill}, 256), "stat")


@pytest.mark.slow
@pytest.mark.parametrize("name", BUGS)
def test_an_exhibit_is_seen_as_it_was_kept(name: str) -> None:
    """By the same instruments."""
    assert set(row(BUGS[name])["kills"]) == set(pages.read()[name]["kills"])
