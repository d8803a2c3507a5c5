"""A histogram of equally likely bins, and exact binomial bounds (Clopper and Pearson 1934), as a
page of code has it.

Half of the draws choose the bins: of all whose ratio of counts is above a threshold, for the
thresholds 0 to 3 standard deviations beyond the claim in either direction, that set which is most
standard deviations beyond it. The other half judge it: the claim is refuted if a lower bound of the
set's probability under one input, at alpha/4, exceeds what the claim allows at the upper bound of
that under the other, at alpha/4; both directions are asked.
"""

from __future__ import annotations

import sys
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT, CHECKOUT = "Clopper-Pearson histogram", "", ""
SETUP = ""
BINS = 32


def _bins(one: Any, other: Any) -> list[Any]:
    """The bin of each draw: by quantiles of one number, by the combination of values of several."""
    both = np.concatenate([one, other])
    if both.shape[1] > 1:
        _, place = np.unique(
            np.sign(both) * np.minimum(np.abs(np.rint(both * 4)), 40), axis=0, return_inverse=True
        )
        return np.split(place.ravel(), [len(one)])
    x = both[:, 0]
    edges = np.unique(np.quantile(x, np.arange(1, BINS) / BINS, method="lower"))
    return np.split(np.searchsorted(edges, x, side="left") * 2 + np.isin(x, edges), [len(one)])


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the claim is refuted with error alpha."""
    from scipy.stats import beta

    factor, halves = exp(epsilon), []
    a, b = _bins(one, other)
    size = int(max(a.max(), b.max())) + 1
    for x in (a, b):
        middle = len(x) // 2
        halves.append([np.bincount(part, minlength=size) for part in (x[:middle], x[middle:])])
    n, m = (int(h[1].sum()) for h in halves)
    for mine, theirs, count, others in ((*halves, n, m), (*halves[::-1], m, n)):
        excess = mine[0] - factor * theirs[0]
        spread = np.sqrt(mine[0] + factor**2 * (theirs[0] + 1))
        sets = [excess > z * spread for z in (0, 0.5, 1, 2, 3)]
        beyond = [
            (excess[s].sum() - delta * mine[0].sum()) / (np.sqrt((spread[s] ** 2).sum()) + 1)
            for s in sets
        ]
        best = sets[int(np.argmax(beyond))]
        hits, misses = int(mine[1][best].sum()), int(theirs[1][best].sum())
        low = float(beta.ppf(alpha / 4, hits, count - hits + 1)) if hits else 0.0
        high = (
            float(beta.ppf(1 - alpha / 4, misses + 1, others - misses)) if misses < others else 1.0
        )
        if low > factor * high + delta:
            return True
    return False


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from wire import serve

    serve(refutes)
