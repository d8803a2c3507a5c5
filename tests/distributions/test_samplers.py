"""Samplers are exact: all tapes of n bits are tried, and what they decide is compared with the law.
No p-values.

Every outcome's share of the tapes is at most its probability, and what is missing is at most the
share of undecided tapes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.samplers.refine import Affine
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import TapeExhausted
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs import interpret
from dpmean.programs import run as running
from dpmean.programs.program import Draw, Program, Step
from dpmean.programs.release import release
from dpmean.randomness.bits import Bits, Shake128ForTesting
from tests.helpers.strategies import ShortTape, records

F = Fraction
N = 10
B = F(3, 5)
RATIONAL, REAL = Decay.from_decay(B), Decay.from_epsilon("1/2")
Sampler = Callable[[Bits], Any]


def all_tapes(sampler: Sampler, length: int = N) -> tuple[dict[Any, Fraction], Fraction]:
    """The share of each outcome among all tapes of `length` bits, and that of the undecided; checks
    what is consumed.

    Prefix-free: the consumed bits decide, on every tape that begins with them. Minimal: all of them
    but the last do not.
    """
    decided: dict[tuple[int, int], Any] = {}
    shares: Counter[Any] = Counter()
    for value in range(1 << length):
        tape = ShortTape(value, length)
        try:
            outcome = sampler(tape)
        except TapeExhausted:
            continue
        shares[outcome] += 1
        prefix = (value >> (length - tape.used), tape.used)
        assert decided.setdefault(prefix, outcome) == outcome
    for prefix, used in decided:
        with pytest.raises(TapeExhausted):
            sampler(ShortTape(prefix >> 1, used - 1))
    unit = F(1, 1 << length)
    assert sum(F(1, 1 << used) for _, used in decided) == sum(shares.values()) * unit
    return {k: n * unit for k, n in shares.items()}, 1 - sum(shares.values()) * unit


def assert_exact(
    sampler: Sampler, probability: Callable[[Any], Any], most_undecided: Fraction, length: int = N
) -> None:
    shares, undecided = all_tapes(sampler, length)
    assert 0 < undecided <= most_undecided
    for outcome, share in shares.items():
        p = probability(outcome)
        assert compare(p, share) >= 0 >= compare(p, share + undecided)


# ---------------------------------------------------------------- laws on lattices

LATTICE_LAWS = [
    law
    for decay in (RATIONAL, REAL)
    for law in (
        DiscreteLaplace(decay),
        DiscreteStaircase(decay, F(2, 3), 3, F(5, 2)),
        DiscreteStaircase(decay, F(1), 1),
    )
]


@pytest.mark.parametrize("law", LATTICE_LAWS, ids=repr)
def test_inversion_decides_exactly_what_the_cdf_decides(law: Any) -> None:
    shares, undecided = all_tapes(law.sample)
    scaled = {x: law.cdf(x) * F(1 << N) for k in range(-40, 41) for x in [k * law.lattice]}
    bounds = {
        x: (floor(interval(c, 200).lower), ceil(interval(c, 200).upper)) for x, c in scaled.items()
    }
    expected = {
        x: F(max(0, bounds[x][0] - bounds[x - law.lattice][1]), 1 << N)
        for x in scaled
        if x - law.lattice in scaled
    }
    assert shares == {x: share for x, share in expected.items() if share}
    assert_exact(law.sample, law.pmf, undecided)


@pytest.mark.parametrize("decay", [RATIONAL, REAL], ids=["rational", "real"])
@pytest.mark.parametrize(("m", "gamma"), [(1, F(1)), (2, F(1, 2))])
def test_discrete_hourglass(decay: Decay, m: int, gamma: Fraction) -> None:
    law = DiscreteHourglass(decay, gamma, m, F(2))
    assert_exact(law.sample, lambda z: law.pmf(*z), F(2, 5), 12)


@pytest.mark.parametrize("law", LATTICE_LAWS, ids=repr)
@pytest.mark.parametrize("byte", [0, 255])
@pytest.mark.parametrize("length", [0, 8, 200])
def test_constant_tapes_decide_nothing(law: Any, byte: int, length: int) -> None:
    """0 and 1 are ends of no finite cumulative probability, so such a tape ends undecided, at
    once.
    """
    with pytest.raises(TapeExhausted):
        law.sample(ShortTape((1 << length) - 1 if byte else 0, length))


# ---------------------------------------------------------------- continuous laws: the exact cells of a coarse grid


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "law",
    [
        Staircase(RATIONAL, F(1, 3), F(3, 2)),
        Staircase(REAL, F(2, 3)),
        Laplace(REAL),
        Laplace(Decay.from_decay("1/16"), F(2)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("grid", [F(1), F(3, 4)])
def test_continuous_laws_on_a_grid(law: Any, grid: Fraction) -> None:
    assert_exact(
        lambda bits: interpret.sample(law, bits, grid)[0],
        lambda x: law.cdf(x + grid / 2) - law.cdf(x - grid / 2),
        F(1, 5),
    )


def test_hourglass_on_a_grid() -> None:
    """x + y is a multiple of the grid, so x decides; given the diagonal, x is in a cell with mass
    the sum over its steps.
    """
    law = Hourglass(RATIONAL, F(1, 2))

    def mass(
        z: tuple[Fraction, Fraction],
    ) -> Any:  # the cell has width 1 and step boundaries at its ends only
        assert sum(z).denominator == 1
        return law.density(z[0], k=int(sum(z)))

    assert_exact(lambda bits: interpret.sample(law, bits, F(1)), mass, F(1, 2), 13)


def test_planar_staircase_on_a_grid() -> None:
    law, grid = Staircase2D(Decay.from_decay("1/9"), F(1, 2)), F(2)
    shares, undecided = all_tapes(lambda bits: interpret.sample(law, bits, grid), 12)
    assert undecided < F(3, 10)
    for i in range(-3, 4):  # the marginals have exact cells
        inner, outer = sorted((abs((i - F(1, 2)) * grid), abs((i + F(1, 2)) * grid)))
        p = (law.tail(inner) - law.tail(outer)) / 2 if i else 1 - law.tail(outer)  # type: ignore[operator]
        for axis in (0, 1):
            share = sum((s for z, s in shares.items() if z[axis] == i * grid), F(0))
            assert share <= p <= share + undecided


# ---------------------------------------------------------------- releases


class Recorded:
    """A law that remembers its outcome and how many bits the stream had given by then."""

    def __init__(self, law: Any, log: list[Any]) -> None:
        self.law, self.log = law, log

    def sample(self, bits: Bits) -> Any:
        outcome = self.law.sample(bits)
        self.log.append((outcome, bits.used))
        return outcome


def recorded(program: Program, log: list[Any]) -> Program:
    reply = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration as end:
            return end.value
        reply = (
            yield Step(request.name, request.value)
            if isinstance(request, Step)
            else Draw(request.label, Recorded(request.law, log))
        )


MEANS = [
    TransformedMean(RATIONAL, F(0), F(2), "hourglass", F(1, 3)),
    TransformedMean(RATIONAL, F(0), F(2), "staircase2d", F(1, 2)),
    TransformedMean(RATIONAL, F(0), F(2), "discrete_hourglass", F(1, 3), 3),
    TransformedMean(RATIONAL, F(0), F(2), "discrete_laplace", None, 1),
]


class Replays:
    """A release from a tape, and the exact replays at any place of the box that its bits, or fewer
    of them, leave open.
    """

    def __init__(self, mechanism: Any, data: list[Any], seed: int, grid: Fraction) -> None:
        stream, self.log = (
            int.from_bytes(hashlib.shake_128(str(seed).encode()).digest(50), "big"),
            [],
        )
        tape = ShortTape(stream, 400)
        (self.released,) = interpret.release(
            recorded(mechanism.program(data), self.log), tape, grid
        )
        self.count = tape.used - self.log[-1][1]  # bits after the discrete parts
        self.known = format(stream, "0400b")[self.log[-1][1] : tape.used]
        self.mechanism, self.data, self.grid = mechanism, data, grid

    def at(self, used: int, places: tuple[Fraction, ...]) -> tuple[Fraction, int]:
        """The replay with each variable at its place of the box after `used` bits were dealt in
        turn: output, sign of the denominator.
        """
        parts = [p for outcome, _ in self.log for p in interpret._parts(outcome)]
        variables = list(dict.fromkeys(v for p in parts if isinstance(p, Affine) for v in p.terms))
        values = {}
        for i, (v, place) in enumerate(zip(variables, places, strict=False)):
            mine = self.known[:used][i :: len(variables)]
            values[v] = v.endpoint((int(mine or "0", 2) + place) / (1 << len(mine)))
        exact = [p.at(values) if isinstance(p, Affine) else p for p in parts]
        outcomes = (
            {"noise": tuple(exact)}
            if len(self.log) == 1
            else {"noise_1": exact[0], "noise_2": exact[1]}
        )
        transcript = running.replay(self.mechanism.program(self.data), outcomes)
        below = sum(value for name, value in transcript.steps if name.startswith("noisy_s"))
        return round(transcript.output / self.grid) * self.grid, (below > 0) - (below < 0)


HAIR = F(1, 10**30)
CORNERS = list(product((HAIR, 1 - HAIR), repeat=2))
SEEDS, GRIDS = st.integers(0, 2**64), st.sampled_from([F(1), F(1, 4)])


@pytest.mark.parametrize("mechanism", MEANS, ids=lambda m: m.noise)
@given(data=records(F(0), F(2)), seed=SEEDS, grid=GRIDS, at=st.integers(1, 99))
def test_release_is_the_rounded_replay_of_every_point_of_its_box(
    mechanism: Any, data: list[Any], seed: int, grid: Fraction, at: int
) -> None:
    run = Replays(mechanism, data, seed, grid)
    inner = [(F(at, 100), F(100 - at, 100)), (F(at, 100), F(at, 100))]
    assert {run.at(run.count, places)[0] for places in inner + CORNERS} == {run.released}


@pytest.mark.parametrize("mechanism", MEANS[:2], ids=lambda m: m.noise)
@given(data=records(F(0), F(2)), seed=SEEDS, grid=GRIDS)
def test_release_takes_no_bit_too_many(
    mechanism: Any, data: list[Any], seed: int, grid: Fraction
) -> None:
    """One bit less leaves two outputs open, or a denominator that vanishes somewhere on the closed
    box (which decides nothing).
    """
    run = Replays(mechanism, data, seed, grid)
    if run.count:
        signs = {run.at(run.count - 1, corner)[1] for corner in product((F(0), F(1)), repeat=2)}
        assert (
            signs not in ({1}, {-1})
            or len({run.at(run.count - 1, corner)[0] for corner in CORNERS}) > 1
        )


@pytest.mark.parametrize("decay", ["1/2", "1/4"])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_release_with_a_rational_decay_never_fails(decay: str, n: int) -> None:
    """Here ends of boxes are exact: quantile(1/4) of Laplace noise with b = 1/4 is log(1/2) /
    log(4) = -1/2.
    """
    for mechanism in (
        IndependentMean(Decay.from_decay(decay), F(0), F(1)),
        SizedMean(Decay.from_decay(decay), F(0), F(1), n),
    ):
        for seed in range(16):
            release(mechanism, [F(1, 2)] * n, grid=F(1, 2), bits=Shake128ForTesting(bytes([seed])))


def test_stochastic_rounding_keeps_the_mean() -> None:
    """A release at 1/3 of a cell goes up on exactly the tapes of a third: 0.0101..., so on 5/16 of
    4 bits, 1/16 undecided.
    """

    def program() -> Program:
        yield Step("mean", F(1, 3))
        return F(1, 3)

    shares, undecided = all_tapes(
        lambda bits: interpret.release(program(), bits, F(1), "stochastic")[0], 8
    )
    assert (shares, undecided) == ({F(1): F(85, 256), F(0): F(170, 256)}, F(1, 256))
    assert interpret.release(program(), ShortTape(0, 0), F(1, 3), "stochastic") == (F(1, 3),)
