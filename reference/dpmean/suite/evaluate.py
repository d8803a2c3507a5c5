"""How an `exact` vector is made: one quantity of the catalogue, evaluated and wrapped with its
tolerance.
"""

from __future__ import annotations

from fractions import Fraction

from ..catalogue.quantities import value
from ..exact.digits import report
from ..parameters.entry import Entry
from .vectors import Vector, needs, short, slug

# too much is no failure: noise of a larger scale protects more, a larger stated epsilon promises
# less
PER_USER_SCALES = {
    f"{object_}.noise_scale" for object_ in ("adpm", "uni", "propdpm", "stretching", "fme")
} | {"ldpe.noise_scales"}
SEARCHED = {"gaussian.sigma", "count.sigma", "bounded_sum.sigma"}  # by steps that end near the root
ONE_SIDED = (
    PER_USER_SCALES
    | SEARCHED
    | {
        "laplace.epsilon",
        "discrete_laplace.epsilon",
        "laplace.scale",
        "discrete_gaussian.rho",
        "sized_mean.sensitivity",
        "sized_mean.scale",
        "count.sensitivity",
        "count.scale",
        "bounded_sum.sensitivity",
        "bounded_sum.scale",
        "histogram.sensitivity",
        "histogram.squared_sensitivity",
        "histogram.scale",
        "histogram.least_threshold",
        "dpucoarse.noise_scale",
        "dpumean.noise_scale",
    }
)


def tolerance(answers: list[dict[str, str]]) -> str:
    """Return the tolerance of a double in units in the last place (ulps), from the enclosed values
    of a quantity.

    It is 16 units in the last place, and 2 more for each power of two by which a value is below 1.
    Such a value is an exponential of its logarithm. A correctly rounded exponential of the nearest
    double to -t is off by as many as t/2 units, and a library that takes a scale has rounded
    epsilon / D before; 2 log2(e) t pays for both.
    """
    far = [log2_below_one(a) for a in answers]
    return str(16 + 2 * max(far, default=0))


def log2_below_one(answer: dict[str, str]) -> int:
    """Return the least k >= 0 with |value| >= 2^-k, and 0 where the value is exactly zero."""
    size = min(abs(Fraction(answer["lo"])), abs(Fraction(answer["hi"])))
    return 0 if not size or size >= 1 else (size.denominator // size.numerator).bit_length()


def make(entry: Entry, params: dict[str, str], why: str, flags: tuple[str, ...] = ()) -> Vector:
    """Evaluate one quantity of the catalogue and return it as an `exact` vector with its
    tolerance.
    """
    object_, _, quantity = entry.name.partition(".")
    result = value(entry.name, params)
    shown = [report(v) for v in result.values]
    kept = [{k: v for k, v in s.items() if k != "about"} for s in shown]
    zero = ("ExactZero",) if any(s.get("exact") == "0" for s in shown) else ()
    one_sided = entry.name in ONE_SIDED and not zero  # a tenth more than 0 is 0
    # these are quotients by sums
    below = (
        "0"
        if quantity in ("epsilon", "rho")
        else "16"
        if entry.name in PER_USER_SCALES | SEARCHED
        else "1"
    )
    accept: dict[str, str] = (
        {"rule": "at_least", "ulps": below}
        if one_sided
        else {"rule": "within", "ulps": tolerance(kept)}
    )
    return Vector(
        id=slug(entry.name, *(f"{k}={short(v)}" for k, v in params.items())),
        kind="exact",
        object=object_,
        quantity=quantity,
        why=why,
        source=entry.source,
        params=params,
        expect={"values": kept} if result.is_list else {"value": kept[0]},
        accept=accept,
        flags=tuple(dict.fromkeys((*flags, *zero))),
        requires=needs(params),
    )
