"""What a `stat` vector registers: events with certified probabilities, points of the distribution
function, known bugs.

An event carries its probability as a function of the law, so that the same line gives the null
probability and that under a known bug (another law, or another probability of one event), from
which `power.py` computes the power.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..exact.digits import decimals
from ..exact.numbers import spell
from ..exact.reals import Number

# continuous outputs may be doubles or on a grid of 2^-40: an event moves by less than this
SLACK = Fraction(1, 10**10)
# means may be released on a grid of 2^-20: at most this much mass lies in one cell
MEAN_SLACK = Fraction(1, 10**4)
# the name of what a vector expects whose law is one of several: that of the least noise which is
# enough, with up to so many times its deviation
NOISE_UP_TO = "noise_up_to"


@dataclass(frozen=True)
class Event:
    """A registered event such as |x| >= 3: a relation between a statistic of a draw and a
    threshold.

    It names the bug at which it is aimed (`flag`) and gives its probability under a law (`chance`).
    Where several laws are right, from the given one to `other`, between which its probability moves
    one way, the event has the range between both.
    """

    name: str
    on: str
    relation: str
    at: Any  # a rational number, or a list of them where `on` is "all"
    flag: str
    chance: Callable[[Any], Number]
    slack: Fraction = Fraction(0)
    other: Any = None

    def range(self, law: Any) -> tuple[Fraction, Fraction]:
        """Return an enclosure of the event's probability under the law (and up to the other one),
        widened by the slack.
        """
        laws = (law,) if self.other is None else (law, self.other)
        ends = [Fraction(end) for each in laws for end in decimals(self.chance(each), 25)]
        lo, hi = min(ends), max(ends)
        return max(lo - self.slack, Fraction(0)), min(hi + self.slack, Fraction(1))

    def to_json(self, law: Any) -> dict[str, Any]:
        """Return the event as it stands in a vector file, with its probability under the law."""
        return {
            "name": self.name,
            "on": self.on,
            "relation": self.relation,
            "at": spell(self.at) if isinstance(self.at, Fraction) else [spell(v) for v in self.at],
            "p": _spelled(self.range(law)),
            "flag": self.flag,
        }


def _spelled(ends: tuple[Fraction, Fraction]) -> dict[str, str]:
    return {"lo": decimals(ends[0], 25)[0], "hi": decimals(ends[1], 25)[1]}


def below(x: Fraction, chance: Callable[[Any], Number], slack: Fraction = Fraction(0)) -> Event:
    """Return the event x <= threshold, by which one point of the distribution function is
    registered.
    """
    return Event(f"F({spell(x)})", "x", "le", x, "WrongScale", chance, slack)


def cdf_json(points: list[Event], law: Any) -> list[dict[str, Any]]:
    """Return the registered points of the distribution function as they stand in a vector file."""
    return [{"x": spell(e.at), "p": _spelled(e.range(law))} for e in points]


@dataclass(frozen=True)
class Bug:
    """A known bug: either the law that it makes of the right one, or the probability that it gives
    to one event.

    Where a law and an event are given, that event alone is looked at.
    """

    name: str
    flag: str
    law: Any = None
    event: str = ""
    chance: Callable[[Number], Number] = lambda p: p

    def of(self, law: Any) -> Bug:
        """Return the same bug with its law in another form."""
        return replace(self, law=law)
