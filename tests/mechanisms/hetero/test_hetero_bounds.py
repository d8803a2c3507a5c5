"""Bounds for users with epsilons of their own: against brute force, and in the order that the
theorems say.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.exact import enclosure, reals
from dpmean.mechanisms.hetero import minimax as hetero
from dpmean.mechanisms.hetero.weights import objective

LEVELS = (F(0), F(1, 10), F(1), F(2), F(7), F(30), None)
LEVEL = st.none() | st.fractions(0, 12, max_denominator=30)
VECTORS = st.lists(LEVEL, min_size=1, max_size=14).filter(lambda e: any(x != 0 for x in e))


def groups() -> list[tuple[int, int, F, F | None]]:
    """n, n f, epsilon1, epsilon2: all that are allowed."""
    return [
        (n, k, low, high)
        for n in (1, 2, 3, 8)
        for k in range(n + 1)
        for low, high in product(LEVELS, LEVELS)
        if low is not None and (high is None or high >= low)
    ]


def test_the_upper_bound_is_the_objective_of_the_vector() -> None:
    for n, k, low, high in groups():
        epsilons = [low] * k + [high] * (n - k)
        if all(e == 0 for e in epsilons):
            with pytest.raises(InvalidInput) as error:
                hetero.upper_bound(n, F(k, n), low, high)
            assert error.value.code == "epsilon_not_positive"
        elif high == 0:
            raise AssertionError("unreachable: epsilon1 <= epsilon2")
        else:
            upper = hetero.upper_bound(n, F(k, n), low, high)
            assert upper == min(F(1, 4), objective(epsilons)), (n, k, low, high)
            saturated = k > 0 and low > 0 and (high is None or high >= low + 8 / (low * k))
            assert hetero.lower_bound(n, F(k, n), low, high) == upper / (
                1048 if saturated else 1560
            )
            assert hetero.sharper_lower_bound(n, F(k, n), low, high) == upper * (
                F(1, 27) if saturated else F(2, 81)
            )


def test_the_sharper_bound_is_below_the_one_of_the_vector() -> None:
    for n, k, low, high in groups():
        epsilons = [low] * k + [high] * (n - k)
        if any(e != 0 for e in epsilons):
            sharper = hetero.sharper_lower_bound(n, F(k, n), low, high)
            assert (
                hetero.lower_bound(n, F(k, n), low, high)
                < sharper
                < hetero.upper_bound(n, F(k, n), low, high)
            )
            assert enclosure.compare(hetero.vector_lower_bound(epsilons), sharper) >= 0, epsilons


def least(epsilons: list[F | None]) -> reals.Number:
    """T over all k, by its definition."""
    rising = sorted(e for e in epsilons if e is not None) + [None] * epsilons.count(None)
    best: reals.Number | None = None
    for k in range(len(rising) + 1):
        t: reals.Number = F(0)
        for e in rising[:k]:
            t = t + (F(1) if e is None else 1 - 2 / (reals.exp(e) + 1))
        t = t + reals.root(F(len(rising) - k), 2)
        if best is None or enclosure.interval(t).upper < enclosure.interval(best).lower:
            best = t
    assert best is not None
    return best


def close(x: reals.Number, y: reals.Number) -> bool:
    a, b = enclosure.interval(x), enclosure.interval(y)
    return a.lower <= b.upper and b.lower <= a.upper and a.upper - a.lower < F(1, 10**12) * a.upper


@given(VECTORS)
@settings(max_examples=60, deadline=None)
def test_the_vector_bound_by_its_definition(epsilons: list[F | None]) -> None:
    t = least(epsilons)
    above = enclosure.interval(t).lower >= F(2, 3)
    assert close(hetero.vector_lower_bound(epsilons), 1 / (27 * t**2) if above else (1 - t) / 4)


@given(VECTORS)
@settings(max_examples=60, deadline=None)
def test_objective_and_vector_bound_are_a_constant_apart(epsilons: list[F | None]) -> None:
    """The paper's open question: ADPM is optimal up to a constant for every vector."""
    upper, lower = min(F(1, 4), objective(epsilons)), hetero.vector_lower_bound(epsilons)
    assert enclosure.compare(lower, upper / hetero.VECTOR) >= 0
    assert enclosure.compare(lower, upper) < 0


@given(VECTORS, st.fractions(0, 1, max_denominator=40), st.integers(0, 14))
@settings(max_examples=40, deadline=None)
def test_no_other_distance_and_k_is_better(epsilons: list[F | None], d: F, k: int) -> None:
    rising = sorted(e for e in epsilons if e is not None) + [None] * epsilons.count(None)
    k = min(k, len(rising))
    t: reals.Number = reals.root(F(len(rising) - k), 2)
    for e in rising[:k]:
        t = t + (F(1) if e is None else hetero.tanh_half(reals.exp(-e)))
    best = enclosure.interval(hetero.vector_lower_bound(epsilons))
    assert enclosure.interval(F(0) + hetero.le_cam(d, t)).lower <= best.upper


@pytest.mark.parametrize(
    "epsilons",
    [[F(10**5)], [F(10**5), F(10**5)], [None, F(10**5)], [None], [None] * 5, [F(0), F(10**5)]],
)
def test_large_epsilons_are_decided(epsilons: list[F | None]) -> None:
    assert enclosure.interval(F(0) + hetero.vector_lower_bound(epsilons)).lower > 0


def test_by_hand() -> None:
    assert hetero.ratio(8 * 10**4, F(1, 2), F(1, 100)) == 3  # Figure 2
    assert hetero.critical_epsilon(10**4, F(1, 2), F(1, 100)) == F(17, 100)  # Example 1
    assert hetero.critical_epsilon(10**4, F(1, 2), F(1, 100), F(1, 1000)) == F(17, 100)
    assert hetero.upper_bound(4, F(1), F(2), None) == F(1, 16) + F(2, 64)
    assert hetero.upper_bound(4, F(1, 2), F(0), None) == F(1, 8)
    assert hetero.upper_bound(4, F(0), F(0), None) == F(1, 16)
    assert hetero.upper_bound(10**9, F(1, 2), F(1), None) < F(1, 10**9)
    assert hetero.vector_lower_bound([None]) == F(1, 27)
    assert hetero.vector_lower_bound([None] * 4) == F(1, 108)
    assert hetero.vector_lower_bound([F(0), None]) == F(1, 27)


@pytest.mark.parametrize(
    ("call", "code", "argument"),
    [
        (lambda: hetero.ratio(3, F(1, 2), F(1)), "not_an_integer", "f"),
        (lambda: hetero.ratio(3, F(0), F(1)), "not_finite", "f"),
        (lambda: hetero.ratio(3, F(1), F(0)), "not_finite", "epsilon1"),
        (lambda: hetero.critical_epsilon(3, F(0), F(1)), "not_finite", "f"),
        (lambda: hetero.upper_bound(3, F(1, 2), F(1), F(2)), "not_an_integer", "f"),
        (lambda: hetero.upper_bound(2, F(1, 2), F(1), F(1, 2)), "out_of_range", "epsilon2"),
        (lambda: hetero.upper_bound(2, F(1), F(0), F(1)), "epsilon_not_positive", "epsilon1"),
        (lambda: hetero.upper_bound(2, F(1, 2), F(0), F(0)), "epsilon_not_positive", "epsilon2"),
        (lambda: hetero.lower_bound(2, F(1, 2), F(0), F(0)), "epsilon_not_positive", "epsilon2"),
        (lambda: hetero.sharper_lower_bound(2, F(1, 2), F(1), F(0)), "out_of_range", "epsilon2"),
        (lambda: hetero.vector_lower_bound([F(0)]), "epsilon_not_positive", "epsilons"),
        (lambda: hetero.vector_lower_bound([]), "epsilon_not_positive", "epsilons"),
    ],
)
def test_what_is_refused(call: object, code: str, argument: str) -> None:
    with pytest.raises(InvalidInput) as error:
        call()  # type: ignore[operator]
    assert (error.value.code, error.value.argument) == (code, argument)


def test_the_entries_are_the_page() -> None:
    assert [e.name for e in hetero.ENTRIES] == [
        f"hetero.{n}"
        for n in (
            "ratio",
            "critical_epsilon",
            "upper_bound",
            "lower_bound",
            "sharper_lower_bound",
            "vector_lower_bound",
        )
    ]
    for entry in hetero.ENTRIES[:5]:
        given_ = {"n": 8, "f": F(1, 2), "epsilon1": F(1), "epsilon2": None}
        assert (
            entry.compute(**{k: v for k, v in given_.items() if k in entry.parameters}).values[0]
            > 0
        )
