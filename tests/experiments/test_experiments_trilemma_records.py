"""The records of the trilemma experiments: their laws and populations against integrals, by hand
and by brute force.
"""

from __future__ import annotations

import math
from fractions import Fraction as F

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.exact import reals, special
from dpmean.exact.algebra import proves_equal
from dpmean.exact.enclosure import compare, interval, sign
from dpmean.experiments.points import Enclosed, about
from dpmean.experiments.trilemma import clipping, figure1, lognormal
from dpmean.experiments.trilemma.clipping import EPSILONS, N, bracket, errors, falls
from dpmean.experiments.trilemma.laws import FIGURE1, LogNormal, Population


def double(x: reals.Number) -> float:
    return about(Enclosed.of(x))


@given(st.fractions(-12, 12, max_denominator=1000))
def test_the_normal_law_is_that_of_mpmath(x: F) -> None:
    """A cdf without the root of 2 fails, an enclosure that is too narrow as well."""
    with mpmath.workdps(60):
        for ours, theirs in (
            (special.normal_cdf(x), mpmath.ncdf(mpmath.mpf(x.numerator) / x.denominator)),
            (special.normal_density(x), mpmath.npdf(mpmath.mpf(x.numerator) / x.denominator)),
        ):
            found = interval(ours, 256)
            middle = mpmath.mpf(found.lower.numerator) / found.lower.denominator
            assert (
                abs(middle - theirs) <= abs(theirs) * mpmath.mpf(10) ** -40 + mpmath.mpf(10) ** -60
            )
            assert found.upper - found.lower <= F(1, 10**60)


def test_algebra_takes_the_error_function_as_it_is() -> None:
    """Phi(x) + Phi(-x) = 1 needs oddness, which algebra does not know; what cancels, it proves.

    Without the operation in its list it raises.
    """
    phi = special.normal_cdf(F(1, 3))
    assert proves_equal(phi + phi - 2 * special.normal_cdf(F(1, 3)) + 7, F(7))
    assert (
        not proves_equal(phi, F(1, 2))
        and special.erf(F(0)) == 0
        and special.normal_cdf(F(0)) == F(1, 2)
    )
    assert sign(special.normal_cdf(F(-40))) == 1


@pytest.mark.parametrize("law", [FIGURE1, lognormal.LAW], ids=["figure 1", "fitted"])
@pytest.mark.parametrize("t", [F(20_000), F(60_000), F(300_000)])
def test_log_normal_moments_are_integrals(law: LogNormal, t: F) -> None:
    """E min(X, t)^k = integral of k x^(k-1) P(X > x) to t: a second way without the closed form; a
    tilt by s in place of 2 s in the square fails.
    """
    mpmath.mp.dps = 20
    m, s = float(law.median), double(law.s)

    def tail(x: float) -> float:
        return mpmath.ncdf(-mpmath.log(x / m) / s) if x else mpmath.mpf(1)

    points = [0, m / 10, m, float(t)] if t > law.median else [0, m / 10, float(t)]
    assert double(law.first(t)) == pytest.approx(float(mpmath.quad(tail, points)), rel=1e-9)
    assert double(law.second(t)) == pytest.approx(
        float(mpmath.quad(lambda x: 2 * x * tail(x), points)), rel=1e-9
    )
    assert double(law.tail(t)) == pytest.approx(float(tail(float(t))), rel=1e-12)


def test_the_fitted_law_has_the_printed_mean_and_median() -> None:
    assert lognormal.LAW.mean == 40_865 and lognormal.LAW.median == 24_989
    assert double(lognormal.LAW.tail(F(24_989))) == 0.5
    assert double(lognormal.LAW.s) ** 2 == pytest.approx(2 * math.log(40_865 / 24_989), rel=1e-14)


RECORDS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 300)),
    min_size=2,
    max_size=8,
    unique_by=lambda p: p[0],
).map(lambda pairs: Population(tuple((F(v), c + N) for v, c in sorted(pairs))))


@settings(max_examples=40)
@given(RECORDS, st.fractions(0, 45, max_denominator=7), st.sampled_from(EPSILONS))
def test_a_population_is_summed_record_by_record(people: Population, t: F, epsilon: F) -> None:
    """Brute force; sampling without replacement has the factor (size - n)/(size - 1): 1 in its
    place fails.
    """
    records = [v for v, c in people.counts for _ in range(c)]
    clipped = [min(v, t) for v in records]
    size = len(records)
    mean = sum(clipped, F(0)) / size
    variance = sum((x - mean) ** 2 for x in clipped) / size
    x = errors(people, t, epsilon)
    assert x.bias == sum(records, F(0)) / size - mean
    assert x.sampling == variance / N * F(size - N, size - 1)
    assert x.noise == 2 * (t / (epsilon * N)) ** 2
    assert people.tail(t) == F(sum(v > t for v in records), size)


def test_a_mean_of_a_sample_without_replacement_by_hand() -> None:
    """All samples of 2 from {0, 0, 1}: variance 1/18, that is (2/9)/2 x (3 - 2)/(3 - 1)."""
    means = [F(0), F(1, 2), F(1, 2)]
    middle = sum(means) / 3
    assert sum((m - middle) ** 2 for m in means) / 3 == F(2, 9) / 2 * F(3 - 2, 3 - 1)


@settings(max_examples=40, deadline=None)
@given(RECORDS.filter(lambda p: p.values[-1] > 0), st.sampled_from(EPSILONS))
def test_the_best_threshold_of_a_population_is_the_best(people: Population, epsilon: F) -> None:
    """Not above it anywhere: on a grid, at the values and right beside.

    A `best` that forgets the jumps at values, or the sampling variance, fails.
    """
    best = people.best(epsilon)
    least = errors(people, best, epsilon).squared
    nearby = [best + d for d in (F(-1, 10**4), F(1, 10**4)) if best + d >= 0]
    for t in [*people.values, *nearby, *(F(k, 4) for k in range(200))]:
        assert errors(people, t, epsilon).squared >= least


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bracket_has_the_minimum_of_a_grid(epsilon: F) -> None:
    """The squared error rises to both sides: a derivative of the wrong sign or without the sampling
    variance fails.
    """
    low, high = bracket(FIGURE1, epsilon, figure1.BEYOND)
    assert high == low + 1 and falls(FIGURE1, low, epsilon) and not falls(FIGURE1, high, epsilon)
    inside = errors(FIGURE1, (low + high) / 2, epsilon).squared
    for t in (low - 1000, high + 1000, low / 2, high * 2):
        assert compare(errors(FIGURE1, t, epsilon).squared, inside) > 0
    values = [
        double(errors(FIGURE1, low + d, epsilon).squared) for d in (-30, -20, -10, 10, 20, 30)
    ]
    assert values[0] > values[1] > values[2] and values[3] < values[4] < values[5]


def test_beyond_the_largest_record_nothing_falls() -> None:
    people = Population(((F(1), 600), (F(5), 600)))
    assert not falls(people, F(5), F(4)) and F(499, 100) < people.best(F(10**6)) < 5
    assert clipping.last(lambda k: k * k <= 50, 0, 100) == 7
