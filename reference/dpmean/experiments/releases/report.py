"""A simulation as text, JSON and CSV, and as what is drawn."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact.digits import decimals
from ...exact.numbers import spell
from ...programs.columns.summary import Summary
from ...programs.moments import ABSENT, INFINITE
from ..points import Enclosed, Histogram
from .estimates import BERNSTEIN, CLOPPER_PEARSON, ORDER, STANDARD, Estimate
from .exact import Ends
from .intervals import CONFIDENCE
from .targets import MEANING, Target

DIGITS = 12
COLUMNS = ("bin", "above", "upto", "count", "probability_lower", "probability_upper")
METHODS = {
    CLOPPER_PEARSON: "Clopper and Pearson's, exact",
    ORDER: "between order statistics, exact",
    BERNSTEIN: "empirical Bernstein, exact",
}


@dataclass(frozen=True)
class Simulation:
    """A simulation, as a report tells it.

    `asked` is the number of releases that were asked for; `why` says what is missing of the exact
    law, "" for nothing.
    """

    name: str
    given: dict[str, str]
    asked: int
    seeded: bool
    grid: Fraction | None
    summary: Summary
    targets: Sequence[Target]
    estimates: Sequence[Estimate]
    bins: list[Ends] | None
    why: str

    @property
    def edges(self) -> list[Fraction]:
        """Return the edges of the histogram, in the units of the releases."""
        return (
            [e * self.summary.unit for e in self.summary.edges]
            if self.summary.unit is not None
            else []
        )

    @property
    def counts(self) -> list[int]:
        """Return how many releases lie up to the first edge, between each and the next, and beyond
        the last.
        """
        return [] if self.summary.cells is None else self.summary.cells.between(self.summary.edges)


def number(x: Fraction) -> str:
    """Return a decimal, exact where twelve digits are enough, else the nearer of two."""
    low, high = decimals(x, DIGITS)
    return low if abs(Fraction(low) - x) <= abs(Fraction(high) - x) else high


def point(x: Fraction) -> str:
    """Return a point of a grid, exactly: a decimal, or p/q."""
    low, high = decimals(x, 30)
    return low if low == high else spell(x)


def _exact(exact: Ends | str | None) -> dict[str, str] | None:
    if isinstance(exact, tuple):
        return {"lo": decimals(exact[0], DIGITS)[0], "hi": decimals(exact[1], DIGITS)[1]}
    return None if exact is None else {"word": exact}


def as_json(found: Simulation) -> dict[str, Any]:
    """Return everything in the report as a JSON object; numbers are text."""
    s = found.summary
    bins: Sequence[Ends | None] = found.bins or [None] * len(found.counts)
    edges = [None, *map(point, found.edges), None]
    return {
        "mechanism": found.name,
        "parameters": found.given,
        "asked": str(found.asked),
        "releases": str(s.count),
        "stopped": s.count < found.asked,
        "seed_for_testing": found.seeded,
        "coordinate": s.coordinate + 1,
        "grid": None if found.grid is None else spell(found.grid),
        "confidence": CONFIDENCE,
        "exact_rows": {"undecided": str(s.undecided), "few": str(s.few)},
        "means": [{"what": t.what, "mean": [point(m) for m in t.mean]} for t in found.targets],
        "estimates": [_estimate(e) for e in found.estimates],
        "exact": {"complete": not found.why, "missing": found.why or None},
        "histogram": [
            {"above": a, "upto": b, "count": str(n), "probability": _exact(p)}
            for a, b, n, p in zip(edges, edges[1:], found.counts, bins, strict=False)
        ],
    }


def _estimate(e: Estimate) -> dict[str, Any]:
    return {
        "name": e.name,
        "value": number(e.value),
        "method": e.method,
        "low": None if e.low is None else decimals(e.low, DIGITS)[0],
        "high": None if e.high is None else decimals(e.high, DIGITS)[1],
        "standard_error": None if e.error is None else number(e.error),
        "exact": _exact(e.exact),
        "inside": e.inside,
    }


def as_csv(found: Simulation) -> str:
    """Return the histogram, a line for each bin; a bin has what is above one edge and not above the
    other.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    edges = ["", *map(point, found.edges), ""]
    for i, n in enumerate(found.counts):
        exact = (
            ("", "")
            if found.bins is None
            else (decimals(found.bins[i][0], DIGITS)[0], decimals(found.bins[i][1], DIGITS)[1])
        )
        writer.writerow([i, edges[i], edges[i + 1], n, *exact])
    return out.getvalue()


def _short(x: Fraction) -> str:
    return f"{x.numerator / x.denominator:.9g}"


def _spelled(exact: Ends | str | None) -> str:
    """Return an exact value for people; a reason why it is not known stands below the table."""
    if not isinstance(exact, tuple):
        return "" if exact is None else exact if exact in (ABSENT, INFINITE) else "not known"
    low, high = map(_short, exact)
    return low if low == high else f"[{low}, {high}]"


def _reach(e: Estimate) -> str:
    if e.method != STANDARD:
        return (
            f"[{'-inf' if e.low is None else _short(e.low)}, "
            f"{'inf' if e.high is None else _short(e.high)}]"
        )
    return "no interval is known" if e.error is None else f"standard error {_short(e.error)}"


def as_text(found: Simulation) -> str:
    """Return the report as text for people."""
    s = found.summary
    lines = [
        f"{found.name}: {s.count:,} releases"
        + (f" of {found.asked:,}: stopped" if s.count < found.asked else ""),
        "These numbers are no release: they depend on the records as they are, and protect nobody.",
        f"grid       {'none: releases are exact' if found.grid is None else point(found.grid)}",
    ]
    if len(s.sums) > 1:
        lines.append(f"coordinate {s.coordinate + 1} of {len(s.sums)}")
    lines += [
        f"true mean  {_short(t.mean[s.coordinate])}, {MEANING[t.what]}" for t in found.targets
    ]
    if not found.targets:
        lines.append("true mean  none is known for what this mechanism estimates on these records")
    lines += [
        f"rows       {s.undecided:,} were decided by the exact interpreter because doubles did "
        f"not decide them, {s.few:,} because few went their way",
        "",
    ]
    table = [("", "releases", f"interval ({CONFIDENCE}, each)", "exact law")]
    table += [
        (
            e.name,
            _short(e.value),
            _reach(e),
            _spelled(e.exact) + (" OUTSIDE" if e.inside is False else ""),
        )
        for e in found.estimates
    ]
    widths = [max(len(row[i]) for row in table) for i in range(3)]
    lines += [
        "  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[3]]).rstrip()
        for row in table
    ]
    methods = {e.method for e in found.estimates}
    lines += ["", *(f"{name}: {text}" for name, text in METHODS.items() if name in methods)]
    if STANDARD in methods:
        lines.append(
            "standard error: no bound of the releases is known, so no interval that is certain "
            "to hold"
        )
    reasons = {e.exact for e in found.estimates if isinstance(e.exact, str)} - {ABSENT, INFINITE}
    lines += [f"exact law: {reason}" for reason in (*sorted(reasons), found.why) if reason]
    return "\n".join(lines)


def picture(found: Simulation) -> Histogram:
    """Return what is drawn; there must be a release with an answer."""
    s = found.summary
    title = f"{found.name}: {s.count:,} releases"
    x = "release" if len(s.sums) < 2 else f"coordinate {s.coordinate + 1} of a release"
    return Histogram(
        title,
        x,
        tuple(found.edges),
        tuple(Fraction(n, s.count) for n in found.counts),
        None if found.bins is None else tuple(Enclosed(*e) for e in found.bins),
        tuple((f"mean of the records as {t.what}", t.mean[s.coordinate]) for t in found.targets),
        s.by_value,
    )
