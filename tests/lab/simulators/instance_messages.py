"""Fast simulators of the local and the shuffle model with few users, right ones and ones with a
named bug, from the definitions in vectors/instance.md alone.

They share nothing with the package: every user's message is drawn, but for shares of discrete
Laplace noise, which are drawn as what they add up to. Known bugs are parameters, as elsewhere.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, floor, isqrt, log, log2, sqrt

import numpy as np

from tests.lab.simulators.instance import discrete_gaussian, number

OBJECTS = ("local_coordinate_mean", "local_clipped_mean", "shuffled_clipped_mean")
Rng = np.random.Generator


def keep(r: float, constants: str) -> float:
    """p with log(p/(1 - p))^2/2 = r, exact: (2 p - 1) log(p/(1 - p)) = r."""
    low, high = 0.5, 1 - 1e-12
    for _ in range(60):
        p = (low + high) / 2
        e = log(p / (1 - p))
        low, high = (
            (p, high) if ((2 * p - 1) * e if constants == "exact" else e * e / 2) <= r else (low, p)
        )
    return low


def gaussian(variance: float, p: dict[str, str], rng: Rng, n: int) -> np.ndarray:
    return (
        discrete_gaussian(variance * number(p.get("noise factor", "1")) ** 2, rng, n)
        if variance
        else np.zeros(n)
    )


def votes(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> tuple[np.ndarray, ...]:
    """Half of the users vote, the others send."""
    rho, s, size, d = number(p["rho"]), Fraction(p["sigma_max"]), len(data), len(data[0])
    side, b = ceil(Fraction(p["radius"]) / s), Fraction(1, ceil(sqrt(size) / float(s)))
    half = ceil((2 + sqrt(2 * log(8 * size / number(p["beta"])))) * float(s / b))
    share = rho if "whole rho" in p else rho / 2 if "whole coordinate" in p else rho / (2 * d)
    kept = 1.0 if "never turned" in p else keep(share, p.get("constants", "paper"))
    variance = 2 * half**2 * (1 if "whole coordinate" in p else d) / rho
    found = []
    for j in range(d):
        column = [Fraction(row[j]) for row in data]
        ones = np.zeros((n, 2 * side + 1))
        for x in column[: size // 2]:
            truth = np.arange(-side, side + 1) == max(-side, min(side, round(x / s)))
            ones += np.where(rng.random((n, 2 * side + 1)) < kept, truth, ~truth)
        # the first of the greatest
        center = np.array([round(o * s / b) for o in range(-side, side + 1)])[ones.argmax(axis=1)]
        senders = column[size // 2 :]
        drawn = [
            gaussian(variance, p, rng, n) for _ in range(1 if "one noise" in p else len(senders))
        ]
        sent = [
            center + np.clip(round(y / b) - center, -half, half) + drawn[i % len(drawn)]
            for i, y in enumerate(senders)
        ]
        found.append(float(b) * np.mean(sent, axis=0))
    return tuple(found)


def hadamard(i: np.ndarray, j: np.ndarray) -> np.ndarray:
    shared = i & j
    return np.array([1 - 2 * (bin(v).count("1") % 2) for v in shared.ravel()]).reshape(shared.shape)


def tree(
    values: np.ndarray, low: int, high: int, rank: int, rho: float, p: dict[str, str], rng: Rng
) -> np.ndarray:
    """What the aggregator selects, for each row of users."""
    n, users = values.shape
    height, kept = ceil(log2(high - low + 1)), keep(rho, p.get("constants", "paper"))
    level = rng.integers(1, height + 1, (n, users))
    index = (rng.random((n, users)) * 2**level).astype(int)
    truth = hadamard(index, (values - low) >> (height - level))
    answer = (
        truth if "never turned" in p else np.where(rng.random((n, users)) < kept, truth, -truth)
    )
    left, right = np.full(n, low), np.full(n, high)
    while (open_ := left < right).any():
        middle = (left + right) // 2
        ends = (middle - low + 1)[:, None] >> (height - level)
        each = np.where(
            ends % 2 == 1, height / (2 * kept - 1) * answer * hadamard(index, ends - 1), 0.0
        )
        beyond = np.where(middle >= high, users, each.sum(axis=1)) < rank
        left, right = (
            np.where(open_ & beyond, middle + 1, left),
            np.where(open_ & ~beyond, middle, right),
        )
    return left


def alone(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> tuple[np.ndarray, ...]:
    """The local model, with one user or two."""
    rho, u, steps, size, sign = (
        number(p["rho"]),
        int(p["u"]),
        int(p.get("steps", "1")),
        len(data),
        rng.choice((-1, 1), n),
    )
    x = sign[:, None] * np.array([int(row[0]) for row in data])[None, :]
    center = tree(x, -u, u, (size + 1) // 2, rho if "whole rho" in p else rho / 4, p, rng)
    around = x - center[:, None]
    rank = max(size - floor(sqrt(2 * size / (9 * rho / 16))), (size + 1) // 2)
    squared = tree(
        around**2, 0, (2 * u) ** 2, rank, rho if "whole rho" in p else 3 * rho / 16, p, rng
    )
    root = np.array([isqrt(steps**2 * q) for q in squared.tolist()])[:, None]
    clipped = np.where(around**2 <= squared[:, None], steps * around, np.sign(around) * root)
    noise = np.zeros((n, size))
    for q in np.unique(squared):
        here = squared == q
        drawn = [
            gaussian(
                2 * q * steps**2 / (rho if "whole rho" in p else 9 * rho / 16),
                p,
                rng,
                int(here.sum()),
            )
            for _ in range(1 if "one noise" in p else size)
        ]
        noise[here] = np.column_stack([drawn[i % len(drawn)] for i in range(size)])
    return (sign * (center + (clipped + noise).sum(axis=1) / (steps * size)),)


def laplace(epsilon: float, d: int, p: dict[str, str], rng: Rng, n: int) -> np.ndarray:
    """Discrete Laplace: the difference of two geometric variables; more of it where some users may
    stay silent.
    """
    b, silent = exp(-epsilon / d / number(p.get("noise factor", "1"))), int(p.get("dropouts", "0"))
    if silent:
        shape = int(p["n"]) / (int(p["n"]) - silent)
        return rng.negative_binomial(shape, 1 - b, n) - rng.negative_binomial(shape, 1 - b, n)
    return rng.geometric(1 - b, n) - rng.geometric(1 - b, n)


def share(e: float, f: float, k: int, p: dict[str, str]) -> float:
    """x(e, f, k)."""
    if "whole budget" in p:
        return e
    low, high = 0.0, e
    for _ in range(80):
        x = (low + high) / 2
        low, high = (
            (x, high)
            if sqrt(2 * k * log(2 / f)) * x + k * x * (exp(x) - 1) <= e or k * x <= e
            else (low, x)
        )
    return low


def together(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> tuple[np.ndarray, ...]:
    """The shuffle model."""
    e, f, u, steps, beta, exact = (
        number(p["epsilon"]),
        number(p["delta"]),
        int(p["u"]),
        int(p.get("steps", "1")),
        number(p["beta"]),
        p.get("constants") == "exact",
    )
    size, high, sign = len(data), (2 * u) ** 2, rng.choice((-1, 1), n)
    counts = (ceil(log2(2 * u + 1)), ceil(log2(high + 1)))
    right = {k: v for k, v in p.items() if k != "whole budget"}
    y = 2 * log(2 * size / beta)
    y = min(y, 1.0) if exact else y
    b = exp(-share(3 * e / 16, 3 * f / 16, counts[1], right))
    tau = next(
        t
        for t in range(1000)
        if counts[1] * 2 * b ** (t + 1) / (1 + b) <= (2 if exact else 1) * beta
    )
    rank = size - max(floor(sqrt(8 * y) / share(9 * e / 16, 9 * f / 16, 1, right)), tau)
    x1, x2, x3 = (
        share(e / 4, f / 4, counts[0], p),
        share(3 * e / 16, 3 * f / 16, counts[1], p),
        share(9 * e / 16, 9 * f / 16, 1, p),
    )

    def search(values: np.ndarray, low: int, top: int, at: int, epsilon: float) -> np.ndarray:
        left, right_ = np.full(n, low), np.full(n, top)
        while (open_ := left < right_).any():
            middle = (left + right_) // 2
            noisy = (values <= middle[:, None]).sum(axis=1) + laplace(epsilon, 1, p, rng, n)
            beyond = noisy <= at if "right at ties" in p else noisy < at
            left, right_ = (
                np.where(open_ & beyond, middle + 1, left),
                np.where(open_ & ~beyond, middle, right_),
            )
        return left

    turned = sign[:, None] * np.array([int(row[0]) for row in data])[None, :]
    center = search(turned, -u, u, (size + 1) // 2, x1)
    around = turned - center[:, None]
    squared = search(around**2, 0, high, rank, x2)
    found = np.zeros(n)
    for q in np.unique(squared[squared > 0]).tolist():
        here = squared == q
        most = (
            min(ceil(steps * sqrt(y * q)), isqrt(q * steps**2))
            if exact
            else ceil(steps * sqrt(y * q))
        )
        x = around[here]
        cut = np.where(x**2 <= q, steps * x, np.sign(x) * isqrt(q * steps**2))
        found[here] = np.clip(cut, -most, most).sum(axis=1) + laplace(
            x3, 2 * most, p, rng, int(here.sum())
        )
    return (sign * (center + found / (size * steps)),)


def release(
    name: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int
) -> tuple[np.ndarray, ...]:
    return {
        "local_coordinate_mean": votes,
        "local_clipped_mean": alone,
        "shuffled_clipped_mean": together,
    }[name](p, data, rng, n)
