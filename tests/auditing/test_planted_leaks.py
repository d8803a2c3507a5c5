"""Planted leaks: of each one a pair is among those that are searched. The functions are
deterministic, so that a pair shows a leak exactly: its two data sets have different outputs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf, isfinite, isinf, isnan
from typing import Any

import pytest

from dpmean.auditing.hints import hints_of
from dpmean.auditing.moved import Change, Rest, Value
from dpmean.auditing.pairs import Pair, candidates, first
from dpmean.privacy.neighbors import Neighbors

ADD, REPLACE, BOTH, GIVEN = (
    Neighbors.ADD_OR_REMOVE_ONE,
    Neighbors.REPLACE_ONE,
    Neighbors.ADD_REMOVE_OR_REPLACE_ONE,
    Neighbors.REPLACE_GIVEN_USER,
)
REPLACES = (REPLACE, BOTH, GIVEN)
MULTISETS = (ADD, REPLACE, BOTH)
ALL = tuple(Neighbors)
Leak = Callable[[list[Any]], Any]


def finite(r: list[float]) -> list[float]:
    return [x for x in r if isfinite(x)]


def inside(r: list[float]) -> list[float]:
    return [x for x in r if 0 <= x <= 1]


def missing(r: list[float]) -> int:
    return sum(map(isnan, r))


def distinct(r: list[float]) -> int:
    return len(set(r))


def twice(r: list[float]) -> int:
    return sum(n == 2 for n in Counter(r).values())


# what a function shows of records inside the bounds and nothing else; and the relations in which
# two neighbours differ by it
INSIDE: dict[str, tuple[tuple[Neighbors, ...], Leak]] = {
    "the first": (ALL, lambda r: r[0] if r else None),
    "the second": (ALL, lambda r: r[1] if len(r) > 1 else None),
    "the third": (ALL, lambda r: r[2] if len(r) > 2 else None),
    "the last": (ALL, lambda r: r[-1] if r else None),
    "the last but one": (ALL, lambda r: r[-2] if len(r) > 1 else None),
    "the seventh of ten": (ALL, lambda r: r[6] if len(r) == 10 else None),
    "the twelfth of sixteen": (ALL, lambda r: r[11] if len(r) == 16 else None),
    "record 37": (ALL, lambda r: r[37] if len(r) > 37 else None),
    "record 64 of 100": (ALL, lambda r: r[64] if len(r) == 100 else None),
    "all but the last": (ALL, lambda r: max(r[:-1], default=0)),
    "all but the first": (ALL, lambda r: min(r[1:], default=0)),
    "every second": (ALL, lambda r: sum(r[::2])),
    "every third": (ALL, lambda r: sum(r[2::3])),
    "the inner ones": (ALL, lambda r: sum(r[1:-1])),
    "first beside last": (ALL, lambda r: bool(r) and r[0] > r[-1]),
    "whether they rise": (ALL, lambda r: r == sorted(r)),
    "where the largest is": (ALL, lambda r: r.index(max(r)) if r else None),
    "sum is 3": (ALL, lambda r: sum(r) == 3),
    "sum is 0": (ALL, lambda r: sum(r) == 0),
    "sum is above ten": (ALL, lambda r: sum(r) > 10),
    "the largest": (ALL, lambda r: max(r, default=0)),
    "the smallest": (ALL, lambda r: min(r, default=0)),
    "the second largest": (ALL, lambda r: sorted(r)[-2] if len(r) > 1 else None),
    "the median": (ALL, lambda r: sorted(r)[len(r) // 2] if r else None),
    "the range": (ALL, lambda r: max(r) - min(r) if r else None),
    "any at the upper bound": (ALL, lambda r: 1.0 in r),
    "any at the lower bound": (ALL, lambda r: 0.0 in r),
    "all at the upper bound": (ALL, lambda r: bool(r) and set(r) == {1.0}),
    "none inside": (ALL, lambda r: not any(0 < x < 1 for x in r)),
    "any at a quarter": (ALL, lambda r: 0.25 in r),
    "any at a third": (ALL, lambda r: any(abs(x - 1 / 3) < 1e-9 for x in r)),
    "any at a value that only the program names": (ALL, lambda r: 0.6180339 in r),
    "duplicates": (ALL, lambda r: distinct(r) < len(r)),
    "how many differ": (ALL, distinct),
    "values that come twice": (ALL, twice),
    "duplicates of one inside": (ALL, lambda r: any(r.count(x) > 1 for x in r if 0 < x < 1)),
    "the most frequent": (ALL, lambda r: max(map(r.count, r), default=0)),
    "duplicates in a row": (ALL, lambda r: any(x == y for x, y in zip(r, r[1:], strict=False))),
    "all the same": (ALL, lambda r: len(r) > 1 and distinct(r) == 1),
    "all the same among ten": (ALL, lambda r: len(r) == 10 and distinct(r) == 10),
    "nobody": ((ADD, BOTH), lambda r: not r),
    "one alone": ((ADD, BOTH), lambda r: len(r) == 1),
    "at least five": ((ADD, BOTH), lambda r: len(r) >= 5),
    "at least ten": ((ADD, BOTH), lambda r: len(r) >= 10),
    "at least twenty": ((ADD, BOTH), lambda r: len(r) >= 20),
    "more than twenty": ((ADD, BOTH), lambda r: len(r) > 20),
    "fewer than 25": ((ADD, BOTH), lambda r: len(r) < 25),
    "full batches of 32": ((ADD, BOTH), lambda r: len(r) // 32),
    "a hundred": ((ADD, BOTH), lambda r: len(r) >= 100),
    "whole powers of two": ((ADD, BOTH), lambda r: len(r) in (64, 128, 256, 1024)),
    "more than a thousand": ((ADD, BOTH), lambda r: len(r) > 1000),
    "a size that only the program names": ((ADD, BOTH), lambda r: len(r) >= 777),
    "an even number": ((ADD, BOTH), lambda r: len(r) % 2),
    "all, from twenty": (ALL, lambda r: sum(r) if len(r) >= 20 else 0),
    "the first, from fifty": (ALL, lambda r: r[0] if len(r) >= 50 else 0),
    "the last, from a thousand": (ALL, lambda r: r[-1] if len(r) >= 1000 else 0),
    "the order": (MULTISETS, lambda r: sum(i * x for i, x in enumerate(r))),
}
# what it shows of other records
ODD: dict[str, tuple[tuple[Neighbors, ...], Leak, Value]] = {
    "any missing": (ALL, lambda r: missing(r) > 0, Value.MISSING),
    "how many are missing": (ALL, missing, Value.MISSING),
    "more than half missing": (ALL, lambda r: 2 * missing(r) > len(r), Value.MISSING),
    "half missing at least": (
        ALL,
        lambda r: len(r) > 1 and 2 * missing(r) >= len(r),
        Value.MISSING,
    ),
    "all missing": (ALL, lambda r: len(r) > 1 and missing(r) == len(r), Value.MISSING),
    "all but one missing": (ALL, lambda r: len(r) > 2 and missing(r) == len(r) - 1, Value.MISSING),
    "most of a hundred missing": (ALL, lambda r: len(r) > 99 and missing(r) > 50, Value.MISSING),
    "the first missing": (ALL, lambda r: bool(r) and isnan(r[0]), Value.MISSING),
    "any infinite": (ALL, lambda r: any(map(isinf, r)), Value.INFINITE),
    "any minus infinity": (ALL, lambda r: -inf in r, Value.INFINITE),
    "any far above": (ALL, lambda r: any(x > 100 for x in finite(r)), Value.FAR),
    "any far below": (ALL, lambda r: any(x < -100 for x in finite(r)), Value.FAR),
    "a little above": (ALL, lambda r: any(1 < x < 1.1 for x in r), Value.FAR),
    "a little below": (ALL, lambda r: any(-0.1 < x < 0 for x in r), Value.FAR),
    "ten widths above": (ALL, lambda r: any(5 < x < 50 for x in r), Value.FAR),
    "clipped far too late": (ALL, lambda r: sum(min(20.0, x) for x in finite(r)), Value.FAR),
}


def shows(leak: Leak, pair: Pair) -> bool:
    """Whether the two data sets of a pair have different outputs."""
    one, other = leak(list(pair.one)), leak(list(pair.other))
    return bool(one != other) and not (one != one and other != other)


@pytest.mark.parametrize("name", INSIDE)
def test_a_leak_of_records_inside_the_bounds_has_its_pair(name: str) -> None:
    """Kills a place, a number of records, a value or an order that no pair changes: each leak is
    shown without missing, infinite or far records.
    """
    relations, leak = INSIDE[name]
    for relation in relations:
        found = candidates(
            relation, 0.0, 1.0, 4, missing=False, infinite=False, hints=hints_of(leak)
        )
        here = [p for p in found if inside([*p.one, *p.other]) == [*p.one, *p.other]]
        assert any(shows(leak, p) for p in here), relation


@pytest.mark.parametrize("name", ODD)
def test_a_leak_of_records_outside_the_bounds_has_its_pair(name: str) -> None:
    """Kills a value that is not tried, and a proportion of missing records that no pair passes."""
    relations, leak, value = ODD[name]
    rest = Rest.ALL_MISSING if value is Value.MISSING else None
    for relation in relations:
        showing = [p for p in candidates(relation, 0.0, 1.0, 4) if shows(leak, p)]
        assert any(p.moved.value is value or p.moved.rest is rest for p in showing), relation


@pytest.mark.parametrize("name", ["record 37", "a size that only the program names"])
def test_what_only_the_program_names_is_found_by_its_numbers(name: str) -> None:
    """Kills hints that are read and not followed: without them these pairs are not there."""
    leak = INSIDE[name][1]
    relation = GIVEN if name == "record 37" else ADD
    for hints, known in (((), False), (hints_of(leak), True)):
        found = candidates(relation, 0.0, 1.0, 4, hints=hints)
        assert any(shows(leak, p) for p in found) is known


def test_the_first_pairs_show_no_order_and_the_others_do() -> None:
    """Kills two orders that are looked at before neighbours by a move."""
    found = candidates(REPLACE, 0.0, 1.0, 4)
    orders = [p for p in found if p.moved.change is Change.ORDERED]
    assert orders and not {*map(id, orders)} & {*map(id, first(found))}
    for each in orders:
        assert sorted(each.one) == sorted(each.other) and distinct(list(each.one)) == len(each.one)


CATEGORIES: dict[str, Leak] = {
    "any green": lambda r: "green" in r,
    "how many red": lambda r: r.count("red"),
    "the first": lambda r: r[0] if r else None,
    "the last": lambda r: r[-1] if r else None,
    "an inner one": lambda r: r[1] if len(r) > 2 else None,
    "green or blue": lambda r: sum(x in ("green", "blue") for x in r),
    "blue or red": lambda r: sum(x in ("red", "blue") for x in r),
    "the most frequent": lambda r: max(sorted({*r}), key=r.count) if r else None,
    "how many kinds": lambda r: len({*r}),
    "letters": lambda r: sum(map(len, r)),
}


@pytest.mark.parametrize("name", CATEGORIES)
@pytest.mark.parametrize("relation", ALL)
def test_a_leak_of_texts_has_its_pair(name: str, relation: Neighbors) -> None:
    """Kills a category that never moves."""
    found = candidates(relation, 0.0, 1.0, 4, domain=["red", "green", "blue"])
    assert {x for p in found for x in (*p.one, *p.other)} == {"red", "green", "blue"}
    assert any(shows(CATEGORIES[name], p) for p in found)


TABLES: dict[str, Leak] = {
    "an age": lambda r: r[0]["age"] if r else None,
    "the ages of women": lambda r: sum(x["age"] for x in r if x["sex"] == "f"),
    "women": lambda r: sum(x["sex"] == "f" for x in r),
    "the oldest": lambda r: max((x["age"] for x in r), default=0),
    "an age alone": lambda r: sum(x["age"] == 120 for x in r if x["sex"] == "m"),
    "too old": lambda r: any(x["age"] > 130 for x in r),
    "an age that is missing": lambda r: any(isnan(x["age"]) for x in r),
    "rows of one user": lambda r: max(Counter(x["id"] for x in r).values(), default=0),
    "many rows of one user": lambda r: any(n >= 10 for n in Counter(x["id"] for x in r).values()),
    "both sexes in one user": lambda r: len(
        {(x["id"], x["sex"]) for x in r} | {*(x["id"] for x in r)}
    ),
}
DOMAIN = {"age": (0, 120), "sex": ["m", "f"], "id": None}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("relation", ALL)
def test_a_leak_of_a_table_has_its_pair(name: str, relation: Neighbors) -> None:
    """Kills a column, or a number of rows of one user, that never changes."""
    found = candidates(relation, 0.0, 1.0, 4, domain=DOMAIN, user="id")

    def of_rows(rows: list[Any]) -> Any:
        return TABLES[name]([row.data for row in rows])

    assert any(shows(of_rows, p) for p in found)


def test_rests_of_every_kind_are_tried() -> None:
    """Kills a kind of other records beside which nothing moves."""
    for relation in ALL:
        assert {p.moved.rest for p in candidates(relation, 0.0, 1.0, 4)} >= {*Rest} - {Rest.EQUAL}
    assert Rest.EQUAL in {p.moved.rest for p in candidates(ADD, 0.0, 1.0, 4)}
