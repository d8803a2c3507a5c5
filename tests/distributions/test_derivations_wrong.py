"""The machinery of the derivations: its sums are right, it shares nothing with what it checks, it
tells wrong formulas.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sympy

import dpmean
from dpmean.distributions import (
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    optimal_gamma,
    staircase,
    staircase2d,
)
from dpmean.distributions.derivations import derived, optima, staircases, sums
from dpmean.distributions.derivations.record import same
from dpmean.distributions.derivations.symbols import (
    D,
    b,
    diagonal,
    epsilon,
    g,
    gamma,
    i,
    j,
    k,
    m,
    shift,
    t,
    x,
)


@pytest.mark.parametrize("order", range(6))
def test_power_series_coefficients(order: int) -> None:
    ratio = sympy.Symbol("ratio")
    n = sympy.Symbol("n")
    series = sympy.series(sums.geometric(n**order, n, ratio), ratio, 0, 7).removeO()
    assert sympy.Poly(series, ratio) == sympy.Poly(
        sum(sympy.Integer(q) ** order * ratio**q for q in range(7)), ratio
    )


def test_central_step_of_the_distribution_function() -> None:
    assert same(
        derived("staircase.cdf").subs(j, 0),
        sympy.Rational(1, 2) + derived("staircase.normalizer") * x,
    )
    a = derived("discrete_staircase.normalizer")
    assert same(derived("discrete_staircase.cdf").subs(j, 0), (1 + a) / 2 + a * i)


def test_lattice_total_variation_does_not_depend_on_parity() -> None:
    assert same(
        staircases.total_variation_lattice(odd=True), staircases.total_variation_lattice(odd=False)
    )


def _covariance_without_cross_term() -> Any:
    """E i J with every point of a step put at the step's first point."""
    moments = [sympy.factor(sums.geometric(q, _n, b)) for q in (_n, _n**2)]
    cross = (
        2
        * discrete_staircase.normalizer(*LATTICE)
        * (m**2 * moments[1] + (m * g - m**2) * moments[0])
    )
    return (cross / m - discrete_staircase.moment(2, *LATTICE) / m**2) * D**2


LINE, LATTICE = (b, gamma, D), (b, g, m)
_n = sympy.Symbol("n")
_c = b + gamma * (1 - b)
WRONG: dict[str, tuple[str, Any]] = {
    "2-D normaliser as the paper prints it": (
        "staircase2d.normalizer",
        (1 - b) ** 2 / (2 * (b * (b + (1 - b) * gamma) + (1 - b) * (b + (1 - b) * gamma**2))),
    ),
    "2-D normaliser without the inner factor 2": (
        "staircase2d.normalizer",
        (1 - b) ** 2
        / (2 * D**2 * (b * (b + (1 - b) * gamma) + (1 - b) * (b + (1 - b) * gamma**2))),
    ),
    "2-D normaliser without D^2": ("staircase2d.normalizer", staircase2d.normalizer(*LINE) * D**2),
    "2-D variance as that of the line": ("staircase2d.variance", staircase.moment(2, *LINE)),
    "hourglass normaliser without 1 + b": (
        "hourglass.normalizer",
        hourglass.normalizer(*LINE) * (1 + b),
    ),
    "hourglass covariance of the other sign": (
        "hourglass.covariance",
        -hourglass.covariance(*LINE),
    ),
    "hourglass sum variance from independence": (
        "hourglass.sum_variance",
        2 * staircase.moment(2, *LINE),
    ),
    "hourglass sum with b for b^2": (
        "hourglass.sum_pmf",
        discrete_laplace.normalizer(b)
        * staircase.normalizer(b, gamma, 1)
        * b**k
        * (2 * gamma + k + 2 * b / (1 - b)),
    ),
    "hourglass exponent |k|": ("hourglass.density", hourglass.weight(abs(diagonal), *LINE)),
    "staircase normaliser with gamma and 1 - gamma exchanged": (
        "staircase.normalizer",
        staircase.normalizer(b, 1 - gamma, D),
    ),
    "staircase variance at c = gamma": (
        "staircase.variance",
        D**2 * (gamma**3 + 3 * b * gamma + b * (1 + b)) / (3 * gamma * (1 - b) ** 2),
    ),
    "staircase tail one step off": ("staircase.tail", staircase.tail(x, j + 1, *LINE)),
    "staircase total variation with the whole shift": (
        "staircase.total_variation",
        1 - staircase.tail(shift, j, *LINE),
    ),
    "lattice normaliser with 2 g points": (
        "discrete_staircase.normalizer",
        (1 - b) / (2 * g * (1 - b) + 2 * m * b),
    ),
    "lattice tail without its first point": (
        "discrete_staircase.tail",
        discrete_staircase.tail(i + 1, j, *LATTICE),
    ),
    "lattice variance as on the line": (
        "discrete_staircase.variance",
        staircase.moment(2, b, g / m, D),
    ),
    "lattice covariance with points at the step's edge": (
        "discrete_hourglass.covariance",
        _covariance_without_cross_term(),
    ),
    "discrete Laplace variance without 2": ("discrete_laplace.variance", t / (1 - t) ** 2),
    "Laplace variance of half the scale": ("laplace.variance", laplace.moment(2, 2 * epsilon / D)),
    "optimal gamma with the square root": (
        "staircase.optimal_gamma",
        optimal_gamma.absolute(sympy.sqrt(b)),
    ),
    "minimax constant with c for c^2": (
        "minimax.sigma_squared",
        (optima.critical_c() + b) / (1 - b) ** 2,
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_formulas_are_told_apart(mistake: str) -> None:
    name, formula = WRONG[mistake]
    assert not same(formula, derived(name))


def test_printed_planar_normaliser_has_total_mass_three_halves() -> None:
    _, printed = WRONG["2-D normaliser as the paper prints it"]
    at = {b: sympy.Rational(1, 2), gamma: 1, D: 1}
    assert (printed / derived("staircase2d.normalizer")).subs(at) == sympy.Rational(3, 2)


# --- independence


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
            if node.level and not node.module:
                found |= {"." * node.level + alias.name for alias in node.names}
    return found


def test_derivations_use_no_shipped_formula() -> None:
    files = sorted((Path(dpmean.__file__).parent / "distributions" / "derivations").glob("*.py"))
    assert files
    for path in files:
        imports = _imports(path)
        assert {z for z in imports if z.startswith("..")} <= {"...errors", "...catalogue"}, path
        assert not any(z.startswith("dpmean") for z in imports), path


def test_values_and_releases_do_not_load_sympy() -> None:
    code = (
        "import sys, dpmean.catalogue, dpmean.cli.main, dpmean.cli.value, dpmean.cli.release; "
        "sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
