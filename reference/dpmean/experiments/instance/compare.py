"""Curves of simulated errors, and what can be said of two of them.

At a point the one is certainly less, or certainly greater, or the trials do not say. This file
holds the way from trials to curves and sentences. Nothing is drawn at random here, and no setting
is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp

from ..points import Curve, Enclosed, Job, Point, Row, Verdict, about, statement
from .estimators.records import around
from .estimators.trials import Found, advantage

Part = Mapping[Fraction, Mapping[str, Found]]  # what was found for one plot, by x and by label


def enclosed(found: Found, mahalanobis: bool = False) -> tuple[Enclosed, Enclosed]:
    """Return the interval of an error, and its trimmed mean."""
    low, middle, high = around(found.others if mahalanobis else found.errors)
    return Enclosed(max(low, Fraction(0)), high), Enclosed.of(middle)


def curves(
    parts: Mapping[str, Part], labels: Sequence[str], mahalanobis: bool = False
) -> tuple[Curve, ...]:
    """Return a curve for each label in each part of a figure."""
    made = []
    for name, part in parts.items():
        for label in labels:
            made.append(
                Curve(
                    label,
                    tuple(
                        Point(Enclosed.of(x), *enclosed(found[label], mahalanobis))
                        for x, found in part.items()
                    ),
                    part=name,
                )
            )
    return tuple(made)


@dataclass(frozen=True)
class Ordering:
    """The numbers of points at which the first error is certainly less, not certain, or certainly
    greater.

    It is decided by the ratios of the trials, whose records are the same; `ratios` are the least
    and the greatest ratio of the two errors.
    """

    less: int
    unsure: int
    greater: int
    ratios: tuple[float, float]
    worst: str = ""

    @property
    def points(self) -> int:
        """Return the number of all points."""
        return self.less + self.unsure + self.greater

    def __str__(self) -> str:
        """Return the ordering in words for people."""
        return (
            f"certainly less at {self.less}, certainly greater at {self.greater} of "
            f"{self.points} points; {self.ratios[0]:.3g} to {self.ratios[1]:.3g} times"
        )


def best(found: Mapping[str, Found], labels: Iterable[str], mahalanobis: bool = False) -> str:
    """Return the label with the least trimmed mean."""
    return min(labels, key=lambda label: enclosed(found[label], mahalanobis)[1].lower)


def ordering(
    parts: Mapping[str, Part], first: str, others: Sequence[str], mahalanobis: bool = False
) -> Ordering:
    """Return the ordering of `first` against the best of the others at every point."""
    less = greater = points = 0
    ratios: list[tuple[float, str]] = []
    for name, part in parts.items():
        for x, found in part.items():
            rival = best(found, others, mahalanobis)
            low, _, high = around(advantage(found[first], found[rival], mahalanobis))
            less, greater, points = less + (high < 0), greater + (low > 0), points + 1
            mine, theirs = (
                about(enclosed(found[label], mahalanobis)[1]) for label in (first, rival)
            )
            ratios.append((mine / theirs, f"{name or 'there'}, x = {float(x):g}, against {rival}"))
    return Ordering(
        less, points - less - greater, greater, (min(ratios)[0], max(ratios)[0]), max(ratios)[1]
    )


def pooled(
    parts: Mapping[str, Part], first: str, other: str, mahalanobis: bool = False
) -> tuple[float, float]:
    """Return the geometric mean of (error of the first)/(error of the other) over all points, with
    its interval.

    The interval is from the trials, each of which is one draw for all points.
    """
    logs: list[list[float]] = []
    for part in parts.values():
        for found in part.values():
            logs.append(advantage(found[first], found[other], mahalanobis))
    low, _, high = around([sum(trial) / len(trial) for trial in zip(*logs, strict=True)])
    return exp(low), exp(high)


def regrets(parts: Mapping[str, Part], labels: Sequence[str]) -> dict[str, float]:
    """Return for each label how many times the error of the best one its own is, at the point where
    it is worst.
    """
    made = {}
    for label in labels:
        made[label] = max(
            about(enclosed(found[label])[1]) / about(enclosed(found[best(found, labels)])[1])
            for part in parts.values()
            for found in part.values()
        )
    return made


def never_worse(
    item: str,
    quoted: str,
    parts: Mapping[str, Part],
    first: str,
    others: Sequence[str],
    basis: str,
    cause: str,
    tested: Callable[[], str],
) -> Row:
    """Return a row on a sentence that says that the first is never worse.

    It agrees where the first is certainly greater at no point, and against none of the others in
    the mean over all points.
    """
    found = ordering(parts, first, others)
    fixed = {label: pooled(parts, first, label) for label in others}
    least = max(fixed, key=lambda label: fixed[label][0])
    low, high = fixed[least]
    holds = found.greater == 0 and low <= 1
    text = (
        f"ours against the best of the others at each point: {found} (most at {found.worst}); "
        f"against {least} throughout, the geometric mean of all points is within {low:.3g} to "
        f"{high:.3g}"
    )
    return said(item, quoted, text, holds, basis, cause, "" if holds else tested())


def said(
    item: str, quoted: str, ours: str, holds: bool, basis: str, cause: str = "", tested: str = ""
) -> Row:
    """Return the row of a statement, with cause and test where it does not hold."""
    return statement(
        item, quoted, ours, holds, "" if holds else cause, "" if holds else tested, basis
    )


def setting(item: str, printed: str, ours: str, open_points: str = "") -> Row:
    """Return the row on what a caption prints and how it was run; `open_points` is what it leaves
    open.
    """
    return Row(
        item,
        "setting",
        printed,
        ours + (f"; not printed, chosen here: {open_points}" if open_points else ""),
        Verdict.AGREES,
        "as printed",
    )


def of_trials(trials: int) -> str:
    """Return in words how numbers were got from trials."""
    return f"trimmed mean of {trials} trials, 99.99 %"


def basis(job: Job) -> str:
    """Return in words how the numbers of a central figure were got."""
    return of_trials(job.trials)


def value(found: Found) -> str:
    """Return a trimmed mean for people."""
    return f"{float(found.error[1]):.3g}"
