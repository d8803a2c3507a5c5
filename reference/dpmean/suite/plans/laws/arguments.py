"""The arguments at which each quantity of a law is evaluated, each with the reason for it and with
flags.

Boundaries between cells are computed from the setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

from ....catalogue.quantities import CATALOGUE
from ....exact.numbers import spell
from ..tables import rows
from .law import ALL, Params

Arguments = list[tuple[dict[str, str], str, tuple[str, ...]]]
Points = list[tuple[str, str, tuple[str, ...]]]

ORDERS: tuple[tuple[str, str], ...] = rows(__file__, "order", "order why")
LEVELS: tuple[tuple[str, str], ...] = rows(__file__, "level", "at_epsilon why")
PROBABILITIES: tuple[tuple[str, str, tuple[str, ...]], ...] = rows(
    __file__, "probability", "p why flags"
)
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
    "sum_pmf": "diagonals that lose their mirrored half, or a convolution as of independent "
    "coordinates",
    "privacy_loss": "a loss that grows with the shift as for Laplace, or that of the other direction",
    "total_variation": "a factor 2, or the loss in place of the distance",
    "hockey_stick": "the two laws exchanged, e^-h for e^h, or a missing positive part",
}
# the quantities without arguments
WHOLE_LAW = ("scale", "rho", "normalizer", "variance", "covariance", "sum_variance")


def lengths(params: Params) -> dict[str, Fraction]:
    """Return the lengths of which places are multiples.

    They are 1 (`number`), the sensitivity, a part of it (a step of the lattice, or a quarter), the
    end of a given central step (`edge`) and a small part of it or a step of the lattice (`unit`),
    and thirty standard deviations, rounded down (`reach`).
    """
    d = Fraction(params.get("sensitivity", "1"))
    found = {
        "number": Fraction(1),
        "sensitivity": d,
        "part": d / int(params["m"]) if "m" in params else d / 4,
    }
    if params.get("gamma", "optimal") != "optimal":
        edge = Fraction(params["gamma"]) * d
        found |= {"edge": edge, "unit": d / int(params["m"]) if "m" in params else edge / 8}
    if "sigma_squared" in params:
        found["reach"] = Fraction(isqrt(int(900 * Fraction(params["sigma_squared"]))))
    return found


def _place(written: str | Mapping[str, str], params: Params) -> str:
    """Return a place as it is spelled in a request."""
    if isinstance(written, str):
        return written
    known = lengths(params)
    return spell(
        sum((Fraction(times) * known[name] for name, times in written.items()), Fraction(0))
    )


def points(object_: str, quantity: str, params: Params) -> Points:
    """Return rows (x, why, flags): the origin, both sides of the first boundaries, a negative point
    and far ones.
    """
    gamma = params.get("gamma", "")
    return [
        (_place(x, params), why, flags)
        for x, why, flags, of, when in ALL[object_].points
        if (not of or quantity in of) and (not when or (when == "optimal") == (gamma == "optimal"))
    ]


def shifts(object_: str, params: Params) -> Arguments:
    """Return shifts inside the range that the sensitivity allows, and at its ends."""
    return [
        ({name: _place(x, params) for name, x in shift.items()}, why, flags)
        for shift, why, flags in ALL[object_].shifts
    ]


def levels(params: Params) -> Points:
    """Return levels of the hockey-stick divergence: inside the privacy loss, beyond it, and at the
    loss itself.
    """
    found: Points = [(h, why, ()) for h, why in LEVELS]
    if "sigma_squared" in params:
        h = 1 / (2 * Fraction(params["sigma_squared"]))
        found += [
            (
                spell(h),
                "the loss of outcome 0 under a shift by 1: it counts on neither side",
                ("LossEnds",),
            ),
            (spell(-h), "the loss of outcome 1 under a shift by 1", ("LossEnds",)),
        ]
    if "epsilon" in params:
        e = Fraction(params["epsilon"])
        found += [
            (spell(e), "at epsilon itself: exactly 0", ("LossEnds",)),
            (spell(-e), "at -epsilon: 1 - e^-epsilon, and no more", ("LossEnds",)),
        ]
    return found


def arguments(object_: str, quantity: str, params: Params) -> Arguments:
    """Return the arguments of a law's quantity at one setting, each with the reason for it and with
    flags.
    """
    law, at = ALL[object_].law, points(object_, quantity, params)
    name = "k" if law.integers else "x"
    if quantity in (
        "density",
        "log_density",
        "pmf",
        "log_pmf",
        "conditional_density",
        "conditional_pmf",
    ):
        return _density(object_, quantity, at, Fraction(params.get("sensitivity", "1")))
    if quantity in ("cdf", "marginal_density", "marginal_pmf"):
        return [({name: x}, why, flags) for x, why, flags in at]
    if quantity in ("tail", "norm_tail"):
        name = "r" if quantity == "norm_tail" else name
        return [({name: x}, why, flags) for x, why, flags in at if Fraction(x) >= 0]
    if quantity == "quantile":
        return [({"p": p}, why, flags) for p, why, flags in PROBABILITIES]
    if quantity == "moment":
        return [({"order": o}, why, ()) for o, why in ORDERS]
    if quantity == "sum_pmf":
        return [
            ({"k": "0"}, "the centre", ()),
            ({"k": "1"}, "one diagonal out", ()),
            ({"k": "-3"}, "a negative diagonal", ("NegativeK",)),
            ({"k": "25"}, "far out", ("FarTail",)),
        ]
    moved = shifts(object_, params)
    if quantity in ("privacy_loss", "total_variation"):
        return [(shift, why, ("Profile", *flags)) for shift, why, flags in moved]
    if quantity == "hockey_stick":
        return [
            ({**shift, "at_epsilon": h}, f"{why}; {note}", ("Profile", *flags, *more))
            for shift, why, flags in [*moved[:2], *(g for g in moved if "group" in g[1])]
            for h, note, more in levels(params)
        ]
    flag = (
        "Normalizer"
        if quantity == "normalizer"
        else "DiscreteNotContinuous"
        if law.on_lattice and (quantity == "variance")
        else ""
    )
    return [({}, "the whole law", (flag,) if flag else ())]


def _density(object_: str, quantity: str, at: Points, d: Fraction) -> Arguments:
    law = ALL[object_].law
    if not law.plane:
        return [({"k" if law.integers else "x": x}, why, flags) for x, why, flags in at]
    if f"{object_}.sum_pmf" not in CATALOGUE:
        return [
            ({"x": x, "y": spell(y)}, f"{why}; y = {spell(y)}", flags)
            for x, why, flags in at
            for y in (Fraction(0), -d / 4)
        ]
    found: Arguments = [
        (
            {"x": x, "k": k},
            f"{why}, diagonal {k}",
            flags + (("NegativeK",) if k.startswith("-") else ()),
        )
        for x, why, flags in at
        for k in ("0", "1", "-2")
    ]
    if quantity in ("density", "pmf"):
        found.append(({"x": "0", "y": spell(2 * d)}, "given by y instead of k", ()))
        found.append(
            ({"x": "0", "y": spell(d / 2)}, "off the diagonals: exactly 0", ("OffSupport",))
        )
        if d != 1:
            found.append(
                (
                    {"x": "0", "y": "1"},
                    f"x + y = 1 is no multiple of {d}: exactly 0",
                    ("OffSupport", "SensitivityUnit"),
                )
            )
    return found


def few(every: Arguments) -> Arguments:
    """Return the first arguments and the far ones, for settings that only probe a parameter."""
    return every[:3] + [a for a in every[3:] if "far out" in a[1]]
