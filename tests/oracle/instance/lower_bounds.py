"""Lower bounds of one instance, from what tells two or many data sets apart: "Means of vectors" in
vectors/instance.md, from that page alone.

The k, l and sizes are found by bisection over comparisons that raise the precision until they are
certain; conditions on e^epsilon are decided by logarithms where epsilon is given, exactly where the
decay is. Logarithms of rationals other than 1 are irrational: no comparison is a tie.
"""

from fractions import Fraction
from math import inf

from instance.params import rho_of, turning
from instance.values import square_root
from mpmath import iv
from params import decay, positive_integer
from stream import at_most, at_rising_precision, plus, product, quotient
from trilemma.params import at_least_zero, constants, edition, growth_factor, size
from values import Rejected, ivf, number, require

QUANTITIES = (
    "two_point_probability",
    "neighbour_upper_bound",
    "neighbour_lower_bound",
    "neighbour_lower_bound_zcdp",
    "local_sensitivity_least",
    "interior_point_size",
    "rank_error_lower_bound",
    "optimality_ratio",
    "worst_case_lower_bound",
)


def log(x):
    """log of a rational above 0."""
    return iv.log(ivf(Fraction(x)))


def below(x, bound):
    """x < bound(), certain: x a rational, bound() of the working precision."""
    return at_rising_precision(lambda: not at_most(bound(), Fraction(x)))


def delta_of(params):
    value = number(params, "delta")
    require(0 <= value <= 1, "delta", "delta must lie in [0, 1]")
    return value


def two_records(params):
    n = size(params)
    require(n >= 2, "n", "neighbours need two records here")
    return n


def two_point(params):
    g, delta = growth_factor(params), delta_of(params)
    if edition(params) == "printed":
        return quotient(1 + delta, plus(Fraction(1), quotient(Fraction(1), g)))
    return quotient(plus(g, delta), plus(g, Fraction(1)))


def growth_below(params, bound):
    """e^epsilon < bound for a rational."""
    q = decay(params)
    if q.b is not None:
        return 1 < bound * q.b
    return bound > 1 and below(q.epsilon, lambda: log(bound))


def first_of(cases, w):
    """The number beside the first condition that holds; refused where none does."""
    for condition, share in cases:
        if condition:
            return w * share
    raise Rejected("privacy", "the privacy is too weak for this bound")


def neighbours(of, params):
    n, w = two_records(params), at_least_zero(params, "diameter")
    whole_one, half, exact = Fraction(1, n), Fraction(1, 2 * n), constants(params) == "exact"
    if of == "neighbour_upper_bound":
        return w / n
    if of == "neighbour_lower_bound":
        decay(params)
        delta = delta_of(params)
        less = lambda bound: growth_below(params, bound)  # noqa: E731
        near, far = (
            (
                less(Fraction(4, 3) - 2 * delta) or less(Fraction(3, 2) - 3 * delta),
                less(4 - 6 * delta),
            )
            if exact
            else (False, less(2 - 3 * delta))
        )
    else:
        rho = at_least_zero(params, "rho")
        less = lambda multiple, x: below(multiple * rho, lambda: log(x))  # noqa: E731
        near, far = (
            (less(2, Fraction(9, 8)), less(3, Fraction(32, 5))) if exact else (False, less(3, 2))
        )
    return first_of([(near, whole_one), (far, half)], w)


def information(d, u):
    """I; log(4 M^2/3) in parts."""
    if d == u == 1:
        return log(2)
    return log(Fraction(4, 3)) + 2 * log(u) + 2 * (d - 1) * log(u + 1)


def interior(rho, d, u):
    """The least n at which 3 rho n^2 < I is no longer true."""
    return turning(lambda n: below(3 * rho * n * n, lambda: information(d, u)))


def rank_error(params):
    rho, u = rho_of(params), size(params, "u")
    given = [k for k in ("n", "rank") if params.get(k) is not None]
    require(len(given) != 1, "rank", "give both n and rank, or neither")
    if given:
        n, rank = size(params), positive_integer(params, "rank")
        require(rank <= n, "rank", "rank must be at most n")
        t = min(rank, n + 1 - rank)
        if below(3 * rho * (2 * t - 1) ** 2, lambda: information(1, u)):
            return Fraction(t)
    return Fraction(-(-(interior(rho, 1, u) - 1) // 2))


def packed(d, rho, cap):
    """(k, l), at most `cap`."""
    k = turning(lambda k: k <= cap and below(3 * k * k * rho, lambda: log(2))) - 1
    if 27 ** min(d, 9) <= 9 * 16 ** min(d, 9):  # (d/2) log(27/16) <= log 3; not from d = 5 on
        return k, 0
    room = lambda: d * log(Fraction(27, 16)) / 2 - log(3)  # noqa: E731
    return k, turning(lambda l: l <= cap and below(3 * l * l * rho, room)) - 1


def instance(of, params):
    if of == "two_point_probability":
        return two_point(params)
    if of.startswith("neighbour"):
        return neighbours(of, params)
    if of == "rank_error_lower_bound":
        return rank_error(params)
    d, u = (
        size(params, "d"),
        positive_integer({"u": params.get("u", "1" if of == "optimality_ratio" else None)}, "u"),
    )
    if of == "interior_point_size":
        return Fraction(interior(rho_of(params), d, u))
    n = size(params)
    if of == "local_sensitivity_least":
        return product(Fraction(-(-u // 2), n), square_root(Fraction(d)))
    rho = at_least_zero(params, "rho")
    if of == "optimality_ratio":
        require(not below(3 * n * n * rho, lambda: information(d, u)), "n", "too few records")
        k, l = packed(d, rho, inf)
        return max(Fraction(k), Fraction(l * u, 4 * -(-u // 2)))
    k, l = packed(d, rho, n)
    most = max(Fraction(k, 2), Fraction(l, 4)) * u / n
    return product(most, square_root(Fraction(d))) if most else most
