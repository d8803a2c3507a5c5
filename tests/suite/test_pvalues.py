"""P-values, confidence bounds and the budget of a run are valid: by sums over all counts of small
binomials.
"""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpmean.exact.enclosure import binomial_tail
from dpmean.judging.outcome import statistical
from dpmean.judging.support import support_vectors
from dpmean.suite.files import load
from dpmean.suite.pvalues import CHECK, TOTAL, binomial_p, clopper_pearson, looks, share


def exact_tail(n: int, k: int, p: Fraction) -> Fraction:
    return sum((math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0))


@pytest.mark.parametrize(
    ("n", "k", "p"),
    [
        (1, 1, "1/3"),
        (10, 0, "1/2"),
        (10, 7, "1/5"),
        (60, 31, "1/2"),
        (60, 60, "9/10"),
        (200, 3, "1/1000"),
    ],
)
def test_binomial_tails_are_upper_bounds_and_sharp(n: int, k: int, p: str) -> None:
    bound, truth = binomial_tail(n, k, Fraction(p)), exact_tail(n, k, Fraction(p))
    assert truth <= bound <= truth * (1 + Fraction(1, 10**12))


def test_p_values_are_valid_for_every_count() -> None:
    """P(p <= a) <= a exactly, by summing over all counts of a small binomial."""
    n, p = 40, Fraction(3, 10)
    mass = [exact_tail(n, k, p) - exact_tail(n, k + 1, p) for k in range(n + 1)]
    values = [binomial_p(n, k, k, p, p) for k in range(n + 1)]
    for a in sorted(set(values)):
        assert sum(m for m, v in zip(mass, values, strict=True) if v <= a) <= a
    assert binomial_p(n, 12, 12, p, p) == 1
    assert binomial_p(n, 30, 30, p, p) == 2 * binomial_tail(n, 30, p)
    assert binomial_p(n, 0, 30, p, p) == 1  # a count that rounding may explain is no evidence


def test_confidence_bounds_cover() -> None:
    n, error = 30, Fraction(1, 50)
    for p in (Fraction(1, 10), Fraction(1, 2), Fraction(19, 20)):
        mass = [exact_tail(n, k, p) - exact_tail(n, k + 1, p) for k in range(n + 1)]
        below = sum(m for k, m in enumerate(mass) if clopper_pearson(n, k, error, upper=True) < p)
        above = sum(m for k, m in enumerate(mass) if clopper_pearson(n, k, error, upper=False) > p)
        assert below <= error
        assert above <= error
    assert (
        Fraction(3, 10)
        < clopper_pearson(n, 15, error, upper=False)
        < Fraction(1, 2)
        < clopper_pearson(n, 15, error, upper=True)
        < Fraction(7, 10)
    )


def test_the_budget_of_a_run_holds_for_any_number_of_adapters() -> None:
    for checks in (1, 80, 800, 10**5):
        alpha = share(TOTAL, checks)
        assert checks * alpha <= TOTAL
        assert alpha <= CHECK
        assert math.prod(looks(alpha)) == alpha
    # the published power holds for one adapter that has everything; among several, a check may err
    # with less
    everything = load()
    checks = statistical([*everything, *support_vectors(everything)])
    assert share(TOTAL, checks) == CHECK > share(TOTAL, 2 * checks)
