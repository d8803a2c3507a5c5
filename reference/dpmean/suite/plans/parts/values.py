"""The `exact` vectors of a count and of a bounded sum: sensitivities, scales, variances, and what a
clamp makes of the expected output and of its error.

This file holds settings, each with the reason for choosing it. A row that a quantity refuses is left
out of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...vectors import Vector
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows

USERS: tuple[Row, ...] = rows(__file__, "users", FIELDS)
RELATIONS: tuple[Row, ...] = rows(__file__, "relations", FIELDS)
EPSILONS: tuple[Row, ...] = rows(__file__, "epsilons", FIELDS)
PAIRS: tuple[Row, ...] = rows(__file__, "pairs", FIELDS)
BOXES: tuple[Row, ...] = rows(__file__, "boxes", FIELDS)
RHOS: tuple[Row, ...] = rows(__file__, "rhos", FIELDS)
COUNTS: tuple[Row, ...] = rows(__file__, "counts", FIELDS)
BOUNDS: tuple[Row, ...] = rows(__file__, "bounds", FIELDS)
SUMS: tuple[Row, ...] = rows(__file__, "sums", FIELDS)
CLAMPED: tuple[Row, ...] = rows(__file__, "clamped", FIELDS)
CLAMPS: tuple[Row, ...] = rows(__file__, "clamps", FIELDS)
BETAS: tuple[Row, ...] = rows(__file__, "betas", FIELDS)
TIES: tuple[Row, ...] = rows(__file__, "ties", FIELDS)
MIDDLING: tuple[Row, ...] = rows(__file__, "middling", FIELDS)
# those of which all masses of a lattice can be added up
SUMMED = tuple(row for row in RHOS if Fraction(row[0]["rho"]) > Fraction(1, 10**7))
NARROW = tuple(
    row
    for row in BOUNDS
    if max(abs(Fraction(row[0][end])) for end in ("lower", "upper"))
    < 1000 * Fraction(row[0].get("unit", "1"))
)
BOX = {"lower": "0", "upper": "1", "unit": "1"}
FEW = USERS[:5]
MANY: tuple[Row, ...] = rows(__file__, "many", FIELDS)


def _noisy(table: tuple[Row, ...], continuous: str, lattice: str) -> tuple[Row, ...]:
    """Return rows with the noise that goes with them: on a lattice where a row has a unit."""
    return tuple(
        (params | {"noise": lattice if "unit" in params else continuous}, why, flags)
        for params, why, flags in table
    )


def either(*noises: str) -> tuple[Row, ...]:
    return tuple(({"noise": noise}, f"{noise} noise", ()) for noise in noises)


LAPLACE, GAUSSIAN = ("laplace", "discrete_laplace"), ("gaussian", "discrete_gaussian")
BUGS = {
    "count.sensitivity": "a contribution that is left out, or twice it where records are replaced",
    "bounded_sum.sensitivity": "the upper bound alone, the width where records are added or removed, or the "
    "larger bound where they are replaced",
    "count": "a contribution that is left out or not squared, the continuous variance for the lattice's, "
    "or twice rho",
    "bounded_sum": "a unit that is left out or not squared, a contribution for its root, or the other relation's "
    "sensitivity",
    "count.sigma": "the classical formula, the rho of a conversion, a contribution that is left out",
    "bounded_sum.sigma": "the classical formula, the rho of a conversion, the other relation's sensitivity",
    "count.half_width": "a quantile at 1 - beta in place of 1 - beta/2, the continuous law's on a lattice, or a "
    "strict inequality where the tail is beta exactly",
    "bounded_sum.half_width": "a quantile at 1 - beta in place of 1 - beta/2, steps in place of units, or the other "
    "relation's sensitivity",
    "count.expected": "a clamp that is ignored, that is made before the noise, or that draws again",
    "bounded_sum.expected": "a clamp that is ignored, or a power of e^(-unit epsilon/D) that counts no units",
    "count.mse": "an error around the expected output in place of the true number, or half of the variance",
    "bounded_sum.mse": "an error around the expected output in place of the true sum, or a unit not squared",
}
OF_MANY: Tables = {
    "count.sensitivity": (MANY, RELATIONS),
    "bounded_sum.sensitivity": (MANY, BOXES, RELATIONS),
}
SENSITIVITIES: Tables = {
    "count.sensitivity": (USERS, RELATIONS),
    "bounded_sum.sensitivity": (
        tuple(
            ({k: v for k, v in p.items() if k != "unit"}, why, flags) for p, why, flags in BOUNDS
        ),
        USERS,
        RELATIONS,
    ),
}
OF_LAPLACE: Tables = {
    "count.scale": (EPSILONS, either(*LAPLACE), USERS, RELATIONS),
    "bounded_sum.scale": (_noisy(BOUNDS, *LAPLACE), EPSILONS, USERS, RELATIONS),
}
OF_GAUSSIAN: Tables = {
    "count.sigma_squared": (RHOS, either(*GAUSSIAN), USERS, RELATIONS),
    "bounded_sum.sigma_squared": (_noisy(BOUNDS, *GAUSSIAN), RHOS, USERS, RELATIONS),
}
OF_A_PAIR: Tables = {
    "count.sigma": (PAIRS, USERS, RELATIONS),
    "bounded_sum.sigma": (PAIRS, BOXES, USERS, RELATIONS),
}
VARIANCES: tuple[Tables, ...] = (
    {
        "count.variance": (EPSILONS, either(*reversed(LAPLACE)), USERS, RELATIONS),
        "bounded_sum.variance": (_noisy(BOUNDS, *LAPLACE), EPSILONS, FEW, RELATIONS),
    },
    {
        "count.variance": (RHOS, either(*reversed(GAUSSIAN)), FEW, RELATIONS),
        "bounded_sum.variance": (_noisy(BOUNDS, *GAUSSIAN), RHOS, FEW, RELATIONS),
    },
)
WITHIN: tuple[Tables, ...] = (
    {
        "count.half_width": (BETAS, EPSILONS, either(*LAPLACE), FEW, RELATIONS),
        "bounded_sum.half_width": (_noisy(BOUNDS, *LAPLACE), BETAS, EPSILONS, FEW, RELATIONS),
    },
    {
        "count.half_width": (SUMMED, BETAS, either(*GAUSSIAN), FEW, RELATIONS),
        "bounded_sum.half_width": (_noisy(NARROW, *GAUSSIAN), BETAS, SUMMED, FEW, RELATIONS),
    },
)
AT_TIES: Tables = {
    "count.half_width": (TIES, FEW),
    "bounded_sum.half_width": (TIES, ((BOX, "bounds 0 and 1 in units of 1", ()),)),
}
OF_SOME_UNITS: Tables = {
    "count.half_width": (MIDDLING, FEW[1:]),
    "bounded_sum.half_width": (MIDDLING, NARROW[1:], FEW),
}
WITH_CLAMP: Tables = {
    name: tables
    for quantity in ("expected", "mse")
    for name, tables in (
        (f"count.{quantity}", (COUNTS, EPSILONS, CLAMPS, either(*LAPLACE), FEW, RELATIONS)),
        (f"bounded_sum.{quantity}", (_noisy(CLAMPED, *LAPLACE), EPSILONS, CLAMPS, FEW, RELATIONS)),
    )
}
WITHOUT: tuple[Tables, ...] = (
    {
        f"bounded_sum.{quantity}": (_noisy(SUMS, *LAPLACE), EPSILONS, FEW)
        for quantity in ("expected", "mse")
    },
    {
        name: tables
        for quantity in ("expected", "mse")
        for name, tables in (
            (f"count.{quantity}", (COUNTS, RHOS, either(*GAUSSIAN), FEW)),
            (f"bounded_sum.{quantity}", (_noisy(SUMS, *GAUSSIAN), RHOS, FEW)),
        )
    },
)


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of these quantities."""
    yield from in_step(SENSITIVITIES, BUGS, ("OneSided", "Contribution"), {}, 12)
    yield from in_step(OF_MANY, BUGS, ("OneSided", "Contribution"), {}, 2)
    yield from in_step(OF_LAPLACE, BUGS, ("OneSided", "WrongScale"), {}, 12)
    yield from in_step(OF_GAUSSIAN, BUGS, ("WrongScale",), {}, 12)
    yield from in_step(OF_A_PAIR, BUGS, ("OneSided", "WrongScale"), {}, 12)
    lattice = ("DiscreteNotContinuous", "WrongScale")
    yield from in_step(VARIANCES[0], BUGS, lattice, {}, 8)
    yield from in_step(VARIANCES[1], BUGS, lattice, {}, 5)
    yield from in_step(WITHIN[0], BUGS, lattice, {}, 9)
    yield from in_step(WITHIN[1], BUGS, lattice, {}, 6)
    yield from in_step(AT_TIES, BUGS, lattice, {}, 4)
    yield from in_step(OF_SOME_UNITS, BUGS, lattice, {}, 3)
    yield from in_step(WITH_CLAMP, BUGS, ("Clamp",), {}, 9)
    yield from in_step(WITHOUT[0], BUGS, ("WrongScale",), {}, 2)
    yield from in_step(WITHOUT[1], BUGS, ("WrongScale",), {}, 3)
