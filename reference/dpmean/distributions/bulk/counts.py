"""How often each outcome came in very many draws: a map over fixed tasks and a sum, on several
processes.

The work is cut into tasks of 2^20 draws, whatever the number of workers; task i draws from the
child `i` of the stream, so that no two tasks share a byte and the counts of a seeded stream do not
depend on who did what, or in which order.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from functools import lru_cache
from math import prod
from multiprocessing import get_context

import numpy as np

from ...errors import AdapterError, InvalidInput
from ...orphans import end_with_parent
from ...randomness.stream import ShakeStreamForTesting, Stream, SystemStream
from .drawn import plain
from .laws import GRID, Bulk, Columns, bulk

TASK = 1 << 20
Counts = Counter[tuple[int, ...]]


def tally(columns: Columns) -> Counts:
    """Returns how often each outcome occurs in the columns.

    Each outcome becomes one number, row by row of the box in which all lie.
    """
    if not len(columns[0]):
        return Counter()
    lows, highs = [int(c.min()) for c in columns], [int(c.max()) for c in columns]
    spans = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    if prod(spans) >= 1 << 63:
        return Counter(zip(*(c.tolist() for c in columns), strict=True))
    key = columns[0].astype(np.int64) - lows[0]
    for column, low, span in zip(columns[1:], lows[1:], spans[1:], strict=True):
        key *= span
        key += column
        key -= low
    if prod(spans) <= TASK:
        often = np.bincount(key)
        seen = np.flatnonzero(often)
        often = often[seen]
    else:
        seen, often = np.unique(key, return_counts=True)
    outcomes = []
    for span, low in zip(reversed(spans), reversed(lows), strict=True):
        outcomes.append((seen % span + low).tolist())
        seen = seen // span
    return Counter(dict(zip(zip(*reversed(outcomes), strict=True), often.tolist(), strict=True)))


@lru_cache(maxsize=8)
def _sampler(name: str, given: tuple[tuple[str, str], ...], grid: Fraction) -> Bulk:
    return bulk(name, dict(given), grid)


def task(
    name: str,
    given: tuple[tuple[str, str], ...],
    grid: Fraction,
    seed: bytes | None,
    number: int,
    draws: int,
) -> Counts:
    """Returns the counts of one task; with `seed` None it takes the system's randomness."""
    stream: Stream = (
        SystemStream() if seed is None else ShakeStreamForTesting(seed).child(str(number))
    )
    return tally(tuple(plain(column) for column in _sampler(name, given, grid).draw(stream, draws)))


def plan(
    name: str, given: Mapping[str, str], draws: int, grid: Fraction
) -> tuple[tuple[tuple[str, str], ...], list[int]]:
    """Returns the parameters in a form that can be sent to a worker, and the sizes of the tasks.

    A law that is refused is refused here.
    """
    if draws < 1:
        raise InvalidInput("out_of_range", "draws: must be at least 1", argument="draws")
    known = tuple(sorted(given.items()))
    _sampler(name, known, grid)
    return known, [TASK] * (draws // TASK) + ([draws % TASK] if draws % TASK else [])


def counts(
    name: str,
    given: Mapping[str, str],
    draws: int,
    *,
    workers: int = 1,
    seed_for_testing: bytes | None = None,
    grid: Fraction = GRID,
) -> Iterator[tuple[int, Counts]]:
    """Yields (draws done, counts so far), again and again until all are done.

    Parameters that are refused are refused before anything is drawn.
    """
    known, sizes = plan(name, given, draws, grid)
    done, total = 0, Counts()
    if workers == 1:
        for i, size in enumerate(sizes):
            total.update(task(name, known, grid, seed_for_testing, i, size))
            done += size
            yield done, total
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), _begun) as pool:
        waiting, running = list(enumerate(sizes))[::-1], dict[Future[Counts], int]()
        try:
            while waiting or running:
                # so few tasks that results do not pile up
                while waiting and len(running) < 2 * workers:
                    i, size = waiting.pop()
                    running[pool.submit(task, name, known, grid, seed_for_testing, i, size)] = size
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    done += running.pop(future)
                    total.update(future.result())
                yield done, total
        except BrokenProcessPool as error:
            raise AdapterError(
                "adapter_start",
                "a process that draws has ended; was it killed, or was there no memory left? "
                "run it again",
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begun() -> None:
    """Begin a process of the pool: an interrupt is for the one that started it, with which it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
