"""The bundled adapters of real libraries: each built once, in a folder of its own, from its own
pins.

`adapter.toml` says which library it is, which commands it needs, how it is built and started, and
how one of its repro scripts is run. The whole folder is copied to DPMEAN_ENVIRONMENTS/NAME-HASH
(default: the user's cache folder), with what it has from `shared/` beside it, and built there; the
hash is of these files, so any change makes a new one. A library whose toolchain is absent is not
judged, which is said and is no failure of the library. A folder that was not built to its end, or whose
program is gone, is built again. With `newest` the pins of a Python library
are left out, and it is built anew every day: what is judged then is what people get who install it
today.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread

from .. import written
from ..errors import AdapterError, did_you_mean
from ..wire.direct import Apart, Direct
from ..wire.process import Process
from ..wire.protocol import Connection

ADAPTERS = Path(__file__).parent
# this package: one draw at a time, and in bulk
OWN = {"dpmean": "dpmean.wire.own", "dpmean-fast": "dpmean.wire.bulk"}
# of this package: the size of batches, and the processes, unless others are asked for
OWN_WORKERS = {"dpmean": 2}
BUILD_SECONDS = 1800.0
READY = "ok\n"  # in the file .ready, which is written last
PINS = "requirements.txt"  # of a Python library
LOCKED = "locked.txt"  # made from PINS: the same with the hash of each file, which is installed
SHARED = "shared"  # the folder of what several adapters have beside them when they are built
# what is said about a library is no part of what is built: a changed word is no reason to build
# again
NOT_BUILT = ("__pycache__", "known.toml", "tier.toml", "reports")


class NotJudged(AdapterError):
    """The toolchain of a bundled library is not on this machine; the message names the missing
    command.
    """


@dataclass(frozen=True)
class Library:
    """One adapter folder: commands are lists of words in which {python}, {here} and {script} are
    replaced.

    {stem} is the script's name without folder and ending; commands run in the built folder, {here}.
    """

    name: str
    title: str
    version: str
    language: str
    needs: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    repro: tuple[str, ...]
    shared: tuple[str, ...]  # places in the built folder of files of SHARED
    quick: bool
    control: bool = False  # it promises no privacy, and is judged to see what the checks see

    @property
    def folder(self) -> Path:
        """Return the folder of the adapter's source."""
        return ADAPTERS / self.name

    @property
    def missing(self) -> str | None:
        """Return the first needed command that is not on this machine, or None."""
        return next((c for c in self.needs if shutil.which(c) is None), None)

    @property
    def findings(self) -> Path | None:
        """Return the file of the library's known findings, or None."""
        path = self.folder / "known.toml"
        return path if path.is_file() else None


def bundled() -> dict[str, Library]:
    """Return all adapter folders, by name."""
    return {p.parent.name: _read(p) for p in sorted(ADAPTERS.glob("*/adapter.toml"))}


def _read(path: Path) -> Library:
    t = tomllib.loads(path.read_text())
    return Library(
        name=path.parent.name,
        title=t["library"],
        version=t["version"],
        language=t["language"],
        needs=tuple(t.get("needs", ())),
        build=tuple(tuple(c) for c in t.get("build", ())),
        run=tuple(t["run"]),
        repro=tuple(t["repro"]),
        shared=tuple(t.get("shared", ())),
        quick=bool(t.get("quick", False)),
        control=bool(t.get("control", False)),
    )


def environments() -> Path:
    """Return the folder in which built adapters are kept."""
    if given := os.environ.get("DPMEAN_ENVIRONMENTS"):
        return Path(given).absolute()
    try:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise AdapterError(
            "adapter_start",
            "there is no home folder to build libraries in; set DPMEAN_ENVIRONMENTS to a folder",
        ) from error
    return (cache / "dpmean" / "environments").absolute()


def _files(library: Library) -> dict[str, Path]:
    """Return what is copied: by place in the built folder, where it stands here."""
    folder = library.folder
    own = {
        str(p.relative_to(folder)): p
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not set(NOT_BUILT) & set(p.relative_to(folder).parts)
    }
    return own | {place: ADAPTERS / SHARED / Path(place).name for place in library.shared}


def place(library: Library, newest: bool = False) -> Path:
    """Return the folder in which the library's adapter is, or will be, built.

    `newest`: with the newest versions of what it needs; a library whose pins are not in PINS stays
    as it is pinned.
    """
    digest = hashlib.sha256(sys.version.encode())
    for name, path in _files(library).items():
        digest.update(name.encode() + b"\0" + path.read_bytes())
    unpinned = _unpinned(library, newest)
    if unpinned:
        digest.update(f"{datetime.now(UTC):%Y-%m-%d}".encode())
    return (
        environments() / f"{library.name}-{'newest-' if unpinned else ''}{digest.hexdigest()[:12]}"
    )


def _unpinned(library: Library, newest: bool) -> bool:
    return newest and (library.folder / PINS).is_file()


def _built(library: Library, here: Path) -> bool:
    """Tell whether a folder was built to its end, and has the program that is to be started."""
    try:
        ready = (here / ".ready").read_text(errors="replace") == READY
    except OSError:
        return False
    program = Path(words(library.run, here)[0])
    return ready and (not program.is_absolute() or os.access(program, os.X_OK))


def prepared(library: Library, say: Callable[[str], None], newest: bool = False) -> Path:
    """Return the folder in which the library's adapter is built, which is made first if it is not
    there; `newest` as in `place`.
    """
    if library.missing is not None:
        raise NotJudged(
            "adapter_start",
            f"the command '{library.missing}' is not on this machine; install it to judge "
            f"{library.title}",
        )
    here = place(library, newest)
    try:
        if not _built(library, here):
            here.parent.mkdir(parents=True, exist_ok=True)
            with _alone(library, here, say) as held:
                if not _built(library, here):
                    _made(library, here, _unpinned(library, newest), say, held)
    except OSError as error:
        raise AdapterError(
            "adapter_start",
            f"could not build {library.title} in {here} ({error.strerror or error}); make room "
            "there or remove it, or set DPMEAN_ENVIRONMENTS to a folder that you can write",
        ) from error
    return here


@contextlib.contextmanager
def _alone(library: Library, here: Path, say: Callable[[str], None]) -> Iterator[int]:
    """Hold a folder: it is built once, by whichever thread or process comes first.

    What builds it holds it too, so that it is held until the last of these ends, even if this
    process is killed.
    """
    waiting, until = False, time.monotonic() + BUILD_SECONDS
    with here.with_name(f"{here.name}.lock").open("ab") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise AdapterError(
                        "adapter_start",
                        f"{library.title} is being built by another process for too long; end it, "
                        f"or remove {lock.name}",
                    ) from None
                if not waiting:
                    say(f"{library.title} is being built")
                waiting = True
                time.sleep(0.1)
        yield lock.fileno()


def prepare(adapters: Iterable[str], newest: bool = False) -> None:
    """Begin to build what these bundled libraries need, one after the other, while others are
    judged.

    Who asks for one of them waits until it is there, and is told what went wrong.
    """
    known = bundled()

    def build() -> None:
        for library in (known[a] for a in adapters if a in known):
            with contextlib.suppress(AdapterError, OSError):
                prepared(library, lambda _: None, newest)

    Thread(target=build, daemon=True).start()


def _made(
    library: Library, here: Path, unpinned: bool, say: Callable[[str], None], held: int
) -> None:
    say(f"building {library.title} in {here} (once)")
    if here.is_symlink() or here.is_file():
        here.unlink()
    elif here.exists():
        shutil.rmtree(here)
    for name, path in _files(library).items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, here / name)
    if unpinned:
        free = re.sub("==.*", "", (here / PINS).read_text())
        for name in (PINS, LOCKED):
            (here / name).write_text(free)
    for command in library.build:
        _build(library, words(command, here), here, held)
    written.whole(here / ".ready", READY)


def words(command: tuple[str, ...], here: Path, script: str = "") -> list[str]:
    """Return a command of the manifest with its placeholders filled in.

    A program that lies in the folder gets its full path.
    """
    filled = [
        w.replace("{python}", sys.executable)
        .replace("{here}", str(here))
        .replace("{script}", script)
        .replace("{stem}", Path(script).stem)
        for w in command
    ]
    return [
        str(here / filled[0])
        if "/" in filled[0] and not Path(filled[0]).is_absolute()
        else filled[0],
        *filled[1:],
    ]


def _build(library: Library, command: list[str], here: Path, held: int) -> None:
    with (here / "build.log").open("ab") as log:
        try:
            child = subprocess.Popen(  # noqa: S603
                command,
                cwd=here,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=(held,),
            )
            with child:
                try:
                    child.wait(BUILD_SECONDS)
                finally:  # this ends what it started too
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.killpg(child.pid, signal.SIGKILL)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise AdapterError(
                "adapter_start", f"could not build {library.title}: {error}"
            ) from error
    if child.returncode:
        last = (
            (here / "build.log").read_text(errors="replace").strip().splitlines() or ["no message"]
        )[-1]
        raise AdapterError(
            "adapter_start",
            f"could not build {library.title} (log: {here / 'build.log'}): {last[:200]}",
        )


def connector(
    adapter: str,
    say: Callable[[str], None] = lambda _: None,
    newest: bool = False,
    sandbox: bool = False,
) -> Callable[[], Connection]:
    """Return how to start an adapter that is given as a bundled name, as `direct:module`, or as a
    command line, in a `sandbox` or not; it can be sent to another process.
    """
    if adapter in OWN:
        return partial(Apart, OWN[adapter], True) if sandbox else partial(Direct, OWN[adapter])
    if adapter.startswith("direct:"):
        return partial(Apart, adapter.removeprefix("direct:"), sandbox)
    library = bundled().get(adapter)
    if library is None:
        return partial(_started, adapter, sandbox)
    here = prepared(library, say, newest)
    return partial(Process, words(library.run, here), cwd=here, sandbox=sandbox)


def _started(command: str, sandbox: bool) -> Connection:
    """Start a command line; where there is no such program, name the bundled library that it may
    have meant.
    """
    try:
        return Process(command, sandbox=sandbox)
    except AdapterError as error:
        hint = did_you_mean(command, (*OWN, *bundled()), percent=75)
        raise AdapterError(error.code, f"{error}{hint}") from error


def known_findings(adapter: str) -> Path | None:
    """Return the list of known findings of a bundled library, or None."""
    library = bundled().get(adapter)
    return None if library is None else library.findings
