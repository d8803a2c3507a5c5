"""Pairs of noises taken apart: mixtures over diagonals and balls have the marginal laws.

What `dpmean value` says of releases.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.released import released
from dpmean.distributions.diagonals import OnDiagonal
from dpmean.distributions.discrete_hourglass import DiscreteHourglass, OnLatticeDiagonal
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import DpmeanError
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.programs.draws import kept_cases
from dpmean.programs.law_of import Where, law_of
from dpmean.programs.program import Draw, Program

DECAY = Decay.from_decay("1/3")
OFF = F(1, 1 << 58)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(-4, 4),
    st.fractions(F(-5), F(5), max_denominator=12),
    st.sampled_from([F(1, 4), F(1, 2), F(1)]),
)
def test_the_density_on_a_diagonal(k: int, x: F, gamma: F) -> None:
    """The distribution function rises from 0 to 1, is that of the mirrored diagonal mirrored, and
    its slope is the density.
    """
    law = Hourglass(DECAY, gamma)
    on = OnDiagonal(law, k)
    assert on.cdf(F(-60)) < OFF and on.cdf(F(60)) > 1 - OFF
    assert on.cdf(x) == 1 - OnDiagonal(law, -k).cdf(-x)
    curve = on.between(F(-8), F(8))
    assert curve is not None
    (piece,) = [p for p in curve.pieces if p.low <= x < p.high]
    end = min(piece.high, x + F(1, 7))
    assert on.cdf(end) - on.cdf(x) == piece.terms[0, F(0)] * (end - x)
    assert piece.terms[0, F(0)] * law.sum_pmf(k) == law.density(
        (max(piece.low, F(-8)) + min(piece.high, F(8))) / 2, k=k
    )


@settings(max_examples=60, deadline=None)
@given(
    st.integers(-4, 4),
    st.integers(-14, 14),
    st.sampled_from([(F(1, 3), 3), (F(2, 3), 3), (F(1, 2), 2)]),
)
def test_the_masses_on_a_lattice_diagonal(k: int, i: int, shape: tuple[F, int]) -> None:
    law = DiscreteHourglass(DECAY, *shape)
    on = OnLatticeDiagonal(law, k)
    assert on.cdf(i) - on.cdf(i - 1) == on.pmf(i)
    assert on.pmf(i) * law.sum_pmf(k) == law.pmf(F(i, shape[1]), k=k)
    assert on.cdf(120) > 1 - OFF


@pytest.mark.parametrize(
    "law",
    [Hourglass(DECAY, F(1, 2)), DiscreteHourglass(DECAY, F(1, 2), 2), Staircase2D(DECAY, F(1, 3))],
    ids=lambda w: type(w).__name__,
)
def test_the_mixture_has_the_marginals_and_the_sums(law: object) -> None:
    def program() -> Program:
        x, y = yield Draw("noise", law)
        return x, y

    found = law_of(program)
    for x in (F(1, 4), F(3, 4), F(5, 4), F(11, 4)):
        tails = [interval(found.probability(Where(on, "ge", x)), 200) for on in ("abs_x", "abs_y")]
        at = x if law.lattice is None else -(-x // F(law.lattice)) * F(law.lattice)  # type: ignore[attr-defined]
        for tail in tails:
            assert abs(tail.lower - interval(law.tail(at), 200).lower) < OFF  # type: ignore[attr-defined]
    if not isinstance(law, Staircase2D):
        for k in (-2, 0, 3):
            assert compare(found.probability(Where("sum", "eq", F(k))), law.sum_pmf(k)) == 0  # type: ignore[attr-defined]
    kept = kept_cases(law)
    assert kept is not None and compare(kept[1], OFF) < 0


def test_quantities_on_records() -> None:
    sized = {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"}
    assert released("sized_mean.bias", {**sized, "data": "0,1"}) == [F(0)]
    assert released("sized_mean.mse", {**sized, "data": "0,1"}) == [F(1, 2)]
    assert released("sized_mean.mse", {**sized, "data": "0,1", "target": "0"}) == [F(3, 4)]
    assert released("sized_mean.bias", {**sized, "data": "3,1"}) == [F(-1)]
    vectors = {"rho": "1", "u": "3", "d": "2", "n": "2", "threshold": "9", "data": "0,3;2,2"}
    assert released("norm_clipped_mean.bias", vectors) == [F(0), F(0)]
    assert compare(released("norm_clipped_mean.mse", vectors)[0], F(81)) < 0
    t = {"epsilon": "1", "lower": "0", "upper": "1", "data": "0,1"}
    assert released("student_t_mean.mse", {**t, "degrees": "2"}) == ["infinite"]
    assert released("student_t_mean.bias", {**t, "degrees": "1"}) == ["does not exist"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        (
            "sized_mean.mse",
            {
                "data": "0,1",
                "epsilon": "1",
                "lower": "0",
                "upper": "1",
                "n": "3",
                "noise": "laplace",
            },
        ),
        (
            "sized_mean.mse",
            {
                "data": "0,x",
                "epsilon": "1",
                "lower": "0",
                "upper": "1",
                "n": "2",
                "noise": "laplace",
            },
        ),
        (
            "sized_mean.mse",
            {
                "data": "0,1",
                "epsilon": "1",
                "lower": "0",
                "upper": "1",
                "n": "2",
                "noise": "laplace",
                "target": "1,2",
            },
        ),
        (
            "sized_mean.mse",
            {
                "data": "nan,nan",
                "epsilon": "1",
                "lower": "0",
                "upper": "1",
                "n": "2",
                "noise": "laplace",
            },
        ),
        (
            "privquant.mse",
            {"data": "0,1", "rho": "1", "low": "0", "high": "3", "rank": "1", "n": "2"},
        ),
        (
            "norm_clipped_mean.mse",
            {"data": "0;1,1", "rho": "1", "u": "3", "d": "2", "n": "2", "threshold": "9"},
        ),
    ],
)
def test_what_cannot_be_asked_is_one_typed_error(name: str, given: dict[str, str]) -> None:
    with pytest.raises(DpmeanError) as error:
        released(name, given)
    assert (
        "\n" not in str(error.value) and "x" not in given["data"] or "0,x" not in str(error.value)
    )


def test_the_command_prints_a_value_of_a_release() -> None:
    words = ["independent_mean.mse", "data=0,1/2,1", "epsilon=1", "lower=0", "upper=1"]
    out = subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", "value", *words, "--json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (found,) = json.loads(out)["values"]
    assert found["lo"].startswith("0.167877721002588843992521473806")
    bad = subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", "value", "sized_mean.mse", "data=0", "epsilon=1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert bad.returncode and len(bad.stderr.strip().splitlines()) == 1
