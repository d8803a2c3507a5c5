"""Our estimator in the local model (instance Section 5.1), in doubles: three rounds, medians,
threshold, mean.

Every user protects what he sends. This file holds the local version of Shifted-CM, and its
accounting. Quantiles come from the range counts of Cormode, Kulkarni and Srivastava (2019), the
Haar tree with Hadamard randomised response: each user answers for one level of a binary tree over
the range, and the search goes down one path of it. The answer of a user outside the node that is
looked at is a fair coin; so a node needs only the counts of its two halves, and what is drawn here
has exactly the law of the protocol.
"""

from __future__ import annotations

from math import ceil, floor, log, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from ...simulation import Doubles, Source
from .ours import Grid, hadamard, iterations, padded, squares
from .records import normals, signs

Integers = NDArray[np.int64]


def rho_for(epsilon: float, delta: float) -> float:
    """Return the rho with rho + 2 sqrt(rho log(1/delta)) = epsilon.

    Then rho-zCDP is (epsilon, delta)-DP (instance Section 2.1).
    """
    return (sqrt(log(1 / delta) + epsilon) - sqrt(log(1 / delta))) ** 2


def coins(source: Source, count: int) -> int:
    """Return the sum of `count` fair signs."""
    words = source.words(-(-count // 64))
    spare = 64 * len(words) - count
    if spare:
        words[-1] >>= np.uint64(spare)
    return int(2 * np.bitwise_count(words).sum()) - count


def biased(source: Source, count: int, p: float) -> int:
    """Return the sum of `count` signs that are +1 with probability p."""
    return int(2 * (source.uniforms(count) < p).sum()) - count


def private_quantile(
    values: Integers, low: int, high: int, rank: int, rho: float, source: Source
) -> int:
    """Return a private estimate of the rank-th of the users' integers in [low, high], rho-zCDP for
    every user.

    Each user's one answer is pure sqrt(2 rho)-DP. There is no noise where rho is infinite. From the
    root, of n users, to a leaf: with h the estimate of (users in the left half) - (in the right
    one), the left half of a node of c users has (c + h)/2.
    """
    n, levels = len(values), iterations(low, high)
    truth = tanh(sqrt(2 * rho) / 2) if rho < np.inf else 1.0  # this is P(true sign) - P(false sign)
    moved, node, inside, before = values - low, 0, float(n), 0.0
    for k in range(levels):
        group = moved if rho == np.inf else moved[k::levels]
        below = group >> (levels - k - 1)
        left, right = int((below == 2 * node).sum()), int((below == 2 * node + 1).sum())
        if rho == np.inf:
            h = float(left - right)
        else:
            p = (1 + truth) / 2
            answers = (
                biased(source, left, p)
                - biased(source, right, p)
                + coins(source, len(group) - left - right)
            )
            h = answers / truth * n / max(len(group), 1)
        first = (inside + h) / 2
        if before + first < rank:
            before, inside, node = before + first, inside - first, 2 * node + 1
        else:
            inside, node = first, 2 * node
    return min(low + node, high)


def rank_of_norms(n: int, d: int, rho: float) -> int:
    """Return the rank n - floor(sqrt(2 d n/rho)), at least 1, of the clipping threshold among the
    norms.

    The rank error of the counts, which Section 5.1 does not mention, is left out.
    """
    return max(n - floor(sqrt(2 * d * n / rho)), 1)


def shifted_cm(grid: Grid, reach: float, rho: float, source: Source, told: bool = False) -> Doubles:
    """Return the estimate of Shifted-CM: rho/(4 d) for each median, 3 rho/16 for the threshold, 9
    rho/16 for the mean.

    With `told` the quantiles are made public as they are (no privacy; to see what the noise of the
    counts costs).
    """
    n, wide = len(grid.units), padded(grid.d)
    flips, top = signs(source, wide), ceil(sqrt(wide) * reach / grid.bucket)
    rows = ((grid.units - grid.origin) * flips[: grid.d]) @ hadamard(wide)[: grid.d]
    each, threshold, rest = (
        (np.inf, np.inf, 9 * rho / 16) if told else (rho / (4 * wide), 3 * rho / 16, 9 * rho / 16)
    )
    center = np.array(
        [
            private_quantile(column.astype(np.int64), -top, top, (n + 1) // 2, each, source)
            for column in rows.T
        ],
        dtype=np.float64,
    )
    shifted = rows - center
    norms = np.sqrt(squares(shifted))
    c = private_quantile(
        np.ceil(norms).astype(np.int64),
        0,
        ceil(top * (1 + sqrt(wide))),
        rank_of_norms(n, wide, rest),
        threshold,
        source,
    )
    kept = np.minimum(1.0, c / np.maximum(norms, 1.0))
    mean = kept @ shifted / n + c * sqrt(2 / (rest * n)) * normals(source, wide) + center
    return np.asarray((hadamard(wide) @ mean * flips / wide)[: grid.d] * grid.bucket)
