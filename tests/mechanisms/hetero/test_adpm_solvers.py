"""ADPM's weights against what others find: a general convex solver on 1,000 random instances, and
every active set of all small ones, exactly.

Tolerance.   With w, T = 1/S and the multipliers mu_i = (theta - c_i)/(2 S), nu = theta/(2 S) of
             `proofs/theorems/hetero/adpm_weights.py`, for any v and t

    |v|^2/4 + 2 t^2 - optimum = sum (v_i - w_i)^2/4 + 2 (t - T)^2 + sum mu_i (epsilon_i t - v_i) + nu (sum v_i - 1),

which is checked exactly for the solver's doubles. So where v and t miss no constraint by more than
r, the left side is at least -r (sum mu_i + nu); it is at most the solver's gap, as the solver stops
when the primal objective exceeds the dual one by at most its tolerance; and no weight is off by
more than 2 sqrt(gap + r (sum mu_i + nu)). Clarabel's tolerances are set to 10^-9 in units in which
a weight is about 1, of data that it scales itself: 10 of it are allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction as F
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from dpmean.mechanisms.hetero.weights import (
    Epsilon,
    granted,
    noise_scale,
    objective,
    saturation,
    weights,
)
from tests.lab.bench import solvers
from tests.lab.bench import weights as bench
from tests.lab.bench.solvers import in_cvxpy, in_scipy

TOLERANCE = 1e-9
ALLOWED = F(10) * F(TOLERANCE)


def instances(count: int, seed: int) -> Iterator[tuple[Epsilon, ...]]:
    """1 to 30 users: some public, some unused, many alike, with few or many above theta."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        n = rng.choice([1, 2, 3, 4, 5, 8, 13, 20, 30])
        pool = [
            F(rng.randint(1, 1000), rng.randint(1, 1000)) * rng.choice([F(1, 10), F(1), F(10)])
            for _ in range(rng.choice([2, n + 1, 4 * n]))
        ]
        found: list[Epsilon] = [rng.choice(pool) for _ in range(n)]
        for i in range(n):
            chance = rng.random()
            found[i] = None if chance < 0.08 else F(0) if chance < 0.16 else found[i]
        if all(e == 0 for e in found):
            continue
        theta = saturation(found)
        if theta is not None and rng.random() < 0.2:
            found.append(theta)  # at the kink
        made += 1
        yield tuple(found)


def compare(epsilons: tuple[Epsilon, ...], solved: tuple[np.ndarray, float], allowed: F) -> None:
    """The identity exactly, then the tolerance of the module's docstring."""
    n, (near, scale) = len(epsilons), solved
    v, t = [F(float(x)) for x in near], F(scale)
    w, eta, theta = weights(epsilons), noise_scale(epsilons), saturation(epsilons)
    shares = granted(epsilons)
    mu = [F(0) if theta is None or c is None else (theta - c) * eta / 2 for c in shares]
    nu = max(w) / 2 if theta is None else theta * eta / 2
    used = [i for i, e in enumerate(epsilons) if e != 0]
    missed = max(
        abs(sum(v) - 1),
        *(max(-x, F(0)) for x in v),
        *(abs(v[i]) for i, e in enumerate(epsilons) if e == 0),
        *(max(v[i] - e * t, F(0)) for i, e in enumerate(epsilons) if e),
    )
    assert n * missed <= allowed, "the solver's point is not feasible"
    excess = sum(x * x for x in v) / 4 + 2 * t * t - objective(epsilons)
    apart = sum((v[i] - w[i]) ** 2 for i in used) / 4 + 2 * (t - eta) ** 2
    pull = sum(mu[i] * (e * t - v[i]) for i in used if (e := epsilons[i]) is not None) + nu * (
        sum(v[i] for i in used) - 1
    )
    assert excess == apart + pull + sum((v[i] ** 2 for i in range(n) if epsilons[i] == 0), F(0)) / 4
    slack = missed * (sum(mu[i] for i in used) + n * nu)
    assert n * excess <= allowed * max(1, n * objective(epsilons))
    assert excess >= -slack
    assert (
        max(abs(a - b) for a, b in zip(v, w, strict=True)) ** 2
        <= 4 * (max(excess, F(0)) + slack) + allowed**2
    )


@pytest.mark.share(2)
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10))]
)
def test_a_general_convex_solver_finds_the_same_weights(seed: int) -> None:
    """Clarabel, an interior point method, on 100 of the 1,000 instances."""
    for epsilons in instances(100, seed):
        given = np.array([np.inf if e is None else float(e) for e in epsilons])
        # what the solver is given
        exactly = tuple(None if e is None else F(float(e)) for e in epsilons)
        compare(
            exactly,
            in_cvxpy(
                given,
                solver="CLARABEL",
                tol_gap_abs=TOLERANCE,
                tol_gap_rel=TOLERANCE,
                tol_feas=TOLERANCE,
            ),
            ALLOWED,
        )


def test_the_instances_are_of_all_kinds() -> None:
    kinds = {
        "public": 0,
        "unused": 0,
        "ties": 0,
        "nobody cut": 0,
        "cut": 0,
        "at theta": 0,
        "large": 0,
    }
    for seed in range(10):
        for epsilons in instances(100, seed):
            theta, finite = saturation(epsilons), [e for e in epsilons if e]
            kinds["public"] += None in epsilons
            kinds["unused"] += 0 in epsilons
            kinds["ties"] += len(set(finite)) < len(finite)
            kinds["nobody cut"] += (
                theta is not None and None not in epsilons and max(finite) < theta
            )
            kinds["cut"] += theta is not None and max(finite) > theta
            kinds["at theta"] += theta in finite
            kinds["large"] += len(epsilons) >= 20
    assert min(kinds.values()) >= 50, kinds


def test_a_second_solver_finds_the_same_weights() -> None:
    """SLSQP, sequential quadratic programming, on small instances."""
    for epsilons in instances(40, 77):
        if len(epsilons) <= 8 and any(epsilons):
            exactly = tuple(None if e is None else F(float(e)) for e in epsilons)
            given = np.array([np.inf if e is None else float(e) for e in epsilons])
            compare(exactly, in_scipy("SLSQP", given, ftol=1e-15, maxiter=1000), ALLOWED)


def conditions(epsilons: tuple[Epsilon, ...]) -> set[tuple[F, ...]]:
    """The weights of all points that satisfy the Karush-Kuhn-Tucker conditions: for each set of
    users held at epsilon_i t, the others alike.

    w_i/2 + mu_i = nu for all used, 4 t = sum mu_i epsilon_i over the held, mu_i >= 0. No used
    weight is 0 there, as it would be held with t = 0 and mu_i >= nu > 0.
    """
    used = [i for i, e in enumerate(epsilons) if e != 0]
    found = set()
    for bound in product((False, True), repeat=len(used)):
        held = {i for i, b in zip(used, bound, strict=True) if b}
        if any(epsilons[i] is None for i in held):
            continue
        free = len(used) - len(held)
        a = sum((epsilons[i] for i in held), F(0))  # type: ignore[misc]
        b = sum((epsilons[i] ** 2 for i in held), F(0))  # type: ignore[operator]
        if held:
            level = (b + 8) / a  # 2 nu in units of t
            t = 1 / (a + free * level)
            level *= t
        else:
            t, level = F(0), F(1, free)
        w = tuple(F(0) if e == 0 else e * t if i in held else level for i, e in enumerate(epsilons))  # type: ignore[operator]
        if all(e is None or w[i] <= e * t for i, e in enumerate(epsilons)) and all(
            w[i] <= level for i in held
        ):
            found.add(w)
    return found


LEVELS: tuple[Epsilon, ...] = (F(0), F(1, 3), F(1, 2), F(1), F(3, 2), F(2), F(3), F(9), None)


@pytest.mark.parametrize(
    "size",
    [
        1,
        2,
        3,
        4,
        5,
        pytest.param(6, marks=pytest.mark.slow),
        pytest.param(7, marks=pytest.mark.slow),
    ],
)
def test_the_weights_are_the_only_point_that_satisfies_the_conditions(size: int) -> None:
    """Every vector of so many levels, every active set."""
    seen = 0
    for epsilons in combinations_with_replacement(LEVELS, size):
        if any(e != 0 for e in epsilons):
            assert conditions(epsilons) == {weights(epsilons)}, epsilons
            seen += 1
    assert seen >= len(LEVELS) - 1


def test_the_bench_measures_what_it_says() -> None:
    """Its instances are distinct and cut about a third of the users; its page says which goals were
    reached.
    """
    row = {**bench.measure(1000), "per_n_log_n": 1e-7}
    assert row["distinct"] == row["n"] == 1000 and 200 < row["cut"] < 800
    theirs = solvers.solved("cvxpy with Clarabel", 10)
    assert 0 <= theirs["excess"] < 1e-6 and theirs["error"] < 1e-5
    given = [
        {"who": "x", "n": 7, "seconds": None, "why": "more than 30 s"},
        {**theirs, "unsure": False},
    ]
    assert "| x | 7 | more than 30 s | | |" in bench.section([row], given)
    large = {**row, "n": 10**6, "enclosed": 5.5, "peak_bytes": 2 << 30}
    assert [met for _, met in bench.goals(large)] == [False, True, True]
    assert any("**missed**" in line for line in bench.section([row, large], given))
    equal = [F(1), F(3)]
    assert solvers.objective(solvers.repaired([2.0, -1.0], equal), equal) == F(1, 4) + 2
    assert float(solvers.objective(list(weights(equal)), equal)) == float(objective(equal))
