"""The questions that a program asks of unknown outcomes, and how one run answers them.

A run first repeats the decisions of its script, then takes new ones.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from ..distributions.intervals import EVERYTHING, FAR, Bounds, beyond_all, mass
from ..distributions.law import Law
from ..errors import InvalidInput
from ..exact.enclosure import compare
from ..exact.reals import Number
from .constraints import Constraint, constraint
from .program import Compare, Draw, Program
from .sums import sum_of
from .unknowns import Form, Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_CELLS = 1 << 16
BRANCHING_DEVIATIONS = (
    8  # where outcomes of a discrete Gaussian draw are taken one by one: 1.3e-15 lies beyond
)


class LeftOut(BaseException):
    """Raised to end a run that is too unlikely, or that goes on as another; a BaseException, so
    that no program catches it.
    """


class Explorer(Protocol):
    """What a run needs of the collection of all runs (`paths.Runs`)."""

    program: Callable[[], Program]
    change: Callable[[Draw], Any]
    compared: Callable[[Compare], Compare]
    least: Fraction
    open: list[list[Any]]
    merged: dict[Any, list[Any]]

    def answers(self, law: Law) -> tuple[Any, Any]:
        """Returns (outcomes, cases) of a law; both are None for a law that becomes an unknown."""
        ...

    def lose(self, chance: Number) -> None:
        """Counts the probability of what is left out."""
        ...


class Questions:
    """The decisions of one run, what is known of its unknowns, and the probability of both."""

    def __init__(self, runs: Explorer, script: list[Any]) -> None:
        self.runs, self.script, self.done = runs, script, list[Any]()
        self.base: Number = _ONE  # the chance of all draws that have been decided
        # with the intervals in which unknowns lie; constraints on several at once are not counted
        self.chance: Number = _ONE
        self.known: dict[Unknown, Fraction] = {}
        self.bounds: dict[Unknown, Bounds] = {}
        self.masses: dict[Unknown, Number] = {}
        self.others: list[Constraint] = []
        self.tied: set[Unknown] = set()  # unknowns of which only a sum has been looked at
        self.exact = True  # whether `chance` counts all constraints
        self.stale: set[Unknown] = set()  # unknowns that no state mentions
        self.drawn: dict[str, Any] = {}
        self.unknowns: dict[str, Unknown] = {}

    def _compared(self, asked: Compare) -> int:
        if isinstance(asked.form, Form):
            return self.sign(asked.form, asked.against, asked.tie)
        return compare(asked.form, asked.against) or asked.tie

    def compared(self, form: Form, tie: int) -> int:
        """Returns the sign of a comparison with 0 that the program makes by an operator; bugs alter
        it like a `Compare`.
        """
        return self._compared(self.runs.compared(Compare(form, _ZERO, tie)))

    def _take(self, choices: list[tuple[Any, Number]]) -> Any:
        """Returns the first of some choices that is likely enough, and leaves the others for later
        runs.

        Each choice comes with the probability of the run that takes it.
        """
        likely = []
        for choice, chance in choices:
            if self.runs.least and compare(chance, self.runs.least) < 0:
                self.runs.lose(chance)
            else:
                likely.append((choice, chance))
        if not likely:
            raise LeftOut
        self.runs.open += [[*self.done, taken] for taken in likely[:0:-1]]
        return self._go(likely[0])

    def _go(self, taken: tuple[Any, Number]) -> Any:
        self.done.append(taken)
        self.chance = taken[1]
        return taken[0]

    @property
    def _told(self) -> tuple[Any, Number] | None:
        """Returns the next decision of the script, or None at its end."""
        return self.script[len(self.done)] if len(self.done) < len(self.script) else None

    def reduced(self, form: Form) -> Form:
        """Returns the form with all unknowns replaced whose outcomes have been decided."""
        if not any(u in self.known for u in form.terms):
            return form
        fixed = sum((a * self.known[u] for u, a in form.terms.items() if u in self.known), _ZERO)
        return Form(
            self,
            form.constant + fixed,
            {u: a for u, a in form.terms.items() if u not in self.known},
        )

    def sign(self, form: Form, against: Number = _ZERO, tie: int = 0) -> int:
        """Returns the sign of form - against; 0 counts as `tie`."""
        form = self.reduced(form)
        if not form.terms:
            return compare(form.constant, against) or tie
        if len(form.terms) > 1:
            return self._joint_sign(form, against, tie)
        ((u, a),) = form.terms.items()
        end = (against - form.constant) / a
        now = self.bounds.get(u, EVERYTHING)
        if (told := self._told) is not None:
            sign: int = self._go(told)
            self._narrow(u, _part(now, end, sign if a > 0 else -sign, sign == tie))
            return sign
        choices: list[tuple[Any, Number]] = []
        for s in (-1, 1) if tie else (-1, 0, 1):
            part = _part(now, end, s if a > 0 else -s, s == tie)
            if self.runs.least and beyond_all(u.law, part):
                self.runs.lose(FAR)
                continue
            weight = mass(u.law, part) if s or u.lattice else _ZERO
            if not isinstance(weight, Fraction) or weight:
                choices.append((s, self._chance_with(u, weight)))
        found: int = self._go(choices[0]) if len(choices) == 1 else self._take(choices)
        self._narrow(u, _part(now, end, found if a > 0 else -found, found == tie))
        return found

    def _chance_with(self, u: Unknown, weight: Number) -> Number:
        found = self.base
        for v, m in self.masses.items():
            if v is not u:
                found = found * m
        return found * weight

    def _narrow(self, u: Unknown, part: Bounds) -> None:
        self.exact = self.exact and u not in self.tied
        self.bounds[u] = part
        self.masses[u] = mass(u.law, part)

    def _joint_sign(self, form: Form, against: Number, tie: int) -> int:
        """Returns the sign of a form in several unknowns.

        Its probability comes from the law of the sum, if that is known; otherwise it is found at
        the end of the run.
        """
        if (told := self._told) is not None:
            sign: int = self._go(told)
            self._tie(form, against, sign, sign == tie)
            return sign
        lattice = all(u.lattice for u in form.terms)
        law = sum_of(form.terms) if lattice and not self._met(form) else None
        signs = (-1, 0, 1) if lattice and not tie else (-1, 1)
        chances: list[tuple[Any, Number]] = []
        for s in signs:
            weight: Number = _ONE
            if law is not None:
                end = against - form.constant
                weight = law.mass(
                    end if s >= 0 else None, end if s <= 0 else None, s in (0, tie), s in (0, tie)
                )
            if not isinstance(weight, Fraction) or weight:
                chances.append((s, self.chance * weight))
        found: int = self._take(chances)
        self._tie(form, against, found, found == tie)
        return found

    def _met(self, form: Form) -> bool:
        return any(u in self.bounds or u in self.tied for u in form.terms)

    def _tie(self, form: Form, against: Number, sign: int, weak: bool) -> None:
        self.exact = self.exact and all(u.lattice for u in form.terms) and not self._met(form)
        self.tied.update(form.terms)
        self.others.append(constraint(form, against, sign, weak))

    def whole(self, form: Form, kind: str) -> int:
        """Returns the integer to which a form is rounded: `kind` is round, floor or ceil, or exact
        for a form of integer value.
        """
        form = self.reduced(form)
        if not form.terms:
            return _rounded(form.constant, kind)
        if any(not u.lattice for u in form.terms):
            raise InvalidInput(
                "unsupported_combination", "a continuous noise is used as an integer"
            )
        while len(form.terms) > 1 or kind == "exact":
            u = next(iter(form.terms))
            self.known[u] = Fraction(self._one_of(u, lambda k: k))
            form = self.reduced(form)
            if not form.terms:
                return _rounded(form.constant, kind)
        ((u, a),) = form.terms.items()
        return self._one_of(u, lambda k: _rounded(form.constant + a * k, kind))

    def _one_of(self, u: Unknown, function: Callable[[int], int]) -> int:
        """Returns one value of a monotone function of an unknown integer, as this run decides
        it.
        """
        now = self.bounds.get(u, EVERYTHING)
        low, high = now.integers()
        least, most = (
            u.law.reach(BRANCHING_DEVIATIONS) if low is None or high is None else (low, high)
        )
        first, last = (
            max(least, least if low is None else low),
            min(most, most if high is None else high),
        )
        if (told := self._told) is not None:
            value, start, stop = self._go(told)
        else:
            if last - first > MOST_CELLS:
                raise InvalidInput(
                    "out_of_range",
                    "a noise is used as an integer, and it is so wide that its outcomes are "
                    "too many",
                )
            cells: dict[int, tuple[int, int]] = {}
            for k in range(first, last + 1):
                v = function(k)
                cells[v] = (min(k, cells.get(v, (k, k))[0]), max(k, cells.get(v, (k, k))[1]))
            inside = mass(u.law, Bounds(Fraction(first), Fraction(last)))
            if low is None or high is None:
                self.runs.lose(self._chance_with(u, mass(u.law, now) - inside))
            choices = [
                ((v, a, b), self._chance_with(u, mass(u.law, Bounds(Fraction(a), Fraction(b)))))
                for v, (a, b) in cells.items()
            ]
            value, start, stop = self._take(choices)
        self._narrow(u, Bounds(Fraction(start), Fraction(stop)))
        return int(value)

    def wrapped(self, form: Form, modulus: int) -> Form:
        """Returns a sum that the analyst knows modulo q only, taken as if it had not been wrapped
        around.

        The probability that it lies outside (-q/2, q/2] is counted as lost.
        """
        known = self.reduced(form)
        if self._told is None and known.terms and (law := sum_of(known.terms)) is not None:
            half = Fraction(modulus, 2)
            inside = law.mass(-half - known.constant, half - known.constant, False, True)
            self.runs.lose(self.chance * (1 - inside))
        return form


def _part(now: Bounds, end: Number, sign: int, closed: bool) -> Bounds:
    """Returns the part of an interval below, at or above a point; `closed` says whether the point
    belongs to it.
    """
    if sign < 0:
        return now.below(end, closed)
    if sign > 0:
        return now.above(end, closed)
    return now.below(end, True).above(end, True)


def _rounded(x: Fraction, kind: str) -> int:
    return (
        round(x)
        if kind == "round"
        else x.__floor__()
        if kind == "floor"
        else x.__ceil__()
        if kind == "ceil"
        else int(x)
    )
