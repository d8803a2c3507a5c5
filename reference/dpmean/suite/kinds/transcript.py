"""How a `transcript` vector is made: a mechanism replayed on small data with injected draws, every
step named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...catalogue.mechanisms import build
from ...exact.numbers import rational, spell
from ...programs.run import Transcript, replay
from ..kind import Kind
from ..vectors import Vector, needs, slug, spelled

NOT_FINITE = ("nan", "inf", "-inf")


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, list) else spell(value)


def expected(transcript: Transcript) -> dict[str, Any]:
    """Return what the vector expects: the steps and the output, `value` or (of an estimate of a
    vector) `values`.
    """
    output = transcript.output
    found = (
        {"values": [spelled(v) for v in output]}
        if isinstance(output, tuple)
        else {"value": spelled(output)}
    )
    return {"steps": [[name, _plain(v)] for name, v in transcript.steps], **found}


def record(cell: Any) -> Any:
    """Return a record as it is written in a vector: one cell, or a list of cells.

    A cell that is not finite becomes a double.
    """
    return (
        [record(c) for c in cell]
        if isinstance(cell, list | tuple)
        else float(cell)
        if cell in NOT_FINITE
        else cell
    )


def cells(data: Iterable[Any]) -> list[str]:
    """Return all finite cells of all records."""
    return [
        c for x in data for c in (x if isinstance(x, list | tuple) else (x,)) if c not in NOT_FINITE
    ]


def injected(draws: Mapping[str, Any]) -> dict[str, Any]:
    """Return the outcomes of the draws as exact numbers, or as tuples of them."""
    return {
        label: tuple(rational(v, "draw") for v in d) if isinstance(d, list) else rational(d, "draw")
        for label, d in draws.items()
    }


def make(
    mechanism: str,
    params: dict[str, str],
    data: Sequence[Any],
    draws: dict[str, Any],
    name: str,
    why: str,
    flags: tuple[str, ...],
) -> Vector:
    """Replay the mechanism on the injected draws and return the transcript as a vector."""
    built = build(mechanism, params)
    transcript = replay(built.program([record(x) for x in data]), injected(draws))
    flat = [v for d in draws.values() for v in (d if isinstance(d, list) else [d])]
    return Vector(
        id=slug(
            mechanism,
            "transcript",
            params.get("noise", ""),
            params.get("edition", ""),
            f"bounds{params['lower']}to{params['upper']}" if "lower" in params else "",
            name,
        ),
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


class Replay(Kind):
    """A mechanism on given records and given noise: every intermediate value and the output."""

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the steps and the output of the mechanism on the injected draws."""
        given = request["input"]
        program = build(request["object"], request["params"]).program(
            [record(x) for x in given["data"]]
        )
        return expected(replay(program, injected(given["outcomes"])))


KIND = Replay()
