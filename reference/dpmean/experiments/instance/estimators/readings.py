"""Other readings of the baselines, run beside those that are drawn.

This file holds what a figure's rows test and no figure draws.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np

from ...points import Job
from ...simulation import Doubles, Source
from . import coinpress
from .records import around, length, normals, spread

N, RHO, SIGMA_MIN, SIGMA_MAX, STEPS = 4000, 0.5, 0.1, 100.0, 3


def inverse_root(x: Doubles, rho: float, t: int, source: Source) -> Doubles:
    """Return Sigma^(-1/2) from MVCRec's last noisy covariance, moved back.

    Its eigenvalues are moved between SIGMA_MIN^2 and SIGMA_MAX^2.
    """
    before = found = np.eye(x.shape[1]) / SIGMA_MAX
    noisy = found
    for part in coinpress.budgets(rho, t):
        before = found
        found, noisy = coinpress.covariance_step(x, before, part, source)
    back = np.linalg.inv(before)
    values, vectors = np.linalg.eigh(back.T @ noisy @ back)
    return np.asarray((vectors / np.sqrt(np.clip(values, SIGMA_MIN**2, SIGMA_MAX**2))) @ vectors.T)


def floored(d: int, kappa: float, job: Job) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """Run MVCRec-MVMRec with the estimate's inverse root, beside the whitening and the plain
    mean.
    """
    source = Source(f"{job.seed}/floored/{d}/{kappa}")
    errors: dict[str, list[float]] = {"floored": [], "whitened": [], "non-private": []}
    radius = SIGMA_MAX * sqrt(d)
    for _ in range(job.trials):
        x = spread(0.0, d, kappa, source).coloured(normals(source, N, d))
        w = inverse_root(x, RHO / 2, STEPS, source)
        scaled = coinpress.mean(
            x @ w, radius * float(np.linalg.norm(w, 2)), RHO / 2, coinpress.LONG, source
        )
        errors["floored"].append(length(np.asarray(np.linalg.solve(w.T, scaled), dtype=np.float64)))
        errors["whitened"].append(
            length(coinpress.scaled_mean(x, x, radius, SIGMA_MAX, RHO, STEPS, source))
        )
        errors["non-private"].append(length(x.mean(axis=0)))
    return {name: around(found) for name, found in errors.items()}
