"""Mechanisms run many times at once, in doubles, to check exact errors against.

Each estimate is made as its definition says, user by user. This file holds samplers of records and
of noise, and the estimates of mechanisms. It is the only file of this room that imports NumPy,
beside `instance/estimators`. The stream is the raw output of PCG64, which NumPy promises not to
change; what is made of it is here. Doubles are good enough for an interval of four digits, and for
nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..mechanisms.hetero.affine import Affine
from ..mechanisms.hetero.ldpe import Ldpe
from ..mechanisms.hetero.sm import Sm
from .points import Check, Enclosed, Job

Doubles = NDArray[np.float64]
CHUNK = 1 << 20  # records at once
DEVIATIONS = 3.8906  # of a normal law with 99.99 % inside
CONFIDENCE = "99.99 %"


class Source:
    """A source of uniform doubles in (0, 1), made from a seed."""

    def __init__(self, seed: str) -> None:
        """Start the stream of a `seed`, which is any text."""
        self._bits = np.random.PCG64(int.from_bytes(hashlib.sha256(seed.encode()).digest(), "big"))

    def uniforms(self, *shape: int) -> Doubles:
        """Return uniform doubles of this shape, which are odd multiples of 2^-54."""
        words: NDArray[np.uint64] = np.asarray(
            self._bits.random_raw(int(np.prod(shape))), dtype=np.uint64
        )
        return ((words >> np.uint64(11)).astype(np.float64) * 2.0**-53 + 2.0**-54).reshape(shape)

    def words(self, count: int) -> NDArray[np.uint64]:
        """Return `count` words of 64 fair bits."""
        return np.array(self._bits.random_raw(count), dtype=np.uint64)

    def laplace(self, *shape: int) -> Doubles:
        """Return Laplace noise of scale 1 and of this shape."""
        u = self.uniforms(*shape) - 0.5
        return np.asarray(-np.sign(u) * np.log1p(-2 * np.abs(u)), dtype=np.float64)


def _beta(source: Source, *shape: int) -> Doubles:
    """Return records of Beta(2, 3), the second of four uniforms in rising order, moved to [-1/2,
    1/2].
    """
    a, b, c, d = (source.uniforms(*shape) for _ in range(4))
    (a, b), (c, d) = (np.minimum(a, b), np.maximum(a, b)), (np.minimum(c, d), np.maximum(c, d))
    return np.asarray(np.minimum(np.maximum(a, c), np.minimum(b, d)) - 0.5)


RECORDS: dict[str, Callable[..., Doubles]] = {
    "uniform": lambda source, *shape: source.uniforms(*shape) - 0.5,
    "coin": lambda source, *shape: np.where(source.uniforms(*shape) < 0.5, -0.5, 0.5),
    "beta(2,3)": _beta,
}


def _affine(mechanism: Affine, x: Doubles, source: Source) -> Doubles:
    if mechanism.constant:
        return np.full(len(x), float(mechanism.midpoint))
    weights = np.array([float(w) for w in mechanism.weights])
    noise = source.laplace(len(x)) * float(mechanism.noise_scale)
    return np.asarray(float(mechanism.midpoint) + (x - float(mechanism.midpoint)) @ weights + noise)


def _grouped(mechanism: Ldpe, x: Doubles, source: Source) -> Doubles:
    weights, scales = (
        np.array([float(q) for q in column])
        for column in (_group_weights(mechanism), mechanism.noise_scales)
    )
    means = np.stack([x[:, list(users)].mean(axis=1) for _, users in mechanism.groups], axis=1)
    return np.asarray((means + source.laplace(*means.shape) * scales) @ weights)


def _group_weights(mechanism: Ldpe) -> Sequence[Fraction | float]:
    """Return the mechanism's own weights; for very many groups, where exact ones have many digits,
    those in doubles.
    """
    if len(mechanism.groups) <= 32:
        return mechanism.group_weights
    inverses = [
        1 / (1 / (4 * len(users)) + 2 * float(scale / mechanism.width) ** 2)
        for (_, users), scale in zip(mechanism.groups, mechanism.noise_scales, strict=True)
    ]
    return [i / sum(inverses) for i in inverses]


def _sampled(mechanism: Sm, x: Doubles, source: Source) -> Doubles:
    """Return the estimates of SM in its edition, as printed or as corrected."""
    t, width, middle = float(mechanism.largest), float(mechanism.width), float(mechanism.midpoint)
    p = np.expm1(np.array([float(e) for e in mechanism.finite("sm")])) / np.expm1(t)
    chosen = source.uniforms(*x.shape) < p
    size: Doubles | np.float64 = (
        np.sum(chosen, axis=1) if mechanism.edition == "printed" else p.sum()
    )
    return np.asarray(
        middle
        + np.sum((x - middle) * chosen, axis=1) / size
        + source.laplace(len(x)) * width / (size * t)
    )


def estimates(mechanism: Any, x: Doubles, source: Source) -> Doubles:
    """Return one estimate for each row of records."""
    if isinstance(mechanism, Sm):
        return _sampled(mechanism, x, source)
    return (
        _grouped(mechanism, x, source)
        if isinstance(mechanism, Ldpe)
        else _affine(mechanism, x, source)
    )


def check(
    mechanisms: dict[str, tuple[Any, Enclosed]], law: str, mean: Fraction, where: str, job: Job
) -> tuple[Check, ...]:
    """Return for each label (mechanism, exact error) the check of its exact error.

    It is the mean of the squared errors of `job.runs` runs on the same records, with a confidence
    interval.
    """
    source, done = Source(f"{job.seed}/{where}"), 0
    users = len(next(iter(mechanisms.values()))[0].epsilons)
    sums = {label: np.zeros(2) for label in mechanisms}
    while done < job.runs:
        count = min(max(1, CHUNK // users), job.runs - done)
        x = RECORDS[law](source, count, users)
        for label, (mechanism, _) in mechanisms.items():
            squares = (estimates(mechanism, x, source) - float(mean)) ** 2
            sums[label] += squares.sum(), (squares**2).sum()
        done += count
        job.say(f"{where}: {done:,} of {job.runs:,} runs")
    found = []
    for label, (_, exact) in mechanisms.items():
        found.append(Check(label, where, exact, *interval_of(sums[label], job.runs), job.runs))
    return tuple(found)


def interval_of(sums: Doubles, runs: int) -> tuple[Fraction, Fraction]:
    """Return the confidence interval of a mean from the sums of the values and of their squares."""
    first, second = sums / runs
    half = DEVIATIONS * float(np.sqrt(max(second - first**2, 0.0) / runs))
    return Fraction(float(first) - half), Fraction(float(first) + half)


def subsampled(
    counts: Sequence[tuple[Fraction, int]],
    size: int,
    settings: dict[str, tuple[Fraction, Fraction, Enclosed]],
    runs: int,
    job: Job,
) -> tuple[Check, ...]:
    """Return the checks of the clipped mean of `size` records of a population (value, how many),
    without replacement.

    There is one for each label (threshold, epsilon, exact squared error).
    """
    source = Source(f"{job.seed}/subsampled")
    records = np.repeat([float(v) for v, _ in counts], [c for _, c in counts])
    mean = float(sum(v * c for v, c in counts) / len(records))
    sums = {label: np.zeros(2) for label in settings}
    for run in range(runs):
        x = records[np.argpartition(source.uniforms(len(records)), size)[:size]]
        for label, (t, epsilon, _) in settings.items():
            square = (
                np.minimum(x, float(t)).mean()
                + source.laplace(1)[0] * float(t / (epsilon * size))
                - mean
            ) ** 2
            sums[label] += square, square**2
        job.say(f"subsampled: {run + 1:,} of {runs:,} runs")
    return tuple(
        Check("clipped mean", label, exact, *interval_of(sums[label], runs), runs)
        for label, (_, _, exact) in settings.items()
    )


def normals(source: Source, *shape: int) -> Doubles:
    """Return standard normal variables, by Box and Muller."""
    return np.asarray(
        np.sqrt(-2 * np.log(source.uniforms(*shape))) * np.cos(2 * np.pi * source.uniforms(*shape))
    )


def coarse(x: Doubles, epsilon: float, delta: float, offset: bool, source: Source) -> Doubles:
    """Return the estimates of trilemma Algorithm 1 for the rows, with or without the random offset
    of the bins.

    An estimate is nan where the algorithm fails to answer.
    """
    runs = len(x)
    shift = source.uniforms(runs, 1) - 0.5 if offset else np.zeros((runs, 1))
    bins = np.floor(x - shift + 0.5).astype(np.int64)
    least = int(bins.min())
    width = int(bins.max()) - least + 1
    counts = np.bincount(
        (bins - least + width * np.arange(runs)[:, None]).ravel(), minlength=runs * width
    ).reshape(runs, width)
    scores = np.where(counts > 0, counts + source.laplace(runs, width) * 2 / epsilon, -np.inf)
    found = shift[:, 0] + least + np.argmax(scores, axis=1)
    return np.where(scores.max(axis=1) > 2 + 2 * np.log(1 / delta) / epsilon, found, np.nan)


@dataclass(frozen=True)
class Sampled:
    """What many runs of one estimator gave.

    They are intervals of the bias (from the estimates; and from what clipping changed, the noise
    left out, which has the same mean), the estimates' deviation, how many coarse estimates failed,
    and a histogram as (left edge, runs).
    """

    plain: tuple[Fraction, Fraction]
    bias: tuple[Fraction, Fraction]
    deviation: float
    failed: int
    histogram: tuple[tuple[float, int], ...]


def normal_records(
    mean: Fraction, deviation: Fraction = Fraction(1)
) -> Callable[[Source, int, int], Doubles]:
    """Return a sampler of normal records."""
    return lambda source, runs, n: float(mean) + float(deviation) * normals(source, runs, n)


def subsamples(values: Sequence[float]) -> Callable[[Source, int, int], Doubles]:
    """Return a sampler of records of a population without replacement.

    Records are drawn with replacement, and the first n different ones of a row are kept, in the
    order of the draws. A row with too few is dropped; which draws are repeats says nothing of which
    records they are. For populations of several times n records.
    """
    records = np.array(values)

    def draw(source: Source, runs: int, n: int) -> Doubles:
        wide, found = n + 16 + 2 * n * n // len(records), np.empty((0, n))
        while len(found) < runs:
            at = (source.uniforms(runs - len(found), wide) * len(records)).astype(np.int64)
            order = np.argsort(at, axis=1, kind="stable")
            inside, again = np.take_along_axis(at, order, 1), np.zeros(at.shape, dtype=np.bool_)
            np.put_along_axis(again, order[:, 1:], inside[:, 1:] == inside[:, :-1], 1)
            seen = np.cumsum(~again, axis=1)
            full = seen[:, -1] >= n
            found = np.concatenate(
                [found, records[at[full][(~again & (seen <= n))[full]]].reshape(-1, n)]
            )
        return found

    return draw


def two_stage(
    draw: Callable[[Source, int, int], Doubles],
    mean: Fraction,
    way: Any,
    where: str,
    runs: int,
    job: Job,
    width: float = 0.05,
) -> dict[str, Sampled]:
    """Run trilemma Algorithm 2 (DPUMean), and the same without the offset (KV), on the same
    records.

    `way` has n1, n2, epsilon, delta, c and sigma.
    """
    source, done = Source(f"{job.seed}/two stages/{where}"), 0
    n1, n2, epsilon, delta, c, sigma = (
        float(q) for q in (way.n1, way.n2, way.epsilon, way.delta, way.c, way.sigma)
    )
    values: dict[str, list[tuple[Doubles, Doubles, Doubles]]] = {"DPUMean": [], "KV": []}
    while done < runs:
        count = min(max(1, CHUNK // int(n1 + n2)), runs - done)
        x = draw(source, count, int(n1 + n2))
        first, second = x[:, : int(n1)], x[:, int(n1) :]
        for kind, found in values.items():
            centre = sigma * coarse(first / sigma, epsilon, delta, kind == "DPUMean", source)
            failed = np.isnan(centre)
            kept = np.clip(
                second,
                np.where(failed, 0, centre - c)[:, None],
                np.where(failed, 0, centre + c)[:, None],
            ).mean(axis=1)
            estimate = kept + source.laplace(count) * 2 * c / (n2 * epsilon)
            estimate[failed] = (
                second[failed] * (source.uniforms(*second[failed].shape) < delta)
            ).sum(axis=1) / (n2 * delta)
            found.append(
                (estimate - float(mean), np.where(failed, 0, kept - second.mean(axis=1)), failed)
            )
        done += count
        job.say(f"{where}: {done:,} of {runs:,} runs")
    return {kind: _sampled_runs(found, float(mean), width) for kind, found in values.items()}


def _sampled_runs(
    found: list[tuple[Doubles, Doubles, Doubles]], mean: float, width: float
) -> Sampled:
    errors, changes, failed = (np.concatenate([part[i] for part in found]) for i in range(3))
    plain, bias = (
        interval_of(np.array([part.sum(), (part**2).sum()]), len(part))
        for part in (errors, changes)
    )
    cells, counts = np.unique(np.floor((errors + mean) / width), return_counts=True)
    return Sampled(
        plain,
        bias,
        float(errors.std()),
        int(failed.sum()),
        tuple((float(k) * width, int(c)) for k, c in zip(cells, counts, strict=True)),
    )
