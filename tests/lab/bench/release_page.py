"""The tables of releases, as Markdown: ratios beside the goals."""

from __future__ import annotations

from typing import Any

from .memory import grew

Row = dict[str, Any]
SLOWER, OPENDP = 0.1, 1000  # goals: of plain NumPy's speed, and times OpenDP's mean in Python


def ratio(row: Row, peer: str) -> float | None:
    """Columns over a peer, or None where there is no such mean."""
    found: float | None = None if row[peer] is None else row["columns"] / row[peer]
    return found


def section(found: list[Row], memory: list[Row]) -> list[str]:
    """The table of speeds and that of memory. What misses its goal is marked."""
    lines = [
        "",
        "Releases a second of processor time, one thread, the best of a few repeats; the "
        f"machine's load meanwhile was {min(r['load'] for r in found):.1f} to "
        f"{max(r['load'] for r in found):.1f}. Goals: as the column says; at least {SLOWER} of "
        f"plain NumPy's speed; {OPENDP:,} times OpenDP's. A cross marks what misses its goal. "
        "`exact`: the share of rows that the exact interpreter ran, since doubles left them "
        "open / since too few took the same decisions; `first`: seconds of the first 1,024 "
        "releases, of vectors 64, tables included.",
        "",
        "| mean | columns/s | goal | one by one/s | / one by one | NumPy/s | / NumPy | "
        "OpenDP/s | / OpenDP | PyDP/s | / PyDP | exact | first | timed |",
        "|" + "---|" * 14,
    ]
    for r in found:
        cells = [
            r["what"],
            _held(r["columns"], r["goal"]),
            f"{r['goal']:.0e}",
            f"{r['one_by_one']:,.0f}",
            f"{r['columns'] / r['one_by_one']:,.0f}",
            *_beside(r, "numpy", SLOWER),
            *_beside(r, "OpenDP", OPENDP),
            *_beside(r, "PyDP", 0),
            f"{r['undecided']:.1e} / {r['few']:.1e}",
            f"{r['first_seconds']:.3f}",
            f"{r['timed']:,}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines + (_memory(memory) if memory else [])


def missed(found: list[Row], memory: list[Row]) -> list[str]:
    """What misses a goal."""
    wrong = [
        f"{r['what']}: {r['columns']:,.0f} a second, in a run of {r['timed']:,}"
        for r in found
        if r["columns"] < r["goal"]
    ]
    for peer, goal in (("numpy", SLOWER), ("OpenDP", OPENDP)):
        wrong += [
            f"{r['what']}: {share:.3g} of {peer}"
            for r in found
            if (share := ratio(r, peer)) is not None and share < goal
        ]
    return wrong + (["memory grows with the number of releases"] if memory and grew(memory) else [])


def _held(value: float, goal: float) -> str:
    text = f"{value:,.0f}" if value >= 20 else f"{value:.2f}"
    return text if value >= goal else f"{text} ✗"


def _beside(row: Row, peer: str, goal: float) -> tuple[str, str]:
    share = ratio(row, peer)
    return ("", "") if share is None else (f"{row[peer]:,.0f}", _held(share, goal))


def _memory(found: list[Row]) -> list[str]:
    told = ", ".join(
        f"{r['count']:,}: "
        + ("?" if r["peak_bytes"] is None else f"{r['peak_bytes'] / 2**20:.0f} MiB")
        for r in found
    )
    return [
        "",
        f"Peak of memory of a process by its number of releases: {told}"
        + (". It grows. ✗" if grew(found) else "."),
    ]
