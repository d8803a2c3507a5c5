"""This package as an implementation under test: an adapter of about 100 lines, in process or over stdio.

`direct:dpmean.conformance.own` runs it in process; `python -m dpmean.conformance.own` speaks JSON lines. Exact
quantities are answered as certified enclosures of 25 digits, evaluated here and now, not read from the vectors.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections import Counter
from fractions import Fraction
from typing import Any

from .. import __version__
from ..catalogue.mechanisms import MECHANISMS, build
from ..catalogue.quantities import CATALOGUE, value
from ..errors import DpmeanError, InvalidInput
from ..exact.digits import bits_of, decimals
from ..exact.numbers import rational, spell
from ..programs.interpret import replay, require_grid
from ..programs.release import public_bounds
from ..randomness.bits import SystemBits
from ..suite.kinds.tape import LATTICE_LAWS, sampler
from ..suite.kinds.tape import answer as tape_answer
from ..suite.kinds.transcript import expected, record
from ..suite.vectors import KINDS, spelled
from .connection.requests import NEWEST, data
from .connection.vocabulary import objects, profiles

STAT_GRID = "1/1099511627776"  # 2^-40: draws of continuous laws are reported on this grid, which doubles hold
MEAN_GRID = "1/1048576"


def _value(x: Any) -> Any:
    if isinstance(x, Fraction):
        return spell(x)
    low, high = decimals(x, 25)
    return {"lo": low, "hi": high}


def _exact(request: dict[str, Any]) -> dict[str, Any]:
    name = f"{request['object']}.{request['quantity']}"
    if name not in CATALOGUE:
        raise LookupError(f"no quantity {name}")
    result = value(name, request["params"])
    shown = [_value(v) for v in result.values]
    return {"values": shown} if result.is_list else {"value": shown[0]}


def _transcript(request: dict[str, Any]) -> dict[str, Any]:
    given = request["input"]
    draws = {k: tuple(rational(v, "draw") for v in d) if isinstance(d, list) else rational(d, "draw") for k,
        d in given["outcomes"].items()}
    transcript = replay(build(request["object"], request["params"]).program([record(x) for x in given["data"]]), draws)
    return expected(transcript)


def _draws(request: dict[str, Any]) -> dict[str, Any]:
    """Stat draws (and the valid twins of reject vectors), with system randomness."""
    object_, given = request["object"], dict(request.get("input", {}))
    if "observe" in given:
        raise LookupError("no step is exposed")
    if "records" in given:
        given["data"] = data(given)
    lattice = object_ in LATTICE_LAWS
    if not lattice:
        given.setdefault("grid", MEAN_GRID if object_ in MECHANISMS else STAT_GRID)
    if object_ in MECHANISMS:
        mechanism = build(object_, request["params"])
        require_grid(rational(given["grid"], "grid"), *public_bounds(mechanism))
    draw, bits, center = sampler(object_, request["params"], given), SystemBits(), rational(given.get("center", "0"),
        "center")
    outcomes = [draw(bits) for _ in range(int(given.get("draws", "1")))]
    if outcomes[0] == (None,):
        return {"value": spelled(None)}
    moved = [tuple(v + center for v in o if v is not None) for o in outcomes]
    if not lattice:
        return {"samples": "".join(bits_of(float(v)) for o in moved for v in o)}
    counts = Counter(moved)
    return {"counts": [[[spell(v) for v in o] if len(o) > 1 else spell(o[0]), str(n)] for o,
        n in sorted(counts.items())]}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request."""
    if request.get("op") == "hello":
        supports = {"kinds": list(KINDS), "objects": list(objects()), "profiles": list(profiles()),
            "numbers": ["rational"]}
        adapter = {"name": "dpmean", "version": __version__, "language": "python"}
        return {"ok": True, "protocol": NEWEST, "adapter": adapter, "supports": supports, "randomness": "os",
            "edition": "corrected"}
    seq = request.get("seq")
    try:
        return {"seq": seq, "status": "ok", "output": _run(request)}
    except LookupError as error:
        return {"seq": seq, "status": "unsupported", "reason": str(error)}
    except InvalidInput as error:
        return {"seq": seq, "status": "rejected", "phase": "construct", "code": error.code, "message": str(error)}
    except DpmeanError as error:
        return {"seq": seq, "status": "rejected", "phase": "invoke", "code": error.code, "message": str(error)}
    except Exception:
        return {"seq": seq, "status": "error", "traceback": traceback.format_exc()}


def _run(request: dict[str, Any]) -> dict[str, Any]:
    kind = request["kind"]
    if kind == "exact" or (kind == "reject" and "quantity" in request):
        return _exact(request)
    if kind == "transcript":
        return _transcript(request)
    if kind == "tape":
        return tape_answer(request["object"], request["params"], request["input"])
    return _draws(request)


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
