"""Conformance adapter (protocol 2, JSON lines on stdio) for diffprivlib 0.6.6.

What is judged, always through the public API and in binary64, wrong answers included:

* laplace           mechanisms.Laplace(epsilon, sensitivity): randomise(center), variance(0), `moment` of order 2 =
  mse(0)
* staircase         mechanisms.Staircase(epsilon, sensitivity, gamma): randomise(center); the documented default
                    gamma = 1/(1 + exp(epsilon/2)) is the E|X| optimum: optimal_gamma, objective
                    "absolute"
* discrete_laplace  mechanisms.Geometric(epsilon, sensitivity: int) likewise
* sized_mean        noise "truncated_laplace": tools.mean(data, epsilon, bounds). It adds Laplace noise of scale
                    (upper - lower)/(n epsilon) and cuts the release to [lower, upper] (its
                    docstring names Laplace only)

Relation: the mechanisms document epsilon-DP (delta = 0) for values at most `sensitivity` apart. The
package nowhere states a neighbouring relation for tools.mean; its sensitivity, (upper - lower)/n,
is the one of replacing one record while n is public, so that is the relation it is judged under.

Translation: "p/q" becomes the nearest binary64, which is all the library takes ("numbers" is
therefore empty); `decay` becomes epsilon = -ln(decay) in binary64, as a user would have to do.
Whatever exception the library raises is reported as "rejected" with its type as the code; mistakes
of this file are reported as "error".
"""

from collections import Counter

from diffprivlib.mechanisms import Geometric, Laplace, Staircase
from diffprivlib.tools import mean
from protocol import Unsupported, epsilon_of_decay, f64, hello, lib, real, records, serve, whole

VERSION = "0.6.6"
OBJECTS = ["laplace", "staircase", "discrete_laplace", "sized_mean"]
MECHANISMS = {"laplace": Laplace, "staircase": Staircase, "discrete_laplace": Geometric}


def epsilon_of(params, kind):
    if "epsilon" in params:
        return real(params["epsilon"])
    if "decay" not in params or kind == "reject":
        raise Unsupported("the library takes epsilon; it has no decay parameter to hand this to")
    return epsilon_of_decay(params["decay"])


def mechanism(obj, params, kind):
    args = {"epsilon": epsilon_of(params, kind)}
    args["sensitivity"] = (whole if obj == "discrete_laplace" else real)(
        params.get("sensitivity", "1")
    )
    if obj == "staircase":
        if params.get("gamma", "optimal") == "optimal":
            raise Unsupported("no gamma minimising the variance: the default gamma minimises E|X|")
        args["gamma"] = real(params["gamma"])
    return lib("construct", MECHANISMS[obj], **args)


def exact(obj, quantity, params, kind):
    if obj == "staircase" and quantity == "optimal_gamma":
        if params.get("objective", "mse") != "absolute":
            raise Unsupported("the library only has the gamma minimising E|X| (objective absolute)")
        mech = lib(
            "construct",
            Staircase,
            epsilon=epsilon_of(params, kind),
            sensitivity=real(params.get("sensitivity", "1")),
        )
        return {"value": {"f64": f64(mech.gamma)}}
    second_moment = quantity == "moment" and params["order"] == "2"
    if obj in ("laplace", "discrete_laplace") and (quantity == "variance" or second_moment):
        mech = mechanism(obj, params, kind)
        return {
            "value": {"f64": f64(lib("invoke", mech.mse if second_moment else mech.variance, 0))}
        }
    raise Unsupported(
        f"diffprivlib exposes no {quantity} for {obj}" + " of this order" * (quantity == "moment")
    )


def draw(obj, params, given, kind):
    n = int(given.get("draws", 1))
    if obj == "sized_mean":
        if (
            params.get("noise", "truncated_laplace" if kind == "reject" else None)
            != "truncated_laplace"
        ):
            raise Unsupported(
                "tools.mean only has Laplace noise cut to the bounds (noise truncated_laplace)"
            )
        data = records(given)
        if params["n"] != str(len(data)):
            raise Unsupported("tools.mean takes no n: it is the number of records handed over")
        bounds = (real(params["lower"]), real(params["upper"]))
        epsilon = epsilon_of(params, kind)
        return {
            "samples": "".join(
                f64(lib("invoke", mean, data, epsilon=epsilon, bounds=bounds)) for _ in range(n)
            )
        }
    mech = mechanism(obj, params, kind)
    if obj == "discrete_laplace":
        center = whole(given.get("center", "0"))
        counts = Counter(lib("invoke", mech.randomise, center) for _ in range(n))
        return {"counts": [[str(k), str(c)] for k, c in sorted(counts.items())]}
    center = real(given.get("center", "0"))
    return {"samples": "".join(f64(lib("invoke", mech.randomise, center)) for _ in range(n))}


def run(req):
    kind, obj, params = req.get("kind"), req.get("object"), req.get("params", {})
    if obj not in OBJECTS:
        raise Unsupported(f"diffprivlib has no {obj}")
    if kind == "exact" or (kind == "reject" and "quantity" in req):
        return exact(obj, req["quantity"], params, kind)
    if kind in ("stat", "reject"):
        return draw(obj, params, req.get("input", {}), kind)
    raise Unsupported(f"kind {kind}")


if __name__ == "__main__":
    serve(hello("diffprivlib", VERSION, OBJECTS, randomness="os"), run)
