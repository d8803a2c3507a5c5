"""Sources of random bits, which count what they gave; a program's randomness is an argument.

Releases use SystemBits, nothing else. Bits are read most significant first. `peek` looks ahead
without consuming, so that a sampler can find its answer first and then take exactly the bits that
decide it.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Protocol

from ..errors import TapeExhausted
from . import forks

if TYPE_CHECKING:
    from .stream import Stream

FORGET = 4096  # consumed bytes that are kept before the buffer is cut


class Bits(Protocol):
    """A stream of uniform, independent bits, of which a program takes as many as it needs."""

    used: int

    def peek(self, count: int) -> int:
        """Returns the next `count` bits as an integer, not consumed (a finite tape is continued
        with zeros).
        """
        ...

    def skip(self, count: int) -> None:
        """Consumes `count` bits; raises TapeExhausted when there are fewer."""
        ...

    def ensure(self, count: int) -> None:
        """Raises TapeExhausted when fewer than `count` bits are left."""
        ...

    def child(self, label: str) -> Bits:
        """Returns an independent stream for one stage or one user (a tape has one stream: it is its
        own child).
        """
        ...


class _Buffered:
    """The base of all sources: a byte buffer, and a position in bits."""

    def __init__(self) -> None:
        self._buffer = b""
        self._position = 0
        self.used = 0

    def _more(self, nbytes: int) -> bytes:
        raise NotImplementedError  # pragma: no cover - every source defines it

    def peek(self, count: int) -> int:
        """Returns the next `count` bits as an integer, not consumed: see `Bits.peek`."""
        if count == 0:
            return 0
        last = (self._position + count + 7) >> 3
        # bytes that were skipped unread are fetched too, and none is lost
        if last > len(self._buffer):
            self._buffer += self._more(last - len(self._buffer))
        first = self._position >> 3
        if first > FORGET:
            self._buffer = self._buffer[first:]
            self._position -= first << 3
            first, last = 0, last - first
        window = int.from_bytes(self._buffer[first:last], "big")
        return (window >> ((last << 3) - self._position - count)) & ((1 << count) - 1)

    def skip(self, count: int) -> None:
        """Consumes `count` bits: see `Bits.skip`."""
        self._position += count
        self.used += count

    def ensure(self, count: int) -> None:
        """Does nothing: only a finite tape can fail `Bits.ensure`."""
        del count


class SystemBits(_Buffered):
    """The operating system's cryptographic randomness; the only source for a release.

    A forked process forgets what its parent had fetched. A draw is several calls: give each thread
    a source of its own.
    """

    def __init__(self) -> None:
        """Nothing is fetched before the first bit is asked for."""
        super().__init__()
        self._process = forks.here()

    def peek(self, count: int) -> int:
        """Returns the next `count` bits as an integer, not consumed; after a fork, never those of
        the parent.
        """
        if self._process != forks.here():
            self._buffer, self._position, self._process = b"", 0, forks.here()
        return super().peek(count)

    def _more(self, nbytes: int) -> bytes:
        return secrets.token_bytes(max(nbytes, 256))

    def child(self, label: str) -> SystemBits:
        """Returns a fresh source: system randomness is independent by itself."""
        del label
        return SystemBits()


class TapeForTesting(_Buffered):
    """A finite tape, for test vectors; reading past its end raises TapeExhausted."""

    def __init__(self, tape: bytes) -> None:
        """`tape` is read most significant bit first."""
        super().__init__()
        self._buffer = tape
        self._length = 8 * len(tape)

    def _more(self, nbytes: int) -> bytes:
        return bytes(nbytes)  # zeros that skip() refuses to consume

    def skip(self, count: int) -> None:
        """Consumes `count` bits; raises TapeExhausted when there are fewer."""
        self.ensure(count)
        super().skip(count)

    def ensure(self, count: int) -> None:
        """Raises TapeExhausted when fewer than `count` bits are left."""
        if self.used + count > self._length:
            raise TapeExhausted(
                "tape_exhausted", "the tape ended before the draw was decided; supply a longer one"
            )

    def child(self, label: str) -> TapeForTesting:
        """Returns the tape itself, which has one stream."""
        del label
        return self


class StreamBits(_Buffered):
    """The bits of a stream of bytes, for draws that go one by one among draws in bulk."""

    def __init__(self, stream: Stream) -> None:
        """Bytes are taken from `stream` as they are needed, and what is left of the last one is
        dropped.
        """
        super().__init__()
        self._stream = stream

    def _more(self, nbytes: int) -> bytes:
        return self._stream.take(nbytes).tobytes()

    def child(self, label: str) -> StreamBits:
        """Returns the bits of the stream's child."""
        return StreamBits(self._stream.child(label))


class Shake128ForTesting(_Buffered):
    """The bits of SHAKE128(seed), and of SHAKE128(seed || 0x00 || label) for a child.

    They are reproducible, so not for releases.
    """

    def __init__(self, seed: bytes) -> None:
        """`seed` is any byte string; the stream is the XOF output of SHAKE128 (FIPS 202) on it."""
        super().__init__()
        self._seed = seed
        self._given = 0

    def _more(self, nbytes: int) -> bytes:
        start, size = self._given, max(nbytes, self._given, 1024)
        self._given = start + size
        return hashlib.shake_128(self._seed).digest(self._given)[start:]

    def child(self, label: str) -> Shake128ForTesting:
        """Returns the stream of seed || 0x00 || label."""
        return Shake128ForTesting(self._seed + b"\0" + label.encode())
