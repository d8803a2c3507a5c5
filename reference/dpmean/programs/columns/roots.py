"""Records of many rows that are clipped, by doubles where they are certain, and by integer roots
elsewhere.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .values import MOST, Numbers

UNSURE = 2.0**-48  # more than the relative error of ten correctly rounded operations
Array = NDArray[np.signedinteger[Any]]


def clipped(values: Array, norms: Array, above: Numbers, below: int, steps: int) -> Array:
    """Returns steps min{1, C/||x||} x for every record x, truncated toward zero; `norms` are the
    ||x||^2.

    C^2 = above/below, for all records or for each of them.
    """
    outside = np.flatnonzero(norms > whole_limits(above, below))
    found = values * steps
    tops = above[outside] if len(above) > 1 else above
    found[outside] = truncated(values[outside], norms[outside], tops, below, steps)
    return found


def whole_limits(above: Numbers, below: int) -> Array:
    """Returns floor(above/below), or a number that no squared norm exceeds where that is
    smaller.
    """
    limits = above // below
    return np.minimum(limits, MOST).astype(np.int64) if limits.dtype == object else limits


def truncated(values: Array, norms: Array, above: Numbers, below: int, steps: int) -> Array:
    """Returns steps C/||x|| x for records outside, truncated toward zero: by doubles where they are
    certain.

    C^2 = above/below, for all records or for each of them.
    """
    size = np.abs(values)
    close = (
        size
        * (np.sqrt(above.astype(np.float64) / below / norms.astype(np.float64)) * steps)[:, None]
    )
    floors = np.floor(close)
    margin = close * UNSURE
    sure = (close - floors > margin) & (floors + 1 - close > margin) & (close < 2.0**52) | (
        size == 0
    )
    found = np.where(sure, floors, 0).astype(np.int64)
    for i, j in zip(*np.nonzero(~sure), strict=True):
        top = int(above[i if len(above) > 1 else 0])
        found[i, j] = isqrt(top * steps**2 * int(size[i, j]) ** 2 // (below * int(norms[i])))
    return np.sign(values) * found
