"""Pieces of inverse distribution functions: polynomial, error and slope against certified quantiles
of the laws.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import flint
import pytest

from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.student_t import StudentT
from dpmean.exact import inverse_series
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import interval
from dpmean.exact.inverse_series import Dyadic, Piece, pieces
from dpmean.exact.reals import Number
from tests.helpers.planted import planted

F = Fraction
SLACK = F(1, 1 << 120)  # relative: what the exact quantiles below may be wrong by
LAWS: dict[str, tuple[Any, Any]] = {
    "laplace": (Laplace(Decay.from_epsilon(1)), inverse_series.laplace),
    "gaussian": (Gaussian(F(1)), inverse_series.gaussian),
    **{f"student_t {d}": (StudentT(d), partial(inverse_series.student, d)) for d in (1, 2, 5, 64)},
}
# (first centre, half width, number of pieces): up to the median, in the middle, in the tail, cells
# by themselves
PLACES = {
    "median": ((1 << 64) - (5 << 56), 1 << 56, 3),
    "middle": (129 << 55, 1 << 55, 3),
    "tail": (131 << 5, 32, 3),
    "last": (5, 1, 2),
}


def number(x: Dyadic) -> Fraction:
    return F(x[0]) * F(2) ** x[1]


def exact(law: Any, t: int) -> Fraction:
    """The quantile at t 2^-65, wrong by much less than anything that is compared with it."""
    found = interval(law.quantile(F(t, 1 << 65)), 384)
    assert found.upper - found.lower <= SLACK * max(abs(found.lower), F(1, 1 << 20))
    return found.lower


def made(name: str, place: str, degree: int, start: Number | None = None) -> list[Piece | None]:
    law, shape = LAWS[name]
    first, half, count = PLACES[place]
    return pieces(
        shape,
        law.quantile(F(first, 1 << 65)) if start is None else start,
        first,
        half,
        count,
        degree,
    )


def check(name: str, place: str, degree: int, start: Number | None = None) -> Fraction:
    """Every certified statement of the pieces holds. Returns the greatest share of an error that
    occurs.
    """
    law, (first, half, _) = LAWS[name][0], PLACES[place]
    share = F(0)
    for i, piece in enumerate(made(name, place, degree, start)):
        assert piece is not None
        centre, error, slope = first + 2 * half * i, number(piece.error), number(piece.slope)
        assert len(piece.coefficients) == degree + 1
        most = half - 1
        for t in sorted({-most, -(most // 2), 0, most // 3, most}):
            polynomial = sum(number(c) * t**j for j, c in enumerate(piece.coefficients))
            truth = exact(law, centre + t)
            assert abs(truth - polynomial) <= error + SLACK * abs(truth)
            share = max(share, abs(truth - polynomial) / error)
        points = sorted({-half, 1 - half, 0, half - 1, half})
        rises = [
            (exact(law, centre + b) - exact(law, centre + a)) / (b - a) for a, b in pairwise(points)
        ]
        # the middle of a long step says little about the slope next to the ends, so short steps are
        # there too
        assert all(0 < rise <= slope * (1 + F(1, 1 << 20)) for rise in rises)
        assert half == 1 or slope <= max(rises) * F(13, 12)
    return share


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("degree", [2, 8])
def test_what_is_certified_of_a_piece_holds(name: str, place: str, degree: int) -> None:
    check(name, place, degree)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("place", ["middle", "tail"])
def test_the_error_is_nearly_met(name: str, place: str) -> None:
    """With few orders a certified error is not much larger than the true one: one that is too small
    would be seen.
    """
    assert check(name, place, 2) > F(1, 2)


def test_the_number_that_a_search_starts_from_certifies_nothing() -> None:
    for wrong in (F(-1), F(-7, 5), F(-3), F(1, 2)):
        found = made("gaussian", "middle", 4, wrong)
        for piece, right in zip(found, made("gaussian", "middle", 4), strict=True):
            assert (
                piece is None
                or right is not None
                and abs(number(piece.coefficients[0]) - number(right.coefficients[0]))
                <= number(piece.error) + number(right.error)
            )
    check("gaussian", "middle", 4, F(-7, 5))


def test_where_nothing_is_certain_there_is_no_piece() -> None:
    """The cell next to 0 of the Cauchy law: its reach is longer than any that is tried."""
    law, shape = LAWS["student_t 1"]
    assert pieces(shape, law.quantile(F(3, 1 << 65)), 3, 1, 1, 4) == [None]


def test_the_length_and_the_precision_of_others_are_given_back() -> None:
    before = flint.ctx.cap, flint.ctx.prec
    made("laplace", "middle", 3)
    assert (flint.ctx.cap, flint.ctx.prec) == before


BUGS: dict[str, tuple[Any, str, str]] = {
    "no remainder": (inverse_series._piece, "abs(found[last]) * most**last + ", ""),
    "the remainder of the centre": (inverse_series._piece, "abs(found[last])", "abs(local[last])"),
    "a power too few": (inverse_series._piece, "most**last", "most**(last - 1)"),
    "the slope of the centre": (inverse_series._piece, "found[1].upper()", "local[1].upper()"),
    "a centre one unit off": (inverse_series._centre, "- probability", "- probability - 1"),
    "another power of the weight": (
        inverse_series.student,
        "flint.arb(degrees + 1)",
        "flint.arb(degrees + 2)",
    ),
    "the mass of one side": (inverse_series.gaussian, "(whole / 2, ", "(whole, "),
    "half the density": (
        inverse_series.laplace,
        "lambda y: y.exp() * mass)",
        "lambda y: y.exp() * mass / 2)",
    ),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_seen(bug: str) -> None:
    with planted(*BUGS[bug]), pytest.raises(AssertionError):
        for name in ("laplace", "gaussian", "student_t 5"):
            for degree in (2, 8):
                check(name, "middle", degree)


def test_a_reach_that_is_too_short_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inverse_series, "WIDER", (16,))
    assert made("gaussian", "middle", 4) == [None] * 3
    with planted(
        inverse_series._reach_and_inverse, "if around[1] * half <= radius:", "if around[1] > 0:"
    ):
        with pytest.raises(AssertionError):
            check("gaussian", "middle", 2)
