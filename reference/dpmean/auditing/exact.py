"""Exact audits: laws of outputs compared over every pair of neighbours of a small domain.

What can be said exactly is said so: the hockey-stick divergence from P to Q at the claimed epsilon
is enclosed from both sides for every pair. A claim is refuted if one is certainly above its delta,
and holds on this domain if none is; where no more than NEGLIGIBLE is left open, by tails that were
cut or ends that were rounded, it says so. Of a claim of a curve (rho, Renyi, mu) only the levels
that were asked are known. It says nothing of other data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log
from typing import Any

from ..errors import InvalidInput
from ..exact import reals
from ..exact.enclosure import interval
from ..judging.draws.claims import Level
from ..privacy.neighbors import Neighbors, pairs
from .bounds import level_of
from .claims import Claimed
from .enumeration import FiniteLaw
from .pairs import Pair
from .status import Status

NEGLIGIBLE = Fraction(1, 1 << 40)


@dataclass(frozen=True)
class Divergence:
    """A divergence enclosed by lower and upper, and the event in which most of it lies."""

    lower: Fraction
    upper: Fraction
    event: str = ""


@dataclass(frozen=True)
class Judged:
    """What the laws say of one claim: the status, the worst pair and event, its divergence and the
    level it breaks.
    """

    claim: Claimed
    status: Status
    pair: Pair | None
    level: Level | None
    worst: Divergence
    looked: int


Laws = Mapping[tuple[Any, ...], Any]


def domain_pairs(domain: Sequence[Any], size: int, relation: Neighbors) -> list[Pair]:
    """Returns all ordered pairs of neighbours whose first has so many records of the domain."""
    found = []
    for one, other in pairs(domain, size, relation):
        user = next(
            (i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y),
            min(len(one), len(other)),
        )
        found.append(Pair(one, other, user))
    return found


def laws(
    law: Callable[[tuple[Any, ...]], Any],
    asked: Iterable[Pair],
    say: Callable[[int], None] = lambda _: None,
) -> Laws:
    """Returns the law for every data set of the pairs, each worked out once."""
    found: dict[tuple[Any, ...], Any] = {}
    for pair in asked:
        for records in (pair.one, pair.other):
            if records not in found:
                found[records] = law(records)
                say(len(found))
    return found


def divergence(one: Any, other: Any, level: Level) -> Divergence:
    """Returns the hockey-stick divergence from one law to another at a level's epsilon."""
    if isinstance(one, FiniteLaw):
        return _finite(one, other, level)
    found = one.hockey_stick(other, level.epsilon)
    return Divergence(found.lower, found.upper, found.how)


def _finite(one: FiniteLaw, other: FiniteLaw, level: Level) -> Divergence:
    growth = interval(reals.exp(level.epsilon), 160)
    low = high = Fraction(0)
    best, event = Fraction(0), ""
    for output, p in one.chances.items():
        q = other.chances.get(output, Fraction(0))
        low += max(Fraction(0), p - growth.upper * (q + other.lost))
        gain = max(Fraction(0), p - growth.lower * q)
        high += gain
        if gain > best:
            best, event = gain, f"output {_told(output)}: {p} and {q}"
    return Divergence(low, min(Fraction(1), high + one.lost), event)


def _told(output: Any) -> str:
    if isinstance(output, tuple) and len(output) == 2 and isinstance(output[1], tuple):
        word, numbers = output
        told = ", ".join("NaN" if x is None else f"{x:g}" for x in numbers)
        plain = word in ("number", "NaN") or not numbers or len(numbers) > 1
        return (told or str(word)) if plain else f"{word}: {told}"
    return str(output)


def judge(claim: Claimed, asked: Sequence[Pair], known: Laws) -> Judged:
    """Returns the status of a claim over the pairs, by the pair that exceeds it most."""
    worst: tuple[Fraction, Fraction, Pair | None, Level | None, Divergence] = (
        Fraction(-2),
        Fraction(-2),
        None,
        None,
        Divergence(Fraction(0), Fraction(0)),
    )
    most = Fraction(-2)
    for pair in asked:
        for level in claim.levels(pair.user):
            found = divergence(known[pair.one], known[pair.other], level)
            most = max(most, found.upper - level.delta)
            if (found.lower - level.delta, found.upper - level.delta) > worst[:2]:
                worst = (found.lower - level.delta, found.upper - level.delta, pair, level, found)
    if worst[2] is None:
        raise InvalidInput(
            "out_of_range", f"{claim.words}: no pair of neighbours to which it applies"
        )
    if worst[0] > 0:
        status = Status.REFUTED
    elif most > NEGLIGIBLE:
        status = Status.UNDECIDED
    elif any(len(claim.levels(pair.user)) > 1 for pair in asked):
        status = Status.WITHIN
    else:
        status = Status.HOLDS if most <= 0 else Status.ALMOST
    return Judged(claim, status, worst[2], worst[3], worst[4], len(asked))


def loss(asked: Sequence[Pair], known: Laws) -> tuple[float, Pair] | None:
    """Returns the greatest log P/Q of one output, over pairs of finite laws of which nothing was
    left out.
    """
    found: tuple[float, Pair] | None = None
    for pair in asked:
        one, other = known[pair.one], known[pair.other]
        if not isinstance(one, FiniteLaw) or one.lost or other.lost:
            return None
        worst = max(
            (
                log(p / other.chances[o]) if other.chances.get(o) else inf
                for o, p in one.chances.items()
            )
        )
        if found is None or worst > found[0]:
            found = (worst, pair)
    return found


def curve(
    epsilons: Sequence[Fraction], pair: Pair, known: Laws
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Returns for every epsilon the divergence of a pair in its worse direction, enclosed:
    (epsilon, lower, upper).
    """
    found = []
    for epsilon in epsilons:
        level = level_of(epsilon, Fraction(0))
        one, other = known[pair.one], known[pair.other]
        each = (divergence(one, other, level), divergence(other, one, level))
        found.append((epsilon, max(d.lower for d in each), max(d.upper for d in each)))
    return found
