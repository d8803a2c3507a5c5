"""Draws of any law of a program in columns: `draw(law, stream, count)`, exactly the law that
`law.sample` has.

A file of this folder says in `SAMPLERS` which laws it draws. Which sampler a law has is decided by
its very class: one that inherits from a law may draw otherwise, and has none. Samplers are kept for
each law, since a program draws the same laws again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ...errors import InvalidInput
from ...randomness.stream import Stream
from .. import bulk
from ..law import Law
from .choices import Listed
from .outcomes import Outcome, Sampler

KEPT = 256  # samplers


@cache
def samplers() -> dict[type[Law], Callable[[Any], Sampler]]:
    """Returns what makes the sampler of a law, by the law's class."""
    found: dict[type[Law], Callable[[Any], Sampler]] = {}
    for module in iter_modules(bulk.__path__, f"{bulk.__name__}."):
        found |= getattr(import_module(module.name), "SAMPLERS", {})
    return found


@lru_cache(maxsize=KEPT)
def sampler(law: Law) -> Sampler:
    """Returns the sampler of a law; LookupError if it has none, InvalidInput if its tables would
    not fit.
    """
    if (make := samplers().get(type(law))) is not None:
        return make(law)
    if "support" not in vars(type(law)):
        raise LookupError(f"{type(law).__name__} is not drawn in columns")
    return Listed(law)


def supported(law: Law) -> bool:
    """Returns whether `draw` has the law; the sampler that it makes for the answer is kept."""
    try:
        sampler(law)
    except (LookupError, InvalidInput):
        return False
    return True


def draw(law: Law, stream: Stream, count: int) -> Outcome:
    """Returns `count` independent draws of the law in columns; errors as for `sampler`."""
    return sampler(law).draw(stream, count)
