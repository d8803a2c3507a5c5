"""Confirm vectors against a second derivation that speaks the runner's protocol (`fill --oracle CMD`)."""

from __future__ import annotations

from fractions import Fraction

from ..errors import AdapterError
from ..suite.vectors import Vector
from .process import Process
from .protocol import HELLO, check_reply, parse_hello

WIDEST = Fraction(1, 10**12)  # relative width beyond which an answer of the second route confirms nothing


def disagreements(command: str, vectors: list[Vector], seconds: float = 60) -> tuple[int, list[str]]:
    """(how many were confirmed, one line for each that was not): both enclosures must meet, none may be missing."""
    process = Process(command)
    confirmed, found = 0, []
    try:
        parse_hello(process.ask(dict(HELLO), seconds))
        for i, vector in enumerate(vectors):
            reply = check_reply(process.ask({**vector.prompt(), "seq": str(i)}, seconds), str(i))
            problem = _problem(vector, reply)
            if problem is None:
                confirmed += 1
            else:
                found.append(f"{vector.id}: {problem}")
    except AdapterError as error:
        found.append(f"the second route failed: {error}")
    finally:
        process.close()
    return confirmed, found


def _problem(vector: Vector, reply: dict[str, object]) -> str | None:
    if reply["status"] != "ok":
        return f"the second route answered {reply['status']}: {str(reply.get('reason', reply.get('message', '')))[:80]}"
    output = reply["output"]
    assert isinstance(output, dict)
    ours = vector.expect.get("values") or [vector.expect["value"]]
    theirs = output.get("values") or [output.get("value")]
    if len(ours) != len(theirs):
        return f"the second route gave {len(theirs)} values, not {len(ours)}"
    for mine, other in zip(ours, theirs, strict=True):
        low, high = Fraction(mine["lo"]), Fraction(mine["hi"])
        other_low, other_high = (Fraction(other["lo"]), Fraction(other["hi"])) if isinstance(other, dict) else (Fraction(other), Fraction(other))
        if other_high < low or other_low > high:
            return f"first route [{mine['lo']}, {mine['hi']}], second route {other}"
        if other_high - other_low > WIDEST * max(abs(low), Fraction(1, 10**30)):
            return "the second route's enclosure is too wide to confirm anything"
    return None
