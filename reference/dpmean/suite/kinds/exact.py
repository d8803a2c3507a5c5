"""Quantities: all `exact` vectors, in the order of the catalogue (the laws, what a designer asks, the bounds), and our
own answers to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...catalogue.quantities import CATALOGUE, value
from ...exact.digits import decimals
from ...exact.numbers import spell
from ..plans.addremove.bounds import mean_vectors, minimax_vectors, other_vectors
from ..plans.hetero.values import heterogeneous_vectors
from ..plans.instance.bounds import bound_vectors
from ..plans.instance.message_values import message_value_vectors
from ..plans.instance.scaled import scaled_values
from ..plans.instance.values import multivariate_vectors
from ..plans.laws.settings import SETTINGS
from ..plans.laws.values import design_vectors, law_vectors
from ..plans.trilemma.edge_values import edge_values
from ..plans.trilemma.values import lowbias_vectors
from ..vectors import Vector
from .kind import Kind


def exact_vectors() -> list[Vector]:
    """All exact vectors; points that coincide (gamma = 1) keep their first reason."""
    found = [v for object_ in SETTINGS for v in law_vectors(object_)]
    found += [*design_vectors(), *minimax_vectors(), *mean_vectors(), *other_vectors(), *heterogeneous_vectors(),
        *lowbias_vectors(), *edge_values(), *multivariate_vectors(), *bound_vectors(), *message_value_vectors(),
        *scaled_values()]
    first: dict[str, Vector] = {}
    for v in found:
        first.setdefault(v.id, v)
    return list(first.values())


def shown(x: Any) -> Any:
    """A value in a reply: a rational, or an enclosure of 25 digits, evaluated here and now."""
    if isinstance(x, Fraction):
        return spell(x)
    low, high = decimals(x, 25)
    return {"lo": low, "hi": high}


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The value of a quantity, or its values."""
    name = f"{request['object']}.{request['quantity']}"
    if name not in CATALOGUE:
        raise LookupError(f"no quantity {name}")
    result = value(name, request["params"])
    found = [shown(v) for v in result.values]
    return {"values": found} if result.is_list else {"value": found[0]}


class Exact(Kind):
    """A quantity of the catalogue at given parameters: its certified value."""

    def vectors(self) -> list[Vector]:
        """See `exact_vectors`."""
        return exact_vectors()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """See `answer`."""
        return answer(request)


KIND = Exact()
__all__ = ["KIND", "exact_vectors", "law_vectors"]
