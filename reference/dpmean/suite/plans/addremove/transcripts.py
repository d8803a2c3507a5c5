"""The `transcript` vectors of `addremove`: a table of data sets against noise values, then single
cases.

Each single case aims at one mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact.numbers import spell
from ...kinds.transcript import NOT_FINITE, make
from ...vectors import Vector
from ..tables import rows

Flags = tuple[str, ...]

DATA: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = rows(
    __file__, "data_set", "name data why flags"
)
BOUNDS: tuple[tuple[str, str, str, Flags], ...] = rows(__file__, "bounds", "lower upper why flags")
PAIRS: tuple[tuple[str, str, str, Flags], ...] = rows(__file__, "noises", "first second why flags")
CASES: tuple[tuple[str, str, tuple[str, ...], str, str, str, str, Flags], ...] = rows(
    __file__, "single", "lower upper data z1 z2 name why flags"
)
DISCRETE: tuple[
    tuple[str, dict[str, str], tuple[str, ...], dict[str, Any], str, str, Flags], ...
] = rows(__file__, "lattice", "noise params data draws name why flags")
PLANE: tuple[tuple[str, tuple[str, ...], tuple[str, str], str, str, Flags], ...] = rows(
    __file__, "plane", "gamma data pair name why flags"
)
WHOLE: tuple[tuple[str, str, str, Flags], ...] = rows(__file__, "whole", "first second why flags")
BOUNDED: tuple[tuple[str, str, tuple[str, ...], str, str, str, str, Flags], ...] = rows(
    __file__, "bounded", "lower upper data z1 k name why flags"
)
SIZED: tuple[tuple[str, str, str, tuple[str, ...], str, str, str, Flags], ...] = rows(
    __file__, "sized", "lower upper n data z name why flags"
)


def _scaled(data: tuple[str, ...], lower: str, upper: str) -> tuple[str, ...]:
    """Return records that were given for [0, 1], moved to [lower, upper]."""
    low, width = Fraction(lower), Fraction(upper) - Fraction(lower)
    return tuple(x if x in NOT_FINITE else spell(low + width * Fraction(x)) for x in data)


def _table() -> Iterator[tuple[str, str, tuple[str, ...], str, str, str, str, Flags]]:
    """Yield the rows (lower, upper, data, z1, z2, name, why, flags) of the table.

    The first bounds and noise are combined with all data sets, the others with a part of them.
    """
    for b, (lower, upper, bound_why, bound_flags) in enumerate(BOUNDS):
        for d, (name, data, why, flags) in enumerate(DATA):
            for p, (z1, z2, noise_why, noise_flags) in enumerate(PAIRS):
                if b == 0 or d == 2 or (d + p) % 3 == b - 1:
                    yield (
                        lower,
                        upper,
                        _scaled(data, lower, upper),
                        z1,
                        z2,
                        f"{name}-noise{p}",
                        f"{bound_why}; {why}; {noise_why}",
                        (*bound_flags, *flags, *noise_flags),
                    )
        yield (
            lower,
            upper,
            _scaled(("1/2", "1"), lower, upper),
            "-1",
            "-1",
            "zerocount",
            f"{bound_why}; the noisy count is exactly 0: the midpoint",
            ("ZeroCount",),
        )


def _add_remove() -> Iterator[Vector]:
    """Yield every case for Algorithms 1, 2 and 3 with Laplace draws, and for Algorithm 3 with a
    pair on a diagonal.
    """
    for lower, upper, data, z1, z2, name, why, flags in (*_table(), *CASES):
        base = {"epsilon": "1", "lower": lower, "upper": upper}
        two = {"noise_sum": z1, "noise_count": "-2" if name == "zerocount" else z2}
        yield make("independent_mean", base, data, two, name, why, flags)
        yield make("shifted_mean", base, data, two, name, why, flags)
        yield make(
            "transformed_mean",
            {**base, "noise": "laplace"},
            data,
            {"noise_1": z1, "noise_2": z2},
            name,
            why,
            flags,
        )
        pair = [z1, spell(round(Fraction(z1) + Fraction(z2)) - Fraction(z1))]
        yield make(
            "transformed_mean",
            {**base, "noise": "hourglass", "gamma": "1/2"},
            data,
            {"noise": pair},
            name,
            f"{why}; the noise lies on a diagonal",
            flags,
        )


def _bounded() -> Iterator[Vector]:
    """Yield the cases of the mean with a whole noisy count: every data set and all bounds with
    every noise.
    """
    for b, (lower, upper, bound_why, bound_flags) in enumerate(BOUNDS):
        for d, (name, data, why, flags) in enumerate(DATA):
            for p, (z1, k, noise_why, noise_flags) in enumerate(WHOLE):
                if b == 0 or d == 2 or (d + p) % 3 == b - 1:
                    yield make(
                        "bounded_mean",
                        {"epsilon": "1", "lower": lower, "upper": upper},
                        _scaled(data, lower, upper),
                        {"noise_sum": z1, "noise_count": k},
                        f"{name}-noise{p}",
                        f"{bound_why}; {why}; {noise_why}",
                        (*bound_flags, *flags, *noise_flags),
                    )
    for lower, upper, data, z1, k, name, why, flags in BOUNDED:
        yield make(
            "bounded_mean",
            {"epsilon": "1", "lower": lower, "upper": upper},
            data,
            {"noise_sum": z1, "noise_count": k},
            name,
            why,
            flags,
        )


def _others() -> Iterator[Vector]:
    """Yield the cases with noise on a lattice, with noise anywhere in the plane, and of the mean of
    public size.
    """
    base = {"epsilon": "1/2", "lower": "0", "upper": "8"}
    for noise, more, data, draws, name, why, flags in DISCRETE:
        yield make(
            "transformed_mean", {**base, "noise": noise, **more}, data, draws, name, why, flags
        )
    for gamma, data, pair, name, why, flags in PLANE:
        given = {**base, "noise": "staircase2d", "gamma": gamma}
        yield make("transformed_mean", given, data, {"noise": list(pair)}, name, why, flags)
    for lower, upper, n, data, z, name, why, flags in SIZED:
        for noise in ("laplace", "truncated_laplace"):
            yield make(
                "sized_mean",
                {"epsilon": "1/2", "lower": lower, "upper": upper, "n": n, "noise": noise},
                data,
                {"noise": z},
                name,
                why,
                flags,
            )


def transcript_vectors() -> Iterator[Vector]:
    yield from _add_remove()
    yield from _bounded()
    yield from _others()
