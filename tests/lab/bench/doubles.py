"""How fast are columns of double-doubles? `python -m tests.lab.bench.doubles [rows]`: millions of rows
a second.

For each operation the fastest of many calls, which other processes disturb least, and their median.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from dpmean.exact.doubles import Balls

SECONDS = 0.4  # for each operation


def cases(rows: int) -> dict[str, Callable[[], Any]]:
    """The operations on columns of a few sorts."""
    rng = np.random.default_rng(1)

    def cells() -> Balls:
        return Balls.of_words(rng.integers(0, 1 << 64, rows, dtype=np.uint64))

    u, v, third = cells(), cells(), Balls.constant(Fraction(1, 3), rows)
    small, large = rng.integers(-50, 50, rows), rng.integers(-(1 << 62), 1 << 62, rows)
    j, k = Balls.of_integers(small), Balls.of_integers(large)
    product, quotient = u * v, u / v  # a radius for each row
    words = rng.integers(0, 1 << 64, rows, dtype=np.uint64)
    return {
        "of_words": lambda: Balls.of_words(words),
        "of_integers, small": lambda: Balls.of_integers(small),
        "of_integers, 62 bits": lambda: Balls.of_integers(large),
        "hi, lo, rad": lambda: Balls(product.hi, product.lo, product.rad),
        "cell + cell": lambda: u + v,
        "cell - constant": lambda: u - third,
        "integer + integer": lambda: j + j,
        "62 bits + 62 bits": lambda: k + k,
        "each radius: +": lambda: product + quotient,
        "cell * cell": lambda: u * v,
        "cell * constant": lambda: u * third,
        "cell * 10": lambda: u * 10,
        "cell / 4": lambda: u / 4,
        "integer * integer": lambda: j * j,
        "62 bits * 62 bits": lambda: k * k,
        "each radius: *": lambda: product * quotient,
        "cell / cell": lambda: u / v,
        "cell / constant": lambda: u / third,
        "each radius: /": lambda: product / quotient,
        "sign": u.sign,
        "each radius: sign": product.sign,
        "floor": u.floor,
        "each radius: floor": product.floor,
        "62 bits: floor": k.floor,
    }


def speeds(call: Callable[[], Any], rows: int, least: float = SECONDS) -> tuple[float, float]:
    """Millions of rows a second: the fastest call, and the median."""
    call()
    seconds, end = [], time.perf_counter() + least
    while not seconds or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return rows / min(seconds) / 1e6, rows / statistics.median(seconds) / 1e6


def section(rows: int, least: float = SECONDS) -> list[str]:
    """The table as lines of Markdown."""
    lines = [
        "",
        f"Columns of {rows} double-doubles:",
        "",
        "| operation | fastest, M/s | median, M/s |",
        "|---|---|---|",
    ]
    return lines + [
        "| {} | {:.0f} | {:.0f} |".format(name, *speeds(call, rows, least))
        for name, call in cases(rows).items()
    ]


def main() -> None:
    """Prints the table."""
    print("\n".join(section(int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 16)))


if __name__ == "__main__":
    main()
