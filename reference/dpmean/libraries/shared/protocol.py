"""What the Python adapters share: numbers of a request, refusals, and the loop of the protocol (2, JSON
lines on stdio). A build copies this file beside the adapter, which needs nothing else of this package.
"""

import json
import math
import os
import struct
import sys
import traceback
from fractions import Fraction


class Unsupported(Exception):
    """The library has nothing that answers this request."""


class Refused(Exception):
    """The library raised, or answered NaN: the code, the message, and where it is known the phase."""

    def __init__(self, code, message, phase=None):
        super().__init__(message)
        self.reply = {"status": "rejected", "code": code, "message": message[:500]}
        if phase is not None:
            self.reply["phase"] = phase


def lib(phase, call, *args, **kwargs):
    """Call into the library; whatever it raises is a refusal by the library, not a mistake of the
    adapter.
    """
    try:
        return call(*args, **kwargs)
    except Exception as exc:
        raise Refused(type(exc).__name__, str(exc), phase) from exc


def number(text):
    """A number of the protocol as the nearest binary64."""
    try:
        return float(Fraction(text)) if "/" in text else float(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


def real(text):
    """The same; what is no number is handed on as it is."""
    try:
        return number(text) if isinstance(text, str) else text
    except (ValueError, ZeroDivisionError):
        return text


def whole(text):
    """An int where the text is one; otherwise as `real`."""
    try:
        return int(text) if isinstance(text, str) else text
    except ValueError:
        return real(text)


def epsilon_of_decay(text):
    """-ln(decay) in binary64, without cancelling next to 1."""
    b = Fraction(text)
    return (
        -math.log1p(-float(1 - b)) if 2 * b > 1 else math.log(b.denominator) - math.log(b.numerator)
    )


def records(given):
    """The records one by one; runs of equal ones may come as a value and how often."""
    if "records" in given:
        return [real(run["value"]) for run in given["records"] for _ in range(int(run["times"]))]
    return [real(v) for v in given["data"]]


def f64(x):
    return struct.pack(">d", x).hex()


def hello(name, version, objects, kinds=("exact", "stat", "reject"), numbers=(), **further):
    """What the adapter says of itself."""
    return {
        "ok": True,
        "protocol": 2,
        "adapter": {"name": name, "version": version, "language": "python"},
        "supports": {
            "kinds": list(kinds),
            "objects": list(objects),
            "profiles": [],
            "numbers": list(numbers),
        },
        "edition": "corrected",
        **further,
    }


def outcome(run, req):
    """The reply to a request that `run` answers, with a mistake of the adapter told from a refusal."""
    try:
        return {"status": "ok", "output": run(req)}
    except Unsupported as exc:
        return {"status": "unsupported", "reason": str(exc)}
    except Refused as exc:
        return exc.reply
    except Exception:
        return {"status": "error", "traceback": traceback.format_exc()}


def serve(greeting, run, answer=outcome):
    """Answer every line of standard input until "bye"."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # nothing but replies on stdout
    for line in sys.stdin.buffer:
        req = json.loads(line)
        if req.get("op") == "bye":
            break
        reply = (
            greeting if req.get("op") == "hello" else {"seq": req.get("seq"), **answer(run, req)}
        )
        out.write(json.dumps(reply) + "\n")
        out.flush()
