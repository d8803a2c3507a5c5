"""What a record can be, and which of its values an audit moves: numbers between two bounds, values
of a list, rows of a table by column, or the rows of one user.

A *palette* has three plain values (low, middle, high), which most pairs are made of, those beyond
what was declared, and all others, most promising first. Of a list nothing is tried that it does not
have; of bounds, what is beyond them is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import chain, combinations
from numbers import Integral, Real
from typing import Any

from ..errors import InvalidInput
from .rows import Records, Row, as_record, lost, same

FAR = 1_000_000  # widths outside the bounds
BESIDE = 1 / 64  # of a width, just beyond a bound
BEYOND = 3  # numbers of a program far outside the bounds that become records
FEW = 16  # values that are all tried: integers between the bounds, numbers of a program
LISTED = 256  # values of a list at most
OFTEN = 10  # rows of one user who has many
UNNUMBERED = 0  # in a column of numbers, until rows are put together


class Value(Enum):
    """What kind of record moved, by its values."""

    BOUND = "at a bound"
    INSIDE = "between the bounds"
    FAR = "beyond the bounds"
    MISSING = "missing"
    CATEGORY = "one of a list"
    INFINITE = "infinite"


GRAVEST = (
    Value.MISSING,
    Value.INFINITE,
    Value.FAR,
    Value.CATEGORY,
    Value.BOUND,
    Value.INSIDE,
)


def gravest(values: Iterable[Value]) -> Value:
    """Returns the one of several that is furthest from what a mechanism expects."""
    return min(values, key=GRAVEST.index, default=Value.INSIDE)


@dataclass(frozen=True)
class Palette:
    """The values of a record that are moved. `odd` are those which the first pairs have beside the
    plain ones; `swaps` are two values that are exchanged.
    """

    low: Any
    middle: Any
    high: Any
    ladder: Callable[[int], Records]  # so many records that differ, where there are as many
    kind: Callable[..., Value]  # of the one record that moves, or of what differs between two
    odd: Records = ()
    others: Records = ()
    swaps: tuple[tuple[Any, Any], ...] = ()
    missing: Any = None
    has_missing: bool = False
    # from records and their numbers to the records of a data set
    spread: Callable[[Records, Sequence[int]], Records] = field(default=lambda records, _: records)
    plain: bool = False  # numbers, each a record


def value_of(record: Any, lower: float | None = None, upper: float | None = None) -> Value:
    """Returns what kind of value a number or a text is; without bounds numbers are inside."""
    if lost(record):
        return Value.MISSING
    if isinstance(record, Row | tuple):
        inside = record.values if isinstance(record, Row) else record
        return gravest(value_of(x, lower, upper) for x in inside)
    if isinstance(record, str | bytes | bool):
        return Value.CATEGORY
    if isinstance(record, float) and math.isinf(record):
        return Value.INFINITE
    if lower is None or upper is None:
        return Value.INSIDE
    if record in (lower, upper):
        return Value.BOUND
    return Value.INSIDE if lower < record < upper else Value.FAR


def numbers(
    lower: float,
    upper: float,
    missing: bool = True,
    infinite: bool = True,
    hints: Iterable[float] = (),
) -> Palette:
    """Returns the palette of numbers between two bounds, and beyond them."""
    low, high, width = lower, upper, upper - lower
    middle, far = (lower + upper) / 2, FAR * width
    whole = range(math.ceil(lower), math.floor(upper) + 1) if width < FEW else range(0)
    known = [float(h) for h in hints if lower - FAR * width < h < upper + FAR * width]
    near = [h for h in known if lower - 2 * width <= h <= upper + 2 * width]
    others = [
        *near[:FEW],
        *((math.inf, -math.inf) if infinite else ()),
        upper + 10 * width,
        lower - 10 * width,
        upper + BESIDE * width,
        lower - BESIDE * width,
        *map(float, whole),
        lower + width / 4,
        lower + 3 * width / 4,
        lower + width / 3,
        0.0,
        *[h for h in known if h not in near][:BEYOND],
    ]
    return Palette(
        low,
        middle,
        high,
        cache(lambda n: tuple(lower + width * i / max(1, n - 1) for i in range(n))),
        lambda *records: gravest(value_of(record, lower, upper) for record in records),
        (upper + far, lower - far, *([math.nan] if missing else [])),
        _once(others, (low, middle, high)),
        missing=math.nan,
        has_missing=missing,
        plain=True,
    )


def listed(values: Sequence[Any], missing: bool = True, infinite: bool = True) -> Palette:
    """Returns the palette of a list of values, which are all that a record can be."""
    chosen = _once(
        v
        for v in map(as_record, values)
        if (missing or not lost(v)) and (infinite or value_of(v) is not Value.INFINITE)
    )
    if not 1 <= len(chosen) <= LISTED:
        raise InvalidInput(
            "out_of_range", f"domain: a list of 1 to {LISTED} values", argument="domain"
        )
    there = [v for v in chosen if not lost(v)] or list(chosen)
    low, middle, high = there[0], there[(len(there) - 1) // 2], there[-1]
    absent = next((v for v in chosen if lost(v)), None)

    def kind(*records: Any) -> Value:
        found = gravest(map(value_of, records))
        return found if found in (Value.MISSING, Value.INFINITE) else Value.CATEGORY

    return Palette(
        low,
        middle,
        high,
        lambda n: tuple(there[i % len(there)] for i in range(n)),
        kind,
        (),
        _once(chosen, (low, middle, high)),
        tuple(sorted(combinations(chosen, 2), key=lambda two: _apart(chosen, two))),
        absent,
        any(map(lost, chosen)),
    )


def _apart(values: Sequence[Any], two: tuple[Any, Any]) -> int:
    """Returns how far apart two values stand in a list: neighbours and ends first."""
    distance = abs(values.index(two[1]) - values.index(two[0]))
    return min(distance, len(values) - distance)


def _once(values: Iterable[Any], without: Iterable[Any] = ()) -> Records:
    """Returns each value once, in their order, without those."""
    try:
        left_out = {_key(v) for v in without}
        found: dict[Any, Any] = {}
        for v in values:
            found.setdefault(_key(v), v)
    except TypeError:
        raise InvalidInput(
            "out_of_range",
            "domain: values are numbers, texts, or tuples of them",
            argument="domain",
        ) from None
    return tuple(v for key, v in found.items() if key not in left_out)


def _key(value: Any) -> Any:
    """Returns what is equal only for equal values; all NaN are one."""
    return "NaN" if isinstance(value, float) and lost(value) else (value,)


Column = tuple[Any, Any] | Sequence[Any] | None


def columns(
    domain: Mapping[str, Column],
    user: str | None = None,
    missing: bool = True,
    infinite: bool = True,
) -> Palette:
    """Returns the palette of the rows of a table, or of the rows of its users: a column has two
    bounds (a tuple), a list of values, or None where it numbers the rows or their users.
    """
    names = tuple(domain)
    if not names or not all(isinstance(name, str) for name in names):
        raise InvalidInput(
            "out_of_range",
            "domain: a dict from names of columns to their values",
            argument="domain",
        )
    if user is not None and domain.get(user, None) is not None:
        raise InvalidInput(
            "out_of_range",
            "domain: the column of users has None, since users are numbered",
            argument="domain",
        )
    inside = {
        name: _column(name, domain[name], missing, infinite)
        for name in names
        if name != user and domain[name] is not None
    }
    if not inside:
        raise InvalidInput(
            "out_of_range",
            "domain: give a column with two bounds or a list of values",
            argument="domain",
        )

    def row(pick: Callable[[Palette], Any], others: Mapping[str, Any] | None = None) -> Row:
        values = {name: pick(each) for name, each in inside.items()} | dict(others or {})
        return Row(names, tuple(values.get(name, UNNUMBERED) for name in names))

    def one_column(pick: Callable[[Palette], Records]) -> list[Row]:
        return [
            row(_middle, {name: value}) for name, each in inside.items() for value in pick(each)
        ]

    def kind(*records: Any) -> Value:
        rows = [row for r in records for row in (r if isinstance(r, tuple) else (r,))]
        differ = [n for n in inside if any(not same(r[n], rows[0][n]) for r in rows)]
        return gravest(inside[n].kind(r[n]) for r in rows for n in differ or inside)

    def ladder(n: int) -> Records:
        each = {name: one.ladder(n) for name, one in inside.items()}
        return tuple(
            Row(names, tuple(each[name][i] if name in each else UNNUMBERED for name in names))
            for i in range(n)
        )

    numbered = _numbering(inside)
    low, middle, high = row(_low), row(_middle), row(_high)
    swaps = [
        (row(_middle, {name: a}), row(_middle, {name: b}))
        for name, each in inside.items()
        for a, b in ((each.low, each.high), *each.swaps)
        if a != b
    ]
    found = Palette(
        low,
        middle,
        high,
        cache(ladder),
        kind,
        tuple(one_column(lambda p: p.odd)),
        tuple(one_column(lambda p: (p.low, p.high, *p.others))),
        tuple(swaps),
        row(lambda p: p.missing if p.has_missing else p.middle),
        any(p.has_missing for p in inside.values()),
        lambda rows, ids: tuple(map(numbered, rows, ids)),
    )
    return found if user is None else _users(found, numbered)


def _low(palette: Palette) -> Any:
    return palette.low


def _middle(palette: Palette) -> Any:
    return palette.middle


def _high(palette: Palette) -> Any:
    return palette.high


def _numbering(known: Mapping[str, Palette]) -> Callable[[Row, int], Row]:
    """Returns what gives a row its number, or that of its user, in the columns that have no values;
    the rows of a palette come often, and each is numbered once.
    """
    made: dict[tuple[int, int], tuple[Row, Row]] = {}

    def numbered(row: Row, number: int) -> Row:
        key = id(row), number
        if key not in made:
            each = zip(row.columns, row.values, strict=True)
            values = tuple(v if name in known else number for name, v in each)
            made[key] = row, Row(row.columns, values)
        return made[key][1]

    return numbered


def _users(rows: Palette, numbered: Callable[[Row, int], Row]) -> Palette:
    """Returns the palette of users, each with one row or several."""

    def spread(users: Records, ids: Sequence[int]) -> Records:
        each = zip(users, ids, strict=True)
        return tuple(chain.from_iterable((numbered(r, n) for r in u) for u, n in each))

    return Palette(
        (rows.low,),
        (rows.middle, rows.middle),
        (rows.high,) * 3,
        cache(lambda n: tuple((row,) * (1 + i % 3) for i, row in enumerate(rows.ladder(n)))),
        rows.kind,
        tuple((rows.middle, row) for row in rows.odd),
        (
            (rows.high,) * OFTEN,
            (rows.low,) * OFTEN,
            (rows.low, rows.high),
            (rows.high,),
            (rows.middle,),
            *((rows.middle, row) for row in rows.others),
        ),
        tuple(((rows.middle, a), (rows.middle, b)) for a, b in rows.swaps),
        (rows.missing,),
        rows.has_missing,
        spread,
    )


def _column(name: str, values: Column, missing: bool, infinite: bool) -> Palette:
    if isinstance(values, tuple):
        if len(values) == 2 and all(_is_number(x) for x in values) and values[0] < values[1]:
            lower, upper = values
            found = numbers(float(lower), float(upper), missing, infinite)
            return (
                _whole(found)
                if isinstance(lower, Integral) and isinstance(upper, Integral)
                else found
            )
    elif isinstance(values, Sequence) and not isinstance(values, str | bytes) and values:
        return listed(values, missing, infinite)
    raise InvalidInput(
        "out_of_range",
        f"domain: column {name!r} has a tuple of two bounds, the lower first, a list of values, or "
        "None",
        argument="domain",
    )


def _is_number(x: Any) -> bool:
    return isinstance(x, Real) and not isinstance(x, bool) and math.isfinite(x)


def _whole(palette: Palette) -> Palette:
    """Returns a palette whose whole numbers are integers, as the bounds are."""

    def whole(x: Any) -> Any:
        return int(x) if isinstance(x, float) and x.is_integer() else x

    return Palette(
        whole(palette.low),
        whole(palette.middle),
        whole(palette.high),
        lambda n: tuple(map(whole, palette.ladder(n))),
        palette.kind,
        tuple(map(whole, palette.odd)),
        tuple(map(whole, palette.others)),
        palette.swaps,
        palette.missing,
        palette.has_missing,
        palette.spread,
    )
