"""The `tape` vectors of a count and of a bounded sum: one draw, the clamp and the grid, from one tape."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....distributions.discrete_laplace import DiscreteLaplace
from ....distributions.laplace import Laplace
from ....parameters.declared import parse
from ...kinds.tape import make
from ...vectors import Vector, slug
from ..tables import rows
from ..tape_bits import boundary, endings, shake

Params = dict[str, str]
RELEASES: tuple[tuple[str, Params, list[str], bool, tuple[str, ...]], ...] = rows(
    __file__, "release", "object params data ends flags"
)
SINGLE: tuple[tuple[str, str, Params, list[str], str, str, tuple[str, ...]], ...] = rows(
    __file__, "single", "object name params data grid why flags"
)
PUBLISHED = "discrete_gaussian"  # draws that begin again


def _grids(params: Params) -> tuple[tuple[str, str], ...]:
    """Return the grids of a setting, each with its rounding; none where the output is exact."""
    if params["noise"].startswith("discrete"):
        return ("", "nearest"), ("3/4", "nearest")
    return ("1/1000", "nearest"), ("1/2", "stochastic")


def _releases() -> Iterator[Vector]:
    """Yield whole releases, digests of many, and tapes that end."""
    for object_, params, data, ends, flags in RELEASES:
        tag = slug(object_, *(f"{k}{v}" for k, v in params.items()))
        for grid, rounding in _grids(params):
            given: dict[str, Any] = {
                "data": list(data),
                "tape": shake(f"{tag}{grid}", 256),
                "count": "4",
            } | ({"grid": grid, "rounding": rounding} if grid else {})
            said = f"to the grid {grid}, {rounding}" if grid else "as it is, an exact rational"
            yield make(
                object_,
                params,
                given,
                f"grid{grid}-{rounding}" if grid else "exact",
                f"four releases, output {said}",
                ("TapeOrder", *(("Rounding",) if grid else ()), *flags),
            )
        whole = {} if not _grids(params)[0][0] else {"grid": "1/1000"}
        yield make(
            object_,
            params,
            {"data": list(data), "seed": shake(tag, 8), "count": "40", **whole},
            "accumulated",
            "40 releases, one digest: any wrong draw, clamp or rounding shows",
            ("Accumulated", *flags),
        )
        if ends:
            yield from endings(
                object_, params, {"data": list(data), "count": "2", **whole}, size=256
            )
        if params["noise"] == PUBLISHED:
            for bits, why in (("00", "bits 0"), ("ff", "bits 1")):
                given = {
                    "data": list(data),
                    "count": "1",
                    "tape": bits * 4 + shake(f"{tag}{bits}", 512),
                }
                yield make(
                    object_,
                    params,
                    given,
                    f"begins{bits}",
                    f"the tape begins with {why}: draws that begin again as seldom, or as often, as "
                    "possible",
                    ("Unlucky", *flags),
                )


def _near() -> Iterator[Vector]:
    """Yield releases next to the places where the output changes."""
    law = Laplace(**parse({"epsilon": "1", "sensitivity": "2"}))
    params = {"noise": "laplace", "epsilon": "1", "contribution": "2", "clamp": "zero"}
    yield from boundary(
        "count",
        params,
        {"data": ["nan"], "grid": "1/8"},
        "raised",
        "the point from which on a count of no records is released as 1/8 and no longer as 0",
        "",
        law.cdf(Fraction(1, 16)),
        ("Clamp", "Rounding"),
    )
    steps = DiscreteLaplace(**parse({"epsilon": "1/2", "sensitivity": "7"}))
    yield from boundary(
        "count",
        {"noise": "discrete_laplace", "epsilon": "1/2", "contribution": "7"},
        {"data": ["1", "2"]},
        "whole",
        "the point at which the noise goes from 3 to 4",
        "",
        steps.cdf(3),
        ("Contribution",),
    )
    wide = Laplace(**parse({"epsilon": "1", "sensitivity": "7"}))
    yield from boundary(
        "bounded_sum",
        {
            "lower": "-3",
            "upper": "4",
            "noise": "laplace",
            "epsilon": "1",
            "neighbors": "replace-one",
        },
        {"data": ["5", "nan", "-1"], "grid": "1/4"},
        "half",
        "the point at which the release is 25/8, half way between 3 and 13/4",
        "",
        wide.cdf(Fraction(1, 8)),
        ("Relation", "Rounding"),
    )
    yield from boundary(
        "bounded_sum",
        {"lower": "-2", "upper": "3", "noise": "discrete_laplace", "epsilon": "1", "unit": "1/2"},
        {"data": ["5", "1/4", "-1"]},
        "units",
        "the point at which the noise goes from -1/2 to 0",
        "",
        DiscreteLaplace(**parse({"epsilon": "1", "sensitivity": "6"})).cdf(-1),
        ("Lattice", "Relation"),
    )


def tape_vectors() -> Iterator[Vector]:
    yield from _releases()
    yield from _near()
    for object_, name, params, data, grid, why, flags in SINGLE:
        given = {
            "data": list(data),
            "tape": shake(f"{object_}{name}", 64),
            "count": "3",
            "grid": grid,
        }
        yield make(object_, params, given, name, why, flags)
