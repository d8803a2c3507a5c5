"""What an audit is asked to look at: two data sets that were given, pairs of them, or those that are
searched, in the form in which a function gets them.

Of arguments that would have no effect nothing is taken: data sets that are given leave no records to
search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors
from .moved import Own, Pair, Relation, pair
from .pairs import candidates
from .rows import Form, Row, as_given, is_frame, like, records_of

SHAPE = "two data sets, each a list of records, such as ([0, 1], [0])"


@dataclass(frozen=True)
class Asked:
    """The pairs, the form of a data set that a function gets, and the relation of the pairs."""

    pairs: list[Pair]
    form: Form
    relation: Relation


def given(
    data: Any, pairs: Any, relation: Relation, table: Any = None, user: str | None = None
) -> Asked:
    """Returns the pairs that somebody gave, each of two neighbours; InvalidInput where they are
    none.
    """
    both = [data] if pairs is None else list(pairs) if is_list(pairs) else []
    name, shape = ("data", SHAPE) if pairs is None else ("pairs", f"a list of pairs, each {SHAPE}")
    if not both or not all(_are_two(two) for two in both):
        raise InvalidInput("out_of_range", f"{name}: {shape}", argument=name)
    if user is not None and not isinstance(user, str):
        raise _no_user()
    both = [[s if is_frame(s) else list(s) for s in two] for two in both]
    example = table if table is not None else both[0][0] if len(both[0][0]) else both[0][1]
    form = _form(example, any(is_frame(s) for two in both for s in two) or table is not None)
    if isinstance(relation, Own):
        relation = replace(relation, form=form)
    found = [pair(one, other, relation, user) for one, other in both]
    rows = any(isinstance(r, Row) for p in found for r in (*p.one, *p.other))
    return Asked(found, form if rows else list, relation)


def searched(
    relation: Relation,
    lower: float,
    upper: float,
    size: int,
    *,
    missing: bool = True,
    empty: bool = True,
    infinite: bool = True,
    domain: Sequence[Any] | Mapping[str, Any] | None = None,
    table: Any = None,
    user: str | None = None,
    hints: Iterable[float] = (),
) -> Asked:
    """Returns the pairs that are searched, of which a relation of somebody's own leaves some."""
    by_column = isinstance(domain, Mapping)
    if user is not None and not isinstance(user, str):
        raise _no_user()
    if table is not None:
        _fits(table, domain)
    form = like(table) if table is not None else as_given if by_column else list
    within = relation if isinstance(relation, Neighbors) else Neighbors.ADD_REMOVE_OR_REPLACE_ONE
    found = candidates(within, lower, upper, size, missing, empty, infinite, domain, hints, user)
    if isinstance(relation, Own):
        relation = replace(relation, form=form)
        found = [p for p in found if relation.holds(form(p.one), form(p.other))]
        if not found:
            raise InvalidInput(
                "out_of_range",
                "neighbors: the function is true of no pair that is searched; give pairs",
                argument="neighbors",
            )
    return Asked(found, form, relation)


def is_list(values: object) -> bool:
    """Tells whether something is a list of others, of any type."""
    return isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping)


def _are_two(data: Any) -> bool:
    return (
        isinstance(data, tuple | list)
        and len(data) == 2
        and all(is_frame(records) or is_list(records) for records in data)
    )


def _form(example: Any, told: bool) -> Form:
    return like(example) if told else as_given


def _no_user() -> InvalidInput:
    return InvalidInput(
        "out_of_range", "user: the name of the column that says whose a row is", argument="user"
    )


def _fits(table: Any, domain: Any) -> None:
    """Refuses a table whose columns are not those of the domain."""
    if not isinstance(domain, Mapping):
        raise InvalidInput(
            "unsupported_combination",
            "table: needs a domain by column, such as {'age': (0, 120), 'sex': ['m', 'f']}",
            argument="table",
        )
    if not is_frame(table) and not (is_list(table) and len(table)):
        raise InvalidInput(
            "out_of_range", "table: a data frame, or a list of rows", argument="table"
        )
    rows = records_of(table)
    if is_frame(table) or isinstance(rows[0], Row):
        names = tuple(map(str, table.columns)) if is_frame(table) else rows[0].columns
        if {*names} != {*domain}:
            raise InvalidInput(
                "out_of_range",
                f"domain: name every column of table, and no other: {', '.join(names)}",
                argument="domain",
            )
    elif not all(isinstance(row, tuple) and len(row) == len(domain) for row in rows):
        raise InvalidInput(
            "out_of_range",
            "table: rows are dicts, or tuples with a value for each column of domain",
            argument="table",
        )
