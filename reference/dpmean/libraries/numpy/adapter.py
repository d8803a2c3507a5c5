"""Conformance adapter (protocol 2, JSON lines on stdio) for NumPy 2.4.6: the known-bad control.

NumPy is no privacy library and promises none. This is the code that people write around it, with no
check and in binary64; the suite must find what is wrong with it, and known.toml lists what that is.
A change of the suite that no longer finds it is a mistake of the suite.

* laplace           scale = sensitivity / epsilon; center + numpy.random.Generator.laplace(scale): the classic double
  that
                    betrays its centre. `scale`, `epsilon` and `variance` are the same divisions in
                    binary64
* discrete_laplace  p = 1 - exp(-epsilon / sensitivity); center plus one Generator.geometric(p) minus another
* sized_mean        mean of numpy.clip(data) plus Laplace noise by inversion, +-scale * log(u), of scale
                    (upper - lower) / (n epsilon); with noise "truncated_laplace" clipped again;
                    `sensitivity`, `scale`

Relation: none is documented; judged as what the code is meant to be, one record replaced and n
public for sized_mean.

Translation: "p/q" becomes the nearest binary64 ("numbers" is therefore empty). Whatever Python or
NumPy raises is "rejected" with its type as the code, also when it is only a division by zero.
"""

import math
from collections import Counter

import numpy as np
from protocol import (
    Refused,
    Unsupported,
    f64,
    hello,
    real,
    records,
    serve,
    whole,
)

VERSION = "2.4.6"
OBJECTS = ["laplace", "discrete_laplace", "sized_mean"]
RNG = np.random.default_rng()


# ---- the naive code under test -----------------------------------------------------------------------------------


def laplace(center, sensitivity, epsilon, n):
    return center + RNG.laplace(scale=sensitivity / epsilon, size=n)


def discrete_laplace(center, sensitivity, epsilon, n):
    p = 1 - math.exp(-epsilon / sensitivity)
    return center + RNG.geometric(p, size=n) - RNG.geometric(p, size=n)


def mean_sensitivity(lower, upper, n):
    return (upper - lower) / n


def sized_mean(data, lower, upper, epsilon, n, truncated):
    scale = mean_sensitivity(lower, upper, len(data)) / epsilon
    noise = RNG.choice([-1.0, 1.0], size=n) * scale * np.log(RNG.random(size=n))
    noisy = np.clip(data, lower, upper).mean() + noise
    return np.clip(noisy, lower, upper) if truncated else noisy


EXACT = {
    ("laplace", "scale"): lambda p: p("sensitivity", "1") / p("epsilon"),
    ("laplace", "epsilon"): lambda p: p("sensitivity", "1") / p("scale"),
    ("laplace", "variance"): lambda p: 2 * (p("sensitivity", "1") / p("epsilon")) ** 2,
    ("sized_mean", "sensitivity"): lambda p: mean_sensitivity(p("lower"), p("upper"), p("n")),
    ("sized_mean", "scale"): lambda p: (
        mean_sensitivity(p("lower"), p("upper"), p("n")) / p("epsilon")
    ),
}


# ---- the protocol ------------------------------------------------------------------------------------------------


def draw(obj, params, given):
    if "epsilon" not in params:
        raise Unsupported("no decay parameter")
    n, epsilon = int(given.get("draws", 1)), real(params["epsilon"])
    if obj == "sized_mean":
        data, noise = records(given), params.get("noise", "laplace")
        if params["n"] != str(len(data)):
            raise Unsupported("the naive mean takes no n: it is the number of records")
        return {
            "samples": "".join(
                map(
                    f64,
                    sized_mean(
                        data,
                        real(params["lower"]),
                        real(params["upper"]),
                        epsilon,
                        n,
                        noise != "laplace",
                    ),
                )
            )
        }
    number = real if obj == "laplace" else whole
    sensitivity, center = number(params.get("sensitivity", "1")), number(given.get("center", "0"))
    if obj == "laplace":
        return {"samples": "".join(map(f64, laplace(center, sensitivity, epsilon, n)))}
    counts = Counter(discrete_laplace(center, sensitivity, epsilon, n).tolist())
    return {"counts": [[str(k), str(c)] for k, c in sorted(counts.items())]}


def run(req):
    kind, obj, params = req.get("kind"), req.get("object"), req.get("params", {})
    if obj not in OBJECTS or kind not in ("exact", "stat", "reject"):
        raise Unsupported(f"no {obj} of kind {kind}")
    if "quantity" in req:
        formula = EXACT.get((obj, req["quantity"]))
        if formula is None or "decay" in params:
            raise Unsupported(f"the naive code computes no {req['quantity']} for {obj}")

        def value():
            return formula(lambda name, default=None: real(params.get(name, default)))

        call = lambda: {"value": {"f64": f64(value())}}  # noqa: E731
    else:
        call = lambda: draw(obj, params, req.get("input", {}))  # noqa: E731
    try:
        return call()
    except (ArithmeticError, ValueError, TypeError) as exc:
        raise Refused(type(exc).__name__, str(exc)) from exc


if __name__ == "__main__":
    serve(hello("numpy", VERSION, OBJECTS, randomness="pcg64"), run)
