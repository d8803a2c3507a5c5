"""The arithmetic of a group of rows: the numbers of a form in every row, and the columns that are
made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, isqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...distributions.bulk.outcomes import Reals
from ...distributions.samplers.refine import Affine
from ...exact.doubles import Balls
from ...exact.reals import Number
from ..unknowns import plain
from .forms import Column, Reading
from .live import Live
from .roots import clipped
from .values import MOST, Whole, common, fitting, plus, quotients, rounded, sizes, times

_ZERO, _ONE = Fraction(0), Fraction(1)


class Unfit(Exception):
    """Raised for what columns cannot do: the exact interpreter takes the rows."""


class Constants(Protocol):
    """The place from which a group takes its constants."""

    def constant(self, value: Number, factor: Fraction, count: int) -> Balls:
        """Returns value * factor as certified doubles in `count` rows."""
        ...


class Arithmetic:
    """The numbers of some rows, as many as `size` says; `live` is all that is narrowed with the
    rows.
    """

    lot: Constants
    live: Live

    @property
    def size(self) -> int:
        """Returns the number of rows."""
        raise NotImplementedError  # pragma: no cover - a group has it

    def reading(self, part: Any) -> Reading:
        """Returns a new column of the group: of a part of an outcome, or of exact numbers."""
        if isinstance(part, Whole | Balls):
            made = Reading(part)
        elif isinstance(part, Reals):
            made = Reading(Balls(*part.box()), part.scale)
        else:
            made = Reading(Whole(part.values, part.unit))
        self.live.append(made)
        return made

    def whole(self, numbers: Any, unit: Fraction) -> Column:
        """Returns the form of a new column of exact numbers."""
        return Column(self, _ZERO, {self.reading(Whole(numbers, unit)): _ONE})

    def constant(self, value: Number, factor: Fraction = _ONE) -> Balls:
        """Returns value * factor as certified doubles."""
        return self.lot.constant(value, factor, self.size)

    def value(self, form: Any) -> Whole | Balls:
        """Returns the numbers of a form, exact where no continuous number occurs in it."""
        form = plain(form)
        if not isinstance(form, Affine):
            form = Column(self, Fraction(form), {})
        exact = [(u, c) for u, c in form.terms.items() if u.exact]
        inexact = [(u, c) for u, c in form.terms.items() if not u.exact]
        if not inexact:
            return self._exact(exact, form.constant)
        balls: Balls | None = None
        for u, c in inexact:
            term = u.held * self.constant(u.scale, c)
            balls = term if balls is None else balls + term
        assert balls is not None
        if exact:
            return balls + self._exact(exact, form.constant).balls()
        return balls + self.constant(_ONE, form.constant) if form.constant else balls

    def _exact(self, terms: list[tuple[Any, Fraction]], constant: Fraction) -> Whole:
        if constant.denominator == 1 and all(
            c.denominator == u.held.unit.denominator == 1 for u, c in terms
        ):
            return self._integral(
                [(u.held.numbers, u.held.unit.numerator * c.numerator) for u, c in terms],
                constant.numerator,
            )
        units = [u.held.unit * c for u, c in terms]
        unit = (
            common([*map(abs, units), *([abs(constant)] if constant or not terms else [])]) or _ONE
        )
        total = np.full(
            self.size, int(constant / unit), np.int64 if abs(constant / unit) < 1 << 62 else object
        )
        for u, c in terms:
            total = plus(total, u.held.times(c).in_units(unit))
        return Whole(total, unit)

    def _integral(self, terms: list[tuple[Any, int]], constant: int) -> Whole:
        """Returns the sums of integers, each times its factor, and a constant: the usual case,
        without fractions.
        """
        unit = gcd(constant, *(factor for _, factor in terms)) or 1
        constant //= unit
        total = np.full(self.size, constant, np.int64 if abs(constant) < 1 << 62 else object)
        for numbers, factor in terms:
            total = plus(total, times(numbers, factor // unit))
        return Whole(total, Fraction(unit))

    def exactly(self, form: Any) -> Whole:
        """Returns the numbers of a form, which must be exact."""
        found = self.value(form)
        if not isinstance(found, Whole):
            raise Unfit("a continuous number is used as an integer")
        return found

    def product(self, a: Any, b: Any) -> Any:
        """Returns the form of the products of two forms."""
        x, y = self.value(a), self.value(b)
        if isinstance(x, Whole) and isinstance(y, Whole):
            found = x.product(y)
            return self.whole(found.numbers, found.unit)
        held = (x.balls() if isinstance(x, Whole) else x) * (
            y.balls() if isinstance(y, Whole) else y
        )
        return Column(self, _ZERO, {self.reading(held): _ONE})

    def rounded(self, form: Any, kind: str) -> Any:
        """Returns the form of the integers to which an exact form is rounded."""
        found = self.exactly(form)
        return self.whole(fitting(rounded(found.numbers, found.unit, kind)), _ONE)

    def floored(self, above: Any, below: Any) -> Any:
        """Returns the form of the floors of the quotients of two exact forms; no denominator is
        0.
        """
        a, b = self.exactly(above), self.exactly(below)
        share = a.unit / b.unit
        found = quotients(times(a.numbers, share.numerator), times(b.numbers, share.denominator))
        return self.whole(fitting(found), _ONE)

    def integers(self, form: Any) -> Any:
        """Returns the rows' integers of an exact form, which is one in every row."""
        found = self.exactly(form)
        return (
            found.in_units(_ONE)
            if found.unit.denominator == 1
            else rounded(found.numbers, found.unit, "floor")
        )

    def among(self, form: Any, rising: Any) -> Any:
        """Returns the form of how many of some rising integers are at most each row's number."""
        small = not len(rising) or max(-int(rising[0]), int(rising[-1])) <= MOST
        held = np.array(rising, np.int64 if small else object)
        return self.whole(np.searchsorted(held, self.integers(form), side="right"), _ONE)

    def mapped(self, form: Any, function: Callable[[int], int]) -> Any:
        """Returns the form of a function of each row's integer."""
        values, places = np.unique(self.integers(form), return_inverse=True)
        found = [function(int(v)) for v in values]
        small = all(abs(k) <= MOST for k in found)
        return self.whole(np.array(found, np.int64 if small else object)[places], _ONE)

    def entrywise(self, function: Callable[..., Any], *numbers: Any) -> Any:
        """Returns the form of a function of arrays of integers, which keeps their size or makes it
        smaller.
        """
        found = function(*(self.integers(v) if isinstance(v, Affine) else v for v in numbers))
        if found.dtype == object:
            raise Unfit("integers beyond 64 bits")
        return self.whole(found.astype(np.int64, copy=False), _ONE)

    def rooted(self, form: Any) -> Any:
        """Returns the form of the integer roots of each row's integer, which is not negative."""
        return self.whole(
            fitting(np.array([isqrt(int(k)) for k in self.integers(form)], object)), _ONE
        )

    def truncated(self, x: Sequence[Any], squared: Any, steps: int) -> list[Any]:
        """Returns the forms of a clipped record of each row: see `table.truncated`."""
        columns = [
            self.integers(v) if isinstance(v, Affine) else np.full(self.size, int(v)) for v in x
        ]
        if any(c.dtype == object for c in columns):
            raise Unfit("integers beyond 64 bits")
        values, above, below = (
            np.stack(columns, axis=1),
            np.array([squared.numerator], object),
            squared.denominator,
        )
        if isinstance(squared, Affine):
            above, below = self.integers(squared), 1
        most = sizes(values.reshape(-1))
        if most * max(steps, len(x) * most) > MOST:
            raise Unfit("squares beyond 64 bits")
        found = clipped(values, (values * values).sum(axis=1), above, below, steps)
        return [self.whole(found[:, j], _ONE) for j in range(len(x))]

    def wrapped(self, form: Any, modulus: int) -> Any:
        """Returns the form of the integers in (-q/2, q/2] that equal a form's modulo q."""
        above = (modulus - 1) // 2
        numbers = plus(self.integers(form), above)
        return self.whole(numbers % modulus - above, _ONE)

    def chosen(self, truth: Callable[[], NDArray[np.bool_]], then: Any, otherwise: Any) -> Any:
        """Returns the form that is one of two exact forms or numbers, row by row."""
        chosen = truth()
        a, b = self.exactly(then), self.exactly(otherwise)
        unit = common([a.unit, b.unit])
        return self.whole(np.where(chosen, a.in_units(unit), b.in_units(unit)), unit)
