"""The `exact` vectors of the laws: every quantity of the catalogue at every setting, and what is
asked without a law.

`optimal_gamma` and `epsilon` of a given scale are questions of the designer, not of a law at a
setting; their points stand in the table beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..tables import rows
from .arguments import BUGS, WHOLE_LAW, arguments, few
from .law import ALL, FULL, WHOLE

DESIGNS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = rows(
    __file__, "design", "parameter value why flags"
)
SCALES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = rows(
    __file__, "scale", "sensitivity scale why flags"
)


def law_vectors(object_: str) -> Iterator[Vector]:
    """Yield the exact vectors of one law, but for the designer's questions."""
    for entry in (e for e in CATALOGUE.values() if e.name.startswith(object_ + ".")):
        quantity = entry.name.split(".")[1]
        if quantity in ("optimal_gamma", "epsilon", "renyi"):
            continue
        for params, because, marks, use in ALL[object_].settings:
            if use == WHOLE and quantity not in WHOLE_LAW:
                continue
            every = arguments(object_, quantity, params)
            for own, why, flags in every if use == FULL else few(every):
                yield make(
                    entry,
                    {**params, **own},
                    f"{because}; {why}; catches {BUGS[quantity]}",
                    marks + flags,
                )


def _designs(object_: str) -> Iterator[Vector]:
    """Yield the vectors of what a designer asks of a law: optimal_gamma, single values, the epsilon
    of a scale.
    """
    if (entry := CATALOGUE.get(f"{object_}.optimal_gamma")) is not None:
        law = ALL[object_].law
        for given, value, why, flags in DESIGNS:
            for objective in ("mse",) if law.plane else ("mse", "absolute"):
                params = {given: value, "objective": objective} | (
                    {"m": "12"} if law.on_lattice else {}
                )
                yield make(
                    entry,
                    params,
                    f"{why}; objective {objective}",
                    ("OptimalGamma", "Objective", *flags),
                )
    for quantity, params, why, flags in ALL[object_].values:
        yield make(CATALOGUE[f"{object_}.{quantity}"], params, why, flags)
    if (entry := CATALOGUE.get(f"{object_}.epsilon")) is not None:
        for sensitivity, scale, why, flags in SCALES:
            yield make(
                entry, {"sensitivity": sensitivity, "scale": scale}, why, ("OneSided", *flags)
            )


def exact_vectors() -> Iterator[Vector]:
    for object_, cases in ALL.items():
        if cases.settings:
            yield from law_vectors(object_)
        yield from _designs(object_)
