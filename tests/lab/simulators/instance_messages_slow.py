"""Slow simulators of what the instance paper's experiments compare, one user and one message at a
time, from the papers' definitions alone. They share nothing with the package.
"""

from __future__ import annotations

import math

import numpy as np


def quantile(
    values: list[int], low: int, high: int, rank: int, rho: float, rng: np.random.Generator
) -> int:
    """PrivQuant, corrected: T counts with normal noise of variance T/(2 rho), right where the count
    is less than the rank.
    """
    t = math.ceil(math.log2(high - low + 1))
    while low < high:
        middle = math.floor((low + high) / 2)
        if sum(v <= middle for v in values) + rng.normal(0, math.sqrt(t / (2 * rho))) < rank:
            low = middle + 1
        else:
            high = middle
    return low


def haar(
    values: list[int], levels: int, rank: int, epsilon: float, rng: np.random.Generator
) -> int:
    """A quantile of integers from 0 to 2^levels - 1 under local DP: user i answers for level i mod
    levels with one bit of her Haar vector's Hadamard transform, flipped now and then.
    """
    n, keep = len(values), math.exp(epsilon) / (1 + math.exp(epsilon))
    reports: list[list[tuple[int, int]]] = [[] for _ in range(levels)]
    for i, v in enumerate(values):
        level = i % levels
        bits = format(v, f"0{levels}b")
        node, sign = int(bits[:level] or "0", 2), 1 if bits[level] == "0" else -1
        row = int(rng.integers(2**level))
        answer = sign * (-1) ** bin(row & node).count("1")
        reports[level].append((row, answer if rng.random() < keep else -answer))
    found, inside, before = "", float(n), 0.0
    for level in range(levels):
        node = int(found or "0", 2)
        difference = (
            sum(a * (-1) ** bin(row & node).count("1") for row, a in reports[level])
            / (2 * keep - 1)
            * n
            / len(reports[level])
        )
        left = (inside + difference) / 2
        if before + left < rank:
            before, inside, found = before + left, inside - left, found + "1"
        else:
            inside, found = left, found + "0"
    return int(found, 2)


def haar_law(values: list[int], rank: int, epsilon: float) -> list[float]:
    """The chances of 0, 1, 2, 3 for `haar` with two levels, exactly: a user outside the node is a
    fair coin.
    """
    keep, n = math.exp(epsilon) / (1 + math.exp(epsilon)), len(values)

    def sums(chances: list[float]) -> dict[int, float]:
        found = {0: 1.0}
        for p in chances:
            after: dict[int, float] = {}
            for total, q in found.items():
                after[total + 1] = after.get(total + 1, 0.0) + q * p
                after[total - 1] = after.get(total - 1, 0.0) + q * (1 - p)
            found = after
        return found

    first, second = values[0::2], values[1::2]
    law = [0.0] * 4
    for total, q in sums([keep if v < 2 else 1 - keep for v in first]).items():
        left = (n + total / (2 * keep - 1) * n / len(first)) / 2
        node, before, inside = (1, left, n - left) if left < rank else (0, 0.0, left)
        for further, r in sums(
            [0.5 if v // 2 != node else keep if v % 2 == 0 else 1 - keep for v in second]
        ).items():
            found = (inside + further / (2 * keep - 1) * n / len(second)) / 2
            law[2 * node + (before + found < rank)] += q * r
    return law


def fullest_bin(
    x: list[float], radius: float, sigma: float, epsilon: float, rng: np.random.Generator
) -> int:
    """The first step of KnownVar: every user sends a bit for every bin, each flipped with
    probability 1/(1 + e^(epsilon/2)).
    """
    side, flip = math.ceil(radius / sigma), 1 / (1 + math.exp(epsilon / 2))
    votes = np.zeros(2 * side + 1)
    for v in x:
        mine = np.zeros(2 * side + 1, dtype=bool)
        mine[max(-side, min(side, round(v / sigma))) + side] = True
        votes += mine ^ (rng.random(2 * side + 1) < flip)
    return int(np.argmax(votes)) - side


def clipped_at_quantile(n: int, d: int, k: int, variance: float) -> float:
    """The mean squared error of the clipped mean of i 1_d, i = 1, ..., n, vector by vector;
    `variance` of the noise of each coordinate.
    """
    threshold = k * math.sqrt(d)
    records = [[float(i)] * d for i in range(1, n + 1)]
    clipped = [
        [v * min(1.0, threshold / math.sqrt(sum(w * w for w in row))) for v in row]
        for row in records
    ]
    bias = [
        sum(row[j] for row in clipped) / n - sum(row[j] for row in records) / n for j in range(d)
    ]
    return sum(b * b for b in bias) + d * variance
