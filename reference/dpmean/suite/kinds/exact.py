"""All `exact` vectors, in the order of the catalogue: the laws, what a designer asks, the bounds."""

from __future__ import annotations

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


__all__ = ["exact_vectors", "law_vectors"]
