"""The discrete Gaussian law against a second derivation (Poisson summation, term-by-term sums), its
laws, and its bulk sampler.
"""

from __future__ import annotations

import importlib
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.distributions import gaussian_moments
from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.errors import InvalidInput, Undecided
from dpmean.exact import reals
from dpmean.exact.digits import binary64, decimals
from dpmean.exact.enclosure import ceil, compare, floor, interval, sign
from dpmean.exact.reals import Number
from dpmean.randomness.bits import Shake128ForTesting, TapeForTesting

ORACLE = str(Path(__file__).parents[1] / "oracle")


@pytest.fixture(scope="module")
def second() -> Any:
    """The oracle's modules."""
    sys.path.insert(0, ORACLE)
    try:
        names = ("gaussian", "compare", "values")
        yield [importlib.import_module(name) for name in names]
    finally:
        sys.path.remove(ORACLE)


def agree(mine: Number, theirs: Any) -> None:
    """Both enclosures meet, and neither is wide."""
    from mpmath import mp

    found = interval(mine, 320)
    if isinstance(theirs, F):
        assert found.lower <= theirs <= found.upper
        return
    low, high = (
        F(int(mp.sign(x))) * int(mp.mpf(abs(x)).man) * F(2) ** int(mp.mpf(abs(x)).exp)
        if x
        else F(0)
        for x in (mp.make_mpf(e) for e in theirs._mpi_)
    )
    assert low <= found.upper
    assert found.lower <= high
    assert high - low <= F(1, 10**40) * max(abs(high), F(1, 10**40))
    assert found.upper - found.lower <= F(1, 10**40) * max(abs(found.upper), F(1, 10**40))


SIGMAS = (F(1, 100), F(1, 4), F(1), F(7, 3), F(100))


@pytest.mark.parametrize("sigma_squared", SIGMAS)
def test_every_quantity_is_confirmed_by_the_second_derivation(
    sigma_squared: F, second: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mpmath import iv, mp

    monkeypatch.setattr(iv, "prec", 320)  # put back after the test: others would take minutes
    monkeypatch.setattr(mp, "prec", 1280)
    law, other = DiscreteGaussian(sigma_squared), second[0].Gaussian(sigma_squared)
    agree(law.normalizer(), other.at(0))
    for k in (0, 1, -2, 5, 30):
        agree(law.pmf(k), other.at(k))
        agree(law.log_pmf(k), other.log_at(k))
        agree(law.cdf(k), other.cdf(F(k)))
        agree(law.tail(abs(k)), other.tail(abs(k)))
    for order in (1, 2, 3, 4, 7):
        agree(law.moment(order), other.moment(order))
    for shift, h in ((1, F(1)), (3, F(0)), (2, F(-1, 2)), (-1, F(1, 10)), (0, F(-1)), (0, F(1))):
        agree(
            law.hockey_stick(F(shift), reals.exp(h)),
            other.hockey_stick((F(shift),), second[1].Ratio(h=h)),
        )
    for p in (F(1, 10), F(1, 2), F(3, 4), F(999, 1000)):
        assert law.quantile(p) == other.quantile(p)


@pytest.mark.parametrize("sigma_squared", SIGMAS)
def test_the_variance_is_below_sigma_squared(sigma_squared: F) -> None:
    """Canonne, Kamath, Steinke, Corollary 9: the discrete law is less variable than the continuous
    one.
    """
    assert compare(DiscreteGaussian(sigma_squared).variance(), sigma_squared) < 0


@given(st.fractions(F(1, 4), F(30), max_denominator=9), st.integers(-12, 12))
@settings(max_examples=40, deadline=None)
def test_masses_add_up_to_differences_of_the_distribution_function(
    sigma_squared: F, k: int
) -> None:
    law = DiscreteGaussian(sigma_squared)
    left, right = interval(law.cdf(k) - law.cdf(k - 1), 200), interval(law.pmf(k), 200)
    assert left.lower <= right.upper
    assert right.lower <= left.upper
    assert left.upper - left.lower < F(1, 10**40)


@given(
    st.fractions(F(1, 4), F(30), max_denominator=9),
    st.integers(1, 6),
    st.fractions(F(-3), F(3), max_denominator=8),
)
@settings(max_examples=40, deadline=None)
def test_the_profile_is_below_that_of_its_zcdp(sigma_squared: F, shift: int, h: F) -> None:
    """delta(h) <= e^(-(h - rho)^2 / (4 rho)) for h >= rho (Bun, Steinke 2016), rho = s^2 / (2
    sigma^2); and delta >= 1
    - e^h always.
    """
    law = DiscreteGaussian(sigma_squared, F(shift))
    delta, rho = law.hockey_stick(F(shift), reals.exp(h)), law.rho()
    assert rho == F(shift) ** 2 / (2 * sigma_squared)
    assert compare(delta, 1 - reals.exp(h)) >= 0
    if h > rho:
        assert compare(delta, reals.exp(-((h - rho) ** 2) / (4 * rho))) <= 0


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InvalidInput, match="integer sensitivity"):
        DiscreteGaussian(F(1), F(1, 2))
    with pytest.raises(InvalidInput, match="shifts are integers"):
        DiscreteGaussian(F(1)).hockey_stick(F(1, 2), F(2))
    with pytest.raises(InvalidInput, match="draw one at a time"):
        bulk("discrete_gaussian", {"sigma_squared": "10000000000"})
    with pytest.raises(InvalidInput, match="sigma_squared: must be from"):
        bulk("discrete_gaussian", {"sigma_squared": "1/100000"})


@pytest.mark.parametrize("sigma_squared", ["1/9", "1", "50"])
def test_bulk_draws_are_those_of_the_exact_sampler(sigma_squared: str) -> None:
    """The same U for both: the word, 48 bits, and what comes after."""
    law, sampler = (
        DiscreteGaussian(F(sigma_squared)),
        bulk("discrete_gaussian", {"sigma_squared": sigma_squared}),
    )
    words = np.frombuffer(
        Shake128ForTesting(b"gaussian").peek(16 * 300).to_bytes(600, "big"), ">u2"
    )
    table = sampler.table.table  # type: ignore[attr-defined]
    for w in map(int, words):
        if (k := int(table[w])) != table.min():
            assert (
                k
                == law.sample(TapeForTesting(w.to_bytes(2, "big") + bytes(16)))
                == law.sample(TapeForTesting(w.to_bytes(2, "big") + b"\xff" * 16))
            )


def test_bulk_draws_have_the_variance() -> None:
    """A sum of 10^6 squares, 6 standard deviations to each side: a false alarm in 5 * 10^8."""
    (drawn,) = bulk("discrete_gaussian", {"sigma_squared": "100"}).draw(SystemStream(), 10**6)
    variance = float(interval(DiscreteGaussian(F(100)).variance()).lower)
    assert abs(np.mean(drawn.astype(float) ** 2) - variance) < 6 * variance * (2 / 10**6) ** 0.5


@pytest.mark.parametrize(
    ("sigma_squared", "about"),
    [
        (F(10000), "10000.0"),
        (F(10**6), "1000000.0"),
        (F(100), "100.0"),
        (F(1), "0.9999997887677281"),
    ],
)
def test_the_variance_lies_below_sigma_squared_however_near(sigma_squared: F, about: str) -> None:
    """At sigma = 100 the gap is 2^-284000: no precision shows it, and the answer is the two
    decimals around it all the same.
    """
    variance = DiscreteGaussian(sigma_squared).variance()
    low, high = decimals(variance)
    assert F(low) < sigma_squared and F(high) <= sigma_squared
    assert F(low) < F(high)
    assert repr(binary64(variance)) == about
    assert compare(variance, sigma_squared) == -1


def test_the_fourth_moment_lies_above_the_continuous_one() -> None:
    low, high = decimals(DiscreteGaussian(F(10000)).moment(4))
    assert (low, F(high) > F(low)) == ("300000000", True)
    assert compare(DiscreteGaussian(F(10000)).moment(4), F(3 * 10**8)) == 1


@given(st.fractions(F(1, 50), F(12), max_denominator=50), st.integers(1, 32))
def test_the_side_of_a_moment_is_where_a_fine_enclosure_sees_it(sigma_squared: F, m: int) -> None:
    """Where 900 bits tell them apart, the side is right; a law so narrow that the polynomial does
    not decide gives 0.
    """
    found = interval(DiscreteGaussian(sigma_squared).moment(2 * m) * F(1), 900)
    bound, side = (
        gaussian_moments.continuous(2 * m, sigma_squared),
        gaussian_moments.side(2 * m, sigma_squared),
    )
    assert side in (0, (-1) ** m)
    if side:
        assert found.lower < bound if side < 0 else found.upper > bound


def test_a_wide_law_answers_every_order_that_a_moment_may_have() -> None:
    for order in range(1, 65):
        low, high = decimals(DiscreteGaussian(F(10000)).moment(order))
        assert F(low) < F(high)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_number_that_is_known_not_to_be_the_bound(side: int) -> None:
    """floor, ceil, sign and comparison of a number next to a rational; without the knowledge they
    are undecided.
    """
    far = reals.exp(F(-20000))
    x = 3 + side * far  # 28,854 bits are needed to tell it from 3
    known = reals.strictly(x, F(3), side)
    with pytest.raises(Undecided):
        floor(x)
    assert (floor(known), ceil(known)) == ((2, 3) if side < 0 else (3, 4))
    assert (
        compare(known, F(3)),
        compare(known, F(3) - F(1, 10**9)),
        compare(known, F(3) + F(1, 10**9)),
    ) == (side, 1, -1)
    assert sign(reals.strictly(side * far, F(0), side)) == side
    assert decimals(known, 5) == (("2.9999", "3") if side < 0 else ("3", "3.0001"))
    assert binary64(known) == 3
    assert reals.strictly(x, F(3), 0) is x
