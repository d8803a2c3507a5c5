"""Recorded runs: every request and reply, kept so that `dpmean judge` can give the verdicts again without the adapter.

A record is a folder: `replies.jsonl.gz` (one [request, reply] a line; a broken reply is [request, {"broke": why}]) and
`run.json` (the adapter's name on the command line, the suite, alpha and the batch sizes). A reply that was not recorded
is `unsupported`.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from ...errors import AdapterError, InvalidInput
from ...suite.vectors import SUITE, canonical
from .protocol import Connection
from .session import NOT_RECORDED, Run

REPLIES, ABOUT = "replies.jsonl.gz", "run.json"
LARGEST = 1 << 30  # characters of a record that are read


class Recorder:
    """Writes what goes to and comes from the connections of one run."""

    def __init__(self, folder: Path, adapter: str) -> None:
        """Make the folder; that it holds a record already is an error, and nothing is overwritten."""
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / REPLIES).exists():
            raise InvalidInput("file_format", f"{folder} already holds a record; give another folder",
                argument="record")
        self._folder, self._adapter = folder, adapter
        self._file = gzip.open(folder / REPLIES, "wt", compresslevel=3)  # noqa: SIM115

    def wrap(self, connect: Callable[[], Connection]) -> Callable[[], Connection]:
        """Return a connector whose connections are the same, and recorded."""
        return lambda: _Listening(connect(), self._write)

    def _write(self, request: dict[str, Any], reply: dict[str, Any]) -> None:
        self._file.write(json.dumps([request, reply]) + "\n")

    def finish(self, result: Run | None, alpha: Fraction) -> None:
        """Complete the record; this is called also when the run was interrupted."""
        with suppress(OSError):
            self._file.close()
        about = {"adapter": self._adapter, "suite": SUITE, "alpha": str(alpha),
            "tiers": {} if result is None else result.tiers}
        (self._folder / ABOUT).write_text(json.dumps(about, indent=1) + "\n")


class _Listening:
    def __init__(self, inner: Connection, write: Callable[[dict[str, Any], dict[str, Any]], None]) -> None:
        self._inner, self._write = inner, write

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            reply = self._inner.ask(request, seconds)
        except AdapterError as error:
            self._write(request, {"broke": str(error)})
            raise
        self._write(request, reply)
        return reply

    def processor_seconds(self) -> float | None:
        return self._inner.processor_seconds()

    def close(self) -> None:
        self._inner.close()


class Record:
    """A recorded run, as something to connect to: the replies to equal requests come in their recorded order."""

    def __init__(self, folder: Path) -> None:
        """Read a record; a damaged one is one clear error."""
        try:
            about = json.loads((folder / ABOUT).read_text())
            self.adapter, self.alpha = str(about["adapter"]), Fraction(about["alpha"])
            self.tiers = {str(k): int(v) for k, v in about["tiers"].items()}
            with gzip.open(folder / REPLIES, "rt") as file:
                pairs = [json.loads(line) for line in iter(lambda: file.readline(LARGEST), "")]
            self._replies: dict[str, deque[dict[str, Any]]] = defaultdict(deque)
            for request, reply in pairs:
                echoed = "seq" in request and reply.get("seq") == request["seq"]
                self._replies[_key(request)].append({k: v for k, v in reply.items() if k != "seq"} if echoed else reply)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError) as error:
            inside = sorted(path.parent for path in folder.glob(f"*/{ABOUT}"))
            if inside:
                raise InvalidInput("file_format",
                    f"{folder}: holds a record for each adapter; give one of them, such as {inside[0]}",
                    argument="record") from error
            raise InvalidInput("file_format",
                f"{folder}: not a record of `dpmean conform --record` ({type(error).__name__})",
                argument="record") from error

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the recorded reply to the request."""
        del seconds
        found = self._replies.get(_key(request))
        if not found:
            return {"seq": request.get("seq"), "status": "unsupported", "reason": NOT_RECORDED}
        reply = found[0] if request["op"] == "hello" else found.popleft()
        if "broke" in reply:
            raise AdapterError("protocol", str(reply["broke"]))
        # a greeting has no seq; a seq that was wrong when it was recorded is still wrong
        return ({"seq": request["seq"]} if "seq" in request else {}) | reply

    def processor_seconds(self) -> None:
        """Return None: nothing works here."""

    def close(self) -> None:
        """Do nothing: there is no process to end."""


def _key(request: dict[str, Any]) -> str:
    return canonical({k: v for k, v in request.items() if k not in ("seq", "suite")})


def folder_of(base: Path, adapter: str, index: int) -> Path:
    """Return the folder for the record of one adapter of a run."""
    return base / f"{index}-{re.sub(r'[^A-Za-z0-9]+', '-', adapter).strip('-')[:40]}"
