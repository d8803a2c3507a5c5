"""Streams of bits: what they give, count, and refuse; the seeded one against hashlib's SHAKE128."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ShortTape

from dpmean.bits import Bits, Shake128ForTesting, SystemBits
from dpmean.errors import TapeExhausted


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
    for source, key in ((root, seed), (root.fork(label), inner), (root.fork(label).fork("x"), inner + b"\0x")):
        expected = "".join(f"{byte:08b}" for byte in hashlib.shake_128(key).digest(total // 8 + 1))[:total]
        assert _stream(source, counts) == expected
        assert source.used == total


@given(st.binary(max_size=20), st.integers(0, 5000))
def test_bits_can_be_skipped_unseen(seed: bytes, count: int) -> None:
    source = Shake128ForTesting(seed)
    source.skip(count)
    expected = int.from_bytes(hashlib.shake_128(seed).digest(count // 8 + 2), "big") >> (8 - count % 8) & 255
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
    assert tape.fork("stage") is tape


def test_system_streams_differ() -> None:
    source = SystemBits()
    assert len({source.peek(256), SystemBits().peek(256), source.fork("a").peek(256), source.fork("a").peek(256)}) == 4
