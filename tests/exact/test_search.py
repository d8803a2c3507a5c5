"""Searches for where a property changes: right wherever it does, and frugal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dpmean.exact.search import last, least_integer

WIDE = st.integers(-(10**30), 10**30)


@given(WIDE)
def test_the_least_integer_is_found_from_0_however_far_it_is(turn: int) -> None:
    asked: list[int] = []
    assert least_integer(lambda k: bool(asked.append(k)) or k >= turn) == turn
    assert len(asked) <= 2 * abs(turn).bit_length() + 4


@given(WIDE, st.integers(0, 10**30), st.integers(1, 10**30))
def test_the_last_one_is_found_and_neither_end_is_asked(low: int, before: int, after: int) -> None:
    turn, high = low + before, low + before + after

    def holds(k: int) -> bool:
        assert low < k < high
        return k <= turn

    assert last(holds, low, high) == turn
