"""Sources of randomness that never decide come to an end; guarantees, losses and policies say what
they are.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpmean
from dpmean.distributions.samplers.inversion import Inversion
from dpmean.distributions.samplers.refine import Affine, Variable
from dpmean.errors import TapeExhausted, Undecided
from dpmean.exact.decay import Decay
from dpmean.exact.loss import Loss
from dpmean.privacy.guarantees import (
    ApproximateDP,
    Guarantee,
    PerUserDP,
    PureDP,
    ZeroConcentratedDP,
)
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs import interpret
from dpmean.programs.program import Draw, Program
from dpmean.programs.release import release
from dpmean.randomness.bits import TapeForTesting

F = Fraction
HALF = Decay.from_decay("1/2")
BOUNDED = {"epsilon": "1", "lower": "0", "upper": "1"}


class Follows:
    """A source whose bits are the binary digits of a number, for ever: no randomness at all."""

    def __init__(self, number: Fraction) -> None:
        self.number, self.used = number, 0

    def peek(self, count: int) -> int:
        return int(self.number * 2 ** (self.used + count)) % (1 << count) if count else 0

    def skip(self, count: int) -> None:
        self.used += count

    def ensure(self, count: int) -> None:
        del count

    def child(self, label: str) -> Follows:
        del label
        return self


def test_a_source_that_follows_a_boundary_for_ever_ends() -> None:
    with pytest.raises(AssertionError, match="not random"):
        Inversion(lambda k: F(1, 3) if k == 0 else F(1), least=0).draw(Follows(F(1, 3)))  # type: ignore[arg-type]

    # a uniform number that is always just at a rounding boundary of the grid
    def program() -> Program:
        return (yield Draw("noise", Uniform()))

    with pytest.raises(
        Undecided, match="^16384 bits did not decide the output: the source is not random"
    ):
        interpret.release(program(), Follows(F(1, 3)), F(2, 3))  # type: ignore[arg-type]


class Uniform:
    def sample(self, bits: Any) -> Affine:
        del bits
        return Affine(F(0), {Variable(): F(1)})


def test_a_finite_tape_that_follows_a_boundary_is_exhausted() -> None:
    with pytest.raises(TapeExhausted):
        interpret.sample(Uniform(), TapeForTesting(b"\x55" * 8), F(2, 3))


def test_guarantees_say_their_parameters_and_nothing_else() -> None:
    """Kills a guarantee that prints another parameter, drops delta, or calls a public user
    private.
    """
    both = [Neighbors.ADD_OR_REMOVE_ONE, Neighbors.REPLACE_ONE]
    told = [str(Guarantee(PureDP(F(1, 2)), n, unit="person")) for n in both]
    assert told == [
        f"pure DP, epsilon = 1/2; neighbors: {n}-one; unit: person; central model"
        for n in ("add-or-remove", "replace")
    ]
    assert (
        str(ApproximateDP(F(1, 2), F(1, 10**6)))
        == "approximate DP, epsilon = 1/2, delta = 1/1000000"
    )
    assert str(ZeroConcentratedDP(F(1, 8))) == "zero-concentrated DP, rho = 1/8"
    assert str(PerUserDP((F(1), None, F(0), F(1)))) == (
        "per-user pure DP: 2 users with epsilon = 1; "
        "1 user with epsilon = inf (public: not protected); "
        "1 user with epsilon = 0 (record not used)"
    )
    free = PerUserDP((F(1), None, F(9), F(9)), (F(1), F(5), F(5), F(5)))
    assert str(free) == (
        "per-user pure DP: 1 user with epsilon = 1; "
        "1 user with epsilon = inf, protected with 5 (stronger, for free); "
        "2 users with epsilon = 9, protected with 5 (stronger, for free)"
    )
    assert free.free == 3
    levels = tuple(F(i, 7) for i in range(1, 31))
    many = "30 users with 30 levels of epsilon, each protected with hers or a smaller one"
    assert str(PerUserDP(levels, (F(1, 7), *(F(2, 7),) * 29))) == (
        f"per-user pure DP: {many}; "
        "28 of them are protected more strongly than they asked, for free; "
        "nobody is protected with more than 2/7"
    )
    assert (
        str(PerUserDP((*levels[:-1], None)))
        == f"per-user pure DP: {many}; 1 public records are not protected"
    )
    assert (
        str(PerUserDP((F(2), F(2)), (F(2), F(2) - F(1, 2**60))))
        == "per-user pure DP: 2 users with epsilon = 2"
    )
    assert (
        str(PerUserDP((F(2),), (F(0),)))
        == "per-user pure DP: 1 user with epsilon = 2, protected with 0 (record not used)"
    )
    assert str(PureDP(HALF.epsilon)) == "pure DP, epsilon = about 0.6931471805599453"


def test_losses_are_spelled_exactly() -> None:
    cases = {
        Loss(F(1)): "epsilon",
        Loss(F(1, 2)): "1/2 epsilon",
        Loss(F(0), F(3, 4)): "3/4",
        Loss(F(2), F(1)): "2 epsilon + 1",
        Loss(F(0)): "0",
    }
    assert {loss: str(loss) for loss in cases} == cases
    assert Loss(F(2), F(1, 3)).value(F(5)) == F(31, 3)


def test_policies_of_a_release_are_those_of_its_mechanism() -> None:
    """Kills a policy that is printed for a mechanism that does not follow it."""
    lattice = dpmean.mechanism(
        "transformed_mean", BOUNDED | {"noise": "discrete_laplace", "m": "4"}
    )
    made = release(lattice, ["0.3", "nan"], grid=F(1, 8))
    assert made.grid == F(1, 8)
    assert any("multiple of 1/4, ties to even" in p for p in made.policies)
    assert any("exactly 0 gives the midpoint" in p for p in made.policies)
    sized = release(
        dpmean.mechanism("sized_mean", BOUNDED | {"n": "2", "noise": "laplace"}), ["1", "nan"]
    )
    assert not any("exactly 0" in p or "multiple" in p for p in sized.policies)
    assert any("count as the midpoint" in p for p in sized.policies)
    assert sized.grid == F(1, 10**9)
