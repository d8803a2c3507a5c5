"""Closed forms of the moments of clipped quotients, against integrals piece by piece that share no
formula with them.

Each test says which wrong implementation it would catch.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import mpmath
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.diagonals import OnDiagonal
from dpmean.distributions.finite import Spread
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.samplers.refine import Affine
from dpmean.distributions.staircase import Staircase
from dpmean.exact import special
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import interval
from dpmean.exact.reals import Number
from dpmean.programs import boxes, lifts, moments, quotients
from dpmean.programs.events import cases_of
from dpmean.programs.law_of import law_of
from dpmean.programs.postprocess import Uncertain
from dpmean.programs.records import Repeated
from dpmean.programs.regions import probability
from dpmean.programs.unknowns import Unknown

TINY = F(1, 10**30)
THIRD = Decay.from_decay("1/3")
FAR = 80  # steps of an hourglass, beyond which less than 3^-80 lies


def middle(x: Number) -> F:
    found = interval(x, 256)
    assert found.upper - found.lower < TINY
    return (found.lower + found.upper) / 2


def near(x: Number, y: Number) -> bool:
    return abs(middle(x) - middle(y)) < 10 * TINY


@pytest.mark.parametrize("gamma", [F(1, 3), F(1), "optimal"])
@pytest.mark.parametrize("k", [-3, 0, 2])
def test_lifts_on_a_diagonal_are_integrals_over_its_steps(k: int, gamma: Any) -> None:
    """Kills a wrong ratio, edge or centre of the staircase, and a wrong sign of k or of y."""
    law = OnDiagonal(Hourglass(THIRD, gamma, F(2)), k)
    for t in (F(-21, 2), F(-5, 2), F(k), F(1, 5), F(13, 2)):
        curve = law.between(t, F(2 * FAR))
        assert curve is not None
        one, first, second = (curve.times_power(i).integral() for i in range(3))
        lift, square = law.lifts(t)
        assert near(lift, first - t * one) and near(square, second - 2 * t * first + t * t * one), (
            k,
            t,
        )


@pytest.mark.parametrize("gamma", [F(1, 4), F(1), "optimal"])
def test_lifts_of_a_staircase_are_integrals_over_its_steps(gamma: Any) -> None:
    """Kills the factor of the hourglass in place of the staircase's, and a middle step of the wrong
    width.
    """
    law = Staircase(THIRD, gamma, F(3, 2))
    for t in (F(-7), F(-1, 5), F(0), F(3, 2), F(19, 2)):
        edge = middle(law.gamma * law.sensitivity)
        cuts = sorted({t, *(s * (edge + k * F(3, 2)) for s in (1, -1) for k in range(2 * FAR))})
        weights = [
            (a, b, middle(law.density((a + b) / 2))) for a, b in pairwise(c for c in cuts if c >= t)
        ]
        lift, square = law.lifts(t)
        assert (
            abs(middle(lift) - sum(w * (b - a) * ((a + b) / 2 - t) for a, b, w in weights))
            < 10**6 * TINY
        )
        assert (
            abs(middle(square) - sum(w * ((b - t) ** 3 - (a - t) ** 3) / 3 for a, b, w in weights))
            < 10**6 * TINY
        )


@pytest.mark.parametrize("decay", [THIRD, Decay.from_epsilon("1/2")], ids=["decay", "epsilon"])
def test_lifts_of_laplace_noise_are_integrals(decay: Decay) -> None:
    """Kills a wrong side and a lost factor of the scale."""
    law = Laplace(decay, F(3, 2))
    for t in (F(-4), F(0), F(5, 3)):
        curve = law.between(t, None)
        assert curve is not None
        one, first, second = (curve.times_power(i).integral() for i in range(3))
        lift, square = law.lifts(t)
        assert near(lift, first - t * one) and near(square, second - 2 * t * first + t * t * one), t


@pytest.mark.parametrize("below", [F(3), F(-2, 3)])
@pytest.mark.parametrize("slope", [F(1), F(-5, 4)])
def test_clipped_noise_over_a_constant(slope: F, below: F) -> None:
    """Kills a lift that forgets its slope, and noise that is not mirrored where the slope is
    negative.
    """
    for law in (Laplace(THIRD, F(1, 2)), OnDiagonal(Hourglass(THIRD, F(1, 2)), 3)):
        u = Unknown(law, "z")
        form, low, high = Affine(F(1, 5), {u: slope}), F(-1, 3), F(1, 2)
        ends = sorted((e * below - F(1, 5)) / slope for e in (low, high))
        curve = law.between(ends[0], ends[1])
        assert curve is not None
        line = (slope / below, F(1, 5) / below)
        one, first, second = (curve.times_power(i).integral() for i in range(3))
        value = Uncertain(form, Affine(below), (low, high), F(1), F(0))
        chances = [
            probability(c) for r, e in (("le", low), ("ge", high)) for c in cases_of(value, r, e)
        ]
        mean, square = lifts.clipped(form, below, low, high)
        assert near(mean, low * chances[0] + high * chances[1] + line[0] * first + line[1] * one)
        assert near(
            square,
            low**2 * chances[0]
            + high**2 * chances[1]
            + line[0] ** 2 * second
            + 2 * line[0] * line[1] * first
            + line[1] ** 2 * one,
        )


BOXES = [  # half-widths of (p, q), numerator (constant, p, q), denominator (constant, p), bounds
    ("far", (F(5, 2), F(5, 2)), (F(4), F(1, 2), F(1, 2)), (F(9), F(1)), (F(0), F(1))),
    ("clipped", (F(5, 2), F(5, 2)), (F(1), F(1, 2), F(1, 2)), (F(3), F(1)), (F(0), F(1))),
    ("across 0", (F(7, 2), F(7, 2)), (F(0), F(1, 2), F(1, 2)), (F(1), F(1)), (F(0), F(1))),
    ("always below 0", (F(1), F(2)), (F(1), F(-1, 3), F(1)), (F(-5), F(2)), (F(-1), F(1, 4))),
    ("other factors", (F(3), F(2)), (F(1, 2), F(2), F(-3)), (F(1), F(-2)), (F(-2), F(3))),
    ("one alone", (F(3), F(2)), (F(-1), F(0), F(1)), (F(2), F(1)), (F(-1, 2), F(1, 2))),
]


@pytest.mark.parametrize(
    ("radii", "above", "below", "bounds"), [b[1:] for b in BOXES], ids=[b[0] for b in BOXES]
)
def test_boxes_are_integrals_over_one_noise_after_the_other(
    radii: Any, above: Any, below: Any, bounds: Any
) -> None:
    """Kills a dropped pole or logarithm, an interval of the wrong sign, and D < 0 that is not
    mirrored.
    """
    p, q = (Unknown(Spread(r), name) for r, name in zip(radii, "pq", strict=True))
    value = Uncertain(
        Affine(above[0], {p: above[1], q: above[2]}),
        Affine(below[0], {p: below[1]}),
        bounds,
        F(1),
        F(0),
    )
    assert boxes.fits(value, [p, q]) and not boxes.fits(value, [p])
    low, high = bounds
    chances = [
        sum((middle(probability(c)) for c in cases_of(value, r, e)), F(0))
        for r, e in (("le", low), ("ge", high))
    ]
    inside = quotients.of_two(value, [p, q])
    mean, square = boxes.moments(value, [q, p])
    assert near(mean, low * chances[0] + high * chances[1] + middle(inside[0]))
    assert near(square, low**2 * chances[0] + high**2 * chances[1] + middle(inside[1]))


def test_a_hundred_thousand_records_need_no_more_digits_than_ten() -> None:
    """Kills logarithms in place of exponential integrals, whose difference loses as many digits as
    n epsilon.
    """
    n, mean = 100_000, F(1, 10)
    limits = {
        "independent_mean": 8 * (1 + mean**2),
        "shifted_mean": 2 + 8 * (mean - F(1, 2)) ** 2,
        "transformed_mean": 1 + 4 * (mean - F(1, 2)) ** 2,
    }
    for name, limit in limits.items():
        given = {"epsilon": "4", "lower": "0", "upper": "1"} | (
            {"noise": "laplace"} if limit < 2 else {}
        )
        found = interval(
            law_of(
                build(name, given),  # type: ignore[arg-type]
                Repeated([(mean, n)]),
            ).mean_squared_error(mean),
            192,
        )
        assert 0 < found.upper - found.lower < found.lower / 10**20
        assert 0 < found.lower * (4 * n) ** 2 / limit - 1 < F(1, 10**8), name


def test_integrals_of_exponentials_over_numbers_of_any_size() -> None:
    """Kills a series where the argument is large, and a loss of relative accuracy."""
    with mpmath.workdps(60):
        for z in (F(-3000), F(-3, 2), F(-1, 2), F(1, 2), F(1), F(3, 2), F(40), F(5000)):
            x = mpmath.mpf(z.numerator) / z.denominator
            right = mpmath.log(abs(x)) + mpmath.euler - mpmath.re(mpmath.ei(-x))
            assert _is(special.entire_integral(z), right), z
            if z > 0:
                assert _is(special.exponential_integral(z), mpmath.e1(x)), z


def _is(ours: Number, theirs: Any) -> bool:
    found = interval(ours)
    low, high = (mpmath.mpf(e.numerator) / e.denominator for e in found[:2])
    return bool(low <= theirs <= high and high - low <= abs(theirs) * mpmath.mpf(2) ** -80)


def test_moments_of_a_law_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills moments that are integrated again for the next question; they give the same numbers in
    any order.
    """
    given = {"epsilon": "2", "lower": "0", "upper": "1", "noise": "hourglass", "gamma": "1/2"}
    law, again = (law_of(build("transformed_mean", given), ["1", "1/4"]) for _ in range(2))
    calls: list[Any] = []
    real = moments._of
    monkeypatch.setattr(moments, "_of", lambda *words: calls.append(words) or real(*words))
    mean, error, second = (
        again.mean(),
        law.mean_squared_error(F(1, 2)),
        law.mean_squared_error(F(0)),
    )
    before = len(calls)
    assert law.mean() == mean and len(calls) == before == 2 * len(law.leaves)
    assert error != second
