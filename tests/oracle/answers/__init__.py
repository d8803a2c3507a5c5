"""Which file answers a request: each file of this folder names the objects that it knows, and is
asked in its turn.

A file has OBJECTS and, where it draws from bits, PROFILES; and for each kind of request that it
answers a function of its name: `exact(name, quantity, params)`, a number or a list of them;
`event(name, params, given, event)`, a probability; `transcript(name, params, given)` and
`tape(name, params, given)`, the output itself. A file may also say by `ours(kind, name, quantity)`
what it takes, and give the output by `output(kind, name, params, request)`. Events of steps are
those of `observed`, but for the objects of a file with OBSERVED.
"""

from importlib import import_module
from pkgutil import iter_modules

import observed
from values import Unsupported, text

FILES = [
    import_module(f"{__name__}.{name}") for name in sorted(m.name for m in iter_modules(__path__))
]
OBJECTS = [name for file in FILES for name in file.OBJECTS]
PROFILES = sorted({name for file in FILES for name in getattr(file, "PROFILES", ())})
KINDS = ("exact", "transcript", "tape", "event")
OBSERVED = {name for file in FILES if hasattr(file, "OBSERVED") for name in file.OBJECTS}


def answer(kind, name, quantity, params, request):
    """The output of the file whose request it is."""
    steps = "observe" in (request.get("input") or {}) and name not in OBSERVED
    if kind == "event" and steps:
        return {
            "value": text(
                observed.event_probability(name, params, request["input"], request["event"])
            )
        }
    for file in FILES:
        if file.ours(kind, name, quantity) if hasattr(file, "ours") else name in file.OBJECTS:
            return (file.output if hasattr(file, "output") else output(file))(
                kind, name, params, request
            )
    raise Unsupported(f"no {kind} of {name}")


def output(file):
    """The output by the function of the kind in the file."""

    def by_kind(kind, name, params, request):
        function = getattr(file, kind, None)
        if function is None:
            raise Unsupported(f"{name} has no {kind} here")
        given = request.get("input") or {}
        if kind == "event":
            return {"value": text(function(name, params, given, request["event"]))}
        if kind != "exact":
            return function(name, params, given)
        value = function(name, request.get("quantity"), params)
        return (
            {"values": [text(v) for v in value]}
            if isinstance(value, list)
            else {"value": text(value)}
        )

    return by_kind
