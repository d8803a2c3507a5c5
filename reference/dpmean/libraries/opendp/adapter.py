"""Conformance adapter (protocol 2, JSON lines on stdio) for OpenDP 0.16.0 (Python package
`opendp`).

What is judged, always through the public API and in binary64 / i64, wrong answers included:

* laplace           m.make_laplace on atom_domain(T=float, nan=False), absolute_distance: its privacy map gives
                    `epsilon` (d_in = sensitivity) and `privacy_loss` (d_in = |shift|); `scale` by
                    the library's own binary_search_param; `quantile` for p > 1/2 =
                    laplacian_scale_to_accuracy at alpha = 2(1-p); draws from the same constructor
                    on vector_domain (one batch, l1_distance)
* discrete_laplace  m.make_laplace on i64 likewise; `quantile` for p > 1/2 = floor of
                    discrete_laplacian_scale_to_accuracy ("you can take the floor", says its
                    documentation)
* discrete_gaussian m.make_gaussian on i64 (ZeroConcentratedDivergence): its map gives `rho` (d_in =
  sensitivity); draws from the same
                    constructor on vector_domain (l2_distance). It takes a scale: the greatest
                    double whose square is at most sigma_squared
* staircase         gamma = 1/2: m.make_canonical_noise(d_in = sensitivity, d_out = (epsilon, 0)). Its docstring says
  that
                    the noise is "sampled from the Tulap distribution", which at delta = 0 is
                    discrete Laplace plus a uniform variable on +-1/2, the staircase of gamma = 1/2;
                    its constructor admits delta in [0, 1]. Run in a forked copy, because a draw
                    ends the process (see known.toml)
* sized_mean        noise "laplace": vector_domain(size=n) >> then_clamp >> then_mean >> then_laplace, the scale found
                    by binary_search_param for d_in = 2; `sensitivity` from the map of the mean at
                    d_in = 2

Relation: symmetric_distance; with the size n in the domain descriptor (n public) d_in = 2 is one
replaced record. The measure is MaxDivergence, i.e. pure epsilon-DP of the released doubles. The
maps are upper bounds: they round upward, and the map of the mean also pays for rounding in the
float summation (needs only the feature "contrib"). The library derives no (epsilon, delta) profile
from a pure measurement: zCDP conversions only bound it, so no hockey stick is answered.

Translation: "p/q" becomes the nearest binary64, which is all the library takes ("numbers" is
therefore empty); `decay` becomes epsilon = -ln(decay) in binary64. make_laplace takes a scale:
draws use sensitivity / epsilon as a user computes it; for kind "reject" epsilon and sensitivity go
to binary_search_param, the one place that takes them. Whatever exception the library raises is
reported as "rejected"; mistakes of this file are reported as "error".
"""

import json
import math
import os
from collections import Counter
from fractions import Fraction

import opendp.prelude as dp
from protocol import (
    Refused,
    Unsupported,
    epsilon_of_decay,
    f64,
    hello,
    outcome,
    real,
    records,
    serve,
    whole,
)

dp.enable_features("contrib")
VERSION = "0.16.0"
TYPES = {"laplace": float, "discrete_laplace": "i64"}
# by itself the search looks at scales up to 2^49 only, as its documentation says
SCALES = (0.0, 2.0**200)
OBJECTS = [*TYPES, "discrete_gaussian", "staircase", "sized_mean"]


def lib(phase, call, *args, **kwargs):
    """Call into the library; whatever it raises is a refusal by the library, not a mistake of this
    file.
    """
    try:
        return call(*args, **kwargs)
    except Exception as exc:
        message = (getattr(exc, "message", None) or str(exc)).strip()
        code = getattr(exc, "variant", None) or type(exc).__name__
        raise Refused(code, message, phase) from exc


def probability(text):
    """Exactly, because 1 - p is asked for; NaN is handed on."""
    return math.nan if text == "nan" else Fraction(text)


def epsilon_of(params, kind):
    if "epsilon" in params:
        return real(params["epsilon"])
    if "decay" not in params or kind == "reject":
        raise Unsupported("the library takes epsilon; it has no decay parameter to hand this to")
    return epsilon_of_decay(params["decay"])


def laplace(obj, scale, vector=False):
    atom = dp.atom_domain(T=float, nan=False) if obj == "laplace" else dp.atom_domain(T="i64")
    if vector:
        return dp.m.make_laplace(dp.vector_domain(atom), dp.l1_distance(T=TYPES[obj]), scale=scale)
    return dp.m.make_laplace(atom, dp.absolute_distance(T=TYPES[obj]), scale=scale)


def search_scale(obj, sensitivity, epsilon):
    return lib(
        "construct",
        dp.binary_search_param,
        lambda s: laplace(obj, s),
        d_in=sensitivity,
        d_out=epsilon,
    )


def scale_for(obj, sensitivity, params, kind):
    epsilon = epsilon_of(params, kind)
    return search_scale(obj, sensitivity, epsilon) if kind == "reject" else sensitivity / epsilon


def canonical_noise(params, kind):
    if real(params.get("gamma", "1/2")) != 0.5:
        raise Unsupported("the noise of make_canonical_noise is the staircase of gamma = 1/2")
    atom, metric = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    d_in, d_out = real(params.get("sensitivity", "1")), (epsilon_of(params, kind), 0.0)
    return lib("construct", dp.m.make_canonical_noise, atom, metric, d_in=d_in, d_out=d_out)


def clamped_mean(lower, upper, n):
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=n), dp.symmetric_distance()
    return space >> dp.t.then_clamp((lower, upper)) >> dp.t.then_mean()


def mean_scale(mean, epsilon, bounds=None):
    return lib(
        "construct",
        dp.binary_search_param,
        lambda s: mean >> dp.m.then_laplace(s),
        d_in=2,
        d_out=epsilon,
        bounds=bounds,
    )


def exact(obj, quantity, params, kind):
    if obj == "sized_mean" and quantity in ("sensitivity", "scale"):
        mean = lib(
            "construct",
            clamped_mean,
            real(params["lower"]),
            real(params["upper"]),
            whole(params["n"]),
        )
        value = (
            lib("invoke", mean.map, 2)
            if quantity == "sensitivity"
            else mean_scale(mean, epsilon_of(params, kind))
        )
        return {"value": {"f64": f64(value)}}
    if obj == "discrete_gaussian":
        if quantity != "rho":
            raise Unsupported(f"OpenDP exposes no {quantity} for {obj}")
        return {
            "value": {
                "f64": f64(
                    lib("invoke", gaussian(params).map, real(params.get("sensitivity", "1")))
                )
            }
        }
    number = real if obj == "laplace" else whole
    sensitivity = number(params.get("sensitivity", "1"))
    if obj in TYPES and quantity == "epsilon":
        value = lib(
            "invoke", lib("construct", laplace, obj, real(params["scale"])).map, sensitivity
        )
    elif obj in TYPES and quantity == "privacy_loss":
        measurement = lib("construct", laplace, obj, scale_for(obj, sensitivity, params, kind))
        value = lib("invoke", measurement.map, abs(number(params["shift"])))
    elif obj == "laplace" and quantity == "scale":
        value = search_scale(obj, sensitivity, epsilon_of(params, kind))
    elif obj in TYPES and quantity == "quantile" and not 2 * probability(params["p"]) <= 1:
        alpha, scale = (
            float(2 * (1 - probability(params["p"]))),
            scale_for(obj, sensitivity, params, kind),
        )
        accuracy = (
            dp.laplacian_scale_to_accuracy
            if obj == "laplace"
            else dp.discrete_laplacian_scale_to_accuracy
        )
        value = lib("invoke", accuracy, scale, alpha)
        if obj == "discrete_laplace" and math.isfinite(value):
            value = float(math.floor(value))
    else:
        raise Unsupported(
            f"OpenDP exposes no {quantity} for {obj}" + " at p <= 1/2" * (quantity == "quantile")
        )
    return {"value": {"f64": f64(value)}}


def gaussian(params, vector=False):
    """make_gaussian, on numbers or on vectors of them."""
    sigma_squared = real(params["sigma_squared"])
    scale = (
        math.sqrt(sigma_squared)
        if isinstance(sigma_squared, float) and sigma_squared >= 0
        else sigma_squared
    )
    while (
        isinstance(scale, float)
        and 0 < scale < math.inf
        and Fraction(scale) ** 2 > Fraction(sigma_squared)
    ):
        scale = math.nextafter(scale, 0)
    domain, metric = dp.atom_domain(T="i64"), dp.absolute_distance(T="f64")
    if vector:
        domain, metric = dp.vector_domain(domain), dp.l2_distance(T="f64")
    return lib("construct", dp.m.make_gaussian, domain, metric, scale)


def draw(obj, params, given, kind):
    n = int(given.get("draws", 1))
    if obj == "sized_mean":
        if params.get("noise", "laplace" if kind == "reject" else None) != "laplace":
            raise Unsupported("the mean is composed with make_laplace only (noise laplace)")
        data = records(given)
        mean = lib(
            "construct",
            clamped_mean,
            real(params["lower"]),
            real(params["upper"]),
            whole(params["n"]),
        )
        scale = mean_scale(mean, epsilon_of(params, kind), SCALES if kind == "stat" else None)
        private_mean = lib("construct", lambda: mean >> dp.m.then_laplace(scale))
        return {"samples": "".join(f64(lib("invoke", private_mean, data)) for _ in range(n))}
    if obj == "staircase":
        measurement, center = canonical_noise(params, kind), real(given.get("center", "0"))
        return {"samples": "".join(f64(lib("invoke", measurement, center)) for _ in range(n))}
    number = real if obj == "laplace" else whole
    if obj == "discrete_gaussian":
        draws = lib("invoke", gaussian(params, vector=True), [whole(given.get("center", "0"))] * n)
    else:
        scale = scale_for(obj, number(params.get("sensitivity", "1")), params, kind)
        draws = lib(
            "invoke",
            lib("construct", laplace, obj, scale, vector=True),
            [number(given.get("center", "0"))] * n,
        )
    if obj != "laplace":
        return {"counts": [[str(k), str(c)] for k, c in sorted(Counter(draws).items())]}
    return {"samples": "".join(map(f64, draws))}


def run(req):
    kind, obj, params = req.get("kind"), req.get("object"), req.get("params", {})
    if obj not in OBJECTS:
        raise Unsupported(f"OpenDP has no {obj}")
    if kind == "exact" or (kind == "reject" and "quantity" in req):
        return exact(obj, req["quantity"], params, kind)
    if kind in ("stat", "reject"):
        return draw(obj, params, req.get("input", {}), kind)
    raise Unsupported(f"kind {kind}")


def in_a_copy(run, req):
    """The outcome; of a staircase from a forked copy of this process, so that a crash inside the
    library ends only the copy.
    """
    if req.get("object") != "staircase":
        return outcome(run, req)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writer, "w") as pipe:
            json.dump(outcome(run, req), pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return (
        json.loads(text)
        if code == 0
        else {"status": "error", "traceback": f"the library ended the process (exit code {code})"}
    )


if __name__ == "__main__":
    serve(hello("opendp", VERSION, OBJECTS, randomness="csprng"), run, in_a_copy)
