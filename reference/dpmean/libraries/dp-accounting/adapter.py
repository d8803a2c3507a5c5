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

import math
import struct
import warnings

from dp_accounting.pld import privacy_loss_mechanism as losses
from protocol import Refused, Unsupported, epsilon_of_decay, hello, number, serve

VERSION = "0.6.0"
OBJECTS = ["laplace", "discrete_laplace", "gaussian", "discrete_gaussian"]
EXCESS = {"hockey_stick": "0.0000000000000000000002"}


def epsilon_of(params):
    if "decay" not in params:
        return number(params["epsilon"])
    return epsilon_of_decay(params["decay"])


def on_lattice(shift):
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
            else losses.DiscreteGaussianPrivacyLoss(sigma, sensitivity=on_lattice(shift))
        )
    epsilon, sensitivity = epsilon_of(params), number(params.get("sensitivity", "1"))
    return (
        losses.LaplacePrivacyLoss(sensitivity / epsilon, sensitivity=shift)
        if obj == "laplace"
        else losses.DiscreteLaplacePrivacyLoss(epsilon / sensitivity, sensitivity=on_lattice(shift))
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


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(hello("dp-accounting", VERSION, OBJECTS, ["exact", "reject"], upper_bounds=EXCESS), run)
