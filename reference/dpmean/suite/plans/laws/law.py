"""What the vectors of one law are made of: the TOML file of its name in this folder. A law without
a file has none.

- `setting` (params why flags use): parameters at which every quantity is asked for. Full settings
  get every argument of every quantity, few the first arguments and the far ones, whole only the
  quantities that have no argument.
- `point`, `further_point` (x why flags, of, when): places; `of` names the quantities for which it
  is one (without it: all), `when` is "given" or "optimal" where it depends on how gamma is given.
- `shift` (shift why flags): shifts, by parameter.
- `value` (quantity params why flags): single values.
- `tape` (params, endings, far), `aimed_tape` (params why), `cell` (params k), `further_tape`
  (profile params): tapes.
- `long_tape` (profile params why), `long_stat` (params center why): tapes and draws at numbers that
  are longer than 32 or 53 bits; the draws have the bugs of `sampler_bugs.py` too.
- `stat` (params center why), `bug` (name flag params): draws; a bug is the law with other
  parameters, beside those that every law has.
- `reject` (params, grids, sensitivity_of): valid parameters, each of which is made invalid in turn,
  and the grid too; `sensitivity_of` is the quantity that alone has a sensitivity.
- `refused` (quantity params change back why flag code): invalid requests, each with the nearest
  valid one.
- `like`: of which law the tables are that are not given here.

A place or a shift is a number, or a sum of multiples of lengths (`arguments.py`), such as { edge =
"1", unit = "-1" }.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from ....catalogue.laws import LAWS
from ..tables import rows, tables

HERE = Path(__file__).parent
FULL, FEW, WHOLE = "full", "few", "whole"
Flags = tuple[str, ...]
Params = dict[str, str]
NONE: dict[str, Any] = {}


class Cases:
    """All tables of the file of one law, each as tuples of its fields in the order of the file's
    description above.
    """

    def __init__(self, name: str) -> None:
        self.name, self.law, self._path = name, LAWS[name], str(HERE / f"{name}.py")
        given = tables(self._path)
        self._like: dict[str, str] = given.get("like", {})
        self.reject: dict[str, Any] | None = given.get("reject")
        self.settings: tuple[tuple[Params, str, Flags, str], ...] = self._rows(
            "setting", "params why flags use"
        )
        fields, usual = "x why flags of when", {"of": (), "when": ""}
        self.points: tuple[tuple[Any, str, Flags, Flags, str], ...] = (
            *self._rows("point", fields, usual),
            *self._rows("further_point", fields, usual),
        )
        self.shifts: tuple[tuple[dict[str, Any], str, Flags], ...] = self._rows(
            "shift", "shift why flags"
        )
        self.values: tuple[tuple[str, Params, str, Flags], ...] = self._rows(
            "value", "quantity params why flags"
        )
        self.tapes: tuple[tuple[Params, bool, bool], ...] = self._rows(
            "tape", "params endings far", {"endings": False, "far": False}
        )
        self.aimed_tapes: tuple[tuple[Params, str], ...] = self._rows("aimed_tape", "params why")
        self.cells: tuple[tuple[Params, str], ...] = self._rows("cell", "params k")
        self.further_tapes: tuple[tuple[str, Params], ...] = self._rows(
            "further_tape", "profile params"
        )
        self.stats: tuple[tuple[Params, str, str], ...] = self._rows(
            "stat", "params center why", {"center": "0"}
        )
        self.long_tapes: tuple[tuple[str, Params, str], ...] = self._rows(
            "long_tape", "profile params why"
        )
        self.long_stats: tuple[tuple[Params, str, str], ...] = self._rows(
            "long_stat", "params center why", {"center": "0"}
        )
        self.bugs: tuple[tuple[str, str, Params], ...] = self._rows("bug", "name flag params")
        self.refused: tuple[tuple[str, Params, Params, Params, str, str, str], ...] = self._rows(
            "refused", "quantity params change back why flag code"
        )

    def _rows(self, table: str, fields: str, left_out: dict[str, Any] = NONE) -> Any:
        path = str(HERE / f"{self._like[table]}.py") if table in self._like else self._path
        return rows(path, table, fields, None, left_out)

    @cached_property
    def grid(self) -> dict[str, str]:
        """Return the input of a request for draws: continuous outcomes are rounded to a grid."""
        return {} if self.law.on_lattice else {"grid": "1/1024"}


ALL: dict[str, Cases] = {name: Cases(name) for name in LAWS if (HERE / f"{name}.toml").is_file()}
