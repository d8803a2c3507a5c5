"""Exact quantities of `histogram`: the dispatch."""

from fractions import Fraction

from parts.half_widths import half_width
from parts.histogram_params import (
    Histogram,
    contribution_and_relation,
    sensitivity,
    squared_sensitivity,
)
from parts.histogram_shown import answer
from parts.params import CONCENTRATED, PURE
from quantities import sharpest
from trilemma.params import share
from values import Unsupported, number, require

# the noise of a request that names none, where the name of the quantity says it
ANY = {"scale": "laplace", "sigma_squared": "gaussian"}
KINDS = {"scale": PURE, "sigma_squared": CONCENTRATED}


def exact(name, quantity, params):
    if quantity in ("sensitivity", "squared_sensitivity"):
        function = sensitivity if quantity == "sensitivity" else squared_sensitivity
        return function(*contribution_and_relation(params))
    if quantity in ("delta", "least_threshold"):
        return answer(quantity, params)
    if quantity == "half_width":
        require("clamp" not in params, "clamp", "a half width is asked for without a clamp")
        return half_width(Histogram(params, more=("beta",)), share(params, "beta"))
    if quantity in ("expected", "mse"):
        return with_count(quantity, params)
    if quantity not in (*KINDS, "variance"):
        raise Unsupported(f"{name} has no quantity {quantity}")
    settings = Histogram(params, ANY.get(quantity))
    if quantity == "variance":
        return sharpest(lambda: settings.law().variance())
    has = settings.noise in KINDS[quantity]
    require(has, "noise", f"{settings.noise} has no {quantity}")
    return sharpest(getattr(settings, quantity))


def with_count(quantity, params):
    """The expected output of one category and its mean squared error, for a count of records."""
    settings, c = Histogram(params, more=("count",)), number(params, "count")
    require(c.denominator == 1, "not_integer", "a count is a whole number")
    require(c >= 0, "count", "a count is not negative")
    if not settings.clamped:
        return (
            Fraction(c) if quantity == "expected" else sharpest(lambda: settings.law().variance())
        )
    require(settings.noise in PURE, "noise", f"no {quantity} of a clamped {settings.noise}")
    return sharpest(lambda: settings.law().clamped(c)[quantity == "mse"])
