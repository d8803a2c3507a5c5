"""How fast any test of outputs alone can be: the growth of the best one, from the exact laws of
both inputs.

Each draw is of one of two data sets, by a fair coin, with laws P and Q. The claim is a set of pairs
of laws (P', Q'): those with P'(E) <= F Q'(E) + delta and Q'(E) <= F P'(E) + delta for every event
E. The growth of the best test is the least of KL(P; P')/2 + KL(Q; Q')/2 over this set (the reverse
information projection: Grunwald, de Heide and Koolen 2024, Theorem 1), and by Wald no sequential
test with error alpha needs fewer than log(1/alpha)/growth draws on average.

Laws are given as masses of the cells of a partition on which the ratio of both is constant, or
nearly so.

`growth` solves the dual, which is what the best test pays: on cell x 2 (m + a - F b) for the first
data set and 2 (n - F a + b) for the second, with a in [0, s], b in [0, t] and m + n + delta (s + t)
= 1. Given m, n, s, t the best a and b are closed forms, so that four numbers are searched, and two
where delta is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize, minimize_scalar

Masses = npt.NDArray[np.float64]
LEAST = 1e-300


@dataclass(frozen=True)
class Limit:
    """The growth of the best test, in nats a draw, and the laws of the claim that are nearest to
    the true ones.
    """

    growth: float
    one: Masses
    other: Masses

    def draws(self, alpha: float) -> float:
        """Wald's bound of the mean number of draws."""
        return log(1 / alpha) / self.growth if self.growth > 0 else inf


def _stakes(
    p: Masses, q: Masses, factor: float, m: float, n: float, s: float, t: float
) -> tuple[Masses, Masses]:
    """The best a and b on every cell."""
    both = factor * np.maximum(p + q, LEAST)
    return np.clip((p * n - factor * q * m) / both, 0, s), np.clip(
        (q * m - factor * p * n) / both, 0, t
    )


def _paid(
    p: Masses, q: Masses, factor: float, m: float, n: float, s: float, t: float
) -> tuple[Masses, Masses]:
    """Half of what the best test pays on every cell, for either data set."""
    a, b = _stakes(p, q, factor, m, n, s, t)
    return np.maximum(m + a - factor * b, LEAST), np.maximum(n - factor * a + b, LEAST)


def _grown(p: Masses, q: Masses, u: Masses, v: Masses) -> float:
    return float(p[p > 0] @ np.log(2 * u[p > 0]) + q[q > 0] @ np.log(2 * v[q > 0])) / 2


def _nearest(
    p: Masses, q: Masses, factor: float, m: float, n: float, s: float, t: float
) -> tuple[Masses, Masses]:
    """The laws of the claim that are nearest: where a stake lies between its ends, one is F times
    the other.
    """
    a, b = _stakes(p, q, factor, m, n, s, t)
    u, v = _paid(p, q, factor, m, n, s, t)
    one, other = p / (2 * u), q / (2 * v)
    return np.where((b > 0) & (b < t), other / factor, one), np.where(
        (a > 0) & (a < s), one / factor, other
    )


def growth(p: Masses, q: Masses, epsilon: float, delta: float = 0.0) -> Limit:
    """The growth of the best test of (epsilon, delta)."""
    factor = exp(epsilon)
    if not delta:
        found = minimize_scalar(
            lambda m: -_grown(p, q, *_paid(p, q, factor, m, 1 - m, inf, inf)),
            bounds=(1e-6, 1 - 1e-6),
            method="bounded",
            options={"xatol": 1e-12},
        )
        m = float(found.x)
        return Limit(max(0.0, -float(found.fun)), *_nearest(p, q, factor, m, 1 - m, inf, inf))

    def lost(z: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        m, n, s, t = z
        a, b = _stakes(p, q, factor, m, n, s, t)
        u, v = _paid(p, q, factor, m, n, s, t)
        one, other = p / (2 * u), q / (2 * v)
        slope = np.array(
            [
                one.sum() - 1,
                other.sum() - 1,
                np.maximum(one - factor * other, 0)[a >= s].sum() - delta,
                np.maximum(other - factor * one, 0)[b >= t].sum() - delta,
            ]
        )
        return -(_grown(p, q, u, v) + 1 - m - n - delta * (s + t)), -slope

    best, place = -inf, np.array([0.5, 0.5, 0.0, 0.0])
    for start in (1e-3, 0.02, 0.1):
        found = minimize(
            lost,
            np.array([0.5, 0.5, start, start]),
            jac=True,
            method="L-BFGS-B",
            bounds=[(1e-9, 1.0)] * 2 + [(0.0, 10.0)] * 2,
            options={"ftol": 1e-16, "gtol": 1e-12, "maxiter": 5000},
        )
        if -found.fun > best:
            best, place = -float(found.fun), found.x
    return Limit(max(0.0, best), *_nearest(p, q, factor, *place))


def loss(p: Masses, q: Masses) -> float:
    """The true epsilon at delta = 0."""
    if np.any((p > 0) != (q > 0)):
        return inf
    both = (p > 0) & (q > 0)
    return float(np.abs(np.log(p[both]) - np.log(q[both])).max())


def excess(p: Masses, q: Masses, epsilon: float) -> float:
    """The true delta at an epsilon."""
    factor = exp(epsilon)
    return float(max(np.maximum(p - factor * q, 0).sum(), np.maximum(q - factor * p, 0).sum()))
