"""The bulk samplers as an implementation under test: `dpmean conform -a dpmean-fast`.

It draws and does nothing else. Continuous coordinates are cells of a grid of 2^-20, which its
replies declare.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any

import numpy as np

from .. import __version__
from ..distributions.bulk import SystemStream, bulk
from ..distributions.bulk.drawn import plain
from ..distributions.bulk.laws import CONTINUOUS, GRID, LATTICE, Bulk
from ..errors import DpmeanError, InvalidInput, TooWide
from ..exact.numbers import rational, spell
from .requests import NEWEST

STREAM = SystemStream()
HELLO = {
    "ok": True,
    "protocol": NEWEST,
    "adapter": {"name": "dpmean fast", "version": __version__, "language": "python"},
    "supports": {
        "kinds": ["stat", "reject"],
        "objects": sorted((*LATTICE, *CONTINUOUS)),
        "profiles": [],
        "numbers": ["rational"],
    },
    "randomness": "os",
    "edition": "corrected",
}


@lru_cache(maxsize=64)
def _sampler(object_: str, params: str) -> Bulk:
    return bulk(object_, json.loads(params))


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the reply to one request."""
    if request.get("op") == "hello":
        return HELLO
    seq = request.get("seq")
    if request["object"] not in {*LATTICE, *CONTINUOUS} or "quantity" in request:
        return {
            "seq": seq,
            "status": "unsupported",
            "reason": "only draws of the laws that fast/ has",
        }
    try:
        return {"seq": seq, "status": "ok", "output": _draws(request)}
    except TooWide as error:
        return {"seq": seq, "status": "unsupported", "reason": str(error)}
    except DpmeanError as error:
        return {
            "seq": seq,
            "status": "rejected",
            "phase": "construct",
            "code": error.code,
            "message": str(error),
        }


def _draws(request: dict[str, Any]) -> dict[str, Any]:
    given, object_ = request.get("input", {}), request["object"]
    sampler = _sampler(object_, json.dumps(request["params"], sort_keys=True))
    center = [rational(given.get(name, "0"), name) for name in ("center", "center_y")]
    if object_ in LATTICE and any((c / sampler.units[0]).denominator > 1 for c in center):
        raise InvalidInput(
            "off_lattice", "center: not on the lattice of the noise", argument="center"
        )
    columns = [plain(column) for column in sampler.draw(STREAM, int(given.get("draws", "1")))]
    if object_ in LATTICE:
        outcomes, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
        named = (
            [spell(int(v) * u + c) for v, u, c in zip(row, sampler.units, center, strict=False)]
            for row in outcomes
        )
        return {
            "counts": [
                [o if len(o) > 1 else o[0], str(n)] for o, n in zip(named, counts, strict=True)
            ]
        }
    x = columns[0] * float(GRID)
    # a centre between points of the grid is rounded to it: no output may be off the grid, and sums
    # are exact
    at = [float(GRID * floor(c / GRID + Fraction(1, 2))) for c in center]
    parts = (
        [x + at[0]]
        if len(columns) == 1
        else [x + at[0], columns[1] * float(sampler.units[1]) - x + at[1]]
    )
    return {"samples": np.column_stack(parts).astype(">f8").tobytes().hex(), "grid": spell(GRID)}
