"""An adapter as a source: it answers `stat` requests for one object, with records or with a
centre.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ...errors import AdapterError, did_you_mean
from ...judging.draws.reading import doubles
from ...wire.protocol import Connection
from ...wire.session import Session
from ..outputs import Failed
from . import Alone, Raw

REQUEST = 1 << 18  # draws of one request


class Adapter(Alone):
    """One object of an adapter, with its parameters.

    For a law, whose name is no mechanism, a data set of one number is the centre.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        object_: str,
        params: dict[str, str],
        centred: bool,
        seconds: float,
    ) -> None:
        """Starts the adapter."""
        self.session = Session(connect, seconds)
        self.name = f"{object_} of {self.session.hello.name} {self.session.hello.version}".rstrip()
        self._object, self._params, self._centred = object_, params, centred

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns draws; a refusal or an error is an output of its own kind."""
        return self._asked(self.session, records, count)

    def _asked(self, session: Session, records: tuple[Any, ...], count: int) -> Raw:
        given: dict[str, Any] = (
            {"center": _spelled(records[0])}
            if self._centred
            else {
                "data": [
                    [_spelled(x) for x in r] if isinstance(r, tuple | list) else _spelled(r)
                    for r in records
                ]
            }
        )
        found: list[Any] = []
        for done in range(0, count, REQUEST):
            asked = min(REQUEST, count - done)
            try:
                reply = session.ask(
                    {
                        "op": "run",
                        "kind": "stat",
                        "object": self._object,
                        "params": self._params,
                        "input": {**given, "draws": str(asked)},
                    }
                )
            except AdapterError:
                found += [Failed("broke")] * asked
                continue
            if reply["status"] == "unsupported":
                raise AdapterError(
                    "adapter_start",
                    f"unsupported: {self._object} with {json.dumps(self._params)[:80]}"
                    + did_you_mean(
                        self._object, (o for o in session.hello.objects if o != self._object)
                    ),
                )
            found += (
                _outputs(reply["output"], asked)
                if reply["status"] == "ok"
                else [Failed(reply["status"])] * asked
            )
        if all(isinstance(x, np.ndarray) for x in found):
            return np.array(found)
        return found

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the first draws of two programs that are started at the same instant."""
        with self.session.fresh() as (two, _):
            return [self._asked(one, records, count) for one in two]

    def close(self) -> None:
        """Ends the adapter."""
        self.session.close()


def _spelled(record: Any) -> str:
    if isinstance(record, float) and not math.isfinite(record):
        return "nan" if math.isnan(record) else "inf" if record > 0 else "-inf"
    return str(Fraction(record))


def _outputs(output: dict[str, Any], count: int) -> list[Any]:
    """Returns the draws of a reply, those without an answer last; counts come in random order."""
    none = int(output.get("none", "0")) if str(output.get("none", "0")).isdigit() else 0
    if "counts" in output:
        rows = [
            tuple(float(Fraction(v)) for v in (row[0] if isinstance(row[0], list) else [row[0]]))
            for row in output["counts"]
            for _ in range(int(row[1]))
        ]
        order = np.random.default_rng().permutation(len(rows))
        return [np.array(rows[i]) for i in order] + [None] * none
    if (
        isinstance(output.get("samples"), str)
        and count > none
        and (found := doubles(output["samples"])) is not None
    ):
        return [*found.reshape(count - none, -1), *([None] * none)]
    return [None] * count
