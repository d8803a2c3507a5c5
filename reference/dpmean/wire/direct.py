"""An implementation given as a Python module with `answer(request: dict) -> dict`.

`Direct` asks it in this process, which is for our own modules. What somebody else wrote is asked in
a program of its own (`python -m dpmean.wire.direct MODULE`, which serves the
module over stdio): a module that ends its process, hangs or prints must not do so to the runner.
"""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from typing import Any

from ..errors import AdapterError
from .process import Process


class Direct:
    """A connection to the function `answer` of a module.

    Requests and replies pass through JSON, so that nothing else can be exchanged.
    """

    def __init__(self, module: str) -> None:
        """Import the module now, so that a wrong name is found at once."""
        try:
            self._answer = import_module(module).answer
        except KeyboardInterrupt:
            raise
        except (
            BaseException
        ) as error:  # a module that exits must not end the runner with its own exit code
            hint = (
                "the module must define answer(request) and be importable (PYTHONPATH=. for "
                "the current folder)"
            )
            raise AdapterError(
                "adapter_start",
                f"direct:{module[:80]}: {type(error).__name__}: {str(error)[:100]}; {hint}",
            ) from error

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply; `seconds` cannot be enforced within one
        process.
        """
        del seconds
        try:
            reply = json.loads(json.dumps(self._answer(json.loads(json.dumps(request)))))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise AdapterError(
                "protocol", f"answer() raised {type(error).__name__}: {str(error)[:100]}"
            ) from error
        if not isinstance(reply, dict):
            raise AdapterError("protocol", "a reply must be a JSON object")
        return reply

    def processor_seconds(self) -> float:
        """Return the processor time of this process, which is the implementation's while it
        answers.
        """
        return time.process_time()

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class Apart(Process):
    """A module that is asked in a program of its own, with the time limits of one."""

    def __init__(self, module: str, sandbox: bool = False) -> None:
        """Start the program, in a `sandbox` or not, and wait until the module is imported;
        AdapterError says why it cannot be.
        """
        path = os.pathsep.join(p for p in sys.path if p)
        super().__init__(
            [sys.executable, "-m", __name__, module],
            environment={"PYTHONPATH": path},
            sandbox=sandbox,
        )
        try:
            started = super().ask({"op": "start"}, STARTING)
        except AdapterError as error:
            self.kill()
            raise AdapterError("adapter_start", f"direct:{module[:80]}: {error}") from error
        if "failed" in started:
            self.kill()
            raise AdapterError("adapter_start", str(started["failed"]))

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply."""
        reply = super().ask(request, seconds)
        if BROKE in reply:
            raise AdapterError("protocol", str(reply[BROKE]))
        return reply


BROKE = (
    "broke"  # the one member of a line that says that answer() raised, or gave what is no object
)
STARTING = 120.0  # seconds in which a module is imported


def main(module: str) -> None:
    """Serve a module until `bye` or the end of the input; what it prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the module writes to standard output, by whatever means
    sys.stdout = sys.stderr

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    sys.stdin.readline()  # {"op": "start"}
    try:
        served = Direct(module)
    except AdapterError as error:
        say({"failed": str(error)})
        return
    say({})
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("op") == "bye":
            return
        try:
            say(served.ask(request, 0))
        except AdapterError as error:
            say({BROKE: str(error)})


if __name__ == "__main__":
    main(sys.argv[1])
