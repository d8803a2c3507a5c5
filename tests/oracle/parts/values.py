"""Exact quantities of `count` and `bounded_sum`: the dispatch."""

from parts.half_widths import half_width
from parts.noises import noise_of
from parts.params import CALIBRATED, CONCENTRATED, NONE, PURE, Settings
from quantities import sharpest
from trilemma.params import share
from values import Unsupported, number, require

# the noise of a request that names none, where the quantity is one of what is there without it
ANY = {"sensitivity": NONE, "scale": "laplace", "sigma_squared": "gaussian", "sigma": CALIBRATED}
# which noises have a quantity; the sensitivity is that of every noise
KINDS = {
    "scale": PURE,
    "sigma_squared": CONCENTRATED,
    "sigma": (CALIBRATED,),
    "variance": (*PURE, *CONCENTRATED),
}


def exact(name, quantity, params):
    if quantity in ("expected", "mse"):
        return with_statistic(name, quantity, params)
    if quantity == "half_width":
        return of_the_noise(name, params)
    if quantity != "sensitivity" and quantity not in KINDS:
        raise Unsupported(f"{name} has no quantity {quantity}")
    settings = Settings(name, params, ANY.get(quantity))
    has = quantity not in KINDS or settings.noise in KINDS[quantity]
    require(has, "noise", f"{settings.noise} has no {quantity}")
    if quantity == "variance":
        return sharpest(lambda: noise_of(settings).variance())
    if quantity == "sigma":
        return sharpest(settings.sigma)
    return getattr(settings, quantity)()


def of_the_noise(name, params):
    """The half width of an interval around a release that has the exact number; no clamp moves it."""
    require("clamp" not in params, "clamp", "a half width is asked for without a clamp")
    settings = Settings(name, params, more=("beta",))
    require(settings.noise != CALIBRATED, "noise", f"{settings.noise} has no half_width")
    return half_width(settings, share(params, "beta"))


def with_statistic(name, quantity, params):
    """The expected output and the mean squared error, for a count or a sum in place of records."""
    given = "count" if name == "count" else "sum"
    settings = Settings(name, params, more=(given,))
    require(settings.noise != CALIBRATED, "noise", f"{settings.noise} has no {quantity}")
    s = number(params, given)
    if name == "count":
        require(s.denominator == 1, "not_integer", "a count is a whole number")
        require(s >= 0, "count", "a count is not negative")
    if settings.lattice:
        require(settings.on_lattice(s), "sum", "the sum must be a multiple of unit")
    if not settings.clamped:
        return s if quantity == "expected" else sharpest(lambda: noise_of(settings).variance())
    require(settings.noise in PURE, "noise", f"no {quantity} of a clamped {settings.noise}")
    return sharpest(lambda: noise_of(settings).clamped(s)[quantity == "mse"])
