"""All `tape` vectors, from the bottom up: primitives, the laws' samplers, whole releases."""

from __future__ import annotations

from ..vectors import Vector
from .addremove.tapes import release_vectors
from .hetero.releases import releases
from .instance.releases import multivariate_tapes
from .laws.primitives import primitive_vectors
from .laws.tapes import law_vectors
from .trilemma.edges import edge_tapes
from .trilemma.releases import lowbias_tapes


def tape_vectors() -> list[Vector]:
    """Return all tape vectors."""
    return [*primitive_vectors(), *law_vectors(), *release_vectors(), *releases(), *lowbias_tapes(), *edge_tapes(),
        *multivariate_tapes()]
