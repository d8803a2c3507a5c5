"""Figure 9's data of instance, user by user: the clipped mean of i 1_d, i = 1, ..., n, at the norm
of the k-th.

This file holds the simulation that Figure 9's exact errors are checked against.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ...simulation import Doubles, Source
from .ours import squares
from .records import normals


def clipped(n: int, d: int, k: int, rho: float, runs: int, source: Source) -> Doubles:
    """Return the sums, over runs, of the squared error and of its square."""
    x = np.arange(1, n + 1)[:, None] * np.ones(d)
    norms = np.sqrt(squares(x))
    threshold = norms[k - 1]
    mean = (x * np.minimum(1, threshold / norms)[:, None]).mean(axis=0)
    errors = squares(
        mean + sqrt(2 / rho) * threshold / n * normals(source, runs, d) - x.mean(axis=0)
    )
    return np.array([errors.sum(), (errors**2).sum()])
