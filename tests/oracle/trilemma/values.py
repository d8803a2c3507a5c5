"""Exact quantities of the means with little or no bias: the dispatch."""

from fractions import Fraction

import accounts
from mpmath import iv
from quantities import sharpest
from stream import Open
from trilemma import coarse_quantities, t_law, t_loss
from trilemma import tradeoff as trilemma
from values import MorePrecision, Unsupported, ivf

LONG = 1 << 11  # bits of a denominator
MECHANISMS = (
    "clipped_mean",
    "name_and_shame",
    "combined_mean",
    "dpucoarse",
    "dpumean",
    "kv_mean",
    "unknown_size",
    "student_t_mean",
    "shuffled_mean",
)
OBJECTS = (
    *MECHANISMS,
    "student_t",
    "trilemma",
    "bernoulli",
    "group",
    "replacement",
    "zcdp",
    "shuffling",
)


def compute(name, quantity, params):
    try:
        if name == "trilemma":
            return trilemma.quantity(quantity, params)
        if name == "student_t":
            return (
                t_loss.privacy_loss(params)
                if quantity == "privacy_loss"
                else t_law.quantity(quantity, params)
            )
        if name in ("group", "replacement", "zcdp", "shuffling"):
            return getattr(accounts, name)(quantity, params)
        if name in OBJECTS:
            return coarse_quantities.quantity(name, quantity, params)
    except Open:
        raise MorePrecision("an order of two numbers is not decided") from None
    raise Unsupported(f"no object {name}")


def answer(name, quantity, params):
    """The value of a request; a rational of very many digits as an interval."""

    def found():
        value = compute(name, quantity, params)
        return (
            ivf(value)
            if not isinstance(value, iv.mpf) and Fraction(value).denominator.bit_length() > LONG
            else value
        )

    return sharpest(found)
