"""What one name of the catalogue is: a shipped function with its parameters, formula, field and
source.

Every module that has names exports a tuple ENTRIES of these; `catalogue/quantities.py` concatenates
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..exact.loss import Loss
from ..exact.reals import Number


@dataclass(frozen=True)
class Result:
    """A value, or a list of values; for a privacy loss also its exact form p * epsilon + q."""

    values: tuple[Number, ...]
    is_list: bool = False
    loss: Loss | None = None


@dataclass(frozen=True)
class Entry:
    """One name of the catalogue: `compute(**parsed parameters)` returns its Result.

    `words` are the words that it allows, where they are not all that a parameter has; `least` are
    counts that may be smaller than elsewhere.
    """

    name: str
    summary: str
    required: tuple[str, ...]
    optional: tuple[str, ...]
    formula: str
    field: str
    source: str
    compute: Callable[..., Result]
    words: Mapping[str, Collection[str]] | None = None
    least: Mapping[str, int] | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        """Returns the names of all parameters; `epsilon` stands for epsilon or decay, `at_epsilon`
        for at_epsilon or at_ratio.
        """
        return self.required + self.optional


def single(function: Callable[..., Number]) -> Callable[..., Result]:
    """Returns a function that wraps the one number of `function` as a result."""
    return lambda **parameters: Result((function(**parameters),))


def law_entries(
    law: Any, prefix: str, source: str, rows: Iterable[tuple[str, tuple[str, ...], str, str, str]]
) -> tuple[Entry, ...]:
    """Returns entries for methods of a law; rows are (method, its parameters, summary, formula,
    field).
    """
    return tuple(_law_entry(law, prefix, source, *row) for row in rows)


def _law_entry(
    law: Any,
    prefix: str,
    source: str,
    method: str,
    own: tuple[str, ...],
    summary: str,
    formula: str,
    field: str,
) -> Entry:
    def compute(**parameters: Any) -> Result:
        parsed = {name: parameters.pop(name) for name in law.PARSED if name in parameters}
        instance = law(**parsed)
        outcome = getattr(instance, method)(**parameters)
        if isinstance(outcome, Loss):
            return Result((outcome.value(instance.decay.epsilon),), loss=outcome)
        return Result((outcome,))

    required = tuple(p for p in (*law.REQUIRED, *own) if not p.endswith("?"))
    optional = tuple(
        p.rstrip("?") for p in (*law.OPTIONAL, *own) if p in law.OPTIONAL or p.endswith("?")
    )
    return Entry(f"{prefix}.{method}", summary, required, optional, formula, field, source, compute)
