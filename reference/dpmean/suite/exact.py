"""The plan of the `exact` vectors: each quantity at ordinary points and at its edges, with why.

Every law has settings (parameters, flags, why) and points; cell boundaries are computed from the setting. A setting is
used in full for the laws' points and with fewer points where it only probes epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ..catalogue import CATALOGUE, value
from ..digits import report
from ..entries import Entry
from ..numbers import spell
from .vectors import Vector, needs, slug


@dataclass(frozen=True)
class Setting:
    """Law parameters with the reason for choosing them; `full` settings get every point."""

    params: dict[str, str]
    why: str
    flags: tuple[str, ...] = ()
    full: bool = True


def _q(text: str) -> Fraction:
    return Fraction(text)


PLAIN = (
    Setting({"epsilon": "1"}, "the ordinary case"),
    Setting({"epsilon": "1/2", "sensitivity": "3"}, "sensitivity 3: a missing factor shows", ("SensitivityUnit",)),
    Setting({"epsilon": "1/1000"}, "small epsilon", ("SmallEpsilon",), full=False),
    Setting({"epsilon": "50"}, "large epsilon", ("LargeEpsilon",), full=False),
    Setting({"decay": "1/3"}, "rational decay: exact rationals where the field allows", (), full=False),
)
STEPPED = (
    Setting({"epsilon": "1", "gamma": "1/2"}, "the ordinary case"),
    Setting({"epsilon": "1", "gamma": "1"}, "gamma = 1: the central step is whole", ("GammaOne",)),
    Setting({"epsilon": "2", "gamma": "1/4", "sensitivity": "3/2"}, "sensitivity 3/2: a missing factor shows", ("SensitivityUnit",)),
    Setting({"decay": "1/3", "gamma": "2/5"}, "rational decay: exact rationals where the field allows"),
    Setting({"epsilon": "1", "gamma": "optimal"}, "optimal gamma, irrational", ("OptimalGamma",), full=False),
    Setting({"epsilon": "1/1000", "gamma": "1/2"}, "small epsilon", ("SmallEpsilon",), full=False),
    Setting({"epsilon": "50", "gamma": "1/4"}, "large epsilon", ("LargeEpsilon",), full=False),
    Setting({"epsilon": "3", "gamma": "1/1024"}, "gamma close to 0", ("GammaSmall",), full=False),
)
LATTICE = (
    Setting({"epsilon": "1", "gamma": "1/2", "m": "4"}, "the ordinary case", ("Lattice",)),
    Setting({"epsilon": "1", "gamma": "1", "m": "4"}, "gamma = 1: the central step is whole", ("GammaOne", "Lattice")),
    Setting({"epsilon": "1", "gamma": "1", "m": "1"}, "m = 1: every step is one point on each side", ("Lattice",)),
    Setting({"decay": "1/3", "gamma": "1/5", "m": "5"}, "gamma = 1/m: the central step is one point; rational decay", ("Lattice",)),
    Setting({"epsilon": "2", "gamma": "1/4", "m": "8", "sensitivity": "3/2"}, "sensitivity 3/2", ("SensitivityUnit", "Lattice")),
    Setting({"epsilon": "1", "gamma": "optimal", "m": "10"}, "optimal gamma on the lattice", ("OptimalGamma",), full=False),
    Setting({"epsilon": "1/1000", "gamma": "1/2", "m": "2"}, "small epsilon", ("SmallEpsilon",), full=False),
    Setting({"epsilon": "50", "gamma": "1/2", "m": "2"}, "large epsilon", ("LargeEpsilon",), full=False),
)
SETTINGS = {
    "laplace": PLAIN,
    "discrete_laplace": PLAIN,
    "staircase": STEPPED,
    "staircase2d": STEPPED,
    "hourglass": STEPPED,
    "discrete_staircase": LATTICE,
    "discrete_hourglass": LATTICE,
}
PROBABILITIES = (("1/2", "the median, exactly 0"), ("3/4", "upper half"), ("1/8", "lower half"), ("1023/1024", "far in the tail"))
ORDERS = (("1", "the mean absolute value"), ("2", "the second moment"), ("4", "the fourth moment"), ("3", "an odd order"))
LEVELS = (("0", "total variation"), ("1/4", "inside (0, epsilon)"), ("-1/4", "below 0: outcomes of equal probability count"), ("60", "above every loss: 0"), ("-60", "below every loss"))


def _points(object_: str, s: Setting) -> list[tuple[str, str, tuple[str, ...]]]:
    """(x, why, flags): the origin, both sides of the first boundaries, a negative point and a far one."""
    d = _q(s.params.get("sensitivity", "1"))
    if object_ == "discrete_laplace":
        return [("0", "the centre", ("DoubleZero",)), ("1", "one step out", ()), ("-2", "the negative side", ("NegativeSide",)), ("7", "an ordinary point", ()), ("40", "far out", ())]
    if object_ == "laplace":
        return [("0", "the centre", ()), ("1/4", "an ordinary point", ()), ("-3/2", "the negative side", ("NegativeSide",)), (spell(d), "one sensitivity out", ("SensitivityUnit",)), ("32", "far out", ())]
    if s.params["gamma"] == "optimal":
        return [("0", "the centre", ()), (spell(d / 2), "half a step", ()), (spell(-3 * d / 2), "the negative side", ("NegativeSide",)), (spell(20 * d), "far out", ())]
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
        (spell(20 * d), "far out", ()),
    ]


def _shifts(object_: str, s: Setting) -> list[tuple[dict[str, str], str]]:
    d = _q(s.params.get("sensitivity", "1"))
    part = d / int(s.params["m"]) if "m" in s.params else d / 4
    if object_ in ("hourglass", "discrete_hourglass"):
        return [
            ({"shift_x": spell(part), "shift_y": spell(d - part)}, "inside the segment"),
            ({"shift_x": "0", "shift_y": spell(-d)}, "an end of the segment, one record removed"),
        ]
    if object_ == "staircase2d":
        return [({"shift_x": spell(d / 2), "shift_y": spell(-d / 2)}, "opposite signs"), ({"shift_x": spell(d), "shift_y": "0"}, "along an axis"), ({"shift_x": "0", "shift_y": "0"}, "no shift: no loss")]
    if object_ == "discrete_laplace":
        return [({"shift": "1"}, "one step"), ({"shift": spell(-d)}, "a full step down"), ({"shift": "0"}, "no shift: no loss")]
    return [({"shift": spell(d)}, "a full step"), ({"shift": spell(-part)}, "a small step down"), ({"shift": "0"}, "no shift: no loss")]


Arguments = list[tuple[dict[str, str], str, tuple[str, ...]]]


def _arguments(object_: str, quantity: str, s: Setting) -> Arguments:
    """The arguments of a law's quantity at one setting, each with why and flags."""
    points = _points(object_, s)
    if quantity in ("density", "log_density", "pmf", "log_pmf", "conditional_density", "conditional_pmf"):
        return _density_arguments(object_, quantity, points, _q(s.params.get("sensitivity", "1")))
    if quantity in ("cdf", "marginal_density", "marginal_pmf"):
        name = "k" if object_ == "discrete_laplace" else "x"
        return [({name: x}, why, flags) for x, why, flags in points]
    if quantity in ("tail", "norm_tail"):
        name = "k" if object_ == "discrete_laplace" else ("r" if quantity == "norm_tail" else "x")
        return [({name: x}, why, flags) for x, why, flags in points if _q(x) >= 0]
    if quantity == "quantile":
        return [({"p": p}, why, ()) for p, why in PROBABILITIES]
    if quantity == "moment":
        return [({"order": o}, why, ()) for o, why in ORDERS]
    if quantity == "sum_pmf":
        return [({"k": "0"}, "the centre", ()), ({"k": "1"}, "one diagonal out", ()), ({"k": "-3"}, "a negative diagonal", ("NegativeK",)), ({"k": "25"}, "far out", ())]
    if quantity in ("privacy_loss", "total_variation"):
        return [(shift, why, ("Profile",)) for shift, why in _shifts(object_, s)]
    if quantity == "hockey_stick":
        return [({**shift, "at_epsilon": h}, f"{why}; {note}", ("Profile",)) for shift, why in _shifts(object_, s)[:2] for h, note in LEVELS]
    flag = "Normalizer" if quantity == "normalizer" else "DiscreteNotContinuous" if object_.startswith("discrete_") and quantity == "variance" else ""
    return [({}, "the whole law", (flag,) if flag else ())]


def _density_arguments(object_: str, quantity: str, points: list[tuple[str, str, tuple[str, ...]]], d: Fraction) -> Arguments:
    if object_ == "discrete_laplace":
        return [({"k": x}, why, flags) for x, why, flags in points]
    if object_ == "staircase2d":
        return [({"x": x, "y": spell(y)}, f"{why}; y = {spell(y)}", flags) for x, why, flags in points for y in (Fraction(0), -d / 4)]
    if object_ in ("hourglass", "discrete_hourglass"):
        found: Arguments = [({"x": x, "k": k}, f"{why}, diagonal {k}", flags + (("NegativeK",) if k.startswith("-") else ())) for x, why, flags in points for k in ("0", "1", "-2")]
        if quantity in ("density", "pmf"):
            found.append(({"x": "0", "y": spell(2 * d)}, "given by y instead of k", ()))
            found.append(({"x": "0", "y": spell(d / 2)}, "off the diagonals: exactly 0", ("OffSupport",)))
        return found
    return [({"x": x}, why, flags) for x, why, flags in points]


_FEW = 3


def law_vectors(object_: str) -> Iterator[Vector]:
    """The exact vectors of one law."""
    for entry in (e for e in CATALOGUE.values() if e.name.startswith(object_ + ".")):
        quantity = entry.name.split(".")[1]
        if quantity in ("optimal_gamma", "epsilon"):
            continue
        for s in SETTINGS[object_]:
            arguments = _arguments(object_, quantity, s)
            if not s.full:
                arguments = arguments[:_FEW] + [a for a in arguments[_FEW:] if "far out" in a[1]]
            for own, why, flags in arguments:
                yield make(entry, {**s.params, **own}, f"{s.why}; {why}", s.flags + flags)


def optimal_gamma_vectors() -> Iterator[Vector]:
    """optimal_gamma and the given-scale quantities of every law that has them."""
    for name in ("staircase", "staircase2d", "hourglass", "discrete_staircase", "discrete_hourglass"):
        for epsilon, why, flags in (("1/1000", "small epsilon", ("SmallEpsilon",)), ("1/2", "below one", ()), ("1", "the ordinary case", ()), ("4", "above one", ()), ("50", "large epsilon", ("LargeEpsilon",))):
            for objective in ("mse", "absolute") if name in ("staircase", "discrete_staircase") else ("mse",):
                params = {"epsilon": epsilon, "objective": objective} | ({"m": "12"} if name.startswith("discrete") else {})
                yield make(CATALOGUE[f"{name}.optimal_gamma"], params, f"{why}; objective {objective}", ("OptimalGamma", "Objective", *flags))
    for name in ("laplace", "discrete_laplace"):
        for sensitivity, scale, why in (("1", "2", "the ordinary case"), ("3", "1/2", "more than one unit"), ("1", "3", "1/3 is not a double: round up"), ("7", "1/4", "more than one unit, small scale"), ("1", "1024", "large scale")):
            yield make(CATALOGUE[f"{name}.epsilon"], {"sensitivity": sensitivity, "scale": scale}, why, ("OneSided",))


def bound_vectors() -> Iterator[Vector]:
    """Minimax constants, leading constants, the lemmas, the transformations and the sized mean."""
    for epsilon in ("1/1000", "1/2", "1", "2", "8", "50"):
        flags = ("SmallEpsilon",) if epsilon == "1/1000" else ("LargeEpsilon",) if epsilon == "50" else ()
        yield make(CATALOGUE["minimax.sigma_squared"], {"epsilon": epsilon}, f"epsilon {epsilon}", ("OptimalGamma", *flags))
    for name in ("minimax.r_swap", "minimax.r_add_remove"):
        yield make(CATALOGUE[name], {"epsilon": "1", "lower": "-3", "upper": "5"}, "the width enters squared", ("SensitivityUnit",))
    for noise, more in (("laplace", {}), ("staircase2d", {"gamma": "optimal"}), ("staircase2d", {"gamma": "1/2"}), ("hourglass", {"gamma": "optimal"}), ("hourglass", {"gamma": "1/2"}), ("discrete_laplace", {"m": "10"}), ("discrete_hourglass", {"gamma": "1/2", "m": "4"})):
        for epsilon in ("1", "4"):
            for alpha, why in (("0", "all records at lower"), ("1/2", "records balanced"), ("1", "all records at upper"), ("1/8", "in between")):
                yield make(CATALOGUE["transformed_mean.leading_constant"], {"noise": noise, "epsilon": epsilon, "alpha": alpha, **more}, f"{noise} noise; {why}", ("OptimalGamma",) if more.get("gamma") == "optimal" else ())
    interval = {"lower": "-1", "upper": "3"}
    for mean, why in (("-1", "at the lower bound"), ("1", "at the midpoint"), ("3", "at the upper bound")):
        for name in ("independent_mean.leading_constant", "shifted_mean.leading_constant"):
            yield make(CATALOGUE[name], {"epsilon": "1/2", "mean": mean, **interval}, why, ("BudgetNotSplit",))
        for name in ("addremove.lemma2", "addremove.theorem1", "transformed_mean.laplace_mse_bound"):
            yield make(CATALOGUE[name], {"epsilon": "1/2", "mean": mean, "n": "100", **interval}, why, ("SensitivityUnit",))
    for noise, more in (("hourglass", {}), ("hourglass", {"gamma": "1"}), ("staircase2d", {}), ("staircase2d", {"gamma": "1/2"}), ("laplace", {})):
        for n, epsilon, why in (("1", "1", "one record"), ("100", "1/2", "a moderate size"), ("4000", "2", "where the first term rules")):
            yield make(CATALOGUE["transformed_mean.mse_bound"], {"noise": noise, "epsilon": epsilon, "mean": "0", "n": n, **interval, **more}, f"{noise} noise; {why}", ("SensitivityUnit",))
    for n in ("1", "1000"):
        for name in ("addremove.lemma5", "addremove.theorem3"):
            yield make(CATALOGUE[name], {"epsilon": "2", "n": n, **interval}, f"n = {n}", ("SensitivityUnit",))
    for c, f, why in (("4", "9", "a rational root"), ("2", "1", "an irrational root"), ("0", "1", "no first-order term")):
        yield make(CATALOGUE["addremove.lemma1"], {"variance_c": c, "variance_f": f, "bound_m": "1", "probability": "1/8"}, why)
    for name in ("matrix", "inverse", "radius", "ball_area"):
        for algorithm in ("1", "2", "3"):
            yield make(CATALOGUE[f"transformation.{name}"], {"algorithm": algorithm}, f"algorithm {algorithm}", ("ShiftForgotten",))
    for n in ("1", "4", "1000", "3"):
        yield make(CATALOGUE["sized_mean.sensitivity"], {"lower": "0", "upper": "1", "n": n}, f"n = {n}", ("OneSided",))
        yield make(CATALOGUE["sized_mean.sensitivity"], {"lower": "-2", "upper": "6", "n": n}, f"n = {n}; the width, not the upper bound", ("OneSided", "SensitivityUnit"))
        yield make(CATALOGUE["sized_mean.scale"], {"lower": "0", "upper": "8", "n": n, "epsilon": "1/2"}, f"n = {n}", ("OneSided",))


ONE_SIDED = {"laplace.epsilon", "discrete_laplace.epsilon", "laplace.scale", "sized_mean.sensitivity", "sized_mean.scale"}


def make(entry: Entry, params: dict[str, str], why: str, flags: tuple[str, ...] = ()) -> Vector:
    """Evaluate one quantity and wrap it."""
    object_, _, quantity = entry.name.partition(".")
    result = value(entry.name, params)
    shown = [report(v) for v in result.values]
    kept = [{k: v for k, v in s.items() if k != "about"} for s in shown]
    zero = ("ExactZero",) if any(s.get("exact") == "0" for s in shown) else ()
    accept: dict[str, str] = {"rule": "at_least", "ulps": "0" if quantity == "epsilon" else "1"} if entry.name in ONE_SIDED else {"rule": "within", "ulps": "16"}
    return Vector(
        id=slug(entry.name, *(f"{k}={v}" for k, v in params.items())),
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


def exact_vectors() -> list[Vector]:
    """All exact vectors, in the order of the catalogue."""
    found = [v for object_ in SETTINGS for v in law_vectors(object_)]
    found += [*optimal_gamma_vectors(), *bound_vectors()]
    return list({v.id: v for v in reversed(found)}.values())[::-1]  # points that coincide (gamma = 1) keep their first reason
