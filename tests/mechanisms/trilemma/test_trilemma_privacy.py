"""The lattice versions, run on every small data set: (epsilon, delta)-DP, symmetry and unbiasedness
as exact facts.

Decay is rational, so every probability is; noise beyond the cut weighs less than 10^-6, which the
comparisons allow for.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from dpmean.exact.decay import Decay
from dpmean.mechanisms.trilemma.clipped_mean import ClippedMean
from dpmean.mechanisms.trilemma.combined_mean import CombinedMean
from dpmean.mechanisms.trilemma.dpucoarse import DpuCoarse
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.mechanisms.trilemma.kv_mean import KvMean
from dpmean.mechanisms.trilemma.name_and_shame import NameAndShame
from dpmean.mechanisms.trilemma.unknown_size import UnknownSize
from dpmean.privacy.neighbors import Neighbors, pairs
from tests.helpers.exploring import hockey_stick, law_of

F = Fraction
NINTH = Decay.from_decay("1/81")  # e^(-epsilon/2) = 1/9
POINTS = (F(0), F(1), F(5, 2))


def ordered(domain: Iterable[Fraction], size: int) -> list[tuple[Fraction, ...]]:
    return list(product(domain, repeat=size))


def replaced(data: tuple[Fraction, ...], domain: Iterable[Fraction]) -> list[tuple[Fraction, ...]]:
    return [
        (*data[:i], x, *data[i + 1 :]) for i in range(len(data)) for x in domain if x != data[i]
    ]


def largest_delta(
    mechanism: Any, neighbours: Iterable[tuple[Any, Any]], growth: Fraction, cut: int
) -> tuple[Fraction, Fraction]:
    """The largest hockey-stick divergence over the pairs, and the most that the cut can add to
    it.
    """
    known: dict[Any, Any] = {}
    best, lost = F(0), F(0)
    for first, second in neighbours:
        for data in (first, second):
            if data not in known:
                known[data] = law_of(lambda data=data: mechanism.program(data), cut)
        best = max(best, hockey_stick(known[first][0], known[second][0], growth))
        lost = max(lost, known[first][1] + growth * known[second][1])
    return best, lost


@pytest.mark.parametrize("constants", ["paper", "exact"])
@pytest.mark.parametrize("delta", ["1/10", "1/100"])
def test_coarse_estimate_keeps_its_delta(constants: str, delta: str) -> None:
    """All data sets of two records, on a lattice of thirds; kills a threshold that is too low by
    one.
    """
    mechanism = DpuCoarse(NINTH, F(delta), constants=constants, noise="discrete_laplace", m=2)
    neighbours = [
        (d, e) for d in combinations_with_replacement(POINTS, 2) for e in replaced(d, POINTS)
    ]
    found, lost = largest_delta(mechanism, neighbours, F(81), 8)
    assert lost < F(1, 10**4)
    assert found <= F(delta)
    assert found > 0, "a bin of one record can be above the threshold: an event of infinite loss"


def test_the_sharper_threshold_of_continuous_noise_is_too_low_for_integers() -> None:
    """Why integer noise has a threshold of its own: with that of Laplace noise a lone bin is above
    the threshold more often than delta.
    """
    delta = F(3, 40)
    wrong = DpuCoarse(NINTH, delta, constants="exact", noise="discrete_laplace", m=2)
    from dpmean.mechanisms.trilemma.dpucoarse import threshold

    wrong.__dict__["threshold"] = threshold(NINTH, delta, "exact", "laplace")
    right = DpuCoarse(NINTH, delta, constants="exact", noise="discrete_laplace", m=2)
    neighbours = [((F(0),), (F(5),)), ((F(5),), (F(0),))]
    assert (
        largest_delta(wrong, neighbours, F(81), 8)[0]
        > delta
        >= largest_delta(right, neighbours, F(81), 8)[0]
    )


def mirrored(law: dict[Any, Fraction]) -> dict[Any, Fraction]:
    return {None if o is None else -o: p for o, p in law.items()}


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "data",
    [
        d
        for n in (1, 2, 3)
        for d in combinations_with_replacement((F(0), F(1, 2), F(1), F(-3, 2)), n)
    ],
)
def test_coarse_estimate_moves_with_its_data_and_mirrors_them(data: tuple[Fraction, ...]) -> None:
    """Lemmas 4.5 and 4.6, exactly, ties included."""
    mechanism = DpuCoarse(Decay.from_decay("1/4"), F(1, 2), noise="discrete_laplace", m=2)
    here, lost = law_of(lambda: mechanism.program(data), 3)
    assert mirrored(here) == law_of(lambda: mechanism.program([-x for x in data]), 3)[0]
    assert {None if o is None else o + F(7, 2): p for o, p in here.items()} == law_of(
        lambda: mechanism.program([x + F(7, 2) for x in data]), 3
    )[0]
    assert 0 < lost < 1


def mean_of(law: dict[Any, Fraction]) -> Fraction:
    return sum((o * p for o, p in law.items()), F(0)) / sum(law.values())


def expectation(mechanism: Any, points: dict[Fraction, Fraction], n: int, cut: int) -> Fraction:
    """E of the output when the records are independent with this law; the cut keeps noise
    symmetric.
    """
    total = F(0)
    for data in product(points, repeat=n):
        weight = F(1)
        for x in data:
            weight *= points[x]
        total += weight * mean_of(law_of(lambda data=data: mechanism.program(data), cut)[0])
    return total


SYMMETRIC = (
    {F(0): F(1, 4), F(1, 2): F(1, 2), F(1): F(1, 4)},
    {F(-1): F(1, 2), F(2): F(1, 2)},
    {F(3): F(1)},
)
SKEWED = ({F(0): F(2, 3), F(3): F(1, 3)}, {F(-1): F(1, 10), F(1): F(9, 10)}, *SYMMETRIC)


@pytest.mark.parametrize("points", SYMMETRIC)
def test_symmetric_mean_has_no_bias(points: dict[Fraction, Fraction]) -> None:
    """Theorem 4.8's first equation on a lattice: n1 = 2, n2 = 1, both outcomes of the first stage.

    Kills a tie that goes to the left, a fallback that is not rescaled.
    """
    mechanism = DpuMean(
        Decay.from_decay("1/16"), F(2, 5), F(1, 2), 2, 1, noise="discrete_laplace", m=2
    )
    mean = sum((x * p for x, p in points.items()), F(0))
    assert expectation(mechanism, points, 3, 2) == mean


def test_without_the_offset_it_has() -> None:
    """Karwa and Vadhan's bins: a symmetric law around 1/4 is pulled."""
    points = {F(0): F(1, 2), F(1, 2): F(1, 2)}
    given = {"noise": "discrete_laplace", "m": 2}
    settings = (Decay.from_decay("1/16"), F(2, 5), F(1, 4), 2, 1)
    assert expectation(DpuMean(*settings, **given), points, 3, 2) == F(1, 4)  # type: ignore[arg-type]
    assert expectation(KvMean(*settings, **given), points, 3, 2) != F(1, 4)  # type: ignore[arg-type]


@pytest.mark.parametrize("points", SKEWED)
def test_naming_and_combining_have_no_bias(points: dict[Fraction, Fraction]) -> None:
    """Propositions 3.6 and 3.7 for every law, skewed too: two records."""
    mean = sum((x * p for x, p in points.items()), F(0))
    for variant in ("independent", "single"):
        assert expectation(NameAndShame(F(1, 3), 2, variant), points, 2, 0) == mean
    combined = CombinedMean(
        Decay.from_decay("1/16"),
        F(1),
        F(2),
        2,
        F(4),
        noise="discrete_laplace",
        m=2,
        delta=F(1, 3),
        psi=F(1, 8),
    )
    assert expectation(combined, points, 2, 2) == mean


def test_the_clipped_mean_has_the_bias_that_it_says() -> None:
    """A two-point law with E|X - mean|^2 = 1 and mean 0: the exact margin's bound is attained, the
    paper's is not.
    """
    bias = F(1, 4)
    exact = ClippedMean(Decay.from_epsilon(1), F(0), F(1), 1, F(2), "exact", bias=bias)
    paper = ClippedMean(Decay.from_epsilon(1), F(0), F(1), 1, F(2), bias=bias)
    # mean 0, variance 1, all of the upper point beyond 1 + margin counts
    worst = {F(2): F(1, 5), F(-1, 2): F(4, 5)}
    assert sum((x * p for x, p in worst.items()), F(0)) == 0
    assert sum((x * x * p for x, p in worst.items()), F(0)) == 1
    for mechanism in (exact, paper):
        clipped = sum((p * mechanism.records([x])[0] for x, p in worst.items()), F(0))
        assert abs(clipped) <= bias
    assert exact.interval[1] - 1 < paper.interval[1] - 1


@pytest.mark.parametrize(
    ("delta", "variant"), [("1/3", "independent"), ("1/3", "single"), ("1/10", "independent")]
)
def test_name_and_shame_keeps_delta_and_nothing_more(delta: str, variant: str) -> None:
    """(0, delta), with equality; and the negative control: at epsilon = 10 the divergence is still
    delta, so no pure guarantee holds.
    """
    mechanism = NameAndShame(F(delta), 2, variant)
    neighbours = [(d, e) for d in ordered(POINTS, 2) for e in replaced(d, POINTS)]
    assert largest_delta(mechanism, neighbours, F(1), 0)[0] == F(delta)
    assert largest_delta(mechanism, neighbours, F(22027), 0)[0] == F(delta)


def test_the_clipped_and_the_combined_mean_keep_epsilon_and_delta() -> None:
    """Two records, all replacements, records beyond the interval; the loss of the clipped part is
    at most epsilon, the rest is delta.
    """
    decay = Decay.from_decay("1/8")  # both are clipped to [-1, 2]: the noise has ratio 1/2
    clipped = ClippedMean(decay, F(0), F(1), 2, F(2), bias=F(1), noise="discrete_laplace", m=1)
    points = (F(-3), F(0), F(1), F(9))
    neighbours = [(d, e) for d in ordered(points, 2) for e in replaced(d, points)]
    found, lost = largest_delta(clipped, neighbours, F(8), 40)
    assert found <= lost < F(1, 10**9)
    assert largest_delta(clipped, neighbours, F(7), 40)[0] > F(1, 100), "and no smaller epsilon"
    combined = CombinedMean(
        decay, F(0), F(1), 2, F(4), noise="discrete_laplace", m=1, delta=F(1, 5), psi=F(1, 2)
    )
    found, lost = largest_delta(
        combined, [(d, e) for d, e in neighbours if sorted(d) <= sorted(e)], F(8), 40
    )
    assert F(1, 10) < found <= F(1, 5) + lost


@pytest.mark.share(2)
@pytest.mark.parametrize("constants", ["paper", "exact"])
def test_a_private_number_of_records(constants: str) -> None:
    """Proposition E.1 with name and shame inside: add, remove or replace, at 2 epsilon and 2 delta;
    n up to 3.
    """
    delta = F(1, 4)
    mechanism = UnknownSize(
        lambda n: NameAndShame(delta, n), Decay.from_decay("1/4"), delta, 1, constants
    )
    domain = (F(1), F(7))
    neighbours = [
        p for n in (0, 1, 2, 3) for p in pairs(domain, n, Neighbors.ADD_REMOVE_OR_REPLACE_ONE)
    ]
    found, _ = largest_delta(mechanism, neighbours, F(16), 8)
    assert 0 < found <= 2 * delta
