"""The `transcript` vectors of a count and of a bounded sum: data sets against settings, noise taken
by turns, then single cases.

Each single case aims at one mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....exact.numbers import spell
from ...kinds.transcript import NOT_FINITE, make
from ...vectors import Vector
from ..tables import rows

Flags = tuple[str, ...]
Texts = tuple[str, ...]

COUNTED: tuple[tuple[str, Texts, str, Flags], ...] = rows(
    __file__, "counted", "name data why flags"
)
COUNTS: tuple[tuple[str, dict[str, str], Texts, str, Flags], ...] = rows(
    __file__, "counts", "name params draws why flags"
)
SUMMED: tuple[tuple[str, Texts, str, Flags], ...] = rows(__file__, "summed", "name data why flags")
SUMS: tuple[tuple[str, dict[str, str], Texts, str, Flags], ...] = rows(
    __file__, "sums", "name params draws why flags"
)
SINGLE: tuple[tuple[str, str, dict[str, str], Texts, str, str, Flags], ...] = rows(
    __file__, "single", "object name params data draw why flags"
)
HALVES = (-5, -3, -1, 1, 3, 5, 7)  # a tie lies half a unit beyond a multiple


def _scaled(data: Texts, params: dict[str, str]) -> Texts:
    """Return records that were given for [0, 1], moved to the bounds."""
    low, width = (
        Fraction(params["lower"]),
        Fraction(params["upper"]) - Fraction(params["lower"]),
    )
    return tuple(x if x in NOT_FINITE else spell(low + width * Fraction(x)) for x in data)


def _counts() -> Iterator[Vector]:
    """Yield every data set in every setting, the noise of a setting taken by turns."""
    for s, (setting, params, draws, setting_why, setting_flags) in enumerate(COUNTS):
        for d, (name, data, why, flags) in enumerate(COUNTED):
            yield make(
                "count",
                params,
                data,
                {"noise": draws[(d + s) % len(draws)]},
                f"{setting}-{name}",
                f"{setting_why}; {why}",
                (*setting_flags, *flags),
            )


def _sums() -> Iterator[Vector]:
    """Yield every data set in every setting, and on each lattice records half way between its
    points.
    """
    for s, (setting, params, draws, setting_why, setting_flags) in enumerate(SUMS):
        for d, (name, data, why, flags) in enumerate(SUMMED):
            yield make(
                "bounded_sum",
                params,
                _scaled(data, params),
                {"noise": draws[(d + s) % len(draws)]},
                f"{setting}-{name}",
                f"{setting_why}; {why}",
                (*setting_flags, *flags),
            )
        if "unit" not in params:
            continue
        unit, middle = (
            Fraction(params["unit"]),
            (Fraction(params["lower"]) + Fraction(params["upper"])) / 2,
        )
        at = [(round(middle / unit) + Fraction(half, 2)) * unit for half in HALVES]
        for name, moved, why in (
            ("ties", Fraction(0), "records half way between two multiples go to the even one"),
            ("above-ties", unit / 1000, "records just above the ties go up"),
            ("below-ties", -unit / 1000, "records just below the ties go down"),
        ):
            yield make(
                "bounded_sum",
                params,
                [spell(x + moved) for x in at],
                {"noise": draws[0]},
                f"{setting}-{name}",
                f"{setting_why}; {why}",
                ("Rounding",),
            )


def transcript_vectors() -> Iterator[Vector]:
    yield from _counts()
    yield from _sums()
    for object_, name, params, data, draw, why, flags in SINGLE:
        yield make(object_, params, data, {"noise": draw}, name, why, flags)
