"""What a draw is answered with in columns: affine forms in columns of numbers.

A form is arithmetic as everywhere (`unknowns.Form`). What is beyond it (a product of two forms, a
rounding) makes a further column of integers; a comparison makes a `conditions.Condition`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...distributions.samplers.refine import Affine, Variable, identity
from ...exact.doubles import Balls
from ...exact.reals import Number
from ..program import Compare
from ..unknowns import Form, plain
from .live import Live
from .values import Whole

_ZERO, _ONE = Fraction(0), Fraction(1)


class Group(Protocol):
    """What a form asks of the rows that it has a number in; see `group.Group`."""

    live: Live

    def compared(self, request: Compare) -> Any:
        """Returns the sign of a comparison, or the signs of the rows."""
        ...

    def signs(self, request: Compare) -> NDArray[np.int8]:
        """Returns the signs of all rows that stay."""
        ...

    def product(self, a: Any, b: Any) -> Any:
        """Returns the form of the products of two forms."""
        ...

    def floored(self, above: Any, below: Any) -> Any:
        """Returns the form of the floors of the quotients of two exact forms."""
        ...

    def rounded(self, form: Any, kind: str) -> Any:
        """Returns the form of the integers to which an exact form is rounded."""
        ...

    def one_of(self, form: Any) -> int:
        """Returns the integer that a form is: one for all rows that stay."""
        ...

    def among(self, form: Any, rising: Any) -> Any:
        """Returns the form of how many of some rising integers are at most each row's number."""
        ...

    def mapped(self, form: Any, function: Callable[[int], int]) -> Any:
        """Returns the form of a function of each row's integer."""
        ...

    def entrywise(self, function: Callable[..., Any], *numbers: Any) -> Any:
        """Returns the form of a function of arrays of integers, which keeps their size or makes it
        smaller.
        """
        ...

    def rooted(self, form: Any) -> Any:
        """Returns the form of the integer roots of each row's integer."""
        ...

    def table(self, rows: Sequence[Sequence[Any]], d: int) -> Any:
        """Returns the table of records of numbers of each row."""
        ...

    def truncated(self, x: Sequence[Any], squared: Any, steps: int) -> list[Any]:
        """Returns the forms of a clipped record of each row: see `table.truncated`."""
        ...

    def law_by_value(self, form: Any, make: Callable[[int], Any]) -> Any:
        """Returns the laws that a function makes of each row's integer."""
        ...

    def decide(self, column: Callable[[], NDArray[np.bool_]]) -> bool:
        """Returns the truth of a condition: one for all rows that stay."""
        ...

    def some(self, column: Callable[[], NDArray[np.bool_]]) -> bool:
        """Returns whether a loop goes on: whether its condition holds in a row."""
        ...

    def chosen(self, truth: Callable[[], NDArray[np.bool_]], then: Any, otherwise: Any) -> Any:
        """Returns the form that is one of two exact forms or numbers, row by row."""
        ...


class Reading(Variable):
    """One column of numbers, one for each row of a group: exact (`whole`), or a column of certified
    doubles (`balls`).

    The numbers are `scale` times what the column holds; for exact ones the scale is 1.
    """

    def __init__(self, held: Whole | Balls, scale: Number = _ONE) -> None:
        """`held` is narrowed together with the group."""
        super().__init__(identity)
        self.held, self.scale = held, scale

    @property
    def exact(self) -> bool:
        """Returns whether the numbers are known exactly."""
        return isinstance(self.held, Whole)

    def narrow(self, rows: Any) -> None:
        """Keeps the numbers of the rows that are given by their indices or by a mask."""
        self.held = self.held[rows]


class Column(Form):
    """An affine form in columns of numbers."""

    __slots__ = ()

    def __init__(self, run: Any, constant: Fraction, terms: dict[Any, Fraction]) -> None:
        """`run` is the group of rows; `terms` maps a `Reading` to its coefficient."""
        super().__init__(run, constant, terms)

    @property
    def group(self) -> Group:
        """The group of rows that the columns belong to."""
        found: Any = self.run
        return found

    def __add__(self, other: Any) -> Any:
        return super().__add__(plain(other))

    def __mul__(self, factor: Any) -> Any:
        factor = plain(factor)
        if isinstance(factor, Form):
            return self.group.product(self, factor)
        return super().__mul__(factor)

    __radd__, __rmul__ = __add__, __mul__

    def __floordiv__(self, divisor: Any) -> Any:
        divisor = plain(divisor)
        if isinstance(divisor, Form):
            return self.group.floored(self, divisor)
        return self.group.rounded(self * (_ONE / divisor), "floor")

    def __rfloordiv__(self, above: Any) -> Any:
        return self.group.floored(above, self)

    def __rshift__(self, digits: Any) -> Any:
        return self.group.entrywise(np.right_shift, self, digits)

    def __rrshift__(self, number: Any) -> Any:
        return self.group.entrywise(np.right_shift, number, self)

    def __and__(self, other: Any) -> Any:
        return self.group.entrywise(np.bitwise_and, self, other)

    __rand__ = __and__

    def bit_count(self) -> Any:
        """Returns how many binary digits 1 the size of each row's integer has."""
        return self.group.entrywise(np.bitwise_count, self)

    def __round__(self, digits: None = None) -> Any:
        return self.group.rounded(self, "round")

    def __floor__(self) -> Any:
        return self.group.rounded(self, "floor")

    def __ceil__(self) -> Any:
        return self.group.rounded(self, "ceil")

    def _compared(self, other: Any, tie: int) -> Any:
        return self.group.compared(Compare(self - other, _ZERO, tie))

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, 1) < 0

    def __le__(self, other: Any) -> Any:
        return self._compared(other, -1) <= 0

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, -1) > 0

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, 1) >= 0

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Affine | Fraction | int):
            return NotImplemented
        return self._compared(other, 0) == 0

    def __ne__(self, other: object) -> Any:
        return self._compared(other, 0) != 0

    def __bool__(self) -> bool:
        return bool(self != _ZERO)

    def __int__(self) -> int:
        return self.group.one_of(self)

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(int(self))

    def among(self, rising: Any) -> Any:
        """Returns how many of some rising integers are at most each row's number."""
        return self.group.among(self, rising)

    def mapped(self, function: Callable[[int], int]) -> Any:
        """Returns the function of each row's integer."""
        return self.group.mapped(self, function)

    def law_by_value(self, make: Callable[[int], Any]) -> Any:
        """Returns the laws that a function makes of each row's integer."""
        return self.group.law_by_value(self, make)

    def integer_root(self) -> Any:
        """Returns the greatest integer whose square is at most each row's integer."""
        return self.group.rooted(self)

    def table(self, rows: Sequence[Sequence[Any]], d: int) -> Any:
        """Returns the table of records of numbers of each row: see `table.rows_of_numbers`."""
        return self.group.table(rows, d)

    def truncated(self, x: Sequence[Any], squared: Any, steps: int) -> list[Any]:
        """Returns a record clipped in every row: see `table.truncated`."""
        return self.group.truncated(x, squared, steps)


Rational.register(Column)
