"""DP-Sniper (Bichsel, Steffen, Bogunovic and Vechev 2021): its logistic regression, its attack, and its lower bound of
epsilon.

A third of the draws trains, a third chooses the threshold, a third is judged, in both directions with half of the error
each. Its lower limit c of probabilities is 0.1 (0.01 by its defaults, for twenty million draws), which is better at
these sizes. Pure claims only.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

NAME, ENVIRONMENT = "DP-Sniper", "sniper"
SETUP = "eth-sri/dp-sniper at ee087b25, with torch 1.12.1 and scikit-learn"
LEAST_PROBABILITY = 0.1


class _Draws:
    """Draws as a mechanism of theirs: each input's are handed out once, in their order."""

    def __init__(self, one: Any, other: Any) -> None:
        self._draws, self._at = {0: one, 1: other}, {0: 0, 1: 0}

    def m(self, a: Any, n_samples: int = 1) -> Any:
        """The next draws of the input a."""
        key = int(a)
        place = self._at[key]
        self._at[key] = place + n_samples
        if self._at[key] > len(self._draws[key]):
            raise ValueError("no draws are left")
        return self._draws[key][place : place + n_samples]


def _direction(one: Any, other: Any, alpha: float) -> float:
    from wire import loaded

    sniper, factory, optimizer, estimators, settings = loaded([f"dpsniper.{name}" for name in ("attack.dpsniper",
        "classifiers.classifier_factory", "classifiers.torch_optimizer_factory", "probability.estimators",
        "search.ddconfig")], "dpsniper")
    n = min(len(one), len(other)) // 3
    n = n // 1000 * 1000 if n >= 10_000 else n
    config = settings.DDConfig(c=LEAST_PROBABILITY, n_train=n, n=n, n_check=n, n_final=n, n_processes=1,
        confidence=1 - alpha)
    draws = _Draws(one, other)
    made = factory.LogisticRegressionFactory(in_dimensions=one.shape[1],
        optimizer_factory=optimizer.SGDOptimizerFactory())
    attack = sniper.DPSniper(draws, made, config).best_attack(0, 1)
    draws._at = {0: 2 * n, 1: 2 * n}
    found = estimators.EpsEstimator(estimators.PrEstimator(draws, n, config)).compute_eps_estimate(0, 1, attack)[1]
    return -math.inf if math.isnan(found) else float(found)


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the lower bound of epsilon is above the claim."""
    if delta:
        raise ValueError("pure claims only")
    return max(_direction(one, other, alpha / 2), _direction(other, one, alpha / 2)) > epsilon


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/dp-sniper"]
    from wire import serve

    serve(refutes)
