"""The plan of the `stat` vectors of mechanisms with one epsilon per user: the law of what is released, in closed form.

What may be put here: distribution functions of releases (one noise around a weighted mean, two noises, a mixture over
the sampled), right and with a known bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.reals import Number, exp
from ....mechanisms.hetero.affine import noise_of_scale
from ....programs.interpret import replay
from ...events import MEAN_SLACK, Bug, Event, below
from ...kinds.stat import make
from ...vectors import Vector

Cdf = Callable[[Fraction], Number]


@dataclass(frozen=True)
class Released:
    """The law of a release by its distribution function."""

    cdf: Cdf


def around(center: Fraction, law: Any) -> Released:
    """One noise around a number."""
    return Released(lambda x: law.cdf(x - center))


def around_two(center: Fraction, a: Fraction, b: Fraction) -> Released:
    """Two independent Laplace noises of scales a != b around a number: P(sum > x) = (a^2 e^(-x/a) - b^2 e^(-x/b)) / (2
    (a^2 - b^2)), x >= 0.
    """

    def cdf(x: Fraction) -> Number:
        far = abs(x - center)
        above = (a**2 * exp(-far / a) - b**2 * exp(-far / b)) / (2 * (a**2 - b**2))
        return 1 - above if x >= center else above

    return Released(cdf)


def mixture(parts: Sequence[tuple[Number, Released]]) -> Released:
    """One of several laws, each with its probability."""

    def cdf(x: Fraction) -> Number:
        terms = [p * law.cdf(x) for p, law in parts]
        return sum(terms[1:], terms[0])

    return Released(cdf)


def _at(x: Fraction) -> Callable[[Released], Number]:
    return lambda law: law.cdf(x)


def _from(x: Fraction) -> Callable[[Released], Number]:
    return lambda law: 1 - law.cdf(x)


def vector(object_: str, params: dict[str, str], data: list[str], law: Released, center: Fraction, scale: Fraction,
        bugs: list[Bug], why: str) -> Vector:
    """Events at the centre and one scale above it, and sixteen points of the distribution function."""
    events = [
        Event("above the weighted mean", "x", "ge", center, "SignBias", _from(center), MEAN_SLACK),
        Event("one scale above it", "x", "ge", center + scale, "WrongScale", _from(center + scale), MEAN_SLACK),
        Event("three scales below it", "x", "le", center - 3 * scale, "PerUser", _at(center - 3 * scale), MEAN_SLACK),
    ]
    points = [below(center + scale * Fraction(i, 4), _at(center + scale * Fraction(i, 4)), MEAN_SLACK)
        for i in range(-8, 9)]
    return make(object_, params, {"data": data}, why, (events, points, bugs), law,
        "the law of the noise around the weighted mean", name="-".join(data))


SIGNS = Bug("52 % of the signs positive", "SignBias", event="above the weighted mean",
    chance=lambda p: p * Fraction(104, 100))


def _affine(object_: str, params: dict[str, str], data: list[str], why: str,
        wrong: tuple[tuple[str, str, Fraction], ...] = ()) -> Vector:
    """A weighted mean with one noise; `wrong` are bugs that change the scale: (name, flag, factor)."""
    mechanism = build(object_, params)
    center = replay(mechanism.program(data), {"noise": Fraction(0)}).output
    scale = Fraction(mechanism.noise_scale)
    bugs = [Bug("half the noise", "WrongScale", around(center, noise_of_scale(scale / 2))), SIGNS]
    bugs += [Bug(name, flag, around(center, noise_of_scale(scale * factor))) for name, flag, factor in wrong]
    plain = sum(mechanism.records(data), Fraction(0)) / len(data)
    if plain != center:
        bugs.append(Bug("the records are not weighted", "PerUser", around(plain, mechanism.law)))
    return vector(object_, params, data, around(center, mechanism.law), center, scale, bugs, why)


def _certain(object_: str, params: dict[str, str], data: list[str], why: str) -> Vector:
    """A release without noise: always the same."""
    output = replay(build(object_, params).program(data), {}).output
    events = [Event("the release without noise", "x", "eq", output, "PerUser", lambda _: Fraction(1))]
    bugs = [Bug("noise where there is none", "PerUser", event="the release without noise",
        chance=lambda _: Fraction(0))]
    return make(object_, params, {"data": data}, why, (events, [], bugs), None, "the definition of the mechanism",
        name="-".join(data))


def _grouped(epsilons: str, data: list[str], why: str) -> Vector:
    """LDPE with two groups that get noise."""
    params = {"epsilons": epsilons, "lower": "0", "upper": "4"}
    mechanism = build("ldpe", params)
    center = replay(mechanism.program(data), {"noise_1": Fraction(0), "noise_2": Fraction(0)}).output
    first, second = (u * s for u, s in zip(mechanism.group_weights, mechanism.noise_scales, strict=True) if s)
    weights = [u for u, s in zip(mechanism.group_weights, mechanism.noise_scales, strict=True) if s]
    scales = [s for s in mechanism.noise_scales if s]
    bugs = [
        Bug("half the noise", "WrongScale", around_two(center, first / 2, second / 2)),
        Bug("the groups' weights exchanged", "Groups",
            around_two(center, *(u * s for u, s in zip(weights[::-1], scales, strict=True)))),
        SIGNS,
        Bug("the second group has no noise", "Groups", around(center, noise_of_scale(first))),
    ]
    return vector("ldpe", params, data, around_two(center, first, second), center, max(first, second), bugs, why)


def _sampled(edition: str, data: list[str], why: str) -> Vector:
    """SM with three users, the last of whom is always sampled."""
    params = {"epsilons": "1/2,1,2", "lower": "0", "upper": "4", "edition": edition}

    def law(mechanism: Any, chances: Sequence[Number]) -> Released:
        parts: list[tuple[Number, Released]] = []
        for coins in product((0, 1), repeat=2):
            probability: Number = Fraction(1)
            for coin, p in zip(coins, chances, strict=False):
                probability = probability * (p if coin else 1 - p)
            run = replay(mechanism.program(data),
                {"sampled_1": coins[0], "sampled_2": coins[1], "sampled_3": 1, "noise": Fraction(0)})
            divisor = dict(run.steps)["divisor"]
            parts.append((probability, around(run.output,
                noise_of_scale(mechanism.width / (divisor * mechanism.largest)))))
        return mixture(parts)

    mechanism = build("sm", params)
    linear = [Fraction(1, 4), Fraction(1, 2), Fraction(1)]
    other = build("sm", {**params, "edition": "printed" if edition == "corrected" else "corrected"})
    bugs = [
        Bug("chances linear in epsilon", "SampleChance", law(mechanism, linear)),
        Bug("the other edition", "SampleChance", law(other, mechanism.probabilities)),
        Bug("everybody is sampled", "SampleChance", law(mechanism, [Fraction(1)] * 3)),
    ]
    center = mechanism.midpoint + Fraction(1, 2)
    return vector("sm", params, data, law(mechanism, mechanism.probabilities), center, Fraction(1), bugs,
        f"{why}; {edition}")


def heterogeneous_vectors() -> Iterator[Vector]:
    """All stat vectors of mechanisms with one epsilon per user."""
    unit = {"lower": "0", "upper": "1"}
    yield _affine("adpm", {"epsilons": "1,1,1,30", **unit}, ["0", "1/4", "9", "1"],
        "one user beyond saturation, whose record counts four times as much as the others'",
        (("the scale for the largest epsilon", "PerUser", Fraction(1, 4)),))
    yield _affine("adpm", {"epsilons": "1/2,2,2,2,inf", "lower": "-4", "upper": "12"}, ["0", "3", "12", "1", "-4"],
        "a public record, bounds on both sides of 0")
    yield _affine("adpm", {"epsilons": "2,4,2,6", "lower": "0", "upper": "1", "noise": "staircase", "gamma": "1/2"},
        ["1/4", "1", "1/2", "3/4"], "staircase noise of epsilon 2 for epsilons 2, 4 and 6")
    yield _affine("uni", {"epsilons": "1,3,2,4", **unit}, ["1/4", "1", "1/2", "-3"], "everybody gets the least epsilon",
        (("the scale for the mean epsilon", "PerUser", Fraction(2, 5)),))
    yield _affine("propdpm", {"epsilons": "1,3,0,4", **unit}, ["1/4", "1", "1/2", "3/4"],
        "an unused record: it has weight 0, and the noise is that of the sum of the others")
    yield _affine("stretching", {"epsilons": "1,2,4,4", "lower": "-2", "upper": "6"}, ["6", "5", "6", "4"],
        "records shrunk towards the midpoint: the release is biased",
        (("noise for the least epsilon", "PerUser", Fraction(4)),))
    yield _affine("fme", {"epsilons": "1/4,2,2,2,2", **unit}, ["0", "1", "1/2", "1", "3/4"],
        "four users cut to 1/2, with noise of scale 1/S")
    yield _grouped("3,1,3,1,3", ["1", "9", "5/2", "0", "3"], "two groups, each with a noise of its own")
    for edition in ("corrected", "printed"):
        yield _sampled(edition, ["0", "4", "3"], "three users, one of them always sampled")
    wide, few = {"lower": "-2",
        "upper": "6"}, "noise for the bounds, not for the range of the records; one is missing, one outside"
    yield _affine("adpm", {"epsilons": "30,1,0,1", **wide}, ["5", "nan", "9", "4"],
        f"{few}; the first user beyond saturation, an unused one among the others")
    yield _affine("uni", {"epsilons": "2,1,3,1", **wide}, ["5", "nan", "9", "4"], few)
    yield _affine("propdpm", {"epsilons": "4,1,0,3", **wide}, ["5", "nan", "9", "4"], f"{few}; an unused record")
    yield _affine("fme", {"epsilons": "2,1/4,inf,2,0,2", **wide}, ["5", "nan", "9", "4", "2", "4"],
        f"{few}; a public record, an unused one")
    yield _grouped("3,1,inf,0,1,3", ["3", "nan", "9", "4", "3", "4"],
        f"{few}; the public group has no noise, the unused record belongs to no group")
    yield _sampled("corrected", ["3", "nan", "9"], few)
    yield _certain("adpm", {"epsilons": "1/2,1/2", "lower": "0", "upper": "4"}, ["4", "3"],
        "the midpoint: nobody's record is used, as `granted` says")
    yield _certain("adpm", {"epsilons": "inf,0,inf", "lower": "0", "upper": "4"}, ["4", "2", "1"],
        "public records alone: their mean, without noise")
    yield _certain("uni", {"epsilons": "inf,inf", "lower": "0", "upper": "4"}, ["4", "1"],
        "public records alone: their mean, without noise")
