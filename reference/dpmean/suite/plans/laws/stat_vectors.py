"""Which `stat` vectors of laws there are, and the events of the two laws that have no sensitivity."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from ....distributions.gaussian import Gaussian
from ....distributions.student_t import StudentT
from ...events import SLACK, Bug, Event, below
from ...vectors import Vector
from .stat import HALF, cdf, line, make, plane


def stat_vectors() -> Iterator[Vector]:
    """The stat vectors of laws."""
    yield line("laplace", {"epsilon": "1"}, "0", "the ordinary case")
    yield line("laplace", {"epsilon": "1/2", "sensitivity": "4"}, "1", "sensitivity 4, centre 1")
    yield line("laplace", {"epsilon": "1/64", "sensitivity": "1"}, "-5",
        "small epsilon, where a fixed cut of the tail is nearest")
    yield line("discrete_laplace", {"epsilon": "1"}, "0", "the ordinary case")
    yield line("discrete_laplace", {"epsilon": "1/2", "sensitivity": "4"}, "-3", "sensitivity 4, a negative centre")
    yield line("discrete_laplace", {"epsilon": "4"}, "7", "large epsilon: most mass at the centre")
    yield line("discrete_laplace", {"epsilon": "1/64"}, "0", "small epsilon: the lattice law is nearly continuous")
    yield line("discrete_gaussian", {"sigma_squared": "4"}, "0", "the ordinary case")
    yield line("discrete_gaussian", {"sigma_squared": "1/2"}, "7", "a narrow law: most mass at the centre")
    yield line("discrete_gaussian", {"sigma_squared": "2500", "sensitivity": "3"}, "-3",
        "a wide law; its scale has nothing to do with the sensitivity")
    yield line("staircase", {"epsilon": "1", "gamma": "1/2"}, "0", "the ordinary case")
    yield line("staircase", {"epsilon": "3", "gamma": "1/4", "sensitivity": "2"}, "0",
        "narrow central step, sensitivity 2")
    yield line("staircase", {"epsilon": "2", "gamma": "1"}, "0", "gamma = 1")
    yield line("discrete_staircase", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "0", "the ordinary case")
    yield line("discrete_staircase", {"epsilon": "2", "gamma": "1/8", "m": "8"}, "0", "narrow central step")
    yield _student("3", "1", "0", "three degrees of freedom")
    yield _student("1", "5/2", "4", "the Cauchy law around 4")
    yield _student("4", "1/2", "0", "four degrees of freedom")
    yield _gaussian("1", "0", "the standard normal law")
    yield _gaussian("9/4", "-2", "sigma 3/2 around -2")
    yield _gaussian("10000", "1", "sigma 100 around 1")
    yield plane("staircase2d", {"epsilon": "1", "gamma": "1/2"}, "the ordinary case")
    yield plane("staircase2d", {"epsilon": "2", "gamma": "1/4"}, "narrow central ball")
    yield plane("staircase2d", {"epsilon": "3", "gamma": "1/2", "sensitivity": "2"},
        "sensitivity 2: radius and coordinates scale with it")
    yield plane("hourglass", {"epsilon": "1", "gamma": "1/2"}, "the ordinary case")
    yield plane("hourglass", {"epsilon": "3", "gamma": "1/4", "sensitivity": "2"}, "narrow central step, sensitivity 2")
    yield plane("discrete_hourglass", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "the ordinary case")
    yield plane("discrete_hourglass", {"epsilon": "3", "gamma": "1/8", "m": "8"}, "narrow central step")


def _heavy(object_: str, params: dict[str, str], center: str, why: str, law: Any, points: list[Fraction],
        size: Fraction, far: int, wrong: list[Bug]) -> Vector:
    """A continuous law without a sensitivity: size is where its tail begins, far how many of these are far out;
    `points` are multiples of its scale.
    """
    c = Fraction(center)
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", lambda _: HALF, SLACK),
        Event("on the integers", "x", "multiple", Fraction(1), "RoundedContinuous", lambda _: Fraction(0), SLACK),
        Event("one scale or more away", "abs", "ge", size, "WrongScale", lambda w: 2 * (1 - w.cdf(size)), SLACK),
        Event("far out", "abs", "ge", far * size, "TailCut", lambda w: 2 * (1 - w.cdf(far * size)), SLACK),
    ]
    bugs = [
        *wrong,
        Bug("52 % of the signs positive", "SignBias", event="above the centre",
            chance=lambda p: p * Fraction(104, 100)),
        Bug(f"nothing beyond {'eight' if far == 8 else 'three'} scales", "TailCut", event="far out",
            chance=lambda _: Fraction(0)),
    ]
    shown = [below(c + x, cdf(x), SLACK) for x in points]
    return make(object_, params, {"center": center}, why, (events, shown, bugs), law,
        "the law's own distribution function", density=law.density(Fraction(0)))


def _student(d: str, scale: str, center: str, why: str) -> Vector:
    s = Fraction(scale)
    wrong = [Bug("half the noise", "WrongScale", StudentT(int(d), s / 2)),
        Bug("one degree of freedom more", "Degrees", StudentT(int(d) + 1, s))]
    return _heavy("student_t", {"degrees": d, "scale": scale}, center, why, StudentT(int(d), s),
        [s * Fraction(i, 2) for i in range(-8, 9)], s, 8, wrong)


def _gaussian(sigma_squared: str, center: str, why: str) -> Vector:
    v = Fraction(sigma_squared)
    s = Fraction(isqrt(floor(v * 4)), 2) or Fraction(1, 8)
    wrong = [Bug("half the noise", "WrongScale", Gaussian(v / 4)),
        Bug("5 % too little noise", "WrongScale", Gaussian(v * Fraction(361, 400)))]
    return _heavy("gaussian", {"sigma_squared": sigma_squared}, center, why, Gaussian(v),
        [s * Fraction(i, 3) for i in range(-8, 9)], s, 3, wrong)
