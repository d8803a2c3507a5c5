"""Many releases, batch by batch, into a summary: in batches that take about a second, so that one can look and stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...programs.columns import Batch, releases
from ...programs.columns.releases import BATCH
from ...randomness.bits import StreamBits
from ...randomness.stream import ShakeStreamForTesting

FIRST = 1 << 10  # releases of the first batch, which is timed
SEEDED = 1 << 14  # releases of every batch from a seed, each from a child of its own


def batches(mechanism: Any, data: Any, count: int, grid: Fraction | None, seed: bytes | None) -> Iterator[Batch]:
    """Yield `count` releases.

    With `seed` None they take the system's randomness, and how long the first ones take decides how many a batch has.
    From a seed they are the same every time: batch i draws from the child `i` of the stream, so that a stream is short.
    """
    if seed is None:
        began = time.monotonic()
        first = min(count, FIRST)
        yield from releases(mechanism, data, first, grid=grid)
        rate = first / max(time.monotonic() - began, 1e-3)
        size = min(BATCH, max(FIRST, 1 << int(rate).bit_length()))
        if count > first:
            yield from releases(mechanism, data, count - first, grid=grid, batch=size)
        return
    for i, start in enumerate(range(0, count, SEEDED)):
        stream = ShakeStreamForTesting(seed).child(str(i))
        yield from releases(mechanism, data, min(SEEDED, count - start), grid=grid, stream=stream,
            bits=StreamBits(stream.child("exact")), batch=SEEDED)
