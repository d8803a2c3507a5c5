"""The `exact` vectors of mechanisms with one epsilon per user: weights, granted epsilons, noise scales, mean squared
errors, bounds.

What may be put here: lists of epsilons, laws of the records and groups of users, each with the reason for choosing it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector

Flags = tuple[str, ...]
LINEAR = ",".join(f"{i}/10" for i in range(1, 22))
MANY = ",".join(["1/10"] * 30 + ["1/4"] * 12 + ["3"] * 2)

# epsilons that all mechanisms take: positive and finite
FINITE: tuple[tuple[str, str, Flags], ...] = (
    ("1,1,1", "everybody alike: the plain mean", ()),
    ("1/2,1/4,1/8", "in falling order: weights are the users', not those of the sorted list", ("UserOrder",)),
    ("1/10,1/10,1/10,1/10,1/10,1/10,1/10,1/5,1/5,1/5", "two groups below saturation: weights in the ratio 2", ()),
    ("1,1,30", "two groups far beyond saturation: theta = 5, not 30", ("Saturation",)),
    ("1,1,5", "exactly at saturation: theta = 5 is an epsilon itself", ("Saturation",)),
    ("5,1,4999999/1000000,1", "the largest just above theta, the next just below", ("Saturation", "UserOrder")),
    ("2", "one user", ("OneRecord",)),
    ("2,2", "the bound is exactly 1/4: the estimate is released, not the midpoint", ("Fallback",)),
    ("2,1999999/1000000", "the bound is above 1/4 by a millionth: the midpoint", ("Fallback",)),
    ("1/1000000,1/2000000", "tiny epsilons: noise of scale 10^5 and more", ("SmallEpsilon", "Fallback")),
    ("10000,10000,1", "huge epsilons beside 1: theta = 9", ("LargeEpsilon", "Saturation")),
    ("1/3,1/7,5/11,2", "thirds, sevenths and elevenths: no double among them", ("UserOrder",)),
    (LINEAR, "21 users, all different: theta lies among them", ("Saturation",)),
    (MANY, "44 users of three kinds in two groups below theta, one above", ("Saturation",)),
    ("3,3,3,3,3,3", "epsilon 3 for everybody: noise hardly matters", ()),
    ("3,2,2,3", "the greatest common divisor, 1, is no epsilon of anybody", ("UserOrder",)),
    ("1/2,20,1/2,20", "alternating groups: half of the users are cut to theta = 17/2", ("Saturation", "UserOrder")),
)
SPECIAL: tuple[tuple[str, str, Flags], ...] = (
    ("1/100,1/2,inf", "a public record decides nearly all, but its weight stays below 1", ("PublicUser", "Saturation")),
    ("0,1,2", "a user whose record is not used", ("UnusedUser",)),
    ("1/10,1/10,inf,inf", "two public records: they get a finite multiple of the others' weight",
        ("PublicUser", "Saturation")),
    ("1/1000000000000,inf,1/1000000000000", "public beside 10^-12: theta is 4 10^12", ("PublicUser", "SmallEpsilon")),
    ("inf,0,3,0", "public, unused and private in one list", ("PublicUser", "UnusedUser", "UserOrder")),
)
NOISELESS: tuple[tuple[str, str, Flags], ...] = (
    ("inf", "one public record: no noise at all", ("PublicUser", "OneRecord")),
    ("0,0,inf,inf", "public and unused records: the plain mean of the public ones", ("PublicUser", "UnusedUser")),
)
ZEROS: tuple[tuple[str, str, Flags], ...] = (
    ("0,1,2", "a user whose record is not used: weight 0", ("UnusedUser",)),
    ("3,0,0,1/2", "two of four are not used, but n stays 4", ("UnusedUser", "UserOrder")),
    ("0,0,0,5", "one of four is used", ("UnusedUser",)),
    ("1/2,0", "half of the users", ("UnusedUser",)),
)
# (lower, upper, record_mean, record_variance, why, flags)
LAWS: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("0", "1", "1/2", "1/12", "uniform records", ()),
    ("-1/2", "1/2", "0", "1/4", "records at both ends: the largest variance", ("AtBound",)),
    ("0", "1", "1", "0", "all records at upper", ("AtBound",)),
    ("-2", "6", "1", "3", "width 8: errors are in its square", ("SensitivityUnit",)),
    ("1000", "1001", "8001/8", "1/100", "bounds far from 0: the midpoint is 1000.5", ("ShiftForgotten",)),
    ("-6", "-2", "-3", "1", "negative bounds", ("ShiftForgotten", "SensitivityUnit")),
    ("0", "1/3", "1/7", "1/50", "thirds and sevenths", ()),
)
BOUNDS: tuple[tuple[str, str], ...] = (("0", "1"), ("-1/2", "1/2"), ("-2", "6"), ("1000", "1001"), ("0", "1/3"))

# quantity: which lists it takes beside FINITE
LISTS: dict[str, tuple[tuple[str, str, Flags], ...]] = {
    "adpm": (*FINITE, *SPECIAL, *NOISELESS),
    "uni": (*FINITE, ("1/10,1/10,inf,inf", "public records get the least epsilon like everybody", ("PublicUser",)),
        ("inf", "one public record: no noise", ("PublicUser",)),
        ("inf,inf,inf", "public records alone: no noise", ("PublicUser",))),
    "propdpm": (*FINITE, *ZEROS),
    "stretching": (*FINITE, *ZEROS),
    "fme": (*FINITE, *SPECIAL, ("1,1", "epsilon^2 n = 1 at one user left: not above, so nobody is cut",
        ("Saturation",)), ("1/2,1/2,1/2,1/2", "epsilon^2 n = 1 exactly: not above", ("Saturation",)),
        ("1/2,3,3,3,3", "four users cut to 1/2: a rational threshold", ("Saturation",))),
    "ldpe": (*FINITE, *SPECIAL, *NOISELESS),
    "sm": (*FINITE[:10], FINITE[11], *FINITE[14:],
        ("800,800,1", "huge epsilons beside 1: e^800 overflows, the third user is hardly ever sampled",
            ("LargeEpsilon", "Saturation")), *ZEROS),
}
OWN: dict[str, Flags] = {"ldpe": ("Groups",), "sm": ("SampleChance",)}
BUGS = {
    "weights": "weights of another mechanism, in another order, or that are not cut",
    "granted": "what was asked for, in place of what is given",
    "saturation": "the largest epsilon, a mean, or the root for another number of users",
    "objective": "a factor 2 or 4, or a norm that is not squared",
    "noise_scale": "the width or n left out, or the largest epsilon",
    "noise_scales": "the scale of everybody together, or n in place of the group's size",
    "group_weights": "weights by size, or by the noise alone",
    "probabilities": "chances linear in epsilon, or those of 1 - e^-epsilon",
    "mse": "the variance of Lap(b) as b^2, a bias left out, or a width that is not squared",
}


def _unique(rows: tuple[tuple[str, str, Flags], ...]) -> list[tuple[str, str, Flags]]:
    return list({row[0]: row for row in reversed(rows)}.values())[::-1]


def _lists(object_: str, quantity: str) -> Iterator[Vector]:
    """A quantity that has no law of the records."""
    entry = CATALOGUE[f"{object_}.{quantity}"]
    for i, (epsilons, why, flags) in enumerate(_unique(LISTS[object_])):
        if quantity in ("granted", "saturation") and epsilons in {row[0] for row in NOISELESS}:
            continue
        given = {"epsilons": epsilons}
        if "lower" in entry.optional and i % 3:
            given |= dict(zip(("lower", "upper"), BOUNDS[i % len(BOUNDS)], strict=True))
        yield make(entry, given, f"{why}; catches {BUGS[quantity]}", ("PerUser", *OWN.get(object_, ()), *flags))


def _errors(object_: str) -> Iterator[Vector]:
    """The mean squared error, the lists and the laws of the records in step."""
    entry = CATALOGUE[f"{object_}.mse"]
    for i, (epsilons, why, flags) in enumerate(_unique(LISTS[object_])):
        lower, upper, mean, variance, law_why, law_flags = LAWS[i % len(LAWS)]
        given = {"epsilons": epsilons, "record_mean": mean, "record_variance": variance, "lower": lower, "upper": upper}
        for extra, note, more in _editions(object_, i, epsilons):
            yield make(entry, given | extra, f"{why}; {law_why}{note}; catches {BUGS['mse']}",
                ("PerUser", *OWN.get(object_, ()), *flags, *law_flags, *more))


def _editions(object_: str, i: int, epsilons: str) -> Iterator[tuple[dict[str, str], str, Flags]]:
    if object_ == "sm":
        yield ({} if i % 2 else {"edition": "corrected"}), "; divided by a public number", ()
        if epsilons.count(",") < 12:
            yield {"edition": "printed"}, "; divided by the number of the sampled", ()
        return
    yield {}, "", ()
    if object_ == "adpm" and epsilons in ("1,1,1", "3,3,3,3,3,3", "1,1,30", "1/2,1/4,1/8", "1,1,5", "0,1,2", "2,2",
            "3,2,2,3"):
        for gamma in ("", "1/2"):
            yield {"noise": "staircase"} | ({"gamma": gamma} if gamma
                else {}), f"; staircase noise, gamma {gamma or 'optimal'}: the unit is the greatest common divisor", (
                "PerUser",) if gamma else ("OptimalGamma",)


def _units() -> Iterator[Vector]:
    """The mean squared error of ADPM with staircase noise."""
    for (epsilons, why, flags), (lower, upper, mean, variance, law_why, law_flags) in zip(UNITS, LAWS[3:5],
            strict=True):
        given = {"epsilons": epsilons, "record_mean": mean, "record_variance": variance, "lower": lower, "upper": upper,
            "noise": "staircase"}
        yield make(CATALOGUE["adpm.mse"], given, f"{why}; {law_why}; catches {BUGS['mse']}",
            ("PerUser", "OptimalGamma", *flags, *law_flags))


# (n, f, epsilon1, epsilon2, why, flags)
GROUPS: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("1000", "7/10", "1/10", "1/5", "the paper's Figure 1(B), just below R epsilon1 = 3/14", ()),
    ("1000", "7/10", "1/10", "3/14", "exactly at R epsilon1: the second case", ("Saturation",)),
    ("1000", "7/10", "1/10", "1", "above R epsilon1: epsilon2 does not matter", ("Saturation",)),
    ("1000", "7/10", "1/10", "inf", "a public group", ("PublicUser", "Saturation")),
    ("80000", "1/2", "1/100", "37/2500", "the paper's Figure 2(A)", ()),
    ("10000", "1/2", "1/100", "1/2", "the paper's Example 1: R = 17", ("Saturation",)),
    ("4", "1/4", "1/2", "1/2", "both groups alike", ()),
    ("3", "1/3", "1/7", "2", "thirds and sevenths", ()),
    ("1", "1", "2", "3", "one user: the bound is above 1/4", ("OneRecord", "Fallback")),
    ("2", "1", "2", "2", "the bound is exactly 1/4", ("Fallback",)),
    ("1000000", "999999/1000000", "1/1000", "20", "a single user of the second kind among a million",
        ("SmallEpsilon",)),
    ("10", "1/2", "1/1000000", "inf", "public records beside tiny epsilons: 1/(4 n (1 - f)) nearly",
        ("PublicUser", "SmallEpsilon")),
    ("5", "2/5", "1/3", "9", "two of five users, no doubles", ()),
    ("12", "1/12", "4", "7", "one user in the first group: R = 3/2", ("OneRecord", "Saturation")),
    ("7", "3/7", "20", "2001/100", "large epsilons: R is barely above 1, and epsilon2 just below R epsilon1",
        ("LargeEpsilon",)),
    ("2", "1/2", "1/1000000000000", "1", "epsilon 10^-12: R is 8 10^24", ("SmallEpsilon", "OneRecord")),
    ("100", "1/2", "50", "5000", "large epsilons: privacy costs nothing", ("LargeEpsilon",)),
)
ENDS: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("10", "0", "1", "2", "f = 0: everybody in the second group", ("UnusedUser",)),
    ("10", "0", "1", "inf", "f = 0 and public: the plain mean", ("PublicUser",)),
    ("10", "1/2", "0", "1", "the first group is not used", ("UnusedUser",)),
    ("10", "1/2", "0", "inf", "public records alone", ("PublicUser", "UnusedUser")),
    ("64", "1/2", "1/2", "1", "exactly at R epsilon1 in doubles: the second case", ("Saturation",)),
)
# staircase noise whose unit or fallback is not what Laplace noise suggests: (epsilons, why, flags)
UNITS: tuple[tuple[str, str, Flags], ...] = (
    ("4,4,inf", "theta = 5 makes the unit 1, not 4: that of the epsilons as they are cut, the public user's too",
        ("PublicUser", "Saturation")),
    ("15/8,15/8", "the bound is below 1/4 with staircase noise and above it with Laplace noise: no midpoint",
        ("Fallback",)),
)


def _bounds() -> Iterator[Vector]:
    """The bounds for two groups, and the lower bound for any vector."""
    for n, f, low, high, why, flags in (*GROUPS, *ENDS):
        given = {"n": n, "f": f, "epsilon1": low, "epsilon2": high}
        for name in ("upper_bound", "lower_bound", "sharper_lower_bound"):
            yield make(CATALOGUE[f"hetero.{name}"], given,
                f"{why}; catches a constant of another case, or a minimum with 1/4 taken after it",
                ("Constants", *flags))
        if (n, f, low, high, why, flags) in GROUPS:
            # it has no second group
            own = tuple(f for f in flags if f in ("SmallEpsilon", "LargeEpsilon", "OneRecord"))
            yield make(CATALOGUE["hetero.ratio"], {k: given[k] for k in ("n", "f", "epsilon1")},
                f"{why}; catches 8 without the square of epsilon, or n without f", ("Constants", *own))
            yield make(CATALOGUE["hetero.critical_epsilon"], given, f"{why}; catches R without epsilon1",
                ("Constants", *flags))
    for epsilons, why, flags in _unique((*FINITE, *SPECIAL, *NOISELESS)):
        yield make(CATALOGUE["hetero.vector_lower_bound"], {"epsilons": epsilons},
            f"{why}; catches epsilon for tanh(epsilon/2), or a list that is not sorted", ("Constants", *flags))


def heterogeneous_vectors() -> Iterator[Vector]:
    """All exact vectors of hetero's mechanisms and bounds."""
    for name in CATALOGUE:
        object_, _, quantity = name.partition(".")
        if object_ in LISTS:
            yield from _errors(object_) if quantity == "mse" else _lists(object_, quantity)
    yield from _units()
    if "hetero.ratio" in CATALOGUE:
        yield from _bounds()
