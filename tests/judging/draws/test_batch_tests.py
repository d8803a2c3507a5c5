"""One batch tested, with every number known by hand: p-values, shares, bounds."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.statistics import test as run_tests
from dpmean.suite.pvalues import binomial_p, clopper_pearson, looks, repeats_p, share

F = Fraction
ALPHA = F(1, 10**9)  # looks at 1e-3 and at 1e-6
POSITIVE = {
    "name": "positive",
    "on": "x",
    "relation": "ge",
    "at": "0",
    "p": {"lo": "1/4", "hi": "1/2"},
    "flag": "SignBias",
}
FAR = {
    "name": "far",
    "on": "abs",
    "relation": "ge",
    "at": "8",
    "p": {"lo": "1/8", "hi": "1/8"},
    "flag": "TailCut",
}
CDF = [{"x": "0", "p": {"lo": "0.25", "hi": "0.35"}}, {"x": "3", "p": {"lo": "0.5", "hi": "0.75"}}]


def close(p: Fraction, truth: Fraction) -> bool:
    """An upper bound, and a sharp one."""
    return truth <= p <= truth * (1 + F(1, 10**9))


def table(*rows: tuple[str, int]) -> Batch:
    return Batch(sum(c for _, c in rows), rows=tuple(((F(v),), c) for v, c in rows))


# ---------------------------------------------------------------- the tests of a batch


def test_each_test_has_its_share_its_figures_and_its_flag() -> None:
    """16 draws of 1: P(all positive) <= 2^-16, two-sided, times two events, times two groups."""
    tested = run_tests({"events": [POSITIVE, FAR], "cdf": CDF}, table(("1", 16)), F(0))
    positive, far, curve = tested.findings
    assert close(positive.p, F(1, 2**13))
    assert (positive.name, positive.seen, positive.expected, positive.flag) == (
        "positive",
        "seen in 16 of 16 draws",
        "the law gives 4.0 or more, up to 8.0",
        "SignBias",
    )
    assert close(far.p, 8 * F(7, 8) ** 16)
    assert (far.seen, far.expected, far.flag) == (
        "seen in 0 of 16 draws",
        "the law gives 2.0, give or take 1.3",
        "TailCut",
    )
    # at 0 none is below, at least a quarter should be; at 3 all are, at most 3/4 should be
    # two groups, two points, two sides; the first of equals is told
    assert close(curve.p, 2 * 2 * 2 * F(3, 4) ** 16)
    assert (curve.name, curve.seen, curve.expected, curve.flag) == (
        "at most 0",
        "seen in 0 of 16 draws",
        "the law gives 4.0 or more, up to 5.6",
        "WrongScale",
    )
    assert tested.worst is positive
    assert (positive.more, far.more, curve.more) == (True, False, False)
    shown = tested.evidence
    assert [
        (e["name"], e["count"], e["n"], e["expected"], e["p"], e["flag"]) for e in shown["events"]
    ] == [
        ("positive", 16, 16, 0.5, float(positive.p), "SignBias"),
        ("far", 0, 16, 0.125, float(far.p), "TailCut"),
    ]
    assert shown["points"] == [
        {"x": "0", "seen": 0.0, "expected": 0.25},
        {"x": "3", "seen": 1.0, "expected": 0.75},
    ]
    assert (shown["type"], shown["n"], shown["center"], shown["band"]) == (
        "law",
        16,
        "0",
        pytest.approx(0.35355339),
    )


def test_p_values_that_no_look_would_reject_are_not_worked_out() -> None:
    """400 draws, 1/2 each: 230 are three standard deviations off, and 2 P(X >= 230) = 0.0031; 231
    is worked out.
    """
    fair = {**POSITIVE, "p": {"lo": "1/2", "hi": "1/2"}}
    for more, p in ((230, F(1)), (231, None)):
        counts = table(("1", more), ("-1", 400 - more))
        (found,) = run_tests({"events": [fair]}, counts, F(0)).findings
        assert found.p == p if p else F(1, 1000) < found.p < F(3, 1000)


def test_without_a_curve_the_events_have_all_and_nothing_is_drawn() -> None:
    tested = run_tests({"events": [POSITIVE]}, table(("1", 16)), F(3, 2))
    (positive,) = tested.findings
    assert close(positive.p, F(1, 2**15))
    assert (tested.evidence["points"], tested.evidence["band"], tested.evidence["center"]) == (
        [],
        0.0,
        "3/2",
    )


def test_a_batch_as_expected_has_p_values_of_1() -> None:
    tested = run_tests(
        {"events": [POSITIVE, FAR], "cdf": CDF}, table(("-1", 10), ("1", 2), ("9", 4)), F(0)
    )
    assert [f.p for f in tested.findings[:2]] == [1, 1]
    curve = tested.findings[-1]
    tail = sum(
        (math.comb(16, k) * F(7, 20) ** k * F(13, 20) ** (16 - k) for k in range(10, 17)), F(0)
    )
    assert curve.seen == "seen in 10 of 16 draws"
    assert close(curve.p, 8 * tail)
    inside = run_tests(
        {"events": [POSITIVE], "cdf": CDF}, table(("-1", 3), ("1", 3), ("9", 4)), F(0)
    ).findings[-1]
    assert (inside.seen, inside.p) == ("nothing unusual", 1)


def test_a_declared_grid_counts_in_the_implementations_favour() -> None:
    """On a grid of 1/8 a draw of 0 may have been rounded from either side of the threshold."""
    rounded = replace(table(("0", 16)), grid=F(1, 8))
    (positive,) = run_tests({"events": [POSITIVE]}, rounded, F(0)).findings
    assert (positive.p, positive.seen) == (1, "seen in 0 to 16 of 16 draws")
    curve = run_tests({"events": [POSITIVE], "cdf": CDF}, rounded, F(0)).findings[-1]
    assert (curve.name, curve.seen) == ("at most 3", "seen in 16 of 16 draws")


# ---------------------------------------------------------------- the p-values


def test_p_values_and_bounds_by_hand() -> None:
    assert close(binomial_p(4, 4, 4, F(1, 2), F(1, 2)), F(1, 8))
    # the end of the range that is nearest to the count
    assert close(binomial_p(4, 0, 0, F(1, 2), F(3, 4)), F(1, 8))
    assert close(binomial_p(4, 4, 4, F(1, 4), F(1, 2)), F(1, 8))
    assert binomial_p(4, 2, 2, F(1, 2), F(1, 2)) == 1
    assert share(F(1, 10**6), 0) == share(F(1, 10**6), 1000) == F(1, 10**9)
    assert share(F(1, 10**6), 4000) == F(1, 4 * 10**9)
    assert looks(ALPHA) == (F(1, 1000), F(1, 10**6))


@pytest.mark.parametrize("error", [F(1, 50), F(1, 3)])
def test_confidence_bounds_by_hand(error: Fraction) -> None:
    """One draw: the bounds are `error` and 1 - `error`, rounded outward by less than 2^-39; none:
    nothing is known.
    """
    for n, count, upper, truth in (
        (1, 1, False, error),
        (1, 0, True, 1 - error),
        (1, 1, True, F(1)),
        (1, 0, False, F(0)),
        (2, 2, False, None),
    ):
        bound = clopper_pearson(n, count, error, upper=upper)
        if truth is None:
            assert 0 <= error - bound**2 < F(1, 2**38)  # the square root of the error
        else:
            assert 0 <= (bound - truth if upper else truth - bound) < F(1, 2**39)


def test_the_bound_of_repeats_by_hand() -> None:
    """Binomial(10, 1/100): at least one with 1 - (99/100)^10, all ten with 10^-20."""
    assert 0 <= repeats_p(10, 1, F(1, 1000)) - (1 - F(99, 100) ** 10) < F(1, 10**18)
    assert 0 <= repeats_p(10, 10, F(1, 1000)) - F(1, 10**20) < F(1, 10**38)
    assert repeats_p(10, 0, F(1, 1000)) == 1
