"""The plan of the `stat` vectors of means: closed forms of what Algorithms 1-3 and the sized mean release.

An event's probability is a function of the mechanism, so that the same line gives it for the right mechanism and for
one whose noise is too small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.laplace import Laplace
from ....exact.reals import Number, exp
from ...events import MEAN_SLACK, Bug, Event, below
from ...kinds.stat import HALF, make
from ...vectors import Vector

UNIT = {"lower": "0", "upper": "1"}


def _doubled(name: str, params: dict[str, str]) -> Any:
    """The mechanism with twice the epsilon."""
    return build(name, {**params, "epsilon": str(2 * Fraction(params["epsilon"]))})


def _sized(params: dict[str, str], data: list[str], why: str, label: str = "") -> Vector:
    """The sized mean: the law of the noise around the exact mean, with atoms at the bounds when truncated."""
    mechanism = build("sized_mean", params)
    records = mechanism.records(data)
    exact = sum(records, Fraction(0)) / len(records)
    low, high, near = mechanism.lower, mechanism.upper, mechanism.law.scale()
    events = [
        Event("above the mean", "x", "ge", exact, "SignBias", lambda _: HALF, MEAN_SLACK),
        Event("one scale above the mean", "x", "ge", exact + near, "WrongScale", lambda m: m.law.tail(near) / 2,
            MEAN_SLACK),
    ]
    bugs = [
        Bug("half the noise", "WrongScale", _doubled("sized_mean", params)),
        Bug("52 % of the signs positive", "SignBias", event="above the mean", chance=lambda p: p * Fraction(104, 100)),
    ]
    if missing := data.count("nan"):
        bugs.append(Bug("the noise is that of the records that are there", "MissingRecord",
            build("sized_mean", {**params, "n": str(len(data) - missing)})))
    if params["noise"] == "truncated_laplace":
        events.append(Event("exactly the lower bound", "x", "eq", low, "Truncation", lambda m: m.law.cdf(low - exact),
            MEAN_SLACK))
        events.append(Event("exactly the upper bound", "x", "eq", high, "Truncation",
            lambda m: 1 - m.law.cdf(high - exact), MEAN_SLACK))
        bugs += [Bug("noise drawn again until it is within the bounds", "Truncation", event=f"exactly the {end} bound",
            chance=lambda _: Fraction(0)) for end in ("lower", "upper")][:1]
    inner = [low + mechanism.width * Fraction(i, 16) for i in range(1, 16)]
    points = [below(x, _noise_cdf(x - exact), MEAN_SLACK) for x in inner]
    return make("sized_mean", params, {"data": data}, why, (events, points, bugs), mechanism,
        "Laplace noise around the exact mean", name=label)


def _noise_cdf(x: Fraction) -> Callable[[Any], Number]:
    return lambda mechanism: mechanism.law.cdf(x)


def _centred(name: str, mechanism: Any, x: Fraction) -> Fraction:
    return x - (mechanism.midpoint if name == "shifted_mean" else 0)


def _at_mean(name: str, data: list[str], why: str) -> Vector:
    """Algorithms 1 and 2 at the true mean: P(quotient <= s/n) has a closed form in which the scale of each noise shows.

    With l = 1 / (scale of Zn), m = (s/n) / (scale of Zs), s/n > 0: 1/2 + e^(-l n) / 2 - l / (l + m) e^(-(l + m) n) / 2,
    the
    sum of the cases Zn > 0, -n < Zn < 0 and Zn < -n (a negative count turns the inequality).
    """
    params = {"epsilon": "1", **UNIT}
    records = build(name, params).records(data)
    n, exact = len(records), sum(records, Fraction(0)) / len(records)

    def chance(m: Any) -> Number:
        sum_law, count_law = m.laws
        rate_n, rate_s = Fraction(1) / count_law.scale(), _centred(name, m, exact) / sum_law.scale()
        both = rate_n + rate_s
        return HALF + exp(-rate_n * n) / 2 - rate_n / both * exp(-both * n) / 2

    def below_zero(m: Any) -> Number:
        """At most the chance that the quotient is below -1/64: a noisy count in (0, 64] and a noisy sum below -1."""
        sum_law, count_law = m.laws
        total = sum((_centred(name, m, x) for x in records), Fraction(0))
        return (1 - count_law.tail(Fraction(n)) / 2 - count_law.tail(Fraction(64 - n)) / 2) * sum_law.tail(total
            + 1) / 2

    outside = (("below the bounds", "le", Fraction(-1, 64)), ("above the bounds", "ge", Fraction(65, 64)))
    events = [Event("at most the true mean", "x", "le", exact, "BudgetNotSplit", chance, MEAN_SLACK)]
    events += [Event(text, "x", relation, at, "OutputClip", lambda _: Fraction(0), MEAN_SLACK) for text, relation,
        at in outside]
    bugs = [Bug("the whole epsilon on each draw", "BudgetNotSplit", _doubled(name, params))]
    if name == "independent_mean":
        mechanism = build(name, params)
        bugs.append(Bug("the quotient is not clipped", "OutputClip", event="below the bounds",
            chance=lambda _: below_zero(mechanism)))
    return make(name, params, {"data": data}, why, (events, [], bugs), build(name, params),
        "two independent Laplace variables")


def _quotient(name: str, mechanism: Any, records: list[Fraction], q: Fraction) -> Callable[[Any], Number]:
    """P(quotient <= q) for a size n at which the noisy count is positive but for e^(-epsilon n / 2) / 2.

    Then quotient <= q exactly when Zs - q Zn <= q n - s = c, with independent Laplace variables of scales a and
    h = |q| (scale of Zn): P(Zs - q Zn > c) = (a^2 e^(-c/a) - h^2 e^(-c/h)) / (2 (a^2 - h^2)) for c >= 0.
    """
    point = _centred(name, mechanism, q)
    total = sum((_centred(name, mechanism, x) for x in records), Fraction(0))
    c = point * len(records) - total

    def chance(m: Any) -> Number:
        sum_law, count_law = m.laws
        a, h = sum_law.scale(), abs(point) * count_law.scale()
        above = (a**2 * exp(-abs(c) / a) - h**2 * exp(-abs(c) / h)) / (2 * (a**2 - h**2))
        return 1 - above if c >= 0 else above

    return chance


def _many(name: str, params: dict[str, str], data: list[str], points: tuple[str, ...], why: str,
        label: str = "") -> Vector:
    """Algorithms 1 and 2 on 200 records, where clamping or flipping a non-positive noisy count makes no difference."""
    mechanism = build(name, params)
    records = mechanism.records(data)
    events = [Event(f"at most {q}", "x", "le", Fraction(q), "BudgetNotSplit",
        _quotient(name, mechanism, records, Fraction(q)), MEAN_SLACK) for q in points]
    bugs = [Bug("the whole epsilon on each draw", "BudgetNotSplit", _doubled(name, params))]
    width = mechanism.upper - mechanism.lower
    if name == "independent_mean" and width < max(abs(mechanism.lower), abs(mechanism.upper)):
        sum_law, count_law = mechanism.laws
        bugs.append(Bug("the sum moves by the width", "SensitivityUnit",
            SimpleNamespace(laws=(Laplace(sum_law.decay, 2 * width), count_law))))
    reach = max(abs(_centred(name, mechanism, x)) for x in records)
    if 0 < 2 * reach < mechanism.laws[0].sensitivity:  # no record is at the end that sets the scale
        bugs.append(Bug("the sensitivity is that of the data", "WrongScale",
            SimpleNamespace(laws=(Laplace(mechanism.laws[0].decay, 2 * reach), mechanism.laws[1]))))
    return make(name, params, {"data": data}, why, (events, [], bugs), mechanism, "two independent Laplace variables",
        name=label)


def _transformed_many(params: dict[str, str], data: list[str], points: tuple[str, ...], why: str) -> Vector:
    """Algorithm 3 with Laplace noise on 200 records.

    With x at the share q != 1/2 of the width, release <= x exactly when
    (1 - q) Z1 - q Z2 <= q n - s1 = c, up to e^(-epsilon n / 2); the formula of `_quotient` with a = (1 - q) / epsilon,
    h = q / epsilon.
    """
    mechanism = build("transformed_mean", params)
    shares = [(x - mechanism.lower) / mechanism.width for x in mechanism.records(data)]

    def chance_at(x: Fraction) -> Callable[[Any], Number]:
        q = (x - mechanism.lower) / mechanism.width
        c = q * len(shares) - sum(shares, Fraction(0))

        def chance(m: Any) -> Number:
            a, h = (1 - q) * m.law.scale(), q * m.law.scale()
            above = (a**2 * exp(-abs(c) / a) - h**2 * exp(-abs(c) / h)) / (2 * (a**2 - h**2))
            return 1 - above if c >= 0 else above

        return chance

    events = [Event(f"at most {x}", "x", "le", Fraction(x), "BudgetNotSplit", chance_at(Fraction(x)), MEAN_SLACK)
        for x in points]
    bugs = [Bug("the whole epsilon on each draw", "BudgetNotSplit", _doubled("transformed_mean", params))]
    return make("transformed_mean", params, {"data": data}, why, (events, [], bugs), mechanism,
        "two independent Laplace variables")


def _transformed(noise: dict[str, str], why: str, epsilon: str = "1") -> Vector:
    """Algorithm 3 on one record at the lower bound, s1 = 0 and n = 1, for which the release has atoms."""
    params = {"epsilon": epsilon, **UNIT, **noise}
    if noise["noise"] == "laplace":
        # P(Z1 <= 0, 1 + Z1 + Z2 > 0) + P(Z1 >= 0, 1 + Z1 + Z2 < 0) = 1/2 - (1 + epsilon) e^-epsilon / 4
        name, at = "exactly the lower bound", Fraction(0)

        def chance(m: Any) -> Number:
            rate = 1 / m.law.scale()
            return HALF - (1 + rate) * exp(-rate) / 4
    else:
        # continuous noise only: on a lattice S1 = S2 is an atom too
        name, at = "exactly the midpoint: a noisy count of 0", HALF

        def chance(m: Any) -> Number:
            return m.law.sum_pmf(-1)

    events = [Event(name, "x", "eq", at, "BudgetNotSplit", chance, MEAN_SLACK)]
    bugs = [Bug("the whole epsilon on each draw", "BudgetNotSplit", _doubled("transformed_mean", params))]
    return make("transformed_mean", params, {"data": ["0"]}, why, (events, [], bugs), build("transformed_mean", params),
        "the joint law of (Z1, Z1 + Z2)")


def mean_vectors() -> Iterator[Vector]:
    """All stat vectors of means."""
    yield _at_mean("independent_mean", ["1/2", "1"],
        "the budget is split: with the whole epsilon twice the count is too exact")
    yield _at_mean("shifted_mean", ["3/4", "1"], "the budget is split, and the records are centred")
    many = ["0"] * 60 + ["1"] * 140
    spread = ("17/25", "69/100", "7/10", "71/100", "18/25")
    yield _many("independent_mean", {"epsilon": "1", **UNIT}, many, spread,
        "200 records: the noisy count is positive for every practical purpose")
    yield _many("shifted_mean", {"epsilon": "1", **UNIT}, many, spread,
        "200 records: what is done with a noisy count below 1 does not matter")
    wide = {"epsilon": "1/2", "lower": "-2", "upper": "6"}
    yield _many("shifted_mean", wide, ["5"] * 120 + ["9"] * 40 + ["-1"] * 40, ("18/5", "37/10", "19/5", "39/10", "4"),
        "bounds on both sides of 0, records outside, 200 of them")
    yield _transformed({"noise": "laplace"}, "Laplace noise of scale 1/epsilon on both sums")
    yield _transformed({"noise": "laplace"}, "epsilon 3: a scale of epsilon in place of 1/epsilon shows", "3")
    yield _transformed({"noise": "hourglass", "gamma": "1/2"}, "hourglass noise on both sums")
    inner = "no record is at a bound, so that a scale taken from the data, or from records that were not clipped, shows"
    yield _many("independent_mean", {"epsilon": "1", **UNIT}, ["1/4"] * 100 + ["1/2"] * 100,
        ("357/1000", "73/200", "3/8", "77/200", "393/1000"), inner, "inner")
    outside = ["1/4"] * 100 + ["9"] * 60 + ["-3"] * 40
    yield _many("independent_mean", {"epsilon": "1", **UNIT}, outside, ("83/200", "21/50", "17/40", "43/100", "87/200"),
        "half of 200 records outside the bounds, on both sides", "outside")
    yield _many("shifted_mean", wide, ["1"] * 100 + ["4"] * 100, ("23/10", "12/5", "5/2", "13/5", "27/10"), inner,
        "inner")
    yield _transformed_many({**wide, "noise": "laplace"}, ["1"] * 120 + ["3"] * 60 + ["9"] * 20,
        ("19/10", "2001/1000", "21/10", "11/5", "23/10"), "200 records, some outside, and bounds that are not 0 and 1: "
        "noise divided by n, or not scaled back by the width, shows")
    above = {"epsilon": "1", "lower": "10", "upper": "12"}
    yield _many("independent_mean", above, ["10"] * 100 + ["12"] * 100, ("21/2", "43/4", "11", "45/4", "23/2"),
        "bounds 10 and 12: a record moves the sum by 12, and not by the width 2")
    data = ["1/4", "1", "1/2", "-3", "1/4", "1", "1/2", "9"]
    for noise in ("laplace", "truncated_laplace"):
        yield _sized({"epsilon": "1", **UNIT, "n": "8", "noise": noise}, data,
            f"eight records, two outside the bounds; {noise}")
        yield _sized({"epsilon": "2", "lower": "-4", "upper": "12", "n": "4", "noise": noise}, ["0", "3", "12", "1"],
            f"bounds on both sides of 0; {noise}")
    missing = {"epsilon": "1", "lower": "-2", "upper": "6", "n": "4", "noise": "laplace"}
    yield _sized(missing, ["nan", "6", "nan", "2"],
        "two of four records missing: they are the midpoint, n and the noise stay")
    yield _sized({"epsilon": "1", **UNIT, "n": "8", "noise": "laplace"},
        ["3/8", "1/2", "5/8", "1/4", "3/4", "1/2", "3/8", "5/8"], inner, "inner")
