"""Conformance adapter (protocol 2, JSON lines on stdio) for scipy.stats 1.17.1: a control, which
promises no privacy.

What is judged, always through the public API and in binary64, wrong answers included:

* laplace           stats.laplace(loc = center, scale = sensitivity / epsilon)
* discrete_laplace  stats.dlaplace(a = epsilon / sensitivity, loc = center)
* gaussian          stats.norm(loc = center, scale = sqrt(sigma_squared))
* student_t         stats.t(df = degrees, loc = center, scale)

`density` is pdf, `pmf` is pmf, `log_density` and `log_pmf` are logpdf and logpmf, `cdf` is cdf,
`variance` is var(), `moment` of an even order is moment(order), which for the odd ones is another
moment, `normalizer` is pmf(0), and draws are rvs with numpy's default generator. `quantile` is
ppf(p) up to p = 1/2 and isf(1 - p) above, because 1 - p is exact there; `tail`, P(|Z| >= x), is
sf(x) twice (of a lattice law sf(k - 1), the library's sf being P(Z > k)).

Translation: "p/q" becomes the nearest binary64 ("numbers" is therefore empty); `decay` becomes
epsilon = -ln(decay). SciPy documents no refusal of a parameter or probability out of range: NaN is
its answer, so NaN is reported as "rejected" with the code "nan", and so is an exception, with its
type as the code.
"""

import json
import math
import os
import struct
import sys
import traceback
import warnings
from collections import Counter
from fractions import Fraction

import numpy as np
from scipy import stats

VERSION = "1.17.1"
RNG = np.random.default_rng()
LATTICE = "discrete_laplace"
NAMES = {"density": "pdf", "log_density": "logpdf", "pmf": "pmf", "log_pmf": "logpmf", "cdf": "cdf"}


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
    if not 0 < b < 1:
        raise Unsupported(
            "no decay parameter: a decay outside of (0, 1) has no epsilon to hand over"
        )
    return (
        -math.log1p(-float(1 - b)) if 2 * b > 1 else math.log(b.denominator) - math.log(b.numerator)
    )


def law(obj, params, center=0.0):
    if obj == "gaussian":
        variance = number(params["sigma_squared"])
        return stats.norm(loc=center, scale=math.sqrt(variance) if variance >= 0 else math.nan)
    if obj == "student_t":
        return stats.t(
            df=number(params["degrees"]), loc=center, scale=number(params.get("scale", "1"))
        )
    epsilon, sensitivity = epsilon_of(params), number(params.get("sensitivity", "1"))
    if obj == LATTICE:
        return stats.dlaplace(a=np.float64(epsilon) / sensitivity, loc=center)
    return stats.laplace(loc=center, scale=np.float64(sensitivity) / epsilon)


def exact(obj, quantity, params):
    if obj == LATTICE and number(params.get("sensitivity", "1")) % 1:
        raise Unsupported(
            "dlaplace has one parameter, and no sensitivity that could be off the lattice"
        )
    point = number(params["k" if obj == LATTICE else "x"]) if {"k", "x"} & set(params) else None
    if quantity in NAMES:
        return getattr(law(obj, params), NAMES[quantity])(point)
    if quantity == "normalizer":
        return law(obj, params).pmf(0)
    if quantity == "variance":
        return law(obj, params).var()
    if quantity == "moment" and params["order"] in ("2", "4", "6", "8"):
        return law(obj, params).moment(int(params["order"]))
    if quantity == "tail":
        least = 1 if obj == LATTICE else 0
        return 2 * law(obj, params).sf(point - least) if point >= least else 1.0
    if quantity == "quantile":
        upper = 2 * Fraction(params["p"]) > 1 if params["p"] != "nan" else False
        return (
            law(obj, params).isf(float(1 - Fraction(params["p"])))
            if upper
            else law(obj, params).ppf(number(params["p"]))
        )
    raise Unsupported(
        f"scipy.stats computes no {quantity} of {obj}" + " of this order" * (quantity == "moment")
    )


def f64(x):
    return struct.pack(">d", x).hex()


def draw(obj, params, given):
    n, center = int(given.get("draws", "1")), number(given.get("center", "0"))
    drawn = law(obj, params, center).rvs(size=n, random_state=RNG)
    if np.isnan(drawn).any():
        raise Refused("nan", "a draw is NaN")
    if obj == LATTICE:
        counts = Counter(drawn.tolist())
        return {"counts": [[str(int(k)), str(c)] for k, c in sorted(counts.items())]}
    return {"samples": "".join(map(f64, drawn))}


def run(req):
    kind, obj, params = req["kind"], req["object"], req["params"]
    if obj not in ("laplace", LATTICE, "gaussian", "student_t") or kind not in (
        "exact",
        "stat",
        "reject",
    ):
        raise Unsupported(f"no {obj} of kind {kind}")
    try:
        if "quantity" not in req:
            return draw(obj, params, req.get("input", {}))
        value = float(exact(obj, req["quantity"], params))
    except (ArithmeticError, ValueError, TypeError) as exc:
        raise Refused(type(exc).__name__, str(exc)) from exc
    if math.isnan(value):
        raise Refused("nan", "the answer is NaN")
    return {"value": {"f64": f64(value)}}


def answer(req):
    if req["op"] == "hello":
        return {
            "ok": True,
            "protocol": 2,
            "adapter": {"name": "scipy", "version": VERSION, "language": "python"},
            "supports": {
                "kinds": ["exact", "stat", "reject"],
                "objects": ["laplace", LATTICE, "gaussian", "student_t"],
                "profiles": [],
                "numbers": [],
            },
            "randomness": "pcg64",
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
