"""Conformance adapter (protocol 2, JSON lines on stdio) for dp-accounting 0.6.0, Google's privacy
loss distributions.

`hockey_stick` of laplace, discrete_laplace, gaussian and discrete_gaussian is
get_delta_for_epsilon(at_epsilon) of LaplacePrivacyLoss(sensitivity / epsilon),
DiscreteLaplacePrivacyLoss(epsilon / sensitivity), GaussianPrivacyLoss(sqrt(sigma_squared)) and
DiscreteGaussianPrivacyLoss(sqrt(sigma_squared)), with |shift| as their sensitivity ("the maximum
absolute change in f") and a single release. They are computed without discretisation. The discrete
Gaussian is truncated, "in such a way that the mass of the noise outside of this range is at most
1e-30", and what the neighbour's range does not reach counts as lost, which is cautious. That its
delta is an upper bound is declared, with e^-50 as the excess, which is what the library documents
elsewhere as the mass that it may give away.

Translation: "p/q" becomes the nearest binary64 ("numbers" is therefore empty); `decay` becomes
epsilon = -ln(decay). Whatever the library raises, and NaN, is "rejected".
"""

import json
import math
import os
import struct
import sys
import traceback
import warnings
from fractions import Fraction

from dp_accounting.pld import privacy_loss_mechanism as losses

VERSION = "0.6.0"
OBJECTS = ["laplace", "discrete_laplace", "gaussian", "discrete_gaussian"]
EXCESS = {"hockey_stick": "0.0000000000000000000002"}


class Unsupported(Exception):
    """The library has nothing that answers this request."""


class Refused(Exception):
    """The library raised, or answered NaN; args are the code and the message."""


def number(text):
    """A number of the protocol as the nearest binary64."""
    try:
        return float(Fraction(text)) if "/" in text else float(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


def epsilon_of(params):
    if "decay" not in params:
        return number(params["epsilon"])
    b = Fraction(params["decay"])
    return (
        -math.log1p(-float(1 - b)) if 2 * b > 1 else math.log(b.denominator) - math.log(b.numerator)
    )


def whole(shift):
    """The library's lattice laws take an int; off the lattice there is nothing to ask."""
    if shift % 1:
        raise Unsupported("a shift that is no integer has no place in a lattice law here")
    return int(shift)


def loss(obj, params):
    shift = abs(number(params["shift"]))
    if obj in ("gaussian", "discrete_gaussian"):
        sigma = math.sqrt(number(params["sigma_squared"]))
        return (
            losses.GaussianPrivacyLoss(sigma, sensitivity=shift)
            if obj == "gaussian"
            else losses.DiscreteGaussianPrivacyLoss(sigma, sensitivity=whole(shift))
        )
    epsilon, sensitivity = epsilon_of(params), number(params.get("sensitivity", "1"))
    return (
        losses.LaplacePrivacyLoss(sensitivity / epsilon, sensitivity=shift)
        if obj == "laplace"
        else losses.DiscreteLaplacePrivacyLoss(epsilon / sensitivity, sensitivity=whole(shift))
    )


def run(req):
    obj, params = req["object"], req["params"]
    if (
        obj not in OBJECTS
        or req["kind"] not in ("exact", "reject")
        or req.get("quantity") != "hockey_stick"
    ):
        raise Unsupported("a hockey-stick divergence is what the accountant computes here")
    if "at_epsilon" not in params:
        raise Unsupported("the level is an epsilon")
    if number(params["shift"]) == 0:
        raise Unsupported("the library's sensitivity is positive")
    try:
        value = float(loss(obj, params).get_delta_for_epsilon(number(params["at_epsilon"])))
    except (ArithmeticError, ValueError, TypeError) as exc:
        raise Refused(type(exc).__name__, str(exc)) from exc
    if math.isnan(value):
        raise Refused("nan", "the answer is NaN")
    return {"value": {"f64": struct.pack(">d", value).hex()}}


def answer(req):
    if req["op"] == "hello":
        return {
            "ok": True,
            "protocol": 2,
            "adapter": {"name": "dp-accounting", "version": VERSION, "language": "python"},
            "supports": {
                "kinds": ["exact", "reject"],
                "objects": OBJECTS,
                "profiles": [],
                "numbers": [],
            },
            "upper_bounds": EXCESS,
            "edition": "corrected",
        }
    reply = {"seq": req.get("seq")}
    try:
        reply.update(status="ok", output=run(req))
    except Unsupported as exc:
        reply.update(status="unsupported", reason=str(exc))
    except Refused as exc:
        reply.update(status="rejected", code=exc.args[0], message=exc.args[1][:500])
    except Exception:
        reply.update(status="error", traceback=traceback.format_exc())
    return reply


def main():
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # nothing but replies on stdout
    for line in sys.stdin.buffer:
        req = json.loads(line)
        if req["op"] == "bye":
            break
        out.write(json.dumps(answer(req)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
