"""Random bytes in bulk: an AES-256 key stream from the system's randomness, SHAKE128 when seeded, a
tape in tests.

A stream gives bytes in order; words are little-endian, so that a seeded run is the same on every
machine. A child is an independent stream: of system randomness a new key, of a seed the stream of
seed || 0x00 || label, as in `bits.py`.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes
from numpy.typing import NDArray

from ..errors import TapeExhausted
from . import forks

Bytes = NDArray[np.uint8]
BLOCK = 1 << 18  # bytes that are encrypted at once: zeros of this size stay in the cache


class Stream(Protocol):
    """A stream of uniform, independent bytes."""

    def take(self, count: int) -> Bytes:
        """Returns the next `count` bytes."""
        ...

    def child(self, label: str) -> Stream:
        """Returns an independent stream for one part of the work."""
        ...


def words(stream: Stream, count: int, size: int) -> NDArray[np.unsignedinteger]:
    """Returns `count` unsigned little-endian words of `size` bytes."""
    return stream.take(count * size).view(f"<u{size}")


class SystemStream:
    """AES-256 in counter mode under a key of the operating system.

    A forked process gets a key of its own, and threads take turns.
    """

    def __init__(self) -> None:
        """The stream starts with a fresh key."""
        self._zeros = bytes(BLOCK)
        self._owned = self._fresh()

    @staticmethod
    def _fresh() -> tuple[tuple[int, int], CipherContext, forks.Lock]:
        """Returns the process, its cipher and the lock of its threads together.

        There is no moment at which a child has its parent's cipher.
        """
        return (
            forks.here(),
            Cipher(algorithms.AES(secrets.token_bytes(32)), modes.CTR(bytes(16))).encryptor(),
            forks.Lock(),
        )

    def take(self, count: int) -> Bytes:
        """Returns the next `count` bytes."""
        owner, cipher, lock = self._owned
        if owner != forks.here():
            _, cipher, lock = self._owned = self._fresh()
        out = np.empty(count + 15, np.uint8)  # the cipher asks for room of one block less a byte
        view, done = out.data, 0
        with lock:
            while done < count:
                size = min(BLOCK, count - done)
                cipher.update_into(
                    self._zeros[:size] if size < BLOCK else self._zeros,
                    view[done : done + size + 15],
                )
                done += size
        return out[:count]

    def child(self, label: str) -> SystemStream:
        """Returns a stream under a new key, independent by itself."""
        del label
        return SystemStream()


class ShakeStreamForTesting:
    """The stream SHAKE128(seed): reproducible, so not for releases; made for at most a few
    megabytes a child.
    """

    def __init__(self, seed: bytes) -> None:
        """`seed` is any byte string; children have the stream of seed || 0x00 || label."""
        self._seed, self._given, self._ready = seed, 0, b""

    def take(self, count: int) -> Bytes:
        """Returns the next `count` bytes."""
        # the function starts at the beginning again, so look far ahead
        if self._given + count > len(self._ready):
            self._ready = hashlib.shake_128(self._seed).digest(
                max(4 * len(self._ready), self._given + count, 1 << 12)
            )
        self._given += count
        return np.frombuffer(self._ready, np.uint8, count, self._given - count)

    def child(self, label: str) -> ShakeStreamForTesting:
        """Returns the stream of seed || 0x00 || label."""
        return ShakeStreamForTesting(self._seed + b"\0" + label.encode())


class TapeStreamForTesting:
    """Given bytes, then an error: it forces a sampler onto a path."""

    def __init__(self, tape: bytes) -> None:
        """`tape` holds the bytes in the order in which they are taken."""
        self._tape, self.used = np.frombuffer(tape, np.uint8), 0

    def take(self, count: int) -> Bytes:
        """Returns the next `count` bytes, or raises TapeExhausted when there are fewer."""
        if self.used + count > self._tape.size:
            raise TapeExhausted(
                "tape_exhausted",
                "the tape ended before the draws were decided; supply a longer one",
            )
        self.used += count
        return self._tape[self.used - count : self.used]

    def child(self, label: str) -> TapeStreamForTesting:
        """Returns the tape itself, which has one stream."""
        del label
        return self
