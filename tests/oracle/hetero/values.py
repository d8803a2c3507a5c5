"""Exact quantities of the mechanisms with one epsilon per user, and of their bounds: the
dispatch.
"""

from fractions import Fraction
from math import inf

import bounds
from errors import error, falls_back, group_weights, objective
from hetero.users import MECHANISMS, Users
from hetero.weights import adpm, fme, saturation
from quantities import sharpest
from sampled import probabilities
from stream import Open
from surd import plain
from values import MorePrecision, Unsupported, require

OBJECTS = (*MECHANISMS, "hetero")


def weights_of(users):
    if users.name == "adpm":
        return adpm(users)[0]
    if users.name == "fme":
        return fme(users.epsilons)[0]
    whole = sum(users.epsilons) if users.name == "propdpm" else users.n * users.top
    return [e / whole for e in users.epsilons]


def noise_scale(users):
    """The most that a finite epsilon asks for: the largest w_i/epsilon_i, times the width."""
    if users.name == "adpm":
        require(users.noise == "laplace", "noise", "the scale is one of laplace noise")
    if users.name == "fme":  # public records are granted h
        return fme(users.epsilons)[1] * users.width
    weights = [Fraction(1, users.n)] * users.n if users.name == "uni" else weights_of(users)
    return max(
        (w * users.width / e for w, e in zip(weights, users.epsilons) if 0 < e < inf),
        default=Fraction(0),
    )


def group_scales(users):
    """The sensitivity of a group's mean over its epsilon."""
    return [Fraction(0) if e == inf else users.width / n / e for e, n in users.groups()]


def granted(users):
    """What a user can tell from the noise: w_i over its scale, at width 1."""
    theta(users)
    weights, tau, _ = adpm(users)
    return [Fraction(0) if falls_back(users) else w / tau for w in weights]


def theta(users):
    found = saturation(users.groups())
    require(found is not None, "epsilons", "nothing bounds theta")
    return found


WEIGHTED = ("adpm", "propdpm", "stretching", "fme")
QUANTITIES = {
    "saturation": (("adpm",), theta),
    "granted": (("adpm",), granted),
    "objective": (("adpm",), objective),
    "weights": (WEIGHTED, weights_of),
    "noise_scale": ((*WEIGHTED, "uni"), noise_scale),
    "group_weights": (("ldpe",), lambda users: group_weights(users.groups())),
    "noise_scales": (("ldpe",), group_scales),
    "probabilities": (("sm",), lambda users: probabilities(users.epsilons)),
    "mse": (MECHANISMS, error),
}


def compute(name, quantity, params):
    mechanisms, value = QUANTITIES.get(quantity, ((), None))
    if name not in mechanisms and name != "hetero":
        raise Unsupported(f"{name} has no quantity {quantity}")
    try:
        return (
            bounds.quantity(quantity, params)
            if name == "hetero"
            else plain(value(Users(name, params)))
        )
    except Open:
        raise MorePrecision("an order of two numbers is not decided") from None


def answer(name, quantity, params):
    """The value of a request, or the list of values."""
    return sharpest(lambda: compute(name, quantity, params))
