"""Delta-Siege (Lokna, Paradis, Dimitrov and Vechev 2023, "Group and attack"): the attack of its
Algorithm 2.

As by its defaults an eighth of the draws trains, an eighth chooses the threshold
(`WitnessOptimization`), an eighth the classifier and the direction, and the rest is judged by its
binomial bounds; at most 20,000 draws of an input train. Classifiers of scikit-learn are its
parameter: the logistic regression of numbers, the one of the bits of doubles that its paper has,
and boosted trees, because a logistic regression cannot see a change of scale. There is one claim,
so that nothing is searched along a curve of claims.

Its `WitnessDynamic` is not asked: the bound there that is named after Dvoretzky, Kiefer and
Wolfowitz has log(min(2, 1/alpha)) where log(1/alpha) is meant, and does not keep the error
probability.
"""

from __future__ import annotations

import sys
from math import exp
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import numpy as np

NAME, ENVIRONMENT, CHECKOUT = "Delta-Siege", "sniper", "Delta-Siege"
SETUP = "eth-sri/Delta-Siege at 358377f4, with scikit-learn 1.7.2"
MOST_TRAINING = 20_000


def _models(one: Any, other: Any) -> list[Any]:
    """The chance that a draw is of the first input, by each classifier."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, StandardScaler
    from wire import bits

    trees = HistGradientBoostingClassifier(
        max_iter=40, max_leaf_nodes=8, min_samples_leaf=max(2, len(one) // 50)
    )
    made = [make_pipeline(StandardScaler(), LogisticRegression()), trees]
    if one.shape[1] == 1:
        made.append(make_pipeline(FunctionTransformer(bits), LogisticRegression(max_iter=300)))
    for model in made:
        model.fit(np.concatenate([one, other]), np.repeat([1, 0], [len(one), len(other)]))
    return [lambda x, m=model: m.predict_proba(x)[:, 1] for model in made]


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the bounds for the attack that was best contradict the claim."""
    from wire import flagged, loaded

    witnesses, searches = loaded(
        [
            "deltasiege.attack.witnesses.witness_optimization",
            "deltasiege.attack.optimizers.linesearch_optimizer",
        ],
        "deltasiege",
    )
    claim = MagicMock(epsilon=epsilon, delta=delta, g0=exp(-epsilon))
    claim.perturb_delta = lambda _: epsilon
    claim.guarantee = lambda found, _, **__: exp(-found)
    search = searches.LinesearchEstimator.__new__(searches.LinesearchEstimator)
    search.delta_steps, search.epsilon_steps = np.array([delta]), None
    one, other = flagged(one, other)
    n = min(len(one), len(other))
    k = max(2, min(n // 8, MOST_TRAINING))
    parts = [(x[:k], x[k : 2 * k], x[2 * k : 3 * k], x[3 * k : n]) for x in (one, other)]
    best: tuple[float, Any, Any] = (np.inf, None, None)
    for model in _models(parts[0][0], parts[1][0]):
        for side in (0, 1):

            def score(x: Any, m: Any = model, s: int = side) -> Any:
                return 1 - m(x) if s else m(x)

            witness = witnesses.WitnessOptimization.__new__(witnesses.WitnessOptimization)
            witness.a1, witness.a2, witness.estimator, witness.mechanism = (
                side,
                1 - side,
                search,
                claim,
            )
            witness.logger, witness.config = MagicMock(), MagicMock(confidence=1 - alpha)
            witness.thresh_step, witness.thresh_confidence = 0.01, 0.9
            witness._get_samples = lambda a, f=score: iter([(f(parts[a][1]),)])
            witness._get_num_samples = lambda: k
            witness.t, witness.q = witness._find_threshold()
            loss = search(*_bounds(witness, score, parts, 2), claim, witness.logger)[0]
            if best[1] is None or loss < best[0]:
                best = (loss, witness, score)
    low, high = _bounds(best[1], best[2], parts, 3)
    return bool(low[0] > exp(epsilon) * high[0] + delta)


def _bounds(witness: Any, score: Any, parts: Any, place: int) -> Any:
    """Its bounds of the chances of its event under both inputs, by one part of the draws."""
    mine, theirs = (
        np.count_nonzero(witness.is_member(score(parts[a][place]), is_raw=False), axis=0)
        for a in (witness.a1, witness.a2)
    )
    n = len(parts[0][place])
    return witness.binomial_bound(mine / n, theirs / n, n)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/Delta-Siege"]
    from wire import serve

    serve(refutes)
