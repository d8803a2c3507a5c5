"""Simulators of steps and messages of the mechanisms of the instance paper: see `observed.py`."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, floor, log, log2, sqrt

import numpy as np

from tests.lab.simulators import instance_mixed
from tests.lab.simulators.instance import discrete_gaussian, number
from tests.lab.simulators.instance_messages import hadamard, keep, laplace, share

Rng = np.random.Generator
Draws = tuple[np.ndarray, ...]


def factor(p: dict[str, str]) -> float:
    return number(p.get("noise factor", "1"))


def gaussian(variance: float, p: dict[str, str], rng: Rng, n: int) -> np.ndarray:
    """Discrete Gaussian noise; where it is so wide that no double tells the difference, a rounded
    normal variable.
    """
    variance *= factor(p) ** 2
    return (
        np.round(rng.normal(scale=sqrt(variance), size=n))
        if variance > 10**12
        else discrete_gaussian(variance, rng, n)
    )


def two_counts(p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """Both noisy counts of a search in [0, 3]."""
    x = np.clip([0 if v == "nan" else int(v) for v in data], 0, 3)
    variance = (1 if "whole budget" in p else 2) / (2 * number(p["rho"]))
    first, second = (
        gaussian(variance, p, rng, n) * ("silent" not in p),
        gaussian(variance, p, rng, n),
    )
    one = (x <= 1).sum() + first
    beyond = one <= int(p["rank"]) if "right at ties" in p else one < int(p["rank"])
    return one, np.where(beyond, (x <= 2).sum(), (x <= 0).sum()) + (
        first if "one noise" in p else second
    )


def read(data: list[list[str]], low: int, high: int) -> np.ndarray:
    return np.array(
        [
            [min(max(0 if v == "nan" else round(Fraction(v)), low), high) for v in row]
            for row in data
        ]
    )


def thresholds(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The private squared norm of one coordinate."""
    norms = read(data, 0, int(p["u"]))[:, 0] ** 2
    many, rho, beta = len(norms), number(p["rho"]), number(p["beta"])
    most = ceil(log2(int(p["u"]) ** 2 + 1))
    rank = many - max(
        floor(sqrt(4 / (2 * (3 * rho / 4)))), ceil(sqrt(most * log(2 * most / beta) / (rho / 4)))
    )
    return (
        instance_mixed.search(np.tile(norms, (n, 1)), 0, int(p["u"]) ** 2, rank, rho / 4, p, rng),
    )


def medians(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The centre: of two rotated coordinates, or of buckets."""
    if "bucket" in p:
        b = Fraction(p["bucket"])
        g = int(Fraction(p["radius"]) / b)
        x, u = (
            np.array(
                [[round((0 if v == "nan" else Fraction(v)) / b) for v in row] for row in data]
            ),
            2 * g,
        )
        x = np.clip(x, -g, g) + g
    else:
        u = int(p["u"])
        x = read(data, 0, u)
    d = x.shape[1]
    signs = rng.choice((-1, 1), (n, d))
    turned = (signs[:, None, :] * x[None, :, :]) @ (
        np.array([[1]]) if d == 1 else np.array([[1, 1], [1, -1]])
    )
    spent = number(p["rho"]) / (4 * (1 if "whole coordinate" in p else d))
    return tuple(
        instance_mixed.search(
            turned[:, :, j], -d * u, d * u, (len(x) + 1) // 2, spent, p, rng
        ).astype(float)
        for j in range(d)
    )


def norm(d: int, b: float) -> float:
    return sqrt(d + 2 * sqrt(d * log(1 / b)) + 2 * log(1 / b))


def first_sum(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The noisy sum of the first of two steps."""
    s, many, g = number(p["sigma_max"]), len(data), number(p["beta"]) / 2
    b = Fraction(1, ceil(sqrt(many) / s))
    clip = ceil((number(p["radius"]) + s * norm(1, g / (2 * many))) / float(b) + 1 / 2)
    total = sum(
        max(-clip, min(clip, round((0 if row[0] == "nan" else Fraction(row[0])) / b)))
        for row in data
    )
    share_of = 1.0 if "whole rho" in p else 1 / 4
    return (
        total
        + gaussian(2 * clip**2 / (number(p["rho"]) * share_of), p, rng, n) * ("silent" not in p),
    )


def products(step: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The noisy products of the first pass, or of the last where all differences are 0."""
    t, d, m = int(p.get("iterations", "3")), len(data[0]), len(data) // 2
    s, least, g = (
        number(p["sigma_max"]),
        number(p["sigma_min"]),
        number(p.get("beta", "1/10")) / (6 * t),
    )
    b, fine = Fraction(1, ceil(sqrt(len(data)) / least)), 2.0**20
    reach = ceil((number(p["radius"]) + s * norm(d, g / len(data))) / float(b)) + 1
    clip = ceil(fine * norm(d, g / m))
    x = np.array(
        [
            [max(-reach, min(reach, round((0 if v == "nan" else Fraction(v)) / b))) for v in row]
            for row in data
        ]
    )
    w = np.trunc(fine * (x[0 : 2 * m : 2] - x[1 : 2 * m : 2]) / (sqrt(2) * s / float(b)))
    size_of = np.maximum(np.sqrt((w**2).sum(axis=1)) / clip, 1)
    w = np.trunc(w / size_of[:, None])
    sums_of = [(w[:, j] * w[:, k]).sum() for j in range(d) for k in range(j + 1)]
    rho, i = number(p["rho"]) / (1 if "all of rho" in p else 2), int(step.rsplit("_", 1)[1])
    part = 1.0 if t == 1 or "whole rho" in p else 3 / 4 if i == t else 1 / (4 * (t - 1))
    variance = clip**4 / (rho * (1 / 3 if "even" in p else part))
    drawn = [gaussian(variance, p, rng, n) * ("silent" not in p) for _ in sums_of]
    return tuple(v + drawn[0 if "one noise" in p else i] for i, v in enumerate(sums_of))


def voter(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The bits of the first user."""
    side = ceil(Fraction(p["radius"]) / Fraction(p["sigma_max"]))
    mine = max(
        -side,
        min(
            side,
            round((0 if data[0][0] == "nan" else Fraction(data[0][0])) / Fraction(p["sigma_max"])),
        ),
    )
    rho = number(p["rho"])
    kept = (
        1.0
        if "never turned" in p
        else keep(rho if "whole rho" in p else rho / 2, p.get("constants", "paper"))
    )
    stays = rng.random((n, 2 * side + 1)) < kept
    stays = np.repeat(stays[:, :1], 2 * side + 1, axis=1) if "one noise" in p else stays
    truth = (np.arange(-side, side + 1) == mine) & ("says nothing" not in p)
    return tuple(np.where(stays, truth, ~truth).astype(float).T)


def sender(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """What the first user of the second half sends."""
    rho, s, many = number(p["rho"]), Fraction(p["sigma_max"]), len(data)
    side, b = ceil(Fraction(p["radius"]) / s), Fraction(1, ceil(sqrt(many) / float(s)))
    half = ceil((2 + sqrt(2 * log(8 * many / number(p["beta"])))) * float(s / b))
    ones, at = np.zeros((n, 2 * side + 1)), np.arange(-side, side + 1)
    for row in data[: many // 2]:
        truth = at == max(-side, min(side, round(Fraction(row[0]) / s)))
        ones += np.where(rng.random((n, 2 * side + 1)) < keep(rho / 2, "paper"), truth, ~truth)
    center = np.array([round(o * s / b) for o in at])[ones.argmax(axis=1)]
    value = round(Fraction(data[many // 2][0]) / b)
    noise = gaussian(2 * half**2 / rho, p, rng, n) * ("silent" not in p)
    return (np.clip(value - center, -half, half) + noise,)


def answers(
    value: np.ndarray, low: int, high: int, rho: float, p: dict[str, str], rng: Rng
) -> Draws:
    """The answer of one user for nodes of a tree."""
    n, height = len(value), ceil(log2(high - low + 1))
    level = np.full(n, height) if "last level" in p else rng.integers(1, height + 1, n)
    index = (rng.random(n) * 2**level).astype(int) * ("index 0" not in p)
    truth = hadamard(index, (value - low) >> (height - level))
    kept = 1.0 if "never turned" in p else keep(rho, p.get("constants", "paper"))
    return tuple(
        v.astype(float) for v in (level, index, np.where(rng.random(n) < kept, truth, -truth))
    )


def local(step: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """A message of one user in the first round, or of the only user in the second."""
    rho, u, who = number(p["rho"]), int(p["u"]), int(step.split("_")[1]) - 1
    sign = np.ones(n, int) if "no sign" in p else rng.choice((-1, 1), n)
    x = sign * int(read(data, 0, u)[who, 0])
    first = answers(x, -u, u, rho if "whole rho" in p else rho / 4, p, rng)
    if step.endswith("_1"):
        return first
    center = selected(first, u, p)
    return answers(
        (x - center) ** 2, 0, (2 * u) ** 2, rho if "whole rho" in p else 3 * rho / 16, p, rng
    )


def selected(message: Draws, u: int, p: dict[str, str]) -> np.ndarray:
    """What the aggregator selects from the message of the only user, for rank 1 in [-u, u]."""
    level, index, answer = (v.astype(int) for v in message)
    height, rho = ceil(log2(2 * u + 1)), number(p["rho"])
    kept = keep(rho if "whole rho" in p else rho / 4, p.get("constants", "paper"))
    left, right = np.full(len(level), -u), np.full(len(level), u)
    while (open_ := left < right).any():
        middle = (left + right) // 2
        ends = (middle + u + 1) >> (height - level)
        each = np.where(
            ends % 2 == 1, height / (2 * kept - 1) * answer * hadamard(index, ends - 1), 0.0
        )
        beyond = np.where(middle >= u, 1, each) < 1
        left, right = (
            np.where(open_ & beyond, middle + 1, left),
            np.where(open_ & ~beyond, middle, right),
        )
    return left


def shuffle(step: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> Draws:
    """The parts of the first user's bit in the first count, or that count."""
    u, many, e, q = int(p["u"]), len(data), number(p["epsilon"]), int(p["modulus"])
    x1 = share(e / 4, number(p["delta"]) / 4, ceil(log2(2 * u + 1)), p)
    sign = np.ones(n, int) if "no sign" in p else rng.choice((-1, 1), n)
    bits = sign[:, None] * read(data, 0, u)[:, 0][None, :] <= 0
    if step.endswith("_sum"):
        return (bits.sum(axis=1) + laplace(x1, 1, p, rng, n),)
    shape, w = 1.0 if "all of the noise" in p else 1 / many, exp(-x1)
    noise = (rng.negative_binomial(shape, 1 - w, n) - rng.negative_binomial(shape, 1 - w, n)) * (
        "silent" not in p
    )
    parts = rng.integers(0, q - ("small parts" in p), (n, int(p["messages"]) - 1)) * (
        "plain parts" not in p
    )
    return tuple(v.astype(float) for v in (*parts.T, (bits[:, 0] + noise - parts.sum(axis=1)) % q))
