"""The optimal weights for users with epsilons of their own: rationals, private for each, better
than any competitor tried.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.mechanisms.hetero.weights import granted, noise_scale, objective, saturation, weights

LEVEL = st.none() | st.fractions(0, 20, max_denominator=50)
VECTORS = st.lists(LEVEL, min_size=1, max_size=12).filter(lambda e: any(x != 0 for x in e))


@given(VECTORS)
def test_weights_are_a_mean_and_every_user_gets_her_privacy(epsilons: list[F | None]) -> None:
    """w_i <= epsilon_i eta, with equality for what is granted; 0 for a user whose data is not to be
    used.
    """
    w, eta, theta = weights(epsilons), noise_scale(epsilons), saturation(epsilons)
    assert sum(w) == 1 and min(w) >= 0
    for e, x, c in zip(epsilons, w, granted(epsilons), strict=True):
        assert e != 0 or x == 0
        if c is not None:
            assert x == c * eta
            assert e is None or c <= e
            assert theta is None or c <= theta
    assert (eta == 0) is (theta is None) is all(e is None or e == 0 for e in epsilons)


@given(
    VECTORS,
    st.lists(st.fractions(0, 1, max_denominator=20), min_size=12, max_size=12),
    st.sampled_from([F(1), F(1, 7), F(1, 1000)]),
)
def test_no_competitor_has_a_smaller_error(
    epsilons: list[F | None], other: list[F], step: F
) -> None:
    raw = [F(0) if e == 0 else x for e, x in zip(epsilons, other, strict=False)]
    if not sum(raw):
        return
    w = weights(epsilons)
    v = [x + step * (y / sum(raw) - x) for x, y in zip(w, raw, strict=True)]
    eta = max((x / e for x, e in zip(v, epsilons, strict=True) if e), default=F(0))
    value = sum(x * x for x in v) / 4 + 2 * eta**2
    assert value > objective(epsilons) or list(w) == v


@given(VECTORS, st.randoms())
def test_the_order_of_the_users_does_not_matter(
    epsilons: list[F | None], random: st.DataObject
) -> None:
    order = list(range(len(epsilons)))
    random.shuffle(order)  # type: ignore[attr-defined]
    assert [weights([epsilons[i] for i in order])[k] for k in range(len(order))] == [
        weights(epsilons)[i] for i in order
    ]


def test_some_privacy_is_free() -> None:
    """Example 1 of the paper: n = 10^4, f = 1/2, epsilon_1 = 1/100; R = 17, so whoever asks for
    more than 17/100 gets that.
    """
    for asked in (F(17, 100), F(1), F(10**9), None):
        epsilons = [F(1, 100)] * 5000 + [asked] * 5000
        assert saturation(epsilons) == F(17, 100)
        assert granted(epsilons)[-1] == F(17, 100)
        assert weights(epsilons)[-1] / weights(epsilons)[0] == 17
    below = [F(1, 100)] * 5000 + [F(16, 100)] * 5000
    assert granted(below)[-1] == F(16, 100)


@pytest.mark.parametrize(
    ("epsilons", "expected"),
    [
        # public records alone: no noise
        ([None, None, F(0)], ([F(1, 2), F(1, 2), F(0)], F(0), F(1, 8))),
        ([F(1)], ([F(1)], F(1), F(9, 4))),
        ([F(2), None], ([F(1, 4), F(3, 4)], F(1, 8), F(3, 16))),  # theta = (4 + 8)/2 = 6
        # theta = 9 exactly: bound and free at once
        ([F(1), F(9)], ([F(1, 10), F(9, 10)], F(1, 10), F(9, 40))),
    ],
)
def test_by_hand(epsilons: list[F | None], expected: tuple[list[F], F, F]) -> None:
    assert (list(weights(epsilons)), noise_scale(epsilons), objective(epsilons)) == expected


@pytest.mark.parametrize("epsilons", [[], [F(0)], [F(0), F(0)], [F(1), F(-1)], [None, F(-1, 2)]])
def test_what_cannot_be_weighed_is_refused(epsilons: list[F | None]) -> None:
    with pytest.raises(InvalidInput) as error:
        weights(epsilons)
    assert (error.value.code, error.value.argument) == ("epsilon_not_positive", "epsilons")
