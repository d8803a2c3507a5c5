"""10^4 certified, correctly rounded values of one formula at distinct parameters, in a process that
has just started.

`python -m tests.lab.bench.values NAME` is that process; `rows` starts it, and beside it one that
evaluates the textbook formula in SymPy.
"""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import time
from typing import Any

COUNT = 10_000
FEW = 100  # values of the peer, which needs about a millisecond for each
FORMULAS: dict[str, dict[str, str]] = {
    "laplace.density": {"x": "1"},
    "discrete_laplace.pmf": {"k": "3"},
    "hourglass.covariance": {"gamma": "1/2"},
    "staircase.variance": {"gamma": "1/2"},
    "minimax.r_add_remove": {},
}
Row = dict[str, Any]


def epsilons(count: int) -> list[str]:
    """Distinct parameters up to 10."""
    return [f"{i * (COUNT // count)}/1000" for i in range(1, count + 1)]


def ours(name: str) -> list[float]:
    """The values, of which the ones that the peer has are kept."""
    from dpmean.catalogue.quantities import doubles

    return doubles(name, {"epsilon": epsilons(COUNT)}, **FORMULAS[name])[
        COUNT // FEW - 1 :: COUNT // FEW
    ]


def in_sympy(name: str) -> list[float]:
    """The textbook formula, substituted and evaluated to 30 digits."""
    import sympy as sp

    e = sp.Symbol("e", positive=True)
    b = sp.exp(-e)
    c = sp.cbrt(b * (1 + b) / 2) if name == "minimax.r_add_remove" else (1 + b) / 2
    variance = (c**3 + 3 * b * c + b * (1 + b)) / (3 * c * (1 - b) ** 2)
    formula = {
        "laplace.density": e / 2 * b,
        "discrete_laplace.pmf": (1 - b) / (1 + b) * b**3,
        "hourglass.covariance": (b * (1 + b) / 2 - c**3) / (3 * c * (1 - b) ** 2),
    }.get(name, variance)
    return [float(sp.N(formula.subs(e, sp.Rational(p)), 30)) for p in epsilons(FEW)]


def cold(name: str, who: str) -> tuple[float, list[float]]:
    """Seconds of a whole process, its start included, and its values."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.bench.values", name, who],
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - start, json.loads(done.stdout)


def rows(rounds: int) -> list[Row]:
    """One row a formula: values a second of a cold process that makes 10^4 (of the peer: 100)."""
    found = []
    for name in FORMULAS:
        own, theirs = [], []
        for _ in range(rounds):
            seconds, values = cold(name, "ours")
            own.append(seconds)
            peer_seconds, peer_values = cold(name, "sympy")
            theirs.append(peer_seconds)
            # 30 digits, rounded to a double: the nearest one
            for mine, other in zip(values, peer_values, strict=True):
                if not math.isclose(mine, other, rel_tol=2**-52):
                    raise SystemExit(f"{name}: {mine} and {other}")
        seconds, rate, peer_rate = (
            statistics.median(own),
            COUNT / statistics.median(own),
            FEW / statistics.median(theirs),
        )
        found.append(
            {
                "what": f"10^4 values of {name}, cold process",
                "draws": COUNT,
                "epsilon": "0.001 to 10",
                "ours_per_s": rate,
                "peer": "SymPy, 100 values",
                "peer_per_s": peer_rate,
                "ratio": rate / peer_rate,
                "bits_per_draw": None,
                "entropy": None,
                "seconds": seconds,
            }
        )
    return found


if __name__ == "__main__":
    print(json.dumps((ours if sys.argv[2] == "ours" else in_sympy)(sys.argv[1])))
