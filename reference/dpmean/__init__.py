"""dpmean: the reference that implementations of differentially private mean estimation are checked against.

A yardstick, not a production library. `value` gives exact and certified values, `mechanism` builds a mechanism,
`release` runs it with system randomness, `report` shows a number as certified digits, `audit` says what the outputs
of a function tell about a claimed guarantee. Everything else is one import
deeper, in the room that its name says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.3.0.dev0"
__all__ = ["CATALOGUE", "__version__", "audit", "mechanism", "release", "report", "value"]

if TYPE_CHECKING:
    from .auditing.api import audit
    from .catalogue.mechanisms import mechanism
    from .catalogue.quantities import CATALOGUE, value
    from .exact.digits import report
    from .programs.release import release

_HOME = {
    "audit": ("auditing.api", "audit"),
    "CATALOGUE": ("catalogue.quantities", "CATALOGUE"),
    "value": ("catalogue.quantities", "value"),
    "report": ("exact.digits", "report"),
    "mechanism": ("catalogue.mechanisms", "mechanism"),
    "release": ("programs.release", "release"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import dpmean` is quick."""
    if name not in _HOME:
        raise AttributeError(f"module 'dpmean' has no attribute '{name}'")
    from importlib import import_module

    module, attribute = _HOME[name]
    return getattr(import_module(f".{module}", __name__), attribute)
