"""The pairs of data sets that are searched: neighbours, different ones, in which every place changes;
and mechanisms that look at one place are refuted wherever it is.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import isnan
from typing import Any

import pytest

import dpmean
from dpmean.auditing.pairs import Pair, candidates, pair, places
from dpmean.auditing.report import Report
from dpmean.auditing.status import Status
from dpmean.privacy.neighbors import Neighbors

REPLACE = (Neighbors.REPLACE_ONE, Neighbors.REPLACE_GIVEN_USER)
SIZES = (1, 2, 3, 4, 5, 7, 12, 100)


@pytest.mark.parametrize("relation", Neighbors)
@pytest.mark.parametrize("size", SIZES)
def test_pairs_are_neighbours_and_each_is_another(relation: Neighbors, size: int) -> None:
    """Kills a pair that is none, one that is looked at twice, and one that is left out because it
    begins like another.
    """
    found = candidates(relation, 0.0, 1.0, size)
    assert len({repr(p) for p in found}) == len(found)
    assert len({str(p) for p in found}) == len(found)
    for each in found:
        made = pair(each.one, each.other, relation)
        assert {len(each.one), len(each.other)} <= {size, size - 1, 0, 1}
        assert repr((made.one, made.other)) == repr((each.one, each.other))
    odd = [x for p in found for r in (p.one, p.other) for x in r if isnan(x) or abs(x) > 1]
    assert any(map(isnan, odd)) and min(odd) < 0 and max(odd) > 1
    assert not any(isnan(x) for p in candidates(relation, 0.0, 1.0, size, False) for x in p.one)


@pytest.mark.parametrize("relation", REPLACE)
@pytest.mark.parametrize("size", SIZES)
def test_the_record_at_every_place_changes_from_one_bound_to_the_other(
    relation: Neighbors, size: int
) -> None:
    """Kills pairs that differ in their last record only: at every place of up to five records, and
    of more at the first two, an inner one, and the last two; at the last beside either bound.
    """
    changed: set[tuple[int, float]] = set()
    for each in candidates(relation, 0.0, 1.0, size):
        (place,) = [i for i, (x, y) in enumerate(zip(each.one, each.other, strict=True)) if x != y]
        assert place == each.user
        rest = {*each.one[:place], *each.one[place + 1 :]}
        if {each.one[place], each.other[place]} == {0.0, 1.0} and len(rest) <= 1:
            changed |= {(place, x) for x in rest or {0.0, 0.5, 1.0}}
    every = range(size) if size <= 5 else (0, 1, size // 2, size - 2, size - 1)
    assert places(size) == list(every)
    assert changed >= {(place, 0.5) for place in every}
    assert {(size - 1, 0.0), (size - 1, 1.0)} <= changed


@pytest.mark.parametrize("size", SIZES)
def test_a_record_is_added_at_every_place(size: int) -> None:
    """Kills pairs in which a record is added at the end only."""
    added = set()
    for each in candidates(Neighbors.ADD_OR_REMOVE_ONE, 0.0, 1.0, size):
        assert each.user is not None
        assert each.one[: each.user] + each.one[each.user + 1 :] == each.other
        if {*each.other} == {0.5} and each.one[each.user] in (0.0, 1.0):
            added.add(each.user)
    assert added >= (set(places(size)) if size > 1 else set())


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("of", [max, min, sum, sorted])
def test_whatever_looks_at_some_of_the_places_changes_in_some_pair(size: int, of: Any) -> None:
    """Kills a search that a mechanism passes which looks at some records only: all sets of places."""
    found = candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, size, missing=False)
    within = [p for p in found if all(0 <= x <= 1 for r in (p.one, p.other) for x in r)]
    for count in range(1, size + 1):
        for chosen in combinations(range(size), count):
            assert any(
                of([p.one[i] for i in chosen]) != of([p.other[i] for i in chosen]) for p in within
            ), chosen


def test_a_long_pair_says_where_it_differs() -> None:
    """Kills two data sets that read alike."""
    long = (0.0,) * 7
    assert str(Pair((*long, 1.0), (*long, 2.0), 7)).endswith(", with 1 and 2 as record 8")
    assert str(Pair((*long, 1.0), long, 7)).endswith("; record 8, which is 1, is one more")


LOOKS: dict[str, Callable[[list[float]], Any]] = {
    "the first": lambda r: r[0],
    "the second": lambda r: r[1],
    "the third": lambda r: r[2],
    "the last": lambda r: r[-1],
    "all but the last": lambda r: max(r[:-1]),
    "all but the first": lambda r: min(r[1:]),
    "the first in a text": lambda r: f"first: {r[0]:.3f}",
    "the second in a dict": lambda r: {"second": r[1]},
    "whether they rise": lambda r: "yes" if r == sorted(r) else "no",
}


def audited(function: Callable[..., Any], **more: Any) -> Report:
    found = dpmean.audit(function, "epsilon=1", draws=20_000, **more)
    assert isinstance(found, Report)
    return found


@pytest.mark.parametrize("name", LOOKS)
def test_a_mechanism_that_gives_one_place_away_is_refuted(name: str) -> None:
    """Kills a search that never changes the record which is looked at."""
    found = audited(LOOKS[name], neighbors="replace-one")
    assert found.status(found.audit.claims[0]) is Status.REFUTED


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "function",
    [
        lambda r: r[0] if r else 0.0,
        lambda r: r[1] if len(r) > 1 else 0.0,
        lambda r: {"n": len(r)},
        lambda r: [len(r), "people"],
        lambda r: f"{len(r)} people",
        lambda r: "x" * len(r),
    ],
)
def test_a_mechanism_that_gives_the_records_or_their_number_away_is_refuted(
    function: Callable[..., Any],
) -> None:
    found = audited(function)
    assert found.status(found.audit.claims[0]) is Status.REFUTED
