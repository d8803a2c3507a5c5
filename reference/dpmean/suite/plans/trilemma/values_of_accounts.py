"""The `exact` vectors of sharper accounts of privacy: conversions, composition, clones, and Renyi
divergences.

They stand beside the printed accounts, whose vectors are in the plans of their papers. This file
says what a wrong answer would be; the rows say at which parameters it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...kinds.reject import pair
from ...vectors import Vector
from ..tables import rows

Flags = tuple[str, ...]
VALUES: tuple[tuple[str, dict[str, str], str, Flags], ...] = rows(
    __file__, "value", "name params why flags"
)
REFUSED: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "refused", "name params parameter bad valid why flag code"
)
BUGS = {
    "zcdp.rho": "epsilon^2/2 where no such loss is needed",
    "zcdp.epsilon": "the printed conversion, an order that is not the best, or a logarithm of a - 1 left "
    "out",
    "zcdp.largest_rho": "the rho of epsilon^2/2, epsilon^2/(4 log(1/delta)), or an order that is not the best",
    "zcdp.delta": "an order that is not the best, or e^(-(epsilon - rho)^2/(4 rho)) without its factor",
    "composition.delta": "basic or advanced composition, a lie counted as a truth, or k delta for 1 - (1 - "
    "delta)^k",
    "composition.epsilon": "a multiple of epsilon where the least lies between two, or a delta that is counted "
    "once",
    "composition.renyi": "a epsilon^2/2 for the divergence of a coin, or one release for k",
    "shuffling.epsilon": "the closed form, a clone with probability e^-epsilon/2, or m clones for m - 1",
    "shuffling.delta": "the closed form, or the changed block counted like the others",
    "laplace.renyi": "the loss epsilon |s|/D, that of Gaussian noise, or a and a - 1 exchanged",
}


def exact_vectors() -> Iterator[Vector]:
    for name, params, why, flags in VALUES:
        yield make(CATALOGUE[name], params, f"{why}; catches {BUGS[name]}", ("Constants", *flags))


def reject_vectors() -> Iterator[Vector]:
    """Yield all refusals of this file, each with the nearest valid request."""
    for name, params, parameter, bad, valid, why, flag, code in REFUSED:
        object_, _, quantity = name.partition(".")
        yield from pair(
            object_,
            params,
            {parameter: bad},
            {parameter: valid},
            why,
            flag,
            code,
            quantity=quantity,
        )
