"""The weights of ADPM from general convex solvers, as hetero's Algorithm 1 has it: minimise |w|^2/4
+ 2 t^2 with w_i <= epsilon_i t on the simplex.

Each gets the problem in units in which a weight is about 1 (u = n w, s = n t, the objective times
n), with derivatives, sparse where it takes them, so that its tolerances, which are absolute, mean
the same for every n. An epsilon of infinity has no constraint, an epsilon of 0 the weight 0.

`python -m tests.lab.bench.solvers WHO N` is a process that solves one instance; `rows` starts it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, minimize

from dpmean.mechanisms.hetero import many, weights
from dpmean.mechanisms.hetero.affine import dot

SIZES = (10, 100, 1_000, 3_000, 10_000, 100_000, 1_000_000)
LIMIT = 30  # seconds of one solver on one instance
STARTING = 30  # seconds for a process to start and to make the instance
Vector = Any  # an array of doubles
Point = tuple[Vector, float]  # the weights and t


def constraints(epsilons: Vector) -> tuple[Any, Any]:
    """Rows of u_i - epsilon_i s <= 0 for the finite epsilons, and of the sum of the u."""
    n = len(epsilons)
    finite = np.flatnonzero(np.isfinite(epsilons))
    row = np.arange(len(finite))
    below = sparse.csr_array(
        (
            np.r_[np.ones(len(finite)), -epsilons[finite]],
            (np.r_[row, row], np.r_[finite, np.full(len(finite), n)]),
        ),
        shape=(len(finite), n + 1),
    )
    return below, sparse.csr_array(np.r_[np.ones(n), 0.0][None, :])


def in_scipy(method: str, epsilons: Vector, **options: Any) -> Point:
    """SLSQP (dense) or trust-constr (sparse), from equal weights."""
    n = len(epsilons)
    below, whole = constraints(epsilons)
    curvature = np.r_[np.full(n, 1 / (2 * n)), 4 / n]
    used = epsilons > 0
    start = np.where(used, n / used.sum(), 0.0)
    finite = used & np.isfinite(epsilons)
    start = np.r_[start, max((start[finite] / epsilons[finite]), default=0.0)]
    given: dict[str, Any] = {
        "jac": lambda x: curvature * x,
        "bounds": Bounds(0, np.r_[np.where(used, np.inf, 0.0), np.inf]),
    }
    if method == "SLSQP":
        rows, total = below.toarray(), whole.toarray()
        given["constraints"] = [
            {"type": "eq", "fun": lambda x: total @ x - n, "jac": lambda x: total},
            {"type": "ineq", "fun": lambda x: -(rows @ x), "jac": lambda x: -rows},
        ]
    else:
        given["hess"] = lambda x: sparse.diags_array(curvature)
        given["constraints"] = [LinearConstraint(whole, n, n), LinearConstraint(below, -np.inf, 0)]
    found = minimize(
        lambda x: float(curvature @ (x * x)) / 2, start, method=method, options=options, **given
    ).x
    return found[:n] / n, float(found[n]) / n


def posed(epsilons: Vector) -> tuple[Any, Any, Any]:
    """The quadratic program for cvxpy, with its variables u and s."""
    import cvxpy

    n = len(epsilons)
    u, s = cvxpy.Variable(n), cvxpy.Variable()
    below, finite, unused = (
        constraints(epsilons)[0][:, :n],
        np.flatnonzero(np.isfinite(epsilons)),
        np.flatnonzero(epsilons == 0),
    )
    wanted = [u >= 0, cvxpy.sum(u) == n]
    wanted += [below @ u <= epsilons[finite] * s] if len(finite) else []
    wanted += [u[unused] == 0] if len(unused) else []
    return (
        cvxpy.Problem(
            cvxpy.Minimize(cvxpy.sum_squares(u) / (4 * n) + (2 / n) * cvxpy.square(s)), wanted
        ),
        u,
        s,
    )


def in_cvxpy(epsilons: Vector, **options: Any) -> Point:
    """Whatever solver cvxpy chooses, unless one is named."""
    problem, u, s = posed(epsilons)
    problem.solve(**options)
    return np.asarray(u.value) / len(epsilons), float(s.value) / len(epsilons)


def chosen() -> str:
    """The name of what cvxpy chooses for such a program."""
    problem, _, _ = posed(np.array([1.0, 2.0]))
    problem.solve()
    return str(problem.solver_stats.solver_name)


SOLVERS: dict[str, Callable[[Vector], Point]] = {
    "SciPy SLSQP": lambda e: in_scipy("SLSQP", e, ftol=1e-15, maxiter=1000),
    "SciPy trust-constr": lambda e: in_scipy(
        "trust-constr", e, gtol=1e-10, xtol=1e-14, barrier_tol=1e-10, maxiter=5000
    ),
    "cvxpy": in_cvxpy,
    "cvxpy with Clarabel": lambda e: in_cvxpy(e, solver="CLARABEL"),
}


def repaired(found: Vector, epsilons: list[weights.Epsilon]) -> list[Fraction]:
    """Weights on the simplex, exactly, up to a common factor: nothing below 0, nothing for an
    unused user.
    """
    return [
        Fraction(0) if e == 0 else Fraction(max(float(v), 0.0))
        for v, e in zip(found, epsilons, strict=True)
    ]


def objective(shares: list[Fraction], epsilons: list[weights.Epsilon]) -> Fraction:
    """|w|^2/4 + 2 max(w_i/epsilon_i)^2 for weights proportional to these, exactly."""
    needed = max((v / e for v, e in zip(shares, epsilons, strict=True) if e), default=Fraction(0))
    return (dot(shares, shares) / 4 + 2 * needed**2) / sum(shares, Fraction(0)) ** 2


def errors(found: Vector, epsilons: list[weights.Epsilon]) -> tuple[float, float]:
    """(objective - exact) / exact, and the largest error of a weight over the largest weight."""
    shares, cut, exact = repaired(found, epsilons), many.cut(epsilons), many.enclosed(epsilons)
    unit, total = 1 << cut.bits, float(sum(shares))
    # but for a relative 2^-66
    best = weights.squared_error(
        Fraction(cut.total, unit), Fraction(sum(c * c for c in cut.shares), unit**2)
    )
    ours = np.array([a / (1 << exact.bits) for a in exact.numerators])
    theirs = np.array([float(v) for v in shares]) / total
    return float(objective(shares, epsilons) / best - 1), float(
        np.max(np.abs(theirs - ours)) / np.max(ours)
    )


def solved(who: str, n: int) -> dict[str, Any]:
    """One instance by one solver, in this process."""
    from .weights import texts

    epsilons = [Fraction(t) for t in texts(n)]
    given = np.array([float(e) for e in epsilons])
    if who.startswith("cvxpy"):
        import cvxpy  # noqa: F401
    start = time.perf_counter()
    found, _ = SOLVERS[who](given)
    seconds = time.perf_counter() - start
    excess, error = errors(found, list(epsilons))
    return {
        "who": f"cvxpy, which chooses {chosen()}" if who == "cvxpy" else who,
        "n": n,
        "seconds": seconds,
        "excess": excess,
        "error": error,
    }


def rows(sizes: tuple[int, ...] = SIZES, limit: int = LIMIT) -> list[dict[str, Any]]:
    """Every solver on ever larger instances until one takes it more than `limit` seconds."""
    found = []
    for who in SOLVERS:
        for n in sizes:
            more = n // 20_000  # the check of the answer
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "tests.lab.bench.solvers", who, str(n)],
                    env={**os.environ, "OMP_NUM_THREADS": "1"},
                    capture_output=True,
                    text=True,
                    timeout=limit + STARTING + more,
                    check=True,
                )
                # cvxpy's word
                found.append({**json.loads(done.stdout), "unsure": "inaccurate" in done.stderr})
            except subprocess.TimeoutExpired:
                found.append({"who": who, "n": n, "seconds": None, "why": f"more than {limit} s"})
            except subprocess.CalledProcessError as error:
                lines = error.stderr.strip().splitlines()
                found.append(
                    {
                        "who": who,
                        "n": n,
                        "seconds": None,
                        "why": lines[-1][:80] if lines else f"ended with {error.returncode}",
                    }
                )
            if found[-1]["seconds"] is None or found[-1]["seconds"] > limit:
                break
    return found


if __name__ == "__main__":
    print(json.dumps(solved(sys.argv[1], int(sys.argv[2]))))
