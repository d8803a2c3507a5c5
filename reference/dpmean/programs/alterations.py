"""Known bugs as alterations of a program: of its parameters, records, draws, comparisons or output.

Draws are altered by their labels; a pattern with `*` names several. The last pattern that fits
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .paths import End
from .program import Compare, Draw, Program


def _same(value: Any) -> Any:
    return value


def _changed(change: Callable[[Any], Any], law: Any) -> Any:
    """Returns the law that a bug draws from; in columns of many releases it may be another one in
    every row.
    """
    return law.changed(change) if hasattr(law, "changed") else _changed_once(change, law)


@lru_cache(maxsize=4096)
def _changed_once(change: Callable[[Any], Any], law: Any) -> Any:
    """Returns the changed law; equal laws give one object, so that what is known of it is found
    again.
    """
    return change(law)


@dataclass(frozen=True)
class Altered:
    """A known bug, by what it changes in a program.

    draws:      label pattern -> what becomes of the draw: a function of its law, a fixed outcome (a Fraction, or a
                tuple of them), or the label of an earlier draw, whose outcome is used again.
    compare:    what is asked in place of a comparison.
    output:     a function of each coordinate of the output.
    records:    a function of the records.
    attributes: derived parameters of the mechanism that are replaced, by name.
    """

    draws: Mapping[str, Any] = field(default_factory=dict)
    compare: Callable[[Compare], Compare] = _same
    output: Callable[[Any], Any] = _same
    records: Callable[[Any], Any] = _same
    attributes: Mapping[str, Any] = field(default_factory=dict)

    def answer(self, draw: Draw) -> Any:
        """Returns what answers a draw: a draw that is made in its place, a fixed outcome, or the
        label of an earlier draw.
        """
        for pattern, change in reversed(list(self.draws.items())):
            if fnmatchcase(draw.label, pattern):
                if isinstance(change, Fraction | str | tuple):
                    return change if change != draw.label else draw
                return Draw(draw.label, _changed(change, draw.law), draw.released)
        return draw

    def compared(self, request: Compare) -> Compare:
        """Returns the comparison that is made in place of the requested one."""
        return self.compare(request)

    def records_of(self, records: Any) -> Any:
        """Returns the records that the program is given in place of the true ones."""
        return self.records(records)

    def ended(self, end: End) -> End:
        """Returns the end of a run with its output altered."""
        if self.output is _same or end.output is None:
            return end
        return End(
            end.chance, end.constraints, tuple(self.output(o) for o in end.output), end.whole
        )

    def mechanism(self, mechanism: Any) -> Any:
        """Returns a copy of the mechanism with `attributes` replaced; what was derived from the old
        ones before stays.
        """
        if not self.attributes:
            return mechanism
        copy = object.__new__(type(mechanism))
        copy.__dict__.update(mechanism.__dict__)
        for name, value in self.attributes.items():
            copy.__dict__[name] = value(mechanism) if callable(value) else value
        return copy


def altered_program(program: Program, altered: Altered) -> Program:
    """Returns the program with the bug, for every interpreter that answers draws and comparisons
    one by one.
    """
    if altered is NONE:
        return (yield from program)
    outcomes: dict[str, Any] = {}
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration as end:
            return _altered_output(end.value, altered)
        if isinstance(request, Draw):
            changed = altered.answer(request)
            reply = outcomes[changed] if isinstance(changed, str) else changed
            if isinstance(changed, Draw):
                reply = yield changed
            outcomes[request.label] = reply
        elif isinstance(request, Compare):
            asked = altered.compared(request)
            reply = (
                yield asked
            ) or asked.tie  # an interpreter of exact numbers answers 0, which is the tie's side
        else:
            reply = yield request


def _altered_output(output: Any, altered: Altered) -> Any:
    if altered.output is _same or output is None:
        return output
    return (
        tuple(altered.output(o) for o in output)
        if isinstance(output, tuple)
        else altered.output(output)
    )


def ties_turned(request: Compare) -> Compare:
    """Returns the comparison with a tie counted on the other side."""
    return Compare(request.form, request.against, -request.tie)


NONE = Altered()
