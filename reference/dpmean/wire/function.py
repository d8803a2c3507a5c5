"""An implementation given as a Python function `answer(request: dict) -> dict`, as in a notebook.

`Forked` asks it in a copy of this process: it need not be importable, and can neither hang nor end
the caller; where a system cannot fork, `Called` asks it in this one. `greeting` answers `hello` for
a function that does not do so itself.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from ..errors import AdapterError, Broke
from . import clock
from .protocol import late
from .requests import NEWEST

Answer = Callable[[dict[str, Any]], dict[str, Any]]
# there it is not safe
HAS_FORK = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"


def greeting(
    answer: Answer, name: str, kinds: Sequence[str], objects: Sequence[str], randomness: str
) -> Answer:
    """Return the function with `hello` answered for it: its name, what it can answer, and where its
    draws come from.

    A reply without `seq` gets that of its request.
    """

    def asked(request: dict[str, Any]) -> dict[str, Any]:
        if request.get("op") == "hello" and objects:
            return {
                "ok": True,
                "protocol": NEWEST,
                "adapter": {"name": name, "version": "", "language": "python"},
                "supports": {"kinds": list(kinds), "objects": list(objects)},
                "randomness": randomness,
            }
        reply = answer(request)
        return (
            {"seq": request["seq"], **reply}
            if isinstance(reply, dict) and "seq" in request
            else reply
        )

    return asked


def replied(answer: Answer, text: str) -> str:
    """Return the reply to a request, both as JSON; AdapterError for an exception and for what is no
    object.
    """
    try:
        reply = answer(json.loads(text))
        shown = json.dumps(reply)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a function that exits must not end the runner
        raise AdapterError(
            "protocol", f"answer() raised {type(error).__name__}: {str(error)[:100]}"
        ) from error
    if not isinstance(reply, dict):
        raise AdapterError("protocol", "a reply must be a JSON object")
    return shown


class Called:
    """A connection to a function that is called in this process; no time limit can be enforced."""

    def __init__(self, answer: Answer) -> None:
        """Take the function."""
        self._answer = answer

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply."""
        del seconds
        reply: dict[str, Any] = json.loads(replied(self._answer, json.dumps(request)))
        return reply

    def processor_seconds(self) -> float:
        """Return the processor time of this process, which is the function's while it answers."""
        return time.process_time()

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class Forked:
    """A connection to a function that is called in a copy of this process, with time limits."""

    # what two of them are, in a verdict: a generator that is made before the process is copied is
    # in both
    two = (
        "two copies of this process (apart=False makes none; a generator that is made before "
        "is the same in both)"
    )

    def __init__(self, answer: Answer) -> None:
        """Start the copy."""
        context = multiprocessing.get_context("fork")
        self._pipe, other = context.Pipe()
        self._child = context.Process(target=_serve, args=(answer, self._pipe, other), daemon=True)
        self._child.start()
        other.close()
        self._used = 0.0

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply; AdapterError on a timeout and at the end of the
        copy.
        """
        try:
            self._pipe.send(json.dumps(request))
            limit = clock.Limit(seconds, self.processor_seconds)
            while not self._pipe.poll(left := limit.left()):
                if left <= 0:
                    raise late(seconds)
            good, text = self._pipe.recv()
        except (EOFError, OSError) as error:
            self._child.join(1)
            raise AdapterError(
                "protocol",
                f"the program ended (exit code {self._child.exitcode}) instead of replying",
                broke=Broke.ENDED,
            ) from error
        if not good:
            raise AdapterError("protocol", text)
        reply: dict[str, Any] = json.loads(text)
        return reply

    def processor_seconds(self) -> float:
        """Return the processor time of the copy."""
        with contextlib.suppress(psutil.Error):
            used = psutil.Process(self._child.pid).cpu_times()
            self._used = used.user + used.system
        return self._used

    def close(self) -> None:
        """End the copy."""
        self._pipe.close()
        self._child.join(0.5)
        if self._child.is_alive():
            self._child.kill()
            self._child.join(5)


def _serve(answer: Answer, others: Any, pipe: Any) -> None:
    """Answer requests until the pipe is closed; what the function prints is dropped."""
    others.close()
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.suppress(EOFError, OSError, KeyboardInterrupt),
    ):
        while True:
            request = pipe.recv()
            try:
                pipe.send((True, replied(answer, request)))
            except AdapterError as error:
                pipe.send((False, str(error)))
