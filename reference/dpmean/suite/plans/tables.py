"""Tables of cases: the rows of a plan stand in a TOML file beside its module (`edges.py`,
`edges.toml`), one case a line, and a plan reads them here. What several tables of a paper share
stands in `shared.toml` in the paper's folder.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

# 10^300, -10^300, 1/2^1000: too long to write and to read
POWER = re.compile(r"(-|1/|)(\d+)\^(\d+)")
Words = Mapping[str, Mapping[str, Any]]


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def tables(module: str) -> dict[str, Any]:
    """Return all tables of the TOML file beside a module, as they are written."""
    return _read(Path(module).with_suffix(".toml"))


def shared(module: str, kind: str) -> dict[str, Any]:
    """Return what the rows of one paper share, by name: `params`, sets of parameters, `data`, sets
    of records, or `bugs`, by object the known bugs that rows of draws name.

    `module` is the `__file__` of any plan of that paper.
    """
    path = Path(module).with_name("shared.toml")
    found: dict[str, Any] = _read(path).get(kind, {}) if path.is_file() else {}
    return found


def rows(
    module: str,
    table: str,
    fields: str,
    words: Words | None = None,
    left_out: Mapping[str, Any] | None = None,
) -> tuple[Any, ...]:
    """Return the rows of one table of the TOML file beside a module, each a tuple of its fields in
    the order asked for.

    A row names every field and no other. In place of `params`, or beside it, `like` names one or
    several shared sets of parameters, later ones and `params` overriding earlier ones. A text in
    `data` that is the name of a shared set of records stands for it; `words` gives such names for
    other fields. Arrays become tuples. Where `left_out` is given, the table may be left out, and of
    a row the fields of which it has the value.
    """
    wanted, path = fields.split(), Path(module).with_suffix(".toml")
    known = {"data": shared(module, "data")} | dict(words or {})
    found = []
    present = _read(path)
    for place, given in enumerate(
        present[table] if left_out is None else present.get(table, ()), 1
    ):
        row = dict(left_out or {}) | given
        if "like" in row:
            names = row.pop("like")
            for name in reversed([names] if isinstance(names, str) else names):
                row["params"] = shared(module, "params")[name] | row.get("params", {})
        if set(row) != set(wanted):
            raise ValueError(
                f"{path.name}, row {place} of {table}: {' '.join(row)} in place of {fields}"
            )
        found.append(tuple(_meant(row[field], known.get(field, {})) for field in wanted))
    return tuple(found)


def _meant(value: Any, words: Mapping[str, Any]) -> Any:
    """Return a value with its words looked up, powers spelled out, and arrays as tuples; tables
    stay as they are written.
    """
    if isinstance(value, list | tuple):
        return tuple(_meant(v, words) for v in value)
    if not isinstance(value, str):
        return value
    if value in words:
        return _meant(words[value], {})
    power = POWER.fullmatch(value)
    return f"{power[1]}{int(power[2]) ** int(power[3])}" if power else value
