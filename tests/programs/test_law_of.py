"""The exact law of a release, against exhaustive enumeration, against sums that enclose its
integrals, and against itself.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from dpmean.catalogue.coverage import coverage, missing
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.laplace import Laplace
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.programs.law_of import Where, law_of
from dpmean.programs.postprocess import clip, quotient
from dpmean.programs.program import Draw, Program
from tests.helpers import exploring

TINY = F(1, 1 << 40)

SMALL = [
    ("name_and_shame", {"delta": "1/3", "n": "2"}, ("0", "1", "5")),
    ("name_and_shame", {"delta": "1/3", "n": "2", "variant": "single"}, ("0", "1", "5")),
    (
        "transformed_mean",
        {"decay": "1/64", "lower": "0", "upper": "1", "noise": "discrete_laplace", "m": "2"},
        ("0", "1/2", "1"),
    ),
    (
        "clipped_mean",
        {
            "decay": "1/8",
            "bias": "1",
            "lambda": "2",
            "lower": "0",
            "upper": "1",
            "n": "2",
            "noise": "discrete_laplace",
            "m": "1",
        },
        ("-1", "0", "3"),
    ),
    (
        "combined_mean",
        {
            "decay": "1/8",
            "delta": "1/3",
            "psi": "1",
            "lambda": "3",
            "lower": "0",
            "upper": "1",
            "n": "2",
            "noise": "discrete_laplace",
            "m": "1",
        },
        ("-9", "0", "30"),
    ),
    (
        "shuffled_mean",
        {
            "decay": "1/8",
            "lower": "0",
            "upper": "1",
            "n": "1",
            "blocks": "2",
            "noise": "discrete_laplace",
            "m": "1",
        },
        ("0", "1"),
    ),
    (
        "dpucoarse",
        {"decay": "1/8", "delta": "1/3", "noise": "discrete_laplace", "m": "2"},
        ("0", "1/2", "2"),
    ),
    (
        "dpumean",
        {
            "decay": "1/8",
            "delta": "1/3",
            "clip": "1/2",
            "n1": "1",
            "n2": "1",
            "noise": "discrete_laplace",
            "m": "1",
        },
        ("0", "1"),
    ),
    ("unknown_size", {"base": "name_and_shame", "decay": "1/8", "delta": "1/3"}, ("0", "1")),
]


LONG = "transformed_mean"  # as long as the others together


@pytest.mark.parametrize(
    ("name", "params", "cells"),
    [pytest.param(*row, marks=[pytest.mark.slow] if row[0] == LONG else []) for row in SMALL],
    ids=[f"{n}-{p.get('variant', p.get('noise', ''))}" for n, p, _ in SMALL],
)
def test_exhaustive_enumeration_on_small_domains(
    name: str, params: dict[str, str], cells: tuple[str, ...]
) -> None:
    """Every output's chance, point by point and up to it; the enumeration leaves out what it
    says.
    """
    mechanism = build(name, params)
    for data in product(cells, repeat=2):
        known, left = exploring.law_of(lambda data=data: mechanism.program(data), 12)
        law = law_of(mechanism, data)
        off = interval(left, 200).upper + law.lost
        assert off < F(1, 100)
        outputs = sorted(o for o in known if o is not None)
        assert exploring.near(law.no_answer, known.get(None, F(0)), off)
        for at in outputs[:: max(1, len(outputs) // 24)]:
            assert exploring.near(law.probability(Where("x", "eq", at)), known[at], off), (data, at)
            below = sum((p for o, p in known.items() if o is not None and o <= at), F(0))
            assert exploring.near(law.cdf(at), below, off), (data, at)
            assert exploring.near(
                law.probability(Where("x", "gt", at)), 1 - known.get(None, F(0)) - below, off
            )
            assert exploring.near(
                law.probability(Where("abs", "lt", at)),
                sum((p for o, p in known.items() if o is not None and abs(o) < at), F(0)),
                off,
            )
        if isinstance(left, F) and not left:
            assert law.lost == 0
            mean = sum((o * p for o, p in known.items() if o is not None), F(0))
            assert law.mean() == mean
            assert law.mean_squared_error(F(1)) == sum(
                ((o - 1) ** 2 * p for o, p in known.items()), F(0)
            )


def test_divergences_of_finite_outputs_are_those_of_the_enumeration() -> None:
    mechanism = build("name_and_shame", {"delta": "1/3", "n": "2"})
    for one, other in product(product(("0", "1", "5"), repeat=2), repeat=2):
        known = [
            exploring.law_of(lambda data=data: mechanism.program(data))[0] for data in (one, other)
        ]
        found = law_of(mechanism, one).hockey_stick(law_of(mechanism, other), F(0))
        assert (
            found.exact
            == exploring.hockey_stick(known[0], known[1], F(1))
            == found.lower
            == found.upper
        )


def test_the_sharp_divergence_of_one_shifted_noise() -> None:
    mechanism = build(
        "sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"}
    )
    one, other = law_of(mechanism, ["0", "1"]), law_of(mechanism, ["1", "1"])
    assert one.hockey_stick(other, F(1)).upper == 0
    assert (
        compare(
            one.hockey_stick(other, F(1, 2)).exact,
            Laplace(Decay.from_epsilon(1)).hockey_stick(F(1), reals.exp(F(1, 2))),
        )
        == 0
    )


@pytest.mark.parametrize("name", ["independent_mean", "shifted_mean"])
def test_the_joint_law_bounds_a_quotient_and_events_bound_it_from_below(name: str) -> None:
    mechanism = build(name, {"epsilon": "1", "lower": "-1", "upper": "2"})
    one, other = law_of(mechanism, ["2"]), law_of(mechanism, ["2", "2"])
    assert one.hockey_stick(other, F(1)).upper == 0
    found = one.hockey_stick(other, F(1, 8))
    assert 0 < found.lower < found.upper < 1
    assert "events" in found.how


def test_the_joint_law_finds_the_shift_of_each_noise() -> None:
    """(c + Z + 2 Z')/(e + Z + Z'): a shift of Z alone moves both forms; it costs epsilon and no
    more.
    """
    law = Laplace(Decay.from_epsilon(1))

    def laws(shift: tuple[int, int]) -> Any:
        def program() -> Program:
            z = F(shift[0]) + (yield Draw("z", law))
            w = F(shift[1]) + (yield Draw("w", law))
            return clip(quotient(z + w * F(2), z + w + F(3), F(0)), F(0), F(1))

        return law_of(program)

    still = laws((0, 0))
    assert still.hockey_stick(laws((1, 0)), F(1)).upper == 0
    assert still.hockey_stick(laws((0, 1)), F(1)).upper == 0
    assert still.hockey_stick(laws((1, 1)), F(1)).upper > 0
    assert still.hockey_stick(laws((1, 1)), F(2)).upper == 0


def test_sums_over_a_lattice_enclose_the_divergence_of_the_law() -> None:
    mechanism = build(
        "norm_clipped_mean", {"rho": "1/2", "u": "10", "d": "1", "n": "2", "threshold": "5"}
    )
    one, other = law_of(mechanism, [["2"], ["3"]]), law_of(mechanism, [["0"], ["3"]])
    sharp = one.hockey_stick(other, F(1))
    assert sharp.exact is not None and sharp.lower > 0
    assert one.hockey_stick(one, F(0)).upper == 0


def test_every_mechanism_has_its_row_and_one_baseline_is_refused() -> None:
    assert not missing()
    rows = list(coverage())
    assert {(c.mechanism, c.status) for c in rows if c.status != "covered"} == {
        ("coinpress_scaled_mean", "refused")
    }
    assert next(c.note for c in rows if c.status == "refused").startswith(
        "a noise is used as an integer"
    )


def test_certified_convolution_of_three_lattice_noises() -> None:
    """K + 2 K' - K'' from a table against the exact sum over one of them.

    Shares of noise with a silent user against a sum of their masses.
    """
    from dpmean.distributions.lattice_sums import LatticeSum
    from dpmean.distributions.polya import NoiseShare, Polya
    from dpmean.programs.sums import sum_of
    from dpmean.programs.unknowns import Unknown

    law = DiscreteLaplace(Decay.from_decay("1/3"))
    three, two = LatticeSum(((law, 1), (law, 2), (law, -1))), LatticeSum(((law, 1), (law, 2)))
    for k in (-3, 0, 4):
        exact = sum((law.pmf(j) * two.cdf(k + j) for j in range(-50, 51)), F(0))
        assert exploring.near(three.cdf(k), exact, F(1, 1 << 56))
        assert exploring.near(three.pmf(k), three.cdf(k) - three.cdf(k - 1), TINY**2)
    share = NoiseShare(Polya(Decay.from_decay("1/3"), 2))
    sums = [sum_of({Unknown(share, str(i)): F(1) for i in range(count)}) for count in (2, 3)]
    assert sums[0] is not None and sums[1] is not None
    assert sums[0].law == DiscreteLaplace(share.polya.decay)
    masses = [share.polya.pmf(k) for k in range(60)]
    one = {
        k: sum(
            (interval(masses[j] * masses[j + abs(k)], 120).lower for j in range(60 - abs(k))), F(0)
        )
        for k in range(-30, 31)
    }
    whole = DiscreteLaplace(share.polya.decay)
    for k in (-1, 0, 2):
        expected = sum((p * whole.cdf(k - j) for j, p in one.items()), F(0))
        assert exploring.near(sums[1].mass(None, F(k), True, True), expected, F(1, 10**12))
