"""Bulk draws are those of the exact inversion with the same bits: every word of the tables, and
tapes that land on boundaries.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.bulk import ShakeStreamForTesting, bulk
from dpmean.distributions.bulk.lookup import Lookup
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.staircase import Staircase
from dpmean.exact.enclosure import ceil, floor
from dpmean.parameters.declared import parse
from dpmean.randomness.bits import TapeForTesting
from dpmean.randomness.stream import TapeStreamForTesting

LAPLACES: dict[str, dict[str, object]] = {
    "ordinary": {"epsilon": "1"},
    "wide": {"epsilon": "1/10", "sensitivity": "3"},
    "rational decay, dyadic masses": {"decay": "1/3"},
    "nearly all mass at 0": {"epsilon": "40"},
}


def table(name: str) -> tuple[DiscreteLaplace, Lookup]:
    given = LAPLACES[name]
    return DiscreteLaplace(**parse(given)), bulk("discrete_laplace", given).table  # type: ignore[attr-defined]


def scalar(law: Any, u: int, width: int) -> Fraction:
    """What the exact sampler makes of these bits, then of some."""
    return law.sample(TapeForTesting(u.to_bytes(width // 8, "big") + bytes([0xC3, 0x5A] * 40)))


@pytest.mark.parametrize("name", LAPLACES)
def test_every_decided_word_has_the_outcome_of_both_its_ends(name: str) -> None:
    """All 65,536 words: where the table is decided, the first and the last number of the word's
    interval give that outcome.
    """
    law, lookup = table(name)
    decided = np.flatnonzero(lookup.table != lookup._undecided)
    assert lookup.refined < 0.01
    # outcome -> (ceil F(k - 1) 2^16, floor F(k) 2^16): the words that are sure to be in it
    known: dict[int, tuple[int, int]] = {}
    for w in decided:
        k = int(lookup.table[w])
        if k not in known:
            known[k] = (ceil(law.cdf(k - 1) * (1 << 16)), floor(law.cdf(k) * (1 << 16)))
        assert known[k][0] <= w < known[k][1]


@pytest.mark.parametrize("name", LAPLACES)
def test_what_the_table_leaves_open_contains_a_boundary(name: str) -> None:
    """No word goes the slow way for nothing, but at the ends and where a boundary is exactly a
    word.
    """
    law, lookup = table(name)
    for w in np.flatnonzero(lookup.table == lookup._undecided)[1:-1]:
        first, last = (
            int(
                law.quantile(
                    Fraction(int(w) * 2 + 1, 1 << 17) + Fraction(s, 1 << 17) * Fraction(999, 1000)
                )
            )
            for s in (-1, 1)
        )
        exact = law.cdf(first - 1)
        assert first != last or exact == Fraction(int(w), 1 << 16)


@pytest.mark.parametrize("name", LAPLACES)
def test_64_bits_leave_open_what_the_bound_counts_and_no_more(name: str) -> None:
    _, lookup = table(name)
    floors = [int(f) for f in lookup._floors]
    last = floors[-1]
    open_ = {0, *floors, last, (1 << 64) - 1}
    for u in sorted(
        {v for f in (*floors, (1 << 64) - 1) for v in (f - 1, f, f + 1) if 0 <= v < 1 << 64} | {0}
    ):
        _, sure = lookup._search(np.array([u], np.uint64))
        assert bool(sure[0]) is (u not in open_ and u < last), u
    assert (
        Fraction(len(set(floors[:-1]) | {0}) + (1 << 64) - last, 1 << 64)
        <= Fraction(2**lookup.log2_exact)
        < Fraction(1, 1 << 45)
    )


@pytest.mark.parametrize("name", LAPLACES)
def test_the_search_from_a_word_on_is_the_search(name: str) -> None:
    """Next to every boundary, at the ends, and anywhere: index and certainty agree, whatever lies
    in a word.
    """
    _, lookup = table(name)
    near = [int(f) + d for f in lookup._floors for d in (-1, 0, 1) if 0 <= int(f) + d < 1 << 64]
    anywhere = ShakeStreamForTesting(b"anywhere").take(8 << 10).view(np.uint64)
    u = np.concatenate([np.array([0, 1, (1 << 64) - 1, *near], np.uint64), anywhere])
    for found, wanted in zip(
        lookup._search_in((u >> np.uint64(48)).astype(np.uint16), u), lookup._search(u), strict=True
    ):
        assert (found == wanted).all()


@given(st.integers(0, (1 << 64) - 1), st.sampled_from(sorted(LAPLACES)))
def test_a_draw_is_that_of_the_exact_inversion(u: int, name: str) -> None:
    law, lookup = table(name)
    word, rest = u >> 48, (u & (1 << 48) - 1) << 16
    tape = word.to_bytes(2, "little") + rest.to_bytes(8, "little") + bytes([0x5A, 0xC3] * 40)
    assert int(lookup.draw(TapeStreamForTesting(tape), 1)[0]) == scalar(law, u, 64)


@pytest.mark.parametrize("name", LAPLACES)
@pytest.mark.parametrize("k", [-2, -1, 0, 1])
@pytest.mark.parametrize("side", [-1, 0])
def test_a_tape_on_a_boundary_goes_the_exact_way_and_is_right(name: str, k: int, side: int) -> None:
    """U agrees with F(k) in 128 bits, one unit below or above it in the last: k below, k + 1
    above.
    """
    law, lookup = table(name)
    target = floor(law.cdf(k) * (1 << 128)) + side
    digits = target.to_bytes(16, "big")
    tape = digits[:2][::-1] + (int.from_bytes(digits[2:8], "big") << 16).to_bytes(8, "little")
    for i in range(8, 16, 8):
        tape += digits[i : i + 8][::-1]
    tape += bytes([0xFF] * 32 if side == 0 else [0] * 32)
    drawn = int(lookup.draw(TapeStreamForTesting(tape), 1)[0])
    exactly = law.sample(TapeForTesting(digits + bytes([0xFF] * 32 if side == 0 else [0] * 32)))
    assert drawn == exactly == (k if side else k + 1)


# ---------------------------------------------------------------- positions

STAIRCASES: dict[str, tuple[dict[str, object], str]] = {
    "aligned with the grid": ({"epsilon": "1", "gamma": "1/2"}, "1/1024"),
    "no step ends on the grid": ({"epsilon": "1/2", "gamma": "1/3", "sensitivity": "10/7"}, "1/8"),
    "a coarse grid": ({"epsilon": "2", "gamma": "1"}, "2"),
    "irrational gamma": ({"epsilon": "1", "gamma": "optimal"}, "1/16"),
}


def spelled(v: int, more: int) -> bytes:
    """A tape of the 32 bits v and 64 bits at a time."""
    return v.to_bytes(4, "little") + more.to_bytes(8, "little") * 4


@pytest.mark.parametrize("name", STAIRCASES)
@given(v=st.integers(0, (1 << 32) - 1), more=st.integers(0, (1 << 64) - 1), s=st.integers(-60, 60))
def test_a_cell_is_that_of_the_position(name: str, v: int, more: int, s: int) -> None:
    """Against V of 288 bits and exact numbers; steps outside the table included."""
    given, grid = STAIRCASES[name]
    law = Staircase(**parse(given))
    sampler = bulk("staircase", given, grid)
    drawn = sampler.positions.draw(TapeStreamForTesting(spelled(v, more)), np.array([s], np.int16))  # type: ignore[attr-defined]
    digits = v
    for _ in range(4):
        digits = digits << 64 | more
    d, g = law.sensitivity, law.gamma
    left, width = (
        (-(g * d), g * (2 * d)) if s == 0 else ((g + (s - 1)) * d if s > 0 else (s - g) * d, d)
    )
    low = floor((left + width * Fraction(digits, 1 << 288)) / Fraction(grid))
    high = ceil((left + width * Fraction(digits + 1, 1 << 288)) / Fraction(grid)) - 1
    assert int(drawn[0]) in (low, high)


@pytest.mark.parametrize("name", STAIRCASES)
def test_a_position_on_the_end_of_a_cell_asks_for_more_bits(name: str) -> None:
    """V agrees in 32 bits with where a cell of step 0 ends: what comes after decides."""
    given, grid = STAIRCASES[name]
    law = Staircase(**parse(given))
    positions = bulk("staircase", given, grid).positions  # type: ignore[attr-defined]
    width = law.gamma * (2 * law.sensitivity / Fraction(grid))
    left = -(law.gamma * (law.sensitivity / Fraction(grid)))
    end = ceil(left) + (1 if ceil(left) == floor(left) else 0)  # the first end of a cell inside
    if ceil(left + width) <= end:
        end = 0
    at = (end - left) / width * (1 << 96)  # V of that end
    for digits, cell in ((floor(at) - 1, end - 1), (ceil(at), end)):
        if digits >> 96:
            continue
        v, more = digits >> 64, digits & (1 << 64) - 1
        found = positions.draw(
            TapeStreamForTesting(v.to_bytes(4, "little") + more.to_bytes(8, "little") + bytes(64)),
            np.array([0], np.int8),
        )
        assert int(found[0]) == cell


FINE: dict[str, tuple[dict[str, object], str]] = {
    "a fine grid": ({"epsilon": "1", "gamma": "1/2"}, "1/1048576"),
    "a fine grid, gamma not 1/2": ({"epsilon": "1", "gamma": "3/8"}, "1/65536"),
    "a fine grid that nothing is aligned with": (
        {"epsilon": "1", "gamma": "3/7", "sensitivity": "11/10"},
        "1/65536",
    ),
}


@cache
def placed(name: str) -> tuple[Staircase, Any]:
    """The law and the positions of its bulk sampler."""
    given, grid = (STAIRCASES | FINE)[name]
    return Staircase(**parse(given)), bulk("staircase", given, grid).positions  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [*STAIRCASES, *FINE])
@given(
    share=st.fractions(Fraction(1, 20), 1, max_denominator=1000),
    near=st.sampled_from([0, 0, -1, 1, -2, 2]),
    more=st.sampled_from([1, (1 << 64) - 2]) | st.integers(1, (1 << 64) - 2),
)
def test_next_to_the_end_of_a_cell_what_is_decided_is_right(
    name: str, share: Fraction, near: int, more: int
) -> None:
    """V within two units of 2^-32 of an end: 32 bits suffice only where every V that begins so lies
    in the cell; else it is that of more bits (not all 0, nor all 1: on the end itself nothing
    decides).
    """
    given, grid = (STAIRCASES | FINE)[name]
    law, positions = placed(name)
    d, g = law.sensitivity / Fraction(grid), law.gamma
    for s in (-3, -1, 0, 1, 2):
        decided_rightly(positions, s, d, g, share, near, more)


def decided_rightly(
    positions: Any, s: int, d: Fraction, g: Any, share: Fraction, near: int, more: int
) -> None:
    """In step s, next to an end of a cell."""
    left, width = (
        (-(g * d), g * (2 * d)) if s == 0 else ((g + (s - 1)) * d if s > 0 else (s - g) * d, d)
    )
    end = floor(left + width * share)
    v = min(max(floor((end - left) / width * (1 << 32)) + near, 0), (1 << 32) - 1)
    stream = TapeStreamForTesting(spelled(v, more))
    drawn = int(positions.draw(stream, np.array([s], np.int16))[0])
    digits, bits = v, 32
    for _ in range((stream.used - 4) // 8):
        digits, bits = digits << 64 | more, bits + 64
    assert (
        floor(left + width * Fraction(digits, 1 << bits))
        == drawn
        == ceil(left + width * Fraction(digits + 1, 1 << bits)) - 1
    )


# ---------------------------------------------------------------- limits, and what is refused
