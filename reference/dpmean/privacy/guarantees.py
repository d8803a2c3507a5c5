"""What a mechanism promises: measure x neighbouring relation x unit x scope, as plain data.

A privacy loss is kept as p * epsilon + q with rational p and q, so that "exactly epsilon" is a fact
and not a ball.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from ..exact.numbers import spell
from ..exact.reals import Number
from .neighbors import Neighbors

TRIFLE = Fraction(999_999, 1_000_000)
MOST_LEVELS = 12  # more distinct epsilons than this are counted, not listed


class Scope(Enum):
    """The trust model: who must be trusted."""

    CENTRAL = "central"
    LOCAL = "local"
    SHUFFLE = "shuffle"


@dataclass(frozen=True)
class PureDP:
    """Pure DP: P[A(D) in S] <= e^epsilon P[A(D') in S] for all events S and all neighbours D,
    D'.
    """

    epsilon: Number

    def __str__(self) -> str:
        return f"pure DP, epsilon = {_show(self.epsilon)}"


@dataclass(frozen=True)
class ApproximateDP:
    """Approximate DP: P[A(D) in S] <= e^epsilon P[A(D') in S] + delta."""

    epsilon: Number
    delta: Number

    def __str__(self) -> str:
        return f"approximate DP, epsilon = {_show(self.epsilon)}, delta = {_show(self.delta)}"


@dataclass(frozen=True)
class ZeroConcentratedDP:
    """Zero-concentrated DP: the Renyi divergence of order a is at most rho * a, for every a > 1."""

    rho: Number

    def __str__(self) -> str:
        return f"zero-concentrated DP, rho = {_show(self.rho)}"


@dataclass(frozen=True)
class PerUserDP:
    """Pure DP with one epsilon per user: None is a public user (infinity), 0 a user whose data is
    not used.

    `epsilons` is what each user asked for. `granted`, where given, is what she gets: never more,
    and where it is less that privacy is free.
    """

    epsilons: tuple[Number | None, ...] = field(default=())
    granted: tuple[Number | None, ...] = field(default=())

    @property
    def free(self) -> int:
        """Returns the number of users who get more privacy than they asked for.

        A millionth of their epsilon does not count, because rounded weights give everybody a
        trifle.
        """
        pairs = zip(self.epsilons, self.granted or self.epsilons, strict=True)
        return sum(
            g is not None and (a is None or (isinstance(g, Fraction) and not _trifle(a, g)))
            for a, g in pairs
        )

    def __str__(self) -> str:
        pairs = Counter(
            (a, a if _trifle(a, g) else g)
            for a, g in zip(self.epsilons, self.granted or self.epsilons, strict=True)
        )
        if len(pairs) <= MOST_LEVELS:
            return "per-user pure DP: " + "; ".join(
                _level(count, *pair) for pair, count in pairs.items()
            )
        given = [g for g in self.granted or self.epsilons if g is not None]
        exposed = len(self.epsilons) - len(given)
        exact = [g for g in given if isinstance(g, Fraction)]
        most = (
            f"nobody is protected with more than {_show(max(exact))}"
            if len(exact) == len(given)
            else ""
        )
        parts = [
            f"{len(self.epsilons)} users with {len(set(self.epsilons))} levels of epsilon, each "
            "protected with hers or a smaller one",
            f"{self.free} of them are protected more strongly than they asked, for free"
            if self.free
            else "",
            f"{exposed} public records are not protected" if exposed else most,
        ]
        return "per-user pure DP: " + "; ".join(p for p in parts if p)


def _trifle(asked: Number | None, granted: Number | None) -> bool:
    """Returns whether the two epsilons differ by rounding only."""
    return (
        isinstance(asked, Fraction) and isinstance(granted, Fraction) and asked * TRIFLE <= granted
    )


def _level(count: int, asked: Number | None, granted: Number | None) -> str:
    users = "1 user" if count == 1 else f"{count} users"
    first, second = ("inf" if e is None else _show(e) for e in (asked, granted))
    if granted is None:
        note = " (public: not protected)"
    elif first == second:
        note = " (record not used)" if asked == 0 else ""
    else:
        note = f", protected with {second}" + (
            " (record not used)" if granted == 0 else " (stronger, for free)"
        )
    return f"{users} with epsilon = {first}{note}"


Measure = PureDP | ApproximateDP | ZeroConcentratedDP | PerUserDP


@dataclass(frozen=True)
class Guarantee:
    """A promise: `measure` for `neighbors`, where one record belongs to one `unit`, in `scope`."""

    measure: Measure
    neighbors: Neighbors
    unit: str = "record"
    scope: Scope = Scope.CENTRAL

    def __str__(self) -> str:
        return (
            f"{self.measure}; neighbors: {self.neighbors.value}; unit: {self.unit}; "
            f"{self.scope.value} model"
        )


def _show(x: Number) -> str:
    if isinstance(x, Fraction):
        return spell(x)
    from ..exact.digits import binary64

    return f"about {binary64(x)!r}"
