"""A known bug as a row of data: which parameters, draws, comparisons, records or outputs of a
mechanism it alters.

- params, mechanism: other parameters, or another mechanism;
- draws: label pattern -> one of scale, variance (factors), scale_is, variance_is, epsilon_is,
  users_is, degrees_is, modulus_is, discrete (the sensitivity of discrete Laplace noise), redrawn
  (until it is so near to 0), below (uniform on 0, 1, ... below it), chance, outcome, outcomes (of a
  draw of several numbers), first (of a sample: 1, 2, ... in their order), same_as (the label of an
  earlier draw);
- attributes: derived parameters; a number, a list of numbers, or a name of DERIVED;
- ties, records, output: "turned"; "unclipped"; "unclipped" or a factor;
- data, repeat: other records in the place of those that were given (some lost, some rounded);
- event: the only event that is looked at; with `becomes` or `times`, what becomes of its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..catalogue.mechanisms import build
from ..distributions.finite import Bernoulli, UniformInteger, Uniforms
from ..mechanisms.instance.local_response import Response, keep_for
from ..programs.alterations import Altered, ties_turned
from ..programs.law_of import ReleaseLaw, law_of
from ..programs.postprocess import Uncertain
from ..programs.table import Rows, Table
from .events import Bug


class Unclipped(Rows):
    """A table whose norms are never clipped."""

    def rotated(self, signs: Sequence[int]) -> Unclipped:
        """Return the table of H D x for every record x, padded with zeros; its norms are never
        clipped either.
        """
        return Unclipped(super().rotated(signs).rows, len(signs))

    def minus(self, center: Sequence[int]) -> Unclipped:
        """Return the table of x - center for every record x; its norms are never clipped either."""
        return Unclipped(super().minus(center).rows, self.d)

    def within(self, low: int, high: int) -> Unclipped:
        """Return the table with every coordinate moved into [low, high]; its norms are never
        clipped either.
        """
        return Unclipped(super().within(low, high).rows, self.d)

    def clipped(self, squared: Fraction, steps: int) -> list[list[int]]:
        """Return every record as it is, in units of 1/steps."""
        del squared
        return [[steps * v for v in row] for row in self.rows]


def unclipped(table: Table) -> Table:
    """Return a table of the same records whose norms are never clipped."""
    return Unclipped([[int(v) for v in row] for row in table.shown() or []], table.d)


def _answering(share: Fraction) -> Callable[[Any], Response]:
    return lambda m: Response(keep_for(m.rho * share, m.constants))


DERIVED: dict[str, Callable[[Any], Any]] = {
    "equal weights": lambda m: (Fraction(1, len(m.epsilons)),) * len(m.epsilons),
    "the bounds": lambda m: (m.lower, m.upper),
    "width/n": lambda m: lambda n: m.width / n,
    "answers for rho": _answering(Fraction(1)),
    "answers for rho/2": _answering(Fraction(1, 2)),
    "medians for rho": lambda m: replace(m.median_tree, response=_answering(Fraction(1))(m)),
    "norms for rho": lambda m: replace(m.norm_tree, response=_answering(Fraction(1))(m)),
}


def _draw(change: Mapping[str, Any]) -> Any:
    ((kind, value),) = change.items()
    if kind == "same_as":
        return value
    if kind == "outcome":
        return Fraction(value)
    if kind == "outcomes":
        return tuple(Fraction(v) for v in value)
    if kind == "first":
        return lambda law: law.in_order
    if kind == "below":
        return lambda _: UniformInteger(int(value))
    if kind == "modulus_is":
        return lambda law: Uniforms(int(value), law.count)
    number = Fraction(value)
    if kind == "chance":
        return lambda _: Bernoulli(number)
    return lambda law: law if law.outcomes() is not None else law.altered(kind, number)


def _attribute(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(Fraction(v) for v in value)
    return DERIVED[value] if value in DERIVED else Fraction(value)


def _output(text: str) -> Callable[[Any], Any]:
    if text != "unclipped":
        return lambda o: o * Fraction(text)
    return lambda o: Uncertain(o.numerator, o.denominator, None, o.factor, o.offset, o.undefined)


def altered(row: Mapping[str, Any]) -> Altered:
    """Return the bug that a row describes."""
    given: dict[str, Any] = {
        "draws": {label: _draw(change) for label, change in row.get("draws", {}).items()},
        "attributes": {
            name: _attribute(value) for name, value in row.get("attributes", {}).items()
        },
    }
    if row.get("ties") == "turned":
        given["compare"] = ties_turned
    if row.get("records") == "unclipped":
        given["records"] = unclipped
    if "output" in row:
        given["output"] = _output(row["output"])
    return Altered(**given)


def law_with(
    row: Mapping[str, Any],
    object_: str,
    params: Mapping[str, str],
    data: list[Any],
    least: Fraction,
    observe: str = "",
) -> ReleaseLaw:
    """Return the law of a release, or of one of its steps, with the bug of a row.

    It is that of the right mechanism where the row has no bug.
    """
    mechanism = build(row.get("mechanism", object_), {**params, **row.get("params", {})})
    return law_of(
        mechanism,
        written_out(row) if "data" in row else data,
        altered=altered(row),
        least=least,
        observe=observe,
    )


def written_out(row: Mapping[str, Any]) -> list[Any]:
    """Return the records of a row one by one; `repeat` says how often each of them is there."""
    given, counts = row["data"], row.get("repeat")
    return (
        list(given)
        if counts is None
        else [x for x, n in zip(given, counts, strict=True) for _ in range(n)]
    )


def bug(
    row: Mapping[str, Any],
    object_: str,
    params: Mapping[str, str],
    data: list[Any],
    least: Fraction,
    observe: str = "",
) -> Bug:
    """Return the bug of a row, for the events of a vector."""
    name, flag, event = row["name"], row["flag"], row.get("event", "")
    if "becomes" in row:
        return Bug(name, flag, event=event, chance=lambda _: Fraction(row["becomes"]))
    if "times" in row:
        return Bug(name, flag, event=event, chance=lambda p: p * Fraction(row["times"]))
    return Bug(name, flag, law_with(row, object_, params, data, least, observe), event)
