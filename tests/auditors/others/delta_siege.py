"""Delta-Siege (Lokna, Paradis, Dimitrov and Vechev 2023, "Group and attack"): its witness and its bounds.

A logistic regression of scikit-learn is trained on half of the draws; the other half is judged by the thresholds and
the two confidence bounds of its `WitnessDynamic` (half of the error to each, and half to each direction), against the
claim itself: at a given claim there is nothing to search.
"""

from __future__ import annotations

import sys
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT = "Delta-Siege", "sniper"
SETUP = "eth-sri/Delta-Siege at 358377f4, with torch 1.12.1, scikit-learn and optuna"


class _Config:
    """What the witness reads of its configuration."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether any threshold's bounds contradict the claim, in either direction."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler
    from wire import loaded

    found = loaded(["deltasiege.attack.witnesses.witness_dynamic"], "deltasiege")[0].WitnessDynamic
    n = min(len(one), len(other)) // 2
    scale = StandardScaler().fit(np.concatenate([one[:n], other[:n]]))
    model = LogisticRegression().fit(scale.transform(np.concatenate([one[:n], other[:n]])), np.repeat([1, 0], n))
    a, b = (model.predict_proba(scale.transform(x[n : 2 * n]))[:, 1] for x in (one, other))
    witness = found.__new__(found)
    witness.config = _Config(1 - alpha / 2)
    witness.confidence_dwk = 0.5
    for mine, theirs in ((a, b), (1 - b, 1 - a)):
        p1, p2 = witness._find_mass(mine, theirs, np.linspace(0.75, 1, 25))
        p1_all, p2_all = witness._find_mass(mine, theirs, np.linspace(0.5, 1, 500))
        low, high = witness._add_confidence(p1, p2, p1_all, p2_all, n)
        if np.any(np.asarray(low) > exp(epsilon) * np.asarray(high) + delta):
            return True
    return False


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/Delta-Siege"]
    from wire import serve

    serve(refutes)
