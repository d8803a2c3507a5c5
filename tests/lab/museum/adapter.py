"""Shows one exhibit to the runner: `python -m tests.lab.museum.adapter NAME [repaired]` speaks its
protocol on stdio.

What is right in every program stands here: parameters are read, records written out, and what is
published is rounded to a grid that is fine against the noise and coarse against a double, so that
last bits betray nothing. Programs of the family `floats` are about these bits and publish what they
compute.
"""

from __future__ import annotations

import json
import math
import os
import struct
import sys
from typing import Any

import numpy as np

from . import BUGS
from .bug import Bug, Program
from .parts import Array, Given, Injected, Random, Unsupported, number, on_a_grid


def records(given: dict[str, Any]) -> Array:
    """The records, one by one; vectors as rows."""
    if "records" in given:
        return np.repeat(
            [number(run["value"]) for run in given["records"]],
            [int(run["times"]) for run in given["records"]],
        )
    return np.array(
        [[number(x) for x in v] if isinstance(v, list) else number(v) for v in given["data"]]
    )


def has(bug: Bug, params: dict[str, str]) -> bool:
    """Whether the program has these words of the choices; None in `only` is one that is left
    out.
    """
    only = {"noise": (None, "laplace"), **bug.only}
    return "decay" not in params and all(params.get(name) in words for name, words in only.items())


def scale(params: dict[str, str]) -> float:
    """About how wide the noise is, or what it is added to; 0 where it lies on a lattice already."""
    p = Given(params)
    if "lower" in params:
        return p.width
    if "sigma_squared" in params:
        return math.sqrt(p.sigma_squared)
    if "rho" in params:
        return float(params.get("noise") == "gaussian")
    return p.sensitivity / p.epsilon


def made(bug: Bug, program: Program, request: dict[str, Any], random: Random) -> dict[str, Any]:
    params, given = request["params"], request.get("input", {})
    if bug.quantity:
        if request.get("quantity") != bug.quantity:
            raise Unsupported("another quantity")
        return {"value": {"f64": f64(float(program(Given(params, exactly=True))))}}
    if "quantity" in request or not has(bug, params) or bool(bug.step) != ("observe" in given):
        raise Unsupported("only what the program has")
    source: Any = Injected(given["outcomes"]) if "outcomes" in given else random
    draws = int(given.get("draws", "1"))
    data = (
        records(given)
        if "data" in given or "records" in given
        else number(given.get("center", "0"))
    )
    with np.errstate(all="ignore"):
        outcomes = np.asarray(program(data, Given(params), source, draws), dtype=float)
    if "outcomes" in given:
        flat = (
            [{"f64": f64(x)} if np.isfinite(x) else "none" for x in outcomes[0].ravel()]
            if outcomes.ndim > 1
            else {"f64": f64(outcomes[0])}
            if np.isfinite(outcomes[0])
            else "none"
        )
        return {"values" if outcomes.ndim > 1 else "value": flat}
    if bug.family != "floats":
        outcomes = on_a_grid(outcomes, scale(params))
    return {"samples": outcomes.astype(">f8").tobytes().hex()}


def f64(x: float) -> str:
    """A double as its 16 hexadecimal digits."""
    return struct.pack(">d", x).hex()


def hello(bug: Bug) -> dict[str, Any]:
    kinds = ["exact"] if bug.quantity else ["stat", "reject", "transcript"]
    supports = {
        "kinds": kinds,
        "objects": [bug.object],
        "steps": [bug.step] if bug.step else [],
        "numbers": ["rational"] if bug.quantity else [],
    }
    return {
        "ok": True,
        "protocol": 2,
        "adapter": {"name": bug.name, "version": "0", "language": "python"},
        "supports": supports,
        "randomness": "pcg64",
    }


def reply(bug: Bug, program: Program, request: dict[str, Any], random: Random) -> dict[str, Any]:
    """The reply to one request; what the program raises is a refusal."""
    if request["op"] == "hello":
        return hello(bug)
    try:
        return {
            "seq": request["seq"],
            "status": "ok",
            "output": made(bug, program, request, random),
        }
    except Unsupported as error:
        return {"seq": request["seq"], "status": "unsupported", "reason": str(error)}
    except (ValueError, ArithmeticError) as error:
        return {
            "seq": request["seq"],
            "status": "rejected",
            "code": type(error).__name__,
            "message": str(error),
        }


def main(name: str, *how: str) -> None:
    """Answer until `bye` or the end of the input; nothing but replies goes to standard output."""
    bug, random = BUGS[name], Random(np.random.PCG64())
    program = bug.repaired if how == ("repaired",) else bug.release
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        out.write(json.dumps(reply(bug, program, request, random)) + "\n")
        out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
