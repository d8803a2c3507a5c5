"""Quantities of means whose users send messages, and of CoinPress: the table under "Baselines and
messages" in vectors/instance.md, from that page alone.

Every quantity reads the parameters that its definition uses and ignores the others; `noise` and
`edition` are refused. Logarithms of rationals other than 1 are transcendental, so that no ceiling
is a tie, but for those of roots of rationals, which are compared as rationals.
"""

from fractions import Fraction
from types import SimpleNamespace

from boxes import whole
from instance.bounds import norm
from instance.messages import certain, keep
from instance.params import (
    beta_of,
    digits,
    power_of_two,
    refused,
    rho_of,
    root_down,
    root_up,
    steps_of,
    tails_of,
    turning,
)
from instance.records import DEFAULT_BETA
from instance.shuffled import share_of, shuffled_rank, stretch_square
from mpmath import iv
from params import decay, positive_integer
from quantities import sharpest
from stream import at_rising_precision, power, product, quotient, rooted
from trilemma.params import at_least_zero, constants, positive, share
from values import Unsupported, integer, ivf, require


def sizes(params, *names):
    return [positive_integer(params, name) for name in names]


def beta(params):
    return beta_of(params, DEFAULT_BETA)


def exact(params):
    return constants(params) == "exact"


def next_whole(y):
    """ceil(y()) for an irrational y()."""
    return -at_rising_precision(lambda: whole(-y()))


def grid(params, n):
    """(sigma_max, sigma_max/b), b = 1/ceil(sqrt(n)/sigma_max)."""
    sigma = positive(params, "sigma_max")
    return sigma, sigma * root_up(n / sigma**2)


# ---- CoinPress ----


def coinpress_mean(of, params):
    """The balls one after the other, up to that of step `iteration`."""
    n, d, i = sizes(params, "n", "d", "iteration")
    t = positive_integer({"iterations": params.get("iterations", "10")}, "iterations")
    rho, g, start = rho_of(params), beta(params) / t, at_least_zero(params, "radius")
    sigma, s = grid(params, n)
    require(i <= t, "iteration", "there are not so many iterations")

    each, alone = tails_of(params), beta(params)

    def inside(r):
        """How far a record may be from the centre: C before the half of a diagonal."""
        far = iv.log(1 / ivf(alone))
        return (
            iv.sqrt(
                r * (r + 2 * ivf(s) * iv.sqrt(2 * far))
                + ivf(s * s) * (d + 2 * iv.sqrt(d * far) + 2 * far)
            )
            if each
            else r + ivf(s) * norm(d, g / (2 * n))
        )

    def reach(c, v):
        """How far the mean may be from the centre after a step: r."""
        return norm(d, alone if each else g / 2) * iv.sqrt(ivf(s * s / n + v / n**2)) + iv.sqrt(
            ivf(d)
        )

    r = lambda: ivf(start * s / sigma)  # noqa: E731
    for step in range(1, i + 1):
        c = next_whole(lambda r=r: inside(r()) + iv.sqrt(ivf(d)) / 2)
        spent = rho if t == 1 else 3 * rho / 4 if step == t else rho / (4 * (t - 1))
        v = 2 * c * c / spent
        r = lambda c=c, v=v: reach(c, v)  # noqa: E731
    return {"clip": lambda: Fraction(c), "noise_variance": lambda: v, "radius": r}[of]()


# ---- each user by herself ----


def half_width(params):
    """A."""
    (n,) = sizes(params, "n")
    require(n >= 2, "n", "there must be two records")
    width, (_, s) = beta(params), grid(params, n)
    return next_whole(lambda: ivf(s) * (2 + iv.sqrt(2 * iv.log(ivf(8 * n / width)))))


def local_coordinate_mean(of, params):
    if of == "half_width":
        return Fraction(half_width(params))
    (d,), rho = sizes(params, "d"), rho_of(params)
    return (
        keep(rho / (2 * d), exact(params))
        if of == "keep"
        else 2 * half_width(params) ** 2 * d / rho
    )


def local_clipped_mean(of, params):
    rho = rho_of(params)
    if of == "noise_variance":
        return (
            2 * at_least_zero(params, "threshold_squared") * steps_of(params) ** 2 / (9 * rho / 16)
        )
    return keep(
        rho / (4 * power_of_two(*sizes(params, "d"))) if of == "median_keep" else 3 * rho / 16,
        exact(params),
    )


# ---- through a shuffler ----


def of_one_sum(params, part, many):
    """x(part epsilon, part delta, many)."""
    q, delta = decay(params), share(params, "delta")
    return share_of(lambda: product(part, q.rate()), part * delta, many)


def median_epsilon(params):
    d, u = sizes(params, "d", "u")
    return of_one_sum(params, Fraction(1, 4), power_of_two(d) * digits(2 * d * u + 1))


def highest(params):
    """d' (2 d u)^2."""
    d, u = sizes(params, "d", "u")
    return power_of_two(d) * (2 * d * u) ** 2


def stretched(params):
    """(the case, d', Y), Y a function."""
    n, d = sizes(params, "n", "d")
    case, wide = (
        SimpleNamespace(params=params, n=n, beta=beta(params), sharp=exact(params)),
        power_of_two(d),
    )
    return case, wide, stretch_square(case, wide)


def rank(params):
    case, wide, y = stretched(params)
    return Fraction(shuffled_rank(case, SimpleNamespace(wide=wide, top=highest(params)), y))


def clip(params):
    """C': the least integer whose square is at least steps^2 Y q."""
    case, wide, y = stretched(params)
    square = at_least_zero(params, "threshold_squared") * steps_of(params) ** 2
    if not square:
        return Fraction(0)
    end = turning(lambda k: not certain(lambda: product(y(), square), lambda: Fraction(k * k)))
    return Fraction(min(end, root_down(wide * square)) if case.sharp else end)


def share_variance(params):
    """Of one user's part in discrete Laplace noise."""
    (n,), lost = sizes(params, "n"), integer(params, "dropouts", "0")
    require(0 <= lost < n, "dropouts", "dropouts must lie in [0, n)")
    b = power(
        rooted(
            decay(
                params,
                positive_integer({"sensitivity": params.get("sensitivity", "1")}, "sensitivity"),
            )
        ),
        1,
    )
    return quotient(2 * b, (1 - b) ** 2 * (n - lost))


SHUFFLED = {
    "median_epsilon": median_epsilon,
    "rank": rank,
    "clip": clip,
    "share_variance": share_variance,
    "threshold_epsilon": lambda p: of_one_sum(p, Fraction(3, 16), digits(highest(p) + 1)),
    "mean_epsilon": lambda p: of_one_sum(p, Fraction(9, 16), power_of_two(*sizes(p, "d"))),
}
QUANTITIES = {
    "coinpress_mean": ("clip", "noise_variance", "radius"),
    "local_coordinate_mean": ("keep", "half_width", "noise_variance"),
    "local_clipped_mean": ("median_keep", "threshold_keep", "noise_variance"),
    "shuffled_clipped_mean": tuple(SHUFFLED),
}
OF = {
    "coinpress_mean": coinpress_mean,
    "local_coordinate_mean": local_coordinate_mean,
    "local_clipped_mean": local_clipped_mean,
    "shuffled_clipped_mean": lambda of, params: SHUFFLED[of](params),
}


def knows(name, quantity):
    return quantity in QUANTITIES.get(name, ())


def answer(name, quantity, params):
    if not knows(name, quantity):
        raise Unsupported(f"{name} has no quantity {quantity}")
    refused(params, "noise", "edition")
    return sharpest(lambda: OF[name](quantity, params))
