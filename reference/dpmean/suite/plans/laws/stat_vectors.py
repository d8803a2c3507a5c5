"""The `stat` vectors of laws, of the settings in their files, and the events of the two that have
no sensitivity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor, isqrt
from typing import Any, NamedTuple

from ....distributions.gaussian import Gaussian
from ....distributions.student_t import StudentT
from ....parameters.declared import parse
from ...events import SLACK, Bug, Event, below
from ...vectors import Vector
from .law import ALL
from .sampler_bugs import above, sampler_bugs
from .stat import cdf, farthest, line, line_bugs, make, plane


class Heavy(NamedTuple):
    """What the vector of a continuous law without a sensitivity is made of.

    `points` are multiples of the scale of the law, `size` says where its tail begins, `far` how
    many of the points are far out, and `wrong` what known bugs make of it.
    """

    law: Any
    points: list[Fraction]
    size: Fraction
    far: int
    wrong: list[Bug]


def _heavy(
    object_: str,
    params: dict[str, str],
    center: str,
    why: str,
    of: Heavy,
    *,
    power: bool = True,
    further: Sequence[Bug] = (),
) -> Vector:
    """Return the vector of a continuous law without a sensitivity."""
    (law, points, size, far, wrong), c = of, Fraction(center)
    most = farthest(lambda x: 2 * (1 - law.cdf(x)), size / 8)
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", above, SLACK),
        Event(
            "on the integers",
            "x",
            "multiple",
            Fraction(1),
            "RoundedContinuous",
            lambda _: Fraction(0),
            SLACK,
        ),
        Event(
            "one scale or more away",
            "abs",
            "ge",
            size,
            "WrongScale",
            lambda w: w.tail(size),
            SLACK,
        ),
        Event(
            "far out",
            "abs",
            "ge",
            far * size,
            "TailCut",
            lambda w: w.tail(far * size),
            SLACK,
        ),
        Event("farthest out", "abs", "ge", most, "TailCut", lambda w: w.tail(most), SLACK),
    ]
    bugs = [
        *wrong,
        Bug(
            "52 % of the signs positive",
            "SignBias",
            event="above the centre",
            chance=lambda p: p * Fraction(104, 100),
        ),
        Bug(
            f"nothing beyond {'eight' if far == 8 else 'three'} scales",
            "TailCut",
            event="far out",
            chance=lambda _: Fraction(0),
        ),
        Bug(
            "nothing beyond the farthest point",
            "TailCut",
            event="farthest out",
            chance=lambda _: Fraction(0),
        ),
        *further,
    ]
    shown = [below(c + x, cdf(x), SLACK) for x in points]
    return make(
        object_,
        params,
        {"center": center},
        why,
        (events, shown, bugs),
        law,
        "the law's own distribution function",
        density=law.density(Fraction(0)),
        power=power,
    )


def _student(params: dict[str, str]) -> Heavy:
    law = StudentT(**parse(params))
    d, s = law.d, Fraction(params.get("scale", "1"))
    wrong = [
        Bug("half the noise", "WrongScale", StudentT(d, s / 2)),
        Bug("one degree of freedom more", "Degrees", StudentT(d + 1, s)),
    ]
    return Heavy(law, [s * Fraction(i, 2) for i in range(-8, 9)], s, 8, wrong)


def _gaussian(params: dict[str, str]) -> Heavy:
    law, v = Gaussian(**parse(params)), Fraction(params["sigma_squared"])
    s = Fraction(isqrt(floor(v * 4)), 2) or Fraction(isqrt(floor(v * (1 << 40))), 1 << 20)
    wrong = [
        Bug("half the noise", "WrongScale", Gaussian(v / 4)),
        Bug("5 % too little noise", "WrongScale", Gaussian(v * Fraction(361, 400))),
    ]
    return Heavy(law, [s * Fraction(i, 3) for i in range(-8, 9)], s, 3, wrong)


HEAVY = {"student_t": _student, "gaussian": _gaussian}


def planned(object_: str, params: dict[str, str], center: str = "0", why: str = "") -> Vector:
    """Return the vector of a law at any parameters, without the power against known bugs."""
    if object_ in HEAVY:
        return _heavy(object_, params, center, why, HEAVY[object_](params), power=False)
    if ALL[object_].law.plane:
        return plane(object_, params, why, power=False)
    return line(object_, params, center, why, power=False)


def other_laws(object_: str, params: dict[str, str]) -> dict[str, Any]:
    """Return the laws that known bugs make of one on the line, by the names of the bugs."""
    law: Any = ALL[object_].law(**parse(params))
    if object_ in HEAVY:
        bugs = HEAVY[object_](params).wrong
    else:
        bugs = line_bugs(object_, params, law) + _further(object_, params)
    bugs = [*bugs, *sampler_bugs(object_, params, law)]
    return {bug.name: bug.law for bug in bugs if bug.law is not None}


def _further(object_: str, params: dict[str, str]) -> list[Bug]:
    law: Any = ALL[object_].law
    return [
        Bug(name, flag, law(**parse({**params, **wrong})))
        for name, flag, wrong in ALL[object_].bugs
    ]


def stat_vectors(of_each: int | None = None) -> Iterator[Vector]:
    """Yield the stat vectors of laws; `of_each` law the first so many, all by default."""
    for object_, cases in ALL.items():
        for params, center, why in cases.stats[:of_each]:
            yield _vector(object_, params, center, why, _further(object_, params))
        for params, center, why in cases.long_stats[:of_each]:
            law: Any = cases.law(**parse(params))
            further = [*_further(object_, params), *sampler_bugs(object_, params, law)]
            yield _vector(object_, params, center, why, further, parity=True)


def _vector(
    object_: str,
    params: dict[str, str],
    center: str,
    why: str,
    further: list[Bug],
    *,
    parity: bool = False,
) -> Vector:
    if object_ in HEAVY:
        of = HEAVY[object_](params)
        return _heavy(object_, params, center, why, of, further=further)
    if ALL[object_].law.plane:
        return plane(object_, params, why, further=further)
    return line(object_, params, center, why, further=further, parity=parity)
