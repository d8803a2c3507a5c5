"""What several releases spend together, by basic composition: epsilons, deltas and rhos add.

The sum holds for every order in which the releases were chosen, whatever one was chosen for after
another. It is exact where the guarantees are; an epsilon or a delta that is no rational counts as
the next decimal above it. Two kinds of guarantee are two sums, side by side: of releases of which
some promise epsilon and others rho, each part is as private as its sum says.

Which releases are on the same persons nobody can see from the records: whoever adds them says so.
`composition.*` of the catalogue are sharper than a sum, where all releases are alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..errors import InvalidInput
from ..exact.digits import decimals, promised
from ..exact.numbers import rational, spell
from ..exact.reals import Number
from .guarantees import ApproximateDP, Guarantee, Measure, PerUserDP, PureDP

ZERO = Fraction(0)
NAMES = ("epsilon", "delta", "rho")
BUDGET = "epsilon=1, epsilon=1,delta=1e-6 or rho=1/2"


@dataclass(frozen=True)
class Spent:
    """How much was spent: (epsilon, delta) by the releases that promise these, and rho by those
    that are zero-concentrated.
    """

    epsilon: Fraction = ZERO
    delta: Fraction = ZERO
    rho: Fraction = ZERO

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.epsilon + other.epsilon, self.delta + other.delta, self.rho + other.rho)

    def within(self, most: Spent) -> bool:
        """Returns whether no part is above that of `most`."""
        return all(getattr(self, name) <= getattr(most, name) for name in NAMES)

    def words(self) -> dict[str, str]:
        """Returns the parts that are not 0 as exact spellings, by name."""
        return {name: spell(part) for name in NAMES if (part := getattr(self, name))}

    def __str__(self) -> str:
        parts = [f"{name} = {promised(part)}" for name in NAMES if (part := getattr(self, name))]
        return ", ".join(parts) or "nothing"


NOTHING = Spent()


def of_measure(measure: Measure) -> Spent:
    """Returns what one release spends: where each user has an epsilon of her own, the largest that
    one of them gets.

    InvalidInput where a user is public: no sum protects her.
    """
    if isinstance(measure, PureDP):
        return Spent(epsilon=_above(measure.epsilon))
    if isinstance(measure, ApproximateDP):
        return Spent(epsilon=_above(measure.epsilon), delta=_above(measure.delta))
    if isinstance(measure, PerUserDP):
        given = measure.granted or measure.epsilons
        if None in given:
            raise InvalidInput(
                "unsupported_combination",
                "epsilons: inf is a public record, which no sum of epsilons protects; leave it out",
                argument="epsilons",
            )
        return Spent(epsilon=max((_above(e) for e in given if e is not None), default=ZERO))
    return Spent(rho=_above(measure.rho))


def spent(guarantees: Iterable[Guarantee]) -> Spent:
    """Returns what releases with these guarantees spend together, if they are on the same records;
    InvalidInput where they speak of different neighbours or units, which do not add.

    >>> from dpmean.catalogue.mechanisms import mechanism
    >>> mean = mechanism("sized_mean", epsilon="1/2", lower=0, upper=10, n=4, noise="laplace")
    >>> print(spent([mean.guarantee, mean.guarantee]))
    epsilon = 1
    """
    found = list(guarantees)
    if len({(g.neighbors, g.unit) for g in found}) > 1:
        raise InvalidInput(
            "unsupported_combination",
            "guarantees: of different neighbours or units, which do not add; add those that agree",
            argument="guarantees",
        )
    return sum((of_measure(g.measure) for g in found), NOTHING)


def budget(text: str) -> Spent:
    """Returns the budget that a text such as `epsilon=1,delta=1e-6` says; what it does not name may
    not be spent.
    """
    parts: dict[str, Fraction] = {}
    for word in text.replace(",", " ").split():
        name, equals, number = word.partition("=")
        if name not in NAMES or not equals or name in parts:
            raise InvalidInput("unknown_name", f"a budget is {BUDGET}", argument="spend-at-most")
        parts[name] = rational(number, name)
        if parts[name] <= 0 or (name == "delta" and parts[name] >= 1):
            raise InvalidInput(
                "out_of_range",
                f"{name}: a budget must be above 0{', and below 1' if name == 'delta' else ''}",
                argument="spend-at-most",
            )
    if not parts:
        raise InvalidInput("unknown_name", f"a budget is {BUDGET}", argument="spend-at-most")
    return Spent(**parts)


def _above(x: Number) -> Fraction:
    """Returns a number, or where it is no rational the next decimal of 30 digits above it."""
    return x if isinstance(x, Fraction) else Fraction(decimals(x, 30)[1])
