"""The support check: do the released doubles themselves contradict the claimed (epsilon, delta)?

Floating-point noise may be distributed well and still tell neighbours apart by the *set* of doubles it can produce. On
one half of the draws from two neighbouring inputs an event is chosen: a grid to which the outputs belong or not, or
trailing zero bits within one binade. On the other half, exact confidence bounds for its two probabilities are compared:
only P > e^epsilon Q + delta beyond both bounds is an alarm, wrong with probability at most the given error.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from ..enclosure import interval
from ..reals import exp
from .statistics import clopper_pearson


@dataclass(frozen=True)
class Leak:
    """What the check concluded: an alarm or not, the event, and the two observed shares with the claimed factor."""

    alarm: bool
    event: str
    share: float
    neighbor_share: float
    factor: float


Feature = tuple[int, int, int]  # (lowest set bit's exponent, binade, sign)


def feature(x: float) -> Feature:
    """The exponent of the lowest set bit of x (2000 for 0), its binade, and its sign."""
    if x == 0 or not math.isfinite(x):
        return 2000, -2000, 0
    numerator, denominator = abs(x).as_integer_ratio()
    low = (numerator & -numerator).bit_length() - 1 if denominator == 1 else 1 - denominator.bit_length()
    return low, math.frexp(x)[1] - 1, 1 if x > 0 else -1


@dataclass(frozen=True)
class Event:
    """x is (or is not) a multiple of 2^grid, in one binade or anywhere."""

    grid: int
    inside: bool
    binade: int | None

    def holds(self, f: Feature) -> bool:
        """Whether an output with this feature is in the event."""
        if self.binade is not None and f[1] != self.binade:
            return False
        return (f[0] >= self.grid) is self.inside

    def __str__(self) -> str:
        where = "" if self.binade is None else f" and 2^{self.binade} <= |x| < 2^{self.binade + 1}"
        return f"x is {'' if self.inside else 'not '}a multiple of 2^{self.grid}{where}"


def _candidates(features: Counter[Feature]) -> list[Event]:
    grids = sorted({f[0] for f in features if f[0] < 2000})
    binades = [b for b, _ in Counter({f[1]: 0 for f in features}).most_common()]
    chosen = grids[:: max(1, len(grids) // 40)] + [g + 1 for g in grids[-3:]]
    events = [Event(g, inside, None) for g in chosen for inside in (True, False)]
    for binade in sorted(binades)[-12:]:
        events += [Event(binade - 52 + t, inside, binade) for t in (1, 2, 3, 4, 6, 8) for inside in (True, False)]
    return events


def _share(event: Event, features: Counter[Feature]) -> int:
    return sum(n for f, n in features.items() if event.holds(f))


def check(samples: list[float], neighbor: list[float], epsilon: Fraction, delta: Fraction, error: Fraction) -> Leak:
    """Choose on the first halves, decide on the second; `error` bounds the probability of a false alarm."""
    factor = interval(exp(epsilon)).upper
    halves = [[Counter(map(feature, part)) for part in (xs[: len(xs) // 2], xs[len(xs) // 2 :])] for xs in (samples, neighbor)]
    n = [[sum(c.values()) for c in pair] for pair in halves]
    best: tuple[float, Event, int] | None = None
    for a in (0, 1):  # both directions
        for event in _candidates(halves[a][0] + halves[1 - a][0]):
            p, q = _share(event, halves[a][0]) / n[a][0], _share(event, halves[1 - a][0]) / n[1 - a][0]
            spread = 6 * math.sqrt(max(p, 1 / n[a][0]) / n[a][0]) + 6 * float(factor) * math.sqrt(max(q, 1 / n[1 - a][0]) / n[1 - a][0])
            margin = p - float(factor) * q - float(delta) - spread
            if best is None or margin > best[0]:
                best = (margin, event, a)
    assert best is not None
    _, event, a = best
    count, other = _share(event, halves[a][1]), _share(event, halves[1 - a][1])
    low = clopper_pearson(n[a][1], count, error / 2, upper=False)
    high = clopper_pearson(n[1 - a][1], other, error / 2, upper=True)
    return Leak(low > factor * high + delta, str(event), count / n[a][1], other / n[1 - a][1], float(factor))
