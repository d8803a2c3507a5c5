"""Rational functions over Q: what a shipped formula becomes when it is handed symbols. Part of the
trusted base.

A `Formula` is a quotient of two polynomials (python-flint's fmpq_mpoly) in the variables of a
`Ring`. It supports exactly what branch-free arithmetic needs: + - * / and integer powers, mixed
with int and Fraction. A power with a symbolic integer exponent is allowed for one declared base: `b
** n` with n an `Exponent` becomes a variable of its own. Equality is decided by
cross-multiplication; a ring may have one monic relation (c^3 = ...), modulo which it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .refusals import Differences, Misuse, symbol

UNIT, UNIT_CLOSED, POSITIVE, NONNEGATIVE, ANY = "(0,1)", "(0,1]", "(0,inf)", "[0,inf)", "R"
FULL = "[0,1]"
DOMAINS = (UNIT, UNIT_CLOSED, POSITIVE, NONNEGATIVE, ANY, FULL)
Rational = int | Fraction


def degrees(p: fmpq_mpoly) -> list[int]:
    """Return the degree of a polynomial in each variable."""
    return [int(n) for n in p.degrees()]


def terms(p: fmpq_mpoly) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return the terms of a polynomial, as exponents and coefficients."""
    return [
        (tuple(int(e) for e in exponents), Fraction(int(c.p), int(c.q)))
        for exponents, c in p.to_dict().items()
    ]


class Ring:
    """Variables with their domains, and perhaps one relation variable^degree = polynomial in the
    others.

    `powers` names symbolic nonnegative integers: for Ring({"b": UNIT}, powers="jk"), j =
    ring.exponent("j") is a number, and b ** j is a variable written b^j, positive, about which
    nothing else is known.
    """

    def __init__(self, domains: dict[str, str], powers: str = "", base: str = "b") -> None:
        """Declare the variables; `base` is the only one that takes symbolic exponents."""
        if powers and domains.get(base) not in (UNIT, UNIT_CLOSED, POSITIVE):
            raise ValueError("only a positive base takes symbolic exponents")
        if unknown := [d for d in domains.values() if d not in DOMAINS]:
            raise ValueError(f"no such domain: {unknown[0]}; there are {', '.join(DOMAINS)}")
        own = {
            **domains,
            **dict.fromkeys(powers, NONNEGATIVE),
            **{f"{base}^{n}": POSITIVE for n in powers},
        }
        context = fmpq_mpoly_ctx.get(list(own))
        # `run` is what a builder divides by, while the kernel runs it; every formula belongs to the
        # run that made it
        self.__dict__.update(
            base=base,
            powers=tuple(powers),
            domains=MappingProxyType(own),
            context=context,
            generators=MappingProxyType(dict(zip(own, context.gens(), strict=True))),
            one=context.constant(1),
            used=False,
            relation=None,
            radicand=None,
            run=None,
            derived=False,
        )

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __setattr__(self, name: str, value: object) -> None:
        raise Misuse("a ring does not change")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def use(self, run: dict[str, fmpq_mpoly] | None = None) -> None:
        """Begin a run, or end it; a ring in use, if only by a step that was made, takes no relation
        any more.
        """
        self.__dict__.update(used=True, run=run, derived=self.derived and run is None)

    def __call__(self, *names: str) -> list[Formula]:
        """Return the named variables as formulas."""
        self.use(self.run)
        return [Formula(self, self.generators[n], self.one) for n in names]

    def relate(self, name: str, degree: int, radicand: Callable[..., Formula]) -> Ring:
        """Impose name^degree = radicand, a polynomial that the callable builds from the variables
        it names.

        To be called at once, on a positive variable; that the radicand is positive on the domain is
        the kernel's to check.
        """
        if self.used or self.relation is not None or self.domains[name] != POSITIVE:
            raise ValueError(
                "a ring gets its relation before it is used, for a positive variable, and once"
            )
        names = radicand.__code__.co_varnames[: radicand.__code__.co_argcount]
        value = radicand(*self(*names))
        if not value._bottom.is_constant() or degrees(value._top)[list(self.domains).index(name)]:
            raise ValueError("the radicand must be a polynomial in the other variables")
        self.__dict__.update(
            relation=(name, degree, value._top * (1 / value._bottom.leading_coefficient())),
            radicand=(names, radicand),
        )
        return self

    def number(self, value: Any) -> Formula:
        """Return a number, or a formula of this ring, as a formula."""
        return Formula(self, self.one, self.one)._lift(value)

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
            result += (
                self.context.from_dict({kept: fmpq(coefficient.numerator, coefficient.denominator)})
                * radicand**times
            )
        return result


@symbol
@dataclass(frozen=True, eq=False, repr=False)
class Exponent(Differences):
    """An integer combination of symbolic integers plus a constant; among formulas it is a number
    like any other.
    """

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
        return Exponent(
            self.ring,
            {n: self.of.get(n, 0) + other.of.get(n, 0) for n in names},
            self.constant + other.constant,
        )

    def __mul__(self, factor: Any) -> Any:
        if not isinstance(factor, int):
            return self.number() * factor
        return Exponent(
            self.ring, {n: c * factor for n, c in self.of.items()}, self.constant * factor
        )

    def __neg__(self) -> Exponent:
        return Exponent(self.ring, {n: -c for n, c in self.of.items()}, -self.constant)

    def __truediv__(self, other: Any) -> Formula:
        if isinstance(other, int | Exponent):
            raise Misuse("an integer over an integer is a float in Python: divide a Fraction")
        return self.number() / other

    __radd__, __rmul__ = __add__, __mul__


@symbol
class Formula(Differences):
    """A rational function, in lowest terms."""

    __slots__ = ("_bottom", "_ring", "_run", "_top")

    def __init__(self, ring: Ring, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        """Make the quotient and cancel its common factor; a zero denominator raises."""
        if ring.reduce(bottom).is_zero():
            raise ZeroDivisionError("a formula divides by zero")
        if not bottom.is_constant():
            common = top.gcd(bottom)
            top, bottom = top / common, bottom / common
        for name, value in (
            ("_ring", ring),
            ("_run", ring.run),
            ("_top", top),
            ("_bottom", bottom),
        ):
            object.__setattr__(self, name, value)

    def _lift(self, other: Any) -> Formula:
        """Return an int, a Fraction or a Formula of the same ring as a Formula."""
        if isinstance(other, Exponent):
            other = other.number()
        run = self._ring.run
        if run is not None and not (
            self._run is run and (not isinstance(other, Formula) or other._run is run)
        ):
            raise Misuse(
                "a formula from outside, or of another run, whose divisors nobody checks here"
            )
        if isinstance(other, Formula):
            if other._ring is not self._ring:
                raise ValueError("formulas of two rings")
            return other
        if isinstance(other, Rational) and not isinstance(other, bool):
            value = Fraction(other)
            return Formula(
                self._ring,
                self._ring.one * fmpq(value.numerator, value.denominator),
                self._ring.one,
            )
        raise Misuse(f"a formula does not mix with {type(other).__name__}")

    def __add__(self, other: Any) -> Formula:
        o = self._lift(other)
        if self._bottom == o._bottom:
            return Formula(self._ring, self._top + o._top, self._bottom)
        return Formula(
            self._ring, self._top * o._bottom + o._top * self._bottom, self._bottom * o._bottom
        )

    def __mul__(self, other: Any) -> Formula:
        o = self._lift(other)
        return Formula(self._ring, self._top * o._top, self._bottom * o._bottom)

    def __truediv__(self, other: Any) -> Formula:
        o = self._lift(other)
        o._note_divisor()
        return Formula(self._ring, self._top * o._bottom, self._bottom * o._top)

    def __rtruediv__(self, other: Any) -> Formula:
        return self._lift(other) / self

    def __neg__(self) -> Formula:
        return Formula(self._lift(self)._ring, -self._top, self._bottom)

    def __pow__(self, exponent: int | Exponent) -> Formula:
        self._lift(self)
        if isinstance(exponent, int):
            if exponent < 0:
                self._note_divisor()
                return Formula(self._ring, self._bottom**-exponent, self._top**-exponent)
            return Formula(self._ring, self._top**exponent, self._bottom**exponent)
        if not isinstance(exponent, Exponent) or not self._equals(self._ring(self._ring.base)[0]):
            raise Misuse("only the base takes symbolic exponents, and exponents are integers")
        result = self**exponent.constant
        for name, times in exponent.of.items():
            result = result * self._ring(f"{self._ring.base}^{name}")[0] ** times
        return result

    __radd__, __rmul__ = __add__, __mul__

    def _equals(self, other: Any) -> bool:
        """Tell whether the two formulas are one function; this is for the kernel."""
        return bool(self._ring.reduce((self - other)._top).is_zero())

    def _of_run(self, run: object) -> bool:
        """Tell whether it was made in that run of its builder; this is for the kernel."""
        return self._run is run

    def _note_divisor(self) -> None:
        """Remember what is divided by: the kernel checks that it does not vanish on the domain,
        even if it cancels.
        """
        if self._top.is_constant():
            return
        if self._ring.run is None:
            raise Misuse("a formula divides outside the kernel, which could not check the divisor")
        self._ring.run[repr(self._top)] = self._top

    def derivative(self, name: str) -> Formula:
        """Return the partial derivative; not with exponents or a relation, whose derivatives are
        not 0.
        """
        if self._ring.powers or self._ring.relation is not None:
            raise Misuse("no derivatives in a ring with symbolic exponents or a relation")
        self._lift(self)
        self._ring.__dict__.update(derived=True)
        top, bottom = self._top.derivative(name), self._bottom.derivative(name)
        return Formula(self._ring, top * self._bottom - self._top * bottom, self._bottom**2)

    def _free_of(self, *names: str) -> bool:
        """Tell whether none of the variables occurs."""
        places = [list(self._ring.domains).index(n) for n in names]
        return not any(degrees(p)[i] for p in (self._top, self._bottom) for i in places)

    def _shown(self) -> str:
        """Return it in words; this is for the kernel."""
        return f"({self._top}) / ({self._bottom})"
