"""Users who drop out of a shuffled sum: what their noise was worth, and what drawing more of it
beforehand buys.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.mechanisms.instance.shuffle_dropouts import left_over, product_series
from dpmean.mechanisms.instance.shuffle_sum import SplitSum

HALF = Decay.from_epsilon("1/2")


def tail_ratios(r: F, t: F, window: int, terms: int = 200) -> list[F]:
    """P(x)/P(x + 1) for x = 0, 1, ... of the difference of two Polya variables."""
    p = [product_series(r, t, x, terms) for x in range(window + 1)]
    return [a / b for a, b in zip(p, p[1:], strict=False)]


@pytest.mark.parametrize(("n", "k"), [(2, 1), (3, 1), (3, 2), (10, 1)])
def test_drop_outs_take_privacy_with_them(n: int, k: int) -> None:
    """The certified loss is above epsilon, and it is what probabilities around 0 show.

    Kills r = n/(n - k), and a bound without its remainder.
    """
    decay = Decay.from_decay("1/3")
    low, high = left_over(decay, n, k, 1)
    assert compare(low, decay.epsilon) > 0
    assert compare(high - low, F(1, 10**20)) < 0 <= compare(high, low)
    ratios = tail_ratios(F(n - k, n), F(1, 3), 12)
    assert ratios == sorted(ratios, reverse=True), "the shift by 1 is told best at 0"
    assert min(ratios) > 3
    assert abs(interval(reals.log(ratios[0]) - low, 192).upper) < F(1, 10**20)
    two, _ = left_over(decay, n, k, 2)
    assert compare(two, 2 * decay.epsilon) > 0


def test_nobody_silent_is_epsilon() -> None:
    low, high = left_over(Decay.from_decay("1/3"), 4, 0, 2)
    assert (
        compare(low, 2 * Decay.from_decay("1/3").epsilon)
        <= 0
        <= compare(high, 2 * Decay.from_decay("1/3").epsilon)
    )
    wide = left_over(HALF, 4, 0, 10, sensitivity=10, terms=400)
    assert compare(wide[0], F(1, 2)) <= 0 <= compare(wide[1], F(1, 2))


def test_half_of_two_users_is_a_loss_to_remember() -> None:
    """One of two users silent: epsilon = 1 becomes more than 5/3, epsilon = 1/10 more than 3/5; one
    of a hundred: less than a hundredth on top of 1.
    """
    assert compare(left_over(Decay.from_epsilon("1"), 2, 1, 1)[0], F(5, 3)) > 0
    assert compare(left_over(Decay.from_epsilon("1/10"), 2, 1, 1, terms=400)[0], F(3, 5)) > 0
    assert compare(left_over(Decay.from_epsilon("1"), 100, 1, 1)[1], F(101, 100)) < 0


@pytest.mark.parametrize(
    ("n", "k", "silent"), [(3, 1, 0), (3, 1, 1), (4, 2, 0), (4, 2, 1), (4, 2, 2)]
)
def test_tolerated_drop_outs_cost_nothing(n: int, k: int, silent: int) -> None:
    """Shares Polya(1/(n - k)): with up to k silent users no ratio of neighbouring probabilities is
    above 1/t.
    """
    assert SplitSum(HALF, n, 1, 1, 2, k).noise.polya.n == n - k
    ratios = tail_ratios(F(n - silent, n - k), F(1, 3), 12)
    assert max(ratios) <= 3 + F(1, 10**30)
