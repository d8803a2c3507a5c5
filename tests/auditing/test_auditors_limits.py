"""The limits that auditors are measured against, by two routes: the dual that is solved, and the
laws that certify it.
"""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize

from tests.lab.auditors.catalogue import ALL, GUILTY, INNOCENT
from tests.lab.auditors.limits import excess, growth
from tests.lab.auditors.sparse import Sparse


def divergence(p: np.ndarray, other: np.ndarray) -> float:
    """KL(p; other) in nats."""
    return float(p[p > 0] @ np.log(p[p > 0] / other[p > 0]))


def test_the_limit_of_a_scale_one_percent_small() -> None:
    """By quadrature of (p + q)/2 KL(r; pi), over both half lines and where the loss between the
    centres exceeds 1.
    """
    pi = exp(1) / (1 + exp(1))
    for percent, least, most in ((1, 0.43e6, 0.45e6), (5, 16e3, 17e3), (25, 440, 480)):
        b = 1 - percent / 100

        def far(x: float, b: float = b) -> float:
            r = 1 / (1 + exp(-(1 - 2 * x) / b))
            both = (exp(-x / b) + exp(-(1 - x) / b)) / (4 * b)
            return both * (r * log(r / pi) + (1 - r) * log((1 - r) / (1 - pi)))

        r = 1 / (1 + exp(-1 / b))
        outer = (1 + exp(-1 / b)) / 2 * (r * log(r / pi) + (1 - r) * log((1 - r) / (1 - pi)))
        limit = GUILTY[f"Laplace, scale {percent} % small"].limit()
        assert limit.growth == pytest.approx(outer + 2 * quad(far, 0, (1 - b) / 2)[0], rel=1e-4)
        assert least < limit.draws(0.05) < most


@pytest.mark.parametrize("name", [n for n in ALL if n != "floating-point noise"])
def test_the_nearest_laws_certify_the_limit(name: str) -> None:
    """Kills a wrong dual: laws of the claim that are exactly so far away leave no room for a slower
    best test; that the dual is attained leaves none for a faster one.
    """
    row, (p, q) = ALL[name], ALL[name].masses()
    found, (epsilon, delta) = row.limit(), row.level
    assert found.one.sum() <= 1 + 1e-6
    assert found.other.sum() <= 1 + 1e-6
    assert excess(found.one, found.other, epsilon) <= delta + 1e-6
    assert (divergence(p, found.one) + divergence(q, found.other)) / 2 == pytest.approx(
        found.growth, abs=2e-7, rel=1e-4
    )


def test_two_point_laws_by_the_primal() -> None:
    """Kills wrong handling of delta or of the fair coin: the same least divergence, searched among
    laws directly.
    """
    for p, q, epsilon, delta in (
        (0.3, 0.1, 1.0, 0.0),
        (0.3, 0.1, 0.5, 0.02),
        (0.8, 0.4, 0.4, 0.05),
    ):
        one, other = np.array([p, 1 - p]), np.array([q, 1 - q])

        def far(z: np.ndarray, one: np.ndarray = one, other: np.ndarray = other) -> float:
            return (
                divergence(one, np.array([z[0], 1 - z[0]]))
                + divergence(other, np.array([z[1], 1 - z[1]]))
            ) / 2

        factor = exp(epsilon)
        limits = [
            {
                "type": "ineq",
                "fun": lambda z, i=i, f=factor, d=delta: (
                    d
                    - [
                        z[0] - f * z[1],
                        z[1] - f * z[0],
                        (1 - z[0]) - f * (1 - z[1]),
                        (1 - z[1]) - f * (1 - z[0]),
                    ][i]
                ),
            }
            for i in range(4)
        ]
        found = minimize(
            far, [0.5, 0.5], bounds=[(1e-6, 1 - 1e-6)] * 2, constraints=limits, tol=1e-12
        )
        assert growth(one, other, epsilon, delta).growth == pytest.approx(found.fun, rel=1e-4)


@pytest.mark.parametrize("name", list(INNOCENT))
def test_innocents_keep_their_claim(name: str) -> None:
    row = INNOCENT[name]
    assert row.truth()[1] <= row.level[1] + 1e-12
    assert row.limit().growth < 1e-9


@pytest.mark.parametrize("name", list(GUILTY))
def test_the_guilty_do_not(name: str) -> None:
    row = GUILTY[name]
    assert row.truth()[1] > row.level[1]
    assert row.limit().growth > 1e-7


def test_sparse_vectors_have_the_law_that_is_computed() -> None:
    """Kills a wrong kink, stop or shift: every list of answers comes as often as its integral
    says.
    """
    random, n = np.random.default_rng(7), 40_000
    for made in (Sparse(4, 2.0, 4.0, 1), Sparse(4, 2.0, 0.0, 4), Sparse(4, 0.0, 2.0, 2)):
        for x in (0.0, 1.0):
            rows, counts = np.unique(made((x,), n, random), axis=0, return_counts=True)
            seen = {
                tuple(r): c for r, c in zip(rows.astype(int).tolist(), counts.tolist(), strict=True)
            }
            law = made.law((x,))
            assert sum(law.values()) == pytest.approx(1)
            for answers, chance in law.items():
                assert abs(seen.get(answers, 0) - n * chance) <= 5.5 * np.sqrt(n * chance) + 1, (
                    answers
                )


@pytest.mark.parametrize(
    "name", [n for n in ALL if n.startswith(("Laplace", "Gaussian", "discrete", "noise cut"))]
)
def test_draws_have_the_law_that_the_limit_is_from(name: str) -> None:
    """Kills a sampler with another scale than its cells: the outermost cells, and what one input
    allows the other.
    """
    row, random, n = ALL[name], np.random.default_rng(11), 60_000
    p, q = row.masses()
    if "0]" in name or "1]" in name or "negative" in name:
        events = [(lambda x: x == 0.0, 0)]
    elif name.startswith("discrete"):
        events = [(lambda x: x <= 0, slice(None, 601))]
    elif name.startswith("Laplace"):
        events = [(lambda x: x < 0, 0), (lambda x: x > 1, -1)]
    elif name.startswith("Gaussian"):
        events = [(lambda x: x < 0, slice(None, 12 * 64 + 1))]
    else:
        events = [(lambda x: x < -3, slice(None, 64))]
    if name == "Laplace, truncated to [0, 1]":
        events = [(lambda x: x < 0.5, slice(None, 256))]
    for side, masses in enumerate((p, q)):
        draws = row.draw(side, n, random)
        for event, cells in events:
            chance = float(np.sum(masses[cells]))
            assert (
                abs(np.count_nonzero(event(draws)) - n * chance)
                <= 5.5 * np.sqrt(n * chance * (1 - chance)) + 1
            )
