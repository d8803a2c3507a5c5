"""A seal around whatever sees records: out comes what is returned, or an error that carries nothing
of them.

Cells, headers and labels are in the words of errors that nobody foresaw, in the causes of those
that somebody did, and in the variables of the frames of a traceback, which notebooks, debuggers and
services that collect errors show. So an error of ours goes on alone, with its own one line; and any
other is told by its type and by the place in this package where it arose.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, TypeVar

from ..errors import DpmeanError, Unforeseen

P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = Path(__file__).parents[1]
# of parameters that are too large, or of whoever ends the run: their type says it all
BARE = (KeyboardInterrupt, MemoryError, OverflowError, RecursionError)


def sealed(function: Callable[P, R]) -> Callable[P, R]:
    """Returns the function whose errors have no cause, no context, no words and no frames that know
    the data.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            found = bare(error)
        del args, kwargs  # a frame shows its variables
        raise found

    return call


def bare(error: BaseException) -> BaseException:
    """Returns an error that says what may be said of another one."""
    if isinstance(error, DpmeanError):
        return type(error)(error.code, str(error), argument=error.argument)
    for kind in BARE:
        if isinstance(error, kind):
            return kind()
    if isinstance(error, ModuleNotFoundError) and error.name:
        return ModuleNotFoundError(f"No module named '{error.name}'", name=error.name)
    if isinstance(error, OSError) and error.errno is not None:
        return OSError(error.errno, os.strerror(error.errno))
    return Unforeseen(type(error), _place(error.__traceback__))


def _place(trace: TracebackType | None) -> str:
    """Returns file and line of the last frame of this package, in which nothing of the data is."""
    found = "dpmean"
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if PACKAGE in path.parents:
            found = f"{path.relative_to(PACKAGE).as_posix()}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found
