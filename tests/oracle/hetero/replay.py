"""Whole releases with one epsilon per user, from bits: the profile release-1 of
vectors/tape-profiles.md.
"""

from fractions import Fraction
from math import gcd, lcm

import replay
from boxes import laplace
from estimates import Estimate
from estimates import laplace as noise
from replay import continuous, settled
from sampled import growth
from stream import Integers, plus, product, quotient
from values import Unsupported, require


def sampled(e, top):
    """1 with probability (e^e - 1)/(e^top - 1), else 0; 0 comes first."""

    def above(k):
        if k != 0 or e == 0:
            return Fraction(k < 0)
        return Fraction(1) if e == top else quotient(growth(e), growth(top))

    return Integers(above, least=0)


def coprime(numbers):
    """Integers > 1 without common factors, of whose powers all the given ones are products."""
    found = []
    for x in numbers:
        left = [x]
        while left:
            y = left.pop()
            for i, z in enumerate(found):
                d = gcd(y, z)
                if d > 1:
                    del found[i]
                    left += [v for v in (d, y // d, z // d) if v > 1]
                    break
            else:
                if y > 1:
                    found.append(y)
    return found


def cancel(terms):
    """Is the sum of a log(q), over rationals a and q > 0, exactly 0?  Its value is irrational else."""
    whole = lcm(*(a.denominator for a, _ in terms))
    for base in coprime({v for _, q in terms for v in (q.numerator, q.denominator)}):
        total = 0
        for a, q in terms:
            for x, sign in ((q.numerator, 1), (q.denominator, -1)):
                while x % base == 0:
                    x, total = x // base, total + sign * int(a * whole)
        if total:
            return False
    return True


def added(scales, corner):
    """The sum of scale F^-1(u) of Laplace noise, exactly 0 where it is; None where one is
    infinite.
    """
    if any(u in (0, 1) for u in corner):
        return None
    half = Fraction(1, 2)
    terms = [
        (s, 2 * u) if u < half else (-s, 2 * (1 - u)) for s, u in zip(scales, corner) if u != half
    ]
    if cancel(terms):
        return Fraction(0)
    value = Fraction(0)
    for s, u in zip(scales, corner):
        value = plus(value, product(s, laplace(Fraction(1), u)))
    return value


def between(centre, at):
    """box -> the range of centre + at(corner), which rises in every variable; None where an end is
    infinite.
    """

    def span(box):
        found = [at([side[end] for side in box]) for end in (0, 1)]
        return None if None in found else tuple(plus(centre, z) for z in found)

    return span


def with_noise(centre, law, tape):
    """(number of uniform variables, box -> range)."""
    if law is None:
        return 0, lambda box: (centre, centre)
    draw = continuous(*law, tape)

    def at(corner):
        z = draw.at(corner)
        return None if z is None else z[0]

    return draw.count, between(centre, at)


def program(estimate, tape):
    users = estimate.users
    if estimate.nothing():
        return with_noise(estimate.middle, None, tape)
    if users.name == "ldpe":
        parts = estimate.groups()
        scales = [u * s for u, _, s in parts if s]
        centre = sum(u * m for u, m, _ in parts)
        return (
            (len(scales), between(centre, lambda corner: added(scales, corner)))
            if scales
            else with_noise(centre, None, tape)
        )
    if users.name == "sm":
        total, below = estimate.sampled([sampled(e, users.top).draw(tape) for e in users.epsilons])
        return with_noise(
            estimate.middle + total / below, noise(estimate.width / (below * users.top)), tape
        )
    weights, law = estimate.affine()
    return with_noise(estimate.weighted(weights), law, tape)


def drawer(name, params, given):
    if given.get("profile") != "release-1":
        raise Unsupported(f"{name} has the profile release-1 only")
    estimate = Estimate(name, params, given["data"])
    return settled(estimate, given, lambda tape: program(estimate, tape))


def tape(name, params, given):
    require("data" in given, "data", "a release needs records")
    return replay.tape(name, params, given, drawer)
