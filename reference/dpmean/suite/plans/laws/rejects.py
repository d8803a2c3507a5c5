"""The `reject` vectors of laws: invalid parameters of draws and of quantities, each with the
nearest valid request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...kinds.reject import pair
from ...vectors import Vector
from ..hostile import BAD_EPSILON, BAD_GAMMA, BAD_SENSITIVITY, BAD_SIGMA
from .law import ALL, Cases

BAD = {
    "epsilon": BAD_EPSILON,
    "sigma_squared": BAD_SIGMA,
    "sensitivity": BAD_SENSITIVITY,
    "gamma": BAD_GAMMA,
}


def reject_vectors() -> Iterator[Vector]:
    """Yield all reject vectors of laws, each followed by its twin."""
    for object_, cases in ALL.items():
        if cases.reject is not None:
            yield from _parameters(object_, cases, cases.reject)
        for quantity, params, change, back, why, flag, code in cases.refused:
            yield from pair(object_, params, change, back, why, flag, code, quantity=quantity)


def _parameters(object_: str, cases: Cases, reject: dict[str, Any]) -> Iterator[Vector]:
    """Yield requests for draws in which one parameter is invalid."""
    params, given, of = reject["params"], cases.grid, reject.get("sensitivity_of")
    for name in (name for name in BAD if name in params):
        for bad, code, why, flag, good in BAD[name]:
            if name != "sensitivity" or of is None:
                yield from pair(object_, params, {name: bad}, {name: good}, why, flag, code, given)
            # noise is made without a sensitivity, which only the quantity has: for a sensitivity of
            # 0 or infinity the answers 0 and infinity are right, so that these values need not be
            # refused
            elif bad in ("-1", "nan"):
                yield from pair(
                    object_, params, {name: bad}, {name: good}, why, flag, code, {}, quantity=of
                )
    if "m" in params:
        yield from pair(
            object_,
            params,
            {"gamma": "1/3"},
            {"gamma": "1/4"},
            "gamma off the lattice: both neighbours are named",
            "OffGrid",
            "gamma_off_grid",
            given,
        )
        yield from pair(
            object_,
            params,
            {"m": "0"},
            {"m": "2"},
            "m = 0",
            "NotPositive",
            "count_not_positive",
            given,
        )
    if cases.law.integers and "sensitivity" in params:
        for bad, good in (("3/2", "2"), ("5/2", "3")):
            yield from pair(
                object_,
                params,
                {"sensitivity": bad},
                {"sensitivity": good},
                "a sensitivity that is no integer",
                "Lattice",
                "off_lattice",
                quantity=of,
            )
    for bad in ("0", "-1/1024") if reject.get("grids") else ():
        why = f"an output grid of {bad}: there is nothing to round to"
        yield from pair(
            object_,
            params,
            {},
            {},
            why,
            "NotPositive",
            "grid_not_positive",
            given,
            bad_given={"grid": bad},
            note=f"grid{bad}",
            requires=("profile:release-1",),
        )
