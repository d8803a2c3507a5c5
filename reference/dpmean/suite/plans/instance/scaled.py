"""Transcripts, refusals and exact values of the baseline that whitens records by private
covariances.

The whitened records' mean is taken last. This file holds data, draws and the reason for choosing
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.reject import pair
from ...vectors import Vector
from ..in_step import Row, Tables, in_step
from ..tables import rows, shared
from .messages import WORDS, Case, made
from .transcripts import FIELDS, small
from .values import BETAS
from .values_of_messages import ITERATIONS, SPENT

OBJECT = "coinpress_scaled_mean"


def rough(label: str) -> str:
    """Draw noise large enough to move a covariance in steps of 2^-20, and small noise for the
    mean.
    """
    return str(int(small(label)) * 10**11) if label.startswith("product") else small(label)


WIDE: dict[str, str] = shared(__file__, "params")["wide"]
ALONG = shared(__file__, "data")["along"]
CASES: tuple[Case, ...] = rows(__file__, "case", FIELDS, {"rule": WORDS["rule"] | {"rough": rough}})
SHOWN = (
    "Whitening",
    "BallRadius",
    "Rounding",
    "Constants",
    "WrongNorm",
    "NoiseReused",
    "CenterForgotten",
    "TruncatedDivision",
)
BAD: tuple[tuple[dict[str, str], str, str, str], ...] = rows(
    __file__, "bad", "change why flag code"
)
SETTINGS: tuple[Row, ...] = rows(__file__, "setting", "params why flags")
PASSES: tuple[Row, ...] = (
    ({}, "the first of three passes by default", ("CaseEnd",)),
    *ITERATIONS[1:2],
    *ITERATIONS[3:],
)
BUGS = {
    OBJECT: "a union bound over passes left out, C^2 for C^4, rho for its half, or an error of the "
    "covariance that is not added"
}
TABLES: Tables = {
    f"{OBJECT}.product_clip": (SETTINGS, PASSES, BETAS),
    f"{OBJECT}.product_variance": (SETTINGS, PASSES, SPENT, BETAS),
    f"{OBJECT}.slack": (SETTINGS, PASSES, SPENT, BETAS),
}


def exact_vectors() -> Iterator[Vector]:
    yield from in_step(
        TABLES,
        BUGS,
        ("Constants",),
        {
            f"{OBJECT}.product_variance": ("BudgetNotSplit", "WrongScale"),
            f"{OBJECT}.slack": ("Whitening", "WrongScale", "BallRadius"),
        },
    )


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one."""
    for change, why, flag, code in BAD:
        good = WIDE | ({"beta": "1/10"} if "beta" in change else {})
        yield from pair(
            OBJECT,
            good,
            change,
            {k: good[k] for k in change},
            why,
            flag,
            code,
            {"data": [list(row) for row in ALONG], "grid": "1/1024"},
        )


def transcript_vectors() -> Iterator[Vector]:
    for name, params, data, named, rule, why, flags in CASES:
        yield made(
            OBJECT, params, data, named, rule, name, why, tuple(dict.fromkeys((*flags, *SHOWN)))
        )
