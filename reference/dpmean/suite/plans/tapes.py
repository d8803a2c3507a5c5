"""All `tape` vectors, from the bottom up: primitives, the laws' samplers, whole releases."""

from __future__ import annotations

from ..vectors import Vector
from .heterogeneous_releases import releases
from .lowbias_edges import edge_tapes
from .lowbias_releases import lowbias_tapes
from .multivariate_releases import multivariate_tapes
from .tapes_laws import law_vectors
from .tapes_primitives import primitive_vectors
from .tapes_releases import release_vectors


def tape_vectors() -> list[Vector]:
    """All tape vectors."""
    return [*primitive_vectors(), *law_vectors(), *release_vectors(), *releases(), *lowbias_tapes(), *edge_tapes(), *multivariate_tapes()]
