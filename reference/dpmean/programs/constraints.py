"""Linear constraints on unknowns: what a path of a program has been told, one comparison after the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.intervals import EVERYTHING, Bounds
from ..exact.enclosure import compare
from ..exact.reals import Number
from .unknowns import Unknown

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Constraint:
    """The constraint sum a u + constant < 0 (sign -1), = 0 (sign 0), or, where `weak`, <= 0, over
    the pairs (u, a) of terms.
    """

    terms: tuple[tuple[Unknown, Fraction], ...]
    constant: Number
    sign: int = -1
    weak: bool = False

    @property
    def holds(self) -> bool:
        """Returns whether the constraint holds, if it has no unknowns left."""
        order = compare(self.constant, _ZERO)
        return order == self.sign or (self.weak and order == 0)

    def at(self, unknown: Unknown, outcome: Fraction) -> Constraint:
        """Returns the constraint with one unknown replaced by its outcome."""
        rest = tuple((u, a) for u, a in self.terms if u is not unknown)
        found = next((a for u, a in self.terms if u is unknown), _ZERO)
        return (
            Constraint(rest, self.constant + found * outcome, self.sign, self.weak)
            if found
            else self
        )


def constraint(form: Any, against: Number, sign: int, weak: bool = False) -> Constraint:
    """Returns the constraint that form - against has the sign (or is 0, where `weak`).

    For a positive sign both sides are multiplied by -1.
    """
    terms, constant = getattr(form, "terms", {}), getattr(form, "constant", form) - against
    if sign > 0:
        return Constraint(tuple((u, -a) for u, a in terms.items()), -constant, -1, weak)
    return Constraint(tuple(terms.items()), constant, sign, weak)


def bounds(constraints: Sequence[Constraint]) -> Bounds:
    """Returns the interval in which some constraints hold, all of which are on the same one
    unknown.
    """
    found = EVERYTHING
    for c in constraints:
        ((_, a),) = c.terms
        end, closed = -c.constant / a, c.weak or c.sign == 0
        if a > 0 or c.sign == 0:
            found = found.below(end, closed)
        if a < 0 or c.sign == 0:
            found = found.above(end, closed)
    return found


def components(constraints: Sequence[Constraint]) -> list[list[Constraint]]:
    """Returns the constraints in groups that share no unknown, and so are independent."""
    groups: list[tuple[set[Unknown], list[Constraint]]] = []
    for c in constraints:
        mine, own = {u for u, _ in c.terms}, [c]
        rest = []
        for names, members in groups:
            if names & mine:
                mine |= names
                own = members + own
            else:
                rest.append((names, members))
        groups = [*rest, (mine, own)]
    return [members for _, members in groups]
