"""StatDP (Ding, Wang, Wang, Zhang and Kifer 2018, arXiv:1805.10277): its choice of an event, and
its test of it.

Half of the draws go to `select_event`, the other half to its `hypothesis_test`, whose two p-values
are compared with alpha/2 each. It counts iterations for each input, so equally many draws of both
are used. Pure claims only.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT, CHECKOUT = "StatDP", "sniper", "statdp"
SETUP = "cmla-psu/statdp at d1f1e8fa, with NumPy below 1.24 and numba"


class _Here:
    """A pool of one process: this one."""

    _processes = 1

    def imap_unordered(self, call: Any, items: Any) -> Any:
        """What the pool does with every item."""
        return map(call, items)


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether either p-value is below alpha/2."""
    from statdp.hypotest import hypothesis_test
    from statdp.selectors import select_event

    if delta:
        raise ValueError("pure claims only")
    n = min(len(one), len(other)) // 2
    at = {"choose": [0, 0], "test": [n, n]}

    def algorithm(prng: Any, side: int, part: str) -> Any:
        """The next draw of one input, from the part for choosing or for testing."""
        place = at[part][side]
        at[part][side] = place + 1
        row = (one, other)[side][place % (2 * n) if part == "test" else place % n]
        return np.float64(row[0]) if len(row) == 1 else tuple(np.float64(v) for v in row)

    pool = _Here()
    found = select_event(algorithm, [(0, 1, {"part": "choose"})], epsilon, n - 1, pool, quiet=True)
    values = hypothesis_test(algorithm, 0, 1, {"part": "test"}, found[3], epsilon, n - 1, pool)
    return min(values) <= alpha / 2


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/statdp"]
    from wire import serve

    serve(refutes)
