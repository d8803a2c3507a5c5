"""An adapter as a source: it answers `stat` requests for one object, with records or with a
centre.

Replies are read as `conform` reads them. A refusal, an error and a broken connection are an output
each; a reply that says something else than draws ends the audit. So does an adapter that did nothing
but break.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ...catalogue.laws import LAWS
from ...errors import AdapterError, Broke, did_you_mean
from ...judging.answers import NO_ANSWER
from ...judging.draws.reading import doubles, read
from ...judging.verdict import Problem
from ...wire.protocol import Connection
from ...wire.session import MAX_RESTARTS, Session
from ..described import Failed, Sort, described
from . import Alone, Raw

REQUEST = 1 << 18  # draws of one request
MOST_NUMBERS = 4096  # of one draw
RESTARTS = 200  # of an adapter that has answered: it may break on some data sets alone
SORTS = {"rejected": Sort.REFUSED, "error": Sort.BROKE}


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
        self.session = Session(connect, seconds, restarts=RESTARTS)
        self.name = f"{object_} of {self.session.hello.name} {self.session.hello.version}".rstrip()
        self.key = " ".join([self.name, *(f"{k}={v}" for k, v in sorted(params.items()))])
        self.longest = seconds / 2
        self._object, self._params, self._centred = object_, params, centred
        self._answered, self._broke = False, 0
        # of a law it is known; of a mechanism it is that of the first reply
        law = LAWS.get(object_) if centred else None
        self._width: int | None = None if law is None else 2 if law.plane else 1

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns draws; a refusal or an error is an output of its own kind."""
        found: list[Any] = []
        for done in range(0, count, REQUEST):
            if self.over:
                break
            found += self._asked(self.session, records, min(REQUEST, count - done))
        if all(isinstance(x, np.ndarray) for x in found):
            return np.array(found)
        return found

    def _asked(self, session: Session, records: tuple[Any, ...], count: int) -> list[Any]:
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
        try:
            reply = session.ask(
                {
                    "op": "run",
                    "kind": "stat",
                    "object": self._object,
                    "params": self._params,
                    "input": {**given, "draws": str(count)},
                }
            )
        except AdapterError as error:
            if error.broke is Broke.CLOCK:  # the end of all, which says nothing of this call
                self.until = time.monotonic()
                return []
            self._broke += 1
            if not self._answered and self._broke > MAX_RESTARTS:
                raise AdapterError(
                    "adapter_start", f"the adapter only broke, {self._broke} times; last: {error}"
                ) from error
            return [Failed("broke")]
        self._answered = True
        if reply["status"] == "unsupported":
            raise AdapterError(
                "adapter_start",
                f"unsupported: {self._object} with {json.dumps(self._params)[:80]}"
                + did_you_mean(
                    self._object, (o for o in session.hello.objects if o != self._object)
                ),
            )
        if reply["status"] != "ok":
            return [Failed(reply["status"], SORTS[reply["status"]])]
        found = self._outputs(reply["output"], count)
        if isinstance(found, str):
            raise AdapterError("protocol", f"a reply was malformed: {found}")
        return found

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the first draws of two programs that are started at the same instant."""
        try:
            with self.session.fresh() as (two, _):
                found: list[Raw] = [self._asked(one, records, count) for one in two]
        except AdapterError as error:
            if error.broke is not Broke.CLOCK:
                raise
            self.until = time.monotonic()
        return [] if self.over else found

    def close(self) -> None:
        """Ends the adapter."""
        self.session.close()

    def _outputs(self, output: dict[str, Any], count: int) -> list[Any] | str:
        """Returns the draws of a reply, or what is wrong with it. The order of counts is unknown,
        and so are the places of draws without an answer: they are put anywhere.
        """
        none, random = _none(output, count), np.random.default_rng()
        if isinstance(none, str):
            return none
        found: list[Any] | str = []
        if none < count:
            found = (
                self._samples(output["samples"], count - none)
                if isinstance(output.get("samples"), str)
                else self._counts(output.get("counts"), count - none, random)
            )
        if isinstance(found, str) or not none:
            return found
        whole: list[Any] = [None] * count
        answered = np.sort(random.permutation(count)[: count - none])
        for place, draw in zip(answered.tolist(), found, strict=True):
            whole[place] = draw
        return whole

    def _samples(self, text: str, count: int) -> list[Any] | str:
        width = self._width or len(text) // (16 * count)
        if not 1 <= width <= MOST_NUMBERS or len(text) != 16 * count * width:
            return f"expected {count} draws of {16 * (self._width or 1)} hexadecimal digits"
        values = doubles(text)
        if values is None:
            return "samples must be hexadecimal"
        self._width = width
        return list(values.reshape(count, width))

    def _counts(self, rows: Any, count: int, random: np.random.Generator) -> list[Any] | str:
        if not isinstance(rows, list) or not rows:
            return "expected samples or counts"
        first = rows[0][0] if isinstance(rows[0], list) and rows[0] else None
        width = self._width or (len(first) if isinstance(first, list) else 1)
        batch = read({"counts": rows}, count, width, Fraction(1))
        if isinstance(batch, Problem):
            return batch.words
        self._width = width
        found: list[Any] = []
        for outcome, often in batch.rows:
            seen = described(outcome)
            found += [np.array(seen.numbers) if seen.whole else outcome] * often
        return [found[i] for i in random.permutation(len(found))]


def _none(output: dict[str, Any], count: int) -> int | str:
    """Returns how many draws of a reply have no answer, or what is wrong with it."""
    given = output.get("none", str(count) if output.get("value") == NO_ANSWER else "0")
    read_ = isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 19
    if not read_ or int(given) > count:
        return f"none: expected how many of {count} draws have no answer"
    return int(given)


def _spelled(record: Any) -> str:
    if isinstance(record, float) and not math.isfinite(record):
        return "nan" if math.isnan(record) else "inf" if record > 0 else "-inf"
    return str(Fraction(record))
