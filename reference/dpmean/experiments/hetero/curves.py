"""Curves over settings of two groups, and the same mechanisms run: shared by Figures 1 and 3 of
hetero.

This file says how a figure's points are made from settings. What is said about them is in the
figure's file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ...mechanisms.hetero.adpm import Adpm
from ...mechanisms.hetero.fme import Fme
from ...mechanisms.hetero.ldpe import Ldpe
from ...mechanisms.hetero.propdpm import PropDpm
from ...mechanisms.hetero.sm import Sm
from ...mechanisms.hetero.uni import Uni
from ...mechanisms.hetero.weights import Epsilon
from ..points import Check, Curve, Enclosed, Job, Point, Row, agrees
from ..simulation import check
from .errors import error
from .settings import COIN, LOWER, UNIFORM, UPPER, Records, TwoGroups, spaced

HALF, SEVEN_TENTHS, TENTH = Fraction(1, 2), Fraction(7, 10), Fraction(1, 10)
SIZES = [int(n) for n in spaced(Fraction(100), Fraction(10_000), 24, Fraction(2))]
# 3/14 is R epsilon1
EPSILONS = sorted({*spaced(TENTH, Fraction(1), 32, Fraction(1, 1000)), Fraction(3, 14)})

RUN: dict[str, Callable[[tuple[Epsilon, ...]], Any]] = {
    "ADPM": lambda e: Adpm(e, LOWER, UPPER),
    "PropDPM": lambda e: PropDpm(e, LOWER, UPPER),
    "LDPE": lambda e: Ldpe(e, LOWER, UPPER),
    "UNI": lambda e: Uni(e, LOWER, UPPER),
    "SM": lambda e: Sm(e, LOWER, UPPER, "printed"),
    "SM corrected": lambda e: Sm(e, LOWER, UPPER),
    "FME": lambda e: Fme(e, LOWER, UPPER),
}


def by_size(n: int) -> TwoGroups:
    """Return the users of Figures 1(A) and 3(A) for n users."""
    return TwoGroups(n, HALF, TENTH, Fraction(3, 20))


def by_epsilon(second: Epsilon) -> TwoGroups:
    """Return the users of Figures 1(B) and 3(B) for a given epsilon2."""
    return TwoGroups(1000, SEVEN_TENTHS, TENTH, second)


def excess(users: TwoGroups, found: Enclosed, power: int) -> Enclosed:
    """Return (E - 1/(12 n)) n^power, where E is the mean squared error and 1/12 the variance of
    uniform records.
    """
    return (found - Enclosed.of(Fraction(1, 12 * users.n))) * users.n**power


def over_sizes(labels: Sequence[str], power: int, name: str, job: Job) -> tuple[Curve, ...]:
    """Return the curves of (E - 1/(12 n)) n^power against n, for uniform records."""

    def curve(label: str) -> Curve:
        points = []
        for n in SIZES:
            users = by_size(n)
            found = error(label, users, UNIFORM)
            points.append(Point(Enclosed.of(n), excess(users, found, power), found))
            job.say(f"{name}: {label}, n = {n}")
        return Curve(label, tuple(points))

    return tuple(curve(label) for label in labels)


def over_epsilons(labels: Sequence[str], name: str, job: Job) -> tuple[Curve, ...]:
    """Return the curves of 10^4 E against epsilon2, for records -1/2 or 1/2, E being the mean
    squared error.
    """

    def curve(label: str) -> Curve:
        points = []
        for e in EPSILONS:
            found = error(label, by_epsilon(e), COIN)
            points.append(Point(Enclosed.of(e), found * 10**4, found))
            job.say(f"{name}: {label}, epsilon2 = {e}")
        return Curve(label, tuple(points))

    return tuple(curve(label) for label in labels)


def simulated(
    labels: Sequence[str], settings: Sequence[tuple[str, TwoGroups]], records: Records, job: Job
) -> tuple[Check, ...]:
    """Run the mechanisms in a few of the settings, and return the checks of their exact errors."""
    found: tuple[Check, ...] = ()
    for where, users in settings:
        found += check(
            {label: (RUN[label](users.epsilons), error(label, users, records)) for label in labels},
            records.name,
            records.mean,
            where,
            job,
        )
    return found


def behind(curves: Sequence[Curve], label: str) -> list[Enclosed]:
    """Return the errors of one curve, in the order of the grid."""
    return [point.behind for curve in curves if curve.label == label for point in curve.points]


def saturation(item: str, claim: str) -> Row:
    """Return the row on the dashed line of Figures 1(B) and 3(B), at which no number is printed."""
    line, formula = by_epsilon(TENTH).critical, TENTH + 8 / (TENTH * 700)
    return Row(
        item,
        "the dashed line, epsilon2 = R epsilon1",
        "drawn, without a number",
        f"{line} = {float(line):.6g}",
        agrees(line == formula == Fraction(3, 14)),
        cause="R = 1 + 8/(0.01 x 700) = 15/7 from the caption's parameters",
        claim=claim,
    )


SMALL, LARGE = (
    (("n = 100", by_size(100)), ("n = 1000", by_size(1000))),
    (("epsilon2 = 3/20", by_epsilon(Fraction(3, 20))), ("epsilon2 = 1/2", by_epsilon(HALF))),
)
