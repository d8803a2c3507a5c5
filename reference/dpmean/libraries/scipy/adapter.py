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

import math
import warnings
from collections import Counter
from fractions import Fraction

import numpy as np
from protocol import Refused, Unsupported, epsilon_of_decay, f64, hello, number, serve
from scipy import stats

VERSION = "1.17.1"
RNG = np.random.default_rng()
LATTICE = "discrete_laplace"
OBJECTS = ["laplace", LATTICE, "gaussian", "student_t"]
NAMES = {"density": "pdf", "log_density": "logpdf", "pmf": "pmf", "log_pmf": "logpmf", "cdf": "cdf"}


def epsilon_of(params):
    if "decay" not in params:
        return number(params["epsilon"])
    if not 0 < Fraction(params["decay"]) < 1:
        raise Unsupported(
            "no decay parameter: a decay outside of (0, 1) has no epsilon to hand over"
        )
    return epsilon_of_decay(params["decay"])


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
    if obj not in OBJECTS or kind not in ("exact", "stat", "reject"):
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


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(hello("scipy", VERSION, OBJECTS, randomness="pcg64"), run)
