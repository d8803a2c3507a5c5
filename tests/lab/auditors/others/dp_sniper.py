"""DP-Sniper (Bichsel, Steffen, Bogunovic and Vechev 2021): its classifiers, its attack, and its
lower bound of epsilon.

An eighth of the draws trains (at most 20,000 of an input), as many choose the threshold, as many
compare, and the rest is judged, which is nearer to its defaults (a twentieth each) than equal
parts. What is compared, by its lower bound: both directions, the logistic regression and the
network of its experiments, the logistic regression of the bits of doubles, and its least
probability c, which is 0.01 by its defaults, for twenty million draws, and better larger at these
sizes. Each is trained for as many steps as it needs: by its ten for each 100,000 draws it learns
little from a thousand. Pure claims only.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

NAME, ENVIRONMENT, CHECKOUT = "DP-Sniper", "sniper", "dp-sniper"
SETUP = "eth-sri/dp-sniper at ee087b25, with torch 1.12.1 and scikit-learn 1.7.2"
MOST_TRAINING = 20_000
LEAST_PROBABILITIES = (0.35, 0.25, 0.18, 0.13, 0.09, 0.05, 0.02, 0.01, 0.001)


class _Draws:
    """Draws as a mechanism of theirs: each input's are handed out once, in their order."""

    def __init__(self, one: Any, other: Any) -> None:
        self._draws, self.at = {0: one, 1: other}, {0: 0, 1: 0}

    def m(self, a: Any, n_samples: int = 1) -> Any:
        """The next draws of the input a."""
        key = int(a)
        place = self.at[key]
        self.at[key] = place + n_samples
        if self.at[key] > len(self._draws[key]):
            raise ValueError("no draws are left")
        return self._draws[key][place : place + n_samples]

    def part(self, start: int) -> _Draws:
        """These draws from a place on."""
        found = _Draws(self._draws[0], self._draws[1])
        found.at = {0: start, 1: start}
        return found


def _factories(columns: int) -> list[Any]:
    """What makes the classifiers."""
    from wire import bits, loaded

    factory, optimizer, transformers = loaded(
        [
            f"dpsniper.classifiers.{name}"
            for name in ("classifier_factory", "torch_optimizer_factory", "feature_transformer")
        ],
        "dpsniper",
    )

    class Bits(transformers.FeatureTransformer):  # type: ignore[misc]
        """Their BitPatternFeatureTransformer, all rows at once."""

        def transform(self, x: Any) -> Any:
            """The bits."""
            return bits(x)

    made = [
        factory.LogisticRegressionFactory(
            in_dimensions=columns, epochs=10, optimizer_factory=optimizer.LBFGSOptimizerFactory()
        ),
        factory.MultiLayerPerceptronFactory(
            in_dimensions=columns,
            epochs=300,
            regularization_weight=0.0001,
            optimizer_factory=optimizer.AdamOptimizerFactory(),
        ),
    ]
    if columns == 1:
        made.append(
            factory.LogisticRegressionFactory(
                in_dimensions=64,
                epochs=10,
                feature_transform=Bits(),
                optimizer_factory=optimizer.LBFGSOptimizerFactory(),
            )
        )
    return made


def _rounded(n: int) -> int:
    """Its sizes from 10,000 on are multiples of 1,000."""
    return n // 1000 * 1000 if n >= 10_000 else n


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the lower bound of epsilon is above the claim."""
    from wire import flagged, loaded

    if delta:
        raise ValueError("pure claims only")
    sys.modules.setdefault("torch.utils.tensorboard", MagicMock())  # plots of the training
    sniper, estimators, settings = loaded(
        [
            f"dpsniper.{name}"
            for name in ("attack.dpsniper", "probability.estimators", "search.ddconfig")
        ],
        "dpsniper",
    )

    class Trained(sniper.DPSniper):  # type: ignore[misc]
        """Its attack with a classifier that is trained once for all c."""

        def _train_classifier(self, a1: Any, a2: Any) -> Any:
            if not hasattr(self.classifier_factory, "trained"):
                self.classifier_factory.trained = super()._train_classifier(a1, a2)
            return self.classifier_factory.trained

    one, other = flagged(one, other)
    n = min(len(one), len(other))
    k = _rounded(max(2, min(n // 8, MOST_TRAINING)))
    draws, final = _Draws(one, other), _rounded(n - 3 * k)
    best: tuple[float, Any, tuple[int, int]] = (-math.inf, None, (0, 1))
    for sides in ((0, 1), (1, 0)):
        for made in _factories(one.shape[1]):
            for c in LEAST_PROBABILITIES:
                config = settings.DDConfig(
                    c=c,
                    n_train=k,
                    n=k,
                    n_check=k,
                    n_final=final,
                    n_processes=1,
                    training_batch_size=k,
                    confidence=1 - alpha,
                )
                attack = Trained(
                    draws.part(0 if not hasattr(made, "trained") else k), made, config
                ).best_attack(*sides)
                checked = estimators.EpsEstimator(
                    estimators.PrEstimator(draws.part(2 * k), k, config)
                )
                low = float(checked.compute_eps_estimate(*sides, attack)[1])
                if low > best[0]:
                    best = (low, attack, sides)
    if best[1] is None:
        return False
    judged = estimators.EpsEstimator(estimators.PrEstimator(draws.part(3 * k), final, config))
    return float(judged.compute_eps_estimate(*best[2], best[1])[1]) > epsilon


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/dp-sniper"]
    from wire import serve

    serve(refutes)
