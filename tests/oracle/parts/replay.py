"""Releases of `count` and `bounded_sum` from bits: profile release-3."""

from fractions import Fraction

import replay
from boxes import laplace
from mpmath import iv
from normal_law import quantile
from parts.params import CALIBRATED, Settings
from parts.records import Statistic
from published import Published
from series import Decay
from stream import two_sided_geometric
from values import Unsupported, ends, number, require
from variables import Variable, rising, settle

ZERO = Fraction(0)


def floored(settings, x):
    """max(0, x) where the output is clamped; exactly 0 where x is certainly not above."""
    if not settings.clamped:
        return x
    if not isinstance(x, iv.mpf):
        return x if x > 0 else ZERO
    low, high = ends(x)
    return ZERO if high <= 0 else iv.mpf([low if low > 0 else 0, high])


def steps_of(settings):
    """tape -> K of noise on a lattice."""
    if settings.noise == "discrete_gaussian":
        s2 = settings.sigma_squared() / settings.unit**2
        return lambda tape: Published(tape).gaussian(s2)
    return two_sided_geometric(Decay(epsilon=settings.unit / settings.scale())).draw


def at_point(settings, u):
    """F^-1(u) of a continuous noise; None where it is infinite."""
    if settings.noise == "laplace":
        return laplace(1 / settings.scale(), u)
    return quantile(settings.sigma_squared(), u)


def drawer(name, params, given):
    if given.get("profile") != "release-3":
        raise Unsupported(f"{name} has the profile release-3 only")
    settings = Settings(name, params)
    if settings.noise == CALIBRATED:
        raise Unsupported(f"{settings.noise} has no tapes")
    if "grid" in given or not settings.lattice:
        require(number(given, "grid") > 0, "grid", "the grid must be positive")
    s = Statistic(settings, given).sum
    if settings.lattice:
        steps = steps_of(settings)

        def on_lattice(tape):
            value = floored(settings, s + settings.unit * steps(tape))
            if "grid" not in given:
                return (value,)
            return (settle(tape, [], lambda box: (value, value), given),)

        return on_lattice

    noisy = rising(lambda us: s, lambda us: at_point(settings, us[0]))

    def span(box):
        found = noisy(box)
        return None if found is None else tuple(floored(settings, x) for x in found)

    return lambda tape: (settle(tape, [Variable()], span, given),)


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)
