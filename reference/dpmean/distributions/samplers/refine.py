"""Outcomes of continuous draws: affine forms in variables that more bits refine.

A `Variable` is a uniform number U in [0, 1) seen through a nondecreasing map. When n leading bits
of U are known, its box is the image of [prefix / 2^n, (prefix + 1) / 2^n]; an end may be infinite
(None).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ...exact.reals import Number, balanced_sum

End = Number | None  # None: an infinite end, which decides nothing


def identity(u: Fraction) -> End:
    """Returns u: the map of a plain uniform variable."""
    return u


class Variable:
    """A continuous random variable: a uniform number in [0, 1) seen through a nondecreasing map."""

    def __init__(self, endpoint: Callable[[Fraction], End] = identity) -> None:
        """`endpoint` maps [0, 1] to the variable's range, nondecreasing; None stands for an
        infinite end.
        """
        self.endpoint = endpoint

    def box(self, prefix: int, count: int) -> tuple[End, End]:
        """Returns the closed range in which the variable lies when its first `count` bits are
        `prefix`.
        """
        unit = Fraction(1, 1 << count)
        return self.endpoint(prefix * unit), self.endpoint((prefix + 1) * unit)


class Affine:
    """An affine form: constant + sum of coefficient * variable, with rational coefficients, so that
    terms cancel exactly.

    Irrational widths and positions of a step belong to the map of its variable, never to a
    coefficient.
    """

    __slots__ = ("constant", "terms")

    def __init__(
        self, constant: Fraction, terms: Mapping[Variable, Fraction] | None = None
    ) -> None:
        """`terms` maps a variable to its coefficient; variables with coefficient 0 are dropped."""
        self.constant = Fraction(constant)
        self.terms: dict[Any, Fraction] = {
            v: Fraction(c) for v, c in (terms or {}).items() if c != 0
        }

    def __add__(self, other: Affine | Fraction | int) -> Affine:
        if not isinstance(other, Affine):
            return Affine(self.constant + other, self.terms)
        terms = dict(self.terms)
        for v, c in other.terms.items():
            terms[v] = terms[v] + c if v in terms else c
        return Affine(self.constant + other.constant, terms)

    __radd__ = __add__

    def __mul__(self, factor: Fraction | int) -> Affine:
        return Affine(self.constant * factor, {v: c * factor for v, c in self.terms.items()})

    __rmul__ = __mul__

    def __neg__(self) -> Affine:
        return self * Fraction(-1)

    def __sub__(self, other: Affine | Fraction | int) -> Affine:
        return self + (-other)

    def __rsub__(self, other: Fraction | int) -> Affine:
        return (-self) + other

    def at(self, point: Mapping[Variable, Number]) -> Number:
        """Returns the value at one point (a vertex of the box)."""
        return balanced_sum([self.constant, *(c * point[v] for v, c in self.terms.items())])


def single(endpoint: Callable[[Fraction], End]) -> Affine:
    """Returns a new variable by itself, as an affine form."""
    return Affine(Fraction(0), {Variable(endpoint): Fraction(1)})
