"""Values and refusals of means with little or no bias at their edges.

Each is for one mistake that the plainer vectors let pass. This file holds points at which a case, a
rounding or a permitted range ends, just inside (values) or just outside, with the nearest valid one
(refusals).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...kinds.reject import pair
from ...vectors import Vector
from ..tables import rows
from .releases import FOUR, SIX

Flags = tuple[str, ...]
VALUES: tuple[tuple[str, dict[str, str], str, Flags], ...] = rows(
    __file__, "value", "name params why flags"
)
_FOUR, _SIX = {"data": FOUR, "grid": "1/1024"}, {"data": SIX, "grid": "1/1024"}
RELEASES: tuple[
    tuple[str, str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...
] = rows(__file__, "release", "name object params change back why flag code")
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "name params parameter bad valid why flag code"
)


def exact_vectors() -> Iterator[Vector]:
    for name, params, why, flags in VALUES:
        yield make(CATALOGUE[name], params, why, ("Constants", *flags))


def reject_vectors() -> Iterator[Vector]:
    """Yield all refusals of this file, each with the nearest valid request."""
    for name, object_, params, change, back, why, flag, code in RELEASES:
        yield from pair(
            object_,
            params,
            change,
            back,
            why,
            flag,
            code,
            _SIX if object_ == "dpumean" else _FOUR,
            note=name,
        )
    for name, params, parameter, bad, valid, why, flag, code in QUANTITIES:
        object_, _, quantity = name.partition(".")
        yield from pair(
            object_,
            params,
            {parameter: bad},
            {parameter: valid},
            why,
            flag,
            code,
            quantity=quantity,
        )
