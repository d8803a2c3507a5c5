"""The plan of the `stat` vectors: pre-registered events with certified probabilities, one false-alarm budget a vector.

Every vector spends `alpha` = 1e-8, half on the events (exact binomial tests, Bonferroni) and half on the distribution
function at registered points (Dvoretzky-Kiefer-Wolfowitz with Massart's constant, valid for every law).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..digits import decimals
from ..distributions.parameters import parse
from ..mechanisms.registry import build
from ..numbers import spell
from ..reals import Number, exp
from .tape import LAWS
from .vectors import Vector, needs, slug

N = 1 << 16
ALPHA = "1/100000000"


SLACK = Fraction(1, 10**10)  # continuous outputs may be doubles or on a grid of 2^-40: an event moves by less than this

MEAN_SLACK = Fraction(1, 10**4)  # means may be released on a grid of 2^-20: at most this much mass lies in one cell


def _p(x: Number, slack: Fraction = Fraction(0)) -> dict[str, str]:
    lo, hi = decimals(x, 25)
    if not slack:
        return {"lo": lo, "hi": hi}
    low, high = max(Fraction(lo) - slack, Fraction(0)), min(Fraction(hi) + slack, Fraction(1))
    return {"lo": decimals(low, 25)[0], "hi": decimals(high, 25)[1]}


def event(name: str, on: str, relation: str, at: Fraction | int, probability: Number, flag: str, slack: Fraction = Fraction(0)) -> dict[str, Any]:
    """An event such as |x| >= 3 with its probability and the bug at which it is aimed."""
    return {"name": name, "on": on, "relation": relation, "at": spell(at), "p": _p(probability, slack), "flag": flag}


def _make(object_: str, params: dict[str, str], given: dict[str, Any], why: str, events: list[dict[str, Any]], cdf: list[dict[str, Any]], source: str) -> Vector:
    expect: dict[str, Any] = {"alpha": ALPHA, "events": events}
    if cdf:
        expect["cdf"] = cdf
    return Vector(
        id=slug(object_, "stat", *(f"{k}={v}" for k, v in params.items()), given.get("center", "")),
        kind="stat",
        object=object_,
        why=why,
        source=source,
        params=params,
        input={"n": str(N), **given},
        expect=expect,
        flags=tuple(dict.fromkeys(e["flag"] for e in events)),
        requires=needs(params, given.get("data", ())),
    )


def _line(object_: str, params: dict[str, str], center: str, why: str) -> Vector:
    """A one-dimensional law: the mass at the centre, its sign, its tails, and its distribution function."""
    law = LAWS[object_](**parse(params))
    d, c = law.sensitivity, Fraction(center)
    lattice = law.lattice is not None
    step = Fraction(law.lattice) if lattice else d
    argument = (lambda x: int(x)) if object_ == "discrete_laplace" else (lambda x: x)
    spread = Fraction(1)
    while _above(law.tail(argument(spread * step)), Fraction(1, 2000)):
        spread *= 2
    points = [Fraction(i, 8) * spread * step for i in range(-8, 9)]
    if lattice:
        points = [Fraction(round(x / step)) * step for x in points]
    points = sorted(set(points))
    half = step / 2 if lattice else Fraction(0)
    events = []
    if lattice:
        mass = law.pmf(argument(Fraction(0)))
        events.append(event("the mass at the centre", "x", "eq", c, mass, "DoubleZero"))
        events.append(event("the mass one step out", "x", "eq", c + step, law.pmf(argument(step)), "RoundedContinuous"))
        events.append(event("more than the centre", "x", "ge", c + half, (1 - mass) / 2, "SignBias"))
    else:
        events.append(event("above the centre", "x", "ge", c, Fraction(1, 2), "SignBias", SLACK))
        events.append(event("on the lattice of the sensitivity", "x", "multiple", d, Fraction(0), "RoundedContinuous", SLACK))
    slack = Fraction(0) if lattice else SLACK
    events.append(event("half a sensitivity or more away", "abs", "ge", _up(d / 2, step, lattice), law.tail(argument(_up(d / 2, step, lattice))), "WrongScale", slack))
    middle = next(x for x in (_up(Fraction(i, 4) * d, step, lattice) for i in range(1, 4000)) if not _above(law.tail(argument(x)), Fraction(1, 30)))
    events.append(event("in the tail", "abs", "ge", middle, law.tail(argument(middle)), "TailCut", slack))
    far = _up(spread * step, step, lattice)
    events.append(event("far out", "abs", "ge", far, law.tail(argument(far)), "TailCut", slack))
    cdf = [{"x": spell(c + x + half), "p": _p(law.cdf(argument(x)), slack)} for x in points]
    return _make(object_, params, {"center": center}, why, events, cdf, "the law's own distribution function")


def _up(x: Fraction, step: Fraction, lattice: bool) -> Fraction:
    return -(-x // step) * step if lattice else x


def _above(x: Number, y: Fraction) -> bool:
    from ..enclosure import compare

    return compare(x, y) > 0


def _plane(object_: str, params: dict[str, str], why: str) -> Vector:
    """A two-dimensional law: marginal tails of both coordinates, and the sum where it is a lattice variable."""
    law = LAWS[object_](**parse(params))
    d = law.sensitivity
    events = []
    # tails are taken where no lattice point lies, so that rounding a sample to a double or a grid moves no event
    at = d if law.lattice is None else d - Fraction(law.lattice) / 2
    slack = SLACK if law.lattice is None else Fraction(0)
    for on in ("x", "y"):
        events.append(event(f"|{on}| one sensitivity or more", f"abs_{on}", "ge", at, law.tail(at), "WrongScale", slack))
    events.append(event("|x| far out", "abs_x", "ge", 3 * d + at, law.tail(3 * d + at), "TailCut", slack))
    if object_ != "staircase2d":
        zero, one = law.sum_pmf(0), law.sum_pmf(1)
        events.append(event("|x + y| below half a diagonal", "abs_sum", "le", d / 2, zero, "NegativeK"))
        events.append(event("x + y above half a diagonal", "sum", "ge", d / 2, (1 - zero) / 2, "SignBias"))
        events.append(event("|x + y| at most one diagonal", "abs_sum", "le", 3 * d / 2, zero + 2 * one, "NegativeK"))
        events.append(event("x + y off the diagonals", "sum", "off", d, Fraction(0), "OffSupport", SLACK))
    else:
        events.append(event("|x| + |y| at least one sensitivity", "norm", "ge", d, law.norm_tail(d), "CellBoundary", slack))
        events.append(event("x y positive", "product", "ge", 0, Fraction(1, 2), "SignBias", slack))
    return _make(object_, params, {}, why, events, [], "the law's own tails and sums")


def _sized(params: dict[str, str], data: list[str], why: str) -> Vector:
    """The sized mean: the law of the noise around the exact mean, with atoms at the bounds when truncated."""
    mechanism = build("sized_mean", params)
    records = mechanism.records(data)
    exact = sum(records, Fraction(0)) / len(records)
    law, low, high = mechanism.law, mechanism.lower, mechanism.upper
    truncated = params["noise"] == "truncated_laplace"
    events = [event("above the mean", "x", "ge", exact, Fraction(1, 2), "SignBias", MEAN_SLACK)]
    near = law.scale() if isinstance(law.scale(), Fraction) else law.sensitivity
    events.append(event("one scale above the mean", "x", "ge", exact + near, law.tail(near) / 2, "WrongScale", MEAN_SLACK))
    if truncated:
        events.append(event("exactly the lower bound", "x", "eq", low, law.cdf(low - exact), "Truncation", MEAN_SLACK))
        events.append(event("exactly the upper bound", "x", "eq", high, 1 - law.cdf(high - exact), "Truncation", MEAN_SLACK))
    points = [low + mechanism.width * Fraction(i, 16) for i in range(1, 16)]
    cdf = [{"x": spell(x), "p": _p(law.cdf(x - exact), MEAN_SLACK)} for x in points]
    return _make("sized_mean", params, {"data": data}, why, events, cdf, "Laplace noise around the exact mean")


def _ratio(name: str, data: list[str], why: str) -> Vector:
    """Algorithms 1 and 2 at the true mean: P(quotient <= s/n) has a closed form in which the scale of each noise shows.

    With l = 1 / (scale of Zn), m = (s/n) / (scale of Zs), s/n > 0: 1/2 + e^(-l n) / 2 - l / (l + m) e^(-(l + m) n) / 2, the
    sum of the cases Zn > 0, -n < Zn < 0 and Zn < -n (a negative count turns the inequality).
    """
    params = {"epsilon": "1", "lower": "0", "upper": "1"}
    mechanism = build(name, params)
    records = mechanism.records(data)
    n, exact = len(records), sum(records, Fraction(0)) / len(records)
    centred = exact - (mechanism.midpoint if name == "shifted_mean" else 0)
    sum_law, count_law = mechanism.laws
    rate_n, rate_s = Fraction(1) / count_law.scale(), centred / sum_law.scale()
    both = rate_n + rate_s
    p = Fraction(1, 2) + exp(-rate_n * n) / 2 - rate_n / both * exp(-both * n) / 2
    return _make(name, params, {"data": data}, why, [event("at most the true mean", "x", "le", exact, p, "BudgetNotSplit", MEAN_SLACK)], [], "two independent Laplace variables")


def _transformed(noise: dict[str, str], why: str) -> Vector:
    """Algorithm 3 on one record at the lower bound, s1 = 0 and n = 1, for which the release has atoms."""
    params = {"epsilon": "1", "lower": "0", "upper": "1", **noise}
    if noise["noise"] == "laplace":
        # P(Z1 <= 0, 1 + Z1 + Z2 > 0) + P(Z1 >= 0, 1 + Z1 + Z2 < 0) = 1/2 - (1 + epsilon) e^-epsilon / 4
        found = event("exactly the lower bound", "x", "eq", 0, Fraction(1, 2) - exp(Fraction(-1)) / 2, "BudgetNotSplit", MEAN_SLACK)
    else:
        law = build("transformed_mean", params).law
        found = event("exactly the midpoint: a noisy count of 0", "x", "eq", Fraction(1, 2), law.sum_pmf(-1), "BudgetNotSplit", MEAN_SLACK)
    return _make("transformed_mean", params, {"data": ["0"]}, why, [found], [], "the joint law of (Z1, Z1 + Z2)")


def _all() -> Iterator[Vector]:
    yield _ratio("independent_mean", ["1/2", "1"], "the budget is split: with the whole epsilon twice the count is too exact")
    yield _ratio("shifted_mean", ["3/4", "1"], "the budget is split, and the records are centred")
    yield _transformed({"noise": "laplace"}, "Laplace noise of scale 1/epsilon on both sums")
    yield _transformed({"noise": "hourglass", "gamma": "1/2"}, "hourglass noise on both sums")
    yield _line("laplace", {"epsilon": "1"}, "0", "the ordinary case")
    yield _line("laplace", {"epsilon": "1/2", "sensitivity": "4"}, "1", "sensitivity 4, centre 1")
    yield _line("discrete_laplace", {"epsilon": "1"}, "0", "the ordinary case")
    yield _line("discrete_laplace", {"epsilon": "1/2", "sensitivity": "4"}, "-3", "sensitivity 4, a negative centre")
    yield _line("discrete_laplace", {"epsilon": "4"}, "7", "large epsilon: most mass at the centre")
    yield _line("staircase", {"epsilon": "1", "gamma": "1/2"}, "0", "the ordinary case")
    yield _line("staircase", {"epsilon": "3", "gamma": "1/4", "sensitivity": "2"}, "0", "narrow central step, sensitivity 2")
    yield _line("staircase", {"epsilon": "2", "gamma": "1"}, "0", "gamma = 1")
    yield _line("discrete_staircase", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "0", "the ordinary case")
    yield _line("discrete_staircase", {"epsilon": "2", "gamma": "1/8", "m": "8"}, "0", "narrow central step")
    yield _plane("staircase2d", {"epsilon": "1", "gamma": "1/2"}, "the ordinary case")
    yield _plane("hourglass", {"epsilon": "1", "gamma": "1/2"}, "the ordinary case")
    yield _plane("hourglass", {"epsilon": "3", "gamma": "1/4", "sensitivity": "2"}, "narrow central step, sensitivity 2")
    yield _plane("discrete_hourglass", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "the ordinary case")
    yield _plane("discrete_hourglass", {"epsilon": "3", "gamma": "1/8", "m": "8"}, "narrow central step")
    base = {"epsilon": "1", "lower": "0", "upper": "1"}
    data = ["1/4", "1", "1/2", "-3", "1/4", "1", "1/2", "9"]
    for noise in ("laplace", "truncated_laplace"):
        yield _sized({**base, "n": "8", "noise": noise}, data, f"eight records, two outside the bounds; {noise}")
        yield _sized({"epsilon": "2", "lower": "-4", "upper": "12", "n": "4", "noise": noise}, ["0", "3", "12", "1"], f"bounds on both sides of 0; {noise}")


def stat_vectors() -> list[Vector]:
    """All stat vectors."""
    return list(_all())
