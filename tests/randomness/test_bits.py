"""Streams of bits: what they give, count, and refuse; the seeded one against hashlib's SHAKE128;
inversion to the last bit.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.samplers.inversion import Inversion
from dpmean.errors import TapeExhausted
from dpmean.randomness.bits import Bits, Shake128ForTesting, SystemBits
from tests.helpers.strategies import ShortTape

F = Fraction


def _stream(bits: Bits, counts: list[int]) -> str:
    shown = ""
    for count in counts:
        shown += format(bits.peek(count), f"0{count}b") if count else ""
        assert bits.peek(count + 9) >> 9 == (int(shown[-count:], 2) if count else 0)
        bits.skip(count)
    return shown


@given(st.binary(max_size=20), st.lists(st.integers(0, 3000), max_size=12), st.text(max_size=5))
def test_shake_streams_are_those_of_fips_202(seed: bytes, counts: list[int], label: str) -> None:
    root, total, inner = Shake128ForTesting(seed), sum(counts), seed + b"\0" + label.encode()
    for source, key in (
        (root, seed),
        (root.child(label), inner),
        (root.child(label).child("x"), inner + b"\0x"),
    ):
        expected = "".join(f"{byte:08b}" for byte in hashlib.shake_128(key).digest(total // 8 + 1))[
            :total
        ]
        assert _stream(source, counts) == expected
        assert source.used == total


@given(st.binary(max_size=20), st.integers(0, 5000))
def test_bits_can_be_skipped_unseen(seed: bytes, count: int) -> None:
    source = Shake128ForTesting(seed)
    source.skip(count)
    expected = (
        int.from_bytes(hashlib.shake_128(seed).digest(count // 8 + 2), "big") >> (8 - count % 8)
        & 255
    )
    assert source.peek(8) == expected


@given(st.integers(0, 2**40 - 1), st.lists(st.integers(0, 15), max_size=8))
def test_tapes_give_their_bits_and_no_more(value: int, counts: list[int]) -> None:
    tape, digits, used = ShortTape(value, 40), format(value, "040b") + "0" * 200, 0
    for count in counts:
        assert tape.peek(count) == int("0" + digits[used : used + count], 2)
        if used + count > 40:
            with pytest.raises(TapeExhausted):
                tape.skip(count)
        else:
            tape.skip(count)
            used += count
        assert tape.used == used
    assert tape.child("stage") is tape


def test_system_streams_differ() -> None:
    source = SystemBits()
    assert (
        len(
            {
                source.peek(256),
                SystemBits().peek(256),
                source.child("a").peek(256),
                source.child("a").peek(256),
            }
        )
        == 4
    )


@pytest.mark.parametrize("start", [F(1, 2), F(3, 8), F(1, 2**30)])
@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("far", [40, 63, 64, 65, 70, 200])
def test_inversion_next_to_a_dyadic_boundary(start: Fraction, above: bool, far: int) -> None:
    """F(0) is 2^-far off a short dyadic number: tapes that follow F(0) need `far` bits, and one bit
    less leaves both open.
    """
    edge = start + F(1 if above else -1, 1 << far)
    sampler = Inversion(lambda k: edge if k == 0 else F(1), least=0)
    # the last cell of 2^-far below the edge, or the first above it
    follow = int(edge * (1 << far)) - (1 if above else 0)
    tape = ShortTape(follow, far)
    assert (sampler.draw(tape), tape.used) == (0 if above else 1, far)
    with pytest.raises(TapeExhausted):
        sampler.draw(ShortTape(follow >> 1, far - 1))
    # the neighbouring cell of 2^-64 belongs to the other outcome, and no shorter one does
    if far > 64:
        beside = ShortTape(int(start * (1 << 64)) + (1 if above else -2), 64)
        assert (sampler.draw(beside), beside.used) == (1 if above else 0, 64)
