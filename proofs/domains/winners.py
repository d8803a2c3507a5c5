"""The exact law of the winner among few bins whose counts get integer noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

from dpmean.distributions.discrete_laplace import normalizer

Counts = tuple[int, ...]


def law(counts: Counts, t: Fraction, least: int) -> dict[int | None, Fraction]:
    """Return the exact law of the winner when each count of at least 1 gets noise.

    The largest wins if it is at least `least`, ties being broken evenly; None stands for no answer.
    """
    bins = [i for i, c in enumerate(counts) if c]
    found: dict[int | None, Fraction] = dict.fromkeys(bins, Fraction(0))
    top = max([least, *counts])

    def share(winner: int, at: list[tuple[Fraction, Fraction]]) -> Fraction:
        """Return the winner's part when bin i has exactly (at[i][0]) or less than (at[i][1]) the
        value.
        """
        others = [i for i in bins if i != winner]
        return sum(
            (
                prod((at[i][0] if i in tied else at[i][1] for i in others), start=at[winner][0])
                / (1 + len(tied))
                for tied in subsets(others)
            ),
            Fraction(0),
        )

    for winner in bins:
        for v in range(least, top):  # below the largest count: value by value
            found[winner] += share(winner, [mass(v - c, t) for c in counts])
        # from `top` on: with x = t^v, P(N = v) = C x/t^c and P(N < v) = 1 - x/(t^c (1 + t)), so the
        # share is a polynomial in x, which is summed over v
        degree = len(bins)
        points = [
            (
                Fraction(i),
                share(
                    winner, [(normalizer(t) * i / t**c, 1 - i / (t**c * (1 + t))) for c in counts]
                ),
            )
            for i in range(degree + 1)
        ]
        for power, coefficient in enumerate(coefficients(points)):
            if power:
                found[winner] += coefficient * t ** (power * top) / (1 - t**power)
    found[None] = 1 - sum(found.values(), Fraction(0))
    return found


def subsets(of: list[int]) -> Iterator[tuple[int, ...]]:
    """Return all subsets of these bins."""
    return (
        tuple(i for i, kept in zip(of, chosen, strict=True) if kept)
        for chosen in product((False, True), repeat=len(of))
    )


def mass(k: int, t: Fraction) -> tuple[Fraction, Fraction]:
    """Return P(K = k) and P(K < k)."""
    return normalizer(t) * t ** abs(k), (t ** (1 - k) / (1 + t) if k <= 0 else 1 - t**k / (1 + t))


def coefficients(points: list[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """Return the coefficients of the polynomial through the points (Lagrange)."""
    total = [Fraction(0)] * len(points)
    for a, value in points:
        part = [value]
        for b, _ in points:
            if b != a:
                part = [
                    (low - b * high) / (a - b)
                    for low, high in zip([Fraction(0), *part], [*part, Fraction(0)], strict=True)
                ]
        total = [x + y for x, y in zip(total, part, strict=True)]
    return total


def divergence(
    one: dict[int | None, Fraction], other: dict[int | None, Fraction], growth: Fraction
) -> Fraction:
    """Return the hockey-stick divergence, the largest P(S) - growth P'(S)."""
    return sum(
        (max(p - growth * other.get(k, Fraction(0)), Fraction(0)) for k, p in one.items()),
        Fraction(0),
    )


def replacements(size: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield counts of `size` records in three bins, and those after one record has moved."""
    for places in combinations_with_replacement(range(3), size):
        counts = tuple(places.count(i) for i in range(3))
        for k, other in product(range(3), repeat=2):
            if counts[k] and k != other:
                yield counts, tuple(c - (i == k) + (i == other) for i, c in enumerate(counts))
