"""Fast simulators of means, in one or two dimensions, with private thresholds, medians or balls,
right ones and ones with a named bug, from the definitions in vectors/instance.md alone.

They share nothing with the package. A parameter that is no parameter of the mechanism ("noise factor", "whole rho",
...) asks for a bug.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, isqrt, log, log2, sqrt

import numpy as np

from tests.lab.simulators.instance import noise_of, number

OBJECTS = (
    "quantile_clipped_mean",
    "shifted_clipped_mean",
    "quantized_mean",
    "gaussian_mean",
    "coinpress_mean",
)
Rng = np.random.Generator
Bugs = dict[str, str]


def noise(variances: np.ndarray, bugs: Bugs, rng: Rng) -> np.ndarray:
    """A discrete Gaussian integer, or a normal number, for each variance, 0 for 0."""
    found = np.zeros(len(variances))
    for v in np.unique(variances):
        here = variances == v
        if v > 0:
            found[here] = noise_of(
                bugs, v * number(bugs.get("noise factor", "1")) ** 2, rng, int(here.sum())
            )
    return found


def search(
    values: np.ndarray, low: int, high: int, rank: int, rho: float, bugs: Bugs, rng: Rng
) -> np.ndarray:
    printed, wide = bugs.get("edition") == "printed", high - low
    parts = log2(wide) if printed and wide > 1 else 0.0 if printed else ceil(log2(wide + 1))
    variance = (1 if "whole budget" in bugs else parts) / (2 * rho)
    left, right = np.full(len(values), low), np.full(len(values), high)
    while (open_ := left < right).any():
        middle = (left + right) // 2
        noisy = (values <= middle[:, None]).sum(axis=1) + noise(
            np.full(len(values), variance), bugs, rng
        )
        beyond = noisy <= rank if ("right at ties" in bugs) != printed else noisy < rank
        left, right = (
            np.where(open_ & beyond, middle + 1, left),
            np.where(open_ & ~beyond, middle, right),
        )
    return left


def printed_rank(n: int, d: int, u: int, rho: float, factor: int, beta: float) -> int:
    """The paper's, of which the private count is more than it has noise for."""
    parts = log2(d * u)
    error = 2 * sqrt(parts * log(parts / beta) / rho) if parts > beta else 0.0
    return max(n - max(ceil(sqrt(factor * d / (2 * rho))), ceil(error)), 1)


def threshold(
    values: np.ndarray, u: int, high: int, rho: float, factor: int, p: dict[str, str], rng: Rng
) -> np.ndarray:
    """One clipped mean with a private threshold for each table (simulation, record, coordinate) of
    integers.
    """
    sims, n, d = values.shape
    steps, beta = int(p.get("steps", "1")), number(p.get("beta", "1/10"))
    most, sides = ceil(log2(high + 1)), 1 if p.get("constants") == "exact" else 2
    error = sqrt(most * log(sides * most / beta) / (rho / 4))
    rank = n - max(floor(sqrt(factor * d / (2 * (3 * rho / 4)))), ceil(error))
    if p.get("edition") == "printed":
        rank = printed_rank(n, d, u, rho, factor, beta)
    if rank < 1:
        return np.zeros((sims, d))
    first, second = (rho, rho) if "whole rho" in p else (rho / 4, 3 * rho / 4)
    norms = (values**2).sum(axis=2)
    q = search(norms, 0, high, rank, first, p, rng)
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = np.sign(values) * np.floor(
            np.sqrt(steps**2 * (q[:, None, None] * values**2) / norms[:, :, None]) + 1e-9
        )
    inside = np.full(norms.shape, True) if "no clip" in p else norms <= q[:, None]
    clipped = np.where(inside[:, :, None], steps * values, cut)
    drawn = [
        noise(factor * q * steps**2 / (2 * second), p, rng)
        for _ in range(1 if "one noise" in p else d)
    ]
    return np.column_stack(
        [(clipped[:, :, j].sum(axis=1) + drawn[j % len(drawn)]) / (n * steps) for j in range(d)]
    )


def shifted(values: np.ndarray, u: int, p: dict[str, str], rng: Rng, n: int) -> np.ndarray:
    """Signs, medians, the clipped mean around them; one or two dimensions, which need no
    padding.
    """
    rho, d = number(p["rho"]), values.shape[1]
    hadamard = np.array([[1]]) if d == 1 else np.array([[1, 1], [1, -1]])
    signs = rng.choice((-1, 1), (n, d))
    turned = (signs[:, None, :] * values[None, :, :]) @ hadamard
    spent = rho / 4 if "whole coordinate" in p else rho / (4 * d)
    center = np.column_stack(
        [
            search(turned[:, :, j], -d * u, d * u, (len(values) + 1) // 2, spent, p, rng)
            for j in range(d)
        ]
    )
    top = d * u**2 if p.get("edition") == "printed" else d * (2 * d * u) ** 2
    rest = threshold(turned - center[:, None, :], u, top, 3 * rho / 4, 4, p, rng)
    return signs * ((rest + center) @ hadamard) / d


def buckets(p: dict[str, str], data: list[list[str]]) -> tuple[float, int, np.ndarray]:
    """b, g and the records in buckets."""
    x = [Fraction(0) if row[0] == "nan" else Fraction(row[0]) for row in data]
    if "bucket" in p:
        b = Fraction(p["bucket"])
        g = int(Fraction(p["radius"]) / b)
    else:
        b = Fraction(1, ceil(sqrt(len(x)) / number(p["sigma_min"])))
        g = ceil(
            (
                number(p["radius"])
                + 2 * number(p["sigma_max"]) * sqrt(1 + log(4 * len(x) / number(p["beta"])))
            )
            / float(b)
        )
    return float(b), g, np.array([max(-g, min(g, round(v / b))) for v in x])


FAR = Fraction(10**9)


def into_ball(row: list[int], radius: int) -> list[int]:
    """A vector of integers on the way to 0, into the ball, each size rounded down."""
    norm = sum(v * v for v in row)
    return (
        row
        if norm <= radius**2
        else [(1 - 2 * (v < 0)) * isqrt(radius**2 * v * v // norm) for v in row]
    )


def ball(p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> np.ndarray:
    """Steps around a centre; in two dimensions one step."""
    rho, beta, t, size, d = (
        number(p["rho"]),
        number(p["beta"]),
        int(p["iterations"]),
        len(data),
        len(data[0]),
    )
    b = Fraction(1, ceil(sqrt(size) / number(p["sigma_max"])))
    s, radius, g = number(p["sigma_max"]) / float(b), number(p["radius"]) / float(b), beta / t

    def norm(x: float) -> float:
        return sqrt(d + 2 * sqrt(d * log(1 / x)) + 2 * log(1 / x))

    # an infinite coordinate is the end of its side
    far = {"nan": Fraction(0), "inf": FAR, "-inf": -FAR}
    x = np.array([[round((far[v] if v in far else Fraction(v)) / b) for v in row] for row in data])
    assert d == 1 or t == 1
    center, mean = np.zeros((n, d)), np.zeros((n, d))
    for i in range(1, t + 1):
        share = 1.0 if t == 1 else 3 / 4 if i == t else 1 / (4 * (t - 1))
        reach = radius + s * norm(g / (2 * size))
        if p.get("tails") == "each":
            reach = sqrt(
                radius**2 + 2 * radius * s * sqrt(2 * log(1 / beta)) + (s * norm(beta)) ** 2
            )
        clip = ceil(reach + sqrt(d) / 2)
        x = np.clip(x, -clip, clip) if i == 1 else x
        variance = 2 * clip**2 / (rho * share)
        total = (
            np.clip(x[None, :, :] - center[:, None, :], -clip, clip).sum(axis=1)
            if d == 1
            else np.tile(sum(np.array(into_ball(row, clip)) for row in x.tolist()), (n, 1))
        )
        drawn = variance * (share if "whole rho" in p else 1) * ("last only" not in p or i == t)
        added = [noise(np.full(n, drawn), p, rng) for _ in range(1 if "one noise" in p else d)]
        mean = (total + np.column_stack([added[j % len(added)] for j in range(d)])) / size
        radius = norm(beta if p.get("tails") == "each" else g / 2) * sqrt(
            s**2 / size + variance / size**2
        ) + sqrt(d)
        center = center if i == t else center + np.round(mean)
    return float(b) * (center + mean)


def release(
    name: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int
) -> tuple[np.ndarray, ...]:
    return tuple(_release(name, p, data, rng, n).T)


def _release(name: str, p: dict[str, str], data: list[list[str]], rng: Rng, n: int) -> np.ndarray:
    if name == "coinpress_mean":
        return ball(p, data, rng, n)
    if name in ("quantized_mean", "gaussian_mean"):
        b, g, found = buckets(p, data)
        return b * (shifted(found[:, None] + g, 2 * g, p, rng, n) - g)
    values, u = np.array([[int(v) for v in row] for row in data]), int(p["u"])
    if name == "shifted_clipped_mean":
        return shifted(values, u, p, rng, n)
    d = values.shape[1]
    factor = 4 if p.get("constants", "paper") == "paper" else min(d, 2)
    return threshold(
        np.broadcast_to(values, (n, *values.shape)), u, d * u**2, number(p["rho"]), factor, p, rng
    )
