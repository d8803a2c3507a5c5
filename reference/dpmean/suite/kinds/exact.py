"""The kind `exact`: a quantity of the catalogue at given parameters, and our own answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...catalogue.quantities import CATALOGUE, value
from ...exact.digits import decimals
from ...exact.numbers import spell
from ...exact.reals import Number
from ..kind import Kind


def shown(x: Number) -> str | dict[str, str]:
    """Return a value as a reply has it: a rational, or an enclosure of 25 digits."""
    if isinstance(x, Fraction):
        return spell(x)
    low, high = decimals(x, 25)
    return {"lo": low, "hi": high}


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value, or the list of values, of a quantity."""
    name = f"{request['object']}.{request['quantity']}"
    if name not in CATALOGUE:
        raise LookupError(f"no quantity {name}")
    result = value(name, request["params"])
    found = [shown(v) for v in result.values]
    return {"values": found} if result.is_list else {"value": found[0]}


class Exact(Kind):
    """A quantity of the catalogue at given parameters: its certified value."""

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value, or the list of values, of the quantity that is asked for."""
        return answer(request)


KIND = Exact()
