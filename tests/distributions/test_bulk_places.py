"""Wide discrete Laplace noise by its digits has the law: exactly in fractions, and in counts of
draws.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from dpmean.distributions import discrete_laplace
from dpmean.distributions.bulk import SystemStream, bulk, places
from dpmean.distributions.bulk.places import Places, digit, digit_upper
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.errors import InvalidInput
from dpmean.exact.digits import decimals
from dpmean.parameters.declared import parse
from dpmean.randomness.stream import TapeStreamForTesting
from dpmean.suite.pvalues import binomial_p


@pytest.mark.parametrize("t", [F(1, 3), F(9, 10)])
@pytest.mark.parametrize("n", [2, 3, 7])
def test_a_digit_and_the_rest_make_the_law(t: F, n: int) -> None:
    """P(N K' + S = k) for every k near 0. Kills a digit of the law that is cut at N, and one of
    ratio t^N.
    """
    uppers = [digit_upper(k, (t, n)) for k in range(1, n + 1)] + [F(0)]
    assert uppers[n - 1] == 0
    mass = {s: uppers[abs(s) - 1] - uppers[abs(s)] for s in range(1 - n, n) if s} | {
        0: 1 - 2 * uppers[0]
    }
    assert all(q > 0 for q in mass.values())
    for k in range(-3 * n, 3 * n + 1):
        made = sum(
            q * discrete_laplace.pmf(t**n, t ** (n * abs((k - s) // n)))
            for s, q in mass.items()
            if (k - s) % n == 0
        )
        assert made == discrete_laplace.pmf(t, t ** abs(k))


def test_a_table_of_a_digit_is_decided_as_its_law_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every threshold, and the numbers beside it; the last number of 64 bits is that of the
    greatest digit.
    """
    monkeypatch.setattr(places, "BASE", 7)
    t = F(9, 10)
    table = digit(t)
    uppers = [digit_upper(k, (t, 7)) for k in range(1, 7)] + [F(0)]
    cdf = [u for u in reversed(uppers[:6])] + [1 - u for u in uppers]
    for i, below in enumerate(cdf[:-1]):
        u = int(below * (1 << 64))
        for near, expected in ((u - 1, i - 6), (u + 1, i - 5)):
            assert table.draw(TapeStreamForTesting(_words(near)), 1).tolist() == [expected]
    assert table.draw(TapeStreamForTesting(_words((1 << 64) - 1)), 1).tolist() == [6]


def _words(u: int) -> bytes:
    """The bytes from which a look-up reads u: 16 bits, then 48 in the upper part of a word of 64,
    then more.
    """
    first, rest = u >> 48, (u & ((1 << 48) - 1)) << 16
    return first.to_bytes(2, "little") + rest.to_bytes(8, "little") + bytes([0x5A] * 16)


@pytest.mark.parametrize(
    "given",
    [{"epsilon": "1/10000"}, {"epsilon": "1/1000", "sensitivity": "1000000"}, {"epsilon": "1e-12"}],
    ids=str,
)
def test_counts_of_draws_are_those_of_the_law(given: dict[str, str]) -> None:
    """10^6 draws: chances of tails, and of the lowest digit of |K|; a false alarm has probability
    10^-9 at most.
    """
    law, sampler = DiscreteLaplace(**parse(given)), bulk("discrete_laplace", given)
    assert isinstance(sampler.table, Places)  # type: ignore[attr-defined]
    (found,) = sampler.draw(SystemStream(), 10**6)
    scale = int(F(1) / (F(given["epsilon"]) / int(given.get("sensitivity", "1"))))
    points = [-3 * scale, -scale, -1, 0, scale // 10, scale, 2 * scale, 5 * scale]
    for x in points:
        low, high = (F(end) for end in decimals(law.cdf(F(x)), 30))
        count = int(np.count_nonzero(found <= x))
        assert binomial_p(10**6, count, count, low, high) > F(1, 10**10), x
    low, high = F(1, 2) - F(1, scale), F(1, 2) + F(1, scale)
    count = int(np.count_nonzero(found & 1))
    assert binomial_p(10**6, count, count, low, high) > F(1, 10**10)


def test_what_is_too_wide_for_64_bits_is_refused() -> None:
    with pytest.raises(InvalidInput, match="too small for integers of 64 bits"):
        bulk("discrete_laplace", {"epsilon": "1/10000", "sensitivity": "1000000000000"})


def test_no_draw_is_a_digit_alone() -> None:
    """Each place reaches every digit: the draws of all places are used."""
    sampler: Any = bulk("discrete_laplace", {"epsilon": "1e-12"})
    assert len(sampler.table.digits) == 4
    for table in sampler.table.digits:
        found = table.draw(SystemStream(), 10**5)
        assert -places.BASE < found.min() < -900
        assert 900 < found.max() < places.BASE
