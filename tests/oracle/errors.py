"""Mean squared errors of the estimators with one epsilon per user: from a model of each, not from a
formula for its variance.

A jet is (1, E T, E T^2) of a random variable T; that of a sum of independent ones is a product. A
record has two values with the given mean and variance, which is as good as any law, because an
error is a square of a sum.
"""

from collections import Counter
from fractions import Fraction
from math import inf

from hetero.weights import adpm, common_unit, fme
from laplace import Laplace
from quantities import over_gamma
from sampled import divisor, numbers, probabilities
from series import Decay
from stream import at_most, plus, product, quotient

NOTHING = (Fraction(1), Fraction(0), Fraction(0))
LAPLACE = Laplace(Decay(epsilon=Fraction(1)), Fraction(1)).moment(2)  # of scale 1


def joined(*jets):
    """The jet of a sum of independent variables."""
    a = jets[0]
    for b in jets[1:]:
        a = (
            product(a[0], b[0]),
            plus(product(a[1], b[0]), product(a[0], b[1])),
            plus(plus(product(a[2], b[0]), product(Fraction(2), a[1], b[1])), product(a[0], b[2])),
        )
    return a


def copies(jet, n):
    """The jet of a sum of n such variables."""
    found = NOTHING
    while n:
        found, jet, n = joined(found, jet) if n & 1 else found, joined(jet, jet), n >> 1
    return found


def jet(values):
    """Of a variable with these (probability, value)."""
    found = [Fraction(0)] * 3
    for p, x in values:
        found = [plus(f, product(p, *[x] * k)) for k, f in enumerate(found)]
    return tuple(found)


def noisy(second):
    """Of symmetric noise with this second moment."""
    return Fraction(1), Fraction(0), second


def record(mean, variance):
    """[(probability, value)] of a record."""
    return [(variance / (1 + variance), mean + 1), (1 / (1 + variance), mean - variance)]


def affine(base, weights, law, noise):
    """E (base + sum w_i (X_i - base) + Z - mean)^2, E Z^2 = noise."""
    mean = sum(p * x for p, x in law)
    parts = [jet([(Fraction(1), base - mean)]), noisy(noise)]
    for w, n in Counter(weights).items():
        parts.append(copies(jet([(p, w * (x - base)) for p, x in law]), n))
    return joined(*parts)[2]


def group_error(e, n):
    """The error of the noisy mean of n records of the worst variance, on a width of 1; e may be
    `inf`.
    """
    law = record(Fraction(1, 2), Fraction(1, 4))
    return affine(
        Fraction(0), [Fraction(1, n)] * n, law, Fraction(0) if e == inf else LAPLACE / (n * e) ** 2
    )


def group_weights(groups):
    """u_g, by adding one group after the other to the best combination so far, two at a time."""
    shares, error = [], None
    for e, n in groups:
        new = group_error(e, n)
        old = Fraction(0) if error is None else new / (error + new)
        shares = [s * old for s in shares] + [1 - old]
        error = new if error is None else error * old
    return shares


def staircase_noise(users, weights, tau):
    """(g, D) of ADPM's staircase noise."""
    g = common_unit([w / tau for w in weights])
    return g, g * users.width * tau


def adpm_noise(users, weights, tau):
    """E Z^2."""
    if tau == 0:
        return Fraction(0)
    if users.noise == "laplace":
        return LAPLACE * (users.width * tau) ** 2
    g, reach = staircase_noise(users, weights, tau)
    wanted = {
        "epsilon": str(g),
        "sensitivity": str(reach),
        "gamma": users.params.get("gamma", "optimal"),
    }
    return over_gamma("staircase", wanted, lambda law: law.moment(2))


def objective(users):
    """What ADPM minimises, with the variance of its noise: the error for the worst variance, on a
    width of 1.
    """
    weights, tau, _ = adpm(users)
    noise = quotient(adpm_noise(users, weights, tau), users.width**2)
    return affine(Fraction(1, 2), weights, record(Fraction(1, 2), Fraction(1, 4)), noise)


def falls_back(users):
    """Does ADPM answer with the midpoint?"""
    return not at_most(objective(users), Fraction(1, 4))


def adpm_error(users, law):
    if falls_back(users):
        return affine(users.middle, [], law, Fraction(0))
    weights, tau, _ = adpm(users)
    return affine(users.middle, weights, law, adpm_noise(users, weights, tau))


def fme_error(users, law):
    weights, scale = fme(users.epsilons)
    return affine(users.middle, weights, law, product(LAPLACE, scale, scale, users.width**2))


def uni_error(users, law):
    least = min(users.epsilons)
    scale = Fraction(0) if least == inf else users.width / (users.n * least)
    return affine(Fraction(0), [Fraction(1, users.n)] * users.n, law, LAPLACE * scale**2)


def propdpm_error(users, law):
    whole = sum(users.epsilons)
    return affine(
        users.middle, [e / whole for e in users.epsilons], law, LAPLACE * (users.width / whole) ** 2
    )


def stretching_error(users, law):
    whole = users.n * users.top
    return affine(
        users.middle, [e / whole for e in users.epsilons], law, LAPLACE * (users.width / whole) ** 2
    )


def ldpe_error(users, law):
    groups = users.groups()
    weights, noise = [], Fraction(0)
    for u, (e, n) in zip(group_weights(groups), groups):
        weights += [u / n] * n
        noise += Fraction(0) if e == inf else LAPLACE * (u * users.width / (n * e)) ** 2
    return affine(Fraction(0), weights, law, noise)


def sm_error(users, law):
    chances = probabilities(users.epsilons)
    if users.edition == "corrected":
        d, parts = divisor(users.epsilons), []
        mean = sum(p * x for p, x in law)
        for p in chances:
            here = [(product(p, q), (x - users.middle) / d) for q, x in law]
            parts.append(jet([*here, (plus(Fraction(1), product(p, Fraction(-1))), Fraction(0))]))
        noise = LAPLACE * (users.width / (d * users.top)) ** 2
        return joined(jet([(Fraction(1), users.middle - mean)]), noisy(noise), *parts)[2]
    found = Fraction(0)
    for m, p in enumerate(numbers(chances)):
        if m:  # the user of the largest epsilon is always sampled
            noise = LAPLACE * (users.width / (m * users.top)) ** 2
            found = plus(found, product(p, affine(users.middle, [Fraction(1, m)] * m, law, noise)))
    return found


ERRORS = {
    "adpm": adpm_error,
    "uni": uni_error,
    "propdpm": propdpm_error,
    "stretching": stretching_error,
    "fme": fme_error,
    "ldpe": ldpe_error,
    "sm": sm_error,
}


def error(users):
    """mse."""
    return ERRORS[users.name](users, record(*users.distribution()))
