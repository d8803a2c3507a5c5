"""The mean estimators' bounds and the linear maps: from the algorithms' own statistics and from
moments by parts.
"""

from fractions import Fraction

from laplace import Laplace
from mpmath import iv, mp, mpf
from params import decay, positive_integer
from values import Unsupported, ivf, number, require


def interval(params):
    lower, upper = number(params, "lower", "0"), number(params, "upper", "1")
    require(lower < upper, "lower", "lower must be below upper")
    return lower, upper


def noise(params, half_sensitivity):
    """The Laplace noise that an algorithm adds at epsilon/2 to a statistic of this sensitivity."""
    return Laplace(decay(params), 2 * half_sensitivity)


def ratio_constant(params, centre, sum_sensitivity):
    """First order of (s + Zs)/(n + Zn) - s/n, times n: Zs - (s/n) Zn with independent Zs, Zn; its
    second moment.
    """
    slope = number(params, "mean") - centre
    zs, zn = noise(params, sum_sensitivity).moment(2), noise(params, Fraction(1)).moment(2)
    if isinstance(zs, Fraction) and isinstance(zn, Fraction):
        return zs + slope**2 * zn
    return ivf(zs) + ivf(slope**2) * ivf(zn)


def shares(params):
    """(alpha, width): the mean as a share of the interval."""
    lower, upper = interval(params)
    alpha = (number(params, "mean") - lower) / (upper - lower)
    require(0 <= alpha <= 1, "mean", "the mean must lie between the bounds")
    return alpha, upper - lower


def laplace_terms(params):
    """E C^2, a bound of E F^2 and P(Zb < -n/2) for Algorithm 3 with Laplace noise, on [0, 1]."""
    alpha, _ = shares(params)
    n = positive_integer(params, "n")
    z = Laplace(decay(params), Fraction(1))
    second, fourth = ivf(z.moment(2)), ivf(z.moment(4))
    variance_c = (ivf((1 - alpha) ** 2) + ivf(alpha**2)) * second / n**2
    # Zb = Z1 + Z2: E Zb^4 = 2 E Z^4 + 6 (E Z^2)^2 and E Z1^2 Zb^2 = E Z^4 + (E Z^2)^2, odd terms
    # vanish
    variance_f = 8 * ((2 * fourth + 6 * second**2) + (fourth + second**2)) / n**4
    with mp.workdps(40):
        tail = two_sided_tail(mpf(ivf(z.rate).mid), mpf(n) / 2)
    return (
        variance_c,
        variance_f,
        iv.mpf([tail * (1 - mpf(10) ** -28), tail * (1 + mpf(10) ** -28)]),
    )


def two_sided_tail(rate, s):
    """P(Z1 + Z2 < -s) by quadrature of the convolution, good to well beyond 28 digits."""

    def below(t):
        return mp.exp(rate * t) / 2 if t < 0 else 1 - mp.exp(-rate * t) / 2

    # split where a density has its kink, and where the tails are negligible against the middle
    cuts = [-s - 90 / rate, -s - 30 / rate, -s, -s / 2, 0, 30 / rate, 90 / rate]
    return mp.quad(lambda t: rate / 2 * mp.exp(-rate * abs(t)) * below(-s - t), cuts)


def lemma1(c, f, m, p):
    """E (C + F)^2 by Cauchy-Schwarz is (sqrt(E C^2) + sqrt(E F^2))^2; then the clipped event."""
    return (iv.sqrt(ivf(c)) + iv.sqrt(ivf(f))) ** 2 + 4 * ivf(m) ** 2 * ivf(p)


# what each algorithm adds unit-scale noise to, for records x in [0, 1] and epsilon = 1: (statistic
# 1, statistic 2)
STATISTICS = {
    "1": lambda s, n: (s, n),  # Lap(2w/eps), Lap(2/eps), w = 1: both in units of 2
    # Lap(w/eps) on the shifted sum; Lap(2/eps) on n = Lap(1/eps) on n/2
    "2": lambda s, n: (s - n / 2, n / 2),
    "3": lambda s, n: (s, n - s),
}


def transformation(quantity, params):
    name = params.get("algorithm")
    require(name in STATISTICS, "algorithm", "algorithm must be 1, 2 or 3")
    f = STATISTICS[name]
    columns = f(Fraction(1), Fraction(0)), f(Fraction(0), Fraction(1))
    rows = [[columns[j][i] for j in range(2)] for i in range(2)]
    if quantity == "matrix":
        return [v for row in rows for v in row]
    if quantity == "inverse":
        return [v for row in solve(rows) for v in row]
    sizes = [sum(map(abs, f(Fraction(i, 64), Fraction(1)))) for i in range(65)]
    if quantity == "radius":
        return max(sizes)
    if quantity == "ball_area":
        r, back = max(sizes), solve(rows)
        corners = [(r, 0), (0, r), (-r, 0), (0, -r)]
        moved = [tuple(back[i][0] * a + back[i][1] * b for i in range(2)) for a, b in corners]
        cross = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(moved, moved[1:] + moved[:1]))
        return abs(cross) / 2
    raise Unsupported(f"transformation.{quantity} is unknown")


def solve(rows):
    """The inverse of a 2 x 2 matrix by elimination."""
    left = [
        list(map(Fraction, row)) + [Fraction(i == j) for j in range(2)]
        for i, row in enumerate(rows)
    ]
    if left[0][0] == 0:
        left.reverse()
    left[0] = [v / left[0][0] for v in left[0]]
    left[1] = [v - left[1][0] * w for v, w in zip(left[1], left[0])]
    left[1] = [v / left[1][1] for v in left[1]]
    left[0] = [v - left[0][1] * w for v, w in zip(left[0], left[1])]
    return [row[2:] for row in left]


def mean_quantity(name, quantity, params, leading, optimum):
    """`leading(params)` is the second moment of Algorithm 3, `optimum(law, params)` the least
    variance of a law.
    """
    if name == "transformation":
        return transformation(quantity, params)
    if quantity == "lemma1":
        return lemma1(
            *(number(params, k) for k in ("variance_c", "variance_f", "bound_m", "probability"))
        )
    lower, upper = interval(params)
    n = ivf(Fraction(positive_integer(params, "n"))) if "n" in params else ivf(Fraction(1))
    if (name, quantity) == ("independent_mean", "leading_constant"):
        return ratio_constant(params, Fraction(0), max(abs(lower), abs(upper)))
    if (name, quantity) == ("shifted_mean", "leading_constant"):
        return ratio_constant(params, (lower + upper) / 2, (upper - lower) / 2)
    if quantity == "lemma2":
        return ivf(ratio_constant(params, (lower + upper) / 2, (upper - lower) / 2)) / n**2
    if quantity == "theorem1":
        alpha, width = shares(params)
        return (
            ivf(leading(dict(params, noise="laplace", alpha=str(alpha)))) * ivf(width) ** 2 / n**2
        )
    if quantity in ("laplace_mse_bound", "mse_bound"):
        _, width = shares(params)
        c, f, p = laplace_terms(params)
        return lemma1(c, f, 1, p) * ivf(width) ** 2
    if quantity in ("lemma5", "theorem3"):
        return (
            optimum("staircase2d" if quantity == "lemma5" else "staircase", params)
            * ivf(upper - lower) ** 2
            / n**2
        )
    raise Unsupported(f"{name}.{quantity} is unknown")
