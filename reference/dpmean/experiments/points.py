"""What an experiment gives: curves of enclosed numbers, rows that compare with the paper, checks by
simulation.

A row puts what a paper prints beside what is true. This file holds the types of results, and the
exact comparisons that verdicts rest on. It holds no experiment, writes no file, and uses floats
only for people to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from ..exact import reals
from ..exact.digits import decimals
from ..exact.enclosure import interval
from ..exact.numbers import spell
from ..exact.reals import Number

BITS = 192  # bits of the working precision of an enclosure: far more than is shown
SHORT = 80  # characters of a rational that are still printed as one


@dataclass(frozen=True)
class Enclosed:
    """A number between two rationals; it is itself rational where they are equal."""

    lower: Fraction
    upper: Fraction

    @classmethod
    def of(cls, x: Number | int) -> Enclosed:
        """Return a number enclosed to BITS bits, or exactly where it is rational."""
        found = interval(Fraction(x) if isinstance(x, int) else x, BITS)
        return cls(found.lower, found.upper)

    def __add__(self, other: Enclosed) -> Enclosed:
        return Enclosed(self.lower + other.lower, self.upper + other.upper)

    def __sub__(self, other: Enclosed) -> Enclosed:
        return Enclosed(self.lower - other.upper, self.upper - other.lower)

    def __mul__(self, factor: Fraction | int) -> Enclosed:
        """Return the product with a rational >= 0."""
        return Enclosed(self.lower * factor, self.upper * factor)

    def over(self, other: Enclosed) -> Enclosed:
        """Return the quotient by a positive number."""
        corners = [a / b for a in (self.lower, self.upper) for b in (other.lower, other.upper)]
        return Enclosed(min(corners), max(corners))

    def log(self) -> Enclosed:
        """Return the natural logarithm of a positive number."""
        return Enclosed(
            interval(reals.log(self.lower), BITS).lower, interval(reals.log(self.upper), BITS).upper
        )

    def below(self, other: Enclosed) -> bool:
        """Tell whether it is certainly less than the other."""
        return self.upper < other.lower

    def at_most(self, other: Enclosed) -> bool:
        """Tell whether it is certainly not greater; for rationals, whether it is not."""
        return self.upper <= other.lower

    def within(self, lower: Fraction, upper: Fraction) -> bool:
        """Tell whether it certainly lies in [lower, upper]."""
        return lower <= self.lower and self.upper <= upper

    def near(self, other: Enclosed) -> bool:
        """Tell whether the two may be equal and differ by a relative 10^-30 at most."""
        return (
            self.lower <= other.upper
            and other.lower <= self.upper
            and max(self.upper, other.upper) - min(self.lower, other.lower)
            <= abs(self.upper) / 10**30
        )

    @property
    def exact(self) -> str | None:
        """Return the rational where it is one of moderate length, else None."""
        text = spell(self.lower) if self.lower == self.upper else ""
        return text if 0 < len(text) <= SHORT else None

    def ends(self, digits: int = 15) -> tuple[str, str]:
        """Return two decimals around it, rounded outwards."""
        return decimals(self.lower, digits)[0], decimals(self.upper, digits)[1]

    def __str__(self) -> str:
        """Return the number for people: an integer, or six digits."""
        return (
            str(self.lower)
            if self.lower == self.upper and self.lower.denominator == 1
            else f"{about(self):.6g}"
        )

    @property
    def spelled(self) -> str:
        """Return the number for people: the rational where it is one of a few characters, else six
        digits.
        """
        exact = self.exact
        return (
            str(self)
            if exact is None or len(exact) > 24 or "/" not in exact
            else f"{exact} = {self}"
        )


def about(x: Enclosed) -> float:
    """Return a double near the middle, for drawings and for people."""
    middle = (x.lower + x.upper) / 2
    return middle.numerator / middle.denominator


@dataclass(frozen=True)
class Point:
    """One point of a curve: what is drawn, and the mean squared error (or other number) behind it.

    `more` has further numbers that belong to it, by name, such as the bias and the variance.
    """

    x: Enclosed
    y: Enclosed
    behind: Enclosed
    more: tuple[tuple[str, Enclosed], ...] = ()


@dataclass(frozen=True)
class Curve:
    """The points of one algorithm.

    Curves of the same `hue` have one colour; `line` is as in a plot (solid, dashed, dotted); `part`
    is the title of the plot, in a figure of several.
    """

    label: str
    points: tuple[Point, ...]
    hue: str = ""
    line: str = "-"
    part: str = ""


class Verdict(StrEnum):
    """The result of comparing a printed number or sentence with ours."""

    AGREES = "agrees"
    DIFFERS = "differs"
    # a sentence that says more than was seen, against which nothing that was seen speaks
    UNREFUTED = "not refuted"
    UNTOLD = "cannot say"  # too few trials to say anything of it
    # a reading of an unclear text, or a supposed cause, with which the printed number does not come
    # out
    REFUTED = "refuted"
    POSSIBLE = "possible"  # one with which it does


@dataclass(frozen=True)
class Row:
    """One number or statement of the paper beside ours.

    `basis` says what ours is: exact, enclosed, or from how many samples. `claim` names the row of
    the proofs' ledger, of the same paper, that says what became of the sentence or the number; what
    differs has one.
    """

    item: str
    what: str
    printed: str
    ours: str
    verdict: Verdict
    basis: str = "exact"
    ratio: str = ""
    cause: str = ""
    tested: str = ""
    claim: str = ""

    def __post_init__(self) -> None:
        if self.verdict in (Verdict.DIFFERS, Verdict.UNREFUTED, Verdict.UNTOLD) and not self.claim:
            raise ValueError(f"{self.item}: {self.printed}: name its row of the ledger (claim)")


@dataclass(frozen=True)
class Check:
    """An exact error beside one that was simulated; `low` and `high` are the ends of the confidence
    interval.
    """

    label: str
    where: str
    exact: Enclosed
    low: Fraction
    high: Fraction
    runs: int

    @property
    def inside(self) -> bool:
        """Tell whether the exact error is certainly in the interval."""
        return self.exact.within(self.low, self.high)


@dataclass(frozen=True)
class Bar:
    """A range over samples beside one printed number."""

    label: str
    low: Fraction
    middle: Fraction
    high: Fraction
    printed: Fraction


@dataclass(frozen=True)
class Panel:
    """One figure or table: what is drawn, and the rows and checks that belong to it."""

    name: str
    title: str
    x: str = ""
    y: str = ""
    scales: tuple[str, str] = ("linear", "linear")
    curves: tuple[Curve, ...] = ()
    lines: tuple[tuple[str, Fraction], ...] = ()
    bars: tuple[tuple[str, tuple[Bar, ...]], ...] = ()
    rows: tuple[Row, ...] = ()
    checks: tuple[Check, ...] = ()
    # half the width of what rounds to the number printed beside the bars
    rounding: Fraction = Fraction(1, 20)


@dataclass(frozen=True)
class Histogram:
    """Shares up to the first edge, between each and the next, and beyond the last; the exact ones
    where they are known.

    `by_value`: every edge is a value with a bin of its own. `lines` are marked on the axis.
    """

    title: str
    x: str
    edges: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]
    exact: tuple[Enclosed, ...] | None
    lines: tuple[tuple[str, Fraction], ...] = ()
    by_value: bool = False


@dataclass(frozen=True)
class Job:
    """The amount of work that an experiment may do, and the function that is told its progress.

    It has the runs of a simulation, the sampled vectors, the seed of both, the trials of a
    comparison of estimators, and the heights that one figure is about, where somebody has them.
    """

    runs: int
    vectors: int
    seed: str = "dpmean"
    say: Callable[[str], None] = field(default=lambda _text: None)
    trials: int = 20
    heights: tuple[Fraction, ...] = ()


def statement(
    item: str,
    quoted: str,
    ours: str,
    holds: bool | Verdict,
    cause: str = "",
    tested: str = "",
    basis: str = "exact",
    *,
    claim: str,
) -> Row:
    """Return a row for a sentence of the paper of which it was computed whether it holds."""
    verdict = holds if isinstance(holds, Verdict) else agrees(holds)
    return Row(item, "statement", quoted, ours, verdict, basis, "", cause, tested, claim)


def agrees(holds: bool) -> Verdict:
    """Return the verdict on what is decided."""
    return Verdict.AGREES if holds else Verdict.DIFFERS


def an_order(ratio: Enclosed) -> bool:
    """Tell whether a ratio is an order of magnitude: its nearest power of ten is no less than 10."""
    return ratio.lower**2 >= 10


def reading(
    item: str,
    what: str,
    printed: str,
    ours: str,
    possible: bool,
    basis: str = "exact",
    cause: str = "",
    tested: str = "",
) -> Row:
    """Return a row for a reading of what the paper leaves open, or for a supposition of ours."""
    verdict = Verdict.POSSIBLE if possible else Verdict.REFUTED
    return Row(item, what, printed, ours, verdict, basis, "", cause, tested)


def grouped(x: Number | int, digits: int = 0) -> str:
    """Return a number for people: rounded to `digits` places, thousands apart."""
    return f"{about(Enclosed.of(x)):,.{digits}f}"


def span(values: Iterable[Enclosed]) -> str:
    """Return the range of several numbers, for people."""
    found = sorted(values, key=lambda v: v.lower)
    return f"{found[0]} to {found[-1]}"
