"""A conformance adapter for dpmean: a JSON request on each line of standard input, a JSON reply on
each of its output.

As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (an import
will do), then say in part 2 what it can answer. Hand parameters over as they are, NaN and negative
ones too: what your library refuses is `rejected`, what it has nothing for is `unsupported`, and
only a mistake of this file is `error`. Never fix, clip or check anything on the library's behalf.
Requests and replies are defined in vectors/README.md of dpmean; `dpmean show ID` explains a vector.
This file is CC0-1.0: use it as you like.
"""

import json
import math
import random
import struct
import sys
import traceback
from fractions import Fraction

# ---- 1. Your library, here a toy ----


class Laplace:
    """Adds noise with density proportional to exp(-epsilon |x| / sensitivity)."""

    def __init__(self, epsilon, sensitivity):
        if not 0 < epsilon < math.inf:  # false for NaN too
            raise ValueError("epsilon must be positive and finite")
        if not 0 < sensitivity < math.inf:
            raise ValueError("sensitivity must be positive and finite")
        self.scale = sensitivity / epsilon

    def variance(self):
        return 2 * self.scale**2

    def release(self, value):
        return value + random.choice((-self.scale, self.scale)) * random.expovariate(1)


# ---- 2. What it can answer ----

NAME, VERSION = "toy", "0.1"
SUPPORTS = {
    "kinds": ["exact", "stat", "reject"],
    "objects": ["laplace"],
    # ["rational"] if your library takes 1/3 itself, and not the double nearest to it
    "numbers": [],
    "profiles": [],
}
RANDOMNESS = (
    "mersenne"  # where your library's draws come from: os, csprng, pcg64, mersenne or other
)


class Unsupported(Exception):
    """Your library has nothing for this request."""


class Refused(Exception):
    """Your library refused."""


def library(call, *args):
    """Call your library; whatever it raises is its refusal, not a mistake of this file."""
    try:
        return call(*args)
    except Exception as error:
        raise Refused(f"{type(error).__name__}: {error}") from error


def number(text):
    """A parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even
    "one".
    """
    return float(Fraction(text)) if "/" in text else library(float, text)


def f64(x):
    """A double as 16 hexadecimal digits, big-endian."""
    return struct.pack(">d", x).hex()


def records(given):
    """The records of a mean (the toy has none) one by one; runs of equal ones may come as a value
    and how often.
    """
    runs = (
        given["records"]
        if "records" in given
        else [{"value": v, "times": "1"} for v in given["data"]]
    )
    return [number(run["value"]) for run in runs for _ in range(int(run["times"]))]


def run(request):
    """The output for one request, for every kind."""
    params, given = request["params"], request.get("input", {})
    if request["object"] != "laplace" or "epsilon" not in params:
        raise Unsupported("only Laplace noise, given by epsilon")
    laplace = library(Laplace, number(params["epsilon"]), number(params.get("sensitivity", "1")))
    if "quantity" in request:  # kind exact; kind reject imitates the others
        if request["quantity"] == "variance":
            return {"value": {"f64": f64(library(laplace.variance))}}
        raise Unsupported(f"no {request['quantity']}")
    center, n = number(given.get("center", "0")), int(given.get("draws", "1"))
    return {"samples": "".join(f64(library(laplace.release, center)) for _ in range(n))}
    # an integer law answers {"counts": [["-1", "250"], ["0", "500"], ...]}: value and how often


# ---- 3. The protocol: nothing to change here ----


def reply(request):
    """The reply to one request."""
    if request["op"] == "hello":
        adapter = {"name": NAME, "version": VERSION, "language": "python"}
        return {
            "ok": True,
            "protocol": 2,
            "adapter": adapter,
            "supports": SUPPORTS,
            "randomness": RANDOMNESS,
        }
    seq = request["seq"]
    try:
        return {"seq": seq, "status": "ok", "output": run(request)}
    except Unsupported as error:
        return {"seq": seq, "status": "unsupported", "reason": str(error)}
    except Refused as error:
        return {"seq": seq, "status": "rejected", "message": str(error)}
    except Exception:
        return {"seq": seq, "status": "error", "traceback": traceback.format_exc()}


def main():
    """Answer line by line until `bye` or the end of the input."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        print(json.dumps(reply(request)), flush=True)


if __name__ == "__main__":
    main()
