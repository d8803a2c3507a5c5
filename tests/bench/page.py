"""The table of a run, as Markdown: ratios first."""

from __future__ import annotations

from typing import Any


def page(machine: str, found: list[dict[str, Any]], built: list[dict[str, Any]]) -> str:
    """The whole page."""
    lines = ["# Exact at speed", "", f"One thread; medians of interleaved rounds; {machine}. A ratio above 1: ours is faster.", "Peers that draw one at a time in Python are timed on at most 2,000 draws, vectors of a library on 100,000. Memory is that of Python and NumPy.", ""]
    lines += ["| what | epsilon | draws | peer | ratio | ours, draws/s | peer, draws/s | bits a draw | entropy |", "|---|---|---|---|---|---|---|---|---|"]
    for r in found:
        lines.append(f"| {r['what']} | {r['epsilon']} | {r['draws']:,} | {r['peer']} | **{_short(r['ratio'])}** | {r['ours_per_s']:.2g} | {r['peer_per_s']:.2g} | {r['bits_per_draw']:.2f} | {r['entropy']:.2f} |")
    lines += ["", "Tables are built once:", "", "| what | epsilon | seconds | peak memory with 10^5 draws |", "|---|---|---|---|"]
    lines += [f"| {b['what']} | {b['epsilon']} | {b['seconds']:.3f} | {b['peak_bytes'] / 2**20:.1f} MiB |" for b in built]
    return "\n".join(lines) + "\n"


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}" if ratio >= 2 else f"{ratio:.2f}"
