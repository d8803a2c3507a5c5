"""The parameters of requests about means of vectors, checked; roots and roundings by their own
comparisons.
"""

from fractions import Fraction

from boxes import whole
from mpmath import iv
from params import positive_integer
from stream import at_most, at_rising_precision
from trilemma.params import constants, positive, share
from values import number, require

UNIT = 1 << 40  # up() goes to multiples of 1/UNIT


def turning(before, low=0):
    """The least integer k >= low at which `before` is no longer true."""
    if not before(low):
        return low
    step = 1
    while before(low + step):
        low, step = low + step, 2 * step
    high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if before(middle) else (low, middle)
    return high


def root_down(x):
    """floor(sqrt(x)) for a rational x >= 0."""
    return turning(lambda k: k * k <= x) - 1


def root_up(x):
    """ceil(sqrt(x)) for a rational x >= 0."""
    return turning(lambda k: k * k < x)


def root_up_of(square):
    """ceil(sqrt(square())) for a number known by intervals (or a rational)."""
    return turning(lambda k: at_rising_precision(lambda: not at_most(square(), Fraction(k * k))))


def digits(x):
    """ceil(log2(x)) for an integer x >= 1."""
    return turning(lambda k: 2**k < x)


def log2(x):
    """log2 of an integer x >= 1; rational for powers of two."""
    k = digits(x)
    return Fraction(k) if 2**k == x else iv.log(iv.mpf(x)) / iv.log(iv.mpf(2))


def up(y):
    """The least multiple of 2^-40 that is not below an irrational y()."""
    return Fraction(-at_rising_precision(lambda: whole(-y() * UNIT)), UNIT)


def noise(params):
    value = params.get("noise", "discrete_gaussian")
    require(
        value in ("discrete_gaussian", "gaussian"),
        "noise",
        "noise must be discrete_gaussian or gaussian",
    )
    return value


def rho_of(params):
    return positive(params, "rho")


def beta_of(params, default=None):
    return share({"beta": params.get("beta", default)}, "beta")


def steps_of(params):
    return positive_integer({"steps": params.get("steps", "1")}, "steps")


def factor(params):
    """f: 4, `exact` 2, and 1 on a line."""
    if constants(params) == "paper":
        if params.get("d") is not None:
            positive_integer(params, "d")
        return Fraction(4)
    return Fraction(1 if positive_integer(params, "d") == 1 else 2)


def power_of_two(d):
    return 2 ** digits(d)


def numbers(params, name):
    """A list separated by commas."""
    raw = params.get(name)
    require(isinstance(raw, str), name, f"{name} must be a list")
    return [number({name: part}, name) for part in raw.split(",")]


def refused(params, *names):
    for name in names:
        require(params.get(name) is None, name, f"no {name} here")


def tails_of(params):
    """Whether each tail is bounded by itself."""
    word = params.get("tails", "together")
    require(word in ("together", "each"), "tails", "tails is together or each")
    return word == "each"
