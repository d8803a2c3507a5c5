"""The `exact` vectors of mechanisms with one epsilon per user: weights, epsilons granted, noise
scales, errors, bounds.

This file holds lists of epsilons, laws of the records and groups of users, each with the reason for
choosing it. Errors are mean squared errors.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..tables import rows

Flags = tuple[str, ...]
FIELDS = "epsilons why flags"

FINITE: tuple[tuple[str, str, Flags], ...] = rows(__file__, "finite", FIELDS)
SPECIAL: tuple[tuple[str, str, Flags], ...] = rows(__file__, "special", FIELDS)
NOISELESS: tuple[tuple[str, str, Flags], ...] = rows(__file__, "noiseless", FIELDS)
ZEROS: tuple[tuple[str, str, Flags], ...] = rows(__file__, "zeros", FIELDS)
LAWS: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "law", "lower upper record_mean record_variance why flags"
)
BOUNDS: tuple[tuple[str, str], ...] = rows(__file__, "bounds", "lower upper")

# quantity: which lists it takes beside FINITE
LISTS: dict[str, tuple[tuple[str, str, Flags], ...]] = {
    "adpm": (*FINITE, *SPECIAL, *NOISELESS),
    "uni": (*FINITE, *rows(__file__, "uni", FIELDS)),
    "propdpm": (*FINITE, *ZEROS),
    "stretching": (*FINITE, *ZEROS),
    "fme": (*FINITE, *SPECIAL, *rows(__file__, "fme", FIELDS)),
    "ldpe": (*FINITE, *SPECIAL, *NOISELESS),
    # neither e^10000 nor the chances of more than twenty users
    "sm": (
        *(row for row in FINITE if "10000" not in row[0].split(",") and row[0].count(",") < 20),
        *rows(__file__, "sm", FIELDS),
        *ZEROS,
    ),
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
    """Yield the vectors of a quantity that depends on no law of the records, one for each list of
    epsilons.
    """
    entry = CATALOGUE[f"{object_}.{quantity}"]
    for i, (epsilons, why, flags) in enumerate(_unique(LISTS[object_])):
        if quantity in ("granted", "saturation") and epsilons in {row[0] for row in NOISELESS}:
            continue
        given = {"epsilons": epsilons}
        if "lower" in entry.optional and i % 3:
            given |= dict(zip(("lower", "upper"), BOUNDS[i % len(BOUNDS)], strict=True))
        yield make(
            entry,
            given,
            f"{why}; catches {BUGS[quantity]}",
            ("PerUser", *OWN.get(object_, ()), *flags),
        )


def _errors(object_: str) -> Iterator[Vector]:
    """Yield the vectors of the mean squared error, the lists of epsilons and the laws of the
    records taken in step.
    """
    entry = CATALOGUE[f"{object_}.mse"]
    for i, (epsilons, why, flags) in enumerate(_unique(LISTS[object_])):
        lower, upper, mean, variance, law_why, law_flags = LAWS[i % len(LAWS)]
        given = {
            "epsilons": epsilons,
            "record_mean": mean,
            "record_variance": variance,
            "lower": lower,
            "upper": upper,
        }
        for extra, note, more in _editions(object_, i, epsilons):
            yield make(
                entry,
                given | extra,
                f"{why}; {law_why}{note}; catches {BUGS['mse']}",
                ("PerUser", *OWN.get(object_, ()), *flags, *law_flags, *more),
            )


def _editions(object_: str, i: int, epsilons: str) -> Iterator[tuple[dict[str, str], str, Flags]]:
    if object_ == "sm":
        yield ({} if i % 2 else {"edition": "corrected"}), "; divided by a public number", ()
        if epsilons.count(",") < 12:
            yield {"edition": "printed"}, "; divided by the number of the sampled", ()
        return
    yield {}, "", ()
    if object_ == "adpm" and epsilons in (
        "1,1,1",
        "3,3,3,3,3,3",
        "1,1,30",
        "1/2,1/4,1/8",
        "1,1,5",
        "0,1,2",
        "2,2",
        "3,2,2,3",
    ):
        for gamma in ("", "1/2"):
            yield (
                {"noise": "staircase"} | ({"gamma": gamma} if gamma else {}),
                f"; staircase noise, gamma {gamma or 'optimal'}: the unit is the greatest "
                "common divisor",
                ("PerUser",) if gamma else ("OptimalGamma",),
            )


def _units() -> Iterator[Vector]:
    """Yield the vectors of the mean squared error of ADPM with staircase noise."""
    for (epsilons, why, flags), (lower, upper, mean, variance, law_why, law_flags) in zip(
        UNITS, LAWS[3:5], strict=True
    ):
        given = {
            "epsilons": epsilons,
            "record_mean": mean,
            "record_variance": variance,
            "lower": lower,
            "upper": upper,
            "noise": "staircase",
        }
        yield make(
            CATALOGUE["adpm.mse"],
            given,
            f"{why}; {law_why}; catches {BUGS['mse']}",
            ("PerUser", "OptimalGamma", *flags, *law_flags),
        )


GROUPS: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "group", "n f epsilon1 epsilon2 why flags"
)
ENDS: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "end", "n f epsilon1 epsilon2 why flags"
)
UNITS: tuple[tuple[str, str, Flags], ...] = rows(__file__, "unit", FIELDS)


def _bounds() -> Iterator[Vector]:
    """Yield the vectors of the bounds for two groups of users, and of the lower bound for any list
    of epsilons.
    """
    for n, f, low, high, why, flags in (*GROUPS, *ENDS):
        given = {"n": n, "f": f, "epsilon1": low, "epsilon2": high}
        for name in ("upper_bound", "lower_bound", "sharper_lower_bound"):
            yield make(
                CATALOGUE[f"hetero.{name}"],
                given,
                f"{why}; catches a constant of another case, or a minimum with 1/4 taken after it",
                ("Constants", *flags),
            )
        if (n, f, low, high, why, flags) in GROUPS:
            # this bound has no second group of users
            own = tuple(f for f in flags if f in ("SmallEpsilon", "LargeEpsilon", "OneRecord"))
            yield make(
                CATALOGUE["hetero.ratio"],
                {k: given[k] for k in ("n", "f", "epsilon1")},
                f"{why}; catches 8 without the square of epsilon, or n without f",
                ("Constants", *own),
            )
            yield make(
                CATALOGUE["hetero.critical_epsilon"],
                given,
                f"{why}; catches R without epsilon1",
                ("Constants", *flags),
            )
    for epsilons, why, flags in _unique((*FINITE, *SPECIAL, *NOISELESS)):
        yield make(
            CATALOGUE["hetero.vector_lower_bound"],
            {"epsilons": epsilons},
            f"{why}; catches epsilon for tanh(epsilon/2), or a list that is not sorted",
            ("Constants", *flags),
        )


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the mechanisms and bounds of `hetero`."""
    for name in CATALOGUE:
        object_, _, quantity = name.partition(".")
        if object_ in LISTS:
            yield from _errors(object_) if quantity == "mse" else _lists(object_, quantity)
    yield from _units()
    if "hetero.ratio" in CATALOGUE:
        yield from _bounds()
