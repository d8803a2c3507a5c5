"""Sums of wide Gaussians by the formulas of Euler and Maclaurin, and of Poisson, beside the sums of
their terms.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import flint
import pytest

from dpmean.exact import theta, wide

RATES = (F(1, 1001), F(1, 2 * 10**4), F(3, 10**6))


def by_terms(patch: pytest.MonkeyPatch, found: Callable[..., Any], *given: Any) -> Any:
    with patch.context() as only:
        only.setattr(theta, "WIDE", 0)
        return found(*given)


@pytest.mark.parametrize("rate", RATES, ids=str)
def test_both_ways_lead_to_one_sum(rate: F, monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the middle and far out, to 96 and to 384 bits. Kills a term left out, and a remainder
    that is too small.
    """
    width = int(float(1 / rate) ** 0.5)
    for start in (1, 2, width, 5 * width, 20 * width):
        for order in (0, 1, 2, 5, 64):
            for bits in (96, 384):
                found = theta.gaussian_sum(rate, start, order, bits)
                expected = by_terms(monkeypatch, theta.gaussian_sum, rate, start, order, bits)
                with theta.precision(600):
                    assert found.overlaps(expected), (start, order, bits)
                    assert found.rel_accuracy_bits() > bits, (start, order, bits)


@pytest.mark.parametrize("rate", RATES, ids=str)
def test_a_sum_around_a_point_by_its_waves(rate: F, monkeypatch: pytest.MonkeyPatch) -> None:
    for center in (F(1, 2), F(1, 3), F(1, 100)):
        found = theta.centred_sum(rate, center, 200)
        expected = by_terms(monkeypatch, theta.centred_sum, rate, center, 200)
        with theta.precision(600):
            assert found.overlaps(expected)
            assert found.rel_accuracy_bits() > 200


def test_the_remainder_covers_what_is_left_out() -> None:
    """With more derivatives the sum moves by less than the bound for fewer; and it is nothing of
    the sort far out.
    """
    for rate, start, order in ((F(1, 1001), 1, 0), (F(1, 1001), 40, 3), (F(1, 5000), 300, 12)):
        with theta.precision(600):
            a = flint.arb(flint.fmpq(rate.numerator, rate.denominator))
            sums = {}
            for n in (8, 16, 32, 64):
                terms = wide.expansion(a, flint.arb(start), order, n)[1::2]
                sums[n] = sum(
                    (
                        flint.arb(flint.fmpq.bernoulli(2 * m)) / (2 * m) * c
                        for m, c in enumerate(terms, 1)
                    ),
                    flint.arb(0),
                )
            for n in (8, 16, 32):
                assert abs(sums[n] - sums[64]) <= wide.remainder(a, start, order, n)
    with theta.precision(200):
        assert wide.wide_sum(flint.arb(1) / 1001, 10**6, 0, 96) is None


@pytest.mark.parametrize("order", [0, 1, 2, 63])
def test_moments_of_a_very_wide_law_are_nearly_those_of_the_integral(order: int) -> None:
    """2 S = integral to within the first term, at a rate of which the terms are too many to be
    added.
    """
    rate = F(1, 2 * 10**10)
    with theta.precision(200):
        found = theta.gaussian_sum(rate, 1, order, 96)
        s = flint.arb(order + 1) / 2
        whole = flint.arb(2 * 10**10) ** s * s.gamma() / 2
        assert (
            abs(found - whole + (flint.arb(1) / 2 if order == 0 else 0))
            < whole * flint.arb(2) ** -33
        )
