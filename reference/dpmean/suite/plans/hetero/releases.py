"""Transcripts, tapes and rejections of mechanisms with one epsilon per user.

What may be put here: small data sets with injected draws or bits, and invalid requests with their nearest valid ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import spell
from ....mechanisms.hetero.affine import noise_of_scale
from ....programs.interpret import replay
from ...kinds import tape as tapes
from ...kinds import transcript
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..neighbours import RECORDS
from ..tape_bits import boundary, endings, shake

Flags = tuple[str, ...]
OBJECTS = ("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm")
FINITE_ONLY = ("propdpm", "stretching", "sm")
# (epsilons, records for [0, 1], why, flags); three of the lists have thresholds of FME that are rational
CASES: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = (
    ("1,1,1", ("1/4", "1/2", "1"), "everybody alike", ()),
    ("2,1,1/2", ("1", "1/4", "0"), "weights in falling order, as the users", ("UserOrder",)),
    ("1/2,4,4,4,4", ("0", "1", "1/2", "1/4", "3/4"), "four users cut to a common level", ("Saturation",)),
    ("1,1,30", ("1", "0", "1/2"), "one user far beyond saturation", ("Saturation",)),
    ("1,1,5", ("1", "0", "3/4"), "one user exactly at saturation", ("Saturation",)),
    ("2,2", ("1", "1/2"), "a bound of exactly 1/4: an estimate", ("Fallback",)),
    ("1/2,1/2", ("1", "1"), "a bound above 1/4: ADPM releases the midpoint and draws nothing", ("Fallback",)),
    ("4,2,1", ("-5", "7", "1/4"), "records outside the bounds are clipped", ("ClipForgotten",)),
    ("1,2,3,3", ("inf", "nan", "-inf", "1/4"), "infinite records are clipped, a missing one is the midpoint",
        ("Infinite", "MissingRecord")),
    ("8", ("3/4",), "one user", ("OneRecord",)),
    ("3,1,3,1,3,1", ("0", "1", "0", "1", "0", "1"), "two levels in turn: groups are by epsilon, not by place",
        ("Groups", "UserOrder")),
)
PUBLIC: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = (
    ("1,1,inf", ("0", "0", "1"), "a public record: a weight below 1", ("PublicUser", "Saturation")),
    ("0,2,inf,3", ("1", "0", "1/2", "1"), "an unused record, a public one", ("PublicUser", "UnusedUser")),
    ("inf,inf", ("0", "1/2"), "public records alone: no draw, the plain mean", ("PublicUser",)),
    ("0,inf", ("0", "3/4"), "an unused record beside a public one: no draw", ("PublicUser", "UnusedUser")),
)
UNUSED: tuple[tuple[str, tuple[str, ...], str, Flags], ...] = (
    ("0,4,4", ("1", "0", "1/2"), "the first user's record must not count", ("UnusedUser",)),
    ("2,0,0,2", ("0", "1", "1", "1"), "two of four records must not count, but n is 4", ("UnusedUser",)),
)
# after the others, for every mechanism (SM as printed); 10 comes before 2 as text
MISSING: tuple[str, tuple[str, ...], str, Flags] = (
    "10,2,3/8,2,2",
    ("nan",) * 5,
    "every record is missing: the midpoint with noise like any other data, not refused and not the bare midpoint; 10 "
    "is not below 2",
    ("MissingRecord", "StatusLeak", "UserOrder", "Saturation"),
)
BOUNDS: tuple[tuple[str, str, Flags], ...] = (("0", "1", ()), ("-2", "6", ("SensitivityUnit", "ShiftForgotten")),
    ("1000", "1001", ("ShiftForgotten",)))
NOISE = ("0", "1/2", "-3/4", "20")


def _moved(records: tuple[str, ...], lower: str, upper: str) -> tuple[str, ...]:
    low, width = Fraction(lower), Fraction(upper) - Fraction(lower)
    return tuple(x if x in transcript.NOT_FINITE else spell(low + width * Fraction(x)) for x in records)


def _cancels(made: Vector) -> bool:
    """Whether a sum of terms of both signs is exactly 0, of which no double is a few units in the last place."""
    return Fraction(made.params["lower"]) < 0 and any(name in ("weighted_mean", "mean", "sampled_sum") and value == "0"
        for name, value in made.expect["steps"])


def _said(draws: dict[str, str], z: str) -> str:
    return f"noise {z}" if any(label.startswith("noise")
        for label in draws) else "nothing is drawn: public records alone, or a bound above 1/4 and so the midpoint"


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
    """Outcomes for every draw that the mechanism makes at these parameters."""
    mechanism = build(object_, params)
    if object_ == "ldpe":
        return {f"noise_{g}": spell(Fraction(z) / g) for g, scale in enumerate(mechanism.noise_scales, 1) if scale}
    if object_ == "sm":
        last = max(range(len(mechanism.epsilons)), key=lambda j: mechanism.epsilons[j])
        coins = {f"sampled_{j + 1}": "1" if p == 1 or (p != 0 and (j + i) % 2) or j == last else "0" for j,
            p in enumerate(mechanism.probabilities)}
        return {**coins, "noise": z}
    return {} if mechanism.constant or mechanism.law is None else {"noise": z}


def transcripts() -> Iterator[Vector]:
    """All transcripts: every list of epsilons at bounds and a noise that change from case to case."""
    for object_ in OBJECTS:
        for i, (epsilons, records, why, flags) in enumerate(_cases(object_)):
            for j, (lower, upper, more) in enumerate(BOUNDS if i < 4 else BOUNDS[i % 3 :][:1]):
                for edition in ("corrected", "printed") if object_ == "sm" else ("",):
                    params = {"epsilons": epsilons, "lower": lower, "upper": upper} | ({"edition": edition}
                        if edition == "printed" else {})
                    if edition == "corrected" and object_ == "sm" and len(set(epsilons.split(",")) - {"0"}) > 1:
                        continue  # its divisor is no short number: tapes and exact errors have it
                    z = NOISE[(i + j) % len(NOISE)]
                    draws = _draws(object_, params, z, i)
                    made = transcript.make(object_, params, _moved(records, lower, upper), draws,
                        f"{slug(epsilons)}-z{z}", f"{why}; {_said(draws, z)}", ("PerUser", *flags, *more))
                    yield replace(made, requires=("numbers:rational",)) if _cancels(made) else made
    params = {"epsilons": "3000,3000,3000,1", "lower": "-2", "upper": "6"}
    draws = {"sampled_1": "1", "sampled_2": "1", "sampled_3": "1", "sampled_4": "0", "noise": "1/2"}
    why = "a chance of e^-2999, which underflows: the divisor is 3 + 2^-40, above the sum of the chances"
    yield transcript.make("sm", params, ("6", "0", "1", "-2"), draws, "3000-3000-3000-1-z1_2", why,
        ("SampleChance", "LargeEpsilon"))
    staircase = ("15/8,15/8", ("1", "1/2"), "an estimate, though Laplace noise would be worse than the midpoint", ())
    for epsilons, records, why, _ in (*CASES[:5], staircase):
        params = {"epsilons": epsilons, "lower": "-2", "upper": "6", "noise": "staircase", "gamma": "1/2"}
        yield transcript.make("adpm", params, _moved(records, "-2", "6"), _draws("adpm", params, "-1/3", 0),
            f"{slug(epsilons)}-staircase", f"{why}; staircase noise", ("PerUser", "SensitivityUnit"))


TAPES: tuple[tuple[str, dict[str, str]], ...] = (
    ("adpm", {"epsilons": "1,2,30"}),
    ("adpm", {"epsilons": "1,2,3", "noise": "staircase", "gamma": "1/2"}),
    ("adpm", {"epsilons": "3,3,3", "noise": "staircase"}),
    ("uni", {"epsilons": "3,1,2"}),
    ("propdpm", {"epsilons": "1,0,3"}),
    ("stretching", {"epsilons": "1,1/2,4"}),
    ("fme", {"epsilons": "1/4,2,2"}),
    ("fme", {"epsilons": "3,2,3"}),
    ("ldpe", {"epsilons": "3,1,3"}),
    ("sm", {"epsilons": "1/2,1,2"}),
    ("sm", {"epsilons": "1/2,1,2", "edition": "printed"}),
)
DATA = ["1", "9", "5/2"]


def releases() -> Iterator[Vector]:
    """Whole releases from bits: draws in their order, the weighted mean, the grid."""
    for object_, more in TAPES:
        params = {**more, "lower": "0", "upper": "4"}
        tag = slug(object_, *params.values())
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given: dict[str, Any] = {"data": DATA, "tape": shake(f"{tag}{grid}", 128), "count": "3", "grid": grid,
                "rounding": rounding}
            yield tapes.make(object_, params, given, f"grid{grid}-{rounding}",
                f"whole releases, output to the grid {grid}, {rounding}", ("TapeOrder", "Rounding", "PerUser"))
        given = {"data": DATA, "seed": shake(tag, 8), "count": "40", "grid": "1/1000"}
        yield tapes.make(object_, params, given, "accumulated",
            "40 releases, one digest: any wrong draw, weight or scale shows", ("Accumulated", "PerUser"))
        given = {"data": ["inf", "nan", "-3"], "tape": shake(f"{tag}policies", 64), "count": "3", "grid": "1/1000"}
        yield tapes.make(object_, params, given, "policies", "an infinite record, a missing one (the midpoint) and one "
            "below the bounds: the status and the bits are those of any data",
            ("Infinite", "MissingRecord", "ClipForgotten"))
        yield from endings(object_, params, {"data": DATA, "count": "3", "grid": "1/1000"})
    for object_, epsilons, data, why, flag in (
        ("adpm", "1/2,1/2", ["1", "3"], "the midpoint: no bits at all, from an empty tape", "Fallback"),
        ("adpm", "inf,inf,0", ["1", "2", "4"], "public records alone: no noise, so no bits; the mean 3/2",
            "PublicUser"),
        ("uni", "inf,inf", ["1", "2"], "public records alone: no noise, so no bits", "PublicUser"),
        ("ldpe", "inf,inf", ["1", "2"], "public records alone: no noise, so no bits", "PublicUser"),
    ):
        yield tapes.make(object_, {"epsilons": epsilons, "lower": "0", "upper": "4"},
            {"data": data, "tape": "", "count": "3", "grid": "1/2"}, "nodraw", why, (flag, "TapeOrder"))
    yield from near()
    for bits, why in (("00", "all bits 0: nobody is sampled who need not be"),
            ("ff", "all bits 1: everybody is sampled")):
        given = {"data": ["1", "2", "3"], "count": "2", "grid": "1/8", "tape": bits * 6 + shake(f"sm{bits}", 32)}
        yield tapes.make("sm", {"epsilons": "1,1,2", "lower": "0", "upper": "4"}, given, f"coins{bits}", why,
            ("SampleChance", "TapeOrder"))


def near() -> Iterator[Vector]:
    """Next to the point at which a release changes from one multiple of the grid to the next, and at which a user is
    sampled.
    """
    for object_, more in TAPES[:1] + TAPES[3:8] + (("sm", {"epsilons": "2,2,2"}),):
        params = {**more, "lower": "0", "upper": "4"}
        mechanism = build(object_, params)
        center = replay(mechanism.program(DATA),
            {f"sampled_{i}": 1 for i in (1, 2, 3) if object_ == "sm"} | {"noise": Fraction(0)}).output
        half = Fraction(center * 8 // 1, 8) + Fraction(3, 16)
        law: Any = noise_of_scale(mechanism.width / (3 * mechanism.largest)) if object_ == "sm" else mechanism.law
        what = f"the point at which the release is {spell(half)}, half way between two multiples of 1/8,"
        yield from boundary(object_, params, {"data": DATA, "grid": "1/8"}, "half", what, "", law.cdf(half - center),
            ("Rounding",))
    params = {"epsilons": "1,2", "lower": "0", "upper": "4"}
    chance = build("sm", params).probabilities[0]
    yield from boundary("sm", params, {"data": ["0", "4"], "grid": "1/8"}, "coin",
        "the chance that the first user is left out,", "", 1 - chance, ("SampleChance",))


# (change, why, flag, code, the valid value); the mechanisms to which it applies
BAD: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("1,-1,2,2", "a negative epsilon among good ones", "NotPositive", "epsilon_not_positive", OBJECTS),
    ("0,0,0,0", "all epsilons 0: nobody's record may be used", "NotPositive", "epsilon_not_positive", OBJECTS),
    ("1,nan,2,2", "a NaN epsilon: comparisons with NaN are false", "NotANumber", "not_a_number", OBJECTS),
    ("1,one,2,2", "an epsilon that is text", "NotANumber", "not_a_number", OBJECTS),
    ("1,,2,1", "an epsilon that is missing", "NotANumber", "not_a_number", OBJECTS),
    ("1,-inf,2,2", "an epsilon of minus infinity", "NotFinite", "not_finite", OBJECTS),
    ("1,2,2", "fewer epsilons than records", "UserOrder", "size_mismatch", OBJECTS),
    ("1,2,2,1,1", "more epsilons than records", "UserOrder", "size_mismatch", OBJECTS),
    ("1,inf,2,2", "a public record where only finite epsilons have a meaning", "PublicUser", "not_finite", FINITE_ONLY),
    ("1,0,2,2", "an unused record where everybody gets the least epsilon", "UnusedUser", "epsilon_not_positive",
        ("uni",)),
)
QUANTITIES: tuple[tuple[str, str, dict[str, str], str, str, str, str, str, str], ...] = (
    ("adpm", "weights", {}, "epsilons", "1,-1", "1,1", "a negative epsilon: a negative weight", "NotPositive",
        "epsilon_not_positive"),
    ("adpm", "objective", {}, "epsilons", "0,0", "0,1", "all epsilons 0: weights 0/0", "NotPositive",
        "epsilon_not_positive"),
    ("adpm", "saturation", {}, "epsilons", "inf,0", "inf,1", "no positive finite epsilon: theta is infinite",
        "NotFinite", "not_finite"),
    ("adpm", "granted", {}, "epsilons", "inf,inf", "inf,9", "public records alone: what is granted is infinite",
        "NotFinite", "not_finite"),
    ("propdpm", "weights", {}, "epsilons", "1,inf", "1,2", "a public record: infinity divided by infinity",
        "PublicUser", "not_finite"),
    ("stretching", "weights", {}, "epsilons", "1,inf", "1,2", "a public record: everybody else shrinks to nothing",
        "PublicUser", "not_finite"),
    ("sm", "probabilities", {}, "epsilons", "1,inf", "1,2", "a public record: everybody else is never sampled",
        "PublicUser", "not_finite"),
    ("uni", "noise_scale", {}, "epsilons", "1,0", "1,1/2", "an epsilon of 0: an infinite scale", "NotPositive",
        "epsilon_not_positive"),
    ("ldpe", "group_weights", {}, "epsilons", "0,0", "0,1", "no group at all", "NotPositive", "epsilon_not_positive"),
    ("fme", "weights", {}, "epsilons", "1,nan", "1,2", "a NaN epsilon", "NotANumber", "not_a_number"),
    ("adpm", "mse", {"epsilons": "2,2,2", "record_variance": "0"}, "record_mean", "3/2", "1",
        "a mean above the upper bound", "BoundsOrder", "out_of_range"),
    ("ldpe", "mse", {"epsilons": "2,2,2", "record_mean": "1/2"}, "record_variance", "1/3", "1/4",
        "a variance that no law on the bounds has", "BoundsOrder", "out_of_range"),
    ("sm", "mse", {"epsilons": "1,2", "record_mean": "1/2"}, "record_variance", "-1/4", "1/4", "a negative variance",
        "NotPositive", "out_of_range"),
    ("hetero", "ratio", {"n": "10", "epsilon1": "1"}, "f", "1/3", "1/2", "n f is no whole number of users", "OffGrid",
        "not_an_integer"),
    ("hetero", "ratio", {"n": "10", "f": "1/2"}, "epsilon1", "0", "1/8", "epsilon1 = 0: R is infinite", "NotFinite",
        "not_finite"),
    ("hetero", "upper_bound", {"n": "10", "f": "1/2", "epsilon1": "1"}, "epsilon2", "1/2", "1",
        "the second group has the smaller epsilon", "BoundsOrder", "out_of_range"),
    ("hetero", "lower_bound", {"n": "10", "epsilon1": "1", "epsilon2": "2"}, "f", "3/2", "1", "a share above 1",
        "OffGrid", "out_of_range"),
    ("hetero", "critical_epsilon", {"n": "10", "epsilon1": "1"}, "f", "0", "1",
        "nobody in the first group: nothing is critical", "NotFinite", "not_finite"),
    ("hetero", "upper_bound", {"n": "10", "f": "1/2", "epsilon2": "1"}, "epsilon1", "-1/2", "1/2",
        "a negative epsilon: its users count against the others", "NotPositive", "epsilon_not_positive"),
    ("hetero", "upper_bound", {"n": "10", "epsilon1": "1", "epsilon2": "2"}, "f", "-1/2", "1/2",
        "a negative share: more users than there are", "OffGrid", "out_of_range"),
    ("hetero", "vector_lower_bound", {}, "epsilons", "1,-2", "1,2", "a negative epsilon", "NotPositive",
        "epsilon_not_positive"),
)

# (object, other parameters, change, back to validity, why, flag, code)
CHOICES: tuple[tuple[str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...] = (
    ("adpm", {"noise": "staircase"}, {"gamma": "5/4"}, {"gamma": "1"},
        "gamma above 1: steps out of their order, and a shift costs more than epsilon", "NotPositive",
        "gamma_out_of_range"),
    ("adpm", {"noise": "staircase"}, {"gamma": "-1/4"}, {"gamma": "1/4"}, "negative gamma", "NotPositive",
        "gamma_out_of_range"),
    ("adpm", {}, {"gamma": "1/2"}, {}, "gamma, though Laplace noise has none", "OptimalGamma",
        "unsupported_combination"),
    ("adpm", {}, {"noise": "hourglass"}, {"noise": "laplace"},
        "a noise that the mechanism does not have: another one in its place", "PerUser", "unknown_name"),
    ("sm", {}, {"edition": "print"}, {"edition": "printed"},
        "an edition that is not known: one of the two protects less", "SampleChance", "unknown_name"),
)


def rejections() -> Iterator[Vector]:
    """Invalid lists, bounds and laws of records, each with the nearest valid request; neighbouring data sets."""
    four = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}
    good = {"epsilons": "1,1,2,2", "lower": "0", "upper": "4"}
    for object_ in OBJECTS:
        for bad, why, flag, code, where in BAD:
            if object_ in where:
                yield from pair(object_, good, {"epsilons": bad}, {"epsilons": good["epsilons"]}, why, flag, code, four)
        for change, why, flag, code in (
            ({"lower": "4"}, "equal bounds: no width, no noise", "BoundsOrder", "bounds_order"),
            ({"upper": "-1"}, "swapped bounds: the sensitivity is negative", "BoundsOrder", "bounds_order"),
            ({"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
        ):
            yield from pair(object_, good, change, {k: good[k] for k in change}, why, flag, code, four)
        for name, record, why, level in RECORDS:
            yield from neighbours(object_, {**good, "epsilons": "3,1,2"}, ["2", "1/4", record], ["2", "1/4", "3"], name,
                why, level)
    for object_, more, change, back, why, flag, code in CHOICES:
        yield from pair(object_, {**good, **more}, change, back, why, flag, code, four)
    for object_, quantity, params, name, bad, valid, why, flag, code in QUANTITIES:
        yield from pair(object_, params, {name: bad}, {name: valid}, why, flag, code, quantity=quantity)
