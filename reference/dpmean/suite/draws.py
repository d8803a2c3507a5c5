"""Our own answers to requests for draws, with the system's randomness: of `stat` vectors, and of valid requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..catalogue.mechanisms import MECHANISMS, mechanism
from ..exact.digits import bits_of
from ..exact.numbers import rational, spell
from ..programs.interpret import require_grid
from ..randomness.bits import SystemBits
from .kinds.tape import LATTICE_LAWS, sampler
from .vectors import spelled

STAT_GRID = "1/1099511627776"  # 2^-40: draws of continuous laws are reported on this grid, which doubles hold
MEAN_GRID = "1/1048576"


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Counts of outcomes on a lattice, doubles of continuous ones, or the one value `none`."""
    object_, given = request["object"], dict(request.get("input", {}))
    if "observe" in given:
        raise LookupError("no step is exposed")
    lattice = object_ in LATTICE_LAWS
    if not lattice:
        given.setdefault("grid", MEAN_GRID if object_ in MECHANISMS else STAT_GRID)
    if object_ in MECHANISMS:
        require_grid(rational(given["grid"], "grid"), *mechanism(object_, request["params"]).public_bounds)
    draw, bits, center = sampler(object_, request["params"], given), SystemBits(), rational(given.get("center", "0"),
        "center")
    outcomes = [draw(bits) for _ in range(int(given.get("draws", "1")))]
    if outcomes[0] == (None,):
        return {"value": spelled(None)}
    moved = [tuple(v + center for v in o if v is not None) for o in outcomes]
    if not lattice:
        return {"samples": "".join(bits_of(v.numerator / v.denominator) for o in moved for v in o)}
    counts = Counter(moved)
    return {"counts": [[[spell(v) for v in o] if len(o) > 1 else spell(o[0]), str(n)] for o,
        n in sorted(counts.items())]}
