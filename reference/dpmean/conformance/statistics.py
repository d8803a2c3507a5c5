"""Finite-sample tests of pre-registered events: exact binomial tails and the DKW-Massart bound. No asymptotics.

A p-value here is an upper bound of the true one, so P(p <= a) <= a holds for every conforming implementation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..enclosure import binomial_tail, interval
from ..reals import exp

Outcome = tuple[Fraction, ...]


@dataclass(frozen=True)
class Finding:
    """One test: its name, its p-value (an upper bound), what was seen and what was expected, the bug it is aimed at."""

    name: str
    p: Fraction
    seen: str
    expected: str
    flag: str


def observe(on: str, outcome: Outcome, centre: Fraction) -> Fraction:
    """The statistic of an event at one outcome; `abs*`, `norm` are taken around the centre."""
    if on == "x":
        return outcome[0]
    if on == "abs":
        return abs(outcome[0] - centre)
    if on == "abs_x":
        return abs(outcome[0])
    x, y = outcome
    if on in ("y", "abs_y"):
        return y if on == "y" else abs(y)
    if on == "norm":
        return abs(x) + abs(y)
    if on == "product":
        return x * y
    return x + y if on == "sum" else abs(x + y)


def happens(event: Mapping[str, Any], value: Fraction) -> bool:
    """Whether the event occurs at this value of its statistic."""
    at, relation = Fraction(event["at"]), event["relation"]
    if relation == "ge":
        return value >= at
    if relation == "le":
        return value <= at
    if relation == "off":  # not within 2^-20 of a multiple
        return abs(value / at - round(value / at)) * (1 << 20) > 1
    return value == at if relation == "eq" else (value / at).denominator == 1


def binomial_p(n: int, count: int, low: Fraction, high: Fraction) -> Fraction:
    """Two-sided exact p-value for a count when the probability is known to lie in [low, high]."""
    above = binomial_tail(n, count, high)
    below = binomial_tail(n, n - count, 1 - low)
    return min(Fraction(1), 2 * min(above, below))


def dkw_p(n: int, distance: Fraction) -> Fraction:
    """Massart: P(sup |F_n - F| > d) <= 2 exp(-2 n d^2)."""
    if distance <= 0:
        return Fraction(1)
    exponent = Fraction(int(2 * n * distance * distance * 1024), 1024)  # rounded towards a larger p
    return min(Fraction(1), 2 * interval(exp(-exponent)).upper)


def findings(expect: Mapping[str, Any], counts: Iterable[tuple[Outcome, int]], centre: Fraction) -> list[Finding]:
    """All tests of a stat vector on one batch, each p-value already multiplied by its share (Bonferroni)."""
    batch = list(counts)
    n = sum(c for _, c in batch)
    events = expect["events"]
    share = len(events) * (2 if expect.get("cdf") else 1)
    found = []
    for event in events:
        count = sum(c for o, c in batch if happens(event, observe(event["on"], o, centre)))
        low, high = Fraction(event["p"]["lo"]), Fraction(event["p"]["hi"])
        p = min(Fraction(1), share * binomial_p(n, count, low, high))
        found.append(Finding(event["name"], p, f"{count} of {n}", f"{float(low) * n:.1f}", event["flag"]))
    if expect.get("cdf"):
        found.append(_cdf(expect["cdf"], batch, n))
    return found


def _cdf(points: list[dict[str, Any]], batch: list[tuple[Outcome, int]], n: int) -> Finding:
    ordered = sorted((o[0], c) for o, c in batch)
    worst, where, seen, i = Fraction(0), "", 0, 0
    for point in points:
        x = Fraction(point["x"])
        while i < len(ordered) and ordered[i][0] <= x:
            seen += ordered[i][1]
            i += 1
        share = Fraction(seen, n)
        distance = max(share - Fraction(point["p"]["hi"]), Fraction(point["p"]["lo"]) - share)
        if distance > worst:
            worst, where = distance, point["x"]
    p = min(Fraction(1), 2 * dkw_p(n, worst))
    return Finding("the distribution function", p, f"off by {float(worst):.5f} at {where or 'no point'}", f"at most about {(2.0 / n) ** 0.5:.5f}", "WrongScale")


def clopper_pearson(n: int, count: int, error: Fraction, *, upper: bool) -> Fraction:
    """An exact confidence bound for a binomial probability, wrong with probability at most `error` (rounded outward)."""
    low, high = Fraction(0), Fraction(1)
    if (upper and count == n) or (not upper and count == 0):
        return high if upper else low
    for _ in range(40):
        middle = (low + high) / 2
        tail = binomial_tail(n, n - count, 1 - middle) if upper else binomial_tail(n, count, middle)
        # upper: the bound is where P(X <= count) falls to `error`; lower: where P(X >= count) rises to it
        if (tail > error) is upper:
            low = middle
        else:
            high = middle
    return high if upper else low
