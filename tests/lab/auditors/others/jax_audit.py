"""jax-privacy's auditing (`CanaryScoreAuditor`): a threshold on scores, and exact bounds.

It takes one score for each draw. A twenty-fourth of the draws makes scores (a twelfth, if draws
have several numbers): the projection on the direction in which both inputs differ, in units of
spread; the distance from the middle; how much likelier the cell of a histogram is. An eighth (a
sixth) chooses, by `epsilon_clopper_pearson`: the score (another than the first if it is better by
0.1), its sign, its threshold, and which input is the one that is in. The rest is judged. Its
`Split` would choose the threshold only, with the error probability of the judgement, which no small
sample reaches.

Pure claims are judged by `epsilon_one_run` (Steinke, Nasr and Jagielski 2023), which is sharper: a
draw is a canary that is in by a fair coin, so that the number of draws of either input is drawn
first, and a few are left over. With a delta it is far from sharp, and `epsilon_clopper_pearson`
judges.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT, CHECKOUT = "jax-privacy", "jax", ""
SETUP = "jax-privacy 2.0.0 with jax 0.10.2"
NO_DELTA = 1e-15  # `epsilon_one_run` wants one
BINS, MOST_TRIED, LOOSE, MARGIN = 24, 30, 0.3, 0.1
Score = Callable[[Any], Any]


def _scores(one: Any, other: Any) -> list[Score]:
    """Scores that these draws suggest."""
    both = np.concatenate([one, other])
    middle, spread = np.median(both, axis=0), both.std(axis=0) + 1e-12
    toward = (np.median(one, axis=0) - np.median(other, axis=0)) / spread
    if not np.any(toward):
        toward = (one.mean(axis=0) - other.mean(axis=0)) / spread
    cells, place = np.unique(both, axis=0, return_inverse=True)
    if len(cells) > min(200, max(8, len(both) / 4)):
        edges = np.unique(np.quantile(both @ toward, np.arange(1, BINS) / BINS))
        where: Score = lambda x: np.searchsorted(edges, x @ toward)  # noqa: E731
        size = BINS + 1
    else:
        names = {tuple(row): i for i, row in enumerate(cells.tolist())}
        where: Score = lambda x: np.array([names.get(tuple(row), len(cells)) for row in x.tolist()])  # noqa: E731
        size = len(cells) + 1
    mine, theirs = (np.bincount(where(x), minlength=size) + 0.5 for x in (one, other))
    likelier = np.log(mine / theirs)
    return [
        lambda x: (x / spread) @ toward,
        lambda x: np.abs((x - middle) / spread).sum(axis=1),
        lambda x: likelier[where(x)],
    ]


def _coins(n: int, random: np.random.Generator) -> tuple[int, int]:
    """How many of both inputs, by a fair coin, of n each: none if they do not suffice, which is
    seldom.
    """
    total = max(1, int(2 * n - 2 * (2 * n) ** 0.5))
    heads = int(random.binomial(total, 0.5))
    return (heads, total - heads) if max(heads, total - heads) <= n else (0, 0)


def _thresholds(scores: Any) -> Any:
    found = np.unique(scores)
    return (
        found
        if len(found) <= MOST_TRIED
        else np.unique(np.quantile(scores, np.arange(MOST_TRIED) / MOST_TRIED))
    )


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether the lower bound of epsilon at this delta is above the claim."""
    return bound(one, other, delta, alpha) > epsilon


def bound(one: Any, other: Any, delta: float, alpha: float) -> float:
    """The lower bound of epsilon at this delta; 0 where there is none."""
    from jax_privacy.auditing import CanaryScoreAuditor, Explicit
    from wire import flagged

    one, other = flagged(one, other)
    n = min(len(one), len(other))
    made, chosen = (
        (max(2, n // 24), max(6, n // 6))
        if one.shape[1] == 1
        else (max(2, n // 12), max(6, n // 4))
    )
    sides = (one[made:chosen], other[made:chosen])
    best: tuple[float, Any] = (0.0, None)
    for error in (alpha, LOOSE):  # the second only where the first has no bound
        for score in _scores(one[:made], other[:made]) if best[1] is None else []:
            margin = MARGIN if best[1] else 0.0
            for sign in (1, -1):
                values = [sign * score(x) for x in sides]
                for side in (0, 1):
                    auditor = CanaryScoreAuditor(values[side], values[1 - side])
                    for threshold in _thresholds(np.concatenate(values)):
                        found = float(
                            auditor.epsilon_clopper_pearson(
                                error, delta, threshold_strategy=Explicit(threshold)
                            )
                        )
                        if found > best[0] + margin:
                            best, margin = (found, (score, sign, threshold, side)), 0.0
    if best[1] is None:
        return 0.0
    score, sign, threshold, side = best[1]
    rest = (one[chosen:n], other[chosen:n])
    counts = (n - chosen, n - chosen) if delta else _coins(n - chosen, np.random.default_rng())
    if not min(counts):
        return 0.0
    a, b = (sign * score(rest[s][: counts[s]]) for s in (side, 1 - side))
    judge, how = CanaryScoreAuditor(a, b), Explicit(threshold)
    if delta:
        return float(judge.epsilon_clopper_pearson(alpha, delta, threshold_strategy=how))
    return float(judge.epsilon_one_run(alpha, NO_DELTA, threshold_strategy=how))


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent)]
    from wire import serve

    serve(refutes, bound)
