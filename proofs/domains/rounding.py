"""Numbers whose operations are rounded by errors that a step names: the standard model, for code
that runs on columns.

`Tape((e1, None, Result(q), ...))` lists the errors of the operations in their order: None for one
that is known to be exact, and `Result(q)` for one whose rounded result is taken as q, so that its
error is what q differs by. After the run, `within(u)` tells whether every error is at most u times
the size of what was rounded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any


class Result:
    """The rounded result of an operation."""

    def __init__(self, value: Any) -> None:
        """`value` is an exact number."""
        self.value = value


class Tape:
    """The errors of the operations of one run, in order."""

    def __init__(self, errors: tuple[Any, ...]) -> None:
        """Each error is a real term, an exact number, None for an exact operation, or a result."""
        self._errors = iter(errors)
        self._rounded: list[tuple[Any, Any]] = []

    def rounded(self, exact: Any) -> Rounded:
        """Return the result of the next operation."""
        error = next(self._errors)
        if error is None:
            return Rounded(exact, self)
        if isinstance(error, Result):
            self._rounded.append((exact, error.value - exact))
            return Rounded(error.value, self)
        self._rounded.append((exact, error))
        return Rounded(exact + error, self)

    def within(self, u: Fraction) -> bool:
        """Tell whether all errors were used, and each is at most u |exact result|."""
        if next(self._errors, self) is not self:
            raise ValueError("the run has fewer operations than the tape")
        return all(abs(error) <= abs(exact) * u for exact, error in self._rounded)


class Rounded:
    """A number of a run with a tape."""

    def __init__(self, value: Any, tape: Tape) -> None:
        """`value` is a real term or an exact number."""
        self.value, self.tape = value, tape

    def __add__(self, other: Rounded) -> Rounded:
        return self.tape.rounded(self.value + other.value)

    def __sub__(self, other: Rounded) -> Rounded:
        return self.tape.rounded(self.value - other.value)

    def __mul__(self, other: Rounded) -> Rounded:
        return self.tape.rounded(self.value * other.value)

    def __truediv__(self, other: Rounded) -> Rounded:
        if other.value != 1:
            raise ValueError("a step divides by a number that it takes as the unit")
        return self.tape.rounded(self.value)

    def __bool__(self) -> bool:
        if not isinstance(self.value, Fraction):
            raise TypeError("only a constant is compared with 0")
        return self.value != 0
