"""The distribution function of Algorithm 3 where the two noises are a pair on lines or on a
lattice: vectors/*.md, object transformed_mean with noise discrete_laplace, hourglass or
discrete_hourglass.

Every line x + y = k, and on it every step of x, is gone through; what lies farther out is less than
1e-16.
"""

from fractions import Fraction
from functools import cache
from math import ceil

from entries import JUDGED, real
from means_by_hand import Mean
from mpmath import iv, mp, mpf
from params import positive_integer
from quantities import answer
from values import Unsupported, ends, number

NOISES = ("discrete_laplace", "hourglass", "discrete_hourglass")
LEFT_OUT = 38  # e^-38 < 1e-16


def ours(name, params):
    return name == "transformed_mean" and params.get("noise") in NOISES


def event_probability(params, given, event):
    mean, at = Mean("transformed_mean", params, given["data"]), number(event, "at")
    if (
        event["on"] != "x"
        or event["relation"] not in ("le", "ge")
        or not mean.lower <= at < mean.upper
    ):
        raise Unsupported("an event of a mean on a lattice")
    with mp.workdps(30):
        p = at_most(mean, at, event["relation"] == "ge")
    p = 1 - p if event["relation"] == "ge" else p
    return iv.mpf([p - JUDGED, p + JUDGED])


def at_most(mean, at, strictly):
    """P(release <= at), or P(release < at)."""
    y, (s1, _) = (at - mean.lower) / mean.width, mean.sums()
    if strictly and y == 0:
        return mpf(0)
    found = mpf(0)
    for total, below, weight in lines(mean):
        if not total:
            found += weight * ((mean.middle < at) if strictly else (mean.middle <= at))
        elif total > 0:  # s1 + x <= y total
            found += below(y * total - s1, strictly)
        else:
            found += weight - below(y * total - s1, not strictly)
    return found


def lines(mean):
    """(n + Z1 + Z2, function of a: P(Z1 <= a or < a, on this line), P(this line))."""
    n, params = mean.n, mean.params
    if mean.noise == "discrete_laplace":
        m = positive_integer(params, "m")
        reach = ceil(LEFT_OUT * m / number(params, "epsilon"))
        t = mp.exp(-real(number(params, "epsilon") / m))
        power = [t**k * (1 - t) / (1 + t) for k in range(2 * reach + 1)]
        for k in range(-2 * reach, 2 * reach + 1):
            masses = {
                Fraction(i, m): power[abs(i)] * power[abs(k - i)]
                for i in range(max(-reach, k - reach), min(reach, k + reach) + 1)
            }
            yield n + Fraction(k, m), counted(masses), mp.fsum(masses.values())
        return
    gamma, b = (
        gamma_of(mean.noise, *sorted(params.items())),
        mp.exp(-real(number(params, "epsilon"))),
    )
    m = positive_integer(params, "m") if mean.noise == "discrete_hourglass" else None
    far = ceil(LEFT_OUT / number(params, "epsilon"))
    steps = [(j, *cell(j, gamma)) for j in range(-far, far + 1)]
    size = {
        j: real(high - low) if m is None else mpf(len(points(j, gamma, m)))
        for j, low, high in steps
    }
    whole = mp.fsum(
        b ** (abs(j) + abs(k - j)) * size[j]
        for j, _, _ in steps
        for k in range(-2 * far, 2 * far + 1)
    )
    for k in range(-2 * far, 2 * far + 1):
        weights = {j: b ** (abs(j) + abs(k - j)) / whole for j, _, _ in steps}
        on_line = mp.fsum(weights[j] * size[j] for j in weights)
        if m is None:
            yield n + k, along(steps, weights), on_line
        else:
            yield (
                n + k,
                counted({x: weights[j] for j in weights for x in points(j, gamma, m)}),
                on_line,
            )


def cell(j, gamma):
    """The ends of the signed step j, D = 1."""
    if not j:
        return -gamma, gamma
    return (j - 1 + gamma, j + gamma) if j > 0 else (j - gamma, j + 1 - gamma)


def points(j, gamma, m):
    """The lattice points of the signed step j: |x| from the lower end on, the upper one left
    out.
    """
    if not j:
        return [Fraction(i, m) for i in range(-ceil(gamma * m) + 1, ceil(gamma * m))]
    first = ceil((abs(j) - 1 + gamma) * m)
    return [Fraction(i, m) * (1 if j > 0 else -1) for i in range(first, first + m)]


def along(steps, weights):
    """Lengths of steps below a."""

    def below(a, _strictly):
        return mp.fsum(
            weights[j] * real(min(max(a - low, Fraction(0)), high - low)) for j, low, high in steps
        )

    return below


def counted(masses):
    def below(a, strictly):
        return mp.fsum(p for x, p in masses.items() if (x < a if strictly else x <= a))

    return below


@cache
def gamma_of(noise, *params):
    """The gamma that is asked for; the best one as this route finds it for the law itself."""
    given = dict(params)
    if given["gamma"] != "optimal":
        return Fraction(given["gamma"])
    asked = {k: v for k, v in given.items() if k in ("epsilon", "m")}
    found = answer(noise, "optimal_gamma", asked)
    if isinstance(found, Fraction):
        return found
    low, high = (Fraction(str(mp.nstr(end, 30))) for end in ends(found))
    return (low + high) / 2
