"""What a stat request asks of a fast simulator: right draws of laws and releases.

Written from the definitions in vectors/*.md alone; the laws are in `laws.py`, each paper's releases
in a file of its key.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import numpy as np

from dpmean.catalogue.mechanisms import MECHANISMS
from tests.lab.simulators import (
    hetero,
    histograms,
    instance,
    instance_messages,
    instance_mixed,
    observed,
    parts,
    responses,
    silent,
    trilemma,
)
from tests.lab.simulators.laws import Draws, Rng, law, number
from tests.lab.simulators.records import Runs, runs
from tests.lab.simulators.samplers import exactly


def mean(name: str, p: dict[str, str], data: Runs, rng: Rng, n: int) -> Draws:
    epsilon, low, high = number(p["epsilon"]), number(p["lower"]), number(p["upper"])
    width, mid = high - low, (low + high) / 2
    there = [(x, times) for x, times in data if x != "nan" or name == "sized_mean"]
    records = np.repeat(
        np.clip([_record(x, mid) for x, _ in there], low, high), [times for _, times in there]
    )
    size = len(records)
    if name == "sized_mean":
        noisy = records.mean() + rng.laplace(scale=width / size / epsilon, size=n)
        return (np.clip(noisy, low, high) if p["noise"] == "truncated_laplace" else noisy,)
    if name == "transformed_mean":
        m = int(p.get("m", "1"))
        share = (records - low) / width
        if "m" in p:
            share = (np.floor(share * m + 0.5) if "ties" in p else np.round(share * m)) / m
        z1, z2 = _pair(p, epsilon, m, rng, n)
        s1, s2 = share.sum() + z1, size - share.sum() + z2
        total = np.where(np.abs(s1 + s2) < 1e-9, 0.0, s1 + s2)
        with np.errstate(divide="ignore", invalid="ignore"):
            return (np.where(total == 0, mid, low + width * np.clip(s1 / total, 0, 1)),)
    if name == "bounded_mean":
        return bounded(p, records, rng, n)
    shift = mid if name == "shifted_mean" else 0.0
    moves = width / 2 if name == "shifted_mean" else max(abs(low), abs(high))
    scale = 2 * number(p.get("sum sensitivity", str(moves))) / epsilon
    above = (records - shift).sum() + rng.laplace(
        scale=scale * number(p.get("sum factor", "1")), size=n
    )
    below = size + number(p.get("count factor", "1")) * rng.laplace(scale=2 / epsilon, size=n)
    quotient = above / below
    return (quotient + shift if "unclipped" in p else np.clip(quotient + shift, low, high),)


def _pair(p: dict[str, str], epsilon: float, m: int, rng: Rng, n: int) -> Draws:
    """Both noises of Algorithm 3."""
    if p["noise"] == "laplace":
        return tuple(rng.laplace(scale=1 / epsilon, size=(2, n)))
    if p["noise"] == "discrete_laplace":
        z1, z2 = (
            law("discrete_laplace", {"epsilon": p["epsilon"], "sensitivity": p["m"]}, rng, n)[0] / m
            for _ in range(2)
        )
        return z1, z1 if "one noise" in p else z2
    return law(p["noise"], {k: v for k, v in p.items() if k in ("epsilon", "gamma", "m")}, rng, n)


def bounded(p: dict[str, str], records: np.ndarray, rng: Rng, n: int) -> Draws:
    """n releases of the bounded mean, or of one with a bug: `least` count, `middle`, factors of
    noise, `discrete`.
    """
    epsilon, low, high = number(p["epsilon"]), number(p["lower"]), number(p["upper"])
    middle, scale = (
        number(p.get("middle", str((low + high) / 2))),
        2 / epsilon * number(p.get("count factor", "1")),
    )
    t = np.exp(-1 / scale)
    noise = (
        rng.geometric(1 - t, n) - rng.geometric(1 - t, n)
        if "discrete" in p
        else np.rint(rng.laplace(scale=scale, size=n))
    )
    count = len(records) + noise
    count = np.where(count < number(p.get("least", "1")), number(p.get("least", "1")), count)
    total = (records - middle).sum() + rng.laplace(size=n) * (high - low) / epsilon * number(
        p.get("sum factor", "1")
    )
    with np.errstate(divide="ignore"):
        quotient = np.where(count == 0, 0, total / count)
    return (np.clip(quotient, (low - high) / 2, (high - low) / 2) + middle,)


def _record(x: str, mid: float) -> float:
    return mid if x == "nan" else float(x) if x in ("inf", "-inf") else number(x)


def right(object_: str, params: dict[str, str], given: dict[str, Any], rng: Rng, n: int) -> Draws:
    """n right draws for a stat request."""
    if "decay" in params and object_ in MECHANISMS:
        params = {k: v for k, v in params.items() if k != "decay"} | {
            "epsilon": repr(-log(number(params["decay"])))
        }
    if "observe" in given:
        return observed.step(object_, params, given, rng, n)
    if object_ in parts.OBJECTS:
        return parts.release(object_, params, runs(given), rng, n)
    if object_ in histograms.OBJECTS:
        return histograms.release(params, runs(given), rng, n)
    if object_ in responses.OBJECTS:
        return responses.release(params, runs(given), rng, n)
    if object_ in trilemma.OBJECTS:
        return (
            trilemma.release(
                object_, params, [x for x, times in runs(given) for _ in range(times)], rng, n
            ),
        )
    if object_ in silent.OBJECTS:
        return (
            silent.release(
                object_, params, [x for x, times in runs(given) for _ in range(times)], rng, n
            ),
        )
    if object_ in instance.OBJECTS:
        return instance.release(object_, params, given["data"], rng, n)
    if object_ in instance_messages.OBJECTS:
        return instance_messages.release(object_, params, given["data"], rng, n)
    if object_ in instance_mixed.OBJECTS:
        return instance_mixed.release(object_, params, given["data"], rng, n)
    if object_ in hetero.OBJECTS:
        return (
            hetero.release(
                object_, params, [x for x, times in runs(given) for _ in range(times)], rng, n
            ),
        )
    if object_.endswith("_mean"):
        return mean(object_, params, runs(given), rng, n)
    draws = law(object_, params, rng, n)
    return (placed(draws[0], given.get("center", "0")), *draws[1:])


def placed(noise: np.ndarray, center: str) -> np.ndarray:
    """Noise on a centre: in doubles where both are, else exactly."""
    if noise.dtype != object and number(center) == Fraction(center):
        return noise + number(center)
    return exactly(noise, center)
