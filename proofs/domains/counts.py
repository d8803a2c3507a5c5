"""Data sets of bits, or of two different records, by how many of them are ones."""

from __future__ import annotations

from itertools import product


def by_count(n: int) -> bool:
    """Check laws that depend on the number of ones among n bits, cut to three neighbouring values.

    They change as between neighbouring values or not at all.
    """
    for c in range(1, n):
        for data in product((0, 1), repeat=n):
            for i in range(n):
                other = (*data[:i], 1 - data[i], *data[i + 1 :])
                cuts = [min(max(sum(x), c - 1), c + 1) for x in (data, other)]
                if abs(cuts[0] - cuts[1]) > 1:
                    return False
    return True


def median_changes(n: int) -> bool:
    """Check n = 2 h + 1 bits by their number of ones.

    Local sensitivity 0 with medians 0 and 1 needs counts that differ by 3 at least.
    """
    h = n // 2
    median = [int(c > h) for c in range(n + 1)]
    still = [
        c
        for c in range(n + 1)
        if all(median[k] == median[c] for k in (c - 1, c + 1) if 0 <= k <= n)
    ]
    return min(abs(a - b) for a in still for b in still if median[a] != median[b]) == 3
