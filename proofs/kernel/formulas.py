"""Rational functions over Q: what a shipped formula becomes when it is handed symbols. Part of the trusted base.

A `Formula` is a quotient of two polynomials (python-flint's fmpq_mpoly) in the variables of a `Ring`. It supports
exactly what branch-free arithmetic needs: + - * / and integer powers, mixed with int and Fraction. A power with a
symbolic integer exponent is allowed for one declared base: `b ** n` with n an `Exponent` becomes a variable of its own.
Equality is decided by cross-multiplication; a ring may have one monic relation (c^3 = ...), modulo which it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .refusals import Misuse

UNIT, UNIT_CLOSED, POSITIVE, NONNEGATIVE, ANY = "(0,1)", "(0,1]", "(0,inf)", "[0,inf)", "R"
FULL = "[0,1]"
Rational = int | Fraction


def degrees(p: fmpq_mpoly) -> list[int]:
    """Return the degree of a polynomial in each variable."""
    return [int(n) for n in p.degrees()]


def terms(p: fmpq_mpoly) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return the terms of a polynomial, as exponents and coefficients."""
    return [(tuple(int(e) for e in exponents), Fraction(int(c.p), int(c.q))) for exponents, c in p.to_dict().items()]


class Ring:
    """Variables with their domains, and perhaps one relation variable^degree = polynomial in the others.

    `powers` names symbolic nonnegative integers: for Ring({"b": UNIT}, powers="jk"), j = ring.exponent("j") is a
    number, and b ** j is a variable written b^j, positive, about which nothing else is known.
    """

    def __init__(self, domains: dict[str, str], powers: str = "", base: str = "b") -> None:
        """Declare the variables; `base` is the only one that takes symbolic exponents."""
        self.base, self.powers, self.used = base, tuple(powers), False
        # everything that a builder divides by, while the kernel runs it
        self.divisors: dict[str, fmpq_mpoly] | None = None
        if powers and domains.get(base) not in (UNIT, UNIT_CLOSED, POSITIVE):
            raise ValueError("only a positive base takes symbolic exponents")
        self.domains = {**domains, **dict.fromkeys(self.powers, NONNEGATIVE),
            **{f"{base}^{n}": POSITIVE for n in self.powers}}
        self.context = fmpq_mpoly_ctx.get(list(self.domains))
        self.generators = dict(zip(self.domains, self.context.gens(), strict=True))
        self.one = self.context.constant(1)
        self.relation: tuple[str, int, fmpq_mpoly] | None = None

    def __call__(self, *names: str) -> list[Formula]:
        """Return the named variables as formulas."""
        self.used = True
        return [Formula(self, self.generators[n], self.one) for n in names]

    def relate(self, name: str, degree: int, radicand: Callable[..., Formula]) -> Ring:
        """Impose name^degree = radicand, a polynomial that the callable builds from the variables it names.

        To be called at once, on a positive variable; that the radicand is positive on the domain is the kernel's to
        check.
        """
        if self.used or self.relation is not None or self.domains[name] != POSITIVE:
            raise ValueError("a ring gets its relation before it is used, for a positive variable, and once")
        names = radicand.__code__.co_varnames[: radicand.__code__.co_argcount]
        value = radicand(*self(*names))
        if not value.bottom.is_constant() or degrees(value.top)[list(self.domains).index(name)]:
            raise ValueError("the radicand must be a polynomial in the other variables")
        self.relation = (name, degree, value.top * (1 / value.bottom.leading_coefficient()))
        return self

    def number(self, value: Any) -> Formula:
        """Return a number, or a formula of this ring, as a formula."""
        return Formula(self, self.one, self.one).lift(value)

    def exponent(self, name: str) -> Exponent:
        """Return a symbolic integer exponent of the base."""
        if name not in self.powers:
            raise ValueError(f"no symbolic exponent {name}")
        return Exponent(self, {name: 1})

    def reduce(self, p: fmpq_mpoly) -> fmpq_mpoly:
        """Return p with every power of the related variable brought below its degree."""
        if self.relation is None:
            return p
        name, degree, radicand = self.relation
        index = list(self.domains).index(name)
        result = self.context.constant(0)
        for exponents, coefficient in terms(p):
            times, rest = divmod(exponents[index], degree)
            kept = tuple(rest if i == index else e for i, e in enumerate(exponents))
            result += self.context.from_dict({kept: fmpq(coefficient.numerator,
                coefficient.denominator)}) * radicand**times
        return result


@dataclass(frozen=True, eq=False)
class Exponent:
    """An integer combination of symbolic integers plus a constant; among formulas it is a number like any other."""

    ring: Ring
    of: dict[str, int]
    constant: int = 0

    def number(self) -> Formula:
        """Return the exponent as a formula."""
        total = Formula(self.ring, self.ring.context.constant(self.constant), self.ring.one)
        for name, times in self.of.items():
            total = total + self.ring(name)[0] * times
        return total

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Exponent(self.ring, self.of, self.constant + other)
        if not isinstance(other, Exponent):
            return self.number() + other
        names = self.of.keys() | other.of.keys()
        return Exponent(self.ring, {n: self.of.get(n, 0) + other.of.get(n, 0) for n in names},
            self.constant + other.constant)

    def __mul__(self, factor: Any) -> Any:
        if not isinstance(factor, int):
            return self.number() * factor
        return Exponent(self.ring, {n: c * factor for n, c in self.of.items()}, self.constant * factor)

    def __neg__(self) -> Exponent:
        return Exponent(self.ring, {n: -c for n, c in self.of.items()}, -self.constant)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Formula:
        return self.number() / other

    def __eq__(self, other: object) -> bool:
        raise Misuse("exponents are not compared: a branch on a symbol proves nothing about numbers")

    __ne__ = __bool__ = __eq__
    __hash__ = None  # type: ignore[assignment]
    __radd__, __rmul__ = __add__, __mul__


class Formula:
    """A rational function, in lowest terms."""

    __slots__ = ("bottom", "ring", "top")

    def __init__(self, ring: Ring, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        """Make the quotient and cancel its common factor; a zero denominator raises."""
        if ring.reduce(bottom).is_zero():
            raise ZeroDivisionError("a formula divides by zero")
        if not bottom.is_constant():
            common = top.gcd(bottom)
            top, bottom = top / common, bottom / common
        self.ring, self.top, self.bottom = ring, top, bottom

    def lift(self, other: Any) -> Formula:
        """Return an int, a Fraction or a Formula of the same ring as a Formula."""
        if isinstance(other, Exponent):
            other = other.number()
        if isinstance(other, Formula):
            if other.ring is not self.ring:
                raise ValueError("formulas of two rings")
            return other
        if isinstance(other, Rational) and not isinstance(other, bool):
            value = Fraction(other)
            return Formula(self.ring, self.ring.one * fmpq(value.numerator, value.denominator), self.ring.one)
        raise Misuse(f"a formula does not mix with {type(other).__name__}")

    def __add__(self, other: Any) -> Formula:
        o = self.lift(other)
        if self.bottom == o.bottom:
            return Formula(self.ring, self.top + o.top, self.bottom)
        return Formula(self.ring, self.top * o.bottom + o.top * self.bottom, self.bottom * o.bottom)

    def __mul__(self, other: Any) -> Formula:
        o = self.lift(other)
        return Formula(self.ring, self.top * o.top, self.bottom * o.bottom)

    def __truediv__(self, other: Any) -> Formula:
        o = self.lift(other)
        o.note_divisor()
        return Formula(self.ring, self.top * o.bottom, self.bottom * o.top)

    def __rtruediv__(self, other: Any) -> Formula:
        return self.lift(other) / self

    def __neg__(self) -> Formula:
        return Formula(self.ring, -self.top, self.bottom)

    def __sub__(self, other: Any) -> Formula:
        return self + -self.lift(other)

    def __rsub__(self, other: Any) -> Formula:
        return -self + other

    def __pow__(self, exponent: int | Exponent) -> Formula:
        if isinstance(exponent, int):
            if exponent < 0:
                self.note_divisor()
                return Formula(self.ring, self.bottom**-exponent, self.top**-exponent)
            return Formula(self.ring, self.top**exponent, self.bottom**exponent)
        if not isinstance(exponent, Exponent) or not self.equals(self.ring(self.ring.base)[0]):
            raise Misuse("only the base takes symbolic exponents, and exponents are integers")
        result = self**exponent.constant
        for name, times in exponent.of.items():
            result = result * self.ring(f"{self.ring.base}^{name}")[0] ** times
        return result

    __radd__, __rmul__ = __add__, __mul__

    def equals(self, other: Any) -> bool:
        """Tell whether the two formulas are one function; this is for the kernel."""
        return bool(self.ring.reduce((self - other).top).is_zero())

    def note_divisor(self) -> None:
        """Remember what is divided by: the kernel checks that it does not vanish on the domain, even if it cancels."""
        if self.top.is_constant():
            return
        if self.ring.divisors is None:
            raise Misuse("a formula divides outside the kernel, which could not check the divisor")
        self.ring.divisors[repr(self.top)] = self.top

    def __eq__(self, other: object) -> bool:
        raise Misuse("formulas are compared by the kernel only: a branch on a symbol proves nothing about numbers")

    __ne__ = __bool__ = __eq__
    __hash__ = None  # type: ignore[assignment]

    def derivative(self, name: str) -> Formula:
        """Return the partial derivative.

        The ring must have neither symbolic exponents nor a relation, whose derivatives are not 0.
        """
        if self.ring.powers or self.ring.relation is not None:
            raise Misuse("no derivatives in a ring with symbolic exponents or a relation")
        top, bottom = self.top.derivative(name), self.bottom.derivative(name)
        return Formula(self.ring, top * self.bottom - self.top * bottom, self.bottom**2)

    def free_of(self, *names: str) -> bool:
        """Tell whether none of the variables occurs."""
        places = [list(self.ring.domains).index(n) for n in names]
        return not any(degrees(p)[i] for p in (self.top, self.bottom) for i in places)

    def __repr__(self) -> str:
        return f"({self.top}) / ({self.bottom})"
