"""The table of the mechanisms and noises that `law_of` covers, computed by trying:
`print(table())`.

covered   probabilities are exact, or off by less than 2^-50
bounded   the law is known up to what was left out, and `lost` says how much that is
refused   the law is not known, and the message says why
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import DpmeanError
from ..programs.law_of import law_of
from .mechanisms import MECHANISMS, build

SMALL = Fraction(1, 1 << 50)
UNIT = {"epsilon": "1", "lower": "0", "upper": "1"}
RHO = {"rho": "1", "lower": "0", "upper": "1"}
SPLIT = {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "2", "n2": "1"}
USERS = {"epsilons": "4,6", "lower": "0", "upper": "1"}
VECTORS = {"rho": "4", "u": "2", "d": "1", "n": "3"}
LAW = {"rho": "8", "d": "1", "n": "3", "radius": "1", "sigma_max": "1"}
THREE, LINES = ["0", "1/2", "1"], [["0"], ["1"], ["2"]]
LATTICE = {"noise": "discrete_laplace", "m": "2"}
NORMAL = {"noise": "gaussian"}
# an example for every mechanism and noise: name, parameters, records
EXAMPLES: tuple[tuple[str, dict[str, str], list[Any]], ...] = (
    ("independent_mean", UNIT, THREE),
    ("shifted_mean", UNIT, THREE),
    ("bounded_mean", UNIT, THREE),
    ("transformed_mean", {**UNIT, "noise": "laplace"}, THREE),
    ("transformed_mean", {**UNIT, "noise": "staircase2d", "gamma": "1/2"}, THREE),
    ("transformed_mean", {**UNIT, "noise": "hourglass", "gamma": "1/2"}, THREE),
    ("transformed_mean", {**UNIT, **LATTICE}, THREE),
    ("transformed_mean", {**UNIT, "noise": "discrete_hourglass", "gamma": "1/2", "m": "2"}, THREE),
    ("sized_mean", {**UNIT, "n": "3", "noise": "laplace"}, THREE),
    ("sized_mean", {**UNIT, "n": "3", "noise": "truncated_laplace"}, THREE),
    ("count", {"noise": "laplace", "epsilon": "1"}, THREE),
    ("count", {"noise": "discrete_laplace", "epsilon": "1", "clamp": "zero"}, THREE),
    ("count", {"noise": "gaussian", "rho": "1", "clamp": "zero"}, THREE),
    ("count", {"noise": "discrete_gaussian", "rho": "1"}, THREE),
    ("bounded_sum", {**UNIT, "noise": "laplace", "clamp": "zero"}, THREE),
    ("bounded_sum", {**UNIT, "noise": "discrete_laplace", "unit": "1/2"}, THREE),
    ("bounded_sum", {**RHO, "noise": "gaussian"}, THREE),
    ("bounded_sum", {**RHO, "noise": "discrete_gaussian", "unit": "1/2", "clamp": "zero"}, THREE),
    ("histogram", {"categories": "3", "noise": "laplace", "epsilon": "1"}, THREE),
    (
        "histogram",
        {"categories": "3", "noise": "discrete_laplace", "epsilon": "1", "count_threshold": "2"},
        THREE,
    ),
    ("randomized_response", {"categories": "4", "epsilon": "1"}, ["2"]),
    ("adpm", USERS, ["0", "1"]),
    ("adpm", {**USERS, "noise": "staircase", "gamma": "1/2"}, ["0", "1"]),
    ("uni", USERS, ["0", "1"]),
    ("propdpm", USERS, ["0", "1"]),
    ("stretching", USERS, ["0", "1"]),
    ("fme", USERS, ["0", "1"]),
    ("ldpe", USERS, ["0", "1"]),
    ("sm", USERS, ["0", "1"]),
    ("clipped_mean", {**UNIT, "bias": "1/4", "lambda": "2", "n": "3"}, THREE),
    ("clipped_mean", {**UNIT, "bias": "1/4", "lambda": "2", "n": "3", **LATTICE}, THREE),
    ("name_and_shame", {"delta": "1/8", "n": "3"}, THREE),
    ("name_and_shame", {"delta": "1/8", "n": "3", "variant": "single"}, THREE),
    ("combined_mean", {**UNIT, "delta": "1/8", "psi": "1/2", "lambda": "4", "n": "3"}, THREE),
    (
        "combined_mean",
        {**UNIT, "delta": "1/8", "psi": "1/2", "lambda": "4", "n": "3", **LATTICE},
        THREE,
    ),
    ("dpucoarse", {"epsilon": "2", "delta": "1/8"}, ["0", "1/4", "1", "5"]),
    ("dpucoarse", {"epsilon": "4", "delta": "1/8", **LATTICE}, ["0", "0", "1"]),
    ("dpumean", SPLIT, ["0", "1/4", "1"]),
    ("dpumean", {**SPLIT, **LATTICE}, ["0", "1/2", "1"]),
    ("kv_mean", SPLIT, ["0", "1/4", "1"]),
    ("kv_mean", {**SPLIT, **LATTICE}, ["0", "1/2", "1"]),
    (
        "unknown_size",
        {"base": "sized_mean", "epsilon": "3", "delta": "1/4", "lower": "0", "upper": "1"},
        [*THREE, "1"],
    ),
    (
        "unknown_size",
        {
            "base": "clipped_mean",
            "epsilon": "3",
            "delta": "1/4",
            "lower": "0",
            "upper": "1",
            "bias": "1/4",
            "lambda": "2",
        },
        [*THREE, "1"],
    ),
    ("unknown_size", {"base": "name_and_shame", "epsilon": "3", "delta": "1/4"}, [*THREE, "1"]),
    ("student_t_mean", UNIT, THREE),
    ("shuffled_mean", {**UNIT, "n": "2", "blocks": "2"}, [*THREE, "1"]),
    ("shuffled_mean", {**UNIT, "n": "2", "blocks": "2", **LATTICE}, [*THREE, "1"]),
    ("privquant", {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}, ["1", "2", "4"]),
    (
        "privquant",
        {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3", **NORMAL},
        ["1", "2", "4"],
    ),
    (
        "privquant",
        {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3", "edition": "printed"},
        ["1", "2", "4"],
    ),
    ("norm_clipped_mean", {**VECTORS, "threshold": "1"}, LINES),
    ("norm_clipped_mean", {**VECTORS, "threshold": "1", **NORMAL}, LINES),
    ("quantile_clipped_mean", {**VECTORS, "beta": "9/10"}, LINES),
    ("quantile_clipped_mean", {**VECTORS, "beta": "9/10", **NORMAL}, LINES),
    ("shifted_clipped_mean", {**VECTORS, "beta": "9/10"}, LINES),
    ("shifted_clipped_mean", {**VECTORS, "beta": "9/10", **NORMAL}, LINES),
    (
        "quantized_mean",
        {"rho": "8", "d": "1", "n": "3", "radius": "1", "bucket": "1", "beta": "9/10"},
        LINES,
    ),
    (
        "quantized_mean",
        {"rho": "8", "d": "1", "n": "3", "radius": "1", "bucket": "1", "beta": "9/10", **NORMAL},
        LINES,
    ),
    ("gaussian_mean", {**LAW, "sigma_min": "1", "beta": "9/10"}, LINES),
    ("coinpress_mean", {**LAW, "iterations": "2", "beta": "9/10"}, LINES),
    ("coinpress_mean", {**LAW, "iterations": "2", "beta": "1/10", "tails": "each"}, LINES),
    ("coinpress_scaled_mean", {**LAW, "sigma_min": "1", "iterations": "1", "beta": "9/10"}, LINES),
    ("local_coordinate_mean", {**LAW, "beta": "9/10"}, LINES),
    ("local_clipped_mean", {"rho": "4", "u": "1", "d": "1", "n": "1"}, [["1"]]),
    (
        "shuffled_clipped_mean",
        {
            "epsilon": "12",
            "delta": "1/2",
            "u": "1",
            "d": "1",
            "n": "4",
            "messages": "14",
            "beta": "9/10",
        },
        [["0"], ["1"], ["1"], ["0"]],
    ),
)


@dataclass(frozen=True)
class Coverage:
    """One row: the mechanism, its noise or variant, whether it is covered, bounded or refused, and
    a remark.
    """

    mechanism: str
    variant: str
    status: str
    note: str


def coverage() -> Iterator[Coverage]:
    """Yields a row for every example: its law is computed, and its distribution function at one
    point.
    """
    for name, params, data in EXAMPLES:
        variant = " ".join(
            params[k] for k in ("noise", "variant", "base", "edition") if k in params
        )
        try:
            law = law_of(build(name, params), data)
            law.cdf(Fraction(1, 3))
        except DpmeanError as error:
            yield Coverage(name, variant, "refused", str(error))
            continue
        if law.lost <= SMALL:
            yield Coverage(
                name, variant, "covered", "closed form" if not law.lost else "certified sums"
            )
        else:
            yield Coverage(name, variant, "bounded", "lost: see `lost`")


def missing() -> set[str]:
    """Returns the names of the mechanisms of the registry without an example."""
    return {*MECHANISMS} - {name for name, _, _ in EXAMPLES}


def table() -> str:
    """Returns the table as text, one row a line."""
    return "\n".join(f"{c.mechanism:24} {c.variant:24} {c.status:8} {c.note}" for c in coverage())
