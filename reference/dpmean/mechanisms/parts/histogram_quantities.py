"""The catalogue's quantities of a histogram: sensitivities, the noise of one category, and what a
threshold costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...parameters.entry import Entry, single
from .appearing import NOISES, delta_of, least_threshold
from .histogram import Histogram, change_of_counts, squared_change_of_counts
from .noisy_entries import SOURCE, WHO, Formulas, entries
from .part import relation_of


def histogram_sensitivity(contribution: int = 1, neighbors: str = "add-or-remove-one") -> Fraction:
    """Returns by how much the counts of a histogram change, added up over the categories."""
    found: Fraction = change_of_counts(Fraction(contribution), relation_of(neighbors))
    return found


def squared_sensitivity(contribution: int = 1, neighbors: str = "add-or-remove-one") -> Fraction:
    """Returns the largest sum of the squared changes of the counts."""
    found: Fraction = squared_change_of_counts(Fraction(contribution), relation_of(neighbors))
    return found


def of_one_category(**parameters: Any) -> Histogram:
    """Returns a histogram, for what does not depend on the number of its categories."""
    return Histogram(categories=2, **parameters)


_THRESHOLD = "Korolova, Kenthapadi, Mishra, Ntoulas 2009"
ENTRIES = (
    Entry(
        "histogram.sensitivity",
        "largest change of the counts, added up over the categories, when one user's records change",
        (),
        WHO,
        "contribution; replace-one: 2 contribution",
        "Q",
        SOURCE,
        single(histogram_sensitivity),
    ),
    Entry(
        "histogram.squared_sensitivity",
        "largest sum of squared changes of the counts when one user's records change",
        (),
        WHO,
        "contribution^2; replace-one: 2 contribution^2",
        "Q",
        SOURCE,
        single(squared_sensitivity),
    ),
    *entries(
        Histogram,
        of_one_category,
        (),
        "count",
        Formulas(
            "histogram.squared_sensitivity/(2 rho)",
            "laplace: 2 D^2/epsilon^2; discrete_laplace: 2 t/(1 - t)^2; gaussian: "
            "histogram.squared_sensitivity/(2 rho); discrete_gaussian: "
            "discrete_gaussian.variance(sigma_squared = histogram.squared_sensitivity/(2 rho))",
            "laplace: (D/epsilon) log(1/beta); discrete_laplace: discrete_laplace.quantile(p = 1 - "
            "beta/2, sensitivity = D); gaussian: gaussian.quantile(p = 1 - beta/2, sigma_squared = "
            "histogram.squared_sensitivity/(2 rho)); discrete_gaussian: discrete_gaussian.quantile(p "
            "= 1 - beta/2, sigma_squared = histogram.squared_sensitivity/(2 rho))",
            "count; zero and laplace: count + s t^count/2; zero and discrete_laplace: count + "
            "t^(count + 1)/(1 - t^2)",
            "variance; zero and laplace: 2 s^2 - s t^count (s + count); zero and "
            "discrete_laplace: t (2 - t^count)/(1 - t)^2 - 2 count t^(count + 1)/(1 - t^2)",
        ),
    ),
    Entry(
        "histogram.delta",
        "delta of a histogram that shows a category from a threshold on: the probability that one "
        "user alone makes one appear",
        ("noise", "epsilon", "count_threshold", "categories"),
        ("contribution",),
        "laplace: max{z, 1 - (1 - a)^(m - 1) (1 - r)}, m = min{contribution, categories}, a = "
        "e^(-(T - 1)/s)/2, z = (e^(-(T - contribution)/s)/2 if T >= contribution else 1 - "
        "e^((T - contribution)/s)/2), w = contribution - m + 1, r = (e^(-(T - w)/s)/2 if T >= w "
        "else 1 - e^((T - w)/s)/2); discrete_laplace: max{z, 1 - (1 - a)^(m - 1) (1 - r)}, m = "
        "min{contribution, categories}, a = t^(T - 1)/(1 + t), z = (t^(T - contribution)/(1 + t) if "
        "T >= contribution else 1 - t^(contribution - T + 1)/(1 + t)), w = contribution - m + 1, r = "
        "(t^(T - w)/(1 + t) if T >= w else 1 - t^(w - T + 1)/(1 + t))",
        "reals",
        _THRESHOLD,
        single(delta_of),
        words={"noise": NOISES},
    ),
    Entry(
        "histogram.least_threshold",
        "least threshold from which on a category is shown, for an epsilon and a delta, however many "
        "categories there are",
        ("noise", "epsilon", "delta"),
        ("contribution",),
        "laplace: max{1 + s log(1/(2 x)), contribution + s log(1/(2 delta))}, x = 1 - (1 - "
        "delta)^(1/contribution); discrete_laplace: least k >= 1 with histogram.delta(count_threshold "
        "= k, categories = contribution) <= delta",
        "reals",
        _THRESHOLD,
        single(least_threshold),
        words={"noise": NOISES},
    ),
)
