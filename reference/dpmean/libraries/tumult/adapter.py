"""Conformance adapter (protocol 2, JSON lines on stdio) for Tumult Core 0.20.0 (`tmlt.core`).

What is judged, always through the library's own objects, wrong answers included:

* laplace           measurements.noise_mechanisms.AddLaplaceNoise(scale): its privacy_function gives `epsilon`
                    (d_in = sensitivity) and `privacy_loss` (d_in = |shift|); inverse_cdf gives
                    `quantile`; draws
* discrete_laplace  AddGeometricNoise(alpha) likewise; utils.distributions.double_sided_geometric_pmf gives `pmf` and
                    `normalizer` (k = 0), double_sided_geometric_cmf_exact gives `cdf`. From alpha =
                    10 on the draws come from the sampler of Canonne, Kamath and Steinke (the module
                    is derived from their discretegauss.py)
* discrete_gaussian AddDiscreteGaussianNoise(sigma_squared): its privacy_function (RhoZCDP) gives
  `rho`; utils.distributions has
                    discrete_gaussian_pmf (`pmf`, `normalizer`), discrete_gaussian_cmf (`cdf`) and
                    discrete_gaussian_inverse_cmf
                    (`quantile`), of doubles; draws

Its means (create_average_measurement) run as Spark jobs, one a release; batches of thousands of
releases are out of reach, so they are not judged.

Relation: AbsoluteDifference of the values; the measure is PureDP, i.e. pure epsilon-DP of the
released number.

Translation: privacy parameters are ExactNumbers, so "p/q" is exact ("numbers" has "rational") and
`decay` becomes the expression -log(decay). The mechanisms take a scale: it is
ExactNumber(sensitivity) / ExactNumber(epsilon), as a user computes it. inverse_cdf and the mass
function take doubles: the scale becomes one by the library's to_float(round_up); a p that is no
double is not asked, nor a scale where the quantile jumps. An irrational ExactNumber is answered as
the interval from its to_float(round_up=False) to its to_float(round_up=True), which are documented
as bounds. Whatever exception the library raises is "rejected"; mistakes of this file are "error".
"""

from collections import Counter
from fractions import Fraction

from protocol import Unsupported, f64, hello, lib, serve
from tmlt.core.domains.numpy_domains import NumpyFloatDomain
from tmlt.core.measurements.noise_mechanisms import (
    AddDiscreteGaussianNoise,
    AddGeometricNoise,
    AddLaplaceNoise,
)
from tmlt.core.utils.distributions import (
    discrete_gaussian_cmf,
    discrete_gaussian_inverse_cmf,
    discrete_gaussian_pmf,
    double_sided_geometric_cmf_exact,
    double_sided_geometric_pmf,
)
from tmlt.core.utils.exact_number import ExactNumber

VERSION = "0.20.0"
OBJECTS = ["laplace", "discrete_laplace", "discrete_gaussian"]


def number(text):
    """A number of the protocol as the library takes it: a Fraction, a float that is no number, or
    the text itself.
    """
    if not isinstance(text, str):
        return text
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return float(text) if text in ("nan", "inf", "-inf") else text


def exact_number(text):
    value = number(text)
    if isinstance(value, float):
        return lib("construct", ExactNumber.from_float, value, round_up=True)
    return lib("construct", ExactNumber, value)


def epsilon_of(params, kind):
    if "epsilon" in params:
        return exact_number(params["epsilon"])
    if "decay" not in params or kind == "reject":
        raise Unsupported("the library takes epsilon; it has no decay parameter to hand this to")
    return lib("construct", ExactNumber, f"-log({params['decay']})")


def scale_of(params, kind):
    if "scale" in params:
        return exact_number(params["scale"])
    sensitivity, epsilon = exact_number(params.get("sensitivity", "1")), epsilon_of(params, kind)
    return lib("construct", lambda: sensitivity / epsilon)


def mechanism(obj, scale):
    return (
        lib("construct", AddLaplaceNoise, NumpyFloatDomain(), scale)
        if obj == "laplace"
        else lib("construct", AddGeometricNoise, scale)
    )


def shown(value):
    """An ExactNumber as p/q where it is rational, otherwise between the library's own two
    roundings.
    """
    if value.expr.is_Rational:
        return f"{value.expr.p}/{value.expr.q}"
    if not value.is_finite:
        return {"f64": f64(value.to_float(round_up=True))}
    ends = (Fraction(lib("invoke", value.to_float, round_up=up)) for up in (False, True))
    low, high = (f"{end.numerator}/{end.denominator}" for end in ends)
    return {"lo": low, "hi": high}


def is_double(q):
    return Fraction(float(q)) == q


def exact(obj, quantity, params, kind):
    if quantity in ("epsilon", "privacy_loss"):
        d_in = (
            params.get("sensitivity", "1")
            if quantity == "epsilon"
            else params["shift"].removeprefix("-")
        )
        return {
            "value": shown(
                lib(
                    "invoke",
                    mechanism(obj, scale_of(params, kind)).privacy_function,
                    exact_number(d_in),
                )
            )
        }
    if quantity == "quantile":
        scale = scale_of(params, kind)
        p = number(params["p"])
        jumps = obj == "discrete_laplace"  # its argument rounded would be another question
        if (p == p and not is_double(p)) or (
            jumps
            and not (
                scale.expr.is_Rational and is_double(Fraction(int(scale.expr.p), int(scale.expr.q)))
            )
        ):
            raise Unsupported("inverse_cdf takes doubles, and a parameter is none")
        value = lib(
            "invoke", mechanism(obj, scale).inverse_cdf, scale.to_float(round_up=True), float(p)
        )
        return {"value": {"f64": f64(value)}}
    if obj == "discrete_laplace" and quantity in ("pmf", "normalizer"):
        alpha, k = scale_of(params, kind).to_float(round_up=True), int(params.get("k", "0"))
        return {"value": {"f64": f64(lib("invoke", double_sided_geometric_pmf, k, alpha))}}
    if obj == "discrete_laplace" and quantity == "cdf":
        return {
            "value": shown(
                lib(
                    "invoke",
                    double_sided_geometric_cmf_exact,
                    int(params["k"]),
                    scale_of(params, kind),
                )
            )
        }
    raise Unsupported(f"Tumult Core exposes no {quantity} for {obj}")


def gaussian(quantity, params):
    if quantity == "rho":
        mech = lib("construct", AddDiscreteGaussianNoise, exact_number(params["sigma_squared"]))
        return {
            "value": shown(
                lib("invoke", mech.privacy_function, exact_number(params.get("sensitivity", "1")))
            )
        }
    if quantity not in ("pmf", "normalizer", "cdf", "quantile"):
        raise Unsupported(f"Tumult Core exposes no {quantity} for discrete_gaussian")
    given = [
        number(params["sigma_squared"]),
        *([number(params["p"])] if quantity == "quantile" else []),
    ]
    if any(isinstance(q, Fraction) and not is_double(q) for q in given):
        raise Unsupported("its functions of the distribution take doubles, and a parameter is none")
    sigma_squared, *p = (float(q) if isinstance(q, Fraction) else q for q in given)
    if quantity == "quantile":
        value = lib("invoke", discrete_gaussian_inverse_cmf, *p, sigma_squared)
    else:
        value = lib(
            "invoke",
            discrete_gaussian_cmf if quantity == "cdf" else discrete_gaussian_pmf,
            int(params.get("k", "0")),
            sigma_squared,
        )
    return {"value": {"f64": f64(float(value))}}


def draw(obj, params, given, kind):
    n = int(given.get("draws", 1))
    mech = (
        lib("construct", AddDiscreteGaussianNoise, exact_number(params["sigma_squared"]))
        if obj == "discrete_gaussian"
        else mechanism(obj, scale_of(params, kind))
    )
    if kind == "reject" and obj != "discrete_gaussian":  # the one place that takes the sensitivity
        lib("construct", mech.privacy_function, exact_number(params.get("sensitivity", "1")))
    if obj == "laplace":
        center = float(number(given.get("center", "0")))
        return {"samples": "".join(f64(lib("invoke", mech, center)) for _ in range(n))}
    center = int(given.get("center", "0"))
    counts = Counter(lib("invoke", mech, center) for _ in range(n))
    return {"counts": [[str(k), str(c)] for k, c in sorted(counts.items())]}


def run(req):
    kind, obj, params = req.get("kind"), req.get("object"), req.get("params", {})
    if obj not in OBJECTS:
        raise Unsupported(f"Tumult Core has no {obj}")
    if kind == "exact" or (kind == "reject" and "quantity" in req):
        return (
            gaussian(req["quantity"], params)
            if obj == "discrete_gaussian"
            else exact(obj, req["quantity"], params, kind)
        )
    if kind in ("stat", "reject"):
        return draw(obj, params, req.get("input", {}), kind)
    raise Unsupported(f"kind {kind}")


if __name__ == "__main__":
    serve(hello("tumult", VERSION, OBJECTS, numbers=["rational"], randomness="csprng"), run)
