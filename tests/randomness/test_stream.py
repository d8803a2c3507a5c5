"""Random bytes in bulk: what is taken is what the cipher or the function gives, once each; children
of a stream and forked processes are apart.
"""

from __future__ import annotations

import gc
import hashlib
import os
import secrets
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

from dpmean.errors import TapeExhausted
from dpmean.exact import reals, theta
from dpmean.exact.enclosure import interval
from dpmean.randomness.bits import SystemBits
from dpmean.randomness.forks import Lock
from dpmean.randomness.stream import (
    BLOCK,
    ShakeStreamForTesting,
    Stream,
    SystemStream,
    TapeStreamForTesting,
    words,
)


def test_a_seeded_stream_is_shake128_in_order() -> None:
    stream, sizes = ShakeStreamForTesting(b"seed"), [1, 16, 0, 4095, 70_000, 3, 300_000]
    got = b"".join(stream.take(n).tobytes() for n in sizes)
    assert got == hashlib.shake_128(b"seed").digest(sum(sizes))
    assert stream.child("a").take(9).tobytes() == hashlib.shake_128(b"seed\0a").digest(9)


def test_a_system_stream_is_the_key_stream_in_order() -> None:
    stream = SystemStream()
    parts = [stream.take(n) for n in (5, BLOCK + 1, 0, 3 * BLOCK, 17)]
    assert [p.size for p in parts] == [5, BLOCK + 1, 0, 3 * BLOCK, 17]
    joined = np.concatenate(parts)
    blocks = joined[: joined.size // 16 * 16].reshape(-1, 16)
    assert len(np.unique(blocks, axis=0)) == len(blocks)  # counter mode never repeats a block


def test_what_is_taken_is_not_written_again() -> None:
    stream = SystemStream()
    first = stream.take(100)
    before = first.copy()
    stream.take(100)
    assert (first == before).all()


@pytest.mark.parametrize(
    "other", [lambda s: SystemStream(), lambda s: s.child("x"), lambda s: s.child("y")]
)
def test_system_streams_have_keys_of_their_own(other: Callable[[SystemStream], Stream]) -> None:
    stream = SystemStream()
    assert (stream.take(64) != other(stream).take(64)).any()


def test_a_forked_process_has_a_key_of_its_own() -> None:
    stream = SystemStream()
    stream.take(1)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, stream.take(64).tobytes())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 64) != stream.take(64).tobytes()


def in_a_child(draw: Callable[[], bytes]) -> bytes:
    """What a forked process draws."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, draw())
        os._exit(0)
    os.waitpid(child, 0)
    return os.read(read, 64)


def test_a_child_that_is_interrupted_while_it_takes_a_key_has_not_its_parents() -> None:
    """Kills an owner that is noted before the key is there."""
    stream, real = SystemStream(), secrets.token_bytes

    def draw() -> bytes:
        def interrupted(_: int) -> bytes:
            raise KeyboardInterrupt

        secrets.token_bytes = interrupted  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            stream.take(16)
        secrets.token_bytes = real
        return stream.take(16).tobytes()

    assert in_a_child(draw) != stream.take(16).tobytes()


def test_a_forked_process_forgets_the_bits_that_its_parent_had_fetched() -> None:
    bits = SystemBits()
    bits.peek(8)
    assert in_a_child(lambda: bits.peek(64).to_bytes(8, "big")) != bits.peek(64).to_bytes(8, "big")


def test_a_process_id_alone_does_not_make_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in containers: the child has its parent's id."""
    stream, own = SystemStream(), os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: own)
    assert in_a_child(lambda: stream.take(16).tobytes()) != stream.take(16).tobytes()


def test_threads_take_turns() -> None:
    stream = SystemStream()
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda _: stream.take(4096).tobytes(), range(400)))
    assert len(set(taken)) == 400


def test_words_are_little_endian() -> None:
    tape = bytes(range(16))
    assert [int(w) for w in words(TapeStreamForTesting(tape), 2, 2)] == [0x0100, 0x0302]
    assert int(words(TapeStreamForTesting(tape), 1, 8)[0]) == 0x0706050403020100


def test_a_tape_ends() -> None:
    stream = TapeStreamForTesting(bytes(4))
    stream.child("same").take(3)
    with pytest.raises(TapeExhausted):
        stream.take(2)


STREAM = SystemStream()
# what is held, and what needs it
USES = {
    "evaluation": (lambda: theta.PRECISION, lambda: interval(reals.exp(1)).lower > 2),
    "stream": (lambda: STREAM._owned[-1], lambda: STREAM.take(16).size == 16),
}
# A fork of which Python is not told. It is made in a program whose other threads never ask for the
# interpreter: the child of another one would wait for them for ever, whatever is under test.
UNSEEN = """
import ctypes, os, signal, threading
from dpmean.randomness.stream import SystemStream

stream, held = SystemStream(), threading.Event()

def hold():
    with stream._owned[-1]:
        held.set()
        threading.Event().wait()

if LOCKED:
    threading.Thread(target=hold, daemon=True).start()
    held.wait()
read, write = os.pipe()
child = ctypes.PyDLL(None).fork()
if child == 0:
    signal.alarm(20)  # a child that waits ends by this
    os.write(write, stream.take(16).tobytes())
    os._exit(0)
os.close(write)
drawn = os.read(read, 16)
os._exit(0 if len(drawn) == 16 and (LOCKED or drawn != stream.take(16).tobytes()) else 1)
"""


@pytest.mark.parametrize("locked", [False, True])
def test_a_fork_that_python_does_not_see_has_a_key_of_its_own_and_does_not_wait(
    locked: bool,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNSEEN.replace("LOCKED", str(locked))], check=False, timeout=60
    )
    assert done.returncode == 0


@pytest.mark.parametrize("what", USES)
def test_a_forked_process_does_not_wait_for_a_thread_of_its_parent(what: str) -> None:
    """The lock is free in the child; its parent's thread holds it and will never let it go
    there.
    """
    (lock, use), held, done = USES[what], Event(), Event()

    def hold() -> None:
        with lock():
            held.set()
            done.wait(30)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(hold)
        assert held.wait(30)
        child = os.fork()
        if child == 0:
            signal.alarm(20)  # a child that waits ends by this
            os._exit(0 if use() else 1)
        status = os.waitpid(child, 0)[1]
        done.set()
    assert status == 0


def test_locks_are_not_kept_for_a_fork() -> None:
    """Kills a lock that is entered in a list of the process and stays there for ever."""
    gone = [weakref.ref(Lock()) for _ in range(3)]
    gc.collect()
    assert [lock() for lock in gone] == [None] * 3
