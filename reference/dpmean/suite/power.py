"""The power of a `stat` vector: the least probability with which a known bug fails it, for each
size of batch.

It is a lower bound. Both looks must reject, which are independent, and for a look it is enough that
one registered event rejects, the one that shows the bug best. It is certified for a second batch as
large as the first; where the runner makes it larger (`AGAIN`) it is more. Critical counts come from
a Chernoff guess that the exact tail confirms.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt
from typing import Any

from ..exact.digits import decimals
from ..exact.enclosure import binomial_tail, interval
from ..exact.reals import log
from .events import Bug, Event
from .pvalues import CHECK, looks

TIERS = (1 << 11, 1 << 14, 1 << 16, 1 << 18, 1 << 20)  # the sizes of a batch with a published power
SHOWN = 8  # digits of an event's probability under a bug
# of which the runner takes what the speed of an implementation allows
SIZES = (4, 32, 256, *TIERS, 1 << 22, 1 << 24)


def _root(x: Fraction) -> Fraction:
    """Return a square root, rounded up to a multiple of 2^-20."""
    return Fraction(isqrt(int(x * (1 << 40))) + 1, 1 << 20)


# the range of an event's probability under the right law, that under the bug, and whether the event
# is a point of the distribution function
Move = tuple[Fraction, Fraction, Fraction, Fraction, bool]
NO_MOVE = (Fraction(0), Fraction(1), Fraction(0), Fraction(1), False)


class Tests:
    """The tests of one vector: two-sided binomial tests of its events, and the points of the
    distribution function.
    """

    def __init__(self, events: list[Event], points: list[Event], law: Any) -> None:
        """Enclose the probability of every event and point under the right law, once."""
        self._null = [(e, *e.range(law), False) for e in events] + [
            (e, *e.range(law), True) for e in points
        ]
        self._parts = len(events) * (2 if points else 1)
        self._points = 2 * len(points)  # half of the budget is for events, half for points

    def power(self, bug: Bug) -> dict[str, Any]:
        """Return the entry of a vector file for a bug: its name, its flag, the power for each size,
        and `p`.

        The power is a lower bound, at the full share of the false-alarm budget. `p` is the
        probability of each event under the bug, in the order of the events; of the one `event`
        where the bug says nothing of the others.
        """
        moves: list[Move] = []
        chances = []
        for event, low, high, is_cdf in self._null:
            if (bug.event or bug.law is None) and event.name != bug.event:
                continue
            chance = event.chance(bug.law) if bug.law is not None else bug.chance((low + high) / 2)
            a, b = (Fraction(end) for end in decimals(chance, 25))
            if not is_cdf:
                chances.append(decimals((a + b) / 2, SHOWN)[0])
            a, b = max(a - event.slack, Fraction(0)), min(b + event.slack, Fraction(1))
            if max(a - high, low - b) > 0:  # an event whose probability the bug surely changes
                moves.append((low, high, a, b, is_cdf))
        found = {str(n): self._best_of(n, moves) for n in TIERS}
        alone = {"event": bug.event} if bug.event else {}
        return {
            "bug": bug.name,
            "flag": bug.flag,
            "at_least": {n: _floor(p) for n, p in found.items()},
            "p": chances,
            **alone,
        }

    def _best_of(self, n: int, moves: list[Move]) -> Fraction:
        """Return the power of the event that shows a bug best."""
        best = _best(n, moves)
        return both_looks(n, best, self._points if best[-1] else self._parts)


def both_looks(n: int, move: Move, parts: int) -> Fraction:
    """Return a lower bound of the probability that both looks reject, one being the event's test
    alone, which has one part of `parts` of the budget.

    A move has the range of the event's probability under the right law and that under the bug. For
    a bug that makes the event rarer, its complement is counted.
    """
    low, high, a, b, _ = move
    if a <= high:
        low, high, a, b = 1 - high, 1 - low, 1 - b, 1 - a
    power = Fraction(1)
    # the stricter first: where it never rejects, the other does not matter
    # the stricter first: where it never rejects, the other does not matter
    for limit in looks(CHECK)[::-1]:
        count = _count(n, high, limit / parts)
        power *= _sure(n, n - count + 1, 1 - a)
        if power < Fraction(1, 10**5):
            return Fraction(0)
    return power


def tolerant_power(
    expect: Mapping[str, Any], bug: Mapping[str, Any], n: int, tolerance: Fraction
) -> Fraction:
    """Return a lower bound of the power against a known bug of a vector where draws may be off by a
    declared distance in total variation: every event may have so much more or less.
    """
    events = expect["events"]
    parts = len(events) * (2 if expect.get("cdf") else 1)
    chosen = [e for e in events if e["name"] == bug["event"]] if "event" in bug else events
    if len(chosen) != len(bug.get("p", ())):
        return Fraction(0)
    rounded, moves = Fraction(1, 10 ** (SHOWN - 1)), []
    for event, chance in zip(chosen, map(Fraction, bug["p"]), strict=True):
        low, high = (Fraction(event["p"][end]) for end in ("lo", "hi"))
        off = chance * rounded + (high - low) / 2  # rounding, and the slack of the event's range
        low, high = max(low - tolerance, Fraction(0)), min(high + tolerance, Fraction(1))
        a, b = max(chance - off, Fraction(0)), min(chance + off, Fraction(1))
        if max(a - high, low - b) > 0:
            moves.append((low, high, a, b, False))
    return both_looks(n, _best(n, moves), parts) if moves else Fraction(0)


def _best(n: int, moves: list[Move]) -> Move:
    """Return the event whose expected count a bug moves most, measured in standard deviations."""

    def deviations(move: Move) -> Fraction:
        low, high, a, b, _ = move
        return max(a - high, low - b) / (_root(high * (1 - low) / n) + Fraction(4, n))

    return max(moves, key=deviations, default=NO_MOVE)


def _sure(n: int, k: int, p: Fraction) -> Fraction:
    """Return P(X < k) for X binomial(n, p), rounded down to a multiple of 2^-32.

    Tails can be as small as 10^-70000.
    """
    return 1 - Fraction(ceil(binomial_tail(n, k, p) * (1 << 32)), 1 << 32)


@lru_cache(maxsize=1024)
def _count(n: int, high: Fraction, limit: Fraction) -> int:
    """Return a count from which on the two-sided p-value is at most the limit; n + 1 when there is
    none.
    """
    nats = interval(log(2 / limit)).upper
    step = _root(2 * n * high * (1 - high) * nats)
    count = min(int(n * high + step + nats * (1 - high) / 3) + 1, n)
    while count <= n and 2 * binomial_tail(n, count, high) > limit:
        count += int(step / 20) + 1
    return count


def _floor(p: Fraction) -> str:
    """Return a probability rounded down to four digits after the point."""
    scaled = int(p * 10000)
    return "1" if scaled >= 10000 else f"0.{scaled:04d}"
