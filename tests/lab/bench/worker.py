"""A process in a library's environment that draws when it is asked."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any


class Worker:
    """One started `external.py`."""

    def __init__(self, environment: Path) -> None:
        """`environment` is the built folder of a bundled adapter, with its own Python."""
        command = [
            str(environment / "venv" / "bin" / "python"),
            "-I",
            str(Path(__file__).parent / "external.py"),
        ]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def draw(
        self, what: str, draws: int, epsilon: str, points: list[float]
    ) -> tuple[float | None, list[int]]:
        """Seconds, and how many draws were at or below each point."""
        reply = self._asked({"what": what, "draws": draws, "epsilon": epsilon, "points": points})
        return reply["seconds"], reply.get("below", [])

    def mean(
        self, library: str, params: dict[str, str], data: list[str], least: float, repeats: int
    ) -> float | None:
        """Means a second, or None for what the library cannot do."""
        asked = {
            "mean": library,
            "params": params,
            "data": data,
            "least": least,
            "repeats": repeats,
        }
        found: float | None = self._asked(asked)["rate"]
        return found

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        print(json.dumps(request), file=self._child.stdin, flush=True)
        return dict(json.loads(self._child.stdout.readline()))

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
