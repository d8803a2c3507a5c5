"""The oracle as an adapter of the runner protocol: JSON lines on stdin and stdout."""
import json
import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import estimates
import events
import means_by_hand
import quantities
import replay
from hetero import events as events_users
from hetero import replay as replay_users
from hetero import values as hetero
from hetero.users import MECHANISMS
from instance import dispatch as multivariate_dispatch
from trilemma import events as events_lowbias
from trilemma import replay as replay_lowbias
from trilemma import steps as lowbias_steps
from trilemma import values as lowbias
from values import Rejected, Unsupported, text

OBJECTS = ["laplace", "discrete_laplace", "staircase", "discrete_staircase", "staircase2d", "hourglass",
           "discrete_hourglass", "discrete_gaussian", "minimax", "transformed_mean", "sized_mean", "independent_mean",
           "shifted_mean",
           "addremove", "transformation", "bits", "uniform", "categorical", *hetero.OBJECTS, *lowbias.OBJECTS,
           *multivariate_dispatch.OBJECTS]
PROFILES = ["bits-1", "uniform-1", "inversion-1", "quantile-1", "step-uniform-1", "ball-uniform-1", "release-1",
            "ddg-1", "cks-1", "release-2", "release-3"]
HELLO = {"ok": True, "protocol": 2,
         "adapter": {"name": "oracle", "version": "1.0", "language": "python"},
         "supports": {"kinds": ["exact", "transcript", "tape", "event"], "objects": OBJECTS, "profiles": PROFILES,
             "numbers": ["rational"]},
         "edition": "corrected"}


def run(request):
    """The reply to one "run" request."""
    reply = {"seq": request.get("seq")}
    try:
        kind = request.get("kind")
        if kind not in ("exact", "transcript", "tape", "event"):
            raise Unsupported(f"kind {kind!r} is not supported")
        params = request.get("params") or {}
        if not isinstance(params, dict):
            raise Rejected("params", "params must be an object")
        name, quantity = request.get("object"), request.get("quantity")
        if multivariate_dispatch.ours(kind, name, quantity):
            return {**reply, "status": "ok", "output": multivariate_dispatch.output(kind, name, params, request)}
        ours = name in MECHANISMS       # one epsilon per user
        if kind == "event":
            chance = (events_users if ours else events_lowbias if name in lowbias.OBJECTS
                else events).event_probability(name, params, request.get("input", {}), request["event"])
            return {**reply, "status": "ok", "output": {"value": text(chance)}}
        if kind != "exact":
            transcript, tape = (estimates.transcript, replay_users.tape) if ours else \
                (lowbias_steps.transcript,
                    replay_lowbias.tape) if name in lowbias.OBJECTS else (means_by_hand.transcript, replay.tape)
            return {**reply, "status": "ok",
                "output": {"transcript": transcript, "tape": tape}[kind](name, params, request["input"])}
        if not isinstance(name, str) or not isinstance(quantity, str):
            raise Unsupported("object and quantity must be strings")
        value = (hetero if name in hetero.OBJECTS else lowbias if name in lowbias.OBJECTS else quantities).answer(name,
            quantity, params)
        output = {"values": [text(v) for v in value]} if isinstance(value, list) else {"value": text(value)}
        return {**reply, "status": "ok", "output": output}
    except Unsupported as e:
        return {**reply, "status": "unsupported", "reason": str(e)}
    except Rejected as e:
        return {**reply, "status": "rejected", "phase": "construct", "code": e.code, "message": str(e)}
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
            reply = HELLO if op == "hello" else run(request) if op == "run" else \
                {"ok": False, "status": "unsupported", "reason": f"unknown op {op!r}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
