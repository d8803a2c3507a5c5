"""The exact law of a release, against exhaustive enumeration, against sums that enclose its integrals, and against
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.coverage import coverage, missing
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.laplace import Laplace
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.digits import decimals
from dpmean.exact.enclosure import Interval, compare, interval
from dpmean.programs.alterations import Altered, scaled, ties_turned
from dpmean.programs.law_of import Where, law_of
from dpmean.programs.postprocess import clip, quotient
from dpmean.programs.program import Compare, Draw, Program, Step
from tests.helpers import exploring

TINY = F(1, 1 << 40)


def near(x: Any, y: Any, off: F) -> bool:
    i, j = interval(x, 200), interval(y, 200)
    return i.lower - off <= j.upper and j.lower - off <= i.upper


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
        {"decay": "1/8", "lower": "0", "upper": "1", "n": "1", "blocks": "2", "noise": "discrete_laplace", "m": "1"},
        ("0", "1"),
    ),
    ("dpucoarse", {"decay": "1/8", "delta": "1/3", "noise": "discrete_laplace", "m": "2"}, ("0", "1/2", "2")),
    (
        "dpumean",
        {"decay": "1/8", "delta": "1/3", "clip": "1/2", "n1": "1", "n2": "1", "noise": "discrete_laplace", "m": "1"},
        ("0", "1"),
    ),
    ("unknown_size", {"base": "name_and_shame", "decay": "1/8", "delta": "1/3"}, ("0", "1")),
]


@pytest.mark.parametrize(
    ("name", "params", "cells"), SMALL, ids=[f"{n}-{p.get('variant', p.get('noise', ''))}" for n, p, _ in SMALL]
)
def test_exhaustive_enumeration_on_small_domains(name: str, params: dict[str, str], cells: tuple[str, ...]) -> None:
    """Every output's chance, point by point and up to it; the enumeration leaves out what it says."""
    mechanism = build(name, params)
    for data in product(cells, repeat=2):
        known, left = exploring.law_of(lambda data=data: mechanism.program(data), 12)
        law = law_of(mechanism, data)
        off = interval(left, 200).upper + law.lost
        assert off < F(1, 100)
        outputs = sorted(o for o in known if o is not None)
        assert near(law.no_answer, known.get(None, F(0)), off)
        for at in outputs[:: max(1, len(outputs) // 24)]:
            assert near(law.probability(Where("x", "eq", at)), known[at], off), (data, at)
            below = sum((p for o, p in known.items() if o is not None and o <= at), F(0))
            assert near(law.cdf(at), below, off), (data, at)
            assert near(law.probability(Where("x", "gt", at)), 1 - known.get(None, F(0)) - below, off)
            assert near(
                law.probability(Where("abs", "lt", at)),
                sum((p for o, p in known.items() if o is not None and abs(o) < at), F(0)),
                off,
            )
        if isinstance(left, F) and not left:
            assert law.lost == 0
            mean = sum((o * p for o, p in known.items() if o is not None), F(0))
            assert law.mean() == mean
            assert law.mean_squared_error(F(1)) == sum(((o - 1) ** 2 * p for o, p in known.items()), F(0))


def test_divergences_of_finite_outputs_are_those_of_the_enumeration() -> None:
    mechanism = build("name_and_shame", {"delta": "1/3", "n": "2"})
    for one, other in product(product(("0", "1", "5"), repeat=2), repeat=2):
        known = [exploring.law_of(lambda data=data: mechanism.program(data))[0] for data in (one, other)]
        found = law_of(mechanism, one).hockey_stick(law_of(mechanism, other), F(0))
        assert found.exact == exploring.hockey_stick(known[0], known[1], F(1)) == found.lower == found.upper


UNIT = {"epsilon": "1", "lower": "0", "upper": "2"}
CLIPPED = [
    ("independent_mean", UNIT),
    ("shifted_mean", UNIT),
    ("transformed_mean", {**UNIT, "noise": "laplace"}),
    ("transformed_mean", {**UNIT, "noise": "staircase2d", "gamma": "1/3"}),
    ("transformed_mean", {**UNIT, "noise": "hourglass", "gamma": "1/3"}),
    ("transformed_mean", {"epsilon": "3", "lower": "0", "upper": "2", "noise": "discrete_laplace", "m": "1"}),
    ("sized_mean", {**UNIT, "noise": "truncated_laplace", "n": "2"}),
]


@pytest.mark.parametrize(("name", "params"), CLIPPED, ids=[f"{n}-{p.get('noise', '')}" for n, p in CLIPPED])
def test_moments_lie_between_sums_over_the_distribution_function(name: str, params: dict[str, str]) -> None:
    """E Y = 2 - integral of F, E Y^2 = 4 - integral of 2 y F over [0, 2].

    F rises, so sums of its values enclose both.
    """
    law = law_of(build(name, params), ["2", "1/2"])
    steps, width = 24, F(2, 24)
    values = [interval(law.cdf(i * width), 200) for i in range(steps)] + [Interval(F(1), F(1))]
    lower = [sum((v.lower if i else F(0)) * w for i, v in zip(range(steps), values, strict=False)) for w in (width,)][0]
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
    sums = sum(2 * (F(-1) + F(i, 100)) * v for i, v in enumerate(values) if i) + (-2 * values[0] + 2 * last) / 2
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
    laws = {d: law_of(build("student_t_mean", {**bounds, "degrees": d}), ["0", "1"]) for d in ("1", "2", "3")}
    assert (laws["1"].mean(), laws["1"].mean_squared_error(F(0))) == ("does not exist", "infinite")
    assert (laws["2"].mean(), laws["2"].mean_squared_error(F(0))) == (F(1, 2), "infinite")
    assert decimals(laws["3"].mean_squared_error(F(1, 2)), 5)[0] not in ("infinite", "0")
    unclipped = Altered(output=lambda o: type(o)(o.numerator, o.denominator, None, o.factor, o.offset, o.undefined))
    law = law_of(build("independent_mean", bounds), ["0", "1"], altered=unclipped)
    assert (law.mean(), law.mean_squared_error(F(0))) == ("does not exist", "infinite")


def test_the_sharp_divergence_of_one_shifted_noise() -> None:
    mechanism = build("sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"})
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
    """(c + Z + 2 Z')/(e + Z + Z'): a shift of Z alone moves both forms; it costs epsilon and no more."""
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
    mechanism = build("norm_clipped_mean", {"rho": "1/2", "u": "10", "d": "1", "n": "2", "threshold": "5"})
    one, other = law_of(mechanism, [["2"], ["3"]]), law_of(mechanism, [["0"], ["3"]])
    sharp = one.hockey_stick(other, F(1))
    assert sharp.exact is not None and sharp.lower > 0
    assert one.hockey_stick(one, F(0)).upper == 0


def stripped(program: Callable[[], Program]) -> Callable[[], Program]:
    """The program without its declared states."""

    def run() -> Program:
        running, reply = program(), None
        while True:
            try:
                request = running.send(reply)
            except StopIteration as end:
                return end.value
            reply = yield Step(request.name, request.value) if isinstance(request, Step) else request

    return run


@pytest.mark.parametrize(
    ("name", "params", "data"),
    [
        ("local_clipped_mean", {"rho": "3", "u": "1", "d": "1", "n": "1"}, [["1"]]),
        (
            "local_coordinate_mean",
            {"rho": "8", "radius": "1", "sigma_max": "1", "d": "1", "n": "3", "beta": "9/10"},
            [["1"], ["0"], ["5"]],
        ),
        (
            "coinpress_mean",
            {"rho": "200", "radius": "50", "sigma_max": "1", "iterations": "2", "d": "1", "n": "4", "beta": "9/10"},
            [["40"], ["-1"], ["2"], ["1"]],
        ),
    ],
)
def test_runs_that_come_to_the_same_state_go_on_as_one(
    name: str, params: dict[str, str], data: list[list[str]]
) -> None:
    mechanism = build(name, params)
    merged, plain = law_of(mechanism, data), law_of(stripped(lambda: mechanism.program(data)))
    assert merged.runs <= 2 * plain.runs
    for x in (F(-3), F(0), F(1, 2), F(2), F(13, 2)):
        assert near(merged.cdf(x), plain.cdf(x), merged.lost + plain.lost + F(1, 1 << 90))


def test_many_records_make_no_more_runs_than_few() -> None:
    few, many = ["0", "1/2", "1"] * 3, ["0", "1/2", "1"] * 33334
    for name in ("independent_mean", "shifted_mean"):
        laws = [law_of(build(name, UNIT), data) for data in (few, many)]
        assert laws[0].runs == laws[1].runs == 1
        assert compare(laws[1].probability(Where("x", "gt", F(49, 100))), F(9999, 10000)) > 0
    lines = [[["0"], ["1"], ["3"]] * k for k in (3, 3000)]
    runs = [
        law_of(
            build("privquant", {"rho": "1/100", "low": "0", "high": "7", "rank": "5", "n": str(len(rows))}),
            [r[0] for r in rows],
        ).runs
        for rows in lines
    ]
    assert runs[1] <= runs[0] == 8


def test_counts_far_from_a_rank_cost_nothing() -> None:
    """Thirty thousand records: chances such as e^-10^7 are told to be negligible without being written down."""
    runs = []
    for n in (3000, 30000):
        mechanism = build("shifted_clipped_mean", {"rho": "8", "u": "3", "d": "1", "n": str(n), "beta": "9/10"})
        law = law_of(mechanism, [[str(i % 4)] for i in range(n)], least=F(1, 1 << 40))
        assert law.lost < F(1, 1 << 30)
        runs.append(law.runs)
    assert runs[0] == runs[1]


def coin(p: Any) -> Any:
    from dpmean.distributions.finite import Bernoulli

    return Bernoulli(p)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.fractions(F(-4), F(4), max_denominator=4),
    st.sampled_from([F(1, 2), F(1, 3)]),
)
def test_a_comparison_splits_a_law_without_loss(a: int, b: int, x: F, decay: F) -> None:
    """max(K, a) if K' <= b else K + K': any two lattice noises, compared and used."""
    law = DiscreteLaplace(Decay.from_decay(decay))

    def program() -> Program:
        first = yield Draw("first", law)
        second = yield Draw("second", law)
        if (yield Compare(second, F(b), -1)) <= 0:
            return max(first, F(a))
        return first + second

    known, left = exploring.law_of(program, 40)
    found = law_of(program)
    below = sum((p for o, p in known.items() if o <= x), F(0))
    assert near(found.cdf(x), below, left + found.lost)
    assert near(found.cdf(F(100)), F(1), left + found.lost)


def test_three_noises_compared_in_turn() -> None:
    """Which of three Laplace noises is the largest: a third each, whatever the order of the questions."""
    law = Laplace(Decay.from_epsilon(1))

    def program() -> Program:
        noises = []
        for i in range(3):
            noises.append((yield Draw(f"noise_{i}", law)))
        best = 0
        for i in (1, 2):
            if (yield Compare(noises[i] - noises[best], F(0))) > 0:
                best = i
        return F(best)

    found = law_of(program)
    for i in range(3):
        assert near(found.probability(Where("x", "eq", F(i))), F(1, 3), TINY**2)


def test_alterations_change_what_they_say() -> None:
    law = DiscreteLaplace(Decay.from_decay("1/2"))

    def program() -> Program:
        first = yield Draw("first", law)
        second = yield Draw("second", law)
        return (first + second) if (yield Compare(first, F(0), 1)) < 0 else F(7, 2)

    same = law_of(program, altered=Altered(draws={"second": "first"}))
    assert same.probability(Where("x", "eq", F(-2))) == law.pmf(1) and same.probability(Where("x", "eq", F(-1))) == 0
    assert law_of(program).probability(Where("x", "eq", F(7, 2))) == law.cdf(0)
    assert law_of(program, altered=Altered(compare=ties_turned)).probability(Where("x", "eq", F(7, 2))) == law.cdf(-1)
    fixed = law_of(program, altered=Altered(draws={"*": F(-1)}))
    assert fixed.probability(Where("x", "eq", F(-2))) == 1
    turned = law_of(program, altered=Altered(output=lambda o: o * F(2)))
    assert turned.probability(Where("x", "eq", F(7))) == law.cdf(0)
    half = scaled(Laplace(Decay.from_epsilon(1)), F(1, 2))
    assert half.scale() == F(1, 2)


def test_a_coin_that_is_used_as_an_index_branches() -> None:
    def program() -> Program:
        at = int((yield Draw("at", coin(F(1, 4)))))
        return [F(3), F(5)][at]

    law = law_of(program)
    assert [law.probability(Where("x", "eq", F(k))) for k in (3, 5, 4)] == [F(3, 4), F(1, 4), F(0)]


def test_what_is_too_unlikely_is_counted_as_lost() -> None:
    def program() -> Program:
        return F((yield Draw("rare", coin(F(1, 1000)))))

    law = law_of(program, least=F(1, 100))
    assert law.lost >= F(1, 1000) and law.lost < F(1, 999)
    assert law.probability(Where("x", "eq", F(1))) == 0
    assert law_of(program, least=F(0)).lost == 0


def test_a_continuous_noise_is_no_integer() -> None:
    def program() -> Program:
        return F(round((yield Draw("noise", Laplace(Decay.from_epsilon(1))))))

    with pytest.raises(InvalidInput, match="integer"):
        law_of(program)


def test_every_mechanism_has_its_row_and_one_baseline_is_refused() -> None:
    assert not missing()
    rows = list(coverage())
    assert {(c.mechanism, c.status) for c in rows if c.status != "covered"} == {("coinpress_scaled_mean", "refused")}
    assert next(c.note for c in rows if c.status == "refused").startswith("a noise is used as an integer")


def test_certified_convolution_of_three_lattice_noises() -> None:
    """K + 2 K' - K'' from a table against the exact sum over one of them.

    Shares of noise with a silent user against a sum of their masses.
    """
    from dpmean.distributions.polya import NoiseShare, Polya
    from dpmean.programs.lattices import LatticeSum
    from dpmean.programs.sums import sum_of
    from dpmean.programs.unknowns import Unknown

    law = DiscreteLaplace(Decay.from_decay("1/3"))
    three, two = LatticeSum(((law, 1), (law, 2), (law, -1))), LatticeSum(((law, 1), (law, 2)))
    for k in (-3, 0, 4):
        exact = sum((law.pmf(j) * two.cdf(k + j) for j in range(-50, 51)), F(0))
        assert near(three.cdf(k), exact, F(1, 1 << 56))
        assert near(three.pmf(k), three.cdf(k) - three.cdf(k - 1), TINY**2)
    share = NoiseShare(Polya(Decay.from_decay("1/3"), 2))
    sums = [sum_of({Unknown(share, str(i)): F(1) for i in range(count)}) for count in (2, 3)]
    assert sums[0] is not None and sums[1] is not None
    assert sums[0].law == DiscreteLaplace(share.polya.decay)
    masses = [share.polya.pmf(k) for k in range(60)]
    one = {
        k: sum((interval(masses[j] * masses[j + abs(k)], 120).lower for j in range(60 - abs(k))), F(0))
        for k in range(-30, 31)
    }
    whole = DiscreteLaplace(share.polya.decay)
    for k in (-1, 0, 2):
        expected = sum((p * whole.cdf(k - j) for j, p in one.items()), F(0))
        assert near(sums[1].mass(None, F(k), True, True), expected, F(1, 10**12))
