"""The parameters of a request, checked."""

from fractions import Fraction

from compare import Ratio
from mpmath import mp, mpf
from series import Decay
from values import integer, number, require


def decay(params, root=1):
    has = [name for name in ("epsilon", "decay") if params.get(name) is not None]
    require(len(has) == 1, "epsilon", "give exactly one of epsilon and decay")
    value = number(params, has[0])
    if has[0] == "epsilon":
        require(value > 0, "epsilon", "epsilon must be positive")
        return Decay(epsilon=value, root=root)
    require(0 < value < 1, "decay", "decay must lie in (0, 1)")
    return Decay(b=value, root=root)


def one_epsilon(params):
    """epsilon itself: a rational, or the logarithm of a decay's inverse to 60 digits."""
    if params.get("decay") is None:
        return Fraction(number(params, "epsilon"))
    require(params.get("epsilon") is None, "epsilon", "give exactly one of epsilon and decay")
    b = Fraction(number(params, "decay"))
    require(0 < b < 1, "decay", "decay must lie in (0, 1)")
    with mp.workdps(60):
        return mp.log(mpf(b.denominator) / b.numerator)


def sensitivity(params):
    D = number(params, "sensitivity", "1")
    require(D > 0, "sensitivity", "sensitivity must be positive")
    return D


def positive_integer(params, name):
    value = integer(params, name)
    require(value > 0, name, f"{name} must be positive")
    return value


def lattice(params, discrete):
    return positive_integer(params, "m") if discrete else None


def ratio(params):
    has = [name for name in ("at_epsilon", "at_ratio") if params.get(name) is not None]
    require(len(has) == 1, "at_epsilon", "give exactly one of at_epsilon and at_ratio")
    value = number(params, has[0])
    return Ratio(h=value) if has[0] == "at_epsilon" else Ratio(value=value)


def shift(params, plane):
    if plane:
        return number(params, "shift_x"), number(params, "shift_y")
    return (number(params, "shift"),)


def chance(params):
    p = number(params, "p")
    require(0 < p < 1, "p", "p must lie in (0, 1)")
    return p


def nonnegative(params, *names):
    name = next((n for n in names if n in params), names[0])
    value = number(params, name)
    require(value >= 0, name, f"{name} must not be negative")
    return value
