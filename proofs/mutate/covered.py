"""Which functions a theorem covers: those of the package that run between an entry point and its
formula.

An entry point is a name of the catalogue, asked at the parameters of its exact vectors, or a
mechanism, built, run and asked for its guarantee at the examples that the package has of it. How
numbers are represented and parameters parsed belongs to no theorem.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import FunctionType

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import DpmeanError
from dpmean.programs.law_of import law_of

from ..guards.shipped import Recorder, empty_caches
from ..ledger import VECTORS
from ..theorem import Theorem

ROOMS = ("distributions.", "bounds.", "mechanisms.", "privacy.")
NOT = (
    "distributions.samplers.",
    "distributions.bulk.",
    "distributions.derivations.",
    "mechanisms.checks",
)
AT_MOST = 8  # vectors of one name, spread over them


@cache
def asked(name: str) -> list[dict[str, str]]:
    """Return the parameters of the exact vectors of a name."""
    law, quantity = name.split(".", 1)
    path = VECTORS / law / "exact.json"
    if not path.exists():
        return []
    return [
        v["params"]
        for v in json.loads(path.read_text())["vectors"]
        if v.get("quantity") == quantity
    ]


def _run(name: str) -> None:
    """Ask an entry point."""
    if name in CATALOGUE:
        found = asked(name)
        for params in found[:: max(1, len(found) // AT_MOST)]:
            try:
                value(name, params)
            except (DpmeanError, LookupError):
                continue
        return
    for mechanism, given, data in EXAMPLES:
        if mechanism == name:
            try:
                made = build(mechanism, given)
                _ = made.guarantee
                law_of(made, data).cdf(Fraction(1, 3))
            except (DpmeanError, LookupError):
                continue


@dataclass(frozen=True)
class Covered:
    """A function, the theorem that it belongs to (the first that covers it), and all that cover
    it.
    """

    label: str
    function: FunctionType
    theorem: str
    judges: tuple[str, ...]


def covered(found: list[Theorem]) -> list[Covered]:
    """Return the functions that the names of theorems reach; a theorem judges with those that it
    rests on.
    """
    by_name: dict[str, dict[str, FunctionType]] = {}
    with Recorder() as recorder:
        for name in dict.fromkeys(n for t in found for n in (*t.covers, *t.programs)):
            empty_caches()
            recorder.take()
            _run(name)
            by_name[name] = {
                label: f
                for label, f in recorder.take().items()
                if label.startswith(ROOMS) and not label.startswith(NOT) and "<locals>" not in label
            }
    functions: dict[str, FunctionType] = {}
    covering: dict[str, list[Theorem]] = {}
    for theorem in found:
        for name in (*theorem.covers, *theorem.programs):
            for label, function in by_name[name].items():
                functions[label] = function
                if theorem not in covering.setdefault(label, []):
                    covering[label].append(theorem)
    return [
        Covered(
            label,
            f,
            covering[label][0].id,
            tuple(dict.fromkeys(name for t in covering[label] for name in (t.id, *t.depends_on))),
        )
        for label, f in functions.items()
    ]
