"""The zCDP of the discrete stages by computed Renyi divergences: the shipped programs on all data
sets of small domains, all neighbours, exact laws of their noise.

The clipped mean: its noise is drawn once, on a sum that the program computes. The clipped mean with
a private threshold: every path of the search with its probability, and on each path the noise of
the mean that follows; for integer orders everything is arithmetic in certified numbers. Kills: the
noise of half a sensitivity, a budget that is not split, a truncation that lets a norm grow,
iterations that are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, exp
from dpmean.mechanisms.instance.norm_clipped_mean import NormClippedMean
from dpmean.mechanisms.instance.quantile_clipped_mean import QuantileClippedMean
from dpmean.programs.program import Compare, Draw
from dpmean.programs.run import run, side

Data = tuple[tuple[int, ...], ...]
ORDERS = (2, 3, 8)


def data_sets(n: int, d: int, u: int) -> list[Data]:
    """All of them."""
    return list(product(product(range(u + 1), repeat=d), repeat=n))


def neighbours(data: Data, u: int) -> Iterator[Data]:
    """All that differ in one record."""
    for i, record in enumerate(data):
        for other in product(range(u + 1), repeat=len(record)):
            if other != record:
                yield (*data[:i], other, *data[i + 1 :])


def noise_free(mechanism: Any, data: Data) -> tuple[list[int], Any]:
    """The sums in lattice steps, and the law of the noise (None: there is none)."""
    laws: list[Any] = []

    def answer(draw: Draw) -> F:
        laws.append(draw.law)
        return F(0)

    transcript = run(mechanism.program(data), answer)
    sums = dict(transcript.steps)["sum"]
    return [int(v * mechanism.steps) for v in sums], laws[0] if laws else None


@pytest.mark.parametrize(
    ("d", "u", "n", "threshold", "steps", "constants"),
    [
        (1, 3, 2, F(2), 1, "paper"),
        (1, 3, 2, F(2), 3, "exact"),
        (2, 2, 2, F(1), 1, "paper"),
        (2, 2, 2, F(2), 2, "exact"),
        (3, 1, 2, F(1), 5, "exact"),
        (2, 2, 2, F(0), 1, "paper"),
    ],
)
def test_the_clipped_mean_on_all_small_data_sets(
    d: int, u: int, n: int, threshold: F, steps: int, constants: str
) -> None:
    rho = F(3, 7)
    mechanism = NormClippedMean(rho, u, d, n, threshold, steps, constants)
    sums = {data: noise_free(mechanism, data) for data in data_sets(n, d, u)}
    worst = F(0)
    for data, (here, law) in sums.items():
        for other in neighbours(data, u):
            there, same = sums[other]
            assert law == same
            if law is None:
                assert here == there == [0] * d
                continue
            for order in ORDERS:
                found = sum(
                    (
                        DiscreteGaussian(law.sigma_squared).renyi(F(a - b), F(order))
                        for a, b in zip(here, there, strict=True)
                    ),
                    F(0),
                )
                assert compare(found, rho * order) <= 0
                worst = max(worst, found / order)  # type: ignore[arg-type]
    if threshold and steps == 1 and d == 1:
        # no coordinate is negative: the paper's sensitivity is twice the real one
        assert 4 * worst == rho
    if constants == "exact" and d < 3:
        assert worst == rho  # and this one is attained


def paths(
    mechanism: QuantileClippedMean, data: Data
) -> dict[tuple[int, ...], tuple[Number, list[int], Any]]:
    """The decisions of the search -> their probability, the sums in lattice steps, and the law of
    the noise of the mean.
    """
    found: dict[tuple[int, ...], tuple[Number, list[int], Any]] = {}

    def follow(prefix: tuple[int, ...]) -> None:
        decisions: list[int] = []
        chance: list[Number] = [F(1)]
        laws: list[Any] = []

        def answer(draw: Draw) -> F:
            laws.append(draw.law)
            return F(0)

        def decided(request: Compare) -> int:
            if not laws or len(decisions) >= len(laws):
                return side(request)
            law, margin = laws[len(decisions)], request.against - request.form
            right = law.cdf(int(margin) - 1)  # count + K < rank
            where = prefix[len(decisions)] if len(decisions) < len(prefix) else 0
            decisions.append(where)
            chance[0] = chance[0] * (right if where else 1 - right)
            return -1 if where else 1

        transcript = run(mechanism.program(data), answer, decided)
        steps = dict(transcript.steps)
        noise = laws[len(decisions)] if len(laws) > len(decisions) else None
        found[tuple(decisions)] = (
            chance[0],
            [int(v * mechanism.steps) for v in steps["sum"]],
            noise,
        )
        for i in range(len(prefix), len(decisions)):
            follow((*decisions[:i], 1))

    follow(())
    return found


@pytest.mark.parametrize(
    ("constants", "u", "rho"), [("paper", 2, F(40)), ("exact", 2, F(40)), ("paper", 1, F(30))]
)
def test_the_private_threshold_and_the_mean_together(constants: str, u: int, rho: F) -> None:
    """E of (p/q)^order over paths and noise is at most e^((order - 1) order rho)."""
    mechanism = QuantileClippedMean(rho, u, 1, 3, F(1, 2), constants=constants)
    assert mechanism.plan.rank >= 1
    everything = {data: paths(mechanism, data) for data in data_sets(3, 1, u)}
    for found in everything.values():
        total: Number = sum((p for p, _, _ in found.values()), F(0))
        assert compare(total, F(10**12 - 1, 10**12)) > 0
        assert compare(total, F(10**12 + 1, 10**12)) < 0
    for data, here in everything.items():
        for other in neighbours(data, u):
            there = everything[other]
            assert set(here) == set(there)
            for order in ORDERS[:2]:
                moment: Number = F(0)
                for path, (p, sums, law) in here.items():
                    q, others, same = there[path]
                    assert law == same
                    divergence = (
                        sum(
                            (
                                DiscreteGaussian(law.sigma_squared).renyi(F(a - b), F(order))
                                for a, b in zip(sums, others, strict=True)
                            ),
                            F(0),
                        )
                        if law
                        else F(0)
                    )
                    assert isinstance(divergence, F)
                    moment = moment + p**order / q ** (order - 1) * exp((order - 1) * divergence)
                assert compare(moment, exp(rho * order * (order - 1))) <= 0
