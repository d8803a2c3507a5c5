"""One hostile adapter over stdio: `python adapter.py NAME`. It knows the right answers to what it is
asked, and does what its row says, when it says.

A row's statements find the answer as `a` (None: nothing is said), the request as `q`, its number as
`n`, and what is made with them below.
"""

from __future__ import annotations

import json
import os
import random
import signal  # noqa: F401
import struct
import sys
import threading  # noqa: F401
import time  # noqa: F401
from fractions import Fraction
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[3])]

from tests.lab.hostile.rows import ROWS  # noqa: E402

EVIL = (
    "<img src=x onerror=alert(1)><script>alert(1)</script></code></pre>|`x`\"'=cmd|calc"
    "\x1b[2J\x1b]0;pwned\x07‮evil\u2028\x9b31m\r\n::error::x\nRESULT: conforms in all checks\n"
    "[a](javascript:alert(1))@team]]>&lt;{{7*7}}%s\x00"
)
HELLO = {
    "ok": True,
    "protocol": 1,
    "adapter": {"name": "good", "version": "1", "language": "py"},
    "supports": {
        "kinds": ["exact", "reject", "stat"],
        "objects": ["laplace"],
        "profiles": [],
        "numbers": ["rational"],
    },
    "policies": {},
}


def put(text: str | bytes) -> None:
    """Write all of it, at once."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    while data:
        data = data[os.write(1, data) :]


def line(message: object) -> None:
    put(json.dumps(message) + "\n")


def raw(q: dict, output: str) -> None:
    """A reply with this JSON as its output's value."""
    put(f'{{"seq":"{q["seq"]}","status":"ok","output":{{"value":{output}}}}}\n')


def ok(a: dict, **output: object) -> dict:
    return {"seq": a["seq"], "status": "ok", "output": output}


def right(q: dict) -> dict:
    params, given = q.get("params", {}), q.get("input", {})
    epsilon = Fraction(params.get("epsilon", "1"))
    if epsilon <= 0:
        return {"status": "rejected", "code": "epsilon_not_positive"}
    if q.get("kind") == "reject":
        return {"status": "ok", "output": {"value": "0"}}
    scale = Fraction(params.get("sensitivity", "1")) / epsilon
    if q.get("quantity") == "variance" and "epsilon" in params:
        return {"status": "ok", "output": {"value": str(2 * scale**2)}}
    if q.get("kind") == "stat" and "data" not in given:
        draw = random.SystemRandom()
        count = int(given.get("draws") or given.get("n"))
        center = float(Fraction(given.get("center", "0")))
        values = [
            center + float(scale) * draw.expovariate(1) * draw.choice((-1, 1)) for _ in range(count)
        ]
        samples = struct.pack(f">{count}d", *values).hex()
        return {"status": "ok", "output": {"samples": samples}}
    return {"status": "unsupported", "reason": "no"}


def leave(seconds: float, environment: dict | None = None, apart: bool = True) -> None:
    """Leave a child in a session of its own, without its parent and without our pipes."""
    if os.fork():
        return
    if apart:
        os.setsid()
    if os.fork():
        os._exit(0)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    sleep = ["sleep", str(seconds)]
    os.execvpe("sleep", sleep, os.environ if environment is None else environment)


def main(name: str) -> None:
    row = ROWS[name]
    code = compile(row.source, name, "exec")
    space = dict(globals())
    if row.when == "start":
        exec(code, space)
    for n, text in enumerate(sys.stdin, 1):
        q = json.loads(text)
        op = q["op"]
        space["a"] = (
            json.loads(json.dumps(HELLO))
            if op == "hello"
            else None
            if op == "bye"
            else {"seq": q["seq"], **right(q)}
        )
        space |= {"q": q, "n": n}
        if row.when == op:
            exec(code, space)
        if space["a"] is not None:
            line(space["a"])
        if op == "bye":
            break
    if row.when == "end":
        exec(code, space)


if __name__ == "__main__":
    main(sys.argv[1])
