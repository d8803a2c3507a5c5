"""What draws in columns are: integers in a unit, real variables of which 64 bits are known, and
sums of both.

Row i of an `Outcome` is what the law's own `sample` would have returned: a number, an affine form
of continuous variables, or a tuple of these. The variables of a row are known by 64 bits each, from
which an exact interpreter can go on; `Reals.box` says in doubles where all of them lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...exact.reals import Number
from ...randomness.stream import Stream
from ..samplers.refine import Affine, Variable

Doubles = NDArray[np.float64]
Box = tuple[Doubles, Doubles, Doubles]  # hi, lo, rad: a number within rad of hi + lo
Rows = NDArray[np.integer[Any]] | NDArray[np.bool_] | slice
Known = list[tuple[Variable, int]]  # variables, each with the first 64 bits of its uniform number


@dataclass(frozen=True, eq=False)
class Integers:
    """Exact numbers, one for each row: values * unit, where `values` has the type int64."""

    values: NDArray[np.int64]
    unit: Fraction

    def take(self, rows: Rows) -> Integers:
        """Returns the numbers of the rows that are given by their indices or by a mask."""
        return Integers(self.values[rows], self.unit)


class Image(Protocol):
    """The way in which uniform numbers are seen: the map of the variable that belongs to a step,
    and boxes of its values.

    A law without steps does not look at them.
    """

    def variable(self, step: int) -> Variable:
        """Returns a new variable of the law, given the step."""
        ...

    def box(self, words: NDArray[np.uint64], steps: NDArray[np.int64] | None) -> Box:
        """Returns (hi, lo, rad) for each word w.

        Every value over [w, w + 1]/2^64, divided by the scale, is within rad of hi + lo; rad is
        infinite where nothing is known.
        """
        ...


@dataclass(frozen=True, eq=False)
class Reals:
    """Independent continuous variables, one for each row, of which the first 64 bits are known.

    The variable of a row is `scale` times a standard one, which `box` encloses.
    """

    words: NDArray[np.uint64]
    image: Image
    scale: Number
    steps: NDArray[np.int64] | None = None

    def variable(self, i: int) -> Variable:
        """Returns a new variable with the law's own map for row i, the scale included."""
        return self.image.variable(0 if self.steps is None else int(self.steps[i]))

    def box(self) -> Box:
        """Returns (hi, lo, rad), arrays of doubles: each standard variable lies within rad of hi +
        lo, provably.

        This holds for every value over its cell, the closed interval of uniform numbers that begin
        with the word. rad is infinite where nothing is known.
        """
        return self.image.box(self.words, self.steps)

    def take(self, rows: Rows) -> Reals:
        """Returns the variables of the rows that are given by their indices or by a mask."""
        return Reals(
            self.words[rows],
            self.image,
            self.scale,
            None if self.steps is None else self.steps[rows],
        )


@dataclass(frozen=True, eq=False)
class Coordinate:
    """One coordinate of the draws: constant + the sum of coefficient * column, with rational
    coefficients.
    """

    constant: Fraction
    terms: tuple[tuple[Fraction, Integers | Reals], ...]

    def row(self, i: int, known: dict[Reals, Variable]) -> Fraction | Affine:
        """Returns the value in row i, in the variables that `known` has for the columns."""
        total, variables = self.constant, dict[Variable, Fraction]()
        for coefficient, column in self.terms:
            if isinstance(column, Reals):
                variables[known[column]] = variables.get(known[column], Fraction(0)) + coefficient
            else:
                total += coefficient * int(column.values[i]) * column.unit
        return Affine(total, variables) if variables else total


@dataclass(frozen=True, eq=False)
class Outcome:
    """`count` independent draws of a law, in columns.

    `single` says that a draw is a number and not a tuple; `whole` that its numbers are of type int,
    as those of laws that count or choose.
    """

    coordinates: tuple[Coordinate, ...]
    single: bool
    count: int
    whole: bool = False

    @property
    def reals(self) -> tuple[Reals, ...]:
        """Returns the columns of variables, in the order of the law's variables."""
        found = (
            column for c in self.coordinates for _, column in c.terms if isinstance(column, Reals)
        )
        return tuple(dict.fromkeys(found))

    def row(self, i: int) -> tuple[Any, Known]:
        """Returns what the law's `sample` would have returned in row i, and its variables with
        their words.
        """
        known = {column: column.variable(i) for column in self.reals}
        found: Sequence[Any] = [c.row(i, known) for c in self.coordinates]
        if self.whole:
            found = [int(x) for x in found]
        return found[0] if self.single else tuple(found), [
            (v, int(c.words[i])) for c, v in known.items()
        ]

    def take(self, rows: Rows) -> Outcome:
        """Returns the draws of the rows that are given by their indices or by a mask.

        What coordinates have in common stays common.
        """
        taken: dict[Integers | Reals, Integers | Reals] = {}

        def of(column: Integers | Reals) -> Integers | Reals:
            if column not in taken:
                taken[column] = column.take(rows)
            return taken[column]

        coordinates = tuple(
            Coordinate(c.constant, tuple((q, of(column)) for q, column in c.terms))
            for c in self.coordinates
        )
        return Outcome(coordinates, self.single, len(np.arange(self.count)[rows]), self.whole)


def integers(
    *columns: NDArray[np.signedinteger[Any]],
    unit: Fraction = Fraction(1),
    single: bool = True,
    whole: bool = False,
    count: int = 0,
) -> Outcome:
    """Returns the outcome whose coordinates are these columns times a unit; `count` is needed where
    there are none.
    """
    found = tuple(
        Coordinate(Fraction(0), ((Fraction(1), Integers(c.astype(np.int64, copy=False), unit)),))
        for c in columns
    )
    return Outcome(found, single, len(columns[0]) if columns else count, whole)


class Sampler(Protocol):
    """A sampler of one law in columns."""

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        ...
