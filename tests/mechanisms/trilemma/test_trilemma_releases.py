"""Means with little or no bias around their lattice versions: privacy of rounded releases,
guarantees, bounds against each other, refusals.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.student_t import StudentT, privacy_loss
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.digits import decimals
from dpmean.exact.enclosure import compare, interval
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.mechanisms.trilemma import tradeoff as trilemma
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.mechanisms.trilemma.kv_mean import KvMean
from dpmean.mechanisms.trilemma.shuffled_mean import ShuffledMean
from dpmean.mechanisms.trilemma.student_t_mean import StudentTMean
from dpmean.privacy import shuffling
from dpmean.privacy.composition import parallel, sequential
from dpmean.privacy.groups import group_privacy
from dpmean.privacy.guarantees import ApproximateDP, PureDP, ZeroConcentratedDP
from dpmean.privacy.neighbors import Neighbors, pairs
from dpmean.programs.interpret import release
from dpmean.programs.release import release as release_mechanism
from dpmean.programs.run import replay
from dpmean.randomness.bits import Shake128ForTesting, SystemBits
from tests.helpers.exploring import hockey_stick, law_of

F = Fraction


def cells(mechanism: StudentTMean, data: tuple[Fraction, ...], points: list[Fraction]) -> list[Any]:
    """The probabilities of the cells between the points, the two outer ones included: what a
    release to a grid shows.
    """
    mean, law = replay(mechanism.program(data), {"noise": F(0)}).output, mechanism.law(len(data))
    below = [F(0), *(law.cdf(x - mean) for x in points), F(1)]
    return [b - a for a, b in zip(below, below[1:], strict=False)]


@pytest.mark.parametrize("constants", ["paper", "exact"])
def test_student_s_noise_keeps_epsilon_on_every_cell(constants: str) -> None:
    """Theorem E.6: add, remove or replace, up to three records of [-1, 1], cells of 1/2 and the
    tails; certified.
    """
    mechanism = StudentTMean(Decay.from_epsilon(2), F(-1), F(1), constants=constants)
    points = [F(i, 2) for i in range(-12, 13)]
    known: dict[Any, Any] = {}
    most = mpmath.mpf(0)
    for n in (0, 1, 2, 3):
        for first, second in pairs((F(-1), F(0), F(1)), n, Neighbors.ADD_REMOVE_OR_REPLACE_ONE):
            for data in (first, second):
                if data not in known:
                    known[data] = cells(mechanism, data, points)
            for p, q in zip(known[first], known[second], strict=True):
                assert compare(p, reals.exp(2) * q) <= 0
                most = max(most, mpmath.log(mpmath.mpf(float(interval(p / q).upper))))
    assert most > (1.6 if constants == "exact" else 1.0), "and uses most of it"


def test_student_s_release_mirrors_its_data() -> None:
    """Theorem E.6 on finite symmetric supports: what a release to the grid 1/2 shows of -x is the
    mirror image of what it shows of x, so under a symmetric law its mean is 0. Certified to 10^-20.
    """
    mechanism = StudentTMean(Decay.from_epsilon(2), F(-1), F(1))
    points = [F(i, 4) for i in range(-13, 14, 2)]  # half way between multiples of 1/2
    for n in (1, 2):
        for data in product((F(-1), F(-1, 3), F(0), F(1, 3), F(1)), repeat=n):
            here, there = (
                cells(mechanism, data, points),
                cells(mechanism, tuple(-x for x in data), points),
            )
            for p, q in zip(here, reversed(there), strict=True):
                assert max(abs(e) for e in (interval(p - q).lower, interval(p - q).upper)) < F(
                    1, 10**20
                )


@given(st.integers(1, 6), st.fractions(F(1, 100), F(2)), st.fractions(F(1, 10), F(20)))
@settings(max_examples=12, deadline=None)
def test_the_exact_loss_is_attained_and_never_exceeded(
    d: int, beta: Fraction, tau: Fraction
) -> None:
    """The supremum over z, scales and shifts on a grid: below the exact loss, which is below the
    paper's.
    """
    beta, tau = beta.limit_denominator(1000), tau.limit_denominator(1000)
    exact = float(interval(privacy_loss(d, beta, tau, "exact")).lower)
    assert exact <= float(interval(privacy_loss(d, beta, tau)).upper)
    best = 0.0
    for u in (-float(beta), 0.0, float(beta)):
        r = mpmath.exp(u)  # S / S'
        s = min(1.0, float(r)) / float(tau)  # the shift over tau S'
        for i in range(-400, 401):
            z = mpmath.tan(mpmath.pi / 2 * i / 401) * mpmath.sqrt(d)
            loss = -mpmath.log(r) + (d + 1) / mpmath.mpf(2) * mpmath.log(
                (d + (r * z + s) ** 2) / (d + z**2)
            )
            best = max(best, float(loss))
    assert best <= exact * (1 + 1e-12)
    assert best >= exact * 0.99


@pytest.mark.parametrize("estimator", [DpuMean, pytest.param(KvMean, marks=pytest.mark.slow)])
def test_both_stages_of_dpumean_keep_epsilon_and_delta(estimator: type[DpuMean]) -> None:
    """Parallel composition, on a lattice: replacing a record of either part.

    Kills noise of the wrong stage, and stages that share records.
    """
    decay, delta = Decay.from_decay("1/256"), F(1, 8)  # integer noise with ratios 1/16 and 1/4
    mechanism = estimator(decay, delta, F(1, 2), 2, 1, noise="discrete_laplace", m=1)
    points = (F(0), F(1), F(4))
    laws: dict[Any, Any] = {}
    found = F(0)
    for data in product(points, repeat=3):
        for i in range(3):
            for x in points:
                other = (*data[:i], x, *data[i + 1 :])
                for each in (data, other):
                    if each not in laws:
                        laws[each] = law_of(lambda each=each: mechanism.program(each), 6)
                lost = laws[data][1] + 256 * laws[other][1]
                assert lost < F(1, 100)
                found = max(found, hockey_stick(laws[data][0], laws[other][0], F(256)))
    assert F(1, 1000) < found <= delta


def test_shuffled_blocks_keep_epsilon_and_the_mean() -> None:
    """The lattice version on all data sets of two blocks of two records: every replacement at
    e^epsilon = 16, and the mean of the estimates is that of the records. Kills rows that are no
    permutations, noise for one record of a block.
    """
    mechanism = ShuffledMean(
        Decay.from_decay("1/16"), F(0), F(1), n=2, blocks=2, noise="discrete_laplace", m=1
    )
    laws = {
        data: law_of(lambda data=data: mechanism.program(data), 4)
        for data in product((F(0), F(1)), repeat=4)
    }
    lost = max(lost for _, lost in laws.values())
    assert lost < F(1, 10**4)
    for data, (law, _) in laws.items():
        assert sum(o * p for o, p in law.items()) / sum(law.values()) == sum(data) / 4
        for i in range(4):
            other = (*data[:i], 1 - data[i], *data[i + 1 :])
            assert hockey_stick(law, laws[other][0], F(16)) <= 17 * lost


@pytest.mark.parametrize(
    ("decay", "delta1", "blocks"),
    [("1/2", "1/10", 120), ("3/5", "1/100", 300), ("9/10", "1/1000", 900)],
)
def test_amplification_by_shuffling_holds_for_randomised_response(
    decay: str, delta1: str, blocks: int
) -> None:
    """Theorem 2.10 where it promises less than epsilon: one bit a block, the truth with probability
    1/(1 + b); shuffled answers are their number of ones, an exact law.
    """
    b, delta = F(decay), F(delta1)
    promised = shuffling.shuffled(Decay.from_decay(decay), F(0), delta, blocks)
    assert promised.delta == delta and compare(promised.epsilon, reals.log(1 / b)) < 0
    growth = interval(reals.exp(F(decimals(promised.epsilon, 20)[0]))).lower
    lie = b / (1 + b)
    others = [
        F(comb(blocks - 1, k)) * lie**k * (1 - lie) ** (blocks - 1 - k) for k in range(blocks)
    ]
    zero = [p * (1 - lie) + q * lie for p, q in zip([*others, F(0)], [F(0), *others], strict=True)]
    one = [p * lie + q * (1 - lie) for p, q in zip([*others, F(0)], [F(0), *others], strict=True)]
    for first, second in ((zero, one), (one, zero)):
        assert sum(max(F(0), p - growth * q) for p, q in zip(first, second, strict=True)) <= delta
        assert sum(max(F(0), p - q) for p, q in zip(first, second, strict=True)) > 0


def test_guarantees_say_what_was_composed() -> None:
    sized = {"epsilon": "1/2", "delta": "1/100", "lower": "0", "upper": "1"}
    whole = build("unknown_size", {"base": "sized_mean", **sized}).guarantee
    assert (whole.measure, whole.neighbors) == (
        ApproximateDP(F(1), F(1, 100)),
        Neighbors.ADD_REMOVE_OR_REPLACE_ONE,
    )
    named = build(
        "unknown_size", {"base": "name_and_shame", "epsilon": "1/2", "delta": "1/100"}
    ).guarantee
    assert named.measure == ApproximateDP(F(1, 2), F(1, 50))
    ordered = {
        "base": "dpumean",
        "epsilon": "1/2",
        "delta": "1/100",
        "clip": "1",
        "n1": "2",
        "n0": "3",
    }
    assert build("unknown_size", ordered).guarantee.measure == ApproximateDP(F(1), F(1, 50))
    with pytest.raises(InvalidInput, match="no guarantee"):
        _ = build("unknown_size", {**ordered, "edition": "printed"}).guarantee
    assert build("name_and_shame", {"delta": "1/100", "n": "3"}).guarantee.measure == ApproximateDP(
        F(0), F(1, 100)
    )
    few = build(
        "shuffled_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "1", "blocks": "3"}
    )
    assert few.guarantee.measure == PureDP(F(1)), "too few blocks for any amplification"
    many = build(
        "shuffled_mean",
        {
            "epsilon": "1/2",
            "lower": "0",
            "upper": "1",
            "n": "1",
            "blocks": "100000",
            "delta1": "1/1000000",
        },
    )
    assert compare(many.guarantee.measure.epsilon, F(1, 20)) < 0
    assert many.guarantee.measure.delta == F(1, 10**6)


def test_accounting_of_several_releases() -> None:
    pure, approximate = PureDP(F(1)), ApproximateDP(F(1, 2), F(1, 100))
    assert sequential([pure, approximate, approximate]) == ApproximateDP(F(2), F(1, 50))
    assert sequential([pure, pure]) == PureDP(F(2))
    assert parallel([pure, approximate]) == ApproximateDP(F(1), F(1, 100))
    assert group_privacy(pure, 3) == PureDP(F(3))
    assert group_privacy(ZeroConcentratedDP(F(1, 2)), 3) == ZeroConcentratedDP(F(9, 2))
    assert group_privacy(ApproximateDP(F(0), F(1, 100)), 3) == ApproximateDP(F(0), F(3, 100))
    both = group_privacy(approximate, 2)
    assert isinstance(both, ApproximateDP)
    assert compare(both.delta, (1 + reals.exp(F(1, 2))) * F(1, 100)) == 0


@given(st.integers(1, 10**6), st.fractions(F(1, 100), F(3)), st.fractions(F(1, 10**6), F(1, 80)))
@settings(max_examples=60, deadline=None)
def test_no_bound_contradicts_a_mechanism(n: int, epsilon: Fraction, bias: Fraction) -> None:
    """What Theorem 2.4 says nobody attains is below what Proposition 3.5 attains, at every bias;
    and the sharper constants are below the paper's.
    """
    decay = Decay.from_epsilon(epsilon.limit_denominator(100) or F(1))
    bias = bias.limit_denominator(10**6)
    floor = trilemma.lower_bound(n, decay, F(0), bias)
    paper = clipping.clipped_mse_bound(n, decay, bias, F(2))
    exact = clipping.clipped_mse_bound(n, decay, bias, F(2), constants="exact")
    assert compare(floor * floor, exact) <= 0
    assert compare(exact, paper) < 0
    delta = F(1, 10**6)
    assert (
        compare(
            clipping.combined_mse_bound(n, decay, delta, F(1), F(4), constants="exact"),
            clipping.combined_mse_bound(n, decay, delta, F(1), F(4)),
        )
        < 0
    )


@pytest.mark.parametrize(
    ("d", "p"), [(1, "1/7"), (2, "9/10"), (3, "1/1000"), (4, "3/4"), (7, "1/3"), (64, "99/100")]
)
def test_student_s_quantiles_and_functions_against_mpmath(d: int, p: str) -> None:
    """A second route through the incomplete beta function."""
    law, q = StudentT(d), F(p)
    x = law.quantile(q)
    ends = decimals(x, 25)
    with mpmath.workdps(40):
        middle = (mpmath.mpf(ends[0]) + mpmath.mpf(ends[1])) / 2
        upper = (
            mpmath.betainc(mpmath.mpf(d) / 2, F(1, 2), 0, d / (d + middle**2), regularized=True) / 2
        )
        found = 1 - upper if middle > 0 else upper
        assert abs(found - mpmath.mpf(q.numerator) / q.denominator) < mpmath.mpf(10) ** -20
    for found, known in ((law.cdf(F(0)), F(1, 2)), (law.cdf(F(2)) + law.cdf(F(-2)), F(1))):
        assert abs(interval(found - known).upper) + abs(interval(found - known).lower) < F(
            1, 10**20
        )


@pytest.mark.parametrize(
    ("name", "given", "data"),
    [
        ("dpucoarse", {"epsilon": "2", "delta": "1/8"}, ["1", "1", "9/8", "1", "7/8", "1"]),
        (
            "dpumean",
            {"epsilon": "2", "delta": "1/8", "clip": "1", "n1": "5", "n2": "2"},
            ["1", "1", "9/8", "1", "7/8", "1", "2"],
        ),
        ("student_t_mean", {"epsilon": "1", "lower": "0", "upper": "4"}, ["1", "2"]),
    ],
)
def test_a_finer_grid_refines_a_release(name: str, given: dict[str, str], data: list[str]) -> None:
    """From the same bits: the same branches, and an estimate that differs by half a coarse step at
    most.
    """
    mechanism = build(name, given)
    answered = 0
    for i in range(60):
        coarse, fine = (
            release(mechanism.program(data), Shake128ForTesting(bytes([i])), F(1, g))[0]
            for g in (8, 8 << 20)
        )
        assert (coarse is None) is (fine is None)
        if coarse is not None and fine is not None:
            answered += 1
            assert abs(coarse - fine) <= F(1, 16) + F(1, 8 << 20)
    assert answered > 10


def test_releases_without_bounds_have_a_grid_or_are_exact() -> None:
    found = release_mechanism(
        build("name_and_shame", {"delta": "1/3", "n": "2"}), ["1/7", "5"], bits=SystemBits()
    )
    assert found.grid is None
    assert found.estimate in {F(0), F(3, 14), F(15, 2), F(3, 14) + F(15, 2)}
    coarse = release_mechanism(
        build("dpucoarse", {"epsilon": "1", "delta": "1/100", "sigma": "4"}), ["1"]
    )
    assert coarse.grid == F(4, 10**9)
    assert any("no answer" in p for p in coarse.policies)


@pytest.mark.parametrize(
    ("name", "given", "said", "unsaid"),
    [
        (
            "dpucoarse",
            {"epsilon": "1", "delta": "1/8", "noise": "discrete_laplace", "m": "2"},
            ("record / sigma is rounded to the nearest multiple of 1/2",),
            "lower",
        ),
        (
            "dpumean",
            {
                "epsilon": "1",
                "delta": "1/8",
                "clip": "1",
                "n1": "1",
                "n2": "1",
                "noise": "discrete_laplace",
                "m": "2",
            },
            ("record / sigma is rounded to the nearest multiple of 1/2",),
            "lower",
        ),
        (
            "clipped_mean",
            {
                "epsilon": "1",
                "bias": "1",
                "lambda": "2",
                "lower": "0",
                "upper": "1",
                "n": "1",
                "noise": "discrete_laplace",
                "m": "3",
            },
            ("a record is rounded to the nearest multiple of 1/3",),
            "upper - lower",
        ),
        (
            "shuffled_mean",
            {
                "epsilon": "1",
                "lower": "0",
                "upper": "1",
                "n": "1",
                "blocks": "1",
                "noise": "discrete_laplace",
                "m": "3",
            },
            ("a record is rounded to the nearest multiple of 1/3",),
            "upper - lower",
        ),
        (
            "unknown_size",
            {"base": "sized_mean", "epsilon": "1", "delta": "1/8", "lower": "0", "upper": "1"},
            ("records outside the bounds are clipped", "are not records"),
            "count as 0",
        ),
        (
            "unknown_size",
            {"base": "name_and_shame", "epsilon": "1", "delta": "1/8"},
            ("infinite record counts as 0", "are not records"),
            "clipped",
        ),
    ],
)
def test_what_is_said_of_the_records_is_what_happens_to_them(
    name: str, given: dict[str, str], said: tuple[str, ...], unsaid: str
) -> None:
    """Kills the lattice of the bounds said of a lattice of the data, and a mechanism inside whose
    clipping is not mentioned.
    """
    lines = build(name, given).policies
    assert all(any(s in line for line in lines) for s in said), lines
    assert not any(unsaid in line for line in lines), lines
