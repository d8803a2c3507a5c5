"""What a draw is answered with in columns: affine forms in columns of numbers, and the conditions made of them.

A form is arithmetic as everywhere (`unknowns.Form`). What is beyond it (a product of two forms, a rounding) makes a
further column of integers; a comparison makes a `Condition`, which splits the group of rows when the program asks for
its truth, and selects row by row in `postprocess.choose`.
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
        """Returns the form of a function of arrays of integers, which keeps their size or makes it smaller."""
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
    """One column of numbers, one for each row of a group: exact (`whole`), or a column of certified doubles (`balls`).

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

    def _compared(self, other: Any, tie: int) -> Signs:
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

    def truncated(self, x: Sequence[Any], squared: Any, steps: int) -> list[Any]:
        """Returns a record clipped in every row: see `table.truncated`."""
        return self.group.truncated(x, squared, steps)


Rational.register(Column)


class Signs:
    """The signs of a form minus a number, row by row, looked at when somebody asks."""

    def __init__(self, group: Group, request: Compare) -> None:
        """`request` has the form, the number and what 0 counts as."""
        self.group, self.request = group, request
        self.found: NDArray[np.int8] | None = None

    def column(self) -> NDArray[np.int8]:
        """Returns the signs of the rows of the group, from which undecided rows have been taken."""
        if self.found is None:
            self.found = self.group.signs(self.request)
            self.group.live.append(self)
        return self.found

    def narrow(self, rows: Any) -> None:
        """Keeps the signs of the rows that are given by their indices or by a mask."""
        if self.found is not None:
            self.found = self.found[rows]

    def _where(self, zero: object, *wanted: int) -> Condition:
        if zero != 0:
            raise TypeError("signs are compared with 0")
        return Condition(self, wanted)

    def __lt__(self, zero: int) -> Condition:
        return self._where(zero, -1)

    def __le__(self, zero: int) -> Condition:
        return self._where(zero, -1, 0)

    def __gt__(self, zero: int) -> Condition:
        return self._where(zero, 1)

    def __ge__(self, zero: int) -> Condition:
        return self._where(zero, 0, 1)

    def __eq__(self, zero: object) -> Any:
        return self._where(zero, 0)

    def __ne__(self, zero: object) -> Any:
        return self._where(zero, -1, 1)

    __hash__ = None  # type: ignore[assignment]


class Condition:
    """The condition that a sign is among the wanted ones; used as a truth value, it splits a group where rows differ.
    """

    def __init__(self, signs: Signs, wanted: tuple[int, ...]) -> None:
        """`wanted` are the signs that make the condition true."""
        self.signs, self.wanted = signs, wanted

    def column(self) -> NDArray[np.bool_]:
        """Returns the truth of each row."""
        found = self.signs.column()
        if len(self.wanted) == 1:
            return np.asarray(found == self.wanted[0])
        (other,) = {-1, 0, 1} - {*self.wanted}
        return np.asarray(found != other)

    def __bool__(self) -> bool:
        return bool(self.signs.group.decide(self.column))

    def some(self) -> bool:
        """Returns whether a loop with this condition goes on, which it does while it holds in a row."""
        return self.signs.group.some(self.column)

    def chosen(self, then: Any, otherwise: Any) -> Any:
        """Returns `then` in the rows where it is true, and `otherwise` in the others."""
        return self.signs.group.chosen(self.column, then, otherwise)
