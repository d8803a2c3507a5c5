"""Thresholds, sizes and error bounds of the coarse and the fine step, of the private size, and of
naming records.
"""

from fractions import Fraction

from errors import copies
from laplace import Laplace
from mpmath import iv
from params import decay, positive_integer
from roots import ceiling, least, log_ratio, power, rate_sign
from stream import (
    at_most,
    at_rising_precision,
    plus,
    product,
    quotient,
    rooted,
    symmetric,
    two_sided_geometric,
)
from trilemma.params import (
    any_share,
    at_least_zero,
    constants,
    degrees,
    edition,
    epsilon,
    growth_factor,
    order,
    positive,
    real,
    share,
    size,
)
from trilemma.t_law import variance
from trilemma.t_loss import beta_of, smooth_bound, tau
from values import Unsupported, ivf, number, plus_part, require


def name_and_shame_mse(params):
    """The jet of one named record, n times; around the mean."""
    n, delta = size(params), share(params)
    mean, variance = number(params, "record_mean"), at_least_zero(params, "record_variance")
    one = delta / (n * delta)  # E of named/(n delta)
    second = (variance + mean * mean) * delta / (n * delta) ** 2
    found = copies((Fraction(1), one * mean, second), n)
    return found[2] - 2 * mean * found[1] + mean * mean


def bernoulli(name, params):
    n = size(params)
    # the uniform prior: the mean over k successes of the variance of Beta(k+1, n-k+1)
    if name == "risk_bound":
        lists = Fraction((n + 3) * (n + 2) * (n + 1), 6)  # sum of (k+1)(n-k+1)
        return lists / (n + 1) / ((n + 2) ** 2 * (n + 3))
    # of (X + r/2)/(n + r), r = sqrt(n): the same at every p; here at p = 1/3
    if name == "minimax_risk":
        r = iv.sqrt(iv.mpf(n))
        p = real(Fraction(1, 3))
        bias = (n * p + r / 2) / (n + r) - p
        return bias * bias + n * p * (1 - p) / (n + r) ** 2
    raise Unsupported(f"bernoulli.{name} is unknown")


# ---- dpucoarse ----


def sharp_condition(params):
    """`exact` needs delta <= 1/2."""
    delta = share(params)
    require(2 * delta <= 1, "delta", "delta must be at most 1/2")


def threshold_parts(params):
    """(base, x): the threshold is base + (2/epsilon) log(1/x)."""
    delta = share(params)
    if constants(params) == "exact":
        sharp_condition(params)
        return Fraction(1), 2 * delta
    return Fraction(2), delta


def threshold(params):
    base, x = threshold_parts(params)
    q = decay(params)
    if x == 1:
        return base
    if q.b is not None and log_ratio(x, q.b) is not None:
        return base + 2 * log_ratio(x, q.b)
    return real(base) - 2 * iv.log(real(x)) / real(q.rate())


def lone_bin_delta(params):
    """What lies beyond the threshold, from one record: mass beyond t - 1 of a Laplace law of scale
    2/epsilon.
    """
    law = Laplace(decay(params), Fraction(2))
    far = threshold(params) - 1
    if not isinstance(far, iv.mpf) and far == 0:
        return Fraction(1, 2)
    return law.upper(far)


def success(params):
    n = size(params)
    q = decay(params)
    share_ = q.power(Fraction(n, 16))
    return 1 - iv.exp(-real(Fraction(n, 128))) - n * share_ / 2


# ---- dpumean ----


def first_size_at(params, g):
    delta, q = share(params), decay(params)
    rate = real(q.rate())

    def at_integer(multiple, x):
        """Is (multiple/epsilon) log(1/x) this integer?"""
        ratio = None if q.b is None else log_ratio(x, q.b)
        return lambda k: ratio is not None and multiple * ratio == k

    cut = 7 + ceiling(-7 * iv.log(real(delta)) / rate, at_integer(7, delta))
    n = max(cut, ceiling(128 * iv.log(real(2 / g))), ceiling(quotient(Fraction(16), q.rate())))
    while True:
        more = ceiling(16 * iv.log(real(n / g)) / rate, at_integer(16, g / n))
        if more <= n:
            return n
        n = more


def first_size(params):
    return Fraction(first_size_at(params, share(params, "gamma_failure")))


def room(params, l):
    """psi (n2 epsilon)^(1/l): beyond it lies as much as the noise hides."""
    return product(
        positive(params, "psi"),
        power(product(Fraction(size(params, "n2")), epsilon(params)), 1 / l),
    )


def clip(params, sigma=None):
    return plus(
        positive(params, "sigma", "10") if sigma is None else sigma, room(params, order(params))
    )


def dpumean_mse(params):
    l, delta, mean = order(params, Fraction(2), strict=False), share(params), number(params, "mean")
    n1, n2 = size(params, "n1"), size(params, "n2")
    require(n1 >= first_size_at(params, delta**2), "n1", "the first part is too small")
    psi, far = positive(params, "psi"), real(room(params, l))
    c, noise = 10 + far, n2 * real(epsilon(params))
    wrong = 1 if edition(params) == "printed" else 100
    terms = [
        real(delta * (mean * mean + 1) / n2),
        real(Fraction(1, n2)),
        8 * c**2 / noise**2,
        (far / real(l)) ** 2 / noise**2,
        4
        * real(power(delta, 2 - 4 / l))
        * (wrong + 4 * real(power(Fraction(n1), 2 / l)) * real(psi) ** 2 + c**2),
        8 * (c * real(delta) / noise) ** 2,
    ]
    return sum(terms, iv.mpf(0))


# ---- the private size ----


def half_width(params):
    """The least v >= 1 from which on the divergence of the two laws of N is at most delta; or e^(-v
    epsilon) <= delta/2.
    """
    delta, q = share(params), decay(params)
    if constants(params) == "paper":
        return int(least(lambda v: rate_sign(delta / 2, Fraction(v), q) < 0, Fraction(1)))
    return int(
        least(
            lambda v: at_rising_precision(lambda: not at_most(divergence(params, int(v)), delta)),
            Fraction(1),
        )
    )


def size_tail(params, v):
    """k -> P(min(v, max(-v, Z)) > k)."""
    q = rooted(decay(params))
    # rationals of such powers would be long
    if q.b is not None and v * q.b.denominator.bit_length() > 1 << 14:
        law = symmetric(lambda k: q.power(k + 1) / (1 + q.power(1)))
    else:
        law = two_sided_geometric(q)
    return lambda k: Fraction(1) if k < -v else Fraction(0) if k >= v else law.above(k)


def count_delta(params):
    return divergence(params, half_width(params))


def divergence(params, v):
    """Both laws of N side by side, from the tails of Z; Z is symmetric, so the other direction is
    the same.

    n + w = (n + 1) + (w - 1). At -v < w - 1, w < v both masses are those of Z, and at most the
    factor e^epsilon apart.
    """
    tail, factor = size_tail(params, v), growth_factor(params)
    mass = lambda w: (
        plus(tail(w - 1), product(Fraction(-1), tail(w))) if -v <= w <= v else Fraction(0)
    )  # noqa: E731
    total = Fraction(0)
    for w in sorted({-v, 1 - v, v} | ({v + 1} if v == 0 else set())):
        total = plus(total, plus_part(plus(mass(w), product(Fraction(-1), factor, mass(w - 1)))))
    return total


def together(of, params):
    """Sequential composition of the count and of the base: epsilons and deltas add up."""
    base = params["base"]
    if of == "total_epsilon":
        parts = [decay(params).rate()] + (
            [] if base == "name_and_shame" else [decay(params).rate()]
        )
    else:
        parts = [any_share(params)] + (
            [] if base in ("sized_mean", "clipped_mean") else [any_share(params)]
        )
    return plus(*parts) if len(parts) > 1 else parts[0]


def noise_scale(name, params):
    """By how much one record moves what is released, over epsilon: two counts by 1 each, or the
    mean of n2 clipped records.
    """
    moved = (
        Fraction(2) if name == "dpucoarse" else 2 * positive(params, "clip") / size(params, "n2")
    )
    return quotient(moved, decay(params).rate())


# ---- student_t_mean ----


def student_mean(name, params):
    if name == "smoothness":
        return beta_of(params)
    if name == "tau":
        return tau(params)
    lower, upper = mean_bounds(params)
    n = positive_integer({"n": params.get("n")}, "n") if name == "mse" else number(params, "n")
    require(Fraction(n).denominator == 1 and n >= 0, "n", "n must be a number of records")
    bound = smooth_bound(params, int(n), upper - lower)
    if name == "smooth_bound":
        return bound
    if name == "mse":
        d = degrees(params, 3)
        scale = real(tau(params)) * real(bound)
        return ivf(at_least_zero(params, "record_variance") / n) + scale * scale * variance(d)
    raise Unsupported(f"student_t_mean.{name} is unknown")


def mean_bounds(params):
    lower, upper = number(params, "lower", "0"), number(params, "upper", "1")
    require(lower < upper, "lower", "lower must be below upper")
    require(lower <= 0 <= upper, "lower", "0 must lie between the bounds")
    return lower, upper


def quantity(name, of, params):
    if (name, of) == ("name_and_shame", "mse"):
        return name_and_shame_mse(params)
    if name == "bernoulli":
        return bernoulli(of, params)
    if name == "student_t_mean":
        return student_mean(of, params)
    if of in ("total_epsilon", "total_delta"):
        return together(of, params)
    if of == "noise_scale" and name in ("dpucoarse", "dpumean"):
        return noise_scale(name, params)
    found = {
        ("dpucoarse", "threshold"): threshold,
        ("dpucoarse", "lone_bin_delta"): lone_bin_delta,
        ("dpucoarse", "success"): success,
        ("dpumean", "first_size"): first_size,
        ("dpumean", "clip"): clip,
        ("dpumean", "mse_bound"): dpumean_mse,
        ("unknown_size", "half_width"): lambda p: Fraction(half_width(p)),
        ("unknown_size", "count_delta"): count_delta,
    }.get((name, of))
    if found is None:
        raise Unsupported(f"{name} has no quantity {of}")
    return found(params)
