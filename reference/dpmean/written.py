"""A file is written whole or not at all, and stays: the only code of this package that replaces one.

What was there before is there until the new content is on the disk. Who is killed, or finds no room,
leaves at most a file `.dpmean-*.part` beside it, which nothing reads. Two that write the same file at
once write one after the other. A device or a pipe is written as it is.
"""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

STREAMS = ("/dev/std", "/dev/fd/", "/proc/")  # of this process, whatever stands behind them


def whole(path: Path, content: bytes | str, *, new: bool = False) -> None:
    """Write a file, text in UTF-8; `new`: FileExistsError where there is one already.

    OSError names the file, and what was there before is as it was.
    """
    body = content.encode() if isinstance(content, str) else content
    try:
        if _stream(path):
            with path.open("wb") as stream:
                stream.write(body)
        else:
            _replace(path.resolve(), body, new)
    except OSError as error:
        raise OSError(error.errno, error.strerror or type(error).__name__, str(path)) from error


def possible(path: Path) -> None:
    """Raise OSError where a file cannot be written; nothing is left behind by the trial."""
    try:
        target = path if _stream(path) else path.resolve()
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not _stream(path):
            tempfile.TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise OSError(error.errno, error.strerror or type(error).__name__, str(path)) from error


def _stream(path: Path) -> bool:
    """Tell whether a path is no file that could be replaced: a device, a pipe, standard output."""
    return str(path).startswith(STREAMS) or (path.exists() and not path.is_file())


def _replace(target: Path, body: bytes, new: bool) -> None:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = target.with_name(f".dpmean-{secrets.token_hex(8)}.part")
    try:
        # 0o666: the permissions that the user's mask leaves, unless there are some already
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(handle, "wb") as file:
            if target.exists():
                os.fchmod(handle, target.stat().st_mode & 0o777)
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(part, target)
        else:
            part.replace(target)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    _keep(target.parent)


def _keep(folder: Path) -> None:
    """Put the names in a folder on the disk, where its system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
