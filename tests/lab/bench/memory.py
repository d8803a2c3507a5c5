"""The peak of memory of many releases, which must not grow with their number.

`python -m tests.lab.bench.memory COUNT` is the process that is measured; `rows` starts it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

SIZES = (10**5, 10**6, 10**7)
GROWTH = 1.1  # of the peak, from the smallest size to the largest, at most
GIVEN = {"epsilon": "1", "lower": "0", "upper": "1", "n": "3", "noise": "laplace"}
Row = dict[str, Any]


def measure(count: int) -> Row:
    """In this process, which has done nothing else."""
    from dpmean.catalogue.mechanisms import build
    from dpmean.programs.columns import releases

    from .tables import peak

    made = sum(
        batch.count for batch in releases(build("sized_mean", GIVEN), ["0", "1/2", "1"], count)
    )
    if made != count:
        raise SystemExit("not as many releases as were asked for")
    return {"count": count, "peak_bytes": peak()}


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Each number of releases in a process of its own."""
    found = []
    for count in sizes:
        done = subprocess.run(
            [sys.executable, "-m", "tests.lab.bench.memory", str(count)],
            check=True,
            capture_output=True,
            text=True,
        )
        found.append(dict(json.loads(done.stdout)))
    return found


def grew(found: list[Row]) -> bool:
    """Whether the peak grew, as far as it is known."""
    peaks = [r["peak_bytes"] for r in found]
    return None not in peaks and max(peaks) > GROWTH * peaks[0]


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
