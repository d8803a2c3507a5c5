"""What was changed by the pairs of an audit, and what never was, typed and in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from dpmean.auditing.coverage import Coverage
from dpmean.auditing.domains import Value
from dpmean.auditing.hints import hints_of
from dpmean.auditing.moved import Change, Moved, Rest
from dpmean.auditing.pairs import candidates
from dpmean.privacy.neighbors import Neighbors


def moves(size: int, places: Any, change: Change = Change.REPLACED, **more: Any) -> list[Moved]:
    told = {"value": Value.BOUND, "rest": Rest.MIDDLE} | more
    return [Moved(place, size, change, told["value"], told["rest"]) for place in places]


@pytest.mark.parametrize(
    ("places", "left", "words"),
    [
        (range(100), [], None),
        ([*range(5), *range(48, 100)], [(5, 47)], "records 6 to 48 never changed"),
        (range(1, 100), [(0, 0)], "record 1 never changed"),
        ([0, *range(2, 98)], [(1, 1), (98, 99)], "records 2 and 99 to 100 never changed"),
        ([None], [(0, 99)], None),  # two orders only
    ],
)
def test_the_places_that_never_changed_are_said(places: Any, left: Any, words: Any) -> None:
    """Kills a stretch that is one too long or too short, or counted from 0 in words."""
    found = Coverage.of(moves(100, places))
    assert found.unmoved(100) == left
    told = [w for w in found.words() if "of data sets of" in w]
    assert told == ([] if words is None else [f"of data sets of 100 records, {words}"])


def test_what_was_never_tried_is_said_and_nothing_else() -> None:
    """Kills a kind of value or of change that is said to be untried, or not to be."""
    seen = Coverage.of([*moves(2, [0, 1]), *moves(2, [0], value=Value.FAR)])
    assert seen.lacking(Neighbors.REPLACE_ONE) == [Change.ORDERED]
    assert seen.lacking(Neighbors.REPLACE_GIVEN_USER) == []
    assert seen.lacking(Neighbors.ADD_OR_REMOVE_ONE) == [Change.ADDED, Change.ORDERED]
    assert seen.words(Neighbors.REPLACE_GIVEN_USER) == [
        "no data set of more than 2 records was tried",
        "no missing record was tried",
        "no infinite record was tried",
    ]
    listed = Coverage.of(moves(2, [0, 1], value=Value.CATEGORY)).words(Neighbors.REPLACE_ONE)
    assert "bound" not in " ".join(listed)
    assert Coverage.of([]).words() == ["nothing was changed"]


def test_two_orders_are_no_value_that_was_tried() -> None:
    """Kills missing records that stood in two orders only, and are said to have been tried."""
    found = Coverage.of(moves(3, [None], Change.ORDERED, value=Value.MISSING))
    assert Value.MISSING not in found.values
    assert "no missing record was tried" in found.words()


@pytest.mark.parametrize("relation", Neighbors)
def test_of_all_pairs_only_places_of_long_data_sets_are_left(relation: Neighbors) -> None:
    """Kills a search that leaves out what it could try."""
    words = Coverage.of(p.moved for p in candidates(relation, 0.0, 1.0, 4)).words(relation)
    assert words[0] == "no data set of more than 1,025 records was tried"
    assert len(words) <= 5 and all(w.startswith("of data sets of ") for w in words[1:])


LIMIT, FACTOR = 37, 0.125


def helper(x: float) -> bool:
    return x > 12345


def names(r: list[float]) -> Any:
    return (r[LIMIT], helper(r[0]))


def nested(r: list[float], k: int = 29, *, most: float = 7.25) -> Any:
    def inner(x: float) -> bool:
        return any(y in (3.5, 6) for y in [x]) or x in {0.0625, "a"}

    return inner(r[0])


def closed(n: int) -> Callable[[list[float]], Any]:
    return lambda r: r[n]


class Called:
    def __call__(self, r: list[float]) -> Any:
        return r[:41]

    def method(self, r: list[float]) -> Any:
        return r[:43]


class Trap:
    """Whatever is asked of it ends the test."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("__class__", "__dict__"):
            return object.__getattribute__(self, name)
        raise AssertionError(name)

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    __hash__ = None  # type: ignore[assignment]


def trapped(r: list[float], trap: Any = Trap()) -> Any:
    raise AssertionError(99)


@pytest.mark.parametrize(
    ("function", "numbers"),
    [
        (names, {37, 0, 12345}),
        (nested, {29, 7.25, 3.5, 6, 0.0625, 0}),
        (closed(23), {23}),
        (Called(), {41}),
        (Called().method, {43}),
        (partial(nested, k=31), {31, 29}),
        (trapped, {99}),
        (print, set()),
        (len, set()),
    ],
)
def test_numbers_in_a_function_are_read_and_nothing_is_run(
    function: Callable[..., Any], numbers: set[float]
) -> None:
    """Kills a constant of an inner function, a default, a closure or a name of the module that is
    not read; and a reader that calls or compares what it finds.
    """
    found = hints_of(function)
    assert {*found} >= numbers
    assert numbers or not found
    assert len(found) == len({*found}) <= 64


def test_what_is_no_number_is_no_hint() -> None:
    """Kills a truth value, an infinity or a name of no use that becomes a number, and a program that
    has so many that they crowd out all else.
    """
    found = hints_of(lambda r: (True, None, "5", 1e400, -1e400, 10000000000000000000000, 2.5))
    assert found == (2.5,)
    many = eval("lambda r: r in (" + ", ".join(map(str, range(2, 500))) + ")")
    assert len(hints_of(many)) == 64
    for relation in Neighbors:
        pairs = candidates(relation, 0.0, 1.0, 4, hints=hints_of(many))
        assert Coverage.of(p.moved for p in pairs).lacking(relation) == []
