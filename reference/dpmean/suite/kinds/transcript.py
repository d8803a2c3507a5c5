"""How a `transcript` vector is made: a mechanism replayed on small data with injected draws, every intermediate named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...catalogue.mechanisms import build
from ...exact.numbers import rational, spell
from ...programs.interpret import Transcript, replay
from ..vectors import Vector, needs, slug, spelled

NOT_FINITE = ("nan", "inf", "-inf")


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, list) else spell(value)


def expected(transcript: Transcript) -> dict[str, Any]:
    """Its steps and its output: `value`, or `values` of a vector."""
    output = transcript.output
    found = {"values": [spelled(v) for v in output]} if isinstance(output, tuple) else {"value": spelled(output)}
    return {"steps": [[name, _plain(v)] for name, v in transcript.steps], **found}


def record(cell: Any) -> Any:
    """A record as it is written in a vector: a vector of cells, or one cell; what is not finite becomes a double."""
    return [record(c) for c in cell] if isinstance(cell, list | tuple) else float(cell) if cell in NOT_FINITE else cell


def cells(data: Any) -> list[str]:
    """All finite cells of all records."""
    return [c for x in data for c in (x if isinstance(x, list | tuple) else (x,)) if c not in NOT_FINITE]


def make(mechanism: str, params: dict[str, str], data: Sequence[Any], draws: dict[str, Any], name: str, why: str,
        flags: tuple[str, ...]) -> Vector:
    """Replay the mechanism on the injected draws and wrap the transcript."""
    exact = {label: tuple(rational(v, "draw") for v in d) if isinstance(d, list) else rational(d, "draw") for label,
        d in draws.items()}
    built = build(mechanism, params)
    transcript = replay(built.program([record(x) for x in data]), exact)
    flat = [v for d in draws.values() for v in (d if isinstance(d, list) else [d])]
    return Vector(
        id=slug(mechanism, "transcript", params.get("noise", ""), params.get("edition", ""),
            f"bounds{params['lower']}to{params['upper']}" if "lower" in params else "", name),
        kind="transcript",
        object=mechanism,
        why=why,
        source=" ".join((type(built).__doc__ or "").split("Source.")[-1].split()).rstrip("."),
        params=params,
        input={"data": list(data), "outcomes": draws},
        expect=expected(transcript),
        accept={"rule": "within", "ulps": "16"},
        flags=tuple(dict.fromkeys(flags)),
        requires=needs(params, [*cells(data), *flat]),
    )
