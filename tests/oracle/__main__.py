"""The oracle as an adapter of the runner protocol: JSON lines on stdin and stdout."""

import json
import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import answers
from values import Rejected, Unsupported

HELLO = {
    "ok": True,
    "protocol": 2,
    "adapter": {"name": "oracle", "version": "1.0", "language": "python"},
    "supports": {
        "kinds": list(answers.KINDS),
        "objects": answers.OBJECTS,
        "profiles": answers.PROFILES,
        "numbers": ["rational"],
    },
    "edition": "corrected",
}


def run(request):
    reply = {"seq": request.get("seq")}
    try:
        kind = request.get("kind")
        if kind not in answers.KINDS:
            raise Unsupported(f"kind {kind!r} is not supported")
        params = request.get("params") or {}
        if not isinstance(params, dict):
            raise Rejected("params", "params must be an object")
        given = request.get("input") or {}
        if "records" in given:  # runs of equal records
            runs = [[run["value"]] * int(run["times"]) for run in given["records"]]
            request = {**request, "input": {**given, "data": [x for run in runs for x in run]}}
        name, quantity = request.get("object"), request.get("quantity")
        if not isinstance(name, str) or (kind == "exact" and not isinstance(quantity, str)):
            raise Unsupported("object and quantity must be strings")
        return {
            **reply,
            "status": "ok",
            "output": answers.answer(kind, name, quantity, params, request),
        }
    except Unsupported as e:
        return {**reply, "status": "unsupported", "reason": str(e)}
    except Rejected as e:
        return {
            **reply,
            "status": "rejected",
            "phase": "construct",
            "code": e.code,
            "message": str(e),
        }
    except Exception:
        return {**reply, "status": "error", "traceback": traceback.format_exc()}


def main():
    sys.set_int_max_str_digits(0)
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
            op = request.get("op")
        except (ValueError, AttributeError):
            reply = {"status": "error", "traceback": "not a JSON object"}
        else:
            if op == "bye":
                return
            reply = (
                HELLO
                if op == "hello"
                else run(request)
                if op == "run"
                else {"ok": False, "status": "unsupported", "reason": f"unknown op {op!r}"}
            )
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
