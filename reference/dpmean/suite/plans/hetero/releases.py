"""Transcripts, tapes and rejections of mechanisms with one epsilon per user.

This file holds small data sets with injected draws or bits, and invalid requests with their nearest
valid ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import spell
from ....mechanisms.hetero.affine import noise_of_scale
from ....programs.run import replay
from ...kinds import tape as tapes
from ...kinds import transcript
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..hostile import RECORDS
from ..tables import rows
from ..tape_bits import boundary, endings, shake

Flags = tuple[str, ...]
OBJECTS = ("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm")
FINITE_ONLY = ("propdpm", "stretching", "sm")
CASES: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = rows(
    __file__, "case", "epsilons data why flags"
)
PUBLIC: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = rows(
    __file__, "public", "epsilons data why flags"
)
UNUSED: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = rows(
    __file__, "unused", "epsilons data why flags"
)
MISSING: tuple[str, tuple[str, ...], str, Flags] = rows(
    __file__, "missing", "epsilons data why flags"
)[0]
BOUNDS: tuple[tuple[str, str, Flags], ...] = rows(__file__, "bounds", "lower upper flags")
NOISE = ("0", "1/2", "-3/4", "20")


def _moved(records: tuple[str, ...], lower: str, upper: str) -> tuple[str, ...]:
    low, width = Fraction(lower), Fraction(upper) - Fraction(lower)
    return tuple(
        x if x in transcript.NOT_FINITE else spell(low + width * Fraction(x)) for x in records
    )


def _cancels(made: Vector) -> bool:
    """Tell whether a step is exactly 0 because terms of both signs cancel.

    No double is within a few units in the last place of such a 0.
    """
    return Fraction(made.params["lower"]) < 0 and any(
        name in ("weighted_mean", "mean", "sampled_sum") and value == "0"
        for name, value in made.expect["steps"]
    )


def _said(draws: dict[str, str], z: str) -> str:
    return (
        f"noise {z}"
        if any(label.startswith("noise") for label in draws)
        else "nothing is drawn: public records alone, or a bound above 1/4 and so the midpoint"
    )


def _cases(object_: str) -> Iterator[tuple[str, tuple[str, ...], str, Flags]]:
    yield from CASES
    if object_ not in FINITE_ONLY:
        for case in PUBLIC:
            if object_ != "uni" or "0" not in case[0].split(","):
                yield case
    if object_ != "uni":
        yield from UNUSED
    yield MISSING


def _draws(object_: str, params: dict[str, str], z: str, i: int) -> dict[str, str]:
    """Return outcomes for every draw that the mechanism makes at these parameters."""
    mechanism = build(object_, params)
    if object_ == "ldpe":
        return {
            f"noise_{g}": spell(Fraction(z) / g)
            for g, scale in enumerate(mechanism.noise_scales, 1)
            if scale
        }
    if object_ == "sm":
        last = max(range(len(mechanism.epsilons)), key=lambda j: mechanism.epsilons[j])
        coins = {
            f"sampled_{j + 1}": "1" if p == 1 or (p != 0 and (j + i) % 2) or j == last else "0"
            for j, p in enumerate(mechanism.probabilities)
        }
        return {**coins, "noise": z}
    return {} if mechanism.constant or mechanism.law is None else {"noise": z}


def transcript_vectors() -> Iterator[Vector]:
    """Yield all transcripts: every list of epsilons, at bounds and with a noise that change from
    case to case.
    """
    for object_ in OBJECTS:
        for i, (epsilons, records, why, flags) in enumerate(_cases(object_)):
            for j, (lower, upper, more) in enumerate(BOUNDS if i < 4 else BOUNDS[i % 3 :][:1]):
                for edition in ("corrected", "printed") if object_ == "sm" else ("",):
                    params = {"epsilons": epsilons, "lower": lower, "upper": upper} | (
                        {"edition": edition} if edition == "printed" else {}
                    )
                    if (
                        edition == "corrected"
                        and object_ == "sm"
                        and len(set(epsilons.split(",")) - {"0"}) > 1
                    ):
                        # its divisor is a long number, so it is tested by tapes and exact errors
                        continue
                    z = NOISE[(i + j) % len(NOISE)]
                    draws = _draws(object_, params, z, i)
                    made = transcript.make(
                        object_,
                        params,
                        _moved(records, lower, upper),
                        draws,
                        f"{slug(epsilons)}-z{z}",
                        f"{why}; {_said(draws, z)}",
                        ("PerUser", *flags, *more),
                    )
                    yield replace(made, requires=("numbers:rational",)) if _cancels(made) else made
    params = {"epsilons": "3000,3000,3000,1", "lower": "-2", "upper": "6"}
    draws = {"sampled_1": "1", "sampled_2": "1", "sampled_3": "1", "sampled_4": "0", "noise": "1/2"}
    why = (
        "a chance of e^-2999, which underflows: the divisor is 3 + 2^-40, above the sum of the "
        "chances"
    )
    yield transcript.make(
        "sm",
        params,
        ("6", "0", "1", "-2"),
        draws,
        "3000-3000-3000-1-z1_2",
        why,
        ("SampleChance", "LargeEpsilon"),
    )
    staircase = (
        "15/8,15/8",
        ("1", "1/2"),
        "an estimate, though Laplace noise would be worse than the midpoint",
        (),
    )
    for epsilons, records, why, _ in (*CASES[:5], staircase):
        params = {
            "epsilons": epsilons,
            "lower": "-2",
            "upper": "6",
            "noise": "staircase",
            "gamma": "1/2",
        }
        yield transcript.make(
            "adpm",
            params,
            _moved(records, "-2", "6"),
            _draws("adpm", params, "-1/3", 0),
            f"{slug(epsilons)}-staircase",
            f"{why}; staircase noise",
            ("PerUser", "SensitivityUnit"),
        )


TAPES: tuple[tuple[str, dict[str, str]], ...] = rows(__file__, "tape", "object params")
DATA = ["1", "9", "5/2"]


def tape_vectors() -> Iterator[Vector]:
    """Yield whole releases from bits: draws in their order, the weighted mean, the grid."""
    for object_, more in TAPES:
        params = {**more, "lower": "0", "upper": "4"}
        tag = slug(object_, *params.values())
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given: dict[str, Any] = {
                "data": DATA,
                "tape": shake(f"{tag}{grid}", 128),
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
                ("TapeOrder", "Rounding", "PerUser"),
            )
        given = {"data": DATA, "seed": shake(tag, 8), "count": "40", "grid": "1/1000"}
        yield tapes.make(
            object_,
            params,
            given,
            "accumulated",
            "40 releases, one digest: any wrong draw, weight or scale shows",
            ("Accumulated", "PerUser"),
        )
        given = {
            "data": ["inf", "nan", "-3"],
            "tape": shake(f"{tag}policies", 64),
            "count": "3",
            "grid": "1/1000",
        }
        yield tapes.make(
            object_,
            params,
            given,
            "policies",
            "an infinite record, a missing one (the midpoint) and one "
            "below the bounds: the status and the bits are those of any data",
            ("Infinite", "MissingRecord", "ClipForgotten"),
        )
        yield from endings(object_, params, {"data": DATA, "count": "3", "grid": "1/1000"})
    for object_, epsilons, data, why, flag in (
        (
            "adpm",
            "1/2,1/2",
            ["1", "3"],
            "the midpoint: no bits at all, from an empty tape",
            "Fallback",
        ),
        (
            "adpm",
            "inf,inf,0",
            ["1", "2", "4"],
            "public records alone: no noise, so no bits; the mean 3/2",
            "PublicUser",
        ),
        ("uni", "inf,inf", ["1", "2"], "public records alone: no noise, so no bits", "PublicUser"),
        ("ldpe", "inf,inf", ["1", "2"], "public records alone: no noise, so no bits", "PublicUser"),
    ):
        yield tapes.make(
            object_,
            {"epsilons": epsilons, "lower": "0", "upper": "4"},
            {"data": data, "tape": "", "count": "3", "grid": "1/2"},
            "nodraw",
            why,
            (flag, "TapeOrder"),
        )
    yield from near()
    for bits, why in (
        ("00", "all bits 0: nobody is sampled who need not be"),
        ("ff", "all bits 1: everybody is sampled"),
    ):
        given = {
            "data": ["1", "2", "3"],
            "count": "2",
            "grid": "1/8",
            "tape": bits * 6 + shake(f"sm{bits}", 32),
        }
        yield tapes.make(
            "sm",
            {"epsilons": "1,1,2", "lower": "0", "upper": "4"},
            given,
            f"coins{bits}",
            why,
            ("SampleChance", "TapeOrder"),
        )


def near() -> Iterator[Vector]:
    """Yield releases next to where the output goes from one multiple of the grid to the next, or a
    user is sampled.
    """
    for object_, more in TAPES[:1] + TAPES[3:8] + (("sm", {"epsilons": "2,2,2"}),):
        params = {**more, "lower": "0", "upper": "4"}
        mechanism = build(object_, params)
        center = replay(
            mechanism.program(DATA),
            {f"sampled_{i}": 1 for i in (1, 2, 3) if object_ == "sm"} | {"noise": Fraction(0)},
        ).output
        half = Fraction(center * 8 // 1, 8) + Fraction(3, 16)
        law: Any = (
            noise_of_scale(mechanism.width / (3 * mechanism.largest))
            if object_ == "sm"
            else mechanism.law
        )
        what = (
            f"the point at which the release is {spell(half)}, half way between two multiples "
            "of 1/8,"
        )
        yield from boundary(
            object_,
            params,
            {"data": DATA, "grid": "1/8"},
            "half",
            what,
            "",
            law.cdf(half - center),
            ("Rounding",),
        )
    params = {"epsilons": "1,2", "lower": "0", "upper": "4"}
    chance = build("sm", params).probabilities[0]
    yield from boundary(
        "sm",
        params,
        {"data": ["0", "4"], "grid": "1/8"},
        "coin",
        "the chance that the first user is left out,",
        "",
        1 - chance,
        ("SampleChance",),
    )


BAD: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = rows(
    __file__, "bad", "epsilons why flag code objects"
)
QUANTITIES: tuple[tuple[str, str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "object quantity params parameter bad valid why flag code"
)

CHOICES: tuple[tuple[str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...] = (
    rows(__file__, "choice", "object params change back why flag code")
)


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid lists, bounds and laws of records with their nearest valid requests, and
    neighbouring data sets.
    """
    four = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}
    good = {"epsilons": "1,1,2,2", "lower": "0", "upper": "4"}
    for object_ in OBJECTS:
        for bad, why, flag, code, where in BAD:
            if object_ in where:
                yield from pair(
                    object_,
                    good,
                    {"epsilons": bad},
                    {"epsilons": good["epsilons"]},
                    why,
                    flag,
                    code,
                    four,
                )
        for change, why, flag, code in (
            ({"lower": "4"}, "equal bounds: no width, no noise", "BoundsOrder", "bounds_order"),
            (
                {"upper": "-1"},
                "swapped bounds: the sensitivity is negative",
                "BoundsOrder",
                "bounds_order",
            ),
            ({"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
        ):
            yield from pair(
                object_, good, change, {k: good[k] for k in change}, why, flag, code, four
            )
        for name, record, why, level in RECORDS:
            yield from neighbours(
                object_,
                {**good, "epsilons": "3,1,2"},
                ["2", "1/4", record],
                ["2", "1/4", "3"],
                name,
                why,
                level,
            )
    for object_, more, change, back, why, flag, code in CHOICES:
        yield from pair(object_, {**good, **more}, change, back, why, flag, code, four)
    for object_, quantity, params, name, bad, valid, why, flag, code in QUANTITIES:
        yield from pair(
            object_, params, {name: bad}, {name: valid}, why, flag, code, quantity=quantity
        )
