"""Many releases, batch by batch, in batches that are short enough to look at it and to stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...programs.columns import Batch, releases
from ...programs.columns.releases import BATCH
from ...programs.mechanism import Mechanism
from ...randomness.bits import StreamBits
from ...randomness.stream import ShakeStreamForTesting

# releases of the first batch, which may take longer than the next ones: tables are made for it
FIRST = 1 << 8
LONG = 1.0  # seconds of a later batch that is large enough
SEEDED = 1 << 14  # releases of every batch from a seed, each from a child of its own


def batches(
    mechanism: Mechanism, data: Any, count: int, grid: Fraction | None, seed: bytes | None
) -> Iterator[Batch]:
    """Yield `count` releases.

    With `seed` None they take the system's randomness; batches grow until one takes long enough, or
    has BATCH releases. From a seed they are the same every time: batch i draws from the child `i`
    of the stream, so that a stream is short.
    """
    if seed is None:
        first = min(count, FIRST)
        yield from releases(mechanism, data, first, grid=grid)
        size, took, count = FIRST, 0.0, count - first
        while count and size < BATCH and took < LONG:
            began, size = time.monotonic(), 2 * size
            yield from releases(mechanism, data, min(size, count), grid=grid, batch=size)
            count, took = count - min(size, count), time.monotonic() - began
        yield from releases(mechanism, data, count, grid=grid, batch=size)
        return
    for i, start in enumerate(range(0, count, SEEDED)):
        stream = ShakeStreamForTesting(seed).child(str(i))
        yield from releases(
            mechanism,
            data,
            min(SEEDED, count - start),
            grid=grid,
            stream=stream,
            bits=StreamBits(stream.child("exact")),
            batch=SEEDED,
        )
