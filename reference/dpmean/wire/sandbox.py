"""A program of somebody else shut in, by a tool that others keep: bubblewrap, of Linux.

It has no network, sees the files and writes none but in a temporary folder of its own (TMPDIR), and
sees no process but its own, all of which end with it. What is no file but has the name of one is
still there: sockets and pipes of others that this user may open, but for those below /run, where
the system has its own.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

TOOL = "bwrap"
FOLDER = "/dev/shm"  # noqa: S108 - one of its own, in memory
RUN = "/run"  # where sockets of the system are
SHUT_IN = (
    TOOL,
    "--die-with-parent",
    "--unshare-all",
    *("--ro-bind", "/", "/"),
    *("--dev", "/dev"),
    *("--proc", "/proc"),
    *("--tmpfs", FOLDER),
    *(("--tmpfs", RUN) if Path(RUN).is_dir() else ()),
    *(word for name in ("TMPDIR", "TMP", "TEMP") for word in ("--setenv", name, FOLDER)),
)
SECONDS = 20.0  # in which the tool shows that it works


def shut_in(words: list[str], cwd: Path | None = None) -> list[str]:
    """Return the command that runs these words shut in; `cwd` is the folder in which they run."""
    return [*SHUT_IN, "--chdir", str((cwd or Path()).absolute()), "--", *words]


def unusable() -> str:
    """Return why nothing can be shut in on this machine, and what to do; empty where it can be."""
    if shutil.which(TOOL) is None:
        return (
            f"it needs {TOOL}, which is not on this machine: install the package bubblewrap "
            "(apt-get, dnf, pacman or apk; Linux only)"
        )
    try:
        done = subprocess.run(  # noqa: S603
            shut_in([shutil.which("true") or "true"]),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{TOOL} does not run here: {type(error).__name__}"
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no message"]
        return (
            f"{TOOL} may shut nothing in here ({said[-1][:160]}): allow user namespaces, or run "
            "it where they are allowed"
        )
    return ""
