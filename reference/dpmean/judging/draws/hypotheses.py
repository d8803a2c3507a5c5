"""Which known bug explains what was counted: guesses, ranked by their likelihood and printed as
guesses.

A vector gives the probability of its events under each known bug (`expect.power`). A bug that
speaks of one event alone moves some mass; every other event may have moved by as much. For a law
there is one family more, the right law at another scale, which is fitted. A hypothesis is kept if
it passes the test that the right law failed: no event of it has a p-value below 10^-6, all events
together. Likelihoods are those of the events taken as independent, which they are not, and a
hypothesis pays half of log n for everything in it that is fitted (as in Schwarz's criterion).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...catalogue.laws import LAWS
from ...errors import InvalidInput
from ...exact.enclosure import interval
from ...parameters.declared import parse
from ...suite.pvalues import binomial_p
from ...suite.vectors import Vector

LIMIT = Fraction(1, 10**6)  # a hypothesis with a smaller p-value explains nothing
ROUNDED = Fraction(1, 10**7)  # what rounding to eight digits moves, relative to a probability
NOTHING = "none of the known bugs of this vector explains these counts"
SHARES = ("half the noise", "5 % too little noise")  # bugs that are members of the fitted family
SHOWN = 3

Range = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Hypothesis:
    """A guess: its words, its log-likelihood less what was paid for fitting, and the name of the
    bug, if it is one.
    """

    words: str
    score: float
    bug: str = ""


def ranked(vector: Vector, evidence: Mapping[str, Any]) -> list[Hypothesis]:
    """Return the hypotheses that explain the counts, the likeliest first; none where none does."""
    registered = vector.expect.get("events", [])
    counted = {e["name"]: (e.get("fewest", e["count"]), e["count"]) for e in evidence["events"]}
    # all, in draws of these vectors
    kept = [i for i, e in enumerate(registered) if e["name"] in counted]
    events = [registered[i] for i in kept]
    n, counts = evidence["n"], [counted[e["name"]] for e in events]
    null = [(Fraction(e["p"]["lo"]), Fraction(e["p"]["hi"])) for e in events]
    scaled = _scale(vector, n, counts, null, events)
    found = [] if scaled is None else [scaled]
    for bug in vector.expect.get("power", ()):
        if scaled is not None and bug["bug"] in SHARES:
            continue
        given = bug.get("p", [])
        at = (
            bug
            if "event" in bug or len(given) != len(registered)
            else {**bug, "p": [given[i] for i in kept]}
        )
        chances = _under(at, events, null)
        if chances is not None and _fits(n, counts, chances):
            free = len(null) - 1 if "event" in bug else 0
            found.append(
                Hypothesis(
                    f"looks like a known bug: {bug['bug']}",
                    _score(n, counts, chances, null, free),
                    bug["bug"],
                )
            )
    return sorted(found, key=lambda h: -h.score)


def told(vector: Vector, evidence: Mapping[str, Any]) -> list[str]:
    """Return the guesses in words; that no known bug explains the counts, where the vector knows
    enough to say so.
    """
    found = ranked(vector, evidence)
    if found:
        return [h.words for h in found[:SHOWN]]
    known = any("p" in bug for bug in vector.expect.get("power", ()))
    return [NOTHING] if known else []


def _under(
    bug: Mapping[str, Any], events: list[dict[str, Any]], null: list[Range]
) -> list[Range] | None:
    """Return the range of each event's probability under a bug; None where the vector does not give
    it.
    """
    slack = [(high - low) / 2 for low, high in null]
    given = [Fraction(p) for p in bug.get("p", ())]
    if "event" in bug:
        at = next((i for i, e in enumerate(events) if e["name"] == bug["event"]), None)
        if at is None or len(given) != 1:
            return None
        moved = abs(given[0] - (null[at][0] + null[at][1]) / 2)
        return [
            _around(given[0], given[0], slack[i])
            if i == at
            else (max(low - moved, Fraction(0)), min(high + moved, Fraction(1)))
            for i, (low, high) in enumerate(null)
        ]
    return (
        [_around(p, p, s) for p, s in zip(given, slack, strict=True)]
        if len(given) == len(events)
        else None
    )


def _around(low: Fraction, high: Fraction, slack: Fraction) -> Range:
    return max(low - slack - low * ROUNDED, Fraction(0)), min(
        high + slack + high * ROUNDED, Fraction(1)
    )


def _fits(n: int, counts: list[tuple[int, int]], chances: list[Range]) -> bool:
    """Tell whether no event has a p-value below LIMIT, by Bonferroni's inequality."""
    return all(
        len(counts) * binomial_p(n, fewest, most, low, high) > LIMIT
        for (fewest, most), (low, high) in zip(counts, chances, strict=True)
    )


def _score(
    n: int, counts: list[tuple[int, int]], chances: list[Range], null: list[Range], free: int
) -> float:
    """Return the log-likelihood at the best point of the ranges, less half of log n for each range
    that was used.

    `free` is how many of the ranges were widened; one whose best point lies in the null's range
    costs nothing.
    """
    total = 0.0
    for (fewest, most), (low, high), (null_low, null_high) in zip(
        counts, chances, null, strict=True
    ):
        share = Fraction(fewest + most, 2 * n)
        p = float(min(max(share, low), high))
        inside = null_low <= share <= null_high
        total += _log_likelihood(n, float(share), p)
        if free and not inside and high - low > null_high - null_low:
            at_null = _log_likelihood(n, float(share), float(min(max(share, null_low), null_high)))
            total += max(-math.log(n) / 2, at_null - _log_likelihood(n, float(share), p))
    return total


def _log_likelihood(n: int, share: float, p: float) -> float:
    """Return the log-likelihood of a share of n, relative to that of the share itself; the chances
    are kept off 0.
    """
    p = min(max(p, 1e-15), 1 - 1e-15)
    one = share * math.log(p / share) if share > 0 else 0.0
    return n * (one + ((1 - share) * math.log((1 - p) / (1 - share)) if share < 1 else 0.0))


# ---- the family of scales ----


def _scale(
    vector: Vector,
    n: int,
    counts: list[tuple[int, int]],
    null: list[Range],
    events: list[dict[str, Any]],
) -> Hypothesis | None:
    """Return the hypothesis of the right law at another scale, fitted by its likelihood; None where
    it does not fit.
    """
    if vector.object not in LAWS or not {"epsilon", "sigma_squared"} & set(vector.params):
        return None
    shares = [(a + b) / (2 * n) for a, b in counts]
    at = [
        i
        for i, e in enumerate(events)
        if e["on"] in ("abs", "abs_x", "abs_y") and e["relation"] == "ge"
    ]
    if not at:
        return None

    def likelihood(log_factor: float) -> float:
        try:
            chances = list(
                _chances(vector, _rational(math.exp(log_factor)), [events[i] for i in at])
            )
        except InvalidInput:  # at such a scale there is no such law
            return -math.inf
        return sum(
            _log_likelihood(n, shares[i], float(p[0]))
            for i, p in zip(at, chances, strict=True)
            if p
        )

    best = max((i / 4 for i in range(-16, 17)), key=likelihood)
    low, high = best - 0.25, best + 0.25
    for _ in range(30):
        third = (high - low) / 3
        low, high = (
            (low + third, high)
            if likelihood(low + third) < likelihood(high - third)
            else (low, high - third)
        )
    best = (low + high) / 2
    top = likelihood(best)
    width = 1e-5
    while width < 0.5 and min(likelihood(best - width), likelihood(best + width)) > top - 2 * len(
        at
    ):
        width *= 2
    factor = _simple(math.exp(best), width / 2)
    if factor == 1:
        return None
    try:
        full = [
            own if p is None else _around(*p, (own[1] - own[0]) / 2)
            for p, own in zip(_chances(vector, factor, events), null, strict=True)
        ]
    except InvalidInput:
        return None
    if not _fits(n, counts, full):
        return None
    return Hypothesis(_told(vector, factor), _score(n, counts, full, null, 0) - math.log(n) / 2)


def _chances(
    vector: Vector, factor: Fraction, events: list[dict[str, Any]]
) -> Iterator[Range | None]:
    """Yield the probability of each event under the law at this factor of its scale; None where no
    scale moves it.
    """
    params = dict(vector.params)
    if "sigma_squared" in params:
        params["sigma_squared"] = str(Fraction(params["sigma_squared"]) * factor**2)
    else:
        params["epsilon"] = str(Fraction(params["epsilon"]) / factor)
    law: Any = LAWS[vector.object](**parse(params))
    line, center = not LAWS[vector.object].plane, Fraction(vector.input.get("center", "0"))
    for event in events:
        on, relation, at = event["on"], event["relation"], Fraction(event["at"])
        if on in ("abs", "abs_x", "abs_y") and relation == "ge":
            yield _range(law.tail(_of(vector, at)))
        elif line and on == "x" and relation == "eq":
            yield _range(law.pmf(_of(vector, abs(at - center))))
        # no further out than the first step
        elif line and on == "x" and relation == "ge" and at > center:
            yield _range((1 - law.pmf(_of(vector, Fraction(0)))) / 2)
        elif (
            law.lattice is None and event["flag"] in ("SignBias", "RoundedContinuous")
        ) or relation == "off":
            yield None
        else:
            yield Fraction(0), Fraction(1)


def _of(vector: Vector, x: Fraction) -> Any:
    return int(x) if LAWS[vector.object].integers else x


def _range(x: Any) -> Range:
    found = interval(x)
    return found.lower, found.upper


def _rational(x: float) -> Fraction:
    return Fraction(round(x * (1 << 20)), 1 << 20) or Fraction(1, 1 << 20)


def _simple(x: float, width: float) -> Fraction:
    """Return the simplest rational within a relative distance, by its denominator."""
    for d in range(1, 1000):
        if (near := Fraction(round(x * d), d)) and abs(float(near) / x - 1) <= width:
            return near
    return _rational(x)


def _told(vector: Vector, factor: Fraction) -> str:
    """Return the guess of a scale in words, with the parameter that it would be right for."""
    if "sigma_squared" in vector.params:
        return f"looks like sigma^2 {_shown(Fraction(vector.params['sigma_squared']) * factor**2)}"
    epsilon, d = Fraction(vector.params["epsilon"]), Fraction(vector.params.get("sensitivity", "1"))
    return (
        f"looks like scale {_shown(d / epsilon * factor)}, which is epsilon "
        f"{_shown(epsilon / factor)}"
    )


def _shown(x: Fraction) -> str:
    return str(x) if x.denominator < 1000 and x.numerator < 100_000 else f"{float(x):.6g}"
