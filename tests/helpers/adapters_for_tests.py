"""Adapters that misbehave, one mode each: `python helpers/adapters_for_tests.py MODE` over stdio,
for the runner's tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

HELLO = {
    "ok": True,
    "protocol": 1,
    "adapter": {"name": "test", "version": "1", "language": "python"},
    "supports": {
        "kinds": ["exact", "reject", "stat"],
        "objects": ["laplace"],
        "profiles": [],
        "numbers": ["rational"],
    },
    "policies": {},
}


def say(message: Any) -> None:
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def reply(mode: str, request: dict[str, Any]) -> Any:
    base = {"seq": request["seq"]}
    if mode == "reject-all":
        return base | {"status": "rejected", "code": "no"}
    if mode == "accept-all":
        return base | {"status": "ok", "output": {"value": "1"}}
    if mode == "left-behind":  # right, but for what goes on after its end
        asked = request.get("quantity"), request["params"]
        right = {"status": "ok", "output": {"value": "2"}}
        return base | (
            right if asked == ("variance", {"epsilon": "1"}) else {"status": "unsupported"}
        )
    if mode in ("crash", "orphan"):
        sys.exit(7)
    if mode == "hang":
        time.sleep(1000)
    if mode == "garbage":
        return "}{ not json"
    if mode == "wrong-seq":
        return {"seq": "no", "status": "ok", "output": {"value": "1"}}
    if mode == "wide":
        return base | {"status": "ok", "output": {"value": {"lo": "-1000000", "hi": "1000000"}}}
    if mode == "huge-number":
        return base | {"status": "ok", "output": {"value": "9" * 1_000_000}}
    if mode == "nan":
        return base | {"status": "ok", "output": {"value": {"f64": "7ff8000000000000"}}}
    if mode == "no-output":
        return base | {"status": "ok"}
    if mode == "unsupported":
        return base | {"status": "unsupported", "reason": "nothing is"}
    if mode == "gigabyte":
        for _ in range(1024):
            sys.stdout.write("x" * (1 << 20))
            sys.stdout.flush()
        time.sleep(1000)
    if mode == "drip":
        while True:
            sys.stdout.write(" ")
            sys.stdout.flush()
            time.sleep(0.05)
    if mode == "exit-0":
        sys.exit(0)
    if mode == "half":  # right for a while, then gone
        if request["kind"] == "reject":
            sys.exit(0)
        return base | {"status": "ok", "output": {"value": "2"}}
    if mode == "deep":
        return "[" * 100_000
    if mode == "two-replies":
        say(base | {"status": "rejected"})
        return base | {"status": "ok", "output": {"value": "2"}}
    raise SystemExit(f"no mode {mode}")


def main(mode: str) -> None:
    if mode == "early-exit":
        return
    if mode == "babble":
        while True:
            say("hello? " * 100)
    if mode == "child":
        subprocess.Popen(["sleep", "98765"])  # inherits our pipes and outlives us
    if mode == "stderr-flood":
        sys.stderr.write("e" * (64 << 20))
        sys.stderr.flush()
        mode = "reject-all"
    if mode == "grandchild":
        # leaves our group and keeps our pipes open
        subprocess.Popen(["sleep", "30"], start_new_session=True)
        mode = "garbage"
    if mode in ("orphan", "left-behind"):
        subprocess.Popen(["sleep", "20"], start_new_session=True)
    if mode == "deaf":
        time.sleep(1000)
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "bye":
            return
        say(
            HELLO
            if request["op"] == "hello"
            else reply("reject-all" if mode == "child" else mode, request)
        )


if __name__ == "__main__":
    main(sys.argv[1])
