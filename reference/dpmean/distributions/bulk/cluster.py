"""The counts of `counts.py` on a Dask cluster: `dpmean sample --scheduler ADDRESS`; and the way to
such a cluster, which `dpmean audit` takes too.

Every machine needs `pip install dpmean[dask]`. This is the only file that touches Dask. Tasks,
streams and the sum are those of `counts.py`; system randomness is that of the machine that draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...errors import InvalidInput
from .counts import Counts, plan, task
from .laws import GRID


def connected(scheduler: str) -> Any:
    """Returns a client of the scheduler at this address: a context, which ends with the
    connection.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise InvalidInput(
            "unsupported_combination",
            "--scheduler needs Dask: pip install 'dpmean[dask]'",
            argument="scheduler",
        ) from error
    try:
        return Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            "unsupported_combination",
            f"--scheduler: no Dask scheduler answers there ({type(error).__name__})",
            argument="scheduler",
        ) from error


def counts_on_cluster(
    name: str,
    given: Mapping[str, str],
    draws: int,
    scheduler: str,
    *,
    seed_for_testing: bytes | None = None,
    grid: Fraction = GRID,
) -> Iterator[tuple[int, Counts]]:
    """Yields the same as `counts`, on the workers of the scheduler at this address."""
    known, sizes = plan(name, given, draws, grid)
    with connected(scheduler) as client:
        from distributed import as_completed

        # not pure: two tasks of the same seedless arguments are two tasks
        futures = [
            client.submit(task, name, known, grid, seed_for_testing, i, size, pure=False)
            for i, size in enumerate(sizes)
        ]
        size_of = {future.key: size for future, size in zip(futures, sizes, strict=True)}
        done, total = 0, Counts()
        ended = as_completed(futures, with_results=True)
        del futures  # results that were added are dropped
        for future, found in ended:
            total.update(found)
            done += size_of[future.key]
            yield done, total
