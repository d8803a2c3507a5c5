"""Our own answers to requests for draws, with the system's randomness: of `stat` vectors, and of
valid requests.

A few draws are made one by one, by the program as it is released; many are made in columns
(`programs/columns`), which have exactly the same law and are a thousand times as fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Any

from ..catalogue.laws import LAWS, made
from ..catalogue.mechanisms import MECHANISMS
from ..errors import InvalidInput
from ..exact.digits import bits_of
from ..exact.enclosure import interval
from ..exact.numbers import rational, spell
from ..programs import columns
from ..programs.columns.batch import Batch
from ..programs.interpret import Output, require_grid
from ..randomness.bits import SystemBits
from ..randomness.stream import SystemStream
from .kinds.tape import LATTICE_LAWS, PROFILES, built, sampler
from .vectors import spelled

# of draws of continuous laws, in units of a power of two that is near their scale
STAT_GRID = Fraction(1, 1 << 40)
# of means, in units of a power of two that is at most the width of the bounds
MEAN_GRID = Fraction(1, 1 << 20)
HALF = Fraction(1, 2)
MANY = 16  # draws from which on they are made in columns
LONG = 4096  # records of several draws together, from which on they are


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request for draws: counts of outcomes on a lattice, doubles of
    continuous ones, or `none`.
    """
    object_, given = request["object"], dict(request.get("input", {}))
    lattice = object_ in LATTICE_LAWS
    if not lattice and object_ not in MECHANISMS:
        given.setdefault("grid", spell(STAT_GRID * power_below(_scale(object_, request["params"]))))
    if object_ in MECHANISMS:
        bounds = built(object_, request["params"]).public_bounds
        given.setdefault("grid", spell(_grid(bounds)))
        require_grid(rational(given["grid"], "grid"), *bounds)
    count, center = int(given.get("draws", "1")), _centers(object_, request["params"], given)
    if (count >= MANY or (count > 1 and count * len(given.get("data", ())) >= LONG)) and in_columns(
        object_, given
    ):
        batches = list(batches_of(object_, request["params"], given, count))
        if "observe" in given:
            return _shown_in(batches, given["observe"])
        if not any(batch.answered.any() for batch in batches):
            return {"value": spelled(None)}
        # in Python's integers, which do not overflow
        if len(batches[0].indices) == 2 and any(center):
            for batch in batches:
                batch.indices = [
                    i.astype(object) + int(c / batch.grid)
                    for i, c in zip(batch.indices, center, strict=True)
                ]
            center = Fraction(0), Fraction(0)
        if not lattice:
            told = declared(
                object_,
                given,
                "".join(
                    batch.doubles(center[0]).astype(">f8").tobytes().hex() for batch in batches
                ),
            )
            return told | silent(sum(batch.count - int(batch.answered.sum()) for batch in batches))
        return _counted(batches, center[0])
    draw, bits = sampler(object_, request["params"], given), SystemBits()
    outcomes = [draw(bits) for _ in range(count)]
    if "observe" in given:
        return _shown(given["observe"], outcomes)
    answered = [o for o in outcomes if o != (None,)]
    if not answered:
        return {"value": spelled(None)}
    moved = [
        tuple(v + c for v, c in zip(o, center, strict=False) if v is not None) for o in answered
    ]
    if not lattice:
        told = declared(
            object_, given, "".join(bits_of(v.numerator / v.denominator) for o in moved for v in o)
        )
        return told | silent(count - len(answered))
    return _counts(Counter(moved))


def declared(object_: str, given: Mapping[str, Any], samples: str) -> dict[str, Any]:
    """Return the output with the grid on which a mean is released; that of a law is too fine to
    matter.
    """
    return (
        {"samples": samples, "grid": given["grid"]}
        if object_ in MECHANISMS
        else {"samples": samples}
    )


def silent(count: int) -> dict[str, Any]:
    """Return the member of an output that says how many draws have no answer, where some have
    none.
    """
    return {"none": str(count)} if count else {}


def _centers(
    object_: str, params: dict[str, str], given: Mapping[str, Any]
) -> tuple[Fraction, Fraction]:
    """Return the centre of each coordinate, 0 where none is given, on the grid or the lattice of
    the draws.

    What is rounded before a centre is added betrays the centre by its last bits: a centre between
    points of the public grid is rounded to the grid first, and one off the lattice of a law is
    refused.
    """
    center = (
        rational(given.get("center", "0"), "center"),
        rational(given.get("center_y", "0"), "center_y"),
    )
    if not any(center) or object_ not in LAWS:
        return center
    if object_ in LATTICE_LAWS:
        made(object_, params)  # refuses what is wrong with them
        step = (
            rational(params.get("sensitivity", "1"), "sensitivity") / int(params["m"])
            if "m" in params
            else 1
        )
        if any((c / step).denominator > 1 for c in center):
            raise InvalidInput(
                "off_lattice", "center: not on the lattice of the noise", argument="center"
            )
        return center
    grid = rational(given["grid"], "grid")
    x, y = (grid * floor(c / grid + HALF) for c in center)
    return x, y


def _shown(step: str, outcomes: Sequence[Output]) -> dict[str, Any]:
    """Return the answer of draws of a step: counts where outcomes recur, doubles where they do
    not.
    """
    kept = [tuple(v for v in o if v is not None) for o in outcomes]
    if not all(kept):
        raise LookupError(f"a release without the step '{step[:40]}'")
    counts = Counter(kept)
    if 4 * len(counts) <= len(kept):
        return _counts(counts)
    return {"samples": "".join(bits_of(v.numerator / v.denominator) for o in kept for v in o)}


def _shown_in(batches: Sequence[Batch], step: str) -> dict[str, Any]:
    """Return the answer of draws of a step in columns, as `_shown` does."""
    if not all(batch.answered.all() for batch in batches):
        raise LookupError(f"a release without the step '{step[:40]}'")
    if all(4 * len(batch.tally()) <= batch.count for batch in batches):
        return _counted(batches, Fraction(0))
    return {"samples": "".join(batch.doubles().astype(">f8").tobytes().hex() for batch in batches)}


def _grid(bounds: Sequence[Fraction]) -> Fraction:
    """Return the grid on which a mean is released: as coarse in wide bounds as in narrow ones, with
    the bounds on it.
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
    """Return about how wide a continuous law is: a bound next to its scale, or 1 for a sampler of
    another package.
    """
    return interval(made(object_, params).width).lower if object_ in LAWS else Fraction(1)


def _counted(batches: Sequence[Batch], center: Fraction) -> dict[str, Any]:
    """Return how often each outcome plus the centre came; outcomes are integers in a unit until
    they are spelled.
    """
    grids = {batch.grid for batch in batches}
    if len(grids) > 1:  # pragma: no cover - a law has one lattice
        return _counts(
            sum((batch.counts(center) for batch in batches), Counter[tuple[Fraction, ...]]())
        )
    (grid,), total = grids, Counter[tuple[int, ...]]()
    for batch in batches:
        total.update(batch.tally())
    below = lcm(grid.denominator, center.denominator)
    step, shift = int(grid * below), int(center * below)

    def told(i: int) -> str:
        top = step * i + shift
        common = gcd(top, below)
        return str(top // common) if common == below else f"{top // common}/{below // common}"

    return {
        "counts": [
            [told(o[0]) if len(o) == 1 else [*map(told, o)], str(n)]
            for o, n in sorted(total.items())
        ]
    }


def _counts(counts: Counter[tuple[Fraction, ...]]) -> dict[str, Any]:
    return {
        "counts": [
            [[spell(v) for v in o] if len(o) > 1 else spell(o[0]), str(n)]
            for o, n in sorted(counts.items())
        ]
    }


def in_columns(object_: str, given: Mapping[str, Any]) -> bool:
    """Return whether draws of the object may be made in columns: rounded to the nearest, and by no
    other sampler.
    """
    if object_ not in LAWS and object_ not in MECHANISMS:
        return False
    cancelling = MECHANISMS[object_].cancelling if object_ in MECHANISMS else None
    if cancelling is not None and given.get("observe", "").startswith(cancelling):
        return False
    usual = PROFILES.get(object_)
    return given.get("rounding", "nearest") == "nearest" and given.get("profile", usual) == usual


def batches_of(
    object_: str, params: dict[str, str], given: Mapping[str, Any], count: int
) -> Iterator[Batch]:
    """Yield draws of a law or releases of a mechanism, in columns."""
    grid = rational(given["grid"], "grid") if "grid" in given else None
    if object_ in LAWS:
        return columns.samples(
            made(object_, params), count, grid, stream=SystemStream(), bits=SystemBits()
        )
    return columns.releases(
        built(object_, params),
        given["data"],
        count,
        grid=grid,
        stream=SystemStream(),
        bits=SystemBits(),
        observe=given.get("observe", ""),
    )
