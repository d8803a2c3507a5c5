"""The probability of one event of coinpress_mean on a line, in one step or two: "Baselines and
messages" in vectors/instance.md, from that page alone.

Two steps are a mixture over the centre after the first one. Its noise has no end: centres are
followed on both sides until hardly anything is left of the tail, and that enters as an interval [0,
left].
"""

from fractions import Fraction
from math import ceil, floor
from types import SimpleNamespace

from instance.baselines import Case, reaches, rounded
from instance.events import joined
from instance.noise import ZERO, Rough
from instance.params import tails_of
from instance.records import nearest
from mpmath import mp
from params import positive_integer
from quantities import sharpest
from stream import plus, product
from values import Rejected, Unsupported, ends, ivf, number

NOISE = SimpleNamespace(noise="discrete_gaussian")
LEAST = mp.mpf(2) ** -140  # what may be left of one side of the tail
MOST = 100000  # centres on one side


def moved(values, centre, end):
    """The sum of the values minus the centre, each clipped on a line: into [-end, end]."""
    return sum(min(max(v - centre, -end), end) for v in values)


def starts(n, total, c):
    """The least K with rnd((total + K)/n) = c or more: half-way goes to the even one."""
    edge = Fraction(n * (2 * c - 1), 2)
    return (ceil(edge) if c % 2 == 0 else floor(edge) + 1) - total


def centres(n, total, noise):
    """([(c, P(c))], what is left out)."""
    middle, sides = nearest(Fraction(total, n)), []
    for side in (1, -1):
        beyond = []  # P(middle + side i or beyond), i = 1, 2, ...
        while not beyond or ends(beyond[-1])[1] > LEAST:
            c = middle + side * (len(beyond) + 1)
            beyond.append(
                noise.at_least(
                    Fraction(starts(n, total, c) if side > 0 else 1 - starts(n, total, c + 1))
                )
            )
            if len(beyond) > MOST:
                raise Unsupported("too many centres")
        sides.append(beyond)
    found = [(middle, 1 - sides[0][0] - sides[1][0])]
    for side, beyond in zip((1, -1), sides):
        found += [(middle + side * i, p - q) for i, (p, q) in enumerate(zip(beyond, beyond[1:]), 1)]
    return found, sides[0][-1] + sides[1][-1]


def compute(case, relation, at):
    radius, sigma, b = case.scales()
    t = positive_integer({"iterations": case.params.get("iterations", "10")}, "iterations")
    if case.d > 1 or t > 2:
        raise Unsupported("only on a line, in one step or two")
    ends_of = reaches(
        case.n,
        case.d,
        case.rho,
        case.beta,
        t,
        lambda: ivf(radius / b),
        (sigma / b) ** 2,
        tails_of(case.params),
    )
    n, spent = case.n, [case.rho] if t == 1 else [case.rho / 4, 3 * case.rho / 4]
    buckets = [rounded(x, b, ends_of[0]) for (x,) in case.rows]
    noises = [Rough(NOISE, lambda c=c, rho=rho: 2 * c * c / rho) for c, rho in zip(ends_of, spent)]
    ways, left = (
        ([(0, Fraction(1))], ZERO)
        if t == 1
        else centres(n, moved(buckets, 0, ends_of[0]), noises[0])
    )
    total = ZERO
    for c, p in ways:
        total = plus(
            total,
            product(
                p, noises[-1].chance(relation, (at / b - c) * n - moved(buckets, c, ends_of[-1]))
            ),
        )
    return total, left


def event_probability(params, given, event):
    """P(event), an interval."""
    if "data" not in given:
        raise Rejected("data", "a release needs records")
    case, relation, at = (
        Case("coinpress_mean", params, given["data"]),
        event["relation"],
        number(event, "at"),
    )
    if relation not in ("le", "ge", "eq") or event["on"] != "x":
        raise Unsupported("an event of a mean of vectors is le, ge or eq of x or y")
    return joined(sharpest(lambda: compute(case, relation, at)))
