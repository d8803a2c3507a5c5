"""The arguments at which each quantity of a law is evaluated, each with the reason for it and with flags.

Boundaries between cells are computed from the setting.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from ....exact.numbers import spell
from ...kinds.tape import INTEGER_LAWS
from ..tables import rows
from .settings import Setting

Arguments = list[tuple[dict[str, str], str, tuple[str, ...]]]
Points = list[tuple[str, str, tuple[str, ...]]]

ORDERS: tuple[tuple[str, str], ...] = rows(__file__, "order", "order why")
LEVELS: tuple[tuple[str, str], ...] = rows(__file__, "level", "at_epsilon why")
PROBABILITIES: tuple[tuple[str, str, tuple[str, ...]], ...] = rows(__file__, "probability", "p why flags")
# what a wrong answer to a quantity would usually be; the end of every vector's `why`
BUGS = {
    "scale": "a scale of epsilon/D, or without D",
    "normalizer": "a mass that does not sum to 1: a factor 2, D or D^2 left out",
    "density": "a step too many or too few, or a normaliser of another law",
    "pmf": "a step too many or too few, or a density in place of a mass",
    "log_density": "a log of an underflowed density, or to another base",
    "log_pmf": "a log of an underflowed mass, or to another base",
    "cdf": "P(X < x) for P(X <= x), or one side not mirrored",
    "quantile": "the neighbouring point, the upper quantile, or the sign of the lower half",
    "tail": "a one-sided tail, or > for >=",
    "norm_tail": "the tail of one coordinate, or a square in place of the diamond",
    "moment": "a signed or one-sided moment, or D to another power",
    "rho": "D to the first power, sigma for sigma^2, or the factor 2 left out",
    "variance": "the continuous formula, D to the first power, or a geometric sum of the wrong order",
    "covariance": "the sign, or independence assumed",
    "sum_variance": "2 Var X without the covariance",
    "marginal_density": "a slice that forgets its outer pieces",
    "marginal_pmf": "a slice that forgets its outer pieces",
    "conditional_density": "a joint density that was not divided by the marginal one",
    "conditional_pmf": "a joint mass that was not divided by the marginal one",
    "sum_pmf": "diagonals that lose their mirrored half, or a convolution as of independent coordinates",
    "privacy_loss": "a loss that grows with the shift as for Laplace, or that of the other direction",
    "total_variation": "a factor 2, or the loss in place of the distance",
    "hockey_stick": "the two laws exchanged, e^-h for e^h, or a missing positive part",
}
WHOLE_LAW = ("scale", "rho", "normalizer", "variance", "covariance", "sum_variance")  # the quantities without arguments

def _q(text: str) -> Fraction:
    return Fraction(text)


def points(object_: str, s: Setting) -> Points:
    """Return rows (x, why, flags): the origin, both sides of the first boundaries, a negative point and a far one."""
    d = _q(s.params.get("sensitivity", "1"))
    far = ("FarTail",)
    if object_ == "discrete_laplace":
        return [("0", "the centre", ("DoubleZero",)), ("1", "one step out", ()),
            ("-2", "the negative side", ("NegativeSide",)), ("7", "an ordinary point", ()), ("40", "far out", far)]
    if object_ == "discrete_gaussian":
        # 30 sigma, where masses are about e^-450
        return [("0", "the centre", ("DoubleZero",)), ("1", "one step out", ()),
            ("-2", "the negative side", ("NegativeSide",)), ("3", "an ordinary point", ()),
            (spell(isqrt(int(900 * _q(s.params["sigma_squared"])))), "far out", far)]
    if object_ == "laplace":
        return [("0", "the centre", ()), ("1/4", "an ordinary point", ()),
            ("-3/2", "the negative side", ("NegativeSide",)), (spell(d), "one sensitivity out", ("SensitivityUnit",)),
            ("32", "far out", far)]
    if s.params["gamma"] == "optimal":
        return [("0", "the centre", ()), (spell(d / 2), "half a step", ()),
            (spell(-3 * d / 2), "the negative side", ("NegativeSide",)), (spell(20 * d), "far out", far)]
    g = _q(s.params["gamma"])
    unit = d / int(s.params["m"]) if "m" in s.params else g * d / 8
    edge = g * d
    return [
        ("0", "the centre", ()),
        (spell(edge), "exactly on the first boundary: the outer step", ("CellBoundary",)),
        (spell(edge - unit), "just inside the first boundary", ("CellBoundary",)),
        (spell(-edge), "the mirrored boundary", ("CellBoundary", "NegativeSide")),
        (spell(d), "one sensitivity out", ("SensitivityUnit",)),
        (spell(edge + d), "exactly on the second boundary", ("CellBoundary",)),
        (spell(-(edge + 3 * d) + unit), "the negative side", ("NegativeSide",)),
        (spell(20 * d), "far out", far),
    ]


def remote(quantity: str, s: Setting) -> Points:
    """Return points at which doubles give up: the density underflows, or the distribution function is below 2^-53."""
    d = _q(s.params.get("sensitivity", "1"))
    if "sigma_squared" in s.params:
        at = isqrt(int(900 * _q(s.params["sigma_squared"]))) + 1
        if quantity == "log_pmf":
            return [(spell(20 * at), "far out: the mass underflows, so its log must not be taken of it", ("FarTail",))]
        return [(spell(-at), "far out on the left: 1 minus something near 1 would be 0",
            ("FarTail", "NegativeSide"))] if quantity == "cdf" else []
    if quantity in ("log_density", "log_pmf"):
        return [(spell(2000 * d), "far out: the density underflows, so its log must not be taken of it", ("FarTail",))]
    if quantity == "cdf":
        return [(spell(-100 * d), "far out on the left: 1 minus something near 1 would be 0",
            ("FarTail", "NegativeSide"))]
    if quantity == "tail":
        return [(spell(100 * d), "far out: 1 minus the distribution function would be 0", ("FarTail",))]
    return []


def between(s: Setting) -> Points:
    """Return points between lattice points, on both sides of 0, where a distribution function is a step function."""
    unit = _q(s.params.get("sensitivity", "1")) / int(s.params["m"])
    return [(spell(k * unit + unit / 3), "between two lattice points: the value at the one below", ("Lattice", *side))
        for k, side in ((1, ()), (-2, ("NegativeSide",)))]


def shifts(object_: str, s: Setting) -> Arguments:
    """Return shifts inside the range that the sensitivity allows, and at its ends."""
    d = _q(s.params.get("sensitivity", "1"))
    part = d / int(s.params["m"]) if "m" in s.params else d / 4
    ends = ("LossEnds",)
    if object_ in ("hourglass", "discrete_hourglass"):
        return [
            ({"shift_x": spell(part), "shift_y": spell(d - part)}, "inside the segment", ()),
            ({"shift_x": "0", "shift_y": spell(-d)}, "an end of the segment, one record removed", ends),
        ]
    if object_ == "staircase2d":
        return [
            ({"shift_x": spell(d / 2), "shift_y": spell(-d / 2)}, "opposite signs", ()),
            ({"shift_x": spell(d), "shift_y": "0"}, "along an axis", ends),
            ({"shift_x": "0", "shift_y": "0"}, "no shift: no loss", ends),
            ({"shift_x": spell(d / 4), "shift_y": spell(-d / 8)},
                "a shift shorter than the sensitivity: the loss is that of a whole one", ()),
        ]
    group = ({"shift": spell(2 * d)}, "a shift of two sensitivities, as for a group of two: the loss is twice as large",
        ("SensitivityUnit",))
    if object_ in INTEGER_LAWS:
        return [({"shift": "1"}, "one step", ()), ({"shift": spell(-d)}, "a full step down", ends),
            ({"shift": "0"}, "no shift: no loss", ends), group]
    if object_ == "laplace":
        return [({"shift": spell(d)}, "a full step", ends), ({"shift": spell(-part)}, "a small step down", ()),
            ({"shift": "0"}, "no shift: no loss", ends), group]
    return [({"shift": spell(d)}, "a full step", ends), ({"shift": spell(-part)}, "a small step down", ()),
        ({"shift": "0"}, "no shift: no loss", ends)]


def levels(s: Setting) -> Points:
    """Return levels of the hockey-stick divergence: inside the privacy loss, beyond it, and at the loss itself."""
    found: Points = [(h, why, ()) for h, why in LEVELS]
    if "sigma_squared" in s.params:
        h = 1 / (2 * _q(s.params["sigma_squared"]))
        found += [(spell(h), "the loss of outcome 0 under a shift by 1: it counts on neither side", ("LossEnds",)),
            (spell(-h), "the loss of outcome 1 under a shift by 1", ("LossEnds",))]
    if "epsilon" in s.params:
        e = _q(s.params["epsilon"])
        found += [(spell(e), "at epsilon itself: exactly 0", ("LossEnds",)),
            (spell(-e), "at -epsilon: 1 - e^-epsilon, and no more", ("LossEnds",))]
    return found


def arguments(object_: str, quantity: str, s: Setting) -> Arguments:
    """Return the arguments of a law's quantity at one setting, each with the reason for it and with flags."""
    at = [*points(object_, s), *remote(quantity, s)]
    name = "k" if object_ in INTEGER_LAWS else "x"
    if quantity in ("density", "log_density", "pmf", "log_pmf", "conditional_density", "conditional_pmf"):
        return _density(object_, quantity, at, _q(s.params.get("sensitivity", "1")))
    if object_ == "discrete_staircase" and quantity in ("cdf", "tail"):
        at += between(s)
    if quantity in ("cdf", "marginal_density", "marginal_pmf"):
        return [({name: x}, why, flags) for x, why, flags in at]
    if quantity in ("tail", "norm_tail"):
        name = "r" if quantity == "norm_tail" else name
        return [({name: x}, why, flags) for x, why, flags in at if _q(x) >= 0]
    if quantity == "quantile":
        return [({"p": p}, why, flags) for p, why, flags in PROBABILITIES]
    if quantity == "moment":
        return [({"order": o}, why, ()) for o, why in ORDERS]
    if quantity == "sum_pmf":
        return [({"k": "0"}, "the centre", ()), ({"k": "1"}, "one diagonal out", ()),
            ({"k": "-3"}, "a negative diagonal", ("NegativeK",)), ({"k": "25"}, "far out", ("FarTail",))]
    if quantity in ("privacy_loss", "total_variation"):
        return [(shift, why, ("Profile", *flags)) for shift, why, flags in shifts(object_, s)]
    if quantity == "hockey_stick":
        return [({**shift, "at_epsilon": h}, f"{why}; {note}", ("Profile", *flags, *more)) for shift, why,
            flags in [*shifts(object_, s)[:2], *(g for g in shifts(object_, s) if "group" in g[1])] for h, note,
            more in levels(s)]
    flag = "Normalizer" if quantity == "normalizer" else "DiscreteNotContinuous" if object_.startswith(
        "discrete_") and quantity == "variance" else ""
    return [({}, "the whole law", (flag,) if flag else ())]


def _density(object_: str, quantity: str, at: Points, d: Fraction) -> Arguments:
    if object_ in INTEGER_LAWS:
        return [({"k": x}, why, flags) for x, why, flags in at]
    if object_ == "staircase2d":
        return [({"x": x, "y": spell(y)}, f"{why}; y = {spell(y)}", flags) for x, why,
            flags in at for y in (Fraction(0), -d / 4)]
    if object_ in ("hourglass", "discrete_hourglass"):
        found: Arguments = [({"x": x, "k": k}, f"{why}, diagonal {k}",
            flags + (("NegativeK",) if k.startswith("-") else ())) for x, why, flags in at for k in ("0", "1", "-2")]
        if quantity in ("density", "pmf"):
            found.append(({"x": "0", "y": spell(2 * d)}, "given by y instead of k", ()))
            found.append(({"x": "0", "y": spell(d / 2)}, "off the diagonals: exactly 0", ("OffSupport",)))
            if d != 1:
                found.append(({"x": "0", "y": "1"}, f"x + y = 1 is no multiple of {d}: exactly 0",
                    ("OffSupport", "SensitivityUnit")))
        return found
    return [({"x": x}, why, flags) for x, why, flags in at]


def few(every: Arguments) -> Arguments:
    """Return the first arguments and the far ones, for settings that only probe a parameter."""
    return every[:3] + [a for a in every[3:] if "far out" in a[1]]
