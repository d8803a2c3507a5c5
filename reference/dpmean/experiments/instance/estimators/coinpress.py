"""COINPRESS (Biswas, Dong, Kamath and Ullman 2020), in doubles.

MVMRec finds the mean by a shrinking confidence ball, MVCRec the covariance by a shrinking
ellipsoid, and MVCRec-MVMRec does one after the other. They are made anew from the algorithms of
that paper; the constants are those of the published experiments
(github.com/twistedcubic/coin-press): a quarter of rho, shared evenly, for all steps but the last;
tails of 0.01 (mean) and 0.1 (covariance), 3 in place of sqrt(2 log(1/beta)). Two things differ from
that program: every step clips the records themselves, not what the step before left of them; and a
new whitening is multiplied from the right side, so that the steps compose where matrices do not
commute.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from ...simulation import Doubles, Source
from .ours import squares
from .records import normals

MEAN_TAIL, COVARIANCE_TAIL, NEAR = 0.01, 0.1, 3.0
STEPS, COVARIANCE_STEPS, LONG = (1, 2, 3, 4, 10), (1, 2, 3, 4, 5), 10


def tail(d: int, beta: float) -> float:
    """Return a length that a standard normal vector exceeds with probability at most beta (instance
    Lemma 3.3).
    """
    return sqrt(d + 2 * sqrt(d * log(1 / beta)) + 2 * log(1 / beta))


def budgets(rho: float, t: int) -> list[float]:
    """Return the share of rho for each of t steps: three quarters for the last, or all for a single
    one.
    """
    return [rho] if t == 1 else [rho / (4 * (t - 1))] * (t - 1) + [3 * rho / 4]


def reach(n: int, d: int, radius: float, rho: float) -> tuple[float, float, float]:
    """Return where a step clips, the deviation of its noise, and how far its noisy mean may be from
    mu.

    It is for N(mu, I) with mu within the radius; all of it is public.
    """
    gamma = tail(d, MEAN_TAIL)
    clip = min(sqrt(radius**2 + 2 * NEAR * radius + gamma**2), radius + gamma)
    deviation = 2 * clip / n / sqrt(2 * rho)
    return clip, deviation, sqrt(1 / n + deviation**2) * gamma


def mean_step(
    x: Doubles, norms: Doubles, center: Doubles, radius: float, rho: float, source: Source
) -> tuple[Doubles, float]:
    """Return a noisy mean of the records, and how far it may be from mu.

    Each record is moved into a ball around the centre that holds them all if they are N(mu, I).
    `norms` are the squared norms.
    """
    n, d = x.shape
    clip, deviation, left = reach(n, d, radius, rho)
    away = np.sqrt(np.maximum(norms - 2 * (x @ center) + center @ center, 1e-300))
    kept = np.minimum(1.0, clip / away)
    found = center + (kept @ x - kept.sum() * center) / n + deviation * normals(source, d)
    return np.asarray(found), left


def mean(
    x: Doubles, radius: float, rho: float, t: int, source: Source, scale: float = 1.0
) -> Doubles:
    """Return MVMRec of x/scale, times scale.

    It is for records with covariance at most scale^2 I and a mean within the radius.
    """
    y, center, r = (x if scale == 1 else x / scale), np.zeros(x.shape[1]), radius / scale
    norms = squares(y)
    for part in budgets(rho, t):
        center, r = mean_step(y, norms, center, r, part, source)
    return center * scale


def covariance_step(
    x: Doubles, whitening: Doubles, rho: float, source: Source
) -> tuple[Doubles, Doubles]:
    """Return the next W from this one, and the noisy covariance of x W, made positive.

    W is such that rows x W have covariance at most I.
    """
    n, d = x.shape
    gamma, eta = tail(d, COVARIANCE_TAIL), sqrt(d / n) + d / n / 2
    y = x @ whitening
    y *= np.minimum(1.0, gamma / np.sqrt(np.maximum(squares(y), 1e-300)))[:, None]
    noise = np.triu(normals(source, d, d)) * (gamma**2 / (n * sqrt(rho)))
    values, vectors = np.linalg.eigh(y.T @ y / n + noise + np.triu(noise, 1).T)
    values = np.maximum(values, 0.0)
    return whitening @ (vectors / np.sqrt(values + eta)) @ vectors.T, (vectors * values) @ vectors.T


def whitening(x: Doubles, sigma_max: float, rho: float, t: int, source: Source) -> Doubles:
    """Return W after t steps of MVCRec, which begin with I/sigma_max.

    With it the covariance of x W is at most I if all went well, however singular the estimate
    itself is.
    """
    found = np.eye(x.shape[1]) / sigma_max
    for part in budgets(rho, t):
        found, _ = covariance_step(x, found, part, source)
    return found


def paired(x: Doubles) -> Doubles:
    """Return (x_1 - x_2)/sqrt(2), (x_3 - x_4)/sqrt(2), ..., which have mean 0 and the same
    covariance.

    They are for records whose mean is not known.
    """
    n = len(x) // 2 * 2
    return np.asarray((x[0:n:2] - x[1:n:2]) / sqrt(2))


def scaled_mean(
    x: Doubles,
    centred: Doubles,
    radius: float,
    sigma_max: float,
    rho: float,
    t: int,
    source: Source,
) -> Doubles:
    """Return the estimate of MVCRec-MVMRec.

    Half of rho is for W from the centred records, half for MVMRec of x W in LONG steps, which is
    moved back by W^-1.
    """
    w = whitening(centred, sigma_max, rho / 2, t, source)
    found = mean(x @ w, radius * float(np.linalg.norm(w, 2)), rho / 2, LONG, source)
    return np.asarray(np.linalg.solve(w.T, found), dtype=np.float64)
