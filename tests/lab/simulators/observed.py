"""Fast simulators of steps of a mechanism and of messages of users, right ones and ones with a
named bug, from the definitions in vectors/*.md alone.

They share nothing with the package. FLAGS says which parameter, that is none of the mechanism, asks
for which bug.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log
from typing import Any

import numpy as np

from tests.lab.simulators.instance import number
from tests.lab.simulators.instance_messages import laplace
from tests.lab.simulators.observed_instance import (
    Draws,
    Rng,
    factor,
    first_sum,
    local,
    medians,
    products,
    sender,
    shuffle,
    thresholds,
    two_counts,
    voter,
)

FLAGS: dict[str, dict[str, str]] = {
    "half the noise": {"noise factor": "1/2"},
    "the whole budget for each count": {"whole budget": "yes"},
    "the whole budget for each step": {"whole rho": "yes"},
    "the whole budget for each coordinate": {"whole coordinate": "yes"},
    "half of rho is not kept for the mean": {"all of rho": "yes"},
    "all steps spend the same": {"even": "yes"},
    "right where the noisy count equals the rank": {"right at ties": "yes"},
    "no answer is turned": {"never turned": "yes"},
    "a missing record says no bin": {"says nothing": "yes"},
    "the index is always 0": {"index 0": "yes"},
    "always the last level": {"last level": "yes"},
    "no sign is turned": {"no sign": "yes"},
    "the parts are not random": {"plain parts": "yes"},
    "no part but the last is the largest": {"small parts": "yes"},
    "every user adds the noise of all": {"all of the noise": "yes"},
    "the count has the noise of the sum": {"scale factor": "other"},
    "the sensitivity is an integer": {"scale factor": "8/7"},
    "the sum moves by the width": {"scale factor": "2"},
    "the groups' noises exchanged": {"exchanged": "yes"},
    "chances linear in epsilon": {"linear": "yes"},
    "everybody is sampled": {"everybody": "yes"},
    "one permutation for all rows": {"one permutation": "yes"},
    "the blocks stay as they are": {"no permutation": "yes"},
    "missing records are counted": {"nan as 0": "yes"},
    "missing records count as 0": {"nan as 0": "yes"},
    **dict.fromkeys(
        (
            "one noise for both counts",
            "one noise for all bins",
            "one noise for both groups",
            "one noise for both blocks",
            "one noise for all entries",
            "one coin for all bins",
            "one coin for all users",
        ),
        {"one noise": "yes"},
    ),
    **dict.fromkeys(
        (
            "no noise on the first count",
            "no noise before the last step",
            "one block has the noise of all",
            "one user adds the noise of all",
            "counts have no noise",
            "the count has no noise",
        ),
        {"silent": "yes"},
    ),
}


def records(p: dict[str, str], data: list[str], missing: float | None) -> np.ndarray:
    """Clipped records; `missing` None: a missing one is dropped."""
    low, high = number(p["lower"]), number(p["upper"])
    missing = 0.0 if "nan as 0" in p else missing
    found = [missing if x == "nan" else float(x) if "inf" in x else number(x) for x in data]
    return np.clip([x for x in found if x is not None], low, high)


# ---- addremove ----


def sums(name: str, step: str, p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """A noisy sum or count."""
    x, low, high, epsilon = (
        records(p, data, None),
        number(p["lower"]),
        number(p["upper"]),
        number(p["epsilon"]),
    )
    if name == "transformed_mean":
        share_of = (x - low) / (high - low)
        if p["noise"] == "laplace":
            return (len(x) - share_of.sum() + rng.laplace(scale=factor(p) / epsilon, size=n),)
        m = int(p["m"])
        return ((len(x) * m - np.round(share_of * m).sum() + laplace(epsilon, m, p, rng, n)) / m,)
    moved, origin = (
        (max(abs(low), abs(high)), 0.0)
        if name == "independent_mean"
        else ((high - low) / 2, (low + high) / 2)
    )
    scales = {"noisy_count": 2 / epsilon, "noisy_sum": 2 * moved / epsilon}
    scale = factor(p) * scales["noisy_sum" if p.get("scale factor") == "other" else step]
    scale *= number(p.get("scale factor", "1")) if p.get("scale factor") != "other" else 1
    return (
        (len(x) if step == "noisy_count" else (x - origin).sum())
        + rng.laplace(scale=scale, size=n),
    )


# ---- hetero ----


def groups(p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """The noisy means of users of one epsilon each."""
    e, low, high = (
        np.array([number(v) for v in p["epsilons"].split(",")]),
        number(p["lower"]),
        number(p["upper"]),
    )
    x, each = records(p, data, (low + high) / 2), sorted({*e.tolist()})
    scales = [(high - low) / ((e == v).sum() * v) * factor(p) for v in each]
    drawn = [rng.laplace(scale=s, size=n) for s in (scales[::-1] if "exchanged" in p else scales)]
    return tuple(x[e == v].mean() + drawn[0 if "one noise" in p else i] for i, v in enumerate(each))


def sampled(p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """The sum of who is sampled, seen from the midpoint."""
    e, mid = (
        np.array([number(v) for v in p["epsilons"].split(",")]),
        (number(p["lower"]) + number(p["upper"])) / 2,
    )
    chance = e / e.max() if "linear" in p else np.expm1(e) / np.expm1(e.max())
    u = rng.random((n, len(e)))
    if "one noise" in p:
        u[:, 3] = u[:, 0]
    return (((u < chance) | ("everybody" in p)) @ (records(p, data, mid) - mid),)


# ---- trilemma ----


def bins(name: str, p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """The noisy counts of the bins with records, which are the same for every offset."""
    x = [0.0 if "inf" in v else number(v) for v in data[: int(p.get("n1", len(data)))]]
    counts = (
        [x.count(x[0])]
        if name == "dpucoarse"
        else [sum(round(v) == k for v in x) for k in sorted({round(v) for v in x})]
    )
    drawn = [
        rng.laplace(scale=2 * factor(p) / number(p["epsilon"]), size=n) * ("silent" not in p)
        for _ in counts
    ]
    return tuple(c + drawn[0 if "one noise" in p else i] for i, c in enumerate(counts))


def size(p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """The private number of records."""
    there = sum(x != "nan" or "nan as 0" in p for x in data)
    v = ceil(log(2 / number(p["delta"])) / number(p["epsilon"]))
    noise = laplace(number(p["epsilon"]), 1, p, rng, n) * ("silent" not in p)
    return (there + np.clip(noise, -v, v) - v,)


def blocks(step: str, p: dict[str, str], data: list[str], rng: Rng, n: int) -> Draws:
    """Blocks after a permutation in each row; the means of blocks of one record."""
    low, high, m, rows = number(p["lower"]), number(p["upper"]), int(p["blocks"]), int(p["n"])
    x = records(p, data, (low + high) / 2).reshape(m, rows)
    orders = [rng.permuted(np.tile(np.arange(m), (n, 1)), axis=1) for _ in range(rows)]
    if "no permutation" in p:
        orders = [np.tile(np.arange(m), (n, 1))] * rows
    moved = [
        [x[orders[0 if "one permutation" in p else i][:, j], i] for i in range(rows)]
        for j in range(m)
    ]
    if step == "shuffled":
        return tuple(column for block in moved for column in block)
    drawn = rng.laplace(scale=factor(p) * (high - low) / rows / number(p["epsilon"]), size=(m, n))
    drawn[0] *= "silent" not in p
    return tuple(
        sum(block) / rows + drawn[0 if "one noise" in p else j] for j, block in enumerate(moved)
    )


STEPS: dict[str, Callable[..., Draws]] = {
    "ldpe": lambda step, *rest: groups(*rest),
    "sm": lambda step, *rest: sampled(*rest),
    "unknown_size": lambda step, *rest: size(*rest),
    "shuffled_mean": blocks,
    "privquant": lambda step, *rest: two_counts(*rest),
    "quantile_clipped_mean": lambda step, *rest: thresholds(*rest),
    "shifted_clipped_mean": lambda step, *rest: medians(*rest),
    "quantized_mean": lambda step, *rest: medians(*rest),
    "coinpress_mean": lambda step, *rest: first_sum(*rest),
    "coinpress_scaled_mean": products,
    "local_coordinate_mean": lambda step, *rest: (
        voter(*rest) if step.endswith("bins") else sender(*rest)
    ),
    "local_clipped_mean": local,
    "shuffled_clipped_mean": shuffle,
}


def step(name: str, p: dict[str, str], given: dict[str, Any], rng: Rng, n: int) -> Draws:
    """n draws of the step that a stat request names."""
    data, asked = given["data"], given["observe"]
    if name in STEPS:
        return STEPS[name](asked, p, data, rng, n)
    if name in ("dpucoarse", "kv_mean"):
        return bins(name, p, data, rng, n)
    return sums(name, asked, p, data, rng, n)
