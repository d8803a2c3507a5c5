"""The `stat` vectors of laws, of the settings in their files, and the events of the two that have
no sensitivity.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from ....distributions.gaussian import Gaussian
from ....distributions.student_t import StudentT
from ....parameters.declared import parse
from ...events import SLACK, Bug, Event, below
from ...vectors import Vector
from .law import ALL
from .stat import HALF, cdf, farthest, line, make, plane


def _heavy(
    object_: str,
    params: dict[str, str],
    center: str,
    why: str,
    law: Any,
    points: list[Fraction],
    size: Fraction,
    far: int,
    wrong: list[Bug],
) -> Vector:
    """Return the vector of a continuous law without a sensitivity.

    `points` are multiples of the scale of the law, `size` says where its tail begins, and `far` how
    many of the points are far out.
    """
    c = Fraction(center)
    most = farthest(lambda x: 2 * (1 - law.cdf(x)), size / 8)
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", lambda _: HALF, SLACK),
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
            lambda w: 2 * (1 - w.cdf(size)),
            SLACK,
        ),
        Event(
            "far out",
            "abs",
            "ge",
            far * size,
            "TailCut",
            lambda w: 2 * (1 - w.cdf(far * size)),
            SLACK,
        ),
        Event("farthest out", "abs", "ge", most, "TailCut", lambda w: 2 * (1 - w.cdf(most)), SLACK),
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
    )


def _student(params: dict[str, str], center: str, why: str) -> Vector:
    d, s = params["degrees"], Fraction(params["scale"])
    wrong = [
        Bug("half the noise", "WrongScale", StudentT(int(d), s / 2)),
        Bug("one degree of freedom more", "Degrees", StudentT(int(d) + 1, s)),
    ]
    return _heavy(
        "student_t",
        params,
        center,
        why,
        StudentT(int(d), s),
        [s * Fraction(i, 2) for i in range(-8, 9)],
        s,
        8,
        wrong,
    )


def _gaussian(params: dict[str, str], center: str, why: str) -> Vector:
    v = Fraction(params["sigma_squared"])
    s = Fraction(isqrt(floor(v * 4)), 2) or Fraction(isqrt(floor(v * (1 << 40))), 1 << 20)
    wrong = [
        Bug("half the noise", "WrongScale", Gaussian(v / 4)),
        Bug("5 % too little noise", "WrongScale", Gaussian(v * Fraction(361, 400))),
    ]
    return _heavy(
        "gaussian",
        params,
        center,
        why,
        Gaussian(v),
        [s * Fraction(i, 3) for i in range(-8, 9)],
        s,
        3,
        wrong,
    )


HEAVY = {"student_t": _student, "gaussian": _gaussian}


def stat_vectors(of_each: int | None = None) -> Iterator[Vector]:
    """Yield the stat vectors of laws; `of_each` law the first so many, all by default."""
    for object_, cases in ALL.items():
        for params, center, why in cases.stats[:of_each]:
            if object_ in HEAVY:
                yield HEAVY[object_](params, center, why)
                continue
            law: Any = cases.law
            bugs = [
                Bug(name, flag, law(**parse({**params, **wrong})))
                for name, flag, wrong in cases.bugs
            ]
            if cases.law.plane:
                yield plane(object_, params, why, further=bugs)
            else:
                yield line(object_, params, center, why, further=bugs)
