"""ADPM's weights for up to 10^6 users with as many distinct epsilons, in processes of their own,
beside general convex solvers.

`python -m tests.lab.bench.weights N` is such a process; `rows` starts it. The instance is the same for
all: decimals, spread over four orders of magnitude around the size at which about half of the users
are cut to theta.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

SIZES = (1_000, 10_000, 100_000, 1_000_000)
BITS = 128  # of rounded weights
SECONDS, MEMORY, DIGITS = 5, 2 << 30, 15  # the goals for the largest size


def texts(n: int) -> list[str]:
    """n distinct epsilons in decimals, always the same ones."""
    rng, found = random.Random(n), dict[str, None]()
    while len(found) < n:
        found[f"{10 ** rng.uniform(-2, 2) * math.sqrt(8 / n):.15f}"] = None
    return list(found)


def per_call(call: Callable[[], Any], least: float = 0.5) -> tuple[float, Any]:
    """Seconds for one call, the mean over calls that last `least` seconds together: one call, the
    first, where it takes as long.
    """
    calls, start = 0, time.perf_counter()
    while True:
        found = call()
        calls += 1
        if (spent := time.perf_counter() - start) >= least:
            return spent / calls, found


def measure(n: int) -> dict[str, Any]:
    """In this process, which has done nothing else. Stops when an answer is wrong."""
    from dpmean.exact.numbers import rational
    from dpmean.mechanisms.hetero import many

    from .tables import peak

    given = texts(n)
    start = time.perf_counter()
    epsilons = [rational(t, "epsilons") for t in given]
    reading = time.perf_counter() - start
    seconds, found = per_call(lambda: many.enclosed(epsilons))
    most = peak()
    whole = Fraction(sum(found.numerators), 1 << found.bits)
    if not whole * (1 - found.error) <= 1 <= whole * (1 + found.error):
        raise SystemExit("the weights do not add up to 1")
    rounding, dyadic = per_call(lambda: many.rounded(epsilons, BITS))
    if sum(dyadic.numerators) != 1 << BITS:
        raise SystemExit("the rounded weights do not add up to 1")
    cut = sum(e > found.theta for e in epsilons)
    return {
        "n": n,
        "distinct": len(set(epsilons)),
        "cut": cut,
        "reading": reading,
        "enclosed": seconds,
        "rounded": rounding,
        "peak_bytes": most,
        "error": float(found.error),
    }


def rows(rounds: int, sizes: tuple[int, ...] = SIZES) -> list[dict[str, Any]]:
    """One row a size: medians over processes."""
    found = []
    for n in sizes:
        each = [
            json.loads(
                subprocess.run(
                    [sys.executable, "-m", "tests.lab.bench.weights", str(n)],
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout
            )
            for _ in range(rounds)
        ]
        row = {
            key: statistics.median(r[key] for r in each) if each[0][key] is not None else None
            for key in each[0]
        }
        found.append({**row, "per_n_log_n": row["enclosed"] / (n * math.log2(n))})
    return found


def goals(row: dict[str, Any]) -> list[tuple[str, bool]]:
    """What was to be reached for the largest size, and whether it was."""
    found = [
        (
            f"{row['n']:,} users with {int(row['distinct']):,} distinct epsilons, seconds: "
            f"{row['enclosed']:.2f}, at most {SECONDS}",
            row["enclosed"] <= SECONDS,
        )
    ]
    found.append(
        (
            f"every weight certified to a relative {row['error']:.1e}, at most 10^-{DIGITS}",
            row["error"] <= 10**-DIGITS,
        )
    )
    if row["peak_bytes"] is not None:
        found.append(
            (
                f"memory of the whole process: {row['peak_bytes'] / 2**20:,.0f} MiB, at most "
                f"{MEMORY >> 20:,}",
                row["peak_bytes"] <= MEMORY,
            )
        )
    return found


def section(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[str]:
    """The lines of the page."""
    lines = [
        "",
        "Weights of ADPM, one epsilon per user, all distinct, in processes that had just "
        "started (the median). `reading`: from decimal strings to rationals,",
        "`memory`: the peak of the process after both and `enclosed`.",
        "",
    ]
    lines += [
        "| users | cut to theta | reading, s | enclosed, s | ns / (n log2 n) | rounded to "
        "2^-128, s | memory |",
        "|---|---|---|---|---|---|---|",
    ]
    for r in ours:
        memory = "?" if r["peak_bytes"] is None else f"{r['peak_bytes'] / 2**20:,.0f} MiB"
        lines.append(
            f"| {r['n']:,} | {int(r['cut']):,} | {r['reading']:.3g} | {r['enclosed']:.3g} | "
            f"{1e9 * r['per_n_log_n']:.0f} | {r['rounded']:.3g} | {memory} |"
        )
    lines += [
        "",
        *(
            f"- {'reached' if met else '**missed**'}: {text}"
            for text, met in (goals(ours[-1]) if ours and ours[-1]["n"] == SIZES[-1] else [])
        ),
    ]
    lines += [
        "",
        "The same instances by convex solvers, whose answer is first put on the simplex "
        "exactly, with the least t that serves everybody.",
        "`excess`: (objective - exact) / exact. `error`: of a weight, the largest, over the "
        "largest weight.",
        "",
    ]
    lines += ["| solver | users | seconds | excess | error |", "|---|---|---|---|---|"]
    for r in theirs:
        if r["seconds"] is None:
            lines.append(f"| {r['who']} | {r['n']:,} | {r['why']} | | |")
        else:
            lines.append(
                f"| {r['who']}{'; it calls the answer inaccurate' if r['unsure'] else ''} | "
                f"{r['n']:,} | {r['seconds']:.2g} | {r['excess']:.1e} | {r['error']:.1e} |"
            )
    return lines


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
