"""Confirm vectors against a second derivation that speaks the runner's protocol (`fill --oracle
CMD`).

Of an exact vector both enclosures must meet; a transcript and a tape are judged as any
implementation's. Of a statistical vector each probability is asked by itself, with the kind `event`
and the event beside `input`, and must lie in the published range; where several laws are right, it
is asked of the least and of the most noise, and each must lie at an end of the range. The density
that bounds how often draws repeat is the law's own at 0. A reject vector states a decision, for
which there is no second derivation.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..catalogue.laws import LAWS
from ..errors import AdapterError
from ..suite.events import MEAN_SLACK, NOISE_UP_TO
from ..suite.kinds import KINDS, kind_of
from ..suite.vectors import Vector
from ..wire.process import Process
from ..wire.protocol import check_reply, greet
from ..wire.requests import encode
from . import verdict_on
from .verdict import PASS

# relative width beyond which an answer of the second route confirms nothing
WIDEST = Fraction(1, 10**12)
ENDS = 3 * MEAN_SLACK  # from an end of a range to what is at it
NEAR = Fraction(1, 10**5)  # a published density is rounded up by less than this share
CONFIRMED = tuple(name for name in KINDS if kind_of(name).confirmed)

# a request, and the enclosures that its answers must meet
Ask = tuple[dict[str, Any], list[dict[str, str]]]


def disagreements(
    command: str, vectors: list[Vector], seconds: float = 120
) -> tuple[int, list[str]]:
    """Return how many vectors were confirmed, and one line for each that was not."""
    process = Process(command)
    confirmed, found, seq = 0, [], 0
    try:
        hello = greet(process, seconds)
        for vector in vectors:
            problem = None
            for request, expected in _questions(vector):
                seq += 1
                reply = check_reply(
                    process.ask({**encode(request, hello.protocol), "seq": str(seq)}, seconds),
                    str(seq),
                )
                problem = problem or _problem(vector, reply, expected)
            if problem is None:
                confirmed += 1
            else:
                found.append(f"{vector.id}: {problem}")
    except AdapterError as error:
        found.append(f"the second route failed: {error}")
    finally:
        process.close()
    return confirmed, found


def _questions(vector: Vector) -> Iterator[Ask]:
    asked, expect = vector.prompt(), vector.expect
    if vector.kind != "stat":
        yield asked, expect.get("values") or [expect.get("value", {})]
        return
    points = [
        {"on": "x", "relation": "le", "at": point["x"], "p": point["p"]}
        for point in expect.get("cdf", ())
    ]
    most = expect.get(NOISE_UP_TO)
    for more in ({},) if most is None else ({"times": "1"}, {"times": most}):
        for event in (*expect["events"], *points):
            asked_of = {k: event[k] for k in ("on", "relation", "at")}
            yield {**asked, "kind": "event", "event": {**asked_of, **more}}, [event["p"]]
    if "density_at_most" in expect:
        most = Fraction(expect["density_at_most"])
        quantity = "marginal_density" if LAWS[vector.object].plane else "density"
        params = {**vector.params, "x": "0"}
        yield (
            {**asked, "kind": "exact", "quantity": quantity, "params": params},
            [{"lo": str(most * (1 - NEAR)), "hi": str(most)}],
        )


def _problem(vector: Vector, reply: dict[str, Any], expected: list[dict[str, str]]) -> str | None:
    if vector.kind in ("transcript", "tape"):  # where a tape ends too early, `rejected` is right
        verdict = verdict_on(vector, reply)
        return None if verdict.status == PASS else f"the second route: {verdict.detail}"
    if reply["status"] != "ok":
        return (
            f"the second route answered {reply['status']}: "
            f"{str(reply.get('reason', reply.get('message', '')))[:80]}"
        )
    output = reply["output"]
    theirs = output.get("values") or [output.get("value")]
    if len(expected) != len(theirs):
        return f"the second route gave {len(theirs)} values, not {len(expected)}"
    for mine, other in zip(expected, theirs, strict=True):
        low, high = Fraction(mine["lo"]), Fraction(mine["hi"])
        other_low, other_high = (
            (Fraction(other["lo"]), Fraction(other["hi"]))
            if isinstance(other, dict)
            else (Fraction(other), Fraction(other))
        )
        inside = vector.expect.get(NOISE_UP_TO) and min(other_low - low, high - other_high) > ENDS
        if other_high < low or other_low > high or inside:
            return f"first route [{mine['lo']}, {mine['hi']}], second route {other}"
        # probabilities: absolutely
        size = 10 if vector.kind == "stat" else max(abs(low), Fraction(1, 10**30))
        if other_high - other_low > WIDEST * size:
            return "the second route's enclosure is too wide to confirm anything"
    return None
