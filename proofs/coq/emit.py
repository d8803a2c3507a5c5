"""What is emitted: `Emitted.v`, the Gallina of the shipped functions that the theorems in Coq are
about.

Each definition is the trace of one shipped function, or of a shipped program up to its output;
`Emitted.v` is committed, and must be what `text` returns now. What stands here by hand is the list
of functions, the names and sorts of their variables, and the hypotheses that the shipped
constructors demand (lower < upper).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

from dpmean.distributions import (
    cells,
    discrete_gaussian,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    optimal_gamma,
    staircase,
)
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.privacy import conversions
from dpmean.programs.program import Draw, Step

from .symbols import INT, REAL, Gallina, lines, traced

HERE = Path(__file__).parent
EMITTED = HERE / "Emitted.v"
HEAD = """(* The shipped functions of dpmean in Gallina, written from the Python code by `python -m proofs.coq --write`;
   do not edit. Z are the integers, R the real numbers of Coq's library, Int_part the floor of a real number,
   powerRZ b n = b^n for an integer n. Every comparison is one that the Python code makes. The shipped code also
   refuses what is beyond 10^6 steps (cells.LEVEL_CAP); a refusal is no value, and is not seen here. *)

From Coq Require Import ZArith Reals.
Local Open Scope R_scope.
"""


class _Powers(Decay):
    """epsilon and b = e^-epsilon as variables, of which any real power can be taken."""

    def power(self, exponent: Fraction | int) -> Any:
        """Return b^exponent, as Decay defines it: e^(-epsilon exponent)."""
        assert isinstance(exponent, Gallina)
        epsilon: Any = self.epsilon
        return Gallina(f"exp (- ({(epsilon * exponent).text}))", REAL, 10)


class _Gaussian(discrete_gaussian.DiscreteGaussian):
    """The discrete Gaussian with S(1), the sum of e^(-a j^2) over j >= 1, as a variable."""

    @property
    def _upper(self) -> Any:
        return Gallina("upper", REAL)


@dataclass(frozen=True)
class Emission:
    """One definition: its name, its variables by sort, the function of them that is traced, and
    what it is.
    """

    name: str
    integers: str
    reals: str
    result: str
    function: Callable[..., Any]
    what: str
    order: str = ""
    smaller: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        """Return the definition, with a comment that says what it is."""
        sorts = {
            **dict.fromkeys(self.integers.split(), INT),
            **dict.fromkeys(self.reals.split(), REAL),
        }
        names = self.order.split() or list(sorts)
        variables = [Gallina(name, sorts[name]) for name in names]
        tree = traced(lambda: self.function(*variables), self.smaller)
        arguments = " ".join(f"({name} : {sorts[name]})" for name in names)
        scope = f"%{self.result}"
        return (
            f"(* {self.what} *)\n"
            f"Definition {self.name} {arguments} : {self.result} := (\n{lines(tree)}){scope}.\n"
        )


def decay(b: Any, epsilon: Any = 1) -> Decay:
    """Return the pair of b and epsilon as the laws take it."""
    return _Powers(epsilon, b)


def discrete_mass(b: Any, g: Any, m: Any, i: Any, k: Any) -> Any:
    """Return the mass of the lattice hourglass at x = i/m on the diagonal k; gamma = g/m."""
    j = cells.signed_lattice_level(i, m, g)
    return discrete_hourglass.weight(cells.hourglass_exponent(j, k), b, g, m)


def gaussian_mass(sigma_squared: Any, _: Any, k: Any) -> Any:
    """Return DiscreteGaussian.pmf at k, where reals.exp is Coq's exp."""
    with mock.patch.object(reals, "exp", lambda x: Gallina(f"exp ({x.text})", REAL, 10)):
        return _Gaussian(sigma_squared).pmf(k)


def algorithm3(lower: Any, upper: Any, records: list[Any]) -> Any:
    """Return the shipped Algorithm 3 with hourglass noise, and its program on the records."""
    b, g = Gallina("b", REAL), Gallina("g", REAL)
    return TransformedMean(decay(b), lower, upper, noise="hourglass", gamma=g).program(records)


def sums(which: str) -> Callable[..., Any]:
    """Return what the shipped program notes under a name before it draws, as a function of bounds
    and records.
    """

    def run(lower: Any, upper: Any, *records: Any) -> Any:
        noted = {}
        for event in algorithm3(lower, upper, list(records)):
            if isinstance(event, Draw):
                break
            assert isinstance(event, Step)
            noted[event.name] = event.value
        return noted["clipped"][0] if which == "clipped" else noted[which]

    return run


def release(lower: Any, upper: Any, z1: Any, z2: Any, *records: Any) -> Any:
    """Return the output of the shipped program on the records where its one draw is (z1, z2)."""
    program = algorithm3(lower, upper, list(records))
    answer = None
    try:
        while True:
            event = program.send(answer)
            answer = (z1, z2) if isinstance(event, Draw) else None
    except StopIteration as end:
        return end.value


def emissions() -> Iterable[Emission]:
    """Yield all definitions, in order."""
    yield Emission(
        "level",
        "",
        "t g",
        INT,
        cells.level,
        "cells.level: the step of t >= 0 (Definition 2), g is gamma",
    )
    yield Emission(
        "signed_level",
        "",
        "x g",
        INT,
        cells.signed_level,
        "cells.signed_level: the signed step of x",
    )
    yield Emission(
        "hourglass_exponent",
        "j k",
        "",
        INT,
        cells.hourglass_exponent,
        "cells.hourglass_exponent: A_k and B_k(i) of Section 4.1 in one expression",
    )
    yield Emission(
        "lattice_level",
        "i m g",
        "",
        INT,
        cells.lattice_level,
        "cells.lattice_level: the step of i/m",
    )
    yield Emission(
        "signed_lattice_level",
        "i m g",
        "",
        INT,
        cells.signed_lattice_level,
        "cells.signed_lattice_level: the signed step of i/m",
    )
    yield Emission(
        "staircase_normalizer", "", "b g d", REAL, staircase.normalizer, "staircase.normalizer"
    )
    yield Emission(
        "staircase_density",
        "",
        "b g d x",
        REAL,
        lambda b, g, d, x: staircase.Staircase(decay(b), g, d).density(x),
        "Staircase.density at x, as a whole",
    )
    yield Emission(
        "staircase_variance",
        "",
        "b g d",
        REAL,
        lambda b, g, d: staircase.Staircase(decay(b), g, d).variance(),
        "Staircase.variance",
    )
    yield Emission(
        "hourglass_normalizer", "", "b g d", REAL, hourglass.normalizer, "hourglass.normalizer"
    )
    yield Emission(
        "hourglass_weight", "e", "b g d", REAL, hourglass.weight, "hourglass.weight", "e b g d"
    )
    yield Emission(
        "hourglass_density",
        "k",
        "b g d x",
        REAL,
        lambda b, g, d, x, k: hourglass.Hourglass(decay(b), g, d).density(x, k=k),
        "Hourglass.density at x on the diagonal x + y = k d, as a whole",
        "b g d x k",
    )
    yield Emission(
        "hourglass_covariance", "", "b g d", REAL, hourglass.covariance, "hourglass.covariance"
    )
    yield Emission(
        "optimal_gamma_mse",
        "",
        "b c",
        REAL,
        optimal_gamma.mse,
        "optimal_gamma.mse, where c^3 = cube b",
    )
    yield Emission("optimal_gamma_cube", "", "b", REAL, optimal_gamma.cube, "optimal_gamma.cube")
    yield Emission(
        "discrete_staircase_weight",
        "j g m",
        "b",
        REAL,
        discrete_staircase.weight,
        "discrete_staircase.weight",
        "j b g m",
    )
    yield Emission(
        "discrete_hourglass_mass",
        "g m i k",
        "b",
        REAL,
        discrete_mass,
        "discrete_hourglass.weight at i/m on the diagonal k; gamma = g/m",
        "b g m i k",
    )
    yield Emission(
        "laplace_density",
        "",
        "eps d x",
        REAL,
        lambda eps, d, x: laplace.Laplace(decay(Gallina("b", REAL), eps), d).density(x),
        "Laplace.density at x, as a whole; Decay.power is written as its definition",
    )
    yield Emission(
        "discrete_laplace_pmf",
        "",
        "t power",
        REAL,
        discrete_laplace.pmf,
        "discrete_laplace.pmf, where power = t^|k|",
    )
    yield Emission(
        "discrete_gaussian_mass",
        "k",
        "sigma_squared upper",
        REAL,
        gaussian_mass,
        "DiscreteGaussian.pmf at k, as a whole; upper is the sum of e^(-j^2/(2 sigma^2)) over "
        "j >= 1",
        "sigma_squared upper k",
    )
    yield Emission(
        "discrete_gaussian_total",
        "",
        "upper",
        REAL,
        discrete_gaussian.total,
        "discrete_gaussian.total",
    )
    yield Emission(
        "discrete_gaussian_rho",
        "",
        "sensitivity sigma_squared",
        REAL,
        discrete_gaussian.rho,
        "discrete_gaussian.rho",
    )
    yield Emission(
        "discrete_gaussian_divergence",
        "",
        "shift_squared order sigma_squared",
        REAL,
        discrete_gaussian.renyi,
        "discrete_gaussian.renyi",
    )
    yield Emission(
        "zcdp_epsilon",
        "",
        "rho root",
        REAL,
        conversions.epsilon_of_rho,
        "conversions.epsilon_of_rho, where root = sqrt(rho log(1/delta))",
    )
    bounds = (("l", "u"),)
    whole = "the shipped program of Algorithm 3 (TransformedMean), l < u:"
    yield Emission(
        "clipped_record",
        "",
        "l u x",
        REAL,
        sums("clipped"),
        f"{whole} the record x, clipped",
        "",
        bounds,
    )
    yield Emission(
        "program_s1_0", "", "l u", REAL, sums("s1"), f"{whole} s1 of no record", "", bounds
    )
    yield Emission(
        "program_s2_0", "", "l u", REAL, sums("s2"), f"{whole} s2 of no record", "", bounds
    )
    yield Emission(
        "program_s1_1", "", "l u x", REAL, sums("s1"), f"{whole} s1 of one record", "", bounds
    )
    yield Emission(
        "program_s2_1", "", "l u x", REAL, sums("s2"), f"{whole} s2 of one record", "", bounds
    )
    yield Emission(
        "program_s1_2", "", "l u x x'", REAL, sums("s1"), f"{whole} s1 of two records", "", bounds
    )
    yield Emission(
        "program_s2_2", "", "l u x x'", REAL, sums("s2"), f"{whole} s2 of two records", "", bounds
    )
    yield Emission(
        "program_release_0",
        "",
        "l u z1 z2",
        REAL,
        release,
        f"{whole} the output on no record, drawing (z1, z2)",
        "",
        bounds,
    )
    yield Emission(
        "program_release_1",
        "",
        "l u z1 z2 x",
        REAL,
        release,
        f"{whole} the output on one record l < x < u",
        "",
        (*bounds, ("l", "x"), ("x", "u")),
    )


def text() -> str:
    """Return `Emitted.v` as it has to be."""
    return "\n".join([HEAD, *(e.text() for e in emissions())])
