"""jax-privacy's auditing (`CanaryScoreAuditor.epsilon_clopper_pearson`): a threshold on scores, and exact bounds.

It takes one score for each draw. A tenth of the draws gives the direction in which the means of both inputs differ, in
units of spread; the score of the others is the projection on it. The threshold is chosen by its own `Split`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT = "jax-privacy", "jax"
SETUP = "jax-privacy 2.0.0 with jax 0.10.2"


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the lower bound of epsilon at this delta is above the claim."""
    from jax_privacy.auditing import CanaryScoreAuditor, Split

    k, m = max(2, len(one) // 10), max(2, len(other) // 10)
    spread = np.concatenate([one[:k], other[:m]]).std(axis=0) + 1e-12
    toward = (np.median(one[:k], axis=0) - np.median(other[:m], axis=0)) / spread
    if not np.any(toward):
        toward = (one[:k].mean(axis=0) - other[:m].mean(axis=0)) / spread
    a, b = ((x / spread) @ toward for x in (one[k:], other[m:]))
    found = CanaryScoreAuditor(a, b).epsilon_clopper_pearson(alpha, delta, one_sided=False, threshold_strategy=Split())
    return float(found) > epsilon


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent)]
    from wire import serve

    serve(refutes)
