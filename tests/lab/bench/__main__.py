"""`python -m tests.lab.bench`: every sampler beside its peers, interleaved, medians of several rounds;
values of formulas; weights for many users beside convex solvers; releases beside other means.
Writes build/bench.md and build/bench.json.

Each timed run's output is checked against its law. A library that is not built on this machine is
left out, which is said.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from dpmean.errors import DpmeanError
from dpmean.libraries import bundled as libraries

from . import doubles, draws, memory, release_page, releases, rows, solvers, tables, values, weights
from .page import page
from .worker import Worker

PEERS = {
    "discrete Laplace": (
        "NumPy laplace",
        "NumPy geometric difference",
        "OpenDP scalar Laplace",
        "OpenDP vector Laplace",
        "OpenDP scalar discrete Laplace",
        "OpenDP vector discrete Laplace",
        "diffprivlib Laplace",
        "published",
    ),
    "staircase": ("NumPy laplace", "diffprivlib Staircase"),
    "hourglass pairs": ("NumPy laplace",),
    "discrete Gaussian": ("NumPy normal", "published"),
}
PARTS = ("samplers", "values", "weights", "releases")
SLOW = 2000  # draws of a peer that draws one at a time in Python, at most
SAY = Console(stderr=True)
Row = dict[str, Any]


def timed(draw: Callable[[int], Any], n: int, least: float = 0.03) -> tuple[float, Any]:
    """Seconds for one call, the mean over calls that last `least` seconds together, and what the
    last one drew.
    """
    calls, start = 0, time.perf_counter()
    while True:
        values = draw(n)
        calls += 1
        if (spent := time.perf_counter() - start) >= least:
            return spent / calls, values


def single(sampler: Any, n: int = 20_000) -> tuple[float, Any]:
    """Seconds per draw, one at a time from the buffer."""
    one = rows.singly(sampler)
    next(one)
    start = time.perf_counter()
    values = [next(one)[0] for _ in range(n)]
    return (time.perf_counter() - start) / n, values


def checked(what: str, check: Any, values: Any, unit: Any = 1) -> None:
    """Stop when what was timed is not the law."""
    column = np.asarray(values)
    below = [
        int(np.count_nonzero(column <= (x if unit == 1 else x / unit)))
        for x in map(float, check.points)
    ]
    if wrong := check.wrong(below, len(column)):
        raise SystemExit(f"{what} does not have its law: {wrong}")


def compare(
    what: str, epsilon: str, draws: int, rounds: int, workers: dict[str, Worker]
) -> list[Row]:
    """The rows of one sampler at one epsilon and size.

    Ours is timed again right before each peer: the machine's clock changes within seconds.
    """
    ours = rows.ours(what, epsilon)
    bits = rows.bits_per_draw(ours.sampler)
    pairs: dict[str, list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for peer in PEERS[what]:
            own = _own(what, draws, ours)
            if (per_draw := _peer(peer, what, epsilon, draws, ours, workers)) is not None:
                pairs.setdefault(peer, []).append((own, per_draw))
    found = []
    for peer, each in pairs.items():
        rate, peer_rate = (1 / statistics.median(times) for times in zip(*each, strict=True))
        ratio = statistics.median(theirs / own for own, theirs in each)
        found.append(
            {
                "what": what,
                "draws": draws,
                "epsilon": epsilon,
                "ours_per_s": rate,
                "peer": peer,
                "peer_per_s": peer_rate,
                "ratio": ratio,
                "bits_per_draw": bits,
                "entropy": ours.entropy,
            }
        )
    return found


def _own(what: str, draws: int, ours: rows.Ours) -> float:
    """Seconds per draw of ours, in bulk or one at a time."""
    if draws == 1:
        seconds, values = single(ours.sampler)
    else:
        seconds, values = timed(ours.draw, draws)
        seconds /= draws
    if len(values) >= 100:
        checked(f"our {what}", ours.check, values, float(ours.unit))
    return seconds


def _peer(
    peer: str, what: str, epsilon: str, draws: int, ours: rows.Ours, workers: dict[str, Worker]
) -> float | None:
    """Seconds per draw of a peer, or None where it cannot be asked."""
    if peer.startswith("NumPy"):
        draw, check = rows.numpy_peer(peer, epsilon)
        seconds, values = timed(draw, draws)
        if draws >= 100:
            checked(peer, check, values)
        return seconds / draws
    if peer == "published":
        n = min(max(draws, 100), SLOW)
        seconds, values = timed(rows.published_peer(what, epsilon), n, 0)
        checked(f"published {what}", ours.check, values)
        return seconds / n
    library = peer.split()[0].lower()
    if library not in workers:
        return None
    n = min(max(draws, 100), SLOW if "vector" not in peer else 100_000)
    check = rows.library_check(peer, epsilon)
    seconds_, below = workers[library].draw(peer, n, epsilon, [float(x) for x in check.points])
    if seconds_ is None:
        return None
    if wrong := check.wrong(below, n):
        SAY.print(f"{peer}, epsilon {epsilon}: {wrong}")
    return seconds_ / n


def started(names: tuple[str, ...]) -> dict[str, Worker]:
    """Workers of the libraries that can be had on this machine."""
    workers: dict[str, Worker] = {}
    for name in names:
        try:
            workers[name] = Worker(libraries.prepared(libraries.bundled()[name], SAY.print))
        except DpmeanError as error:
            SAY.print(f"{name} is left out: {error}")
    return workers


def released(rounds: int, quick: bool, alone: bool) -> tuple[list[Row], list[Row], list[str]]:
    """The rows of releases and of memory, and the lines about them and about the draws and
    arithmetic they rest on.
    """
    workers = {} if alone else started(("opendp", "pydp"))
    found = releases.rows(
        0.02 if quick else 0.3, min(rounds, 1 if quick else 3), workers, SAY.print
    )
    for worker in workers.values():
        worker.close()
    grown = memory.rows(memory.SIZES[:2] if quick else memory.SIZES)
    lines = release_page.section(found, grown)
    lines += draws.section(draws.rows(1 << 14, 1) if quick else draws.rows())
    return (
        found,
        grown,
        lines + (doubles.section(1 << 12, 0.01) if quick else doubles.section(1 << 16)),
    )


def samplers(rounds: int, quick: bool, alone: bool) -> tuple[list[Row], list[Row]]:
    """The rows of all samplers, and of their tables."""
    workers = {} if alone else started(("opendp", "diffprivlib"))
    found, built = [], []
    for what in PEERS:
        for epsilon in rows.EPSILONS:
            built.append(tables.built(what, epsilon))
            for count in (100_000,) if quick else rows.DRAWS:
                SAY.print(f"{what}, epsilon {epsilon}, {count} draws ...")
                found += compare(
                    what, epsilon, count, min(rounds, 3) if count > 10**6 else rounds, workers
                )
    for worker in workers.values():
        worker.close()
    return found, built


def main() -> int:
    """0 when all was drawn and checked and the goals for weights are reached."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds, of which the median counts")
    parser.add_argument(
        "--quick", action="store_true", help="10^5 draws only, solvers up to 100 users"
    )
    parser.add_argument(
        "--alone", action="store_true", help="without other libraries, which are else built once"
    )
    parser.add_argument("--only", choices=PARTS, help="one part only")
    parser.add_argument(
        "--into", type=Path, default=Path("build"), help="where bench.md and bench.json go"
    )
    given = parser.parse_args()
    wanted = PARTS if given.only is None else (given.only,)
    done = _Done(given.into)
    if "samplers" in wanted:
        done.rows, done.tables = samplers(given.rounds, given.quick, given.alone)
        done.write()
    if "values" in wanted:
        SAY.print("10^4 values of a formula, in processes of their own ...")
        done.values = values.rows(given.rounds)
        done.write()
    if "weights" in wanted:
        SAY.print(
            "weights for up to 10^6 users, in processes of their own, and by convex solvers ..."
        )
        done.weights = weights.rows(min(given.rounds, 3))
        done.solvers = solvers.rows(tuple(n for n in solvers.SIZES if n <= 100 or not given.quick))
        done.write()
    if "releases" in wanted:
        done.releases, done.memory, done.lines = released(given.rounds, given.quick, given.alone)
    print(done.write())
    for line in release_page.missed(done.releases, done.memory):
        SAY.print(f"misses its goal: {line}")
    return (
        0 if all(met for _, met in (weights.goals(done.weights[-1]) if done.weights else [])) else 1
    )


@dataclass
class _Done:
    """What was measured so far, which is written after every part: nothing is lost when a later one
    is stopped.
    """

    into: Path
    rows: list[Row] = field(default_factory=list)
    tables: list[Row] = field(default_factory=list)
    values: list[Row] = field(default_factory=list)
    weights: list[Row] = field(default_factory=list)
    solvers: list[Row] = field(default_factory=list)
    releases: list[Row] = field(default_factory=list)
    memory: list[Row] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def write(self) -> str:
        """Write bench.json and bench.md, and return the text of the latter."""
        machine = (
            f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}"
        )
        self.into.mkdir(parents=True, exist_ok=True)
        (self.into / "bench.json").write_text(
            json.dumps(
                {
                    "machine": machine,
                    "rows": self.rows + self.values,
                    "tables": self.tables,
                    "weights": self.weights,
                    "solvers": self.solvers,
                    "releases": self.releases,
                    "memory": self.memory,
                },
                indent=1,
            )
            + "\n"
        )
        text = page(
            machine,
            self.rows,
            self.values,
            self.tables,
            (weights.section(self.weights, self.solvers) if self.weights else []) + self.lines,
        )
        (self.into / "bench.md").write_text(text)
        return text


if __name__ == "__main__":
    sys.exit(main())
