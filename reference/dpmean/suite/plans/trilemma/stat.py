"""The plan of the `stat` vectors of means with little or no bias, and of Student's t: the law of what is released, in
closed form.

What may be put here: distribution functions of such releases, right and with a known bug. Mechanisms that may not
answer have no stat vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.laplace import Laplace
from ....distributions.student_t import StudentT
from ....exact.enclosure import floor
from ....exact.reals import Number, exp
from ....parameters.declared import Decay
from ....programs.interpret import replay
from ...events import MEAN_SLACK, SLACK, Bug, Event, below
from ...kinds.stat import HALF, make
from ...vectors import Vector
from ..hetero.stat import Released, around, mixture

_ZERO = Fraction(0)
ONE = Decay.from_epsilon(1)


def _le(x: Fraction) -> Any:
    return lambda law: law.cdf(x)


def _ge(x: Fraction) -> Any:
    return lambda law: 1 - law.cdf(x)


def laplace(scale: Fraction) -> Laplace:
    """Laplace noise of this scale."""
    return Laplace(ONE, scale)


def two_equal(center: Fraction, scale: Fraction) -> Released:
    """The sum of two independent Laplace variables of one scale: P(sum > x) = (2 + x/s) e^(-x/s) / 4, x >= 0."""

    def cdf(x: Fraction) -> Number:
        far = abs(x - center) / scale
        above = (2 + far) * exp(-far) / 4
        return 1 - above if x >= center else above

    return Released(cdf)


def spread(center: Fraction, scale: Fraction) -> Released:
    """A uniform number of [center - 1/2, center + 1/2] plus Laplace noise: differences of the integral G of its
    distribution function.
    """

    def integral(y: Fraction) -> Number:
        return (max(y, _ZERO) + scale * exp(-abs(y) / scale) / 2) if y else scale / 2

    return Released(lambda x: integral(x - center + HALF) - integral(x - center - HALF))


def atom(at: Fraction) -> Released:
    """A number."""
    return Released(lambda x: Fraction(int(x >= at)))


def _vector(object_: str, params: dict[str, str], data: list[str], law: Released, center: Fraction, scale: Fraction,
        bugs: list[Bug], flag: str, why: str) -> Vector:
    """Three events and up to seventeen points of the distribution function, none of them at an atom."""
    events = [
        Event("above the middle", "x", "ge", center, "SignBias", _ge(center), MEAN_SLACK),
        Event("one scale above it", "x", "ge", center + scale, "WrongScale", _ge(center + scale), MEAN_SLACK),
        Event("three scales below it", "x", "le", center - 3 * scale, flag, _le(center - 3 * scale), MEAN_SLACK),
    ]
    points = [below(center + scale * Fraction(2 * i + 1, 8), _le(center + scale * Fraction(2 * i + 1, 8)), MEAN_SLACK)
        for i in range(-8, 8)]
    return make(object_, params, {"data": data}, why, (events, points, bugs), law, "the law of the release",
        name="-".join(data))


def _student(d: str, scale: str, center: str, why: str) -> Vector:
    """Draws of the law."""
    law, c, s = StudentT(int(d), Fraction(scale)), Fraction(center), Fraction(scale)
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", lambda _: HALF, SLACK),
        Event("on the integers", "x", "multiple", Fraction(1), "RoundedContinuous", lambda _: _ZERO, SLACK),
        Event("one scale or more away", "abs", "ge", s, "WrongScale", lambda w: 2 * (1 - w.cdf(s)), SLACK),
        Event("far out", "abs", "ge", 8 * s, "TailCut", lambda w: 2 * (1 - w.cdf(8 * s)), SLACK),
    ]
    points = [below(c + s * Fraction(i, 2), _le(s * Fraction(i, 2)), SLACK) for i in range(-8, 9)]
    bugs = [
        Bug("half the noise", "WrongScale", StudentT(int(d), s / 2)),
        Bug("one degree of freedom more", "Degrees", StudentT(int(d) + 1, s)),
        Bug("52 % of the signs positive", "SignBias", event="above the centre",
            chance=lambda p: p * Fraction(104, 100)),
        Bug("nothing beyond eight scales", "TailCut", event="far out", chance=lambda _: _ZERO),
    ]
    return make("student_t", {"degrees": d, "scale": scale}, {"center": center}, why, (events, points, bugs), law,
        "the law's own distribution function", density=law.density(_ZERO))


def _clipped(params: dict[str, str], data: list[str], why: str) -> Vector:
    mechanism = build("clipped_mean", params)
    center = replay(mechanism.program(data), {"noise": _ZERO}).output
    low, high = mechanism.interval
    scale = (high - low) / mechanism.n / Fraction(params["epsilon"])
    narrow = sum((max(mechanism.lower, min(x, mechanism.upper)) for x in mechanism.records(data)), _ZERO) / mechanism.n
    bugs = [
        Bug("half the noise", "WrongScale", around(center, laplace(scale / 2))),
        Bug("records clipped to the bounds of the mean", "Margin",
            around(narrow, laplace((mechanism.upper - mechanism.lower) / mechanism.n / Fraction(params["epsilon"])))),
        Bug("the noise of the bounds of the mean", "Margin",
            around(center, laplace(mechanism.width / mechanism.n / Fraction(params["epsilon"])))),
    ]
    return _vector("clipped_mean", params, data, around(center, laplace(scale)), center, scale, bugs, "Margin", why)


def _named(params: dict[str, str], data: list[str], why: str) -> Vector:
    """Name and shame: finitely many outcomes."""
    mechanism = build("name_and_shame", params)
    outcomes: dict[Fraction, Number] = {}
    for coins in product((0, 1), repeat=mechanism.n):
        p: Number = Fraction(1)
        for coin in coins:
            p = p * (mechanism.delta if coin else 1 - mechanism.delta)
        found = replay(mechanism.program(data), {f"named_{i}": c for i, c in enumerate(coins, 1)}).output
        outcomes[found] = outcomes.get(found, _ZERO) + p

    def chance(at: Fraction) -> Any:
        return lambda law: law.get(at, _ZERO)

    events = [Event(f"exactly {at}", "x", "eq", at, "NamedScale", chance(at), MEAN_SLACK)
        for at in sorted(outcomes)[:6]]
    undivided = {at * mechanism.delta: p for at, p in outcomes.items()}
    single = {Fraction(x) / mechanism.n / mechanism.delta: mechanism.delta
        for x in data} | {_ZERO: 1 - mechanism.n * mechanism.delta}
    bugs = [Bug("not divided by delta", "NamedScale", undivided), Bug("at most one is named", "NamedScale", single)]
    return make("name_and_shame", params, {"data": data}, why, (events, [], bugs), outcomes, "finitely many outcomes",
        name="-".join(data))


def _combined(params: dict[str, str], data: list[str], why: str) -> Vector:
    """The clipped mean, and residuals that are named."""
    mechanism = build("combined_mean", params)
    low, high = mechanism.interval
    scale = (high - low) / mechanism.n / Fraction(params["epsilon"])

    def law(delta: Fraction, divisor: Fraction) -> Released:
        parts: list[tuple[Number, Released]] = []
        for coins in product((0, 1), repeat=mechanism.n):
            p: Number = Fraction(1)
            for coin in coins:
                p = p * (delta if coin else 1 - delta)
            still = replay(mechanism.program(data),
                {"noise": _ZERO} | {f"named_{i}": 0 for i in range(1, mechanism.n + 1)}).output
            named = replay(mechanism.program(data),
                {"noise": _ZERO} | {f"named_{i}": c for i, c in enumerate(coins, 1)}).output
            parts.append((p, around(still + (named - still) * mechanism.delta / divisor, laplace(scale))))
        return mixture(parts)

    center = replay(mechanism.program(data),
        {"noise": _ZERO} | {f"named_{i}": 0 for i in range(1, mechanism.n + 1)}).output
    delta = mechanism.delta
    bugs = [
        Bug("nobody is named", "NamedScale", around(center, laplace(scale))),
        Bug("not divided by delta", "NamedScale", law(delta, Fraction(1))),
        Bug("named twice as often", "NamedScale", law(2 * delta, delta)),
    ]
    return _vector("combined_mean", params, data, law(delta, delta), center, scale, bugs, "NamedScale", why)


def _student_mean(params: dict[str, str], data: list[str], why: str) -> Vector:
    mechanism = build("student_t_mean", params)
    center = replay(mechanism.program(data), {"noise": _ZERO}).output
    n = len(mechanism.records(data))
    law = mechanism.law(n)
    gaussian = StudentT(64, law.scale)
    bugs = [
        Bug("half the noise", "WrongScale", around(center, StudentT(mechanism.d, law.scale / 2))),
        Bug("a tail that is nearly Gaussian", "Degrees", around(center, gaussian)),
        Bug("the scale of 1/n", "SmoothScale",
            around(center, StudentT(mechanism.d, law.scale * mechanism.width / (n * mechanism.smooth(n))))),
    ]
    scale = Fraction(floor(law.scale * 64), 64)  # where events are placed is free
    return _vector("student_t_mean", params, data, around(center, law), center, scale, bugs, "SmoothScale", why)


def _symmetric(object_: str, params: dict[str, str], data: list[str], why: str) -> Vector:
    """All n1 records of the first part at 0, one record far above in the second: T + clip + noise, or the record over
    delta.
    """
    mechanism = build(object_, params)
    coarse = mechanism.coarse
    answered = _answers(coarse, mechanism.n1)
    clip, scale = mechanism.clip, 2 * mechanism.clip / Fraction(params["epsilon"])
    record = Fraction(data[-1])

    def law(offset: bool, size: Fraction, named: Fraction) -> Released:
        fine = spread(clip, size) if offset else around(clip, laplace(size))
        fallback = mixture([(1 - mechanism.delta, atom(_ZERO)), (mechanism.delta, atom(named))])
        return mixture([(answered, fine), (1 - answered, fallback)])

    named = record / mechanism.delta
    bugs = [
        Bug("half the noise", "WrongScale", law(mechanism.random_offset, scale / 2, named)),
        Bug("no offset" if mechanism.random_offset else "a random offset", "OffsetForgotten",
            law(not mechanism.random_offset, scale, named)),
        Bug("the noise of the first stage", "StageScale",
            law(mechanism.random_offset, 2 / Fraction(params["epsilon"]), named)),
    ]
    return _vector(object_, params, data, law(mechanism.random_offset, scale, named), clip, max(scale, Fraction(1, 4)),
        bugs, "StageScale", why)


def _answers(coarse: Any, n: int) -> Number:
    """P(n + Lap(2/epsilon) > 2 + (2/epsilon) log(1/delta)) for n above the threshold: 1 - e^(epsilon (2 - n)/2) / (2
    delta).
    """
    return 1 - exp(coarse.decay.epsilon * (2 - n) / 2) / (2 * coarse.delta)


def _shuffled(params: dict[str, str], data: list[str], why: str) -> Vector:
    """Two blocks: the mean of all records, and two noises."""
    mechanism = build("shuffled_mean", params)
    records = mechanism.records(data)
    center, scale = sum(records, _ZERO) / len(records), mechanism.width / mechanism.n / Fraction(params["epsilon"]) / 2
    bugs = [
        Bug("half the noise", "WrongScale", two_equal(center, scale / 2)),
        Bug("one noise for both blocks", "ShuffleRows", around(center, laplace(2 * scale))),
        Bug("the noise of all records", "WrongScale", two_equal(center, scale / 2)),
    ]
    return _vector("shuffled_mean", params, data, two_equal(center, scale), center, 2 * scale, bugs, "ShuffleRows", why)


def lowbias_vectors() -> Iterator[Vector]:
    """All stat vectors of these laws and mechanisms."""
    yield _student("3", "1", "0", "three degrees of freedom")
    yield _student("1", "5/2", "4", "the Cauchy law around 4")
    yield _student("4", "1/2", "0", "four degrees of freedom")
    near = {"epsilon": "1", "bias": "1/4", "lambda": "2", "lower": "0", "upper": "1", "n": "4"}
    yield _clipped(near, ["1/2", "3", "-2", "9"], "records inside the margin and beyond it")
    yield _clipped({**near, "constants": "exact", "lower": "-1", "upper": "3"}, ["5", "1", "-2", "9"],
        "the sharper margin, bounds on both sides of 0")
    yield _named({"delta": "1/8", "n": "2"}, ["3", "-1"], "two records: four outcomes")
    yield _named({"delta": "1/3", "n": "3"}, ["1", "2", "4"], "three records: eight outcomes")
    yield _combined({"epsilon": "2", "delta": "1/8", "psi": "1/2", "lambda": "4", "lower": "-1", "upper": "1",
        "n": "2"}, ["40", "1/2"], "a record far out, named with probability 1/8")
    bounded = {"epsilon": "2", "lower": "-1", "upper": "3"}
    yield _student_mean(bounded, ["0", "3", "2", "9"], "four records: the smooth bound decides the scale")
    yield _student_mean({**bounded, "degrees": "5", "constants": "exact"}, ["1", "nan"],
        "one record, five degrees of freedom, the sharper scale")
    split = {"epsilon": "2", "delta": "1/8", "clip": "1/8", "n1": "8", "n2": "1"}
    for object_ in ("dpumean", "kv_mean"):
        yield _symmetric(object_, split, ["0"] * 8 + ["7"],
            "eight records at 0, the ninth far above: clipped to a point that moves with the offset")
    yield _shuffled({"epsilon": "1", "lower": "0", "upper": "4", "n": "2", "blocks": "2"}, ["1", "2", "3", "9"],
        "two blocks of two records")
    yield _shuffled({"epsilon": "2", "lower": "-2", "upper": "6", "n": "1", "blocks": "2"}, ["1", "nan"],
        "two blocks of one record, one missing")
