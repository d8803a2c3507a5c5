"""All `exact` vectors, in the order of the catalogue: the laws, what a designer asks, the bounds, each paper."""

from __future__ import annotations

from ..vectors import Vector
from .addremove.bounds import mean_vectors, minimax_vectors, other_vectors
from .hetero.values import heterogeneous_vectors
from .instance.bounds import bound_vectors
from .instance.message_values import message_value_vectors
from .instance.scaled import scaled_values
from .instance.values import multivariate_vectors
from .laws.settings import SETTINGS
from .laws.values import design_vectors, law_vectors
from .trilemma.edge_values import edge_values
from .trilemma.values import lowbias_vectors


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
