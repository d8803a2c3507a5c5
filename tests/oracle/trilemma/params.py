"""The parameters of requests about means with little or no bias, checked."""

from fractions import Fraction

from mpmath import iv
from params import decay, positive_integer
from sampled import growth
from values import ivf, number, require

LIMIT = 100


def share(params, name="delta", zero=False, one=False):
    """A probability of (0, 1), with 0 or 1 where they are allowed."""
    value = number(params, name)
    inside = 0 < value < 1 or (zero and value == 0) or (one and value == 1)
    require(inside, name, f"{name} must lie in (0, 1)")
    return value


def any_share(params, name="delta"):
    """A probability of [0, 1]."""
    return share(params, name, zero=True, one=True)


def order(params, least=Fraction(1), strict=True):
    """lambda."""
    value = number(params, "lambda")
    require(value > least if strict else value >= least, "lambda", "lambda is too small")
    require(value > 1, "lambda", "lambda must be above 1")
    require(
        value.numerator <= LIMIT and value.denominator <= LIMIT,
        "lambda",
        "lambda has a numerator or denominator above 100",
    )
    return value


def constants(params):
    value = params.get("constants", "paper")
    require(value in ("paper", "exact"), "constants", "constants must be paper or exact")
    return value


def edition(params):
    value = params.get("edition", "corrected")
    require(value in ("corrected", "printed"), "edition", "edition must be corrected or printed")
    return value


def positive(params, name, default=None):
    value = number(params, name, default)
    require(value > 0, name, f"{name} must be positive")
    return value


def at_least_zero(params, name, default=None):
    value = number(params, name, default)
    require(value >= 0, name, f"{name} must not be negative")
    return value


def small_bias(params):
    """The bias of the lower bounds."""
    value = at_least_zero(params, "bias")
    require(value <= Fraction(1, 80), "bias", "bias must be at most 1/80")
    return value


def bounds(params):
    lower, upper = number(params, "lower", "0"), number(params, "upper", "1")
    require(lower < upper, "lower", "lower must be below upper")
    return lower, upper


def size(params, name="n"):
    return positive_integer(params, name)


def degrees(params, least=1):
    value = positive_integer(
        dict({"degrees": "3"}, **{k: v for k, v in params.items() if k == "degrees"}), "degrees"
    )
    require(least <= value <= 64, "degrees", f"degrees must be an integer from {least} to 64")
    return value


def epsilon(params):
    """A rational, or an interval where the decay is given."""
    return decay(params).rate()


def growth_factor(params):
    """e^epsilon."""
    q = decay(params)
    return 1 / q.b if q.b is not None else 1 + growth(q.epsilon)


def hyperbolic_sine(params):
    """From e^epsilon - 1 = y: sinh = (e^epsilon - e^-epsilon)/2 = y (2 + y)/(2 (1 + y)); no
    cancellation at small epsilon.
    """
    q = decay(params)
    y = 1 / q.b - 1 if q.b is not None else growth(q.epsilon)
    return y * (2 + y) / (2 * (1 + y))


def real(x):
    """An interval of any number."""
    return x if isinstance(x, iv.mpf) else ivf(Fraction(x))
