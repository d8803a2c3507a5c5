"""The `stat` vectors of mechanisms: rows of data (`stat.toml` and others in the folder of each
paper); the law of the release gives their numbers.

A bug that several rows of an object have stands once, in the paper's `shared.toml`, and a row says
its name. Events that differ by their threshold alone stand in one line with all thresholds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from ...exact.numbers import spell
from ...exact.reals import Number
from ...programs.events import Where
from ...programs.law_of import ReleaseLaw
from ..bugs import bug, law_with, written_out
from ..events import MEAN_SLACK, NOISE_UP_TO, Event, below, cdf_json
from ..power import TIERS, Tests
from ..pvalues import CHECK
from ..vectors import Vector, needs
from .tables import shared, tables

PLANS = Path(__file__).parent
# the last: of steps and messages
FILES = ("stat.toml", "stat_bounded.toml", "further.toml", "variants.toml", "observed.toml")
DRAWS = 1 << 16
MOST_SHOWN = 250  # records that are written one by one
SHOWN = Fraction(1, 2)  # a bug that the largest batch shows with less than this power is not listed


def rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (paper, row) for all rows, file by file, with their bugs and events written out."""
    for path in (p for name in FILES for p in sorted(PLANS.glob(f"*/{name}"))):
        known = shared(str(path), "bugs")
        for row in tables(str(path))["vector"]:
            bugs = {bug["name"]: bug for bug in known.get(row["object"], ())}
            yield (
                path.parent.name,
                {
                    **row,
                    "events": [event for line in row["events"] for event in _events(*line)],
                    "bugs": [bugs[bug] if isinstance(bug, str) else bug for bug in row["bugs"]],
                },
            )


def _events(name: str, on: str, relation: str, at: Any, *rest: str) -> list[tuple[Any, ...]]:
    """Return the events of one line: one for each threshold, which ends its name."""
    if on == "all" or not isinstance(at, list):
        return [(name, on, relation, at, *rest)]
    return [(f"{name} {x}", on, relation, x, *rest) for x in at]


class Known:
    """The law of a release that computes the probability of each event once."""

    def __init__(self, law: ReleaseLaw) -> None:
        self.law = law
        self._found: dict[Where, Number] = {}

    def __call__(self, event: Where) -> Number:
        """Return the probability of an event."""
        if event not in self._found:
            self._found[event] = self.law.probability(event)
        return self._found[event]


class Row:
    """One row: what is released, which events are registered, and which bugs are known."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.row = row
        self.object: str = row["object"]
        self.params: dict[str, str] = dict(row["params"])
        # the step whose numbers are drawn in place of the output
        self.observe: str = row.get("observe", "")
        self.least = Fraction(row.get("least", "0"))

    @cached_property
    def data(self) -> list[Any]:
        """Return the records; `repeat` says how often each of them is there."""
        return written_out(self.row)

    @property
    def input(self) -> dict[str, Any]:
        """Return the records as a request writes them: one by one, or as runs where they are
        many.
        """
        step = {name: self.row[name] for name in ("observe", "width") if name in self.row}
        if len(self.data) <= MOST_SHOWN:
            return {"data": self.data, **step}
        runs = zip(self.row["data"], self.row["repeat"], strict=True)
        return {"records": [{"value": value, "times": str(times)} for value, times in runs], **step}

    def _with(self, bug: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a bug with the outcomes of the draws on which the observed step does not depend
        (`apart`).
        """
        if "apart" not in self.row:
            return bug
        apart = {label: {"outcome": outcome} for label, outcome in self.row["apart"].items()}
        return {**bug, "draws": {**bug.get("draws", {}), **apart}}

    def law(self) -> ReleaseLaw:
        """Return the law of the release of the right mechanism."""
        return law_with(
            self._with({}), self.object, self.params, self.data, self.least, self.observe
        )

    def events(self) -> tuple[list[Event], list[Event]]:
        """Return the registered events, and the points of the distribution function.

        An event may have a slack of its own: far out a grid moves less mass than elsewhere, and the
        usual slack would be more than there is.
        """
        slack = Fraction(self.row["slack"]) if "slack" in self.row else MEAN_SLACK
        other = self.most_noise()

        def event(name: str, on: str, relation: str, at: Any, flag: str, own: str = "") -> Event:
            where = Where(on, relation, tuple(map(Fraction, at)) if on == "all" else Fraction(at))
            return Event(
                name,
                on,
                relation,
                where.at,
                flag,
                lambda law: law(where),
                Fraction(own) if own else slack,
                other,
            )

        points = [Fraction(x) for x in self.row.get("cdf", ())]
        return [event(*e) for e in self.row["events"]], [
            replace(below(x, _at(Where("x", "le", x)), slack), other=other) for x in points
        ]

    def most_noise(self) -> Known | None:
        """Return the law of the release with so many times its noise, up to which every noise is
        right; None where only its own is.
        """
        if NOISE_UP_TO not in self.row:
            return None
        more = {"draws": {"noise": {"scale": self.row[NOISE_UP_TO]}}}
        return Known(law_with(more, self.object, self.params, self.data, self.least, self.observe))

    def vector(self) -> Vector:
        """Return the conformance vector of the row."""
        events, points = self.events()
        law = Known(self.law())
        tests = Tests(events, points, law)
        found = [
            bug(self._with(b), self.object, self.params, self.data, self.least, self.observe)
            for b in self.row["bugs"]
        ]
        powers = [tests.power(b if b.law is None else b.of(Known(b.law))) for b in found]
        kept = [p for p in powers if Fraction(p["at_least"][str(TIERS[-1])]) >= SHOWN]
        expect: dict[str, Any] = {
            "alpha": spell(CHECK),
            "events": [e.to_json(law) for e in events],
            "power": kept,
        }
        if points:
            expect["cdf"] = cdf_json(points, law)
        if NOISE_UP_TO in self.row:
            expect[NOISE_UP_TO] = self.row[NOISE_UP_TO]
        return Vector(
            id=self.row["id"],
            kind="stat",
            object=self.object,
            why=self.row["why"],
            source=self.row["source"],
            params=self.params,
            input={"draws": str(DRAWS), **self.input},
            expect=expect,
            flags=tuple(dict.fromkeys(p["flag"] for p in kept)),
            requires=needs(self.params, self.row["data"]),
        )


def _at(where: Where) -> Any:
    return lambda law: law(where)


def stat_vectors() -> Iterator[Vector]:
    return (Row(row).vector() for _, row in rows())
