"""Which known bug explains what was counted: guesses, ranked by their likelihood and printed as guesses.

A vector gives the probability of its events under each known bug (`expect.power`), and the bugs of
samplers (`suite/plans/laws/sampler_bugs.py`) are compared with all of noise. A bug that speaks
of one event alone changes how much mass that event has, and nothing else: inside it and outside the
draws have the right law. For a law there is one family more, the right law at another scale, which
is fitted, and told as an interval. A hypothesis is kept if it passes the test that the right law
failed: no event and no point of the distribution function that it gives has a p-value below 10^-6,
all together. One that says nothing of the points explains nothing where they alone are off, and is
neither told nor refuted then. Likelihoods are those of the events taken as independent, which they
are not, and a hypothesis pays half of log n for everything in it that is fitted (as in Schwarz's
criterion).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ...catalogue.laws import LAWS
from ...errors import InvalidInput
from ...exact.enclosure import interval
from ...parameters.declared import parse
from ...suite.pvalues import binomial_p
from ...suite.vectors import Vector
from .support_inputs import law_of

LIMIT = Fraction(1, 10**6)  # a hypothesis with a smaller p-value explains nothing
ROUNDED = Fraction(1, 10**7)  # what rounding to eight digits moves, relative to a probability
SUSPECT = Fraction(1, 1000)  # what fails has a p-value of at most this
NOTHING = "none of the known bugs of this vector explains these counts"
SHARES = ("half the noise", "5 % too little noise")  # bugs that are members of the fitted family
SHOWN = 3
MOST_SIMPLE = 6  # numerator and denominator of a factor that is told as such
DEVIATIONS = 4.0  # standard deviations on either side of a fitted parameter

Range = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Hypothesis:
    """A guess: its words, its log-likelihood less what was paid for fitting, and the name of the
    bug, if it is one. `compared` is False where it says nothing of what is off.
    """

    words: str
    score: float
    bug: str = ""
    compared: bool = True


def ranked(vector: Vector, evidence: Mapping[str, Any]) -> list[Hypothesis]:
    """Return the hypotheses that the counts do not refute, the likeliest first."""
    registered = vector.expect.get("events", [])
    counted = {e["name"]: (e.get("fewest", e["count"]), e["count"]) for e in evidence["events"]}
    # all, in draws of these vectors
    kept = [i for i, e in enumerate(registered) if e["name"] in counted]
    events = [registered[i] for i in kept]
    n, counts = evidence["n"], [counted[e["name"]] for e in events]
    points = _points(vector, evidence)
    events, counts = [*events, *(e for e, _ in points)], [*counts, *(c for _, c in points)]
    null = [(Fraction(e["p"]["lo"]), Fraction(e["p"]["hi"])) for e in events]
    scaled = _scale(vector, n, counts, null, events)
    found = [] if scaled is None else [scaled]
    laws = _other_laws(vector)
    for bug in _known_bugs(vector, laws):
        if scaled is not None and bug["bug"] in SHARES:
            continue
        given = bug.get("p", [])
        chances: list[Range | None] | None
        if "p" not in bug and bug["bug"] in laws:
            chances = _of_law(laws[bug["bug"]], vector, events, null)
        elif "event" in bug:
            chances = _of_one_event(bug, events, null)
        elif len(given) == len(registered):
            chances = _of_all(given, kept, null)
            if bug["bug"] in laws:
                chances[len(kept) :] = _of_law(laws[bug["bug"]], vector, events, null)[len(kept) :]
        else:
            continue
        if chances is not None and _fits(n, counts, chances):
            score = _score(n, counts, chances)
            given_by_it = [
                own if given is not None else None for own, given in zip(null, chances, strict=True)
            ]
            worst = _least_p(n, counts, null)
            compared = _least_p(n, counts, given_by_it) <= max(LIMIT, worst) and worst <= SUSPECT
            words = f"looks like a known bug: {bug['bug']}"
            found.append(Hypothesis(words, score, bug["bug"], compared))
    return sorted(found, key=lambda h: -h.score)


def _other_laws(vector: Vector) -> dict[str, Any]:
    """Return the laws that known bugs make of that of a vector of noise on the line; only a failure
    needs the plans.
    """
    from ...suite.plans.laws.stat_vectors import other_laws

    if vector.object not in LAWS or LAWS[vector.object].plane:
        return {}
    return other_laws(vector.object, vector.params)


def _known_bugs(vector: Vector, laws: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the known bugs that a vector has, and those of samplers that it has not."""
    from ...suite.plans.laws.sampler_bugs import NAMES

    known = vector.expect.get("power", ())
    yield from known
    named = {bug["bug"] for bug in known}
    yield from ({"bug": name} for name in NAMES if name in laws and name not in named)


def _points(
    vector: Vector, evidence: Mapping[str, Any]
) -> list[tuple[dict[str, Any], tuple[int, int]]]:
    """Return the points of the distribution function as events with their counts."""
    seen, n = {p["x"]: p for p in evidence.get("points", ())}, evidence["n"]

    def counted(point: Mapping[str, Any]) -> tuple[int, int]:
        most = point["seen"]
        return round(point.get("fewest", most) * n), round(most * n)

    return [
        (
            {"name": f"at most {c['x']}", "on": "x", "relation": "le", "at": c["x"], **c},
            counted(seen[c["x"]]),
        )
        for c in vector.expect.get("cdf", ())
        if c["x"] in seen
    ]


def _of_all(given: list[str], kept: list[int], null: list[Range]) -> list[Range | None]:
    """Return the ranges of the events under a bug that gives the probability of each; nothing is
    known of the points.
    """
    found: list[Range | None] = [
        _around(Fraction(given[i]), Fraction(given[i]), (null[k][1] - null[k][0]) / 2)
        for k, i in enumerate(kept)
    ]
    return found + [None] * (len(null) - len(kept))


def _of_one_event(
    bug: Mapping[str, Any], events: list[dict[str, Any]], null: list[Range]
) -> list[Range | None] | None:
    """Return the ranges of all events under a bug that changes how much mass one of them has; None
    where the vector does not give it.

    The mass inside that event, and the mass outside, are each spread as the law spreads them. Where
    it is not known how much of another event lies inside, that one has to fit the law as it is.
    """
    at = next((i for i, e in enumerate(events) if e["name"] == bug["event"]), None)
    if at is None or len(bug.get("p", ())) != 1:
        return None
    new = Fraction(bug["p"][0])
    old = (null[at][0] + null[at][1]) / 2
    found: list[Range | None] = []
    for i, (low, high) in enumerate(null):
        slack = (high - low) / 2
        if i == at:
            found.append(_around(new, new, slack))
            continue
        inside = _inside(events[i], events[at], old)
        if inside is None or not 0 < old < 1:
            found.append((low, high))
            continue
        middle = (low + high) / 2
        moved = inside * new / old + (middle - inside) * (1 - new) / (1 - old)
        found.append(_around(moved, moved, slack))
    return found


def _inside(event: Mapping[str, Any], one: Mapping[str, Any], mass: Fraction) -> Fraction | None:
    """Return how much of an event lies within another that is a point of the line; None where it is
    not known.
    """
    if one["on"] != "x" or one["relation"] != "eq" or event["on"] not in ("x", "abs"):
        return None
    point, at = Fraction(one["at"]), Fraction(event["at"])
    if event["on"] == "abs":  # the point is the centre, or nothing is known of its distance
        return Fraction(0) if event["relation"] == "ge" and at > 0 else None
    holds = {"ge": point >= at, "le": point <= at, "eq": point == at}.get(event["relation"])
    return None if holds is None else mass if holds else Fraction(0)


def told(vector: Vector, evidence: Mapping[str, Any]) -> list[str]:
    """Return the guesses in words; that no known bug explains the counts, where the vector knows
    enough to say so.
    """
    found = ranked(vector, evidence)
    if kept := [h.words for h in found if h.compared][:SHOWN]:
        return kept
    if found:
        return []
    known = any("p" in bug for bug in vector.expect.get("power", ()))
    return [NOTHING] if known else []


def _around(low: Fraction, high: Fraction, slack: Fraction) -> Range:
    return max(low - slack - low * ROUNDED, Fraction(0)), min(
        high + slack + high * ROUNDED, Fraction(1)
    )


def _fits(n: int, counts: list[tuple[int, int]], chances: Sequence[Range | None]) -> bool:
    """Tell whether no event has a p-value below LIMIT."""
    return _least_p(n, counts, chances) > LIMIT


def _least_p(n: int, counts: list[tuple[int, int]], chances: Sequence[Range | None]) -> Fraction:
    """Return the least p-value of an event, by Bonferroni's inequality."""
    found = (
        len(counts) * binomial_p(n, fewest, most, *given)
        for (fewest, most), given in zip(counts, chances, strict=True)
        if given is not None
    )
    return min(found, default=Fraction(1))


def _score(n: int, counts: list[tuple[int, int]], chances: list[Range | None]) -> float:
    """Return the log-likelihood at the best point of the ranges; what is not known costs nothing
    and earns nothing.
    """
    total = 0.0
    for (fewest, most), given in zip(counts, chances, strict=True):
        if given is not None:
            share = Fraction(fewest + most, 2 * n)
            total += _log_likelihood(n, float(share), float(min(max(share, given[0]), given[1])))
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
    points = [i for i, e in enumerate(events) if e["relation"] == "le" and e["on"] == "x"]
    distances = [
        i
        for i, e in enumerate(events)
        if e["on"] in ("abs", "abs_x", "abs_y") and e["relation"] == "ge"
    ]
    # the points cut the line into cells, which say most; distances are nested too
    at = sorted(points, key=lambda i: shares[i]) or sorted(distances, key=lambda i: -shares[i])
    if not at:
        return None
    rising = bool(points)

    def likelihood(log_factor: float) -> float:
        try:
            law = _scaled(vector, _rational(math.exp(log_factor)))
            given = list(_chances(law, vector, [events[i] for i in at]))
        except InvalidInput:  # at such a scale there is no such law
            return -math.inf
        ends = [float(sum(r)) / 2 for r in given if r is not None]
        seen = [shares[i] for i in at]
        return _of_cells(n, seen, ends) if rising else _of_cells(n, seen[::-1], ends[::-1])

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
    width = _width(likelihood, best)
    factor = _simple(math.exp(best), width)
    if factor == 1:
        return None
    try:
        full = _of_law(_scaled(vector, factor), vector, events, null)
    except InvalidInput:
        return None
    if not _fits(n, counts, full):
        return None
    ends = math.exp(best - width), math.exp(best + width)
    return Hypothesis(_told(vector, factor, ends), _score(n, counts, full) - math.log(n) / 2)


def _of_cells(n: int, seen: list[float], under: list[float]) -> float:
    """Return the log-likelihood of shares up to rising ends, as cells that a draw lies in one of."""
    total = 0.0
    for share, p in zip(pairwise([0.0, *seen, 1.0]), pairwise([0.0, *under, 1.0]), strict=True):
        part, chance = share[1] - share[0], max(p[1] - p[0], 1e-15)
        total += n * part * math.log(chance) if part > 0 else 0.0
    return total


def _width(likelihood: Callable[[float], float], best: float) -> float:
    """Return how far from the best the logarithm of a factor is DEVIATIONS standard deviations off,
    by what the likelihood falls.
    """
    top, low, high = likelihood(best), 1e-6, 1.0
    for _ in range(40):
        middle = math.sqrt(low * high)
        fallen = top - min(likelihood(best - middle), likelihood(best + middle))
        low, high = (middle, high) if fallen < DEVIATIONS**2 / 2 else (low, middle)
    return high


def _scaled(vector: Vector, factor: Fraction) -> Any:
    """Return the law of a vector at this factor of its scale; InvalidInput where there is none."""
    params = dict(vector.params)
    if "sigma_squared" in params:
        params["sigma_squared"] = str(Fraction(params["sigma_squared"]) * factor**2)
    else:
        params["epsilon"] = str(Fraction(params["epsilon"]) / factor)
    return LAWS[vector.object](**parse(params))


def _of_law(
    law: Any, vector: Vector, events: list[dict[str, Any]], null: list[Range]
) -> list[Range | None]:
    """Return the ranges of the events under another law of the same kind."""
    return [
        own if p is None else _around(*p, (own[1] - own[0]) / 2)
        for p, own in zip(_chances(law, vector, events), null, strict=True)
    ]


def _chances(law: Any, vector: Vector, events: list[dict[str, Any]]) -> Iterator[Range | None]:
    """Yield the probability of each event under another law of the same kind; None where it is that
    under the right one.
    """
    from ...suite.plans.laws.sampler_bugs import above, even

    line, center = not LAWS[vector.object].plane, Fraction(vector.input.get("center", "0"))
    for event in events:
        on, relation, at = event["on"], event["relation"], Fraction(event["at"])
        if on in ("abs", "abs_x", "abs_y") and relation == "ge":
            yield _range(law.tail(_of(vector, at)))
        elif line and on == "x" and relation == "le":
            yield _range(law.cdf(_of(vector, _floor(vector, at - center))))
        elif line and on == "x" and relation == "eq":
            yield _range(law.pmf(_of(vector, at - center)))
        # no further out than the first step
        elif line and on == "x" and relation == "ge" and at >= center:
            yield _range(above(law))
        elif line and on == "x" and relation == "multiple" and law.lattice is not None:
            yield _range(even(law))
        elif (
            law.lattice is None and event["flag"] in ("SignBias", "RoundedContinuous")
        ) or relation == "off":
            yield None
        else:
            yield Fraction(0), Fraction(1)


def _floor(vector: Vector, x: Fraction) -> Fraction:
    """Return the largest point of a law's lattice that is at most x; x for a continuous law."""
    if (step := law_of(vector).lattice) is None:
        return x
    return math.floor(x / step) * step


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


def _told(vector: Vector, factor: Fraction, ends: tuple[float, float]) -> str:
    """Return the guess of a scale in words, with the parameter that it would be right for, each
    with the interval that the counts leave.
    """
    low, high = ends
    if "sigma_squared" in vector.params:
        given = Fraction(vector.params["sigma_squared"])
        within = _interval(float(given) * low**2, float(given) * high**2)
        times = _simple(math.sqrt(low * high) ** 2, high / low - 1)
        told = f", {times} times what was asked for" if _is_simple(times) else ""
        return f"looks like sigma^2 in {within}{told}"
    epsilon, d = Fraction(vector.params["epsilon"]), Fraction(vector.params.get("sensitivity", "1"))
    scale = d / epsilon
    within = _interval(float(scale) * low, float(scale) * high)
    if _is_simple(factor):
        point = f"{scale * factor}, which is epsilon {epsilon / factor}"
        return f"looks like scale {point} (scale {within})"
    other = _interval(float(epsilon) / high, float(epsilon) / low)
    return f"looks like scale in {within}, which is epsilon in {other}"


def _is_simple(factor: Fraction) -> bool:
    """Tell whether a factor is one that somebody may have forgotten or counted twice."""
    return max(factor.numerator, factor.denominator) <= MOST_SIMPLE


def _interval(low: float, high: float) -> str:
    """Return two ends with so many digits that they differ."""
    for digits in range(2, 12):
        one, two = (float(f"{x:.{digits}g}") for x in (low, high))
        if one < (low + high) / 2 < two:
            return f"{one:.12g} to {two:.12g}"
    return f"{low} to {high}"
