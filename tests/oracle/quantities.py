"""From a request (object, quantity, params) to a value: validation, dispatch, precision control."""

from fractions import Fraction
from functools import lru_cache

from compare import Ratio
from gaussian import Gaussian, gaussian
from hourglass import Hourglass
from laplace import Laplace
from line import DiscreteLaplace, Staircase
from means import interval, mean_quantity, shares
from mpmath import iv, mp
from optimum import optimal, simplest
from params import chance, decay, lattice, nonnegative, positive_integer, ratio, sensitivity, shift
from plane import Plane
from series import Decay
from values import (
    MorePrecision,
    Rejected,
    Unsupported,
    contains_zero,
    hull,
    ivf,
    number,
    require,
    sharp,
)

PRECISIONS = (320, 640, 1280, 2560, 5120)  # bits, tried in turn until the enclosure is sharp
KINDS = {
    "staircase": (Staircase, False),
    "discrete_staircase": (Staircase, True),
    "staircase2d": (Plane, False),
    "hourglass": (Hourglass, False),
    "discrete_hourglass": (Hourglass, True),
}


def build(name, params, gamma):
    """The law at a rational gamma."""
    kind, discrete = KINDS[name]
    return law_at(
        kind, decay(params).key, gamma, sensitivity(params), lattice(params, discrete), iv.prec
    )


@lru_cache(maxsize=4)
def law_at(kind, key, gamma, D, m, prec):
    """The law at one precision; kept, because a law's vectors come one after the other."""
    return kind(Decay(*key), gamma, D, m)


def over_gamma(name, params, compute, default=None):
    """compute(law), at the given gamma or over a tiny enclosure of the optimal one."""
    kind, discrete = KINDS[name]
    raw = params.get("gamma", default)
    if raw == "optimal":
        m, q = lattice(params, discrete), decay(params)
        lo, hi = simplest(*optimal(kind, q.key, m, 2, iv.prec))
        first = compute(build(name, params, lo))
        return first if lo == hi else hull(first, compute(build(name, params, hi)))
    gamma = number({"gamma": raw}, "gamma")
    require(0 < gamma <= 1, "gamma", "gamma must lie in (0, 1]")
    return compute(build(name, params, gamma))


def point(law, params, plane, row):
    """(position, second coordinate) of the outcome, or None off the support."""
    if isinstance(law, (DiscreteLaplace, Gaussian)):
        k = number(params, "k" if "k" in params else "x")
        return (int(k), 0) if k.denominator == 1 else None
    x = law.position(number(params, "x"))
    if row:
        if params.get("k") is not None:
            k = number(params, "k")
            require(params.get("y") is None, "k", "give one of y and k")
        else:
            k = (number(params, "x") + number(params, "y")) / law.D
        return None if x is None or k.denominator != 1 else (x, int(k))
    if plane:
        return x, number(params, "y") / law.D
    return None if x is None else (x, 0)


def known(quantity, name):
    """Does the law `name` have this quantity?"""
    if name == "discrete_gaussian":
        return quantity in (
            "normalizer",
            "pmf",
            "log_pmf",
            "cdf",
            "quantile",
            "tail",
            "moment",
            "variance",
            "rho",
            "hockey_stick",
        )
    lattice_law = name.startswith("discrete_")
    mass = {"pmf", "log_pmf"} if lattice_law else {"density", "log_density"}
    common = mass | {"tail", "moment", "variance", "privacy_loss", "hockey_stick", "cdf"}
    if name != "laplace":
        common.add("normalizer")
    if name in KINDS:
        common.add("optimal_gamma")
    if name in ("laplace", "discrete_laplace"):
        common.add("epsilon")
    if name == "laplace":
        common |= {"scale", "renyi"}
    if name in ("staircase2d", "hourglass", "discrete_hourglass"):
        common |= {
            "covariance",
            "sum_variance",
            "marginal_pmf" if lattice_law else "marginal_density",
        }
        if name == "staircase2d":
            return quantity in common | {"norm_tail", "conditional_density", "total_variation"}
        return quantity in common | {"conditional_pmf", "sum_pmf"}
    return quantity in common | {"quantile", "total_variation"}


def measure(law, name, quantity, params):
    plane = name in ("staircase2d", "hourglass", "discrete_hourglass")
    row = plane and name != "staircase2d"
    integers = name in ("discrete_laplace", "discrete_gaussian")
    if quantity in ("density", "pmf", "log_density", "log_pmf", "conditional_density"):
        where = point(law, params, plane, row) if name != "laplace" else (number(params, "x"),)
        if quantity.startswith("conditional"):
            return law.conditional(*where)
        if where is None:
            require(not quantity.startswith("log"), "off_support", "the point is off the support")
            return Fraction(0)
        return (law.log_at if quantity.startswith("log") else law.at)(*where)
    if quantity in ("marginal_density", "marginal_pmf"):
        x = law.position(number(params, "x"))
        return Fraction(0) if x is None else law.marginal(x)
    if quantity == "conditional_pmf":
        x, k = law.position(number(params, "x")), number(params, "k")
        require(x is not None, "off_support", "x is off the lattice")
        return law.conditional_row(x, int(k)) if k.denominator == 1 else Fraction(0)
    if quantity == "sum_pmf":
        k = number(params, "k")
        return law.sum_pmf(int(k)) if k.denominator == 1 else Fraction(0)
    if quantity == "cdf":
        return law.cdf(number(params, "k" if integers and "k" in params else "x"))
    if quantity == "tail":
        return law.tail(nonnegative(params, *(("k", "x") if integers else ("x",))))
    if quantity == "norm_tail":
        return law.norm_tail(nonnegative(params, "r"))
    if quantity == "quantile":
        return law.quantile(chance(params))
    if quantity == "moment":
        return law.moment(positive_integer(params, "order"))
    if quantity == "variance":
        return law.moment(2)
    if quantity == "privacy_loss":
        return law.privacy_loss(shift(params, plane))
    if quantity == "renyi":
        order = number(params, "renyi_order")
        require(order > 1, "renyi_order", "renyi_order must be above 1")
        return law.renyi(shift(params, plane), order)
    if quantity == "hockey_stick":
        return law.hockey_stick(shift(params, plane), ratio(params))
    if quantity == "total_variation":
        return law.hockey_stick(shift(params, plane), Ratio(h=Fraction(0)))
    return getattr(law, quantity)()  # normalizer, covariance, sum_variance, scale


def law_quantity(name, quantity, params):
    if not known(quantity, name):
        raise Unsupported(f"{name} has no quantity {quantity}")
    if quantity == "epsilon":  # sup over z, |s| <= D of (|z - s| - |z|)/scale, at z = 0, s = D
        D, scale = sensitivity(params), number(params, "scale")
        require(scale > 0, "scale", "scale must be positive")
        require(
            name == "laplace" or D.denominator == 1, "sensitivity", "sensitivity must be an integer"
        )
        return max(abs(z - D) - abs(z) for z in (Fraction(0), D)) / scale
    if name == "laplace":
        return measure(Laplace(decay(params), sensitivity(params)), name, quantity, params)
    if name == "discrete_laplace":
        D = sensitivity(params)
        require(D.denominator == 1, "sensitivity", "sensitivity must be an integer")
        return measure(DiscreteLaplace(decay(params, int(D))), name, quantity, params)
    if name == "discrete_gaussian":
        law, D = gaussian(params), sensitivity(params)
        return D**2 / (2 * law.s2) if quantity == "rho" else measure(law, name, quantity, params)
    if quantity == "optimal_gamma":
        kind, discrete = KINDS[name]
        order = {"mse": 2, "absolute": 1}.get(params.get("objective", "mse"))
        require(order is not None, "objective", "objective must be mse or absolute")
        require(order == 2 or kind is Staircase, "objective", "absolute is for 1-D laws only")
        sensitivity(params)
        lo, hi = optimal(kind, decay(params).key, lattice(params, discrete), order, iv.prec)
        return hull(lo, hi)
    return over_gamma(name, params, lambda law: measure(law, name, quantity, params))


def leading_constant(params):
    """E[((1-alpha) Z1 - alpha Z2)^2], D = 1, expanded into E Z^2 and E Z1 Z2."""
    name, alpha = params.get("noise"), number(params, "alpha")
    one = dict(params, sensitivity="1")

    def combine(variance, covariance):
        square = (
            variance * ivf((1 - alpha) ** 2 + alpha**2)
            if isinstance(variance, iv.mpf)
            else variance * ((1 - alpha) ** 2 + alpha**2)
        )
        if not isinstance(covariance, iv.mpf) and covariance == 0:
            return square
        return square - ivf(2 * alpha * (1 - alpha)) * covariance

    if name == "laplace":
        return combine(Laplace(decay(one), Fraction(1)).moment(2), 0)
    if name == "discrete_laplace":
        m = positive_integer(params, "m")
        return combine(DiscreteLaplace(decay(one, m)).moment(2) / m**2, 0)
    if name in ("staircase2d", "hourglass", "discrete_hourglass"):
        return over_gamma(
            name, one, lambda law: combine(law.moment(2), law.covariance()), "optimal"
        )
    raise Rejected("noise", f"unknown noise {name!r}")


def exchangeable_bound(params):
    """Algorithm 3 at a finite n, noise with two equal marginals: second moment of the first-order
    part, then crude bounds.

    |Zb|^4 <= 8 (Z1^4 + Z2^4) has expectation <= 16 E Z^4, and Z1^2 Zb^2 <= 3 Z1^4 + Z2^4 has <= 4 E Z^4;
    F^2 <= 8 of each. The event Z1 + Z2 < -n/2 needs one of the two below -n/4: twice half of the two-sided tail.
    """
    require(params.get("noise") in ("hourglass", "staircase2d"), "noise", "no bound for this noise")
    alpha, width = shares(params)
    n = positive_integer(params, "n")
    one = dict(params, sensitivity="1")

    def bound(law):
        variance, covariance = ivf(law.moment(2)), ivf(law.covariance())
        first = (
            variance * ivf((1 - alpha) ** 2)
            + variance * ivf(alpha**2)
            - ivf(2 * alpha * (1 - alpha)) * covariance
        )
        rest = 8 * (16 * ivf(law.moment(4)) + 4 * ivf(law.moment(4)))
        return (
            (iv.sqrt(first) / n + iv.sqrt(rest) / n**2) ** 2 + 4 * ivf(law.tail(Fraction(n, 4)))
        ) * ivf(width) ** 2

    return over_gamma(params["noise"], one, bound, "optimal")


def other(name, quantity, params):
    if name == "minimax" and quantity in ("sigma_squared", "r_swap", "r_add_remove"):
        width = Fraction(1)
        if quantity != "sigma_squared":
            lower, upper = interval(params)
            width = upper - lower
        one = dict(params, gamma="optimal", sensitivity="1")
        return over_gamma("staircase", one, lambda law: law.moment(2) * ivf(width**2))
    if name == "transformed_mean" and quantity == "leading_constant":
        return leading_constant(params)
    if name == "transformed_mean" and quantity == "mse_bound" and params.get("noise") != "laplace":
        return exchangeable_bound(params)
    if name == "sized_mean" and quantity in ("sensitivity", "scale"):
        width, n = number(params, "upper") - number(params, "lower"), positive_integer(params, "n")
        require(width >= 0, "upper", "upper must not be below lower")
        # one record moves from one end of [lower, upper] to the other
        if quantity == "sensitivity":
            return width / n
        rate = decay(params).rate()
        return width / n / rate if isinstance(rate, Fraction) else ivf(width / n) / rate
    return mean_quantity(name, quantity, params, leading_constant, least_variance)


def least_variance(name, params):
    """E X^2 at the optimal gamma, D = 1."""
    one = {k: v for k, v in params.items() if k in ("epsilon", "decay")} | {"gamma": "optimal"}
    return over_gamma(name, one, lambda law: law.moment(2))


def with_law(name, params, compute):
    """compute(law) for any law, at the given gamma or over that of an optimal one."""
    if name == "laplace":
        return compute(Laplace(decay(params), sensitivity(params)))
    if name == "discrete_laplace":
        return compute(DiscreteLaplace(decay(params, int(sensitivity(params)))))
    if name == "discrete_gaussian":
        return compute(gaussian(params))
    if name not in KINDS:
        raise Unsupported(f"no law {name}")
    return over_gamma(name, params, compute)


def answer(name, quantity, params):
    """The value of a request: a rational or a sharp interval."""
    if name in KINDS or name in ("laplace", "discrete_laplace", "discrete_gaussian"):
        return sharpest(lambda: law_quantity(name, quantity, params))
    return sharpest(lambda: other(name, quantity, params))


def sharpest(compute):
    """compute() with more and more bits, until it is a rational or a sharp interval."""
    value = None
    for prec in PRECISIONS:
        iv.prec, mp.prec = prec, 4 * prec
        try:
            value = compute()
        except MorePrecision:
            continue
        if all(
            sharp(v) or (prec >= 1280 and contains_zero(v))
            for v in (value if isinstance(value, list) else [value])
        ):
            break
    if value is None:
        raise Unsupported(f"not decided with {PRECISIONS[-1]} bits")
    return value
