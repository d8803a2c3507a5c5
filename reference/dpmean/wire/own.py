"""This package as an implementation under test: an adapter, in process or over stdio.

`direct:dpmean.wire.own` runs it in process; `python -m dpmean.wire.own` speaks JSON
lines. What it answers is evaluated here and now by the kind that is asked for (`suite/kinds/`), not
read from the vectors.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

from .. import __version__
from ..errors import DpmeanError, InvalidInput
from ..suite.kinds import KINDS, kind_of
from ..suite.names import objects
from ..suite.steps import STEPS
from .requests import NEWEST, data
from .vocabulary import profiles


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the reply to one request."""
    if request.get("op") == "hello":
        supports = {
            "kinds": list(KINDS),
            "objects": list(objects()),
            "profiles": list(profiles()),
            "numbers": ["rational"],
            "steps": list(STEPS),
        }
        adapter = {"name": "dpmean", "version": __version__, "language": "python"}
        return {
            "ok": True,
            "protocol": NEWEST,
            "adapter": adapter,
            "supports": supports,
            "randomness": "os",
            "edition": "corrected",
        }
    seq = request.get("seq")
    try:
        given = request.get("input", {})
        if "records" in given:
            request = {**request, "input": {**given, "data": data(given)}}
        return {"seq": seq, "status": "ok", "output": kind_of(request["kind"]).answer(request)}
    except LookupError as error:
        return {"seq": seq, "status": "unsupported", "reason": str(error)}
    except InvalidInput as error:
        return {
            "seq": seq,
            "status": "rejected",
            "phase": "construct",
            "code": error.code,
            "message": str(error),
        }
    except DpmeanError as error:
        return {
            "seq": seq,
            "status": "rejected",
            "phase": "invoke",
            "code": error.code,
            "message": str(error),
        }
    except Exception:
        return {"seq": seq, "status": "error", "traceback": traceback.format_exc()}


def main() -> None:
    """Serve JSON lines on standard input and output."""
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("op") == "bye":
            return
        sys.stdout.write(json.dumps(answer(request)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
