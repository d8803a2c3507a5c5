"""dpmean: the reference that implementations of differentially private mean estimation are checked
against.

A yardstick, not a production library. `value` gives exact and certified values as numbers, `number`
makes one of anything exact, `report` shows one as certified digits; `mechanism` builds a mechanism,
`release` runs it with system randomness; `conform` judges an implementation, `audit` says what the
outputs of a function tell about a claimed guarantee, as a report of `auditing`, and `assert_private`
makes a test of it. `laws` and `mechanisms` have every law and every mechanism under its own name;
`Undecided` and the other errors are those of `errors`. Everything else is one import deeper, in the
room that its name says.

>>> import dpmean
>>> dpmean.value("laplace.variance", epsilon="1/2")
8
>>> dpmean.value("hourglass.variance", epsilon=1, gamma="optimal") < dpmean.value("laplace.variance", epsilon=1)
True
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

__version__ = "2.0.0.dev0"

if not hasattr(os, "register_at_fork"):  # randomness must never be shared by two processes
    from pathlib import PurePath

    _SENTENCE = (
        f"dpmean does not run on this platform ({sys.platform}) yet; use Linux or macOS, or on "
        "Windows the Windows Subsystem for Linux (WSL)"
    )
    if PurePath(sys.argv[0]).stem == "dpmean" or sys.orig_argv[1:3] == ["-m", "dpmean"]:
        sys.stderr.write(f"error [usage]: {_SENTENCE}\n")
        sys.exit(2)
    raise ImportError(_SENTENCE)

__all__ = [
    "CATALOGUE",
    "DpmeanError",
    "InvalidInput",
    "Undecided",
    "Value",
    "__version__",
    "assert_private",
    "audit",
    "auditing",
    "conform",
    "errors",
    "laws",
    "mechanism",
    "mechanisms",
    "number",
    "release",
    "report",
    "value",
]

if TYPE_CHECKING:
    from . import auditing, errors, laws, mechanisms
    from .auditing.api import audit
    from .auditing.asserting import assert_private
    from .catalogue.mechanisms import mechanism
    from .catalogue.number import Value, number, report, value
    from .catalogue.quantities import CATALOGUE
    from .errors import DpmeanError, InvalidInput, Undecided
    from .libraries.api import conform
    from .programs.release import release

_HOME = {
    "assert_private": "auditing.asserting",
    "audit": "auditing.api",
    "CATALOGUE": "catalogue.quantities",
    "conform": "libraries.api",
    "DpmeanError": "errors",
    "InvalidInput": "errors",
    "mechanism": "catalogue.mechanisms",
    "number": "catalogue.number",
    "release": "programs.release",
    "report": "catalogue.number",
    "Undecided": "errors",
    "Value": "catalogue.number",
    "value": "catalogue.number",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import dpmean` is quick."""
    from importlib import import_module

    if name in ("auditing", "errors", "laws", "mechanisms"):
        return import_module(f".{name}", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'dpmean' has no attribute '{name}'")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    """Returns the public names."""
    return list(__all__)
