"""The Polya law: n of them are geometric, and the differences of n pairs are discrete Laplace,
exactly; its sampler and its special function against term-by-term sums.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.polya import NoiseShare, Polya, coefficient
from dpmean.distributions.samplers.inversion import Inversion
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import interval
from dpmean.exact.reals import Number
from dpmean.randomness.bits import Shake128ForTesting, TapeForTesting

HALF = Decay.from_epsilon("1/2")
TERMS = 12


def convolved(first: list[F], second: list[F]) -> list[F]:
    return [sum((first[j] * second[k - j] for j in range(k + 1)), F(0)) for k in range(len(first))]


def agree(first: Number, second: Number) -> None:
    """Two certified enclosures meet, and both are narrow."""
    a, b = interval(first, 192), interval(second, 192)
    assert a.lower <= b.upper
    assert b.lower <= a.upper
    assert max(a.upper - a.lower, b.upper - b.lower) < F(1, 10**25)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
def test_the_generating_function_to_the_n_is_geometric(n: int) -> None:
    """(1 - x)^(-1/n) to the n is 1 + x + x^2 + ..., as formal power series over the rationals.

    Kills k + 1 in place of k in the ratio, and r = n.
    """
    share = [coefficient(k, F(1, n)) for k in range(20)]
    power = [F(1)] + [F(0)] * 19
    for _ in range(n):
        power = convolved(power, share)
    assert power == [F(1)] * 20


@pytest.mark.parametrize("n", [2, 3])
def test_shares_of_n_users_add_up_to_the_geometric_law(n: int) -> None:
    """The same for the shipped probabilities, certified at an irrational t with a sensitivity of 2.

    Kills a forgotten root of the mass at 0, and a sensitivity that is ignored.
    """
    law = Polya(HALF, n, F(2))
    total: list[Number] = [F(int(k == 0)) for k in range(TERMS)]
    for _ in range(n):
        fresh: list[Number] = []
        for k in range(TERMS):
            term: Number = F(0)
            for j in range(k + 1):
                term = term + total[j] * law.pmf(k - j)
            fresh.append(term)
        total = fresh
    for k in range(TERMS):
        agree(total[k], (1 - law.t) * HALF.power(F(k, 2)))


@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_the_difference_of_two_geometric_variables_is_discrete_laplace(k: int) -> None:
    """For a rational t by partial sums, whose remainder is known exactly: what is left after J
    terms is t^(2J) of the whole.
    """
    decay = Decay.from_decay("1/3")
    t, cut = F(1, 3), 9
    partial = sum(((1 - t) * t ** (j + k) * (1 - t) * t**j for j in range(cut)), F(0))
    assert partial == DiscreteLaplace(decay).pmf(k) * (1 - t ** (2 * cut))


@pytest.mark.parametrize("n", [2, 3, 10])
def test_the_incomplete_beta_function_is_the_sum_of_the_probabilities(n: int) -> None:
    """Kills k in place of k + 1, and t in place of 1 - t."""
    law = Polya(HALF, n)
    total: Number = F(0)
    for k in range(8):
        total = total + law.pmf(k)
        agree(law.cdf(k), total)
    assert law.cdf(-1) == 0


def test_one_user_has_the_geometric_law_itself() -> None:
    law = Polya(Decay.from_decay("2/5"), 1)
    assert [law.pmf(k) for k in range(4)] == [F(3, 5) * F(2, 5) ** k for k in range(4)]
    assert [law.cdf(k) for k in range(4)] == [1 - F(2, 5) ** (k + 1) for k in range(4)]


def test_mean_and_variance_are_those_of_the_series() -> None:
    """n = 2, t = 1/4: the mass at 0 is sqrt(3)/2; 60 terms leave less than 10^-30.

    The n-th part of the geometric law's.
    """
    law = Polya(Decay.from_decay("1/4"), 2)
    first = sum((k * coefficient(k, F(1, 2)) * F(1, 4) ** k for k in range(60)), F(0))
    second = sum((k * k * coefficient(k, F(1, 2)) * F(1, 4) ** k for k in range(60)), F(0))
    assert law.mean() == F(1, 6)
    assert law.variance() == F(2, 9)
    for exact, found in (
        (law.mean(), first * law.normalizer()),
        (law.variance() + law.mean() ** 2, second * law.normalizer()),
    ):
        gap = interval(exact - found, 192)
        assert 0 < gap.upper < F(1, 10**30)
    geometric, n = Polya(HALF, 1), 6
    agree(Polya(HALF, n).mean() * n, geometric.mean())
    assert NoiseShare(law).variance() == F(4, 9)
    agree(2 * geometric.variance(), DiscreteLaplace(HALF).variance())


@pytest.mark.parametrize("n", [2, 5])
def test_the_sampler_is_inversion_of_the_summed_probabilities(n: int) -> None:
    """Outcomes and bits, draw by draw, against profile inversion-1 on sums of probabilities.

    Kills a sampler that starts at 1, or consumes more than decides.
    """
    law = Polya(Decay.from_epsilon("1/20"), n)
    sums: list[Number] = []

    def summed(k: int) -> Number:
        while len(sums) <= k:
            sums.append((sums[-1] if sums else F(0)) + law.pmf(len(sums)))
        return sums[k]

    other, mine, theirs = (
        Inversion(summed, least=0),
        Shake128ForTesting(b"polya"),
        Shake128ForTesting(b"polya"),
    )
    seen = set()
    for _ in range(60):
        outcome = int(law.sample(mine))
        assert (outcome, mine.used) == (other.draw(theirs), theirs.used)
        seen.add(outcome)
    assert len(seen) > 5


def test_a_share_is_the_first_draw_minus_the_second() -> None:
    """Bits 0 give 0: P(0) > 1/2. A tape of 1s then 0s: a positive share; the other way round:
    negative.
    """
    law = NoiseShare(Polya(HALF, 2))
    assert law.sample(TapeForTesting(b"\x00")) == 0
    up, down = law.sample(TapeForTesting(b"\xf0\x00")), None
    first = law.polya.sample(tape := TapeForTesting(b"\xf0\x00"))
    assert up == first > 0
    down = law.sample(TapeForTesting(bytes([0xF0 >> 1, 0x00])))
    assert down < 0
    assert tape.used < 8


def test_a_wide_law_is_drawn_in_a_few_evaluations() -> None:
    """Scale 10^7, n = 1000: a sum of so many terms would never end. All together are of the size of
    the mean.
    """
    law, bits = Polya(Decay.from_epsilon("1/100"), 1000, F(10**5)), Shake128ForTesting(b"wide")
    draws = [law.sample(bits) for _ in range(4000)]
    assert sum(x != 0 for x in draws) < 200
    assert 10**6 < sum(draws) < 10**9


def test_refusals() -> None:
    for given in ((0, F(1)), (2, F(1, 2)), (2, F(0))):
        with pytest.raises(InvalidInput):
            Polya(HALF, *given)
