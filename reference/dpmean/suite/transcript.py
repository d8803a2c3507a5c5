"""How a `transcript` vector is made: a mechanism replayed on small data with injected draws, every intermediate named."""

from __future__ import annotations

from typing import Any

from ..mechanisms.interpret import replay
from ..mechanisms.registry import build
from ..numbers import rational, spell
from .vectors import Vector, needs, slug, spelled

NOT_FINITE = ("nan", "inf", "-inf")


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, list) else spell(value)


def make(mechanism: str, params: dict[str, str], data: tuple[str, ...], draws: dict[str, Any], name: str, why: str, flags: tuple[str, ...]) -> Vector:
    """Replay the mechanism on the injected draws and wrap the transcript."""
    exact = {label: tuple(rational(v, "draw") for v in d) if isinstance(d, list) else rational(d, "draw") for label, d in draws.items()}
    built = build(mechanism, params)
    transcript = replay(built.program([float(x) if x in NOT_FINITE else x for x in data]), exact)
    flat = [v for d in draws.values() for v in (d if isinstance(d, list) else [d])]
    return Vector(
        id=slug(mechanism, "transcript", params.get("noise", ""), params.get("edition", ""), f"bounds{params['lower']}to{params['upper']}" if "lower" in params else "", name),
        kind="transcript",
        object=mechanism,
        why=why,
        source=(type(built).__doc__ or "").split("Source.")[-1].strip().rstrip("."),
        params=params,
        input={"data": list(data), "draws": draws},
        expect={"steps": [[n, _plain(v)] for n, v in transcript.steps], "value": spelled(transcript.output)},
        accept={"rule": "within", "ulps": "16"},
        flags=tuple(dict.fromkeys(flags)),
        requires=needs(params, [x for x in (*data, *flat) if x not in NOT_FINITE]),
    )
