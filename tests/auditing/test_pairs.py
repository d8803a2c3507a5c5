"""The pairs of data sets that are searched: neighbours, different ones, in which every place changes,
by every kind of change; what each says of itself; and mechanisms that look at one place are refuted
wherever it is.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import inf, isinf, isnan
from typing import Any

import pytest

import dpmean
from dpmean.auditing.coverage import Coverage
from dpmean.auditing.domains import Value
from dpmean.auditing.moved import Change, Pair, Rest, Tier, pair
from dpmean.auditing.pairs import MOST, candidates, first, places
from dpmean.auditing.report import Report
from dpmean.auditing.status import Status
from dpmean.errors import InvalidInput
from dpmean.privacy.neighbors import Neighbors

REPLACE = (Neighbors.REPLACE_ONE, Neighbors.REPLACE_GIVEN_USER)
SIZES = (1, 2, 3, 4, 5, 7, 12, 100)


MULTISETS = [r for r in Neighbors if r is not Neighbors.REPLACE_GIVEN_USER]


@pytest.mark.parametrize("relation", Neighbors)
@pytest.mark.parametrize("size", SIZES)
def test_pairs_are_neighbours_and_each_is_another(relation: Neighbors, size: int) -> None:
    """Kills a pair that is none, one that is looked at twice, in either order of its data sets, one
    that reads like another, and one that says something else of itself than its data sets do.
    """
    found = candidates(relation, 0.0, 1.0, size)
    assert len({repr(sorted([repr(p.one), repr(p.other)])) for p in found}) == len(found)
    assert len({str(p) for p in found}) == len(found)
    for each in found:
        made, moved = pair(each.one, each.other, relation), each.moved
        assert repr((made.one, made.other)) == repr((each.one, each.other))
        assert (made.moved.change, made.moved.size) == (moved.change, moved.size)
        assert moved.place == each.user
        ordered = moved.change is Change.ORDERED
        assert (moved.place is None) is ordered
        if moved.place is not None:
            longer = max(each.one, each.other, key=len)
            assert moved.size == len(longer) > moved.place
            without = longer[: moved.place] + longer[moved.place + 1 :]
            for records in (each.one, each.other):
                there = len(records) == len(longer)
                rest = records[: moved.place] + records[moved.place + there :]
                assert repr(rest) == repr(without)
    odd = [x for p in found for r in (p.one, p.other) for x in r if isnan(x) or abs(x) > 1]
    assert any(map(isnan, odd)) and min(odd) == -inf and max(odd) == inf


@pytest.mark.parametrize("relation", Neighbors)
@pytest.mark.parametrize("size", SIZES)
def test_the_first_pairs_come_first_and_are_few(relation: Neighbors, size: int) -> None:
    """Kills a search whose first look costs more than it did, more pairs than a run can look at, an
    order that another run has not, and sizes that the first pairs have not had.
    """
    found = candidates(relation, 0.0, 1.0, size)
    tiers = [p.moved.tier for p in found]
    assert tiers == sorted(tiers, key=list(Tier).index)
    assert 1 <= len(first(found)) <= 40 < 200 < len(found) <= MOST
    assert repr(found) == repr(candidates(relation, 0.0, 1.0, size))
    for each in first(found):
        assert {len(each.one), len(each.other)} <= {size, size - 1, 0, 1}
        assert each.moved.change is not Change.ORDERED and each.moved.value is not Value.INFINITE


@pytest.mark.parametrize("relation", Neighbors)
@pytest.mark.parametrize("size", range(1, 17))
def test_every_place_of_up_to_sixteen_records_changes(relation: Neighbors, size: int) -> None:
    """Kills "record 1 was never changed": exhaustive, among the data sets of this size and of the
    small ones beside it; each kind of change that the relation has at each place of this one; and
    nothing that was never tried is left to be told.
    """
    found = candidates(relation, 0.0, 1.0, size, hints=range(2, 99))
    covered = Coverage.of(p.moved for p in found)
    for small in {size, 1, 2, 3, 4, 5, 9, 10, 11, 15, 16}:
        assert covered.unmoved(small) == [], small
    for change in covered.changes - {Change.ORDERED}:
        of_it = Coverage.of(p.moved for p in found if p.moved.change is change)
        assert of_it.unmoved(size) == [], change
    assert covered.lacking(relation) == []
    assert covered.values >= {*Value} - {Value.CATEGORY}


@pytest.mark.parametrize("relation", Neighbors)
def test_data_sets_of_sizes_at_which_programs_switch(relation: Neighbors) -> None:
    """Kills a switch around which no data set stands, with a record more or less where these are
    neighbours.
    """
    found = candidates(relation, 0.0, 1.0, 4)
    around = [n + i for n in (1, 4, 10, 16, 20, 32, 50, 64, 100, 128, 256) for i in (0, 1)]
    around += [n + i for n in (1000, 1024) for i in (0, 1)] + [24, 25]
    assert {p.moved.size for p in found} >= {*around}
    if not relation.public_size:
        steps = {p.moved.size for p in found if p.moved.change is Change.ADDED}
        assert relation is not Neighbors.ADD_OR_REMOVE_ONE or steps >= {*around}
    hinted = candidates(relation, 0.0, 1.0, 4, hints=(777.0, 0.5))
    assert {p.moved.size for p in hinted} >= {776, 777, 778}


@pytest.mark.parametrize("relation", Neighbors)
@pytest.mark.parametrize("size", (1, 4))
def test_what_is_left_out_is_in_no_pair(relation: Neighbors, size: int) -> None:
    """Kills a search without missing, infinite or no records that has them all the same, and one
    that then has no first pairs.
    """
    whole = candidates(relation, 0.0, 1.0, size)
    for name, bad in (
        ("missing", lambda r: any(map(isnan, r))),
        ("infinite", lambda r: any(map(isinf, r))),
        ("empty", lambda r: not r),
    ):
        found = candidates(relation, 0.0, 1.0, size, **{name: False})
        sets = [r for p in found for r in (p.one, p.other)]
        assert not any(map(bad, sets)), name
        there = any(map(bad, (r for p in whole for r in (p.one, p.other))))
        assert there is (name != "empty" or not relation.public_size)
        assert len(first(found)) > 2


def test_what_moves_is_said() -> None:
    """Kills a kind of value or of other records that is taken for another."""
    found = candidates(Neighbors.ADD_REMOVE_OR_REPLACE_ONE, 0.0, 2.0, 4)
    for each in found:
        place, size, value, rest = each.moved.place, each.moved.size, each.moved.value, []
        if place is None:
            continue
        longer = max(each.one, each.other, key=len)
        rest = [*longer[:place], *longer[place + 1 :]]
        moving = [r[place] for r in (each.one, each.other) if len(r) == size]
        kinds = {
            Value.MISSING: any(map(isnan, moving)),
            Value.INFINITE: any(map(isinf, moving)),
            Value.FAR: any(not 0 <= x <= 2 for x in moving if x == x),
            Value.BOUND: any(x in (0, 2) for x in moving),
        }
        assert value is next((v for v, is_so in kinds.items() if is_so), Value.INSIDE)
        lost, told = sum(map(isnan, rest)), each.moved.rest
        assert (told is Rest.NONE) is (not rest)
        assert (told is Rest.ALL_MISSING) is (bool(rest) and lost == len(rest))
        if told is Rest.HALF_MISSING:
            assert abs(lost - len(rest) / 2) <= 1
        if told is Rest.MOSTLY_MISSING:
            assert len(rest) / 2 < lost < len(rest)
        if told in (Rest.LOWER, Rest.MIDDLE, Rest.UPPER):
            assert {*rest} == {{Rest.LOWER: 0.0, Rest.MIDDLE: 1.0, Rest.UPPER: 2.0}[told]}
        if told is Rest.LADDER:
            assert rest in (sorted({*rest}), sorted({*rest}, reverse=True))
        if told is Rest.EQUAL:
            assert len({*rest}) == 1 and {*rest} <= {*moving}


ORDERS = [([0, 1], [1, 0]), ([1, 2, 2], [2, 1, 2]), (["a", "b", None], [None, "b", "a"])]


@pytest.mark.parametrize(("one", "other"), ORDERS)
def test_two_orders_are_a_pair_where_order_is_nothing(one: list[Any], other: list[Any]) -> None:
    """Kills two orders that are called neighbours of users who are known, and ones that are not told
    apart from a move.
    """
    for relation in MULTISETS:
        made = pair(one, other, relation)
        assert (made.user, made.moved.change) == (None, Change.ORDERED)
        assert "changed places" in str(made) or "another order" in str(made)
    with pytest.raises(InvalidInput, match="are no neighbours"):
        pair(one, other, Neighbors.REPLACE_GIVEN_USER)


@pytest.mark.parametrize(
    ("one", "other"), [([0, 1], [0, 1]), ([0, 1], [1, 2]), ([], []), ([0] * 3, [0]), ([1], [2, 3])]
)
@pytest.mark.parametrize("relation", Neighbors)
def test_what_is_no_pair_is_refused(relation: Neighbors, one: Any, other: Any) -> None:
    """Kills data sets that differ in nothing, or in two records."""
    with pytest.raises(InvalidInput, match="are no neighbours"):
        pair(one, other, relation)


@pytest.mark.parametrize("relation", REPLACE)
@pytest.mark.parametrize("size", SIZES)
def test_the_record_at_every_place_changes_from_one_bound_to_the_other(
    relation: Neighbors, size: int
) -> None:
    """Kills pairs that differ in their last record only: at every place of up to five records, and
    of more at the first two, an inner one, and the last two; at the last beside either bound.
    """
    changed: set[tuple[int, float]] = set()
    for each in first(candidates(relation, 0.0, 1.0, size)):
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
    for each in first(candidates(Neighbors.ADD_OR_REMOVE_ONE, 0.0, 1.0, size)):
        assert each.user is not None
        assert each.one[: each.user] + each.one[each.user + 1 :] == each.other
        if {*each.other} == {0.5} and each.one[each.user] in (0.0, 1.0):
            added.add(each.user)
    assert added >= (set(places(size)) if size > 1 else set())


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("of", [max, min, sum, sorted])
def test_whatever_looks_at_some_of_the_places_changes_in_some_pair(size: int, of: Any) -> None:
    """Kills a search that a mechanism passes which looks at some records only: all sets of places."""
    found = first(candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, size, missing=False))
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
    found = dpmean.audit(function, "epsilon=1", draws=20_000, first=True, **more)
    assert isinstance(found, Report)
    return found


@pytest.mark.share(3)
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
