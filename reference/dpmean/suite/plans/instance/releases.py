"""Tapes and rejections of means of vectors, and tapes of Gaussian noise.

This file holds settings and bits with a purpose, invalid requests with their nearest valid ones,
and neighbouring data sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....distributions.gaussian import Gaussian
from ...kinds import tape as tapes
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..tables import rows
from ..tape_bits import boundary, endings, shake
from .transcripts import BASIC, DATA, FIVE, NORM, PARAMS, QUANT, SHOWN

THREE, NOISY = DATA["three"], PARAMS["noisy"]
Records = list[Any]
RELEASES: tuple[tuple[str, dict[str, str], Records], ...] = rows(
    __file__, "release", "object params data"
)

# what a tape of a release shows beside the order of its bits, and beside what a transcript shows
DRAWN = {
    "privquant": ("Iterations", "BudgetNotSplit", "WrongScale"),
    "norm_clipped_mean": ("WrongScale",),
    "quantile_clipped_mean": ("WrongScale",),
    "shifted_clipped_mean": ("WrongScale", "SignBias", "Iterations"),
    "quantized_mean": ("SignBias",),
    "gaussian_mean": ("ClipForgotten", "SignBias"),
}


def tape_vectors() -> Iterator[Vector]:
    """Yield whole releases from bits, draws of Gaussian noise, tapes that end, and tapes next to a
    boundary.
    """
    yield from _gaussian()
    for object_, params, data in RELEASES:
        tag, shown = slug(object_, *params.values()), (*SHOWN[object_], *DRAWN[object_])
        continuous = params.get("noise") == "gaussian"
        for grid, rounding in (
            ("1/8", "nearest"),
            ("1/1000", "nearest"),
            ("1/2", "stochastic"),
            *(() if continuous else (("", "nearest"),)),
        ):
            given: dict[str, Any] = {
                "data": data,
                "tape": shake(f"{tag}{grid}", 1024),
                "count": "2",
            } | ({"grid": grid, "rounding": rounding} if grid else {})
            said = f"to the grid {grid}, {rounding}" if grid else "as it is, an exact rational"
            yield tapes.make(
                object_,
                params,
                given,
                f"grid{grid}-{rounding}" if grid else "exact",
                f"whole releases, output {said}",
                ("TapeOrder", *shown),
            )
        given = {"data": data, "seed": shake(tag, 8), "count": "20"} | (
            {"grid": "1/1000"} if continuous else {}
        )
        yield tapes.make(
            object_,
            params,
            given,
            "accumulated",
            "20 releases, one digest: any wrong step shows",
            ("Accumulated", *shown),
        )
        for bits, why in (
            ("00", "all bits 0: every sign -1, and draws that begin again as seldom as possible"),
            ("ff", "all bits 1"),
        ):
            given = {
                "data": data,
                "count": "1",
                "grid": "1/8",
                "tape": bits * 4 + shake(f"{object_}{bits}", 1024),
            }
            yield tapes.make(
                object_,
                params,
                given,
                f"begins{bits}",
                f"the tape begins with {why}",
                ("Unlucky", *shown),
            )
    yield from endings("privquant", QUANT, {"data": list(FIVE), "count": "1"})
    yield from endings("privquant", QUANT | NOISY, {"data": list(FIVE), "count": "1", "grid": "1"})
    yield from endings("norm_clipped_mean", NORM, {"data": THREE, "count": "1"})
    yield from endings(
        "norm_clipped_mean", NORM | NOISY, {"data": THREE, "count": "1", "grid": "1/1000"}
    )
    for object_ in (
        "quantile_clipped_mean",
        "shifted_clipped_mean",
        "quantized_mean",
        "gaussian_mean",
    ):
        _, params, data = next(r for r in RELEASES if r[0] == object_)
        yield from endings(object_, params, {"data": data, "count": "1"}, size=1024)
    # of the first comparison of QUANT: five counts, four records up to 8 against the rank 3
    count = Gaussian(Fraction(5, 2))
    yield from boundary(
        "privquant",
        QUANT | NOISY,
        {"data": list(FIVE), "grid": "1"},
        "count",
        "the chance that the first noisy count is below the rank,",
        "",
        count.cdf(Fraction(-1)),
        ("RankTie",),
    )


def _gaussian() -> Iterator[Vector]:
    for sigma_squared in ("1", "9/4", "1/10000", "1000000", "7/3"):
        params = {"sigma_squared": sigma_squared}
        for grid in ("1/8", "1/1000"):
            given: dict[str, Any] = {
                "tape": shake(f"gaussian{sigma_squared}{grid}", 64),
                "count": "4",
                "grid": grid,
            }
            yield tapes.make(
                "gaussian",
                params,
                given,
                f"grid{grid}",
                f"sigma^2 = {sigma_squared}, to the grid {grid}",
                ("TapeOrder",),
            )
        yield tapes.make(
            "gaussian",
            params,
            {"seed": shake(f"gaussian{sigma_squared}", 8), "count": "24", "grid": "1/1000"},
            "accumulated",
            "24 draws, one digest",
            ("Accumulated",),
        )
        law = Gaussian(Fraction(sigma_squared))
        yield from boundary(
            "gaussian",
            params,
            {"grid": "1/8"},
            "half",
            "the distribution function at 3/16, half way between two multiples of 1/8,",
            "",
            law.cdf(Fraction(3, 16)),
            ("WrongScale",),
        )
    yield from endings("gaussian", {"sigma_squared": "1"}, {"count": "2", "grid": "1/1000"})


BAD: tuple[tuple[str, dict[str, str], dict[str, str], str, str, str], ...] = rows(
    __file__, "bad", "object params change why flag code"
)
RAGGED = [["3", "4"], ["99"], ["5", "5"]]
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "name params parameter bad valid why flag code"
)
CELLS = rows(__file__, "cell", "name cell why level")
DATA_SETS: tuple[tuple[str, dict[str, str], Records], ...] = rows(
    __file__, "data_set", "object params data"
)


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one, rows of unequal length, and
    neighbouring data sets.
    """
    data = {object_: next(d for o, _, d in RELEASES if o == object_) for object_ in BASIC}
    for object_, good, change, why, flag, code in BAD:
        given = {"data": data[object_], "grid": "1/1024"}
        yield from pair(object_, good, change, {k: good[k] for k in change}, why, flag, code, given)
    ragged, whole = {"data": RAGGED, "grid": "1/1024"}, {"data": THREE, "grid": "1/1024"}
    yield from pair(
        "norm_clipped_mean",
        NORM,
        {},
        {},
        "a record with one coordinate among records with two",
        "OffGrid",
        "size_mismatch",
        whole,
        bad_given=ragged,
        note="ragged",
    )
    for name, params, parameter, bad, valid, why, flag, code in QUANTITIES:
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
    for object_, params, records in DATA_SETS:
        for name, cell, why, level in CELLS:
            yield from neighbours(
                object_, params, [*records, [cell, "2"]], [*records, ["3", "2"]], name, why, level
            )
    for name, cell, why, level in CELLS:
        yield from neighbours(
            "privquant",
            QUANT,
            ["1", "2", "3", "4", cell],
            ["1", "2", "3", "4", "3"],
            name,
            why,
            level,
        )
