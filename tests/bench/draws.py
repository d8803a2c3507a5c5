"""How fast are draws in columns? `python -m tests.bench.draws` prints a row for each law: draws and boxes a second.

Times are those of this process alone (one thread), the best of a few, of 2^19 draws at once from the system's
randomness; the first column is how long it takes to make the sampler.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from dpmean.distributions.bulk.columns import draw, sampler
from dpmean.randomness.stream import SystemStream
from tests.helpers.columns_for_tests import LAWS

DRAWS = 1 << 19
TIMES = 5


def seconds(what: Callable[[], object], times: int = TIMES) -> float:
    """The least processor time of a call, in seconds."""
    found = []
    for _ in range(times):
        start = time.process_time()
        what()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    """Prints the table."""
    stream = SystemStream()
    print(f"{'law':42} {'made in ms':>10} {'draws M/s':>10} {'boxes M/s':>10} {'log2 rad':>9}")
    for name, law in LAWS.items():
        sampler.cache_clear()
        made = seconds(lambda law=law: (sampler(law), draw(law, stream, 1)), 1)  # type: ignore[misc]
        speed = DRAWS / 1e6 / max(seconds(lambda law=law: draw(law, stream, DRAWS)), 1e-9)  # type: ignore[misc]
        line = f"{name:42} {made * 1000:10.1f} {speed:10.1f}"
        for reals in draw(law, stream, DRAWS).reals[:1]:
            boxes = DRAWS / 1e6 / seconds(reals.box)
            line += f" {boxes:10.1f} {np.log2(np.median(reals.box()[2])):9.1f}"
        print(line)


if __name__ == "__main__":
    main()
