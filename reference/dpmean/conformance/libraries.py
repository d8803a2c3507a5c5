"""The bundled adapters of real libraries: each in its own pinned environment, made once and found again by its pins.

An environment lives under DPMEAN_ENVIRONMENTS (default: the user's cache folder); its name carries a hash of the pins, so
changing a pin makes a new one. Only `python -m venv` and `pip install -r` are used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from ..errors import AdapterError
from .direct import Direct
from .process import Process
from .protocol import Connection

ADAPTERS = Path(__file__).parent / "adapters"
BUNDLED = ("diffprivlib", "opendp")
OWN = "dpmean"


def environments() -> Path:
    """Where the libraries' environments are kept."""
    given = os.environ.get("DPMEAN_ENVIRONMENTS")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(given) if given else cache / "dpmean" / "environments"


def python_of(library: str, say: Callable[[str], None]) -> Path:
    """The interpreter of a library's environment, made first if it is not there."""
    pins = ADAPTERS / library / "requirements.txt"
    digest = hashlib.sha256(pins.read_bytes() + sys.version.encode()).hexdigest()[:12]
    where = environments() / f"{library}-{digest}"
    python = where / "bin" / "python"
    if not (where / "ready").is_file():
        say(f"installing {library} into {where} (once; its pins are in {pins.name})")
        shutil.rmtree(where, ignore_errors=True)
        venv.create(where, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(pins)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own pins
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise AdapterError("adapter_start", f"could not install {library}: {last[:200]}")
        (where / "ready").write_text("ok\n")
    return python


def connector(adapter: str, say: Callable[[str], None] = lambda _: None) -> Callable[[], Connection]:
    """How to start an adapter: a bundled name, `direct:module`, or a command line."""
    if adapter == OWN:
        return lambda: Direct("dpmean.conformance.own")
    if adapter.startswith("direct:"):
        return lambda: Direct(adapter.removeprefix("direct:"))
    if adapter in BUNDLED:
        python = python_of(adapter, say)
        return lambda: Process([str(python), "-I", str(ADAPTERS / adapter / "adapter.py")])
    return lambda: Process(adapter)


def known_findings(adapter: str) -> Path | None:
    """The list of known findings of a bundled library."""
    path = ADAPTERS / adapter / "known.toml"
    return path if adapter in BUNDLED and path.is_file() else None
