"""Curves of exact errors over one of epsilon, the mean and the number of records, and releases that
check them.

This file says how the points of a figure are made from settings. What is said about them is in the
figure's file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ...exact.enclosure import interval
from ...exact.reals import root
from ...programs.columns.summary import Summary
from ...programs.records import Repeated
from ..points import Check, Curve, Enclosed, Job, Point, Row, Verdict
from ..releases.run import batches
from .settings import BOUND, Errors, Way, errors, least_variance, mechanism

# of the releases that check an error; it moves them by far less than their interval
GRID = Fraction(1, 1 << 40)
DEVIATIONS = Fraction("3.8906")  # of a normal law with 99.99 % inside
NOT_PRINTED = "not printed"


@dataclass(frozen=True)
class Setting:
    """The values of what a figure varies or holds fixed."""

    epsilon: Fraction
    n: int
    mean: Fraction

    def __str__(self) -> str:
        return f"epsilon = {float(self.epsilon):g}, n = {self.n:,}, mean = {float(self.mean):g}"


Over = Callable[[Fraction], Setting]  # the setting of a value on the axis
Scale = Callable[[Setting], Fraction]  # what an error is multiplied by before it is drawn


def by_records(s: Setting) -> Fraction:
    """Return n^2 epsilon^2/2, by which Section 6 of v2 multiplies errors."""
    return s.n**2 * s.epsilon**2 / 2


def by_epsilon(s: Setting) -> Fraction:
    """Return epsilon^2/2, by which Appendix H of v2 multiplies errors."""
    return s.epsilon**2 / 2


@dataclass(frozen=True)
class Axis:
    """One plot of a figure: its values on the x axis, what they stand for, and how errors are
    computed and drawn.
    """

    name: str
    part: str
    xs: Sequence[Fraction]
    over: Over
    scale: Scale
    way: Way = errors

    def found(self, label: str, x: Fraction) -> Errors:
        """Return the errors of an algorithm at a value."""
        s = self.over(x)
        return self.way(label, s.epsilon, s.n, s.mean)

    def curve(self, label: str, job: Job) -> Curve:
        """Return the curve of an algorithm's mean squared errors."""
        points = []
        for x in self.xs:
            e = self.found(label, x)
            points.append(
                Point(
                    Enclosed.of(x),
                    e.squared * self.scale(self.over(x)),
                    e.squared,
                    (("bias", e.bias), ("variance", e.variance)),
                )
            )
            job.say(
                f"{self.name}: {label}, {self.over(x)}" + (f", {self.part}" if self.part else "")
            )
        return Curve(label, tuple(points), part=self.part)

    def bound(self) -> Curve:
        """Return the curve of sigma^2(epsilon)/n^2, which the paper draws as a lower bound."""
        points = []
        for x in self.xs:
            s = self.over(x)
            y = least_variance(s.epsilon) * Fraction(1, s.n**2)
            points.append(Point(Enclosed.of(x), y * self.scale(s), y))
        return Curve(BOUND, tuple(points), line="--", part=self.part)

    def ratio(self, label: str, other: str, job: Job) -> Curve:
        """Return the curve of the mean squared errors of one algorithm over those of another."""
        top, bottom = self.curve(label, job), self.curve(other, job)
        points = (
            replace(p, y=p.behind.over(q.behind))
            for p, q in zip(top.points, bottom.points, strict=True)
        )
        return Curve(label, tuple(points), part=self.part)


def named(curves: Iterable[Curve], label: str, part: str = "") -> Curve:
    """Return the curve of an algorithm, of the first plot or of a part."""
    return next(c for c in curves if c.label == label and part in ("", c.part))


def ratios(curves: Iterable[Curve], label: str, other: str, part: str = "") -> list[Enclosed]:
    """Return the mean squared errors of one algorithm over those of another, point by point."""
    curves = list(curves)
    top, bottom = named(curves, label, part), named(curves, other, part)
    return [p.behind.over(q.behind) for p, q in zip(top.points, bottom.points, strict=True)]


def least(values: Iterable[Enclosed]) -> Enclosed:
    """Return the least of several numbers."""
    return min(values, key=lambda v: v.lower)


def greatest(values: Iterable[Enclosed]) -> Enclosed:
    """Return the greatest of several numbers."""
    return max(values, key=lambda v: v.upper)


def setting(item: str, what: str, ours: str, printed: str = NOT_PRINTED, claim: str = "") -> Row:
    """Return a row on a parameter of a figure that the paper leaves open, and what was taken for
    it.
    """
    return Row(
        item,
        what,
        printed,
        ours,
        Verdict.POSSIBLE,
        "a choice of ours" if printed == NOT_PRINTED else "exact",
        claim=claim,
    )


def released(label: str, s: Setting, job: Job) -> tuple[Check, Check]:
    """Return the checks of the exact bias and mean squared error by releases of the shipped
    program, in columns.
    """
    seed = f"{job.seed}/{label}/{s}".encode()
    summary = Summary()
    for batch in batches(
        mechanism(label, s.epsilon), Repeated([(s.mean, s.n)]), job.runs, GRID, seed
    ):
        summary.add(batch)
        job.say(f"{label}, {s}: {summary.count:,} of {job.runs:,} releases")
    assert summary.unit is not None
    unit = summary.unit
    first, second, _, fourth = summary.sums[0].about(s.mean / unit)
    exact, runs = errors(label, s.epsilon, s.n, s.mean), job.runs
    low, high = around(first * unit, second * unit**2, runs)
    bias = Check(label, f"{s}: bias", exact.bias, low, high, runs)
    low, high = around(second * unit**2, fourth * unit**4, runs)
    return bias, Check(label, f"{s}: mean squared error", exact.squared, low, high, runs)


def around(total: Fraction, squares: Fraction, runs: int) -> tuple[Fraction, Fraction]:
    """Return the interval of a mean from the sums of the values and of their squares, by the normal
    law.
    """
    mean = total / runs
    half = DEVIATIONS * interval(root(max(squares / runs - mean**2, Fraction(0)) / runs, 2)).upper
    return mean - half, mean + half


def checks(labels: Iterable[str], settings: Sequence[Setting], job: Job) -> tuple[Check, ...]:
    """Return the checks of some algorithms at some settings."""
    return tuple(c for s in settings for label in labels for c in released(label, s, job))
