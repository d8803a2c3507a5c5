"""Draws of the normal law by quantile-1, and the probabilities of their events."""

from fractions import Fraction

import replay
from normal_law import ZERO, inside, quantile, upper_tail, variance_of
from params import sensitivity
from quantities import sharpest
from trilemma.events import around
from values import Unsupported, number, require
from variables import Variable, rising, settle


def drawer(name, params, given):
    """quantile-1."""
    s, _ = variance_of(params), sensitivity(params)
    if given.get("profile") != "quantile-1":
        raise Unsupported("gaussian has the profile quantile-1 only")
    require(number(given, "grid") > 0, "grid", "the grid must be positive")
    return lambda tape: (
        settle(tape, [Variable()], rising(lambda us: ZERO, lambda us: quantile(s, us[0])), given),
    )


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)


class Normal:
    """Noise of N(s), for `around`; s > 0, a rational or an interval."""

    def __init__(self, s):
        self.s = s

    def beyond(self, y):
        return upper_tail(self.s, y)

    def at(self, _):
        return ZERO


def event_probability(_, params, given, event):
    noise, centre = Normal(variance_of(params)), number(given, "center", "0")
    on, relation, at = event["on"], event["relation"], number(event, "at", "0")
    if relation in ("multiple", "eq"):
        return ZERO
    if on == "x" and relation in ("le", "ge"):
        return sharpest(lambda: around(centre, noise, relation, at))
    if on == "abs" and relation in ("le", "ge"):
        if at <= 0:
            return Fraction(relation == "ge")
        return sharpest(
            lambda: 2 * noise.beyond(at) if relation == "ge" else 2 * inside(at * at / noise.s)
        )
    raise Unsupported(f"an event {on} {relation}")
