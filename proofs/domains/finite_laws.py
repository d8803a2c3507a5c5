"""Laws on finitely many outcomes, as tuples of probabilities, and how far apart differential
privacy finds them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

Law = tuple[Fraction, ...]


def gap(p: Law, q: Law, growth: Fraction) -> Fraction:
    """Return the hockey-stick divergence."""
    return sum((max(x - growth * y, Fraction(0)) for x, y in zip(p, q, strict=True)), Fraction(0))


def coin(p: Fraction) -> Law:
    """Return the law of a coin, with two outcomes."""
    return (p, 1 - p)


def joint(first: Fraction, zero: Fraction, one: Fraction) -> Law:
    """Return the law of a coin and a second one that depends on the first's outcome."""
    return (*(first * x for x in coin(zero)), *((1 - first) * x for x in coin(one)))


def moment(p: Law, q: Law) -> Fraction | None:
    """Return e^D2, D2 being the divergence of order 2; None for infinity."""
    if any(x and not y for x, y in zip(p, q, strict=True)):
        return None
    return sum((x**2 / y for x, y in zip(p, q, strict=True) if y), Fraction(0))


def close(p: Law, q: Law, growth: Fraction, delta: Fraction) -> bool:
    """Tell whether p and q are (epsilon, delta)-indistinguishable: the largest P(E) - e^eps Q(E),
    both ways round.
    """
    return all(gap(one, other, growth) <= delta for one, other in ((p, q), (q, p)))


def laws(outcomes: int) -> list[Law]:
    """Return all laws on that many outcomes whose probabilities are sixths."""
    return [
        tuple(Fraction(i, 6) for i in counts)
        for counts in product(range(7), repeat=outcomes)
        if sum(counts) == 6
    ]
