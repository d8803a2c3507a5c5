"""Run the mutants against the vectors: `python -m tests.lab.blind [NAME ...]` prints and writes
RESULT.md.

Each mutant is judged in a forked process of its own, so that no cache of the right formulas helps
it or is spoilt by it, on the vectors of its objects and kinds (draws include the support checks).
Written after the mutants were committed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from dpmean.catalogue.laws import LAWS
from dpmean.judging.run import run
from dpmean.judging.support import SUPPORT, support_vectors
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire.direct import Direct
from dpmean.wire.sizes import Sizes

from .mutants import FIRST, MUTANTS, SECOND, harmless
from .patching import Mutant

RESULT = Path(__file__).with_name("RESULT.md")
KINDS = ("exact", "transcript", "tape", "stat", "support", "reject")
OBJECTS = tuple(sorted({o for m in MUTANTS for o in m.objects}))
RIGHT = Mutant(
    "none",
    "the right implementation",
    "",
    nullcontext,
    OBJECTS,
    ("exact", "transcript", "tape", "stat", "reject"),
)
SHOWN = 3  # failing ids in the table
# what an implementation in doubles is judged by at least: our own sampler, in which the bugs are,
# is slower
FAST = 1 << 16


def concerned(mutant: Mutant, vectors: Sequence[Vector]) -> list[Vector]:
    """The vectors of the mutant's objects and kinds; with draws also the support checks."""
    everything = [*vectors, *support_vectors(vectors)]
    kinds = {*mutant.kinds, *((SUPPORT,) if "stat" in mutant.kinds else ())}
    return [v for v in everything if v.object in mutant.objects and v.kind in kinds]


def judged(mutant: Mutant, vectors: Sequence[Vector], tier: int | None) -> dict[str, Any]:
    """What a run of our own adapter finds while the mutant is in force."""
    unseen = harmless(mutant)
    with mutant.patch():
        result = run(
            lambda: Direct("dpmean.wire.own"),
            concerned(mutant, vectors),
            sizes=Sizes(tier=tier),
        )
    found = [v for v in result.verdicts if v.status == "fail"]
    return {
        "harmless": unseen,
        "asked": Counter(v.vector.kind for v in result.verdicts),
        "failed": Counter(v.vector.kind for v in found),
        "ids": [(v.vector.kind, v.vector.id, v.detail[:160]) for v in found],
        "sizes": sorted(set(result.tiers.values())),
        "seconds": round(result.seconds, 1),
        "stopped": result.stopped,
    }


def in_a_fork(mutant: Mutant, vectors: Sequence[Vector], tier: int | None = None) -> dict[str, Any]:
    """`judged` in a child process; its answer comes back through a pipe."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(here)
            with os.fdopen(there, "w") as pipe:
                json.dump(judged(mutant, vectors, tier), pipe)
            status = 0
        finally:
            os._exit(status)
    os.close(there)
    with os.fdopen(here) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return (
        json.loads(text)
        if text
        else {
            "stopped": "the run broke",
            "asked": {},
            "failed": {},
            "ids": [],
            "sizes": [],
            "seconds": 0,
            "harmless": [],
        }
    )


def counts(by_kind: dict[str, int]) -> str:
    """`3 exact, 1 tape`."""
    return ", ".join(f"{by_kind[k]} {k}" for k in KINDS if by_kind.get(k)) or "none"


def row(mutant: Mutant, found: dict[str, Any]) -> str:
    """One line of the table."""
    state = "caught" if found["ids"] else "**got past**"
    if found["stopped"] or found["harmless"]:
        state += f" ({found['stopped'] or 'a witness is not wrong'})"
    first: list[str] = []
    for kind in KINDS:  # the first of every kind before the second of any
        first += [i for k, i, _ in found["ids"] if k == kind][:1]
    first += [i for _, i, _ in found["ids"] if i not in first]
    ids = ", ".join(f"`{i}`" for i in first[:SHOWN])
    size = "/".join(map(str, found["sizes"])) or "-"
    wrong = mutant.wrong.replace("|", "\\|")
    return (
        f"| `{mutant.name}` | {wrong} | {mutant.effect} | {state} | {counts(found['failed'])} of "
        f"{counts(found['asked'])} | {size} | {ids} |"
    )


HEAD = """# Wrong implementations, written without a look at the suite

Each was written from the definitions alone (see the commits "written blind"), then judged by the vectors of its objects and kinds.
`python -m tests.lab.blind` writes this page. Draws: the size of the batches, which the runner chooses by speed; a bug of a law's sampler
that is not seen so is judged once more by 65536 draws, as it would be in a fast implementation.
"""
TABLE = """
| mutant | what is wrong | effect | result | vectors that failed of those asked | draws | first failing ids |
|---|---|---|---|---|---|---|
"""
HISTORY = {
    "The first twenty": (
        FIRST,
        "The suite of version 0.1.0 caught 8 of them, with the vectors of 0.2.0 it was 11. "
        "What got past became checks and vectors; now:",
    ),
    "The second twenty": (
        SECOND,
        "Written when the first twenty had been dealt with, by somebody who knew neither them "
        "nor the suite, which caught 11 of them. What got past became checks and vectors; now:",
    ),
}


def section(
    title: str, text: str, mutants: Sequence[Mutant], found: dict[str, dict[str, Any]]
) -> str:
    """One set of mutants on the page."""
    caught = sum(bool(found[m.name]["ids"]) for m in mutants)
    lines = "\n".join(row(m, found[m.name]) for m in mutants)
    return f"\n## {title}\n\n{text}\n{TABLE}{lines}\n\n{caught} of {len(mutants)} caught.\n"


def main() -> None:
    """Judge all mutants, or those that are named; `none` is the right implementation, which must
    pass everything.

    `--draws N` fixes the size of all batches, to see what a faster implementation with the same bug
    would meet.
    """
    words, vectors, tier = sys.argv[1:], load(), None
    if words[:1] == ["--draws"]:
        tier, words = int(words[1]), words[2:]
    chosen = [m for m in (*MUTANTS, RIGHT) if m.name in words] if words else list(MUTANTS)
    found: dict[str, dict[str, Any]] = {}
    for mutant in chosen:
        start = time.monotonic()
        found[mutant.name] = in_a_fork(mutant, vectors, tier)
        if (
            not found[mutant.name]["ids"]
            and tier is None
            and "stat" in mutant.kinds
            and set(mutant.objects) <= set(LAWS)
        ):
            found[mutant.name] = in_a_fork(mutant, vectors, FAST)
        print(
            f"{row(mutant, found[mutant.name])}\n    {time.monotonic() - start:.0f} s", flush=True
        )
        for kind, name, detail in found[mutant.name]["ids"][:6]:
            print(f"    {kind} {name}: {detail}", flush=True)
    print(f"{sum(bool(f['ids']) for f in found.values())} of {len(found)} caught")
    if not words and tier is None:
        RESULT.write_text(
            HEAD
            + "".join(
                section(title, text, mutants, found) for title, (mutants, text) in HISTORY.items()
            )
        )


if __name__ == "__main__":
    main()
