"""The table of a run, as Markdown: ratios first."""

from __future__ import annotations

from typing import Any


def page(
    machine: str,
    found: list[dict[str, Any]],
    evaluated: list[dict[str, Any]],
    built: list[dict[str, Any]],
    weighed: list[str],
) -> str:
    """The whole page, without the parts that were not run; `weighed` are the lines about
    weights.
    """
    lines = [
        "# Exact at speed",
        "",
        "One thread; medians of interleaved rounds, of ratios each between two runs one "
        f"right after the other; {machine}. A ratio above 1: ours is faster.",
    ]
    lines += _samplers(found) if found else []
    lines += _values(evaluated) if evaluated else []
    lines += _tables(built) if built else []
    return "\n".join(lines + weighed) + "\n"


def _samplers(found: list[dict[str, Any]]) -> list[str]:
    lines = [
        "Peers that draw one at a time in Python are timed on at most 2,000 draws, vectors of "
        "a library on 100,000.",
        "",
    ]
    lines += [
        "| what | epsilon | draws | peer | ratio | ours, draws/s | peer, draws/s | bits a draw "
        "| entropy |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for r in found:
        lines.append(
            f"| {r['what']} | {r['epsilon']} | {r['draws']:,} | {r['peer']} | "
            f"**{_short(r['ratio'])}** | {r['ours_per_s']:.2g} | {r['peer_per_s']:.2g} | "
            f"{r['bits_per_draw']:.2f} | {r['entropy']:.2f} |"
        )
    return lines


def _values(evaluated: list[dict[str, Any]]) -> list[str]:
    lines = [
        "",
        "Certified, correctly rounded values, in processes that had just started:",
        "",
        "| what | seconds, start included | values/s | peer | peer, values/s | ratio |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {r['what']} | {r['seconds']:.2f} | {r['ours_per_s']:.2g} | {r['peer']} | "
        f"{r['peer_per_s']:.2g} | **{_short(r['ratio'])}** |"
        for r in evaluated
    ]
    return lines


def _tables(built: list[dict[str, Any]]) -> list[str]:
    lines = [
        "",
        "Tables are built once. `refined`: the share of 16-bit words that need 48 bits more; "
        "`exact path`: a bound of the probability that those do not decide.",
        "Memory is the growth of a process's peak, with 10^5 draws.",
        "",
    ]
    lines += [
        "| what | epsilon | seconds | memory | refined | exact path |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {b['what']} | {b['epsilon']} | {b['seconds']:.3f} | {_memory(b['peak_bytes'])} | "
        f"{b['refined']:.2%} | 2^{b['log2_exact']:.1f} |"
        for b in built
    ]
    return lines


def _memory(peak: int | None) -> str:
    return "?" if peak is None else f"{peak / 2**20:.1f} MiB"


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}" if ratio >= 2 else f"{ratio:.2f}"
