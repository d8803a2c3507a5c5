"""Means of vectors: the exact quantities, from the definitions of vectors/instance.md alone.

`Threshold` is what the threshold of a clipped mean needs to know before it sees a record: its
range, rank and error.
"""

from fractions import Fraction

import sharper_accounts
from instance.params import (
    beta_of,
    digits,
    factor,
    log2,
    numbers,
    power_of_two,
    rho_of,
    root_down,
    root_up,
    root_up_of,
    steps_of,
)
from mpmath import iv
from params import decay, positive_integer
from quantities import sharpest
from stream import plus, product, quotient
from trilemma.params import constants, edition, growth_factor
from values import Unsupported, ivf, number, require

MECHANISMS = (
    "privquant",
    "norm_clipped_mean",
    "quantile_clipped_mean",
    "shifted_clipped_mean",
    "quantized_mean",
    "gaussian_mean",
)
QUANTITIES = {
    "privquant": ("iterations", "noise_variance", "rank_error", "rho"),
    "norm_clipped_mean": ("noise_variance", "error_bound", "optimal_threshold"),
    "quantile_clipped_mean": ("rank", "rank_error", "rho"),
    "shifted_clipped_mean": ("rank", "rank_error", "rho"),
    "composition": ("advanced_epsilon", "advanced_delta", "delta", "epsilon", "renyi"),
}
OBJECTS = (*MECHANISMS, "gaussian", "composition")


def square_root(x):
    """Rational where it is one."""
    if not isinstance(x, iv.mpf):
        p, q = root_down(Fraction(x.numerator)), root_down(Fraction(x.denominator))
        if Fraction(p, q) ** 2 == x:
            return Fraction(p, q)
    return iv.sqrt(ivf(x))


# ---- searches ----


def search_variance(span, rho, printed):
    """s of a search in a range of high - low = span: a function, as it may be irrational."""
    if not printed:
        return lambda: digits(span + 1) / (2 * rho)
    return lambda: Fraction(0) if span <= 1 else quotient(log2(span), 2 * rho)


def spent(span, rho, printed):
    """T searches of N(s) for counts that one record moves by 1: T/(2 s)."""
    s = search_variance(span, rho, printed)()
    require(isinstance(s, iv.mpf) or s > 0, "u", "there is no noise in such a range")
    return quotient(Fraction(digits(span + 1)), product(Fraction(2), s))


def error_square(t, rho, beta, sharp):
    """tau^2 = T log(2 T/beta)/rho."""
    return ivf(t / rho) * iv.log(ivf((1 if sharp else 2) * t / beta))


def printed_error_square(size, rho, beta, times):
    """times log2(size) log(log2(size)/beta)/rho, 0 where log2(size) <= beta: that is at size = 1,
    as beta < 1.
    """
    if size == 1:
        return Fraction(0)
    length = log2(size)
    return ivf(times / rho) * ivf(length) * iv.log(ivf(length) / ivf(beta))


def privquant(name, params):
    u, rho = positive_integer(params, "u"), rho_of(params) if name != "iterations" else None
    printed = edition(params) == "printed"
    if name == "iterations":
        return Fraction(digits(u + 1))
    if name == "noise_variance":
        return search_variance(u, rho, printed)()
    if name == "rho":
        return spent(u, rho, printed)
    beta, sharp = beta_of(params), constants(params) == "exact"
    square = (
        printed_error_square(u, rho, beta, Fraction(1, 2))
        if printed
        else error_square(Fraction(digits(u + 1)), rho, beta, sharp)
    )
    return square_root(square)


# ---- clipped means ----


def clipped_variance(f, q, steps, rho):
    return f * q * steps**2 / (2 * rho)


def width_square(params):
    """w^2 = f d/(2 rho)."""
    return factor(params) * positive_integer(params, "d") / (2 * rho_of(params))


def norm_clipped_mean(name, params):
    if name == "noise_variance":
        q = number(params, "threshold_squared")
        require(q >= 0, "threshold_squared", "threshold_squared must not be negative")
        return clipped_variance(factor(params), q, steps_of(params), rho_of(params))
    norms, w2 = numbers(params, "norms"), width_square(params)
    require(all(x >= 0 for x in norms), "norms", "norms are not negative")
    require(number(params, "n", str(len(norms))) == len(norms), "norms", "as many norms as records")
    if name == "error_bound":
        c = number(params, "threshold")
        require(c >= 0, "threshold", "threshold must not be negative")
        cut = sum((x - c for x in norms if x > c), Fraction(0))
        return quotient(
            plus(cut, product(c, square_root(w2)) if c else Fraction(0)), Fraction(len(norms))
        )
    rank = len(norms) - root_down(w2)
    return sorted(norms)[rank - 1] if rank >= 1 else Fraction(0)


class Threshold:
    """The threshold for n vectors of dimension D with squared norms in [0, H]."""

    def __init__(self, size, top, u, f, rho, params, default=None):
        self.size, self.top, self.u, self.f, self.rho, self.params, self.default = (
            size,
            top,
            u,
            f,
            rho,
            params,
            default,
        )
        self.printed, self.sharp = edition(params) == "printed", constants(params) == "exact"

    def error(self):
        """tau^2."""
        beta = beta_of(self.params, self.default)
        if self.printed:
            return printed_error_square(self.size * self.u, self.rho, beta, Fraction(4))
        return error_square(Fraction(digits(self.top + 1)), self.rho / 4, beta, self.sharp)

    def rank(self, n):
        tau = root_up_of(self.error)
        if self.printed:
            return max(n - max(root_up(self.f * self.size / (2 * self.rho)), tau), 1)
        return n - max(root_down(self.f * self.size / (2 * (3 * self.rho / 4))), tau)

    def quantity(self, name, before):
        """rank, rank_error, or rho with what was spent before."""
        if name == "rank_error":
            return square_root(self.error())
        if name == "rank":
            return Fraction(self.rank(positive_integer(self.params, "n")))
        if self.printed:
            require(self.top > 1, "u", "the squared norms have no range")
            return plus(before, plus(spent(self.top, self.rho / 4, True), 3 * self.rho / 4))
        return before + (self.rho if self.rank(positive_integer(self.params, "n")) >= 1 else 0)


def threshold_of(name, params, default=None):
    """That of quantile_clipped_mean or shifted_clipped_mean."""
    d, u, rho = positive_integer(params, "d"), positive_integer(params, "u"), rho_of(params)
    if name == "quantile_clipped_mean":
        return Threshold(d, d * u * u, u, factor(params), rho, params, default)
    wide = power_of_two(d)
    top = wide * (u * u if edition(params) == "printed" else (2 * d * u) ** 2)
    return Threshold(wide, top, u, Fraction(4), 3 * rho / 4, params, default)


def medians(params):
    """rho of the d' searches for the centre."""
    wide, rho, reach = (
        power_of_two(positive_integer(params, "d")),
        rho_of(params),
        2 * positive_integer(params, "d") * positive_integer(params, "u"),
    )
    return product(Fraction(wide), spent(reach, rho / (4 * wide), edition(params) == "printed"))


def composition(name, params):
    if ("composition", name) in sharper_accounts.KNOWN:
        return sharper_accounts.compute("composition", name, params)
    k, delta1 = positive_integer(params, "releases"), number(params, "delta1")
    require(0 < delta1 <= 1, "delta1", "delta1 must lie in (0, 1]")
    if name == "advanced_delta":
        delta = number(params, "delta")
        require(0 <= delta <= 1, "delta", "delta must lie in [0, 1]")
        return k * delta + delta1
    e = decay(params).rate()
    rest = product(
        Fraction(k),
        e,
        e / 2 if constants(params) == "exact" else plus(growth_factor(params), Fraction(-1)),
    )
    return rest if delta1 == 1 else plus(product(iv.sqrt(-2 * k * iv.log(ivf(delta1))), e), rest)


def compute(name, quantity, params):
    if name == "privquant":
        return privquant(quantity, params)
    if name == "norm_clipped_mean":
        return norm_clipped_mean(quantity, params)
    if name == "composition":
        return composition(quantity, params)
    before = (
        Fraction(0) if name == "quantile_clipped_mean" or quantity != "rho" else medians(params)
    )
    return threshold_of(name, params).quantity(quantity, before)


def knows(name, quantity):
    return quantity in QUANTITIES.get(name, ())


def answer(name, quantity, params):
    if not knows(name, quantity):
        raise Unsupported(f"{name} has no quantity {quantity}")
    return sharpest(lambda: compute(name, quantity, params))
