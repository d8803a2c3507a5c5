"""Tapes and rejections of means with little or no bias, and tapes of Student's t.

This file holds settings and bits with a purpose, invalid requests with their nearest valid ones,
and neighbouring data sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_laplace import DiscreteLaplace
from ....distributions.laplace import Laplace
from ....distributions.student_t import StudentT
from ....exact.reals import exp
from ....programs.run import replay
from ...kinds import tape as tapes
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..hostile import RECORDS
from ..tables import rows, shared
from ..tape_bits import boundary, endings, shake
from .transcripts import BASIC, BLOCKS, CLIPPED, COARSE, COMBINED, PARAMS, SIZED, STUDENT

Flags = tuple[str, ...]
FOUR: list[str] = shared(__file__, "data")["four"]
SIX: list[str] = shared(__file__, "data")["six"]
SPLITS = PARAMS["splits"]

RELEASES: tuple[tuple[str, dict[str, str], list[str]], ...] = rows(
    __file__, "release", "object params data"
)
# a record may enter the estimate as it is
PUBLISHING = ("name_and_shame", "combined_mean", "dpumean", "kv_mean")


def tape_vectors() -> Iterator[Vector]:
    """Yield whole releases from bits, draws of Student's t, tapes that end, and tapes next to a
    boundary.
    """
    yield from _student()
    yield from _near()
    for object_, params, data in RELEASES:
        tag, flag = slug(object_, *params.values()), BASIC[object_]
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given: dict[str, Any] = {
                "data": data,
                "tape": shake(f"{tag}{grid}", 192),
                "count": "3",
                "grid": grid,
                "rounding": rounding,
            }
            yield tapes.make(
                object_,
                params,
                given,
                f"grid{grid}-{rounding}",
                f"whole releases, output to the grid {grid}, {rounding}",
                ("TapeOrder", "Rounding", flag),
            )
        given = {"data": data, "seed": shake(tag, 8), "count": "20", "grid": "1/1000"}
        yield tapes.make(
            object_,
            params,
            given,
            "accumulated",
            "20 releases, one digest: any wrong draw, order or scale shows",
            ("Accumulated", flag),
        )
        yield from endings(object_, params, {"data": data, "count": "2", "grid": "1/1000"})
    for bits, why in (("00", "all bits 0"), ("ff", "all bits 1")):
        for object_, params, data in (
            RELEASES[2],
            RELEASES[3],
            RELEASES[14],
            RELEASES[17],
            RELEASES[20],
        ):
            given = {
                "data": data,
                "count": "1",
                "grid": "1/8",
                "tape": bits * 4 + shake(f"{object_}{bits}", 64),
            }
            yield tapes.make(
                object_,
                params,
                given,
                f"first{bits}",
                f"{why} at first: the ends of every coin, sample and permutation",
                ("TapeOrder", BASIC[object_]),
            )


def _near() -> Iterator[Vector]:
    """Yield tapes next to the point where a release changes, a coin falls on its other side, or a
    record its bin.
    """
    half = "the point at which the release is half way between two multiples of 1/8,"
    clipped = build("clipped_mean", CLIPPED)
    center = sum(clipped.records(FOUR), Fraction(0)) / 4
    law = Laplace(clipped.decay, clipped.law[0].sensitivity / 4)
    yield from boundary(
        "clipped_mean",
        CLIPPED,
        {"data": FOUR, "grid": "1/8"},
        "half",
        half,
        "",
        law.cdf(_between(center) - center),
        ("Rounding",),
    )
    student = build("student_t_mean", STUDENT)
    mean = replay(student.program(FOUR), {"noise": Fraction(0)}).output
    yield from boundary(
        "student_t_mean",
        STUDENT,
        {"data": FOUR, "grid": "1/8"},
        "half",
        half,
        "",
        student.law(4).cdf(_between(mean) - mean),
        ("Rounding", "SmoothScale"),
    )
    named = {"delta": "1/7", "n": "1"}
    yield from boundary(
        "name_and_shame",
        named,
        {"data": ["1"], "grid": "1/8"},
        "coin",
        "6/7, the chance that the record is not named,",
        "",
        Fraction(6, 7),
        ("NamedScale",),
    )
    combined = build("combined_mean", COMBINED | {"n": "1"})
    middle = combined.clipped(combined.records(["1/2"]))[0]
    noise = Laplace(combined.decay, combined.law[0].sensitivity)
    for coin, why in (
        ("000", "the record is not named"),
        ("111", "the record is named, but nothing was clipped"),
    ):
        yield from boundary(
            "combined_mean",
            COMBINED | {"n": "1"},
            {"data": ["1/2"], "grid": "1/8"},
            f"half{coin}",
            f"{half} and {why};",
            coin,
            noise.cdf(_between(middle) - middle),
            ("Rounding",),
        )
    for object_, params, data in (
        ("dpucoarse", COARSE, ["1/3"] * 5),
        ("dpumean", SPLITS, ["1/3"] * 5 + ["0"]),
    ):
        yield from boundary(
            object_,
            params,
            {"data": data, "grid": "1/8"},
            "share",
            "1/3, the share at which the records change their bin,",
            "",
            Fraction(1, 3),
            ("BinEdge", "OffsetForgotten"),
        )
    kv = build("kv_mean", SPLITS)
    # P(noise <= t - 4) for t = 2 + (2/epsilon) log(1/delta), t > 4
    at = 1 - exp(kv.decay.epsilon * (kv.n1 - 2) / 2) * kv.delta / 2
    yield from boundary(
        "kv_mean",
        SPLITS,
        {"data": ["0"] * 6, "grid": "1/8"},
        "threshold",
        "the chance that the noisy count of four records is not above the threshold,",
        "",
        at,
        ("Threshold",),
    )
    count = build("unknown_size", SIZED)
    cdf = DiscreteLaplace(count.decay).cdf
    yield from boundary(
        "unknown_size",
        SIZED,
        {"data": ["1", "2", "3", "4"], "grid": "1/8"},
        "count",
        "the chance that the count's noise is below 1,",
        "",
        cdf(0),
        ("CountCut",),
    )
    yield from boundary(
        "shuffled_mean",
        BLOCKS | {"n": "1", "blocks": "3"},
        {"data": ["1", "2", "4"], "grid": "1/8"},
        "row",
        "1/3, where the first block of a permutation of three changes,",
        "",
        Fraction(1, 3),
        ("ShuffleRows",),
    )


def _between(center: Fraction) -> Fraction:
    """Return a number near the centre that lies half way between two multiples of 1/8."""
    return Fraction(center * 8 // 1, 8) + Fraction(3, 16)


def _student() -> Iterator[Vector]:
    for d, scale in (("3", "1"), ("1", "1"), ("2", "5/2"), ("4", "1"), ("64", "1/3")):
        params = {"degrees": d, "scale": scale}
        for grid in ("1/8", "1/1000"):
            given: dict[str, Any] = {
                "tape": shake(f"student{d}{grid}", 64),
                "count": "4",
                "grid": grid,
            }
            yield tapes.make(
                "student_t",
                params,
                given,
                f"grid{grid}",
                f"{d} degrees of freedom, to the grid {grid}",
                ("TapeOrder", "Degrees"),
            )
        yield tapes.make(
            "student_t",
            params,
            {"seed": shake(f"student{d}", 8), "count": "24", "grid": "1/1000"},
            "accumulated",
            "24 draws, one digest",
            ("Accumulated", "Degrees"),
        )
        law = StudentT(int(d), Fraction(scale))
        yield from boundary(
            "student_t",
            params,
            {"grid": "1/8"},
            "half",
            "the distribution function at 3/16, half way between two multiples of 1/8,",
            "",
            law.cdf(Fraction(3, 16)),
            ("Degrees",),
        )
    yield from endings("student_t", {"degrees": "3"}, {"count": "2", "grid": "1/1000"})


BAD: tuple[tuple[str, dict[str, str], dict[str, str], str, str, str], ...] = rows(
    __file__, "bad", "object params change why flag code"
)
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "name params parameter bad valid why flag code"
)
CODES = {"dpucoarse": {"3/5": "out_of_range"}}
# with a neighbour of the data: which object at which parameters, and the data but for the last
# record
DATA_SETS: tuple[tuple[str, dict[str, str], list[str]], ...] = rows(
    __file__, "data_set", "object params data"
)


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one, and neighbouring data sets."""
    data = {object_: next(d for o, _, d in RELEASES if o == object_) for object_ in BASIC}
    for object_, good, change, why, flag, code in BAD:
        back = {k: good[k] for k in change if k in good}
        if any(k not in good for k in change):
            back |= (
                {"n0": "1"}
                if "n0" in change
                else {"sigma": "1"}
                if "sigma" in change
                else {"delta1": "1/1000"}
                if "delta1" in change
                else {"degrees": "3"}
            )
        given = {
            "data": data[object_]
            if good.get("n", "4") == "4"
            or object_ not in ("clipped_mean", "name_and_shame", "combined_mean")
            else FOUR,
            "grid": "1/1024",
        }
        found = CODES.get(object_, {}).get(next(iter(change.values())), code)
        yield from pair(object_, good, change, back, why, flag, found, given)
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
        for name, record, why, level in RECORDS:
            if name in ("huge", "enormous") and object_ in PUBLISHING:
                continue  # published over n delta: an estimate beyond the doubles
            yield from neighbours(
                object_, params, [*records, record], [*records, "3"], name, why, level
            )
