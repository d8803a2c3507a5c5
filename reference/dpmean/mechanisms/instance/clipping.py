"""The clipped-mean estimator: norms clipped at a threshold, then Gaussian noise (instance Section
3.1).

The file also has the threshold that balances bias and noise. Formulas are functions of the
threshold C, its square, and `factor`, the largest squared distance of two clipped records in units
of C^2: 4 as in the paper, for any records; with constants = exact 2 where no coordinate is
negative, and 1 where there is one coordinate only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...distributions.published_gaussian import noise_law
from ...exact import reals
from ...exact.enclosure import floor
from ...exact.reals import Number, Scalar
from ...programs.postprocess import law_by_value
from ...programs.program import Draw, Program, Step
from ...programs.table import Rows, Table, read, taken
from .of_vectors import OfVectors
from .quantile import positive

_ZERO = Fraction(0)
MANY = 4096  # numbers of a table from which on arrays are faster


def factor(constants: str, d: int) -> int:
    """Returns the largest squared distance of two records of norm at most C, in units of C^2.

    It is 4 with constants = paper; otherwise 2, or 1 for one coordinate, because no coordinate is
    negative.
    """
    return 4 if constants == "paper" else 2 if d > 1 else 1


def squared_sensitivity(factor: Scalar, squared: Scalar) -> Scalar:
    """Returns factor C^2, the squared sensitivity of the sum of the clipped records; `squared` is
    C^2.
    """
    return factor * squared


def lattice_variance(factor: Scalar, squared: Scalar, steps: Scalar, rho: Scalar) -> Scalar:
    """Returns sigma^2 = factor C^2 steps^2/(2 rho) of the noise of each coordinate of the sum.

    The unit is 1/steps, and `squared` is C^2.
    """
    return squared_sensitivity(factor, squared) * steps**2 / (2 * rho)


def noise_weight(factor: Scalar, d: Scalar, rho: Scalar) -> Scalar:
    """Returns s^2 = factor d/(2 rho), which for factor 4 is the paper's 2 d/rho.

    C s/n is the root of the expected squared norm of the noise of the mean.
    """
    return factor * d / (2 * rho)


def excess(norm: Scalar, threshold: Scalar, outside: Scalar) -> Scalar:
    """Returns max{||x|| - C, 0}; `outside` is 1 if ||x|| > C, and 0 otherwise."""
    return outside * (norm - threshold)


def error_bound(excesses: Scalar, threshold: Scalar, weight: Scalar, n: Scalar) -> Scalar:
    """Returns E(C) = (sum of max{||x_i|| - C, 0})/n + C s/n, where weight = s (Lemma 3.1)."""
    return excesses / n + threshold * weight / n


def rank(n: int, weight: Number) -> int:
    """Returns n - floor(s): E(C) is least at the norm of that rank in rising order, or at C = 0 if
    it is below 1.
    """
    return n - floor(weight)


def bound_at(
    norms: Sequence[Fraction], d: int, rho: Fraction, threshold: Fraction, constants: str = "paper"
) -> Number:
    """Returns the error bound E(threshold) of Lemma 3.1 for records of these norms."""
    excesses = sum((excess(x, threshold, int(x > threshold)) for x in norms), _ZERO)
    found: Number = error_bound(
        excesses,
        threshold,
        reals.root(noise_weight(Fraction(factor(constants, d)), d, positive(rho)), 2),
        len(norms),
    )
    return found


def optimal_threshold(
    norms: Sequence[Fraction], d: int, rho: Fraction, constants: str = "paper"
) -> Fraction:
    """Returns the least C >= 0 at which E(C) is least.

    This is the (n - floor(s))-th norm in rising order, or 0 where s >= n.
    """
    at = rank(
        len(norms), reals.root(noise_weight(Fraction(factor(constants, d)), d, positive(rho)), 2)
    )
    return sorted(norms)[at - 1] if at > 0 else _ZERO


def noisy_mean(
    table: Table, squared: Scalar, steps: int, weight: int, rho: Fraction, noise: str
) -> Program:
    """The program of the noisy mean of the records clipped at sqrt(squared).

    Draws noise_1, ..., noise_d; yields the steps clipped, sum, noisy_sum. A threshold of 0 has no
    noise, because every clipped record is 0.
    """
    if isinstance(table, Rows):
        yield Step(
            "clipped", [[Fraction(v, steps) for v in row] for row in table.clipped(squared, steps)]
        )
    sums = [v * Fraction(1, steps) for v in table.clipped_sum(squared, steps)]
    yield Step("sum", sums)
    law = (
        None
        if squared == 0
        else law_by_value(
            lambda square: noise_law(noise, lattice_variance(Fraction(weight), square, steps, rho)),
            squared,
        )
    )
    noisy: list[Any] = []
    for j, v in enumerate(sums, 1):
        noisy.append(v if law is None else v + (yield Draw(f"noise_{j}", law)) * Fraction(1, steps))
    yield Step("noisy_sum", noisy)
    return [v * Fraction(1, table.n) for v in noisy]


@dataclass(frozen=True)
class OfIntegers(OfVectors):
    """The base of all means of integer vectors here: n records of d coordinates from 0 to u."""

    rho: Fraction
    u: int
    d: int
    n: int

    noise = "discrete_gaussian"  # where there is no choice

    def __post_init__(self) -> None:
        positive(self.rho)

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result: None (exact rationals) for noise on a lattice, otherwise
        10^-9.
        """
        return None if self.noise != "gaussian" else Fraction(1, 10**9)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records before the mechanism uses them."""
        return (
            f"coordinates are rounded to integers, ties to even, and moved into [0, {self.u}]",
            "clipped coordinates are truncated toward zero on the lattice",
        )

    def records(self, data: Iterable[Any] | Table) -> Table:
        """Returns the records as a table of integers from 0 to u."""
        return (
            taken(data, self.n, self.d, 0, self.u)
            if isinstance(data, Table)
            else self.prepared(read(data, self.n, self.d, 0, self.u).rows)
        )

    def from_arrays(self, columns: Sequence[Any]) -> Iterable[Any] | Table:
        """Returns the records that are given as integer arrays, one array for each coordinate."""
        from ...programs.numpy_table import Columns, from_columns

        if len(columns[0]) == self.n and Columns.fits(self.n, self.d, self.u, self.steps):
            return from_columns(columns, 0, self.u)
        return list(zip(*(c.tolist() for c in columns), strict=True))

    def prepared(self, rows: Sequence[Sequence[int]]) -> Table:
        """Returns the fastest table for so many integers: NumPy arrays, or Python's integers for
        few or large ones.
        """
        if self.n * self.d < MANY:
            return Rows(rows, self.d)
        # NumPy is loaded for those who need it
        from ...programs.numpy_table import Columns, from_rows

        return (
            from_rows(rows, self.d, self.u)
            if Columns.fits(self.n, self.d, self.u, self.steps)
            else Rows(rows, self.d)
        )
