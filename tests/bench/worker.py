"""A process in a library's environment that draws when it is asked."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path


class Worker:
    """One started `external.py`."""

    def __init__(self, environment: Path) -> None:
        """`environment` is the built folder of a bundled adapter, with its own Python."""
        command = [str(environment / "venv" / "bin" / "python"), "-I", str(Path(__file__).parent / "external.py")]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)

    def draw(self, what: str, draws: int, epsilon: str, points: list[float]) -> tuple[float | None, list[int]]:
        """Seconds, and how many draws were at or below each point."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        print(json.dumps({"what": what, "draws": draws, "epsilon": epsilon, "points": points}), file=self._child.stdin,
            flush=True)
        reply = json.loads(self._child.stdout.readline())
        return reply["seconds"], reply.get("below", [])

    def close(self) -> None:
        """End it."""
        self._child.kill()
        self._child.wait()
