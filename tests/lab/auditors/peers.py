"""Other auditors on a row: started in their own environments, asked about growing numbers of fresh
draws.

They are no sequential tests: each is asked anew for every number of draws. What is printed is the
least number on a grid of factors 2 at which at least 4 of 5 fresh sets of draws are refuted: their
80 % quantile, up to the grid.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .row import Row

HERE = Path(__file__).parent / "others"
ENVIRONMENTS = Path(os.environ.get("DPMEAN_ENVIRONMENTS", ".venvs")).resolve()
CHECKOUTS = ENVIRONMENTS / "auditors"  # their repositories, by name, at the commits that SETUP says
NAMES = ("clopper_pearson", "stat_dp", "dp_sniper", "delta_siege", "auditorium", "jax_audit")
SECONDS = 60.0  # of a row, after which no more draws are tried


@dataclass
class Peer:
    file: str
    name: str
    setup: str
    python: Path
    checkout: Path | None = None
    _process: Any = field(default=None, repr=False)

    @property
    def installed(self) -> bool:
        """Whether its environment and its repository are there."""
        return self.python.exists() and (self.checkout is None or self.checkout.exists())

    def ask(
        self, one: Any, other: Any, epsilon: float | None, delta: float, alpha: float
    ) -> dict[str, Any]:
        """Its answer about these draws; without an epsilon its lower bound of it."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [
                    "nice",
                    "-n",
                    "10",
                    str(self.python),
                    str(HERE / f"{self.file}.py"),
                    str(CHECKOUTS),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": ""},
            )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "draws.npz"
            np.savez(path, one=one, other=other)
            self._process.stdin.write(
                json.dumps({"draws": str(path), "epsilon": epsilon, "delta": delta, "alpha": alpha})
                + "\n"
            )
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        return dict(json.loads(line)) if line else {"error": "its program ended"}

    def close(self) -> None:
        """Ends its program."""
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait(30)
            self._process = None


def peers() -> list[Peer]:
    """All other auditors, installed or not."""
    found = []
    for file in NAMES:
        module = importlib.import_module(f"tests.lab.auditors.others.{file}")
        python = (
            Path(sys.executable)
            if not module.ENVIRONMENT
            else ENVIRONMENTS / module.ENVIRONMENT / "bin/python"
        )
        found.append(
            Peer(
                file,
                module.NAME,
                module.SETUP,
                python,
                CHECKOUTS / module.CHECKOUT if module.CHECKOUT else None,
            )
        )
    return found


def needed(peer: Peer, row: Row, alpha: float, start: int, most: int, runs: int) -> dict[str, Any]:
    """The least number of draws on the grid at which 4 of 5 sets of draws are refuted, both inputs
    together.
    """
    epsilon, delta = row.level
    random = np.random.default_rng()
    if start > most:
        return {"error": f"not asked: above {most:,} draws"}
    n, seconds, limit = start, 0.0, -(-4 * runs // 5)
    while n <= most:
        hits = 0
        for i in range(runs):
            answer = peer.ask(
                *(row.draw(side, n // 2, random) for side in (0, 1)), epsilon, delta, alpha
            )
            if "error" in answer:
                return {"error": answer["error"]}
            seconds += answer["seconds"]
            hits += answer["refuted"]
            if hits + runs - i - 1 < limit or hits >= limit:
                break
        if hits >= limit:
            return {"draws": n, "seconds": round(seconds, 1)}
        if seconds > SECONDS:
            return {"more than": n, "seconds": round(seconds, 1), "stopped": "time"}
        n *= 2
    return {"more than": n // 2, "seconds": round(seconds, 1)}


def accused(peer: Peer, row: Row, alpha: float, draws: int, runs: int) -> dict[str, Any]:
    """How often an innocent is accused."""
    epsilon, delta = row.level
    random, hits = np.random.default_rng(), 0
    for _ in range(runs):
        answer = peer.ask(
            *(row.draw(side, draws // 2, random) for side in (0, 1)), epsilon, delta, alpha
        )
        if "error" in answer:
            return {"error": answer["error"]}
        hits += answer["refuted"]
    return {"accused": hits, "runs": runs, "draws": draws}
