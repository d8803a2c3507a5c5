"""The tests of one batch against a `stat` vector: registered events and points of the distribution
function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ...suite.pvalues import binomial_p
from ...suite.vectors import rational
from .batch import Batch

# within three standard deviations of the expectation (whose square this is) exact p-values are not
# worked out where the variance is so large: there they are above 1e-3, the limit of the first look
USUAL, LARGE = 9, 25
WIDE = Fraction(1, 100)  # a range of more than this is that of several laws, all of them right


@dataclass(frozen=True)
class Finding:
    """One test: its name, an upper bound of its p-value, what was seen and what the law allows, the
    bug it is aimed at.
    """

    name: str
    p: Fraction
    seen: str
    expected: str
    flag: str
    more: bool = False  # more was seen than expected

    def told(self, often: str) -> str:
        """Return what was seen, what the law allows and how sure that is, in one line."""
        sure = f"{float(self.p):.1e}" if self.p > Fraction(1, 10**300) else "below 1e-300"
        return (
            f"{self.name}: {self.seen}; {self.expected}; a right program is as far off with "
            f"probability {sure} ({often})"
        )


@dataclass
class Tested:
    """The tests of a batch, each p-value already multiplied by its share (Bonferroni), and the
    figures behind them.
    """

    findings: list[Finding]
    evidence: dict[str, Any] = field(default_factory=dict)

    @property
    def worst(self) -> Finding:
        """Return the finding with the least p-value."""
        return min(self.findings, key=lambda f: f.p)

    def flags(self, limit: Fraction) -> tuple[str, ...]:
        """Return the bugs at which the tests with a p-value of at most `limit` are aimed, the least
        p-value first.
        """
        return tuple(
            dict.fromkeys(f.flag for f in sorted(self.findings, key=lambda f: f.p) if f.p <= limit)
        )


def test(expect: Mapping[str, Any], batch: Batch, center: Fraction) -> Tested:
    """Return all tests of a stat vector on one batch."""
    events, points = expect["events"], expect.get("cdf", [])
    parts = len(events) * (2 if points else 1)
    found, shown = [], []
    for event in events:
        fewest, most = batch.count(event, center)
        low, high = rational(event["p"]["lo"]), rational(event["p"]["hi"])
        p = min(Fraction(1), parts * p_value(batch.n, fewest, most, low, high))
        seen = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
        found.append(
            Finding(
                event["name"],
                p,
                f"seen in {seen} of {batch.n:,} draws",
                allowed(batch.n, low, high),
                event["flag"],
                fewest > high * batch.n,
            )
        )
        shown.append(
            {
                "name": event["name"],
                "count": most,
                "fewest": fewest,
                "n": batch.n,
                "expected": _expected(most / batch.n, low, high),
                "p": float(p),
                "flag": event["flag"],
            }
        )
    evidence: dict[str, Any] = {
        "type": "law",
        "n": batch.n,
        "center": str(center),
        "events": shown,
        "points": [],
        "band": 0.0,
    }
    if points:
        finding, evidence["points"] = _distribution(points, batch)
        found.append(finding)
        evidence["band"] = (2.0 / batch.n) ** 0.5
    return Tested(found, evidence)


def p_value(n: int, fewest: int, most: int, low: Fraction, high: Fraction) -> Fraction:
    """Return an upper bound of the p-value: the exact one, or 1 where a count is so usual that no
    test would reject.
    """
    for far, p in ((fewest - n * high, high), (n * low - most, low)):
        if far > 0 and (far * far > USUAL * n * p * (1 - p) or n * p * (1 - p) < LARGE):
            return binomial_p(n, fewest, most, low, high)
    return Fraction(1)


def _expected(seen: float, low: Fraction, high: Fraction) -> float:
    """Return the probability with which a share of draws is compared: the middle of the range, and
    where several laws are right the one in it that is nearest.
    """
    if high - low > WIDE:
        return min(max(seen, float(low)), float(high))
    return float((low + high) / 2)


def allowed(n: int, low: Fraction, high: Fraction) -> str:
    """Return in words how often an event happens by the law: the mean and one standard
    deviation.
    """
    if high - low > WIDE:
        return f"the law gives {float(low) * n:,.1f} or more, up to {float(high) * n:,.1f}"
    p = float((low + high) / 2)
    if p * n < 1e-3:
        return (
            "the law allows none"
            if p * n < 1e-9 or high <= Fraction(1, 10**9)
            else "the law allows hardly any"
        )
    return f"the law gives {p * n:,.1f}, give or take {(n * p * (1 - p)) ** 0.5:,.1f}"


def _distribution(
    points: list[dict[str, Any]], batch: Batch
) -> tuple[Finding, list[dict[str, Any]]]:
    """Return the worst of the binomial tests of how many draws are at most each registered
    point.
    """
    worst, shown = (
        Finding("the distribution function", Fraction(1), "nothing unusual", "", "WrongScale"),
        [],
    )
    for point in points:
        low, high = rational(point["p"]["lo"]), rational(point["p"]["hi"])
        fewest, most = batch.count({"on": "x", "relation": "le", "at": point["x"]}, Fraction(0))
        p = min(Fraction(1), 2 * len(points) * p_value(batch.n, fewest, most, low, high))
        counted = {"x": point["x"], "seen": most / batch.n}
        counted["expected"] = _expected(most / batch.n, low, high)
        shown.append(counted if fewest == most else counted | {"fewest": fewest / batch.n})
        if p < worst.p:
            seen = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
            worst = replace(
                worst,
                name=f"at most {point['x']}",
                p=p,
                seen=f"seen in {seen} of {batch.n:,} draws",
                expected=allowed(batch.n, low, high),
                more=fewest > high * batch.n,
            )
    return worst, shown
