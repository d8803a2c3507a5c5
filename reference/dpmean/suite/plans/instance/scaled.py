"""Transcripts, refusals and exact values of the baseline that whitens records by private covariances before it takes
their mean.

What may be put here: data, draws and the reason for choosing them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.reject import pair
from ...vectors import Vector
from ..in_step import Row, Tables, in_step
from .message_values import ITERATIONS, SPENT
from .messages import Case, made, truthful
from .transcripts import small
from .values import BETAS

OBJECT = "coinpress_scaled_mean"


def rough(label: str) -> str:
    """Noise of a size that moves a covariance of steps of 2^-20, small noise for the mean."""
    return str(int(small(label)) * 10**11) if label.startswith("product") else small(label)


WIDE = {"rho": "200", "d": "2", "n": "8", "radius": "10", "sigma_min": "1/4", "sigma_max": "4"}
ALONG = (("3", "4"), ("0", "1/2"), ("-1", "-2"), ("5", "9/2"), ("1/3", "1"), ("2", "3"), ("-3", "-3"), ("0", "1"))
FAR = (("3", "4"), ("1000", "-2000"), ("-1", "nan"), ("inf", "-inf"), ("1/8", "1"), ("2", "3"), ("-3", "-3"),
    ("0", "1"))
ACROSS = tuple((x, y, str(int(x.split("/")[0]) - 1)) for x, y in ALONG)
CASES: tuple[Case, ...] = (
    ("no-noise", WIDE, ALONG, {}, truthful, "no noise: records along a diagonal", ("Whitening",)),
    ("noise-in-covariances-and-mean", WIDE, ALONG, {}, rough, "noise in the covariances and in the mean",
        ("Whitening", "NoiseReused")),
    ("one-pass", WIDE | {"iterations": "1"}, ALONG, {}, rough, "one pass has the whole half of rho",
        ("BudgetNotSplit", "CaseEnd")),
    ("pivots-raised", WIDE | {"iterations": "2"}, ALONG,
        {"product_1_1_1": "-100000000000000", "product_1_2_2": "-100000000000000"}, rough,
        "noise that leaves no positive matrix: pivots are raised", ("Whitening", "CaseEnd")),
    ("entry-off-the-diagonal-too-large", WIDE, ALONG, {"product_1_2_1": "9000000000000000"}, truthful,
        "an entry off the diagonal that is too large for its pivots", ("Whitening",)),
    ("one-coordinate", WIDE | {"d": "1"}, tuple((x,) for x, _ in ALONG), {}, rough,
        "one coordinate: a scale and no direction", ("CaseEnd",)),
    ("three-coordinates", WIDE | {"d": "3"}, ACROSS, {}, rough, "three coordinates, two of which rise together",
        ("Whitening", "WrongNorm")),
    ("odd-number-of-records", WIDE | {"n": "7"}, ALONG[:7], {}, rough,
        "an odd number of records: the last is in no difference", ("Groups",)),
    ("one-difference", WIDE | {"n": "2"}, ALONG[:2], {}, truthful, "one difference", ("CaseEnd",)),
    ("two-equal-records", WIDE | {"n": "2"}, (("5", "1"), ("5", "1")), {}, truthful,
        "two equal records: nothing but what is added to the diagonal", ("CaseEnd", "Whitening")),
    ("far-infinite-and-missing", WIDE, FAR, {}, rough, "records far out, infinite and missing",
        ("ClipForgotten", "MissingRecord", "Infinite")),
    ("much-budget-fine-lattice", WIDE | {"rho": "20000", "sigma_min": "1/100", "beta": "1/1000000"}, ALONG, {}, rough,
        "much budget and a fine lattice", ("Lattice", "BallRadius")),
    ("centre-far-from-records", WIDE | {"rho": "2000000", "n": "7"}, (*ALONG[:6], ("1000", "-2000")),
        {"noise_1_1": "100000000000", "noise_1_2": "-7"}, truthful,
        "a centre far from the records: they are clipped at the ball's radius around it",
        ("BallRadius", "ClipForgotten")),
    ("known-deviation", WIDE | {"sigma_min": "4"}, FAR, {}, truthful, "a known deviation: coarse buckets",
        ("Rounding",)),
    ("little-budget", {k: v for k, v in WIDE.items() if k != "rho"} | {"rho": "1/2"}, ALONG, {}, rough,
        "little budget: the added diagonal is most of the matrix", ("Whitening",)),
    ("whitened-beyond-the-first-ball", WIDE | {"radius": "1/10", "iterations": "1"}, FAR,
        {"product_1_2_1": "9000000000000000"}, truthful,
        "whitened records beyond the first ball: moved into the cube around it", ("ClipForgotten", "BallRadius")),
    ("diagonal-at-least-one-step", WIDE | {"d": "1", "n": "2"}, (("3",), ("1",)), {"product_1_1_1": "1" + "0" * 40},
        truthful, "noise that leaves nothing of the matrix: its diagonal is at least one step of the lattice",
        ("Whitening", "CaseEnd")),
)
SHOWN = ("Whitening", "BallRadius", "Rounding", "Constants", "WrongNorm", "NoiseReused", "CenterForgotten",
    "TruncatedDivision")
BAD: tuple[tuple[dict[str, str], str, str, str], ...] = (
    ({"rho": "0"}, "rho 0", "NotPositive", "out_of_range"),
    ({"sigma_min": "5"}, "sigma_min above sigma_max", "BoundsOrder", "bounds_order"),
    ({"sigma_min": "0"}, "no least deviation: infinitely fine buckets", "NotPositive", "out_of_range"),
    ({"beta": "1"}, "beta 1: no radius at all", "NotPositive", "probability_out_of_range"),
    ({"n": "9"}, "more records promised than given", "OffGrid", "size_mismatch"),
)
SETTINGS: tuple[Row, ...] = (
    ({"d": "128", "n": "4000"}, "the paper's d and n", ()),
    ({"d": "1", "n": "2"}, "one coordinate, one difference", ("CaseEnd",)),
    ({"d": "3", "n": "1001"}, "an odd number of records", ()),
    ({"d": "10", "n": "1000000"}, "a million records", ()),
    ({"d": "784", "n": "70000"}, "images of 784 pixels", ("CaseEnd",)),
)
PASSES: tuple[Row, ...] = (({}, "the first of three passes by default", ("CaseEnd",)), *ITERATIONS[1:2],
    *ITERATIONS[3:])
BUGS = {OBJECT: "a union bound over passes left out, C^2 for C^4, rho for its half, or an error of the covariance that "
    "is not added"}
TABLES: Tables = {
    f"{OBJECT}.product_clip": (SETTINGS, PASSES, BETAS),
    f"{OBJECT}.product_variance": (SETTINGS, PASSES, SPENT, BETAS),
    f"{OBJECT}.slack": (SETTINGS, PASSES, SPENT, BETAS),
}


def scaled_values() -> Iterator[Vector]:
    """All exact vectors."""
    yield from in_step(TABLES, BUGS, ("Constants",),
        {f"{OBJECT}.product_variance": ("BudgetNotSplit", "WrongScale"),
            f"{OBJECT}.slack": ("Whitening", "WrongScale", "BallRadius")})


def scaled_rejections() -> Iterator[Vector]:
    """Invalid requests, each with the nearest valid one."""
    for change, why, flag, code in BAD:
        good = WIDE | ({"beta": "1/10"} if "beta" in change else {})
        yield from pair(OBJECT, good, change, {k: good[k] for k in change}, why, flag, code,
            {"data": [list(row) for row in ALONG], "grid": "1/1024"})


def scaled_transcripts() -> Iterator[Vector]:
    """All transcripts."""
    for name, params, data, named, rule, why, flags in CASES:
        yield made(OBJECT, params, data, named, rule, name, why, tuple(dict.fromkeys((*flags, *SHOWN))))
