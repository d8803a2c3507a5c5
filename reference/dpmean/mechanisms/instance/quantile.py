"""The binary search of PrivQuant on noisy counts (instance Algorithm 1), and what it costs; many
means use it.

The search works over any range of integers. Editions: as printed, the search goes right where the
noisy count is at most the rank, which finds the record after the one that was asked for, and
log2(u) iterations are counted, although there are more for every u. Corrected: right where the
count is less than the rank, and ceil(log2(number of values)) iterations.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...distributions.law import Law
from ...distributions.published_gaussian import noise_law
from ...errors import InvalidInput
from ...exact import reals
from ...exact.reals import Number, Scalar
from ...programs.postprocess import choose, some
from ...programs.program import Compare, Draw, Program, Step
from ...programs.table import Column


def iterations(values: int) -> int:
    """Returns ceil(log2(values)), the most counts that a search among `values` integers asks
    for.
    """
    return (values - 1).bit_length()


def noise_variance(count: Scalar, rho: Scalar) -> Scalar:
    """Returns sigma^2 = T/(2 rho): each of T = count counts, of sensitivity 1, is then
    (rho/T)-zCDP.
    """
    return count / (2 * rho)


def squared_rank_error(variance: Scalar, log_term: Scalar) -> Scalar:
    """Returns tau^2 = 2 sigma^2 log(2 T/beta), where log_term = log(2 T/beta).

    One of T normal variables of that variance exceeds tau in size with probability at most beta.
    """
    return 2 * variance * log_term


def printed_squared_rank_error(log_u: Scalar, log_term: Scalar, rho: Scalar) -> Scalar:
    """Returns log u log(log(u)/beta)/(2 rho) as printed, which is half the square that is
    needed.
    """
    return log_u * log_term / (2 * rho)


def goes_right(noisy: Scalar, rank: Scalar, printed: bool) -> Scalar:
    """Returns whether the search goes on beyond the middle: noisy count < rank, or <= rank as
    printed.
    """
    return noisy <= rank if printed else noisy < rank


def middle(left: int, right: int) -> int:
    """Returns floor((left + right)/2), for negative sums too."""
    return (left + right) // 2


def positive(rho: Fraction) -> Fraction:
    """Returns rho, which must be greater than 0, or raises InvalidInput."""
    if rho <= 0:
        raise InvalidInput("out_of_range", "rho: must be greater than 0", argument="rho")
    return rho


def failure(beta: Fraction) -> Fraction:
    """Returns beta, which must lie strictly between 0 and 1, or raises InvalidInput."""
    if not 0 < beta < 1:
        raise InvalidInput(
            "probability_out_of_range", "beta: must lie strictly between 0 and 1", argument="beta"
        )
    return beta


def rank_error(values: int, rho: Fraction, beta: Fraction, constants: str = "paper") -> Number:
    """Returns tau, the rank error of the selection; 0 for a single value, where there is no count.

    With probability at least 1 - beta the selected integer lies between the records of rank m -
    ceil(tau) and m + ceil(tau); beyond the ends these records are low and high. With constants =
    exact only one sign of each noise does harm, and log(T/beta) replaces log(2 T/beta).
    """
    count, sides = iterations(values), 2 if constants == "paper" else 1
    failure(beta)
    if not count:
        return Fraction(0)
    return reals.root(
        squared_rank_error(
            noise_variance(Fraction(count), positive(rho)), reals.log(sides * count / beta)
        ),
        2,
    )


def printed_log(u: int) -> Number:
    """Returns log2(u), as a rational for powers of two."""
    exponent = u.bit_length() - 1
    return (
        Fraction(exponent)
        if u == 1 << exponent
        else reals.log(Fraction(u)) / reals.log(Fraction(2))
    )


def printed_variance(width: int, rho: Fraction) -> Number:
    """Returns log2(u)/(2 rho), the variance of the noise as printed, where u = width = high - low;
    0 where u <= 1.
    """
    if width <= 1:
        return Fraction(0)
    found: Number = noise_variance(printed_log(width), rho)
    return found


@dataclass(frozen=True)
class Search:
    """One selection: the range, the rank, the law of the noise of a count, and the edition."""

    low: int
    high: int
    rank: int
    law: Law | None  # of the noise of a count; None for no noise
    printed: bool = False

    def program(self, column: Column, label: str, prefix: str | None = None) -> Program:
        """The program that returns the selected integer.

        Draws `label`_1, `label`_2, ..., then yields the steps middles, counts and noisy_counts,
        whose names start with `prefix` (by default the label and _).
        """
        before = f"{label}_" if prefix is None else prefix
        left: Any = self.low
        right: Any = self.high
        middles: list[Any] = []
        counts: list[Any] = []
        noisy_counts: list[Any] = []
        going = left < right
        while some(going):
            at = middle(left, right)
            count = column.at_most(at)
            noise = (
                Fraction(0)
                if self.law is None
                else (yield Draw(f"{label}_{len(middles) + 1}", self.law))
            )
            noisy = count + noise
            middles.append(Fraction(at))
            counts.append(Fraction(count))
            noisy_counts.append(noisy)
            side = yield Compare(noisy, Fraction(self.rank), -1 if self.printed else 1)
            beyond = goes_right(side, 0, self.printed)
            left, right = (
                choose(going, choose(beyond, at + 1, left), left),
                choose(beyond, right, at),
            )
            going = left < right
        yield Step(f"{before}middles", middles)
        yield Step(f"{before}counts", counts)
        yield Step(f"{before}noisy_counts", noisy_counts)
        return left


def search(low: int, high: int, rank: int, rho: Fraction, noise: str, edition: str) -> Search:
    """Returns a selection that is rho-zCDP for every data set in the corrected edition."""
    printed = edition == "printed"
    variance = (
        printed_variance(high - low, rho)
        if printed
        else noise_variance(Fraction(iterations(high - low + 1)), rho)
    )
    return Search(low, high, rank, noise_law(noise, variance), printed)


def real_rho(low: int, high: int, rho: Fraction, edition: str) -> Number:
    """Returns the least rho that holds for every data set: T counts of sensitivity 1 with the
    edition's variance.

    Raises InvalidInput where there is no noise at all.
    """
    if edition != "printed" or low == high:
        return rho
    variance = printed_variance(high - low, rho)
    if isinstance(variance, Fraction) and not variance:
        raise InvalidInput(
            "unsupported_combination",
            "edition: as printed there is no noise where high = low + 1, and no guarantee",
            argument="edition",
        )
    return iterations(high - low + 1) / (2 * variance)
