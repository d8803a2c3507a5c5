"""The catalogue's quantities of a count and of a bounded sum."""

from __future__ import annotations

from fractions import Fraction

from ...parameters.entry import Entry, single
from .bounded_sum import BoundedSum, change_of_sum
from .count import Count, change_of_count
from .noisy_entries import SOURCE, WHO, Formulas, entries
from .part import relation_of


def count_sensitivity(contribution: int = 1, neighbors: str = "add-or-remove-one") -> Fraction:
    """Returns the sensitivity of a count, under either relation the most records of a user."""
    del neighbors
    found: Fraction = change_of_count(contribution)
    return found


def sum_sensitivity(
    lower: Fraction,
    upper: Fraction,
    contribution: int = 1,
    neighbors: str = "add-or-remove-one",
) -> Fraction:
    """Returns the sensitivity of a bounded sum."""
    found: Fraction = change_of_sum(lower, upper, contribution, relation_of(neighbors))
    return found


ENTRIES = (
    Entry(
        "count.sensitivity",
        "largest change of the number of records when one user's records change",
        (),
        WHO,
        "contribution",
        "Q",
        SOURCE,
        single(count_sensitivity),
    ),
    *entries(
        Count,
        Count,
        (),
        "count",
        Formulas(
            "D^2/(2 rho)",
            "laplace: 2 D^2/epsilon^2; discrete_laplace: 2 t/(1 - t)^2; gaussian: D^2/(2 rho); "
            "discrete_gaussian: discrete_gaussian.variance(sigma_squared = D^2/(2 rho))",
            "laplace: (D/epsilon) log(1/beta); discrete_laplace: discrete_laplace.quantile(p = 1 - "
            "beta/2, sensitivity = D); gaussian: gaussian.quantile(p = 1 - beta/2, sigma_squared = "
            "D^2/(2 rho)); discrete_gaussian: discrete_gaussian.quantile(p = 1 - beta/2, "
            "sigma_squared = D^2/(2 rho))",
            "count; zero and laplace: count + s t^count/2; zero and discrete_laplace: count + "
            "t^(count + 1)/(1 - t^2)",
            "variance; zero and laplace: 2 s^2 - s t^count (s + count); zero and "
            "discrete_laplace: t (2 - t^count)/(1 - t)^2 - 2 count t^(count + 1)/(1 - t^2)",
        ),
    ),
    Entry(
        "bounded_sum.sensitivity",
        "largest change of the sum of clipped records when one user's records change",
        ("lower", "upper"),
        WHO,
        "contribution max(|l|, |u|); replace-one: contribution (u - l)",
        "Q",
        SOURCE,
        single(sum_sensitivity),
    ),
    *entries(
        BoundedSum,
        BoundedSum,
        ("lower", "upper"),
        "sum",
        Formulas(
            "D^2/(2 rho)",
            "laplace: 2 D^2/epsilon^2; discrete_laplace: 2 unit^2 t/(1 - t)^2; gaussian: "
            "D^2/(2 rho); discrete_gaussian: unit^2 discrete_gaussian.variance(sigma_squared = "
            "D^2/(2 rho unit^2))",
            "laplace: (D/epsilon) log(1/beta); discrete_laplace: unit discrete_laplace.quantile(p = 1 - "
            "beta/2, sensitivity = D/unit); gaussian: gaussian.quantile(p = 1 - beta/2, sigma_squared "
            "= D^2/(2 rho)); discrete_gaussian: unit discrete_gaussian.quantile(p = 1 - beta/2, "
            "sigma_squared = D^2/(2 rho unit^2))",
            "sum; zero and laplace: sum + s e^(-sum/s)/2; zero and discrete_laplace: sum + unit "
            "t^(c + 1)/(1 - t^2), c = sum/unit",
            "variance; zero and laplace: 2 s^2 - s e^(-sum/s) (s + sum); zero and "
            "discrete_laplace: unit^2 (t (2 - t^c)/(1 - t)^2 - 2 c t^(c + 1)/(1 - t^2)), c = "
            "sum/unit",
        ),
    ),
)
