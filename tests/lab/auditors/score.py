"""The parts of a score: what is measured, as plain data, one part after another."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from dpmean.auditing.book import families

from . import ours
from .catalogue import GUILTY, INNOCENT
from .peers import accused, needed, peers
from .row import Row

ALPHA, SURE = 0.05, 1e-6
BIG = 1000  # draws of the limit from which the first goal counts
FIRST_GOAL, SECOND_GOAL, NAMED_GOAL, EXTRA = 3.0, 2.0, 1.5, 8.0
MOST_PEER = 6_000_000  # draws of other auditors, at most
ROUND = 25  # runs of an innocent before the next one
# of other auditors, as they were measured on one day
RECORD = Path(__file__).with_name("record.json")
Part = dict[str, Any]
Say = Callable[[str], None]


def limits() -> Part:
    """The truth and the growth of the best test of every guilty row."""
    found: Part = {}
    for name, row in GUILTY.items():
        epsilon, delta = row.truth()
        best = row.limit()
        count = len(
            families(
                np.shape(row.draw(0, 2, np.random.default_rng()))[1] if _wide(row) else 1,
                ["number"],
            )
        )
        found[name] = {
            "claim": row.claim,
            "epsilon": epsilon,
            "delta": delta,
            "growth": best.growth,
            "limit": {str(a): best.draws(a) for a in (ALPHA, SURE)},
            "families": count,
            "goal": {str(a): goal(best.draws(ALPHA), a, best.growth, count) for a in (ALPHA, SURE)},
        }
    return found


def _wide(row: Row) -> bool:
    return np.ndim(row.draw(0, 2, np.random.default_rng())) == 2


def goal(limit: float, alpha: float, growth: float, count: int) -> float:
    """The expected draws that are allowed."""
    if limit > BIG:
        return (FIRST_GOAL if alpha == ALPHA else SECOND_GOAL) * log(1 / alpha) / growth
    return (log(1 / alpha) + log(count) + EXTRA) / growth


def chosen(words: Sequence[str]) -> list[tuple[str, Row]]:
    """The guilty rows whose names have any of these words; all if there are none."""
    return [
        (name, row) for name, row in GUILTY.items() if not words or any(w in name for w in words)
    ]


def measured(runs: Sequence[ours.Run]) -> Part:
    """Mean, its standard error, and the 80 % quantile of the draws that were needed."""
    found: Part = {
        "runs": len(runs),
        "seconds": round(float(np.mean([r.seconds for r in runs])), 2),
        "per second": round(sum(r.draws for r in runs) / max(1e-9, sum(r.seconds for r in runs))),
    }
    for i, alpha in enumerate((ALPHA, SURE)[: len(runs[0].needed)]):
        seen = [r.needed[i] for r in runs]
        if any(n is None for n in seen):
            found[str(alpha)] = {"missed": sum(n is None for n in seen)}
            continue
        draws = np.array(seen, dtype=float)
        found[str(alpha)] = {
            "mean": float(draws.mean()),
            "error": float(draws.std() / max(1, len(draws) - 1) ** 0.5),
            "quantile": float(np.quantile(draws, 0.8, method="higher")),
        }
    return found


def ours_on(
    row: Row, runs: int, *, named: bool = False, search: bool = False, sure: bool = True
) -> Part:
    limit = row.limit()
    alphas = ours.ALPHAS if sure else ours.ALPHAS[:1]
    most = int(12 * limit.draws(SURE if sure else ALPHA) + 20_000)
    if search:
        most *= len(ours.pairs_of(row, True))
    return measured([ours.run(row, most, alphas, named=named, search=search) for _ in range(runs)])


def ours_part(
    quick: bool,
    runs: int,
    say: Say,
    keep: Callable[[Part], None],
    before: Part,
    words: Sequence[str],
    **how: bool,
) -> Part:
    """Our auditor on all rows; the longest rows with fewer runs, the very longest at alpha = 0.05
    only.
    """
    found = dict(before)
    for name, row in chosen(words):
        limit = row.limit().draws(ALPHA)
        if (
            (how.get("named") and not row.law)
            or (quick and limit > 20_000)
            or (how.get("search") and limit > 100_000)
        ):
            continue
        times = runs if limit < 50_000 else max(2, runs // 4) if limit < 10**6 else 2
        began = time.perf_counter()
        found[name] = ours_on(row, times, sure=limit < 10**6, **how)
        say(f"{name}: {found[name][str(ALPHA)]} in {time.perf_counter() - began:.0f} s")
        keep(found)
    return found


def recorded(name: str) -> tuple[Part, Part]:
    """What was measured of an auditor that is not installed here, with the date, and of innocents;
    no rows if nothing was.
    """
    known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    found = dict(
        known.get(name, {"setup": "not measured", "installed": False, "date": "never", "rows": {}})
    )
    return found, found.pop("innocents", {})


def record(data: Part) -> Part:
    """What is to be recorded of all others that were measured, for machines that have not installed
    them.
    """
    accusals = data.get("peers innocents", {})
    return {
        name: {**seen, **({"innocents": accusals[name]} if name in accusals else {})}
        for name, seen in data["peers"].items()
        if seen["setup"] and seen["rows"]
    }


def peers_part(
    quick: bool,
    runs: int,
    own: Part,
    say: Say,
    keep: Callable[[Part], None],
    before: Part,
    words: Sequence[str],
    names: Sequence[str] = (),
) -> Part:
    """Every other auditor, or those of these names, on every row: from half of what ours needed up
    to four times as much.
    """
    found = dict(before)
    for peer in peers():
        if names and peer.name not in names:
            continue
        if not peer.installed:
            found[peer.name] = recorded(peer.name)[0]
            continue
        found[peer.name] = {
            "setup": peer.setup,
            "installed": True,
            "date": time.strftime("%Y-%m-%d"),
            "rows": dict(before.get(peer.name, {}).get("rows", {})) if words else {},
        }
        for name, row in chosen(words):
            seen = own.get(name, {}).get(str(ALPHA), {})
            if "quantile" not in seen or (quick and seen["quantile"] > 20_000):
                continue
            start = max(16, int(seen["quantile"] / 2) // 2 * 2)
            found[peer.name]["rows"][name] = needed(
                peer, row, ALPHA, start, min(MOST_PEER, 8 * start), runs
            )
            say(
                f"{peer.name}, {name}: {found[peer.name]['rows'][name]} (ours "
                f"{seen['quantile']:.0f})"
            )
            keep(found)
        peer.close()
    return found


def innocents_part(
    runs: int, draws: int, say: Say, keep: Callable[[Part], None], before: Part
) -> Part:
    """How often ours accuses an innocent within so many draws, at alpha = 0.05, until there were so
    many runs.
    """
    found: Part = {
        name: before[name]
        if before.get(name, {}).get("draws") == draws
        else {"accused": 0, "runs": 0, "draws": draws}
        for name in INNOCENT
    }
    each = -(-runs // len(INNOCENT))
    while min(seen["runs"] for seen in found.values()) < each:
        began = time.perf_counter()
        for name, row in INNOCENT.items():
            count = max(0, min(ROUND, each - found[name]["runs"]))
            found[name]["accused"] += sum(
                ours.run(row, draws, ours.ALPHAS[:1]).needed[0] is not None for _ in range(count)
            )
            found[name]["runs"] += count
        say(
            f"innocents: {[s['accused'] for s in found.values()]} in "
            f"{time.perf_counter() - began:.0f} s"
        )
        keep(found)
    return found


def peers_innocents(
    runs: int,
    draws: int,
    say: Say,
    keep: Callable[[Part], None],
    before: Part,
    names: Sequence[str] = (),
) -> Part:
    found = dict(before)
    for peer in peers():
        if names and peer.name not in names:
            continue
        if not peer.installed:
            found.update({peer.name: seen} if (seen := recorded(peer.name)[1]) else {})
            continue
        found[peer.name] = {
            name: accused(peer, row, ALPHA, draws, runs) for name, row in INNOCENT.items()
        }
        say(f"{peer.name}: {found[peer.name]}")
        keep(found)
        peer.close()
    return found
