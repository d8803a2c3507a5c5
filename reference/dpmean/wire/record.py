"""Recorded runs: one file with every request and reply, from which anybody can judge again (`dpmean
judge FILE`).

A record is gzipped JSON lines. For each adapter there is a line {"begin": ...}, a line [request,
reply] for each exchange (a broken reply is [request, {"broke": why}]), and a line {"end": ...}.
`begin` has the command, the SHA-256 of the manifest of the vectors, of the files that the command
names, and of what runs them; `end` has the greeting, the sizes of batches, the false-alarm
probability of a check, and the SHA-256 of all lines from `begin` on and of itself (but in records of
suite 1.0.0), so that a damaged record is noticed; who changes one on purpose can write them anew. A
run that was killed, or found no room, has no `end` and is none; what was recorded before
it in the same file is. Who signs the file vouches for the rest. What was not recorded was not asked.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import platform
import shlex
import sys
import zlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import AdapterError, Broke, InvalidInput
from ..suite.files import root
from ..suite.schemas import breaches
from ..suite.vectors import SUITE, canonical
from .protocol import Connection, Hello
from .session import NotRecorded
from .sizes import THOROUGH

LEAST = Fraction(1, 10**80)  # the false-alarm probability of a check
LARGEST = 1 << 26  # characters of a line that are read: a request, and the longest reply
MOST = 1 << 31  # characters of a record that are read
MOST_EXCHANGES = 1 << 20
Replies = dict[str, deque[bytes]]  # packed, to equal requests in their order
FORMAT = "2"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifest() -> str:
    """Return the SHA-256 of the manifest of the vectors of this installation, which has the hash of
    every file.
    """
    return digest(root() / "v1" / "MANIFEST.json")


def files_of(adapter: str, folder: Path | None = None) -> dict[str, str]:
    """Return the SHA-256 of every file that an adapter's command names, of a module, or of a
    bundled library's folder.
    """
    if folder is not None:
        named = {
            str(p.relative_to(folder)): p
            for p in sorted(folder.rglob("*"))
            if p.is_file() and "__pycache__" not in p.parts
        }
    elif adapter.startswith("direct:"):
        found_ = source_of(adapter.removeprefix("direct:"))
        named = {} if found_ is None else {found_.name: found_}
    else:
        named = {}
        with suppress(ValueError):
            named = {word: Path(word) for word in shlex.split(adapter) if Path(word).is_file()}
    found = {}
    for name, path in named.items():
        with suppress(OSError):
            found[name] = digest(path)
    return found


def source_of(module: str) -> Path | None:
    """Return the file of a module, None where there is none. Nothing of it is run: the packages that
    it lies in are looked up as folders, and not imported.
    """
    folders: list[str] | None = None
    spec = None
    for name in module.split("."):
        spec = PathFinder.find_spec(name, folders)
        if spec is None:
            return None
        folders = list(spec.submodule_search_locations or ())
    return None if spec is None or spec.origin is None else Path(spec.origin)


class Recorder:
    """Writes what goes to and comes from the connections of one run to the end of a file."""

    def __init__(self, path: Path, adapter: str, folder: Path | None = None) -> None:
        """Begin the record of one adapter; `folder` is where a bundled library's adapter is."""
        self._path = path
        try:
            self._file = gzip.open(path, "at", compresslevel=3)  # noqa: SIM115
            self._begun = path.stat()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        self.failed: OSError | None = None  # why the record is not whole
        self._sum = hashlib.sha256()
        self._line(
            {
                "begin": {
                    "format": FORMAT,
                    "adapter": adapter,
                    "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
                    "suite": SUITE,
                    "vectors": manifest(),
                    "files": files_of(adapter, folder),
                    "dpmean": __version__,
                    "python": platform.python_version(),
                    "system": platform.platform(),
                    "started": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                }
            }
        )

    def _line(self, content: Any) -> None:
        text = json.dumps(content) + "\n"
        self._sum.update(text.encode())
        self._write(text)

    def _write(self, text: str, last: bool = False) -> None:
        """Write as long as there is room; a run goes on without."""
        if self.failed is None:
            try:
                self._file.write(text)
                if last:
                    self._file.close()
                    return
            except OSError as error:
                told = f"{error.strerror}; the record is not whole: remove"
                self.failed = OSError(error.errno, told, str(self._path))
        if last:
            with suppress(OSError):
                self._file.close()

    def wrap(self, connect: Callable[[], Connection]) -> Callable[[], Connection]:
        """Return a connector whose connections are the same, and recorded."""
        return lambda: _Listening(connect(), lambda request, reply: self._line([request, reply]))

    def finish(
        self,
        alpha: Fraction,
        hello: Hello | None = None,
        tiers: Mapping[str, int] | None = None,
        stopped: str = "",
        end: str = "",
    ) -> bool:
        """Complete the record; this is called also when the run was interrupted, or none began.

        Return whether the file is still there: what is judged may have removed or replaced it.
        """
        about = ("name", "version", "language", "protocol", "edition", "randomness", "policies")
        told = {} if hello is None else {name: getattr(hello, name) for name in about}
        last = {
            "alpha": str(alpha),
            "tiers": dict(tiers or {}),
            "hello": told,
            "stopped": stopped,
            "how": end,
            "sha256": self._sum.hexdigest(),
        }
        last["whole"] = _whole(last)
        there = False
        with suppress(OSError):
            there = os.path.samestat(self._begun, self._path.lstat())
        self._write(json.dumps({"end": last}) + "\n", last=True)
        return there


class _Listening:
    def __init__(
        self, inner: Connection, write: Callable[[dict[str, Any], dict[str, Any]], None]
    ) -> None:
        self._inner, self._write = inner, write

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            reply = self._inner.ask(request, seconds)
        except AdapterError as error:
            self._write(request, {"broke": str(error), "how": error.broke})
            raise
        self._write(request, reply)
        return reply

    def processor_seconds(self) -> float | None:
        return self._inner.processor_seconds()

    def close(self) -> None:
        self._inner.close()


def _how(reply: Mapping[str, Any]) -> Broke:
    """Return how a recorded program broke; records of suite 1.0.0 say it in words alone."""
    if "how" in reply:
        return Broke(reply["how"])
    told = str(reply["broke"])
    if told.startswith(("the program ended", "the program closed its input", "the module ended")):
        return Broke.ENDED
    late_ = told.startswith(("no reply within", "the program did not read its input within"))
    return Broke.LATE if late_ else Broke.UNREADABLE


TEXT = {"type": "string", "maxLength": 1 << 20}
TEXTS = {"type": "object", "additionalProperties": TEXT}
BEGIN = {
    "type": "object",
    "required": ["adapter", "command", "vectors", "files", "dpmean", "started"],
    "additionalProperties": TEXT,
    "properties": {"command": {"type": "array", "items": TEXT}, "files": TEXTS},
}
END = {
    "type": "object",
    "required": ["alpha", "tiers", "hello", "stopped", "sha256"],
    "additionalProperties": TEXT,
    "properties": {
        "alpha": {"type": "string", "pattern": "^[0-9]{1,4000}/[0-9]{1,4000}$"},
        "tiers": {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1 << 40},
        },
        "hello": {"type": "object"},
    },
}
# what damaged bytes make of gzip, zlib, UTF-8, JSON and the parts of a record
DAMAGE = (
    OSError,
    EOFError,
    zlib.error,
    ValueError,
    ZeroDivisionError,
    RecursionError,
    KeyError,
    TypeError,
    AttributeError,
)


class Record:
    """One recorded run, as something to connect to: the replies to equal requests come in their
    recorded order.
    """

    def __init__(self, begin: Any, replies: Replies, end: Any, found: str) -> None:
        """Take the parts of a record as they were read; `found` is the SHA-256 of its lines."""
        if breaches(BEGIN, begin) or breaches(END, end) or found != end["sha256"]:
            raise ValueError("a part that is none, or not that of the hash")
        if end.get("whole", "") not in ("", _whole(end)):  # records of suite 1.0.0 have none
            raise ValueError("an end that is not that of the hash")
        self.adapter, self.alpha = begin["adapter"], Fraction(end["alpha"])
        if not LEAST < self.alpha < 1:
            raise ValueError("no probability")
        if not all(n <= THOROUGH for n in end["tiers"].values()):
            raise ValueError("no batch")
        self.tiers, self.stopped, self.how = end["tiers"], end["stopped"], end.get("how", "")
        notes = (
            []
            if begin["vectors"] == manifest()
            else [
                f"the record was made with other vectors ({begin['vectors'][:16]}) than these "
                f"({manifest()[:16]}); what they ask otherwise counts as not recorded"
            ]
        )
        self.provenance: dict[str, Any] = {
            "vectors": begin["vectors"],
            "replies": end["sha256"],
            "adapter": begin["files"],
            "hello": end["hello"],
            "command": begin["command"],
            "dpmean": begin["dpmean"],
            "started": begin["started"],
            "notes": notes,
        }
        self._replies = replies

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the recorded reply to the request."""
        del seconds
        found = self._replies.get(_key(request))
        if not found:
            return NotRecorded(
                seq=request.get("seq"), status="unsupported", reason="not in the record"
            )
        packed = found[0] if request["op"] == "hello" else found.popleft()
        reply: dict[str, Any] = json.loads(zlib.decompress(packed))
        if "broke" in reply:
            raise AdapterError("protocol", str(reply["broke"]), broke=_how(reply))
        # a greeting has no seq; a seq that was wrong when it was recorded is still wrong
        return ({"seq": request["seq"]} if "seq" in request else {}) | reply

    def processor_seconds(self) -> None:
        """Return None: nothing works here."""

    def close(self) -> None:
        """Do nothing: there is no process to end."""


def read(path: Path) -> Iterator[Record]:
    """Yield the runs in a record one by one; what is damaged or unfinished is one clear error."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            begin: Any = None
            replies: Replies = defaultdict(deque)
            total, read_, exchanges = hashlib.sha256(), 0, 0
            for line in iter(lambda: file.readline(LARGEST), ""):
                read_ += len(line)
                if read_ > MOST or exchanges > MOST_EXCHANGES:
                    raise ValueError("too large")
                content = json.loads(line)
                if isinstance(content, dict) and "end" in content:
                    yield Record(begin, replies, content["end"], total.hexdigest())
                    begin = None
                    continue
                if isinstance(content, dict):
                    begin, replies, total = content["begin"], defaultdict(deque), hashlib.sha256()
                elif begin is None:
                    raise ValueError("an exchange outside of a run")
                else:
                    exchanges += 1
                    request, reply = content
                    replies[_key(request)].append(_packed(request, reply))
                total.update(line.encode())
        if begin is not None:
            raise EOFError
    except DAMAGE as error:
        cut = "; its run was cut short" if isinstance(error, EOFError) else ""
        raise InvalidInput(
            "file_format",
            f"{path}: not a whole record of `dpmean conform --record` ({type(error).__name__}{cut}); "
            "record the run anew",
            argument="record",
        ) from error


def _packed(request: dict[str, Any], reply: dict[str, Any]) -> bytes:
    """Return a reply as it is kept: small, and without the number of its request if it is that."""
    if "broke" in reply:
        _how(reply)  # ValueError where it is no way to break
    echoed = "seq" in request and reply.get("seq") == request["seq"]
    kept = {k: v for k, v in reply.items() if k != "seq"} if echoed else reply
    return zlib.compress(json.dumps(kept).encode(), 1)


def _whole(end: Mapping[str, Any]) -> str:
    """Return the SHA-256 of an end, which has that of all lines before it."""
    kept = {name: word for name, word in end.items() if name != "whole"}
    return hashlib.sha256(canonical(kept).encode()).hexdigest()


def _key(request: dict[str, Any]) -> str:
    return canonical({k: v for k, v in request.items() if k not in ("seq", "suite")})
