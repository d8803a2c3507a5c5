"""The `exact` vectors of the laws: every quantity of the catalogue at every setting, and what is asked without a law.

`optimal_gamma` and `epsilon` of a given scale are questions of the designer, not of a law at a setting; their points
are listed here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..tables import rows
from .arguments import BUGS, WHOLE_LAW, arguments, few
from .settings import FULL, SETTINGS, WHOLE


def law_vectors(object_: str) -> Iterator[Vector]:
    """Yield the exact vectors of one law."""
    for entry in (e for e in CATALOGUE.values() if e.name.startswith(object_ + ".")):
        quantity = entry.name.split(".")[1]
        if quantity in ("optimal_gamma", "epsilon", "renyi"):
            continue
        for s in SETTINGS[object_]:
            if s.use == WHOLE and quantity not in WHOLE_LAW:
                continue
            every = arguments(object_, quantity, s)
            for own, why, flags in every if s.use == FULL else few(every):
                yield make(entry, {**s.params, **own}, f"{s.why}; {why}; catches {BUGS[quantity]}", s.flags + flags)


DESIGNS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = rows(__file__, "design", "parameter value why flags")
SCALES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = rows(__file__, "scale", "sensitivity scale why flags")

TIES: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...] = rows(__file__, "tie", "quantity params flags")
OVERFLOWING: tuple[tuple[str, dict[str, str], str], ...] = rows(__file__, "overflowing", "quantity params why")
COARSE: tuple[tuple[dict[str, str], str], ...] = rows(__file__, "coarse", "params why")


def _designs() -> Iterator[Vector]:
    """Yield the vectors of what a designer asks: optimal_gamma, quantiles at ties, the epsilon that a scale buys."""
    for name in ("staircase", "staircase2d", "hourglass", "discrete_staircase", "discrete_hourglass"):
        for given, value, why, flags in DESIGNS:
            for objective in ("mse", "absolute") if name in ("staircase", "discrete_staircase") else ("mse",):
                params = {given: value, "objective": objective} | ({"m": "12"} if name.startswith("discrete") else {})
                yield make(CATALOGUE[f"{name}.optimal_gamma"], params, f"{why}; objective {objective}",
                    ("OptimalGamma", "Objective", *flags))
        if name.startswith("discrete"):
            for params, why in COARSE if name == "discrete_staircase" else COARSE[2:4]:
                yield make(CATALOGUE[f"{name}.optimal_gamma"], params, why, ("OptimalGamma", "Lattice"))
            params = {"epsilon": "4", "objective": "mse", "m": "5"}
            yield make(CATALOGUE[f"{name}.optimal_gamma"], params,
                "m = 5 at epsilon 4: the best multiple is not the continuous optimum rounded, nor rounded up",
                ("OptimalGamma", "Lattice"))
            for m, why in (
                ("1", "m = 1: there is nothing but gamma = 1"),
                ("2", "m = 2: 1/2 or 1"),
                ("1000", "m = 1000: the best multiple is next to the continuous optimum, on the better side of it"),
            ):
                flags = ("OnePointStep",) if m == "1" else ()
                yield make(CATALOGUE[f"{name}.optimal_gamma"], {"epsilon": "1", "objective": "mse", "m": m}, why,
                    ("OptimalGamma", "Lattice", *flags))
    tie = (
        "the distribution function is exactly p there: the quantile is that point, and by symmetry from the upper half "
        "it is one step too high"
    )
    for quantity, params, more in TIES:
        yield make(CATALOGUE[quantity], params, tie, ("CellBoundary", *more))
    for quantity, params, why in OVERFLOWING:
        yield make(CATALOGUE[quantity], params,
            f"epsilon {params['epsilon']}: {why}; e^epsilon overflows and e^-epsilon is 0 in doubles",
            ("LargeEpsilon",))
    for name in ("laplace", "discrete_laplace"):
        for sensitivity, scale, why, flags in SCALES:
            yield make(CATALOGUE[f"{name}.epsilon"], {"sensitivity": sensitivity, "scale": scale}, why,
                ("OneSided", *flags))


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the laws."""
    for object_ in SETTINGS:
        yield from law_vectors(object_)
    yield from _designs()
