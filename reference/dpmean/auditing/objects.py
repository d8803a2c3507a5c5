"""Objects of other libraries and of the program's own, as parts that have names; none of these
libraries is imported.

Tables and series (pandas, polars) are known by the methods that both have, moments and durations are
numbers of microseconds, and any other object is what `vars()` and its slots hold. An object that is
made in C may hold more than that: of it nothing is taken for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

MOST_FIELDS = 64
EPOCH = datetime(1970, 1, 1)
MICROSECOND = timedelta(microseconds=1)
NEITHER = {"NAType", "NaTType"}  # what pandas has in place of a value


class Parts(NamedTuple):
    """An object as a word and named parts, and what of it is not among them; with `missed` there is
    more than these.
    """

    word: str
    named: list[tuple[str, Any]]
    missed: str = ""


def parts(x: Any) -> Parts | None:
    """Returns an object as parts; nothing where it has none."""
    name = type(x).__name__
    if name in NEITHER:
        return Parts("missing", [])
    if isinstance(x, date | time | timedelta | np.datetime64 | np.timedelta64):
        return _moment(x)
    if isinstance(x, ModuleType | Iterator) or callable(x):
        return None
    if isinstance(x, BaseException):
        return Parts(name, [("args", x.args), *fields(x)])
    return _table(x) or _fields(x)


def _moment(x: Any) -> Parts:
    name = type(x).__name__
    if isinstance(x, np.datetime64 | np.timedelta64):
        unit, step = np.datetime_data(x.dtype)
        word = f"{name} in {step} {unit}"
        return Parts(f"{word}, missing" if np.isnat(x) else word, _count(int(x.astype(np.int64))))
    more = (
        [("nanoseconds", n)]
        if (n := getattr(x, "nanosecond", getattr(x, "nanoseconds", 0)))
        else []
    )
    if isinstance(x, timedelta):
        return Parts(name, [*_count(x // MICROSECOND), *more])
    if isinstance(x, time):
        told = timedelta(
            hours=x.hour, minutes=x.minute, seconds=x.second, microseconds=x.microsecond
        )
        return Parts(_zoned(name, x), _count(told // MICROSECOND))
    if isinstance(x, datetime):
        local = datetime(*x.timetuple()[:6], x.microsecond)
        return Parts(_zoned(name, x), [*_count((local - EPOCH) // MICROSECOND), *more])
    return Parts(name, _count(x.toordinal()))


def _zoned(name: str, x: datetime | time) -> str:
    """Returns a name with the zone of a moment, which is another one with another zone."""
    zone = "" if x.tzinfo is None else " in UTC" if x.tzinfo is UTC else f" in {x.tzinfo}"
    return f"{name}{zone}{', the second of two' if x.fold else ''}"


def _count(number: int) -> list[tuple[str, Any]]:
    """Returns a whole number as one part, or two where one double does not hold it."""
    if abs(number) < 1 << 53:
        return [("", number)]
    return [("", number // 10**9), ("the last nine digits", number % 10**9)]


def _table(x: Any) -> Parts | None:
    """Returns a table or a series by its columns; nothing where it is neither."""
    cls = type(x)

    def has(*names: str) -> bool:
        return all(hasattr(cls, name) for name in names)

    if has("to_dict", "columns", "iloc"):  # pandas
        split = x.to_dict(orient="split")
        index = _index(split["index"])
        columns = list(zip(*split["data"], strict=True)) or [()] * len(split["columns"])
        return Parts(
            f"{cls.__name__} of columns {split['columns']!r}",
            [*((str(c), list(v)) for c, v in zip(split["columns"], columns, strict=True)), *index],
        )
    if has("to_dict", "columns", "select"):  # polars
        columns = x.to_dict(as_series=False)
        return Parts(cls.__name__, [(str(c), list(v)) for c, v in columns.items()])
    if has("tolist", "index", "iloc"):
        return Parts(f"{cls.__name__} {x.name!r}", [("", x.tolist()), *_index(list(x.index))])
    if has("to_list", "name", "dtype"):
        return Parts(f"{cls.__name__} {getattr(x, 'name', None)!r}", [("", x.to_list())])
    if has("__array__", "dtype", "shape"):  # of a library of tensors
        return Parts(cls.__name__, [("", np.asarray(x))])
    return None


def _index(labels: list[Any]) -> list[tuple[str, Any]]:
    """Returns the labels of rows, but where these are their places."""
    return [] if labels == list(range(len(labels))) else [("row labels", labels)]


def fields(x: Any) -> list[tuple[str, Any]]:
    """Returns what an object holds, by `vars()` and its slots."""
    found = {**getattr(x, "__dict__", {})}
    for name in _slots(type(x)):
        if hasattr(x, name):
            found.setdefault(name, getattr(x, name))
    return list(found.items())


def _slots(cls: type) -> list[str]:
    found = []
    for base in cls.__mro__:
        names = base.__dict__.get("__slots__", ())
        for name in [names] if isinstance(names, str) else list(names):
            mangled = name.startswith("__") and not name.endswith("__")
            found.append(f"_{base.__name__.lstrip('_')}{name}" if mangled else name)
    return [name for name in found if name not in ("__dict__", "__weakref__")]


def _fields(x: Any) -> Parts | None:
    found, cls = fields(x), type(x)
    pointers = len(_slots(cls)) + 2  # of slots, of the dictionary and of weak references
    plain = cls is SimpleNamespace or (
        _of_python(cls)
        and not hasattr(cls, "__float__")
        and cls.__basicsize__ <= object.__basicsize__ + pointers * _POINTER
    )
    if len(found) > MOST_FIELDS:
        return Parts(cls.__name__, found[:MOST_FIELDS], f"the fields after {MOST_FIELDS} others")
    return Parts(cls.__name__, found, "" if plain else of_type(x)) if found or plain else None


def _of_python(cls: type) -> bool:
    """Tells whether all of a class but `object` was made by statements of Python."""
    made = cls.__mro__[:-1]
    return bool(made) and all(c.__flags__ & _HEAP and not c.__flags__ & _IMMUTABLE for c in made)


_POINTER = np.dtype(np.intp).itemsize
_HEAP, _IMMUTABLE = 1 << 9, 1 << 8  # Py_TPFLAGS_HEAPTYPE, Py_TPFLAGS_IMMUTABLETYPE


def of_type(x: Any) -> str:
    """Returns an object in words."""
    return f"an object of type {type(x).__name__}"


__all__ = ["MOST_FIELDS", "Parts", "fields", "of_type", "parts"]
