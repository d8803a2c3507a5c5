"""The algorithms of addremove as its figures name them, and their exact errors at any number of
records.

Bounds are 0 and 1. Noise is added to sums, so the law of a release depends on the records through
their number and their mean alone, and nothing has to be known of how they were drawn: the errors
are those on n records that all are the mean. They are moments of the exact law of the shipped
program (`law_of`), enclosed where tails of a noise are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from ...catalogue.mechanisms import build
from ...exact.decay import Decay
from ...exact.enclosure import Interval
from ...exact.reals import Number
from ...mechanisms.addremove.mean_bounds import minimax_sigma_squared
from ...programs.law_of import ReleaseLaw, law_of
from ...programs.records import Repeated
from ..points import Enclosed

LAPLACE = ("Algorithm 1", "Algorithm 2", "Algorithm 3")  # with Laplace noise
PLANE = ("2D staircase", "hourglass")  # Algorithm 3 with this noise, gamma the best one
BOUND = "lower bound"
GIVEN: dict[str, tuple[str, dict[str, str]]] = {
    "Algorithm 1": ("independent_mean", {}),
    "Algorithm 2": ("shifted_mean", {}),
    "Algorithm 3": ("transformed_mean", {"noise": "laplace"}),
    "2D staircase": ("transformed_mean", {"noise": "staircase2d", "gamma": "optimal"}),
    "hourglass": ("transformed_mean", {"noise": "hourglass", "gamma": "optimal"}),
}
# means of records 0 or 1 that are less likely, all together, are left out and counted
RARE = Fraction(1, 10**15)


@dataclass(frozen=True)
class Errors:
    """The bias, the variance and the mean squared error of an estimate, each enclosed."""

    bias: Enclosed
    variance: Enclosed
    squared: Enclosed


@lru_cache(maxsize=256)
def mechanism(label: str, epsilon: Fraction) -> Any:
    """Return the shipped mechanism of an algorithm, for records in [0, 1]."""
    name, given = GIVEN[label]
    return build(name, {"epsilon": str(epsilon), "lower": "0", "upper": "1", **given})


@lru_cache(maxsize=1024)
def law(label: str, epsilon: Fraction, n: int, mean: Fraction) -> ReleaseLaw:
    """Return the exact law of a release on n records with this mean."""
    return law_of(mechanism(label, epsilon), Repeated([(mean, n)]))


def enclosed(x: Number | Interval | str) -> Enclosed:
    """Return a moment that exists as an enclosure."""
    assert not isinstance(x, str)
    return Enclosed(x.lower, x.upper) if isinstance(x, Interval) else Enclosed.of(x)


@lru_cache(maxsize=4096)  # figures share their points
def errors(label: str, epsilon: Fraction, n: int, mean: Fraction) -> Errors:
    """Return the errors of a release on n records with this mean, against this mean."""
    of = law(label, epsilon, n, mean)
    return split(enclosed(of.mean()) - Enclosed.of(mean), enclosed(of.mean_squared_error(mean)))


def split(bias: Enclosed, squared: Enclosed) -> Errors:
    """Return the errors with the variance that is left of a squared error without the square of the
    bias.
    """
    ends = [bias.lower**2, bias.upper**2]
    least = Fraction(0) if bias.lower <= 0 <= bias.upper else min(ends)
    return Errors(bias, squared - Enclosed(least, max(ends)), squared)


def mixed(label: str, epsilon: Fraction, n: int, mean: Fraction) -> Errors:
    """Return the errors over n independent records 0 or 1 of this mean, each estimate against the
    mean of its records.

    The variance is that of the difference between the two.
    """
    weights: dict[Fraction, Fraction] = {}
    rest = Fraction(1)
    for k in range(n + 1):
        weights[Fraction(k, n)] = comb(n, k) * mean**k * (1 - mean) ** (n - k)
        rest -= weights[Fraction(k, n)]
        if rest <= RARE:
            break
    found = [(p, errors(label, epsilon, n, m)) for m, p in weights.items()]
    # what is left out has errors in [-1, 1], and squared errors in [0, 1]
    bias = total((e.bias, p) for p, e in found) + Enclosed(-rest, rest)
    return split(bias, total((e.squared, p) for p, e in found) + Enclosed(Fraction(0), rest))


def total(parts: Iterable[tuple[Enclosed, Fraction]]) -> Enclosed:
    """Return the sum of numbers times weights, which are not negative."""
    found = Enclosed(Fraction(0), Fraction(0))
    for x, weight in parts:
        found = found + x * weight
    return found


@lru_cache(maxsize=256)
def least_variance(epsilon: Fraction) -> Enclosed:
    """Return sigma^2(epsilon) of Equation (2), the lower bound of the paper's figures times n^2."""
    return Enclosed.of(minimax_sigma_squared(Decay.from_epsilon(epsilon)))


Way = Callable[[str, Fraction, int, Fraction], Errors]
READINGS: dict[str, Way] = {"all records 0.01": errors, "records 0 or 1": mixed}
