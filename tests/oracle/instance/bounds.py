"""Bounds around means of vectors: the second table of quantities of "Means of vectors" in
vectors/instance.md, from that page alone.

Ranks, sizes, roundings and multiples of 2^-40 are found by bisection over comparisons that raise
the precision until they are certain. The lower bounds are in instance/lower_bounds.py.
"""

from fractions import Fraction
from math import isqrt

from boxes import whole
from instance.lower_bounds import QUANTITIES, below, delta_of, instance, log
from instance.params import (
    UNIT,
    beta_of,
    digits,
    factor,
    power_of_two,
    refused,
    rho_of,
    root_down,
    root_up_of,
    turning,
)
from instance.values import square_root, threshold_of
from mpmath import iv
from params import decay
from quantities import sharpest
from stream import at_most, at_rising_precision, plus, product
from trilemma.params import at_least_zero, constants, edition, positive, size
from values import Unsupported, ivf, number, require


def share_or_one(params, name="beta"):
    value = number(params, name)
    require(0 < value <= 1, name, f"{name} must lie in (0, 1]")
    return value


def corrected(params):
    require(
        edition(params) == "corrected", "edition", "there is no such bound of the printed mechanism"
    )


# ---- two radii ----


def norm(d, b):
    """norm(d, b), (a + c)^2 + c^2 with a^2 = d, c^2 = L(b)."""
    if b == 1:
        return square_root(Fraction(d))
    a, c = iv.sqrt(ivf(d)), iv.sqrt(-log(b))
    return iv.sqrt((a + c) ** 2 + c**2)


def spread_square(d, b, exact):
    """spread(d, b)^2."""
    return 2 * log((2 if exact else 4) * power_of_two(d) / b)


def sharp(params):
    return constants(params) == "exact"


def spread(d, b, exact):
    return iv.sqrt(spread_square(d, b, exact))


# ---- bounds of the mechanisms ----


def local_rank(params):
    n, d, rho = size(params), size(params, "d"), rho_of(params)
    return Fraction(n - root_down(2 * d * n / rho))


def quantile_bound(params):
    corrected(params)
    n, d, rho, f, b, r = (
        size(params),
        size(params, "d"),
        rho_of(params),
        factor(params),
        beta_of(params) / 2,
        at_least_zero(params, "radius"),
    )
    rule = threshold_of("quantile_clipped_mean", {**params, "beta": str(b)})
    m = rule.rank(n)
    if m < 1 or r == 0:
        return r
    lost = Fraction(min(n, n - m + root_up_of(rule.error)))
    return product(r / n, plus(lost, product(square_root(2 * f / (3 * rho)), norm(d, b))))


def shifted_bound(params, w=None):
    """At diameter w, that of the parameters if there is none."""
    corrected(params)
    w = at_least_zero(params, "diameter") if w is None else w
    n, d, u, rho, b, exact = (
        size(params),
        size(params, "d"),
        size(params, "u"),
        rho_of(params),
        beta_of(params) / 4,
        sharp(params),
    )
    wide, t = power_of_two(d), digits(2 * d * u + 1)
    off = root_up_of(lambda: ivf(t * 4 * wide / rho) * log((1 if exact else 2) * t * wide / b))
    middle = -(-n // 2)
    require(off <= min(middle - 1, n - middle), "n", "too few records for the centre")
    square = lambda: spread_square(d, 2 * b / (n * (n - 1)), exact)  # noqa: E731
    stretch = iv.sqrt(square())
    if exact:
        other = Fraction(n - 1, min(middle - off, n - middle - off + 1))
        if below(other, square):
            stretch = square_root(other)
    rule = threshold_of("shifted_clipped_mean", {**params, "beta": str(b)})
    m = rule.rank(n)
    if not isinstance(w, iv.mpf) and w == 0:
        return Fraction(0)
    lost = Fraction(n - m + root_up_of(rule.error))
    return product(
        stretch, w, plus(lost, product(square_root(32 / (9 * rho)), norm(wide, b))), Fraction(1, n)
    )


def outer(params, b, exact):
    """R' of gaussian_mean for the failure b."""
    r, most, n, d = (
        at_least_zero(params, "radius"),
        positive(params, "sigma_max"),
        size(params),
        size(params, "d"),
    )
    part = b / (4 * n)
    return ivf(r) + ivf(most) * (norm(d, part) if exact else 2 * iv.sqrt(d - log(part)))


def sigmas(params):
    low, high = positive(params, "sigma_min"), positive(params, "sigma_max")
    require(low <= high, "sigma_min", "sigma_min must be at most sigma_max")
    return low, high


def universe(params):
    """The least integer that is at least 2 R' sqrt(n)/sigma_min."""
    (low, _), n, b = sigmas(params), size(params), beta_of(params)
    return turning(
        lambda k: below(k, lambda: 2 * outer(params, b, False) * iv.sqrt(ivf(n)) / ivf(low))
    )


def gaussian_bound(params):
    (low, high), n, d, b = sigmas(params), size(params), size(params, "d"), beta_of(params)
    whole = Fraction(n) / low**2
    steps = isqrt(whole.numerator // whole.denominator)
    steps += steps * steps < whole  # the buckets of the mechanism
    a = square_root(Fraction(d, steps * steps))
    half = turning(lambda k: below(k, lambda: outer(params, b / 8, False) * steps))
    w = plus(2 * ivf(high) * norm(d, b / (4 * n)), a)
    centred = shifted_bound({**params, "u": str(2 * half), "beta": str(b / 2)}, w)
    return ivf(high) * norm(d, b / 4) / iv.sqrt(ivf(n)) + ivf(centred) + ivf(a) / 2


def gaussian_mean(of, params):
    refused(params, "edition", "steps")
    if of == "radius":
        return outer(params, share_or_one(params), sharp(params))
    return Fraction(universe(params)) if of == "universe" else gaussian_bound(params)


def coordinate_epsilon(params, delta):
    """The greater of the two greatest multiples: both sides rise in x."""
    d, q = size(params, "d"), decay(params)

    def spent(x):
        return iv.sqrt(2 * d * log(2 / delta)) * ivf(x) + d * ivf(x) * (iv.exp(ivf(x)) - 1)

    simple = at_rising_precision(lambda: whole(product(q.rate(), Fraction(UNIT, d))))
    advanced = (
        turning(lambda k: at_rising_precision(lambda: at_most(spent(Fraction(k, UNIT)), q.rate())))
        - 1
    )
    best = Fraction(max(simple, advanced), UNIT)
    require(best > 0, "epsilon", "epsilon is too small")
    return best


def shuffled(of, params):
    d = size(params, "d")
    if of == "coordinate_bound":
        c, b, n, exact = (
            at_least_zero(params, "threshold"),
            share_or_one(params),
            size(params),
            sharp(params),
        )
        return product(c, spread(d, b / n, exact)) if c else c
    delta = delta_of(params)
    require(0 < delta < 1, "delta", "delta must lie in (0, 1)")
    return delta / (2 * d) if of == "coordinate_delta" else coordinate_epsilon(params, delta)


# ---- dispatch ----

ANSWERS = {
    ("gaussian_norm", "radius"): lambda p: norm(size(p, "d"), share_or_one(p)),
    ("rotation", "spread"): lambda p: spread(size(p, "d"), share_or_one(p), sharp(p)),
    ("quantile_clipped_mean", "error_bound"): quantile_bound,
    ("shifted_clipped_mean", "error_bound"): shifted_bound,
    ("local_clipped_mean", "rank"): local_rank,
    **{
        ("gaussian_mean", of): lambda p, of=of: gaussian_mean(of, p)
        for of in ("radius", "universe", "error_bound")
    },
    **{
        ("shuffled_clipped_mean", of): lambda p, of=of: shuffled(of, p)
        for of in ("coordinate_delta", "coordinate_epsilon", "coordinate_bound")
    },
    **{("instance", of): lambda p, of=of: instance(of, p) for of in QUANTITIES},
}
OBJECTS = ("gaussian_norm", "rotation", "local_clipped_mean", "shuffled_clipped_mean", "instance")


def knows(name, quantity):
    return (name, quantity) in ANSWERS


def answer(name, quantity, params):
    if not knows(name, quantity):
        raise Unsupported(f"{name} has no quantity {quantity}")
    return sharpest(lambda: ANSWERS[name, quantity](params))
