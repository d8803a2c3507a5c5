"""Records that are texts or rows of a table, pairs and a relation of one's own: what a function or a
command is given, which data sets are neighbours, and what a record of an audit keeps of them.
"""

from __future__ import annotations

import csv
import io
import secrets
import sys
from collections import Counter
from fractions import Fraction
from math import isinf, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.asked import given, searched
from dpmean.auditing.claims import claimed
from dpmean.auditing.domains import Value
from dpmean.auditing.moved import SHOWN, Change, Own, Rest, pair
from dpmean.auditing.pairs import MOST, candidates, first
from dpmean.auditing.report import ExactReport, Report
from dpmean.auditing.rows import Row, as_csv, as_given, as_tuples, like, records_of
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources.command import Command
from dpmean.auditing.sources.function import Function
from dpmean.auditing.store import load, save
from dpmean.errors import InvalidInput
from dpmean.privacy.neighbors import Neighbors

DOMAIN: dict[str, Any] = {"age": (0, 120), "sex": ["m", "f"], "id": None}


class Frame:
    """What a library's data frame has, as far as it is asked: lists of equal lengths by name."""

    def __init__(self, data: dict[str, list[Any]]) -> None:
        self.data = {name: list(values) for name, values in data.items()}
        for values in self.data.values():  # as the strictest of the libraries does
            assert len({type(v) for v in values if v is not None}) <= 1

    @property
    def columns(self) -> list[str]:
        return list(self.data)

    def __len__(self) -> int:
        return len(next(iter(self.data.values())))

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        rows = zip(*self.data.values(), strict=True)
        return [dict(zip(self.data, row, strict=True)) for row in rows]

    def __getitem__(self, rows: slice) -> Frame:
        return Frame({name: values[rows] for name, values in self.data.items()})


class Copied(Frame):
    """A frame that can be copied."""

    def copy(self) -> Copied:
        return Copied(self.data)


EXAMPLE = Frame({"age": [41, 7], "sex": ["m", "f"], "id": [1, 2]})
ROWS = EXAMPLE.to_dict("records")


def refuted(found: Any) -> bool:
    assert isinstance(found, Report | ExactReport)
    return found.refuted


@pytest.mark.share(2)
@pytest.mark.parametrize("user", [None, "id"])
@pytest.mark.parametrize("relation", Neighbors)
def test_tables_that_are_searched_are_neighbours_and_each_is_another(
    relation: Neighbors, user: str | None
) -> None:
    """Kills a table in which two rows, or the rows of two users, change; a row without its number;
    and a value of a column that was not declared.
    """
    found = candidates(relation, 0.0, 1.0, 4, domain=DOMAIN, user=user)
    assert 100 < len(found) <= MOST and 3 <= len(first(found)) <= 40
    assert len({repr((p.one, p.other)) for p in found}) == len(found)
    words = Counter(map(str, found))
    assert all(words[str(p)] == 1 for p in found if max(len(p.one), len(p.other)) <= SHOWN)
    kinds, many = set(), 0
    for each in found:
        made = pair(each.one, each.other, relation, user)
        assert made.moved.change is each.moved.change
        for rows in (each.one, each.other):
            ids = [row["id"] for row in rows]
            people = Counter(ids)
            assert all(type(n) is int and n >= 1 for n in ids)
            assert user is not None or max(people.values(), default=1) == 1
            assert {row["sex"] for row in rows} <= {"m", "f"}
            many = max(many, *people.values(), 0)
        size = max(len({row["id"] for row in rows}) for rows in (each.one, each.other))
        assert each.moved.size == size
        kinds.add(each.moved.value)
    whole_rows = relation is Neighbors.ADD_OR_REMOVE_ONE and user is None  # with their category
    assert kinds >= {*Value} - ({Value.BOUND, Value.INSIDE} if whole_rows else set())
    assert many == (1 if user is None else 10)


def test_two_tables_are_neighbours_by_the_rows_of_one_user() -> None:
    """Kills a relation of rows where one of users is asked, and a user who is counted twice."""
    both, alone = [*ROWS, {"age": 9, "sex": "f", "id": 1}], [ROWS[1]]
    add, replace, known = (
        Neighbors.ADD_OR_REMOVE_ONE,
        Neighbors.REPLACE_ONE,
        Neighbors.REPLACE_GIVEN_USER,
    )
    assert pair(both, alone, add, "id").moved.change is Change.ADDED
    assert pair(both, ROWS, replace, "id").moved.change is Change.REPLACED
    assert pair(both, ROWS, known, "id").user == 0
    other = [{**ROWS[0], "id": 5}, ROWS[1]]
    assert pair(both, other, replace, "id").moved.size == 2  # one person came for another
    assert pair(both, both[::-1], add, "id").moved.change is Change.ORDERED
    for relation, one, two in (
        (add, both, ROWS),
        (replace, both, alone),
        (known, both, other),
        (known, both, both[::-1]),
        (replace, both, [{**row, "age": 1} for row in both]),
        (add, both, []),
        (add, both, both),
    ):
        with pytest.raises(InvalidInput, match="are no neighbours"):
            pair(one, two, relation, "id")
    told = str(pair(both, ROWS, known, "id"))
    assert told.endswith("which differ in the rows of id 1") and "{age: 41, sex: m, id: 1}" in told


def test_a_function_gets_its_table_anew_at_every_call() -> None:
    """Kills a function that changes what it was given, and sees that again; and a table in another
    form than that of the example, without rows too.
    """
    seen: list[Any] = []

    def empties(table: Any) -> float:
        seen.append((type(table), len(table)))
        if isinstance(table, list):
            assert all(isinstance(row, dict) and {*row} == {*DOMAIN} for row in table)
            for row in table:
                row.clear()
            table.clear()
        elif isinstance(table, Frame):
            assert table.columns == [*DOMAIN]
            table.data.clear()
        return 0.0

    for more, kind in (({}, list), ({"table": EXAMPLE}, Frame), ({"table": ROWS}, list)):
        seen.clear()
        found = dpmean.audit(empties, domain=DOMAIN, size=2, draws=900, **more)
        assert isinstance(found, Report)
        assert {t for t, _ in seen} == {kind} and {n for _, n in seen} == {0, 1, 2}
    rows: list[Any] = []
    tuples = [tuple(row.values()) for row in ROWS]
    dpmean.audit(lambda t: rows.extend(t) or 0, domain=DOMAIN, table=tuples, draws=90)
    assert rows and all(isinstance(row, tuple) and len(row) == 3 for row in rows)


def test_a_table_comes_back_as_it_was() -> None:
    """Kills a row that loses a column, or a kind of number, on its way."""
    records = records_of(EXAMPLE)
    assert records == records_of(ROWS)
    assert as_given(records) == ROWS
    assert as_tuples(records) == [tuple(row.values()) for row in ROWS]
    made = like(EXAMPLE)(records)
    assert isinstance(made, Frame) and made.data == EXAMPLE.data
    assert like(EXAMPLE)(()).columns == EXAMPLE.columns
    copied = like(Copied(EXAMPLE.data))
    one = copied(records)
    one.data.clear()
    assert copied(records).data == EXAMPLE.data and copied(records[:1]).data["age"] == [41]
    mixed = (Row(("x",), (1,)), Row(("x",), (0.5,)), Row(("x",), (None,)))
    assert like(Frame({"x": [1]}))(mixed).data == {"x": [1.0, 0.5, None]}
    assert records_of(np.array([[1.0, 2.0], [3.0, 4.0]])) == ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize(
    ("leak", "more"),
    [
        (lambda t: sum(row["sex"] == "f" for row in t), {}),
        (lambda t: max(Counter(row["id"] for row in t).values(), default=0), {"user": "id"}),
        (lambda t: sum(x for x in t.data["age"] if x == x), {"table": EXAMPLE}),
    ],
)
def test_a_table_that_is_given_away_is_refuted(leak: Any, more: Any) -> None:
    assert refuted(dpmean.audit(leak, domain=DOMAIN, draws=20_000, first=True, **more))


def test_texts_are_records_of_functions() -> None:
    """Kills a domain that has no effect, a text that is not moved, and another that was not listed."""
    seen: set[str] = set()

    def leaks(r: list[str]) -> str:
        seen.update(r)
        return "yes" if "blue" in r else "no"

    for relation in ("add-or-remove-one", "replace-one"):
        found = dpmean.audit(
            leaks, domain=["red", "green", "blue"], neighbors=relation, draws=20_000
        )
        assert refuted(found)
        assert "blue" in str(found)
    assert seen == {"red", "green", "blue"}
    innocent = dpmean.audit(lambda r: secrets.choice("yn"), domain=["red", "green"], draws=3000)
    assert not refuted(innocent)


def test_texts_and_tables_are_records_of_commands() -> None:
    """Kills a header that is not there without rows, a missing value that is a word, a number that
    becomes another, and a comma that splits a value.
    """
    code = "import sys; print(repr(sys.stdin.read()))"
    texts = Command([sys.executable, "-c", code])
    assert texts.draw(("red", "b c", None), 1) == [repr("red\nb c\n\n")]
    texts.close()
    names = ("age", "word")
    rows = (Row(names, (41, "a,b")), Row(names, (float("nan"), "c")), Row(names, (0.5, None)))
    table = Command([sys.executable, "-c", code], columns=names)
    assert table.draw(rows, 1) == [repr('age,word\n41,"a,b"\n,c\n0.5,\n')]
    assert table.draw((), 1) == [repr("age,word\n")]
    table.close()
    for each in candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 2, domain=DOMAIN):
        for records in (each.one, each.other):
            back = list(csv.DictReader(io.StringIO(as_csv(records, [*DOMAIN]))))
            assert [row["sex"] for row in back] == [row["sex"] for row in records]
            for old, new in zip(records, back, strict=True):
                age = old["age"]
                assert new["age"] == "" if isnan(age) else float(new["age"]) == age


def test_a_list_of_values_is_all_that_records_are() -> None:
    """Kills a missing or infinite record that was not listed, or was excluded."""
    listed = [0, 1.5, float("nan"), float("inf"), "n/a", (1, 2)]
    for relation in Neighbors:
        found = candidates(relation, 0.0, 1.0, 4, domain=listed)
        records = [x for p in found for r in (p.one, p.other) for x in r]
        assert {*map(repr, records)} == {*map(repr, listed)}
        few = candidates(relation, 0.0, 1.0, 4, domain=listed, missing=False, infinite=False)
        left = {repr(x) for p in few for r in (p.one, p.other) for x in r}
        assert left == {"0", "1.5", "'n/a'", "(1, 2)"}


@pytest.mark.parametrize("relation", [Neighbors.REPLACE_ONE, Neighbors.ADD_OR_REMOVE_ONE])
def test_every_two_values_are_exchanged_and_each_is_added(relation: Neighbors) -> None:
    """Kills a category that moves to some others only, or at one place only."""
    values = list("abcde")
    found = candidates(relation, 0.0, 1.0, 4, domain=values)
    moved: dict[Any, set[int | None]] = {}
    for each in found:
        if (place := each.moved.place) is not None and each.moved.size == 4:
            ends = {r[place] for r in (each.one, each.other) if len(r) == 4}
            moved.setdefault(frozenset(ends), set()).add(place)
    if relation is Neighbors.REPLACE_ONE:
        assert {*moved} == {frozenset((a, b)) for a in values for b in values if a < b}
    else:
        assert {*moved} == {frozenset(a) for a in values}
        assert all(len(places) > 1 for places in moved.values())


def test_pairs_of_ones_own_are_those_that_are_looked_at() -> None:
    """Kills a pair that is left out, one that is added, and "two data sets" of several."""
    seen: set[tuple[float, ...]] = set()

    def leaks(r: list[float]) -> float:
        seen.add(tuple(r))
        return float(r == [5, 6])

    asked = [([1, 2], [1]), ([5, 6], [5]), ((7, 8, 9), np.array([7, 9]))]
    assert refuted(dpmean.audit(leaks, pairs=asked, draws=9000, first=True))
    assert seen == {(1, 2), (1,), (5, 6), (5,), (7, 8, 9), (7, 9)}
    assert not refuted(dpmean.audit(leaks, pairs=asked[:1], draws=9000))
    exact = dpmean.audit(lambda r, random: random.integer(2) + len(r), pairs=asked)
    assert isinstance(exact, ExactReport) and exact.refuted
    assert "3 pairs of data sets" in str(exact)


def test_a_relation_of_ones_own_says_which_pairs_count() -> None:
    """Kills a relation that is asked and then forgotten, by outputs or exactly; this mechanism
    keeps epsilon = 1 where a record moves by at most a quarter, and not beyond.
    """

    def near(one: list[float], other: list[float]) -> bool:
        return (
            len(one) == len(other)
            and sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= 0.25
        )

    for each in searched(Own(near), 0.0, 1.0, 4, infinite=False, missing=False).pairs:
        assert near(list(each.one), list(each.other))
    random = np.random.default_rng(1)

    def noisy(r: list[float]) -> float:
        return sum(r) + float(random.laplace(scale=0.25))

    everything = dpmean.audit(
        noisy, "epsilon=1.1", neighbors="replace-one", draws=20_000, first=True
    )
    own = dpmean.audit(noisy, "epsilon=1.1", neighbors=near, draws=9000)
    assert refuted(everything) and not refuted(own)
    assert isinstance(own, Report) and "(your own)" in str(own)

    def exact(r: list[Any], random: Any) -> Any:
        return random.bernoulli(Fraction(1, 4) + sum(r) / 2)

    def half(one: list[Any], other: list[Any]) -> bool:
        return (
            near(one, other)
            or abs(len(one) - len(other)) == 0
            and abs(sum(one) - sum(other)) == Fraction(1, 2)
        )

    all_of_them = dpmean.audit(exact, "epsilon=1", neighbors="replace-one", size=1)
    some = dpmean.audit(exact, "epsilon=1", neighbors=half, size=1)
    assert isinstance(some, ExactReport) and refuted(all_of_them) and not refuted(some)


def test_a_relation_of_ones_own_gets_what_the_function_gets() -> None:
    """Kills a relation of tables that is given something else than tables."""
    got: set[type] = set()

    def one_more(one: Any, other: Any) -> bool:
        got.update((type(one), type(other)))
        return abs(len(one) - len(other)) == 1

    made = searched(Own(one_more), 0.0, 1.0, 3, domain=DOMAIN, table=EXAMPLE).pairs
    assert got == {Frame} and made
    assert {p.moved.change for p in made} == {Change.ADDED}
    got.clear()
    given(None, [(EXAMPLE, EXAMPLE[:1])], Own(one_more))
    assert got == {Frame}


def test_what_is_kept_of_an_audit_is_all_of_its_pairs(tmp_path: Path) -> None:
    """Kills rows that become lists, whole numbers that become floats, and what moved, forgotten."""
    texts = first(candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 3, domain=["a", 2, None, 0.5]))
    rows = candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 3, domain=DOMAIN, user="id")[:150]
    for pairs in (texts, rows, candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 4)[:150]):
        state = Audit("f", [claimed("epsilon=1")], "your own", pairs, Fraction(1, 10**6))
        proceed(state, Function(lambda r: 0.0), 200, 60)
        save(state, tmp_path / "a.npz")
        again = load(tmp_path / "a.npz").pairs
        assert repr(again) == repr(pairs)
        assert {p.moved.rest for p in again} <= {*Rest}


def test_what_a_given_pair_says_of_itself() -> None:
    """Kills a place, a kind of change or a value that is not read from two data sets."""
    rows: list[tuple[Any, Any, int | None, Change, Value, Rest]] = [
        ([1.0, 2.0], [1.0], 1, Change.ADDED, Value.INSIDE, Rest.MIXED),
        ([2.0, 2.0], [2.0], 1, Change.ADDED, Value.INSIDE, Rest.EQUAL),
        ([float("nan")], [], 0, Change.ADDED, Value.MISSING, Rest.NONE),
        (["a", "b"], ["a"], 1, Change.ADDED, Value.CATEGORY, Rest.MIXED),
        ([float("inf"), 1, 2, 3], [1, 2, 3], 0, Change.ADDED, Value.INFINITE, Rest.LADDER),
    ]
    for one, other, place, change, value, rest in rows:
        found = pair(one, other, Neighbors.ADD_OR_REMOVE_ONE).moved
        assert (found.place, found.size) == (place, len(one))
        assert (found.change, found.value, found.rest) == (change, value, rest)
    assert not any(isinf(x) for x in candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 4)[0].one)
