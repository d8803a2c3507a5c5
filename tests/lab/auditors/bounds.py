"""Lower bounds of epsilon, of 95 % confidence, that auditors give for the same draws of every row.

Ours holds whenever one stops, and for all events at once; that of jax-privacy for one number of
draws, and an event that a part of them chose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import ours
from .peers import peers
from .row import Row

PEER, DRAWS, SETS = "jax_audit", 20_000, 5
GOAL = 0.85  # of the other bound, at least, in the middle of the sets
Part = dict[str, Any]


def bounds_part(
    rows: Sequence[tuple[str, Row]],
    say: Callable[[str], None],
    keep: Callable[[Part], None],
    before: Part,
) -> Part:
    """Both bounds of every row for SETS sets of draws; what was measured before, if the other is not
    installed.
    """
    peer, found = next(p for p in peers() if p.file == PEER), dict(before)
    if not peer.installed:
        return found
    for name, row in rows:
        random, seen = np.random.default_rng(), Part(ours=[], theirs=[], draws=DRAWS)
        for _ in range(SETS):
            draws = [row.draw(side, DRAWS // 2, random) for side in (0, 1)]
            seen["ours"].append(round(ours.number(row, draws), 4))
            answer = peer.ask(*draws, None, row.level[1], 0.05)
            seen["theirs"].append(round(answer["bound"], 4))
        found[name] = seen
        say(f"{name}: {seen}")
        keep(found)
    peer.close()
    return found


def share(seen: Part) -> float | None:
    """The middle share that ours is of the other bound; None where there is none."""
    shares = [a / b for a, b in zip(seen["ours"], seen["theirs"], strict=True) if b > 0]
    return float(np.median(shares)) if len(shares) > len(seen["theirs"]) / 2 else None


def lines(found: Part, limits: Part) -> list[str]:
    """The table of both bounds."""
    table = [
        "| row | truth | ours | jax-privacy | share |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, seen in found.items():
        truth, part = limits[name]["epsilon"], share(seen)
        cells = [
            "infinite" if truth == float("inf") else f"{truth:.3f}",
            *(f"{np.median(seen[who]):.3f}" for who in ("ours", "theirs")),
            "-" if part is None else f"{part:.2f}",
        ]
        table.append(f"| {name} | {' | '.join(cells)} |")
    return table
