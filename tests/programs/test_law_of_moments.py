"""Moments of a release: against sums that enclose their integrals, and against symmetry."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.exact.digits import decimals
from dpmean.exact.enclosure import Interval, interval
from dpmean.programs.alterations import Altered
from dpmean.programs.law_of import Where, law_of

TINY = F(1, 1 << 40)
UNIT = {"epsilon": "1", "lower": "0", "upper": "2"}
CLIPPED = [
    ("independent_mean", UNIT),
    ("shifted_mean", UNIT),
    ("bounded_mean", UNIT),
    ("transformed_mean", {**UNIT, "noise": "laplace"}),
    ("transformed_mean", {**UNIT, "noise": "staircase2d", "gamma": "1/3"}),
    ("transformed_mean", {**UNIT, "noise": "hourglass", "gamma": "1/3"}),
    (
        "transformed_mean",
        {"epsilon": "3", "lower": "0", "upper": "2", "noise": "discrete_laplace", "m": "1"},
    ),
    ("sized_mean", {**UNIT, "noise": "truncated_laplace", "n": "2"}),
]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        pytest.param(
            n,
            p,
            id=f"{n}-{p.get('noise', '')}",
            marks=[pytest.mark.slow] if p.get("noise") == "staircase2d" else [],
        )
        for n, p in CLIPPED
    ],
)
def test_moments_lie_between_sums_over_the_distribution_function(
    name: str, params: dict[str, str]
) -> None:
    """E Y = 2 - integral of F, E Y^2 = 4 - integral of 2 y F over [0, 2].

    F rises, so sums of its values enclose both.
    """
    law = law_of(build(name, params), ["2", "1/2"])
    steps, width = 24, F(2, 24)
    values = [interval(law.cdf(i * width), 200) for i in range(steps)] + [Interval(F(1), F(1))]
    lower = [
        sum((v.lower if i else F(0)) * w for i, v in zip(range(steps), values, strict=False))
        for w in (width,)
    ][0]
    upper = sum(v.upper for v in values[1:]) * width
    mean, square = ends(law.mean()), ends(law.mean_squared_error(F(0)))
    assert 2 - upper <= mean[1] + TINY and mean[0] <= 2 - lower + TINY
    low2 = sum(2 * i * width * v.lower for i, v in enumerate(values[:-1])) * width
    high2 = sum(2 * (i + 1) * width * v.upper for i, v in enumerate(values[1:])) * width
    assert 4 - high2 <= square[1] + TINY and square[0] <= 4 - low2 + TINY
    shifted = ends(law.mean_squared_error(F(1)))
    assert abs(shifted[0] - (square[0] - 2 * mean[0] + 1)) < TINY


def ends(x: Any) -> tuple[F, F]:
    i = x if isinstance(x, Interval) else interval(x, 200)
    return i.lower, i.upper


def test_the_mean_of_no_records_by_symmetry() -> None:
    """Without records numerator and denominator are noises of both signs.

    On bounds that are symmetric the mean is 0.
    """
    law = law_of(build("shifted_mean", {"epsilon": "1", "lower": "-1", "upper": "1"}), [])
    assert abs(ends(law.mean())[0]) < TINY
    values = [ends(law.cdf(F(-1) + F(i, 100)))[0] for i in range(200)]
    last = ends(law.probability(Where("x", "lt", F(1))))[0]
    # E Y^2 = 1 - integral of 2 y F over [-1, 1]
    sums = (
        sum(2 * (F(-1) + F(i, 100)) * v for i, v in enumerate(values) if i)
        + (-2 * values[0] + 2 * last) / 2
    )
    assert abs(ends(law.mean_squared_error(F(0)))[0] - (1 - sums / 100)) < F(1, 2000)


def test_the_variance_of_the_clipped_quotient_is_sharper_than_the_sums() -> None:
    """By the same sums, refined: three digits, so that a missing term shows."""
    law = law_of(build("independent_mean", UNIT), ["2", "1/2"])
    steps = 400
    values = [interval(law.cdf(F(2 * i, steps)), 120).lower for i in range(steps)]
    last = interval(law.probability(Where("x", "lt", F(2))), 120).lower
    trapezia = (sum(values[1:]) + (values[0] + last) / 2) * F(2, steps)
    assert abs(ends(law.mean())[0] - (2 - trapezia)) < F(1, 10**5)


def test_infinite_and_absent_moments_are_certified_answers() -> None:
    bounds = {"epsilon": "1", "lower": "0", "upper": "1"}
    laws = {
        d: law_of(build("student_t_mean", {**bounds, "degrees": d}), ["0", "1"])
        for d in ("1", "2", "3")
    }
    assert (laws["1"].mean(), laws["1"].mean_squared_error(F(0))) == ("does not exist", "infinite")
    assert (laws["2"].mean(), laws["2"].mean_squared_error(F(0))) == (F(1, 2), "infinite")
    assert decimals(laws["3"].mean_squared_error(F(1, 2)), 5)[0] not in ("infinite", "0")
    unclipped = Altered(
        output=lambda o: type(o)(o.numerator, o.denominator, None, o.factor, o.offset, o.undefined)
    )
    law = law_of(build("independent_mean", bounds), ["0", "1"], altered=unclipped)
    assert (law.mean(), law.mean_squared_error(F(0))) == ("does not exist", "infinite")
