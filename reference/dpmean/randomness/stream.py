"""Random bytes in bulk: an AES-256 counter-mode key stream from the system's randomness, SHAKE128 when seeded, a tape
in tests.

A stream gives bytes in order; words are little-endian, so that a seeded run is the same on every machine. A child is an
independent
stream: of system randomness a new key, of a seed the stream of seed || 0x00 || label, as in `bits.py`.
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
    """Uniform bytes."""

    def take(self, count: int) -> Bytes:
        """The next `count` bytes."""
        ...

    def child(self, label: str) -> Stream:
        """An independent stream for one part of the work."""
        ...


def words(stream: Stream, count: int, size: int) -> NDArray[np.unsignedinteger]:
    """`count` unsigned little-endian words of `size` bytes."""
    return stream.take(count * size).view(f"<u{size}")


class SystemStream:
    """AES-256 in counter mode under a key of the operating system; a forked process gets a key of its own, threads take
    turns.
    """

    def __init__(self) -> None:
        """A fresh key."""
        self._zeros = bytes(BLOCK)
        self._owned = self._fresh()

    @staticmethod
    def _fresh() -> tuple[tuple[int, int], CipherContext, forks.Lock]:
        """A process, its cipher and whose turn it is, together: there is no moment at which a child has its parent's.
        """
        return forks.here(), Cipher(algorithms.AES(secrets.token_bytes(32)),
            modes.CTR(bytes(16))).encryptor(), forks.Lock()

    def take(self, count: int) -> Bytes:
        """See Stream.take."""
        owner, cipher, lock = self._owned
        if owner != forks.here():
            _, cipher, lock = self._owned = self._fresh()
        out = np.empty(count + 15, np.uint8)  # the cipher asks for room of one block less a byte
        view, done = out.data, 0
        with lock:
            while done < count:
                size = min(BLOCK, count - done)
                cipher.update_into(self._zeros[:size] if size < BLOCK else self._zeros, view[done : done + size + 15])
                done += size
        return out[:count]

    def child(self, label: str) -> SystemStream:
        """A new key: independent by itself."""
        del label
        return SystemStream()


class ShakeStreamForTesting:
    """The stream SHAKE128(seed). Reproducible, so not for releases; made for at most a few megabytes a child."""

    def __init__(self, seed: bytes) -> None:
        """`seed` is any byte string."""
        self._seed, self._given, self._ready = seed, 0, b""

    def take(self, count: int) -> Bytes:
        """See Stream.take."""
        if self._given + count > len(self._ready):  # the function starts at the beginning again, so look far ahead
            self._ready = hashlib.shake_128(self._seed).digest(max(4 * len(self._ready), self._given + count, 1 << 12))
        self._given += count
        return np.frombuffer(self._ready, np.uint8, count, self._given - count)

    def child(self, label: str) -> ShakeStreamForTesting:
        """The stream of seed || 0x00 || label."""
        return ShakeStreamForTesting(self._seed + b"\0" + label.encode())


class TapeStreamForTesting:
    """Given bytes, then an error: forces a sampler onto a path."""

    def __init__(self, tape: bytes) -> None:
        """`tape` in the order in which it is taken."""
        self._tape, self.used = np.frombuffer(tape, np.uint8), 0

    def take(self, count: int) -> Bytes:
        """See Stream.take."""
        if self.used + count > self._tape.size:
            raise TapeExhausted("tape_exhausted", "the tape ended before the draws were decided; supply a longer one")
        self.used += count
        return self._tape[self.used - count : self.used]

    def child(self, label: str) -> TapeStreamForTesting:
        """A tape has one stream."""
        del label
        return self
