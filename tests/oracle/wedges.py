"""The distribution function of Algorithm 3 with noise of the plane: vectors/*.md, object
transformed_mean with noise staircase2d.

A release is at most a number where the noise lies in one of two opposite wedges, between the line
on which the noisy count is 0 and the line on which the quotient is that number. On each layer of
the noise, a shell between two squares that stand on a corner, the density is constant: what counts
is the area of the square within the wedges, which is cut with the rational corners of a polygon.
"""

from fractions import Fraction
from math import ceil

from means_by_hand import Mean
from quantities import sharpest, with_law
from values import Unsupported, number


def ours(name, params):
    return name == "transformed_mean" and params.get("noise") == "staircase2d"


def event_probability(params, given, event):
    """P(release at most, or at least, a number between the bounds): continuous, but for what is
    clipped to a bound.
    """
    mean, at, relation = (
        Mean("transformed_mean", params, given["data"]),
        number(event, "at"),
        event["relation"],
    )
    inside = mean.lower <= at < mean.upper if relation == "le" else mean.lower < at <= mean.upper
    if event["on"] != "x" or relation not in ("le", "ge") or not inside:
        raise Unsupported(
            "an event of a mean with noise of the plane is le or ge of x, between the bounds"
        )
    share, sums = (at - mean.lower) / mean.width, mean.sums()
    if relation == "ge":
        return sharpest(lambda: 1 - below(params, share, sums))
    return sharpest(lambda: below(params, share, sums))


def below(params, y, sums):
    """P(S1/(S1 + S2) <= y)."""
    s1, s2 = sums
    # from here on each line leaves the square by the same two sides: it meets the axes further in
    meets = [s1 + s2, s1 - y * s2 / (1 - y) if y < 1 else 0, s2 - (1 - y) * s1 / y if y else 0]
    stable = ceil(max(map(abs, meets))) + 2
    return with_law(
        "staircase2d",
        dict(params, sensitivity="1"),
        lambda law: law.shells(lambda r: area(r, y, s1, s2), stable=stable) / law.mass(),
    )


def area(r, y, s1, s2):
    """The area of the part of |z1| + |z2| <= r where S1 <= y (S1 + S2) and S1 + S2 > 0, or both the
    other way round.
    """
    square = [(r, Fraction(0)), (Fraction(0), r), (-r, Fraction(0)), (Fraction(0), -r)]

    def count(z):
        return s1 + z[0] + s2 + z[1]

    def short(z):
        return y * count(z) - s1 - z[0]

    found = Fraction(0)
    for sign in (1, -1):
        corners = cut(
            cut(square, lambda z, sign=sign: sign * count(z)), lambda z, sign=sign: sign * short(z)
        )
        found += (
            sum(
                (a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1])),
                Fraction(0),
            )
            / 2
        )
    return found


def cut(corners, side):
    """The part of a convex polygon where an affine function is not negative."""
    found = []
    for a, b in zip(corners, corners[1:] + corners[:1]):
        p, q = side(a), side(b)
        if p >= 0:
            found.append(a)
        if p * q < 0:
            t = p / (p - q)
            found.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return found
