"""What a sampler costs before its first draw: seconds, memory of a process of its own (NumPy's and
python-flint's too), and how often a word is not enough.

`python -m tests.lab.bench.tables WHAT EPSILON` is that process; `built` starts it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.distributions.bulk.laws import BulkHourglass, BulkStaircase
from dpmean.distributions.bulk.lookup import Lookup

STATUS = Path("/proc/self/status")


def lookups(sampler: Any) -> list[Lookup]:
    if isinstance(sampler, BulkHourglass):
        return [sampler.marginal.table, sampler.offset]
    return (
        [sampler.table] if isinstance(sampler, BulkStaircase) or hasattr(sampler, "table") else []
    )


def peak() -> int | None:
    """The most memory that this process has had, in bytes."""
    if not STATUS.exists():
        return None
    return 1024 * int(
        next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM")).split()[
            1
        ]
    )


def measure(what: str, epsilon: str) -> dict[str, Any]:
    """In this process, which has done nothing else."""
    from . import rows

    name, given = rows.law_of(what, epsilon)
    bulk("discrete_laplace", {"epsilon": "5"}).draw(SystemStream(), 10)
    before, start = peak(), time.perf_counter()
    sampler = bulk(name, given)
    seconds = time.perf_counter() - start
    sampler.draw(SystemStream(), 100_000)
    after = peak()
    tables = lookups(sampler)
    return {
        "what": what,
        "epsilon": epsilon,
        "seconds": seconds,
        "peak_bytes": None if before is None or after is None else after - before,
        # the share of 16-bit words that need 48 bits more
        "refined": max(t.refined for t in tables),
        # the probability that 64 bits do not decide is at most 2 to this
        "log2_exact": max(t.log2_exact for t in tables),
    }


def built(what: str, epsilon: str) -> dict[str, Any]:
    """The same in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.bench.tables", what, epsilon],
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    print(json.dumps(measure(*sys.argv[1:])))
