"""All mechanisms by name: the one list that release, suite and command line read. Each declares
itself on its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidInput, near_name
from ..mechanisms import declared
from ..programs.mechanism import Mechanism

MECHANISMS: dict[str, type[Mechanism]] = declared()


def mechanism(
    name: str, given: Mapping[str, object] | None = None, /, **parameters: object
) -> Mechanism:
    """Returns the mechanism `name` with the given (unparsed) parameters; InvalidInput where they
    have no meaning.

    >>> mechanism("sized_mean", epsilon=1, lower=0, upper=10, n=4, noise="laplace").guarantee.neighbors.value
    'replace-one'
    """
    found: Mechanism = build(name, {**(given or {}), **parameters})
    return found


def build(name: str, given: Mapping[str, object]) -> Any:
    """Returns the same as `mechanism`, without a type, for callers who use what only some
    mechanisms have.
    """
    if name not in MECHANISMS:
        raise InvalidInput(
            "unknown_name",
            f"no mechanism '{name[:60]}'; did you mean {near_name(name, MECHANISMS)}?",
            argument="mechanism",
        )
    found = MECHANISMS[name]
    return found.of(**found.signature().parse(given))
