"""How a mutant changes the package for the duration of a run: one line of a function, one quantity,
or the drawn noise.

Every helper is a context manager that puts back what it changed. What may be put here: such
helpers, and nothing that knows a particular mutant. They refuse to change nothing: a line that is
not there exactly once is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.exact.digits import bits_of
from dpmean.parameters.entry import Result
from dpmean.suite import draws as drawn
from dpmean.suite.kinds import exact as exact_kind

from ...helpers.rewriting import rewritten

PRIVACY, ACCURACY, ROBUSTNESS = "privacy", "accuracy", "robustness"


@dataclass(frozen=True)
class Mutant:
    """One wrong implementation: what is wrong, its effect, the patch, and where the suite could see
    it.
    """

    name: str
    wrong: str
    effect: str
    patch: Callable[[], Any]
    objects: tuple[str, ...]
    kinds: tuple[str, ...]
    # requests that the mutant answers wrongly
    witnesses: tuple[dict[str, Any], ...] = field(default=())


def function_of(thing: Any) -> Any:
    """The plain function behind a function, a property or a cached property."""
    return getattr(thing, "func", None) or getattr(thing, "fget", None) or thing


@contextmanager
def edited(thing: Any, old: str, new: str, **names: Any) -> Iterator[None]:
    """Replace `old` by `new` in the source of one function, in place, so that every reference to it
    sees the change.

    `names` are added to the function's globals.
    """
    function = function_of(thing)
    changed = rewritten(function, (old, new))
    before = function.__code__
    fresh = {k: v for k, v in names.items() if k not in function.__globals__}
    if len(fresh) != len(names):
        raise ValueError("a helper's name is taken")
    function.__globals__.update(fresh)
    function.__code__ = changed.__code__
    try:
        yield
    finally:
        function.__code__ = before
        for k in fresh:
            del function.__globals__[k]


@contextmanager
def quantity(name: str, change: Callable[..., Any]) -> Iterator[None]:
    """Answer one quantity by `change(right answer, **parsed parameters)`; a float is reported as
    its binary64.
    """
    entry, show = CATALOGUE[name], exact_kind.shown

    def compute(**parameters: Any) -> Result:
        return Result((change(entry.compute(**parameters).values[0], **parameters),))

    CATALOGUE[name] = replace(entry, compute=compute)
    exact_kind.shown = lambda x: {"f64": bits_of(x)} if isinstance(x, float) else show(x)
    try:
        yield
    finally:
        CATALOGUE[name], exact_kind.shown = entry, show


@contextmanager
def draws(
    target: str,
    wrap: Callable[[Callable[[Any], tuple[Any, ...]]], Callable[[Any], tuple[Any, ...]]],
) -> Iterator[None]:
    """Change what one object answers to requests for draws (exact values, transcripts and tapes
    stay right).
    """
    right = drawn.sampler

    def sampler(object_: str, params: Any, given: Any) -> Any:
        draw = right(object_, params, given)
        return wrap(draw) if object_ == target else draw

    drawn.sampler = sampler
    try:
        yield
    finally:
        drawn.sampler = right


def exact(name: str, **params: str) -> dict[str, Any]:
    """A request for an exact quantity."""
    object_, quantity_ = name.split(".")
    return {
        "op": "run",
        "seq": "1",
        "kind": "exact",
        "object": object_,
        "quantity": quantity_,
        "params": params,
    }


def request(kind: str, object_: str, params: dict[str, str], **given: Any) -> dict[str, Any]:
    return {
        "op": "run",
        "seq": "1",
        "kind": kind,
        "object": object_,
        "params": params,
        "input": given,
    }
