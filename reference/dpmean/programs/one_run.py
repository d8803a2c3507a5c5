"""One run of a program, from its start to its end."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.intervals import Bounds
from ..distributions.samplers.refine import Affine
from ..exact.reals import Number
from .constraints import Constraint
from .draws import pair
from .postprocess import Uncertain
from .program import Compare, Draw, Step
from .questions import LeftOut, Questions
from .regions import probability
from .unknowns import Form, Unknown, plain

_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class End:
    """The end of a run: its probability without the constraints, the constraints on unknowns, the
    outputs (None: no answer).

    `whole` is the probability with all constraints, where each of them is on one unknown; otherwise
    it is None.
    """

    chance: Number
    constraints: tuple[Constraint, ...]
    output: tuple[Any, ...] | None
    whole: Number | None


class Run(Questions):
    """One run of a program: first it repeats the decisions of its script, then it takes new
    ones.
    """

    def to_the_end(self) -> End:
        """Drives the program to its end and returns this end."""
        program, reply = self.runs.program(), None
        while True:
            try:
                request = program.send(reply)
            except StopIteration as end:
                return self._end(end.value)
            if isinstance(request, Step):
                reply = None
                if request.state is not None:
                    self._merge(request.state)
            elif isinstance(request, Compare):
                reply = self._compared(self.runs.compared(request))
            else:
                reply = self._answer(request)

    def _answer(self, draw: Draw) -> Any:
        changed = self.runs.change(draw)
        if isinstance(changed, str):
            return self.drawn[changed]
        reply = self._outcome(changed) if isinstance(changed, Draw) else changed
        self.drawn[draw.label] = reply
        return reply

    def _outcome(self, draw: Draw) -> Any:
        law = draw.law
        found, mixed = self.runs.answers(law)
        if mixed is not None:
            found = mixed[0]
            if self._told is None:
                self.runs.lose(self.chance * mixed[1])
        if found is None:
            of, unit = law.unknown()
            return Form(self, _ZERO, {Unknown(of, draw.label): unit})
        if len(found) == 1:
            return found[0][0]
        if (told := self._told) is None:
            alike = self.base is self.chance
            i, base = self._take(
                [((i, self.base * p), self.chance * p) for i, (_, p) in enumerate(found)]
                if not alike
                else [((i, q), q) for i, (_, p) in enumerate(found) for q in [self.base * p]]
            )
        else:
            i, base = self._go(told)
        self.base = base
        return found[i][0] if mixed is None else pair(self, draw.label, found[i][0])

    def _merge(self, state: Hashable) -> None:
        """Ends the run at a declared state: all runs that come to the same state go on as one.

        The rest of the program depends on the past through this state alone.
        """
        if (told := self._told) is not None:
            self.base = told[1]
            self._go(told)
            self.stale |= {*self.bounds, *self.known, *self.tied}
            for held in (self.masses, self.bounds, self.known, self.others, self.tied):
                held.clear()
            self.exact = True
            return
        level = sum(choice == "state" for choice, _ in self.done)
        found = self.runs.merged.setdefault((level, state), [list(self.done), []])
        found[1].append(self._whole())
        raise LeftOut

    def _whole(self) -> Number:
        """Returns the probability of the run with all constraints."""
        return (
            self.chance
            if self.exact
            else self._base() * probability((*self._singles(), *self._others()))
        )

    def _end(self, output: Any) -> End:
        constraints = (*self._singles(), *self._others())
        whole = self.chance if self.exact else None
        if output is None:
            return End(self._base(), constraints, None, whole)
        parts = output if isinstance(output, tuple) else (output,)
        return End(self._base(), constraints, tuple(self._output(plain(o)) for o in parts), whole)

    def _base(self) -> Number:
        """Returns the probability of what has been decided, including the integers that unknowns
        turned out to be.
        """
        found = self.base
        for u in self.known:
            found = found * self.masses.get(u, _ONE)
        return found

    def _singles(self) -> list[Constraint]:
        return [
            c for u, b in self.bounds.items() if u not in self.known for c in _constraints(u, b)
        ]

    def _others(self) -> tuple[Constraint, ...]:
        found = []
        for c in self.others:
            for u, _ in c.terms:
                if u in self.known:
                    c = c.at(u, self.known[u])
            found.append(c)
        return tuple(found)

    def _output(self, value: Any) -> Any:
        if isinstance(value, Form):
            value = self.reduced(value)
            if self.stale & {*value.terms}:
                raise ArithmeticError("the output depends on more than the state that was declared")
            return value if value.terms else value.constant
        if isinstance(value, Uncertain):
            value.numerator = self._plain(value.numerator)
            value.denominator = self._plain(value.denominator)
            return value
        return value if not isinstance(value, int) else Fraction(value)

    def _plain(self, form: Affine) -> Form:
        return self.reduced(Form(self, form.constant, form.terms))


def _constraints(u: Unknown, b: Bounds) -> list[Constraint]:
    one = ((u, _ONE),)
    found = [] if b.high is None else [Constraint(one, -b.high, -1, b.high_closed)]
    return found if b.low is None else [*found, Constraint(((u, -_ONE),), b.low, -1, b.low_closed)]
