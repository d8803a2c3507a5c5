"""Our own answers to requests for draws, with the system's randomness: of `stat` vectors, and of valid requests.

A few draws are made one by one, by the program as it is released; many are made in columns (`programs/columns`), which
have exactly the same law and are a thousand times as fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ..catalogue.laws import LAWS
from ..catalogue.mechanisms import MECHANISMS
from ..distributions.student_t import StudentT
from ..exact import reals
from ..exact.digits import bits_of
from ..exact.enclosure import interval
from ..exact.numbers import rational, spell
from ..parameters.declared import parse
from ..programs import columns
from ..programs.columns.batch import Batch
from ..programs.interpret import require_grid
from ..randomness.bits import SystemBits
from ..randomness.stream import SystemStream
from .kinds.tape import LATTICE_LAWS, PROFILES, built, sampler
from .vectors import spelled

STAT_GRID = Fraction(1, 1 << 40)  # of draws of continuous laws, in units of a power of two that is near their scale
MEAN_GRID = Fraction(1, 1 << 20)  # of means, in units of a power of two that is at most the width of the bounds
MANY = 256  # draws from which on they are made in columns


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request for draws: counts of outcomes on a lattice, doubles of continuous ones, or `none`.
    """
    object_, given = request["object"], dict(request.get("input", {}))
    if "observe" in given:
        raise LookupError("no step is exposed")
    lattice = object_ in LATTICE_LAWS
    if not lattice and object_ not in MECHANISMS:
        given.setdefault("grid", spell(STAT_GRID * power_below(_scale(object_, request["params"]))))
    if object_ in MECHANISMS:
        bounds = built(object_, request["params"]).public_bounds
        given.setdefault("grid", spell(_grid(bounds)))
        require_grid(rational(given["grid"], "grid"), *bounds)
    count, center = int(given.get("draws", "1")), rational(given.get("center", "0"), "center")
    if count >= MANY and in_columns(object_, given):
        batches = list(batches_of(object_, request["params"], given, count))
        if not any(batch.answered.any() for batch in batches):
            return {"value": spelled(None)}
        if not lattice:
            return {"samples": "".join(batch.doubles(center).astype(">f8").tobytes().hex() for batch in batches)}
        return _counted(batches, center)
    draw, bits = sampler(object_, request["params"], given), SystemBits()
    outcomes = [draw(bits) for _ in range(count)]
    if outcomes[0] == (None,):
        return {"value": spelled(None)}
    moved = [tuple(v + center for v in o if v is not None) for o in outcomes]
    if not lattice:
        return {"samples": "".join(bits_of(v.numerator / v.denominator) for o in moved for v in o)}
    return _counts(Counter(moved))


def _grid(bounds: Sequence[Fraction]) -> Fraction:
    """Return the grid on which a mean is released: as coarse in wide bounds as in narrow ones, with the bounds on it.
    """
    if len(bounds) != 2 or not (width := bounds[1] - bounds[0]) > 0:
        return MEAN_GRID
    grid = MEAN_GRID * power_below(width)
    while any((bound / grid).denominator > 1 for bound in bounds) and grid > MEAN_GRID * MEAN_GRID:
        grid /= 2
    return grid


def power_below(x: Fraction) -> Fraction:
    """Return the greatest power of two that is at most x > 0."""
    power = Fraction(2) ** (x.numerator.bit_length() - x.denominator.bit_length())
    return power if power <= x else power / 2


def _scale(object_: str, params: dict[str, str]) -> Fraction:
    """Return about how wide a continuous law is: a bound next to its scale, or 1 for a sampler of another package."""
    law: Any = LAWS[object_](**parse(params)) if object_ in LAWS else None
    if law is None:
        return Fraction(1)
    if hasattr(law, "decay"):
        return interval(law.sensitivity / law.decay.epsilon).lower
    return interval(law.scale if isinstance(law, StudentT) else reals.root(law.sigma_squared, 2)).lower


def _counted(batches: Sequence[Batch], center: Fraction) -> dict[str, Any]:
    """Return how often each outcome plus the centre came; outcomes are integers in a unit until they are spelled."""
    grids = {batch.grid for batch in batches}
    if len(grids) > 1:  # pragma: no cover - a law has one lattice
        return _counts(sum((batch.counts(center) for batch in batches), Counter[tuple[Fraction, ...]]()))
    (grid,), total = grids, Counter[tuple[int, ...]]()
    for batch in batches:
        total.update(batch.tally())
    below = lcm(grid.denominator, center.denominator)
    step, shift = int(grid * below), int(center * below)

    def told(i: int) -> str:
        return str(step * i + shift) if below == 1 else spell(Fraction(step * i + shift, below))

    return {"counts": [[told(o[0]) if len(o) == 1 else [*map(told, o)], str(n)] for o, n in sorted(total.items())]}


def _counts(counts: Counter[tuple[Fraction, ...]]) -> dict[str, Any]:
    return {"counts": [[[spell(v) for v in o] if len(o) > 1 else spell(o[0]), str(n)] for o,
        n in sorted(counts.items())]}


def in_columns(object_: str, given: Mapping[str, Any]) -> bool:
    """Return whether draws of the object may be made in columns: rounded to the nearest, and by no other sampler."""
    return (object_ in LAWS or object_ in MECHANISMS) and given.get("rounding", "nearest") == "nearest" and given.get(
        "profile", PROFILES.get(object_)) == PROFILES.get(object_)


def batches_of(object_: str, params: dict[str, str], given: Mapping[str, Any], count: int) -> Iterator[Batch]:
    """Yield draws of a law or releases of a mechanism, in columns."""
    grid = rational(given["grid"], "grid") if "grid" in given else None
    if object_ in LAWS:
        return columns.samples(LAWS[object_](**parse(params)), count, grid, stream=SystemStream(), bits=SystemBits())
    return columns.releases(built(object_, params), given["data"], count, grid=grid, stream=SystemStream(),
        bits=SystemBits())

