"""What was paid? Programs that spend a budget twice, leave a part of the release out of the
accounts, or pay more than they owe.
"""

from __future__ import annotations

import math

import numpy as np

from .bug import bug
from .parts import Array, Given, Random, clipped_norms, normal, present, quotient, search, whole


@bug(
    "opendp/smartnoise-sdk",
    202,
    "In the SQL rewriter, the implementation of AVG underestimates privacy guarantees",
    "An average was rewritten as a sum over a count with the same privacy options, and each of "
    "the two spent the whole epsilon.",
    judged_as="shifted_mean",
    wrong="share = p.epsilon\n",
    right="share = p.epsilon / 2\n",
)
def epsilon_spent_twice(records: Array, p: Given, random: Random, draws: int) -> Array:
    share = p.epsilon
    x = np.clip(present(records), p.lower, p.upper) - p.middle
    total = math.fsum(x) + random.laplace(0, p.width / 2 / share, draws)
    ratio = quotient(total, len(x) + random.laplace(0, 1 / share, draws), 0)
    return np.clip(ratio, -p.width / 2, p.width / 2) + p.middle


@bug(
    "google-parfait/tensorflow-federated",
    1080,
    "Adjust noise multiplier in adaptive DP aggregator to account for "
    "privacy loss due to quantile estimation.",
    "A clip was found by a private quantile, and what that costs was not taken off the budget "
    "of the sum.",
    judged_as="quantile_clipped_mean",
    wrong="left = p.rho\n",
    right="left = 3 * p.rho / 4\n",
    only={
        "noise": (None, "discrete_gaussian", "gaussian"),
        "constants": (None, "paper"),
        "edition": (None, "corrected"),
    },
)
def quantile_for_free(records: Array, p: Given, random: Random, draws: int) -> Array:
    kind, x = p.params.get("noise", "discrete_gaussian"), whole(records, 0, p.u)
    most = p.d * p.u**2
    rounds = math.ceil(math.log2(most + 1))
    tau = math.sqrt(rounds * math.log(2 * rounds / p.beta) / (p.rho / 4))
    rank = p.n - max(math.isqrt(math.floor(4 * p.d / (2 * (3 * p.rho / 4)))), math.ceil(tau))
    if rank < 1:
        return np.zeros((draws, p.d))
    squares = np.sort((x**2).sum(axis=1))
    found = search(
        squares, 0, most, rank, lambda: normal(random, kind, rounds / (p.rho / 2), draws), draws
    )
    left = p.rho
    released = np.zeros((draws, p.d))
    for q in np.unique(found):
        here, sums = found == q, clipped_norms(x, int(q), p.steps).sum(axis=0)
        noise = [
            normal(random, kind, 4 * int(q) * p.steps**2 / (2 * left), int(here.sum()))
            for _ in sums
        ]
        released[here] = (sums + np.column_stack(noise)) / (p.n * p.steps)
    return released


@bug(
    "fedbiomed/fedbiomed",
    1443,
    "issues with differential privacy (DP)",
    "Noise was added after the local training, and once more after the aggregation, which is "
    "private, and too much.",
    judged_as="sized_mean",
    wrong="noise(draws) + noise(draws)",
    right="noise(draws)",
    only={"noise": ("laplace",)},
)
def noise_added_twice(records: Array, p: Given, random: Random, draws: int) -> Array:
    x = np.clip(np.where(np.isnan(records), p.middle, records), p.lower, p.upper)

    def noise(size: int) -> Array:
        return random.laplace(0, p.width / (p.n * p.epsilon), size)

    return x.mean() + noise(draws) + noise(draws)
