"""An implementation in this process: a Python module with `answer(request: dict) -> dict`."""

from __future__ import annotations

import json
import time
from importlib import import_module
from typing import Any

from ...errors import AdapterError


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
        except BaseException as error:  # a module that exits must not end the runner with its own exit code
            hint = "the module must define answer(request) and be importable (PYTHONPATH=. for the current folder)"
            raise AdapterError("adapter_start",
                f"direct:{module[:80]}: {type(error).__name__}: {str(error)[:100]}; {hint}") from error

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply; `seconds` cannot be enforced within one process."""
        del seconds
        try:
            reply = json.loads(json.dumps(self._answer(json.loads(json.dumps(request)))))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise AdapterError("protocol", f"answer() raised {type(error).__name__}: {str(error)[:100]}") from error
        if not isinstance(reply, dict):
            raise AdapterError("protocol", "a reply must be a JSON object")
        return reply

    def processor_seconds(self) -> float:
        """Return the processor time of this process, which is the implementation's while it answers."""
        return time.process_time()

    def close(self) -> None:
        """Do nothing: there is no process to end."""
