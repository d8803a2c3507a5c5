"""Conformance adapter (protocol 2, JSON lines on stdio) for PyDP 1.1.5 (`python-dp`, Google's C++
library in Python).

What is judged, always through the public API and in binary64, wrong answers included:

* laplace           numerical_mechanisms.LaplaceMechanism(epsilon, sensitivity): add_noise(center); `scale` = diversity
                    ("the diversity of the Laplace mechanism"); `quantile` for p > 1/2 = the upper
                    end of noise_confidence_interval(2p - 1, 0); `variance` and `moment` of order 2
                    = get_variance(0) and get_mse(0) of pydp.ml.mechanisms.laplace.Laplace
* discrete_laplace  pydp.ml.mechanisms.geometric.Geometric ("the classic geometric mechanism for differential privacy,
                    as first proposed by Ghosh, Roughgarden and Sundararajan"): randomise(center),
                    get_variance, get_mse. LaplaceMechanism.add_noise of an int rounds a continuous
                    draw: that is another law, not judged
* bounded_mean      algorithms.laplacian.BoundedMean(epsilon, lower_bound, upper_bound, dtype="float")
                    .quick_result(data): half of epsilon on the sum of the records minus the
                    midpoint, half on the count, whose noise is a Laplace draw rounded to an
                    integer; a noisy count below 1 becomes 1; the quotient plus the midpoint,
                    clipped to the bounds (cc/algorithms/bounded-mean.h)

BoundedSum is not judged: no object here is a noisy sum.

Relation: add or remove one record. Google's library documents it as "all adjacent datasets in the
powerset" of a data set (cc/testing/README.md) and lets nobody learn whether there were further
entries (common_docs/attack_model.md); BoundedMean's docstring takes the algorithm from section
2.5.5 (algorithm 2.4) of Li, Lyu, Su and Yang, "Differential Privacy: From Theory to Practice". With
the defaults l0_sensitivity = linf_sensitivity = 1 a user has one record. The mechanisms take a
sensitivity.

Translation: "p/q" becomes the nearest binary64, which is all the library takes ("numbers" is
therefore empty). Data and parameters are handed on as they are. Whatever exception the library
raises is reported as "rejected" with its type as the code; mistakes of this file are reported as
"error".
"""

import math
from collections import Counter
from fractions import Fraction

from protocol import Unsupported, f64, hello, lib, real, records, serve, whole
from pydp.algorithms.laplacian import BoundedMean
from pydp.algorithms.numerical_mechanisms import LaplaceMechanism
from pydp.ml.mechanisms.geometric import Geometric
from pydp.ml.mechanisms.laplace import Laplace

VERSION = "1.1.5"
OBJECTS = ["laplace", "discrete_laplace", "bounded_mean"]
POLICIES = {"count": "at_least_one", "count_noise": "integer", "missing": "dropped"}


def epsilon_of(params):
    if "epsilon" not in params:
        raise Unsupported("the library takes epsilon; it has no decay parameter to hand this to")
    return real(params["epsilon"])


def ml_mechanism(obj, params):
    epsilon, text = epsilon_of(params), params.get("sensitivity", "1")
    kind, sensitivity = (Laplace, real(text)) if obj == "laplace" else (Geometric, whole(text))
    return lib("construct", lambda: kind().set_epsilon(epsilon).set_sensitivity(sensitivity))


def exact(obj, quantity, params):
    if obj in ("laplace", "discrete_laplace") and (
        quantity == "variance" or (quantity == "moment" and params["order"] == "2")
    ):
        mech = ml_mechanism(obj, params)
        return {
            "value": {
                "f64": f64(
                    lib("invoke", mech.get_variance if quantity == "variance" else mech.get_mse, 0)
                )
            }
        }
    if obj == "laplace" and quantity in ("scale", "quantile"):
        mech = lib(
            "construct", LaplaceMechanism, epsilon_of(params), real(params.get("sensitivity", "1"))
        )
        if quantity == "scale":
            return {"value": {"f64": f64(mech.diversity)}}
        level = math.nan if params["p"] == "nan" else 2 * Fraction(params["p"]) - 1
        if level <= 0:
            raise Unsupported(
                "PyDP has confidence intervals around the value: no quantile at p <= 1/2"
            )
        return {
            "value": {
                "f64": f64(
                    lib("invoke", mech.noise_confidence_interval, float(level), 0.0).upper_bound
                )
            }
        }
    raise Unsupported(
        f"PyDP exposes no {quantity} for {obj}" + (" of this order" if quantity == "moment" else "")
    )


def draw(obj, params, given):
    n = int(given.get("draws", 1))
    if obj == "bounded_mean":
        data, epsilon = records(given), epsilon_of(params)
        lower, upper = real(params["lower"]), real(params["upper"])
        mean = lib(
            "construct",
            BoundedMean,
            epsilon=epsilon,
            lower_bound=lower,
            upper_bound=upper,
            dtype="float",
        )
        return {"samples": "".join(f64(lib("invoke", mean.quick_result, data)) for _ in range(n))}
    if obj == "discrete_laplace":
        mech, center = ml_mechanism(obj, params), whole(given.get("center", "0"))
        counts = Counter(lib("invoke", mech.randomise, center) for _ in range(n))
        return {"counts": [[str(k), str(c)] for k, c in sorted(counts.items())]}
    mech = lib(
        "construct", LaplaceMechanism, epsilon_of(params), real(params.get("sensitivity", "1"))
    )
    center = real(given.get("center", "0"))
    return {"samples": "".join(f64(lib("invoke", mech.add_noise, center)) for _ in range(n))}


def run(req):
    kind, obj, params = req.get("kind"), req.get("object"), req.get("params", {})
    if obj not in OBJECTS:
        raise Unsupported(f"PyDP has no {obj}")
    if kind == "exact" or (kind == "reject" and "quantity" in req):
        return exact(obj, req["quantity"], params)
    if kind in ("stat", "reject"):
        return draw(obj, params, req.get("input", {}))
    raise Unsupported(f"kind {kind}")


if __name__ == "__main__":
    serve(hello("pydp", VERSION, OBJECTS, policies=POLICIES, randomness="csprng"), run)
