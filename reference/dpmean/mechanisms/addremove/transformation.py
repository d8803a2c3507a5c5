"""The linear maps of addremove Section 3: what each algorithm adds noise to, and how much of the
plane it covers.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, Result, single

# Section 3: the linear maps whose images of (sum, count) get l1 noise, for records in [0, 1].
_MATRICES: dict[
    str, tuple[tuple[Fraction | int, Fraction | int], tuple[Fraction | int, Fraction | int]]
] = {
    "1": ((1, 0), (0, 1)),
    "2": ((1, Fraction(-1, 2)), (0, Fraction(1, 2))),
    "3": ((1, 0), (-1, 1)),
}


def matrix(algorithm: str) -> tuple[Number, ...]:
    """Returns the linear map of Section 3 on (sum, count), row by row."""
    return tuple(Fraction(v) for row in _MATRICES[algorithm] for v in row)


def inverse(algorithm: str) -> tuple[Number, ...]:
    """Returns the inverse of the linear map of Section 3, row by row."""
    a, b, c, d = (Fraction(v) for row in _MATRICES[algorithm] for v in row)
    det = a * d - b * c
    return d / det, -b / det, -c / det, a / det


def radius(algorithm: str) -> Fraction:
    """Returns the radius of the smallest l1 ball around the image of the sensitivity space +-(x,
    1), x in [0, 1].

    The l1 norm is convex and the space is two segments, so the ends x = 0 and x = 1 decide.
    """
    a, b, c, d = (Fraction(v) for row in _MATRICES[algorithm] for v in row)
    return max(abs(a * x + b) + abs(c * x + d) for x in (0, 1))


def ball_area(algorithm: str) -> Number:
    """Returns the area 2 radius^2 / |det| of that ball taken back to (sum, count); the convex hull
    has area 2.
    """
    a, b, c, d = (Fraction(v) for row in _MATRICES[algorithm] for v in row)
    return 2 * radius(algorithm) ** 2 / abs(a * d - b * c)


def _listed(function: Scalar) -> Scalar:
    return lambda **parameters: Result(function(**parameters), is_list=True)


ENTRIES = (
    Entry(
        "transformation.matrix",
        "the linear map of Section 3 on (sum, count)",
        ("algorithm",),
        (),
        "1: (1, 0, 0, 1); 2: (1, -1/2, 0, 1/2); 3: (1, 0, -1, 1)",
        "Q",
        "addremove Section 3.1",
        _listed(matrix),
    ),
    Entry(
        "transformation.inverse",
        "its inverse",
        ("algorithm",),
        (),
        "1: (1, 0, 0, 1); 2: (1, 1, 0, 2); 3: (1, 0, 1, 1)",
        "Q",
        "addremove Section 3.1",
        _listed(inverse),
    ),
    Entry(
        "transformation.radius",
        "the smallest l1 ball around the transformed sensitivity space",
        ("algorithm",),
        (),
        "1: max over x from 0 to 1 of (|x| + 1); 2: max over x from 0 to 1 of (|x - 1/2| + "
        "1/2); 3: max over x from 0 to 1 of (|x| + |1 - x|)",
        "Q",
        "addremove Section 3.1",
        single(radius),
    ),
    Entry(
        "transformation.ball_area",
        "area of that ball in (sum, count) coordinates",
        ("algorithm",),
        (),
        "1: 2 radius^2; 2: 2 radius^2 / (1/2); 3: 2 radius^2",
        "Q",
        "addremove Section 3.1",
        single(ball_area),
    ),
)
