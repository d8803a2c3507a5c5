"""KnownVar and UnkVar (Gaboardi, Rogers and Sheffet 2019) in the local model, coordinate by
coordinate.

A first group of users finds an interval, the others send clipped records with normal noise. This
file holds these two protocols and their composition. They are made anew from that paper; n1 = n/2
users find the interval (n/4 for each of UnkVar's two searches), because the numbers that its
theorems ask for are more than all users in every setting of Figures 10 to 12 (`needed`). Sums of
many bits are drawn from the normal law with their mean and variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, erf, exp, expm1, log, log2, sqrt

import numpy as np

from ...simulation import Doubles, Source
from .ours import BETA
from .records import normals

MEDIAN, SPREAD = 0.098, 0.052  # lambda of the two searches


@dataclass(frozen=True)
class Share:
    """The guarantee (epsilon, delta) that one coordinate may use."""

    epsilon: float
    delta: float


def advanced(epsilon: float, delta: float, d: int) -> Share:
    """Return what each of d > 1 coordinates may have so that all are (epsilon, delta)-DP by
    advanced composition.

    This is instance Lemma 2.2 (2), with half of delta for each part; a single coordinate has all of
    it.
    """
    if d == 1:
        return Share(epsilon, delta)
    low, high = 0.0, epsilon
    for _ in range(100):
        e = (low + high) / 2
        low, high = (
            (e, high)
            if sqrt(2 * d * log(2 / delta)) * e + d * e * expm1(e) <= epsilon
            else (low, e)
        )
    return Share(low, delta / (2 * d))


def needed(share: Share, radius: float, sigma: float) -> float:
    """Return the users that KnownVar's theorem asks for in the first group: 800 coth^2(epsilon/4)
    log(8 D/beta).
    """
    return (
        800
        * ((exp(share.epsilon / 2) + 1) / expm1(share.epsilon / 2)) ** 2
        * log(8 * bins(radius, sigma) / BETA)
    )


def bins(radius: float, sigma: float) -> int:
    """Return the number of bins D = 2 ceil(R/sigma) + 1, which have width sigma and lie around its
    multiples.
    """
    return 2 * ceil(radius / sigma) + 1


def noisy_mean(x: Doubles, low: Doubles, half: Doubles, share: Share, source: Source) -> Doubles:
    """Return the mean of records clipped to [low, low + 2 half], each with normal noise.

    The noise has variance 8 half^2 log(2/delta)/epsilon^2.
    """
    n, d = x.shape
    deviation = np.abs(half) * sqrt(8 * log(2 / share.delta)) / share.epsilon
    return np.asarray(
        np.clip(x, low, low + 2 * half).mean(axis=0) + deviation / sqrt(n) * normals(source, d)
    )


def votes(counts: Doubles, n: int, epsilon: float, source: Source) -> Doubles:
    """Return estimates of counts out of n from bits that are flipped with probability 1/(1 +
    e^epsilon).
    """
    p = 1 / (1 + exp(-epsilon))
    return np.asarray(counts + normals(source, *counts.shape) * sqrt(n * p * (1 - p)) / (2 * p - 1))


def known_var(x: Doubles, radius: float, sigma: float, share: Share, source: Source) -> Doubles:
    """Run KnownVar on every coordinate: the fullest bin, then the mean of records clipped around
    it.

    The bits of the bins have epsilon/2 each, because two of them change with a record. Clipping is
    within 2 sigma + sigma sqrt(2 log(8 n/beta)) of the bin.
    """
    n, d = x.shape
    first, second = x[: n // 2], x[n // 2 :]
    side = ceil(radius / sigma)
    places = np.clip(np.rint(first / sigma), -side, side).astype(np.int64) + side
    width = 2 * side + 1
    counts = np.bincount((places + width * np.arange(d)).ravel(), minlength=d * width).reshape(
        d, width
    )
    best = (
        np.argmax(votes(counts.astype(np.float64), len(first), share.epsilon / 2, source), axis=1)
        - side
    )
    half = np.full(d, 2 * sigma + sigma * sqrt(2 * log(8 * n / BETA)))
    return noisy_mean(second, best * sigma - half, half, share, source)


def searched(
    x: Doubles,
    target: float,
    low: float,
    high: float,
    rounds: int,
    slack: float,
    epsilon: float,
    source: Source,
) -> Doubles:
    """Run BinQuant: each round asks another group of users whether their record is less than the
    middle.

    It stops where the share is within slack/2 of the target.
    """
    n, d = x.shape
    left, right, at = np.full(d, low), np.full(d, high), np.full(d, (low + high) / 2)
    done = np.zeros(d, dtype=bool)
    size = n // rounds
    for k in range(rounds):
        at = np.where(done, at, (left + right) / 2)
        share = (
            votes(
                (x[k * size : (k + 1) * size] < at).sum(axis=0).astype(np.float64),
                size,
                epsilon,
                source,
            )
            / size
        )
        above, below = ~done & (share > target + slack / 2), ~done & (share < target - slack / 2)
        left, right = np.where(below, at, left), np.where(above, at, right)
        done |= ~above & ~below
    return at


def unk_var(
    x: Doubles, radius: float, sigmas: tuple[float, float], share: Share, source: Source
) -> Doubles:
    """Run UnkVar on every coordinate: a median t, then the quantile of Phi(1).

    The difference of the two, moved into the range of sigma, stands for sigma.
    """
    n = len(x)
    least, most = sigmas
    quarter = n // 4
    t = searched(
        x[:quarter],
        0.5,
        -radius,
        radius,
        ceil(log2(8 * radius / least)),
        MEDIAN,
        share.epsilon,
        source,
    )
    target = (1 + erf(1 / sqrt(2))) / 2
    s = searched(
        x[quarter : 2 * quarter],
        target,
        -radius,
        radius + most,
        ceil(log2((8 * radius + 4 * most) / least)),
        SPREAD,
        share.epsilon,
        source,
    )
    half = np.clip(s - t, least, most) * (0.5 + 2 * sqrt(2 * log(8 * n / BETA)))
    return noisy_mean(x[2 * quarter :], t - half, half, share, source)
