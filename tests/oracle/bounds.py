"""Bounds of the minimax error with one epsilon per user (`hetero`), from the vector of all
epsilons.
"""

from fractions import Fraction
from functools import lru_cache
from math import inf

import boxes
from hetero.users import parsed, second_epsilon, two_groups
from hetero.weights import minimum, saturation
from mpmath import iv
from sampled import growth
from stream import Open, at_most, plus, product, quotient
from surd import plain, surd
from values import Unsupported, ivf, require

QUARTER = Fraction(1, 4)
CONSTANTS = {
    "lower_bound": (Fraction(1560), Fraction(1048)),
    "sharper_lower_bound": (Fraction(81, 2), Fraction(27)),
}


def critical(params):
    """The epsilon from which on the second group is bound by nothing: the saturation when all
    others are public.
    """
    first, rest = two_groups(params, least=1)
    require(first[0] > 0, "epsilon1", "epsilon1 must be positive")
    return saturation([first, *([(inf, rest)] if rest else [])]), first[0]


def upper(params):
    """The least value of ADPM's objective, or a quarter."""
    (one, n), rest = two_groups(params)
    other = second_epsilon(params, one)
    groups = {}
    for e, k in ((one, n), (other, rest)):
        if e > 0 and k:
            groups[e] = groups.get(e, 0) + k
    require(groups, "epsilons", "at least one epsilon must be positive")
    return min(minimum(sorted(groups.items()))[2], QUARTER)


def lower(params, constants):
    """The upper bound over one of two constants, by whether the second epsilon matters still."""
    (one, n), _ = two_groups(params)
    matters = n == 0 or one == 0 or second_epsilon(params, one) < critical(params)[0]
    return upper(params) / constants[0 if matters else 1]


@lru_cache(maxsize=256)
def contraction_at(e, prec):
    y = growth(e)
    return quotient(y, y + 2)


def contraction(e):
    """tanh(e/2), the largest total variation between the outputs of two neighbours: (e^e - 1)/(e^e
    + 1).
    """
    return Fraction(e == inf) if e in (0, inf) else contraction_at(e, iv.prec)


def least(values):
    """The least of numbers; an interval around it where two are not told apart."""
    best = values[0]
    for v in values[1:]:
        try:
            best = best if at_most(plain(best), plain(v)) else v
        except Open:
            best = boxes.least([plain(best), plain(v)])
    return best


def distances(epsilons):
    """T_k, k = 0 .. n, but of those that have the same irrational part only the least."""
    n, part, exact, best, found = len(epsilons), Fraction(0), Fraction(0), None, []
    for k, e in enumerate([*epsilons, None]):
        here = exact + surd(0, 1, n - k)
        best = here if best is None else least([best, here])
        if e in (0, inf):
            exact += contraction(e)
            continue
        found.append(best if part == 0 else part + ivf(plain(best)))
        if e is not None:
            part, best = plus(part, contraction(e)), None
    return found


def vector_lower(params):
    t = least(distances(sorted(parsed(params.get("epsilons")))))
    if at_most(Fraction(2, 3), plain(t)):
        return quotient(Fraction(1), product(Fraction(27), t, t))
    return product(plus(Fraction(1), product(Fraction(-1), t)), QUARTER)


def quantity(name, params):
    """hetero.name."""
    if name in ("ratio", "critical_epsilon"):
        value, one = critical(params)
        return value / one if name == "ratio" else value
    if name == "upper_bound":
        return upper(params)
    if name in CONSTANTS:
        return lower(params, CONSTANTS[name])
    if name == "vector_lower_bound":
        return plain(vector_lower(params))
    raise Unsupported(f"hetero.{name} is unknown")
