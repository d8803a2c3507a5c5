"""Curves of simulated errors, and what can be said of two of them.

At a point the one is less in most runs, or greater, or the trials do not tell: the signs of their
differences, on the same records, decide that, and so few trials that no signs could tell say
nothing. This file holds the way from trials to curves and sentences. Nothing is drawn at random
here, and no setting is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp

from ..points import Curve, Enclosed, Job, Point, Row, Verdict, about, statement
from .estimators.records import LEAST_TRIALS, OUTSIDE, Side, around, side
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
    """The numbers of points at which the first error is less in most runs, greater in most runs, or
    neither is told.

    It is decided by the signs of the trials, whose records are the same; `ratios` are the least and
    the greatest ratio of the two trimmed means.
    """

    less: int
    unsure: int
    greater: int
    ratios: tuple[float, float]
    trials: int
    worst: str = ""

    @property
    def points(self) -> int:
        """Return the number of all points."""
        return self.less + self.unsure + self.greater

    @property
    def told(self) -> bool:
        """Tell whether so many trials could say anything."""
        return self.trials >= LEAST_TRIALS

    def __str__(self) -> str:
        """Return the ordering in words for people."""
        sides = (
            f"less in most runs at {self.less}, greater in most at {self.greater} of "
            f"{self.points} points"
            if self.told
            else f"{self.trials} trials cannot say which is less ({LEAST_TRIALS} could)"
        )
        return f"{sides}; trimmed means {self.ratios[0]:.3g} to {self.ratios[1]:.3g} times"


def best(found: Mapping[str, Found], labels: Iterable[str], mahalanobis: bool = False) -> str:
    """Return the label with the least trimmed mean."""
    return min(labels, key=lambda label: enclosed(found[label], mahalanobis)[1].lower)


def ordering(
    parts: Mapping[str, Part], first: str, others: Sequence[str], mahalanobis: bool = False
) -> Ordering:
    """Return the ordering of `first` against the best of the others at every point."""
    sides: list[Side] = []
    ratios: list[tuple[float, str]] = []
    trials = 0
    for name, part in parts.items():
        for x, found in part.items():
            rival = best(found, others, mahalanobis)
            logs = advantage(found[first], found[rival], mahalanobis)
            trials = len(logs)
            sides.append(side(logs))
            mine, theirs = (
                about(enclosed(found[label], mahalanobis)[1]) for label in (first, rival)
            )
            ratios.append((mine / theirs, f"{name or 'there'}, x = {float(x):g}, against {rival}"))
    less, greater = (sides.count(which) for which in (Side.BELOW, Side.ABOVE))
    return Ordering(
        less,
        len(sides) - less - greater,
        greater,
        (min(ratios)[0], max(ratios)[0]),
        trials,
        max(ratios)[1],
    )


def advantages(
    parts: Mapping[str, Part], first: str, other: str, mahalanobis: bool = False
) -> list[float]:
    """Return for each trial the logarithm of the geometric mean, over all points, of (error of the
    first)/(error of the other): each trial is one draw for all points.
    """
    logs: list[list[float]] = []
    for part in parts.values():
        for found in part.values():
            logs.append(advantage(found[first], found[other], mahalanobis))
    return [sum(trial) / len(trial) for trial in zip(*logs, strict=True)]


def pooled(
    parts: Mapping[str, Part], first: str, other: str, mahalanobis: bool = False
) -> tuple[float, float]:
    """Return the interval of that geometric mean."""
    low, _, high = around(advantages(parts, first, other, mahalanobis))
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
    *,
    claim: str,
) -> Row:
    """Return a row on a sentence that says that the first is never worse.

    It differs where the first is greater in most runs at some point, or against one of the others in
    the mean over all points; else it is not refuted, which is no proof.
    """
    found = ordering(parts, first, others)
    whole = {label: advantages(parts, first, label) for label in others}
    least = max(whole, key=lambda label: sum(whole[label]))
    low, high = pooled(parts, first, least)
    refuted = found.greater > 0 or Side.ABOVE in map(side, whole.values())
    text = (
        f"ours against the best of the others at each point: {found} (most at {found.worst}); "
        f"against {least} throughout, the geometric mean of all points is within {low:.3g} to "
        f"{high:.3g}"
    )
    verdict = told(found, refuted)
    differs = verdict is Verdict.DIFFERS
    return said(item, quoted, text, verdict, basis, cause, tested() if differs else "", claim=claim)


def told(found: Ordering, refuted: bool, shown: bool = False) -> Verdict:
    """Return what trials say of a sentence: that it is not so, that it is so at every point, nothing
    against it, or nothing as they are too few.
    """
    if not found.told:
        return Verdict.UNTOLD
    return Verdict.DIFFERS if refuted else Verdict.AGREES if shown else Verdict.UNREFUTED


def said(
    item: str,
    quoted: str,
    ours: str,
    holds: bool | Verdict,
    basis: str,
    cause: str = "",
    tested: str = "",
    *,
    claim: str,
) -> Row:
    """Return the row of a statement, with cause and test where it does not hold."""
    differs = holds is False or holds is Verdict.DIFFERS
    told_of = (cause, tested) if differs else ("", "")
    return statement(item, quoted, ours, holds, *told_of, basis, claim=claim)


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
    """Return in words how numbers were got from trials, and what decides which of two is less."""
    return (
        f"trimmed mean of {trials} trials; intervals of 99.99 % for normal errors; which of two is "
        f"less by the sign test, false with probability {float(OUTSIDE):g} at most at a point"
    )


def of_ranks(job: Job) -> str:
    """Return in words how two errors on different records are told apart."""
    return (
        f"trimmed mean of {job.trials} trials; which are of another law by the rank-sum test, false "
        f"with probability {float(OUTSIDE):g} at most at a point"
    )


def basis(job: Job) -> str:
    """Return in words how the numbers of a central figure were got."""
    return of_trials(job.trials)


def value(found: Found) -> str:
    """Return a trimmed mean for people."""
    return f"{float(found.error[1]):.3g}"
