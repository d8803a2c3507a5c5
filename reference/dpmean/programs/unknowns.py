"""Affine forms in unknowns that carry their laws: what a draw is answered with while nobody knows
its outcome.

A `Form` is arithmetic as long as it is affine. Whatever else a program does with it (a comparison,
a rounding, a use as an integer) is a question, and the run of which it is part decides it, one
possible answer after the other.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any, Protocol, Self

from ..distributions.law import Law
from ..distributions.samplers.refine import Affine, Variable, identity
from ..exact.reals import Number


class Unknown(Variable):
    """One independent random number with its law; on a lattice it is an integer."""

    def __init__(self, law: Law, label: str) -> None:
        """`law` is the law of the outcome; `label` is that of the draw."""
        super().__init__(identity)
        self.law, self.label = law, label
        self.lattice: bool = law.lattice is not None


class Run(Protocol):
    """A run of a program, as a form sees it: the place where its questions are decided."""

    def sign(self, form: Form, against: Number = Fraction(0), tie: int = 0) -> int:
        """Returns the sign of form - against; 0 counts as `tie`."""
        ...

    def compared(self, form: Form, tie: int) -> int:
        """Returns the sign of a form that the program compares with 0; 0 counts as `tie`."""
        ...

    def whole(self, form: Form, kind: str) -> int:
        """Returns the form rounded to an integer: `kind` is round, floor, ceil or exact."""
        ...


class Form(Affine):
    """An affine form in unknowns, inside one run."""

    __slots__ = ("run",)

    def __init__(self, run: Run, constant: Fraction, terms: dict[Any, Fraction]) -> None:
        """`terms` maps an unknown to its coefficient; unlike in `Affine`, no coefficient is 0 and
        all are Fractions already.
        """
        self.constant, self.terms, self.run = constant, terms, run

    def __add__(self, other: Affine | Fraction | int) -> Self:
        if isinstance(other, Affine):
            terms = dict(self.terms)
            for u, c in other.terms.items():
                if u not in terms:
                    terms[u] = c
                elif not (total := terms[u] + c):
                    del terms[u]
                else:
                    terms[u] = total
            return type(self)(self.run, self.constant + other.constant, terms)
        if isinstance(other, Fraction | int):
            return type(self)(self.run, self.constant + other, self.terms)
        return NotImplemented

    def __mul__(self, factor: Fraction | int) -> Self:
        if not isinstance(factor, Fraction | int):
            return NotImplemented
        if factor == 1:
            return self
        terms = {u: c * factor for u, c in self.terms.items()} if factor else {}
        return type(self)(self.run, self.constant * factor, terms)

    def __truediv__(self, divisor: Fraction | int) -> Self:
        return (
            self * (Fraction(1) / divisor)
            if isinstance(divisor, Fraction | int)
            else NotImplemented
        )

    def __neg__(self) -> Self:
        return self * -1

    def __sub__(self, other: Affine | Fraction | int) -> Self:
        return self + (-other)

    def __rsub__(self, other: Fraction | int) -> Self:
        return (-self) + other

    __radd__, __rmul__ = __add__, __mul__

    def __mod__(self, modulus: int) -> Residue:
        return Residue(self, modulus)

    def __lt__(self, other: Affine | Fraction | int) -> bool:
        return self.run.compared(self - other, 1) < 0

    def __le__(self, other: Affine | Fraction | int) -> bool:
        return self.run.compared(self - other, -1) <= 0

    def __gt__(self, other: Affine | Fraction | int) -> bool:
        return self.run.compared(self - other, -1) > 0

    def __ge__(self, other: Affine | Fraction | int) -> bool:
        return self.run.compared(self - other, 1) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Affine | Fraction | int):
            return NotImplemented
        return self.run.sign(self - other) == 0

    def __bool__(self) -> bool:
        return self.run.sign(self) != 0

    def __int__(self) -> int:
        return self.run.whole(self, "exact")

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(int(self))

    def __round__(self, digits: None = None) -> int:
        return self.run.whole(self, "round")

    def __floor__(self) -> int:
        return self.run.whole(self, "floor")

    def __ceil__(self) -> int:
        return self.run.whole(self, "ceil")

    @property
    def numerator(self) -> Form:
        """Returns the form itself, so that `Fraction(form)`, as steps write outcomes down, keeps
        the form.
        """
        return self

    @property
    def denominator(self) -> int:
        """Returns 1: as a rational number the form is its own numerator."""
        return 1


Rational.register(Form)


def plain(value: Any) -> Any:
    """Returns the form inside a Fraction that was made of one; any other value is returned
    unchanged.
    """
    if isinstance(value, Fraction) and isinstance(value.numerator, Form):
        return value.numerator * Fraction(1, value.denominator)
    return value


class Residue:
    """A sum of messages modulo q. Its parts are shuffled, so their order says nothing, and only the
    sum of all is used.
    """

    def __init__(self, form: Any, modulus: int) -> None:
        """`form` is the sum before reduction, `modulus` is q."""
        self.form, self.modulus = form, modulus

    def __add__(self, other: Residue | Form | int) -> Residue:
        return Residue(
            self.form + (other.form if isinstance(other, Residue) else other), self.modulus
        )

    __radd__ = __add__

    def __mod__(self, modulus: int) -> Residue:
        if modulus != self.modulus:
            raise ArithmeticError("two moduli")
        return self

    def __lt__(self, other: object) -> bool:
        return False

    __gt__ = __lt__

    def centred(self) -> Any:
        """Returns the sum as if it had not been wrapped around; the run counts the probability that
        it was.
        """
        return self.form.run.wrapped(self.form, self.modulus)

    @property
    def numerator(self) -> Residue:
        """Returns the residue itself, so that `Fraction(residue)` keeps it."""
        return self

    @property
    def denominator(self) -> int:
        """Returns 1: as a rational number the residue is its own numerator."""
        return 1


Rational.register(Residue)
